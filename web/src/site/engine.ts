// Answers requests where the page stands on a host of files: by workers that run the engine. A worker
// answers one request after the other. One whose request is not wanted any more is ended, as nothing
// else stops it at once, and the next runs what it has compiled.
import { root } from "../router";
import { t } from "../words";
import type { Asked, Said, Told } from "./messages";

interface Request extends Asked {
  resolve: (response: Response) => void;
  reject: (error: unknown) => void;
  body: string;
  answer?: ReadableStreamDefaultController<Uint8Array>; // once it has begun
}

// The file of the worker, that of Go, those of the two programs, and that of the pages of docs; `grundy site` writes them.
const [worker, exec, playing, exploring, docs] = document.documentElement.dataset.engine!.split(" ").map((name) => `${root}/assets/${name}`) as [string, string, string, string, string];
const played = document.documentElement.dataset.playing!.split(" ");

// The seconds of a question that does not say, as cmd/grundy-page has them.
const usualTime = 10;

class Program {
  private readonly waiting: Request[] = [];
  private current: Request | null = null;
  private worker: Worker | null = null;
  private module: WebAssembly.Module | undefined;
  private ready = false;
  private clock: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly file: string) {}

  ask(request: Request): void {
    this.waiting.push(request);
    this.next();
  }

  cancel(request: Request): void {
    const at = this.waiting.indexOf(request);
    if (at >= 0) this.waiting.splice(at, 1);
    else if (this.current === request) this.end();
  }

  // next gives the worker the next request, and starts one where there is none.
  private next(): void {
    if (this.current || this.waiting.length === 0) return;
    if (!this.worker) this.start();
    if (!this.ready) return;
    const { method, path, query, type, accept, body } = (this.current = this.waiting.shift()!);
    this.tell({ ask: { method, path, query, type, accept, body } });
    // The engine stops in time by itself. Work that never looks at the clock is ended from here.
    const seconds = Number(/max_time"?[=:]\s*"?(\d+)s/.exec(query + body)?.[1] ?? usualTime);
    this.clock = setTimeout(() => this.refuse("time", t("stopped after {seconds} s: out of budget; max_time sets the budget", { seconds })), (seconds + 5) * 1000);
  }

  private start(): void {
    this.worker = new Worker(worker);
    this.worker.onmessage = ({ data }: MessageEvent<Said>) => this.hear(data);
    this.worker.onerror = () => this.fail();
    const told = { exec, program: this.file, docs };
    this.tell(this.module ? { ...told, module: this.module } : told);
  }

  private tell(told: Told): void {
    this.worker!.postMessage(told);
  }

  // end ends the worker and what it does; the next is made ready at once.
  private end(): void {
    clearTimeout(this.clock);
    this.worker?.terminate();
    this.worker = this.current = null;
    this.ready = false;
    if (this.module) this.start();
    this.next();
  }

  // refuse ends the worker, and answers its request with the budget that is used up.
  private refuse(bound: "memory" | "time", detail: string): void {
    const request = this.current;
    this.end();
    if (!request) return;
    request.answer?.error(new TypeError(detail));
    const problem = { type: "/api#over-budget", title: "The answer is over the budget", status: 422, detail, bound };
    request.resolve(new Response(JSON.stringify(problem), { status: 422, headers: { "Content-Type": "application/problem+json" } }));
  }

  private fail(): void {
    const all = [...(this.current ? [this.current] : []), ...this.waiting.splice(0)];
    this.module = undefined;
    this.end();
    for (const request of all) request.reject(new TypeError("The engine could not be loaded."));
  }

  private hear(said: Said): void {
    const request = this.current;
    switch (said.is) {
      case "compiled":
        this.module = said.module;
        return;
      case "ready":
        this.ready = true;
        return this.next();
      case "unloaded":
        return this.fail();
      case "begin": {
        const body = new ReadableStream<Uint8Array>({ start: (to) => void (request!.answer = to) });
        request!.resolve(new Response(body, { status: said.status, headers: { "Content-Type": said.type } }));
        return;
      }
      case "part":
        request!.answer!.enqueue(said.bytes);
        return;
      case "end":
        clearTimeout(this.clock);
        request!.answer!.close();
        this.current = null;
        keepForOffline();
        return this.next();
      case "stopped":
        this.refuse("memory", t("the question needs more memory than this browser gives; grundy serve has more"));
    }
  }
}

const programs = { playing: new Program(playing), exploring: new Program(exploring) };

// isPlayed says whether the smaller program has an operation, such as games/{name}.
const isPlayed = (operation: string) => played.some((path) => operation === path || (path.includes("{") && operation.startsWith(path.split("{")[0]!)));

// isMade says whether a request may be about a position that is made of others: pass(…), blocked[k](…), (… + …) and
// … : …, or about an infinite heap, nim(w^2), which the smaller program does not know. It may be so where it is not; the
// larger program knows all.
function isMade(query: string, body: string): boolean {
  const positions = new URLSearchParams(query).getAll("position");
  for (const [, text] of body.matchAll(/"position"\s*:\s*"((?:[^"\\]|\\.)*)"/g)) positions.push(text!);
  return positions.some((text) => /:|\b(pass\s*\(|blocked\s*\[)|(^|[+*])\s*\(|\bnim\s*\([^a-vx-z]*[wω]/i.test(text));
}

/** answer answers a request as fetch would. What is not the API's is a file. */
export function answer(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address, location.href);
  const [, path] = /\/api\/v1\/(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (path === undefined) return fetch(url, init);
  const headers = new Headers(init.headers);
  const query = url.search.slice(1);
  const body = typeof init.body === "string" ? init.body : "";
  const program = isPlayed(path) && !isMade(query, body) ? programs.playing : programs.exploring;
  const { signal } = init;
  return new Promise((resolve, reject) => {
    const request: Request = {
      method: init.method ?? "GET",
      path,
      query,
      type: headers.get("Content-Type") ?? "",
      accept: headers.get("Accept") ?? "",
      body,
      resolve,
      reject,
    };
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", () => {
      program.cancel(request);
      reject(signal.reason);
      request.answer?.error(signal.reason);
    });
    program.ask(request);
  });
}

let kept = false;
// keepForOffline asks the browser to keep the page, once it has answered.
function keepForOffline(): void {
  if (kept) return;
  kept = true;
  navigator.serviceWorker?.register(`${root}/sw.js`).catch(() => {}); // private windows may refuse; all else works
}
