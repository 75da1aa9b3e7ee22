package solve_test

// This file tests closed forms that games have to learn first.

import (
	"context"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A pupil is a heap of Nim that learns, at a cost, that its nim-value is its size.
type pupil struct {
	upTo
	cost    grundy.Cost
	learned *int // how often
}

func (g pupil) RulesKey() any { return g.upTo }

func (g pupil) Measure(m grundy.Measure, n int) (uint64, string, bool) {
	if *g.learned == 0 {
		return 0, "", false
	}
	v, ok := m.OfNimValue(uint64(n))
	return v, "learned", ok
}

func (g pupil) PlanLearning(m grundy.Measure, _ int) (grundy.Learning, bool) {
	return grundy.Learning{Cost: g.cost, Learn: func(ctx context.Context) error {
		*g.learned++
		return ctx.Err()
	}}, *g.learned == 0 && m.FollowsFromNimValue()
}

func TestLearning(t *testing.T) {
	for _, test := range []struct {
		cost   grundy.Cost
		budget solve.Budget
		learns int
	}{
		{grundy.Cost{Time: time.Second}, solve.Budget{Time: time.Hour, Memory: 1 << 30}, 1},
		{grundy.Cost{Time: time.Hour}, solve.Budget{Time: time.Minute, Memory: 1 << 30}, 0},
		{grundy.Cost{Bytes: 1 << 31}, solve.Budget{Time: time.Hour, Memory: 1 << 30}, 0},
	} {
		var lessons [2]int
		// Two values of the same game learn once.
		a, b := grundy.Place(pupil{9, test.cost, &lessons[0]}, 7), grundy.Place(pupil{9, test.cost, &lessons[1]}, 5)
		got := answer(t, solve.Question{Sum: grundy.SumOf(a, b), MaxMoves: 9, Budget: test.budget})
		if want := answer(t, solve.Question{Sum: parse(t, "nim(7) + nim(5)"), MaxMoves: 9}); got.Outcome != want.Outcome || *got.NimValue != *want.NimValue || got.WinningMoveCount.Cmp(want.WinningMoveCount) != 0 {
			t.Errorf("%v: the answer is wrong", test.cost)
		}
		if lessons != [2]int{test.learns, 0} {
			t.Errorf("%v of %v: learned %v times, want %d", test.cost, test.budget, lessons, test.learns)
		}
		check(t, &oracle.Oracle{}, grundy.SumOf(a, b), compound.Disjunctive, grundy.Normal)
	}
}
