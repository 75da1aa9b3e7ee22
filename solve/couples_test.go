package solve_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
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
			return loops || ends || !c.Splits() || grundy.SumOf(c).PlayedMisere() != nil
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
	for range long.Of(5, 100, 15_000) {
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

// Outcome, values and the number of moves do not depend on how many cores search, nor on the memory.
func TestCouplesOnCores(t *testing.T) {
	random := chance.New(t, 332)
	defer solve.SetSlices(1, 1)()
	draw := map[string]func() string{
		"cram":             func() string { return "cram(" + gridOf(random.IntN, "......#", 4, 5) + ")" },
		"node-kayles-path": func() string { return "node-kayles-path(" + rowOf(random.IntN, "..#", 12) + ")" },
		"clobber":          func() string { return "clobber(" + gridOf(random.IntN, "xo.", 3, 4) + ")" },
		"snort":            func() string { return "snort(" + gridOf(random.IntN, "...b", 2, 4) + ")" },
	}
	few, pruned := 0, 0
	for _, name := range slices.Sorted(maps.Keys(draw)) {
		for range long.Of(1, 6, 2000) {
			text := draw[name]()
			if random.IntN(3) == 0 {
				text += " + " + draw[name]() + fmt.Sprintf(" + nim(%d)", random.IntN(4))
			}
			sum := parse(t, text)
			want, err := solve.Solve(t.Context(), solve.Question{Sum: sum, MaxMoves: 1000})
			if err != nil {
				t.Fatal(sum, err)
			}
			reset := solve.SetProbe(64<<20, 1)
			var first string
			for cores := 1; cores <= 4; cores += long.Or(3, 1) {
				for _, memory := range []uint64{0, 1 << 21} {
					q := solve.Question{Sum: sum, MaxMoves: 1000, FewMoves: cores%2 == 0 || memory > 0, Budget: solve.Budget{Memory: memory}}
					got, err := solve.Solve(meter.WithCores(t.Context(), cores), q)
					if err != nil && memory > 0 && errors.Is(err, grundy.ErrBudget) {
						continue
					} else if err != nil {
						t.Fatal(sum, err)
					}
					if got.Outcome != want.Outcome || got.NimValue != nil && *got.NimValue != *want.NimValue || got.WinningMoveCount != nil && got.WinningMoveCount.Cmp(want.WinningMoveCount) != 0 {
						t.Fatalf("%v on %d cores: %v %v %v, want %v", sum, cores, got.Outcome, got.NimValue, got.WinningMoveCount, want.Outcome)
					}
					if slices.ContainsFunc(got.Methods, func(m string) bool { return strings.Contains(m, "prunes") }) {
						pruned++
					}
					if errors.Is(got.Uncounted, solve.ErrOneMove) {
						few++
						if len(got.WinningMoves) != 1 || !slices.ContainsFunc(want.WinningMoves, func(w solve.Move) bool { return fmt.Sprint(w) == fmt.Sprint(got.WinningMoves[0]) }) {
							t.Fatalf("%v on %d cores: %v, want one of %v", sum, cores, got.WinningMoves, want.WinningMoves)
						}
					}
					if said := fmt.Sprint(got.Outcome, got.WinningMoveCount, got.NimValue != nil); q.FewMoves && memory == 0 {
						if first != "" && said != first {
							t.Fatalf("%v on %d cores: %s, and before %s", sum, cores, said, first)
						}
						first = said
					}
				}
			}
			reset()
		}
	}
	if few == 0 || pruned == 0 {
		t.Errorf("%d answers by couples, and %d with one move", pruned, few)
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

// Options and tables by couples are compared with those of the search of all positions; in few steps
// what they say is the same, as far as they say it.
func TestOptionsAndValuesByCouples(t *testing.T) {
	random := chance.New(t, 332)
	draws := []func() string{
		func() string { return "cram(" + gridOf(random.IntN, "..#", 3, 4) + ")" },
		func() string { return "clobber(" + gridOf(random.IntN, "xo.", 3, 3) + ")" },
		func() string { return "snort(" + gridOf(random.IntN, "..#", 2, 4) + ")" },
		func() string { return "col(" + gridOf(random.IntN, "..#", 2, 3) + ")" },
		func() string { return "node-kayles-path(" + rowOf(random.IntN, "..#", 9) + ")" },
		func() string { return fmt.Sprintf("peaceful-queens(%d,%d)", 1+random.IntN(3), 1+random.IntN(3)) },
	}
	tables := map[solve.Fact][2]solve.Tabulation{}
	budgets := []solve.Budget{{}, {}, {Steps: 300}}
	for _, fact := range []solve.Fact{solve.OfNimValue, solve.OfOutcome} {
		var both [2]solve.Tabulation
		for i := range both {
			var err error
			if both[i], err = solve.NewTabulation(t.Context(), fact, solve.Question{Budget: budgets[i]}); err != nil {
				t.Fatal(err)
			}
			defer both[i].Close()
		}
		tables[fact] = both
	}
	known, unknown, open := 0, 0, 0
	defer solve.SetProbe(1<<26, 50)()
	for range long.Of(3, 40, 10_000) {
		sum := parse(t, draws[random.IntN(len(draws))]())
		if random.IntN(4) == 0 {
			sum = append(sum, parse(t, fmt.Sprintf("nim(%d)", random.IntN(5)))...)
		}
		q := solve.OptionsQuestion{Question: solve.Question{Sum: sum, MaxMoves: 1000}}
		want, err := solve.Options(t.Context(), q)
		if err != nil {
			t.Fatal(sum, err)
		}
		var values [2][2]uint64
		for fact, both := range tables {
			if values[fact][0], err = both[0].Value(sum); err != nil {
				t.Fatal(sum, err)
			}
		}
		reset := solve.SetSlices(1, 1<<40)
		for fact, both := range tables {
			if values[fact][1], err = both[1].Value(sum); err != nil {
				t.Fatal(sum, err)
			}
		}
		if values[0][0] != values[0][1] || values[1][0] != values[1][1] {
			t.Fatalf("%v: nim-values %d, outcomes %d of the search of all positions and of couples", sum, values[0], values[1])
		}
		for i, budget := range budgets {
			reset()
			reset = solve.SetSlices(1+random.Uint64N(40), 1<<uint(40*(1-i/2)))
			q.Budget, q.FewMoves = budget, i == 1
			got, err := solve.Options(t.Context(), q)
			if budget.Steps > 0 && (errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge)) {
				continue
			} else if err != nil {
				t.Fatal(sum, err)
			}
			if got.Answer.Outcome != want.Answer.Outcome || got.Count.Cmp(want.Count) != 0 || len(got.Options) != len(want.Options) {
				t.Fatalf("%v: %v with %v options, want %v with %v", sum, got.Answer.Outcome, got.Count, want.Answer.Outcome, want.Count)
			}
			for _, o := range got.Options {
				w := want.Options[slices.IndexFunc(want.Options, func(w solve.Option) bool { return fmt.Sprint(w.Move) == fmt.Sprint(o.Move) })]
				if o.Open {
					open++
				} else if o.Outcome != w.Outcome {
					t.Fatalf("%v by %v: %v, want %v", sum, o.Move, o.Outcome, w.Outcome)
				}
				if o.Value == nil {
					unknown++
				} else if known++; o.Value.Nim != w.Value.Nim || o.To.Nim != w.To.Nim {
					t.Fatalf("%v by %v: nim-values %v, %v, want %v, %v", sum, o.Move, o.Value, o.To, w.Value, w.To)
				}
				if o.Value == nil && i == 0 || o.Open && i != 1 {
					t.Fatalf("%v by %v: value %v, open %v, unvalued %v", sum, o.Move, o.Value, o.Open, got.Unvalued)
				}
			}
		}
		reset()
	}
	if known == 0 || unknown == 0 && long.Asked || open == 0 && long.Asked {
		t.Errorf("%d values known, %d not, %d outcomes open", known, unknown, open)
	}
}
