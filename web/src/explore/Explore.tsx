// The screen /explore/GAME: tables and sequences of any game as pictures.
import "./explore.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem, type GameEntry, type NimValue, type Rules } from "../api";
import { asName, ownRules } from "../own";
import { css, palette } from "../palette";
import { keep, navigate, place, queryText } from "../router";
import { fill, useLarge } from "../shell/large";
import { Failure, Loading } from "../shell/states";
import { Term } from "../shell/Term";
import { said, t, tx } from "../words";
import { Chart, group, letters, type Cell, type Shown } from "./chart";
import { Catalogue } from "../catalogue/Catalogue";
import { games } from "../catalogue/search";
import { Choose } from "./Choose";
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
    document.title = t("Explore · grundy");
    return (
      <div class="wrap ex">
        <h1>{t("Games as pictures of numbers")}</h1>
        <p class="ex-lead">
          {tx("Every position of such a game has a {value}. Where one or two numbers choose the position, they make a picture.", {
            value: <Term says={t("A number that says how a position behaves in sums: it equals one heap of Nim of that size. The player to move loses exactly where it is 0.")}>{t("nim-value")}</Term>,
          })}
        </p>
        <Catalogue use="explore" onOwn={(file) => go(asName(file), {})} first={<Gallery />} />
      </div>
    );
  }
  return <Game game={game} />;
}

