// A match as an address: the whole state, so that a link is a position.
import type { Level } from "../api";
import { queryText } from "../router";
import { level, levels } from "./settings";

export interface Game {
  position: string;
  misere: boolean;
  compound: string;
  /** Who moves first, or two people at one screen. */
  who: "me" | "opponent" | "two";
  level: Level;
  seed: number;
  moves: string[];
  /** How many of the moves have been made in the position shown; the others can be made again. */
  at: number;
  /** Large type, without the header, for a projector. */
  large: boolean;
}

export function gameOf(query: URLSearchParams, path = ""): Game | null {
  const inPath = path.startsWith("/play/") ? decoded(path.slice("/play/".length)) : "";
  const position = (query.get("p") ?? inPath).trim();
  if (position === "") return null;
  const moves = query.getAll("m").filter((m) => m !== "");
  const at = query.get("t");
  const named = levels.find((l) => l === query.get("level"));
  const who = query.get("who");
  return {
    position,
    misere: query.get("misere") === "1" || query.get("misere") === "true",
    compound: query.get("compound") ?? "",
    who: who === "two" || who === "opponent" ? who : "me",
    level: named ?? level.of(position),
    seed: Math.floor(Number(query.get("seed"))) || 1,
    moves,
    at: at !== null && /^\d+$/.test(at) ? Math.min(Number(at), moves.length) : moves.length,
    large: query.get("large") === "1",
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * playLink is the address of a match. Where it names no level, the opponent plays at the one that
 * the visitor has reached. Own rules stand behind the #, which hash keeps.
 */
export function playLink(game: Partial<Game> & { position: string }, hash = ""): string {
  const q: [string, string][] = [["p", game.position]];
  if (game.misere) q.push(["misere", "1"]);
  if (game.compound && game.compound !== "disjunctive") q.push(["compound", game.compound]);
  if (game.who && game.who !== "me") q.push(["who", game.who]);
  if (game.level) q.push(["level", game.level]);
  if (game.seed && game.seed !== 1) q.push(["seed", String(game.seed)]);
  if (game.large) q.push(["large", "1"]);
  const moves = game.moves ?? [];
  for (const m of moves) q.push(["m", m]);
  // Last, so that an address does not end with a bracket, which mail programs would drop.
  if (moves.length > 0 || game.position.endsWith(")")) q.push(["t", String(game.at ?? moves.length)]);
  return "/play" + queryText(q) + (hash === "" ? "" : "#" + hash);
}
