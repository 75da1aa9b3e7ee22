// The search box of Explore: type words, a name, a code or a template.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameEntry } from "../api";
import { asName, ownFiles } from "../own";
import { said, t } from "../words";
import { fits, games } from "../catalogue/search";

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
    const words = text === game ? "" : text;
    const own = Object.keys(ownFiles()).map((name) => ({ name: asName(name), title: name, rules: t("your own rules"), group: "", known: "", source: "" }) as GameEntry);
    return [...own, ...all.filter((g) => g.table)]
      .map((g) => ({ g, fit: fits(g, words) }))
      .filter(({ fit }) => fit > 0)
      .sort((a, b) => b.fit - a.fit || (a.g.first ?? 99) - (b.g.first ?? 99))
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
        aria-label={t("Game: a name, a code such as 0.77, or words to search for")}
        aria-expanded={open}
        aria-controls="ex-list"
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `ex-game-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={t("queen, 0.77, nim(_,_,3) …")}
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
      <ul id="ex-list" role="listbox" aria-label={t("Games")} class="ex-list" hidden={!open || found.length === 0}>
        {found.map((g, i) => (
          <li
            id={`ex-game-${i}`}
            key={g.name}
            role="option"
            aria-selected={i === at}
            onPointerDown={(e) => e.preventDefault()}
            onClick={() => choose(g.name)}
          >
            <b>{said(g.title)}</b> <code>{g.name}</code>
            <span>{said(g.rules)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
