// Choosing a game: by picture, by words, or by writing a position.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, get, type GameEntry, type Scene } from "../api";
import { asName, kept, linkOfRules } from "../own";
import { navigate } from "../router";
import { Picture } from "../scene/SceneView";
import { Empty, Failure, Loading } from "../shell/states";
import { playLink } from "./link";
import { failure } from "./match";
import { Choices, chosen, type Chosen } from "./Choices";
import { level } from "./settings";
import { number, said, t, tx } from "../words";

let catalogue: GameEntry[] | null = null;

export function useGames(): [GameEntry[] | null, Error | null, () => void] {
  const [games, setGames] = useState(catalogue);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (catalogue) return;
    setError(null);
    const control = new AbortController();
    api.games(control.signal).then(
      (g) => {
        catalogue = g;
        setGames(g);
      },
      (err) => control.signal.aborted || setError(failure(err)),
    );
    return () => control.abort();
  }, [attempt]);
  return [games, error, () => setAttempt(attempt + 1)];
}

const pictures = new Map<string, Scene | null>(); // by example; null where there is none
const atOnce = 20; // pictures of one request

/** usePictures fetches the pictures of the examples, many with one request. */
function usePictures(games: readonly GameEntry[] | null): ReadonlyMap<string, Scene | null> {
  const [, settle] = useState(0);
  useEffect(() => {
    if (!games) return;
    const control = new AbortController();
    const fetchAll = async (examples: string[]): Promise<void> => {
      try {
        const d = await get<{ components: { scene?: Scene }[] }>("/draw", { position: examples.join(" + ") }, control.signal);
        if (d.components.length !== examples.length) throw new Error("other components");
        examples.forEach((e, i) => pictures.set(e, d.components[i]!.scene ?? null));
      } catch {
        if (control.signal.aborted) return;
        // One that cannot be drawn does not take the others with it.
        const half = Math.ceil(examples.length / 2);
        if (examples.length === 1) pictures.set(examples[0]!, null);
        else {
          await fetchAll(examples.slice(0, half));
          await fetchAll(examples.slice(half));
        }
      }
    };
    void (async () => {
      const wanted = games.map((g) => g.example).filter((e) => !pictures.has(e) && !needsFile(e));
      for (let i = 0; i < wanted.length && !control.signal.aborted; i += atOnce) {
        await fetchAll(wanted.slice(i, i + atOnce));
        settle((n) => n + 1);
      }
    })();
    return () => control.abort();
  }, [games]);
  return pictures;
}

/** An example may name a file that only its author has. */
const needsFile = (example: string) => /\[[^\]]*\.(txt|json|dot|gv)\]/.test(example);

const titles = (): Record<string, string> => ({
  heaps: t("Heaps: take stones, or divide a heap"),
  boards: t("Boards: move pieces, fill, or cut"),
  coins: t("Coins: turn, slide or take them"),
  graphs: t("Graphs: move along edges, or cut them"),
  rows: t("Rows: take, mark or move what stands in a row"),
  contests: t("Contests: games of programming contests"),
});

