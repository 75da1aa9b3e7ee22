// A lesson is a list of screens, and a screen is of one of a few kinds. What is won and lost,
// and what a wrong answer misses, comes from the engine.
import type { ComponentChildren } from "preact";
import type { Played } from "../api";
import type { Family, Rng } from "./draw";
import type { Writing } from "./written";
import { t } from "../words";

export type Words = ComponentChildren;
export type Cell = [x: number, y: number];

interface Base extends Writing {
  /** What the screen asks. */
  title: string;
  /** Paragraphs that stand beside what is to be touched. */
  says: Words[];
  /** What the parts of a sum are called. */
  parts?: string[];
  /** What is said when it is done: the name of what has been seen, or why it is so. */
  after?: Words[];
}

/** A picture of the numbers of a position, which helps to see why it is won or lost. */
export type Aid = (state: Played) => Words;

/** A match against the perfect opponent. */
export interface Play extends Base {
  kind: "play";
  position: string;
  misere?: boolean;
  /** Who begins: you, unless it says otherwise. */
  opponent?: boolean;
  /** A move that throws the win away is explained, and taken back. */
  guided?: boolean;
  aid?: Aid;
  /** Said after the second mistake. */
  explain?: Words;
}

/** A question with a few answers, each of which says why it is wrong. */
export interface Choice extends Base {
  kind: "choice";
  answers: { says: string; wrong?: Words }[];
  /** A board that is looked at. */
  position?: string;
}

export interface Strip extends Base {
  kind: "strip";
  game: string;
  last: number;
  misere?: boolean;
  /** After so many cells the rest may be filled in at once. */
  enough: number;
}

export interface CardScreen extends Base {
  /** build: lay a number. pairs: find the cards without a partner. balance: change one heap. */
  kind: "build" | "pairs" | "balance";
  heaps: number[];
}

export interface Mex extends Base {
  kind: "mex";
  game: string;
  side: number;
  cells: Cell[];
}

export interface MexSets extends Base {
  kind: "sets";
  sets: number[][];
}

export interface Two extends Base {
  kind: "two";
  side: number;
  pieces: { game: string; name: string; cell: Cell }[];
}

/** Find all lost cells of a board, from the corner outward. */
export interface Hunt extends Base {
  kind: "hunt";
  game: string;
  side: number;
}

export interface Rows extends Base {
  kind: "rows";
  game: string;
  last: number;
  from: number;
  to: number;
  start: number;
}

/** The task is to win a position from the start. */
export interface Win extends Base {
  kind: "win";
  family: Family;
  aid?: Aid;
  /** Says the rules of what was drawn, where they differ. */
  rules?: (position: string) => Words;
  explain: Words;
}

/** The task is to say who wins. */
export interface Who extends Base {
  kind: "who";
  family: Family;
  /** Nobody has a choice: only the number of turns counts. */
  counted?: boolean;
  aid?: Aid;
  rules?: (position: string) => Words;
  explain: Words;
}

/** What is known of a task whose answer is a number. */
export interface Asked {
  question: Words;
  /** What is looked at. */
  shows?: Words;
  /** The right answers; mostly there is one. */
  right: number[];
  wrong: (given: number) => Words | Promise<Words>;
}

/** The task is to find a number. */
export interface Numeric extends Base {
  kind: "number";
  ask: (r: Rng, signal: AbortSignal) => Promise<Asked>;
  /** The answers that there are; a field to write in if it is left out. */
  answers?: number[];
  explain: Words;
}

/** Build a position that the opponent, who begins, loses. */
export interface Make extends Base {
  kind: "make";
  /** The position, with `_` for each number. */
  game: string;
  /** What each number is called. */
  names: string[];
  start: number[];
  from: number;
  to: number;
  misere?: boolean;
  /** No number is larger than the one before it: the others go along. */
  descending?: boolean;
  /** Says what is still missing before it can be judged. */
  wants?: (numbers: number[]) => Words | null;
  explain: Words;
}

export type Screen = Play | Choice | Strip | CardScreen | Mex | MexSets | Two | Hunt | Rows | Win | Who | Numeric | Make;

/** The screens that count toward a lesson are its last four: three tasks, and one that the learner makes. */
export const counting = (screens: Screen[]) => screens.slice(-4);

export interface Lesson {
  /** In the address. */
  name: string;
  title: () => string;
  says: () => string;
  load: () => Promise<{ default: () => Screen[] }>;
}

/** The path, in order. */
export const lessons: Lesson[] = [
  { name: "start", title: () => t("Who starts?"), says: () => t("Three small heaps, and a match that you lose. Then one that you win."), load: () => import("./lessons/start") },
  { name: "copy", title: () => t("Copy your opponent"), says: () => t("Two equal halves, and an answer to everything."), load: () => import("./lessons/copy") },
  { name: "strip", title: () => t("Won and lost"), says: () => t("Begin at the end, and walk back one step at a time."), load: () => import("./lessons/strip") },
  { name: "cards", title: () => t("Cards of 1, 2, 4 and 8"), says: () => t("Partners cancel. What is left over tells you the move."), load: () => import("./lessons/cards") },
  { name: "mex", title: () => t("A number for every cell"), says: () => t("A knight in the corner, and the least number that is missing."), load: () => import("./lessons/mex") },
  { name: "sums", title: () => t("Two games at once"), says: () => t("A knight and a queen play together, as if they were heaps."), load: () => import("./lessons/sums") },
  { name: "wythoff", title: () => t("The queen and the golden ratio"), says: () => t("Her lost cells lie close to two lines. One number tells where."), load: () => import("./lessons/wythoff") },
  { name: "chomp", title: () => t("Stealing a strategy"), says: () => t("A proof that you can win, although it does not say how."), load: () => import("./lessons/chomp") },
  { name: "stairs", title: () => t("Staircases and trees"), says: () => t("Coins go down step by step. Only every second step matters."), load: () => import("./lessons/stairs") },
  { name: "misere", title: () => t("Whoever moves last loses"), says: () => t("The same heaps with the goal turned round."), load: () => import("./lessons/misere") },
  { name: "periods", title: () => t("Numbers that repeat"), says: () => t("Know a few heaps, and you know them all."), load: () => import("./lessons/periods") },
  { name: "pattern", title: () => t("Find a pattern, then prove it"), says: () => t("A rule can fit ten times and still be wrong."), load: () => import("./lessons/pattern") },
];

// Lessons once had numbers for names. Their links lead to the lesson about the same thing.
const numbered = ["start", "strip", "cards", "mex", "sums", "stairs", "misere", "periods"];

/** named finds a lesson by its name, or by the number that it once had. */
export const named = (name: string): Lesson | undefined => lessons.find((l) => l.name === name || l.name === numbered[+name - 1]);
