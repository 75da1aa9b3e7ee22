package rows

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
)

// The shifts of knight and king.
func TestLatticeOfKnownPieces(t *testing.T) {
	for _, test := range []struct {
		piece moves.Plane
		s, p  uint64
	}{{boardtest.KnightMoves(), 3, 3}, {boardtest.KingMoves(), 2, 2}} {
		l, err := newLattice(t.Context(), test.piece, largestTable)
		if err != nil {
			t.Fatal(err)
		}
		if l.s != test.s || l.p != test.p {
			t.Errorf("%v: shift (%d,%d) from %d on", test.piece, l.s, l.p, l.m)
		}
	}
}

func drawLeaper(t *rapid.T) *moves.Space {
	number := rapid.Int64Range(-4, 0)
	leaps := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) [2]int64 {
		s := [2]int64{number.Draw(t, "dx"), number.Draw(t, "dy")}
		if s == [2]int64{} {
			s[0] = -1
		}
		return s
	}), 1, 4, func(s [2]int64) [2]int64 { return s }).Draw(t, "leaps")
	rules := moves.Rules{Sides: []uint64{0, 0}}
	for _, s := range leaps {
		rules.Leaps = append(rules.Leaps, s[:])
	}
	return boardtest.NewMoves(t, rules)
}

// Proved values of random leapers agree with tables that are larger than those
// in which the shift was found.
func TestRandomLattices(t *testing.T) {
	proved, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawLeaper(t)
		p, ok := g.Plane()
		if !ok {
			t.Fatalf("%v is not a piece", g)
		}
		asked++
		l, err := newLattice(context.Background(), p, 128)
		if err != nil {
			t.Fatal(err)
		}
		if l.s > 0 {
			proved++
		}
		table, err := tables.NewTable(context.Background(), p, grundy.ByNimValue, 450, 400, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []uint64{5, 60, 450} {
			for range 100 {
				x := rapid.Uint64Max(min(size, 449)).Draw(t, "x")
				y := rapid.Uint64Max(min(size, 399)).Draw(t, "y")
				l.reach(context.Background(), moves.Cell{X: x, Y: y})
				if v, ok := l.at(moves.Cell{X: x, Y: y}); ok && v != uint64(table.At(x, y)) {
					t.Fatalf("%v(%d,%d): %d, in a table %d; shift (%d,%d) from %d on", g, x, y, v, table.At(x, y), l.s, l.p, l.m)
				}
			}
		}
	})
	t.Logf("a shift was proved for %d of %d", proved, asked)
}

