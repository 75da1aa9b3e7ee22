// Places for the nodes of trees and graphs. The same scene gives the same picture.
import type { Element, Scene } from "../api";

export type Point = [x: number, y: number];

export interface Graph {
  nodes: string[];
  edges: { id: string; from: string; to: string }[];
}

/** The two nodes of an edge. */
export const endsOf = ({ ends = [] }: Element): [from: string, to: string] => [ends[0] ?? "", ends[1] ?? ""];

export function graphOf(scene: Scene): Graph {
  const nodes: string[] = [], edges: Graph["edges"] = [];
  for (const e of scene.elements ?? []) {
    if (e.role === "node") nodes.push(e.id);
    else if (e.role === "edge" && e.ends) {
      const [from, to] = endsOf(e);
      edges.push({ id: e.id, from, to });
    }
  }
  return { nodes, edges };
}

/**
 * tree places nodes below (or, upward, above) their parents, leaves beside each other, in
 * units. Parents are those of a search from the roots.
 */
export function tree(nodes: readonly string[], parent: ReadonlyMap<string, string>): Map<string, Point> {
  const children = new Map<string, string[]>();
  const roots: string[] = [];
  for (const n of nodes) {
    const p = parent.get(n);
    if (p === undefined) roots.push(n);
    else if (children.has(p)) children.get(p)!.push(n);
    else children.set(p, [n]);
  }
  const at = new Map<string, Point>();
  let leaf = 0;
  // Without recursion, as trees may be as deep as they are large.
  for (const root of roots) {
    const stack: { node: string; depth: number; done: boolean }[] = [{ node: root, depth: 0, done: false }];
    while (stack.length > 0) {
      const top = stack.pop()!;
      const below = children.get(top.node) ?? [];
      if (below.length === 0) at.set(top.node, [leaf++, top.depth]);
      else if (top.done) at.set(top.node, [(at.get(below[0]!)![0] + at.get(below.at(-1)!)![0]) / 2, top.depth]);
      else {
        stack.push({ ...top, done: true });
        for (let i = below.length - 1; i >= 0; i--) stack.push({ node: below[i]!, depth: top.depth + 1, done: false });
      }
    }
  }
  return at;
}

/** spanning returns the parents of a breadth-first search from root, as if edges had no direction. */
export function spanning(g: Graph, root: string): Map<string, string> {
  const near = new Map<string, string[]>();
  const add = (a: string, b: string) => (near.has(a) ? near.get(a)!.push(b) : near.set(a, [b]));
  for (const e of g.edges) {
    add(e.from, e.to);
    add(e.to, e.from);
  }
  const parent = new Map<string, string>();
  const seen = new Set([root]);
  const queue = [root];
  for (let i = 0; i < queue.length; i++) {
    for (const n of near.get(queue[i]!) ?? []) {
      if (seen.has(n)) continue;
      seen.add(n);
      parent.set(n, queue[i]!);
      queue.push(n);
    }
  }
  return parent;
}

