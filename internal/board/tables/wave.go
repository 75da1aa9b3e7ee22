package tables

// This is the wave, which fills a board with one measure, for pieces that leap only and some of
// whose leaps raise a coordinate.
//
// Every leap lowers x+y, so the cells are done by anti-diagonals, from the
// corner outward. Only as many anti-diagonals are kept as a leap crosses.

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A wave fills the cells (x,y) with x, y <= far and x+y <= last.
type wave[V number] struct {
	leaps     []moves.Step
	far, last int
	// ring[t%len(ring)][x] is the measure of (x,t-x).
	ring [][]V
	// judge returns the measure of a cell from those of its options.
	judge func(options []V) V
}

// newWave returns a wave that has not begun, to know the measure of c and of
// all cells before it. Its size is engineBytes.
func newWave[V number](p moves.Plane, c moves.Cell, judge func([]V) V) *wave[V] {
	w := &wave[V]{
		leaps: p.Leaps,
		far:   int(farthest(p, c)),
		last:  int(c.X + c.Y),
		ring:  make([][]V, crossed(p)+1),
		judge: judge,
	}
	for i := range w.ring {
		w.ring[i] = make([]V, w.far+1)
	}
	return w
}

// crossed returns by how much a leap of p lowers x+y at most.
func crossed(p moves.Plane) int {
	most := int64(0)
	for _, leap := range p.Leaps {
		most = max(most, -leap.DX-leap.DY)
	}
	return int(most)
}

// run fills all cells. It calls done after each anti-diagonal t: front[x] is the
// measure of (x,t-x) for x0 <= x <= x1.
func (w *wave[V]) run(pace *Pace, done func(t, x0, x1 int, front []V)) error {
	var options []V
	for t := range w.last + 1 {
		x0, x1 := max(0, t-w.far), min(t, w.far)
		front := w.ring[t%len(w.ring)]
		for x := x0; x <= x1; {
			begin, end := x, min(x+1024, x1+1)
			for ; x < end; x++ {
				options = w.appendOptions(options[:0], x, t-x)
				front[x] = w.judge(options)
			}
			if err := pace.Add(end - begin); err != nil {
				return err
			}
		}
		done(t, x0, x1, front)
	}
	return nil
}

// at returns the measure of a cell on one of the last anti-diagonals.
func (w *wave[V]) at(x, y int) V { return w.ring[(x+y)%len(w.ring)][x] }

func (w *wave[V]) appendOptions(dst []V, x, y int) []V {
	for _, leap := range w.leaps {
		x, y := x+int(leap.DX), y+int(leap.DY)
		if 0 <= x && x <= w.far && 0 <= y && y <= w.far {
			dst = append(dst, w.at(x, y))
		}
	}
	return dst
}

// mexOf judges by nim-values, in the convention of m.
func mexOf[V number](m grundy.Measure) func(options []V) V {
	ofEnds := V(OfEnds(m))
	return func(options []V) V {
		if len(options) == 0 {
			return ofEnds
		}
		for mex := V(0); ; mex++ {
			if !slices.Contains(options, mex) {
				return mex
			}
		}
	}
}

// lengthOf judges by a timing.
func lengthOf[V number](t timing) func(options []V) V {
	return func(options []V) V {
		var e ending
		for _, length := range options {
			e = t.add(e, uint64(length))
		}
		return V(t.length(e))
	}
}
