// The screen of play: the board, what it means, and the way that led there.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, Problem, type PlayedScene, type Played, type Rules } from "../api";
import { ownRules } from "../own";
import { navigate, place } from "../router";
import { applied, stepsOf } from "../scene/choose";
import { BoardView, type BoardMove } from "../scene/SceneView";
import { classes } from "../scene/view";
import { Failure, Loading } from "../shell/states";
import { gameOf, playLink, type Game } from "./link";
import { aborted, ask, failure, keepLast, known, lastMove, opponentMoves, opponentOf } from "./match";
import { Panel } from "./Panel";
import { onBoards, reasons } from "./reasons";
import { compoundName, compounds, hints } from "./settings";
import { Setup } from "./Setup";
import { Timeline, useHistory } from "./Timeline";
import { t } from "../words";
import { verdict } from "./words";

const mostRules = 3; // games whose rules are shown
const seen = 380; // milliseconds from a move to the reply, so that both are seen

export default function Play() {
  const game = gameOf(place.value.query, place.value.path);
  return game ? <WithRules key={game.position + place.value.hash} game={game} /> : <Setup />;
}

// Rules of one's own are in the link, or in this browser.
function WithRules({ game }: { game: Game }) {
  const [rules, setRules] = useState<Rules | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let gone = false;
    ownRules(game.position).then(
      (r) => gone || setRules(r),
      (err) => gone || setError(failure(err)),
    );
    return () => {
      gone = true;
    };
  }, []);
  if (error) {
    return (
      <div class="wrap">
        <Failure error={error} />
      </div>
    );
  }
  return rules ? <Table game={game} rules={rules} /> : <Loading />;
}

interface Shown {
  game: Game;
  match: Played;
  hinted: boolean;
}

