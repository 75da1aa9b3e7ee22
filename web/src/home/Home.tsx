// The first screen: what this is, games as living pictures, and the ways from here.
import { useEffect, useRef, useState } from "preact/hooks";
import { api, get, type Scene } from "../api";
import { playLink } from "../play/link";
import { Picture } from "../scene/SceneView";
import { Failure } from "../shell/states";

const games: readonly [position: string, name: string, words: string][] = [
  ["nim(3,4,5)", "Nim", "Take stones from one heap."],
  ['kayles(9)', "Kayles", "Knock down one pin, or two side by side."],
  ["queen(4,7)", "Wythoff's queen", "Bring the queen to the corner."],
  ["knight4[8](6,5)", "The knight", "Four moves, and no way back."],
  ["chomp(5,4)", "Chomp", "Eat the bar; leave the poisoned piece."],
  ["turning-turtles(2,5,7)", "Turning turtles", "Turn a coin, and one to its left."],
  ["staircase(0,2,1,3)", "Staircase", "Move coins one step down."],
  ["hackenbush[0,1,1,0,4,4,2](1,2,3,4,5,6,7)", "Hackenbush", "Cut; what hangs in the air falls."],
];

export default function Home() {
  const [scenes, setScenes] = useState<Scene[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    setError(null);
    get<{ components: { scene: Scene }[] }>("/draw", { position: games.map(([p]) => p).join(" + ") }, control.signal).then(
      (d) => setScenes(d.components.map((c) => c.scene)),
      (err) => control.signal.aborted || setError(err),
    );
    return () => control.abort();
  }, [attempt]);
  return (
    <div class="home wrap">
      <section class="home-lead">
        <h1>Play any impartial game against perfection, and see why it wins.</h1>
        <p>
          Two players, the same moves for both, and the last move wins. Such games have a theory: it knows who wins every position, and by which move.
        </p>
        <p class="home-ways">
          <a class="button primary" href={playLink({ position: "nim(3,4,5)" })}>
            Play Nim
          </a>
          <a class="button" href="/learn">
            Learn how it works
          </a>
        </p>
      </section>
      {error ? (
        <Failure error={error} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <ul class="home-games" aria-label="Games">
          {games.map(([position, name, words], i) => (
            <li key={position}>
              <Tile position={position} name={name} words={words} scene={scenes?.[i]} />
            </li>
          ))}
        </ul>
      )}
      <ul class="home-more">
        <li>
          <a class="card" href="/play">
            <b>More than a hundred games</b>
            <span>Search them, add them up, or be surprised.</span>
          </a>
        </li>
        <li>
          <a class="card" href="/rules">
            <b>Your own rules</b>
            <span>Write a game in ten lines; play and explore it at once.</span>
          </a>
        </li>
        <li>
          <a class="card" href="/explore">
            <b>Explore</b>
            <span>Nim-values as pictures, to millions of cells.</span>
          </a>
        </li>
        <li>
          <a class="card" href="/learn">
            <b>Learn</b>
            <span>Eight short lessons that you play.</span>
          </a>
        </li>
      </ul>
    </div>
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
