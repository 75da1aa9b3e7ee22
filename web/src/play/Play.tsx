// The screen of play: the board, what it means, and the way that led there.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { api, Problem, type Rules } from "../api";
import { ownRules } from "../own";
import { puzzleLink } from "../puzzle/link";
import { navigate, place } from "../router";
import { BoardView, type BoardMove } from "../scene/SceneView";
import { classes, shape } from "../scene/view";
import { fill, useLarge } from "../shell/large";
import { Failure, Loading } from "../shell/states";
import { said, t } from "../words";
import { Choices, chosen, Levels } from "./Choices";
import { gameOf, playLink, type Game } from "./link";
import { failure, opponentMoves } from "./match";
import { Best, lastThrown, Over } from "./Over";
import { openTab, Panel, whyOpen } from "./Panel";
import { onBoards, reasons } from "./reasons";
import { compoundName, hints, level } from "./settings";
import { howToMove } from "./rules";
import { Setup } from "./Setup";
import { Timeline, useHistory } from "./Timeline";
import { Trouble } from "./Trouble";
import { toldBy, useMatch, type Playing } from "./useMatch";
import { resultWords, titleOf, verdict } from "./words";

export default function Play() {
  const game = gameOf(place.value.query, place.value.path);
  return game ? <WithRules key={game.position + place.value.hash} game={game} /> : <Setup />;
}

interface Known {
  rules: Rules; // of one's own: in the link, or in this browser
  how: readonly string[]; // how one moves, a line a game
}

// What is known before the board is set up, so that nothing moves when it comes.
function WithRules({ game }: { game: Game }) {
  const [known, setKnown] = useState<Known | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const control = new AbortController();
    Promise.all([ownRules(game.position), howToMove(game.position, control.signal)]).then(
      ([rules, how]) => control.signal.aborted || setKnown({ rules, how }),
      (err) => control.signal.aborted || setError(failure(err)),
    );
    return () => control.abort();
  }, []);
  if (error) {
    return (
      <div class="wrap">
        <Failure error={error} />
      </div>
    );
  }
  return known ? <Table game={game} {...known} /> : <Loading />;
}

