// What is said when a match is over: who has won, which move gave it away, and what was better.
import type { Level, Played, PlayedTurn } from "../api";
import { Loading } from "../shell/states";
import { classes, shape } from "../scene/view";
import { said, t } from "../words";
import { levelWords } from "./settings";
import type { PanelProps } from "./Panel";
import type { Told } from "./Timeline";
import { wordsOf } from "./useMatch";
import { resultWords } from "./words";

/** lastThrown is the last move by which a player gave a win or a draw away. */
export const lastThrown = (history: readonly PlayedTurn[], player: number): PlayedTurn | undefined => history.findLast((h) => h.thrown && h.player === player);

interface OverProps {
  match: Played;
  /** The number of the person at the screen; null where two people play. */
  me: number | null;
  /** What is known of the moves, once it is. */
  history: readonly PlayedTurn[] | null;
  looked: Told;
  rose: Level | null;
  helped: boolean;
  onAgain: () => void;
  /** Play again, and the other player begins. */
  onSwap?: () => void;
  onGo: (at: number) => void;
}

export function Over({ match, me, history, looked, rose, helped, onAgain, onSwap, onGo }: OverProps) {
  const won = me !== null && match.winner === me;
  const lost = me !== null && match.winner !== null && !won;
  const thrown = history && me !== null && !won ? lastThrown(history, me) : undefined;
  const whole = history?.every((h) => h.outcome !== null); // the means were enough for all turns
  const hopeless = lost && whole === true && !thrown;
  const open = lost && !thrown && !whole; // the move that lost it is not known
  return (
    <div class={classes("over", won && "won", lost && "lost")} data-over-card="">
      <p class="over-words">{resultWords(match, me)}</p>
      {open && <Open looked={looked} />}
      {me !== null && !lost && !history && <p class="over-room" />}
      {won && whole && history && (
        <p>{lastThrown(history, me) ? t("The win was gone for a while, but the opponent let you come back.") : t("Every move of yours kept the win.")}</p>
      )}
      {rose ? (
        <p>
          <b>{t("You go up.")}</b> {levelWords(rose)}
        </p>
      ) : (
        won && helped && <p class="note">{t("You had hints, so the level stays.")}</p>
      )}
      {thrown && <Thrown turn={thrown} />}
      {hopeless && <p data-hopeless="">{hopelessWords(me)}</p>}
      <div class="over-buttons">
        {thrown && (
          <button type="button" class="button primary small" data-action="retry" onClick={() => onGo(thrown.turn)}>
            {t("Try again from there")}
          </button>
        )}
        {hopeless && onSwap && <Swap me={me} primary onSwap={onSwap} />}
        <button type="button" class={classes("button small", !thrown && !hopeless && "primary")} data-action="again" onClick={onAgain}>
          {t("Play it again")}
        </button>
        {!hopeless && onSwap && <Swap me={me} onSwap={onSwap} />}
        <a class="button small" href="/play">
          {t("Another game")}
        </a>
      </div>
    </div>
  );
}

const hopelessWords = (me: number | null) =>
  me === 0
    ? t("You made no mistake: whoever moves first loses from this start, if the other never errs. Move second this time.")
    : t("You made no mistake: whoever moves second loses from this start, if the other never errs. Move first this time.");

/** Open says that the move that lost is looked for, or was not found. */
function Open({ looked }: { looked: Told }) {
  return (
    <p class="over-room" data-open={looked.looking ? "looking" : "unknown"} role="status">
      {looked.looking ? (
        t("Looking for the move that lost it …")
      ) : (
        <>
          {t("The move that lost it was not found in the time there was.")}{" "}
          <button type="button" class="button small" data-action="ask-again" onClick={looked.again}>
            {t("Ask again")}
          </button>
        </>
      )}
    </p>
  );
}

/** Lost is the reason after a match that was not won: what the move that lost it left, and what answers that. */
export function Lost({ game, match, me, history, looked, onGo }: PanelProps) {
  const entries = history?.turn === game.moves.length ? (history.history ?? []) : null;
  const turn = entries ? lastThrown(entries, me!) : undefined;
  const back = <p class="note">{t("Go back by the bars below to see why at any move.")}</p>;
  if (!turn) {
    if (entries?.every((h) => h.outcome !== null)) {
      return (
        <div class="why" data-lost="">
          <p>{hopelessWords(me)}</p>
          {back}
        </div>
      );
    }
    return looked?.looking ? <Loading words={t("Looking for the move that lost it …")} /> : <div class="why">{looked && <Open looked={looked} />}{back}</div>;
  }
  const draw = turn.outcome === "D";
  const words = said(turn.words);
  return (
    <div class="why" data-lost={turn.turn}>
      <p class="why-verdict lose">
        <span aria-hidden="true">{shape.lose}</span>{" "}
        {draw ? t("Move {move}, “{words}”, gave the draw away.", { move: turn.turn + 1, words }) : t("Move {move}, “{words}”, gave the win away.", { move: turn.turn + 1, words })}
      </p>
      <div class="step">
        {turn.left && turn.left !== match.title && <p>{t("It left “{left}”.", { left: said(turn.left) })}</p>}
        {turn.answer && <p data-answer={turn.answer.move}>{t("Then “{words}” wins for the opponent.", { words: wordsOf(turn.answer) })}</p>}
        <button type="button" class="link" data-action="left" onClick={() => onGo(turn.turn + 1)}>
          {t("See it on the board")}
        </button>
      </div>
      {turn.better && (
        <div class="step">
          <p>
            {t("Better was “{words}”.", { words: wordsOf(turn.better) })} {turn.better.says?.map(said).join(" ")}
          </p>
        </div>
      )}
      <p>
        <button type="button" class="button primary small" onClick={() => onGo(turn.turn)}>
          {t("Try again from there")}
        </button>
      </p>
      {back}
    </div>
  );
}

function Swap({ me, primary = false, onSwap }: { me: number | null; primary?: boolean; onSwap: () => void }) {
  return (
    <button type="button" class={classes("button small", primary && "primary")} data-action="swap" onClick={onSwap}>
      {me === 1 ? t("I begin") : t("The opponent begins")}
    </button>
  );
}

/** Thrown says which move gave a win away, what was better, and why. */
function Thrown({ turn }: { turn: PlayedTurn }) {
  const fill = { move: turn.turn + 1, words: said(turn.words) };
  return (
    <p data-thrown-move={turn.turn}>
      {turn.outcome === "D" ? t("Move {move}, “{words}”, gave the draw away.", fill) : t("Move {move}, “{words}”, gave the win away.", fill)}
      {turn.better && (
        <>
          {" "}
          <span data-better={turn.better.move}>
            {t("Better was “{words}”.", { words: wordsOf(turn.better) })} {turn.better.says?.map(said).join(" ")}
          </span>
        </>
      )}
    </p>
  );
}

/** Best names the best move, and says why. */
export function Best({ move }: { move: NonNullable<Played["best"]> }) {
  const leads = move.leads_to ?? "lose";
  return (
    <p class="best" data-best={move.move} role="status">
      <b>
        <span class={leads} aria-hidden="true">
          {shape[leads]}
        </span>{" "}
        {t("The best move: {words}.", { words: wordsOf(move) })}
      </b>{" "}
      {move.says?.map(said).join(" ")}
    </p>
  );
}
