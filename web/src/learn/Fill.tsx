// Cells that the learner fills in one after the other: each is a question with few
// answers. A wrong answer is explained and can be given again.
import { useSignal } from "@preact/signals";
import { t } from "../words";
import type { Words } from "./lesson";

export interface Question<A> {
  ask: Words;
  answers: { value: A; label: Words; key: string }[];
  right: A;
  /** Says why `given` is wrong. */
  explain: (given: A) => Words;
}

interface Props<A> {
  /** How many questions there are, and how many are answered. */
  count: number;
  at: number;
  onAnswer: (at: number) => void;
  question: (index: number) => Question<A>;
  /** After so many answers the rest may be filled in at once. */
  enough: number;
}

export function Fill<A>({ count, at, onAnswer, question, enough }: Props<A>) {
  const wrong = useSignal<Words>(null);
  if (at >= count) {
    return (
      <div class="lesson-fill" data-filled="true">
        <p class="win" role="status">
          ▲ {t("That is all of it.")}
        </p>
        <div class="buttons">
          <button type="button" class="button small quiet" onClick={() => onAnswer(0)}>
            {t("Once more")}
          </button>
        </div>
      </div>
    );
  }
  const q = question(at);
  return (
    <div class="lesson-fill" data-asked={at}>
      <p>{q.ask}</p>
      <div class="buttons">
        {q.answers.map((a) => (
          <button
            type="button"
            class="button"
            key={a.key}
            data-answer={a.key}
            onClick={() => {
              const right = a.value === q.right;
              wrong.value = right ? null : q.explain(a.value);
              if (right) onAnswer(at + 1);
            }}
          >
            {a.label}
          </button>
        ))}
        {at >= enough && (
          <button
            type="button"
            class="button quiet"
            data-action="fill"
            onClick={() => {
              wrong.value = null;
              onAnswer(count);
            }}
          >
            {t("Fill in the rest")}
          </button>
        )}
      </div>
      <p class="lesson-no" role="status">
        {wrong.value}
      </p>
    </div>
  );
}