function Table({ game, rules, how }: { game: Game } & Known) {
  const hinted = hints.value;
  // The board shows the numbers of reasons that are open; on a telephone these may be put away.
  const open = reasons.value !== null && whyOpen.value;
  const [pointed, setPointed] = useState<BoardMove | null>(null);
  const [settings, setSettings] = useState(false);
  const [copied, setCopied] = useState("");
  const [wrong, setWrong] = useState<Error | null>(null); // where another start was asked for
  const hash = place.value.hash;
  const address = playLink(game);
  const p = useMatch(game, rules, hinted || open, (next, replace = false) => navigate(playLink(next, hash), { replace }));
  const { match, fresh, me, review } = p;
  const error = p.error ?? wrong;
  const looked = useHistory(game, rules, hinted || review || match?.over === true, p.error === null);
  const past = looked.match;
  const whole = past?.turn === game.moves.length ? past : null; // what is known of all moves
  const told = hinted || match?.over === true || whole?.over === true;
  const before = past?.history?.[game.at - 1]; // after opening a link the words come with the history
  const moved = p.told || (before ? toldBy(game, said(before.words)) : "");
  const title = titleOf(match, game);

  useEffect(() => setPointed(null), [address]);
  useEffect(() => {
    document.title = `${title} · grundy`;
  }, [title]);
  useLarge(game.large, () => go({ large: false }, { replace: true }));

  const go = (change: Partial<Game>, way?: { replace?: boolean }) => navigate(playLink({ ...game, ...change }, hash), way);
  const goTo = (at: number) => at >= 0 && at <= game.moves.length && at !== game.at && go({ at });
  const back = game.who === "two" ? 1 : opponentMoves(game, game.at - 1) && game.at >= 2 ? 2 : 1;
  const first = game.who === "opponent" ? 1 : 0;
  const canUndo = game.at - back >= Math.min(first, game.at) && game.at > first;
  const forward = game.who === "two" ? 1 : Math.min(game.moves.length - game.at, opponentMoves(game, game.at + 1) ? 2 : 1);
  const undo = () => canUndo && go({ at: game.at - back });
  // The next match is played at the level that was reached, and the opponent draws anew.
  const again = (change: Partial<Game> = {}) => go({ moves: [], at: 0, seed: (game.seed % 1e6) + 1, level: p.rose ?? game.level, ...change });
  const swap = () => again({ who: game.who === "opponent" ? "me" : "opponent" });

  const copy = async (what: "link" | "notation") => {
    const text = what === "link" ? location.href : (match?.position ?? game.position);
    try {
      if (what === "link" && navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: `grundy: ${title}`, url: text });
      else await navigator.clipboard.writeText(text);
      setCopied(what);
      setTimeout(() => setCopied(""), 2500);
    } catch {
      setWrong(new Error(what === "link" ? t("Copy the address of this page: it is a link to this position.") : text));
    }
  };

  const surprise = async () => {
    const seed = 1 + Math.floor(Math.random() * 1e6);
    setWrong(null);
    try {
      const s = await api.starts({ game: game.position, n: 1, seed, ...(game.misere ? { misere: true } : {}), ...(Object.keys(rules).length > 0 ? { rules } : {}) });
      const start = s.starts[0]?.position;
      if (start) again({ position: start, seed });
      else setWrong(new Error(t("No other start was found.")));
    } catch (err) {
      setWrong(failure(err));
    }
  };

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, [contenteditable], [role=tabpanel]")) return;
      const act = ({
        ArrowLeft: () => goTo(game.at - 1),
        ArrowRight: () => goTo(game.at + 1),
        Home: () => goTo(0),
        End: () => goTo(game.moves.length),
        u: undo,
        r: () => review && goTo(game.at + forward),
        h: () => hints.set(!hints.value),
        b: p.nameBest,
        w: () => openTab("why"),
        n: () => navigate("/play"),
        s: () => void surprise(),
        f: () => enlarge(),
        ...(game.large ? { Escape: () => enlarge() } : {}),
      } as Record<string, (() => void) | undefined>)[event.key];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const enlarge = () => {
    fill(!game.large);
    go({ large: !game.large }, { replace: true });
  };

  // What a wrong link says takes the place of the board; other trouble leaves it.
  const gone = error !== null && !p.scenes;
  if (!match && !gone) return <Loading words={t("Setting up the board")} />;

  const ways = (
    <p class="failure-ways">
      {game.at > 0 && (
        <a href={playLink({ ...game, moves: game.moves.slice(0, game.at - 1), at: game.at - 1 }, hash)} data-action="back">
          {t("Back to the position before")}
        </a>
      )}
      <a href="/play">{t("Choose another game")}</a>
    </p>
  );
  const lost = review && whole?.over && me !== null ? lastThrown(whole.history ?? [], me) : undefined;
  const thrownHere = lost?.turn === game.at ? lost : undefined;

  return (
    <div
      class="play wrap"
      data-play=""
      data-position={match?.position}
      data-turn={match?.turn}
      data-over={match ? String(match.over) : undefined}
      data-winner={match ? (match.winner ?? "") : undefined}
      data-mover={match?.mover}
      data-level={game.who === "two" ? undefined : game.level}
      aria-busy={!error && (p.waiting || !fresh) ? "true" : "false"}
    >
      <div class="play-bar">
        <div class="play-title">
          <h1>
            <button type="button" class="play-name" aria-expanded={settings} aria-controls="settings" data-action="settings" title={t("Change the game")} onClick={() => setSettings(!settings)}>
              {title}
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" stroke-width="2" />
              </svg>
            </button>
          </h1>
          {!gone && (
            <details class="play-how" open={innerHeight >= (game.large ? 800 : 560)}>
              <summary class="play-kind">
                {(match ? match.convention === "misere" : game.misere) ? t("misère play: the last move loses") : t("the last move wins")}
                {game.compound && game.compound !== "disjunctive" ? ` · ${compoundName(game.compound)}` : ""}
              </summary>
              {how.length > 0 && (
                <div class="play-rules">
                  {how.map((line) => (
                    <p key={line}>{line}</p>
                  ))}
                </div>
              )}
            </details>
          )}
        </div>
        {!gone && (
          <div class="play-buttons">
            <IconButton action="new" name={t("New game")} key_="N" path="M12 5v14M5 12h14" onClick={() => navigate("/play")} />
            <IconButton action="surprise" name={t("Surprise me: another start")} key_="S" path="M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z" dots="M8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01" onClick={() => void surprise()} />
            <IconButton action="undo" name={t("Take your move back")} key_="U" disabled={!canUndo} path="M9 14L4 9l5-5M4 9h9a6 6 0 0 1 0 12h-2" onClick={undo} />
            <IconButton
              action="share"
              name={t("Copy a link to this position")}
              path={copied === "link" ? "M5 13l4 4L19 7" : "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"}
              onClick={() => void copy("link")}
            />
            <IconButton action="large" name={game.large ? t("Usual size") : t("Large type, for a projector")} key_="F" path={game.large ? "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" : "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"} onClick={enlarge} />
            <button type="button" class={classes("button small switch", hinted && "on")} role="switch" aria-checked={hinted} data-action="hint" title={t("Show what each move leads to (H)")} onClick={() => hints.set(!hinted)}>
              <i aria-hidden="true" />
              {t("Hints")}
            </button>
          </div>
        )}
      </div>
      {settings && (
        <Settings game={game} hash={hash} onClose={() => setSettings(false)}>
          <button type="button" class="button small quiet" data-action="notation" onClick={() => void copy("notation")}>
            {copied === "notation" ? t("Copied") : t("Copy notation")}
          </button>
        </Settings>
      )}

      <div class={classes("play-columns", gone && "failed")}>
        <div class="play-board card">
          {gone ? (
            <Failure error={error} {...(error instanceof Problem && error.kind === "request" ? {} : { onRetry: p.retry })}>
              {ways}
            </Failure>
          ) : (
            <>
              <div class="play-status">
                <p class={classes("play-turn", p.myTurn && "mine")}>{turnWords(p, game)}</p>
                <p class="play-told" role="status" aria-live="polite" title={moved} data-told="">
                  {moved}
                </p>
                {hinted && !whyOpen.value && (fresh || !error) && <Verdict p={p} game={game} />}
              </div>
              <div class="board-room">
                <BoardView
                  scenes={p.scenes!}
                  moves={p.canMove ? match!.moves : undefined}
                  onMove={p.canMove ? p.make : undefined}
                  hints={hinted || open}
                  reasons={open ? onBoards(reasons.value ?? undefined) : null}
                  heaps={match!.heaps}
                  onNumber={p.canMove ? p.makeUnlisted : undefined}
                  picture={match!.position}
                  last={p.last}
                  shown={pointed ?? match!.moves.find((m) => m.move === p.best?.move) ?? null}
                  label={t("The board")}
                />
              </div>
              {p.waiting && <Thinking onCancel={p.cancel} />}
              {error && (
                <Trouble error={error} onRetry={() => (setWrong(null), p.retry())}>
                  {error instanceof Problem && error.kind === "request" ? ways : null}
                </Trouble>
              )}
              {match!.over && fresh && !review && <Over match={match!} me={me} history={whole?.history ?? null} looked={looked} rose={p.rose} helped={p.helped} onAgain={() => again()} {...(game.who === "two" ? {} : { onSwap: swap })} onGo={goTo} />}
              {p.best && <Best move={p.best} />}
              {thrownHere ? (
                <p class="review" data-retry="">
                  {thrownHere.outcome === "D"
                    ? t("Here you chose “{words}”, which gave the draw away. Try another move.", { words: said(thrownHere.words) })
                    : t("Here you chose “{words}”, which gave the win away. Try another move.", { words: said(thrownHere.words) })}
                </p>
              ) : (
                review && <p class="review">{t("You look back. A move here begins another line.")}</p>
              )}
              <div class="board-foot">
                <div class="steps" role="group" aria-label={t("Go through the match")}>
                  <IconButton action="first" name={t("The beginning")} disabled={game.at === 0} path="M6 5v14M18 6l-7 6 7 6z" onClick={() => goTo(0)} />
                  <IconButton action="backward" name={t("One move back")} key_="←" disabled={game.at === 0} path="M15 5l-7 7 7 7" onClick={() => goTo(game.at - 1)} />
                  <span class="steps-at">{game.moves.length > 0 && t("{at} of {all}", { at: game.at, all: game.moves.length })}</span>
                  <IconButton action="forward" name={t("One move on")} key_="→" disabled={!review} path="M9 5l7 7-7 7" onClick={() => goTo(game.at + 1)} />
                  <IconButton action="last" name={t("The last move")} disabled={!review} path="M18 5v14M6 6l7 6-7 6z" onClick={() => goTo(game.moves.length)} />
                </div>
                <button type="button" class="button small" data-action="best" disabled={!p.myTurn} title={t("Name the best move (B)")} onClick={p.nameBest}>
                  {t("Name the best move")}
                </button>
                <Keys />
                {!match!.over && (
                  <a href={puzzleLink({ position: match!.position, misere: game.misere, compound: game.compound }, hash)} data-action="puzzle">
                    {t("Make it a puzzle")}
                  </a>
                )}
                {game.who !== "two" && (
                  <span class="board-options">
                    {game.moves.length === 0 && game.who === "me" && (
                      <button type="button" class="link" data-action="second" onClick={() => go({ who: "opponent" })}>
                        {t("Let the opponent begin")}
                      </button>
                    )}
                    <select
                      aria-label={t("The opponent")}
                      data-action="level"
                      onChange={(e) => {
                        const chosen = e.currentTarget.value as Game["level"];
                        level.set(game.position, chosen);
                        go({ level: chosen }, { replace: true });
                      }}
                    >
                      <Levels now={p.rose ?? game.level} />
                    </select>
                  </span>
                )}
              </div>
              {(match!.repeated ?? 0) > 0 && <p class="note">{t("This position has been on the board before.")}</p>}
            </>
          )}
        </div>
        {match && !gone && (
          <div class="play-side">
            <Panel game={game} rules={rules} match={match} hinted={hinted} me={me} canMove={p.canMove} onMove={p.make} onPoint={setPointed} history={past} looked={looked} told={told} stale={!fresh && error !== null} onGo={goTo} onAll={p.askAll} />
          </div>
        )}
      </div>
      {game.moves.length > 0 && !gone && <Timeline game={game} rules={rules} history={past} told={told} onGo={goTo} />}
      <p class="visually-hidden" role="status" aria-live="polite">
        {match && fresh && !match.over && !p.waiting ? turnWords(p, game) + "." : ""} {match?.over ? resultWords(match, me) : ""} {copied ? t("Copied") : ""}
      </p>
    </div>
  );
}

