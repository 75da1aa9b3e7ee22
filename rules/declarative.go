package rules

// A file may declare heap(…) or board(…): it then stands for a built-in game, with its fast
// engines.

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A builtIn is a built-in game that a file declares.
type builtIn struct {
	name  string // of the built-in game
	place func(args []grundy.Arg) (grundy.Component, error)
	board *board.Game      // one of these
	heap  grundy.Component // the empty one
}

// heapKeywords say which game of heaps is meant.
var heapKeywords = []string{"octal", "code", "subtract", "all_but", "take"}

// declareHeap is heap(octal = "0.77"), heap(subtract = [1, 3, 4]), …
func (f *File) declareHeap(ev *lang.Evaluator, c *lang.Call) lang.Value {
	ev.Keywords(c, heapKeywords...)
	if ev.Err != nil {
		return lang.Value{}
	}
	b := heapGame(ev, c)
	if b == nil || !f.declare(ev, c) {
		return lang.Value{}
	}
	f.builtIn = b
	return lang.None
}

// heapGame returns the game of heaps that a call names by one of heapKeywords. Where it
// returns nil, ev has failed.
func heapGame(ev *lang.Evaluator, c *lang.Call) *builtIn {
	const want = `want one of octal = "0.77", code = "0.3[3]", subtract = [1, 3, 4], all_but = [2], take = "squares"`
	given := -1
	for i, name := range c.Names {
		if !slices.Contains(heapKeywords, name) {
			continue
		}
		if given >= 0 {
			ev.FailHere(want)
			return nil
		}
		given = i
	}
	if given < 0 || len(c.Args) > 0 {
		ev.FailHere(want)
		return nil
	}
	what, v := c.Names[given], c.Named[given]
	at := c.Keyword(what)
	fail := func(format string, args ...any) *builtIn {
		ev.Fail(at, format, args...)
		return nil
	}
	b := &builtIn{}
	switch what {
	case "octal", "code":
		if v.Kind != lang.TextKind {
			return fail(`want the code as a string, as in "0.77"`)
		}
		if what == "octal" && strings.Trim(v.Text(), "01234567.") != "" {
			return fail("want digits 0 … 7 and a point; other codes are code = %q", v.Text())
		}
		code, err := sequence.ParseCode(v.Text())
		if err != nil {
			return fail("%v", err)
		}
		b.place = func(args []grundy.Arg) (grundy.Component, error) { return heap.PlaceCode(code, args) }
	case "subtract", "all_but":
		numbers, ok := argsOf(v)
		if !ok {
			return fail("want a list of numbers, as in [1, 3, 4]")
		}
		place := heap.PlaceSubtraction
		if what == "all_but" {
			place = heap.PlaceAllBut
		}
		b.place = func(args []grundy.Arg) (grundy.Component, error) { return place(numbers, args) }
	case "take":
		var names []string
		for _, set := range []heap.NumberSet{heap.Squares, heap.Primes, heap.Powers, heap.Fibonacci} {
			names = append(names, set.Name())
			if v.IsText(set.Name()) {
				b.place = func(args []grundy.Arg) (grundy.Component, error) { return heap.PlaceTakeFrom(set, args) }
			}
		}
		if b.place == nil {
			return fail("want one of %s%s", strings.Join(names, ", "), message.DidYouMean(ev.Show(v), names))
		}
	}
	var err error
	if b.heap, err = b.place([]grundy.Arg{grundy.ArgOf(0)}); err != nil {
		return fail("%v", err)
	}
	b.name = b.heap.String()[:strings.LastIndexByte(b.heap.String(), '(')]
	return b
}

// declare notes that the file declares a built-in game, which it may do once.
func (f *File) declare(ev *lang.Evaluator, c *lang.Call) bool {
	if f.declared != nil {
		ev.FailHere("a second declared game: a file is one game")
		return false
	}
	f.declared = c.Node
	return true
}

// argsOf returns a list of integers as the numbers of a position.
func argsOf(v lang.Value) (args []grundy.Arg, ok bool) {
	items, ok := v.Items()
	for _, e := range items {
		if e.Kind != lang.IntKind {
			return nil, false
		}
		args = append(args, argOf(e.N))
	}
	return args, ok
}

func argOf(n int64) grundy.Arg {
	return grundy.Arg{Text: strconv.FormatInt(n, 10), Neg: n < 0, Abs: core.Magnitude(n)}
}

// The cost of a move or a blocked cell of a board, however a file declares it: some 4 µs.
const (
	lineBytes = 200
	lineSteps = 100
)

