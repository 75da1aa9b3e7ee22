package board

import (
	"context"
	"errors"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/long"
	"grundy/internal/oracle"
)

// Rectangles of several strips, flat and tall, against the naive table.
func TestTableAgainstNaive(t *testing.T) {
	skipInShort(t)
	for i, p := range append(namedPieces(), otherPieces()...) {
		for j, size := range [][2]uint64{{1, 1}, {1, 40}, {300, 1}, {150, 140}, {129, 130}, {400, 17}, {9, 300}} {
			if !long.Asked && (i+j)%3 != 0 {
				continue
			}
			width, height := size[0], size[1]
			if p.side != 0 {
				width, height = min(width, p.side), min(height, p.side)
			}
			table, want := newTable(t, p, width, height), naiveTable(p, grundy.ByNimValue, width, height)
			for _, c := range rectangle(p, width, height) {
				if got := table.At(c.X, c.Y); got != want[c.Y][c.X] {
					t.Fatalf("%v, %d x %d: %v has nim-value %d, naive %d", p, width, height, c, got, want[c.Y][c.X])
				}
			}
		}
	}
}

// newTableIn returns a table in the convention of m.
func newTableIn(t testing.TB, p Piece, m grundy.Measure, width, height uint64) *Table {
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
	for i, p := range append(otherPieces(), Queen(), Rook()) {
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

// Random positions of every piece against the oracle, of a size where it can
// still answer.
func TestTableAgainstOracleRandom(t *testing.T) {
	pieces := append(namedPieces(), otherPieces()...)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(pieces).Draw(t, "piece")
		far := uint64(24)
		if p.side != 0 {
			far = p.side - 1
		}
		cell := Cell{rapid.Uint64Max(far).Draw(t, "x"), rapid.Uint64Max(far).Draw(t, "y")}
		c := grundy.Place(p, cell)
		table, err := NewTable(context.Background(), p, grundy.ByNimValue, cell.X+1, cell.Y+1, nil)
		if err != nil {
			t.Fatal(err)
		}
		var truth oracle.Oracle
		if got, want := uint64(table.At(cell.X, cell.Y)), truth.Value(c); got != want {
			t.Fatalf("%v: nim-value %d, by definition %d", c, got, want)
		}
		if closed, _, ok := c.Measure(grundy.ByNimValue); ok && closed != truth.Value(c) {
			t.Fatalf("%v: closed form %d, by definition %d", c, closed, truth.Value(c))
		}
	})
}

// The streamed engines, over several strips, say what a whole table says; and
// remoteness agrees in parity with the nim-value.
func TestPlansAgainstTable(t *testing.T) {
	skipInShort(t)
	cells := []Cell{{230, 150}, {150, 230}, {127, 127}, {128, 128}, {129, 0}, {0, 500}, {700, 3}, {5, 900}}
	for i, p := range append(otherPieces(), Queen(), Rook(), King(), Knight(), Knight4(1000), Knight4(301)) {
		for j, c := range cells {
			if !long.Asked && (i+j)%3 != 0 {
				continue
			}
			if p.side != 0 && max(c.X, c.Y) >= p.side {
				continue
			}
			table := newTable(t, p, c.X+1, c.Y+1)
			if p.climbs() { // options may lie beside the rectangle
				table = newTable(t, p, max(c.X, c.Y)+1, max(c.X, c.Y)+1)
			}
			values, outcomes := build(t, p, grundy.ByNimValue, c), build(t, p, grundy.ByOutcome, c)
			remotenesses, suspenses := build(t, p, grundy.ByRemoteness, c), build(t, p, grundy.BySuspense, c)
			misereR, misereS := build(t, p, grundy.ByMisereRemoteness, c), build(t, p, grundy.ByMisereSuspense, c)
			for _, q := range append(p.AppendOptions(nil, c), c) {
				want := uint64(math.MaxUint64)
				if max(q.X, q.Y) <= max(c.X, c.Y) {
					want = uint64(table.At(q.X, q.Y))
				}
				if got := values(q); got != want && want != math.MaxUint64 {
					t.Fatalf("%v: plan for %v: %v has nim-value %d, not %d", p, c, q, got, want)
				}
				if n := min(values(q), 1); outcomes(q) != n || remotenesses(q)%2 != n {
					t.Fatalf("%v: plan for %v: %v has nim-value %d, outcome %d, remoteness %d", p, c, q, values(q), outcomes(q), remotenesses(q))
				}
				if suspenses(q)%2 != remotenesses(q)%2 || misereR(q)%2 != misereS(q)%2 {
					t.Fatalf("%v: plan for %v: %v has remoteness %d, suspense %d; misère remoteness %d, suspense %d",
						p, c, q, remotenesses(q), suspenses(q), misereR(q), misereS(q))
				}
				if closed, _, ok := p.Measure(grundy.ByRemoteness, q); ok && closed != remotenesses(q) {
					t.Fatalf("%v: %v has remoteness %d, closed form %d", p, q, remotenesses(q), closed)
				}
			}
		}
	}
}

