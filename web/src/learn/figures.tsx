// Figures to touch: strips, boards of numbers, sequences in rows.
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { api, type Int, type Played } from "../api";
import { said, t } from "../words";
import { Cards, rest } from "./Cards";
import { look, winning } from "./engine";
import { Fill } from "./Fill";
import { Asking } from "./Asking";
import type { Cell, Hunt, Mex, MexSets, Rows, Strip, Two } from "./lesson";
import { useAnswer } from "./useAnswer";
import { square } from "./written";

type Done = { onDone: () => void };

/** list writes things one behind the other: 1, 2 and 5. */
const list = (numbers: (number | string)[]) => (numbers.length < 2 ? numbers.join("") : t("{some} and {last}", { some: numbers.slice(0, -1).join(", "), last: numbers.at(-1)! }));

// ---- A strip of heaps, of which the learner says who wins.

interface Heap {
  loses: boolean;
  options: number[];
}

// The size of a heap stands in the scene; a heap that is gone has none.
async function heap(game: string, n: number, misere: boolean, signal: AbortSignal): Promise<Heap> {
  const m = await look(`${game}(${n})`, misere, signal);
  return { loses: m.outcome === "P", options: m.moves.map((move) => Number(move.changes?.[0]?.after?.count ?? 0)).sort((a, b) => a - b) };
}

const mark = (h: Heap | undefined) => (!h ? "?" : h.loses ? "▼" : "▲");

export function StripTask({ screen, onDone }: { screen: Strip } & Done) {
  const { game, last, misere = false, enough } = screen;
  const at = useSignal(0);
  const asked = useAnswer(`${game} ${misere}`, (signal) => Promise.all(Array.from({ length: last + 1 }, (_, n) => heap(game, n, misere, signal))));
  return (
    <Asking
      asked={asked}
      draw={(all) => {
        const now = all[at.value];
        return (
          <>
      <ol class="winlose" data-strip>
        {Array.from({ length: last + 1 }, (_, n) => {
          const known = n < at.value ? all[n] : undefined;
          const which = known ? (known.loses ? "lose" : "win") : "";
          return (
            <li key={n} data-cell={n} data-mark={which} class={n === at.value ? "now" : now?.options.includes(n) ? "option" : undefined}>
              <span class="cell-number">{n}</span>
              <span class={`cell-mark ${which}`}>
                <span aria-hidden="true">{mark(known)}</span>
                <span class="visually-hidden">{known ? (known.loses ? t("lost") : t("won")) : t("not yet known")}</span>
              </span>
            </li>
          );
        })}
      </ol>
        <Fill<boolean>
          count={last + 1}
          at={at.value}
          onAnswer={(n) => {
            at.value = n;
            if (n > last) onDone();
          }}
          enough={enough}
          question={(n) => {
            const { options, loses } = all[n]!;
            const losing = options.filter((o) => all[o]!.loses);
            return {
              ask:
                options.length > 0
                  ? t("{n}: a move leaves {options}. Is {n} won or lost for the one whose turn it is?", { n, options: list(options.map((o) => `${o} ${mark(all[o])}`)) })
                  : t("{n}: there is no move. Is that won or lost for the one whose turn it is?", { n }),
              answers: [
                { value: false, key: "win", label: <span class="win">▲ {t("won")}</span> },
                { value: true, key: "lose", label: <span class="lose">▼ {t("lost")}</span> },
              ],
              right: loses,
              explain: () =>
                options.length === 0
                  ? misere
                    ? t("The opponent has just taken the last stone, and whoever does that loses here. So it is won.")
                    : t("The opponent has just taken the last stone, and has won. So it is lost.")
                  : losing.length > 0
                    ? t("You can leave {leave}, which is lost for your opponent. One such move is enough, so {n} is won.", { leave: list(losing), n })
                    : t("Every move leaves a number that is won, and then your opponent wins. So {n} is lost.", { n }),
            };
          }}
        />
          </>
        );
      }}
    />
  );
}