function Table({ game, rules }: { game: Game; rules: Rules }) {
  const open = reasons.value !== null; // the reasons, whose numbers the board shows
  const hinted = hints.value;
  const told = hinted || open;
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [waiting, setWaiting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // The address for which every move is looked at.
  const [every, setEvery] = useState("");
  // The board after one's own move, before the server has answered.
  const [mine, setMine] = useState<{ scenes: PlayedScene[]; move: BoardMove; at: number } | null>(null);
  const [pointed, setPointed] = useState<BoardMove | null>(null);
  const [said, setSaid] = useState("");
  const [settings, setSettings] = useState(false);
  const [shared, setShared] = useState(false);
  const cancel = useRef<AbortController | null>(null);
  const movedAt = useRef(0);
  const hash = place.value.hash;
  const address = playLink(game);

  const go = (change: Partial<Game>, how?: { replace?: boolean }) => navigate(playLink({ ...game, ...change }, hash), how);

  useEffect(() => {
    setError(null);
    setPointed(null);
    const reply = game.at === game.moves.length && opponentMoves(game, game.at);
    const have = known(game, rules, told);
    const all = every === address;
    if (have && !all && (!reply || have.over)) {
      setShown({ game, match: have, hinted: told });
      setMine(null);
      return;
    }
    const control = new AbortController();
    cancel.current = control;
    setWaiting(true);
    ask(game, rules, told, reply, all, control.signal)
      .then(async (match) => {
        const rest = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : movedAt.current + seen - performance.now();
        if (match.reply && rest > 0) await new Promise((done) => setTimeout(done, rest));
        if (control.signal.aborted) return;
        setWaiting(false);
        if (match.reply) {
          const moves = [...game.moves, match.reply.move];
          const next = { ...game, moves, at: moves.length };
          setSaid(`The opponent: ${match.reply.words}.`);
          setShown({ game: next, match, hinted: told });
          setMine(null);
          navigate(playLink(next, hash), { replace: true });
          return;
        }
        setShown({ game, match, hinted: told });
        setMine(null);
      })
      .catch((err) => {
        if (aborted(err)) return;
        setWaiting(false);
        setMine(null);
        setError(failure(err));
      });
    return () => {
      control.abort();
      setWaiting(false);
    };
  }, [address, told, attempt, every]);

  const match = shown?.match;
  const fresh = shown !== null && playLink(shown.game) === address;
  const history = useHistory(game, rules, told || match?.over === true);
  const me = opponentOf(game) === null ? null : 1 - opponentOf(game)!;
  const review = game.at < game.moves.length;
  const myTurn = match !== undefined && fresh && !match.over && !mine && !opponentMoves(game, game.at);
  const canMove = match !== undefined && fresh && !match.over && !mine && (myTurn || review);

  const make = (move: BoardMove) => {
    if (!canMove || !match) return;
    const moves = [...game.moves.slice(0, game.at), move.move];
    const next = { ...game, moves, at: moves.length };
    const steps = stepsOf(move);
    if (steps.every((s) => s.changes)) {
      const scenes = match.scenes.map((s) => {
        const step = steps.find((x) => x.component === s.component);
        return step ? { ...s, position: step.to, scene: applied(s.scene, step.changes!) } : s;
      });
      setMine({ scenes, move, at: moves.length });
    }
    keepLast(next, rules, move);
    movedAt.current = performance.now();
    setSaid(`You: ${steps.map((s) => s.words).join("; ")}.`);
    navigate(playLink(next, hash));
  };

  // A move that nobody has listed is asked for first: the rules may forbid it.
  const byNumber = async (move: BoardMove): Promise<string | null> => {
    const moves = [...game.moves.slice(0, game.at), move.move];
    try {
      await ask({ ...game, moves, at: moves.length }, rules, false, false, false, new AbortController().signal);
    } catch (err) {
      return err instanceof Problem && err.kind === "request" ? t("The rules do not allow this move.") : failure(err).message;
    }
    make(move);
    return null;
  };

  const back = game.who === "two" ? 1 : opponentMoves(game, game.at - 1) && game.at >= 2 ? 2 : 1;
  const first = game.who === "opponent" ? 1 : 0;
  const canUndo = game.at - back >= Math.min(first, game.at) && game.at > first;
  const forward = game.who === "two" ? 1 : Math.min(game.moves.length - game.at, opponentMoves(game, game.at + 1) ? 2 : 1);
  const undo = () => canUndo && go({ at: game.at - back });
  const redo = () => review && go({ at: game.at + forward });
  const again = (change: Partial<Game> = {}) => go({ moves: [], at: 0, ...change });

  const share = async () => {
    const link = location.href;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: `grundy: ${game.position}`, url: link });
      else await navigator.clipboard.writeText(link);
      setShared(true);
      setTimeout(() => setShared(false), 2500);
    } catch {
      setSaid("Copy the address of this page: it is a link to this position.");
    }
  };

  const surprise = async () => {
    const seed = 1 + Math.floor(Math.random() * 1e6);
    try {
      const s = await api.starts({ game: game.position, n: 1, seed, ...(game.misere ? { misere: true } : {}), ...(Object.keys(rules).length > 0 ? { rules } : {}) });
      const start = s.starts[0]?.position;
      if (start) again({ position: start, seed });
      else setSaid("No other start was found.");
    } catch (err) {
      setError(failure(err));
    }
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, [contenteditable]")) return;
      const act = { u: undo, r: redo, h: () => hints.set(!hints.value), n: () => navigate("/play"), s: () => void surprise() }[event.key];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const last = useMemo(() => mine?.move ?? lastMove(game, rules), [address, mine, shown]);
  const scenes = mine?.scenes ?? match?.scenes;
  const title = game.position.length > 64 ? game.position.slice(0, 60) + " …" : game.position;

  let turn = "";
  if (match) {
    if (mine || (waiting && game.at === game.moves.length && opponentMoves(game, game.at))) turn = "The opponent thinks";
    else if (match.over) turn = "Over";
    else if (game.who === "two") turn = `Player ${(game.at % 2) + 1} to move`;
    else turn = opponentMoves(game, game.at) ? "The opponent to move" : "Your move";
  }

  return (
    <div
      class="play wrap"
      data-play=""
      data-position={match?.position}
      data-turn={match?.turn}
      data-over={match ? String(match.over) : undefined}
      data-winner={match ? (match.winner ?? "") : undefined}
      data-mover={match?.mover}
      aria-busy={!error && (waiting || !fresh) ? "true" : "false"}
    >
      <h1 class="visually-hidden">Play {game.position}</h1>
      <div class="play-bar">
        <div class="play-title">
          <button type="button" class="play-name mono" aria-expanded={settings} aria-controls="settings" data-action="settings" title="Change the game" onClick={() => setSettings(!settings)}>
            {title}
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
              <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" stroke-width="2" />
            </svg>
          </button>
          <span class="play-kind">
            {(match ? match.convention === "misere" : game.misere) ? "misère play: the last move loses" : "the last move wins"}
            {game.compound && game.compound !== "disjunctive" ? ` · ${compoundName(game.compound)}` : ""}
          </span>
          <HowToMove position={game.position} />
        </div>
        <p class={classes("play-turn", myTurn && "mine")}>{turn}</p>
        <div class="play-buttons">
          <button type="button" class="icon-button" data-action="new" aria-label="New game" title="New game (N)" onClick={() => navigate("/play")}>
            <Icon path="M12 5v14M5 12h14" />
          </button>
          <button type="button" class="icon-button" data-action="surprise" aria-label="Surprise me: another start" title="Surprise me: another start (S)" onClick={() => void surprise()}>
            <Icon path="M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z" dots="M8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01" />
          </button>
          <button type="button" class="icon-button" data-action="undo" aria-label="Undo" title="Undo (U)" disabled={!canUndo} onClick={undo}>
            <Icon path="M9 14L4 9l5-5M4 9h9a6 6 0 0 1 0 12h-2" />
          </button>
          <button type="button" class="icon-button" data-action="redo" aria-label="Redo" title="Redo (R)" disabled={!review} onClick={redo}>
            <Icon path="M15 14l5-5-5-5M20 9h-9a6 6 0 0 0 0 12h2" />
          </button>
          <button type="button" class="icon-button" data-action="share" aria-label="Copy a link to this position" title="Copy a link to this position" onClick={share}>
            {shared ? <Icon path="M5 13l4 4L19 7" /> : <Icon path="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />}
          </button>
          <button type="button" class={classes("button small switch", hinted && "on")} role="switch" aria-checked={hinted} data-action="hint" title="Show what each move leads to (H)" onClick={() => hints.set(!hinted)}>
            <i aria-hidden="true" />
            Hints
          </button>
        </div>
      </div>
      {settings && <Settings game={game} hash={hash} onClose={() => setSettings(false)} />}

      <div class={classes("play-columns", error !== null && "failed")}>
        <div class="play-board card">
          {error ? (
            <Failure error={error} onRetry={() => setAttempt(attempt + 1)}>
              <p class="failure-ways">
                {game.at > 0 && (
                  <a href={playLink({ ...game, moves: game.moves.slice(0, game.at - 1), at: game.at - 1 }, hash)} data-action="back">
                    Back to the position before
                  </a>
                )}
                <a href="/play">Choose another game</a>
              </p>
            </Failure>
          ) : scenes ? (
            <>
              {match?.over && !mine && !review && <Over match={match} game={game} me={me} thrown={history?.history ?? null} onAgain={() => again()} onSwap={() => again({ who: game.who === "opponent" ? "me" : "opponent" })} />}
              <div class="board-room">
                <BoardView
                  scenes={scenes}
                  moves={canMove ? match!.moves : undefined}
                  onMove={canMove ? make : undefined}
                  hints={told}
                  reasons={reasons.value === null ? null : onBoards(reasons.value)}
                  heaps={match?.heaps}
                  picture={match?.position ?? game.position}
                  onNumber={canMove ? byNumber : undefined}
                  last={last}
                  shown={pointed}
                  label={`Board: ${match?.position ?? game.position}`}
                />
              </div>
              {waiting && <Thinking onCancel={() => cancel.current?.abort()} />}
              {review && match && (
                <p class="review">
                  You look back at move {game.at} of {game.moves.length}. A move here begins another line.{" "}
                  <button type="button" class="button small" data-action="forward" onClick={() => go({ at: game.moves.length })}>
                    Back to the match
                  </button>
                </p>
              )}
              {match && game.who !== "two" && (
                <p class="board-foot">
                  {!match.over && match.turn === 0 && game.who === "me" && !mine && (
                    <button type="button" class="link" data-action="second" onClick={() => go({ who: "opponent" })}>
                      Let the opponent begin
                    </button>
                  )}
                  <label>
                    The opponent plays{" "}
                    <select data-action="level" onChange={(e) => go({ level: e.currentTarget.value as Game["level"] }, { replace: true })}>
                      <Levels now={game.level} />
                    </select>
                  </label>
                </p>
              )}
              {match && (match.repeated ?? 0) > 0 && <p class="note">This position has been on the board before.</p>}
            </>
          ) : (
            <Loading words="Setting up the board" />
          )}
        </div>
        <div class="play-side">
          {match && fresh && (
            <Panel game={game} rules={rules} match={match} hinted={hinted} me={me} verdict={hinted ? verdict(match, game) : null} canMove={canMove} onMove={make} onPoint={setPointed} history={history} onGo={(at) => go({ at })} onAll={() => setEvery(address)} />
          )}
        </div>
      </div>
      {game.moves.length > 0 && <Timeline game={game} history={history} told={hinted || match?.over === true} onGo={(at) => go({ at })} />}
      <p class="visually-hidden" role="status" aria-live="polite">
        {said} {match && fresh && !match.over && !waiting ? turn + "." : ""} {match?.over ? resultWords(match, me) : ""} {shared ? "The link is copied." : ""}
      </p>
    </div>
  );
}

function Levels({ now }: { now: Game["level"] }) {
  return (
    <>
      <option value="perfect" selected={now === "perfect"}>
        perfectly
      </option>
      <option value="good" selected={now === "good"}>
        well, and errs now and then
      </option>
      <option value="beginner" selected={now === "beginner"}>
        like a beginner
      </option>
    </>
  );
}

function Icon({ path, dots }: { path: string; dots?: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
      <path d={path} />
      {dots && <path d={dots} stroke-width="3" />}
    </svg>
  );
}

function Thinking({ onCancel }: { onCancel: () => void }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 1200);
    return () => clearTimeout(timer);
  }, []);
  if (!long) return null;
  return <Loading words="This takes a while" onCancel={onCancel} />;
}

