// Numbers laid from cards of 1, 2, 4, 8 …, one row below the other. Two equal cards are
// partners; below the line stand the cards that have none.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../words";
import type { CardScreen } from "./lesson";

export interface Row {
  name: string;
  value: number;
}

/** What is left of numbers when equal cards cancel. */
export const rest = (values: number[]) => values.reduce((a, b) => a ^ b, 0);

interface Props {
  rows: Row[];
  /** The largest card; as large as is needed if it is left out. */
  most?: number;
  /** Called with the row and the card that is touched; the row below the line is the last. */
  onTouch?: ((row: number, card: number) => void) | undefined;
  /** The rows that can be touched. */
  touch?: "rows" | "rest" | undefined;
  /** What the learner has put below the line, where that is what is asked. */
  guess?: number | undefined;
  /** Without the row below the line. */
  alone?: boolean;
}

export function Cards({ rows, most = 4, onTouch, touch, guess, alone = false }: Props) {
  const left = guess ?? rest(rows.map((r) => r.value));
  const top = Math.max(most, ...rows.map((r) => r.value));
  const cards: number[] = [];
  for (let c = 1; c <= top; c *= 2) cards.unshift(c);
  const shows = (value: number, card: number) => (value & card) !== 0;
  const cell = (row: number, name: string, value: number, card: number, classes: string) => {
    const on = shows(value, card);
    const look = `lesson-card ${on ? "on" : ""} ${classes}`;
    return (
      <td key={card}>
        {onTouch && touch === (row < rows.length ? "rows" : "rest") ? (
          <button type="button" class={look} aria-pressed={on} aria-label={t("{name}: card {card}", { name, card })} data-card={`${row}-${card}`} onClick={() => onTouch(row, card)}>
            {card}
          </button>
        ) : (
          <span class={look}>{on ? card : <span class="visually-hidden">{t("none")}</span>}</span>
        )}
      </td>
    );
  };
  // A card below the line belongs to a column with an odd number of cards.
  const lonely = (card: number) => guess === undefined && !alone && rows.length > 1 && shows(left, card);
  return (
    <table class="lesson-cards" data-rest={left}>
      <tbody>
        {rows.map((r, i) => (
          <tr key={i}>
            <th scope="row">{r.name}</th>
            {cards.map((c) => cell(i, r.name, r.value, c, lonely(c) ? "lonely" : ""))}
            <td class="number">{r.value}</td>
          </tr>
        ))}
      </tbody>
      {!alone && (
        <tfoot>
          <tr>
            <th scope="row">{t("without a partner")}</th>
            {cards.map((c) => cell(rows.length, t("without a partner"), left, c, "lonely"))}
            <td class="number">{left}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** The screens on which cards are laid. */
export function CardTask({ screen, onDone }: { screen: CardScreen; onDone: () => void }) {
  const { kind, heaps } = screen;
  const now = useSignal(kind === "balance" ? heaps : heaps.map(() => 0));
  const guess = useSignal(0);
  const asked = useSignal(false);
  const heap = (i: number) => t("heap {i}", { i: i + 1 });
  const verdict = kind === "build" ? built(heaps, now.value) : kind === "pairs" ? paired(heaps, guess.value) : balanced(heaps, now.value);
  const right = verdict === null && (kind !== "pairs" || asked.value);
  useEffect(() => {
    if (right) onDone();
  }, [right]);
  const flip = (row: number, card: number) => {
    asked.value = false;
    if (row === heaps.length) guess.value ^= card;
    else now.value = now.value.map((v, i) => (i === row ? v ^ card : v));
  };
  const values = kind === "pairs" ? heaps : now.value;
  const rows = values.map((value, i) => ({ name: kind === "build" ? t("make {n}", { n: heaps[i]! }) : heap(i), value }));
  return (
    <div data-cards={kind} data-right={right}>
      <Cards
        rows={rows}
        most={Math.max(4, ...heaps)}
        onTouch={flip}
        touch={kind === "pairs" ? "rest" : "rows"}
        guess={kind === "pairs" ? guess.value : undefined}
        alone={kind === "build"}
      />
      {kind === "pairs" && (
        <div class="buttons">
          <button type="button" class="button primary" data-action="check" onClick={() => (asked.value = true)}>
            {t("Check")}
          </button>
        </div>
      )}
      <p class={right ? "lesson-verdict win" : "lesson-verdict"} role="status">
        {right ? `▲ ${t("Right.")}` : kind !== "pairs" || asked.value ? verdict : ""}
      </p>
    </div>
  );
}

// Each of these says what is wrong, or null where nothing is.
function built(want: number[], have: number[]): string | null {
  const i = want.findIndex((n, j) => have[j] !== n);
  if (i < 0) return null;
  const n = want[i]!, is = have[i]!;
  if (is === 0) return t("Touch the cards that make {n}.", { n });
  return is < n ? t("These cards make {is}. {more} more is missing.", { is, more: n - is }) : t("These cards make {is}. That is {more} too many.", { is, more: is - n });
}

function paired(heaps: number[], guess: number): string | null {
  const wrong = rest(heaps) ^ guess;
  if (wrong === 0) return null;
  const card = 2 ** Math.floor(Math.log2(wrong));
  const n = heaps.filter((h) => h & card).length;
  return n % 2 === 1 ? t("The card {card} is there {n} time: one is left over.|The card {card} is there {n} times: one is left over.", { card, n }) : t("The card {card} is there {n} time: none is left over.|The card {card} is there {n} times: none is left over.", { card, n });
}

function balanced(heaps: number[], now: number[]): string | null {
  const changed = heaps.flatMap((h, i) => (now[i] === h ? [] : [i]));
  if (changed.length === 0) return t("Change the cards of one heap.");
  if (changed.length > 1) return t("You changed two heaps. A move changes only one.");
  const was = heaps[changed[0]!]!, is = now[changed[0]!]!;
  if (is > was) return t("The heap grew from {was} to {is}. A move takes stones away.", { was, is });
  return rest(now) === 0 ? null : t("The heap shrinks from {was} to {is}. That is a move, but some card still has no partner.", { was, is });
}