func build(t *testing.T, p Piece, m grundy.Measure, c Cell) grundy.Table[Cell] {
	t.Helper()
	plan, ok := p.PlanTable(m, c)
	if !ok {
		t.Fatalf("%v: no plan for %v", p, m)
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// The closed forms on 300 x 300 cells, by the tables; 600 x 600 with GRUNDY_LONG=1.
func TestClosedFormsAgainstTable(t *testing.T) {
	skipInShort(t)
	n := long.Or[uint64](300, 600)
	for _, p := range []Piece{Rook(), Bishop(), King(), Knight(), Queen()} {
		table := newTable(t, p, n, n)
		for _, c := range rectangle(p, n, n) {
			v := uint64(table.At(c.X, c.Y))
			if closed, _, ok := p.Measure(grundy.ByNimValue, c); ok && closed != v {
				t.Fatalf("%v at %v: closed form %d, table %d", p, c, closed, v)
			}
			if closed, _, ok := p.Measure(grundy.ByOutcome, c); !ok || closed != min(v, 1) {
				t.Fatalf("%v at %v: outcome %d, nim-value %d", p, c, closed, v)
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
	for _, p := range []Piece{Queen(), Bishop(), King(), otherPieces()[0], Knight4(2000)} {
		width, height := long.Or[uint64](450, 900), long.Or[uint64](350, 700)
		check(p.String()+" table", TableCost(p, grundy.ByNimValue, width, height), allocated(func() { newTable(t, p, width, height) }))
		for _, m := range measures {
			for _, c := range []Cell{{width, height}, {long.Or[uint64](45_000, 90_000), 5}, {1500, 2}} {
				if p.side != 0 && max(c.X, c.Y) >= p.side {
					continue
				}
				plan, _ := p.PlanTable(m, c)
				check(p.String()+" plan "+m.String(), plan.Cost, allocated(func() { build(t, p, m, c) }))
			}
		}
	}
}

// Sizes that no machine holds are refused before any memory is taken, and
// costs do not wrap.
func TestTooLarge(t *testing.T) {
	for _, p := range append(namedPieces(), otherPieces()...) {
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
	for _, p := range []Piece{Queen(), King(), Knight4(MaxCoordinate), otherPieces()[0]} {
		for _, c := range []Cell{{MaxCoordinate - 1, MaxCoordinate - 1}, {0, 1 << 40}, {1 << 40, 3}, {1 << 62, 1 << 61}} {
			for _, m := range measures {
				if _, ok := planRow(p, m, c); ok {
					continue // by the period of a row: row_period_test.go
				}
				plan, _ := p.PlanTable(m, c)
				if _, err := plan.Build(t.Context(), nil); !errors.Is(err, grundy.ErrTooLarge) {
					t.Errorf("%v at %v: %v", p, c, err)
				}
				if plan.Cost.Time < time.Hour {
					t.Errorf("%v at %v: cost %+v", p, c, plan.Cost)
				}
			}
		}
	}
	if _, err := NewTable(t.Context(), Knight4(8), grundy.ByNimValue, 8, 9, nil); err == nil || errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a table larger than the board: %v", err)
	}
	if _, ok := Queen().PlanTable(grundy.ByGenus, Cell{}); ok {
		t.Error("a plan for the genus")
	}
	// A knight near the corner of an endless board is not a large question.
	if plan, _ := Knight4(MaxCoordinate).PlanTable(grundy.ByNimValue, Cell{5, 4}); plan.Cost.Bytes > 1000 || plan.Cost.Time > time.Second {
		t.Errorf("knight4[2^63-1](5,4) costs %+v", plan.Cost)
	}
	for _, size := range [][2]uint64{{0, 0}, {0, 1 << 63}, {5, 0}} {
		if _, err := NewTable(t.Context(), Queen(), grundy.ByNimValue, size[0], size[1], nil); err != nil || TableCost(Queen(), grundy.ByNimValue, size[0], size[1]) != (grundy.Cost{}) {
			t.Errorf("an empty table: %v", err)
		}
	}
}

func TestTableStops(t *testing.T) {
	for _, p := range []Piece{Queen(), Knight4(1 << 20), otherPieces()[0]} {
		stopsSoon(t, p.String(), func(ctx context.Context, progress grundy.Progress) error {
			_, err := NewTable(ctx, p, grundy.ByNimValue, 6000, 5000, progress)
			return err
		})
	}
}

// stopsSoon holds that work which reports its progress ends once its context has
// ended: it asks the context hardly any more, and reports nothing more.
func stopsSoon(t *testing.T, what string, work func(context.Context, grundy.Progress) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	asked := &countingContext{Context: ctx}
	calls, last := 0, uint64(0)
	err := work(asked, func(done, total uint64) {
		if done < last || done > total {
			t.Errorf("%s: %d of %d done after %d", what, done, total, last)
		}
		last = done
		if calls++; calls == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || calls != 5 {
		t.Fatalf("%s: %v after %d calls", what, err, calls)
	}
	if late := asked.late.Load(); late > 20 {
		t.Errorf("%s: the context was asked %d times after its end", what, late)
	}
}

// A countingContext counts how often it is asked after its end.
type countingContext struct {
	context.Context
	late atomic.Int64
}

func (c *countingContext) Err() error {
	err := c.Context.Err()
	if err != nil {
		c.late.Add(1)
	}
	return err
}

func TestTableAtPanics(t *testing.T) {
	table := newTable(t, Queen(), 3, 2)
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
