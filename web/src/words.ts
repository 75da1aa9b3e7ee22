// The words of the page. Each message stands in English where it is used, and that text is its
// key in the catalogues of other languages. What a message names stands in braces.
import type { ComponentChild } from "preact";

export type Fill = Record<string, string | number>;

// The messages of the language that is shown; empty for English.
let messages: Record<string, string> = {};
let language = "en";
let plural = new Intl.PluralRules(language);

/** speak changes the language. The caller draws the page again. */
export function speak(code: string, catalogue: Record<string, string>): void {
  language = code;
  messages = catalogue;
  plural = new Intl.PluralRules(code);
  document.documentElement.lang = code;
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
export function t(message: string, fill: Fill = {}): string {
  return form(messages[message] ?? message, fill.n).replace(/\{(\w+)\}/g, (hole, name: string) => String(fill[name] ?? hole));
}

/** tx is t for messages that hold elements, such as a term with its note. */
export function tx(message: string, fill: Record<string, ComponentChild>): ComponentChild[] {
  const n = fill.n;
  return form(messages[message] ?? message, typeof n === "number" || typeof n === "string" ? n : undefined)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : fill[part]));
}

/** number writes a number as the language does. */
export function number(n: number | bigint): string {
  return n.toLocaleString(language);
}
