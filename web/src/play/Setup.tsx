// Choosing a game: by picture, by words, or by writing a position.
import { useEffect, useRef, useState } from "preact/hooks";
import { api, type GameEntry } from "../api";
import { Catalogue } from "../catalogue/Catalogue";
import { needsFile } from "../catalogue/pictures";
import { asName, linkOfRules } from "../own";
import { navigate } from "../router";
import { Failure } from "../shell/states";
import { t } from "../words";
import { Choices, chosen, type Chosen } from "./Choices";
import { playLink } from "./link";
import { failure } from "./match";
import { level } from "./settings";

export function Setup() {
  const [position, setPosition] = useState("");
  const [how, setHow] = useState<Partial<Chosen>>({}); // as nobody has chosen yet
  const [more, setMore] = useState(false);
  const [wrong, setWrong] = useState<Error | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${t("Choose a game")} · grundy`;
  }, []);

  const surprise = async (games: readonly GameEntry[]) => {
    const g = games[Math.floor(Math.random() * games.length)]!;
    const seed = 1 + Math.floor(Math.random() * 1e6);
    try {
      const s = await api.starts({ game: g.name, n: 1, seed });
      navigate(playLink({ ...how, position: s.starts[0]?.position ?? g.example, seed }));
    } catch (err) {
      setWrong(failure(err));
    }
  };
  const playOwn = async (name: string, text: string) => {
    try {
      const s = await api.starts({ game: asName(name), n: 1, ...(how.misere ? { misere: true } : {}), rules: { [name]: text } });
      const start = s.starts[0]?.position;
      if (start) navigate(playLink({ ...how, position: start }, (await linkOfRules(name, text)).slice(1)));
      else setWrong(new Error(t("{name} has no position to begin at: add an example to its rules.", { name })));
    } catch (err) {
      setWrong(failure(err));
    }
  };
  const add = ({ example }: GameEntry) => {
    setPosition(position.trim() === "" ? example : `${position.trim()} + ${example}`);
    field.current?.focus();
  };

  return (
    <div class="setup wrap">
      <h1>{t("Choose a game")}</h1>
      <Catalogue
        use="play"
        how={how}
        onOwn={(file, text) => void playOwn(file, text)}
        onAdd={more ? add : undefined}
        beside={(found) => {
          const drawable = found.filter((g) => !needsFile(g.example));
          return (
            <button type="button" class="button" data-action="surprise" disabled={drawable.length === 0} onClick={() => void surprise(drawable)}>
              {t("Surprise me")}
            </button>
          );
        }}
      >
        {wrong && <Failure error={wrong} />}
        <details class="setup-more" open={more} onToggle={(e) => setMore(e.currentTarget.open)}>
          <summary data-action="more">{t("Two people, other rules, or a position of your own")}</summary>
          <form
            class="settings card"
            onChange={(e) => {
              // A level that nobody chose is that of the game.
              const { level: l, ...rest } = chosen(e.currentTarget);
              const named = how.level || (e.target as HTMLSelectElement).name === "level";
              setHow({ ...rest, ...(named ? { level: l } : {}) });
            }}
            onSubmit={(e) => {
              e.preventDefault();
              if (position.trim() === "") field.current?.focus();
              else navigate(playLink({ ...how, position: position.trim() }));
            }}
          >
            <Choices now={{ misere: false, compound: "", who: "me", level: level.value, ...how }} />
            <label class="settings-wide">
              {t("A position in notation, or a sum of several. “Add” at a game writes it here.")}
              <span class="setup-line">
                <input ref={field} type="text" class="mono" name="position" value={position} placeholder="nim(3,5,7) + queen(4,6)" spellcheck={false} autocapitalize="off" autocomplete="off" onInput={(e) => setPosition(e.currentTarget.value)} />
                <button type="submit" class="button primary" data-action="begin">
                  {t("Play")}
                </button>
              </span>
            </label>
          </form>
        </details>
      </Catalogue>
    </div>
  );
}
