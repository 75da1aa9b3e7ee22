// The screen /explore/GAME: tables and sequences of any game as pictures.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem, type GameEntry, type NimValue, type Rules } from "../api";
import { ownRules } from "../own";
import { css, palette } from "../palette";
import { addressOf, navigate, place, queryText } from "../router";
import { Failure, Loading } from "../shell/states";
import { Term } from "../shell/Term";
import { Chart, group, letters, type Cell, type Shown } from "./chart";
import { Choose, games } from "./Choose";
import { Drawn, Infinite, Lost, Unknown, Won, fileOf, mayHavePattern, optionsOf, shapeOf, type Options, type Recurrence, type Shape, type Subject, sidesOf } from "./data";
import { Gallery } from "./Gallery";
import { Pattern } from "./Pattern";
import { Period } from "./Period";

const gameOf = (path: string) => {
  try {
    return decodeURIComponent(path.split("/").slice(2).join("/"));
  } catch {
    return "";
  }
};

function go(game: string, changes: Record<string, string | null>, replace = false): void {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  navigate(`/explore/${encodeURIComponent(game).replaceAll("%2C", ",").replaceAll("%5B", "[").replaceAll("%5D", "]")}${queryText(query)}${location.hash}`, { replace });
}

export default function Explore() {
  const game = gameOf(place.value.path);
  if (game === "") {
    document.title = "Explore · grundy";
    return (
      <div class="wrap ex">
        <h1>Explore nim-values</h1>
        <p class="ex-lead">
          Every position of an impartial game has a{" "}
          <Term says="A number that says how a position behaves in sums: it equals one heap of Nim of that size. The player to move loses exactly where it is 0.">nim-value</Term>. Where one or two numbers
          choose the position, they make a picture. Search for a game, or begin with one of these.
        </p>
        <Choose game="" onChoose={(name) => go(name, {})} />
        <Gallery />
      </div>
    );
  }
  return <Game game={game} />;
}

function Game({ game }: { game: string }) {
  const query = place.value.query;
  const [said, misere, compound, fixed] = [query.get("of") ?? "", query.get("misere") === "1", query.get("compound") ?? "", query.get("fix") ?? ""];
  const [rules, setRules] = useState<Rules | null>(null);
  const [shape, setShape] = useState<Shape | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, retry] = useState(0);
  const hash = place.value.hash;
  useEffect(() => {
    const control = new AbortController();
    document.title = `${game} · Explore · grundy`;
    setFailed(null);
    setShape(null);
    (async () => {
      const rules = await ownRules(game);
      setRules(rules);
      setShape(await shapeOf(game, { misere, compound, rules }, control.signal));
    })().catch((err: unknown) => control.signal.aborted || setFailed(err instanceof Error ? err : new Error(String(err))));
    return () => control.abort();
  }, [game, misere, compound, hash, tries]);

  // A game whose rules say who has won has no nim-values.
  const of = said || (shape && !shape.measures.includes("nim-values") ? shape.measures[0]! : "");
  // Of more than two open numbers, two are drawn, and the others have a value.
  const extra = shape ? shape.axes.slice(2) : [];
  const values = extra.map((_, i) => fixed.split(",")[i] || "1");
  const pieces = useMemo(() => {
    if (!shape) return [];
    const [a, b, c, ...rest] = shape.pieces;
    return extra.length === 0 ? shape.pieces : [a!, b!, c! + values.map((v, i) => v + rest[i]!).join("")];
  }, [shape, fixed]);
  const asked = shape && extra.length > 0 ? pieces.join("_") : (shape?.game ?? game);
  const subject = useMemo<Subject | null>(() => (shape && rules ? { game: asked, of, misere, compound, rules } : null), [shape, rules, asked, of, misere, compound]);
  return (
    <div class="wrap ex">
      <div class="ex-head">
        <h1 class="visually-hidden">Explore {game}</h1>
        <Choose game={game} onChoose={(name) => navigate(`/explore/${encodeURIComponent(name).replaceAll("%2C", ",")}`)} />
        {shape && (
          <div class="ex-options">
            <label>
              <span>Shows</span>
              <select value={of || (compound ? "outcomes" : "nim-values")} onChange={(e) => go(game, { of: e.currentTarget.value })}>
                {shape.measures.map((m) => (
                  <option key={m} value={m}>
                    {m}
                  </option>
                ))}
              </select>
            </label>
            <label class="ex-check">
              <input type="checkbox" checked={misere || shape.misere} disabled={shape.misere} onChange={(e) => go(game, { misere: e.currentTarget.checked ? "1" : null })} />
              <span>misère</span>
            </label>
            {extra.map((name, i) => (
              <label key={name} class="ex-fixed">
                <span>{name}</span>
                <input
                  type="number"
                  min={0}
                  value={values[i]}
                  onChange={(e) => {
                    const next = [...values];
                    next[i] = String(Math.max(0, Math.floor(Number(e.currentTarget.value) || 0)));
                    go(game, { fix: next.join(",") });
                  }}
                />
              </label>
            ))}
          </div>
        )}
      </div>
      {failed ? (
        <Failure error={failed} onRetry={() => retry((n) => n + 1)}>
          {failed instanceof Problem && failed.field === "game" && <p class="note">Leave one or two numbers of a position open, as in nim(_,_,3).</p>}
        </Failure>
      ) : subject && shape ? (
        <Picture key={JSON.stringify([asked, of, misere, compound])} subject={subject} shape={shape} pieces={pieces} />
      ) : (
        <Loading words="Reading the rules" />
      )}
    </div>
  );
}

