// The client of the server's API: the only file that fetches.

/** An integer. Above 2^53 it is its decimal digits, as a number would lose the last ones. */
export type Int = number | string;

export type Outcome = "N" | "P" | "D";
export type NimValue = Int | { infinity: number[] } | null;

export type Role = "heap" | "number" | "cell" | "blocked" | "piece" | "coin" | "node" | "edge";

export interface Element {
  id: string;
  role: Role;
  at?: Int[];
  count?: Int;
  text?: string;
  ends?: [string, string];
  on?: string;
}

export type SceneKind = "heaps" | "row" | "grid" | "board" | "coins" | "tree" | "graph" | "hackenbush" | "text" | "parts";

export interface Scene {
  kind: SceneKind;
  name?: string;
  size?: Int[];
  origin?: Int[];
  elements?: Element[];
  loose?: boolean;
  undirected?: boolean;
  upward?: boolean;
  text?: string;
  parts?: Scene[];
}

export interface Change {
  id: string;
  change: "goes" | "comes" | "moves" | "changes";
  before?: Element;
  after?: Element;
}

/** What a move does for the player who makes it. */
export type LeadsTo = "win" | "lose" | "draw";

export interface MoveStep {
  component: number;
  words: string;
  to: string;
  /** null where the scene is too large to be compared with the one before. */
  changes?: Change[] | null;
}

export interface MatchMove extends MoveStep {
  /** What /match takes in `moves`. */
  move: string;
  /** All steps, of a move that has several. */
  steps?: MoveStep[];
  outcome?: Outcome | null;
  nim_value?: NimValue;
  remoteness?: Int | null;
  leads_to?: LeadsTo | null;
}

export interface HistoryEntry {
  turn: number;
  player: number;
  position?: string;
  move?: string;
  words?: string;
  outcome?: Outcome | null;
  remoteness?: Int | null;
  thrown?: boolean;
}

export interface ComponentScene {
  component: number;
  position: string;
  scene: Scene;
}

export type Level = "perfect" | "good" | "beginner";
export type Rules = Record<string, string>;

export interface MatchRequest {
  position: string;
  misere?: boolean;
  compound?: string;
  rules?: Rules;
  moves?: string[];
  reply?: boolean;
  level?: Level;
  seed?: number;
  hints?: boolean;
  limit?: number;
  history?: boolean;
}

export interface Match {
  start: string;
  convention: "normal" | "misere";
  compound: string;
  turn: number;
  mover: number;
  over: boolean;
  winner: number | null;
  position: string;
  scenes: ComponentScene[];
  outcome: Outcome | null;
  nim_value: NimValue;
  remoteness: Int | null;
  count: Int;
  moves: MatchMove[];
  reply: MatchMove | null;
  history?: HistoryEntry[] | null;
  repeated?: number;
  loopy?: boolean;
  level?: Level;
  /** Why something is not known. */
  unknown?: string;
}

export interface MoveInSum {
  from?: string;
  to?: string;
  component?: number;
  move?: string;
  moves?: MoveInSum[];
}

export interface Part {
  component: number;
  position: string;
  copies?: number;
  value?: NimValue | string;
  binary?: string;
  words?: string;
}

export interface BinaryNumber {
  value: Int;
  binary: string;
}

export interface Digits {
  parts: Part[];
  others?: { count: number } & BinaryNumber;
  xor: BinaryNumber;
  digit: number | null;
  changes: (Part & { to: BinaryNumber; move: MoveInSum | null; back?: MoveInSum })[];
}

export interface NimSumStep extends Digits {
  kind: "xor";
}

export interface MexOption {
  value?: Int;
  to: string;
  move?: string;
  back?: MexOption;
}

export interface MexStep {
  kind: "mex";
  component: number;
  position: string;
  misere?: boolean;
  options: MexOption[];
  others?: number;
  more?: boolean;
  infinite_option?: MexOption;
  mex: NimValue;
}

export interface PairingStep {
  kind: "pairing";
  after?: MoveInSum | null;
  pairs: [Part, Part][];
  others?: number;
  zeros?: Part[];
}

export interface ComparisonStep {
  kind: "compound";
  compound: string;
  measure?: string;
  parts?: Part[];
  others?: number;
  compares?: string;
  value?: NimValue | string;
  lost?: string;
  rule: string[];
  modulus?: number;
  columns?: { digit: number; ones: number }[];
}

