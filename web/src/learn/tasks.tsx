// Tasks, which a seed draws and the engine checks, and what the learner makes.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Played } from "../api";
import { BoardView } from "../scene/SceneView";
import { said as saidIn, t } from "../words";
import { Asking } from "./Asking";
import { draw, filled, Rng } from "./draw";
import { look, told, winning } from "./engine";
import { GameBoard } from "./GameBoard";
import type { Choice, Make, Numeric, Who, Win, Words } from "./lesson";
import { useAnswer } from "./useAnswer";
import { useWritten } from "./written";

interface Props<S> {
  screen: S;
  seed: number;
  /** Draws another task. */
  onNew: () => void;
  onDone: () => void;
}

function Another({ onNew, primary = false }: { onNew: () => void; primary?: boolean }) {
  return (
    <button type="button" class={primary ? "button primary" : "button small"} data-action="another" onClick={onNew}>
      {t("Another one")}
    </button>
  );
}

/** Wrong says what goes wrong with an answer; after two of them it also explains. */
function Wrong({ tries, explain, children }: { tries: number; explain?: Words; children: ComponentChildren }) {
  return (
    <div class="lesson-wrong" role="alert">
      <p>{children}</p>
      {tries >= 2 && explain && <p data-explained>{explain}</p>}
    </div>
  );
}

export function WinTask({ screen, seed, onNew, onDone }: Props<Win>) {
  const { family, aid, rules, explain } = screen;
  const asked = useAnswer(String(seed), (signal) => draw({ outcome: "N", ...family }, seed, signal));
  return (
    <Asking
      asked={asked}
      draw={({ position }) => (
        <>
          {rules && <p class="lesson-rules">{rules(position)}</p>}
          <GameBoard key={position} position={position} misere={family.misere ?? false} guided parts={screen.parts} aid={aid} explain={explain} partners={screen.partners} numbers={screen.numbers} onDone={onDone}>
            <Another onNew={onNew} />
          </GameBoard>
        </>
      )}
    />
  );
}

export function WhoTask({ screen, seed, onNew, onDone }: Props<Who>) {
  const { family, aid, rules, explain, counted } = screen;
  const misere = family.misere ?? false;
  const said = useSignal<{ seed: number; outcome: "N" | "P" } | null>(null);
  const given = said.value?.seed === seed ? said.value.outcome : null;
  const tries = useSignal(0);
  const asked = useAnswer(String(seed), async (signal) => {
    const { position } = await draw(family, seed, signal);
    const state = await look(position, misere, signal);
    const first = state.moves[0];
    // Where all is lost, the answer to some move shows it.
    const then = state.outcome === "P" && first ? await look(first.to, misere, signal) : null;
    return { position, state, first, then };
  });
  return (
    <Asking
      asked={asked}
      draw={({ position, state, first, then }) => {
        const right = given === state.outcome;
        const answer = (outcome: "N" | "P", words: string) => (
          <button
            type="button"
            class="button"
            data-answer={outcome}
            aria-pressed={given === outcome}
            disabled={given !== null}
            onClick={() => {
              said.value = { seed, outcome };
              if (outcome === state.outcome) onDone();
              else tries.value++;
            }}
          >
            {words}
          </button>
        );
        const turns = Number(state.remoteness);
        const win = winning(state);
        const reply = then && winning(then);
        return (
          <div class="lesson-game" data-who={position} data-outcome={state.outcome}>
            {rules && <p class="lesson-rules">{rules(position)}</p>}
            <p class="lesson-turn">{t("You begin. Who wins, if nobody makes a mistake?")}</p>
            <BoardView titles={false} scenes={state.scenes} label={t("The board")} />
            {aid && <div class="lesson-aid">{aid(state)}</div>}
            <div class="buttons">
              {answer("N", t("I win"))}
              {answer("P", t("The opponent wins"))}
            </div>
            {given !== null && right && (
              <p class="lesson-verdict win" role="status">
                ▲ {t("Right.")}{" "}
                {win && !counted && t("One way to win: {move}.", { move: told(win, screen.parts) })}
              </p>
            )}
            {given !== null && !right && (
              <Wrong tries={tries.value} explain={explain}>
                {counted
                  ? turns % 2 === 1
                    ? t("No. Count: {n} move is left, and you make it.|No. Count: {n} moves are left, an odd number. You make the first one, so you also make the last.", { n: turns })
                    : t("No. Count: {n} moves are left, an even number. You make the first one, so the opponent makes the last.", { n: turns })
                  : win
                    ? t("No. You can begin like this: {move}. Then the opponent loses, whatever they do.", { move: told(win, screen.parts) })
                    : first && reply
                      ? t("No. Whatever you do, the opponent has an answer. Suppose you play this: {move}. Then the opponent answers: {reply}.", { move: told(first, screen.parts), reply: told(reply, screen.parts) })
                      : t("No. You cannot win from here.")}
              </Wrong>
            )}
            <div class="buttons">
              <Another onNew={onNew} primary={given !== null && !right} />
            </div>
          </div>
        );
      }}
    />
  );
}

