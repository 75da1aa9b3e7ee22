// Pictures of numbers that stand below a board, and questions about numbers.
import { api, type Played } from "../api";
import { number, said, t } from "../words";
import { Cards } from "./Cards";
import { look, winning } from "./engine";
import { least, Values } from "./figures";
import type { Rng } from "./draw";
import type { Asked, Cell } from "./lesson";

/** The heaps on the board, laid from cards. */
export const heapCards = (state: Played) => (
  <Cards
    rows={state.scenes
      .flatMap((s) => s.scene.elements ?? [])
      .filter((e) => e.role === "heap")
      .map((e, i) => ({ name: t("heap {i}", { i: i + 1 }), value: Number(e.count ?? 0) }))}
  />
);

/** The coins an odd number of steps from the ground, or from the root, laid from cards. */
export const oddCards = (named: (i: string) => string) => (state: Played) => {
  const elements = state.scenes[0]?.scene.elements ?? [];
  const parent = new Map(elements.flatMap((e) => (e.role === "edge" && e.ends ? [[e.ends[0], e.ends[1]] as const] : [])));
  const depth = (id: string): number => (parent.has(id) ? 1 + depth(parent.get(id)!) : 0);
  return <Cards rows={elements.filter((e) => e.role === "node" && depth(e.id) % 2 === 1).map((e) => ({ name: named(e.text ?? ""), value: Number(e.count ?? 0) }))} />;
};

/** Numbers below the heaps that they belong to. */
function Sequence({ from = 0, values, label }: { from?: number; values: (string | number)[]; label: string }) {
  return (
    <ol class="winlose" aria-label={label}>
      {values.map((v, i) => (
        <li key={i}>
          <span class="cell-number">{from + i}</span>
          <span class={`cell-mark ${v === "P" ? "lose" : v === "N" ? "win" : ""}`}>{v === "P" ? "▼" : v === "N" ? "▲" : v}</span>
        </li>
      ))}
    </ol>
  );
}

/** Which number has a cell that is drawn? */
export const askCell = (game: string, from: number, to: number, side: number) => async (r: Rng, signal: AbortSignal): Promise<Asked> => {
  const cell: Cell = [r.between(from, to), r.between(from, to)];
  const [table, state] = await Promise.all([api.values({ game, size: `${side}x${side}` }, signal), look(`${game}(${cell})`, false, signal)]);
  const values = table.values as number[][];
  const options = state.moves.map((m) => (m.changes?.[0]?.after?.at ?? []).map((n) => Number(n)) as Cell);
  const has = options.map(([x, y]) => values[y]![x]!);
  const right = values[cell[1]]![cell[0]]!;
  return {
    question: t("Which number belongs to the cell with the question mark?"),
    shows: <Values values={values} hidden={[cell]} now={cell} options={options} label={t("A board of numbers")} />,
    right: [right],
    wrong: (given) =>
      has.includes(given) ? t("A move already reaches a cell with {given}. The number must be one that no move reaches.", { given }) : t("No move reaches {given}, but no move reaches {least} either, and that is smaller.", { given, least: least(has) }),
  };
};

/** In which column of her row is the queen lost? */
export const askColumn = (from: number, to: number) => async (r: Rng, signal: AbortSignal): Promise<Asked> => {
  const row = r.between(from, to);
  const { values = [] } = await api.values({ game: `queen(_,${row})`, of: "outcomes", from: 0, n: 3 * to }, signal);
  return {
    question: t("The queen stands in row {row}. In which column is she lost?", { row }),
    right: [values.findIndex((v) => v === "P")],
    wrong: async (given) => {
      const move = winning(await look(`queen(${given},${row})`, false));
      return move ? t("No. From column {given} this move wins: {move}.", { given: number(given), move: said(move.words) }) : t("No.");
    },
  };
};