export interface MisereStep {
  kind: "misere";
  way: string;
  parts: { component: number; position: string; copies?: number; genus?: string; nim_value?: Int; firm?: boolean; element?: string }[];
  others?: number;
  nim_sum?: Int;
  firm?: boolean;
  digits?: Digits;
  heap?: Int;
  rest?: Int;
  quotient?: { order: number; p_portion: number; product: string; relations: [string, string][]; lost: boolean };
  rule: string[];
}

export interface RepliesStep {
  kind: "replies";
  after?: MoveInSum | null;
  replies: { move: MoveInSum; outcome: Outcome; answer: MoveInSum | null }[];
  more?: boolean;
  count: Int;
}

export type Step = NimSumStep | MexStep | PairingStep | ComparisonStep | MisereStep | RepliesStep;

export interface Solved {
  position: string;
  convention: "normal" | "misere";
  compound: string;
  outcome: Outcome;
  nim_value: NimValue;
  remoteness?: Int | null;
  components: { position: string; copies?: Int; nim_value?: NimValue; genus?: string; remoteness?: Int | null; outcome?: string }[];
  winning_moves: MoveInSum[];
  winning_move_count: Int | null;
  method: string;
  why?: string[];
  argument?: Step[];
}

export interface SumRequest {
  position: string;
  misere?: boolean;
  compound?: string;
  rules?: Rules;
  moves?: number;
}

export interface Option {
  component: number;
  to: string;
  move: string;
  outcome: Outcome | null;
  nim_value: NimValue;
}

export interface Options {
  position: string;
  outcome: Outcome | null;
  nim_value: NimValue;
  count: Int;
  options: Option[];
}

export interface GameInfo {
  name: string;
  group: string;
  form: string;
  example: string;
  rules: string;
  known?: string;
  source?: string;
  words?: string[];
  try?: string;
  scene?: Scene;
}

export interface Starts {
  game: string;
  starts: { position: string; scene?: Scene; outcome?: Outcome; winning_move_count?: Int; remoteness?: Int | null }[];
}

export interface Values {
  game: string;
  from?: number;
  shape?: number[];
  values: NimValue[] | NimValue[][];
}

export interface Period {
  game: string;
  preperiod: Int | null;
  period: Int | null;
  saltus: Int | null;
  proved: boolean;
  theorem?: string;
  computed_to?: Int;
}

export interface JobWorker {
  /** Empty for the goroutines of one process. */
  name: string;
  goroutines?: number;
  done: number;
}

export interface Job {
  folder: string;
  state: "running" | "stopped" | "done" | "unreadable";
  problem?: string;
  kind: string;
  id: string;
  version: string;
  pieces: number;
  done: number;
  bytes: number;
  /** The first tier, from 1, that lacks a piece; absent where no piece needs the results of others. */
  tier?: number;
  tiers?: number;
  rate: number;
  left: number;
  workers: JobWorker[];
}

/** What went wrong, as the command says it. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** offline: no answer came; request: the request was wrong; work: the work failed. */
    readonly kind: "offline" | "request" | "work",
    readonly field?: string,
    readonly value?: string,
    readonly line?: number,
    readonly column?: number,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}

const base = "/api/v1";

// How many requests are under way; tests wait for 0.
let pending = 0;
function count(by: 1 | -1): void {
  pending += by;
  document.documentElement.dataset.pending = String(pending);
}

// Integers that a number cannot hold become strings of digits.
function parse(text: string): unknown {
  if (/\d{16}/.test(text)) {
    text = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
      token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
    );
  }
  return JSON.parse(text);
}

async function problemOf(response: Response): Promise<Problem> {
  const kind = response.status < 500 && response.status !== 429 && response.status !== 422 ? "request" : "work";
  const wait = response.headers.get("Retry-After");
  const later = wait === null ? "" : ` Try again in ${wait} s.`;
  try {
    const p = parse(await response.text()) as Record<string, string & number>;
    const text = p.detail || p.title || response.statusText;
    return new Problem(text + later, response.status, kind, p.field, p.value, p.line, p.column, p.suggestion);
  } catch {
    return new Problem(`The server answered ${response.status} ${response.statusText}.${later}`, response.status, kind);
  }
}

const offline = () =>
  new Problem("The server does not answer. Is grundy serve still running?", 0, "offline");

