package solve_test

import (
	"context"
	"errors"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/search"
)

// A theorem answers a question, however long the winning moves take.
func TestTheoremsWithoutMoves(t *testing.T) {
	long.Only(t)
	for _, c := range []struct {
		text string
		want grundy.Outcome
	}{
		{"cram(6,8)", grundy.P},
		{"cram(6,7)", grundy.N},    // even by odd (Winning Ways, chapter 15)
		{"chomp(12,13)", grundy.N}, // by stealing the strategy (Gale 1974)
	}[:long.Of(2, 2, 3)] {
		text, want := c.text, c.want
		a, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, text), MaxMoves: 3, Why: true, Budget: solve.Budget{Memory: 9 << 20}})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if a.Outcome != want || (want == grundy.N) != (a.Unlisted != nil) || a.Unlisted != nil && (a.WinningMoveCount != nil || len(a.WinningMoves) > 0) {
			t.Errorf("%s: %v, %v winning moves, %v", text, a.Outcome, a.WinningMoveCount, a.Unlisted)
		}
	}
}

// A nim-value is told beside an outcome that a theorem knows: A344227 of the OEIS.
func TestValuesBesideTheorems(t *testing.T) {
	long.Only(t)
	for text, want := range map[string]uint64{"peaceful-queens(3,3)": 2, "peaceful-queens(5,5)": 3, "peaceful-queens(7,7)": 2} {
		a, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, text), MaxMoves: 1})
		if err != nil || a.NimValue == nil || *a.NimValue != want {
			t.Errorf("%s: %+v, %v, want %d", text, a, err, want)
		}
	}
}

// A search that was stopped says how far it came, and what more would do.
func TestReached(t *testing.T) {
	stopped := &search.BudgetError{Positions: 7, What: "memory", Limit: 1 << 20}
	for _, c := range []struct {
		e    solve.Reached
		want string
	}{
		{solve.Reached{Err: context.Canceled, Positions: 1234}, "context canceled; the search saw 1,234 positions; ten times the budget may not be enough"},
		{solve.Reached{Err: context.Canceled, Positions: 1}, "context canceled; the search saw 1 position; ten times the budget may not be enough"},
		{solve.Reached{Err: context.Canceled, Positions: 1000, Most: 10_000}, "context canceled; the search saw 1,000 of up to 10,000 positions; ten times the budget may be enough"},
		{solve.Reached{Err: context.Canceled, Positions: 1000, Most: 10_001}, "context canceled; the search saw 1,000 of up to 10,001 positions; ten times the budget may not be enough"},
		{solve.Reached{Err: stopped, Options: 40, Settled: 4}, "the search has met 7 positions and may use no more memory than 1.0 MiB: out of budget; it settled 4 of 40 options, and ten times the budget may be enough"},
		{solve.Reached{Err: stopped, Options: 40, Settled: 4, Saw: "9 couples of 7 parts"}, "out of budget: no more memory than 1.0 MiB; the search saw 9 couples of 7 parts; it settled 4 of 40 options, and ten times the budget may be enough"},
		{solve.Reached{Err: stopped, Options: 40, Settled: 3}, "the search has met 7 positions and may use no more memory than 1.0 MiB: out of budget; it settled 3 of 40 options, and ten times the budget may not be enough"},
	} {
		if c.e.Error() != c.want || !errors.Is(&c.e, c.e.Err) {
			t.Errorf("%s, want %s", c.e.Error(), c.want)
		}
	}
	// The words come from the search itself.
	q := solve.Question{Sum: parse(t, "cram(5,6) + nim(1)"), Budget: solve.Budget{Memory: 9 << 20}}
	_, err := solve.Solve(t.Context(), q)
	if e, ok := errors.AsType[*solve.Reached](err); !ok || e.Positions == 0 || e.Options != 49 || !errors.Is(err, meter.Memory) {
		t.Errorf("cram(5,6) + nim(1) within 9 MiB: %v", err)
	}
}
