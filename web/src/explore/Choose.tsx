// The search box of Explore: type words, a name, a code or a template.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, type GameEntry } from "../api";
import { asName, kept } from "../own";

let catalogue: Promise<GameEntry[]> | null = null;

/** The games that have a name; asked for once. */
export function games(): Promise<GameEntry[]> {
  catalogue ??= api.games().catch((err: unknown) => {
    catalogue = null;
    throw err;
  });
  return catalogue;
}

export function Choose({ game, onChoose }: { game: string; onChoose: (game: string) => void }) {
  const [text, setText] = useState(game);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [all, setAll] = useState<GameEntry[]>([]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setText(game), [game]);
  useEffect(() => {
    games().then(setAll, () => undefined); // typing still works
  }, []);
  const found = useMemo(() => {
    const words = text === game ? [] : text.toLowerCase().split(/\s+/).filter(Boolean);
    const own = Object.keys(kept()).map((name) => ({ name: asName(name), rules: "your own rules", group: "", form: "", example: "" }) as GameEntry);
    const score = (g: GameEntry) => {
      const told = `${g.name} ${g.rules} ${g.known ?? ""}`.toLowerCase();
      if (!words.every((w) => told.includes(w))) return -1;
      return words.length > 0 && g.name.toLowerCase().startsWith(words[0]!) ? 0 : 1;
    };
    return [...own, ...all]
      .map((g) => ({ g, s: score(g) }))
      .filter(({ s }) => s >= 0)
      .sort((a, b) => a.s - b.s)
      .map(({ g }) => g)
      .slice(0, 60);
  }, [all, text, game]);
  const choose = (name: string) => {
    setOpen(false);
    setAt(-1);
    if (name.trim() !== "") onChoose(name.trim());
  };
  return (
    <div class="ex-choose" ref={box} onFocusOut={(e) => box.current?.contains(e.relatedTarget as Node | null) || setOpen(false)}>
      <input
        type="text"
        class="ex-search"
        role="combobox"
        aria-label="Game: a name, a code such as 0.77, or words to search for"
        aria-expanded={open}
        aria-controls="ex-list"
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `ex-game-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="queen, 0.77, nim(_,_,3) …"
        value={text}
        onFocus={(e) => {
          e.currentTarget.select();
          setOpen(true);
        }}
        onInput={(e) => {
          setText(e.currentTarget.value);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={(e) => {
          if (e.key === "ArrowDown" || e.key === "ArrowUp") {
            e.preventDefault();
            setOpen(true);
            const next = Math.min(Math.max(at + (e.key === "ArrowDown" ? 1 : -1), -1), found.length - 1);
            setAt(next);
            document.getElementById(`ex-game-${next}`)?.scrollIntoView({ block: "nearest" });
          } else if (e.key === "Enter") {
            e.preventDefault();
            choose(at >= 0 ? found[at]!.name : text);
          } else if (e.key === "Escape") {
            setOpen(false);
            setText(game);
          }
        }}
      />
      <ul id="ex-list" role="listbox" aria-label="Games" class="ex-list" hidden={!open || found.length === 0}>
        {found.map((g, i) => (
          <li
            id={`ex-game-${i}`}
            key={g.name}
            role="option"
            aria-selected={i === at}
            onPointerDown={(e) => e.preventDefault()}
            onClick={() => choose(g.name)}
          >
            <b>{g.name}</b>
            <span>{g.rules}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