/** send asks the server, and returns the response if it is one of success. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(base + path, init);
  } catch (err) {
    if (init.signal?.aborted) throw err;
    throw offline();
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** read reads the JSON of an answer. */
export async function read<T>(response: Response): Promise<T> {
  let text: string;
  try {
    text = await response.text();
  } catch (err) {
    if (err instanceof DOMException && err.name === "AbortError") throw err;
    throw offline();
  }
  return parse(text) as T;
}

export type Query = Record<string, string | number | boolean | undefined>;

/** query writes the parameters of an address; those that are undefined, false or empty are left out. */
export function query(parameters: Query): string {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== false && value !== "") q.set(name, String(value));
  }
  const text = q.toString();
  return text === "" ? "" : "?" + text;
}

async function counted<T>(work: () => Promise<T>): Promise<T> {
  count(1);
  try {
    return await work();
  } finally {
    count(-1);
  }
}

export function get<T>(path: string, parameters: Query = {}, signal?: AbortSignal): Promise<T> {
  return counted(async () => read<T>(await send(path + query(parameters), { signal: signal ?? null, headers: { Accept: "application/json" } })));
}

export function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return counted(async () =>
    read<T>(
      await send(path, {
        method: "POST",
        signal: signal ?? null,
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(body),
      }),
    ),
  );
}

/**
 * follow asks a long question and reports progress, as server-sent events, until the
 * answer is there. Aborting the signal cancels the work on the server too.
 */
export function follow<T>(path: string, parameters: Query, onProgress: (p: Progress) => void, signal?: AbortSignal, body?: unknown): Promise<T> {
  return counted(() => events<T>(path, parameters, onProgress, signal, body));
}

export interface Progress {
  done?: number;
  total?: number;
  words?: string;
}

async function events<T>(path: string, parameters: Query, onProgress: (p: Progress) => void, signal?: AbortSignal, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: "text/event-stream" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await send(path + query(parameters), {
    signal: signal ?? null,
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) return read<T>(response);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch((err) => {
      if (signal?.aborted) throw err;
      throw offline();
    });
    rest += value ?? "";
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? "";
    for (const event of events) {
      let name = "message";
      const data: string[] = [];
      for (const line of event.split(/\r?\n/)) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      }
      if (data.length === 0) continue;
      const content = parse(data.join("\n")) as T & Record<string, never>;
      if (name === "progress") onProgress(content);
      else if (name === "error") {
        const p = content as Record<string, string & number>;
        throw new Problem(p.detail || p.title || "The work failed.", p.status || 500, "work", p.field, p.value, p.line, p.column, p.suggestion);
      } else if (name === "answer") return content;
    }
    if (done) throw offline();
  }
}

/** The description of the API, which stands beside it. */
export function openapi<T>(signal?: AbortSignal): Promise<T> {
  return counted(async () => read<T>(await send("/../../openapi.json", { signal: signal ?? null })));
}

/** attempt sends a request as it is, and returns the response whatever its status. */
export function attempt(path: string, init: RequestInit): Promise<Response> {
  return counted(async () => {
    try {
      return await fetch(path, init);
    } catch (err) {
      if (init.signal?.aborted) throw err;
      throw offline();
    }
  });
}

export const api = {
  match: (q: MatchRequest, signal?: AbortSignal) => post<Match>("/match", q, signal),
  why: (q: SumRequest, signal?: AbortSignal) => post<Solved>("/why", q, signal),
  solve: (q: SumRequest, signal?: AbortSignal) => post<Solved>("/solve", q, signal),
  options: (q: SumRequest & { limit?: number }, signal?: AbortSignal) => post<Options>("/options", q, signal),
  games: (signal?: AbortSignal) => get<GameInfo[]>("/games", {}, signal),
  game: (name: string, signal?: AbortSignal) => get<GameInfo[]>(`/games/${encodeURIComponent(name)}`, {}, signal),
  starts: (q: { game: string; n?: number; seed?: number; misere?: boolean; rules?: Rules }, signal?: AbortSignal) => post<Starts>("/starts", q, signal),
  jobs: (signal?: AbortSignal) => get<Job[]>("/jobs", {}, signal),
  period: (q: { game: string; max?: number }, signal?: AbortSignal) => get<Period>("/period", q, signal),
  values: (q: { game: string; n?: number; from?: number; size?: string; misere?: boolean }, signal?: AbortSignal) =>
    get<Values>("/values", q, signal),
};
