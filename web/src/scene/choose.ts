// How clicks on a board become a move. A move has tokens: the things on the board that a
// player may click for it. Each click keeps the moves that have the clicked token; the
// move is made when one is left. Nothing here knows a game: tokens come from what the
// moves change in the scenes.
//
// Tokens of a component have its number before them, then the path of the part, then
//
//	heap-2#3    a stone, counted from 0, of a heap, or a coin of a node: it and those above it go
//	heap-2|3    the gap before that stone, where the heap is divided
//	@5,3        the place to which a piece goes, or of a coin
//	cell-4      any other element
import type { SceneChange, LeadsTo, PlayedMove, PlayedStep, Scene } from "../api";
import { said, t } from "../words";

export type BoardMove = Pick<PlayedMove, "move" | "component" | "words" | "to" | "changes" | "steps" | "leads_to" | "remoteness"> & Partial<Pick<PlayedMove, "part_value">>;

export interface Choice {
  move: BoardMove;
  /** The sets of tokens that stand for the move; several where they are mirror images. */
  ways: Set<string>[];
}

export const stepsOf = (m: BoardMove): PlayedStep[] => m.steps ?? [m];

const pathOf = (id: string) => id.slice(0, id.lastIndexOf("/") + 1);

// dividing says whether a change of a loose heap may come with new heaps.
const isNewHeap = (c: SceneChange) => c.change === "comes" && c.after?.role === "heap";
const count = (e: SceneChange["before"]) => Number(e?.count ?? 0);

function looseAt(scene: Scene, path: string): boolean {
  for (const name of path.split("/").slice(0, -1)) {
    const part = scene.parts?.find((p) => p.name === name);
    if (!part) return false;
    scene = part;
  }
  return scene.loose === true;
}

// waysOfHeaps: a heap of n stones that is divided is a row of stones, some of which go.
function waysOfDivision(id: string, n: number, parts: number[]): string[][] {
  parts = parts.filter((p) => p > 0);
  const gone = n - parts.reduce((a, b) => a + b, 0);
  if (gone < 0) return [[id]];
  const lay = (parts: number[]): string[] => {
    const tokens: string[] = [];
    let at = 0;
    parts.forEach((p, i) => {
      at += p;
      if (i === 0 && gone > 0) {
        tokens.push(`${id}#${at}`, `${id}#${at + gone - 1}`);
        at += gone;
      } else if (at < n) tokens.push(`${id}|${at}`);
    });
    if (parts.length === 0) tokens.push(`${id}#0`, `${id}#${n - 1}`);
    return tokens;
  };
  const ways = [lay(parts), lay([...parts].reverse())];
  // Of one part that is left, the stones may also go from the beginning.
  if (parts.length === 1 && gone > 0) ways.push([`${id}#0`, `${id}#${gone - 1}`]);
  return ways;
}

function waysOfStep(scene: Scene, step: PlayedStep, divides: boolean): string[][] {
  let ways: string[][] = [[]];
  const and = (...alternatives: string[][]) => {
    ways = ways.flatMap((w) => alternatives.map((a) => [...w, ...a]));
  };
  const changes = step.changes ?? [];
  const shrinking = changes.filter((c) => c.before?.role === "heap" && count(c.after) < count(c.before));
  // What hangs in the air falls with its nodes; elsewhere edges go with the nodes.
  const edges = scene.kind === "hackenbush" || !changes.some((c) => c.before?.role === "node");
  const slide = changes.some((c) => c.change !== "moves");
  for (const c of changes) {
    const e = c.before ?? c.after!;
    const path = pathOf(c.id);
    switch (e.role) {
      case "heap":
        if (divides && looseAt(scene, path)) {
          if (isNewHeap(c)) continue;
          if (shrinking.length === 1 && shrinking[0] === c) {
            and(...waysOfDivision(c.id, count(c.before), [count(c.after), ...changes.filter((x) => isNewHeap(x) && pathOf(x.id) === path).map((x) => count(x.after))]));
            continue;
          }
        }
        if (c.before && count(c.after) < count(c.before)) and([`${c.id}#${c.after?.count ?? 0}`]);
        else if (c.change !== "comes") and([c.id]);
        continue;
      case "node":
        if (scene.kind === "hackenbush") continue;
        if (c.before && c.after && count(c.after) < count(c.before)) and([`${c.id}#${c.after.count ?? 0}`]);
        else and([c.id]);
        continue;
      case "piece":
        if (c.after?.on !== undefined) and([path + c.after.on]);
        else if (c.after?.at) and([c.id, `${path}@${c.after.at.join(",")}`]);
        else and([c.id]);
        continue;
      case "edge":
        if (c.change === "goes" && edges) and([c.id]);
        continue;
      case "coin":
        for (const at of new Set([c.before?.at, c.after?.at].filter((a) => a !== undefined).map((a) => a.join(",")))) and([`${path}@${at}`]);
        continue;
      case "cell":
      case "number":
        if (c.change === "moves" && slide) continue; // the row closes up
        and([c.id]);
        continue;
      default:
        and([c.id]);
    }
  }
  return ways;
}

