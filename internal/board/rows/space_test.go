package rows

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

// checkGameRows compares the rows 0 … r with those of a table, if they are not too
// long.
func checkGameRows(t oracle.TB, g *moves.Space, r, budget uint64) (longest uint64) {
	t.Helper()
	rows, err := spacePeriods(context.Background(), g, r, budget, nil)
	if errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge) {
		return 0
	}
	if err != nil {
		t.Fatalf("%v, row %d: %v", g, r, err)
	}
	saltusOf := func(row *Row) uint64 {
		for _, s := range g.Rides {
			if s[1] == 0 {
				return row.Result.Period / uint64(-s[0])
			}
		}
		return 0
	}
	for y := range r + 1 {
		row := rows.Row(y)
		width := 2*(row.Result.Preperiod+row.Result.Period) + 20
		if width > 3000 {
			continue
		}
		longest = max(longest, row.Result.Period)
		box, err := tables.NewBox(context.Background(), g, grundy.ByNimValue, []uint64{width, y + 1}, nil)
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		want := make([]uint64, width)
		for x := range want {
			want[x] = uint64(box.At(uint64(x), y))
		}
		boardtest.CheckRowOf(t, g.String(), row, y, row.Result, 0, want, saltusOf(row))
	}
	return longest
}

func TestGameRows(t *testing.T) {
	for _, test := range []struct {
		rules moves.Rules
		row   uint64
	}{
		{moves.Rules{Rides: [][]int64{{-3, 0}, {0, -1}}}, 12},
		{moves.Rules{Rides: [][]int64{{-2, 0}, {0, -1}, {-1, -1}}}, 9},
		{moves.Rules{Rides: [][]int64{{-4, 0}, {0, -2}, {-2, -2}}, Leaps: [][]int64{{-3, 0}, {-5, -1}}}, 6},
		{moves.Rules{Rides: [][]int64{{1, -2}}}, 9},
		{moves.Rules{Rides: [][]int64{{1, -2}, {-1, 0}, {0, -1}}}, 7},
		{moves.Rules{Leaps: [][]int64{{1, -2}, {-1, 0}, {-3, 0}, {2, -1}}}, 9},
		{moves.Rules{Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}, Blocked: [][]uint64{{7, 0}, {3, 3}, {12, 2}, {5, 9}}}, 6},
		{moves.Rules{Rides: [][]int64{{-2, 0}, {3, -1}}, Blocked: [][]uint64{{7, 0}, {3, 3}, {12, 2}, {6, 0}}}, 5},
		{moves.Rules{Leaps: [][]int64{{-1, -2}, {-2, -1}, {-2, 0}}, Blocked: [][]uint64{{9, 1}, {0, 0}}}, 8},
		{moves.Rules{Sides: []uint64{0, 6}, Leaps: [][]int64{{-2, 0}, {1, -2}, {-1, -2}}, Rides: [][]int64{{1, -1}}}, 5},
		{moves.Rules{Sides: []uint64{0, 1}, Leaps: [][]int64{{-3, 0}, {-5, 0}}}, 0},
		{moves.Rules{Sides: []uint64{9, 0}, Rides: [][]int64{{-2, 0}, {0, -1}}, Leaps: [][]int64{{-1, 0}}}, 0},
	} {
		if test.rules.Sides == nil {
			test.rules.Sides = []uint64{0, 0}
		}
		if g := boardtest.NewMoves(t, test.rules); g.Board[0] == 0 && checkGameRows(t, g, test.row, 1<<22) == 0 {
			t.Errorf("%v: no row is checked", g)
		}
	}
}

// drawRowRules draws rules whose rows can be proved.
func drawRowRules(t *rapid.T) moves.Rules {
	rules := moves.Rules{Sides: []uint64{0, rapid.SampledFrom([]uint64{0, 0, 1, 2, 5, 6}).Draw(t, "rows")}}
	dy := rapid.SampledFrom([]int64{-1, -1, 0, -2, -3})
	steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []int64 {
		return []int64{rapid.Int64Range(-4, 3).Draw(t, "dx"), dy.Draw(t, "dy")}
	}), 0, 4)
	rules.Leaps, rules.Rides = steps.Draw(t, "leaps"), steps.Draw(t, "rides")
	rules.Blocked = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []uint64 {
		return []uint64{rapid.Uint64Max(9).Draw(t, "x"), rapid.Uint64Max(min(4, moves.FarEdge(rules.Sides[1]))).Draw(t, "y")}
	}), 0, 2).Draw(t, "blocked")
	return rules
}

func TestRowsOfRandomGames(t *testing.T) {
	checked := 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := moves.New(drawRowRules(t))
		if err != nil || HasRows(g) != nil {
			return
		}
		row := min(rapid.Uint64Max(4).Draw(t, "row"), moves.FarEdge(g.Board[1]))
		if checkGameRows(t, g, row, 20_000) > 0 {
			checked++
		}
	})
	if checked < 10 && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d games have been checked", checked)
	}
}