/** After how many heaps do the numbers repeat? */
export const askPeriod = (games: string[], last: number) => async (r: Rng, signal: AbortSignal): Promise<Asked> => {
  const game = r.pick(games);
  const [table, period] = await Promise.all([api.values({ game, n: last }, signal), api.period({ game }, signal)]);
  const values = table.values as number[];
  const p = Number(period.period);
  return {
    question: t("After how many heaps does it begin again?"),
    shows: (
      <>
        <p class="lesson-rules">{takes(game)}</p>
        <Sequence values={values} label={t("The numbers of the heaps")} />
      </>
    ),
    right: [p],
    wrong: (given) => {
      if (given > 0 && given % p === 0) return t("It does repeat after {given}, but it also repeats sooner.", { given: number(given) });
      const n = values.findIndex((v, i) => given > 0 && i + given < values.length && values[i + given] !== v);
      return n < 0
        ? t("Look for the place where all numbers come again from the beginning.")
        : t("Then heap {m} would have the number of heap {n}. But heap {n} has {is}, and heap {m} has {other}.", { n, m: n + given, is: values[n]!, other: values[n + given]! });
    },
  };
};

/** Which number has a heap that is far out? */
export const askFar = (game: string, from: number, to: number) => async (r: Rng, signal: AbortSignal): Promise<Asked> => {
  const n = r.between(from, to);
  const [table, first, period] = await Promise.all([api.values({ game, from: n, n }, signal), api.values({ game, n: 13 }, signal), api.period({ game }, signal)]);
  const p = Number(period.period);
  return {
    question: t("Which number does a heap of {n} have?", { n }),
    shows: (
      <>
        <p class="lesson-rules">{takes(game)}</p>
        <Sequence values={first.values as number[]} label={t("The numbers of the heaps")} />
      </>
    ),
    right: [(table.values as number[])[0]!],
    wrong: () => t("Take {p} away from {n} as often as you can: {m} is left. So it has the number of a heap of {m}.", { p, n, m: n % p }),
  };
};

/** The next heap that is lost, after those that are seen. */
export const askNext = (games: string[]) => async (r: Rng, signal: AbortSignal): Promise<Asked> => {
  const game = r.pick(games);
  const { values = [] } = await api.values({ game, of: "outcomes", from: 0, n: 60 }, signal);
  const lost = values.flatMap((v, n) => (v === "P" ? [n] : []));
  const at = r.between(4, 5);
  const right = lost[at]!;
  return {
    question: t("Which is the next heap that is lost?"),
    shows: (
      <>
        <p class="lesson-rules">{takes(game)}</p>
        <Sequence values={values.slice(0, lost[at - 1]! + 2) as string[]} label={t("Won and lost heaps")} />
      </>
    ),
    right: [right],
    wrong: async (given) => {
      if (given <= lost[at - 1]!) return t("You see that heap already. Which one comes next?");
      if (values[given] === "P") return t("A heap of {given} is lost, but it is not the next one.", { given: number(given) });
      const move = winning(await look(`${game}(${given})`, false));
      return move ? t("A heap of {given} is won. This move wins: {move}.", { given: number(given), move: said(move.words) }) : t("No.");
    },
  };
};

/** What somebody claims about the heaps that are lost. */
interface Claim {
  game: string;
  says: string;
  rules: string;
  holds: (n: number) => boolean;
}

/** Find a heap that shows a claim to be wrong. */
export const askCounterexample = (claims: Claim[], last: number) => async (r: Rng, signal: AbortSignal): Promise<Asked> => {
  const { game, says, rules, holds } = r.pick(claims);
  const { values = [] } = await api.values({ game, of: "outcomes", from: 0, n: last }, signal);
  const right = values.flatMap((v, n) => ((v === "P") !== holds(n) ? [n] : []));
  const seen = Math.min(12, right[0]!);
  return {
    question: t("Somebody says: “{claim}” Find a heap of at most {last} that shows that this is wrong.", { claim: says, last }),
    shows: (
      <>
        <p class="lesson-rules">{rules}</p>
        <Sequence values={values.slice(0, seen) as string[]} label={t("Won and lost heaps")} />
      </>
    ),
    right,
    wrong: (given) =>
      given > last
        ? t("Take a heap of at most {last}.", { last })
        : values[given] === "P"
          ? t("A heap of {given} is lost, just as was said. It shows nothing.", { given })
          : t("A heap of {given} is won, just as was said. It shows nothing.", { given }),
  };
};

/** takes says the rules of a subtraction game: which numbers a move takes. */
export function takes(position: string): string {
  const numbers = /\[([\d,]+)\]/.exec(position)?.[1]?.split(",") ?? [];
  return t("A move takes {some} or {last} stones.", { some: numbers.slice(0, -1).join(", "), last: numbers.at(-1) ?? "" });
}

