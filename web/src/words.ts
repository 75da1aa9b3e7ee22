// The words of the page. Each message stands in English where it is used, and that text is its
// key in the catalogues of other languages (web/words). What a message names stands in braces.
// Texts of the API are English sentences too; said finds the message of which one is made.
import type { ComponentChild } from "preact";

export type Fill = Record<string, string | number>;

/** The messages of a language, English -> its own text: those of the page, and those of texts of the API. */
export interface Catalogue {
  page: Record<string, string>;
  said: Record<string, string>;
}

let catalogue: Catalogue = { page: {}, said: {} }; // empty for English
let language = "en";
let plural = new Intl.PluralRules(language);

/** speak changes the language, before anything is drawn. */
export function speak(code: string, words: Catalogue): void {
  language = code;
  catalogue = words;
  plural = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  sentences = undefined;
  known.clear();
}

// Texts that have no message in the language; tests read them in html[data-untold].
const untold = new Set<string>();

function message(text: string): string {
  const found = catalogue.page[text];
  if (found === undefined && language !== "en") miss(text);
  return found ?? text;
}

function miss(text: string): void {
  if (untold.has(text) || !/\p{L}{2}/u.test(text)) return;
  untold.add(text);
  document.documentElement.dataset.untold = JSON.stringify([...untold]);
}

// form chooses between "{n} move|{n} moves" by the number n.
function form(message: string, n: number | string | undefined): string {
  const forms = message.split("|");
  if (forms.length === 1) return message;
  return forms[plural.select(Number(n)) === "one" ? 0 : 1]!;
}

/**
 * t returns a message in the language of the page, filled in. A message with two forms,
 * "{n} move|{n} moves", takes the one for the number n.
 */
export function t(text: string, fill: Fill = {}): string {
  return form(message(text), fill.n).replace(/\{(\w+)\}/g, (hole, name: string) => String(fill[name] ?? hole));
}

/** tx is t for messages that hold elements, such as a term with its note. */
export function tx(text: string, fill: Record<string, ComponentChild>): ComponentChild[] {
  const n = fill.n;
  return form(message(text), typeof n === "number" || typeof n === "string" ? n : undefined)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : fill[part]));
}

/** number writes a number as the language does. */
export function number(n: number | bigint): string {
  return n.toLocaleString(language);
}

// A sentence is a message with numbered holes, "The nim-sum is {1}.", and what recognises it.
interface Sentence {
  start: string;
  is: RegExp;
  says: string;
}

let sentences: Sentence[] | undefined;
const known = new Map<string, string>();

// Those with most letters of their own come first, as they say most.
function allSentences(): Sentence[] {
  const own = (text: string) => text.replace(/\{\d+\}/g, "").length;
  return Object.entries(catalogue.said)
    .filter(([text]) => text.includes("{1}"))
    .sort(([a], [b]) => own(b) - own(a))
    .map(([text, says]) => ({
      start: text.slice(0, text.indexOf("{")),
      is: new RegExp("^" + text.split(/\{\d+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+?)") + "$", "su"),
      says,
    }));
}

/**
 * said returns a text of the API in the language of the page: the message of which it is made,
 * with what stands in its holes said in the same way. What has no message stays as it is.
 */
export function said(text: string): string {
  if (language === "en" || text === "") return text;
  let is = known.get(text);
  if (is === undefined) {
    if (known.size > 5000) known.clear();
    is = find(text);
    if (is === undefined) miss(text);
    known.set(text, (is ??= text));
  }
  return is;
}

function find(text: string): string | undefined {
  if (catalogue.said[text] !== undefined) return catalogue.said[text];
  sentences ??= allSentences();
  for (const s of sentences) {
    if (!text.startsWith(s.start)) continue;
    const holes = s.is.exec(text);
    if (holes) return s.says.replace(/\{(\d+)\}/g, (_, i: string) => hole(holes[Number(i)] ?? ""));
  }
  return undefined;
}

// What fills a hole may be a message too, such as the name of a game; a number or a position is not.
function hole(text: string): string {
  return find(text) ?? text;
}
