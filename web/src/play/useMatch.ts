// A match that is being played: what stands on the board, whose turn it is, and what a move
// does. The screen of play keeps the match in its address, the first page in its state.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem, type Level, type PlayedMove, type PlayedScene, type Played, type Rules } from "../api";
import { applied, stepsOf } from "../scene/choose";
import type { BoardMove } from "../scene/SceneView";
import { said, t } from "../words";
import { playLink, type Game } from "./link";
import { aborted, ask, best as askBest, failure, keepLast, known, lastMove, opponentMoves, opponentOf } from "./match";
import { above, level, levels } from "./settings";

const seen = 380; // milliseconds from a move to the reply, so that both are seen

interface Shown {
  address: string;
  match: Played;
}

export interface Playing {
  /** What is known of the position on the board. It stays while the next is asked for. */
  match: Played | undefined;
  /** Whether match is of the position that the game is at. */
  fresh: boolean;
  /** What stands on the board: one's own move at once, before the server has answered. */
  scenes: readonly PlayedScene[] | undefined;
  last: BoardMove | null;
  waiting: boolean;
  error: Error | null;
  /** The number of the person at the screen; null where two people play. */
  me: number | null;
  /** Whether moves that were made after this position are known. */
  review: boolean;
  myTurn: boolean;
  canMove: boolean;
  /** The last move in words, with who made it. */
  told: string;
  /** The level that this match has led to, where it was won. */
  rose: Level | null;
  /** Whether hints were seen in this match. */
  helped: boolean;
  best: PlayedMove | null;
  make(move: BoardMove): void;
  /** Make a move that is not listed, or say why it is none. */
  makeUnlisted(move: BoardMove): Promise<string | null>;
  nameBest(): void;
  retry(): void;
  cancel(): void;
  /** Ask what every move leads to, also where that takes long. */
  askAll(): void;
}