function resultWords(match: Played, me: number | null): string {
  if (match.winner === null) return "A draw.";
  if (me === null) return `Player ${match.winner + 1} wins.`;
  return match.winner === me ? "You win!" : "The opponent wins.";
}

type OverProps = { match: Played; game: Game; me: number | null; thrown: { thrown?: boolean; player: number; turn: number }[] | null; onAgain: () => void; onSwap: () => void };

function Over({ match, game, me, thrown, onAgain, onSwap }: OverProps) {
  const mistakes = (thrown ?? []).filter((h) => h.thrown && (me === null || h.player === me));
  const lost = me !== null && match.winner !== null && match.winner !== me;
  let why = "";
  if (thrown && lost) why = mistakes.length > 0 ? `You had a win until move ${mistakes.at(-1)!.turn + 1}, which gave it away. The bar below is marked.` : "The position was lost from the start: you made no mistake.";
  if (thrown && me !== null && match.winner === me) why = mistakes.length > 0 ? `Move ${mistakes[0]!.turn + 1} had given the win away, but the opponent let you come back.` : "Every move of yours kept the win.";
  return (
    <div class={classes("over", me !== null && match.winner !== null && (match.winner === me ? "won" : "lost"))}>
      <p class="over-words">{resultWords(match, me)}</p>
      {why && <p class="over-why">{why}</p>}
      <div class="over-buttons">
        <button type="button" class="button primary small" data-action="again" onClick={onAgain}>
          Play it again
        </button>
        {game.who !== "two" && (
          <button type="button" class="button small" data-action="swap" onClick={onSwap}>
            {game.who === "opponent" ? "I begin" : "The opponent begins"}
          </button>
        )}
        <a class="button small" href="/play">
          Another game
        </a>
      </div>
    </div>
  );
}