// declareBoard is board(leaps = [(-1, -2)], rides = [(-1, 0)], size = (8, 8)).
func (f *File) declareBoard(ev *lang.Evaluator, c *lang.Call) lang.Value {
	given := ev.Keywords(c, "leaps", "rides", "size", "blocked")
	if ev.Err != nil {
		return lang.Value{}
	}
	if len(c.Args) > 0 || given["leaps"].Kind == lang.UnsetKind && given["rides"].Kind == lang.UnsetKind {
		return ev.FailHere(`want moves, as in board(leaps = [(-1, -2), (-2, -1)], rides = [(-1, 0)])`)
	}
	if !f.declare(ev, c) {
		return lang.Value{}
	}
	dimension := 0
	vectors := func(name string) (all [][]int64) {
		v, ok := given[name]
		if !ok || ev.Err != nil {
			return nil
		}
		lines, ok := v.Items()
		if !ok {
			ev.Fail(c.Keyword(name), "want a list of tuples, as in [(-1, 0), (0, -1)]")
		}
		if !ev.Hold(int64(len(lines))*lineBytes) || !ev.Spend(int64(len(lines))*lineSteps) {
			return nil
		}
		for _, line := range lines {
			numbers, ok := argsOf(line)
			if dimension == 0 {
				dimension = len(numbers)
			}
			if !ok || len(numbers) != dimension {
				ev.Fail(c.Keyword(name), "want tuples of %d integers, not %s", max(dimension, 2), ev.Show(line))
				return nil
			}
			items, _ := line.Items()
			vector := make([]int64, len(items))
			for i, e := range items {
				vector[i] = e.N
			}
			all = append(all, vector)
		}
		return all
	}
	positive := func(name string, all [][]int64) (cells [][]uint64) {
		for _, v := range all {
			cell := make([]uint64, len(v))
			for i, n := range v {
				if n < 0 {
					ev.Fail(c.Keyword(name), "want numbers that are not below 0")
				}
				cell[i] = uint64(n)
			}
			cells = append(cells, cell)
		}
		return cells
	}
	r := board.Rules{Leaps: vectors("leaps"), Rides: vectors("rides")}
	if name := f.code.Source.Name; !strings.HasSuffix(name, ".star") {
		r.Name = name // of the catalogue, by which positions call the game
	}
	r.Blocked = positive("blocked", vectors("blocked"))
	r.Sides = make([]uint64, dimension)
	if size, ok := given["size"]; ok {
		given["size"] = lang.List([]lang.Value{size})
		if sides := positive("size", vectors("size")); len(sides) == 1 {
			if r.Sides = sides[0]; !slices.ContainsFunc(r.Sides, func(side uint64) bool { return side > 0 }) {
				ev.Fail(c.Keyword("size"), "want a size of 1 or more cells; leave it out for a board without a far edge")
			}
		}
	}
	if ev.Err != nil {
		return lang.Value{}
	}
	g, err := board.New(r)
	if err != nil {
		if wrong, ok := errors.AsType[*board.RulesError](err); ok && given[wrong.Part].Kind != lang.UnsetKind {
			return ev.Fail(c.Keyword(wrong.Part), "%v", err)
		}
		return ev.Fail(c.Node, "%v", err)
	}
	f.builtIn = &builtIn{name: g.String(), board: g, place: g.PlaceArgs}
	return lang.None
}

// placeBuiltIn makes a position of a declared game.
func (f *File) placeBuiltIn(groups [][]literal, starts []int) (grundy.Component, error) {
	if len(groups) != 1 {
		return nil, &NotationError{Offset: 0, Msg: "want one position: " + f.builtIn.name + " writes no sums with semicolons"}
	}
	var args []grundy.Arg
	for _, l := range groups[0] {
		if l.value.Kind != lang.IntKind {
			return nil, &NotationError{Offset: l.at, Msg: "want an integer"}
		}
		args = append(args, argOf(l.value.N))
	}
	c, err := f.builtIn.place(args)
	if err == nil {
		return c, nil
	}
	at := starts[0]
	var wrong *grundy.PositionError
	if errors.As(err, &wrong) && !wrong.Bracketed && wrong.Arg >= 0 && wrong.Arg < len(groups[0]) {
		at = groups[0][wrong.Arg].at
	}
	return nil, &NotationError{Offset: at, Msg: err.Error(), cause: err}
}

// Board returns the game on a board that the file declares, if any.
func (f *File) Board() (*board.Game, bool) {
	if f.builtIn == nil {
		return nil, false
	}
	return f.builtIn.board, f.builtIn.board != nil
}

// Heap returns an empty heap of the heap game that the file declares, if any.
func (f *File) Heap() (grundy.Component, bool) {
	if f.builtIn == nil {
		return nil, false
	}
	return f.builtIn.heap, f.builtIn.heap != nil
}
