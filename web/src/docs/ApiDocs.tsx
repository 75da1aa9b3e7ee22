// The screen /api: the API's own documentation, from its OpenAPI document, with requests
// that can be sent.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem, attempt, openapi } from "../api";
import { place } from "../router";
import { Failure, Loading } from "../shell/states";

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; description?: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What stands together; an operation that is not named stands in the last group. */
const groups: [string, string, RegExp][] = [
  ["positions", "Positions", /\/(solve|why|options|match|draw|starts)$/],
  ["values", "Values and pictures", /\/(values|period|plot|tile|shape|histogram)$/],
  ["games", "Games and rules", /\/(games.*|graph|rules\/.*|language|docs)$/],
  ["others", "Others", /./],
];

/** Values to try. */
const examples: Record<string, Record<string, string>> = {
  solve: { position: "knight(5,4) + queen(3,3)" },
  why: { position: "nim(3,5,7)" },
  options: { position: "queen(3,5)", limit: "10" },
  match: { position: "nim(3,5,7)", reply: "false", hints: "true", limit: "5" },
  draw: { position: "queen(3,5)" },
  starts: { game: "nim", n: "3" },
  values: { game: "0.77", n: "40" },
  period: { game: "0.77" },
  plot: { game: "queen", size: "128x128" },
  tile: { game: "queen", w: "8", h: "8" },
  shape: { game: "queen" },
  games: { words: "kayles" },
  game: { name: "queen" },
  language: { file: "kayles.star" },
  page: { name: "rules" },
};

const bodies: Record<string, string> = {
  graph: JSON.stringify({ text: "a b\nb c\na c\n" }, null, 2),
  check: JSON.stringify({ name: "take.star", text: 'position(n = integer(0, 99))\ndef moves(n):\n    for k in range(1, min(n, 3) + 1):\n        move(n - k)\nexample(4, outcome = "P")\n' }, null, 2),
};

const problems: [string, string, string][] = [
  ["wrong-request", "400", "The request is wrong: a field, its value, or the JSON. “field”, “value”, “line” and “column” say where, “suggestion” what may have been meant."],
  ["not-found", "404", "There is nothing at this address."],
  ["foreign", "403", "A page of another site asks."],
  ["misdirected", "421", "Host is not a name of this server."],
  ["wrong-method", "405", "The address takes another method."],
  ["no-such-form", "406", "The answer has no form that “Accept” names."],
  ["too-slow", "408", "The body came too slowly."],
  ["too-large", "413", "The body is larger than the server takes."],
  ["wrong-form", "415", "The body has another form than the operation takes."],
  ["over-budget", "422", "The answer takes more time or memory than the request may use. “bound” says which; max_time and max_memory ask for more, up to the server's limits."],
  ["failed", "422", "The question is right, and cannot be answered: nothing decides it, or the rules failed at a position."],
  ["too-many", "429", "Too many requests came from this address. “Retry-After” says how many seconds to wait."],
  ["internal", "500", "The server has a bug. It goes on; please report what you asked."],
  ["overloaded", "503", "The server is busy, or about to stop. “Retry-After” says how many seconds to wait."],
];

function typeOf(s: Schema | undefined): string {
  if (!s) return "";
  if (s.$ref) return s.$ref.split("/").pop()!;
  if (s.enum) return s.enum.map((v) => JSON.stringify(v)).join(" | ");
  const any = s.anyOf ?? s.oneOf;
  if (any) return any.map(typeOf).join(" | ");
  const type = Array.isArray(s.type) ? s.type.join(" | ") : (s.type ?? "any");
  return s.type === "array" || (Array.isArray(s.type) && s.items) ? `list of ${typeOf(s.items)}` : type;
}

