package rules

// A check finds false declarations, of games in which play need not end too, starts that make
// nothing, pictures that are none; and at how many positions it looks.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
)

// check checks rules and returns what is wrong: the declaration, the cycle or the
// error; or nothing.
func check(t *testing.T, text string) (r *Report, wrong string) {
	t.Helper()
	r, err := load(t, "c.star", text, Options{}).Check(t.Context(), CheckBounds{})
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case r.Failed != nil:
		wrong = r.Failed.Error()
	case r.Cycle != nil:
		wrong = "cycle"
	}
	for _, d := range r.Declared {
		if d.Wrong != "" {
			wrong = d.What + ": " + d.Wrong
		}
	}
	if r.OK() != (wrong == "") {
		t.Errorf("OK is %v: %+v", r.OK(), r)
	}
	return r, wrong
}

// Names that nothing reads are reported, except those of the game.
func TestCheckUnused(t *testing.T) {
	r, wrong := check(t, `position(n = integer(0, 9))
loopy = False
LIMIT = 3
COUNT = 0
COUNT += 1
a, _ = 1, 2
USED = [b for b in range(3)]
def twice(n):
    return 2 * n
def moves(n):
    left = n
    first, last = USED[0], USED[1]
    for k in range(3):
        last += 1
    n = 3
    def inner():
        return last
def draw(n):
    return "%d" % n
`)
	if wrong != "" || r.Moves {
		t.Error(wrong, r.Moves)
	}
	var unused []string
	for _, u := range r.Unused {
		unused = append(unused, fmt.Sprintf("%d:%d %s", u.Pos.Line, u.Pos.Col, u.Name))
	}
	if want := []string{"3:1 LIMIT", "4:1 COUNT", "6:1 a", "8:5 twice", "11:5 left", "12:5 first", "16:9 inner"}; !slices.Equal(unused, want) {
		t.Errorf("%q, want %q", unused, want)
	}
}

