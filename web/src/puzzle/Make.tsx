// A teacher's form: positions, checked as they are typed, become a link.
import { useEffect, useRef, useState } from "preact/hooks";
import { api, Problem, type Puzzled } from "../api";
import { ownRules } from "../own";
import { aborted, failure } from "../play/match";
import { compounds } from "../play/settings";
import { navigate, shared } from "../router";
import { classes } from "../scene/view";
import { said, t } from "../words";
import { deckLink, printLink, puzzleLink, type Setting, type Where } from "./link";
import { levelName, levels, reasons } from "./words";

type DeckPlace = Extract<Where, { kind: "deck" | "make" }>;

const pause = 300; // milliseconds after a letter, before it is checked

export function Make({ deck, hash }: { deck: DeckPlace; hash: string }) {
  const [rows, setRows] = useState<Setting[]>(deck.settings.length > 0 ? deck.settings : [{ position: "" }]);
  const [title, setTitle] = useState(deck.title);
  const [error, setError] = useState<Error | null>(null);
  const [good, setGood] = useState<ReadonlySet<string>>(new Set());
  const settings = rows.map((r) => ({ ...r, position: r.position.trim() })).filter((r) => r.position !== "");
  const puzzles = settings.filter((s) => good.has(puzzleLink(s)));
  const link = puzzles.length === 1 && title === "" ? puzzleLink(puzzles[0]!, hash) : deckLink({ title, settings: puzzles }, hash);

  // What is typed is in the address, so that the form is a link too.
  useEffect(() => navigate(deckLink({ title, settings, make: true }, hash), { replace: true }), [title, JSON.stringify(settings)]);

  const change = (i: number, by: Partial<Setting>) => setRows(rows.map((r, k) => (k === i ? { ...r, ...by } : r)));
  const draw = async (level: number) => {
    setError(null);
    try {
      const p = await api.puzzle({ level, number: 1 + Math.floor(Math.random() * 1e9) });
      setRows([...rows.filter((r) => r.position.trim() !== ""), { position: p.position, ...(p.convention === "misere" ? { misere: true } : {}) }]);
    } catch (err) {
      setError(failure(err));
    }
  };
  return (
    <div class="pz-make" data-make={puzzles.length}>
      <header class="pz-head">
        <p class="pz-kind">{t("For teachers, and for friends")}</p>
        <h1>{t("Make puzzles, and send the link")}</h1>
        <p>{t("Type positions, or draw some. Whoever opens the link has one try for each, and sees the result at the end.")}</p>
      </header>
      <label class="pz-title">
        <span>{t("A title, if you like")}</span>
        <input type="text" value={title} maxLength={80} data-field="title" onInput={(e) => setTitle(e.currentTarget.value)} />
      </label>
      <ol class="pz-rows">
        {rows.map((row, i) => (
          <li key={i} class="card">
            <Row row={row} number={i + 1} onChange={(by) => change(i, by)} onGood={(s) => setGood((all) => new Set(all).add(puzzleLink(s)))} onDrop={rows.length > 1 ? () => setRows(rows.filter((_, k) => k !== i)) : null} />
          </li>
        ))}
      </ol>
      <p class="pz-next">
        <button type="button" class="button small" data-action="add" onClick={() => setRows([...rows, { position: "" }])}>
          {t("Another position")}
        </button>
        {levels.map((level) => (
          <button key={level} type="button" class="button small" data-draw={level} onClick={() => void draw(level)}>
            {level === 1 ? t("Draw an easy one") : level === 2 ? t("Draw a medium one") : t("Draw a hard one")}
          </button>
        ))}
      </p>
      {error && <p class="lose">{said(error.message)}</p>}
      {puzzles.length > 0 && <LinkBox link={link} print={printLink({ title, settings: puzzles, answers: true }, hash)} count={puzzles.length} />}
    </div>
  );
}

