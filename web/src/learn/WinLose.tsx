// A strip of positions of one heap, of which the learner says who wins: the player to
// move or the other one.
import { useSignal } from "@preact/signals";
import { api } from "../api";
import { Figure, From } from "./Figure";
import { Fill } from "./Fill";
import { useAnswer } from "./useAnswer";

interface Props {
  game: string;
  /** The positions are game(0) … game(last). */
  last: number;
  misere?: boolean;
  enough: number;
  label: string;
}

const list = (numbers: number[]) =>
  numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

interface Heap {
  loses: boolean;
  options: number[];
}

// What is asked about a heap of n: who wins, and which heaps a move leaves. The size of a
// heap stands in the scene; a heap that is gone has none.
async function heap(game: string, n: number, misere: boolean, signal: AbortSignal): Promise<Heap> {
  const m = await api.match({ position: `${game}(${n})`, misere, hints: true }, signal);
  return { loses: m.outcome === "P", options: m.moves.map((move) => Number(move.changes?.[0]?.after?.count ?? 0)) };
}

export function WinLose({ game, last, misere = false, enough, label }: Props) {
  const at = useSignal(0);
  const filled = useSignal<Heap[]>([]); // what is known of the heaps 0 … at
  const to = Math.min(at.value, last);
  const asked = useAnswer(`${game} ${misere} ${to}`, async (signal) => {
    for (let n = filled.value.length; n <= to; n++) filled.value = [...filled.value, await heap(game, n, misere, signal)];
    return filled.value;
  });
  const all = filled.value;
  return (
    <Figure label={label}>
      <div aria-busy={all.length <= to && !asked.error}>
        <Cells all={all} at={at.value} last={last} />
        {all.length > to ? (
          <Ask all={all} at={at.value} last={last} onAnswer={(n) => (at.value = n)} misere={misere} enough={enough} />
        ) : (
          <From asked={asked} draw={() => null} />
        )}
      </div>
    </Figure>
  );
}

const mark = (heap: Heap | undefined) => (!heap ? "?" : heap.loses ? "▼" : "▲");

function Cells({ all, at, last }: { all: Heap[]; at: number; last: number }) {
  return (
    <ol class="winlose" data-strip>
      {Array.from({ length: last + 1 }, (_, n) => {
        const known = n < at ? all[n] : undefined;
        const which = known ? (known.loses ? "lose" : "win") : "";
        return (
          <li key={n} data-cell={n} data-mark={which} class={n === at ? "now" : all[at]?.options.includes(n) ? "option" : undefined}>
            <span class="cell-number">{n}</span>
            <span class={`cell-mark ${which}`}>
              {mark(known)}
              <span class="visually-hidden">{known ? (known.loses ? " losing" : " winning") : " not yet known"}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Ask({ all, at, last, onAnswer, misere, enough }: { all: Heap[]; at: number; last: number; onAnswer: (at: number) => void; misere: boolean; enough: number }) {
  return (
    <Fill
      count={last + 1}
      at={at}
      onAnswer={onAnswer}
      enough={enough}
      done="The strip is full. Do you see how it goes on?"
      question={(n) => {
        const { options, loses } = all[n]!;
        const losing = options.filter((o) => all[o]!.loses);
        return {
          ask:
            options.length === 0 ? (
              <>
                <b>{n}</b>: there is no move. {misere ? "The opponent has just taken the last coin." : "So the player to move has lost."}
              </>
            ) : (
              <>
                <b>{n}</b>: a move leaves {options.map((o) => `${o} ${mark(all[o])}`).join(", ")}.
              </>
            ),
          answers: [
            { value: false, key: "win", label: <span class="win">▲ winning</span> },
            { value: true, key: "lose", label: <span class="lose">▼ losing</span> },
          ],
          right: loses,
          explain: () =>
            options.length === 0
              ? misere
                ? "Who takes the last coin loses here. That was the opponent, so the player to move has won."
                : "The player to move cannot move, and has lost. So 0 is losing."
              : losing.length > 0
                ? `You can leave ${list(losing)}, and that is losing for your opponent. One such move is enough: ${n} is winning.`
                : `Every move leaves a winning position: ${list(options)}. Your opponent then wins, so ${n} is losing.`,
        };
      }}
    />
  );
}