func TestCheckSmall(t *testing.T) {
	counted := "position(s = row(\"X.\", most = 8))\ntouching(\"X\")\ndef moves(s):\n    if s.count(\"X\") % 3 != 0:\n        for i in range(len(s)):\n            if s[i] == \"X\":\n                move(put(s, \".\", i))\n"
	walk := "    if a > 0:\n        move(a - 1, b)\n        if a < 5:\n            move(a + 1, b)\n    elif b > 1:\n        move(a, b - 2)\n"
	pair := "position(a = integer(0, 5), b = integer(0, 5))\n"
	turned := "position(g = grid(\"ab\", height = 2, width = 2))\ntouching(\"b\")\ndef moves(g):\n    if g.width > 1 and g[0, 1] == \"b\":\n        move(put(g, \"a\", (0, 1)))\n"
	kayles4 := "position(r = row(\"X.\", most = 4))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] == \"X\":\n            move(put(r, \".\", i))\n            if inside(r, i + 1) and r[i + 1] == \"X\":\n                move(put(r, \".\", i, i + 1))\n"
	one := "position(n = integer(0, 50))\ndef moves(n):\n    if n > 0:\n        move(n - 1)\n"
	for name, c := range map[string]struct {
		text, wrong string
		looked      int // or -1
	}{
		"touching":               {counted, `touching: c.star("XX.X") has the nim-value 0, and c.star("X";"XX"), which should stand for it, 1`, -1},
		"touching, loopy":        {"loopy = True\n" + counted, `touching: c.star("XX.X") has the nim-value 0, and c.star("X";"XX"), which should stand for it, 1`, -1},
		"swap, loopy":            {"loopy = True\n" + pair + "symmetric(\"swap\")\ndef moves(a, b):\n" + walk, `symmetric: swap: c.star(1,0) has the nim-value ∞(0), and c.star(0,1), which should stand for it, 0`, -1},
		"none, loopy":            {"loopy = True\n" + pair + "def moves(a, b):\n" + walk, "", 36},
		"a draw for two, loopy":  {"loopy = True\nposition(n = integer(0, 3))\ndef moves(n):\n    if n == 1:\n        move(0)\n    if n > 1:\n        move(n)\ndef parts(n):\n    if n == 3:\n        part(2)\n        part(2)\n    else:\n        part(n)\n", "", 4},
		"a draw for none, loopy": {"loopy = True\nposition(n = integer(0, 3))\ndef moves(n):\n    if n > 0:\n        move(n)\ndef parts(n):\n    if n == 3:\n        part(0)\n    else:\n        part(n)\n", "parts: c.star(3) has the nim-value ∞, and c.star(0), which should stand for it, 0", -1},
		"too many, loopy":        {"loopy = True\nposition(n = integer(0, 60))\ndef moves(n):\n    move(n)\n    fail() if n > 50 else None\n", "c.star:5:5: fail(): , at c.star(51)", -1},

		"which of three, touching": {turned + "symmetric(\"transpose\", \"half-turn\")\n", `touching: `, -1},
		"which of three, flip":     {strings.Replace(turned, "touching(\"b\")\n", "", 1) + "symmetric(\"half-turn\")\n", `symmetric: half-turn: c.star("`, -1},

		"which of two": {kayles4 + "symmetric(\"reverse\", \"rotate\")\n", `symmetric: rotate: c.star("`, -1},

		"start":          {one + "def start(a, b):\n    return a, b\n", "want start to return one value, n, not 2 values, at c.star(4,4)", -1},
		"one start":      {one + "def start(a, b):\n    return a if a == 3 else -1\n", "", 51},
		"start, moves":   {"position(r = row(\"X.\", most = 21))\ndef start(n):\n    return fill(\"Y\", n)\ndef moves(r):\n    for i in range(len(r)):\n        move(put(r, \".\", i + 1))\n", `there is no item 1 in a row of length 1, at c.star("X")`, -1},
		"start, example": {one + "def start(a, b):\n    return a - 20\nexample(30, 0, outcome = \"P\")\n", "", 51},
		"draw":           {one + "def draw(n):\n    return n\n", "want draw to return a scene, as in scene(\"heaps\", [3, 5]), a string, or a list of these, not an int, at c.star(0)", -1},
		"draw, late":     {one + "def draw(n):\n    return \"ab\"[n // 50 * 2]\n", "there is no item 2 in a string of length 2, at c.star(50)", -1},
		"draw, loopy":    {"loopy = True\n" + one + "def draw(n):\n    return n\n", "want draw to return a scene, as in scene(\"heaps\", [3, 5]), a string, or a list of these, not an int, at c.star(0)", -1},
		"all of a shape": {one, "", 51},
		"the last":       {strings.Replace(one, "n > 0", "n != 50", 1), "n = -1 is outside", -1},
		"far":            {"position(a = integer(0, 60), b = integer(0, 60))\ndef moves(a, b):\n    move(a - 1, b) if a > 0 else None\n    fail() if a == 60 and b == 60 else None\n", "at c.star(60,60)", -1},
		"letters":        {"position(r = row(\"abcdef\", most = 4))\ndef moves(r):\n    fail() if list(r) == [\"f\", \"f\", \"f\", \"f\"] else None\n", `at c.star("ffff")`, -1},
	} {
		t.Run(name, func(t *testing.T) {
			r, wrong := check(t, c.text)
			if (wrong == "") != (c.wrong == "") || !strings.Contains(wrong, c.wrong) {
				t.Errorf("%s\nwant %s", wrong, c.wrong)
			}
			if c.looked >= 0 && r.Looked != c.looked {
				t.Errorf("looked at %d, want %d", r.Looked, c.looked)
			}
			if r.Undecided != 0 {
				t.Errorf("%d undecided", r.Undecided)
			}
		})
	}
}