// oneWay says whether all that the move touches goes, or becomes the same thing: such a
// move may contain others, as when a branch falls with what hangs on it.
function oneWay(step: PlayedStep): boolean {
  const kinds = new Set((step.changes ?? []).map((c) => (c.change === "goes" ? "goes" : `${c.change} ${c.after?.text}`)));
  return kinds.size === 1;
}

// reduce leaves each move the element that begins it, if that tells all moves apart: what
// is in no smaller move.
function reduce(choices: Choice[]): void {
  if (choices.length > 400 || !choices.every((c) => c.ways.length === 1 && stepsOf(c.move).length === 1)) return;
  const sets = choices.map((c) => c.ways[0]!);
  const contains = (a: Set<string>, b: Set<string>) => b.size < a.size && [...b].every((t) => a.has(t));
  const reduced = sets.map((s) => {
    const rest = new Set(s);
    for (const smaller of sets) if (contains(s, smaller)) for (const t of smaller) rest.delete(t);
    return rest;
  });
  const centre = centres(sets);
  if (centre) choices.forEach((c, i) => (c.ways = [new Set([centre[i]!])]));
  else if (reduced.every((r) => r.size === 1) && new Set(reduced.map((r) => [...r][0])).size === reduced.length) {
    choices.forEach((c, i) => (c.ways = [reduced[i]!]));
  }
}

// centres finds the element that each move begins with where moves touch it and what is
// beside it, as when a piece attacks cells: then the centre of one is in the other exactly
// if the centre of the other is in the one. It returns null if that does not settle all.
function centres(sets: readonly Set<string>[]): string[] | null {
  const touching = new Map<string, number>();
  for (const s of sets) for (const t of s) touching.set(t, (touching.get(t) ?? 0) + 1);
  if (touching.size !== sets.length || sets.length > 150) return null;
  const can = sets.map((s) => new Set([...s].filter((t) => touching.get(t) === s.size)));
  for (let again = true; again; ) {
    again = false;
    for (let i = 0; i < sets.length; i++) {
      if (can[i]!.size !== 1) continue;
      const [mine] = can[i]!;
      for (let j = 0; j < sets.length; j++) {
        if (j === i) continue;
        for (const t of can[j]!) {
          if (t !== mine && sets[i]!.has(t) === sets[j]!.has(mine!)) continue;
          can[j]!.delete(t);
          again = true;
        }
        if (can[j]!.size === 0) return null;
      }
    }
  }
  return can.every((c) => c.size === 1) ? can.map((c) => [...c][0]!) : null;
}