function turnWords(p: Playing, game: Game): string {
  const atEnd = game.at === game.moves.length;
  if (!p.match || (p.match.over && p.fresh)) return "";
  if (game.who === "two") return t("Player {player} to move", { player: (game.at % 2) + 1 });
  if (!opponentMoves(game, game.at)) return t("Your move");
  return atEnd && !p.error ? t("The opponent thinks") : t("The opponent to move");
}

// Who wins is said once: here, or by the reasons where they are open.
function Verdict({ p, game }: { p: Playing; game: Game }) {
  if (!p.match || p.match.over) return null;
  const says = p.fresh ? verdict(p.match, game) : null;
  if (says) {
    return (
      <p class={classes("verdict", says.leads)} data-verdict={says.leads} title={`${says.words} ${says.lasts}`}>
        <span>
          <span aria-hidden="true">{shape[says.leads]}</span> {says.words}
        </span>{" "}
        <span>{says.lasts}</span>
      </p>
    );
  }
  return <p class="verdict">{p.canMove ? (p.match.unknown && said(p.match.unknown)) || t("Who wins is not known within the server’s limits.") : "…"}</p>;
}

interface IconButtonProps {
  action: string;
  name: string;
  /** The key that does the same. */
  key_?: string;
  path: string;
  dots?: string;
  disabled?: boolean;
  onClick: () => void;
}

