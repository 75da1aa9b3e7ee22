// Sentences about a match.
import type { Played, Move } from "../api";
import { opponentMoves } from "./match";
import type { Game } from "./link";

export interface Verdict {
  leads: "win" | "lose" | "draw";
  words: string;
}

/** verdict says who wins from the position on the board, for the person at the screen. */
export function verdict(match: Played, game: Game): Verdict | null {
  if (match.over || match.outcome === null || match.outcome === undefined) return null;
  const two = game.who === "two";
  const theirs = opponentMoves(game, match.turn);
  const mover = two ? `Player ${match.mover + 1}` : theirs ? "The opponent" : "You";
  const other = two ? `Player ${2 - match.mover}` : theirs ? "You" : "The opponent";
  const s = (who: string) => (who === "You" ? "" : "s");
  const lasts = match.remoteness === null || match.remoteness === undefined ? "" : ` The last move is at most ${match.remoteness} move${Number(match.remoteness) === 1 ? "" : "s"} away.`;
  if (match.outcome === "D") return { leads: "draw", words: "A draw: neither can force a win." };
  const winner = match.outcome === "N" ? mover : other;
  const leads = two ? (match.outcome === "N" ? "win" : "lose") : winner === "You" ? "win" : "lose";
  return { leads, words: `${winner} win${s(winner)} from here.${lasts}` };
}

export function moveWords(m: Move | null | undefined): string {
  if (!m) return "";
  if (m.steps) return m.steps.map(moveWords).join("; ");
  return m.move || `${m.from} → ${m.to}`;
}
