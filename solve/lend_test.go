package solve_test

// This file tests that lent closed forms go on where the search ended.

import (
	"context"
	"errors"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
)

// A counted binary game counts how often its options are listed.
type counted struct {
	binary
	lists *int
}

func (g counted) AppendOptions(dst []uint64, n uint64) []uint64 {
	*g.lists++
	return g.binary.AppendOptions(dst, n)
}

// A told game knows all outcomes.
type told struct{ counted }

func (told) Measure(m grundy.Measure, n uint64) (uint64, string, bool) {
	return n % 2, "it is told", m == grundy.ByOutcome
}

// A teller lends these outcomes.
type teller struct{ learned int }

func (*teller) Lend(_ context.Context, c grundy.Component, all bool) (grundy.Component, bool) {
	if g, ok := c.Game().(counted); ok && all {
		return grundy.Place(told{g}, c.Position().(uint64)), true
	}
	return c, false
}

func (*teller) LendEngine(_ context.Context, c grundy.Component) (grundy.Component, bool) {
	return c, false
}

func (l *teller) Learn(context.Context, grundy.Sum, grundy.Measure) error {
	l.learned++
	return nil
}

// A question that is over the budget is not searched again: closed forms are all that is asked then.
func TestLentFormsNeedNoSearch(t *testing.T) {
	defer solve.SetProbe(1<<20, 1<<14)()
	ask := func(lender solve.Lender) (lists int, err error) {
		sum := grundy.SumOf(grundy.Place(counted{binary{1 << 20}, &lists}, uint64(1)))
		_, err = solve.Solve(t.Context(), solve.Question{Sum: sum, Budget: solve.Budget{Memory: 1 << 20}, Lender: lender, NoExtras: true})
		return lists, err
	}
	alone, err := ask(nil)
	if !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, grundy.ErrTooLarge) {
		t.Fatal(err)
	}
	lender := &teller{}
	lent, err := ask(lender)
	if err != nil || lender.learned != 1 || lent > alone+10 {
		t.Errorf("%v, learned %d times, %d lists of options beside %d without a lender", err, lender.learned, lent, alone)
	}
}
