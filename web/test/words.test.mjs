// The catalogues of other languages have each message of the page, and nothing else. With
// WORDS=update the files get the missing ones, to be translated, and lose the others.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { test } from "node:test";
import assert from "node:assert/strict";

const src = new URL("../src/", import.meta.url);
const words = new URL("../words/", import.meta.url);

// messages returns the texts that the sources hand to t and tx.
async function messages() {
  const all = new Set();
  for (const name of await readdir(src, { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = await readFile(new URL(name, src), "utf8");
    for (const [call, literal] of text.matchAll(/(?<![\w.])tx?\(\s*("(?:[^"\\\n]|\\.)*")?/g)) {
      if (literal) all.add(JSON.parse(literal));
      else assert.ok(name === "words.ts", `${name}: ${call.trim()}…: the message of t is a literal in double quotes`);
    }
  }
  return all;
}

const holes = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");

test("the languages are complete", async () => {
  const wanted = await messages();
  for (const file of await readdir(words)) {
    const at = new URL(file, words);
    const { page, said } = JSON.parse(await readFile(at, "utf8"));
    if (process.env.WORDS === "update") {
      const kept = [...wanted].sort().map((text) => [text, page[text] ?? ""]);
      await writeFile(at, JSON.stringify({ page: Object.fromEntries(kept), said }, null, 1) + "\n");
      continue;
    }
    assert.deepEqual([...wanted].filter((text) => !page[text]), [], `${file}: without these messages of the page`);
    assert.deepEqual(Object.keys(page).filter((text) => !wanted.has(text)), [], `${file}: the page does not use these messages`);
    for (const [text, own] of Object.entries({ ...page, ...said })) {
      assert.equal(holes(own), holes(text), `${file}: ${text}: other holes`);
      if (Object.hasOwn(page, text)) assert.equal(own.split("|").length, text.split("|").length, `${file}: ${text}: other forms`);
    }
  }
});
