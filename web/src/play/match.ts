// What the server says of a match, kept by its address, so that undo and redo are at once.
import { api, Problem, type Played, type PlayedMove, type PlayedTurn, type Rules } from "../api";
import type { BoardMove } from "../scene/SceneView";
import type { Game } from "./link";

const kept = new Map<string, Played>();
const lastMoves = new Map<string, BoardMove>();
const turns = new Map<string, PlayedTurn>(); // what was found out about moves that were made
const mostKept = 200;

function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > mostKept) map.delete(map.keys().next().value!);
}

const key = (g: Game, rules: Rules, moves: readonly string[], hints: boolean) =>
  JSON.stringify([g.position, g.misere, g.compound, rules, moves, hints]);

export const movesMade = (g: Game) => g.moves.slice(0, g.at);

/** The number of the player that the opponent is, or none. */
export const opponentOf = (g: Game): 0 | 1 | null => (g.who === "two" ? null : g.who === "opponent" ? 0 : 1);

export const opponentMoves = (g: Game, turn: number) => opponentOf(g) === turn % 2;

export function known(g: Game, rules: Rules, hints: boolean): Played | undefined {
  return kept.get(key(g, rules, movesMade(g), hints));
}

export function lastMove(g: Game, rules: Rules): BoardMove | null {
  return lastMoves.get(key(g, rules, movesMade(g), false)) ?? null;
}

export function keepLast(g: Game, rules: Rules, move: BoardMove): void {
  keep(lastMoves, key(g, rules, movesMade(g), false), move);
}

const mostMoves = 3000;

const question = (g: Game, rules: Rules, moves: string[]) => ({
  position: g.position,
  moves,
  ...(g.misere ? { misere: true } : {}),
  ...(g.compound ? { compound: g.compound } : {}),
  ...(Object.keys(rules).length > 0 ? { rules } : {}),
});

/** ask asks for the position shown, for the opponent's reply if reply is true, and for every move's outcome if all is. */
export async function ask(g: Game, rules: Rules, hints: boolean, reply: boolean, all: boolean, signal: AbortSignal): Promise<Played> {
  const moves = movesMade(g);
  const m = await api.match(
    {
      ...question(g, rules, moves),
      ...(reply ? { reply: true, level: g.level, seed: g.seed } : {}),
      hints,
      ...(all ? { all } : {}),
      limit: mostMoves,
    },
    signal,
  );
  const after = m.reply ? [...moves, m.reply.move] : moves;
  if (!reply || m.reply || m.over) keep(kept, key(g, rules, after, hints), m);
  if (m.reply) keep(lastMoves, key(g, rules, after, false), m.reply);
  return m;
}

/**
 * history asks who was winning at each of all moves. What an earlier answer has found out stays, where
 * this one had too little time.
 */
export async function history(g: Game, rules: Rules, signal: AbortSignal): Promise<Played> {
  const m = await api.match({ ...question(g, rules, g.moves), history: true, hints: true, limit: 0 }, signal);
  const told = (m.history ?? []).map((turn, i) => {
    const at = key(g, rules, g.moves.slice(0, i + 1), true);
    const before = turns.get(at);
    const known = { ...before, ...turn };
    if (before?.outcome && !turn.outcome) Object.assign(known, { outcome: before.outcome, thrown: before.thrown });
    known.remoteness = turn.remoteness ?? before?.remoteness ?? null;
    keep(turns, at, known);
    return known;
  });
  return { ...m, history: told };
}

/** best asks for the best move in the position shown. */
export async function best(g: Game, rules: Rules, signal: AbortSignal): Promise<PlayedMove | undefined> {
  return (await api.match({ ...question(g, rules, movesMade(g)), best: true, limit: 0 }, signal)).best;
}

export const aborted = (err: unknown) => err instanceof DOMException && err.name === "AbortError";
export const failure = (err: unknown): Error => (err instanceof Error ? err : new Problem(String(err), 0, "work"));