function Picture({ subject, shape, pieces }: { subject: Subject; shape: Shape; pieces: string[] }) {
  const planar = shape.axes.length >= 2;
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [cell, setCell] = useState<{ at: Cell; value: number | null; byKey: boolean } | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [row, setRow] = useState<number | null>(null);
  const saving = useRef(0);
  const position = (c: Cell) => (planar ? pieces[0]! + c.x + pieces[1]! + c.y + pieces[2]! : pieces[0]! + c.x + pieces[1]!);
  const playHref = (c: Cell) => `/play${queryText([["p", position(c)], ...(subject.misere ? [["misere", "1"] as [string, string]] : []), ...(subject.compound ? [["compound", subject.compound] as [string, string]] : [])])}${location.hash}`;

  useEffect(() => {
    const q = new URLSearchParams(place.peek().query);
    const numbers = ["x", "y", "zoom"].map((n) => Number(q.get(n) ?? NaN));
    const view = numbers[2]! > 0 ? { x: numbers[0] || 0, y: numbers[1] || 0, zoom: numbers[2]! } : null;
    const c = new Chart(canvas.current!, subject, planar, sidesOf(shape).slice(0, planar ? 2 : 1), shape.axes, view, {
      view(v) {
        clearTimeout(saving.current);
        saving.current = setTimeout(() => {
          const q = new URLSearchParams(place.peek().query);
          const round = (n: number) => String(Number(n.toPrecision(10)));
          q.set("x", round(v.x));
          if (planar) q.set("y", round(v.y));
          q.set("zoom", String(Number(v.zoom.toPrecision(5))));
          history.replaceState(null, "", addressOf(place.peek().path + queryText(q) + location.hash));
        }, 250) as unknown as number;
      },
      shown: setShown,
      cell: (at, value, byKey) => setCell((old) => (at === null ? null : old && old.at.x === at.x && old.at.y === at.y && old.value === value ? old : { at, value, byKey })),
      play: (at) => navigate(playHref(at)),
      error: () => setFailed(c.tiles.error),
    });
    chart.current = c;
    c.draw();
    return () => {
      clearTimeout(saving.current);
      c.close();
    };
  }, [subject]);
  const p = palette();
  useEffect(() => chart.current?.draw(), [p]);

  const found = (r: Recurrence | null) => {
    if (!chart.current || planar) return;
    chart.current.periodic = r?.proved && r.preperiod !== null ? { preperiod: Number(r.preperiod), period: Number(r.period) } : null;
    chart.current.draw();
  };
  const what = subject.of || (subject.compound ? "outcomes" : "nim-values");
  const plain = what === "nim-values" && !subject.misere && !shape.loopy;
  return (
    <div class="ex-grid">
      <div class="ex-main">
        <div class="ex-canvas">
          <canvas
            ref={canvas}
            tabIndex={0}
            role="application"
            aria-roledescription="map of values"
            aria-label={`${what} of ${subject.game}. Arrow keys choose a cell, plus and minus zoom, Home goes to the corner, Enter plays from the cell.`}
            aria-describedby="ex-cell"
            data-ready={shown?.ready ? "true" : "false"}
          />
          {shown && !shown.ready && (
            <p class="ex-wait" role="status" aria-busy="true">
              Computing …
            </p>
          )}
          {failed && (
            <div class="ex-over">
              <Failure
                error={failed}
                onRetry={() => {
                  setFailed(null);
                  chart.current?.tiles.retry();
                }}
              />
              <p class="ex-links">
                {what !== "outcomes" && shape.measures.includes("outcomes") && (
                  <button type="button" class="button small" onClick={() => go(gameOf(place.value.path), { of: "outcomes" })}>
                    Show outcomes
                  </button>
                )}
                <button
                  type="button"
                  class="button small"
                  onClick={() => {
                    setFailed(null);
                    chart.current?.tiles.retry();
                    chart.current?.look(chart.current.usual());
                  }}
                >
                  Back to the corner
                </button>
              </p>
            </div>
          )}
        </div>
        <div class="ex-below">
          <Legend shown={shown} what={what} />
          <div class="ex-zoom">
            <button type="button" class="icon-button" aria-label="Zoom in" title="Zoom in" onClick={() => chart.current?.zoom(1.6)}>
              +
            </button>
            <button type="button" class="icon-button" aria-label="Zoom out" title="Zoom out" onClick={() => chart.current?.zoom(1 / 1.6)}>
              −
            </button>
            <button type="button" class="icon-button" aria-label="Back to the corner" title="Back to the corner" onClick={() => chart.current?.look(chart.current.usual())}>
              ⌂
            </button>
          </div>
        </div>
        {shown?.partial && <p class="note">Grey cells take longer than this server allows: it found the others in its time.</p>}
        {shown?.sampled && <p class="note">So far out, each pixel shows one cell of its block.</p>}
        <p class="note ex-keys">
          Drag to move, scroll to zoom, click to play from there. With the keyboard: arrows, <kbd>+</kbd> <kbd>−</kbd>, <kbd>Home</kbd>, <kbd>Enter</kbd>.
        </p>
      </div>
      <aside class="ex-side">
        <CellPanel cell={cell} subject={subject} position={position} planar={planar} axes={shape.axes} playHref={playHref} onRow={planar && plain && shape.proves ? setRow : null} />
        {(!planar || row !== null) && <Period subject={subject} row={row} ready={shown?.ready ?? false} onFound={found} />}
        {row === null && mayHavePattern(subject) && <Pattern subject={subject} />}
        <Histogram shown={shown} what={what} />
        <About game={subject.game} asked={shape.game} />
        <Downloads subject={subject} shown={shown} planar={planar} canvas={canvas} sides={sidesOf(shape)} />
      </aside>
    </div>
  );
}

