// How a game is played: the fields of a form, for a game to choose and for one that is played.
import { t } from "../words";
import type { Game } from "./link";
import { compounds, levels } from "./settings";

export type Chosen = Pick<Game, "misere" | "compound" | "who" | "level">;

/** chosen reads the fields of a form. */
export function chosen(form: HTMLFormElement): Chosen {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return {
    misere: text("convention") === "misere",
    compound: text("compound") === "disjunctive" ? "" : text("compound"),
    who: text("who") as Game["who"],
    level: text("level") as Game["level"],
  };
}

// What a list has room for on a telephone; levelWords says the same in a sentence.
function levelName(l: Game["level"]): string {
  switch (l) {
    case "gentle":
      return t("Level 1: new to this");
    case "beginner":
      return t("Level 2: often guesses");
    case "good":
      return t("Level 3: errs now and then");
    default:
      return t("Level 4: never errs");
  }
}

export function Levels({ now }: { now: Game["level"] }) {
  return (
    <>
      {levels.map((l) => (
        <option key={l} value={l} selected={l === now}>
          {levelName(l)}
        </option>
      ))}
    </>
  );
}

export function Choices({ now }: { now: Chosen }) {
  const all = compounds();
  const kinds = all.some(([k]) => k === now.compound) || now.compound === "" ? all : [...all, [now.compound, now.compound] as const];
  return (
    <>
      <label>
        {t("Who makes the last move")}
        <select name="convention">
          <option value="normal" selected={!now.misere}>
            {t("wins")}
          </option>
          <option value="misere" selected={now.misere}>
            {t("loses (misère)")}
          </option>
        </select>
      </label>
      <label>
        {t("In a sum of games, a player moves")}
        <select name="compound">
          {kinds.map(([kind, name]) => (
            <option key={kind} value={kind} selected={kind === (now.compound || "disjunctive")}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("Who plays")}
        <select name="who">
          <option value="me" selected={now.who === "me"}>
            {t("I begin")}
          </option>
          <option value="opponent" selected={now.who === "opponent"}>
            {t("The opponent begins")}
          </option>
          <option value="two" selected={now.who === "two"}>
            {t("Two people, one screen")}
          </option>
        </select>
      </label>
      <label>
        {t("The opponent")}
        <select name="level">
          <Levels now={now.level} />
        </select>
      </label>
    </>
  );
}
