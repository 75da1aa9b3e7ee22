package tables

import (
	"context"
	"errors"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/long"
)

// Rectangles of several strips, flat and tall, against the naive table.
func TestTableAgainstNaive(t *testing.T) {
	for i, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		for j, size := range [][2]uint64{{1, 1}, {1, 40}, {300, 1}, {150, 140}, {129, 130}, {400, 17}, {9, 300}} {
			if !long.Asked && (i+j)%5 != 0 {
				continue
			}
			width, height := size[0], size[1]
			if p.Side != 0 {
				width, height = min(width, p.Side), min(height, p.Side)
			}
			table, want := newTableIn(t, p, grundy.ByNimValue, width, height), boardtest.NaiveTable(p, grundy.ByNimValue, width, height)
			for _, c := range boardtest.Rectangle(p, width, height) {
				if got := table.At(c.X, c.Y); got != want[c.Y][c.X] {
					t.Fatalf("%v, %d x %d: %v has nim-value %d, naive %d", p, width, height, c, got, want[c.Y][c.X])
				}
			}
		}
	}
}

// newTableIn returns a table in the convention of m.
func newTableIn(t testing.TB, p moves.Plane, m grundy.Measure, width, height uint64) *Table {
	t.Helper()
	table, err := NewTable(t.Context(), p, m, width, height, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A low board on which the window of values moves, and on which nim-values
// need four bytes: the mex over options read from the table itself.
func TestTableWindow(t *testing.T) {
	for i, p := range append(boardtest.OtherPlanes(), boardtest.QueenMoves(), boardtest.RookMoves()) {
		if p.Climbs() {
			continue // no raster, and no window
		}
		const width, height = 30_000, 4
		for j, m := range boardtest.NimValues {
			if !long.Asked && (i+i/2+j)%2 != 0 {
				continue
			}
			flat, standing := newTableIn(t, p, m, width, height), newTableIn(t, p.Mirror(), m, height, width)
			var options []moves.Cell
			for x := uint64(0); x < width; x += long.Of[uint64](2999, 999, 499) {
				for y := range uint64(height) {
					options = p.AppendOptions(options[:0], moves.Cell{X: x, Y: y})
					values := make([]grundy.Value, 0, len(options))
					for _, q := range options {
						values = append(values, flat.At(q.X, q.Y))
					}
					if want := boardtest.MexIn(m, values); flat.At(x, y) != want || standing.At(y, x) != want {
						t.Fatalf("%v at (%d,%d): %v %d flat, %d standing, mex %d", p, x, y, m, flat.At(x, y), standing.At(y, x), want)
					}
				}
			}
		}
	}
}

// A table allocates as much as the cost said, within a twentieth and a few pages;
// streaming takes much less than the whole table.
func TestCostBytes(t *testing.T) {
	allocated := func(work func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	check := func(what string, cost grundy.Cost, bytes uint64) {
		t.Helper()
		const pages = 1 << 17
		if bytes > cost.Bytes+cost.Bytes/20+pages || cost.Bytes > bytes+bytes/2+pages {
			t.Errorf("%s: %d bytes allocated, cost said %d", what, bytes, cost.Bytes)
		}
		if cost.Time <= 0 {
			t.Errorf("%s: no time", what)
		}
	}
	for _, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.BishopMoves(), boardtest.KingMoves(), boardtest.OtherPlanes()[0], boardtest.Knight4Moves(2000)} {
		width, height := long.Or[uint64](250, 900), long.Or[uint64](200, 700)
		check(p.String()+" table", TableCost(p, grundy.ByNimValue, width, height), allocated(func() { newTableIn(t, p, grundy.ByNimValue, width, height) }))
		for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness} {
			for _, c := range []moves.Cell{{X: width, Y: height}, {X: long.Or[uint64](45_000, 90_000), Y: 5}, {X: 1500, Y: 2}} {
				if p.Side != 0 && max(c.X, c.Y) >= p.Side {
					continue
				}
				plan, _ := Plan(p, m, c)
				check(p.String()+" plan "+m.String(), plan.Cost, allocated(func() { buildPlane(t, p, m, c) }))
			}
		}
	}
}

// Sizes that no machine holds are refused before any memory is taken, and
// costs do not wrap.
func TestTooLarge(t *testing.T) {
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		if p.Side == 0 {
			for _, size := range [][2]uint64{{1 << 32, 1 << 32}, {math.MaxUint64, math.MaxUint64}, {1 << 63, 1}, {1, 1 << 33}, {1 << 24, 1 << 24}} {
				if _, err := NewTable(t.Context(), p, grundy.ByNimValue, size[0], size[1], nil); !errors.Is(err, grundy.ErrTooLarge) {
					t.Errorf("%v, %d x %d: %v", p, size[0], size[1], err)
				}
				if cost := TableCost(p, grundy.ByNimValue, size[0], size[1]); cost.Bytes < size[0] || cost.Time < time.Second {
					t.Errorf("%v, %d x %d: cost %+v", p, size[0], size[1], cost)
				}
			}
		}
	}
	for _, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.KingMoves(), boardtest.Knight4Moves(moves.MaxCoordinate), boardtest.OtherPlanes()[0]} {
		for _, c := range []moves.Cell{{X: moves.MaxCoordinate - 1, Y: moves.MaxCoordinate - 1}, {X: 0, Y: 1 << 40}, {X: 1 << 40, Y: 3}, {X: 1 << 62, Y: 1 << 61}} {
			for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness} {
				plan, _ := Plan(p, m, c)
				if _, err := plan.Build(t.Context(), nil); !errors.Is(err, grundy.ErrTooLarge) {
					t.Errorf("%v at %v: %v", p, c, err)
				}
				if plan.Cost.Time < time.Hour {
					t.Errorf("%v at %v: cost %+v", p, c, plan.Cost)
				}
			}
		}
	}
	if _, err := NewTable(t.Context(), boardtest.Knight4Moves(8), grundy.ByNimValue, 8, 9, nil); err == nil || errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a table larger than the board: %v", err)
	}
	if _, ok := Plan(boardtest.QueenMoves(), grundy.ByGenus, moves.Cell{}); ok {
		t.Error("a plan for the genus")
	}
	// A knight near the corner of an endless board is not a large question.
	if plan, _ := Plan(boardtest.Knight4Moves(moves.MaxCoordinate), grundy.ByNimValue, moves.Cell{X: 5, Y: 4}); plan.Cost.Bytes > 1000 || plan.Cost.Time > time.Second {
		t.Errorf("knight4[2^63-1](5,4) costs %+v", plan.Cost)
	}
	for _, size := range [][2]uint64{{0, 0}, {0, 1 << 63}, {5, 0}} {
		if _, err := NewTable(t.Context(), boardtest.QueenMoves(), grundy.ByNimValue, size[0], size[1], nil); err != nil || TableCost(boardtest.QueenMoves(), grundy.ByNimValue, size[0], size[1]) != (grundy.Cost{}) {
			t.Errorf("an empty table: %v", err)
		}
	}
}

func TestTableStops(t *testing.T) {
	for _, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.Knight4Moves(1 << 20), boardtest.OtherPlanes()[0]} {
		boardtest.StopsSoon(t, p.String(), func(ctx context.Context, progress grundy.Progress) error {
			_, err := NewTable(ctx, p, grundy.ByNimValue, 6000, 5000, progress)
			return err
		})
	}
}

func TestTableAtPanics(t *testing.T) {
	table := newTableIn(t, boardtest.QueenMoves(), grundy.ByNimValue, 3, 2)
	for _, c := range []moves.Cell{{X: 3, Y: 0}, {X: 0, Y: 2}, {X: math.MaxUint64, Y: math.MaxUint64}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for %v", c)
				}
			}()
			table.At(c.X, c.Y)
		}()
	}
}

// buildPlane returns the table of a plan.
func buildPlane(t *testing.T, p moves.Plane, m grundy.Measure, c moves.Cell) grundy.Table[moves.Cell] {
	t.Helper()
	plan, ok := Plan(p, m, c)
	if !ok {
		t.Fatalf("%v: no plan for %v", p, m)
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
