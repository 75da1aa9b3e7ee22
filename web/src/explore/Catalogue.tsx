// The first page of Explore: the games that have a name, those to begin with first. What is looked
// for stands in the address.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameEntry } from "../api";
import { playLink } from "../play/link";
import { navigate, place, queryText } from "../router";
import { Failure, Loading } from "../shell/states";
import { said, t } from "../words";
import { fits, games } from "./search";

const groups = () => [
  ["heaps", t("Heaps")] as const,
  ["boards", t("Boards")] as const,
  ["rows", t("Rows")] as const,
  ["coins", t("Coins")] as const,
  ["graphs", t("Graphs and trees")] as const,
  ["contests", t("From contests")] as const,
];

const difficulties = () => [
  [1, t("easy")] as const,
  [2, t("medium")] as const,
  [3, t("hard")] as const,
];

export function Catalogue() {
  const [all, setAll] = useState<GameEntry[] | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, retry] = useState(0);
  useEffect(() => {
    setFailed(null);
    games().then(setAll, setFailed);
  }, [tries]);
  const q = place.value.query;
  const [words, group, level, misere, loopy] = [q.get("q") ?? "", q.get("group") ?? "", Number(q.get("level")) || 0, q.get("misere") === "1", q.get("loopy") === "1"];
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(q);
    if (value === "") next.delete(name);
    else next.set(name, value);
    navigate("/explore" + queryText(next), { replace: true });
  };
  const wanted = words !== "" || group !== "" || level > 0 || misere || loopy || q.get("all") === "1";
  const found = useMemo(
    () =>
      (all ?? [])
        .filter((g) => (group === "" || g.group === group) && (level === 0 || g.difficulty === level) && (!misere || g.misere) && (!loopy || g.loopy))
        .map((g) => ({ g, fit: fits(g, words) }))
        .filter(({ fit }) => fit > 0)
        .sort((a, b) => b.fit - a.fit || (a.g.first ?? 99) - (b.g.first ?? 99))
        .map(({ g }) => g),
    [all, words, group, level, misere, loopy],
  );
  const first = (all ?? []).filter((g) => g.first).sort((a, b) => a.first! - b.first!);
  return (
    <section class="ex-catalogue" aria-label={t("Games")}>
      <form class="ex-filters" role="search" onSubmit={(e) => {
          e.preventDefault();
          if (found.length === 0 && words !== "") navigate(`/explore/${encodeURIComponent(words)}`); // a code, a template, or what was meant
        }}>
        <input
          type="search"
          class="ex-search"
          aria-label={t("Search for games by words")}
          placeholder={t("matches, chocolate, knight …")}
          autocomplete="off"
          value={words}
          onInput={(e) => set("q", e.currentTarget.value)}
        />
        <div class="ex-chosen" role="group" aria-label={t("Kind")}>
          {groups().map(([name, title]) => (
            <button type="button" class="button small" aria-pressed={group === name} data-group={name} onClick={() => set("group", group === name ? "" : name)}>
              {title}
            </button>
          ))}
        </div>
        <div class="ex-chosen" role="group" aria-label={t("How hard it is")}>
          {difficulties().map(([n, title]) => (
            <button type="button" class="button small" aria-pressed={level === n} data-level={n} onClick={() => set("level", level === n ? "" : String(n))}>
              <Level n={n} /> {title}
            </button>
          ))}
          <button type="button" class="button small" aria-pressed={misere} data-only="misere" onClick={() => set("misere", misere ? "" : "1")}>
            {t("The last move loses")}
          </button>
          <button type="button" class="button small" aria-pressed={loopy} data-only="loopy" onClick={() => set("loopy", loopy ? "" : "1")}>
            {t("May go on for ever")}
          </button>
        </div>
      </form>
      {failed ? (
        <Failure error={failed} onRetry={() => retry((n) => n + 1)} />
      ) : !all ? (
        <div class="ex-coming">
          <Loading />
        </div>
      ) : (
        <>
          <h2 aria-live="polite">{wanted ? t("{n} game|{n} games", { n: found.length }) : t("Ten to begin with")}</h2>
          {found.length === 0 && <p class="note">{t("No game has all of that. Take a word or a filter away.")}</p>}
          <List games={wanted ? found : first} />
          {!wanted && (
            <p>
              <a class="button" href="/explore?all=1" data-action="all">
                {t("All {n} games", { n: all.length })}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function List({ games }: { games: GameEntry[] }) {
  return (
    <ul class="ex-games">
      {games.map((g) => (
        <li key={g.name} data-game={g.name}>
          <h3>
            {said(g.title)}{" "}
            {g.difficulty && (
              <span class="ex-level">
                <Level n={g.difficulty} /> <span class="visually-hidden">{difficulties()[g.difficulty - 1]![1]}</span>
              </span>
            )}
          </h3>
          <p>{said(g.rules)}</p>
          {g.needs && <p class="note">{said(g.needs)}</p>}
          <p class="ex-links">
            {!g.example.includes("[FILE]") && !g.example.includes(".txt") && (
              <a class="button small primary" href={playLink({ position: g.example })} aria-label={t("Play {game}", { game: said(g.title) })}>
                {t("Play")}
              </a>
            )}
            {g.table && (
              <a class="button small" href={`/explore/${encodeURIComponent(g.name)}`} aria-label={t("Its numbers: {game}", { game: said(g.title) })}>
                {t("Its numbers")}
              </a>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** How hard a game is, as one to three filled squares. */
function Level({ n }: { n: number }) {
  return (
    <svg class="ex-squares" viewBox="0 0 34 10" width="34" height="10" aria-hidden="true">
      {[0, 1, 2].map((i) => (
        <rect x={i * 12 + 1} y={1} width={8} height={8} rx={2} class={i < n ? "on" : ""} />
      ))}
    </svg>
  );
}
