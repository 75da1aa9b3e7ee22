// Which lessons are solved, kept in the browser. Where storage is forbidden, the
// progress lasts as long as the page.
import { signal } from "@preact/signals";

const key = "grundy.learn";

function read(): ReadonlySet<number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (Array.isArray(kept)) return new Set(kept.filter((n): n is number => Number.isInteger(n)));
  } catch {
    // Forbidden, or written by somebody else: begin anew.
  }
  return new Set();
}

export const solved = signal(read());

function keep(lessons: ReadonlySet<number>) {
  solved.value = lessons;
  try {
    localStorage.setItem(key, JSON.stringify([...lessons].sort((a, b) => a - b)));
  } catch {
    // See above.
  }
}

export const solve = (lesson: number) => keep(new Set(solved.value).add(lesson));
export const forget = () => keep(new Set());
