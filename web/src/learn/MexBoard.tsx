// A board of nim-values, some of which the learner finds as the mex of what the piece can
// reach.
import { useSignal } from "@preact/signals";
import { api, type Int } from "../api";
import { Figure, From } from "./Figure";
import { Fill } from "./Fill";
import { useAnswer } from "./useAnswer";

export type Cell = [x: number, y: number];

interface Props {
  game: string;
  side: number;
  /** The cells to fill in, in order. */
  cells: Cell[];
}

interface Table {
  values: number[][];
  options: Cell[][]; // of each cell to fill in
}

async function table(game: string, side: number, cells: Cell[], signal: AbortSignal): Promise<Table> {
  const [table, ...options] = await Promise.all([
    api.values({ game, size: `${side}x${side}` }, signal),
    ...cells.map(async ([x, y]) => {
      const m = await api.match({ position: `${game}(${x},${y})` }, signal);
      return m.moves.map((move) => (move.changes?.[0]?.after?.at ?? []).map((n: Int) => Number(n)) as Cell);
    }),
  ]);
  return { values: table.values as number[][], options };
}

const same = (a: Cell, b: Cell) => a[0] === b[0] && a[1] === b[1];

/** The least number that is not there. */
export const mex = (values: number[]) => {
  let m = 0;
  while (values.includes(m)) m++;
  return m;
};

const set = (values: number[]) => `{${[...new Set(values)].sort((a, b) => a - b).join(", ")}}`;

export function MexBoard({ game, side, cells }: Props) {
  const at = useSignal(0);
  const asked = useAnswer(game, (signal) => table(game, side, cells, signal));
  return (
    <Figure label="The knight's board, with nim-values to fill in">
      <From
        asked={asked}
        draw={({ values, options }) => (
          <>
            <Board
              values={values}
              hidden={cells.slice(at.value)}
              now={cells[at.value]}
              options={options[at.value] ?? []}
            />
            <Fill<number>
              count={cells.length}
              at={at.value}
              onAnswer={(n) => (at.value = n)}
              enough={3}
              done="The board is full. You could go on like this for a board of any size."
              question={(i) => {
                const reached = options[i]!.map(([x, y]) => values[y]![x]!);
                const right = mex(reached);
                const [x, y] = cells[i]!;
                return {
                  ask: (
                    <>
                      From ({x}, {y}) the knight reaches the values {set(reached)}. Which is the least number that is missing?
                    </>
                  ),
                  answers: [0, 1, 2, 3].map((v) => ({ value: v, key: String(v), label: v })),
                  right,
                  explain: (given) =>
                    reached.includes(given)
                      ? `${given} is not missing: the knight reaches a cell of value ${given}. So the cell would equal one of its own options.`
                      : `${given} is missing, but it is not the least: ${right} is missing too.`,
                };
              }}
            />
          </>
        )}
      />
    </Figure>
  );
}

interface BoardProps {
  values: number[][];
  hidden?: Cell[];
  now?: Cell | undefined;
  options?: Cell[];
  onChoose?: (cell: Cell) => void;
  label?: string;
}

/** Board draws nim-values on cells, y upward. */
export function Board({ values, hidden = [], now, options = [], onChoose, label = "nim-values" }: BoardProps) {
  const top = Math.max(...values.flat(), 1);
  const rows = values.map((row, y) => ({ row, y })).reverse();
  return (
    <table class="valueboard" aria-label={label}>
      <tbody>
        {rows.map(({ row, y }) => (
          <tr key={y}>
            <th scope="row">{y}</th>
            {row.map((value, x) => {
              const cell: Cell = [x, y];
              const unknown = hidden.some((h) => same(h, cell));
              const classes = [
                now && same(now, cell) ? "now" : "",
                options.some((o) => same(o, cell)) ? "option" : "",
                !unknown && value === 0 ? "zero" : "",
              ].join(" ");
              const shade = unknown || value === 0 ? undefined : { "--shade": `${Math.round((100 * value) / top)}%` };
              const text = unknown ? (now && same(now, cell) ? "?" : "") : value;
              return (
                <td key={x} class={classes} style={shade} data-cell={`${x},${y}`} data-value={unknown ? "" : value}>
                  {onChoose ? (
                    <button type="button" aria-label={`(${x}, ${y}): ${value}`} aria-pressed={now && same(now, cell)} onClick={() => onChoose(cell)}>
                      {text}
                    </button>
                  ) : (
                    text
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          {values[0]!.map((_, x) => (
            <th scope="col" key={x}>
              {x}
            </th>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
