// The boards of all screens. A board shows scenes, lights up what the legal moves touch,
// and turns clicks, keys and drags into a move.
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Element, ElementValue, PlayedHeap, PlayedScene, Scene } from "../api";
import { said, t, tx } from "../words";
import { Board } from "./Board";
import { Grid, Row } from "./Cells";
import { choicesOf, click, left, looksOf, marksOf, stepsOf, type BoardMove, type Choice, type Look } from "./choose";
import { Coins } from "./Coins";
import { Heaps } from "./Heaps";
import { GraphView, Hackenbush, Tree } from "./Nodes";
import { Numbers } from "./Numbers";
import { classes, nameOfPart, shape, type View } from "./view";

/** What boards show of the reasons: numbers by element, by the position of the board; and what these are, in a line each. */
export interface Reasons {
  readings: ReadonlyMap<string, ReadonlyMap<string, ElementValue>>;
  says: readonly string[];
}

export type { BoardMove } from "./choose";

function Drawing({ scene, view }: { scene: Scene; view: View }) {
  switch (scene.kind) {
    case "heaps":
      return <Heaps scene={scene} view={view} />;
    case "row":
      return <Row scene={scene} view={view} />;
    case "grid":
      return <Grid scene={scene} view={view} />;
    case "board":
      return <Board scene={scene} view={view} />;
    case "coins":
      return <Coins scene={scene} view={view} />;
    case "tree":
      return <Tree scene={scene} view={view} />;
    case "graph":
      return <GraphView scene={scene} view={view} />;
    case "hackenbush":
      return <Hackenbush scene={scene} view={view} />;
    case "parts":
      return (
        <div class="parts">
          {(scene.parts ?? []).slice(0, 200).map((part, i) => (
            <div class={`part part-${part.kind}`} key={part.name ?? i}>
              {part.name && !/^\d+$/.test(part.name) && <p class="part-name">{nameOfPart(part.name)}</p>}
              <Drawing scene={part} view={view.within(part.name ?? "")} />
            </div>
          ))}
        </div>
      );
    default:
      return <pre class="scene-text">{scene.text}</pre>;
  }
}

interface Looks {
  looks: Map<string, Look>;
  marks: Map<string, "goes" | "comes">;
  last: Set<string>;
  interactive: boolean;
  reading: ReadonlyMap<string, ElementValue> | undefined;
  most(measure: string, now: number): number;
  laid: ReadonlyMap<string, string>;
  pick(token: string): void;
  point(token: string | null): void;
}

