// Trees with coins, graphs with a piece, and Hackenbush.
import { useMemo } from "preact/hooks";
import type { Element, Scene } from "../api";
import { endsOf, fit, graphOf, layers, spanning, springs, tree, type Point } from "./layout";
import { t } from "../words";
import { classes, grouped, HintMark, nameOfId, Sheet, Target, Worth, type View } from "./view";

const elementsOf = (scene: Scene, role: string) => (scene.elements ?? []).filter((e) => e.role === role);
const mostNodes = 600;

function TooMany({ what, n }: { what: "nodes" | "edges"; n: number }) {
  return (
    <p class="note">
      {what === "nodes"
        ? t("A picture of {count} nodes would show nothing. Choose moves from the list.", { count: grouped(n) })
        : t("A picture of {count} edges would show nothing. Choose moves from the list.", { count: grouped(n) })}
    </p>
  );
}

// shapeOf tells layouts apart that are not the same graph, whatever lies on the nodes.
const shapeOf = (scene: Scene) => (scene.elements ?? []).map((e) => (e.role === "node" ? e.id : e.role === "edge" ? `${e.id}:${e.ends?.join(">")}` : "")).join(" ");

/** A tree with coins on its nodes. Where no node has two children it is a staircase. */
export function Tree({ scene, view }: { scene: Scene; view: View }) {
  const nodes = elementsOf(scene, "node"), edges = elementsOf(scene, "edge");
  const parent = new Map(edges.map(endsOf));
  const kids = new Map<string, number>();
  for (const p of parent.values()) kids.set(p, (kids.get(p) ?? 0) + 1);
  if (nodes.length > mostNodes) return <TooMany what="nodes" n={nodes.length} />;
  if (nodes.length > 1 && [...kids.values()].every((k) => k === 1) && kids.size === nodes.length - 1) return <Staircase nodes={nodes} parent={parent} view={view} />;
  return <CoinTree nodes={nodes} edges={edges} parent={parent} view={view} />;
}

const coinHeight = 9;
const mostCoins = 14;

/** A pile of coins that lie on each other; a click takes that coin and those above it. */
function PileOfCoins({ e, view, x, y, label, beside = false }: { e: Element; view: View; x: number; y: number; label: string; beside?: boolean }) {
  const n = Number(e.count ?? 0);
  const w = view.small ? 11 : 17;
  const shown = Math.min(n, mostCoins);
  const tokens = view.tokens(e.id).filter((t) => t.startsWith(`${e.id}#`));
  return (
    <g class="pile">
      {Array.from({ length: shown }, (_, i) => {
        // Of more coins than are drawn, those at the top are told apart.
        const stone = i + n - shown;
        const token = `${e.id}#${stone}`;
        const cy = y - i * coinHeight - 5;
        return (
          <Target key={i} view={view} token={token} element={e.id} class="pile-coin" label={t("{pile}, coin {number} of {all}", { pile: label, number: stone + 1, all: n })}>
            <rect x={x - w - 8} y={cy - coinHeight / 2} width={2 * w + 16} height={coinHeight} class="hit" />
            <rect x={x - w} y={cy - coinHeight / 2 + 0.5} width={2 * w} height={coinHeight - 1} rx={4} class="coin-side" />
            <HintMark look={view.look(token)} x={x + w + 8} y={cy} size={8} number="beside" />
          </Target>
        );
      })}
      {n > 0 && !view.small && (
        <text x={beside ? x - w - 6 : x} y={beside ? y - (shown * coinHeight) / 2 + 2 : y - shown * coinHeight - 8} text-anchor={beside ? "end" : "middle"} class="count">
          {grouped(e.count)}
        </text>
      )}
      {n > mostCoins && tokens.some((t) => Number(t.slice(e.id.length + 1)) < n - shown) && (
        <Target view={view} token={e.id} element={e.id} class="pile-more" label={t("{pile}, more than {count} coins", { pile: label, count: mostCoins })}>
          <rect x={x - w - 4} y={y - 6} width={2 * w + 8} height={10} rx={3} />
        </Target>
      )}
    </g>
  );
}

/** Counting says that a node counts, where the reasons are open. */
function Counting({ view, id, x, y }: { view: View; id: string; x: number; y: number }) {
  if (view.small || view.reading(id)?.use !== "counts") return null;
  return (
    <text x={x} y={y} text-anchor="middle" class="counting">
      {t("counts")}
    </text>
  );
}