// ---- A board of nim-values.

interface BoardProps {
  values: (number | string | null)[][];
  hidden?: Cell[];
  now?: Cell | undefined;
  options?: Cell[];
  onChoose?: (cell: Cell) => void;
  label: string;
}

const same = (a: Cell, b: Cell) => a[0] === b[0] && a[1] === b[1];

/** Values draws what stands on cells, with row 0 at the bottom. */
export function Values({ values, hidden = [], now, options = [], onChoose, label }: BoardProps) {
  const top = Math.max(1, ...values.flat().map((v) => (typeof v === "number" ? v : 0)));
  // One stop of the Tab key for the board; the arrows go from cell to cell.
  const stop = useSignal<Cell>(now ?? [0, 0]);
  const help = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const cell = [stop.value[0] + way[0]!, stop.value[1] + way[1]!];
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-cell="${cell}"] button`)?.focus();
  };
  return (
    <>
      <table class="valueboard" style={{ "--rows": values.length }} aria-label={label} aria-describedby={onChoose && help} onKeyDown={onChoose && onKeyDown}>
        <tbody>
          {values
            .map((row, y) => ({ row, y }))
            .reverse()
            .map(({ row, y }) => (
              <tr key={y}>
                <th scope="row">{y}</th>
                {row.map((value, x) => {
                  const cell: Cell = [x, y];
                  const is = now !== undefined && same(now, cell);
                  const unknown = hidden.some((h) => same(h, cell));
                  const zero = !unknown && (value === 0 || value === "▼");
                  const classes = [is ? "now" : "", options.some((o) => same(o, cell)) ? "option" : "", zero ? "zero" : ""].join(" ");
                  const shade = unknown || typeof value !== "number" || value === 0 ? undefined : { "--shade": `${Math.round((100 * value) / top)}%` };
                  const text = unknown ? (is ? "?" : "") : value;
                  return (
                    <td key={x} class={classes} style={shade} data-cell={`${x},${y}`} data-value={unknown ? "" : (value ?? "")}>
                      {onChoose ? (
                        <button type="button" aria-label={t("column {x}, row {y}: {value}", { x, y, value: value ?? "?" })} aria-pressed={is} tabIndex={same(stop.value, cell) ? 0 : -1} onFocus={() => (stop.value = cell)} onClick={() => onChoose((stop.value = cell))}>
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
      {onChoose && (
        <p id={help} class="visually-hidden">
          {t("Arrow keys go from cell to cell; Enter chooses.")}
        </p>
      )}
    </>
  );
}

// The cells that a piece can reach.
const reached = (m: Played) => m.moves.map((move) => (move.changes?.[0]?.after?.at ?? []).map((n: Int) => Number(n)) as Cell);

/** The least number that is not there. */
export function least(values: number[]): number {
  let m = 0;
  while (values.includes(m)) m++;
  return m;
}

const sorted = (values: number[]) => [...new Set(values)].sort((a, b) => a - b);

export function MexTask({ screen, onDone }: { screen: Mex } & Done) {
  const { game, side, cells } = screen;
  const at = useSignal(0);
  const asked = useAnswer(`${game} ${cells}`, async (signal) => {
    const [values, ...options] = await Promise.all([square(game, side, signal), ...cells.map(async ([x, y]) => reached(await look(`${game}(${x},${y})`, false, signal)))]);
    return { values, options };
  });
  return (
    <Asking
      asked={asked}
      draw={({ values, options }) => (
        <>
          <Values values={values} hidden={cells.slice(at.value)} now={cells[at.value]} options={options[at.value] ?? []} label={t("A board of numbers")} />
          <Fill<number>
            count={cells.length}
            at={at.value}
            onAnswer={(n) => {
              at.value = n;
              if (n >= cells.length) onDone();
            }}
            enough={4}
            question={(i) => {
              const has = options[i]!.map(([x, y]) => values[y]![x]!);
              const right = least(has);
              return {
                ask:
                  has.length === 0
                    ? t("From the cell with the question mark there is no move. Which number is the least that no move reaches?")
                    : t("From the cell with the question mark a move reaches {numbers}. Which is the least number that is missing?", { numbers: list(sorted(has)) }),
                answers: [0, 1, 2, 3, 4].map((v) => ({ value: v, key: String(v), label: v })),
                right,
                explain: (given) =>
                  has.includes(given) ? t("{given} is not missing: a move reaches a cell with {given}.", { given }) : t("{given} is missing, but a smaller number is missing too.", { given }),
              };
            }}
          />
        </>
      )}
    />
  );
}

/** Sets of numbers, and the least that is missing in each. */
export function SetTask({ screen, onDone }: { screen: MexSets } & Done) {
  const at = useSignal(0);
  const { sets } = screen;
  const set = sets[Math.min(at.value, sets.length - 1)]!;
  return (
    <>
      <p class="lesson-set" aria-label={list(set)}>
        {set.map((n) => (
          <span key={n}>{n}</span>
        ))}
      </p>
      <Fill<number>
        count={sets.length}
        at={at.value}
        enough={sets.length}
        onAnswer={(n) => {
          at.value = n;
          if (n >= sets.length) onDone();
        }}
        question={() => ({
          ask: t("Which of 0, 1, 2, 3 … is the least that is missing here?"),
          answers: [0, 1, 2, 3, 4, 5].map((v) => ({ value: v, key: String(v), label: v })),
          right: least(set),
          explain: (given) => (set.includes(given) ? t("{given} is there.", { given }) : t("{given} is missing, but a smaller number is missing too.", { given })),
        })}
      />
    </>
  );
}

/** Two boards of numbers: the learner puts both pieces where the numbers are equal. */
export function TwoTask({ screen, onDone }: { screen: Two } & Done) {
  const { side, pieces } = screen;
  const cells = useSignal(pieces.map((p) => p.cell));
  const asked = useAnswer(`${side} ${pieces.map((p) => p.game)}`, (signal) => Promise.all(pieces.map(({ game }) => square(game, side, signal))));
  const numbers = asked.answer?.map((table, i) => table[cells.value[i]![1]]![cells.value[i]![0]]!) ?? [];
  const corner = cells.value.every(([x, y]) => x + y === 0);
  const equal = numbers.length > 0 && rest(numbers) === 0;
  const found = equal && !corner;
  useEffect(() => {
    if (found) onDone();
  }, [found]);
  return (
    <Asking
      asked={asked}
      draw={(tables) => (
        <>
          <div class="twoboards">
            {tables.map((table, i) => (
              <div key={i}>
                <p class="twoboards-name">{pieces[i]!.name}</p>
                <Values values={table} now={cells.value[i]} label={pieces[i]!.name} onChoose={(c) => (cells.value = cells.value.map((old, j) => (j === i ? c : old)))} />
              </div>
            ))}
          </div>
          <Cards rows={numbers.map((value, i) => ({ name: pieces[i]!.name, value }))} />
          <p class="lesson-verdict" role="status" data-sum={rest(numbers)}>
            {equal ? <b class="lose">▼ {t("Lost for the one whose turn it is.")}</b> : <b class="win">▲ {t("Won for the one whose turn it is.")}</b>}
          </p>
        </>
      )}
    />
  );
}

/** The learner finds all lost cells of a board. */
export function HuntTask({ screen, onDone }: { screen: Hunt } & Done) {
  const { game, side } = screen;
  const found = useSignal<ReadonlySet<string>>(new Set());
  const won = useSignal<ReadonlySet<string>>(new Set());
  const now = useSignal<Cell | undefined>(undefined);
  const words = useSignal("");
  const asked = useAnswer(`${game} ${side}`, async (signal) => (await api.values({ game: `${game}(_,_)`, size: `${side}x${side}`, of: "outcomes" }, signal)).values as string[][]);
  const choose = async ([x, y]: Cell, lost: number) => {
    const key = `${x},${y}`;
    now.value = [x, y];
    if (asked.answer![y]![x] === "P") {
      found.value = new Set(found.value).add(key);
      words.value = t("Right. {n} of {all} are found.", { n: found.value.size, all: lost });
      if (found.value.size === lost) onDone();
      return;
    }
    try {
      const state = await look(`${game}(${key})`, false);
      const move = winning(state);
      won.value = new Set(won.value).add(key);
      words.value = move ? t("Not lost. From there this move wins: {move}.", { move: said(move.words) }) : "";
    } catch (err) {
      words.value = said((err as Error).message);
    }
  };
  return (
    <Asking
      asked={asked}
      draw={(table) => {
        const lost = table.flat().filter((v) => v === "P").length;
        const marks = table.map((row, y) => row.map((_, x) => (found.value.has(`${x},${y}`) ? "▼" : won.value.has(`${x},${y}`) ? "▲" : null)));
        return (
          <div data-found={found.value.size} data-lost={lost}>
            <Values values={marks} now={now.value} onChoose={(c) => void choose(c, lost)} label={t("A board of cells to touch")} />
            <p class="lesson-verdict" role="status">
              {words.value || t("Touch a cell. {n} lost cell is hidden here.|Touch a cell. {n} lost cells are hidden here.", { n: lost })}
            </p>
          </div>
        );
      }}
    />
  );
}

/** A sequence of nim-values in rows of a length that the learner chooses. */
export function RowsTask({ screen, onDone }: { screen: Rows } & Done) {
  const { game, last, from, to, start } = screen;
  const width = useSignal(start);
  const asked = useAnswer(`${game} ${last}`, async (signal) => {
    const [table, period] = await Promise.all([api.values({ game, n: last }, signal), api.period({ game }, signal)]);
    return { values: table.values as number[], p: Number(period.period), q: Number(period.preperiod) };
  });
  const fits = asked.answer !== null && width.value % asked.answer.p === 0;
  useEffect(() => {
    if (fits) onDone();
  }, [fits]);
  return (
    <Asking
      asked={asked}
      draw={({ values, p, q }) => {
        const top = Math.max(...values, 1);
        const rows: number[][] = [];
        for (let n = 0; n < values.length; n += width.value) rows.push(values.slice(n, n + width.value));
        const odd = (n: number) => fits && n < q && values[n] !== values[q + ((((n - q) % p) + p) % p)];
        const exceptions = values.filter((_, n) => odd(n)).length;
        return (
          <>
            <label class="lesson-slider">
              <span>{t("Rows of {n}", { n: width.value })}</span>
              <input type="range" min={from} max={to} value={width.value} data-width={width.value} onInput={(e) => (width.value = Number(e.currentTarget.value))} />
            </label>
            <table class={fits ? "lesson-repeat fits" : "lesson-repeat"} data-fits={fits} aria-label={t("The numbers of the heaps 0, 1, 2 …, in rows")}>
              <tbody>
                {rows.map((row, i) => (
                  <tr key={i}>
                    <th scope="row">{i * width.value}</th>
                    {row.map((v, j) => (
                      <td key={j} data-index={i * width.value + j} class={[v === 0 ? "zero" : "", odd(i * width.value + j) ? "exception" : ""].join(" ")} style={v === 0 ? undefined : { "--shade": `${Math.round((100 * v) / top)}%` }}>
                        {v}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="lesson-verdict" role="status">
              {!fits
                ? t("The columns do not agree yet.")
                : q === 0
                  ? t("In every column all numbers are equal. They repeat after {p}.", { p })
                  : t("From {q} on, all numbers in a column are equal. They repeat after {p}; before {q} there are {exceptions} exceptions, with a frame.", { q, p, exceptions })}
            </p>
          </>
        );
      }}
    />
  );
}