// TestCheckOfLoopyParts checks that parts of random loopy games are refused exactly
// where some position beside some heap of Nim is won, lost or drawn otherwise than
// its parts are beside that heap, by retrograde analysis of the whole sums.
func TestCheckOfLoopyParts(t *testing.T) {
	const nodes = 4
	rng := chance.New(t, 119)
	held := 0
	for range long.Or(60, 300) {
		moves, parts := make([][]int, nodes), make([][]int, nodes)
		for v := range nodes {
			for w := range nodes {
				if rng.IntN(5) < 2 {
					moves[v] = append(moves[v], w)
				}
			}
			parts[v] = []int{v}
		}
		for v := range 1 + rng.IntN(2) {
			parts[v] = nil
			for range rng.IntN(3) {
				parts[v] = append(parts[v], rng.IntN(nodes))
			}
		}
		want := true
		for v := range nodes {
			for heap := range nodes + 1 {
				if outcomeOf(moves, heap, v) != outcomeOf(moves, heap, parts[v]...) {
					want = false
				}
			}
		}
		lists := func(all [][]int) string {
			var text []string
			for _, list := range all {
				text = append(text, strings.Join(strings.Fields(fmt.Sprint(list)), ", "))
			}
			return "[" + strings.Join(text, ", ") + "]"
		}
		text := "loopy = True\nposition(n = integer(0, 3))\nMOVES = " + lists(moves) + "\nPARTS = " + lists(parts) +
			"\ndef moves(n):\n    for m in MOVES[n]:\n        move(m)\ndef parts(n):\n    for m in PARTS[n]:\n        part(m)\n"
		if _, wrong := check(t, text); (wrong == "") != want {
			t.Fatalf("%s\nholds: %v; check says %q", text, want, wrong)
		}
		if want {
			held++
		}
	}
	if held < long.Or(1, 10) {
		t.Errorf("only %d hold", held)
	}
}

