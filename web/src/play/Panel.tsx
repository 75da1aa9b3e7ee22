// The panel beside the board: the verdict, and Why · Moves · History.
import { signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import type { LeadsTo, Played, PlayedMove, Rules } from "../api";
import { stepsOf } from "../scene/choose";
import type { BoardMove } from "../scene/SceneView";
import { classes, grouped, shape } from "../scene/view";
import { Empty } from "../shell/states";
import type { Game } from "./link";
import { hints } from "./settings";
import { Why } from "./Why";
import type { Verdict } from "./words";

type Tab = "why" | "moves" | "history";
const tab = signal<Tab>("moves");
const tabs: readonly [Tab, string][] = [
  ["why", "Why"],
  ["moves", "Moves"],
  ["history", "History"],
];

export interface PanelProps {
  game: Game;
  rules: Rules;
  match: Played;
  hinted: boolean;
  me: number | null;
  verdict: Verdict | null;
  canMove: boolean;
  onMove: (m: BoardMove) => void;
  onPoint: (m: BoardMove | null) => void;
  history: Played | null;
  onGo: (at: number) => void;
  onAll: () => void;
}

export function Panel(p: PanelProps) {
  const now = tab.value;
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const i = (tabs.findIndex(([t]) => t === now) + by + tabs.length) % tabs.length;
    tab.value = tabs[i]![0];
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab=${tab.value}]`)?.focus();
  };
  return (
    <section class="panel card" aria-labelledby="panel-heading">
      <h2 class="visually-hidden" id="panel-heading">
        What it means
      </h2>
      {p.verdict ? (
        <p class={classes("verdict", p.verdict.leads)} data-verdict={p.verdict.leads}>
          <span aria-hidden="true">{shape[p.verdict.leads]}</span> {p.verdict.words}
        </p>
      ) : (
        !p.match.over && (
          <p class="verdict hidden-verdict">
            {p.hinted ? (
              p.match.unknown || "Who wins is not known within the server's limits."
            ) : (
              <button type="button" class="link" onClick={() => hints.set(true)}>
                Who wins from here?
              </button>
            )}
          </p>
        )
      )}
      <div class="tabs" role="tablist" aria-label="Panel" onKeyDown={onKey}>
        {tabs.map(([t, name]) => (
          <button type="button" role="tab" id={`tab-${t}`} data-tab={t} aria-selected={now === t} aria-controls="panel-body" tabIndex={now === t ? 0 : -1} onClick={() => (tab.value = t)}>
            {name}
          </button>
        ))}
      </div>
      <div class="panel-body" id="panel-body" role="tabpanel" aria-labelledby={`tab-${now}`} tabIndex={0}>
        {now === "why" ? <Why {...p} /> : now === "moves" ? <Moves {...p} /> : <HistoryList {...p} />}
      </div>
    </section>
  );
}

const groups: readonly [LeadsTo, string][] = [
  ["win", "win"],
  ["draw", "draw"],
  ["lose", "lose"],
];

function Moves({ match, hinted, canMove, onMove, onPoint, onAll }: PanelProps) {
  const [most, setMost] = useState(60);
  const [filter, setFilter] = useState("");
  const listed = useMemo(() => {
    const words = filter.trim().toLowerCase();
    return words === "" ? match.moves : match.moves.filter((m) => (stepsOf(m).map((s) => s.words).join(" ") + " " + m.to).toLowerCase().includes(words));
  }, [match, filter]);
  if (match.over) return <Empty title="Play is over: no move is left." />;
  const colours = hinted && match.moves.some((m) => m.leads_to);
  const count = Number(match.count ?? match.moves.length);
  const parts: [LeadsTo | null, string, PlayedMove[]][] = colours
    ? [...groups, [null, "not known"] as const].map(([leads, name]) => [leads, name, listed.filter((m) => (m.leads_to ?? null) === leads)] as [LeadsTo | null, string, PlayedMove[]])
    : [[null, "", listed]];
  return (
    <div class="moves">
      <p class="note">
        {grouped(String(match.count ?? match.moves.length))} {count === 1 ? "move" : "moves"}
        {count > match.moves.length ? `; the first ${match.moves.length} are listed` : ""}.{hinted ? "" : " Hints show what each leads to."}
      </p>
      {colours && match.moves.some((m) => !m.leads_to) && (
        <p class="note">
          There may be more winning moves than those shown.{" "}
          <button type="button" class="link" data-action="all" title={match.unknown} onClick={onAll}>
            Show all
          </button>
        </p>
      )}
      {match.moves.length > 12 && <input type="search" class="moves-filter" placeholder="Find a move" aria-label="Find a move" value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />}
      {parts.map(([leads, name, moves]) =>
        moves.length === 0 ? null : (
          <div key={name}>
            {leads && (
              <h3 class={leads}>
                <span aria-hidden="true">{shape[leads]}</span> {moves.length === 1 ? `1 ${name === "win" ? "wins" : name === "lose" ? "loses" : "draws"}` : `${moves.length} ${name}`}
              </h3>
            )}
            <ul class="move-list">
              {moves.slice(0, most).map((m) => (
                <li key={m.move}>
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
                    <span class="move-words">
                      {stepsOf(m).map((s) => s.words).join("; ") || m.to}
                      {!m.steps && m.words !== "" && match.scenes[m.component]?.scene.kind === "board" && <span class="move-to mono"> {m.to}</span>}
                    </span>
                    {colours && (
                      <span class="move-facts">
                        {valueOf(m) !== "" && <span title="The nim-value after the move">{valueOf(m)}</span>}
                        {m.remoteness !== null && m.remoteness !== undefined && <span title="How many moves play lasts then">{m.remoteness} to go</span>}
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
            {moves.length > most && (
              <button type="button" class="button small" onClick={() => setMost(most + 200)}>
                {grouped(moves.length - most)} more
              </button>
            )}
          </div>
        ),
      )}
      {listed.length === 0 && <p class="note">No move has these words.</p>}
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
        Another move: the component’s number, and what it becomes
        <span class="setup-line">
          <input type="text" class="mono" placeholder={`1: ${match.scenes[0]?.position ?? ""}`} value={text} spellcheck={false} autocapitalize="off" autocomplete="off" onInput={(e) => setText(e.currentTarget.value)} />
          <button type="submit" class="button small">
            Move
          </button>
        </span>
      </label>
    </form>
  );
}

function valueOf(m: PlayedMove): string {
  const v = m.nim_value;
  if (v === null || v === undefined) return "";
  return typeof v === "object" ? `∞(${v.infinity.join(",")})` : `*${v}`;
}

function HistoryList({ game, history, onGo }: PanelProps) {
  if (game.moves.length === 0) return <Empty title="No move has been made yet." />;
  const entries = history?.history;
  return (
    <ol class="history" start={1}>
      {game.moves.map((move, i) => {
        const h = entries?.[i];
        const who = game.who === "two" ? `Player ${(i % 2) + 1}` : (i % 2 === 0) === (game.who === "me") ? "You" : "Opponent";
        return (
          <li key={i}>
            <button type="button" class={classes("move", game.at === i + 1 && "now")} data-turn={i + 1} data-thrown={h?.thrown ? "true" : undefined} onClick={() => onGo(i + 1)}>
              <span class="move-words">
                <span class="who">{who}</span> {h?.words ?? move}
              </span>
              {h?.thrown && (
                <span class="lose thrown-note">
                  <span aria-hidden="true">▼</span> gave the win away
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