export function useMatch(game: Game, rules: Rules, hinted: boolean, go: (next: Game, replace?: boolean) => void): Playing {
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [waiting, setWaiting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [every, setEvery] = useState(""); // the address for which every move is looked at
  const [mine, setMine] = useState<{ address: string; scenes: PlayedScene[]; move: BoardMove } | null>(null);
  const [best, setBest] = useState<{ address: string; move: PlayedMove } | null>(null);
  const [rose, setRose] = useState<{ start: string; level: Level } | null>(null);
  const control = useRef<AbortController | null>(null);
  const movedAt = useRef(0);
  const helped = useRef(""); // the start of the match in which hints were seen
  const counted = useRef(""); // the start of the match whose win has counted
  const address = playLink(game);
  const start = JSON.stringify([game.position, game.misere, game.compound, game.who, game.seed]);
  const opponent = opponentOf(game);
  const me = opponent === null ? null : 1 - opponent;
  const atEnd = game.at === game.moves.length;
  if (hinted) helped.current = start;

  useEffect(() => {
    setError(null);
    const reply = atEnd && opponentMoves(game, game.at);
    const have = known(game, rules, hinted);
    const all = every === address;
    if (have && !all && (!reply || have.over)) {
      setShown({ address, match: have });
      setMine(null);
      return;
    }
    const stop = (control.current = new AbortController());
    setWaiting(true);
    ask(game, rules, hinted, reply, all, stop.signal)
      .then(async (match) => {
        const rest = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : movedAt.current + seen - performance.now();
        if (match.reply && rest > 0) await new Promise((done) => setTimeout(done, rest));
        if (stop.signal.aborted) return;
        setWaiting(false);
        setMine(null);
        if (!match.reply) {
          setShown({ address, match });
          return;
        }
        const moves = [...game.moves, match.reply.move];
        const next = { ...game, moves, at: moves.length };
        setShown({ address: playLink(next), match });
        go(next, true);
      })
      .catch((err) => {
        if (aborted(err)) return;
        setWaiting(false);
        setError(failure(err));
      });
    return () => {
      stop.abort();
      setWaiting(false);
    };
  }, [address, hinted, attempt, every]);

  const match = shown?.match;
  const fresh = shown?.address === address;
  const own = mine?.address === address ? mine : null;
  const myTurn = match !== undefined && fresh && !match.over && !own && !opponentMoves(game, game.at);
  const canMove = match !== undefined && fresh && !match.over && !own && (myTurn || !atEnd);

  // A win of one's own, on this screen, counts once.
  useLayoutEffect(() => {
    if (!match?.over || !fresh || !atEnd || me === null || match.winner !== me || movedAt.current === 0 || counted.current === start) return;
    counted.current = start;
    if (helped.current === start || levels.indexOf(game.level) < levels.indexOf(level.of(game.position)) || above(game.level) === game.level) return;
    level.set(game.position, above(game.level));
    setRose({ start, level: above(game.level) });
  }, [match, fresh, start]);

  const make = (move: BoardMove) => {
    if (!canMove || !match) return;
    const moves = [...game.moves.slice(0, game.at), move.move];
    const next = { ...game, moves, at: moves.length };
    const steps = stepsOf(move);
    if (steps.every((s) => s.changes)) {
      const scenes = match.scenes.map((s) => {
        const step = steps.find((x) => x.component === s.component);
        // The server says what the new position is called; until then it has the name of its game.
        return step ? { ...s, position: step.to, title: gameIn(s.title), scene: applied(s.scene, step.changes!) } : s;
      });
      setMine({ address: playLink(next), scenes, move });
    }
    keepLast(next, rules, move);
    movedAt.current = performance.now();
    go(next);
  };

  const makeUnlisted = async (move: BoardMove): Promise<string | null> => {
    const moves = [...game.moves.slice(0, game.at), move.move];
    try {
      await ask({ ...game, moves, at: moves.length }, rules, false, false, false, new AbortController().signal);
    } catch (err) {
      return err instanceof Problem && err.kind === "request" ? t("The rules do not allow this move.") : failure(err).message;
    }
    make(move);
    return null;
  };

  const nameBest = () => {
    if (!myTurn) return;
    helped.current = start;
    const stop = new AbortController();
    askBest(game, rules, stop.signal).then(
      (m) => m && setBest({ address, move: m }),
      (err) => aborted(err) || setError(failure(err)),
    );
  };

  const scenes = own?.scenes ?? match?.scenes;
  const last = useMemo(() => own?.move ?? lastMove(game, rules), [address, own, shown]);
  return {
    match,
    fresh,
    scenes,
    last,
    told: last && scenes && game.at > 0 ? toldBy(game, wordsIn(last, scenes)) : "",
    waiting,
    error,
    me,
    review: !atEnd,
    myTurn,
    canMove,
    rose: rose?.start === start ? rose.level : null,
    helped: helped.current === start,
    best: best?.address === address && fresh ? best.move : null,
    make,
    makeUnlisted,
    nameBest,
    retry: () => setAttempt(attempt + 1),
    cancel: () => control.current?.abort(),
    askAll: () => setEvery(address),
  };
}

/** toldBy says who made the last move. */
export function toldBy(game: Game, words: string): string {
  if (game.who === "two") return t("Player {player}: {words}.", { player: 2 - (game.at % 2), words });
  return opponentMoves(game, game.at - 1) ? t("The opponent: {words}.", { words }) : t("You: {words}.", { words });
}

/** The name of the game in the title of a position, such as "Nim: 3, 5". */
const gameIn = (title: string) => title.split(": ")[0]!;

/** What a part of a sum is called: its game, where no other part has the same. */
export function partName(scenes: readonly PlayedScene[], component: number): string {
  const names = scenes.map((s) => gameIn(said(s.title)));
  return names.filter((name) => name === names[component]).length === 1 ? names[component]! : said(scenes[component]?.title ?? "");
}

/** The words of a move, each step with a mark such as quotes round it; in a sum, with the part in which it is made. */
export const wordsIn = (m: BoardMove, scenes: readonly PlayedScene[], mark = (words: string) => words): string =>
  stepsOf(m)
    .map((s) => {
      const words = mark(said(s.words));
      return scenes.length < 2 ? words : t("{words} in “{part}”", { words, part: partName(scenes, s.component) });
    })
    .join("; ") || mark(m.to);

/** The words of a move alone. */
export const wordsOf = (m: BoardMove): string => wordsIn(m, []);