export function NumberTask({ screen, seed, onNew, onDone }: Props<Numeric>) {
  const { ask, answers, explain } = screen;
  const asked = useAnswer(String(seed), (signal) => ask(new Rng(seed), signal));
  const written = useSignal("");
  const odd = useSignal(false); // what is written is no such number
  const said = useSignal<{ seed: number; n: number; wrong: Words } | null>(null);
  const given = said.value?.seed === seed ? said.value : null;
  const tries = useSignal(0);
  useEffect(() => {
    written.value = "";
    odd.value = false;
  }, [seed]);
  return (
    <Asking
      asked={asked}
      draw={({ question, shows, right, wrong: why }) => {
        const give = async (n: number) => {
          if (right.includes(n)) {
            said.value = { seed, n, wrong: null };
            onDone();
            return;
          }
          tries.value++;
          said.value = { seed, n, wrong: await Promise.resolve(why(n)).catch((err: Error) => saidIn(err.message)) };
        };
        return (
          <div class="lesson-game" data-number={right[0]}>
            {shows}
            <p>{question}</p>
            {answers ? (
              <div class="buttons" role="group">
                {answers.map((n) => (
                  <button type="button" class="button" key={n} data-answer={n} aria-pressed={given?.n === n} onClick={() => void give(n)}>
                    {n}
                  </button>
                ))}
              </div>
            ) : (
              <form
                class="buttons"
                onSubmit={(e) => {
                  e.preventDefault();
                  odd.value = !/^\d{1,6}$/.test(written.value);
                  if (!odd.value) void give(+written.value);
                }}
              >
                <input type="text" inputMode="numeric" class="lesson-number" aria-label={t("Your answer")} value={written.value} onInput={(e) => (written.value = e.currentTarget.value.trim())} />
                <button type="submit" class="button primary" data-action="check">
                  {t("Check")}
                </button>
              </form>
            )}
            {odd.value && (
              <p class="note" role="status">
                {t("Write a whole number of at most six digits.")}
              </p>
            )}
            {given && right.includes(given.n) && (
              <p class="lesson-verdict win" role="status">
                ▲ {t("Right.")}
              </p>
            )}
            {given && !right.includes(given.n) && (
              <Wrong tries={tries.value} explain={explain}>
                {given.wrong}
              </Wrong>
            )}
            <div class="buttons">
              <Another onNew={onNew} />
            </div>
          </div>
        );
      }}
    />
  );
}

export function ChoiceTask({ screen, onDone }: { screen: Choice; onDone: () => void }) {
  const given = useSignal(-1);
  const { answers, position } = screen;
  const asked = useAnswer(position ?? "", async (signal) => (position ? await look(position, false, signal) : undefined));
  const scenes = useWritten(asked.answer, screen, null);
  const answer = answers[given.value];
  return (
    <>
      {position && <Asking asked={asked} draw={() => <BoardView titles={false} scenes={scenes} label={t("The board")} />} />}
      <div class="lesson-answers" role="group" aria-label={screen.title}>
        {answers.map((a, i) => (
          <button
            type="button"
            class="button"
            key={i}
            data-answer={a.wrong === undefined ? "right" : i}
            aria-pressed={i === given.value}
            onClick={() => {
              given.value = i;
              if (a.wrong === undefined) onDone();
            }}
          >
            {a.says}
          </button>
        ))}
      </div>
      {answer &&
        (answer.wrong === undefined ? (
          <p class="lesson-verdict win" role="status">
            ▲ {t("Right.")}
          </p>
        ) : (
          <Wrong tries={1}>{answer.wrong}</Wrong>
        ))}
    </>
  );
}