export function Setup() {
  const [games, error, retry] = useGames();
  const drawn = usePictures(games);
  const [words, setWords] = useState("");
  const [position, setPosition] = useState("");
  const [options, setOptions] = useState<Chosen>({ misere: false, compound: "", who: "me", level: level.value });
  const [wrong, setWrong] = useState<Error | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const found = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return (games ?? []).filter((g) => wanted.every((w) => `${g.name} ${g.rules} ${said(g.rules)} ${g.group} ${g.source ?? ""} ${(g.words ?? []).join(" ")}`.toLowerCase().includes(w)));
  }, [games, words]);
  const groups = [...new Set(found.map((g) => g.group))];

  const begin = async (text: string) => {
    setWrong(null);
    if (text.trim() === "") {
      field.current?.focus();
      return;
    }
    navigate(playLink({ ...options, position: text.trim() }));
  };
  const surprise = async (game: string, example: string) => {
    try {
      const seed = 1 + Math.floor(Math.random() * 1e6);
      const s = await api.starts({ game, n: 1, seed });
      const start = s.starts[0]?.position ?? example;
      navigate(playLink({ ...options, position: start, seed }));
    } catch (err) {
      setWrong(failure(err));
    }
  };
  const own = useMemo(() => Object.entries(kept()), []);
  const playOwn = async (name: string, text: string) => {
    try {
      const s = await api.starts({ game: asName(name), n: 1, ...(options.misere ? { misere: true } : {}), rules: { [name]: text } });
      const start = s.starts[0]?.position;
      if (start) navigate(playLink({ ...options, position: start }, (await linkOfRules(name, text)).slice(1)));
      else setWrong(new Error(t("{name} has no position to begin at: add an example to its rules.", { name })));
    } catch (err) {
      setWrong(failure(err));
    }
  };
  const add = (example: string) => {
    setPosition(position.trim() === "" ? example : `${position.trim()} + ${example}`);
    field.current?.focus();
  };

  return (
    <div class="setup wrap">
      <h1>{t("Choose a game")}</h1>
      <form
        class="setup-form card"
        onChange={(e) => setOptions(chosen(e.currentTarget))}
        onSubmit={(e) => {
          e.preventDefault();
          void begin(position);
        }}
      >
        <label class="settings-wide">
          {t("Write a position, or a sum")}
          <span class="setup-line">
            <input ref={field} type="text" class="mono" name="position" value={position} placeholder="nim(3,5,7) + queen(4,6)" spellcheck={false} autocapitalize="off" autocomplete="off" onInput={(e) => setPosition(e.currentTarget.value)} />
            <button type="submit" class="button primary" data-action="begin">
              {t("Play")}
            </button>
          </span>
        </label>
        <Choices now={options} />
      </form>
      {wrong && <Failure error={wrong} />}

      {own.length > 0 && (
        <section class="group own-games">
          <h2>{t("Your own games")}</h2>
          <ul>
            {own.map(([name, text]) => (
              <li key={name} class="card">
                <b class="mono">{name}</b>
                <button type="button" class="button small" data-action="own" onClick={() => void playOwn(name, text)}>
                  {t("Play")}
                </button>
                <button type="button" class="button small quiet" onClick={async () => navigate("/rules" + (await linkOfRules(name, text)))}>
                  {t("Edit")}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}

      <div class="setup-search">
        <input type="search" placeholder={t("Find a game: knight, prime, divide …")} aria-label={t("Find a game")} value={words} onInput={(e) => setWords(e.currentTarget.value)} />
        {games && (
          <span class="note" role="status">
            {t("{found} of {n} game|{found} of {n} games", { found: number(found.length), n: games.length })}
          </span>
        )}
        {found.length > 0 && (
          <button
            type="button"
            class="button small"
            data-action="surprise"
            onClick={() => {
              const pool = found.filter((g) => !needsFile(g.example));
              const g = pool[Math.floor(Math.random() * pool.length)]!;
              void surprise(g.name, g.example);
            }}
          >
            {t("Surprise me")}
          </button>
        )}
      </div>
      {error ? (
        <Failure error={error} onRetry={retry} />
      ) : !games ? (
        <Loading words={t("Fetching the games")} />
      ) : found.length === 0 ? (
        <Empty title={t("No game has these words.")}>
          <p>
            {tx("Try other words, or write the rules of {own}.", { own: <a href="/rules">{t("your own game")}</a> })}
          </p>
        </Empty>
      ) : (
        groups.map((group) => (
          <section key={group} class="group">
            <h2>{titles()[group] ?? said(group)}</h2>
            <div class="game-grid">
              {found
                .filter((g) => g.group === group)
                .map((g) => (
                  <article key={g.name} class="game-card card" data-game={g.name}>
                    <a class="game-main" href={needsFile(g.example) ? `/explore/${encodeURIComponent(g.name)}` : playLink({ ...options, position: g.example })}>
                      <span class="game-picture">{drawn.get(g.example) && <Picture scene={drawn.get(g.example)!} width={210} />}</span>
                      <span class="game-name">{g.name}</span>
                      <span class="game-rules">{said(g.rules)}</span>
                    </a>
                    <span class="game-buttons">
                      <button type="button" class="button small quiet" data-action="surprise" onClick={() => surprise(g.name, g.example)}>
                        {t("Surprise me")}
                      </button>
                      <button type="button" class="button small quiet" data-action="add" aria-label={t("Add {game} to the sum", { game: g.name })} title={t("Add it to the sum above")} onClick={() => add(g.example)}>
                        {t("Add")}
                      </button>
                      <a class="button small quiet" href={`/explore/${encodeURIComponent(g.name)}`}>
                        {t("Explore")}
                      </a>
                    </span>
                  </article>
                ))}
            </div>
          </section>
        ))
      )}
    </div>
  );
}
