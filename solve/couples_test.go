package solve_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// Answers by couples are compared with the search of all positions: outcomes, nim-values where there
// are some, and the winning moves, all of them or some.
func TestCouples(t *testing.T) {
	random := chance.New(t, 331)
	fall := [][]grundy.Component{{grundy.Place(halving{}, []int{13, 5}), grundy.Place(halving{}, []int{24})}}
	for _, name := range position.Names() {
		starts := slices.DeleteFunc(oracle.Starts(name, position.Parse), func(c grundy.Component) bool {
			_, loops := c.PlanLoopy()
			_, ends := c.Ending()
			return loops || ends || !c.Splits()
		})
		if len(starts) > 0 {
			fall = append(fall, starts)
		}
	}
	if len(fall) < 20 {
		t.Errorf("%d games fall apart", len(fall))
	}
	draw := func() grundy.Sum {
		starts := fall[random.IntN(len(fall))]
		return grundy.SumOf(oracle.Descend(random.IntN, starts[random.IntN(len(starts))], 80))
	}
	var truth oracle.Oracle
	counted, pruned := 0, 0
	for range long.Of(50, 300, 15_000) {
		sum := draw()
		switch random.IntN(4) {
		case 0:
			sum = append(sum, draw()...)
		case 1:
			sum = append(sum, parse(t, fmt.Sprintf("nim(%d)", random.IntN(5)))...)
		case 2:
			sum[0].Copies = uint64(random.IntN(3) + 1)
		}
		q := solve.Question{Sum: sum, MaxMoves: 1000}
		want, err := solve.Solve(t.Context(), q)
		if err != nil {
			t.Fatal(sum, err)
		}
		value := uint64(0)
		for _, c := range sum.Components() {
			value ^= truth.Value(c)
		}
		if (want.Outcome == grundy.P) != (value == 0) {
			t.Fatalf("%v is %v, and has the nim-value %d", sum, want.Outcome, value)
		}
		reset := solve.SetSlices(1, 1<<40)
		got, err := solve.Solve(t.Context(), q)
		if err != nil {
			t.Fatal(sum, err)
		}
		if slices.ContainsFunc(got.Methods, func(m string) bool { return strings.Contains(m, "prunes") }) {
			pruned++
		}
		if got.Outcome != want.Outcome || got.NimValue != nil && want.NimValue != nil && *got.NimValue != *want.NimValue || fmt.Sprint(got.WinningMoves, got.WinningMoveCount) != fmt.Sprint(want.WinningMoves, want.WinningMoveCount) {
			t.Fatalf("%v: %v %v, want %v %v", sum, got.Outcome, got.WinningMoves, want.Outcome, want.WinningMoves)
		}
		q.FewMoves, q.Budget.Steps = true, 1+random.Uint64N(4000)
		some, err := solve.Solve(t.Context(), q)
		reset()
		if errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge) {
			continue
		} else if err != nil {
			t.Fatal(sum, err)
		}
		if some.WinningMoveCount != nil {
			counted++
		}
		if some.Outcome != want.Outcome || some.Unlisted == nil && want.Outcome == grundy.N && len(some.WinningMoves) == 0 {
			t.Fatalf("%v in few steps: %v %v, want %v", sum, some.Outcome, some.WinningMoves, want.Outcome)
		}
		for _, m := range some.WinningMoves {
			if !slices.ContainsFunc(want.WinningMoves, func(w solve.Move) bool { return fmt.Sprint(w) == fmt.Sprint(m) }) {
				t.Fatalf("%v in few steps: %v is not among %v", sum, m, want.WinningMoves)
			}
		}
	}
	if pruned == 0 || counted == 0 {
		t.Errorf("%d answers by couples, and %d that count moves in few steps", pruned, counted)
	}
}
