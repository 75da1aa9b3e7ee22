// The screen /rules: an editor for games of your own, and the game beside it.
import "./rules.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, api, get, post, type Played, type PlayedMove } from "../api";
import { shapeOf, type Shape, sidesOf } from "../explore/data";
import { asName, forget, keep, ownFiles, linkOfRules, rulesFromLink } from "../own";
import { kept } from "../kept";
import { addressOf, place, queryText } from "../router";
import { BoardView } from "../scene/SceneView";
import { Failure, Loading } from "../shell/states";
import type { Editor, Finding, Word } from "./editor";
import { said, t } from "../words";
import type MarkdownPage from "./Markdown";

interface Example {
  file: string;
  title: string;
  from: string;
  text: string;
}

interface Language {
  words: Word[];
  examples: Example[];
}

interface Check {
  file: string;
  title: string;
  game?: string;
  numbers: string[];
  loopy: boolean;
  functions: { name: string; line: number; compiled: boolean; why?: string; at?: string }[];
  unused?: { name: string; at: string }[];
  examples: { line: number; position: string; holds: boolean; wrong?: string[] }[];
  declared: { what: string; holds: boolean; wrong?: string }[];
  positions: number;
  moves: boolean;
  undecided: number;
  stopped: boolean;
  cycle?: string[];
  error?: string;
  ok: boolean;
}

const last = kept("grundy.rules.last", "", (name) => name);
const ended = (name: string) => (name.endsWith(".star") ? name : `${name}.star`);

/** placed finds the place that an error of a file tells: name.star:4:10: … */
function placed(text: string): Finding {
  const at = /\.star:(\d+):(\d+): ([\s\S]*)$/.exec(text);
  return at ? { line: Number(at[1]), column: Number(at[2]), words: said(at[3]!), severity: "error" } : { line: 1, words: said(text), severity: "error" };
}

function findingsOf(c: Check): Finding[] {
  const at = (place: string): { line: number; column: number } => {
    const [line, column] = place.split(":").map(Number);
    return { line: line!, column: column! };
  };
  const list: Finding[] = [];
  if (c.error) list.push(placed(c.error));
  for (const e of c.examples) if (!e.holds) list.push({ line: e.line, words: t("example {position}: {wrong}", { position: e.position, wrong: (e.wrong ?? []).map(said).join("; ") }), severity: "error" });
  for (const d of c.declared) if (!d.holds) list.push({ line: 1, words: t("{what}: {wrong}", { what: said(d.what), wrong: said(d.wrong ?? "") }), severity: "error" });
  if (c.cycle) list.push({ line: 1, words: t("play can come back to where it began: {cycle}; say loopy = True if you mean it", { cycle: c.cycle.join(" → ") }), severity: "error" });
  for (const u of c.unused ?? []) list.push({ ...at(u.at), words: t("{name} is never read", { name: u.name }), severity: "warning" });
  for (const f of c.functions) if (!f.compiled && f.at) list.push({ ...at(f.at), words: t("{name} runs interpreted, which is slower: {why}", { name: f.name, why: said(f.why ?? "") }), severity: "info" });
  return list;
}

type State = { kind: "checking" } | { kind: "good"; check: Check; text: string } | { kind: "bad"; findings: Finding[]; check: Check | null; text: string } | { kind: "failed"; error: Error };

