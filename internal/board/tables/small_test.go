package tables

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/oracle"
)

// Small boxes against the definition: rides in all directions, edges on all sides, and
// blocked cells in the box and outside.
func TestSmallBoxes(t *testing.T) {
	for _, test := range []struct {
		rules moves.Rules
		sides []uint64
	}{
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {-3, 0}, {0, -2}}, Leaps: [][]int64{{-5, 0}, {0, -1}}, Blocked: [][]uint64{{6, 1}, {2, 3}, {9, 4}, {4, 9}, {2, 6}}}, []uint64{9, 6}},
		{moves.Rules{Sides: []uint64{6, 5}, Rides: [][]int64{{-2, 1}, {1, -1}, {0, -1}}}, []uint64{6, 5}},
		{moves.Rules{Sides: []uint64{6, 5}, Rides: [][]int64{{0, 1}, {-1, 1}}, Leaps: [][]int64{{-1, -4}}}, []uint64{6, 5}},
		{moves.Rules{Sides: []uint64{5, 7}, Rides: [][]int64{{-2, 1}, {1, -2}}}, []uint64{5, 7}},
		{moves.Rules{Sides: []uint64{4, 5, 3}, Rides: [][]int64{{2, 0, -1}, {-1, 0, 0}, {0, 2, -1}}, Leaps: [][]int64{{0, -1, 0}}}, []uint64{4, 5, 3}},
	} {
		g := boardtest.NewMoves(t, test.rules)
		box, err := NewBox(t.Context(), g, grundy.ByNimValue, test.sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		var truth oracle.Oracle
		boardtest.EachCell(test.sides, func(cell []uint64) {
			if g.IsBlocked(cell) {
				return
			}
			if got, want := uint64(box.At(cell...)), truth.Value(grundy.Place(g, slices.Clone(cell))); got != want {
				t.Fatalf("%v%v: %d, by definition %d", g, cell, got, want)
			}
		})
	}
}

// Plans of a cell in the first strip and in a later one against the definition: the cell
// and its options.
func TestSmallPlans(t *testing.T) {
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		var truth oracle.Oracle
		for _, c := range []moves.Cell{{X: 7, Y: 6}, {X: 5, Y: 8}, {X: 128, Y: 2}, {X: 3, Y: 131}} {
			if far := max(c.X, c.Y); p.Side != 0 && far >= p.Side || p.Climbs() && far > 20 {
				continue
			}
			values, remotenesses := buildPlane(t, p, grundy.ByNimValue, c), buildPlane(t, p, grundy.ByRemoteness, c)
			for _, q := range append(p.AppendOptions(nil, c), c) {
				position := grundy.Place(p, q)
				if got, want := values(q), truth.Value(position); got != want {
					t.Fatalf("plan for %v of %v: nim-value %d of %v, by definition %d", c, p, got, q, want)
				}
				if got, want := remotenesses(q), truth.Remoteness(position); got != want {
					t.Fatalf("plan for %v of %v: remoteness %d of %v, by definition %d", c, p, got, q, want)
				}
			}
		}
	}
}

// The first rows of each number of levels, in memory that grows row by row: by
// definition.
func TestSmallQueenLevels(t *testing.T) {
	const rows, most = 5, 140
	box, err := NewBox(t.Context(), boardtest.NewMoves(t, moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}}), grundy.ByNimValue, []uint64{most + 2*rows, rows}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for count := range uint64(most) {
		levels := NewQueenLevels(int(count))
		for y := range uint64(rows) {
			if err := levels.Extend(t.Context(), y+1); err != nil {
				t.Fatalf("%d levels, row %d: %v", count, y, err)
			}
			for x := range uint64(most + 2*rows) {
				want := box.At(x, y)
				if v, ok := levels.Value(x, y); ok != (uint64(want) < count) || ok && v != want {
					t.Fatalf("%d levels: (%d,%d) is %d, %v; by the table %d", count, x, y, v, ok, want)
				}
			}
		}
	}
}

// The bands of a table: none is empty, and together they have its rows.
func TestBandsSpanTheTable(t *testing.T) {
	for height := 1; height <= 50; height++ {
		for rows := 1; rows <= 20; rows++ {
			b := &bands{height: height, rows: rows}
			next := 0
			for band := range b.count() {
				y0, n := b.span(band)
				if y0 != next || n < 1 || n > rows {
					t.Fatalf("%d rows in bands of %d: band %d has %d rows from row %d, want row %d", height, rows, band, n, y0, next)
				}
				next += n
			}
			if next != height {
				t.Fatalf("%d rows in bands of %d: %d are in bands", height, rows, next)
			}
		}
	}
}

// Blocked cells cost a bit a cell, and a byte.
func TestCostOfBlockedCells(t *testing.T) {
	rules := moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}}}
	free := BoxCost(boardtest.NewMoves(t, rules), grundy.ByNimValue, []uint64{80, 50})
	rules.Blocked = [][]uint64{{3, 4}}
	if blocked := BoxCost(boardtest.NewMoves(t, rules), grundy.ByNimValue, []uint64{80, 50}); blocked.Bytes != free.Bytes+80*50/8+1 {
		t.Errorf("%d bytes with a blocked cell, %d without", blocked.Bytes, free.Bytes)
	}
}

// askedContext counts how often it is asked whether it has ended.
type askedContext struct {
	context.Context
	asked int
}

func (c *askedContext) Err() error {
	c.asked++
	return c.Context.Err()
}

// Sorting asks after every 2^16 cells and comparisons whether the context has ended: for two cells
// more than 2^17 three times as it lists them, and more often as it compares them. It sorts by the
// weights.
func TestSortingAsksItsContext(t *testing.T) {
	s := &boxSize{cells: 1<<17 + 2}
	ctx := &askedContext{Context: t.Context()}
	weight := func(i int) int64 { return int64(i * 7919 % 104729) }
	order, err := s.sortByWeight(ctx, weight, 0)
	if err != nil || ctx.asked < 3+17 {
		t.Errorf("asked %d times, %v; want at least 20", ctx.asked, err)
	}
	if !slices.IsSortedFunc(order, func(i, j uint32) int { return cmp.Compare(weight(int(i)), weight(int(j))) }) {
		t.Error("not sorted by weight")
	}
	slices.Sort(order)
	if len(order) != int(s.cells) || len(slices.Compact(order)) != int(s.cells) {
		t.Errorf("%d cells in order, want each of %d once", len(order), s.cells)
	}
}