/** choicesOf finds the tokens of the moves. */
export function choicesOf(scenes: Map<number, Scene>, moves: readonly BoardMove[]): Choice[] {
  const divides = new Set<number>();
  for (const m of moves) for (const s of stepsOf(m)) if (s.changes?.some(isNewHeap)) divides.add(s.component);
  const choices: Choice[] = moves.map((move) => {
    let ways: string[][] = [[]];
    for (const s of stepsOf(move)) {
      const scene = scenes.get(s.component);
      if (!scene) continue;
      const prefix = `${s.component}:`;
      ways = ways.flatMap((w) => waysOfStep(scene, s, divides.has(s.component)).map((tokens) => [...w, ...tokens.map((t) => prefix + t)]));
      ways = ways.slice(0, 8);
    }
    return { move, ways: ways.map((w) => new Set(w)) };
  });
  for (const component of scenes.keys()) {
    const here = choices.filter((c) => c.move.component === component && !c.move.steps);
    if (here.length > 1 && here.every((c) => oneWay(c.move) && (c.move.changes?.[0]?.before ?? c.move.changes?.[0]?.after)?.role !== "heap")) reduce(here);
  }
  // Of equal heaps without an order, each may be the one that changes: on the board that is
  // one move.
  const seen = new Set<string>();
  return choices.filter((c) => {
    const key = JSON.stringify(stepsOf(c.move).map((s) => [s.component, s.words, s.changes ?? s.to]));
    return !seen.has(key) && seen.add(key);
  });
}