/** The colours from the smallest value to the largest. */
function Scale() {
  const p = palette();
  const bar = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const c = bar.current!.getContext("2d")!;
    for (let i = 0; i < 128; i++) {
      c.fillStyle = css(p.at(i / 127));
      c.fillRect(i, 0, 1, 1);
    }
  }, [p]);
  return <canvas ref={bar} width={128} height={1} aria-hidden="true" />;
}

const codes: [number, string][] = [
  [Lost, "P: the player to move loses"],
  [Won, "N: the player to move wins"],
  [Drawn, "D: draw"],
  [Infinite, "infinite"],
  [Unknown, "not known here"],
];

function Legend({ shown, what }: { shown: Shown | null; what: string }) {
  const p = palette();
  if (!shown) return null;
  const numbers = [...shown.histogram.keys()].some((v) => v >= 0);
  const swatch: Record<number, string> = { [Lost]: css(p.zero), [Won]: css(p.win), [Drawn]: css(p.draw), [Infinite]: css(p.infinite), [Unknown]: css(p.unknown) };
  return (
    <div class="ex-legend" role="group" aria-label="Legend">
      {numbers && (
        <>
          {shown.kinds.has(0) && (
            <span class="ex-key">
              <i style={{ background: css(p.zero) }} /> {what === "nim-values" ? "0: " : ""}P-position{shown.blocks ? ", or a block with some" : ""}
            </span>
          )}
          <span class="ex-key">
            {group(shown.low)} <Scale /> {group(shown.high)}
          </span>
        </>
      )}
      {codes
        .filter(([code]) => shown.kinds.has(code))
        .map(([code, words]) => (
          <span class="ex-key" key={code}>
            <i style={{ background: swatch[code] }} /> {words}
          </span>
        ))}
    </div>
  );
}