/** layers places the nodes of a graph without cycles by the longest way to an end; null if there is a cycle. */
export function layers(g: Graph): Map<string, Point> | null {
  const out = new Map<string, string[]>(), into = new Map<string, number>();
  for (const n of g.nodes) {
    out.set(n, []);
    into.set(n, 0);
  }
  for (const e of g.edges) {
    out.get(e.from)?.push(e.to);
    into.set(e.to, (into.get(e.to) ?? 0) + 1);
  }
  const order = g.nodes.filter((n) => into.get(n) === 0);
  for (let i = 0; i < order.length; i++) {
    for (const n of out.get(order[i]!)!) {
      into.set(n, into.get(n)! - 1);
      if (into.get(n) === 0) order.push(n);
    }
  }
  if (order.length < g.nodes.length) return null;
  const depth = new Map<string, number>();
  for (const n of order.toReversed()) depth.set(n, Math.max(0, ...out.get(n)!.map((m) => depth.get(m)! + 1)));
  const rows: string[][] = [];
  for (const n of g.nodes) (rows[depth.get(n)!] ??= []).push(n);
  const x = new Map<string, number>();
  rows.forEach((row) => row.forEach((n, i) => x.set(n, i - (row.length - 1) / 2)));
  const inOf = new Map<string, string[]>();
  for (const e of g.edges) inOf.set(e.to, [...(inOf.get(e.to) ?? []), e.from]);
  // Nodes go to the middle of their neighbours, a few times up and down.
  for (let round = 0; round < 8; round++) {
    for (const row of round % 2 ? rows : rows.toReversed()) {
      const wish = new Map(
        row.map((n) => {
          const around = [...out.get(n)!, ...(inOf.get(n) ?? [])];
          return [n, around.length === 0 ? x.get(n)! : around.reduce((s, m) => s + x.get(m)!, 0) / around.length];
        }),
      );
      row.sort((a, b) => wish.get(a)! - wish.get(b)!);
      row.forEach((n, i) => x.set(n, i - (row.length - 1) / 2));
    }
  }
  // A little to the side, so that edges over several rows do not lie on each other.
  return new Map(g.nodes.map((n) => [n, [x.get(n)! + (depth.get(n)! % 2 ? 0.18 : -0.18), rows.length - 1 - depth.get(n)!]]));
}

/** springs places the nodes of any graph: edges pull, nodes push, from a circle on. */
export function springs(g: Graph): Map<string, Point> {
  const n = g.nodes.length;
  const index = new Map(g.nodes.map((id, i) => [id, i]));
  const radius = Math.max(1, n / 5);
  const p: Point[] = g.nodes.map((_, i) => [radius * Math.sin((2 * Math.PI * i) / n), -radius * Math.cos((2 * Math.PI * i) / n)]);
  const rounds = n > 300 ? 0 : n > 120 ? 60 : 240;
  const k = 1.1;
  for (let round = 0; round < rounds; round++) {
    const heat = 0.4 * (1 - round / rounds);
    const f: Point[] = p.map(() => [0, 0]);
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const dx = p[i]![0] - p[j]![0], dy = p[i]![1] - p[j]![1];
        const d2 = Math.max(0.01, dx * dx + dy * dy);
        const push = (k * k) / d2;
        f[i]![0] += dx * push;
        f[i]![1] += dy * push;
        f[j]![0] -= dx * push;
        f[j]![1] -= dy * push;
      }
    }
    for (const e of g.edges) {
      const i = index.get(e.from), j = index.get(e.to);
      if (i === undefined || j === undefined || i === j) continue;
      const dx = p[i]![0] - p[j]![0], dy = p[i]![1] - p[j]![1];
      const d = Math.hypot(dx, dy) || 0.01;
      const pull = d / k / 1.5;
      f[i]![0] -= dx * pull;
      f[i]![1] -= dy * pull;
      f[j]![0] += dx * pull;
      f[j]![1] += dy * pull;
    }
    for (let i = 0; i < n; i++) {
      const long = Math.hypot(...f[i]!) || 1;
      const by = Math.min(long, heat) / long;
      p[i]![0] += f[i]![0] * by;
      p[i]![1] += f[i]![1] * by;
    }
  }
  return new Map(g.nodes.map((id, i) => [id, p[i]!]));
}

/** fit scales places into a box, equally along both axes, and returns the size that they take. */
export function fit(at: Map<string, Point>, step: Point, width: number): { at: Map<string, Point>; width: number; height: number } {
  const xs = [...at.values()].map((p) => p[0]), ys = [...at.values()].map((p) => p[1]);
  const x0 = Math.min(...xs, Infinity), y0 = Math.min(...ys, Infinity);
  if (x0 === Infinity) return { at, width: 1, height: 1 };
  const wide = Math.max(...xs) - x0, high = Math.max(...ys) - y0;
  const sx = Math.min(step[0], wide > 0 ? width / wide : step[0]);
  const sy = Math.min(step[1], Math.max(sx, step[1] * 0.5));
  return { at: new Map([...at].map(([id, [x, y]]) => [id, [(x - x0) * sx, (y - y0) * sy]])), width: wide * sx, height: high * sy };
}
