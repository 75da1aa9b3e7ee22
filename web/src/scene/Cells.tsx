// Rows and grids of cells. What stands in a cell is a letter of the scene: a few letters
// have shapes, all others are written.
import type { Element, Scene } from "../api";
import { t } from "../words";
import { grouped, HintMark, nameOfId, Sheet, Target, type View } from "./view";

const most = 4096;

const coordinate = (e: Element, axis: number) => Number(e.at?.[axis] ?? 0);

export function Row({ scene, view }: { scene: Scene; view: View }) {
  const all = scene.elements ?? [];
  const cells = all.filter((e) => e.role !== "piece").slice(0, most);
  const pieces = all.filter((e) => e.role === "piece");
  const origin = Number(scene.origin?.[0] ?? 0);
  const n = Math.max(cells.length, Number(scene.size?.[0] ?? 0), ...pieces.map((p) => coordinate(p, 0) - origin + 1));
  const size = view.small ? Math.max(12, Math.min(26, (view.width - 8) / Math.min(n, 14))) : n > 40 ? 32 : Math.max(n > 12 ? 40 : 28, Math.min(60, (view.width - 8) / n));
  const lines = Math.max(1, Math.ceil(n / Math.max(4, Math.floor((view.width - 8) / size))));
  const per = Math.ceil(n / lines);
  const high = size + (view.small ? 4 : 20);
  const x = (i: number) => 4 + (i % per) * size;
  const y = (i: number) => 4 + Math.floor(i / per) * high;
  const width = Math.min(n, per) * size + 8;
  const index = (e: Element, i: number) => (e.at ? coordinate(e, 0) - origin : i);
  const bare = cells.length === 0;
  return (
    <Sheet view={view} width={width} height={lines * high + 8} class="cells">
      {bare &&
        Array.from({ length: Math.min(n, most) }, (_, i) => (
          <Destination key={i} view={view} at={String(i + origin)} label={t("cell {number}", { number: i + origin })} x={x(i)} y={y(i)} size={size} dark={false} />
        ))}
      {cells.map((e, i) => (
        <Cell key={e.id} e={e} view={view} x={x(index(e, i))} y={y(index(e, i))} size={size} />
      ))}
      {!view.small &&
        Array.from({ length: Math.min(n, most) }, (_, i) =>
          n <= 12 || (i + origin) % 5 === 0 ? (
            <text key={`n${i}`} class="axis" x={x(i) + size / 2} y={y(i) + size + 14} text-anchor="middle">
              {i + origin}
            </text>
          ) : null,
        )}
      {pieces.map((p) => (
        <Piece key={p.id} e={p} view={view} x={x(coordinate(p, 0) - origin)} y={y(coordinate(p, 0) - origin)} size={size} />
      ))}
    </Sheet>
  );
}

export function Grid({ scene, view }: { scene: Scene; view: View }) {
  const all = (scene.elements ?? []).slice(0, most);
  const ox = Number(scene.origin?.[0] ?? 0), oy = Number(scene.origin?.[1] ?? 0);
  const wide = Math.max(1, Number(scene.size?.[0] ?? 0), ...all.map((e) => coordinate(e, 0) - ox + 1));
  const high = Math.max(1, Number(scene.size?.[1] ?? 0), ...all.map((e) => coordinate(e, 1) - oy + 1));
  // Rows and columns are numbered where the scene says from what on.
  const numbered = scene.origin !== undefined && !view.small;
  const left = numbered ? 24 : 4, below = numbered ? 22 : 4;
  const size = view.small ? Math.max(10, Math.min(26, 150 / Math.max(wide, high))) : Math.max(20, Math.min(72, (view.width - left - 4) / wide, 480 / high));
  const x = (e: Element) => left + (coordinate(e, 0) - ox) * size;
  const y = (e: Element) => 4 + (scene.upward ? high - 1 - (coordinate(e, 1) - oy) : coordinate(e, 1) - oy) * size;
  const cells = all.filter((e) => e.role !== "piece");
  const laid = cells.filter((e) => e.text === "#" && view.together(e.id, e.id));
  const width = left + wide * size + 4, height = 4 + high * size + below;
  const rows = scene.upward ? (j: number) => high - 1 - j : (j: number) => j;
  return (
    <Sheet view={view} width={width} height={height} class="cells">
      {numbered &&
        Array.from({ length: wide }, (_, i) => (
          <text key={`c${i}`} class="axis" x={left + (i + 0.5) * size} y={high * size + 19} text-anchor="middle">
            {i + ox}
          </text>
        ))}
      {numbered &&
        Array.from({ length: high }, (_, j) => (
          <text key={`r${j}`} class="axis" x={left - 8} y={4 + (rows(j) + 0.5) * size + 4} text-anchor="end">
            {j + oy}
          </text>
        ))}
      {cells.length === 0 && <rect x={left} y={4} width={wide * size} height={high * size} class="sheet" />}
      {cells.map((e) => (
        <Cell key={e.id} e={e} view={view} x={x(e)} y={y(e)} size={size} place={numbered ? t("column {x}, row {y}", { x: coordinate(e, 0), y: coordinate(e, 1) }) : undefined} checkered={(coordinate(e, 0) + coordinate(e, 1)) % 2 === 1} />
      ))}
      {laid.flatMap((e) =>
        laid
          .filter((o) => Math.abs(x(e) - x(o)) + Math.abs(y(e) - y(o)) < size * 1.5 && (x(e) < x(o) || y(e) < y(o)) && view.together(e.id, o.id))
          .map((o) => <rect key={`${e.id} ${o.id}`} class="full bridge" x={x(e) + size * 0.14} y={y(e) + size * 0.14} width={x(o) - x(e) + size * 0.72} height={y(o) - y(e) + size * 0.72} rx={3} />),
      )}
      {all
        .filter((e) => e.role === "piece")
        .map((p) => (
          <Piece key={p.id} e={p} view={view} x={x(p)} y={y(p)} size={size} />
        ))}
    </Sheet>
  );
}

