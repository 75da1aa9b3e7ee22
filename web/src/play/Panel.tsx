// The panel beside the board: Why · Moves · History. On a telephone its tabs are a bar at the
// bottom, which opens the panel below the board.
import { computed, signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LeadsTo, Played, PlayedMove, Rules } from "../api";
import { stepsOf } from "../scene/choose";
import type { BoardMove } from "../scene/SceneView";
import { classes, grouped, shape } from "../scene/view";
import { Empty } from "../shell/states";
import { said, t } from "../words";
import type { Game } from "./link";
import { Lost } from "./Over";
import { moverWords, moveAt, type Told } from "./Timeline";
import { wordsIn, wordsOf } from "./useMatch";
import { Why } from "./Why";

type Tab = "why" | "moves" | "history";
const tabs: readonly Tab[] = ["why", "moves", "history"];
// A telephone that is turned has the panel beside the board, too.
const narrow = matchMedia("(max-width: 960px) and (min-height: 481px), (max-width: 639px)");
const small = signal(narrow.matches);
narrow.addEventListener("change", () => (small.value = narrow.matches));
const tab = signal<Tab>("moves");
export const sheet = signal(false); // whether the panel is open on a telephone

/** whyOpen says whether the reasons are on the screen, with who wins. */
export const whyOpen = computed(() => tab.value === "why" && (sheet.value || !small.value));

export function openTab(name: Tab): void {
  tab.value = name;
  sheet.value = true;
}

export interface PanelProps {
  game: Game;
  rules: Rules;
  match: Played;
  hinted: boolean;
  me: number | null;
  canMove: boolean;
  onMove: (m: BoardMove) => void;
  onPoint: (m: BoardMove | null) => void;
  history: Played | null;
  /** How the search for what is known of the moves goes. */
  looked?: Told;
  /** Whether the server has not answered, so that the moves are those of another position. */
  stale?: boolean;
  /** Whether it may be said who was winning. */
  told: boolean;
  onGo: (at: number) => void;
  onAll: () => void;
}

