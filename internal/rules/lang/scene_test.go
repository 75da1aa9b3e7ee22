package lang

import (
	"encoding/json"
	"strings"
	"testing"
)

// drawing returns a file whose draw returns an expression of n and r.
func drawing(t *testing.T, expression string) *played {
	t.Helper()
	return load(t, "s.star", "position(n = integer(), r = row(\"ab\"))\ndef moves(n, r):\n    pass\ndef draw(n, r):\n    return "+expression+"\n", Options{Memory: 1 << 20})
}

// TestScenes compares scenes of all kinds with their JSON.
func TestScenes(t *testing.T) {
	for expression, want := range map[string]string{
		`"a\nb"`:                                  `{"kind":"text","text":"a\nb"}`,
		`["a", scene("heaps", [n])]`:              `{"kind":"parts","parts":[{"kind":"text","name":"1","text":"a"},{"kind":"heaps","name":"2","elements":[{"id":"heap-1","role":"heap","count":2}]}]}`,
		`scene("heaps", {"a": n})`:                `{"kind":"heaps","elements":[{"id":"heap-1","role":"heap","count":2,"text":"a"}]}`,
		`scene("numbers", {"k": n, "turn": "x"})`: `{"kind":"heaps","elements":[{"id":"number-1","role":"number","text":"k = 2"},{"id":"number-2","role":"number","text":"turn = x"}]}`,
		`scene("row", r, piece = 1, first = 1)`:   `{"kind":"row","size":[2],"origin":[1],"elements":[{"id":"cell-1","role":"cell","at":[1],"text":"a"},{"id":"cell-2","role":"cell","at":[2],"text":"b"},{"id":"piece","role":"piece","at":[2]}]}`,
		`scene("grid", ["a", [None, n]], piece = (1, 0), upward = True)`:          `{"kind":"grid","size":[2,2],"elements":[{"id":"cell-0-0","role":"cell","at":[0,0],"text":"a"},{"id":"cell-1-1","role":"number","at":[1,1],"text":"2"},{"id":"piece","role":"piece","at":[0,1]}],"upward":true}`,
		`scene("grid", fill("a", 1, 1))`:                                          `{"kind":"grid","size":[1,1],"elements":[{"id":"cell-0-0","role":"cell","at":[0,0],"text":"a"}]}`,
		`scene("grid", "a/b")`:                                                    `{"kind":"grid","size":[1,2],"elements":[{"id":"cell-0-0","role":"cell","at":[0,0],"text":"a"},{"id":"cell-0-1","role":"cell","at":[0,1],"text":"b"}]}`,
		`scene("board", (n, 1), letter = "Q", size = (8, 8), blocked = [(1, 1)])`: `{"kind":"board","size":[8,8],"elements":[{"id":"blocked-1-1","role":"blocked","at":[1,1]},{"id":"piece","role":"piece","at":[2,1],"text":"Q"}]}`,
		`scene("board", n, first = 1)`:                                            `{"kind":"board","size":[0],"origin":[1],"elements":[{"id":"piece","role":"piece","at":[2]}]}`,
		`scene("coins", range(n))`:                                                `{"kind":"coins","origin":[0],"elements":[{"id":"coin-0","role":"coin","at":[0]},{"id":"coin-1","role":"coin","at":[1]}],"loose":true}`,
		`scene("coins", [(1, n)], first = 1)`:                                     `{"kind":"coins","origin":[1,1],"elements":[{"id":"coin-1-2","role":"coin","at":[1,2]}],"loose":true}`,
		`scene("tree", [0], coins = [1, n])`:                                      `{"kind":"tree","elements":[{"id":"node-0","role":"node","count":1,"text":"0"},{"id":"node-1","role":"node","count":2,"text":"1"},{"id":"edge-1","role":"edge","ends":["node-1","node-0"]}]}`,
		`scene("graph", ["a", None, n], edges = [(0, 1), (2, 0)], piece = 2)`:     `{"kind":"graph","elements":[{"id":"node-0","role":"node","text":"a"},{"id":"node-2","role":"node","text":"2"},{"id":"edge-1","role":"edge","ends":["node-2","node-0"]},{"id":"piece","role":"piece","on":"node-2"}],"undirected":true}`,
		`scene("graph", r, directed = True)`:                                      `{"kind":"graph","elements":[{"id":"node-0","role":"node","text":"a"},{"id":"node-1","role":"node","text":"b"}]}`,
		`scene("hackenbush", [None, (0, 3)])`:                                     `{"kind":"hackenbush","elements":[{"id":"node-0","role":"node"},{"id":"node-3","role":"node"},{"id":"edge-1","role":"edge","text":"2","ends":["node-0","node-3"]}]}`,
		`None`:                                                                    "",
	} {
		f := drawing(t, expression)
		draw, _, _ := f.Defined("draw")
		s, drawn, err := f.Picture(Clock{}, draw, []int64{2, 2, 'a', 'b'})
		if err != nil || drawn != (want != "") {
			t.Errorf("%s: drawn %v, %v", expression, drawn, err)
			continue
		}
		if text, err := json.Marshal(s); drawn && (err != nil || string(text) != want) {
			t.Errorf("%s: %s, %v\nwant %s", expression, text, err, want)
		}
	}
}

