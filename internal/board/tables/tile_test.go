package tables

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/long"
)

// equalRows returns a sink that wants the rows of a table, each once and in
// order, and a function that tells whether it had all.
func equalRows(table *Table) (sink func(uint64, []uint32) error, all func() bool) {
	next := uint64(0)
	sink = func(y uint64, row []uint32) error {
		if y != next || uint64(len(row)) != table.width {
			return fmt.Errorf("row %d of %d cells after %d rows", y, len(row), next)
		}
		next++
		for x, v := range row {
			if want := table.At(uint64(x), y); grundy.Value(v) != want {
				return fmt.Errorf("(%d,%d) has nim-value %d, not %d", x, y, v, want)
			}
		}
		return nil
	}
	return sink, func() bool { return next == table.height }
}

// rasterTable is the table of another engine.
func rasterTable(t *testing.T, p moves.Plane, m grundy.Measure, width, height uint64) *Table {
	t.Helper()
	corner := moves.Cell{X: width - 1, Y: height - 1}
	flat, far := p.Flat(corner)
	s := newRaster(flat, far, newValues[uint32](flat, m, far), true)
	if err := s.run(&Pace{Ctx: t.Context()}, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	return &Table{width: width, height: height, stride: far.X + 1, mirrored: far != corner, wide: s.cells}
}

// The bands of every piece, by every kernel and any number of workers, against
// the raster: sizes that are not a multiple of anything, squares, where the
// queen's is mirrored, and long and tall ones, on which the windows of values
// differ from line to line.
func TestBandsAgainstRaster(t *testing.T) {
	m := grundy.ByNimValue
	check := func(p moves.Plane, width, height uint64, workers ...int) {
		t.Helper()
		table := rasterTable(t, p, m, width, height)
		for _, n := range workers {
			for _, how := range []mirroring{allCells, mirrorOwn} {
				fillers := map[string]frontFiller{"fastest": frontFillerFor(p)}
				if width*height < 50_000 {
					fillers["any"] = fillAny
				}
				for name, filler := range fillers {
					b := newBands(newBandLayout(p, m, width, height, n, how), nil)
					b.fillFront = filler
					sink, all := equalRows(table)
					if err := b.run(&Pace{Ctx: t.Context()}, sink); err != nil || !all() {
						t.Errorf("%v by %v, %d x %d, %d workers, filler %q: %v", p, m, width, height, n, name, err)
					}
				}
			}
		}
	}
	for _, m = range boardtest.NimValues {
		for i, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
			if p.Climbs() {
				continue
			}
			for j, size := range [][2]uint64{{1, 1}, {65, 63}, {63, 65}, {64, 64}, {129, 300}, {200, 200}, {700, 2}, {3, 600}} {
				if !long.Asked && (i+j)%13 != 0 {
					continue
				}
				check(p, size[0], size[1], 1, 2+i%2, 7)
			}
		}
		side := long.Of[uint64](200, 600, 1000)
		amazon, nimhof3 := boardtest.OtherPlanes()[0], boardtest.OtherPlanes()[3]
		for i, p := range []moves.Plane{boardtest.QueenMoves(), amazon, nimhof3} {
			check(p, side/2, side/2-long.Of[uint64](35, 90, 150), 3)
			if long.Asked || (m == grundy.ByNimValue) == (i > 0) {
				far := long.Or[uint64](2500, 6000) // windows move
				check(p, far, 70, 2)
				check(p, 70, far, 2)
			}
		}
		check(moves.Plane{Name: "full", Rides: []moves.Step{moves.Left}}, 4096, 3, 1) // a row that sees every value
		check(boardtest.QueenMoves(), side, side, 2)
		for i, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.BishopMoves()} {
			if long.Asked || (m == grundy.ByNimValue) == (i == 0) {
				check(p, 3100, long.Or[uint64](100, 300), 3) // high bands
			}
		}
	}
	if long.Asked {
		check(boardtest.QueenMoves(), 3100, 600, 3)
		check(boardtest.QueenMoves(), 3001, 3001, 2)
	}
}

// numberedRows returns a sink of rows that passes them on with their number.
func numberedRows(sink func(y uint64, row []uint32) error) func(row []uint32) error {
	y := uint64(0)
	return func(row []uint32) error {
		y++
		return sink(y-1, row)
	}
}

// Every engine passes the rows that the table has.
func TestEachRowAgainstTableRace(t *testing.T) {
	for _, p := range append(boardtest.NamedPlanes(), boardtest.OtherPlanes()...) {
		for _, size := range [][2]uint64{{1, 1}, {150, 140}, {10_000, 3}, {2, 5000}} {
			width, height := size[0], size[1]
			if p.Side != 0 {
				width, height = min(width, p.Side), min(height, p.Side)
			} else if p.Climbs() {
				width, height = min(width, 200), min(height, 200)
			}
			table := newTableIn(t, p, grundy.ByNimValue, width, height)
			for _, workers := range []int{0, 1, 3} {
				sink, all := equalRows(table)
				if err := EachRow(t.Context(), p, grundy.ByNimValue, width, height, workers, nil, numberedRows(sink)); err != nil || !all() {
					t.Errorf("%v, %d x %d: %v", p, width, height, err)
				}
			}
		}
	}
}

