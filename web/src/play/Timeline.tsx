// The match as a bar a move: up for the first player, down for the second. Its height is
// how long the win takes, where that is known; a move that gave a win away is marked.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PlayedTurn, Played, Rules } from "../api";
import { classes } from "../scene/view";
import { said, t } from "../words";
import type { Game } from "./link";
import { aborted, history, lastMove } from "./match";
import { wordsOf } from "./useMatch";

export interface Told {
  /** What is known of the moves; of the first ones, until the answer for all is there. */
  match: Played | null;
  /** Whether it is still looked for, and whether that has failed. */
  looking: boolean;
  failed: boolean;
  again(): void;
}

/**
 * useHistory tells who was winning at each move, once that is wanted and the server is there. It
 * asks also where the words of a move are not known, as after opening a link.
 */
export function useHistory(game: Game, rules: Rules, wanted: boolean, online: boolean): Told {
  const [told, setTold] = useState<{ start: string; moves: readonly string[]; match: Played; attempt: number } | null>(null);
  const [failed, setFailed] = useState("");
  const [attempt, setAttempt] = useState(0);
  const start = JSON.stringify([game.position, game.misere, game.compound]);
  const key = JSON.stringify([start, game.moves, attempt]);
  const holds = told?.start === start && told.moves.length <= game.moves.length && told.moves.every((m, i) => m === game.moves[i]);
  const all = holds && told.moves.length === game.moves.length && told.attempt === attempt;
  const worded = useMemo(() => game.moves.every((_, i) => lastMove({ ...game, at: i + 1 }, rules)), [key]);
  const asks = (wanted || !worded) && online && game.moves.length > 0 && !all;
  useEffect(() => {
    if (!asks) return;
    const control = new AbortController();
    history(game, rules, control.signal).then(
      (match) => control.signal.aborted || setTold({ start, moves: game.moves, match, attempt }),
      (err) => aborted(err) || setFailed(key),
    );
    return () => control.abort();
  }, [key, asks]);
  return { match: holds ? told.match : null, looking: asks && failed !== key, failed: failed === key, again: () => setAttempt(attempt + 1) };
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
  const half = 44;
  const list = useRef<HTMLOListElement>(null);
  // Of many bars the one that is shown is in sight.
  useLayoutEffect(() => {
    const all = list.current!, now = all.querySelector<HTMLElement>(".now");
    if (now) all.scrollLeft = now.offsetLeft - all.offsetLeft - all.clientWidth / 2;
  }, [game.at, bars.length]);
  return (
    <section class="timeline card" aria-label={t("The moves of the match")}>
      <ol class="bars" ref={list}>
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
                <svg width="100%" height={2 * half + 8} aria-hidden="true">
                  <rect x="6%" width="88%" rx="2" y={b.player === 0 ? half + 3 - high : half + 5} height={high} />
                  {told && b.h?.thrown && (
                    <text x="50%" y={b.player === 0 ? half - high - 2 : half + 18 + high} text-anchor="middle">
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
