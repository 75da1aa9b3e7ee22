package grundy_test

// This file checks that each question plays games whose rules may fail in a run of its
// own, alone and inside other games.

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
)

// A failing is a heap from which one coin is taken, and whose rules fail at 2.
type failing struct{ err *error }

var _ grundy.Starter[int] = failing{}

func (g failing) AppendOptions(dst []int, n int) []int {
	if n == 2 && g.err != nil && *g.err == nil {
		*g.err = errors.New("no rule for 2")
	}
	if n == 0 || n == 2 || g.err != nil && *g.err != nil {
		return dst
	}
	return append(dst, n-1)
}

func (failing) AppendPosition(dst []byte, n int) []byte { return fmt.Appendf(dst, "failing(%d)", n) }

func (failing) Start(context.Context) grundy.Run[int] { return failing{new(error)} }

func (g failing) Err() error { return *g.err }

func TestRuns(t *testing.T) {
	for name, wrap := range map[string]func(grundy.Component) grundy.Component{
		"alone": func(c grundy.Component) grundy.Component { return c },
		"inside": func(c grundy.Component) grundy.Component {
			return grundy.Place(Pass{}, Passing{Of: c})
		},
	} {
		one, two, three := wrap(grundy.Place(failing{}, 1)), wrap(grundy.Place(failing{}, 2)), wrap(grundy.Place(failing{}, 3))
		started, failed := grundy.Start(t.Context(), grundy.SumOf(one, three, two))
		for i, c := range []grundy.Component{one, three, two} {
			if !c.IsStarter() || started[i].Component.Identity() != c.Identity() || started[i].Component.AtRest().Identity() != c.Identity() {
				t.Errorf("%s: %v is another game in a run", name, c)
			}
		}
		// A position of another run moves into this one.
		again, _ := grundy.Start(t.Context(), grundy.SumOf(three))
		other, _ := grundy.Start(t.Context(), grundy.SumOf(three))
		other[0].Component.AppendOptions(nil)[0].AppendOptions(nil) // fails
		if n := len(grundy.SameGame(other[0].Component, again[0].Component).AppendOptions(nil)); n != 1 {
			t.Errorf("%s: %d options of a position that moved from a run which failed", name, n)
		}
		// All terms are in one run.
		if n := len(started[0].Component.AppendOptions(nil)); n != 1 || failed() != nil {
			t.Errorf("%s: %d options, %v", name, n, failed())
		}
		reached := started[1].Component.AppendOptions(nil)[0]
		if n := len(reached.AppendOptions(nil)); n != 0 || failed() == nil {
			t.Errorf("%s: %d options where the rules fail, %v", name, n, failed())
		}
		if n := len(started[0].Component.AppendOptions(nil)); n != 0 {
			t.Errorf("%s: %d options after that", name, n)
		}
		if n := len(started[0].Component.AtRest().AppendOptions(nil)); n != 1 {
			t.Errorf("%s: %d options out of the run", name, n)
		}
		// Questions fail by their own positions alone.
		for _, c := range []struct {
			of grundy.Component
			ok bool
		}{{three, false}, {one, true}, {two, false}, {one, true}} {
			a, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(c.of), MaxMoves: 1})
			if (err == nil) != c.ok || err == nil && (a.Outcome != grundy.N || len(a.WinningMoves) != 1) {
				t.Errorf("%s: %v: %v, %v", name, c.of, a, err)
			}
		}
	}
	sum := grundy.SumOf(grundy.Place(Pass{}, Passing{Of: parsedSum(t, "nim(3)")[0].Component}))
	if started, failed := grundy.Start(t.Context(), sum); &started[0] != &sum[0] || failed() != nil {
		t.Error("a sum in which no rules fail was started")
	}
	// A game in which no rules fail does not keep those behind it from being started.
	sum = append(sum, grundy.SumOf(grundy.Place(failing{}, 2))...)
	started, failed := grundy.Start(t.Context(), sum)
	if started[1].Component.AppendOptions(nil); failed() == nil {
		t.Error("a game behind another one was not started")
	}
}
