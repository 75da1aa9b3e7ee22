// One puzzle: a board, one try, and then whether it was right, and why.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, Problem, type Played, type PlayedScene, type Puzzled, type PuzzleQuestion, type Rules } from "../api";
import { Level as Squares } from "../catalogue/Level";
import { linkOfRules, ownRules } from "../own";
import { playLink } from "../play/link";
import { aborted, failure } from "../play/match";
import { howToMove } from "../play/rules";
import { Why } from "../play/Why";
import { place } from "../router";
import { applied, stepsOf } from "../scene/choose";
import { BoardView, type BoardMove } from "../scene/SceneView";
import { classes } from "../scene/view";
import { Failure, Loading } from "../shell/states";
import { said, t } from "../words";
import { forget, keepTry, tries } from "./keep";
import { deckLink } from "./link";
import { Share } from "./Share";
import { bar, either, failing, goal, levelName, quoted, reasons } from "./words";

const mostMoves = 3000;

interface Props {
  /** Under which the try is kept. */
  id: string;
  question: PuzzleQuestion;
  heading: string;
  /** The link to the puzzle; "" for one that is not shared alone. */
  address: string;
  /** What follows when it was tried. */
  next: (wins: boolean) => ComponentChildren;
}

/** A position, as questions about it have it. */
interface Position {
  position: string;
  misere?: boolean;
  compound?: string;
  rules?: Rules;
}

/** A puzzle as it stands on the board. */
interface Set {
  puzzle: Puzzled;
  match: Played;
  question: Position;
  how: readonly string[]; // how one moves
  packed: string; // your own rules, as a link has them behind the #; "" for none, or where the address has them
}

/** What a try came to. */
interface Outcome {
  judged: Puzzled;
  after: Played; // with the opponent's answer
  solution: Played; // the puzzle, with what each move leads to
}

// settle returns the question of a puzzle's position, with the files that it names.
async function settle(p: Puzzled): Promise<Position> {
  const rules: Rules = await ownRules(p.position);
  return {
    position: p.position,
    ...(p.convention === "misere" ? { misere: true } : {}),
    ...(p.compound === "disjunctive" ? {} : { compound: p.compound }),
    ...(Object.keys(rules).length > 0 ? { rules } : {}),
  };
}

async function load(question: PuzzleQuestion, signal: AbortSignal): Promise<Set> {
  const rules = question.position ? await ownRules(question.position) : {};
  const puzzle = await api.puzzle({ ...question, ...(Object.keys(rules).length > 0 ? { rules } : {}) }, signal);
  const settled = await settle(puzzle);
  const [match, how] = await Promise.all([api.match({ ...settled, limit: mostMoves }, signal), howToMove(puzzle.position, signal)]);
  const own = Object.entries(settled.rules ?? {});
  const packed = own.length === 1 && place.value.hash === "" ? await linkOfRules(...own[0]!) : "";
  return { puzzle, question: settled, match, how, packed };
}

async function judge({ question }: Set, move: string, signal: AbortSignal): Promise<Outcome> {
  const [judged, after, solution] = await Promise.all([
    api.puzzle({ ...question, move }, signal),
    api.match({ ...question, moves: [move], reply: true, limit: 0 }, signal),
    api.match({ ...question, hints: true, all: true, limit: mostMoves }, signal),
  ]);
  return { judged, after, solution };
}

