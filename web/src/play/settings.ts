// Choices that stay as they were set, in this browser.
import { signal } from "@preact/signals";
import type { Level } from "../api";
import { t } from "../words";

function kept<T extends string>(name: string, values: readonly T[], otherwise: T) {
  let value = otherwise;
  try {
    value = values.find((v) => v === localStorage.getItem(name)) ?? otherwise;
  } catch {
    // Storage may be forbidden.
  }
  const s = signal(value);
  return {
    get value() {
      return s.value;
    },
    set(v: T) {
      s.value = v;
      try {
        localStorage.setItem(name, v);
      } catch {
        // It then holds until the page is closed.
      }
    },
  };
}

const switched = kept("hints", ["0", "1"], "0");

/** Whether the boards show what each move leads to. */
export const hints = {
  get value() {
    return switched.value === "1";
  },
  set(on: boolean) {
    switched.set(on ? "1" : "0");
  },
};

/** The levels of the opponent, from the first to the last. */
export const levels: readonly Level[] = ["gentle", "beginner", "good", "perfect"];

// The levels that the visitor has reached, by the games of a position.
const reached = signal<Record<string, string>>({});
try {
  reached.value = { ...JSON.parse(localStorage.getItem("levels") ?? "{}") };
} catch {
  // Nothing is kept, or storage is forbidden.
}
const gamesOf = (position: string) => [...new Set(position.match(/[a-z][\w-]*(?=[[(])/gi))].sort().join("+");
const latest = kept("level", levels, "gentle");

/** The level that the visitor has reached: each game begins with the first one. */
export const level = {
  of: (position: string): Level => levels.find((l) => l === reached.value[gamesOf(position)]) ?? "gentle",
  /** The latest one, of any game. */
  get value() {
    return latest.value;
  },
  set(position: string, to: Level) {
    latest.set(to);
    reached.value = { ...reached.value, [gamesOf(position)]: to };
    try {
      localStorage.setItem("levels", JSON.stringify(reached.value));
    } catch {
      // It then holds until the page is closed.
    }
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
