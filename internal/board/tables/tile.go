package tables

// This file passes the nim-values of a rectangle on row by row, computed by
// several workers: tile_band.go has the order of the cells, tile_fill.go what
// is done with one.

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// EachRow passes the rows of width x height cells to sink, by the nim-value or misère
// nim-value, both at the same speed. A row is valid until sink returns. At most that many
// workers compute, as many as there are processors if workers < 1. A cell costs O(1)
// for each step of the piece, as values.go explains.
//
// The engine needs memory, but no table: see [RowsCost]. Only a piece some of whose steps
// raise a coordinate needs the whole table, and so does one on a long or tall
// rectangle if the table is smaller. Progress is reported in order, though perhaps by
// different goroutines.
func EachRow(ctx context.Context, p moves.Plane, m grundy.Measure, width, height uint64, workers int, progress grundy.Progress, sink func(row []uint32) error) error {
	layout := newBandLayout(p, m, width, height, workersFor(width, height, workers), mirrorOwn)
	if !layout.suits(rasterCost(p, m, width, height)) {
		table, err := NewTable(ctx, p, m, width, height, progress)
		if err != nil {
			return err
		}
		return table.rows(ctx, sink)
	}
	corner := moves.Cell{X: width - 1, Y: height - 1}
	if err := addressable(p, corner, layout.cost()); err != nil {
		return err
	}
	return newBands(layout, nil).run(&Pace{Ctx: ctx, Progress: progress}, func(_ uint64, row []uint32) error { return sink(row) })
}

// RowsCost returns what [EachRow] needs, with as many workers as there are
// processors.
func RowsCost(p moves.Plane, m grundy.Measure, width, height uint64) grundy.Cost {
	filled := rasterCost(p, m, width, height)
	if layout := newBandLayout(p, m, width, height, workersFor(width, height, 0), mirrorOwn); layout.suits(filled) {
		return layout.cost()
	}
	filled.Bytes = grundy.AddCounts(filled.Bytes, grundy.MulCounts(width, 4))
	return filled
}

// workersFor returns how many workers compute width x height cells, at most
// the given number. Two workers gain nothing on less than some hundredths of a second of
// work, as they wait for each other.
func workersFor(width, height uint64, workers int) int {
	const enough = 1 << 22 // cells
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	return int(min(uint64(workers), grundy.MulCounts(width, height)/enough+1))
}

// onBoard returns an error if the board of p has a far edge nearer than that.
func onBoard(p moves.Plane, width, height uint64) error {
	if p.Side != 0 && max(width, height) > p.Side {
		return fmt.Errorf("%d x %d cells: %s has a board of %d x %d", width, height, p, p.Side, p.Side)
	}
	return nil
}

// rows passes the rows of t to sink.
func (t *Table) rows(ctx context.Context, sink func(row []uint32) error) error {
	row := make([]uint32, t.width)
	for y := range t.height {
		if err := ctx.Err(); err != nil {
			return err
		}
		for x := range row {
			row[x] = uint32(t.At(uint64(x), y))
		}
		if err := sink(row); err != nil {
			return err
		}
	}
	return nil
}

// run computes all rows and passes them to sink.
//
// Worker i of W computes the bands i, i+W, i+2W, …, each after the last. It
// comes to the columns of a block when the band below has left them behind, for
// all lines through those cells come from there or from further left. So the
// bands in work form a flight of stairs, and no two workers are at the same
// line. Every cell is the mex of the same options, whoever computes it.
func (b *bands) run(pace *Pace, sink func(y uint64, row []uint32) error) error {
	pace.Total = b.cells()
	if b.workers == 1 {
		w := worker{bands: b}
		for band := range b.count() {
			w.begin(band)
			for front := w.firstFront(); front < w.fronts(); {
				next := w.block(front)
				cells := w.fill(front, next)
				if err := pace.Add(cells); err != nil {
					return err
				}
				front = next
			}
			if err := b.pass(band, sink); err != nil {
				return err
			}
		}
		return nil
	}
	stairs := newStairs(b, pace)
	var workers sync.WaitGroup
	for i := range b.workers {
		workers.Go(func() { stairs.climb(i) })
	}
	stairs.collect(sink)
	workers.Wait()
	return stairs.err
}

// pass passes the rows of a band to sink.
func (b *bands) pass(band int, sink func(y uint64, row []uint32) error) error {
	if b.symmetric {
		b.mirror(band)
	}
	y0, rows := b.span(band)
	for r := range rows {
		if err := sink(uint64(y0+r), b.buffer(band)[r*b.stride:][:b.width]); err != nil {
			return err
		}
	}
	return nil
}

// Stairs are the bands in work by several workers.
type stairs struct {
	*bands
	mu      sync.Mutex
	changed *sync.Cond // anything below
	pace    *Pace
	stopped bool
	err     error // why
	steps   []stair
	passed  int // bands that the sink has
}

// A stair says how far a worker has come: the number of fronts of a band.
type stair struct{ band, fronts int }

func newStairs(b *bands, pace *Pace) *stairs {
	s := &stairs{bands: b, pace: pace, steps: make([]stair, b.workers)}
	s.changed = sync.NewCond(&s.mu)
	for i := range s.steps {
		s.steps[i].band = i
	}
	return s
}

// await waits until ready, and reports false if all must stop instead.
func (s *stairs) await(ready func() bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.stopped && !ready() {
		s.changed.Wait()
	}
	return !s.stopped
}

// tell changes something. It reports false if all must stop, as they do after
// an error.
func (s *stairs) tell(change func() error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return false
	}
	if err := change(); err != nil {
		s.stopped, s.err = true, err
	}
	s.changed.Broadcast()
	return !s.stopped
}

// reached reports whether that many fronts of a band are done.
func (s *stairs) reached(band, fronts int) bool {
	step := s.steps[band%s.workers]
	return step.band > band || step.band == band && step.fronts >= fronts
}

// climb is what worker i does.
func (s *stairs) climb(i int) {
	w := worker{bands: s.bands}
	step := &s.steps[i]
	for band := i; band < s.count(); band += s.workers {
		// The band that has the buffer must be out of the way.
		if !s.await(func() bool { return s.passed > band-len(s.buffers) }) {
			return
		}
		if !s.tell(func() error { *step = stair{band: band}; return nil }) {
			return
		}
		w.begin(band)
		for front := w.firstFront(); front < w.fronts(); {
			next := w.block(front)
			if band > 0 && !s.await(func() bool { return s.reached(band-1, s.base(next)) }) {
				return
			}
			cells := w.fill(front, next)
			if !s.tell(func() error { step.fronts = next; return s.pace.Add(cells) }) {
				return
			}
			front = next
		}
	}
}

// collect passes the rows of all bands to sink.
func (s *stairs) collect(sink func(y uint64, row []uint32) error) {
	for band := range s.count() {
		_, rows := s.span(band)
		if !s.await(func() bool { return s.reached(band, s.width+rows-1) }) {
			return
		}
		err := s.pass(band, sink)
		if !s.tell(func() error { s.passed = band + 1; return err }) {
			return
		}
	}
}
