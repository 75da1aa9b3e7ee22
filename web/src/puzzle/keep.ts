// Which puzzles were tried, kept in the browser.
import { kept } from "../kept";

export interface Try {
  move: string;
  wins: boolean;
}

const most = 2000;

/** The puzzles that were tried, by their addresses. */
export const tries = kept<ReadonlyMap<string, Try>>(
  "grundy.puzzles",
  new Map(),
  (text) => {
    const all: unknown = JSON.parse(text);
    if (!Array.isArray(all)) return undefined;
    return new Map(all.filter((k): k is [string, string, number] => Array.isArray(k) && typeof k[0] === "string" && typeof k[1] === "string").map(([id, move, wins]) => [id, { move, wins: wins === 1 }]));
  },
  (all) => JSON.stringify([...all].slice(-most).map(([id, t]) => [id, t.move, t.wins ? 1 : 0])),
);

export const keepTry = (id: string, tried: Try) => tries.set(new Map(tries.value).set(id, tried));

/** forget makes puzzles new again. */
export const forget = (ids: readonly string[]) => tries.set(new Map([...tries.value].filter(([id]) => !ids.includes(id))));