const finite = (v: NimValue) => (typeof v === "number" ? v : null);

function CellPanel(props: {
  cell: { at: Cell; value: number | null; byKey: boolean } | null;
  subject: Subject;
  position: (c: Cell) => string;
  planar: boolean;
  axes: string[];
  playHref: (c: Cell) => string;
  onRow: ((row: number) => void) | null;
}) {
  const { cell, subject, position } = props;
  const [kept, keep] = useState(cell);
  const [options, setOptions] = useState<{ of: string; options: Options } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (cell) keep(cell); // the last one stays, so that its link can be reached
  }, [cell]);
  const at = kept?.at;
  const text = at ? position(at) : "";
  useEffect(() => {
    setProblem(null);
    if (!at) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      optionsOf(text, subject, control.signal)
        .then((o) => setOptions({ of: text, options: o }))
        .catch((err: Error) => control.signal.aborted || setProblem(err.message));
    }, 120);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, subject]);
  if (!kept || !at) {
    return (
      <section class="ex-part ex-cell ex-none" id="ex-cell">
        <h2>A {props.planar ? "cell" : "number"}</h2>
        <p class="note">Point at a {props.planar ? "cell" : "number"}: its value, its options and the mex stand here.</p>
      </section>
    );
  }
  const o = options?.of === text ? options.options : null;
  const reached = o ? [...new Set(o.options.map((x) => finite(x.nim_value)).filter((v) => v !== null))].sort((a, b) => a - b) : [];
  const listed = o ? o.options.length : 0;
  const value = kept.value;
  const nim = o ? finite(o.nim_value) : null;
  return (
    <section class="ex-part ex-cell" id="ex-cell" data-cell={`${at.x},${at.y}`} data-index={at.x} data-value={value ?? undefined} aria-live={kept.byKey ? "polite" : "off"}>
      <h2>{text}</h2>
      <p class="ex-value">
        {o?.outcome && (
          <span class={o.outcome === "N" ? "win" : o.outcome === "P" ? "lose" : "draw"}>
            {o.outcome === "N" ? "▲ N, the mover wins" : o.outcome === "P" ? "▼ P, the mover loses" : "● D, a draw"}
          </span>
        )}
        {value !== null && value >= 0 && <b>{`${(subject.of || "nim-values").replace("nim-values", "nim-value").replace("outcomes", "outcome")} ${group(value)}`}</b>}
        {value !== null && value < 0 && letters(value) !== "" && !o?.outcome && <b>{letters(value)}</b>}
      </p>
      {problem && <p class="ex-problem">{problem}</p>}
      {o && (
        <>
          <p>
            {Number(o.count) === 0 ? "No options: the play is over." : `${group(Number(o.count))} option${Number(o.count) === 1 ? "" : "s"}${listed < Number(o.count) ? `; the first ${group(listed)}` : ""}.`}
          </p>
          {nim !== null && <Mex reached={reached} mex={nim} whole={listed >= Number(o.count)} />}
        </>
      )}
      <p class="ex-links">
        <a class="button small primary" href={props.playHref(at)}>
          Play from here
        </a>
        {props.onRow && (
          <button type="button" class="button small" onClick={() => props.onRow!(at.y)}>
            Period of row {at.y}
          </button>
        )}
      </p>
    </section>
  );
}