function Staircase({ nodes, parent, view }: { nodes: Element[]; parent: Map<string, string>; view: View }) {
  const byId = new Map(nodes.map((n) => [n.id, n]));
  const child = new Map([...parent].map(([c, p]) => [p, c]));
  const order: Element[] = [];
  for (let id: string | undefined = nodes.find((n) => !parent.has(n.id))?.id; id !== undefined; id = child.get(id)) order.push(byId.get(id)!);
  const step = Math.max(view.small ? 24 : 40, Math.min(view.small ? 30 : 76, (view.width - 24) / order.length));
  const rise = view.small ? 9 : Math.min(26, 260 / order.length);
  const high = view.small ? 60 : mostCoins * coinHeight * Math.min(1, view.most("coins", Math.max(3, ...order.map((n) => Number(n.count ?? 0)))) / mostCoins) + 34;
  const height = high + order.length * rise + (view.small ? 6 : 30);
  const width = order.length * step + 8;
  return (
    <Sheet view={view} width={width} height={height} class="staircase">
      {order.map((n, i) => {
        const x = 4 + i * step, y = height - (view.small ? 4 : 26) - (i + 1) * rise;
        const name = t("step {number}", { number: n.text || i });
        return (
          <g key={n.id}>
            <Target view={view} token={n.id} class={classes("stair", view.reading(n.id)?.use)} label={name}>
              <rect x={x} y={y} width={step} height={Math.max(4, height - y - (view.small ? 0 : 20))} class="stair-block" />
              <path d={`M${x} ${y}h${step}`} class="stair-top" />
              <HintMark look={view.look(n.id)} x={x + step / 2} y={y + 12} size={9} number="none" />
            </Target>
            {!view.small && (
              <text x={x + step / 2} y={height - 5} text-anchor="middle" class="axis">
                {n.text || i}
              </text>
            )}
            <Counting view={view} id={n.id} x={x + step / 2} y={height - 30} />
            <PileOfCoins e={n} view={view} x={x + step / 2} y={y} label={name} />
          </g>
        );
      })}
    </Sheet>
  );
}

function CoinTree({ nodes, edges, parent, view }: { nodes: Element[]; edges: Element[]; parent: Map<string, string>; view: View }) {
  const places = tree(nodes.map((n) => n.id), parent);
  const most = view.most("coins", Math.min(mostCoins, Math.max(1, ...nodes.map((n) => Number(n.count ?? 0)))));
  const row = view.small ? 44 : Math.max(64, most * coinHeight + 44);
  const box = fit(places, [view.small ? 44 : 92, row], view.width - 80);
  const left = view.small ? 18 : 36, top = most * coinHeight + (view.small ? 6 : 26);
  const at = (id: string): Point => {
    const [x, y] = box.at.get(id)!;
    return [x + left, (y / (row || 1)) * row + top];
  };
  const width = box.width + 2 * left, height = box.height + top + (view.small ? 10 : 34);
  return (
    <Sheet view={view} width={width} height={height} class="tree">
      {edges.map((e) => {
        const [x1, y1] = at(endsOf(e)[0]), [x2, y2] = at(endsOf(e)[1]);
        return <path key={e.id} d={`M${x1} ${y1 - 2}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2 + 4}`} class="branch" />;
      })}
      {nodes.map((n) => {
        const [x, y] = at(n.id);
        const name = t("node {number}", { number: n.text || n.id });
        return (
          <g key={n.id}>
            <Target view={view} token={n.id} class={classes("platform", view.reading(n.id)?.use)} label={name}>
              <rect x={x - (view.small ? 14 : 24)} y={y - 2} width={view.small ? 28 : 48} height={view.small ? 5 : 8} rx={3} />
              <HintMark look={view.look(n.id)} x={x + 32} y={y + 2} size={9} number="none" />
            </Target>
            {!view.small && (
              <text x={x - 28} y={y + 6} text-anchor="end" class="axis">
                {n.text}
              </text>
            )}
            <Counting view={view} id={n.id} x={x} y={y + 20} />
            <PileOfCoins e={n} view={view} x={x} y={y - 1} label={name} beside />
          </g>
        );
      })}
    </Sheet>
  );
}

