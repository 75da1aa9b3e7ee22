// What is solved, kept in the browser: "cards/7" is screen 7 of the lesson "cards", and
// "cards" the whole lesson.
import { kept } from "../kept";
import { named } from "./lesson";

export const solved = kept<ReadonlySet<string>>(
  "grundy.learn",
  new Set(),
  (text) => {
    const all: unknown = JSON.parse(text);
    // Numbers are from the time when lessons had no names.
    return Array.isArray(all) ? new Set(all.flatMap((k) => (typeof k === "number" ? (named(String(k))?.name ?? []) : String(k)))) : undefined;
  },
  (all) => JSON.stringify([...all].sort()),
);

/** solve marks a screen, and its lesson once all screens that count are solved. */
export function solve(lesson: string, screen: number, counting: number[]) {
  const all = new Set(solved.value).add(`${lesson}/${screen}`);
  if (counting.every((n) => all.has(`${lesson}/${n}`))) all.add(lesson);
  if (all.size > solved.value.size) solved.set(all);
}

export const forget = () => solved.set(new Set());
