// A piece on a board. Boards without a far edge, and large ones, are shown in a window:
// the cells near the corner, those near the piece, and those where it may go.
import { useRef } from "preact/hooks";
import type { Scene } from "../api";
import { t } from "../words";
import { Destination, Piece } from "./Cells";
import { classes, grouped, type View } from "./view";

const near = 9;

// shownOf returns the coordinates of an axis that are shown; null is a gap.
function shownOf(at: bigint, size: bigint, most: number, goals: bigint[]): (bigint | null)[] {
  const far = size > 0n ? size - 1n : at + 1n > 7n ? at + 1n : 7n;
  if (far < BigInt(most)) return Array.from({ length: Number(far) + 1 }, (_, i) => BigInt(i));
  const wanted = new Set<bigint>();
  const add = (from: bigint, to: bigint) => {
    for (let i = from < 0n ? 0n : from; i <= to && i <= far; i++) wanted.add(i);
  };
  const room = BigInt(Math.max(4, most - 4));
  add(0n, 1n);
  add(at - room / 2n, at + 1n);
  for (const g of goals) if (wanted.size < most - 1) add(g, g);
  const sorted = [...wanted].sort((a, b) => (a < b ? -1 : 1));
  const shown: (bigint | null)[] = [];
  for (const c of sorted) {
    const before = shown.at(-1);
    if (before !== undefined && before !== null && c > before + 1n) shown.push(null);
    shown.push(c);
  }
  if (size > 0n && sorted.at(-1)! < far) shown.push(null);
  return shown;
}

