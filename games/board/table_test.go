package board

import (
	"context"
	"errors"
	"math"
	"runtime"
	"testing"
	"time"

	"grundy"
	"grundy/internal/long"
)

// Rectangles of several strips, flat and tall, against the naive table.
func TestTableAgainstNaive(t *testing.T) {
	skipInShort(t)
	for i, p := range append(namedPlanes(), otherPlanes()...) {
		for j, size := range [][2]uint64{{1, 1}, {1, 40}, {300, 1}, {150, 140}, {129, 130}, {400, 17}, {9, 300}} {
			if !long.Asked && (i+j)%3 != 0 {
				continue
			}
			width, height := size[0], size[1]
			if p.side != 0 {
				width, height = min(width, p.side), min(height, p.side)
			}
			table, want := newTableIn(t, p, grundy.ByNimValue, width, height), naiveTable(p, grundy.ByNimValue, width, height)
			for _, c := range rectangle(p, width, height) {
				if got := table.At(c.X, c.Y); got != want[c.Y][c.X] {
					t.Fatalf("%v, %d x %d: %v has nim-value %d, naive %d", p, width, height, c, got, want[c.Y][c.X])
				}
			}
		}
	}
}

// newTableIn returns a table in the convention of m.
func newTableIn(t testing.TB, p Plane, m grundy.Measure, width, height uint64) *Table {
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
	skipInShort(t)
	for i, p := range append(otherPlanes(), queenMoves(), rookMoves()) {
		if p.climbs() {
			continue // no sweep, and no window
		}
		const width, height = 30_000, 4
		for j, m := range nimValues {
			if !long.Asked && (i+i/2+j)%2 != 0 {
				continue
			}
			flat, standing := newTableIn(t, p, m, width, height), newTableIn(t, p.mirror(), m, height, width)
			var options []Cell
			for x := uint64(0); x < width; x += long.Or[uint64](1499, 499) {
				for y := range uint64(height) {
					options = p.AppendOptions(options[:0], Cell{x, y})
					values := make([]grundy.Value, 0, len(options))
					for _, q := range options {
						values = append(values, flat.At(q.X, q.Y))
					}
					if want := mexIn(m, values); flat.At(x, y) != want || standing.At(y, x) != want {
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
	skipInShort(t)
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
	for _, p := range []Plane{queenMoves(), bishopMoves(), kingMoves(), otherPlanes()[0], knight4Moves(2000)} {
		width, height := long.Or[uint64](450, 900), long.Or[uint64](350, 700)
		check(p.String()+" table", TableCost(p, grundy.ByNimValue, width, height), allocated(func() { newTableIn(t, p, grundy.ByNimValue, width, height) }))
		for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness} {
			for _, c := range []Cell{{width, height}, {long.Or[uint64](45_000, 90_000), 5}, {1500, 2}} {
				if p.side != 0 && max(c.X, c.Y) >= p.side {
					continue
				}
				plan, _ := planTable(p, m, c)
				check(p.String()+" plan "+m.String(), plan.Cost, allocated(func() { buildPlane(t, p, m, c) }))
			}
		}
	}
}

// Sizes that no machine holds are refused before any memory is taken, and
// costs do not wrap.
func TestTooLarge(t *testing.T) {
	for _, p := range append(namedPlanes(), otherPlanes()...) {
		if p.side == 0 {
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
	for _, p := range []Plane{queenMoves(), kingMoves(), knight4Moves(MaxCoordinate), otherPlanes()[0]} {
		for _, c := range []Cell{{MaxCoordinate - 1, MaxCoordinate - 1}, {0, 1 << 40}, {1 << 40, 3}, {1 << 62, 1 << 61}} {
			for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness} {
				plan, _ := planTable(p, m, c)
				if _, err := plan.Build(t.Context(), nil); !errors.Is(err, grundy.ErrTooLarge) {
					t.Errorf("%v at %v: %v", p, c, err)
				}
				if plan.Cost.Time < time.Hour {
					t.Errorf("%v at %v: cost %+v", p, c, plan.Cost)
				}
			}
		}
	}
	if _, err := NewTable(t.Context(), knight4Moves(8), grundy.ByNimValue, 8, 9, nil); err == nil || errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a table larger than the board: %v", err)
	}
	if _, ok := planTable(queenMoves(), grundy.ByGenus, Cell{}); ok {
		t.Error("a plan for the genus")
	}
	// A knight near the corner of an endless board is not a large question.
	if plan, _ := planTable(knight4Moves(MaxCoordinate), grundy.ByNimValue, Cell{5, 4}); plan.Cost.Bytes > 1000 || plan.Cost.Time > time.Second {
		t.Errorf("knight4[2^63-1](5,4) costs %+v", plan.Cost)
	}
	for _, size := range [][2]uint64{{0, 0}, {0, 1 << 63}, {5, 0}} {
		if _, err := NewTable(t.Context(), queenMoves(), grundy.ByNimValue, size[0], size[1], nil); err != nil || TableCost(queenMoves(), grundy.ByNimValue, size[0], size[1]) != (grundy.Cost{}) {
			t.Errorf("an empty table: %v", err)
		}
	}
}

func TestTableStops(t *testing.T) {
	for _, p := range []Plane{queenMoves(), knight4Moves(1 << 20), otherPlanes()[0]} {
		stopsSoon(t, p.String(), func(ctx context.Context, progress grundy.Progress) error {
			_, err := NewTable(ctx, p, grundy.ByNimValue, 6000, 5000, progress)
			return err
		})
	}
}

func TestTableAtPanics(t *testing.T) {
	table := newTableIn(t, queenMoves(), grundy.ByNimValue, 3, 2)
	for _, c := range []Cell{{3, 0}, {0, 2}, {math.MaxUint64, math.MaxUint64}} {
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
func buildPlane(t *testing.T, p Plane, m grundy.Measure, c Cell) grundy.Table[Cell] {
	t.Helper()
	plan, ok := planTable(p, m, c)
	if !ok {
		t.Fatalf("%v: no plan for %v", p, m)
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