/** The values of the options, and the least that is missing among them. */
function Mex({ reached, mex, whole }: { reached: number[]; mex: number; whole: boolean }) {
  const most = 18;
  const below = reached.filter((v) => v < mex);
  const above = reached.filter((v) => v > mex);
  const cut = below.length > most ? [...below.slice(0, 8), null, ...below.slice(-4)] : below;
  return (
    <div class="ex-mex">
      <span class="note">values of the options</span>
      <span class="ex-chips">
        {cut.map((v, i) => (v === null ? <i key={`c${i}`}>…</i> : <span key={v}>{v}</span>))}
        <strong title="the mex: the least value that no option has">{mex}</strong>
        {above.slice(0, 8).map((v) => (
          <span key={v}>{v}</span>
        ))}
        {(above.length > 8 || !whole) && <i>…</i>}
      </span>
      <span class="note">
        <Term says="The minimum excluded value: the least of 0, 1, 2, … that no option has. The mex of 0, 1 and 3 is 2. It is the nim-value of the position.">mex</Term> = {mex}: the least that is missing
      </span>
    </div>
  );
}

function Histogram({ shown, what }: { shown: Shown | null; what: string }) {
  const p = palette();
  if (!shown || shown.counted === 0) return null;
  const all = [...shown.histogram].sort((a, b) => (a[0] < 0 && b[0] < 0 ? b[0] - a[0] : a[0] - b[0]));
  const numbers = all.filter(([v]) => v >= 0);
  const bins: { from: number; to: number; count: number; label: string }[] = all.filter(([v]) => v < 0).map(([v, count]) => ({ from: v, to: v, count, label: letters(v) || "?" }));
  const most = 32;
  const [low, high] = [numbers[0]?.[0] ?? 0, numbers.at(-1)?.[0] ?? 0];
  const width = Math.max(Math.ceil((high - low + 1) / most), 1);
  for (let from = low; numbers.length > 0 && from <= high; from += width) bins.push({ from, to: from + width - 1, count: 0, label: width === 1 ? String(from) : `${group(from)} … ${group(from + width - 1)}` });
  const first = bins.length - (numbers.length > 0 ? Math.floor((high - low) / width) + 1 : 0);
  for (const [v, count] of numbers) bins[first + Math.floor((v - low) / width)]!.count += count;
  const top = Math.max(...bins.map((b) => b.count));
  const zeros = shown.histogram.get(0) ?? shown.histogram.get(Lost) ?? 0;
  const colour = (b: { from: number; to: number }) => (b.from === Lost || (b.from === 0 && b.to === 0 && what === "nim-values") ? css(p.zero) : b.from === Won ? css(p.win) : b.from < 0 ? css(p.draw) : css(p.at((b.from - shown.low) / Math.max(shown.high - shown.low, 1))));
  const [w, h] = [320, 96];
  const step = w / bins.length;
  return (
    <section class="ex-part" aria-labelledby="ex-histogram">
      <h2 id="ex-histogram">How often each value stands in view</h2>
      <svg class="ex-bars" viewBox={`0 0 ${w} ${h + 16}`} role="img" aria-label={`Of ${shown.counted} ${shown.blocks ? "blocks" : "values"}, ${zeros} are 0 or P; values from ${low} to ${high}.`}>
        {bins.map((b, i) => (
          <rect key={b.label} x={i * step + 0.5} y={h - (h * b.count) / top} width={Math.max(step - 1, 1)} height={(h * b.count) / top} fill={colour(b)} class="ex-bar">
            <title>{`${b.label}: ${group(b.count)} (${((100 * b.count) / shown.counted).toFixed(1)} %)`}</title>
          </rect>
        ))}
        <text x={0} y={h + 13}>
          {bins[0]!.label}
        </text>
        <text x={w} y={h + 13} text-anchor="end">
          {bins.at(-1)!.label}
        </text>
      </svg>
      <p class="note">
        {group(shown.counted)} {shown.blocks ? "blocks of cells" : "values"}
        {zeros > 0 && what === "nim-values" && !shown.blocks ? `, ${((100 * zeros) / shown.counted).toFixed(1)} % of them 0` : ""}.
      </p>
    </section>
  );
}