// TestListsThatHoldThemselves checks that a list in a picture is not followed into itself.
func TestListsThatHoldThemselves(t *testing.T) {
	const text = "position(n = integer())\ndef moves(n):\n    pass\ndef draw(n):\n    a = []\n    a.append(a)\n    return a\n"
	f := load(t, "s.star", text, Options{Memory: 1 << 20})
	draw, _, _ := f.Defined("draw")
	const want = "want scenes and strings in the list that draw returns, not another list"
	if _, _, err := f.Picture(Clock{}, draw, []int64{2}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// TestBadScenes checks that each wrong scene is told where it stands.
func TestBadScenes(t *testing.T) {
	for expression, want := range map[string]string{
		`scene("heap", [n])`:                    `s.star:5:18: "heap": there is no kind of scene "heap"; did you mean "heaps"?; want board, coins, graph, grid, hackenbush, heaps, numbers, row, tree`,
		`scene("heaps")`:                        `s.star:5:12: scene("heaps"): want a kind and what stands there, as in scene("heaps", [3, 5])`,
		`scene(n, r)`:                           "want a kind and what stands there",
		`scene("heaps", n)`:                     "s.star:5:27: n: want a list, not an int",
		`scene("heaps", [n, -1])`:               "s.star:5:27: [n, -1]: want integers of at least 0, not -1",
		`scene("heaps", [n], pieces = 1)`:       `s.star:5:32: pieces = 1: a scene of kind "heaps" has no "pieces"; it takes nothing by name`,
		`scene("row", r, pieces = 1)`:           `s.star:5:28: pieces = 1: a scene of kind "row" has no "pieces"; did you mean "piece"?; it takes piece, first`,
		`scene("row", r, piece = 2)`:            "s.star:5:28: piece = 2: want a number from 0, below 2, not 2",
		`scene("row", [r])`:                     "want strings and integers, not",
		`scene("row", ["a\n"])`:                 "'\\n' cannot be printed in a picture",
		`scene("row", ["x" * 50])`:              "want texts of at most 40 letters, not",
		`scene("grid", [r, n])`:                 "want a list, not an int",
		`scene("grid", [r], piece = 1)`:         "want (row, column), not 1",
		`scene("grid", [r], upward = 1)`:        "want True or False, not 1",
		`scene("board", ())`:                    "want a number for each axis, not ()",
		`scene("board", (1, 2), size = (8,))`:   "want a number for each axis, not (8,)",
		`scene("board", (1, 9), size = (8, 8))`: "the piece stands outside of the board, at (1, 9)",
		`scene("board", (0, 9), first = 1)`:     "the piece stands outside of the board, at (0, 9)",
		`scene("coins", [0], first = 1)`:        "the coin at 0 is before the first place, 1",
		`scene("coins", [1, (1, 2)])`:           "want a number for each axis, not (1, 2)",
		`scene("tree", [1])`:                    "want a number from 0, below 1, not 1",
		`scene("tree", [0], coins = [1])`:       "want 2 numbers of coins, one for each node, not 1",
		`scene("graph", r, edges = [(0, 2)])`:   "want a number from 0, below 2, not 2",
		`scene("graph", r, edges = [0])`:        "want edges as pairs of nodes, such as (0, 1), not 0",
		`scene("graph", [None], piece = 0)`:     "the piece stands on node 0, which is gone",
		`scene("hackenbush", [(0, -1)])`:        "want integers of at least 0, not -1",
		`[[n]]`:                                 "want scenes and strings in the list that draw returns, not another list",
		`[["a"]]`:                               "want scenes and strings in the list that draw returns, not another list",
		`"\x1b[2J"`:                             "cannot be printed in a picture",
		`scene("coins", range(1 << 40))`:        "the budget of memory is used up here",
		`scene("heaps", fill(1, 60000))`:        "the budget of memory is used up here",
		`n`:                                     "want draw to return a scene",
	} {
		f := drawing(t, expression)
		draw, _, _ := f.Defined("draw")
		if _, _, err := f.Picture(Clock{}, draw, []int64{2, 2, 'a', 'b'}); err == nil || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), `, at s.star(2,"ab")`) {
			t.Errorf("%s: %v, want %s", expression, err, want)
		}
	}
	f := load(t, "s.star", oneHeap+"def moves(n):\n    pass\ndef draw(n):\n    scene(\"heaps\", [n])\n", Options{})
	draw, _, _ := f.Defined("draw")
	if _, _, err := f.Picture(Clock{}, draw, []int64{2}); err == nil || !strings.Contains(err.Error(), "not the value None") {
		t.Errorf("no return: %v", err)
	}
}