/** A graph, often with a piece on a node. */
export function GraphView({ scene, view }: { scene: Scene; view: View }) {
  const nodes = elementsOf(scene, "node"), edges = elementsOf(scene, "edge"), pieces = elementsOf(scene, "piece");
  const key = shapeOf(scene);
  const places = useMemo(() => {
    const g = graphOf(scene);
    return g.nodes.length > mostNodes ? null : (scene.undirected ? null : layers(g)) ?? springs(g);
  }, [key]);
  if (!places) return <TooMany what="nodes" n={nodes.length} />;
  const crowded = nodes.length > 60;
  const r = view.small ? 7 : crowded ? 9 : 19;
  const edge = view.small ? 34 : crowded ? 44 : 92;
  const box = fit(places, [edge, view.small ? 34 : crowded ? 48 : 84], view.width - 3 * r - 8);
  const at = (id: string): Point => {
    const p = box.at.get(id) ?? [0, 0];
    return [p[0] + r * 1.5 + 2, p[1] + r * 1.5 + 2];
  };
  const width = box.width + r * 3 + 4, height = box.height + r * 3 + 4;
  const stands = new Map(pieces.map((p) => [p.on, p]));
  const both = new Set(edges.map((e) => endsOf(e).join(">")));
  return (
    <Sheet view={view} width={width} height={height} class="graph">
      {edges.map((e) => {
        const [from, to] = endsOf(e);
        const [x1, y1] = at(from), [x2, y2] = at(to);
        const look = view.look(e.id);
        let d: string, tip: Point, angle: number;
        if (from === to) {
          d = `M${x1 - r * 0.6} ${y1 - r * 0.8}C${x1 - r * 2} ${y1 - r * 2.6} ${x1 + r * 2} ${y1 - r * 2.6} ${x1 + r * 0.6} ${y1 - r * 0.8}`;
          tip = [x1 + r * 0.6, y1 - r * 0.8];
          angle = 110;
        } else {
          const long = Math.hypot(x2 - x1, y2 - y1) || 1;
          const ux = (x2 - x1) / long, uy = (y2 - y1) / long;
          const bend = !scene.undirected && both.has(`${to}>${from}`) ? 14 : long > edge * 1.6 && !crowded ? 12 : 0;
          const mx = (x1 + x2) / 2 - uy * bend, my = (y1 + y2) / 2 + ux * bend;
          const into = Math.atan2(y2 - my, x2 - mx);
          tip = [x2 - Math.cos(into) * (r + 2), y2 - Math.sin(into) * (r + 2)];
          d = `M${x1 + ux * r} ${y1 + uy * r}Q${mx} ${my} ${tip[0]} ${tip[1]}`;
          angle = (into * 180) / Math.PI;
        }
        const line = (
          <>
            <path d={d} class="edge" />
            {!scene.undirected && <path d="M0 0L-8 4V-4Z" transform={`translate(${tip[0]} ${tip[1]}) rotate(${angle})`} class="arrow" />}
          </>
        );
        return look ? (
          <Target key={e.id} view={view} token={e.id} class="edge-target" label={t("edge from {from} to {to}", { from: from ?? "", to: to ?? "" })}>
            <path d={d} class="hit-line" />
            {line}
            <HintMark look={look} x={(x1 + x2) / 2} y={(y1 + y2) / 2} size={10} />
          </Target>
        ) : (
          <g key={e.id} class={classes(view.last(e.id) && "last")}>
            {line}
          </g>
        );
      })}
      {nodes.map((n) => {
        const [x, y] = at(n.id);
        const name = n.text ?? n.id;
        const long = name.length > 4;
        const look = view.look(n.id);
        return (
          <Target key={n.id} view={view} token={n.id} class={classes("node", stands.has(n.id) && "occupied")} label={t("node {number}", { number: name })}>
            <circle cx={x} cy={y} r={r} />
            {!view.small && !crowded && (
              <text x={x} y={long ? y + r + 13 : y} text-anchor="middle" dominant-baseline="central" class="node-name">
                {long ? name.slice(0, 14) : name}
              </text>
            )}
            <HintMark look={look} x={x + r * 0.9} y={y - r * 0.9} size={11} />
          </Target>
        );
      })}
      {pieces.map((p) => {
        const [x, y] = at(p.on ?? "");
        return (
          <Target key={p.id} view={view} token={p.id} class="piece" label={t("the piece")}>
            <g class="slides" style={{ transform: `translate(${x}px, ${y}px)` }}>
              <circle r={r * 1.24} class="piece-ring" />
            </g>
          </Target>
        );
      })}
    </Sheet>
  );
}

