// A board to play on against the perfect opponent: free play between paragraphs, or the
// task at the end of a lesson.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Played, PlayedMove } from "../api";
import { BoardView } from "../scene/SceneView";
import { Failure, Loading } from "../shell/states";
import { Figure } from "./Figure";
import { Game, type Start } from "./engine";
import { Reasons } from "./Reasons";

const none: PlayedMove[] = [];

interface Props extends Start {
  label: string;
  caption?: ComponentChildren;
  /** The learner chooses who begins. */
  choose?: boolean;
  /** What stands below the board, such as the digits of the heaps. */
  aid?: (state: Played) => ComponentChildren;
  /** Says what is wrong with the position that a wrong move left. */
  wrong?: (left: Played) => ComponentChildren;
  onWin?: () => void;
}

export function GameBoard({ position, misere = false, task = false, choose = false, label, caption, aid, wrong, onWin }: Props) {
  const game = useMemo(() => new Game({ position, misere, task }), [position, misere, task]);
  const begun = useSignal(!choose);
  useEffect(() => {
    if (begun.value) void game.begin();
    return () => game.leave();
  }, [game]);
  const won = game.won();
  useEffect(() => {
    if (won) onWin?.();
  }, [won]);

  const state = game.state.value;
  const begin = (you: number) => {
    begun.value = true;
    void game.begin(you);
  };
  const yours = state !== null && !state.over && state.mover === game.you.value && !game.mistake.value;
  const hopeless = task && choose && yours && state.outcome === "P" && state.turn <= 1;
  return (
    <Figure label={label} caption={caption}>
      <div
        class={task ? "lesson-game task" : "lesson-game"}
        data-game={position}
        data-begun={begun.value}
        data-position={state?.position}
        data-turn={state?.turn}
        data-mover={state?.mover}
        data-you={game.you.value}
        data-over={state?.over ?? false}
        data-winner={state?.winner ?? ""}
        data-mistake={game.mistake.value !== null}
        aria-busy={game.busy.value}
      >
        {!begun.value && (
          <div class="lesson-choice">
            <p>
              The position is <span class="mono">{position}</span>. Who makes the first move?
            </p>
            <Starters begin={begin} />
          </div>
        )}
        {state && begun.value && (
          <>
            <p class="lesson-turn" role="status">
              <Turn game={game} state={state} />
            </p>
            <BoardView
              scenes={state.scenes}
              moves={yours && !hopeless && !game.busy.value ? state.moves : none}
              onMove={(m) => void game.make(m as PlayedMove)}
              label={state.position}
            />
            {aid && <div class="lesson-aid">{aid(state)}</div>}
            {hopeless && <Hopeless state={state} begin={begin} />}
            {game.mistake.value && <Explained game={game} wrong={wrong} />}
            <div class="buttons">
              {!choose && !task && (
                <>
                  <button type="button" class="button small" data-action="first" onClick={() => begin(0)}>
                    {state.turn > 0 ? "Again, you first" : "You first"}
                  </button>
                  <button type="button" class="button small" data-action="second" onClick={() => begin(1)}>
                    Opponent first
                  </button>
                </>
              )}
              {task && state.turn > 0 && (
                <button type="button" class="button small quiet" data-action="restart" onClick={() => (choose ? (begun.value = false) : begin(0))}>
                  Start again
                </button>
              )}
            </div>
          </>
        )}
        {game.error.value && <Failure error={game.error.value} onRetry={game.retry} />}
        {!state && begun.value && !game.error.value && <Loading />}
      </div>
    </Figure>
  );
}

function Starters({ begin }: { begin: (you: number) => void }) {
  return (
    <div class="buttons">
      <button type="button" class="button" data-action="first" onClick={() => begin(0)}>
        You
      </button>
      <button type="button" class="button" data-action="second" onClick={() => begin(1)}>
        The opponent
      </button>
    </div>
  );
}

function Turn({ game, state }: { game: Game; state: Played }) {
  const reply = game.reply.value && <>The opponent: {game.reply.value}. </>;
  if (game.won()) return <b class="win">▲ You win.</b>;
  if (game.lost()) {
    return (
      <>
        {reply}
        <b class="lose">▼ The opponent wins.</b>
      </>
    );
  }
  if (game.mistake.value) return <>You: {game.mistake.value.words}.</>;
  if (game.busy.value) return <>The opponent moves …</>;
  return (
    <>
      {reply}
      {state.turn === 0 ? "You begin: touch the board." : "Your turn."}
    </>
  );
}

function Hopeless({ state, begin }: { state: Played; begin: (you: number) => void }) {
  const left = state.remoteness;
  return (
    <div class="lesson-mistake" role="alert">
      <p>
        <b>You cannot win from here.</b>{" "}
        {left !== null && (
          <>
            {left} moves are left, an {Number(left) % 2 === 0 ? "even" : "odd"} number. You make the first of them, so the opponent makes the last.
          </>
        )}
      </p>
      <p>Choose again:</p>
      <Starters begin={begin} />
    </div>
  );
}

function Explained({ game, wrong }: { game: Game; wrong: Props["wrong"] }) {
  const mistake = game.mistake.value!;
  return (
    <div class="lesson-mistake" role="alert">
      <p>
        <b>This move gives the win away.</b> It leaves <span class="mono">{mistake.left}</span>
        {mistake.answer === null ? ", and the opponent has won." : <>, and the opponent answers: {mistake.answer}.</>}
      </p>
      {wrong ? <p>{wrong(game.state.value!)}</p> : mistake.why && <Reasons why={mistake.why} />}
      <button type="button" class="button primary" data-action="take-back" onClick={game.takeBack}>
        Take it back
      </button>
    </div>
  );
}
