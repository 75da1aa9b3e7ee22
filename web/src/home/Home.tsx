// The first screen: a board to play at, games as living pictures, and the ways from here.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, get, type Scene } from "../api";
import { gameOf, playLink, type Game } from "../play/link";
import { opponentMoves } from "../play/match";
import { levelWords } from "../play/settings";
import { Trouble } from "../play/Trouble";
import { useMatch } from "../play/useMatch";
import { resultWords } from "../play/words";
import { BoardView, Picture } from "../scene/SceneView";
import { classes } from "../scene/view";
import { Failure } from "../shell/states";
import { t } from "../words";

const games = (): readonly (readonly [position: string, name: string, words: string])[] => [
  ["nim(3,4,5)", t("Nim"), t("Take stones from one heap.")],
  ["kayles(9)", t("Kayles"), t("Knock down one pin, or two side by side.")],
  ["queen(4,6)", t("Wythoff’s queen"), t("Bring the queen to the corner.")],
  ["knight4[8](6,5)", t("The knight"), t("Four moves, and no way back.")],
  ["chomp(5,4)", t("Chomp"), t("Eat the bar; leave the poisoned piece.")],
  ["turning-turtles(2,5,6)", t("Turning turtles"), t("Turn a coin, and one to its left.")],
  ["staircase(0,2,1,3)", t("Staircase"), t("Move coins one step down.")],
  ["hackenbush[0,1,1,0,4,4,2](1,2,3,4,5,6,7)", t("Hackenbush"), t("Cut; what hangs in the air falls.")],
];

const drawn = () => games().map(([p]) => p).join(" + ");

export default function Home() {
  const [scenes, setScenes] = useState<Scene[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    document.title = "grundy";
  }, []);
  useEffect(() => {
    const control = new AbortController();
    setError(null);
    get<{ components: { scene: Scene }[] }>("/draw", { position: drawn() }, control.signal).then(
      (d) => setScenes(d.components.map((c) => c.scene)),
      (err) => control.signal.aborted || setError(err),
    );
    return () => control.abort();
  }, [attempt]);
  return (
    <div class="home wrap">
      <FirstBoard />
      <h2>{t("More games, and the same question: who wins?")}</h2>
      {error ? (
        <Failure error={error} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <ul class="home-games" aria-label={t("Games")}>
          {games().map(([position, name, words], i) => (
            <li key={position}>
              <Tile position={position} name={name} words={words} scene={scenes?.[i]} />
            </li>
          ))}
        </ul>
      )}
      <ul class="home-more">
        <li>
          <a class="card" href="/play">
            <b>{t("More than a hundred games")}</b>
            <span>{t("Search them, add them up, or be surprised.")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/puzzle">
            <b>{t("A puzzle a day")}</b>
            <span>{t("Find the move that wins. You have one try.")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/rules">
            <b>{t("Your own rules")}</b>
            <span>{t("Write a game in ten lines; play and explore it at once.")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/explore">
            <b>{t("Explore")}</b>
            <span>{t("Find the pattern behind a game, in pictures of its positions.")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/learn">
            <b>{t("Learn")}</b>
            <span>{t("Short lessons that you play.")}</span>
          </a>
        </li>
      </ul>
    </div>
  );
}

const firstBoard = "nim(2,3,4)";

/** A match that is played where the page begins. */
function FirstBoard() {
  const [game, setGame] = useState<Game>(() => gameOf(new URLSearchParams({ p: firstBoard }))!);
  const rules = useMemo(() => ({}), []);
  const p = useMatch(game, rules, false, setGame);
  const { match } = p;
  const over = match?.over && p.fresh ? match : null;
  const won = over?.winner === p.me;
  const again = () => setGame({ ...game, moves: [], at: 0, seed: game.seed + 1, level: p.rose ?? game.level });
  const status = over ? resultWords(over, p.me) : !match ? "" : p.myTurn ? (game.moves.length === 0 ? t("You begin: touch a stone.") : t("Your move")) : opponentMoves(game, game.at) ? t("The opponent thinks") : "";
  return (
    <section class="first" data-first="" data-position={match?.position} data-turn={match?.turn} data-over={match ? String(match.over) : undefined} data-winner={match ? (match.winner ?? "") : undefined} data-level={game.level} aria-busy={!p.error && (p.waiting || !p.fresh) ? "true" : "false"}>
      <div class="first-words">
        <h1>{t("Take the last stone.")}</h1>
        <p>{t("You and the opponent take turns: as many stones as you like, but from one heap. Whoever takes the last one wins.")}</p>
        <p class="home-ways">
          <a class="button primary" href="/learn">
            {t("Learn how to win")}
          </a>
          <a class="button" href="/play">
            {t("Choose a game")}
          </a>
        </p>
      </div>
      <div class="first-board card">
        <div role="status" aria-live="polite">
          <p class={classes("first-status", won && "win", over !== null && !won && "lose")}>{status}</p>
          <p class="first-told" data-told="">
            {p.told}
          </p>
        </div>
        <div class="first-room">
          {p.scenes && <BoardView scenes={p.scenes} moves={p.canMove ? match!.moves : undefined} onMove={p.canMove ? p.make : undefined} last={p.last} label={t("Board: three heaps of stones")} />}
        </div>
        {p.error && <Trouble error={p.error} onRetry={p.retry} />}
        <p class="first-foot">
          {over ? (
            <>
              <button type="button" class="button primary small" data-action="again" onClick={again}>
                {t("Play it again")}
              </button>
              <a class="button small" href={playLink(game)} data-action="see">
                {won ? t("See the match") : t("See where it was lost")}
              </a>
            </>
          ) : (
            <a href={playLink(game)}>{t("The same with hints and reasons")}</a>
          )}
          <span class="note">{p.rose ? t("You go up.") + " " : ""}{levelWords(p.rose ?? game.level)}</span>
        </p>
      </div>
    </section>
  );
}

const pace = 1000; // milliseconds from move to move, while one looks

/** Tile is a game that plays itself, perfectly, while it is pointed at. */
function Tile({ position, name, words, scene }: { position: string; name: string; words: string; scene: Scene | undefined }) {
  const [now, setNow] = useState<Scene | null>(null);
  const [looking, setLooking] = useState(false);
  const moves = useRef<string[]>([]);
  useEffect(() => {
    if (!looking || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const control = new AbortController();
    let timer = 0;
    const step = async () => {
      try {
        const m = await api.match({ position, moves: moves.current, reply: true, limit: 0 }, control.signal);
        if (control.signal.aborted) return;
        setNow(m.scenes[0]?.scene ?? null);
        moves.current = m.over || !m.reply ? [] : [...moves.current, m.reply.move];
        timer = window.setTimeout(step, m.over ? 2 * pace : pace);
      } catch {
        // The picture then stands still.
      }
    };
    timer = window.setTimeout(step, 250);
    return () => {
      control.abort();
      clearTimeout(timer);
      moves.current = [];
      setNow(null);
    };
  }, [looking, position]);
  return (
    <a class="home-game card" href={playLink({ position })} onPointerEnter={() => setLooking(true)} onPointerLeave={() => setLooking(false)} onFocus={() => setLooking(true)} onBlur={() => setLooking(false)}>
      <span class="home-picture">{scene && <Picture scene={now ?? scene} width={210} />}</span>
      <b>{name}</b>
      <span class="note">{words}</span>
    </a>
  );
}
