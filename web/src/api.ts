// The client of the API: the only file that asks the server, or the engine of a page without one.

import type {
  GameEntry, JobsAnswer, Listed, MatchQuestion, OptionsQuestion, PeriodQuestion, Played, PlayedMove, Recurrence, Scene,
  Element as SceneElement, Puzzled, PuzzleQuestion, SolveQuestion, Solved, Started, StartsQuestion, Table, ValuesQuestion,
} from "./types";
import { root } from "./router";
import { said, t } from "./words";

// The types of questions and answers are those of the server.
export type * from "./types";
export type NimValue = Solved["nim_value"];
export type Outcome = Solved["outcome"];
export type Step = NonNullable<Solved["argument"]>[number];
export type LeadsTo = NonNullable<PlayedMove["leads_to"]>;
export type Level = Played["level"];
export type SceneKind = Scene["kind"];
export type Role = SceneElement["role"];
export type Rules = NonNullable<MatchQuestion["rules"]>;

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

const base = root + "/api/v1";

// Where the page stands on a host of files, workers answer the requests.
const alone = document.documentElement.dataset.engine !== undefined;
const transport: (path: string, init: RequestInit) => Promise<Response> = alone ? async (path, init) => (await import("./site/engine")).answer(path, init) : fetch.bind(window);

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
  const later = (problem: string) => (wait === null ? problem : t("{problem} Try again in {seconds} s.", { problem: said(problem), seconds: wait }));
  try {
    const p = parse(await response.text()) as Record<string, string & number>;
    const text = p.detail || p.title || response.statusText;
    return new Problem(later(text), response.status, kind, p.field, p.value, p.line, p.column, p.suggestion);
  } catch {
    return new Problem(later(t("The server answered {status}.", { status: `${response.status} ${response.statusText}` })), response.status, kind);
  }
}

const offline = () =>
  new Problem(alone ? t("The engine could not be loaded. Is there a connection?") : t("The server does not answer. Try again, or ask whoever runs this page."), 0, "offline");

/** send asks the server, and returns the response if it is one of success. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await transport(base + path, init);
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
        throw new Problem(p.detail || p.title || t("The work failed."), p.status || 500, "work", p.field, p.value, p.line, p.column, p.suggestion);
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
      return await transport(root + path, init);
    } catch (err) {
      if (init.signal?.aborted) throw err;
      throw offline();
    }
  });
}

export const api = {
  match: async (q: MatchQuestion, signal?: AbortSignal) => {
    const played = await post<Played>("/match", q, signal);
    // Where the opponent's move takes too long, the answer has none.
    if (q.reply && !played.reply && !played.over) throw new Problem(t("The opponent has not found a move in time."), 422, "work");
    return played;
  },
  puzzle: (q: PuzzleQuestion, signal?: AbortSignal) => post<Puzzled>("/puzzle", q, signal),
  why: (q: SolveQuestion, signal?: AbortSignal) => post<Solved>("/why", q, signal),
  solve: (q: SolveQuestion, signal?: AbortSignal) => post<Solved>("/solve", q, signal),
  options: (q: OptionsQuestion, signal?: AbortSignal) => post<Listed>("/options", q, signal),
  games: (signal?: AbortSignal) => get<GameEntry[]>("/games", {}, signal),
  game: (name: string, signal?: AbortSignal) => get<GameEntry[]>(`/games/${encodeURIComponent(name)}`, {}, signal),
  starts: (q: StartsQuestion, signal?: AbortSignal) => post<Started>("/starts", q, signal),
  jobs: (signal?: AbortSignal) => get<JobsAnswer>("/jobs", {}, signal),
  period: (q: PeriodQuestion, signal?: AbortSignal) => post<Recurrence>("/period", q, signal),
  values: (q: ValuesQuestion, signal?: AbortSignal) => post<Table>("/values", q, signal),
};
