// Clicks that become moves, without a browser: `npm run check` runs this.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";

let dir, choose;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "grundy-"));
  const outfile = join(dir, "choose.mjs");
  await build({ entryPoints: [join(import.meta.dirname, "../src/scene/choose.ts")], bundle: true, format: "esm", outfile, logLevel: "error" });
  choose = await import(outfile);
});
after(() => rm(dir, { recursive: true }));

const heap = (i, count) => ({ id: `heap-${i}`, role: "heap", ...(count > 0 ? { count } : {}) });
const cell = (x, text) => ({ id: `cell-${x}`, role: "cell", at: [x], text });
const move = (words, changes) => ({ move: words, words, to: words, component: 0, changes });
const changed = (b, a) => ({ id: b.id, change: "changes", before: b, after: a });

/** clicks makes the clicks one after the other, and returns the words of the move that comes of them, or the number of moves left. */
function clicks(scene, moves, ...tokens) {
  const choices = choose.choicesOf(new Map([[0, scene]]), moves);
  let picks = new Set();
  for (const token of tokens) {
    const result = choose.click(choices, picks, `0:${token}`);
    if (result.move) return result.move.words;
    picks = result.picks;
  }
  return choose.left(choices, picks).length;
}

test("a stone takes itself and those above it", () => {
  const scene = { kind: "heaps", elements: [heap(1, 3), heap(2, 5)] };
  const moves = [1, 2].flatMap((i) => {
    const n = [3, 5][i - 1];
    return Array.from({ length: n }, (_, k) => move(`heap ${i} to ${k}`, [changed(heap(i, n), heap(i, k))]));
  });
  for (let k = 0; k < 5; k++) assert.equal(clicks(scene, moves, `heap-2#${k}`), `heap 2 to ${k}`);
});

test("of a heap that may be divided, two stones are the ends of what goes", () => {
  const scene = { kind: "heaps", loose: true, elements: [heap(1, 5)] };
  const into = (a, b) => move(`${a} and ${b}`, [changed(heap(1, 5), heap(1, a)), ...(b > 0 ? [{ id: "heap-2", change: "comes", after: heap(2, b) }] : [])]);
  const moves = [into(4, 0), into(3, 0), into(1, 3), into(2, 2), into(1, 2)];
  assert.equal(clicks(scene, moves, "heap-1#2", "heap-1#2"), "2 and 2");
  assert.equal(clicks(scene, moves, "heap-1#1", "heap-1#2"), "1 and 2");
  assert.equal(clicks(scene, moves, "heap-1#4", "heap-1#4"), "4 and 0");
  assert.equal(clicks(scene, moves, "heap-1#3", "heap-1#4"), "3 and 0");
});

test("a gap divides a heap, from either end", () => {
  const scene = { kind: "heaps", loose: true, elements: [heap(1, 7)] };
  const moves = [1, 2, 3].map((a) => move(`${a}`, [changed(heap(1, 7), heap(1, a)), { id: "heap-2", change: "comes", after: heap(2, 7 - a) }]));
  assert.equal(clicks(scene, moves, "heap-1|2"), "2");
  assert.equal(clicks(scene, moves, "heap-1|5"), "2");
});

test("the same again says that this is all", () => {
  const scene = { kind: "row", elements: [0, 1, 2].map((x) => cell(x, "X")) };
  const take = (...xs) => move(`take ${xs}`, xs.map((x) => changed(cell(x, "X"), cell(x, "."))));
  const moves = [take(0), take(1), take(2), take(0, 1), take(1, 2)];
  assert.equal(clicks(scene, moves, "cell-1"), 3);
  assert.equal(clicks(scene, moves, "cell-1", "cell-1"), "take 1");
  assert.equal(clicks(scene, moves, "cell-1", "cell-2"), "take 1,2");
});

test("an edge that is cut is told from those that fall with it", () => {
  const edges = ["edge-1", "edge-2", "edge-3"];
  const gone = (ids) => ids.map((id) => ({ id, change: "goes", before: { id, role: "edge", ends: ["node-0", "node-1"] } }));
  const scene = { kind: "hackenbush", elements: edges.map((id) => ({ id, role: "edge", ends: ["node-0", "node-1"] })) };
  const moves = edges.map((id, i) => move(`cut ${id}`, gone(edges.slice(i))));
  for (const id of edges) assert.equal(clicks(scene, moves, id), `cut ${id}`);
});

test("a piece goes to the cell that is clicked, or is dragged there", () => {
  const at = (x, y) => ({ id: "piece", role: "piece", at: [x, y], text: "Q" });
  const scene = { kind: "board", size: [0, 0], elements: [at(2, 1)] };
  const moves = [[1, 1], [0, 1], [2, 0], [1, 0]].map(([x, y]) => move(`to ${x},${y}`, [{ id: "piece", change: "moves", before: at(2, 1), after: at(x, y) }]));
  assert.equal(clicks(scene, moves, "@1,0"), "to 1,0");
  assert.equal(clicks(scene, moves, "piece", "@0,1"), "to 0,1");
});

test("a move that takes its neighbours is clicked in its centre", () => {
  const scene = { kind: "row", elements: [0, 1, 2, 3].map((x) => cell(x, ".")) };
  const near = (x) => [x - 1, x, x + 1].filter((y) => y >= 0 && y < 4);
  const moves = [0, 1, 2, 3].map((x) => move(`mark ${x}`, near(x).map((y) => changed(cell(y, "."), cell(y, "#")))));
  for (let x = 0; x < 4; x++) assert.equal(clicks(scene, moves, `cell-${x}`), `mark ${x}`);
});

test("a scene after a move is that of the server", () => {
  const scene = { kind: "parts", parts: [{ kind: "heaps", name: "a", elements: [heap(1, 5)] }] };
  const after = choose.applied(scene, [
    { id: "a/heap-1", change: "changes", before: heap(1, 5), after: heap(1, 2) },
    { id: "a/heap-2", change: "comes", after: heap(2, 1) },
  ]);
  assert.deepEqual(after.parts[0].elements, [heap(1, 2), heap(2, 1)]);
});
