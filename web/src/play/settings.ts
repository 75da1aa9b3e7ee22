// Choices that stay as they were set, in this browser.
import type { Level } from "../api";
import { kept } from "../kept";
import { t } from "../words";

/** Whether the boards show what each move leads to. */
export const hints = kept(
  "hints",
  false,
  (text) => text === "1",
  (on) => (on ? "1" : "0"),
);

/** The levels of the opponent, from the first to the last. */
export const levels: readonly Level[] = ["gentle", "beginner", "good", "perfect"];

const asLevel = (text?: string) => levels.find((l) => l === text);
const gamesOf = (position: string) => [...new Set(position.match(/[a-z][\w-]*(?=[[(])/gi))].sort().join("+");
const latest = kept<Level>("level", "gentle", asLevel);
// The levels that the visitor has reached, by the games of a position.
const reached = kept<Record<string, string>>("levels", {}, (text) => ({ ...JSON.parse(text) }), JSON.stringify);

/** The level that the visitor has reached: each game begins with the first one. */
export const level = {
  of: (position: string): Level => asLevel(reached.value[gamesOf(position)]) ?? "gentle",
  /** The latest one, of any game. */
  get value() {
    return latest.value;
  },
  set(position: string, to: Level) {
    latest.set(to);
    reached.set({ ...reached.value, [gamesOf(position)]: to });
  },
};

/** above is the level after one that was beaten. */
export const above = (l: Level): Level => levels[Math.min(levels.indexOf(l) + 1, levels.length - 1)]!;

export function levelWords(l: Level): string {
  switch (l) {
    case "gentle":
      return t("Level 1: the opponent is new to this");
    case "beginner":
      return t("Level 2: the opponent often guesses");
    case "good":
      return t("Level 3: the opponent errs now and then");
    default:
      return t("Level 4: the opponent never errs");
  }
}

/** The kinds of sums, and where one moves in them. */
export const compounds = (): readonly (readonly [kind: string, name: string])[] => [
  ["disjunctive", t("in one of the games")],
  ["conjunctive", t("in all of the games")],
  ["continued-conjunctive", t("in all that are not over")],
  ["selective", t("in one or more of them")],
  ["shortened-selective", t("in one or more, until one game is over")],
  ["diminished-disjunctive", t("in one, until one game is over")],
  ["proper-selective", t("in one or more, but not in all")],
  ["moore:2", t("in one or two")],
];

export function compoundName(kind: string): string {
  const known = compounds().find(([k]) => k === kind);
  if (known) return known[1];
  return kind.startsWith("moore:") ? t("move in at most {most}", { most: kind.slice(6) }) : kind;
}
