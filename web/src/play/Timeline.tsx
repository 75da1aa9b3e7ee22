// The match as a bar a move: up for the first player, down for the second. Its height is
// how long the win takes, where that is known; a move that gave a win away is marked.
import { useEffect, useState } from "preact/hooks";
import type { PlayedTurn, Played, Rules } from "../api";
import { classes } from "../scene/view";
import { said, t } from "../words";
import type { Game } from "./link";
import { aborted, history, lastMove } from "./match";
import { wordsOf } from "./useMatch";

/** useHistory tells who was winning at each move, once that is wanted and the server is there. */
export function useHistory(game: Game, rules: Rules, wanted: boolean, online: boolean): Played | null {
  const [told, setTold] = useState<{ key: string; match: Played } | null>(null);
  const key = JSON.stringify([game.position, game.misere, game.compound, game.moves]);
  useEffect(() => {
    if (!wanted || !online || game.moves.length === 0 || told?.key === key) return;
    const control = new AbortController();
    history(game, rules, control.signal).then(
      (match) => control.signal.aborted || setTold({ key, match }),
      (err) => {
        if (!aborted(err)) setTold(null);
      },
    );
    return () => control.abort();
  }, [key, wanted, online]);
  return told && wanted ? told.match : null;
}

/** moverWords says who makes a move. */
export function moverWords(game: Game, i: number): string {
  if (game.who === "two") return t("Player {player}", { player: (i % 2) + 1 });
  return (i % 2 === 0) === (game.who === "me") ? t("You") : t("Opponent");
}

/** moveAt is a move that was made, in words where they are known. */
export function moveAt(game: Game, rules: Rules, i: number, told: Played | null): string {
  const words = told?.history?.[i]?.words;
  if (words) return said(words);
  const made = lastMove({ ...game, at: i + 1 }, rules);
  return made ? wordsOf(made) : game.moves[i]!;
}

/** leads says how a move left the one who made it. */
function result(entries: readonly PlayedTurn[], i: number, match: Played): "win" | "lose" | "draw" | undefined {
  const next = entries[i + 1];
  const outcome = next ? next.outcome : match.over ? null : match.outcome;
  if (!next && match.over) return match.winner === null ? "draw" : match.winner === entries[i]!.player ? "win" : "lose";
  if (outcome === null || outcome === undefined) return undefined;
  return outcome === "P" ? "win" : outcome === "N" ? "lose" : "draw";
}

export function Timeline({ game, rules, history, told, onGo }: { game: Game; rules: Rules; history: Played | null; told: boolean; onGo: (at: number) => void }) {
  const entries = history?.history ?? null;
  const known = entries && entries.length <= game.moves.length ? entries : null;
  const longest = Math.max(1, ...(known ?? []).map((h) => Number(h.remoteness ?? 0)));
  const bars = game.moves.map((move, i) => {
    const h = known?.[i];
    const remoteness = h?.remoteness === null || h?.remoteness === undefined ? null : Number(h.remoteness);
    return { move, h, player: i % 2, remoteness, leads: h && history ? result(known!, i, history) : undefined };
  });
  const width = Math.max(10, Math.min(36, 1100 / Math.max(12, bars.length)));
  const half = 44;
  return (
    <section class="timeline card" aria-label={t("The moves of the match")}>
      <ol class="bars">
        <li>
          <button type="button" class={classes("bar-start", game.at === 0 && "now")} data-turn="0" aria-label={t("The beginning")} aria-current={game.at === 0 ? "step" : undefined} onClick={() => onGo(0)}>
            <svg width="20" height={2 * half + 8} viewBox={`0 0 20 ${2 * half + 8}`} aria-hidden="true">
              <circle cx="10" cy={half + 4} r="5" />
            </svg>
          </button>
        </li>
        {bars.map((b, i) => {
          const share = b.remoteness === null ? 0.55 : 0.25 + (0.75 * b.remoteness) / longest;
          const high = Math.max(8, share * (half - 16));
          const fill = { move: i + 1, who: moverWords(game, i), words: moveAt(game, rules, i, history) };
          const label = !told
            ? t("{move}. {who}: {words}", fill)
            : b.h?.thrown
              ? t("{move}. {who}: {words}: it gave the win away", fill)
              : b.leads === "win"
                ? t("{move}. {who}: {words}: wins", fill)
                : b.leads === "lose"
                  ? t("{move}. {who}: {words}: loses", fill)
                  : b.leads === "draw"
                    ? t("{move}. {who}: {words}: a draw", fill)
                    : t("{move}. {who}: {words}", fill);
          return (
            <li key={i}>
              <button
                type="button"
                class={classes("bar-move", b.player === 0 ? "up" : "down", game.at === i + 1 && "now", i + 1 > game.at && "later", told && b.leads, told && b.h?.thrown && "thrown")}
                data-turn={i + 1}
                data-thrown={told && b.h?.thrown ? "true" : undefined}
                aria-current={game.at === i + 1 ? "step" : undefined}
                aria-label={label}
                title={label}
                onClick={() => onGo(i + 1)}
              >
                <svg width={width} height={2 * half + 8} viewBox={`0 0 ${width} ${2 * half + 8}`} aria-hidden="true">
                  <rect x="2" width={width - 4} rx="2" y={b.player === 0 ? half + 3 - high : half + 5} height={high} />
                  {told && b.h?.thrown && (
                    <text x={width / 2} y={b.player === 0 ? half - high - 2 : half + 18 + high} text-anchor="middle">
                      !
                    </text>
                  )}
                </svg>
              </button>
            </li>
          );
        })}
      </ol>
      <p class="note timeline-note">
        {game.who === "two" ? t("Up: the first player. Down: the second.") : game.who === "me" ? t("Up: you. Down: the opponent.") : t("Up: the opponent. Down: you.")}{" "}
        {told ? (
          <>
            <span class="win">▲ {t("kept a win")}</span> · <span class="lose">▼ {t("in a lost position")}</span> · <b class="lose">!</b> {t("gave a win away")}. {t("A high bar is a long way to the end.")}
          </>
        ) : (
          t("Click a bar to go back there.")
        )}
      </p>
    </section>
  );
}