export default function RulesScreen() {
  const [language, setLanguage] = useState<Language | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [state, setState] = useState<State>({ kind: "checking" });
  const [hash, setHash] = useState("");
  const [tab, setTab] = useState<"game" | "examples" | "language">("game");
  const [told, say] = useState("");
  const [tries, retry] = useState(0);
  const [stored, setStored] = useState(true);
  const [page, setPage] = useState<{ name: string; anchor: string }>({ name: "rules", anchor: "" });
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const current = useRef(file);
  current.current = file;

  // What the editor needs, and the file that is opened first.
  useEffect(() => {
    document.title = `${t("Your own rules")} · grundy`;
    const control = new AbortController();
    setFailed(null);
    (async () => {
      const found = await get<Language>("/language", {}, control.signal);
      setLanguage(found);
      await arrive(found);
    })().catch((err: unknown) => control.signal.aborted || setFailed(err as Error));
    return () => control.abort();
  }, [tries]);

  async function arrive(found: Language): Promise<void> {
    let linked = null;
    try {
      linked = await rulesFromLink(location);
    } catch (err) {
      say((err as Error).message);
    }
    const mine = ownFiles();
    const query = place.peek().query.get("example");
    const example = query === null ? undefined : found.examples.find((e) => e.file === query || e.file === `${query}.star`);
    const name = last.value;
    if (linked) open(fresh(linked.name, linked.text), linked.text, false);
    else if (example) open(fresh(example.file, example.text), example.text, false);
    else if (Object.hasOwn(mine, name)) open(name, mine[name]!, false);
    else {
      const first = found.examples.find((e) => e.file === "kayles.star") ?? found.examples[0];
      if (first) open(fresh(first.file, first.text), first.text, false);
    }
  }

  // A link opened while the screen is open.
  const at = place.value.hash;
  const opened = useRef(at);
  useEffect(() => {
    if (at === opened.current || !language) return;
    opened.current = at;
    if (at.startsWith("rules=")) void arrive(language);
  }, [at]);

  /** fresh returns a name under which no other text is kept. */
  function fresh(name: string, text: string): string {
    const mine = ownFiles();
    let free = ended(name);
    for (let i = 2; Object.hasOwn(mine, free) && mine[free] !== text; i++) free = ended(name).replace(/\.star$/, `-${i}.star`);
    return free;
  }

  function open(name: string, text: string, focus = true): void {
    setFile({ name, text });
    setState({ kind: "checking" });
    last.set(name);
    setTab("game");
    if (editor.current) {
      editor.current.put(text);
      if (focus) editor.current.focus();
    }
  }

  // The editor, which is loaded when the screen is opened.
  const ready = language !== null && file !== null;
  useEffect(() => {
    if (!ready || !host.current) return;
    let gone = false;
    import("./editor").then(
      ({ openEditor }) => {
        if (gone || !host.current) return;
        editor.current = openEditor(host.current, current.current!.text, language!.words, (text) => setFile((f) => f && { ...f, text }));
        host.current.dataset.ready = "true";
      },
      () => gone || setFailed(new Error(t("The editor could not be loaded. Is there a connection?"))),
    );
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [ready]);

  // Keep, pack and check what is written, a moment after the last key.
  useEffect(() => {
    if (!file) return;
    const control = new AbortController();
    setState((old) => (old.kind === "good" || old.kind === "bad" ? old : { kind: "checking" }));
    const timer = setTimeout(async () => {
      const first = language?.examples.some((e) => e.text === file.text);
      if (!first || Object.hasOwn(ownFiles(), file.name)) setStored(keep(file.name, file.text));
      linkOfRules(file.name, file.text).then((h) => control.signal.aborted || setHash(h), () => undefined);
      try {
        const check = await post<Check>("/rules/check", { name: file.name, text: file.text, max: 20000, max_time: "5s" }, control.signal);
        const findings = findingsOf(check);
        const errors = findings.some((f) => f.severity === "error");
        setState(errors ? { kind: "bad", findings, check, text: file.text } : { kind: "good", check, text: file.text });
        editor.current?.mark(findings);
        if (host.current) host.current.dataset.errors = String(findings.filter((f) => f.severity === "error").length);
      } catch (err) {
        if (control.signal.aborted) return;
        if (err instanceof Problem && err.kind === "request") {
          const from = placed(err.message);
          const finding: Finding = err.line ? { ...from, line: err.line, column: err.column ?? 1 } : from;
          setState({ kind: "bad", findings: [finding], check: null, text: file.text });
          editor.current?.mark([finding]);
          if (host.current) host.current.dataset.errors = "1";
        } else setState({ kind: "failed", error: err as Error });
      }
    }, 350);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [file?.name, file?.text, tries]);

  async function share(): Promise<void> {
    if (!file) return;
    const link = await linkOfRules(file.name, file.text);
    opened.current = link.slice(1);
    history.replaceState(null, "", addressOf(`/rules${link}`));
    try {
      await navigator.clipboard.writeText(location.href);
      say(t("The link is on the clipboard. It holds the whole file."));
    } catch {
      say(t("The address of this page is the link now. It holds the whole file."));
    }
  }

  function save(): void {
    if (!file) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([file.text], { type: "text/plain" }));
    link.download = file.name.split("/").pop()!;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  async function load(from: File): Promise<void> {
    if (from.size > 256 * 1024) {
      say(t("{file} has {size} bytes; a file of rules has at most 256 KiB.", { file: from.name, size: from.size }));
      return;
    }
    const text = await from.text();
    open(fresh(from.name.replace(/[^\w./@%~-]+/g, "-"), text), text);
    say(t("{file} is open.", { file: from.name }));
  }

  function rename(to: string): void {
    const name = ended(to.trim().replace(/["\s\\]+/g, "-"));
    if (!file || name === ".star" || name === file.name) return;
    if (Object.hasOwn(ownFiles(), file.name)) forget(file.name);
    const free = fresh(name, file.text);
    setFile({ name: free, text: file.text });
    last.set(free);
    if (free !== name) say(t("{name} exists already; this one is {free}.", { name, free }));
  }

  if (failed) {
    return (
      <div class="wrap">
        <Failure error={failed} onRetry={() => retry((n) => n + 1)} />
      </div>
    );
  }
  if (!language || !file) return <Loading words={t("Opening the editor")} />;
  const tabs = [
    ["game", t("The game")],
    ["examples", t("Examples")],
    ["language", t("The language")],
  ] as const;
  return (
    <div class="wrap ru">
      <h1>{t("Your own rules")}</h1>
      <p class="ru-lead">
        {t("Make up a game: write in a few lines what a move is, and play it at once. The quickest way is to take an example and to change a number.")}{" "}
        <button
          type="button"
          class="link"
          data-action="examples"
          onClick={() => {
            setTab("examples");
            document.getElementById("ru-panel")?.scrollIntoView({ block: "nearest" });
          }}
        >
          {t("Show the examples")}
        </button>
      </p>
      <div class="ru-bar">
        <label class="ru-name">
          <span class="visually-hidden">{t("Name of the file")}</span>
          <input type="text" key={file.name} defaultValue={file.name} spellcheck={false} autocomplete="off" onChange={(e) => rename(e.currentTarget.value)} />
        </label>
        <button type="button" class="button small" data-action="new" onClick={() => open(fresh("game.star", template), template)}>
          {t("New")}
        </button>
        <label class="button small ru-file">
          {t("Open")}
          <input
            type="file"
            accept=".star,.py,text/plain"
            onChange={(e) => {
              const chosen = e.currentTarget.files?.[0];
              if (chosen) void load(chosen);
              e.currentTarget.value = "";
            }}
          />
        </label>
        <button type="button" class="button small" data-action="save" onClick={save}>
          {t("Save")}
        </button>
        <button type="button" class="button small" data-action="share" onClick={() => void share()}>
          {t("Share")}
        </button>
        <span class="note ru-said" role="status">
          {told || (stored ? "" : t("This browser keeps nothing: save the file."))}
        </span>
      </div>
      <div class="ru-grid">
        <div class="ru-left">
          <div class="ru-editor" ref={host} />
          <Findings state={state} onGo={(f) => editor.current?.goTo(f.line, f.column ?? 1)} onRetry={() => retry((n) => n + 1)} />
        </div>
        <div class="ru-right">
          <div class="ru-tabs" role="tablist" aria-label={t("Beside the editor")}>
            {tabs.map(([name, words], i) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`ru-tab-${name}`}
                data-tab={name}
                aria-selected={tab === name}
                aria-controls="ru-panel"
                tabIndex={tab === name ? 0 : -1}
                onClick={() => setTab(name)}
                onKeyDown={(e) => {
                  const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
                  if (by === 0) return;
                  const next = tabs[(i + by + tabs.length) % tabs.length]![0];
                  setTab(next);
                  document.getElementById(`ru-tab-${next}`)?.focus();
                }}
              >
                {words}
              </button>
            ))}
          </div>
          <div id="ru-panel" class="ru-panel" role="tabpanel" aria-labelledby={`ru-tab-${tab}`} tabIndex={-1}>
            {tab === "game" && <TheGame
                key={file.name}
                name={file.name}
                text={state.kind === "good" || state.kind === "bad" ? state.text : ""}
                check={state.kind === "good" || state.kind === "bad" ? state.check : null}
                broken={state.kind === "bad" && (state.check === null || state.check.error !== undefined)}
                hash={hash}
              />}
            {tab === "examples" && (
              <Examples
                language={language}
                name={file.name}
                onOpen={(name, text) => open(fresh(name, text), text)}
                onForget={(name) => {
                  forget(name);
                  say(t("{name} is no longer kept.", { name }));
                }}
              />
            )}
            {tab === "language" && <Pages page={page} onPage={setPage} onOpen={(name, text) => open(fresh(name, text), text)} />}
          </div>
        </div>
      </div>
    </div>
  );
}

const template = `"""Take one, two or three stones; who takes the last one wins."""
position(n = integer(0, 1000))

def moves(n):
    for k in range(1, min(n, 3) + 1):
        move(n - k)

example(4, outcome = "P")
example(5, nim_value = 1)
`;

function Findings({ state, onGo, onRetry }: { state: State; onGo: (f: Finding) => void; onRetry: () => void }) {
  if (state.kind === "failed") return <Failure error={state.error} onRetry={onRetry} />;
  if (state.kind === "checking") {
    return (
      <p class="ru-state note" role="status" aria-busy="true">
        {t("Checking …")}
      </p>
    );
  }
  const findings = state.kind === "bad" ? state.findings : findingsOf(state.check);
  const check = state.check;
  return (
    <div class="ru-findings" role="status" aria-label={t("The check")}>
      {state.kind === "good" && check && (
        <p class="ru-state ru-good">
          <span aria-hidden="true">✓</span> {result(check)}
        </p>
      )}
      {state.kind === "bad" && (
        <p class="ru-state ru-bad">
          <span aria-hidden="true">✗</span> {findings.filter((f) => f.severity === "error").length === 1 ? t("One thing is wrong:") : t("Some things are wrong:")}
        </p>
      )}
      <ul>
        {findings.slice(0, 20).map((f, i) => (
          <li key={i} class={`ru-${f.severity}`}>
            <button type="button" onClick={() => onGo(f)}>
              <b>
                {f.line}
                {f.column ? `:${f.column}` : ""}
              </b>{" "}
              {f.words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function result(c: Check): string {
  const parts = [];
  if (c.game) parts.push(t("this is {game}", { game: c.game }));
  if (c.examples.length > 0) parts.push(t("the example holds|{n} examples hold", { n: c.examples.length }));
  if (c.positions > 0) parts.push(t("{n} small position was tried|{n} small positions were tried", { n: c.positions }));
  if (c.stopped) parts.push(t("the check ran out of time"));
  const text = parts.join(", ");
  return text === "" ? t("The rules are understood.") : text[0]!.toUpperCase() + text.slice(1) + ".";
}

function TheGame({ name, text, check, broken, hash }: { name: string; text: string; check: Check | null; broken: boolean; hash: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [moves, setMoves] = useState<string[]>([]);
  const [match, setMatch] = useState<Played | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const [shape, setShape] = useState<Shape | null>(null);
  const [tries, retry] = useState(0);
  const control = useRef<AbortController | null>(null);
  const rules = { [name]: text };

  // What the game can be explored by.
  useEffect(() => {
    if (broken || !check) return;
    if (check.numbers.length === 0 && !check.game) {
      setShape(null);
      return;
    }
    const control = new AbortController();
    shapeOf(asName(name), { misere: false, compound: "", rules }, control.signal).then(setShape, () => control.signal.aborted || setShape(null));
    return () => control.abort();
  }, [check, broken]);

  const named = check?.examples.map((e) => e.position).filter((p) => p.length < 200) ?? [];
  // The example with the longest text is likely the most interesting; otherwise small numbers.
  const usual = named.length > 0 ? named.reduce((a, b) => (b.length > a.length ? b : a)) : shape ? shape.pieces.map((piece, i) => piece + (i < shape.axes.length ? String(Math.min(5 + 2 * i, (sidesOf(shape)[i] ?? 99) - 1)) : "")).join("") : "";
  const position = typed ?? usual;

  useEffect(() => {
    setMoves([]);
  }, [position]);

  useEffect(() => {
    if (broken || position === "" || !check) return;
    control.current?.abort();
    const mine = (control.current = new AbortController());
    setBusy(true);
    setFailed(null);
    const timer = setTimeout(() => {
      api
        .match({ position, rules, moves, hints: true, limit: 300 }, mine.signal)
        .then((m) => {
          setMatch(m);
          setFailed(null);
        })
        .catch((err: Error) => mine.signal.aborted || setFailed(err))
        .finally(() => mine.signal.aborted || setBusy(false));
    }, 100);
    return () => {
      clearTimeout(timer);
      mine.abort();
    };
  }, [position, moves, check, broken, tries]);

  const now = match?.position ?? position;
  const explore = shape && shape.axes.length > 0 ? `/explore/${encodeURIComponent(asName(name))}${hash}` : null;
  const play = `/play${queryText([["p", now], ["t", "0"]])}${hash}`;
  if (!check && !broken) return <Loading words={t("Checking")} />;
  if (broken) return <p class="note ru-hint">{t("The game stands here once the file is understood. Words at the left say what is wrong, and where.")}</p>;
  return (
    <div class="ru-game">
      {check?.title && <p class="ru-title">{check.title}</p>}
      <label class="ru-position">
        <span class="note">{t("Position")}</span>
        <input
          type="text"
          list="ru-positions"
          spellcheck={false}
          autocomplete="off"
          key={position}
          defaultValue={position}
          placeholder={`${asName(name)}(…)`}
          onChange={(e) => setTyped(e.currentTarget.value.trim() || null)}
        />
        <datalist id="ru-positions">
          {named.map((p) => (
            <option key={p} value={p} />
          ))}
        </datalist>
      </label>
      {failed && <Failure error={failed} onRetry={() => retry((n) => n + 1)} />}
      {position === "" && <p class="note">{t("Type a position, or add an example to the file.")}</p>}
      {busy && !match && (
        <div>
          <Loading
            words={t("Solving")}
            onCancel={() => {
              control.current?.abort();
              setBusy(false);
            }}
          />
        </div>
      )}
      {match && !failed && (
        <>
          <p class="ru-verdict" aria-live="polite" aria-busy={busy}>
            <Verdict m={match} />
          </p>
          <div class="ru-board">
            <BoardView
              scenes={match.scenes}
              moves={match.over ? [] : match.moves}
              hints={true}
              label={t("The board: {position}", { position: match.position })}
              onMove={(m) => setMoves([...moves, m.move])}
            />
          </div>
          <p class="ru-links">
            <a class="button small primary" href={play} data-action="play">
              {t("Play this game")}
            </a>
            {explore && (
              <a class="button small" href={explore} data-action="explore">
                {t("Its numbers")}
              </a>
            )}
            {moves.length > 0 && (
              <>
                <button type="button" class="button small" data-action="undo" onClick={() => setMoves(moves.slice(0, -1))}>
                  {t("Undo")}
                </button>
                <button type="button" class="button small quiet" onClick={() => setMoves([])}>
                  {t("From the start")}
                </button>
              </>
            )}
          </p>
          {!match.over && <MoveList moves={match.moves} count={Number(match.count)} onMove={(m) => setMoves([...moves, m.move])} />}
        </>
      )}
    </div>
  );
}

function Verdict({ m }: { m: Played }) {
  if (m.over) {
    return <>{m.winner === null ? t("The play is over. You move for both here.") : t("The play is over. Player {player} has won. You move for both here.", { player: m.winner + 1 })}</>;
  }
  const value = m.nim_value === null ? "" : ", " + (typeof m.nim_value === "object" ? t("nim-value infinite") : t("nim-value {value}", { value: String(m.nim_value) }));
  if (m.outcome === null) return <>{t("Too much to solve within the time of this page{value}.", { value })}</>;
  const words = { N: t("▲ N: the player to move wins"), P: t("▼ P: the player to move loses"), D: t("● D: a draw") }[m.outcome];
  return (
    <>
      <b class={{ N: "win", P: "lose", D: "draw" }[m.outcome]}>{words}</b>
      {value}
      {m.remoteness !== null && m.remoteness !== undefined ? ", " + t("in {n} move|in {n} moves", { n: String(m.remoteness) }) : ""}
    </>
  );
}

function MoveList({ moves, count, onMove }: { moves: PlayedMove[]; count: number; onMove: (m: PlayedMove) => void }) {
  const most = 24;
  return (
    <details class="ru-moves">
      <summary>
        {t("{n} move|{n} moves", { n: count })}
      </summary>
      <ul>
        {moves.slice(0, most).map((m) => (
          <li key={m.move}>
            <button type="button" data-move={m.move} data-leads={m.leads_to ?? ""} onClick={() => onMove(m)}>
              <span class={m.leads_to ?? ""} aria-label={m.leads_to === "win" ? t("win") : m.leads_to === "lose" ? t("lose") : m.leads_to === "draw" ? t("draw") : t("unknown")}>
                {m.leads_to ? { win: "▲", lose: "▼", draw: "●" }[m.leads_to] : "·"}
              </span>{" "}
              {m.words ? said(m.words) : m.to}
            </button>
          </li>
        ))}
      </ul>
      {moves.length > most && <p class="note">{t("and more: click them on the board.")}</p>}
    </details>
  );
}

function Examples({ language, name, onOpen, onForget }: { language: Language; name: string; onOpen: (name: string, text: string) => void; onForget: (name: string) => void }) {
  const [words, setWords] = useState("");
  const [, again] = useState(0);
  const mine = Object.entries(ownFiles());
  const fits = (e: { file: string; title: string }) => `${e.file} ${e.title}`.toLowerCase().includes(words.toLowerCase());
  const groups: [string, Example[]][] = [
    [t("To begin with"), language.examples.filter((e) => e.from === "rules")],
    [t("Recipes"), language.examples.filter((e) => e.from === "recipes")],
    [t("The catalogue"), language.examples.filter((e) => e.from === "catalogue")],
  ];
  return (
    <div class="ru-examples">
      <input type="search" aria-label={t("Search the examples")} placeholder={t("Search")} value={words} onInput={(e) => setWords(e.currentTarget.value)} />
      {mine.length > 0 && (
        <section>
          <h2>{t("Kept in this browser")}</h2>
          <ul>
            {mine
              .filter(([file]) => fits({ file, title: "" }))
              .map(([file, text]) => (
                <li key={file} class="ru-mine">
                  <button type="button" aria-current={file === name ? "true" : undefined} onClick={() => onOpen(file, text)}>
                    <b>{file}</b>
                  </button>
                  <button
                    type="button"
                    class="button small quiet"
                    aria-label={t("Forget {file}", { file })}
                    onClick={() => {
                      if (confirm(t("Forget {file}? This cannot be undone.", { file }))) {
                        onForget(file);
                        again((n) => n + 1);
                      }
                    }}
                  >
                    {t("Forget")}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      )}
      {groups.map(([title, list]) => {
        const found = list.filter(fits);
        return found.length === 0 ? null : (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {found.map((e) => (
                <li key={e.file}>
                  <button type="button" data-example={e.file} onClick={() => onOpen(e.file, e.text)}>
                    <b>{e.file}</b>
                    <span lang="en">{e.title}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Pages({ page, onPage, onOpen }: { page: { name: string; anchor: string }; onPage: (p: { name: string; anchor: string }) => void; onOpen: (name: string, text: string) => void }) {
  const [loaded, setLoaded] = useState<{ text: string; Markdown: typeof MarkdownPage } | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, retry] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = new AbortController();
    setFailed(null);
    Promise.all([get<{ text: string }>("/docs", { name: page.name }, control.signal), import("./Markdown")]).then(
      ([{ text }, { default: Markdown }]) => control.signal.aborted || setLoaded({ text, Markdown }),
      (err: Error) => control.signal.aborted || setFailed(err),
    );
    return () => control.abort();
  }, [page.name, tries]);
  useEffect(() => {
    if (!loaded) return;
    const to = page.anchor === "" ? null : box.current?.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(page.anchor)}"]`);
    if (to) {
      to.scrollIntoView({ block: "start" });
      to.focus({ preventScroll: true });
    } else box.current?.closest(".ru-panel")?.scrollTo(0, 0);
  }, [loaded, page]);
  if (failed) return <Failure error={failed} onRetry={() => retry((n) => n + 1)} />;
  if (!loaded) return <Loading words={t("Opening the page")} />;
  const { text, Markdown } = loaded;
  return (
    <div ref={box}>
      <p class="ru-pages">
        {[
          ["rules", t("The language")],
          ["recipes", t("Recipes")],
          ["scenes", t("Scenes")],
        ].map(([name, words]) => (
          <button key={name} type="button" class="button small" aria-pressed={page.name === name} onClick={() => onPage({ name: name!, anchor: "" })}>
            {words}
          </button>
        ))}
      </p>
      <Markdown text={text} acts={{ page: (name, anchor) => onPage({ name: name || page.name, anchor }), open: onOpen }} />
    </div>
  );
}
