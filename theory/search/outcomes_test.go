package search_test

// These are the tests of tables of outcomes: against nim-values, in both conventions.

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/search"
)

// reversed lists the moves of rules backward, by looking at all of them.
func reversed(t interface{ Fatal(...any) }, rules search.DenseRules, n uint64) search.Backward {
	before := make(backward, n)
	for rank := range n {
		options, err := rules.AppendOptions(nil, rank)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range options {
			before[q] = append(before[q], rank)
		}
	}
	return before
}

type backward [][]uint64

func (b backward) EachBefore(rank uint64, visit func(uint64) error) error {
	for _, p := range b[rank] {
		if err := visit(p); err != nil {
			return err
		}
	}
	return nil
}

// EachBefore lists the moves of heaps backward: what can be added.
func (g heaps) EachBefore(rank uint64, visit func(uint64) error) error {
	place, both := uint64(1), true
	for range 3 {
		digit := rank / place % g.side
		both = both && digit+1 < g.side
		for k := uint64(1); digit+k < g.side; k++ {
			if err := visit(rank + k*place); err != nil {
				return err
			}
		}
		place *= g.side
	}
	if both {
		return visit(rank + g.side*g.side + g.side + 1)
	}
	return nil
}

// sameOutcomes compares outcomes with values that others have found.
func sameOutcomes(t interface{ Fatal(...any) }, rules search.DenseRules, b search.Backward, n uint64, misere bool) {
	o := search.Options{Misere: misere}
	values, err := search.Table(ctx, func() search.DenseRules { return rules }, n, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Memory = search.OutcomesCost(n)
	outcomes, err := search.NewOutcomes(ctx, rules, b, n, o)
	if err != nil || outcomes.Len() != n {
		t.Fatal(err)
	}
	for rank := range n {
		if outcomes.At(rank) != min(values.At(rank), 1) {
			t.Fatal(fmt.Sprintf("%v, misère %v: rank %d of nim-value %d has the outcome %d", rules, misere, rank, values.At(rank), outcomes.At(rank)))
		}
	}
	if misere {
		return
	}
	for _, heap := range []uint64{1, 2, 1 << 40} {
		if o.Memory = (heap + 1) * search.OutcomesCost(n); heap > 2 {
			o.Memory = 0
		}
		if err := outcomes.Extend(ctx, rules, b, heap, o); err != nil {
			t.Fatal(err)
		}
		for rank := range n {
			if v, known := outcomes.NimValue(rank); known != (values.At(rank) <= heap) || known && v != values.At(rank) {
				t.Fatal(fmt.Sprintf("%v: with heaps to %d, rank %d of nim-value %d: %d, %v", rules, heap, rank, values.At(rank), v, known))
			}
		}
	}
}

func TestOutcomes(t *testing.T) {
	for _, side := range []uint64{1, 2, 5, 17} {
		n := side * side * side
		for _, misere := range []bool{false, true} {
			sameOutcomes(t, heaps{side}, heaps{side}, n, misere)
			sameOutcomes(t, heaps{side}, reversed(t, heaps{side}, n), n, misere)
		}
	}
	for _, n := range []uint64{63, 64, 65, 1000} {
		sameOutcomes(t, denseNim{}, reversed(t, denseNim{}, n), n, false)
	}
}

func TestOutcomesOfRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "positions")
		g := make(sums, n)
		for i := range g {
			for _, q := range rapid.SliceOfN(rapid.IntRange(0, max(i-1, 0)), 0, 4).Draw(t, "options") {
				if q < i {
					g[i] = append(g[i], []uint64{uint64(q)})
				}
			}
		}
		sameOutcomes(t, g, reversed(t, g, uint64(n)), uint64(n), rapid.Bool().Draw(t, "misère"))
	})
}

// Moves that do not lower the rank, moves that are listed in one direction only, and those that
// leave the ranks are found, wherever they matter.
func TestOutcomesThatFail(t *testing.T) {
	good := sums{{}, {{0}}, {{0}, {1}}, {{1}}}
	for _, c := range []struct {
		rules  sums
		before backward
		want   error
	}{
		{good, backward{{1, 2}, {2, 3}, {}, {}}, nil},
		{good, backward{{1}, {2, 3}, {}, {}}, search.ErrBackward},    // 2 to 0 is missing
		{good, backward{{0, 1, 2}, {}, {}, {}}, search.ErrBackward},  // 0 to 0
		{sums{{{1}}, {}}, backward{{}, {0}}, search.ErrBackward},     // upward
		{sums{{{1}}, {{0}}}, backward{{1}, {0}}, search.ErrBackward}, // a cycle
		{good, backward{{1, 2, 9}, {}, {}, {}}, search.ErrBackward},
	} {
		_, err := search.NewOutcomes(ctx, c.rules, c.before, uint64(len(c.rules)), search.Options{})
		if !errors.Is(err, c.want) {
			t.Errorf("%v backward %v: %v, want %v", c.rules, c.before, err, c.want)
		}
	}
	if _, err := search.NewOutcomes(ctx, sums{{{9}}}, backward{{}}, 1, search.Options{}); err == nil || err.Error() != "a move from rank 0 to rank 9 of a table of 1" {
		t.Errorf("a move out of the ranks: %v", err)
	}
	// A move that is listed backward only is found where a nim-value above 0 rests on it.
	outcomes, err := search.NewOutcomes(ctx, sums{{}, {}}, backward{{1}, {}}, 2, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := outcomes.Extend(ctx, sums{{}, {}}, backward{{1}, {}}, 1, search.Options{}); !errors.Is(err, search.ErrBackward) {
		t.Errorf("a move that is not there: %v", err)
	}
	if err := outcomes.Extend(ctx, good, backward{}, 1, search.Options{Memory: search.OutcomesCost(2)}); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a second table in the memory of one: %v", err)
	}
	failing := broken{at: []uint64{0}}
	if _, err := search.NewOutcomes(ctx, failing, make(backward, 9), 9, search.Options{}); err == nil || err.Error() != "broken at 0" {
		t.Errorf("rules that fail: %v", err)
	}
}

func TestBudgetsOfOutcomes(t *testing.T) {
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	const side = 20
	const n = side * side * side
	for _, c := range []struct {
		ctx     context.Context
		options search.Options
		want    error
	}{
		{ctx, search.Options{Positions: n - 1}, grundy.ErrTooLarge},
		{ctx, search.Options{Memory: search.OutcomesCost(n) - 1}, grundy.ErrTooLarge},
		{ctx, search.Options{Steps: 1000}, grundy.ErrBudget},
		{ctx, search.Options{Positions: n, Memory: search.OutcomesCost(n), Steps: 1 << 20}, nil},
		{stopped, search.Options{}, context.Canceled},
	} {
		if _, err := search.NewOutcomes(c.ctx, heaps{side}, heaps{side}, n, c.options); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.options, err, c.want)
		}
	}
	// A context that ends meanwhile ends the table.
	late, end := context.WithCancel(ctx)
	defer end()
	if _, err := search.NewOutcomes(late, heaps{side}, ending{heaps{side}, end}, n, search.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// ending ends a context at the first move.
type ending struct {
	heaps
	end func()
}

func (e ending) EachBefore(rank uint64, visit func(uint64) error) error {
	e.end()
	return e.heaps.EachBefore(rank, visit)
}