export default function ApiDocs() {
  const [doc, setDoc] = useState<Document | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, retry] = useState(0);
  useEffect(() => {
    document.title = "API · grundy";
    const control = new AbortController();
    setFailed(null);
    openapi<Document>(control.signal).then(setDoc, (err: Error) => control.signal.aborted || setFailed(err));
    return () => control.abort();
  }, [tries]);
  const hash = place.value.hash;
  useEffect(() => {
    if (doc && hash) document.getElementById(hash)?.scrollIntoView();
  }, [doc, hash]);
  const sorted = useMemo(() => (doc ? grouped(doc) : []), [doc]);
  if (failed) return <Failure error={failed} onRetry={() => retry((n) => n + 1)} />;
  if (!doc) return <Loading words="Reading the description" />;
  const origin = location.origin;
  return (
    <div class="wrap ap" lang="en">
      <nav class="ap-nav" aria-label="Operations">
        <a href="#begin">To begin with</a>
        {sorted.map(({ id, title, operations }) => (
          <div key={id}>
            <p>{title}</p>
            {operations.map((o) => (
              <a key={o.id} href={`#${o.id}`}>
                {o.path.replace("/api/v1/", "")}
              </a>
            ))}
          </div>
        ))}
        <a href="#problems">Problems</a>
      </nav>
      <div class="ap-main">
        <section id="begin">
          <h1>The API</h1>
          <p>
            A question is an address, and its answer is the JSON that the command prints. Every operation here can be tried on this server. The whole description is an{" "}
            <a href="/openapi.json">OpenAPI {doc.openapi} document</a>.
          </p>
          <Code text={`curl '${origin}/api/v1/solve?position=nim(3,5,7)'`} />
          <p>
            The same question can be sent as JSON. Then “rules” holds files that the position names, such as a game of your <a href="/rules">own rules</a>.
          </p>
          <Code
            text={`curl ${origin}/api/v1/solve --json '{"position": "take.star(10)",\n  "rules": {"take.star": "position(n = integer())\\ndef moves(n):\\n    for k in range(1, min(n, 3) + 1):\\n        move(n - k)\\n"}}'`}
          />
          <p>
            Long questions tell how far they are: ask for <code>text/event-stream</code>, and read events <code>progress</code>, and then <code>answer</code> or <code>error</code>. When you leave, the work stops.
            There is no state, and there are no keys.
          </p>
        </section>
        {sorted.map(({ id, title, operations }) => (
          <section key={id} aria-labelledby={`group-${id}`}>
            <h2 id={`group-${id}`} class="ap-group">
              {title}
            </h2>
            {operations.map((o) => (
              <OperationView key={o.id} {...o} schemas={doc.components.schemas} />
            ))}
          </section>
        ))}
        <section id="problems">
          <h2 class="ap-group">Problems</h2>
          <p>
            What goes wrong is told as a problem document (RFC 9457), <code>application/problem+json</code>. Its “detail” is the line that the command prints, and its “type” is an address on this page.
          </p>
          <dl class="ap-problems">
            {problems.map(([name, status, words]) => (
              <div id={name} key={name}>
                <dt>
                  <code>{name}</code> <span class="note">{status}</span>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}

interface Grouped {
  id: string;
  path: string;
  get?: Operation;
  post?: Operation;
}

function grouped(doc: Document): { id: string; title: string; operations: Grouped[] }[] {
  const all = Object.entries(doc.paths).map(([path, methods]): Grouped => {
    const get = methods.get;
    const post = methods.post;
    return { id: (get ?? post)!.operationId.replace(/-posted$/, ""), path, get, post };
  });
  const order = Object.keys(examples);
  const rank = (o: Grouped) => (order.includes(o.id) ? order.indexOf(o.id) : order.length);
  all.sort((a, b) => rank(a) - rank(b));
  const left = new Set(all);
  return groups
    .map(([id, title, fits]) => {
      const operations = all.filter((o) => left.has(o) && fits.test(o.path));
      for (const o of operations) left.delete(o);
      return { id, title, operations };
    })
    .filter((g) => g.operations.length > 0);
}

function OperationView({ id, path, get, post, schemas }: Grouped & { schemas: Record<string, Schema> }) {
  const [open, setOpen] = useState(false);
  const main = (get ?? post)!;
  const body = post?.requestBody?.content["application/json"]?.schema;
  const parameters = (get ?? post)!.parameters ?? [];
  const fields = parameters.map((p) => ({ name: p.name, schema: p.schema, required: p.required ?? false, description: p.description ?? p.schema?.description, only: "" }));
  const named = new Set(fields.map((f) => f.name));
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    if (!named.has(name)) fields.push({ name, schema, required: body?.required?.includes(name) ?? false, description: schema.description, only: get ? "JSON only" : "" });
  }
  const answer = main.responses["200"]?.content ?? {};
  const json = answer["application/json"]?.schema;
  const shape = json?.$ref ? schemas[json.$ref.split("/").pop()!] : json;
  return (
    <article class="ap-op" id={id}>
      <h3>
        {get && <span class="ap-method">GET</span>}
        {post && <span class="ap-method ap-post">POST</span>}
        <code>{path}</code>
      </h3>
      <p>{main.summary}.</p>
      <details>
        <summary>Fields</summary>
        <div class="ap-table" tabIndex={0} role="region" aria-label={`Fields of ${id}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">field</th>
                <th scope="col">type</th>
                <th scope="col">meaning</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((f) => (
                <tr key={f.name}>
                  <td>
                    <code>{f.name}</code>
                    {f.required && <span class="ap-required"> required</span>}
                    {f.only && <span class="note"> {f.only}</span>}
                  </td>
                  <td>{typeOf(f.schema)}</td>
                  <td>
                    {f.description}
                    {f.schema?.default !== undefined && <span class="note"> Usually {JSON.stringify(f.schema.default)}.</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      {shape?.properties && (
        <details>
          <summary>Answer</summary>
          <div class="ap-table" tabIndex={0} role="region" aria-label={`Answer of ${id}`}>
            <table>
              <tbody>
                {Object.entries(shape.properties).map(([name, s]) => (
                  <tr key={name}>
                    <td>
                      <code>{name}</code>
                    </td>
                    <td>{typeOf(s)}</td>
                    <td>{s.description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
      <p class="note">
        Answers with {Object.keys(answer).map((kind, i) => (
          <>
            {i > 0 && ", "}
            <code>{kind}</code>
          </>
        ))}
        ; otherwise {Object.keys(main.responses).filter((s) => Number(s) >= 400).map((s, i) => (
          <>
            {i > 0 && ", "}
            <span title={main.responses[s]!.description}>{s}</span>
          </>
        ))}
        .
      </p>
      {open ? (
        <Try id={id} path={path} get={get} post={post} kinds={Object.keys(answer)} />
      ) : (
        <button type="button" class="button small" data-action="try" onClick={() => setOpen(true)}>
          Try it
        </button>
      )}
    </article>
  );
}

interface Answered {
  status: string;
  good: boolean;
  time: number;
  size: number;
  kind: string;
  text: string | null;
  image: string | null;
}

const mostShown = 100_000;

function Try({ id, path, get, post, kinds }: { id: string; path: string; get: Operation | undefined; post: Operation | undefined; kinds: string[] }) {
  const usual = ["application/json", "image/svg+xml"].find((k) => kinds.includes(k)) ?? kinds[0] ?? "application/json";
  const [byPost, setByPost] = useState(!get);
  const [values, setValues] = useState<Record<string, string>>(examples[id] ?? {});
  const [accept, setAccept] = useState(usual);
  const [body, setBody] = useState(bodies[id] ?? JSON.stringify(Object.fromEntries(Object.entries(examples[id] ?? {}).map(([k, v]) => [k, /^(true|false|\d+)$/.test(v) ? JSON.parse(v) : v])), null, 2));
  const [answer, setAnswer] = useState<Answered | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  useEffect(() => () => void (answer?.image && URL.revokeObjectURL(answer.image)), [answer]);
  const parameters = (get?.parameters ?? []).filter((p) => p.in === "query" || p.in === "path");
  let address = path;
  const query = new URLSearchParams();
  for (const p of parameters) {
    const v = values[p.name] ?? "";
    if (v === "") continue;
    if (p.in === "path") address = address.replace(`{${p.name}}`, encodeURIComponent(v));
    else query.set(p.name, v);
  }
  const asked = byPost ? path : address + (query.size > 0 ? `?${query}` : "");
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const header = accept === "application/json" ? "" : ` -H ${quote(`Accept: ${accept}`)}`;
  const curl = byPost ? `curl ${quote(location.origin + asked)}${header} --json ${quote(body)}` : `curl ${quote(location.origin + asked)}${header}`;
  const run = async () => {
    control.current?.abort();
    const mine = (control.current = new AbortController());
    setBusy(true);
    setFailed(null);
    const began = performance.now();
    try {
      const response = await attempt(asked, {
        method: byPost ? "POST" : "GET",
        headers: { Accept: accept, ...(byPost ? { "Content-Type": "application/json" } : {}) },
        signal: mine.signal,
        ...(byPost ? { body } : {}),
      });
      const kind = response.headers.get("Content-Type") ?? "";
      const seen = (bytes: number, text: string | null, image: string | null) =>
        setAnswer({ status: `${response.status} ${response.statusText}`.trim(), good: response.ok, time: performance.now() - began, size: bytes, kind, text, image });
      if (kind.startsWith("text/event-stream") && response.body) {
        let text = "";
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          text = (text + value).slice(-mostShown);
          seen(text.length, text, null);
        }
        seen(text.length, text, null);
        return;
      }
      const blob = await response.blob();
      if (kind.startsWith("image/")) seen(blob.size, null, URL.createObjectURL(blob));
      else if (/json|text|xml/.test(kind)) {
        const text = (await blob.slice(0, mostShown).text()) + (blob.size > mostShown ? "\n…" : "");
        seen(blob.size, text, null);
      } else seen(blob.size, null, null);
    } catch (err) {
      if (!mine.signal.aborted) setFailed(err instanceof Problem ? err : new Error("The answer broke off."));
    } finally {
      if (!mine.signal.aborted) setBusy(false);
    }
  };
  return (
    <form
      class="ap-try"
      aria-label={`Try ${id}`}
      onSubmit={(e) => {
        e.preventDefault();
        void run();
      }}
    >
      {get && post && (
        <div class="ap-switch" role="radiogroup" aria-label="Method">
          {(["GET", "POST"] as const).map((m) => (
            <label key={m}>
              <input type="radio" name={`method-${id}`} checked={(m === "POST") === byPost} onChange={() => setByPost(m === "POST")} /> {m === "GET" ? "by address" : "as JSON"}
            </label>
          ))}
        </div>
      )}
      {byPost ? (
        <label class="ap-body">
          <span class="note">Body</span>
          <textarea rows={Math.min(Math.max(body.split("\n").length + 1, 4), 16)} spellcheck={false} value={body} onInput={(e) => setBody(e.currentTarget.value)} />
        </label>
      ) : (
        <div class="ap-fields">
          {parameters.map((p) => (
            <label key={p.name}>
              <span>
                <code>{p.name}</code>
                {p.required && <span class="ap-required"> required</span>}
              </span>
              {p.schema?.type === "boolean" ? (
                <select name={p.name} title={p.description} value={values[p.name] ?? ""} onChange={(e) => setValues({ ...values, [p.name]: e.currentTarget.value })}>
                  <option value="" />
                  <option>true</option>
                  <option>false</option>
                </select>
              ) : (
              <input
                type="text"
                spellcheck={false}
                autocomplete="off"
                name={p.name}
                placeholder={p.schema?.default !== undefined ? String(p.schema.default) : (p.schema?.enum?.join(" | ") ?? "")}
                title={p.description}
                value={values[p.name] ?? ""}
                onInput={(e) => setValues({ ...values, [p.name]: e.currentTarget.value })}
              />
              )}
            </label>
          ))}
        </div>
      )}
      {kinds.length > 1 && (
        <label class="ap-accept">
          <span class="note">Accept</span>
          <select value={accept} onChange={(e) => setAccept(e.currentTarget.value)}>
            {kinds.map((k) => (
              <option key={k}>{k}</option>
            ))}
          </select>
        </label>
      )}
      <Code text={curl} />
      <p class="ap-send">
        <button type="submit" class="button small primary" disabled={busy}>
          Send
        </button>
        {busy && (
          <button
            type="button"
            class="button small"
            onClick={() => {
              control.current?.abort();
              setBusy(false);
            }}
          >
            Cancel
          </button>
        )}
        <span class="note" role="status" aria-busy={busy}>
          {busy ? "Waiting for the answer …" : answer ? `${answer.status} in ${answer.time < 10 ? answer.time.toFixed(1) : Math.round(answer.time)} ms, ${answer.size.toLocaleString("en")} bytes, ${answer.kind}` : ""}
        </span>
      </p>
      {failed && <Failure error={failed} />}
      {answer && !failed && (
        <div class={answer.good ? "ap-answer" : "ap-answer ap-wrong"}>
          {answer.image ? <img src={answer.image} alt={`The picture that ${asked} answers with`} /> : <pre tabIndex={0}>{answer.text ?? "Bytes, which are not shown."}</pre>}
        </div>
      )}
    </form>
  );
}

function Code({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="ap-code">
      <pre tabIndex={0}>{text}</pre>
      <button
        type="button"
        class="button small"
        onClick={() => {
          navigator.clipboard?.writeText(text).then(
            () => {
              setCopied(true);
              setTimeout(() => setCopied(false), 2000);
            },
            () => undefined,
          );
        }}
      >
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
