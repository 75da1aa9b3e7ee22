// Which puzzles were tried, kept in the browser. Where storage is forbidden, as in frames
// and private windows, this lasts as long as the page.
import { signal } from "@preact/signals";

export interface Try {
  move: string;
  wins: boolean;
}

const key = "grundy.puzzles";
const most = 2000;

function read(): ReadonlyMap<string, Try> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (Array.isArray(kept)) {
      return new Map(kept.filter((k): k is [string, string, number] => Array.isArray(k) && typeof k[0] === "string" && typeof k[1] === "string").map(([id, move, wins]) => [id, { move, wins: wins === 1 }]));
    }
  } catch {
    // Forbidden, or written by somebody else: begin anew.
  }
  return new Map();
}

/** The puzzles that were tried, by their addresses. */
export const tries = signal(read());

function keep(all: ReadonlyMap<string, Try>): void {
  tries.value = all;
  try {
    localStorage.setItem(key, JSON.stringify([...all].slice(-most).map(([id, t]) => [id, t.move, t.wins ? 1 : 0])));
  } catch {
    // See above.
  }
}

export const keepTry = (id: string, tried: Try) => keep(new Map(tries.value).set(id, tried));

/** forget makes puzzles new again. */
export const forget = (ids: readonly string[]) => keep(new Map([...tries.value].filter(([id]) => !ids.includes(id))));
