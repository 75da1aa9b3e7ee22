// Texts of the API are said by the messages of which they are made.
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import assert from "node:assert/strict";
import { build } from "esbuild";

globalThis.document = { documentElement: { dataset: {} } };
const entry = fileURLToPath(new URL("../src/words.ts", import.meta.url));
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
const { said, speak } = await import("data:text/javascript;base64," + Buffer.from(outputFiles[0].contents).toString("base64"));

const messages = {
  "A queen": "Eine Dame",
  "a knight": "ein Springer",
  "column {1}, row {2}": "Spalte {1}, Zeile {2}",
  "column {1}": "Spalte {1}",
  "row {1}": "Reihe {1}",
  "take {1} from the heap of {2}": "nimm {1} vom Haufen mit {2}",
  "take {1} from the heap of {2} and {3}": "nimm {1} vom Haufen mit {2} und {3}",
  "{1} from the heap of {2}": "{1} vom Haufen mit {2}",
  "nim-value {1}": "Nim-Wert {1}",
  "the mex of all options (A; B)": "der mex aller Optionen (A; B)",
  "outcome by the formula of {1}, compared with its moves": "Ausgang nach der Formel von {1}, verglichen mit den Zügen",
  "So the player to move wins. The winning moves are not listed: {1}.": "Also gewinnt, wer am Zug ist. Die Gewinnzüge sind nicht aufgezählt: {1}.",
  "{1} {2} times": "{1} {2}-mal",
  "{1}: {2} — {3}.": "{1}: {2} — {3}.",
  "{1} and {2}": "{1} und {2}",
  "{1}, {2}": "{1}, {2}",
  "{1}: {2}": "{1}: {2}",
  "{1}; {2}": "{1}; {2}",
};

test("texts are said by their messages", () => {
  speak("de", { page: {}, said: messages });
  for (const [text, own] of Object.entries({
    "A queen: column 5, row 4": "Eine Dame: Spalte 5, Zeile 4",
    "A queen 3 times and a knight": "Eine Dame 3-mal und ein Springer",
    "take 2 from the heap of 5 and 3 from the heap of 4": "nimm 2 vom Haufen mit 5 und 3 vom Haufen mit 4",
    "nim(3,5): nim-value 6 — the mex of all options (A; B).": "nim(3,5): Nim-Wert 6 — der mex aller Optionen (A; B).",
    "the mex of all options (A; B); outcome by the formula of chomp, compared with its moves; the mex of all options (A; B)":
      "der mex aller Optionen (A; B); Ausgang nach der Formel von chomp, verglichen mit den Zügen; der mex aller Optionen (A; B)",
    "So the player to move wins. The winning moves are not listed: out of luck.": "Also gewinnt, wer am Zug ist. Die Gewinnzüge sind nicht aufgezählt: out of luck.",
    "my own game: fish and chips": "my own game: fish and chips", // words of a user's file stay as they are
    "12": "12",
  })) {
    assert.equal(said(text), own);
  }
  assert.deepEqual(JSON.parse(document.documentElement.dataset.untold), ["out of luck", "my own game: fish and chips"]);
});