function Settings({ game, hash, onClose }: { game: Game; hash: string; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const data = new FormData(form.current!);
    const text = (name: string) => String(data.get(name) ?? "");
    const next: Game = {
      ...game,
      position: text("position").trim() || game.position,
      misere: text("convention") === "misere",
      compound: text("compound") === "disjunctive" ? "" : text("compound"),
      who: text("who") as Game["who"],
      level: text("level") as Game["level"],
      seed: game.seed,
    };
    const same = next.position === game.position && next.misere === game.misere && next.compound === game.compound && next.who === game.who;
    onClose();
    navigate(playLink(same ? next : { ...next, moves: [], at: 0 }, hash));
  };
  const kinds = compounds.some(([k]) => k === game.compound) || game.compound === "" ? compounds : [...compounds, [game.compound, game.compound, ""] as const];
  return (
    <form class="settings card" id="settings" ref={form} onSubmit={submit} onKeyDown={(e) => e.key === "Escape" && onClose()}>
      <label class="settings-wide">
        Position, or a sum such as <code>nim(3,5) + kayles(7)</code>
        <input type="text" name="position" class="mono" value={game.position} spellcheck={false} autocapitalize="off" autocomplete="off" />
      </label>
      <label>
        The last move
        <select name="convention">
          <option value="normal" selected={!game.misere}>
            wins (normal play)
          </option>
          <option value="misere" selected={game.misere}>
            loses (misère play)
          </option>
        </select>
      </label>
      <label>
        In a sum, move
        <select name="compound">
          {kinds.map(([kind, name]) => (
            <option value={kind} selected={kind === (game.compound || "disjunctive")}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Who plays
        <select name="who">
          <option value="me" selected={game.who === "me"}>
            I begin
          </option>
          <option value="opponent" selected={game.who === "opponent"}>
            The opponent begins
          </option>
          <option value="two" selected={game.who === "two"}>
            Two people, one screen
          </option>
        </select>
      </label>
      <label>
        The opponent plays
        <select name="level">
          <Levels now={game.level} />
        </select>
      </label>
      <div class="settings-buttons">
        <button type="submit" class="button primary small" data-action="apply">
          Play
        </button>
        <button type="button" class="button small quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

// The rules of the games of a sum, a line each, as far as they have a name.
function HowToMove({ position }: { position: string }) {
  const [rules, setRules] = useState<readonly string[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const names = [...new Set(position.match(/(?<![\w.])[a-z][a-z0-9-]*(?=[[(])/gi))].slice(0, mostRules);
    Promise.all(names.map((name) => api.game(name, control.signal).catch(() => []))).then((found) => {
      if (!control.signal.aborted) setRules(found.flatMap((games) => games.map((g) => (names.length > 1 ? `${g.name}: ` : "") + g.rules)));
    });
    return () => control.abort();
  }, [position]);
  return rules.map((line) => (
    <p key={line} class="play-rules">
      {line}
    </p>
  ));
}
