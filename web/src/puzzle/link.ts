// Addresses of puzzles: one position, that of a day or of a number, or several as a deck.
import { queryText } from "../router";

export interface Setting {
  position: string;
  misere?: boolean;
  compound?: string;
}

export type Where =
  | { kind: "day"; date: string }
  | { kind: "number"; level: number; number: number | null }
  | { kind: "position"; setting: Setting }
  | { kind: "deck" | "make"; title: string; settings: Setting[]; at: number };

/** today is the day by Universal Time: the puzzle is the same for everybody. */
export const today = () => new Date().toISOString().slice(0, 10);

/** dayLink is the address of the puzzle of a day. */
export const dayLink = (date: string) => "/puzzle" + queryText([["day", date]]);

/** numberLink is the address of a puzzle of a level; without a number, of the next one. */
export const numberLink = (level: number, number?: number) =>
  "/puzzle" + queryText([["level", String(level)], ...(number === undefined ? [] : [["n", String(number)] as [string, string]])]);

const behind = (hash: string) => (hash === "" ? "" : "#" + hash);

/** puzzleLink is the address of a position as a puzzle. Own rules stand behind the #, which hash keeps. */
export function puzzleLink(s: Setting, hash = ""): string {
  const q: [string, string][] = [];
  if (s.misere) q.push(["misere", "1"]);
  if (s.compound && s.compound !== "disjunctive") q.push(["compound", s.compound]);
  const path = encodeURIComponent(s.position.replaceAll(" + ", "+")).replace(/%(2C|3A|5B|5D|2B)/gi, (c) => decodeURIComponent(c));
  return `/puzzle/${path}${queryText(q)}${behind(hash)}`;
}

/** deckLink is the address of several puzzles. They are counted from 1; behind the last one is the result. */
export function deckLink(deck: { title: string; settings: readonly Setting[]; at?: number; make?: boolean }, hash = ""): string {
  const q: [string, string][] = deck.settings.map((s) => ["deck", written(s)]);
  if (deck.title !== "") q.push(["title", deck.title]);
  if (deck.make) q.push(["make", "1"]);
  else q.push(["at", String(deck.at ?? 1)]);
  return "/puzzle" + queryText(q) + behind(hash);
}

/** printLink is the address of a deck on paper, with a page of answers or without. */
export function printLink(deck: { title: string; settings: readonly Setting[]; answers?: boolean }, hash = ""): string {
  const q: [string, string][] = deck.settings.map((s) => ["deck", written(s)]);
  if (deck.title !== "") q.push(["title", deck.title]);
  if (deck.answers) q.push(["answers", "1"]);
  return "/print" + queryText(q) + behind(hash);
}

// written writes a puzzle of a deck: its position, and before it how it is played.
function written(s: Setting): string {
  return [s.misere ? "misere" : "", s.compound && s.compound !== "disjunctive" ? s.compound : "", s.position].filter(Boolean).join(" ");
}

function settingOf(text: string): Setting {
  const [, misere, compound, position] = /^(misere\s+)?(?:([a-z-]+(?::\d+)?)\s+(?=\S))?(.*)$/su.exec(text.trim())!;
  return { position: closed(position!), ...(misere ? { misere: true } : {}), ...(compound ? { compound } : {}) };
}

// Programs for mail drop a bracket at the end of an address.
function closed(position: string): string {
  const open = position.replace(/"[^"]*"?/g, "");
  return position + ")".repeat(Math.max(0, open.split("(").length - open.split(")").length));
}

/** whereOf reads an address. */
export function whereOf(path: string, query: URLSearchParams): Where {
  const title = query.get("title") ?? "";
  const settings = query.getAll("deck").filter((d) => d.trim() !== "").map(settingOf);
  if (query.has("make")) return { kind: "make", title, settings, at: 1 };
  if (settings.length > 0) {
    const at = Math.floor(Number(query.get("at"))) || 1;
    return { kind: "deck", title, settings, at: Math.min(Math.max(at, 1), settings.length + 1) };
  }
  const position = path.startsWith("/puzzle/") ? decoded(path.slice("/puzzle/".length)).trim() : "";
  if (position !== "") {
    const misere = /^(1|true)$/.test(query.get("misere") ?? "");
    const compound = query.get("compound") ?? "";
    return { kind: "position", setting: { position: closed(position), ...(misere ? { misere } : {}), ...(compound ? { compound } : {}) } };
  }
  const level = Math.floor(Number(query.get("level")));
  if (level > 0) {
    const n = query.get("n");
    return { kind: "number", level, number: n !== null && /^\d{1,15}$/.test(n) ? Number(n) : null };
  }
  return { kind: "day", date: query.get("day") ?? today() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
