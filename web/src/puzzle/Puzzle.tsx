// The screen of puzzles: the one of the day, those of a level, one position, or a deck.
import "./puzzle.css";
import { useEffect } from "preact/hooks";
import { embedded, navigate, place } from "../router";
import { t } from "../words";
import { Deck } from "./Deck";
import { tries } from "./keep";
import { dayLink, deckLink, numberLink, puzzleLink, today, whereOf, type Where } from "./link";
import { Make } from "./Make";
import { Solve } from "./Solve";
import { dayText, levels, levelName } from "./words";

export default function Puzzle() {
  const { path, query, hash } = place.value;
  const where = whereOf(path, query);
  return (
    <div class="pz wrap">
      {where.kind === "deck" ? <Deck key={deckLink({ ...where, at: 1 })} deck={where} hash={hash} /> : !embedded && <Ways where={where} />}
      <One where={where} hash={hash} />
    </div>
  );
}

// The ways to puzzles, with how far one has come.
function Ways({ where }: { where: Where }) {
  const all = [...tries.value];
  const solved = all.filter(([, tried]) => tried.wins).length;
  return (
    <nav class="pz-ways" aria-label={t("Puzzles")}>
      <a class="button small" href="/puzzle" aria-current={where.kind === "day" ? "page" : undefined} data-way="day">
        {t("Today")}
      </a>
      {levels.map((level) => (
        <a key={level} class="button small" href={numberLink(level)} aria-current={where.kind === "number" && where.level === level ? "page" : undefined} data-way={level}>
          {levelName(level)}
        </a>
      ))}
      <a class="button small" href="/puzzle?make=1" aria-current={where.kind === "make" ? "page" : undefined} data-way="make">
        {t("Make your own")}
      </a>
      {all.length > 0 && (
        <span class="note pz-count" data-solved={solved}>
          {t("{n} solved of {all} tried", { n: solved, all: all.length })}
          {streak() > 1 && ` · ${t("{n} days in a row", { n: streak() })}`}
        </span>
      )}
    </nav>
  );
}

// streak counts the days up to today or yesterday whose puzzles were solved.
function streak(): number {
  const solved = (at: number) => tries.value.get(dayLink(new Date(at).toISOString().slice(0, 10)))?.wins === true;
  let at = Date.parse(today());
  if (!solved(at)) at -= day;
  let n = 0;
  while (solved(at - n * day)) n++;
  return n;
}

const day = 24 * 60 * 60 * 1000;

const before = (date: string) => new Date(Date.parse(date) - day).toISOString().slice(0, 10);

// nextOf returns the number of the first puzzle of a level, behind another one, that was not tried.
function nextOf(level: number, after: number): number {
  let n = after + 1;
  while (tries.value.has(numberLink(level, n))) n++;
  return n;
}

function One({ where, hash }: { where: Where; hash: string }) {
  const isNext = where.kind === "number" && where.number === null;
  useEffect(() => {
    if (isNext) navigate(numberLink(where.level, nextOf(where.level, 0)), { replace: true });
  }, [isNext]);
  switch (where.kind) {
    case "day": {
      const address = dayLink(where.date);
      return (
        <Solve
          key={address}
          id={address}
          address={address}
          question={{ date: where.date }}
          heading={t("The puzzle of {date}", { date: dayText(where.date) })}
          next={() => (
            <>
              <Onward level={1} />
              <a class="button" href={dayLink(before(where.date))} data-action="day-before">
                {t("The day before")}
              </a>
            </>
          )}
        />
      );
    }
    case "number": {
      if (where.number === null) return null;
      const address = numberLink(where.level, where.number);
      return (
        <Solve
          key={address}
          id={address}
          address={address}
          question={{ level: where.level, number: where.number }}
          heading={t("{level} puzzle {number}", { level: levelName(where.level), number: where.number })}
          next={(wins) => (
            <>
              <a class="button primary" href={numberLink(where.level, nextOf(where.level, where.number!))} data-action="next">
                {t("Next puzzle")}
              </a>
              {wins && where.level < levels.length && (
                <a class="button" href={numberLink(where.level + 1)} data-action="harder">
                  {t("A harder one")}
                </a>
              )}
            </>
          )}
        />
      );
    }
    case "position": {
      const address = puzzleLink(where.setting, hash);
      return <Solve key={address} id={address} address={address} question={where.setting} heading={t("A puzzle for you")} next={() => <Onward level={1} />} />;
    }
    case "make":
      return <Make deck={where} hash={hash} />;
    default:
      return null;
  }
}

function Onward({ level }: { level: number }) {
  return (
    <a class="button primary" href={numberLink(level)} data-action="next">
      {t("Another puzzle")}
    </a>
  );
}