export function Solve({ id, question, heading, address, next }: Props) {
  const [set, setSet] = useState<Set | null>(null);
  const [move, setMove] = useState(() => tries.value.get(id)?.move ?? null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [mine, setMine] = useState<{ scenes: PlayedScene[]; move: BoardMove } | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const verdict = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const control = new AbortController();
    setError(null);
    load(question, control.signal).then(
      (s) => control.signal.aborted || setSet(s),
      (err) => aborted(err) || setError(failure(err)),
    );
    return () => control.abort();
  }, [attempt]);

  useEffect(() => {
    if (!set || move === null) return;
    const control = new AbortController();
    judge(set, move, control.signal).then(
      (o) => {
        if (control.signal.aborted) return;
        setOutcome(o);
        keepTry(id, { move, wins: o.judged.tried?.wins === true });
      },
      (err) => {
        if (aborted(err)) return;
        if (!mine && err instanceof Problem && err.kind === "request") {
          // What was kept is no move here: your own rules may have changed.
          forget([id]);
          setMove(null);
        } else setError(failure(err));
      },
    );
    return () => control.abort();
  }, [set, move]);

  // Who plays by keys reads on where the answer is.
  useEffect(() => {
    if (outcome && mine) verdict.current?.focus({ preventScroll: matchMedia("(min-width: 961px)").matches });
  }, [outcome]);

  const make = (m: BoardMove) => {
    if (!set || move !== null) return;
    const steps = stepsOf(m);
    if (steps.every((s) => s.changes)) {
      const scenes = set.match.scenes.map((s) => {
        const step = steps.find((x) => x.component === s.component);
        return step ? { ...s, position: step.to, scene: applied(s.scene, step.changes!) } : s;
      });
      setMine({ scenes, move: m });
    }
    setMove(m.move);
  };

  const state = outcome ? (outcome.judged.tried?.wins ? "right" : "wrong") : "open";
  return (
    <div
      class="pz-puzzle"
      data-puzzle={id}
      data-position={set?.puzzle.position}
      data-level={set?.puzzle.level ?? undefined}
      data-state={state}
      aria-busy={!error && (!set || (move !== null && !outcome)) ? "true" : "false"}
    >
      {set && (
        <header class="pz-head">
          <p class="pz-kind">{heading}</p>
          <h1>{titleOf(set.match)}</h1>
          {set.puzzle.outcome === "N" && (
            <p class="pz-goal">
              <b>{t("Find a move that wins. You have one try.")}</b> {goal(set.puzzle.convention)}
            </p>
          )}
        </header>
      )}
      {error && !set ? (
        <Failure error={error} onRetry={() => setAttempt(attempt + 1)}>
          <h1 class="visually-hidden">{heading}</h1>
          <p>
            <a href="/puzzle">{t("The puzzle of today")}</a>
          </p>
        </Failure>
      ) : !set ? (
        <Loading words={t("Setting up the board")} />
      ) : set.puzzle.outcome !== "N" ? (
        <NoPuzzle set={set} next={next} />
      ) : (
        <div class="pz-columns">
          <Boards set={set} mine={mine} outcome={outcome} waiting={move !== null} onMove={make} />
          {outcome && <Reason set={set} solution={outcome.solution} />}
          <div class="pz-side">
            {error ? (
              <div class="card">
                <Failure
                  error={error}
                  onRetry={() => {
                    setError(null);
                    setSet({ ...set });
                  }}
                />
              </div>
            ) : outcome ? (
              <Answer set={set} outcome={outcome} heading={heading} address={address} verdict={verdict} next={next} />
            ) : (
              <Task set={set} waiting={move !== null} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

const titleOf = (match: Played) => said(match.title);

// What there is to do.
function Task({ set, waiting }: { set: Set; waiting: boolean }) {
  const { puzzle } = set;
  return (
    <section class="card pz-task" aria-labelledby="pz-task">
      <h2 id="pz-task">{t("The rules")}</h2>
      {set.how.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p class="pz-try" role="status">
        {waiting ? t("You have moved. The answer comes.") : t("Make your move on the board.")}
      </p>
      <Level puzzle={puzzle} />
    </section>
  );
}

// The level of a puzzle, with its reason.
function Level({ puzzle }: { puzzle: Puzzled }) {
  const why = reasons(puzzle);
  return (
    <div class="pz-level">
      {puzzle.level !== null && (
        <p class="pz-level-name">
          <Squares n={puzzle.level} />
          {levelName(puzzle.level)}
        </p>
      )}
      <ul>
        {why.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

// A position in which there is nothing to find.
function NoPuzzle({ set, next }: { set: Set; next: Props["next"] }) {
  const { puzzle, match, question } = set;
  return (
    <div class="pz-columns">
      <div class="pz-board card">
        <BoardView scenes={match.scenes} label={titleOf(match)} />
      </div>
      <section class="card pz-task" data-nothing="">
        <h2>{puzzle.outcome === "P" ? t("No move wins here") : t("A draw")}</h2>
        <p>{puzzle.outcome === "P" ? t("Every move loses against a perfect opponent, so there is nothing to find. Play one move further: there the opponent can win.") : t("Neither player can force a win here, so there is nothing to find.")}</p>
        <p class="pz-next">
          {next(false)}
          <a class="button" href={playLink({ position: question.position, misere: puzzle.convention === "misere", compound: puzzle.compound, level: "perfect" }, place.value.hash)}>
            {t("Play from here")}
          </a>
        </p>
      </section>
    </div>
  );
}

interface BoardsProps {
  set: Set;
  mine: { scenes: PlayedScene[]; move: BoardMove } | null;
  outcome: Outcome | null;
  waiting: boolean;
  onMove: (m: BoardMove) => void;
}

// The board; after the try, the puzzle with its moves marked, or what came of the move.
function Boards({ set, mine, outcome, waiting, onMove }: BoardsProps) {
  const [view, setView] = useState<"after" | "puzzle">("after");
  const label = titleOf(set.match);
  if (!outcome) {
    return (
      <div class="pz-board card">
        <BoardView scenes={mine?.scenes ?? set.match.scenes} moves={waiting ? undefined : set.match.moves} onMove={waiting ? undefined : onMove} last={mine?.move ?? null} label={label} />
        <p class="pz-views" />
      </div>
    );
  }
  const { after, solution } = outcome;
  return (
    <div class="pz-board card" data-view={view}>
      {view === "after" ? (
        <BoardView scenes={after.scenes} last={after.reply ?? mine?.move ?? null} label={label} />
      ) : (
        <>
          <BoardView scenes={solution.scenes} moves={solution.moves} onMove={() => {}} hints label={label} />
          <p class="note pz-legend">
            <span class="win">▲ {t("wins")}</span> <span class="lose">▼ {t("loses")}</span>
          </p>
        </>
      )}
      <div class="pz-views" role="group" aria-label={t("What the board shows")}>
        <button type="button" class="button small" aria-pressed={view === "after"} data-action="after" onClick={() => setView("after")}>
          {after.reply ? t("After the opponent’s answer") : t("After your move")}
        </button>
        <button type="button" class="button small" aria-pressed={view === "puzzle"} data-action="marked" onClick={() => setView("puzzle")}>
          {t("The puzzle, moves marked")}
        </button>
      </div>
    </div>
  );
}

interface AnswerProps {
  set: Set;
  outcome: Outcome;
  heading: string;
  address: string;
  verdict: preact.RefObject<HTMLParagraphElement | null>;
  next: Props["next"];
}

function Answer({ set, outcome, heading, address, verdict, next }: AnswerProps) {
  const { judged, after, solution } = outcome;
  const { puzzle } = set;
  const tried = judged.tried!;
  const hash = place.value.hash || set.packed.slice(1);
  const misere = puzzle.convention === "misere";
  const game = { position: puzzle.position, misere, compound: puzzle.compound };
  const moves = after.reply ? [tried.move, after.reply.move] : [tried.move];
  const winners = solution.moves.filter((m) => m.leads_to === "win");
  const words = (m: BoardMove) => quoted(m, set.match.scenes);
  const made = solution.moves.find((m) => m.move === tried.move);
  const better = tried.wins ? undefined : winners[0];
  // Where the play is over there is nothing to play on.
  const onward = tried.wins ? (after.over ? null : moves) : better && Number(better.remoteness ?? 1) > 0 ? [better.move] : null;
  return (
    <section class="card pz-answer" aria-labelledby="pz-verdict" data-result={tried.wins ? "right" : "wrong"}>
      <div role="status" aria-live="polite">
        <p class={classes("pz-verdict", tried.wins ? "win" : "lose")} id="pz-verdict" ref={verdict} tabIndex={-1}>
          <span aria-hidden="true">{tried.wins ? "▲" : "▼"}</span> {tried.wins ? t("Right!") : t("Not this one.")}
        </p>
        <p>{t("Your move: {move}.", { move: made ? words(made) : said(tried.words) })}</p>
        <p data-reply={after.reply?.move}>
          {tried.wins
            ? after.over && !after.reply
              ? t("The game is over, and you have won.")
              : after.reply
                ? t("The opponent’s best answer: {move}. You still win.", { move: words(after.reply) })
                : t("It wins whatever the opponent does.")
            : after.over && !after.reply
              ? t("The game is over, and the opponent has won.")
              : after.reply
                ? t("The opponent answers: {move}. Now you cannot win any more.", { move: words(after.reply) })
                : t("Now the opponent can win.")}
        </p>
        {!tried.wins && winners.length > 0 && (
          <p class="pz-winners">{t("This move wins: {moves}.|These moves win: {moves}.", { n: winners.length, moves: either(winners.slice(0, 4).map(words)) })}</p>
        )}
      </div>
      <p class="pz-next">
        {next(tried.wins)}
        {onward && (
          <a class="button" href={playLink({ ...game, level: "perfect", moves: onward }, hash)} data-action="play-on">
            {tried.wins ? t("Play on from here") : t("Play it with the winning move")}
          </a>
        )}
      </p>
      <Ideas judged={judged} />
      {address !== "" && (
        <>
          <Share
            lines={[
              `${heading}${puzzle.date || puzzle.number !== undefined ? "" : `: ${titleOf(set.match)}`}`,
              `${tried.wins ? `▲ ${t("Solved")}` : `▼ ${t("Not solved")}`}${judged.ideas.length > 0 ? ` ${bar(judged)} ${failing(judged)}` : ""}`,
            ]}
            link={address + set.packed}
          />
          <p class="note">
            <a href={deckLink({ title: "", settings: [game], make: true }, hash)} data-action="to-deck">
              {t("Put this puzzle into a deck")}
            </a>
          </p>
        </>
      )}
    </section>
  );
}

// The argument, as the screen of play has it.
function Reason({ set, solution }: { set: Set; solution: Played }) {
  const { position, misere = false, compound = "", rules = {} } = set.question;
  return (
    <section class="pz-why card" aria-labelledby="pz-why">
      <h2 id="pz-why">{t("Why")}</h2>
      <Why
        game={{ position, misere, compound, who: "me", level: "perfect", seed: 1, moves: [], at: 0, large: false }}
        rules={rules}
        match={solution}
        hinted
        me={0}
        canMove={false}
        onMove={() => {}}
        onPoint={() => {}}
        history={null}
        told
        onGo={() => {}}
        onAll={() => {}}
      />
    </section>
  );
}

// What the usual ideas choose.
function Ideas({ judged }: { judged: Puzzled }) {
  if (judged.ideas.length === 0) return null;
  return (
    <div class="pz-ideas">
      <h2>{failing(judged)}</h2>
      <ul>
        {judged.ideas.map((idea) => (
          <li key={idea.name} class={classes(idea.fails ? "lose" : idea.applies ? "win" : "silent")} data-idea={idea.name}>
            <span class="pz-sign" aria-hidden="true">
              {idea.fails ? "▼" : idea.applies ? "▲" : "–"}
            </span>
            <span>
              {said(idea.says)}{" "}
              <i>
                {idea.fails ? t("It fails here.") : idea.applies ? t("It can work here.") : t("It says nothing here.")}
                {idea.fails && idea.chosen && <b> {t("Your move follows it.")}</b>}
              </i>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
