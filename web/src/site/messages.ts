// What the page and its workers say to each other.

/** A request, as the engine reads it. */
export interface Asked {
  method: string;
  path: string;
  query: string;
  type: string;
  accept: string;
  body: string;
}

/** What a worker is told: first which program to run, and where the pages of docs are, then one request after the other. */
export type Told = { exec: string; program: string; docs: string; module?: WebAssembly.Module } | { ask: Asked };

export type Said =
  | { is: "compiled"; module: WebAssembly.Module } // for the next worker
  | { is: "ready" }
  | { is: "begin"; status: number; type: string }
  | { is: "part"; bytes: Uint8Array<ArrayBuffer> }
  | { is: "end" }
  | { is: "unloaded" } // the program did not come
  | { is: "stopped" }; // the program has ended, which it does only where memory ends
