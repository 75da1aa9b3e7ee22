// The list of games, to play one of them or to look at its numbers: those to begin with first. What
// is looked for stands in the address.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameEntry, Scene } from "../api";
import { ownFiles } from "../own";
import { playLink, type Game } from "../play/link";
import { navigate, place, queryText } from "../router";
import { Picture } from "../scene/SceneView";
import { Failure, Loading } from "../shell/states";
import { said, t, tx } from "../words";
import { difficulties, Level } from "./Level";
import { needsFile, usePictures } from "./pictures";
import { fits, games } from "./search";

// The kinds of games, each with its parameters.
const allKinds = () => [
  ["", t("All kinds"), {}] as const,
  ["heaps", t("Heaps"), { group: "heaps" }] as const,
  ["boards", t("Boards"), { group: "boards" }] as const,
  ["rows", t("Rows"), { group: "rows" }] as const,
  ["coins", t("Coins"), { group: "coins" }] as const,
  ["graphs", t("Graphs and trees"), { group: "graphs" }] as const,
  ["contests", t("From contests"), { group: "contests" }] as const,
  ["misere", t("The last move loses"), { misere: "1" }] as const,
  ["loopy", t("May go on for ever"), { loopy: "1" }] as const,
];

interface Props {
  /** What one does with a game. */
  use: "play" | "explore";
  /** Whose list it is: the games of one's own, by the names of their files. */
  onOwn: (file: string, text: string) => void;
  /** How games are played. */
  how?: Partial<Game>;
  /** What stands there until somebody looks for something; ten games otherwise. */
  first?: ComponentChildren;
  /** What stands beside the field of the search. */
  beside?: (found: readonly GameEntry[]) => ComponentChildren;
  /** A further button of each game: to add it to a sum. */
  onAdd?: ((g: GameEntry) => void) | undefined;
  children?: ComponentChildren;
}

const exploreLink = (name: string) => `/explore/${encodeURIComponent(name).replaceAll("%2C", ",")}`;