// outcomeOf returns who wins a sum of nodes of a graph and a heap of Nim: "N", "P"
// or "D", by the definition.
func outcomeOf(moves [][]int, heap int, nodes ...int) string {
	type sum struct {
		nodes string // a byte each
		heap  int
	}
	first := sum{heap: heap}
	for _, v := range nodes {
		first.nodes += string(rune('0' + v))
	}
	all, outcome := []sum{first}, map[sum]string{first: "D"}
	options := func(s sum) (next []sum) {
		for h := range s.heap {
			next = append(next, sum{s.nodes, h})
		}
		for i := range s.nodes {
			for _, w := range moves[s.nodes[i]-'0'] {
				next = append(next, sum{s.nodes[:i] + string(rune('0'+w)) + s.nodes[i+1:], s.heap})
			}
		}
		return next
	}
	for i := 0; i < len(all); i++ {
		for _, q := range options(all[i]) {
			if outcome[q] == "" {
				outcome[q] = "D"
				all = append(all, q)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range all {
			next := options(s)
			is := func(what string) func(sum) bool { return func(q sum) bool { return outcome[q] == what } }
			switch {
			case outcome[s] != "D":
			case slices.ContainsFunc(next, is("P")):
				outcome[s], changed = "N", true
			case !slices.ContainsFunc(next, func(q sum) bool { return outcome[q] != "N" }):
				outcome[s], changed = "P", true
			}
		}
	}
	return outcome[first]
}

// TestImages checks that what a symmetry makes of a state has its canonical form, and
// is what the plain definition says.
// imagesOf returns the images of a state.
func imagesOf(f *File, s symmetry, state []int64) (all [][]int64) {
	for image := range f.images(s, state) {
		all = append(all, slices.Clone(image))
	}
	return all
}

func TestImages(t *testing.T) {
	rng := chance.New(t, 34)
	for name := range turns {
		f := load(t, "g.star", "position(g = grid(\"abc\", 4, 5))\nsymmetric(\""+name+"\")\ndef moves(g):\n    pass\n", Options{})
		for range 100 {
			state := make([]int64, f.code.Shape.Size)
			h, w := 1+rng.IntN(4), 1+rng.IntN(5)
			state[0], state[1] = int64(h), int64(w)
			for i := range h * w {
				state[2+i] = int64('a' + rng.IntN(3))
			}
			want, ok := turned(state, turns[name], 4, 5)
			images := imagesOf(f, f.symmetry[0], state)
			if ok != (len(images) == 1) || ok && !slices.Equal(images[0], want) {
				t.Fatalf("%s of %v: %v, not %v", name, state, images, want)
			}
		}
	}
	f := load(t, "r.star", "position(a = integer(), b = integer(), c = integer(), r = row(0, 9, 5))\nsymmetric(\"swap\", \"reverse\", \"rotate\")\ndef moves(a, b, c, r):\n    pass\n", Options{})
	state := []int64{1, 2, 3, 3, 7, 8, 9, 0, 0}
	for i, want := range []string{
		"[[2 1 3 3 7 8 9 0 0] [3 2 1 3 7 8 9 0 0] [1 3 2 3 7 8 9 0 0]]", "[[1 2 3 3 9 8 7 0 0]]", "[[1 2 3 3 8 9 7 0 0]]",
	} {
		if got := fmt.Sprint(imagesOf(f, f.symmetry[i], state)); got != want {
			t.Errorf("%s makes %s, not %s", f.symmetry[i].name, got, want)
		}
	}
}

// The report says of each function whether it is compiled, and why others are not.
func TestFunctionsReported(t *testing.T) {
	f := load(t, "f.star", `position(r = row("X.", most = 4))
def used(n):
    return n + 1
def unused(n):
    return n
def moves(r):
    for i in range(len(r)):
        if used(i) > 0 and r[i] == "X":
            move(put(r, ".", i))
def parts(r):
    part(r)
def start(n):
    return fill("X", n)
`, Options{})
	report := &Report{}
	f.reportFunctions(report)
	got := map[string]string{}
	for _, fn := range report.Functions {
		got[fn.Name] = fn.Why
		if fn.Compiled != (fn.Why == "") {
			t.Errorf("%+v", fn)
		}
	}
	want := map[string]string{
		"used": "", "moves": "", "parts": "", "unused": "no compiled function calls it",
		"start": "it runs once a position, and is always interpreted",
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestMisses checks after how many positions that pass the budget it shrinks, and that it
// shrinks once.
func TestMisses(t *testing.T) {
	f := load(t, "c.star", oneHeap+"def moves(n):\n    move(n)\n", Options{})
	const most = 1 << 20
	d := newDecider(t.Context(), f.during(t.Context()), &Report{}, most)
	defer d.held.Close()
	first, shrunk := d.memo, d.memo
	for i := range 20 {
		if !d.undecided(fmt.Errorf("a test: %w", grundy.ErrBudget)) || d.report.Undecided != i+1 {
			t.Fatalf("miss %d: %d undecided", i+1, d.report.Undecided)
		}
		switch {
		case i+1 < 8 && (d.memo != first || d.budget != most/4):
			t.Errorf("after %d misses: a budget of %d", i+1, d.budget)
		case i+1 == 8:
			shrunk = d.memo
			fallthrough
		case i+1 > 8:
			if d.memo == first || d.memo != shrunk || d.budget != most/256+1 {
				t.Errorf("after %d misses: a budget of %d", i+1, d.budget)
			}
		}
	}
}

// TestPerftEnds checks what Perft says where its positions are too many, or take too
// much memory: how many moves it was after.
func TestPerftEnds(t *testing.T) {
	f := load(t, "p.star", oneHeap+"def moves(n):\n    for i in range(3 * n + 1):\n        move(i)\n", Options{})
	c, _, err := f.Read(t.Context(), "1)")
	if err != nil {
		t.Fatal(err)
	}
	counts, err := Perft(t.Context(), c, 3, 100)
	if err != nil || fmt.Sprint(counts) != "[4 22 238]" {
		t.Errorf("%v, %v", counts, err)
	}
	for most, want := range map[uint64]string{
		3:  "perft: more than 3 positions after 1 moves: ",
		4:  "perft: more than 4 positions after 2 moves: ",
		10: "perft: more than 10 positions after 3 moves: ",
	} {
		if _, err := Perft(t.Context(), c, 3, most); !errors.Is(err, grundy.ErrBudget) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// Nine positions after one move from nim(9), and eight after two.
	nim := grundy.Place(heap.Nim{}, []uint64{9})
	key := uint64(2*len("nim(0)") + reachedBytes)
	for limit, want := range map[uint64]string{
		1: "perft: after 1 moves: ", 9*key - 1: "perft: after 1 moves: ",
		9 * key: "perft: after 2 moves: ", 17*key - 1: "perft: after 2 moves: ",
	} {
		if _, err := Perft(meter.With(t.Context(), limit), nim, 2, 100); !errors.Is(err, grundy.ErrBudget) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d bytes: %v, want %s", limit, err, want)
		}
	}
	if counts, err := Perft(meter.With(t.Context(), 17*key), nim, 2, 100); err != nil || fmt.Sprint(counts) != "[9 36]" {
		t.Errorf("%d bytes: %v, %v", 17*key, counts, err)
	}
}
