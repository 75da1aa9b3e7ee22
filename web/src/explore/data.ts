// What Explore asks the API: windows of tables, and what can be looked at of a game.
import { Problem, follow, get, post, query, send, type Progress, type Query, type Rules, type Guessed, type Listed as Options, type Recurrence, type Shaped as Shape } from "../api";

/** What is looked at. */
export interface Subject {
  game: string;
  of: string; // "" for nim-values
  misere: boolean;
  compound: string;
  rules: Rules;
}

export type { Guessed, Listed as Options, Recurrence, Shaped as Shape } from "../api";

/** sidesOf returns how many cells there are along each axis, null where there is no end. */
export const sidesOf = (s: Shape) => s.sides.map((n) => (n === null ? null : Number(n)));

const asked = (s: Subject): Query => ({ game: s.game, of: s.of, misere: s.misere, compound: s.compound });
const has = (rules: Rules) => Object.keys(rules).length > 0;

/** clean leaves out what is not said, as in an address. */
function clean(q: Query): Query {
  return Object.fromEntries(Object.entries(q).filter(([, v]) => v !== undefined && v !== false && v !== ""));
}

function either<T>(path: string, q: Query, rules: Rules, signal?: AbortSignal): Promise<T> {
  return has(rules) ? post<T>(path, { ...clean(q), rules }, signal) : get<T>(path, q, signal);
}

export const shapeOf = (game: string, s: { misere: boolean; compound: string; rules: Rules }, signal?: AbortSignal) =>
  either<Shape>("/shape", { game, misere: s.misere, compound: s.compound }, s.rules, signal);

export const optionsOf = (position: string, s: Subject, signal: AbortSignal) =>
  either<Options>("/options", { position, misere: s.misere, compound: s.compound, limit: 2000 }, s.rules, signal);

export function periodOf(s: Subject, row: number | null, time: string, onProgress: (p: Progress) => void, signal: AbortSignal): Promise<Recurrence> {
  const q: Query = { ...asked(s), row: row ?? undefined, max_time: time };
  return has(s.rules) ? follow<Recurrence>("/period", {}, onProgress, signal, { ...clean(q), rules: s.rules }) : follow<Recurrence>("/period", q, onProgress, signal);
}

/** What patterns can be of, by what the values are. */
const patterns: Record<string, string> = { "": "", "nim-values": "nim-values", outcomes: "p-positions", remoteness: "remoteness" };

/** mayHavePattern says whether a pattern of these values can be looked for. */
export const mayHavePattern = (s: Subject) => s.of in patterns && (s.compound === "" || s.compound === "disjunctive");

/** guessOf finds the pattern of a game, and proves it; null where there is none. */
export function guessOf(s: Subject, time: string, onProgress: (p: Progress) => void, signal: AbortSignal): Promise<Guessed | null> {
  const q: Query = { game: s.game, of: patterns[s.of], misere: s.misere, prove: true, picture: true, max_time: time };
  return has(s.rules) ? follow<Guessed | null>("/guess", {}, onProgress, signal, { ...clean(q), rules: s.rules }) : follow<Guessed | null>("/guess", q, onProgress, signal);
}

/** fileOf asks for a picture or a list as a file. */
export async function fileOf(path: string, s: Subject, more: Query, accept: string, signal: AbortSignal): Promise<Blob> {
  const q = { ...asked(s), ...more };
  const response = has(s.rules)
    ? await send(path, { method: "POST", signal, headers: { "Content-Type": "application/json", Accept: accept }, body: JSON.stringify({ ...clean(q), rules: s.rules }) })
    : await send(path + query(q), { signal, headers: { Accept: accept } });
  return response.blob();
}

/** Values that are not numbers. */
export const Nothing = -1, Lost = -2, Won = -3, Drawn = -4, Infinite = -5, Unknown = -6;

/** A window of a table: width x height blocks of step x step cells from (x,y) on. */
export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
  step: number;
  values: Float64Array; // row by row, the lowest first
  losing: Uint8Array; // which part of a block is P, of 255
  sampled: boolean;
  complete: boolean;
}

