// Choices that stay as they were set, in this browser.
import { signal } from "@preact/signals";

function kept(name: string, otherwise: boolean) {
  let value = otherwise;
  try {
    const text = localStorage.getItem(name);
    if (text !== null) value = text === "1";
  } catch {
    // Storage may be forbidden.
  }
  const s = signal(value);
  return {
    get value() {
      return s.value;
    },
    set(v: boolean) {
      s.value = v;
      try {
        localStorage.setItem(name, v ? "1" : "0");
      } catch {
        // It then holds until the page is closed.
      }
    },
  };
}

export const hints = kept("hints", false);

export const compounds: readonly [kind: string, name: string, rule: string][] = [
  ["disjunctive", "in one component", "Move in one component. Who cannot move anywhere has lost."],
  ["conjunctive", "in all components", "Move in every component. Play ends when the first one ends."],
  ["continued-conjunctive", "in all that can move", "Move in every component that has a move left."],
  ["selective", "in any of them", "Move in as many components as you like, but at least one."],
  ["shortened-selective", "in any, until one ends", "Move in as many components as you like. Play ends when the first one ends."],
  ["diminished-disjunctive", "in one, until one ends", "Move in one component. Play ends when the first one ends."],
  ["proper-selective", "in any, but not all", "Move in as many components as you like, but not in all of them."],
  ["moore:2", "in one or two", "Move in at most two components (Moore's Nim)."],
];

export function compoundName(kind: string): string {
  const known = compounds.find(([k]) => k === kind);
  if (known) return `move ${known[1]}`;
  return kind.startsWith("moore:") ? `move in at most ${kind.slice(6)}` : kind;
}