// A far edge to the right is in the way only where a step raises x, and rows above only
// where one raises y.
func TestHasRows(t *testing.T) {
	for _, test := range []struct {
		rules moves.Rules
		want  bool
	}{
		{moves.Rules{Sides: []uint64{9, 0}, Leaps: [][]int64{{0, -1}, {-1, -1}}}, true},
		{moves.Rules{Sides: []uint64{9, 0}, Leaps: [][]int64{{1, -1}}}, false},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{1, -1}}}, true},
		{moves.Rules{Sides: []uint64{0, 9}, Leaps: [][]int64{{-1, 0}, {-1, -1}}}, true},
		{moves.Rules{Sides: []uint64{0, 9}, Leaps: [][]int64{{-1, 1}}}, false},
	} {
		if err := HasRows(boardtest.NewMoves(t, test.rules)); (err == nil) != test.want {
			t.Errorf("%+v: %v", test.rules, err)
		}
	}
}

// Games whose rows cannot be proved say so.
func TestGameRowErrors(t *testing.T) {
	for _, test := range []struct {
		rules moves.Rules
		row   uint64
		says  string
		is    error
	}{
		{moves.Rules{Sides: []uint64{0, 0, 0}, Leaps: [][]int64{{-1, 0, 0}}}, 3, "it has 3 dimensions", nil},
		{moves.Rules{Sides: []uint64{8, 8}, Leaps: [][]int64{{-2, 1}, {1, -2}}}, 3, "its board has a far edge", nil},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 1}, {1, -2}}}, 3, "depends on those above it by the step (-2,1)", nil},
		{moves.Rules{Sides: []uint64{0, 7}, Leaps: [][]int64{{-2, 1}}, Rides: [][]int64{{-1, 0}}}, 3, "depends on those above it by the step (-2,1)", nil},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {-3, 0}}}, 3, "two rides along a row, (-2,0) and (-3,0)", nil},
		{moves.Rules{Sides: []uint64{0, 7}, Leaps: [][]int64{{-2, 0}, {1, -2}}}, 7, "the rows 0 … 6", nil},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, 1 << 18, "", grundy.ErrBudget},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, moves.MaxCoordinate, "", grundy.ErrTooLarge},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}}, 1 << 20, "the rows 0 … 1048576 of piece[rides -3,0 0,-1], and the most is 1048575", nil},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{moves.LongestStep, -1}, {-moves.LongestStep, 0}}}, 3, "", grundy.ErrBudget},
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-moves.LongestStep, 0}}}, 3, "", grundy.ErrBudget},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-1, 0}}, Blocked: [][]uint64{{moves.MaxCoordinate, 0}}}, 3, "", grundy.ErrBudget},
	} {
		g := boardtest.NewMoves(t, test.rules)
		_, err := SpacePeriod(t.Context(), g, test.row, 1<<16, nil)
		if err == nil || test.is == nil && !strings.Contains(err.Error(), test.says) || test.is != nil && !errors.Is(err, test.is) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, row %d: %v", g, test.row, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, rules := range []moves.Rules{
		{Sides: []uint64{0, 0}, Rides: [][]int64{{-3, 0}, {0, -1}}},
		{Sides: []uint64{0, 5}, Leaps: [][]int64{{-2, 0}}},
	} {
		if _, err := SpacePeriod(ctx, boardtest.NewMoves(t, rules), 3, 1<<16, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", rules, err)
		}
	}
}

// A game and the same game as a piece have the same rows.
func TestGameRowsOfPieces(t *testing.T) {
	for _, p := range slices.Concat(boardtest.NamedPlanes(), boardtest.OtherPlanes()) {
		if p.Climbs() {
			continue
		}
		rules := moves.Rules{Name: p.Name, Sides: []uint64{0, 0}}
		for _, s := range p.Leaps {
			rules.Leaps = append(rules.Leaps, []int64{s.DX, s.DY})
		}
		for _, s := range p.Rides {
			rules.Rides = append(rules.Rides, []int64{s.DX, s.DY})
		}
		want := periodsOf(t, p, 11)
		rows, err := newGameRows(t.Context(), boardtest.NewMoves(t, rules), 1<<22, nil).prove(11)
		if err != nil {
			t.Fatal(err)
		}
		for y := range uint64(12) {
			got, want := rows.Row(y).Result, want.Row(y).Result
			if got.Preperiod != want.Preperiod || got.Period != want.Period || got.Saltus != want.Saltus {
				t.Errorf("%v, row %d: %+v, as a piece %+v", p, y, got, want)
			}
		}
	}
}