func TestRowsStopRace(t *testing.T) {
	wrong := errors.New("wrong")
	for _, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.OtherPlanes()[0], boardtest.Knight4Moves(1 << 20)} {
		side := long.Or[uint64](2000, 3000)
		if p.Climbs() { // its rows come after the whole table
			side = 900
		}
		for _, workers := range []int{1, 3} {
			if testing.Short() && workers == 1 {
				continue // for the race detector
			}
			synctest.Test(t, func(t *testing.T) { // which waits for all workers to end
				// A sink's error stops all, and is the error.
				calls := 0
				err := EachRow(t.Context(), p, grundy.ByNimValue, side+300, side, workers, nil, numberedRows(func(uint64, []uint32) error {
					if calls++; calls == 5 {
						return wrong
					}
					return nil
				}))
				if !errors.Is(err, wrong) || calls != 5 {
					t.Errorf("%v: %v after %d calls of the sink", p, err, calls)
				}
				ctx, cancel := context.WithCancel(t.Context())
				asked := &boardtest.CountingContext{Context: ctx}
				last, cancelled := uint64(0), uint64(0)
				err = EachRow(asked, p, grundy.ByNimValue, side+2000, side+1000, workers, func(done, total uint64) {
					if done < last || done > total {
						t.Errorf("%v: %d of %d done after %d", p, done, total, last)
					}
					if last = done; cancelled == 0 && done > 100_000 {
						cancelled = done
						cancel()
					}
				}, numberedRows(func(uint64, []uint32) error { return nil }))
				// Each worker may finish what it has begun, a millisecond's work. Others
				// than the one that cancels may do much until it has.
				if late := asked.Late.Load(); !errors.Is(err, context.Canceled) || late > 20 || workers == 1 && last > cancelled+1<<16 {
					t.Errorf("%v, %d workers: %v, asked %d times after the end; %d done, %d when cancelled", p, workers, err, late, last, cancelled)
				}
			})
		}
	}
}

func TestRowsProgress(t *testing.T) {
	var last, of uint64
	err := EachRow(t.Context(), boardtest.QueenMoves(), grundy.ByNimValue, 2500, 1700, 3, func(done, total uint64) { last, of = done, total }, numberedRows(func(uint64, []uint32) error { return nil }))
	if err != nil || of != 4_250_000 || last > of || last < of/2 {
		t.Errorf("%v: %d of %d done", err, last, of)
	}
}

// What rows allocate is what the cost said, within a twentieth and a few pages.
func TestRowsCost(t *testing.T) {
	for _, p := range append(boardtest.OtherPlanes()[:2], boardtest.QueenMoves(), boardtest.KingMoves(), boardtest.Knight4Moves(2000)) {
		for _, size := range long.Every(3, [][2]uint64{{1100, 300}, {900, 900}, {300, 1100}, {30_000, 4}, {3000, 3000}}) {
			if size[0] > 2000 && size[1] > 2000 && (!p.IsQueen() || !long.Asked) {
				continue
			}
			if p.Side != 0 && slices.Max(size[:]) > p.Side || p.Climbs() && size[0] > 2000 {
				continue
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if err := EachRow(t.Context(), p, grundy.ByNimValue, size[0], size[1], 0, nil, func([]uint32) error { return nil }); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			const pages = 1 << 17
			bytes, cost := after.TotalAlloc-before.TotalAlloc, RowsCost(p, grundy.ByNimValue, size[0], size[1]).Bytes
			if bytes > cost+cost/20+pages || cost > bytes+bytes/4+pages {
				t.Errorf("%v, %v: %d bytes allocated, cost said %d", p, size, bytes, cost)
			}
		}
	}
}

func TestBooleanTable(t *testing.T) {
	const n = 150
	table := newTableIn(t, boardtest.QueenMoves(), grundy.ByNimValue, n, n)
	for i, v := range booleanTable(n) {
		if want := table.At(uint64(i)%n, uint64(i)/n); grundy.Value(v) != want {
			t.Fatalf("(%d,%d) has nim-value %d, not %d", i%n, i/n, want, v)
		}
	}
}

// The search for three rides on records made up at random, fuller than those of any table
// that a test can fill, against the one for any piece.
func TestFrontFillers(t *testing.T) {
	const sums, words = 21, 20 * 64
	random := boardtest.NewRandom(t)
	for range long.Or(30, 100) {
		count, start := 1+random.IntN(frontCells), random.IntN(3)
		full, sparse := random.IntN(words-64), random.IntN(4)
		state := make([]uint64, 3*count*(sums+words))
		front := make([][]record, 3)
		for j := range front {
			for i := range count {
				at := (j*count + i) * (sums + words)
				front[j] = append(front[j], record{at, at + sums})
				for k := range words - 1 {
					word := &state[at+sums+k]
					switch {
					case k < full && (k+j)%3 == 0, random.IntN(4) > sparse:
						*word = ^uint64(0)
					case k < full+200:
						*word = random.Uint64() | random.Uint64() | random.Uint64()
					}
					if *word == ^uint64(0) {
						state[at+k/64] |= 1 << (k % 64)
					}
				}
			}
		}
		fill := func(filler frontFiller) *worker {
			w := &worker{
				bands: &bands{stride: 100, rulers: make([]ruler, 3), records: slices.Clone(state)},
				cells: make([]uint32, 100*frontCells),
				front: front,
				lines: make([]record, 3),
			}
			filler(w, count-1, 0, count, start)
			return w
		}
		want := fill(fillAny)
		if got := fill(fillThree); !slices.Equal(got.cells, want.cells) || !slices.Equal(got.records, want.records) {
			t.Fatalf("other values or records; %d cells from group %d, %d words almost full", count, start, full)
		}
	}
}
