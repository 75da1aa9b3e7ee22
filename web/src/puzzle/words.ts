// Words of puzzles.
import type { Puzzled } from "../api";
import type { PlayedScene } from "../api";
import type { BoardMove } from "../scene/SceneView";
import { wordsIn } from "../play/useMatch";
import { number, t } from "../words";

export const levels = [1, 2, 3] as const;

export function levelName(level: number): string {
  return level === 1 ? t("Easy") : level === 2 ? t("Medium") : t("Hard");
}

/** dayText writes a day, such as 28 November 2026. */
export function dayText(date: string): string {
  const day = new Date(date + "T00:00:00Z");
  if (Number.isNaN(day.getTime())) return date;
  return new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(day);
}

const language = () => document.documentElement.lang.replace(/^(en)?$/, "en-GB");

/** either joins what there is to choose from. */
export const either = (words: readonly string[]) => new Intl.ListFormat(language(), { type: "disjunction" }).format(words);

/** quoted is a move in quotation marks; in a sum, with the part in which it is made. */
export const quoted = (m: BoardMove, scenes: readonly PlayedScene[]): string => wordsIn(m, scenes, (words) => t("“{words}”", { words }));

/**
 * reasons say why a puzzle has its level. They do not give it away. In most puzzles as many ideas fail:
 * that says something of the level only where it is another number.
 */
export function reasons(p: Puzzled): string[] {
  const out: string[] = [];
  const winning = Number(p.winning_move_count ?? 0), all = Number(p.count ?? 0);
  if (winning > 0 && all > 0) out.push(t("{n} of {all} moves wins|{n} of {all} moves win", { n: winning, all: number(all) }));
  const lasts = Number(p.remoteness ?? 0);
  if (lasts > 0) out.push(t("with best play it is {n} move to the end|with best play it is {n} moves to the end", { n: lasts }));
  if (p.ideas.length > 0 && p.fails !== usual) out.push(failing(p));
  return out;
}

const usual = 3; // ideas that fail in puzzles of all levels

export const failing = (p: Puzzled) => t("{n} of {all} usual ideas fails here|{n} of {all} usual ideas fail here", { n: p.fails, all: p.ideas.length });

/** bar shows how many ideas fail, as signs that every program can show. */
export const bar = (p: Puzzled) => "■".repeat(p.fails) + "□".repeat(p.ideas.length - p.fails);

/** goal says what wins. */
export function goal(convention: Puzzled["convention"]): string {
  return convention === "misere" ? t("Whoever makes the last move loses.") : t("Whoever makes the last move wins.");
}
