package pattern

// This file places the positions of a table ahead of the search that values them, on the other cores of
// a question. The search takes them in their order, so that it does the same work on one core and on
// many.

import (
	"context"
	"iter"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/solve"
)

// Cells are placed placedTogether at a time, and each core is placedAhead times as many ahead.
const (
	placedTogether = 256
	placedAhead    = 4
)

// A placedCell is the position of a cell.
type placedCell struct {
	sum    grundy.Sum
	err    error // why there is none
	mayEnd bool  // the rules may say who has won
}

// A placing is what one goroutine places cells with.
type placing struct {
	place func(at []uint64) (grundy.Sum, error)
	sides []int
	cell  []uint64
}

func (s *source) placing(ctx context.Context, sides []int) *placing {
	return &placing{s.place(ctx), sides, make([]uint64, len(sides))}
}

// next places the cell and goes on to the next one, the last coordinate fastest.
func (p *placing) next() (c placedCell) {
	if c.sum, c.err = p.place(p.cell); c.err == nil {
		c.mayEnd = solve.MayEnd(c.sum)
	}
	for axis := len(p.cell) - 1; axis >= 0; axis-- {
		if p.cell[axis]++; p.cell[axis] < uint64(p.sides[axis]) {
			break
		}
		p.cell[axis] = 0
	}
	return c
}

// from places cells from an index on.
func (p *placing) from(first, count int) []placedCell {
	for axis := len(p.cell) - 1; axis >= 0; axis-- {
		p.cell[axis], first = uint64(first%p.sides[axis]), first/p.sides[axis]
	}
	cells := make([]placedCell, count)
	for i := range cells {
		cells[i] = p.next()
	}
	return cells
}

// placed goes over the positions of all cells of a box, in the order of Values. It ends early where ctx
// ends.
func (s *source) placed(ctx context.Context, sides []int) iter.Seq[placedCell] {
	count := 1
	for _, n := range sides {
		count *= n
	}
	workers := meter.Cores(ctx, 0) - 1 // one values them
	if workers < 1 || count <= placedTogether {
		return func(yield func(placedCell) bool) {
			for p := s.placing(ctx, sides); count > 0 && ctx.Err() == nil && yield(p.next()); count-- {
			}
		}
	}
	return func(yield func(placedCell) bool) {
		ctx, end := context.WithCancel(ctx)
		var all sync.WaitGroup
		defer all.Wait()
		defer end()
		type part struct {
			first int
			cells chan []placedCell
		}
		parts, inOrder := make(chan part), make(chan part, placedAhead*workers)
		all.Go(func() {
			defer close(inOrder)
			defer close(parts)
			for first := 0; first < count; first += placedTogether {
				next := part{first, make(chan []placedCell, 1)}
				for _, to := range []chan part{inOrder, parts} {
					select {
					case to <- next:
					case <-ctx.Done():
						return
					}
				}
			}
		})
		for range min(workers, (count+placedTogether-1)/placedTogether) {
			all.Go(func() {
				p := s.placing(ctx, sides)
				for next := range parts {
					next.cells <- p.from(next.first, min(placedTogether, count-next.first))
				}
			})
		}
		for next := range inOrder {
			select {
			case cells := <-next.cells:
				for _, c := range cells {
					if ctx.Err() != nil || !yield(c) {
						return
					}
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