function IconButton({ action, name, key_, path, dots, disabled = false, onClick }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" data-action={action} aria-label={name} title={key_ ? `${name} (${key_})` : name} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
        <path d={path} />
        {dots && <path d={dots} stroke-width="3" />}
      </svg>
    </button>
  );
}

function Thinking({ onCancel }: { onCancel: () => void }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 1200);
    return () => clearTimeout(timer);
  }, []);
  if (!long) return null;
  return <Loading words={t("This takes a while")} onCancel={onCancel} />;
}

function Keys() {
  const keys: readonly [string, string][] = [
    ["← →", t("one move back, one on")],
    ["Home End", t("the beginning, the last move")],
    ["U", t("take your move back")],
    ["B", t("name the best move")],
    ["H", t("hints")],
    ["W", t("why")],
    ["F", t("large type")],
    ["S", t("another start")],
    ["N", t("new game")],
  ];
  return (
    <details class="keys">
      <summary>{t("Keys")}</summary>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((k) => (
                <kbd key={k}>{k}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="note">{t("On the board, arrows go from one thing to the next, and Enter chooses.")}</p>
    </details>
  );
}

function Settings({ game, hash, onClose, children }: { game: Game; hash: string; onClose: () => void; children: preact.ComponentChildren }) {
  const submit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const next: Game = { ...game, ...chosen(form), position: String(new FormData(form).get("position") ?? "").trim() || game.position };
    const same = next.position === game.position && next.misere === game.misere && next.compound === game.compound && next.who === game.who;
    level.set(next.position, next.level);
    onClose();
    navigate(playLink(same ? next : { ...next, moves: [], at: 0 }, hash));
  };
  return (
    <form class="settings card" id="settings" onSubmit={submit} onKeyDown={(e) => e.key === "Escape" && onClose()}>
      <label class="settings-wide">
        {t("The position in notation; a sum has + between its parts")}
        <input type="text" name="position" class="mono" value={game.position} spellcheck={false} autocapitalize="off" autocomplete="off" />
      </label>
      <Choices now={game} />
      <div class="settings-buttons">
        <button type="submit" class="button primary small" data-action="apply">
          {t("Play")}
        </button>
        {children}
        <button type="button" class="button small quiet" onClick={onClose}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
