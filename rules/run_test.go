package rules

// This file checks that questions about one file do not disturb each other: each has
// a run of its own, with its own clock and its own error.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/loopy"
)

// TestFourQuestionsAtOnceRace asks for values, options, tables and checks of one file in
// four goroutines: the race detector sees what they share.
func TestFourQuestionsAtOnceRace(t *testing.T) {
	walk, kayles, wythoff := docFile(t, "walk.star"), docFile(t, "kayles.star"), docFile(t, "wythoff.star")
	four := read(t, walk, "4)")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			plan, ok := four.PlanLoopy()
			if !ok {
				t.Error("no plan")
				return
			}
			table, err := plan.Build(t.Context(), nil)
			if err != nil {
				t.Error(err)
				return
			}
			if v := table(four); !v.Infinite {
				t.Errorf("%v has the value %v", four, v)
			}
			started, failed := grundy.Start(t.Context(), grundy.SumOf(four, four))
			for _, term := range started {
				if options := term.Component.AppendOptions(nil); len(options) != 1 {
					t.Errorf("%d options", len(options))
				}
			}
			if v := valuesOf(t, kayles, 12); v[11] != 6 {
				t.Errorf("kayles(11) has the value %d", v[11])
			}
			_, err2 := wythoff.Check(t.Context(), CheckBounds{Positions: 1000})
			if err := errors.Join(err, err2, failed()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestRunsShareAGraphRace asks for the values of one loopy graph, in one run, in four
// goroutines.
func TestRunsShareAGraphRace(t *testing.T) {
	started, failed := grundy.Start(t.Context(), grundy.SumOf(read(t, docFile(t, "walk.star"), "4)")))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			c := started[0].Component
			plan, ok := c.PlanLoopy()
			if !ok {
				t.Error("no plan")
				return
			}
			if table, err := plan.Build(t.Context(), nil); err != nil || !table(c).Infinite {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := failed(); err != nil {
		t.Error(err)
	}
}

// TestFailureStaysInItsRunRace checks that a position at which the rules fail takes the
// options from its own question alone.
func TestFailureStaysInItsRunRace(t *testing.T) {
	f := load(t, "f.star", oneHeap+"def moves(n):\n    if n == 8:\n        fail(\"no eight\")\n    if n > 0:\n        move(n - 1)\n", Options{})
	eight, three := read(t, f, "8)"), read(t, f, "3)")
	ask := func(sum ...grundy.Component) (options int, err error) {
		started, failed := grundy.Start(t.Context(), grundy.SumOf(sum...))
		for _, term := range started {
			options += len(term.Component.AppendOptions(nil))
		}
		return options, failed()
	}
	if n, err := ask(three, eight); n != 1 || err == nil || !strings.Contains(err.Error(), "no eight") {
		t.Errorf("%d options, %v", n, err)
	}
	if n, err := ask(eight, three); n != 0 || err == nil {
		t.Errorf("after the failure, in the same run: %d options, %v", n, err)
	}
	if n, err := ask(three); n != 1 || err != nil {
		t.Errorf("another question: %d options, %v", n, err)
	}
	if n := len(eight.AppendOptions(nil)) + len(three.AppendOptions(nil)); n != 1 {
		t.Errorf("at rest: %d options", n)
	}
}

// TestClockStopsItsOwnRunRace checks that the end of one question's context stops the
// calls of that question, wherever they are, and no others.
func TestClockStopsItsOwnRunRace(t *testing.T) {
	for _, interpreted := range []bool{false, true} {
		f := load(t, "e.star", oneHeap+"def moves(n):\n    while n == 8:\n        pass\n    move(0)\ndef start(a, b):\n    return a + b\n", Options{Steps: 1 << 60, Interpreted: interpreted})
		eight, nine := read(t, f, "8)"), read(t, f, "9)")
		mine := errors.New("mine is over")
		ctx, cancel := context.WithCancelCause(t.Context())
		endless, failed := grundy.Start(ctx, grundy.SumOf(eight))
		other, otherFailed := grundy.Start(t.Context(), grundy.SumOf(nine))
		stopped := make(chan []grundy.Component)
		go func() { stopped <- endless[0].Component.AppendOptions(nil) }()
		if n := len(other[0].Component.AppendOptions(nil)); n != 1 || otherFailed() != nil {
			t.Errorf("the other question: %d options, %v", n, otherFailed())
		}
		cancel(mine)
		if options := <-stopped; options != nil || !errors.Is(failed(), mine) {
			t.Errorf("options %v, %v", options, failed())
		}
		if n := len(other[0].Component.AppendOptions(nil)); n != 1 || otherFailed() != nil {
			t.Errorf("the other question, afterwards: %d options, %v", n, otherFailed())
		}
		if _, _, err := f.Read(ctx, "9,1)"); !errors.Is(err, mine) {
			t.Errorf("start: %v", err)
		}
		if _, _, err := f.Read(t.Context(), "9,1)"); err != nil {
			t.Errorf("start, for another question: %v", err)
		}
		if _, err := Load(ctx, "top.star", strings.NewReader("while True:\n    pass\n"), Options{Steps: 1 << 60}); !errors.Is(err, mine) {
			t.Errorf("the top level: %v", err)
		}
	}
}

// TestRunsTakeOver checks that a question goes on with the graph that the one before it
// explored, and that positions in and out of runs belong to one game.
func TestRunsTakeOver(t *testing.T) {
	f := docFile(t, "walk.star")
	c := read(t, f, "4)")
	var runs grundy.Runs
	first, _ := runs.Start(t.Context(), grundy.SumOf(c))
	if _, ok := first[0].Component.PlanLoopy(); !ok {
		t.Fatal("no plan")
	}
	if first[0].Component.Game() != c.Game() || first[0].Component.AtRest().Game() != c.Game() {
		t.Error("a run is another game")
	}
	again := c.Game().(grundy.Starter[Position]).Start(t.Context()).(grundy.Starter[Position])
	again.(grundy.Loopy[Position]).PlanLoopy(c.Position().(Position))
	before := again.(interface{ run() *run }).run().explored.Load()
	if after := again.Start(t.Context()).(interface{ run() *run }).run().explored.Load(); before == nil || before != after {
		t.Error("nothing was taken over")
	}
}

// TestLongPositions checks that what is done with a position of many cells or parts
// takes memory and steps by its size.
func TestLongPositions(t *testing.T) {
	const cells = 60_000
	row := "position(r = row(\"X.\", most = 60000))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] == \"X\":\n            move(put(r, \".\", i))\n            break\n"
	apart := strings.Repeat("X.", cells/2)
	for name, c := range map[string]struct{ text, position string }{
		"touching":        {row + "touching(\"X\")\n", `"` + apart + `")`},
		"rotate":          {row + "symmetric(\"rotate\")\n", `"` + apart + `")`},
		"rotate, reverse": {row + "symmetric(\"rotate\", \"reverse\")\n", `"` + apart + `")`},
		"sums":            {row, strings.Repeat(`"X";"XX";`, 1000) + `"XXX")`},
		"grid":            {"position(g = grid(\"X.\", height = 250, width = 250))\ndef moves(g):\n    pass\ntouching(\"X\")\n", `"` + strings.Repeat(strings.Repeat("X.", 125)+"/"+strings.Repeat(".X", 125)+"/", 124) + strings.Repeat("X.", 125) + `")`},
	} {
		f := load(t, "long.star", c.text, Options{CompiledOnly: true})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := read(t, f, c.position)
		started, failed := grundy.Start(t.Context(), grundy.SumOf(p))
		started[0].Component.Split()
		packed, ok := grundy.Pack[string](started[0].Component)
		if !ok {
			t.Fatalf("%s: no keys", name)
		}
		var moves grundy.Moves[string]
		err := packed.Lister.AppendMoves(&moves, packed.Keys[0])
		if err := errors.Join(err, failed()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 64 {
			t.Errorf("%s: %d MiB were allocated", name, made)
		}
	}
}

// TestShortBudgets checks that a question about long positions ends with its memory.
func TestShortBudgets(t *testing.T) {
	moves := "position(r = row(\"X.\", most = 2000))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] == \"X\":\n            move(put(r, \".\", i))\n"
	for name, c := range map[string]struct{ text, position string }{
		"parts of moves": {moves + "touching(\"X\")\n", `"` + strings.Repeat("X.", 1000) + `")`},
		"options":        {moves, `"` + strings.Repeat("X", 500) + `")`},
		"a graph":        {"loopy = True\nposition(n = integer(0, 1000000))\ndef moves(n):\n    move((n + 1) % 1000000)\n", "0)"},
	} {
		f := load(t, "short.star", c.text, Options{CompiledOnly: true})
		started, failed := grundy.Start(meter.With(t.Context(), 64<<10), grundy.SumOf(read(t, f, c.position)))
		p := started[0].Component
		if _, ok := p.PlanLoopy(); ok {
			t.Errorf("%s: it was explored", name)
		}
		if len(p.AppendOptions(nil)) > 1 {
			t.Errorf("%s: options were listed", name)
		}
		if packed, ok := grundy.Pack[string](p); ok {
			var moves grundy.Moves[string]
			for _, key := range packed.Keys {
				_ = packed.Lister.AppendMoves(&moves, key)
			}
		}
		if err := failed(); !errors.Is(err, grundy.ErrBudget) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDeclarationsAreBounded checks that what the top level declares is charged by size.
func TestDeclarationsAreBounded(t *testing.T) {
	fields := func(n int) string {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("f%d = integer()", i))
		}
		return "position(" + strings.Join(names, ", ") + ")\n"
	}
	for name, c := range map[string]struct{ text, want string }{
		"fields":     {fields(251), "251 fields, more than the 250 that a position may have"},
		"symmetries": {fields(60) + "for i in range(60):\n    for j in range(i):\n        symmetric(\"swap\", of = [\"f\" + str(i), \"f\" + str(j)])\n", "more than 1000 symmetries"},
		"again":      {fields(9) + "for i in range(100000):\n    symmetric(\"swap\")\n", "def moves"},
		"examples":   {"position(r = row(\"X.\", most = 60000))\nX = fill(\"X\", 60000)\ndef moves(r):\n    pass\nfor i in range(1000):\n    example(X)\n", "memory"},
		"starts":     {oneHeap + "def start(a, b):\n    for i in range(90000):\n        pass\n    return 1\ndef moves(n):\n    pass\nfor i in range(100):\n    example(1, 2)\n", "budget of steps"},
	} {
		_, err := Load(t.Context(), "d.star", strings.NewReader(c.text), Options{Steps: 5_000_000, Memory: 8 << 20})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestSwapWantsOneRange checks that integers are exchanged only where both ends of
// their ranges are equal.
func TestSwapWantsOneRange(t *testing.T) {
	for ranges, ok := range map[[2]string]bool{
		{"0, 9", "0, 9"}: true, {"0, 9", "1, 9"}: false, {"0, 9", "0, 8"}: false, {"2, 9", "1, 8"}: false,
	} {
		_, err := Load(t.Context(), "s.star", strings.NewReader(fmt.Sprintf("position(a = integer(%s), b = integer(%s))\nsymmetric(\"swap\")\ndef moves(a, b):\n    pass\n", ranges[0], ranges[1])), Options{})
		if ok != (err == nil) || err != nil && !strings.Contains(err.Error(), "a and b have different ranges") {
			t.Errorf("%v: %v", ranges, err)
		}
	}
}

// TestLoopyGraphs holds how large the graph of a loopy file may be, and what its
// values cost: by its own bound or the options', whichever is less.
func TestLoopyGraphs(t *testing.T) {
	defer func(most uint64) { mostLoopy = most }(mostLoopy)
	mostLoopy = 100
	const text = "loopy = True\nposition(n = integer(0, 1000))\ndef moves(n):\n    move(n - 1 if n > 0 else 0)\n"
	for _, c := range []struct {
		position int
		options  Options
		ok       bool
	}{
		{0, Options{Positions: 1}, true}, {1, Options{Positions: 1}, false}, {99, Options{}, true}, {100, Options{}, false}, {49, Options{Positions: 50}, true}, {50, Options{Positions: 50}, false}, {99, Options{Positions: 200}, true}, {100, Options{Positions: 200}, false},
	} {
		started, failed := grundy.Start(t.Context(), grundy.SumOf(read(t, load(t, "l.star", text, c.options), fmt.Sprintf("%d)", c.position))))
		plan, ok := started[0].Component.PlanLoopy()
		if ok != c.ok || (failed() == nil) != c.ok || failed() != nil && !errors.Is(failed(), grundy.ErrBudget) {
			t.Errorf("%d, %+v: %v, %v", c.position, c.options, ok, failed())
		}
		nodes := uint64(c.position) + 1
		if want := (grundy.Cost{Bytes: loopy.SolveCost(nodes, nodes), Time: time.Duration(100 * nodes)}); ok && plan.Cost != want {
			t.Errorf("%d: the cost is %+v, want %+v", c.position, plan.Cost, want)
		}
	}
}

// TestFilesLoadedTwice checks that positions of a file that is loaded twice are the
// same, and those of two files are not.
func TestFilesLoadedTwice(t *testing.T) {
	const takeOne = "def moves(n):\n    if n > 0:\n        move(n - 1)\n"
	at := func(name, text string) grundy.Identity {
		return read(t, load(t, name, oneHeap+text, Options{}), "3)").Identity()
	}
	one := at("a.star", takeOne)
	if again := at("a.star", takeOne); again != one {
		t.Errorf("%v and %v are one game", one, again)
	}
	for _, other := range []grundy.Identity{at("b.star", takeOne), at("a.star", takeOne+"\n# another text\n")} {
		if other == one {
			t.Errorf("%v is another game", other)
		}
	}
}

// TestKeys checks that each position is read again from its keys, of one word to four or
// of text, and that different positions have different keys.
func TestKeys(t *testing.T) {
	words := map[int]bool{}
	for _, c := range []struct{ fields, params, position string }{
		{"a = integer(-5, 9), b = integer()", "a, b", "%d,%d)"},
		{"a = integer(-5, 9), b = integer(0, 9223372036854775807)", "a, b", "%d,%d)"},
		{"a = integer(-5, 9), b = integer(-9223372036854775807, 9223372036854775807), c = integer()", "a, b, c", "%d,%d,77)"},
		{"a = integer(-5, 9), r = row(\"abc\", most = 40), n = integer()", "a, r, n", "%d,\"abcabccbabcabcaaaabcabcabcabccbaaaabbbcc\",%d)"},
		{"a = integer(-5, 9), h = heaps(3, 900, most = 20), n = integer()", "a, h, n", "%d,[3,4,77,900,899,512,255,256,513,3,900,5],%d)"},
		{"a = integer(-5, 9), g = grid(\"XOs\", 7, 15), n = integer()", "a, g, n", "%d,\"XOsXOsXOsXOsXOs/sOXsOXsOXsOXsOX/XXXXXXXXXXXXXXX/sssssssssssssss\",%d)"},
		{"a = integer(-5, 9), r = row(0, 1000000, most = 30), n = integer()", "a, r, n", "%d,[0,1,2,3,1000000,999999],%d)"},
	} {
		f := load(t, "k.star", "position("+c.fields+")\ndef moves("+c.params+"):\n    pass\n", Options{})
		seen := map[any]string{}
		for a := -5; a <= 9; a++ {
			for _, n := range []int64{0, 1, 2, 255, 65536, 1<<31 - 1} {
				position := read(t, f, fmt.Sprintf(c.position, a, n))
				key, again, of := keyOf(t, position)
				words[of] = true
				if again.Identity() != position.Identity() {
					t.Errorf("%v is read again as %v", position, again)
				}
				if other, ok := seen[key]; ok {
					t.Errorf("%v and %s have the same key", position, other)
				}
				seen[key] = position.String()
			}
		}
	}
	if len(words) != 4 {
		t.Errorf("not all kinds of keys: %v", words)
	}
}

// keyOf returns the only key of a position, the position that is read from it, and of
// how many words the key is made; 0 for text.
func keyOf(t *testing.T, c grundy.Component) (key any, again grundy.Component, words int) {
	t.Helper()
	if p, ok := grundy.Pack[uint64](c); ok {
		return p.Keys[0], p.Unpack(p.Keys[0]), 1
	}
	if p, ok := grundy.Pack[[2]uint64](c); ok {
		return p.Keys[0], p.Unpack(p.Keys[0]), 2
	}
	if p, ok := grundy.Pack[[4]uint64](c); ok {
		return p.Keys[0], p.Unpack(p.Keys[0]), 4
	}
	p, ok := grundy.Pack[string](c)
	if !ok {
		t.Fatalf("%v has no key", c)
	}
	return p.Keys[0], p.Unpack(p.Keys[0]), 0
}

// Each option is listed once, in whatever order moves come.
func TestOptionsOnce(t *testing.T) {
	const head = "position(n = integer(0, 99), m = integer(0, 99))\ndef moves(n, m):\n    for k in range(n):\n"
	for body, want := range map[string]string{
		"move(k, 0)":                                   "(0,0) (1,0) (2,0)",
		"move(n - 1 - k, 0)":                           "(2,0) (1,0) (0,0)",
		"move(k, 0)\n        move(k, 0)":               "(0,0) (1,0) (2,0)",
		"move(k, 0)\n        move(2 - k, 0)":           "(0,0) (2,0) (1,0)",
		"move_sum((k, 0), (2 - k, 0))":                 "(0,0;2,0) (1,0;1,0)",
		"move(k, 0)\n        move_sum((2 - k, 0))":     "(0,0) (2,0) (1,0)",
		"move(k, 0)\n        move_sum((0, 0), (k, 0))": "(0,0) (0,0;0,0) (1,0) (0,0;1,0) (2,0) (0,0;2,0)",
	} {
		var got []string
		for _, q := range read(t, load(t, "o.star", head+"        "+body+"\n", Options{}), "3,0)").AppendOptions(nil) {
			got = append(got, strings.TrimPrefix(q.String(), "o.star"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", body, got, want)
		}
	}
}

// Work outside the functions of a file is counted as it is done, whichever worker does it.
func TestLittleWork(t *testing.T) {
	f := load(t, "f.star", takeRules, Options{})
	ctx, end := meter.WithWork(t.Context(), 1000)
	defer end()
	for range 3 {
		started, failed := grundy.Start(ctx, grundy.SumOf(read(t, f, "5)")))
		if options := started[0].Component.AppendOptions(nil); len(options) != 4 || failed() != nil || ctx.Err() != nil {
			t.Errorf("%d options, %v, %v", len(options), failed(), ctx.Err())
		}
	}
}