export function Catalogue({ use, onOwn, how = {}, first, beside, onAdd, children }: Props) {
  const [known, setKnown] = useState<GameEntry[] | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, retry] = useState(0);
  useEffect(() => {
    setFailed(null);
    games().then(setKnown, setFailed);
  }, [tries]);
  const q = place.value.query;
  const [words, group, level, misere, loopy] = [q.get("q") ?? "", q.get("group") ?? "", Number(q.get("level")) || 0, q.get("misere") === "1", q.get("loopy") === "1"];
  const kinds = allKinds();
  const kind = misere ? "misere" : loopy ? "loopy" : group;
  const set = (changes: Record<string, string>) => {
    const next = new URLSearchParams(q);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    navigate(`/${use}${queryText(next)}`, { replace: true });
  };
  const wanted = words !== "" || group !== "" || level > 0 || misere || loopy || q.get("all") === "1";
  const all = useMemo(() => (known ?? []).filter((g) => use === "play" || g.table), [known, use]);
  const found = useMemo(
    () =>
      all
        .filter((g) => (group === "" || g.group === group) && (level === 0 || g.difficulty === level) && (!misere || g.misere) && (!loopy || g.loopy))
        .map((g) => ({ g, fit: fits(g, words) }))
        .filter(({ fit }) => fit > 0)
        .sort((a, b) => b.fit - a.fit || (a.g.first ?? 99) - (b.g.first ?? 99))
        .map(({ g }) => g),
    [all, words, group, level, misere, loopy],
  );
  const begin = useMemo(() => all.filter((g) => g.first).sort((a, b) => a.first! - b.first!), [all]);
  const own = useMemo(() => Object.entries(ownFiles()), []);
  // A code, a template, a position, or what was meant.
  const asNotation = use === "play" ? playLink({ ...how, position: words }) : exploreLink(words);
  return (
    <section class="catalogue" aria-label={t("Games")}>
      <form
        class="cat-filters"
        role="search"
        onSubmit={(e) => {
          e.preventDefault();
          if (words !== "" && (found.length === 0 || /[\d(]/.test(words))) navigate(asNotation);
        }}
      >
        <input
          type="search"
          class="cat-search"
          aria-label={t("Search for games by words")}
          placeholder={t("matches, chocolate, knight …")}
          autocomplete="off"
          value={words}
          onInput={(e) => set({ q: e.currentTarget.value })}
        />
        <div class="cat-chosen" role="group" aria-label={t("How hard it is")}>
          {difficulties().map(([n, title]) => (
            <button key={n} type="button" class="button small" aria-pressed={level === n} data-level={n} onClick={() => set({ level: level === n ? "" : String(n) })}>
              <Level n={n} /> {title}
            </button>
          ))}
        </div>
        <select aria-label={t("Kind")} data-field="kind" value={kind} onChange={(e) => set({ group: "", misere: "", loopy: "", ...kinds[e.currentTarget.selectedIndex]![2] })}>
          {kinds.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        {beside?.(found)}
      </form>
      {children}
      {own.length > 0 && (
        <section class="cat-own">
          <h2>{t("Your own games")}</h2>
          <p class="links">
            {own.map(([file, text]) => (
              <button key={file} type="button" class="button small" data-action="own" onClick={() => onOwn(file, text)}>
                {file.replace(/\.star$/, "")}
              </button>
            ))}
          </p>
        </section>
      )}
      {failed ? (
        <Failure error={failed} onRetry={() => retry((n) => n + 1)} />
      ) : !known ? (
        <div class="cat-coming">
          <Loading words={t("Fetching the games")} />
        </div>
      ) : (
        <>
          <h2 aria-live="polite">{wanted ? t("{n} game|{n} games", { n: found.length }) : t("Ten to begin with")}</h2>
          {found.length === 0 && (
            <div data-none="">
              <p class="note">{t("No game has all of that. Take a word or a filter away.")}</p>
              <p class="links">
                {words !== "" && (
                  <a class="button small" href={asNotation}>
                    {t("Read “{words}” as notation", { words })}
                  </a>
                )}
                {use === "explore" && (
                  <a class="button small" href={`/play${queryText(q)}`} data-action="elsewhere">
                    {t("Look among all games to play")}
                  </a>
                )}
              </p>
            </div>
          )}
          {!wanted && first ? first : <List games={wanted ? found : begin} use={use} how={how} why={level > 0} onAdd={onAdd} />}
          {!wanted && (
            <p>
              <a class="button" href={`/${use}?all=1`} data-action="all">
                {t("All {n} games", { n: all.length })}
              </a>
            </p>
          )}
          {wanted && (
            <p class="note">{tx("The game that you look for is not here? Write the rules of {own}.", { own: <a href="/rules">{t("your own game")}</a> })}</p>
          )}
        </>
      )}
    </section>
  );
}

interface ListProps extends Pick<Props, "use" | "onAdd"> {
  games: readonly GameEntry[];
  how: Partial<Game>;
  why: boolean;
}

function List({ games, ...others }: ListProps) {
  const drawn = usePictures(games);
  return (
    <ul class="cat-games">
      {games.map((g) => (
        <Card key={g.name} g={g} scene={drawn.get(g.example) ?? null} {...others} />
      ))}
    </ul>
  );
}

/** A game. Its first button is as large as the card. */
function Card({ g, scene, use, how, why, onAdd }: Omit<ListProps, "games"> & { g: GameEntry; scene: Scene | null }) {
  const title = said(g.title);
  const play = !needsFile(g.example) && (
    <a key="play" class="button small" href={playLink({ ...how, position: g.example })} aria-label={t("Play {game}", { game: title })}>
      {t("Play")}
    </a>
  );
  const numbers = g.table && (
    <a key="numbers" class="button small" href={exploreLink(g.name)} aria-label={t("Its numbers: {game}", { game: title })}>
      {t("Its numbers")}
    </a>
  );
  return (
    <li class="card" data-game={g.name}>
      <span class="cat-picture">{scene && <Picture scene={scene} width={210} />}</span>
      <div class="cat-words">
        <h3>
          {title}
          {g.difficulty && (
            <span class="note cat-level">
              <Level n={g.difficulty} /> {difficulties()[g.difficulty - 1]![1]}
            </span>
          )}
        </h3>
        <p>{said(g.rules)}</p>
        {why && g.needs && <p class="note">{said(g.needs)}</p>}
        <p class="links">
          {use === "play" ? [play, numbers] : [numbers, play]}
          {onAdd && play && (
            <button type="button" class="button small" data-action="add" aria-label={t("Add {game} to the sum", { game: title })} onClick={() => onAdd(g)}>
              {t("Add")}
            </button>
          )}
        </p>
      </div>
    </li>
  );
}