type CellProps = { e: Element; view: View; x: number; y: number; size: number; place?: string | undefined; checkered?: boolean };

function Cell({ e, view, x, y, size, place = nameOfId(e.id), checkered = false }: CellProps) {
  const at = (e.at ?? []).join(",");
  // A click on a cell may mean the cell, or that a piece goes there.
  const there = view.look(`@${at}`);
  const token = view.look(e.id) || !there ? e.id : `@${at}`;
  const text = e.role === "number" ? e.text ?? grouped(e.count ?? 0) : e.text ?? "";
  return (
    <Target view={view} token={token} element={e.id} class={`cell${checkered ? " dark" : ""}${e.role === "blocked" ? " blocked" : ""}`} label={`${place}${text === "☠" ? `, ${t("poisoned")}` : text ? `, ${text}` : ""}`}>
      <rect x={x + 1} y={y + 1} width={size - 2} height={size - 2} rx={Math.min(5, size / 8)} class="square" />
      <Content text={text} x={x + size / 2} y={y + size / 2} size={size} />
      <HintMark look={view.look(token)} x={x + size * 0.5} y={y + size * 0.5 + (text.trim() && !/^[.XxOo]$/.test(text) ? size * 0.34 : 0)} size={Math.min(13, size * 0.3)} number="above" />
    </Target>
  );
}

function Content({ text, x, y, size }: { text: string; x: number; y: number; size: number }) {
  switch (text) {
    case "":
    case " ":
      return null;
    case ".":
    case "·":
    case "_":
      return <circle cx={x} cy={y} r={Math.max(1.5, size / 18)} class="dot" />;
    case "X":
    case "x":
      return <circle cx={x} cy={y} r={size * 0.34} class="full" />;
    case "O":
    case "o":
      return <circle cx={x} cy={y} r={size * 0.3} class="ring" />;
    case "☠":
      return (
        <g class="poison" transform={`translate(${x} ${y}) scale(${size / 24})`}>
          <path d="M0 -8.5C-5.2 -8.5 -8 -5 -8 -1.2C-8 1.6 -6.4 3.4 -4.4 4.4V7.6H4.4V4.4C6.4 3.4 8 1.6 8 -1.2C8 -5 5.2 -8.5 0 -8.5Z" />
          <circle cx={-3.2} cy={-0.8} r={2.2} class="eye" />
          <circle cx={3.2} cy={-0.8} r={2.2} class="eye" />
          <path d="M-1.5 7.4V5M1.5 7.4V5" class="teeth" />
        </g>
      );
    case "#":
      return <rect x={x - size * 0.36} y={y - size * 0.36} width={size * 0.72} height={size * 0.72} rx={3} class="full" />;
  }
  return (
    <text x={x} y={y} class="letter" text-anchor="middle" dominant-baseline="central" font-size={Math.max(9, Math.min(size * 0.5, (size * 1.25) / text.length))}>
      {text}
    </text>
  );
}

export function Destination({ view, at, label, x, y, size, dark }: { view: View; at: string; label: string; x: number; y: number; size: number; dark: boolean }) {
  const look = view.look(`@${at}`);
  return (
    <Target view={view} token={`@${at}`} class={`cell square-cell${dark ? " dark" : ""}`} label={label}>
      <rect x={x} y={y} width={size} height={size} class="square" />
      {look && view.interactive && !look.leads && <circle cx={x + size / 2} cy={y + size / 2} r={size * 0.14} class="can" />}
      <HintMark look={look} x={x + size / 2 - (look?.value && size > 30 ? 6 : 0)} y={y + size / 2} size={Math.min(14, size * 0.34)} number={size > 30 ? "beside" : "none"} />
    </Target>
  );
}

const figures: Record<string, string> = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };

/** Piece is what stands on a cell: a chess figure if its letter names one. */
export function Piece({ e, view, x, y, size }: { e: Element; view: View; x: number; y: number; size: number }) {
  const letter = e.text ?? "";
  const figure = figures[letter];
  const big = view.small ? 0.62 : 0.4;
  return (
    <Target view={view} token={e.id} class="piece" label={t("the piece {letter}", { letter })}>
      <g class="slides" style={{ transform: `translate(${x + size / 2}px, ${y + size / 2}px)` }}>
        <circle r={size * big} class="piece-disc" />
        <text text-anchor="middle" dominant-baseline="central" class={figure ? "figure" : "letter"} font-size={figure ? size * big * 1.45 : size * big} y={figure ? size * 0.02 : 0}>
          {figure ? figure + "\uFE0E" : letter || "●"}
        </text>
      </g>
    </Target>
  );
}
