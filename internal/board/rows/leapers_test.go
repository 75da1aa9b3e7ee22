package rows

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/long"
)

// drawLeaper draws one that climbs, or does not.
func drawLeaper(t *rapid.T) (*moves.Space, error) {
	number := rapid.Int64Range(-5, 3)
	rules := moves.Rules{Sides: []uint64{0, 0}}
	for range rapid.IntRange(1, 4).Draw(t, "leaps") {
		s := []int64{number.Draw(t, "dx"), number.Draw(t, "dy")}
		if s[0] != 0 || s[1] != 0 {
			rules.Leaps = append(rules.Leaps, s)
		}
	}
	return moves.New(rules)
}

// Proved values of random leapers agree with tables that are larger
// than those in which it was found.
func TestRandomSectors(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := drawLeaper(t)
		if err != nil || FarLeaper(g) == nil {
			return
		}
		sides := []uint64{160, 150}
		if g.CountPositions(moves.CornerOf(sides)) > 1<<20 {
			return
		}
		known := newSectors(context.Background(), g, 64)
		if known == nil {
			return
		}
		proved++
		box, err := tables.NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		row := rapid.Uint64Max(60).Draw(t, "row")
		r, err := FarLeaper(g).Row(context.Background(), row)
		if HasRows(g) == nil {
			r, err = SpacePeriod(context.Background(), g, row, 1<<12, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint64, sides[0])
		for x := range want {
			want[x] = uint64(box.At(uint64(x), row))
		}
		if r.Result.Preperiod+2*r.Result.Period < sides[0] {
			boardtest.CheckRowOf(t, g.String(), r, row, r.Result, 0, want, 0)
		}
		boardtest.EachCell(sides, func(cell []uint64) {
			if v, ok := known.at(moves.Cell{X: cell[0], Y: cell[1]}); !ok || v != uint64(box.At(cell...)) {
				t.Fatalf("%v%v: %d, %v, in a table %d; %s", g, cell, v, ok, box.At(cell...), known.method())
			}
		})
	})
	if proved < 5 && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d leapers were proved", proved)
	}
}

// Where the far edge is out of reach the board has the values of the one without:
// against tables of random leapers.
func TestClimbersBelowAnEdge(t *testing.T) {
	met, free := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := drawLeaper(t)
		if err != nil || FarLeaper(g) == nil {
			return
		}
		side := rapid.Uint64Range(12, 40)
		rules := moves.Rules{Sides: []uint64{side.Draw(t, "width"), side.Draw(t, "height")}, Leaps: g.Leaps}
		bounded := boardtest.NewMoves(t, rules)
		sides := []uint64{12, 12}
		if g.CountPositions(moves.CornerOf(sides)) > 1<<18 {
			return
		}
		endless, err := tables.NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		box, err := tables.NewBox(context.Background(), bounded, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		boardtest.EachCell(sides, func(cell []uint64) {
			if meetsEdge(bounded, moves.Cell{X: cell[0], Y: cell[1]}) {
				met++
				return
			}
			free++
			if box.At(cell...) != endless.At(cell...) {
				t.Fatalf("%v%v: %d, without an edge %d", bounded, cell, box.At(cell...), endless.At(cell...))
			}
		})
	})
	if (met == 0 || free == 0) && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d cells from which the edge is met, %d from which it is not", met, free)
	}
}

