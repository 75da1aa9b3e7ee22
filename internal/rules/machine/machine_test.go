package machine

// Files whose moves the tests of this package play without a game.

import (
	"strings"
	"testing"

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
	f, err := tryLoad(tb, name, text, o)
	if err != nil {
		tb.Fatalf("%v in\n%s", err, text)
	}
	return f
}

// tryLoad is load of a file that may be wrong.
func tryLoad(tb testing.TB, name, text string, o lang.Options) (*played, error) {
	tb.Helper()
	code, err := lang.Parse(name, strings.NewReader(text), o, lang.Vocabulary{})
	if err != nil {
		return nil, err
	}
	if err := code.RunTop(tb.Context()); err != nil {
		return nil, err
	}
	f := &played{Code: code}
	if f.moves, _, err = code.Defined("moves"); err != nil {
		return nil, err
	}
	f.fast, f.slow = fastOf(tb, code, f.moves, core.Moves)
	return f, nil
}

// fastOf makes the program of a function, or says why it is interpreted.
func fastOf(tb testing.TB, code *lang.Code, fn *lang.Function, what core.What) (*Program, *lang.Error) {
	tb.Helper()
	p, why := code.Lower(fn, what)
	if why != nil {
		return nil, why
	}
	return New(code, p)
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
