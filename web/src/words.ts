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
  const told = form(message(text), fill.n).replace(/\{(\w+)\}/g, (hole, name: string) => String(fill[name] ?? hole));
  if (language !== "en") {
    if (own.size > 20000) own.clear();
    own.add(told);
  }
  return told;
}

// What t has returned. The message of an error may be such a text, or one of the API; said leaves the former.
const own = new Set<string>();

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

// A sentence is a message with numbered holes, "The nim-sum is {1}.": what stands around these.
interface Sentence {
  parts: string[];
  own: number; // letters
  says: string;
}

let sentences: Sentence[] | undefined;
const known = new Map<string, string | undefined>();

// Those with most letters of their own come first, as they say most; of those that only join two
// texts the last one, as a semicolon comes behind a colon, and that behind a comma.
function allSentences(): Sentence[] {
  return Object.entries(catalogue.said)
    .reverse()
    .filter(([text]) => text.includes("{1}"))
    .map(([text, says]) => ({ parts: text.split(/\{\d+\}/), says }))
    .map((s) => ({ ...s, own: s.parts.join("").length }))
    .sort((a, b) => b.own - a.own);
}

/**
 * said returns a text of the API in the language of the page: the message of which it is made,
 * with what stands in its holes said in the same way. What has no message stays as it is.
 */
export function said(text: string): string {
  if (language === "en" || text === "" || own.has(text)) return text;
  if (known.size > 20000) known.clear();
  const is = told(text) ?? find(text, sentenceLetters, () => true);
  if (is === undefined) miss(text);
  return is ?? text;
}

// Where a sentence has so many letters of its own, what is in its holes may stay as it is. In others
// it must be told too, or hold no words, as a number or a position.
const sentenceLetters = 20;

type Fits = (hole: string, own: number) => boolean;

const fits: Fits = (hole, own) => !hasWords(hole) || (own >= sentenceLetters && isName(hole)) || told(hole) !== undefined;

// told returns what the whole of a text is in the language, or undefined. What it finds is kept, as
// the parts of lists are looked at again and again.
function told(text: string): string | undefined {
  if (!known.has(text)) known.set(text, catalogue.said[text] ?? find(text, 0, fits));
  return known.get(text);
}

function hasWords(text: string): boolean {
  return /(^|\s)\p{L}{2,}[.,:;]*(\s|$)/u.test(text.replace(/\[[^\]]*\]|"[^"]*"/g, ""));
}

// isName reports whether a text is the name of a game, such as kayles.
function isName(text: string): boolean {
  return /^[\p{Ll}\d-]+$/u.test(text);
}

function find(text: string, least: number, fits: Fits): string | undefined {
  sentences ??= allSentences();
  for (const { parts, own, says } of sentences) {
    if (own < least) break;
    const holes = text.startsWith(parts[0]!) && holesOf(text.slice(parts[0]!.length), parts.slice(1), (hole) => fits(hole, own));
    if (holes) return says.replace(/\{(\d+)\}/g, (_, i: string) => inHole(holes[Number(i) - 1]!));
  }
  return undefined;
}

function inHole(text: string): string {
  return told(text) ?? (hasWords(text) && !isName(text) ? said(text) : text);
}

// holesOf returns what stands before each of the parts, of which the last one is at the end.
function holesOf(text: string, [part, ...parts]: string[], fits: (hole: string) => boolean): string[] | undefined {
  if (parts.length === 0) {
    const hole = text.slice(0, text.length - part!.length);
    return text.endsWith(part!) && hole !== "" && fits(hole) ? [hole] : undefined;
  }
  for (let at = text.indexOf(part!, 1); at > 0; at = text.indexOf(part!, at + 1)) {
    const hole = text.slice(0, at);
    const rest = fits(hole) && holesOf(text.slice(at + part!.length), parts, fits);
    if (rest) return [hole, ...rest];
  }
  return undefined;
}