// All claims that do not follow from others by the induction of sectors.go are looked up:
// a table in which one of them fails proves nothing.
func TestSectorsLookUpTheirClaims(t *testing.T) {
	for _, leaps := range [][][]int64{
		{{-2, 1}, {1, -2}},
		{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}},
		{{-3, 1}, {1, -2}, {-1, -1}, {0, -4}},
	} {
		g := boardtest.NewMoves(t, moves.Rules{Sides: []uint64{0, 0}, Leaps: leaps})
		known := newSectors(t.Context(), g, 64)
		if known == nil || !known.proves() || !known.mirror().proves() {
			t.Fatalf("%v: nothing is proved", g)
		}
		for _, c := range []*sectors{known, known.mirror()} {
			lowers, drop := int64(0), int64(0)
			for _, leap := range c.leaps {
				lowers, drop = max(lowers, -leap.DX, -leap.DY), max(drop, -c.side(leap.DX, leap.DY))
			}
			b, deep, turn := c.above.from, c.above.from+drop, c.above.turn
			fails := func(claim string, x, y, atX, atY int64) {
				at := atX*c.dx + atY*c.dy
				c.table[at]++
				if c.proves() {
					t.Errorf("%v: %s(%d,%d) fails, and nothing is noticed; m = %d, (s,p) = (%d,%d), %+v", g, claim, x, y, c.m, c.s, c.p, c.above)
				}
				c.table[at]--
			}
			for x := range c.n - c.s {
				for y := range c.n - max(c.p, turn) {
					side := c.side(x, y)
					if side >= b && (y < lowers || side < deep && (x < c.m+lowers+c.s || y < c.m+lowers+c.p)) {
						fails("B", x, y, x, y+turn)
					}
					follows := y-turn >= c.m && y-turn >= lowers && c.side(x, y-turn) >= deep
					if c.m <= x && x < c.m+lowers && y >= c.m && !follows {
						fails("S", x, y, x+c.s, y+c.p)
					}
				}
			}
		}
	}
}

// A study of a climbing leaper answers near an axis and far out, and where the far edge
// may be met.
func TestFarLeaperThatClimbs(t *testing.T) {
	study := FarLeaper(boardtest.NewMoves(t, moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}}))
	if _, _, ok := study.Value(moves.Cell{X: 300, Y: 5}); ok {
		t.Error("a value before anything is learned")
	}
	learning, ok := study.Plan(moves.Cell{X: 300, Y: 5})
	if !ok || learning.Learn(t.Context()) != nil {
		t.Fatal("nothing can be learned")
	}
	table := newTable(t, boardtest.Knight4Moves(1<<20), 310, 310)
	for y := range uint64(300) {
		for _, c := range []moves.Cell{{X: 300, Y: y}, {X: y, Y: 300}} {
			if v, _, ok := study.Value(c); !ok || v != uint64(table.At(c.X, c.Y)) {
				t.Fatalf("%v: %d, %v, by a table %d", c, v, ok, table.At(c.X, c.Y))
			}
		}
	}
	if _, _, ok := study.Value(moves.Cell{X: LeaperStart - 1, Y: 5}); ok {
		t.Error("a value of a cell that is left to tables")
	}
	steep := boardtest.NewMoves(t, moves.Rules{Sides: []uint64{1000, 0}, Leaps: [][]int64{{3, -1}, {-1, 0}}})
	if !meetsEdge(steep, moves.Cell{X: 5, Y: moves.MaxCoordinate}) || !meetsEdge(steep, moves.Cell{X: 997, Y: 1}) || meetsEdge(steep, moves.Cell{X: 996, Y: 1}) {
		t.Error("the far edge of 1000 columns is met from (5,2^63-1) and (997,1), not from (996,1)")
	}
}

// Which moves are studied.
func TestFarStudies(t *testing.T) {
	for _, test := range []struct {
		rules moves.Rules
		want  bool
	}{
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}}}, true},
		{moves.Rules{Sides: []uint64{50, 0}, Leaps: [][]int64{{-2, 1}}}, true},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, -1}}}, true},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-33, 1}}}, false},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-32, 1}}}, true},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}}, Rides: [][]int64{{-1, 0}}}, false},
		{moves.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}}, Blocked: [][]uint64{{1, 1}}}, false},
		{moves.Rules{Sides: []uint64{0, 0, 0}, Leaps: [][]int64{{-2, 1, 0}}}, false},
	} {
		if got := FarLeaper(boardtest.NewMoves(t, test.rules)) != nil; got != test.want {
			t.Errorf("%+v: studied: %v", test.rules, got)
		}
	}
}

