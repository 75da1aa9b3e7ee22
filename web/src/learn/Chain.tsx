// A game in which every position has one move: the moves one after the other, and the
// digits of the number that stands in the scene.
import { useSignal } from "@preact/signals";
import { api, type Played } from "../api";
import { Figure, From } from "./Figure";
import { useAnswer } from "./useAnswer";

/** The number that a scene of one heap shows. */
export const numberIn = (m: Played) => Number(m.scenes[0]?.scene.elements?.[0]?.count ?? 0);

/** The digits of that number. */
export const numberDigits = (m: Played) => <p class="number-digits mono">{numberIn(m).toString(2)}</p>;

interface Turn {
  number: number;
  words: string;
}

// All turns from a position to the end.
async function turns(position: string, signal: AbortSignal): Promise<Turn[]> {
  const all: Turn[] = [];
  const moves: string[] = [];
  for (;;) {
    const m = await api.match({ position, moves }, signal);
    const only = m.moves[0];
    all.push({ number: numberIn(m), words: only?.words ?? "" });
    if (m.over || !only) return all;
    moves.push(only.move);
  }
}

/** The numbers to look at, each as a position. */
export function Chain({ positions }: { positions: { number: number; position: string }[] }) {
  const chosen = useSignal(0);
  const shown = useSignal(0);
  const { position } = positions[chosen.value]!;
  const asked = useAnswer(position, (signal) => turns(position, signal));
  return (
    <Figure label="The Counter game">
      <div class="buttons" role="group" aria-label="The number to begin with">
        {positions.map((p, i) => (
          <button
            type="button"
            key={p.number}
            class="button small"
            aria-pressed={i === chosen.value}
            onClick={() => {
              chosen.value = i;
              shown.value = 0;
            }}
          >
            {p.number}
          </button>
        ))}
      </div>
      <From
        asked={asked}
        draw={(all) => {
          const width = all[0]!.number.toString(2).length;
          const left = all.length - 1 - shown.value;
          return (
            <div data-forced={shown.value} data-left={left}>
              <ol class="lesson-forced">
                {all.slice(0, shown.value + 1).map((t, i) => (
                  <li key={i}>
                    <span class="lesson-forced-turn">{i === 0 ? "start" : `turn ${i}`}</span>
                    <span class="lesson-forced-digits mono" aria-hidden="true">
                      {t.number
                        .toString(2)
                        .padStart(width, " ")
                        .split("")
                        .map((d, j) => (
                          <span key={j} class={d === "1" ? "one" : undefined}>
                            {d}
                          </span>
                        ))}
                    </span>
                    <b class="lesson-forced-number">{t.number}</b>
                    <span class="lesson-forced-words">{i > 0 && all[i - 1]!.words}</span>
                  </li>
                ))}
              </ol>
              {left > 0 ? (
                <button type="button" class="button" data-action="next" onClick={() => shown.value++}>
                  Make the only move
                </button>
              ) : (
                <p role="status">
                  {all.length - 1} {all.length === 2 ? "turn" : "turns"}: the {(all.length - 1) % 2 === 1 ? "first" : "second"} player makes the last one, and wins.
                </p>
              )}
            </div>
          );
        }}
      />
    </Figure>
  );
}