export function Panel(p: PanelProps) {
  const now = tab.value;
  const closed = small.value && !sheet.value;
  const whole = useRef<HTMLElement>(null);
  // The end is said below the board, which an open sheet hides.
  useEffect(() => {
    if (p.match.over) sheet.value = false;
  }, [p.match.over]);
  useEffect(() => {
    if (small.value && sheet.value) whole.current!.closest(".play-columns")!.scrollIntoView();
  }, [sheet.value]);
  const names: Record<Tab, string> = { why: t("Why"), moves: t("Moves"), history: t("History") };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    openTab(tabs[(tabs.indexOf(now) + by + tabs.length) % tabs.length]!);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab=${tab.value}]`)?.focus();
  };
  return (
    <section ref={whole} class={classes("panel card", closed && "closed")} aria-labelledby="panel-heading" onKeyDown={(e) => e.key === "Escape" && (sheet.value = false)}>
      <h2 class="visually-hidden" id="panel-heading">
        {t("What it means")}
      </h2>
      <div class="panel-tabs">
        <div class="tabs" role="tablist" aria-label={t("Panel")} onKeyDown={onKey}>
          {tabs.map((name) => (
            <button key={name} type="button" role="tab" id={`tab-${name}`} data-tab={name} aria-selected={now === name} aria-controls="panel-body" tabIndex={now === name ? 0 : -1} onClick={() => openTab(name)}>
              {names[name]}
            </button>
          ))}
        </div>
        <button type="button" class="icon-button panel-close" aria-label={t("Close")} data-action="close" onClick={() => (sheet.value = false)}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
            <path d="M6 9l6 6 6-6" />
          </svg>
        </button>
      </div>
      <div class="panel-body" id="panel-body" role="tabpanel" aria-labelledby={`tab-${now}`} tabIndex={0}>
        {closed ? null : now === "why" ? p.match.over && p.me !== null && p.match.winner === 1 - p.me ? <Lost {...p} /> : <Why {...p} /> : now === "moves" ? <Moves {...p} /> : <HistoryList {...p} />}
      </div>
    </section>
  );
}

const groups: readonly (LeadsTo | null)[] = ["win", "draw", "lose", null];

function groupWords(leads: LeadsTo | null, n: number): string {
  switch (leads) {
    case "win":
      return t("{n} wins|{n} win", { n });
    case "draw":
      return t("{n} draws|{n} draw", { n });
    case "lose":
      return t("{n} loses|{n} lose", { n });
    default:
      return t("{n} is not known|{n} are not known", { n });
  }
}

function Moves({ match, hinted, canMove, stale, onMove, onPoint, onAll }: PanelProps) {
  const [most, setMost] = useState(60);
  const [filter, setFilter] = useState("");
  // In a sum the moves of each part stand below its name, where a move is made in one.
  const inParts = match.scenes.length > 1 && match.moves.every((m) => !m.steps);
  const listed = useMemo(() => {
    const words = filter.trim().toLowerCase();
    const found = words === "" ? match.moves : match.moves.filter((m) => (stepsOf(m).map((s) => said(s.words)).join(" ") + " " + m.to).toLowerCase().includes(words));
    return inParts ? found.toSorted((a, b) => a.component - b.component) : found;
  }, [match, filter]);
  if (stale) return <Empty title={t("The moves are not known, as the server has not answered.")} />;
  if (match.over) return <Empty title={t("No move is left.")} />;
  const colours = hinted && match.moves.some((m) => m.leads_to);
  const valued = match.moves.some((m) => valueOf(m) !== ""), lasting = match.moves.some((m) => lastsOf(m) !== "");
  const count = Number(match.count ?? match.moves.length);
  const parts: [LeadsTo | null, PlayedMove[]][] = colours ? groups.map((leads) => [leads, listed.filter((m) => (m.leads_to ?? null) === leads)]) : [[null, listed]];
  return (
    <div class="moves">
      <p class="note">
        {t("{all} move.|{all} moves.", { n: count, all: grouped(String(match.count ?? match.moves.length)) })}
        {count > match.moves.length ? " " + t("The first {n} are listed.", { n: match.moves.length }) : ""}
        {hinted ? "" : " " + t("Hints show what each leads to.")}
      </p>
      {colours && match.moves.some((m) => !m.leads_to) && (
        <p class="note">
          {t("There may be more winning moves than those shown.")}{" "}
          <button type="button" class="link" data-action="all" title={match.unknown && said(match.unknown)} onClick={onAll}>
            {t("Show all")}
          </button>
        </p>
      )}
      {match.moves.length > 12 && <input type="search" class="moves-filter" placeholder={t("Find a move")} aria-label={t("Find a move")} value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />}
      {colours && (
        <p class="note move-facts moves-head" aria-hidden="true">
          {valued && <span>{t("nim-value")}</span>}
          {lasting && <span>{t("moves left")}</span>}
        </p>
      )}
      {parts.map(([leads, moves]) =>
        moves.length === 0 ? null : (
          <div key={leads}>
            {colours && (
              <h3 class={leads ?? ""}>
                {leads && <span aria-hidden="true">{shape[leads]}</span>} {groupWords(leads, moves.length)}
              </h3>
            )}
            <ul class="move-list">
              {moves.slice(0, most).map((m, i) => (
                <li key={m.move}>
                  {inParts && m.component !== moves[i - 1]?.component && <h4 class="note move-part">{said(match.scenes[m.component]?.title ?? "")}</h4>}
                  <button
                    type="button"
                    class="move"
                    data-move={m.move}
                    data-leads={m.leads_to ?? ""}
                    disabled={!canMove}
                    onClick={() => onMove(m)}
                    onPointerEnter={() => onPoint(m)}
                    onPointerLeave={() => onPoint(null)}
                    onFocus={() => onPoint(m)}
                    onBlur={() => onPoint(null)}
                  >
                    <span class="move-words">{inParts ? wordsOf(m) : wordsIn(m, match.scenes)}</span>
                    {colours && (
                      <span class="move-facts">
                        {valued && (
                          <span title={t("The nim-value after the move")}>
                            <span class="visually-hidden">{t("nim-value")}</span> {valueOf(m)}
                          </span>
                        )}
                        {lasting && (
                          <span title={t("How many moves play lasts then")}>
                            <span class="visually-hidden">{t("moves left")}</span> {lastsOf(m)}
                          </span>
                        )}
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
            {moves.length > most && (
              <button type="button" class="button small" onClick={() => setMost(most + 200)}>
                {t("{more} more", { more: grouped(moves.length - most) })}
              </button>
            )}
          </div>
        ),
      )}
      {listed.length === 0 && <p class="note">{t("No move has these words.")}</p>}
      {count > match.moves.length && canMove && <Written match={match} onMove={onMove} />}
    </div>
  );
}

// Written takes a move that is not listed, in words of positions.
function Written({ match, onMove }: { match: Played; onMove: (m: BoardMove) => void }) {
  const [text, setText] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    const move = text.trim();
    if (move !== "") onMove({ move, component: 0, words: move, to: move, changes: null, remoteness: null });
  };
  return (
    <form class="written" onSubmit={submit}>
      <label>
        {t("Another move: the number of the part, and what it becomes")}
        <span class="setup-line">
          <input type="text" class="mono" placeholder={`1: ${match.scenes[0]?.position ?? ""}`} value={text} spellcheck={false} autocapitalize="off" autocomplete="off" onInput={(e) => setText(e.currentTarget.value)} />
          <button type="submit" class="button small">
            {t("Move")}
          </button>
        </span>
      </label>
    </form>
  );
}

function valueOf(m: PlayedMove): string {
  const v = m.nim_value;
  if (v === null || v === undefined) return "";
  return typeof v === "object" ? `∞(${v.infinity.join(",")})` : String(v);
}

const lastsOf = (m: PlayedMove): string => (m.remoteness === null || m.remoteness === undefined ? "" : String(m.remoteness));

function HistoryList({ game, rules, history, told, onGo }: PanelProps) {
  if (game.moves.length === 0) return <Empty title={t("No move has been made yet.")} />;
  const entries = history?.history;
  return (
    <ol class="history" start={1}>
      {game.moves.map((_, i) => {
        const h = entries?.[i];
        const thrown = told && h?.thrown;
        return (
          <li key={i}>
            <button type="button" class={classes("move", game.at === i + 1 && "now")} data-turn={i + 1} data-thrown={thrown ? "true" : undefined} onClick={() => onGo(i + 1)}>
              <span class="move-words">
                <span class="who">{moverWords(game, i)}</span> {moveAt(game, rules, i, history)}
              </span>
              {thrown && (
                <span class="lose thrown-note">
                  <span aria-hidden="true">▼</span> {t("gave the win away")}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
