// What renderers know of the moves: how a thing looks now, and what a click on it says.
import type { ComponentChildren } from "preact";
import type { ElementValue, LeadsTo } from "../api";
import { said, t } from "../words";
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
  /** What an element has to do with the nim-value, where the reasons are open. */
  reading(id: string): ElementValue | undefined;
  component: number;
  path: string;
  interactive: boolean;
  /** Whether one move has laid two elements, as the halves of a domino. */
  together(a: string, b: string): boolean;
  /** The most that a measure of the board has been since the match began: so a board keeps its size. */
  most(measure: string, now: number): number;
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

/** The names in pictures of games that are made of others; a file of rules names its own parts. */
export function nameOfPart(name: string): string {
  switch (name) {
    case "position":
      return t("Position");
    case "first":
      return t("First game");
    case "second":
      return t("Second game");
    case "forbidden":
      return t("Forbidden");
    case "passes":
      return t("Passing");
    case "pass left":
      return t("pass left");
    case "passes left":
      return t("passes left");
  }
  return name;
}

/** nameOfId is what an element is called that has no text of its own: heap-1 is heap 1. */
export function nameOfId(id: string): string {
  const [, role, number] = /^([a-z]+)-(.+)$/.exec(id) ?? [];
  const fill = { number: (number ?? "").replaceAll("-", " ") };
  switch (role) {
    case "heap":
      return t("heap {number}", fill);
    case "cell":
      return t("cell {number}", fill);
    case "edge":
      return t("edge {number}", fill);
    case "node":
      return t("node {number}", fill);
    default:
      return id.replaceAll("-", " ");
  }
}

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
  const reading = view.reading(id);
  const hint = (reading && reading.use !== "idle" ? `, ${said(reading.name)} ${grouped(reading.value)}` : "") + (look.leads ? ", " + (look.mixed ? t("one of these moves wins") : leadsWord(look.leads)) : "") + (look.value ? ", " + t("nim-value {value}", { value: look.value }) : "");
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

const leadsWord = (leads: LeadsTo) => (leads === "win" ? t("wins") : leads === "lose" ? t("loses") : t("draws"));

/**
 * HintMark draws what a thing leads to: a shape in a colour and, where the reasons are open, the
 * nim-value that is left: beside the shape, or above it, as in a stone.
 */
export function HintMark({ look, x, y, size = 12, number = "beside" }: { look: Look | undefined; x: number; y: number; size?: number; number?: "beside" | "above" | "none" }) {
  if (!look?.leads) return null;
  const text = number === "none" || (look.value ?? "").length > (number === "above" ? 3 : 6) ? "" : look.value ?? "";
  const above = text !== "" && number === "above";
  const s = (above ? size * 0.6 : size) / 2;
  const path =
    look.leads === "win" ? `M0 ${-s}L${s} ${s * 0.8}H${-s}Z` : look.leads === "lose" ? `M0 ${s}L${s} ${-s * 0.8}H${-s}Z` : "";
  return (
    <g class={classes("hint", `hint-${look.leads}`, look.mixed && "mixed")} transform={`translate(${x} ${y})`} aria-hidden="true">
      <g transform={above ? `translate(0 ${size * 0.66})` : undefined}>
        <circle r={s * 1.35} class="hint-ground" />
        {path ? <path d={path} /> : <circle r={s * 0.9} />}
      </g>
      {text && (
        <text x={above ? 0 : s + 2} y={above ? size * 0.08 : 4} text-anchor={above ? "middle" : "start"} class={classes("hint-value", above && "above")} font-size={above ? Math.max(8, (text.length > 2 ? 0.8 : 1.1) * size) : undefined}>
          {text}
        </text>
      )}
    </g>
  );
}

/** Worth is the number of an element by which the nim-value is read off the board. */
export function Worth({ view, id, x, y }: { view: View; id: string; x: number; y: number }) {
  const reading = view.reading(id);
  if (!reading || reading.use === "idle") return null;
  const text = grouped(reading.value);
  const wide = Math.max(18, text.length * 7.5 + 9);
  return (
    <g class={classes("worth", reading.use === "counts" && "counts")} transform={`translate(${x} ${y})`}>
      {!view.interactive && <title>{said(reading.name)}</title>}
      <rect x={-wide / 2} y={-9} width={wide} height={18} rx={9} />
      <text text-anchor="middle" y={4}>
        {text}
      </text>
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