/** matches says whether a click on key is one for the token: on the element, for all that is in it. */
const matches = (token: string, key: string) => token === key || (token.startsWith(key) && /^[#|]/.test(token.slice(key.length)));

const wayHas = (way: Set<string>, key: string) => way.has(key) || (!/[#|@]/.test(key) && [...way].some((t) => matches(t, key)));

/** left returns the choices that all picks are part of. */
export function left(choices: readonly Choice[], picks: ReadonlySet<string>): Choice[] {
  if (picks.size === 0) return [...choices];
  return choices.filter((c) => c.ways.some((w) => [...picks].every((p) => wayHas(w, p))));
}

/** click returns what a click on key does: a move, or the picks from then on. */
export function click(choices: readonly Choice[], picks: ReadonlySet<string>, key: string): { move: BoardMove } | { picks: Set<string> } {
  if (picks.has(key)) {
    // A second click says: this is all. A single stone is both ends of what goes.
    const exact = left(choices, picks).filter((c) => c.ways.some((w) => w.size === picks.size && [...picks].every((p) => w.has(p))));
    if (exact.length === 1) return { move: exact[0]!.move };
    const without = new Set(picks);
    without.delete(key);
    return { picks: without };
  }
  let next = new Set(picks).add(key);
  let rest = left(choices, next);
  if (rest.length === 0) {
    next = new Set([key]);
    rest = left(choices, next);
  }
  if (rest.length === 1) return { move: rest[0]!.move };
  return { picks: rest.length === 0 ? new Set() : next };
}

export interface Look {
  active: boolean;
  picked: boolean;
  /** What the best of the moves leads to, where hints are wanted. */
  leads?: LeadsTo;
  /** Whether another of the moves leads to something worse. */
  mixed?: boolean;
  /** The nim-value that it leaves there, where numbers are wanted and all of its moves leave the same. */
  value?: string;
  words: string;
  /** How many moves a click leaves, and the one that it makes if it is one. */
  count: number;
  move?: string;
}

/** valueText writes a nim-value; infinite ones have no number that fits on a board. */
const valueText = (v: BoardMove["part_value"]): string => (v === null || v === undefined ? "" : typeof v === "object" ? "∞" : String(v));

const rank = { win: 2, draw: 1, lose: 0 };

/** looksOf tells what each token is now. */
export function looksOf(choices: readonly Choice[], picks: ReadonlySet<string>, hints: boolean, numbers = false): Map<string, Look> {
  const by = new Map<string, Choice[]>();
  for (const c of left(choices, picks)) {
    const seen = new Set<string>();
    for (const w of c.ways) {
      if (picks.size > 0 && ![...picks].every((p) => wayHas(w, p))) continue;
      for (const t of w) {
        if (seen.has(t)) continue;
        seen.add(t);
        const list = by.get(t);
        if (list) list.push(c);
        else by.set(t, [c]);
      }
    }
  }
  const looks = new Map<string, Look>();
  for (const [token, list] of by) {
    const look: Look = {
      active: true,
      picked: picks.has(token),
      count: list.length,
      words:
        list.length === 1
          ? said(list[0]!.move.words)
          : t("{n} move: {moves}|{n} moves: {moves}", { n: list.length, moves: list.slice(0, 3).map((c) => said(c.move.words)).join("; ") + (list.length > 3 ? "; …" : "") }),
    };
    if (list.length === 1) look.move = list[0]!.move.move;
    if (hints) {
      const best = list.reduce((a, b) => (rank[b.move.leads_to ?? "lose"] > rank[a.move.leads_to ?? "lose"] ? b : a));
      if (best.move.leads_to) {
        look.leads = best.move.leads_to;
        look.mixed = list.some((c) => c.move.leads_to !== best.move.leads_to);
      }
      const value = valueText(best.move.part_value);
      if (numbers && value !== "" && list.every((c) => valueText(c.move.part_value) === value)) look.value = value;
    }
    looks.set(token, look);
  }
  for (const p of picks) {
    if (!looks.has(p)) looks.set(p, { active: true, picked: true, words: t("chosen"), count: 0 });
  }
  return looks;
}

const mostMarked = 200;

/** marksOf says what a move does to the things on the board: token → goes or comes. */
export function marksOf(move: BoardMove, choice: Choice | undefined, picks: ReadonlySet<string>): Map<string, "goes" | "comes"> {
  const marks = new Map<string, "goes" | "comes">();
  const way = choice?.ways.find((w) => [...picks].every((p) => w.has(p))) ?? choice?.ways[0];
  const ends = new Map<string, number[]>();
  for (const t of way ?? []) {
    const stone = /^(.*)#(\d+)$/.exec(t);
    if (stone) ends.set(stone[1]!, [...(ends.get(stone[1]!) ?? []), Number(stone[2])]);
    else if (t.includes("|") || t.includes("@")) marks.set(t, "comes");
  }
  for (const s of stepsOf(move)) {
    for (const c of s.changes ?? []) {
      const id = `${s.component}:${c.id}`;
      const n = count(c.before);
      const cut = ends.get(id);
      if (cut && c.before) {
        // One token: that stone and all above it; two: from the one to the other.
        const first = Math.min(...cut);
        const last = way && divided(s) ? Math.max(...cut) : n - 1;
        for (let i = first; i <= Math.min(last, first + mostMarked); i++) marks.set(`${id}#${i}`, "goes");
        marks.set(id, "goes");
      } else if (c.before?.role === "piece") {
        if (c.after?.on !== undefined) marks.set(`${s.component}:${pathOf(c.id)}${c.after.on}`, "comes");
        else marks.set(id, "goes");
      } else if (!marks.has(id) && !(c.change === "moves" && s.changes!.some((x) => x.change !== "moves"))) {
        marks.set(id, c.change === "goes" ? "goes" : "comes");
      }
    }
  }
  return marks;

  function divided(s: PlayedStep): boolean {
    return [...(way ?? [])].filter((t) => t.startsWith(`${s.component}:`) && t.includes("#")).length > 1 || s.changes!.some(isNewHeap);
  }
}

/** applied returns the scene after changes, before the server has answered. */
export function applied(scene: Scene, changes: readonly SceneChange[], path = ""): Scene {
  const here = new Map<string, SceneChange>();
  for (const c of changes) if (pathOf(c.id) === path) here.set(c.id.slice(path.length), c);
  const elements = (scene.elements ?? []).flatMap((e) => {
    const c = here.get(e.id);
    here.delete(e.id);
    return !c ? [e] : c.after ? [{ ...c.after, id: e.id }] : [];
  });
  for (const [id, c] of here) if (c.change === "comes" && c.after) elements.push({ ...c.after, id });
  const parts = scene.parts?.map((p) => applied(p, changes, `${path}${p.name ?? ""}/`));
  return { ...scene, elements, ...(parts ? { parts } : {}) };
}
