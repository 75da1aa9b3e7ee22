// Several puzzles in one link, one after the other, with a result behind the last one.
import { t } from "../words";
import { classes } from "../scene/view";
import { forget, tries } from "./keep";
import { deckLink, puzzleLink, type Where } from "./link";
import { Share } from "./Share";
import { Solve } from "./Solve";

type DeckPlace = Extract<Where, { kind: "deck" | "make" }>;

export function Deck({ deck, hash }: { deck: DeckPlace; hash: string }) {
  const { settings, title, at } = deck;
  const whole = deckLink({ title, settings }, hash);
  const idOf = (i: number) => `${i + 1} ${puzzleLink(settings[i]!)} ${title} ${settings.length}`;
  const tried = settings.map((_, i) => tries.value.get(idOf(i)));
  const link = (to: number) => deckLink({ title, settings, at: to }, hash);
  const solved = tried.filter((x) => x?.wins).length;
  const name = title || t("A deck of puzzles");
  const setting = settings[at - 1];
  return (
    <>
      <nav class="pz-deck" aria-label={name}>
        <b class="pz-deck-title">{name}</b>
        <ol>
          {settings.map((_, i) => {
            const x = tried[i];
            return (
              <li key={i}>
                <a href={link(i + 1)} class={classes("pz-pip", x && (x.wins ? "win" : "lose"))} aria-current={at === i + 1 ? "step" : undefined} aria-label={x ? (x.wins ? t("Puzzle {number}, solved", { number: i + 1 }) : t("Puzzle {number}, not solved", { number: i + 1 })) : t("Puzzle {number}", { number: i + 1 })} data-pip={x ? (x.wins ? "right" : "wrong") : "open"}>
                  {x ? (x.wins ? "▲" : "▼") : i + 1}
                </a>
              </li>
            );
          })}
        </ol>
        <a class="button small quiet" href={link(settings.length + 1)} aria-current={setting ? undefined : "step"} data-action="result">
          {t("Result")}
        </a>
      </nav>
      {setting ? (
        <Solve
          key={at}
          id={idOf(at - 1)}
          address=""
          question={setting}
          heading={t("Puzzle {number} of {all}", { number: at, all: settings.length })}
          next={() => (
            <a class="button primary" href={link(at + 1)} data-action="next">
              {at < settings.length ? t("Next puzzle") : t("Your result")}
            </a>
          )}
        />
      ) : (
        <section class="card pz-result" data-result={solved} aria-labelledby="pz-result">
          <h1 id="pz-result">{t("You solved {n} of {all}.", { n: solved, all: settings.length })}</h1>
          {solved === settings.length && <p class="win">{t("Every one of them: well done!")}</p>}
          {tried.some((x) => !x) && (
            <p>
              <a href={link(tried.findIndex((x) => !x) + 1)} data-action="open">
                {t("{n} puzzle is still open.|{n} puzzles are still open.", { n: tried.filter((x) => !x).length })}
              </a>
            </p>
          )}
          <Share lines={[name, `${tried.map((x) => (x ? (x.wins ? "▲" : "▼") : "·")).join("")} ${t("{n} of {all} solved", { n: solved, all: settings.length })}`]} link={whole} />
          <p class="pz-next">
            <a class="button" href={link(1)} data-action="again" onClick={() => forget(settings.map((_, i) => idOf(i)))}>
              {t("All of them again")}
            </a>
            <a class="button" href={deckLink({ title, settings, make: true }, hash)} data-action="change">
              {t("Change this deck")}
            </a>
          </p>
        </section>
      )}
    </>
  );
}
