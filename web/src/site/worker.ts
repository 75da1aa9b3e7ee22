// Runs a program of the engine, and passes requests to it and its answers back.
import type { Asked, Said, Told } from "./messages";
import { unpack } from "./unpack";

// What Go's wasm_exec.js defines.
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

type Answer = (ask: Asked, begin: (status: number, type: string) => void, part: (bytes: Uint8Array<ArrayBuffer>) => void, end: () => void) => void;

const scope = self as unknown as {
  onmessage: (event: MessageEvent<Told>) => void;
  postMessage(said: Said, transfer?: Transferable[]): void;
  importScripts(address: string): void;
  ready(paths: string[], answer: Answer): void;
};

const say = (said: Said, transfer: Transferable[] = []) => scope.postMessage(said, transfer);

let answer: Answer;
// The program calls this when it takes requests.
scope.ready = (_, f) => {
  answer = f;
  say({ is: "ready" });
};

// Hosts send the file as it is: packed.
async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(String(response.status));
  const program = response.body.pipeThrough(new DecompressionStream("gzip")).pipeThrough(unpack());
  return WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } }));
}

async function start(exec: string, program: string, compiled?: WebAssembly.Module): Promise<void> {
  const go = await (async () => {
    scope.importScripts(exec);
    const module = compiled ?? (await compile(program));
    if (!compiled) say({ is: "compiled", module });
    const go = new Go();
    return { go, instance: await WebAssembly.instantiate(module, go.importObject) };
  })().catch(() => say({ is: "unloaded" }));
  if (!go) return;
  await go.go.run(go.instance).catch(() => {});
  say({ is: "stopped" });
}

scope.onmessage = ({ data }) => {
  if ("exec" in data) void start(data.exec, data.program, data.module);
  else
    answer(
      data.ask,
      (status, type) => say({ is: "begin", status, type }),
      (bytes) => say({ is: "part", bytes }, [bytes.buffer]),
      () => say({ is: "end" }),
    );
};