function LinkBox({ link, print, count }: { link: string; print: string; count: number }) {
  const [copied, setCopied] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const text = shared(link);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      box.current?.select();
    }
  };
  return (
    <div class="card pz-link">
      <label>
        <span>{t("The link to your puzzle|The link to your {n} puzzles", { n: count })}</span>
        <input ref={box} type="text" class="mono" readOnly value={text} data-link="" onFocus={(e) => e.currentTarget.select()} />
      </label>
      <p class="pz-next">
        <button type="button" class="button primary" data-action="copy" onClick={() => void copy()}>
          {copied === text ? t("Copied") : t("Copy the link")}
        </button>
        <a class="button" href={link} data-action="try">
          {t("Try it yourself")}
        </a>
        <a class="button" href={print} data-action="print">
          {t("Print")}
        </a>
      </p>
    </div>
  );
}

interface RowProps {
  row: Setting;
  number: number;
  onChange: (by: Partial<Setting>) => void;
  /** Tells that there is something to find. */
  onGood: (setting: Setting) => void;
  onDrop: (() => void) | null;
}

function Row({ row, number, onChange, onGood, onDrop }: RowProps) {
  const [checked, setChecked] = useState<{ puzzle?: Puzzled; error?: Error } | null>(null);
  const position = row.position.trim();
  useEffect(() => {
    setChecked(null);
    if (position === "") return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const rules = await ownRules(position);
        const puzzle = await api.puzzle({ ...row, position, ...(Object.keys(rules).length > 0 ? { rules } : {}) }, control.signal);
        setChecked({ puzzle });
        if (puzzle.outcome === "N") onGood({ ...row, position });
      } catch (err) {
        if (!aborted(err)) setChecked({ error: failure(err) });
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [position, row.misere, row.compound]);
  const p = checked?.puzzle;
  const suggestion = checked?.error instanceof Problem ? checked.error.suggestion : undefined;
  return (
    <>
      <div class="pz-row">
        <label class="pz-position">
          <span>{t("Position {number}", { number })}</span>
          <input type="text" class="mono" value={row.position} placeholder="nim(3,5,7)" spellcheck={false} autocapitalize="off" autocomplete="off" data-field="position" onInput={(e) => onChange({ position: e.currentTarget.value })} />
        </label>
        <label>
          <span>{t("Who wins")}</span>
          <select value={row.misere ? "misere" : "normal"} data-field="misere" onChange={(e) => onChange({ misere: e.currentTarget.value === "misere" })}>
            <option value="normal">{t("the last move wins")}</option>
            <option value="misere">{t("the last move loses")}</option>
          </select>
        </label>
        {(position.includes("+") || row.compound) && (
          <label>
            <span>{t("A player moves")}</span>
            <select value={row.compound ?? "disjunctive"} data-field="compound" onChange={(e) => onChange({ compound: e.currentTarget.value })}>
              {compounds().map(([kind, name]) => (
                <option key={kind} value={kind}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {onDrop && (
          <button type="button" class="icon-button" aria-label={t("Drop position {number}", { number })} title={t("Drop position {number}", { number })} onClick={onDrop}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
            </svg>
          </button>
        )}
      </div>
      <p class={classes("note pz-checked", p && (p.outcome === "N" ? "win" : "lose"), checked?.error && "lose")} data-checked={p ? p.outcome : checked?.error ? "error" : ""} role="status">
        {p
          ? p.outcome === "N"
            ? `▲ ${[p.level === null ? t("A puzzle") : levelName(p.level), ...reasons(p)].join(" · ")}`
            : p.outcome === "P"
              ? `▼ ${t("No move wins here, so there is nothing to find.")}`
              : `● ${t("A draw: there is nothing to find.")}`
          : checked?.error
            ? `${said(checked.error.message)}${suggestion && !checked.error.message.includes(suggestion) ? ` ${t("Did you mean {suggestion}?", { suggestion })}` : ""}`
            : " "}
      </p>
    </>
  );
}
