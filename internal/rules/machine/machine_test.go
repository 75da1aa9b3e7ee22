package machine

// Files whose moves the tests of this package play without a game.

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A played file is one whose moves are called at states.
type played struct {
	*lang.Code
	moves *lang.Function
	fast  *Program    // nil where moves is interpreted
	slow  *lang.Error // why
}

// load reads a file, and runs its top level.
func load(tb testing.TB, name, text string, o lang.Options) *played {
	tb.Helper()
	code, err := lang.Parse(name, strings.NewReader(text), o, lang.Vocabulary{})
	if err != nil {
		tb.Fatalf("%v in\n%s", err, text)
	}
	if err := code.RunTop(tb.Context()); err != nil {
		tb.Fatalf("%v in\n%s", err, text)
	}
	f := &played{Code: code}
	if f.moves, _, err = code.Defined("moves"); err != nil {
		tb.Fatal(err)
	}
	f.fast, f.slow = printed(tb, code, f.moves, core.Moves)
	return f
}

// printed makes the program of a function from its printed form, or says why it is
// interpreted.
func printed(tb testing.TB, code *lang.Code, fn *lang.Function, what core.What) (*Program, *lang.Error) {
	tb.Helper()
	p, why := code.Lower(fn, what)
	if why != nil {
		return nil, why
	}
	again, err := core.Parse(p.String())
	if err != nil {
		tb.Fatalf("%v in\n%v", err, p)
	}
	return New(code, again)
}

// list collects the moves from a state.
func (f *played) list(state []int64, result *lang.Collector) error {
	return Run(f.Code, new(lang.Clock), f.fast, f.moves, state, result)
}

// state returns the state with these values of the fields.
func (f *played) state(tb testing.TB, values ...lang.Value) []int64 {
	tb.Helper()
	state := make([]int64, f.Shape.Size)
	for i, v := range values {
		if wrong := f.NewEvaluator(lang.Clock{}).Store(&f.Shape.Fields[i], state, v); wrong != "" {
			tb.Fatal(wrong)
		}
	}
	return state
}

// FuzzNew runs any programs, which may not come from the lowering.
func FuzzNew(t *testing.F) {
	f := fuzz.Seeds(t)
	const seeds = 20
	for seed := range uint64(seeds) {
		for _, text := range []string{madeUp(seed), madeUpGrids(seed)} {
			file := load(f, "p.star", text, lang.Options{})
			if p, why := file.Lower(file.moves, core.Moves); why == nil {
				f.Add(p.String())
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		from, err := core.Parse(text)
		if err != nil {
			return
		}
		file := load(t, "p.star", "position(n = integer())\ndef moves(n):\n    pass\n", lang.Options{Steps: 10_000, Memory: 1 << 20})
		file.Shape = from.Shape
		p, why := New(file.Code, from)
		if why != nil {
			return
		}
		state := make([]int64, file.Shape.Size) // which may be none that the fields allow
		first, second := lang.Collector{}, lang.Collector{}
		m := p.NewMachine()
		done, _ := p.Run(m, new(lang.Clock), state, &first)
		again, _ := p.Run(m, new(lang.Clock), state, &second)
		if done != again || first.Took != second.Took || !slices.Equal(first.States, second.States) {
			t.Errorf("%v, %d steps; then %v, %d", done, first.Took, again, second.Took)
		}
	})
}
