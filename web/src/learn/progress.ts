// What is solved, kept in the browser: "cards/7" is screen 7 of the lesson "cards", and
// "cards" the whole lesson. Where storage is forbidden, it lasts as long as the page.
import { signal } from "@preact/signals";
import { named } from "./lesson";

const key = "grundy.learn";

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    // Numbers are from the time when lessons had no names.
    if (Array.isArray(kept)) return new Set(kept.flatMap((k) => (typeof k === "number" ? (named(String(k))?.name ?? []) : String(k))));
  } catch {
    // Forbidden, or written by somebody else: begin anew.
  }
  return new Set();
}

export const solved = signal(read());

function keep(all: ReadonlySet<string>) {
  solved.value = all;
  try {
    localStorage.setItem(key, JSON.stringify([...all].sort()));
  } catch {
    // See above.
  }
}

/** solve marks a screen, and its lesson once all screens that count are solved. */
export function solve(lesson: string, screen: number, counting: number[]) {
  const all = new Set(solved.value).add(`${lesson}/${screen}`);
  if (counting.every((n) => all.has(`${lesson}/${n}`))) all.add(lesson);
  if (all.size > solved.value.size) keep(all);
}

export const forget = () => keep(new Set());