// Rows far up against the engine for rows, where that reaches, for leapers with
// preperiods and without.
func TestFarRows(t *testing.T) {
	for _, leaps := range [][][]int64{
		{{-1, 0}, {0, -1}}, {{0, -1}}, {{-1, 0}}, {{-1, -2}, {-2, -1}}, {{-1, -1}}, {{-1, 0}, {0, -2}, {-1, -1}},
		{{-3, -1}, {0, -2}}, {{-2, 0}, {-1, -3}, {0, -1}}, {{-1, -2}, {-2, -2}, {-3, 0}}, {{-4, -1}, {-1, -1}},
		{{-2, -6}, {-1, -5}, {-5, 0}},
	} {
		g := boardtest.NewMoves(t, moves.Rules{Sides: []uint64{0, 0}, Leaps: leaps, Name: fmt.Sprint(leaps)})
		p, ok := g.Plane()
		if !ok {
			t.Fatalf("%v is not a piece", leaps)
		}
		study := FarLeaper(g)
		rows, err := Periods(t.Context(), p, 300, 1<<24, nil)
		if err != nil {
			t.Fatal(err)
		}
		for y := range uint64(301) {
			got, err := study.Row(t.Context(), y)
			if err != nil {
				t.Fatal(err)
			}
			want := rows.Row(y)
			if got.Result.Preperiod != want.Result.Preperiod || got.Result.Period != want.Result.Period {
				t.Fatalf("%v, row %d: preperiod %d, period %d; want %d, %d", leaps, y, got.Result.Preperiod, got.Result.Period, want.Result.Preperiod, want.Result.Period)
			}
			for x := range want.Result.Preperiod + 2*want.Result.Period + 5 {
				if got.At(x) != want.At(x) {
					t.Fatalf("%v: (%d,%d) has %d, want %d", leaps, x, y, got.At(x), want.At(x))
				}
			}
		}
		const far = 1_000_000_000_000_003
		row, err := study.Row(t.Context(), far)
		if err != nil {
			t.Errorf("%v: row 10^15+3 is not proved: %v", leaps, err)
			continue
		}
		q, T := row.Result.Preperiod, row.Result.Period
		for k := range uint64(100) {
			if row.At(q+k) != row.At(q+k+T) {
				t.Errorf("%v, row %d: not periodic at %d", leaps, uint64(far), q+k)
			}
		}
		if q > 0 && row.At(q-1) == row.At(q-1+T) {
			t.Errorf("%v, row %d: the preperiod %d is not the least", leaps, uint64(far), q)
		}
	}
}

// A row has its least period, and that from the least column on.
func TestShortest(t *testing.T) {
	for _, test := range []struct {
		values                    []int32
		preperiod, period         uint64
		wantPreperiod, wantPeriod uint64
	}{
		{[]int32{0, 1, 0, 1, 0, 1, 0}, 3, 4, 0, 2},
		{[]int32{5, 1, 0, 1, 0, 1, 0}, 3, 4, 1, 2},
		{[]int32{1, 1, 1}, 2, 1, 0, 1},
		{[]int32{0, 1, 1}, 2, 1, 1, 1},
		{[]int32{0, 1, 2, 0, 1, 3}, 3, 3, 3, 3},
		{[]int32{2, 0, 1, 2}, 1, 3, 0, 3},
	} {
		var row Row
		if err := row.write(0, test.values, test.preperiod, test.period, 0); err != nil {
			t.Fatal(err)
		}
		if got := row.Result; got.Preperiod != test.wantPreperiod || got.Period != test.wantPeriod || len(row.values) != int(test.wantPreperiod+test.wantPeriod) {
			t.Errorf("%d from %d with the period %d: %+v, want %d and %d", test.values, test.preperiod, test.period, got, test.wantPreperiod, test.wantPeriod)
		}
	}
}
