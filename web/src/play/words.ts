// Sentences about a match.
import type { Played, Move } from "../api";
import { said, t } from "../words";
import { opponentMoves } from "./match";
import type { Game } from "./link";

export interface Verdict {
  leads: "win" | "lose" | "draw";
  words: string;
  lasts: string; // how far the end is; empty where that is not known
}

/** titleOf is what a position is called: in words, where the server has them. */
export function titleOf(match: Played | undefined, game: Game): string {
  const [text, most] = match?.title ? [said(match.title), 64] : [game.position, 24];
  return text.length > most ? text.slice(0, most - 4) + " …" : text;
}

/** verdict says who wins from the position on the board, for the person at the screen. */
export function verdict(match: Played, game: Game): Verdict | null {
  if (match.over || match.outcome === null || match.outcome === undefined) return null;
  if (match.outcome === "D") return { leads: "draw", words: t("A draw: neither can force a win."), lasts: "" };
  const wins = match.outcome === "N"; // the player to move
  const two = game.who === "two";
  const yours = !two && opponentMoves(game, match.turn) !== wins;
  const n = match.remoteness === null || match.remoteness === undefined ? null : Number(match.remoteness);
  const winner = two
    ? t("Player {player} wins from here.", { player: wins ? match.mover + 1 : 2 - match.mover })
    : yours
      ? t("You win from here.")
      : t("The opponent wins from here.");
  const lasts = n === null ? "" : t("The last move is at most {n} move away.|The last move is at most {n} moves away.", { n });
  return { leads: two ? (wins ? "win" : "lose") : yours ? "win" : "lose", words: winner, lasts };
}

export function resultWords(match: Played, me: number | null): string {
  if (match.winner === null) return t("A draw.");
  if (me === null) return t("Player {player} wins.", { player: match.winner + 1 });
  return match.winner === me ? t("You win!") : t("The opponent wins.");
}

export function moveWords(m: Move | null | undefined): string {
  if (!m) return "";
  if (m.steps) return m.steps.map(moveWords).join("; ");
  return m.move ? said(m.move) : `${m.from} → ${m.to}`;
}
