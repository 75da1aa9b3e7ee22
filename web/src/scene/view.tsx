// What renderers know of the moves: how a thing looks now, and what a click on it says.
import type { ComponentChildren } from "preact";
import type { LeadsTo } from "../api";
import type { Look } from "./choose";

export interface View {
  /** How the thing with this token is, if a move has it. */
  look(token: string): Look | undefined;
  /** What the move that is pointed at does to it. */
  mark(token: string): "goes" | "comes" | undefined;
  /** Whether the last move touched the element. */
  last(id: string): boolean;
  /** The tokens of an element that a click may say, such as its stones. */
  tokens(id: string): string[];
  pick(token: string): void;
  point(token: string | null): void;
  within(part: string): View;
  component: number;
  path: string;
  interactive: boolean;
  /** The width that there is, in CSS pixels. */
  width: number;
  /** Small pictures leave out labels. */
  small: boolean;
}

export const shape: Record<LeadsTo, string> = { win: "▲", lose: "▼", draw: "●" };

/** classes joins the names that hold. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ");

type TargetProps = {
  view: View;
  token: string;
  /** The scene's id of the element. */
  element?: string;
  label: string;
  class?: string;
  children?: ComponentChildren;
};

/** Target is a thing on the board: it can be clicked while a move has its token. */
export function Target({ view, token, element, label, class: name, children }: TargetProps) {
  const look = view.look(token);
  const mark = view.mark(token);
  const id = element ?? token;
  const common = {
    "data-element": view.path + id,
    "data-token": view.path + token,
    "data-component": view.component,
    class: classes("thing", name, look && view.interactive && "active", look?.picked && "picked", mark && `mark-${mark}`, view.last(id) && "last", look?.leads && `leads-${look.leads}`),
  };
  if (!look || !view.interactive) return <g {...common}>{children}</g>;
  const hint = look.leads ? `, ${look.leads === "win" ? "wins" : look.leads === "lose" ? "loses" : "draws"}${look.remoteness ? `, play lasts ${look.remoteness} more` : ""}` : "";
  return (
    <g
      {...common}
      data-active=""
      data-move={look.move}
      data-picks={look.move ? undefined : look.count}
      role="button"
      tabindex={-1}
      aria-label={`${label}: ${look.words}${hint}`}
      aria-pressed={look.picked ? "true" : undefined}
      onClick={(event) => {
        event.stopPropagation();
        view.pick(token);
      }}
      onPointerEnter={() => view.point(token)}
      onPointerLeave={() => view.point(null)}
      onFocus={() => view.point(token)}
      onBlur={() => view.point(null)}
    >
      {children}
    </g>
  );
}

/** HintMark draws what a thing leads to: a shape in a colour, and how long that lasts. */
export function HintMark({ look, x, y, size = 12, lasts = true }: { look: Look | undefined; x: number; y: number; size?: number; lasts?: boolean }) {
  if (!look?.leads) return null;
  const s = size / 2;
  const path =
    look.leads === "win" ? `M0 ${-s}L${s} ${s * 0.8}H${-s}Z` : look.leads === "lose" ? `M0 ${s}L${s} ${-s * 0.8}H${-s}Z` : "";
  const text = lasts && look.remoteness !== undefined ? look.remoteness : "";
  return (
    <g class={`hint hint-${look.leads}`} transform={`translate(${x} ${y})`} aria-hidden="true">
      {path ? <path d={path} /> : <circle r={s * 0.9} />}
      {text && (
        <text x={s + 2} y={4} class="hint-lasts">
          {text}
        </text>
      )}
    </g>
  );
}

/** grouped writes a large integer in groups of three digits. */
export function grouped(n: number | string | undefined): string {
  const text = String(n ?? 0);
  return text.length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : text;
}

/** Sheet is a drawing that takes the room there is: small ones grow, within reason. */
export function Sheet({ view, width, height, class: name, children }: { view: View; width: number; height: number; class: string; children: ComponentChildren }) {
  const scale = view.small ? Math.min(1.2, view.width / width, 118 / height) : Math.max(1, Math.min(1.6, view.width / width, 400 / height));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width * scale} height={height * scale} class={`drawing ${name}`}>
      {children}
    </svg>
  );
}