/** Green Hackenbush: edges that stand on the ground, drawn upward. */
export function Hackenbush({ scene, view }: { scene: Scene; view: View }) {
  const nodes = elementsOf(scene, "node"), edges = elementsOf(scene, "edge");
  const ground = nodes[0]?.id ?? "";
  const key = shapeOf(scene);
  const places = useMemo(() => {
    const g = graphOf(scene);
    if (g.nodes.length > mostNodes) return null;
    return tree(g.nodes.filter((n) => n !== ground), new Map([...spanning(g, ground)].filter(([, p]) => p !== ground)));
  }, [key]);
  if (!places) return <TooMany what="edges" n={edges.length} />;
  const row = view.small ? 30 : 74;
  const box = fit(places, [view.small ? 34 : 84, row], view.width - 60);
  const crowded = edges.length > 60;
  const deepest = box.height;
  const left = view.small ? 14 : 28;
  const floor = deepest + row + 16;
  const at = (id: string): Point => {
    const [x, y] = box.at.get(id) ?? [0, 0];
    return [x + left, floor - row - y];
  };
  const width = box.width + 2 * left, height = floor + (view.small ? 6 : 14);
  // Where several edges join the same two nodes, or the ground, they bend apart.
  const among = new Map<string, number>();
  return (
    <Sheet view={view} width={width} height={height} class="hackenbush">
      <rect x={0} y={floor} width={width} height={view.small ? 4 : 8} rx={2} class="ground" />
      {edges.map((e) => {
        const [a, b] = endsOf(e);
        let d: string, middle: Point;
        let aside = -18; // of the number from the middle, away from the edge
        const pair = [a, b].sort().join(" ");
        const turn = among.get(pair) ?? 0;
        among.set(pair, turn + 1);
        if (a === ground && b === ground) {
          const x = left + 20 * turn;
          d = `M${x} ${floor}c0 -${row * 0.8} 30 -${row * 0.8} 30 0`;
          middle = [x + 15, floor - row * 0.55];
        } else if (a === ground || b === ground) {
          const [x, y] = at(a === ground ? b : a);
          const side = turn === 0 ? 0 : turn % 2 ? 26 * Math.ceil(turn / 2) : -26 * (turn / 2);
          d = `M${x} ${y}Q${x + side} ${(y + floor) / 2} ${x + side} ${floor}`;
          middle = [x + side * 0.75, (y + floor) / 2];
        } else if (a === b) {
          const [x, y] = at(a);
          d = `M${x} ${y}c-${row * 0.6} -${row * 0.7} ${row * 0.6} -${row * 0.7} 0 0`;
          middle = [x, y - row * 0.52];
        } else {
          const [x1, y1] = at(a), [x2, y2] = at(b);
          const long = Math.hypot(x2 - x1, y2 - y1) || 1;
          const level = Math.abs(y1 - y2) < 1 && Math.abs(x1 - x2) > 100 ? 30 : 0;
          const bend = level + (turn === 0 ? 0 : turn % 2 ? 18 * Math.ceil(turn / 2) : -9 * turn);
          const mx = (x1 + x2) / 2 + (-(y2 - y1) / long) * bend, my = (y1 + y2) / 2 + ((x2 - x1) / long) * bend;
          d = `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`;
          middle = [(x1 + x2) / 4 + mx / 2, (y1 + y2) / 4 + my / 2];
          if ((x2 - x1) * (y2 - y1) > 0) aside = 18;
        }
        return (
          <g key={e.id}>
            <Target view={view} token={e.id} class="stalk" label={nameOfId(e.id)}>
              <path d={d} class="hit-line" />
              <path d={d} class="stalk-line" />
              <Worth view={view} id={e.id} x={middle[0]} y={middle[1]} />
              <HintMark look={view.look(e.id)} x={middle[0] + (view.small ? 0 : view.reading(e.id) ? 22 : 14)} y={middle[1]} size={11} number={view.reading(e.id) ? "none" : "beside"} />
            </Target>
            {!view.small && !crowded && (
              <text x={middle[0] - (view.reading(e.id) ? 15 : 14)} y={middle[1] + 4 + (view.reading(e.id) ? aside : 0)} class="axis edge-name" text-anchor="middle">
                {e.text}
              </text>
            )}
          </g>
        );
      })}
      {nodes
        .filter((n) => n.id !== ground)
        .map((n) => {
          const [x, y] = at(n.id);
          return <circle key={n.id} cx={x} cy={y} r={view.small ? 3 : 5} class="joint" />;
        })}
    </Sheet>
  );
}
