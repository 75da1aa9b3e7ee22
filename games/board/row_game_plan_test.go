package board

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/long"
	"grundy/internal/oracle"
)

// checkRowPlan compares what a plan says of a cell and finds among its options with
// their values by a table.
func checkRowPlan[P any](t oracle.TB, name string, plan grundy.Plan[P], m grundy.Measure, cell P, options []P, want func(P) uint64, budget bool) bool {
	t.Helper()
	table, err := plan.Build(context.Background(), nil)
	if budget && (errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge)) {
		return false
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	values := []uint64{0, 1, 2}
	for _, q := range append([]P{cell}, options...) {
		v := want(q)
		values = append(values, v)
		if got := table(q); got != v {
			t.Fatalf("%s: %v at %v: %d, by a table %d", name, m, q, got, v)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for i := 0; i < len(values); i += 1 + len(values)/12 {
		for _, hi := range []uint64{values[i], values[(i+len(values))/2], 1<<64 - 1} {
			lo := values[i]
			var all, got []string
			for _, q := range options {
				if v := want(q); lo <= v && v <= hi {
					all = append(all, fmt.Sprint(q))
				}
			}
			found := plan.Find(table, lo, hi)
			for q := range found.Each {
				got = append(got, fmt.Sprint(q))
			}
			if !slices.Equal(got, all) || found.Count.Cmp(big.NewInt(int64(len(all)))) != 0 {
				t.Fatalf("%s: %v at %v, %d … %d: found %v (%v), want %v", name, m, cell, lo, hi, got, found.Count, all)
			}
		}
	}
	return true
}

func TestGameRowPlans(t *testing.T) {
	checked := 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := New(drawRowRules(t))
		if err != nil || g.hasRows() != nil {
			return
		}
		cell := []uint64{rapid.Uint64Range(5, 300).Draw(t, "x"), min(rapid.Uint64Max(4).Draw(t, "y"), farEdge(g.sides[1]))}
		if g.isBlocked(cell) {
			return
		}
		flat, mirrored := g, rapid.Bool().Draw(t, "mirrored")
		if mirrored {
			if g, err = flat.mirror(); err != nil {
				t.Fatal(err)
			}
			slices.Reverse(cell)
		}
		options := g.AppendOptions(nil, cell)
		sides := []uint64{cell[0] + 1, cell[1] + 1}
		for _, q := range options {
			sides[0], sides[1] = max(sides[0], q[0]+1), max(sides[1], q[1]+1)
		}
		box, err := NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
			want := func(q []uint64) uint64 {
				v := uint64(box.At(q...))
				if m == grundy.ByOutcome {
					v = min(v, 1)
				}
				return v
			}
			if checkRowPlan(t, g.String(), g.newRowPlan(flat, mirrored, m, cell, 20_000, grundy.Cost{}), m, cell, options, want, true) {
				checked++
			}
		}
	})
	if checked < 10 && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d plans have been checked", checked)
	}
}

func TestGeneralisedRowPlans(t *testing.T) {
	for _, a := range []uint64{1, 2, 4} {
		g := GeneralisedWythoff{a}
		at, err := g.table(&pace{ctx: t.Context()}, grundy.ByNimValue, 400, 6)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Cell{{399, 5}, {5, 380}, {300, 0}, {0, 7}, {0, 0}, {7, 5}, {4, 4}, {2, 3}} {
			plan, ok := g.planRow(c, grundy.Cost{Time: 1 << 62})
			if !ok {
				t.Fatalf("%v%v: no plan", g, c)
			}
			want := func(q Cell) uint64 { return uint64(at(max(q.X, q.Y), min(q.X, q.Y))) }
			checkRowPlan(t, g.String(), plan, grundy.ByNimValue, c, g.AppendOptions(nil, c), want, false)
		}
	}
	if _, ok := (GeneralisedWythoff{MaxCoordinate}).planRow(Cell{1 << 60, 3}, grundy.Cost{Time: 1 << 62}); ok {
		t.Error("a plan with more moves than can be listed")
	}
}

// Which cells are answered by rows: those so far out that a table is dearer.
func TestGameRowPlanChosen(t *testing.T) {
	for _, test := range []struct {
		rules Rules
		cell  []uint64
		want  bool
	}{
		{Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{1e18, 5}, true},
		{Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{5, 1e18}, true},
		{Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{50, 5}, false},
		{Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{1e18, 1e18}, false},
		{Rules{Sides: []uint64{0, 7}, Leaps: [][]int64{{-2, 0}, {1, -2}}}, []uint64{1e18, 5}, true},
		{Rules{Sides: []uint64{7, 0}, Leaps: [][]int64{{0, -2}, {-2, 1}}}, []uint64{5, 1e18}, true},
		{Rules{Sides: []uint64{1 << 62, 1 << 61}, Leaps: [][]int64{{-2, 0}, {-1, -2}}}, []uint64{1e18, 5}, true},
		{Rules{Sides: []uint64{1 << 62, 1 << 61}, Leaps: [][]int64{{-2, 1}, {-1, -2}}}, []uint64{1e18, 5}, false},
		{Rules{Sides: []uint64{0, 0, 0}, Leaps: [][]int64{{-2, 1, 0}}}, []uint64{1e18, 5, 5}, false},
	} {
		g := newGame(t, test.rules)
		if _, ok := g.planRow(grundy.ByNimValue, test.cell, g.boxTo(test.cell, grundy.ByNimValue).cost()); ok != test.want {
			t.Errorf("%v%v: %v, want %v", g, test.cell, ok, test.want)
		}
	}
}
