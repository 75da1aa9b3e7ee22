// Cells that the learner fills in one after the other: each is a question with few
// answers. A wrong answer is explained and can be given again.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

export interface Question<A> {
  ask: ComponentChildren;
  answers: { value: A; label: ComponentChildren; key: string }[];
  right: A;
  /** Says why `given` is wrong. */
  explain: (given: A) => ComponentChildren;
}

interface Props<A> {
  /** How many questions there are, and how many are answered. */
  count: number;
  at: number;
  onAnswer: (at: number) => void;
  question: (index: number) => Question<A> | null;
  done: ComponentChildren;
  /** After so many answers the rest may be filled in at once. */
  enough: number;
}

export function Fill<A>({ count, at, onAnswer, question, done, enough }: Props<A>) {
  const wrong = useSignal<ComponentChildren>(null);
  if (at >= count) {
    return (
      <div class="lesson-fill" data-filled="true" role="status">
        <p>{done}</p>
        <div class="buttons">
          <button type="button" class="button small quiet" onClick={() => onAnswer(0)}>
            Once more
          </button>
        </div>
      </div>
    );
  }
  const q = question(at);
  if (!q) return <div class="lesson-fill" aria-busy="true" />;
  const give = (value: A) => {
    if (value === q.right) {
      wrong.value = null;
      onAnswer(at + 1);
    } else wrong.value = q.explain(value);
  };
  return (
    <div class="lesson-fill" data-asked={at}>
      <p>{q.ask}</p>
      <div class="buttons">
        {q.answers.map((a) => (
          <button type="button" class="button" key={a.key} data-answer={a.key} onClick={() => give(a.value)}>
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
            Fill in the rest
          </button>
        )}
      </div>
      <p class="lesson-wrong" role="status">
        {wrong.value}
      </p>
    </div>
  );
}