// Rows far up against the engine for rows, where that reaches, for leapers with
// preperiods and without.
func TestFarRows(t *testing.T) {
	for _, leaps := range [][][]int64{
		{{-1, 0}, {0, -1}}, {{0, -1}}, {{-1, 0}}, {{-1, -2}, {-2, -1}}, {{-1, -1}}, {{-1, 0}, {0, -2}, {-1, -1}},
		{{-3, -1}, {0, -2}}, {{-2, 0}, {-1, -3}, {0, -1}}, {{-1, -2}, {-2, -2}, {-3, 0}}, {{-4, -1}, {-1, -1}},
	} {
		g := boardtest.NewMoves(t, moves.Rules{Sides: []uint64{0, 0}, Leaps: leaps, Name: fmt.Sprint(leaps)})
		p, ok := g.Plane()
		if !ok {
			t.Fatalf("%v is not a piece", leaps)
		}
		study := FarLeaper(p)
		rows, err := Periods(t.Context(), p, 300, 1<<24, nil)
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for y := uint64(LatticeStart); y <= 300; y++ {
			got, ok := study.Row(t.Context(), y)
			if !ok {
				continue
			}
			told++
			want := rows.Row(y)
			if got.Result.Preperiod != want.Result.Preperiod || got.Result.Period != want.Result.Period || got.Common.Period != want.Common.Period || got.Common.Preperiod < want.Common.Preperiod {
				t.Fatalf("%v, row %d: preperiod %d, period %d, of all %d from %d; want %d, %d, %d, %d", leaps, y, got.Result.Preperiod, got.Result.Period,
					got.Common.Period, got.Common.Preperiod, want.Result.Preperiod, want.Result.Period, want.Common.Period, want.Common.Preperiod)
			}
			for x := range want.Result.Preperiod + 2*want.Result.Period + 5 {
				if got.At(x) != want.At(x) {
					t.Fatalf("%v: (%d,%d) has %d, want %d", leaps, x, y, got.At(x), want.At(x))
				}
			}
		}
		if told == 0 {
			t.Errorf("%v: no row is told", leaps)
		}
		const far = 1_000_000_000_000_000_003
		row, ok := study.Row(t.Context(), far)
		if !ok {
			t.Errorf("%v: row 10^18+3 is not proved", leaps)
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

// compareLatticeRows compares rows as a lattice proves them, from the first that it does up
// to top, with the engine for rows: the least preperiod and period, and the values. It
// returns how many there are.
func compareLatticeRows(t *testing.T, top uint64, leaps ...[]int64) (proved int) {
	t.Helper()
	g := boardtest.NewMoves(t, moves.Rules{Sides: []uint64{0, 0}, Leaps: leaps})
	p, ok := g.Plane()
	if !ok {
		t.Fatalf("%v is not a piece", g)
	}
	l, err := newLattice(context.Background(), p, 128)
	if err != nil {
		t.Fatal(err)
	}
	if l.reach(context.Background(), moves.Cell{}); l.s == 0 {
		return 0
	}
	rows, err := Periods(context.Background(), p, top, 1<<20, nil)
	if err != nil {
		return 0 // the budget
	}
	for y := l.m + l.p; y <= top; y++ {
		row, ok := l.row(y)
		if !ok {
			t.Fatalf("%v, row %d: not proved", g, y)
		}
		proved++
		want := rows.Row(y)
		if row.Result.Preperiod != want.Result.Preperiod || row.Result.Period != want.Result.Period {
			t.Fatalf("%v, row %d: preperiod %d, period %d; want %d, %d", g, y, row.Result.Preperiod, row.Result.Period, want.Result.Preperiod, want.Result.Period)
		}
		for x := range want.Result.Preperiod + 2*want.Result.Period {
			if row.At(x) != want.At(x) {
				t.Fatalf("%v: (%d,%d) has %d, want %d", g, x, y, row.At(x), want.At(x))
			}
		}
	}
	return proved
}

func TestLatticeRowsOfRandomLeapers(t *testing.T) {
	proved := 0
	random := boardtest.NewRandom(t)
	for range 400 {
		var leaps [][]int64
		for range 1 + random.IntN(4) {
			leaps = append(leaps, []int64{-random.Int64N(5), -1 - random.Int64N(4)})
			if random.IntN(2) == 0 {
				slices.Reverse(leaps[len(leaps)-1])
			}
		}
		proved += compareLatticeRows(t, 70, leaps...)
	}
	if proved == 0 {
		t.Error("no row is proved")
	}
}

// Row 55 of this leaper agrees with itself 10 columns on at more columns x than a turn of
// the periodic columns has, 3, but only where x+10 is beyond those; to the left it does not.
func TestLatticeRowWhosePeriodEnds(t *testing.T) {
	if compareLatticeRows(t, 60, []int64{-2, -6}, []int64{-1, -5}, []int64{-5, 0}) == 0 {
		t.Error("no row is proved")
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

// A lattice is open until both the rows and the columns that it needs are known, or where
// no shift is proved the row or the column of the cell.
func TestLatticeIsOpen(t *testing.T) {
	l, err := newLattice(t.Context(), boardtest.KnightMoves(), 128)
	if err != nil || l.s == 0 {
		t.Fatalf("no shift is proved: %v", err)
	}
	far := moves.Cell{X: 1e15, Y: 1e15}
	empty := func(s *stripes) *stripes {
		return &stripes{gameRows: newGameRows(t.Context(), s.game, latticeWork, nil), height: s.height}
	}
	l.columns = empty(l.columns)
	if l.rows.extend(t.Context(), l.near()); !l.isOpen(far) {
		t.Error("closed without the columns")
	}
	l.rows, l.columns = empty(l.rows), l.rows
	if !l.isOpen(far) {
		t.Error("closed without the rows")
	}
	if l.reach(t.Context(), far); l.isOpen(far) {
		t.Error("open when all is known")
	}
	l.s, l.rows, l.columns = 0, empty(l.rows), empty(l.columns)
	flat, standing := moves.Cell{X: 1e15, Y: 7}, moves.Cell{X: 7, Y: 1e15}
	if !l.isOpen(flat) || !l.isOpen(standing) {
		t.Error("closed without a shift")
	}
	if l.reach(t.Context(), flat); l.isOpen(flat) || !l.isOpen(standing) || len(l.rows.rows) != 8 || len(l.columns.rows) != 0 {
		t.Errorf("%d rows and %d columns for %v", len(l.rows.rows), len(l.columns.rows), flat)
	}
	if l.reach(t.Context(), standing); l.isOpen(standing) || len(l.columns.rows) != 8 {
		t.Errorf("%d columns for %v", len(l.columns.rows), standing)
	}
}