function Game({ game }: { game: string }) {
  const query = place.value.query;
  const [asks, misere, compound, fixed] = [query.get("of") ?? "", query.get("misere") === "1", query.get("compound") ?? "", query.get("fix") ?? ""];
  const [rules, setRules] = useState<Rules | null>(null);
  const [shape, setShape] = useState<Shape | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, retry] = useState(0);
  const hash = place.value.hash;
  const [title, setTitle] = useState(game); // in words, once they are known
  useEffect(() => {
    let gone = false;
    setTitle(game);
    games().then((all) => gone || setTitle(said(all.find((g) => g.name === game)?.title ?? game)), () => undefined);
    return () => {
      gone = true;
    };
  }, [game]);
  useEffect(() => {
    document.title = t("{game} · Explore · grundy", { game: title });
  }, [title]);
  useEffect(() => {
    const control = new AbortController();
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
  const of = asks || (shape && !shape.measures.includes("nim-values") ? shape.measures[0]! : "");
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
      <h1>{title}</h1>
      <div class="ex-head">
        <Choose game={game} onChoose={(name) => navigate(`/explore/${encodeURIComponent(name).replaceAll("%2C", ",")}`)} />
        {!failed && (
          <div class="ex-options">
            <label>
              <span>{t("Shows")}</span>
              <select value={of || (compound ? "outcomes" : "nim-values")} onChange={(e) => go(game, { of: e.currentTarget.value })}>
                {(shape?.measures ?? [of || "nim-values"]).map((m) => (
                  <option key={m} value={m}>
                    {measureWords(m)}
                  </option>
                ))}
              </select>
            </label>
            <label class="ex-check">
              <input type="checkbox" checked={misere || shape?.misere} disabled={shape?.misere ?? true} onChange={(e) => go(game, { misere: e.currentTarget.checked ? "1" : null })} />
              <span>{t("misère: the last move loses")}</span>
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
          {failed instanceof Problem && failed.field === "game" && <p class="note">{t("Leave one or two numbers of a position open, as in nim(_,_,3).")}</p>}
        </Failure>
      ) : subject && shape ? (
        <Picture key={JSON.stringify([asked, of, misere, compound])} subject={subject} shape={shape} pieces={pieces} />
      ) : (
        <Loading words={t("Reading the rules")} />
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
  const [pinned, setPinned] = useState(false);
  const saving = useRef(0);
  const large = place.value.query.get("large") === "1";
  useLarge(large, () => go(gameOf(place.value.path), { large: null }, true));
  const position = (c: Cell) => (planar ? pieces[0]! + c.x + pieces[1]! + c.y + pieces[2]! : pieces[0]! + c.x + pieces[1]!);
  const playHref = (c: Cell) => `/play${queryText([["p", position(c)], ...(subject.misere ? [["misere", "1"] as [string, string]] : []), ...(subject.compound ? [["compound", subject.compound] as [string, string]] : [])])}${location.hash}`;

  useEffect(() => {
    const q = new URLSearchParams(place.peek().query);
    const numbers = ["x", "y", "zoom"].map((n) => Number(q.get(n) ?? NaN));
    const [px, py] = (q.get("cell") ?? "").split(",").map(Number);
    const view = numbers[2]! > 0 ? { x: numbers[0] || 0, y: numbers[1] || 0, zoom: numbers[2]! } : null;
    const c = new Chart(canvas.current!, subject, planar, sidesOf(shape).slice(0, planar ? 2 : 1), shape.axes, view, {
      view(v) {
        clearTimeout(saving.current);
        saving.current = setTimeout(() => {
          const round = (n: number) => String(Number(n.toPrecision(10)));
          keep((q) => {
            q.set("x", round(v.x));
            if (planar) q.set("y", round(v.y));
            q.set("zoom", String(Number(v.zoom.toPrecision(5))));
          });
        }, 250) as unknown as number;
      },
      shown: setShown,
      cell: (at, value, byKey) => setCell((old) => (at === null ? null : old && old.at.x === at.x && old.at.y === at.y && old.value === value ? old : { at, value, byKey })),
      pinned(at) {
        setPinned(at !== null);
        if (at && innerWidth <= 860) canvas.current?.scrollIntoView({ block: "start" }); // the cell is told below it
        keep((q) => (at ? q.set("cell", planar ? `${at.x},${at.y}` : String(at.x)) : q.delete("cell")));
      },
      play: (at) => navigate(playHref(at)),
      error: () => setFailed(c.tiles.error),
    });
    chart.current = c;
    if (Number.isSafeInteger(px) && px! >= 0 && q.get("cell")) c.hold({ x: px!, y: planar ? Math.max(py || 0, 0) : 0 }, false);
    c.draw();
    return () => {
      clearTimeout(saving.current);
      c.close();
    };
  }, [subject]);
  const p = palette();
  useEffect(() => chart.current?.draw(), [p, large]);

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
            aria-roledescription={t("map of values")}
            aria-label={t("{values} of {game}. Arrow keys choose a cell, plus and minus zoom, Home goes to the corner, Enter plays from the cell, Escape lets it go.", { values: measureWords(what), game: subject.game })}
            aria-describedby="ex-cell"
            data-ready={shown?.ready ? "true" : "false"}
          />
          {shown && !shown.ready && (
            <p class="ex-wait" role="status" aria-busy="true">
              {t("Computing …")}
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
                    {t("Show who wins")}
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
                  {t("Back to the corner")}
                </button>
              </p>
            </div>
          )}
        </div>
        <div class="ex-below">
          <Legend shown={shown} what={what} />
          <div class="ex-zoom">
            <button type="button" class="icon-button" aria-label={t("Zoom in")} title={t("Zoom in")} onClick={() => chart.current?.zoom(1.6)}>
              +
            </button>
            <button type="button" class="icon-button" aria-label={t("Zoom out")} title={t("Zoom out")} onClick={() => chart.current?.zoom(1 / 1.6)}>
              −
            </button>
            <button type="button" class="icon-button" aria-label={t("Back to the corner")} title={t("Back to the corner")} onClick={() => chart.current?.look(chart.current.usual())}>
              ⌂
            </button>
            <button
              type="button"
              class="icon-button"
              data-action="large"
              aria-pressed={large}
              aria-label={large ? t("Usual size") : t("Large type, for a projector")}
              title={large ? t("Usual size") : t("Large type, for a projector")}
              onClick={() => {
                fill(!large);
                go(gameOf(place.value.path), { large: large ? null : "1" }, true);
              }}
            >
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path fill="none" stroke="currentColor" stroke-width="2" d={large ? "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" : "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"} />
              </svg>
            </button>
          </div>
        </div>
        {shown?.partial && <p class="note">{t("Grey cells take longer than this server allows: it found the others in its time.")}</p>}
        {shown?.sampled && <p class="note">{t("So far out, each pixel shows one cell of its block.")}</p>}
        <p class="note ex-keys">
          {tx("Drag to move, scroll to zoom, click to hold a cell. With the keyboard: arrows, {plus} {minus}, {home}, {enter}, {escape}.", {
            plus: <kbd>+</kbd>,
            minus: <kbd>−</kbd>,
            home: <kbd>Home</kbd>,
            enter: <kbd>Enter</kbd>,
            escape: <kbd>Esc</kbd>,
          })}
        </p>
      </div>
      <aside class="ex-side">
        <CellPanel cell={cell} onRelease={pinned ? () => chart.current?.hold(null, false) : null} subject={subject} position={position} planar={planar} axes={shape.axes} playHref={playHref} onRow={planar && plain && shape.proves ? setRow : null} />
        {(!planar || row !== null) && <Period subject={subject} row={row} ready={shown?.ready ?? false} onFound={found} />}
        {row === null && mayHavePattern(subject) && <Pattern subject={subject} />}
        <Histogram shown={shown} what={what} />
        <Downloads subject={subject} shown={shown} planar={planar} canvas={canvas} sides={sidesOf(shape)} />
        <About game={subject.game} asked={shape.game} />
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

const codes = (): [number, string][] => [
  [Lost, t("P: the player to move loses")],
  [Won, t("N: the player to move wins")],
  [Drawn, t("D: draw")],
  [Infinite, t("infinite")],
  [Unknown, t("not known here")],
];

/** measureWords says what the numbers are, in the language of the page. */
function measureWords(measure: string): string {
  switch (measure) {
    case "nim-values":
      return t("nim-values");
    case "outcomes":
      return t("who wins");
    case "remoteness":
      return t("how long it takes");
    case "suspense":
      return t("how long the loser holds out");
  }
  return said(measure);
}

function Legend({ shown, what }: { shown: Shown | null; what: string }) {
  const p = palette();
  if (!shown) return <div class="ex-legend" />; // its room is kept
  const numbers = [...shown.histogram.keys()].some((v) => v >= 0);
  const swatch: Record<number, string> = { [Lost]: css(p.zero), [Won]: css(p.win), [Drawn]: css(p.draw), [Infinite]: css(p.infinite), [Unknown]: css(p.unknown) };
  return (
    <div class="ex-legend" role="group" aria-label={t("Legend")}>
      {numbers && (
        <>
          {shown.kinds.has(0) && (
            <span class="ex-key">
              <i style={{ background: css(p.zero) }} /> {zeroWords(what === "nim-values", shown.blocks)}
            </span>
          )}
          <span class="ex-key">
            {group(shown.low)} <Scale /> {group(shown.high)}
          </span>
        </>
      )}
      {codes()
        .filter(([code]) => shown.kinds.has(code))
        .map(([code, words]) => (
          <span class="ex-key" key={code}>
            <i style={{ background: swatch[code] }} /> {words}
          </span>
        ))}
    </div>
  );
}

/** zeroWords explains the colour of lost positions. */
function zeroWords(isValue: boolean, blocks: boolean): string {
  if (blocks) return isValue ? t("0: the player to move loses, or a block with such cells") : t("the player to move loses, or a block with such cells");
  return isValue ? t("0: the player to move loses") : t("the player to move loses");
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
  /** Lets the pinned cell go; null where none is. */
  onRelease: (() => void) | null;
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
        <h2>{props.planar ? t("A cell") : t("A number")}</h2>
        <p class="note">{props.planar ? t("Point at a cell: its value, its options and the mex stand here. Click, and it stays.") : t("Point at a number: its value, its options and the mex stand here. Click, and it stays.")}</p>
      </section>
    );
  }
  const o = options?.of === text ? options.options : null;
  const reached = o ? [...new Set(o.options.map((x) => finite(x.nim_value)).filter((v) => v !== null))].sort((a, b) => a - b) : [];
  const listed = o ? o.options.length : 0;
  const value = kept.value;
  const nim = o ? finite(o.nim_value) : null;
  return (
    <section class="ex-part ex-cell" id="ex-cell" data-cell={`${at.x},${at.y}`} data-index={at.x} data-value={value ?? undefined} data-pinned={props.onRelease ? "" : undefined} aria-live={kept.byKey ? "polite" : "off"}>
      <h2>{o ? said(o.title) : props.planar ? t("A cell") : t("A number")}</h2>
      <p class="ex-value">
        {o?.outcome && (
          <span class={o.outcome === "N" ? "win" : o.outcome === "P" ? "lose" : "draw"}>
            {o.outcome === "N" ? t("▲ The player to move wins") : o.outcome === "P" ? t("▼ The player to move loses") : t("● A draw")}
          </span>
        )}
        {value !== null && value >= 0 && <b>{valueWords(subject.of, group(value))}</b>}
        {value !== null && value < 0 && letters(value) !== "" && !o?.outcome && <b>{letters(value)}</b>}
      </p>
      {problem && <p class="ex-problem">{said(problem)}</p>}
      {o && (
        <>
          <p>
            {optionWords(Number(o.count), listed)}
          </p>
          {nim !== null && <Mex reached={reached} mex={nim} whole={listed >= Number(o.count)} />}
        </>
      )}
      <p class="ex-links">
        <a class="button small primary" href={props.playHref(at)}>
          {t("Play from here")}
        </a>
        {props.onRow && (
          <button type="button" class="button small" onClick={() => props.onRow!(at.y)}>
            {t("Period of row {row}", { row: at.y })}
          </button>
        )}
        {props.onRelease && (
          <button type="button" class="button small quiet" data-action="release" onClick={props.onRelease}>
            {t("Let the cell go")}
          </button>
        )}
      </p>
    </section>
  );
}

/** valueWords names the value of a cell. */
function valueWords(of: string, value: string): string {
  switch (of) {
    case "":
    case "nim-values":
      return t("nim-value {value}", { value });
    case "remoteness":
      return t("lasts {value} moves", { value });
  }
  return `${measureWords(of)}: ${value}`;
}

function optionWords(count: number, listed: number): string {
  if (count === 0) return t("No options: the play is over.");
  if (listed < count) return t("{count} options; the first {listed} are looked at.", { count: group(count), listed: group(listed) });
  return t("{n} option.|{n} options.", { n: count });
}

/** The values of the options, and the least that is missing among them. */
function Mex({ reached, mex, whole }: { reached: number[]; mex: number; whole: boolean }) {
  const most = 18;
  const below = reached.filter((v) => v < mex);
  const above = reached.filter((v) => v > mex);
  const cut = below.length > most ? [...below.slice(0, 8), null, ...below.slice(-4)] : below;
  return (
    <div class="ex-mex">
      <span class="note">{t("values of the options")}</span>
      <span class="ex-chips">
        {cut.map((v, i) => (v === null ? <i key={`c${i}`}>…</i> : <span key={v}>{v}</span>))}
        <strong title={t("the mex: the least value that no option has")}>{mex}</strong>
        {above.slice(0, 8).map((v) => (
          <span key={v}>{v}</span>
        ))}
        {(above.length > 8 || !whole) && <i>…</i>}
      </span>
      <span class="note">
        {tx("{mex} = {value}: the least that is missing", {
          mex: <Term says={t("The minimum excluded value: the least of 0, 1, 2, … that no option has. The mex of 0, 1 and 3 is 2. It is the nim-value of the position.")}>{t("mex")}</Term>,
          value: mex,
        })}
      </span>
    </div>
  );
}

function Histogram({ shown, what }: { shown: Shown | null; what: string }) {
  const p = palette();
  if (shown && shown.ready && shown.counted === 0) return null;
  if (!shown || shown.counted === 0) return <section class="ex-part ex-histogram" />; // its room is kept
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
    <section class="ex-part ex-histogram" aria-labelledby="ex-histogram">
      <h2 id="ex-histogram">{t("How often each value stands in view")}</h2>
      <svg class="ex-bars" viewBox={`0 0 ${w} ${h + 16}`} role="img" aria-label={t("Of {count} in view, {zeros} are lost for the player to move; values from {low} to {high}.", { count: shown.counted, zeros, low, high })}>
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
        {shown.blocks
          ? t("{count} blocks of cells.", { count: group(shown.counted) })
          : zeros > 0 && what === "nim-values"
            ? t("{count} values, {percent} % of them 0.", { count: group(shown.counted), percent: ((100 * zeros) / shown.counted).toFixed(1) })
            : t("{count} values.", { count: group(shown.counted) })}
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
      <h2 id="ex-about">{said(info.title)}</h2>
      <p>{said(info.rules)}</p>
      {info.needs && <p class="note">{said(info.needs)}</p>}
      {info.known && (
        <details class="ex-how">
          <summary>{t("What is known")}</summary>
          <p>{said(info.known)}</p>
          {info.source && <p class="note">{t("Source: {source}", { source: info.source })}</p>}
        </details>
      )}
      <details class="ex-how">
        <summary>{t("How to type it")}</summary>
        <p>
          <code>{game}</code> · <code>{info.form}</code>
        </p>
        {info.notation && <p>{said(info.notation)}</p>}
      </details>
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
      <h2 id="ex-download">{t("Download")}</h2>
      <p class="ex-links">
        <button type="button" class="button small" onClick={() => canvas.current?.toBlob((blob) => blob && save(blob, "png"))}>
          {t("PNG as seen")}
        </button>
        <button type="button" class="button small" disabled={under !== null} onClick={() => fetchFile("/plot", "svg", "image/svg+xml", 4096)}>
          {t("SVG with a key")}
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
            {t("Cancel")}
          </button>
        )}
      </p>
      <p class="note">{t("SVG and CSV begin at 0 and reach as far as the picture shows.")}</p>
      {failed && (
        <p class="ex-problem" role="alert" data-error="problem">
          {said(failed)}
        </p>
      )}
    </section>
  );
}

