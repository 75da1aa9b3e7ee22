package rows

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/long"
)

func TestGameRowPlans(t *testing.T) {
	checked := 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := moves.New(drawRowRules(t))
		if err != nil || HasRows(g) != nil {
			return
		}
		cell := []uint64{rapid.Uint64Range(5, 300).Draw(t, "x"), min(rapid.Uint64Max(4).Draw(t, "y"), moves.FarEdge(g.Board[1]))}
		if g.IsBlocked(cell) {
			return
		}
		flat, mirrored := g, rapid.Bool().Draw(t, "mirrored")
		if mirrored {
			if g, err = flat.Mirror(); err != nil {
				t.Fatal(err)
			}
			slices.Reverse(cell)
		}
		options := g.AppendOptions(nil, cell)
		sides := []uint64{cell[0] + 1, cell[1] + 1}
		for _, q := range options {
			sides[0], sides[1] = max(sides[0], q[0]+1), max(sides[1], q[1]+1)
		}
		box, err := tables.NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
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
			if boardtest.CheckRowPlan(t, g.String(), newSpacePlan(g, flat, mirrored, m, cell, 20_000, grundy.Cost{}), m, cell, options, want, true) {
				checked++
			}
		}
	})
	if checked < 10 && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d plans have been checked", checked)
	}
}

// Which cells are answered by rows: those so far out that a table is dearer.
func TestGameRowPlanChosen(t *testing.T) {
	for _, test := range []struct {
		rules moves.Rules
		cell  []uint64
		want  bool
	}{
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{1e18, 5}, true},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{5, 1e18}, true},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{50, 5}, false},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, []uint64{1e18, 1e18}, false},
		{moves.Rules{Sides: []uint64{0, 7}, Leaps: [][]int64{{-2, 0}, {1, -2}}}, []uint64{1e18, 5}, true},
		{moves.Rules{Sides: []uint64{7, 0}, Leaps: [][]int64{{0, -2}, {-2, 1}}}, []uint64{5, 1e18}, true},
		{moves.Rules{Sides: []uint64{1 << 62, 1 << 61}, Leaps: [][]int64{{-2, 0}, {-1, -2}}}, []uint64{1e18, 5}, true},
		{moves.Rules{Sides: []uint64{1 << 62, 1 << 61}, Leaps: [][]int64{{-2, 1}, {-1, -2}}}, []uint64{1e18, 5}, false},
		{moves.Rules{Sides: []uint64{0, 0, 0}, Leaps: [][]int64{{-2, 1, 0}}}, []uint64{1e18, 5, 5}, false},
	} {
		g := boardtest.NewMoves(t, test.rules)
		table, _ := tables.PlanBox(g, grundy.ByNimValue, test.cell)
		if _, ok := PlanSpace(g, grundy.ByNimValue, test.cell, table.Cost); ok != test.want {
			t.Errorf("%v%v: %v, want %v", g, test.cell, ok, test.want)
		}
	}
}

// The spread of a row is how far its values are from the column's number, at most.
func TestSpread(t *testing.T) {
	for _, rules := range []moves.Rules{
		{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}},
		{Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}, Blocked: [][]uint64{{3, 3}}},
		{Sides: []uint64{0, 0}, Leaps: [][]int64{{-1, 0}, {0, -1}, {-2, -1}}},
	} {
		rows, err := newGameRows(t.Context(), boardtest.NewMoves(t, rules), 1<<20, nil).prove(5)
		if err != nil {
			t.Fatal(err)
		}
		for y := range uint64(6) {
			row := rows.Row(y)
			low, up := int64(0), int64(-1<<62)
			for x := range row.Result.Preperiod + row.Result.Period {
				v := int64(row.At(x))
				if row.every > 0 {
					v -= int64(x / row.every)
				}
				low, up = max(low, -v), max(up, v)
			}
			if gotLow, gotUp := row.Spread(); gotLow != uint64(low) || gotUp != uint64(max(up, 0)) {
				t.Errorf("%+v, row %d: %d below and %d above, want %d and %d", rules, y, gotLow, gotUp, low, up)
			}
		}
	}
}