function About({ game, asked }: { game: string; asked: string }) {
  const [info, setInfo] = useState<(GameEntry & { oeis?: string }) | null>(null);
  useEffect(() => {
    const name = asked.split(/[([]/)[0]!;
    games().then(
      (all) => setInfo(all.find((g) => g.name === asked || g.name === name) ?? null),
      () => undefined,
    );
  }, [asked]);
  if (!info) return null;
  return (
    <section class="ex-part" aria-labelledby="ex-about">
      <h2 id="ex-about">{game}</h2>
      <p>{info.rules}</p>
      {info.known && <p>{info.known}</p>}
      {info.source && <p class="note">Source: {info.source}</p>}
      {info.oeis && /^A\d+$/.test(info.oeis) && (
        <p class="note">
          OEIS:{" "}
          <a href={`https://oeis.org/${info.oeis}`} rel="noreferrer">
            {info.oeis}
          </a>
        </p>
      )}
    </section>
  );
}

function Downloads({ subject, shown, planar, canvas, sides }: { subject: Subject; shown: Shown | null; planar: boolean; canvas: { current: HTMLCanvasElement | null }; sides: (number | null)[] }) {
  const [under, setUnder] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const base = subject.game.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "") || "game";
  const save = (blob: Blob, ending: string) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${base}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const fetchFile = async (path: string, ending: string, accept: string, most: number) => {
    if (!shown) return;
    control.current?.abort();
    const mine = (control.current = new AbortController());
    setFailed(null);
    setUnder(ending);
    const side = (to: number, limit: number | null | undefined) => Math.min(to + 1, limit ?? Infinity, most);
    const extent = planar ? { size: `${side(shown.to.x, sides[0])}x${side(shown.to.y, sides[1])}` } : { n: Math.min(shown.to.x, (sides[0] ?? Infinity) - 1, most * 1000) };
    try {
      save(await fileOf(path, subject, { ...extent, format: ending }, accept, mine.signal), ending);
    } catch (err) {
      if (!mine.signal.aborted) setFailed((err as Error).message);
    } finally {
      if (!mine.signal.aborted) setUnder(null);
    }
  };
  return (
    <section class="ex-part" aria-labelledby="ex-download">
      <h2 id="ex-download">Download</h2>
      <p class="ex-links">
        <button type="button" class="button small" onClick={() => canvas.current?.toBlob((blob) => blob && save(blob, "png"))}>
          PNG as seen
        </button>
        <button type="button" class="button small" disabled={under !== null} onClick={() => fetchFile("/plot", "svg", "image/svg+xml", 4096)}>
          SVG with a key
        </button>
        <button type="button" class="button small" disabled={under !== null} onClick={() => fetchFile("/values", "csv", "text/csv", 4096)}>
          CSV
        </button>
        {under && (
          <button
            type="button"
            class="button small quiet"
            onClick={() => {
              control.current?.abort();
              setUnder(null);
            }}
          >
            Cancel
          </button>
        )}
      </p>
      <p class="note">SVG and CSV begin at 0 and reach as far as the picture shows.</p>
      {failed && (
        <p class="ex-problem" role="alert" data-error="problem">
          {failed}
        </p>
      )}
    </section>
  );
}