export function Board({ scene, view }: { scene: Scene; view: View }) {
  const piece = (scene.elements ?? []).findLast((e) => e.role === "piece");
  const axes = Math.max(1, piece?.at?.length ?? scene.size?.length ?? 2);
  const at = Array.from({ length: axes }, (_, i) => BigInt(piece?.at?.[i] ?? 0));
  const size = Array.from({ length: axes }, (_, i) => BigInt(scene.size?.[i] ?? 0));
  if (axes > 3) {
    return (
      <dl class="coordinates">
        {at.map((c, i) => (
          <div key={i}>
            <dt>{["x", "y", "z"][i] ?? `x${i + 1}`}</dt>
            <dd>{grouped(String(c))}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const goals = view.tokens("@").map((t) => t.slice(1).split(",").map(BigInt));
  const room = view.small ? 9 : Math.max(near, Math.min(20, Math.floor((view.width - 32) / 26)));
  const best = goals.filter((g) => view.look(`@${g.join(",")}`)?.leads === "win");
  const shown = at.map((c, i) => (i < 2 ? shownOf(c, size[i]!, room, best.map((g) => g[i]!)) : layers(c, size[i]!)));
  const blocked = new Set((scene.elements ?? []).filter((e) => e.role === "blocked").map((e) => e.at!.join(",")));
  const layersShown = axes === 3 ? shown[2]! : [null];
  return (
    <div class="layers">
      {layersShown.map((z) => (
        <Layer key={String(z)} scene={scene} view={view} xs={shown[0]!} ys={axes > 1 ? shown[1]! : [0n]} z={axes === 3 ? z : undefined} at={at} blocked={blocked} />
      ))}
    </div>
  );
}

function layers(at: bigint, size: bigint): bigint[] {
  const far = size > 0n ? size - 1n : at;
  const from = at > 7n ? at - 7n : 0n;
  const to = far < from + 7n ? far : from + 7n;
  return Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i));
}

type LayerProps = { scene: Scene; view: View; xs: (bigint | null)[]; ys: (bigint | null)[]; z: bigint | null | undefined; at: bigint[]; blocked: Set<string> };

function Layer({ scene, view, xs, ys, z, at, blocked }: LayerProps) {
  const drag = useRef(false);
  const gap = 18;
  const left = view.small ? 2 : 28;
  const below = view.small ? 2 : 22;
  const gaps = (axis: (bigint | null)[]) => axis.filter((c) => c === null).length;
  const most = z === undefined ? 52 : 26;
  const size = view.small
    ? Math.min(26, 124 / Math.max(1, ys.length), view.width / xs.length)
    : Math.max(14, Math.min(most, (view.width - left - 8 - gaps(xs) * gap) / (xs.length - gaps(xs)), 560 / Math.max(1, ys.length)));
  const places = (axis: (bigint | null)[]) => {
    const out = new Map<string, number>();
    let p = 0;
    for (const c of axis) {
      if (c !== null) out.set(String(c), p);
      p += c === null ? gap : size;
    }
    return { out, long: p };
  };
  const px = places(xs), py = places(ys);
  const flat = at.length === 1;
  const y = (c: bigint) => 2 + py.long - (py.out.get(String(c)) ?? 0) - size;
  const x = (c: bigint) => left + (px.out.get(String(c)) ?? 0);
  const width = left + px.long + 4, height = py.long + below + 2;
  const piece = (scene.elements ?? []).findLast((e) => e.role === "piece");
  const here = piece && (z === undefined || z === at[2]);
  const targetAt = (event: PointerEvent) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-token]")?.getAttribute("data-token");
  const everyNth = size < 26 ? 2 : 1;
  return (
    <figure class="layer">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        class={classes("drawing board", view.interactive && "can-drag")}
        onPointerDown={(event) => {
          drag.current = view.interactive && (event.target as Element & SVGElement).closest?.(".piece") !== null;
        }}
        onPointerUp={(event) => {
          if (!drag.current) return;
          drag.current = false;
          const token = targetAt(event)?.slice(view.path.length);
          if (token?.startsWith("@") && view.look(token)) view.pick(token);
        }}
      >
        {ys.map((cy) =>
          cy === null
            ? null
            : xs.map((cx) => {
                if (cx === null) return null;
                const cell = [cx, ...(flat ? [] : [cy]), ...(z === undefined || z === null ? [] : [z])].join(",");
                if (blocked.has(cell)) return <rect key={cell} class="blocked-cell" x={x(cx)} y={y(cy)} width={size} height={size} />;
                return <Destination key={cell} view={view} at={cell} label={t("cell {number}", { number: cell })} x={x(cx)} y={y(cy)} size={size} dark={(cx + cy) % 2n === 0n} />;
              }),
        )}
        {xs.map((c, i) =>
          c === null ? (
            <text key={`gx${i}`} class="axis" x={left + before(xs, i, size, gap) + gap / 2} y={2 + py.long / 2} text-anchor="middle">
              …
            </text>
          ) : !view.small && (i % everyNth === 0 || c === at[0]) ? (
            <text key={`x${c}`} class="axis" x={x(c) + size / 2} y={py.long + 17} text-anchor="middle">
              {short(c)}
            </text>
          ) : null,
        )}
        {!flat &&
          ys.map((c, i) =>
            c === null ? (
              <text key={`gy${i}`} class="axis" x={left + px.long / 2} y={2 + py.long - before(ys, i, size, gap) - gap / 2 + 3} text-anchor="middle">
                ⋯
              </text>
            ) : !view.small && (i % everyNth === 0 || c === at[1]) ? (
              <text key={`y${c}`} class="axis" x={left - 6} y={y(c) + size / 2 + 4} text-anchor="end">
                {short(c)}
              </text>
            ) : null,
          )}
        <rect x={left} y={2} width={px.long} height={py.long} class="board-frame" />
        {here && <Piece e={piece} view={view} x={x(at[0]!)} y={flat ? 2 : y(at[1]!)} size={size} />}
      </svg>
      {z !== undefined && z !== null && <figcaption class="note">z = {String(z)}</figcaption>}
    </figure>
  );
}

function before(axis: (bigint | null)[], i: number, size: number, gap: number): number {
  return axis.slice(0, i).reduce((sum, c) => sum + (c === null ? gap : size), 0);
}

// Long numbers are told by their last digits; the position's text has them whole.
const short = (c: bigint) => {
  const text = String(c);
  return text.length > 4 ? "…" + text.slice(-3) : text;
};
