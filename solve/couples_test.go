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
	"github.com/grundy-games/grundy/solve"
)

// Answers by couples are compared with the search of all positions: outcomes, nim-values where there
// are some, and the winning moves, all of them or some.
func TestCouples(t *testing.T) {
	random := chance.New(t, 331)
	games := map[string]func() string{
		"cram":             func() string { return gridOf(random.IntN, "..#", 3, 4) },
		"node-kayles-path": func() string { return rowOf(random.IntN, "..#", 9) },
	}
	names := []string{"cram", "cram", "node-kayles-path", "halving"}
	draw := func() grundy.Sum {
		name := names[random.IntN(len(names))]
		if name == "halving" {
			return grundy.SumOf(grundy.Place(halving{}, []int{random.IntN(14), random.IntN(6)}))
		}
		return parse(t, fmt.Sprintf("%s(%s)", name, games[name]()))
	}
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

// rowOf writes a row of letters.
func rowOf(intN func(int) int, letters string, most int) string {
	var b strings.Builder
	for range 1 + intN(most) {
		b.WriteByte(letters[intN(len(letters))])
	}
	return fmt.Sprintf("%q", b.String())
}

// gridOf writes a grid of letters.
func gridOf(intN func(int) int, letters string, height, width int) string {
	var rows []string
	for range height {
		r := ""
		for range width {
			r += string(letters[intN(len(letters))])
		}
		rows = append(rows, r)
	}
	return fmt.Sprintf("%q", strings.Join(rows, "/"))
}