export async function windowOf(s: Subject, at: { x: number; y: number; width: number; height: number; step: number }, signal: AbortSignal): Promise<Window> {
  const q: Query = { ...asked(s), x: at.x, y: at.y, w: at.width, h: at.height, step: at.step };
  const accept = "application/octet-stream";
  const response = has(s.rules)
    ? await send("/tile", { method: "POST", signal, headers: { "Content-Type": "application/json", Accept: accept }, body: JSON.stringify({ ...clean(q), rules: s.rules }) })
    : await send("/tile" + query(q), { signal, headers: { Accept: accept } });
  const bytes = await response.arrayBuffer();
  const head = new Uint8Array(bytes, 0, 8);
  const [size, n] = [head[0]!, at.width * at.height];
  const values = new Float64Array(n);
  const codes = (top: number, v: number) => (top - v < 6 ? v - top - 1 : v);
  if (size === 8) {
    const raw = new BigUint64Array(bytes, 8, n);
    for (let i = 0; i < n; i++) {
      const above = (1n << 64n) - 1n - raw[i]!;
      values[i] = above < 6n ? -1 - Number(above) : Number(raw[i]!);
    }
  } else {
    const raw = size === 1 ? new Uint8Array(bytes, 8, n) : size === 2 ? new Uint16Array(bytes, 8, n) : new Uint32Array(bytes, 8, n);
    const top = 2 ** (8 * size) - 1;
    for (let i = 0; i < n; i++) values[i] = codes(top, raw[i]!);
  }
  return { ...at, values, losing: new Uint8Array(bytes.slice(8 + n * size)), sampled: head[1] === 1, complete: head[2] === 1 };
}

/** The tiles of one subject: those that were asked for lately, a few requests at a time. */
export class Tiles {
  private have = new Map<string, Window>();
  private under = new Map<string, AbortController>();
  private wanted: { key: string; at: { x: number; y: number; width: number; height: number; step: number } }[] = [];
  private failed = new Map<string, number>();
  private rest = 0;
  error: Problem | null = null;
  /** Whether some window is not known as a whole. */
  partial = false;
  sampled = false;

  constructor(
    readonly subject: Subject,
    private readonly changed: () => void,
  ) {}

  key = (x: number, y: number, width: number, step: number) => `${step}/${width}/${x}/${y}`;

  get(key: string): Window | undefined {
    const found = this.have.get(key);
    if (found) {
      this.have.delete(key); // the latest stands last
      this.have.set(key, found);
    }
    return found;
  }

  all = () => this.have.values();

  /** want says which windows are in view, the most important first. Others are no longer asked for. */
  want(windows: { x: number; y: number; width: number; height: number; step: number }[]): void {
    this.wanted = windows.map((at) => ({ key: this.key(at.x, at.y, at.width, at.step), at })).filter(({ key }) => !this.have.has(key));
    const keys = new Set(this.wanted.map((w) => w.key));
    for (const [key, control] of this.under) if (!keys.has(key)) control.abort();
    this.next();
  }

  get busy() {
    return this.wanted.some(({ key }) => !this.failed.has(key));
  }

  retry(): void {
    this.failed.clear();
    this.error = null;
    this.next();
  }

  stop(): void {
    this.wanted = [];
    for (const control of this.under.values()) control.abort();
  }

  private next(): void {
    if (Date.now() < this.rest) return;
    for (const { key, at } of this.wanted) {
      if (this.under.size >= 4) return;
      if (this.under.has(key) || this.failed.has(key) || this.have.has(key)) continue;
      const control = new AbortController();
      this.under.set(key, control);
      windowOf(this.subject, at, control.signal)
        .then((window) => {
          this.have.set(key, window);
          if (this.have.size > 160) this.have.delete(this.have.keys().next().value!);
          this.wanted = this.wanted.filter((w) => w.key !== key);
          this.partial ||= !window.complete;
          this.sampled = window.sampled;
          this.error = null;
        })
        .catch((err: unknown) => {
          if (control.signal.aborted) return;
          const problem = err instanceof Problem ? err : new Problem(String(err), 0, "work");
          if (problem.status === 429 || problem.status === 503) {
            this.rest = Date.now() + 1000;
            setTimeout(() => this.next(), 1050);
            return;
          }
          this.failed.set(key, Date.now());
          this.error = problem;
        })
        .finally(() => {
          this.under.delete(key);
          this.changed();
          this.next();
        });
    }
  }
}
