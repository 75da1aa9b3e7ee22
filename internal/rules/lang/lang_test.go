package lang

// The tests of the language share files whose moves are played without a game.

import (
	"strings"
	"testing"
)

const oneHeap = "position(n = integer())\n"

// A played file is one whose moves are called at states.
type played struct {
	*Code
	moves *Function
}

// load reads a file, and runs its top level.
func load(tb testing.TB, name, text string, o Options) *played {
	tb.Helper()
	code, err := Parse(name, strings.NewReader(text), o, Vocabulary{})
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
	return f
}

// list collects the moves from a state.
func (f *played) list(state []int64, result *Collector) error {
	if _, err := f.Interpret(new(Clock), nil, f.moves, state, result); err != nil {
		return err
	}
	return f.CheckEnd(state, result, len(result.Ends) > 0)
}
