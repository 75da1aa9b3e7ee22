package tables

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
)

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