function viewOf(l: Looks, component: number, path: string, width: number, small: boolean): View {
  const prefix = `${component}:${path}`;
  return {
    component,
    path,
    width,
    small,
    interactive: l.interactive,
    look: (token) => l.looks.get(prefix + token),
    mark: (token) => l.marks.get(prefix + token),
    last: (id) => l.last.has(prefix + id),
    reading: (id) => l.reading?.get(path + id),
    together: (a, b) => l.laid.has(prefix + a) && l.laid.get(prefix + a) === l.laid.get(prefix + b),
    most: (measure, now) => l.most(prefix + measure, now),
    tokens: (id) => {
      const begin = prefix + id;
      return [...l.looks.keys()].filter((t) => t.startsWith(begin) && (id === "@" || /^[#|]/.test(t.slice(begin.length)))).map((t) => t.slice(prefix.length));
    },
    pick: (token) => l.pick(prefix + token),
    point: (token) => l.point(token === null ? null : prefix + token),
    within: (part) => viewOf(l, component, `${path}${part}/`, width, small),
  };
}

function useWidth(): [preact.RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const e = ref.current!;
    const measure = () => setWidth(e.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(e);
    return () => watch.disconnect();
  }, []);
  return [ref, width];
}

const none: readonly BoardMove[] = [];

export interface BoardProps {
  scenes: readonly PlayedScene[];
  moves?: readonly BoardMove[];
  onMove?: (m: BoardMove) => void;
  /** Colour what moves lead to. */
  hints?: boolean;
  /** Show nim-values: of what moves leave, and how they are read off the boards. */
  reasons?: Reasons | null;
  /** Heaps of which not all moves are listed, and what makes such a move: it says why it is refused. */
  heaps?: readonly PlayedHeap[];
  onNumber?: (m: BoardMove) => Promise<string | null>;
  /** The name of the file, where the picture of the boards can be saved. */
  picture?: string;
  /** What a screen reader calls the board. */
  label: string;
  /** The move that was made last: what it touched is marked. */
  last?: BoardMove | null;
  /** A move to show, as a list points at it. */
  shown?: BoardMove | null;
  /** The title of each component; none if there is one only. */
  titles?: boolean;
}

const isCovered = (e: Element | undefined) => e?.role === "cell" && e.text === "#";

const covers = (m: BoardMove) => stepsOf(m).every((s) => s.changes?.every((c) => !isCovered(c.before) && isCovered(c.after)));

const brief = (text: string) => (text.length > 60 ? text.slice(0, 57) + " …" : text);

/** BoardView shows the components of a position, and lets the player make a move on them. */
export function BoardView({ scenes, moves = none, onMove, hints = false, reasons = null, heaps, onNumber, picture, label, last, shown, titles = scenes.length > 1 }: BoardProps) {
  const [ref, width] = useWidth();
  const [picks, setPicks] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<string | null>(null);
  const [offered, setOffered] = useState<BoardMove | null>(null);
  const help = useId();
  const keys = useRef(false);
  const choices = useMemo(() => choicesOf(new Map(scenes.map((s) => [s.component, s.scene])), moves), [scenes, moves]);
  const byMove = useMemo(() => new Map(choices.map((c) => [c.move.move, c])), [choices]);
  const looks = useMemo(() => looksOf(choices, picks, hints, reasons !== null), [choices, picks, hints, reasons]);
  useEffect(() => {
    setPicks(new Set());
    setPointed(null);
    setOffered(null);
  }, [choices]);

  // What is pointed at is shown, if it is one move.
  let preview: Choice | undefined;
  if (offered) preview = byMove.get(offered.move);
  else if (shown) preview = byMove.get(shown.move);
  else if (pointed && looks.has(pointed)) {
    const rest = left(choices, new Set([...picks, pointed]));
    if (rest.length === 1) preview = rest[0];
  }
  const marks = useMemo(() => (preview ? marksOf(preview.move, preview, pointed && !shown && !offered ? new Set([...picks, pointed]) : new Set()) : new Map()), [preview, pointed, picks, shown, offered]);
  const lastIds = useMemo(() => new Set(last ? stepsOf(last).flatMap((s) => (s.changes ?? []).map((c) => `${s.component}:${c.id}`)) : []), [last]);

  const made = (m: BoardMove) => {
    setPicks(new Set());
    setPointed(null);
    onMove?.(m);
  };
  const pick = (token: string) => {
    const result = click(choices, picks, token);
    if ("move" in result) made(result.move);
    else setPicks(result.picks);
  };
  const interactive = onMove !== undefined && moves.length > 0;
  // Boards of a sum stand beside each other where each has room.
  const columns = scenes.length < 2 || width < 560 ? 1 : Math.min(scenes.length, width < 960 ? 2 : 3);
  const room = Math.max(160, Math.floor((width - 32 * (columns - 1)) / columns) - 16);
  // A match begins where there is no last move.
  const sizes = useRef(new Map<string, number>());
  if (!last) sizes.current.clear();
  const most = (measure: string, now: number) => {
    const largest = Math.max(now, sizes.current.get(measure) ?? now);
    sizes.current.set(measure, largest);
    return largest;
  };
  // What one move covers is one piece, where nothing that is covered comes free again.
  const laid = useRef(new Map<string, string>());
  if (!last) laid.current.clear();
  else if (covers(last) && !moves.some((m) => stepsOf(m).some((s) => s.changes?.some((c) => isCovered(c.before) && !isCovered(c.after)))))
    for (const s of stepsOf(last)) for (const c of s.changes ?? []) laid.current.set(`${s.component}:${c.id}`, last.move);
  const l: Omit<Looks, "reading"> = { looks, marks, last: lastIds, interactive, most, laid: laid.current, pick, point: setPointed };
  const rest = picks.size > 0 ? left(choices, picks) : [];

  // One stop of the Tab key for the board; the arrows go from thing to thing.
  useEffect(() => {
    const things = [...(ref.current?.querySelectorAll<SVGElement>("[data-active]") ?? [])];
    const now = things.find((t) => t === document.activeElement) ?? things[0];
    for (const t of things) t.setAttribute("tabindex", t === now ? "0" : "-1");
    // Who plays by keys stays on the board when the thing that was pressed is gone.
    if (keys.current && now && (document.activeElement === document.body || document.activeElement === null)) now.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    keys.current = event.key !== "Tab";
    const from = (event.target as Element & SVGElement).closest<SVGElement>("[data-active]");
    if (event.key === "Escape" && picks.size > 0) {
      setPicks(new Set());
      event.preventDefault();
      return;
    }
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      from.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return;
    }
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const centre = (e: Element & SVGElement) => {
      const b = e.getBoundingClientRect();
      return [b.x + b.width / 2, b.y + b.height / 2] as const;
    };
    const [x, y] = centre(from as Element & SVGElement);
    let best: SVGElement | undefined, least = Infinity;
    for (const t of ref.current?.querySelectorAll<SVGElement>("[data-active]") ?? []) {
      if (t === from) continue;
      const [tx, ty] = centre(t as Element & SVGElement);
      const ahead = (tx - x) * way[0]! + (ty - y) * way[1]!;
      const aside = Math.abs((tx - x) * way[1]!) + Math.abs((ty - y) * way[0]!);
      if (ahead > 2 && ahead + 2.5 * aside < least) {
        least = ahead + 2.5 * aside;
        best = t;
      }
    }
    if (best) {
      from.setAttribute("tabindex", "-1");
      best.setAttribute("tabindex", "0");
      best.focus();
    }
  };

  return (
    <div class="board-view">
      <div class={classes("boards", columns > 1 && `beside beside-${columns}`, interactive && "interactive", picks.size > 0 && "choosing", preview && "previewing")} ref={ref} role="group" aria-label={label} aria-describedby={help} onKeyDown={onKeyDown} onPointerDown={() => (keys.current = false)}>
        {width > 0 &&
          scenes.map((s) => (
            <section class="one-board" key={s.component} data-component={s.component} aria-label={s.title ? said(s.title) : s.position}>
              {titles && <p class={classes("board-title", !s.title && "mono")}>{brief(s.title ? said(s.title) : s.position)}</p>}
              <Drawing scene={s.scene} view={viewOf({ ...l, reading: reasons?.readings.get(s.position) }, s.component, "", room, false)} />
            </section>
          ))}
      </div>
      {hints && interactive && <Legend boards={ref} looks={looks} reasons={reasons} />}
      {interactive && onNumber && (heaps?.length ?? 0) > 0 && <Numbers heaps={heaps!} scenes={scenes} onMove={onNumber} />}
      {picture !== undefined && width > 0 && <Pictures boards={ref} name={picture} />}
      <p id={help} class="visually-hidden">
        {interactive ? t("Arrow keys go from one choice to the next; Enter chooses; Escape begins again.") : ""}
      </p>
      {rest.length > 0 && (
        <div class="choices" role="group" aria-label={t("Moves that are left")}>
          <span class="choices-words">{[...picks].some((p) => exact(rest, picks, p)) ? t("Touch the same again if that is all, or touch what else it takes. Or choose:") : t("Touch what comes next, or choose:")}</span>
          {rest.slice(0, 12).map((c) => (
            <button key={c.move.move} type="button" class="button small" data-move={c.move.move} onClick={() => made(c.move)} onPointerEnter={() => setOffered(c.move)} onPointerLeave={() => setOffered(null)} onFocus={() => setOffered(c.move)} onBlur={() => setOffered(null)}>
              {hints && c.move.leads_to && <span class={c.move.leads_to}>{shape[c.move.leads_to]}</span>}
              {stepsOf(c.move).map((s) => said(s.words)).join("; ")}
            </button>
          ))}
          {rest.length > 12 && <span class="note">{t("and {n} more|and {n} more", { n: rest.length - 12 })}</span>}
          <button type="button" class="button small quiet" onClick={() => setPicks(new Set())}>
            {t("Begin again")}
          </button>
        </div>
      )}
    </div>
  );
}

/** Pictures saves what the boards show as a file. */
function Pictures({ boards, name }: { boards: preact.RefObject<HTMLDivElement | null>; name: string }) {
  const button = (format: "svg" | "png", words: string) => (
    <button type="button" class="link" data-picture={format} onClick={() => void import("./picture").then((p) => p.save(boards.current!, name, format))}>
      {words}
    </button>
  );
  return (
    <details class="board-pictures">
      <summary>{t("Save the picture")}</summary>
      {button("png", "PNG")} {button("svg", "SVG")}
    </details>
  );
}

/** Legend says in a line what signs and numbers on the boards are. */
function Legend({ boards, looks, reasons }: { boards: preact.RefObject<HTMLDivElement | null>; looks: ReadonlyMap<string, Look>; reasons: Reasons | null }) {
  const all = [...looks.values()];
  const [mixed, setMixed] = useState(false);
  useLayoutEffect(() => setMixed([...boards.current!.querySelectorAll(".hint.mixed")].some((e) => e.getClientRects().length > 0)));
  if (!all.some((l) => l.leads)) return null;
  const sign = (leads: "win" | "lose" | "draw") => (
    <b class={leads} aria-hidden="true">
      {shape[leads]}
    </b>
  );
  // Where elements have numbers of their own, these stand in the place of the moves'.
  const own = [...(reasons?.readings.values() ?? [])].some((r) => [...r.values()].some((e) => e.use === "within"));
  return (
    <p class="legend">
      <span>{tx("{sign} wins", { sign: sign("win") })}</span>
      <span>{tx("{sign} loses", { sign: sign("lose") })}</span>
      {all.some((l) => l.leads === "draw") && <span>{tx("{sign} draws", { sign: sign("draw") })}</span>}
      {mixed && (
        <span>
          {tx("{sign} one of several moves wins", {
            sign: (
              <b class="win" aria-hidden="true">
                △
              </b>
            ),
          })}
        </span>
      )}
      {all.some((l) => l.value) && !own && <span>{t("A number says what the heap or board is worth after the move.")}</span>}
      {reasons?.says.map((line) => (
        <span key={line}>{said(line)}</span>
      ))}
    </p>
  );
}

function exact(rest: readonly Choice[], picks: ReadonlySet<string>, pick: string): boolean {
  return rest.some((c) => c.ways.some((w) => w.size === picks.size && w.has(pick)));
}

const nothing: Looks = { looks: new Map(), marks: new Map(), last: new Set(), interactive: false, reading: undefined, most: (_, now) => now, laid: new Map(), pick: () => {}, point: () => {} };

/** Picture is a small still picture of a scene. */
export function Picture({ scene, width = 160, label }: { scene: Scene; width?: number; label?: string }) {
  return (
    <div class="picture" role={label ? "img" : undefined} aria-label={label} aria-hidden={label ? undefined : true}>
      <Drawing scene={scene} view={viewOf(nothing, 0, "", width, true)} />
    </div>
  );
}

/** SceneView is a board of one scene; its moves have component 0. */
export function SceneView({ scene, position = "", ...rest }: Omit<BoardProps, "scenes"> & { scene: Scene; position?: string }) {
  const scenes = useMemo(() => [{ component: 0, position, title: "", scene }], [scene, position]);
  return <BoardView scenes={scenes} titles={false} {...rest} />;
}
