// A board to play on against the perfect opponent.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Played, PlayedMove } from "../api";
import { BoardView } from "../scene/SceneView";
import { Failure, Loading } from "../shell/states";
import { t } from "../words";
import { Cards } from "./Cards";
import { Game, told, type Start } from "./engine";
import type { Aid, Words } from "./lesson";
import { numbersOf, useWriting, useWritten, type Writing } from "./written";

const none: PlayedMove[] = [];

interface Props extends Start, Writing {
  aid?: Aid | undefined;
  /** Said after the second mistake. */
  explain?: Words | undefined;
  /** Called when the play is over; a guided match counts when it is won. */
  onDone: () => void;
  children?: ComponentChildren;
}

export function GameBoard({ position, misere = false, opponent = false, guided = false, parts, aid, explain, onDone, children, ...writing }: Props) {
  const game = useMemo(() => new Game({ position, misere, opponent, guided, parts }), [position, misere, opponent, guided]);
  useEffect(() => {
    void game.begin();
    return () => game.leave();
  }, [game]);
  const done = guided ? game.won() : game.won() || game.lost();
  useEffect(() => {
    if (done) onDone();
  }, [done]);

  const state = game.state.value;
  const tables = useWriting(writing);
  const scenes = useWritten(state, writing, tables.answer);
  if (tables.error) return <Failure error={tables.error} onRetry={tables.retry} />;
  if (!state || !tables.answer) return game.error.value ? <Failure error={game.error.value} onRetry={game.retry} /> : <Waiting />;
  const mistake = game.mistake.value;
  const yours = !state.over && state.mover === game.you.value && !mistake;
  return (
    <div
      class="lesson-game"
      data-game={position}
      data-position={state.position}
      data-turn={state.turn}
      data-mover={state.mover}
      data-you={game.you.value}
      data-over={state.over}
      data-winner={state.winner ?? ""}
      data-mistake={mistake !== null}
      aria-busy={game.busy.value}
    >
      <p class="lesson-turn" role="status">
        <Turn game={game} state={state} />
      </p>
      <BoardView
        scenes={scenes}
        moves={(yours && !game.busy.value) || mistake ? state.moves : none}
        {...(mistake ? { shown: mistake.reply } : { onMove: (m) => void game.make(m as PlayedMove) })}
        last={game.last.value}
        label={t("The board")}
        titles={false}
      />
      {aid && <div class="lesson-aid">{aid(state)}</div>}
      {writing.numbers && (
        <div class="lesson-aid">
          <Cards rows={numbersOf(state, tables.answer, parts)} />
        </div>
      )}
      {mistake && (
        <div class="lesson-wrong" role="alert">
          <p>
            <b>{t("That gives the win away.")}</b>{" "}
            {state.over ? t("The opponent has won.") : mistake.answer === null ? t("Now the opponent can win.") : t("The opponent can answer: {move}. Then you lose, whatever you do.", { move: mistake.answer })}
          </p>
          {game.mistakes.value >= 2 && (
            <>
              {explain && <p data-explained>{explain}</p>}
              {game.best() && <p>{t("A move that wins: {move}.", { move: game.best()! })}</p>}
            </>
          )}
          <button type="button" class="button primary" data-action="take-back" onClick={game.takeBack}>
            {t("Take it back")}
          </button>
        </div>
      )}
      <div class="buttons">
        {!mistake && state.turn > (game.you.value === 1 ? 1 : 0) && (
          <button type="button" class="button small" data-action="restart" onClick={() => void game.begin()}>
            {t("Start again")}
          </button>
        )}
        {!guided && (
          <button type="button" class="button small" data-action="swap" onClick={() => void game.begin(1 - game.you.value)}>
            {game.you.value === 0 ? t("Let the opponent begin") : t("Begin yourself")}
          </button>
        )}
        {children}
      </div>
      {game.error.value && <Failure error={game.error.value} onRetry={game.retry} />}
    </div>
  );
}

/** What stands where an answer is waited for. */
export const Waiting = () => (
  <div class="lesson-waiting" aria-busy="true">
    <Loading />
  </div>
);

function Turn({ game, state }: { game: Game; state: Played }) {
  const said = game.reply.value && t("The opponent: {move}.", { move: told(game.reply.value, game.start.parts) }) + " ";
  if (game.won()) return <b class="win">▲ {t("You win.")}</b>;
  if (game.lost()) {
    return (
      <>
        {said}
        <b class="lose">▼ {t("The opponent wins.")}</b>
      </>
    );
  }
  if (game.mistake.value) return <>{t("You: {move}.", { move: game.mistake.value.words })}</>;
  if (game.busy.value) return <>{t("The opponent moves …")}</>;
  return (
    <>
      {said}
      {state.turn === 0 ? t("You begin. Touch the board.") : t("Your turn.")}
    </>
  );
}