export function MakeTask({ screen, onDone }: { screen: Make; onDone: () => void }) {
  const { game, names, start, from, to, misere = false, descending = false, wants, explain } = screen;
  const numbers = useSignal(start);
  const shown = useSignal<{ of: string; state: Played } | null>(null);
  const error = useSignal<Error | null>(null);
  const judged = useSignal<string | null>(null); // the position that the engine was asked about
  const wrong = useSignal(0);
  const position = filled(game, numbers.value);
  const again = useSignal(0);
  const odd = useSignal(false); // what was written does not fit
  useEffect(() => {
    const stop = new AbortController();
    error.value = null;
    look(position, misere, stop.signal).then(
      (state) => (shown.value = { of: position, state }),
      (err: Error) => {
        if (!stop.signal.aborted) error.value = err;
      },
    );
    return () => stop.abort();
  }, [position, again.value]);
  const complaint = wants?.(numbers.value) ?? null;
  const state = shown.value?.state;
  const verdict = judged.value === position && shown.value?.of === position ? state!.outcome : null;
  const answer = state ? winning(state) : null;
  // The first answer may come before the picture does.
  useEffect(() => {
    if (verdict === "P") onDone();
    else if (verdict === "N") wrong.value++;
  }, [verdict]);
  const change = (i: number, n: number) => {
    odd.value = !(Number.isInteger(n) && n >= from && n <= to);
    if (!odd.value) numbers.value = numbers.value.map((old, j) => (j === i ? n : !descending ? old : j < i ? Math.max(old, n) : Math.min(old, n)));
  };
  return (
    <div class="lesson-game" data-make={position} data-verdict={verdict ?? ""} aria-busy={shown.value?.of !== position && !error.value}>
      <div class="lesson-steppers">
        {names.map((name, i) => (
          <Stepper key={i} name={name} value={numbers.value[i]!} from={from} to={to} onChange={(n) => change(i, n)} index={i} />
        ))}
      </div>
      <div class="buttons">
        <button type="button" class="button primary" data-action="judge" disabled={complaint !== null || error.value !== null} onClick={() => (judged.value = position)}>
          {t("The opponent begins: who wins?")}
        </button>
      </div>
      <p class="note lesson-note" role="status">
        {odd.value ? t("Only whole numbers from {from} to {to} fit here.", { from, to }) : complaint}
      </p>
      {verdict === "P" && (
        <p class="lesson-verdict win" role="status">
          ▲ {state!.moves.length === 0 ? t("Right. The opponent cannot even move.") : t("Right. The opponent has {n} move, and it loses.|Right. The opponent has {n} moves, and every one of them loses.", { n: Number(state!.count ?? state!.moves.length) })}
        </p>
      )}
      {verdict === "N" && (
        <Wrong tries={wrong.value} explain={explain}>
          {answer ? t("No. The opponent wins like this: {move}. Change something, and ask again.", { move: told(answer, screen.parts) }) : t("No. The opponent has won already. Change something, and ask again.")}
        </Wrong>
      )}
      <div class="lesson-made">
        {error.value && complaint === null ? (
          <p class="lesson-no" role="status">
            {saidIn(error.value.message)}{" "}
            <button type="button" class="button small" onClick={() => again.value++}>
              {t("Try again")}
            </button>
          </p>
        ) : (
          state && <BoardView titles={false} scenes={state.scenes} shown={verdict === "N" ? answer : null} moves={verdict === "N" ? state.moves : []} label={t("What you made")} />
        )}
      </div>
    </div>
  );
}

function Stepper({ name, value, from, to, onChange, index }: { name: string; value: number; from: number; to: number; onChange: (n: number) => void; index: number }) {
  return (
    <div class="lesson-stepper" role="group" aria-label={name}>
      <span class="lesson-stepper-name">{name}</span>
      <button type="button" class="button" data-less={index} aria-label={t("{name}: one less", { name })} disabled={value <= from} onClick={() => onChange(value - 1)}>
        −
      </button>
      <input type="text" inputMode="numeric" data-number-of={index} aria-label={name} value={value} onChange={(e) => {
        const { value: text } = e.currentTarget;
        e.currentTarget.value = String(value); // it stays where the new one does not fit
        onChange(/^\s*\d+\s*$/.test(text) ? Number(text) : NaN);
      }} />
      <button type="button" class="button" data-more={index} aria-label={t("{name}: one more", { name })} disabled={value >= to} onClick={() => onChange(value + 1)}>
        +
      </button>
    </div>
  );
}
