// Your own rules: kept in the browser, and shared in the part of the address behind "#",
// which browsers do not send.
import { t } from "./words";

/** A file of rules. */
export interface Own {
  name: string; // ends in .star
  text: string;
}

const key = "grundy.rules";
const longest = 256 * 1024; // of a file, as docs/rules.md says

/** The files that the browser keeps, by name. Where it keeps nothing, there are none. */
export function ownFiles(): Record<string, string> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (typeof all !== "object" || all === null) return {};
    return Object.fromEntries(Object.entries(all).filter((e): e is [string, string] => typeof e[1] === "string"));
  } catch {
    return {};
  }
}

/** keep stores a file, and reports whether the browser allows that. */
export function keep(name: string, text: string): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...ownFiles(), [name]: text }));
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string): void {
  const all = ownFiles();
  delete all[name];
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Nothing is kept here.
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > longest) {
      void reader.cancel();
      throw new Error(t("The rules are longer than 256 KiB."));
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** linkOfRules packs a file for the part of an address behind "#". */
export async function linkOfRules(name: string, text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const letters = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `#rules=${encodeURIComponent(name)}~${letters}`;
}

/** rulesFromLink reads what linkOfRules wrote, or returns null where there is nothing of the kind. */
export async function rulesFromLink(url: { hash: string }): Promise<Own | null> {
  const packed = /^#rules=([^~]+)~([A-Za-z0-9_-]+)$/.exec(url.hash);
  if (!packed) return null;
  try {
    const binary = atob(packed[2]!.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return { name: decodeURIComponent(packed[1]!), text };
  } catch {
    throw new Error(t("The rules in this link are damaged: part of it may be missing."));
  }
}

// The files that a position names, such as kayles.star or "my games/kayles.star".
const named = /"([^"]*\.star)"|([^\s"+*()[\],;]+\.star)/g;

/**
 * ownRules returns the files that a position or a game names, as the API takes them: from
 * the link, otherwise from what the browser keeps.
 */
export async function ownRules(position: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const names = new Set<string>();
  for (const match of position.matchAll(named)) names.add((match[1] ?? match[2])!);
  if (names.size === 0) return files;
  const linked = await rulesFromLink(location);
  const here = ownFiles();
  for (const name of names) {
    if (linked?.name === name) files[name] = linked.text;
    else if (Object.hasOwn(here, name)) files[name] = here[name]!;
  }
  return files;
}

/** asName writes the name of a file as a position has it. */
export const asName = (name: string) => (/^[\p{L}\d/._\-~@%]+$/u.test(name) ? name : `"${name}"`);
