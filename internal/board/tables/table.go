// Package tables fills tables of measures for one piece on a board, given how it moves.
//
// The two functions that most people need are [NewTable] and [EachRow].
//
// [NewTable] keeps the nim-values of a rectangle, and [EachRow] passes them on row by row,
// computed by several workers, without keeping them. Both cost O(1) a cell for each step of
// the piece (values.go says how, for riders). [Plan] answers for one cell and its options,
// by outcome, nim-value, remoteness or suspense. [NewBox] and [PlanBox] do the same in any
// number of dimensions, with blocked cells and steps in any direction.
package tables

// Here tables of nim-values are kept whole.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A Table holds the nim-values of a piece on a rectangle of cells.
type Table struct {
	width, height uint64
	// The nim-value of (x,y) stands at y*stride+x, or if mirrored at
	// x*stride+y, in narrow or wide, whichever is not nil.
	stride   uint64
	mirrored bool
	narrow   []uint16
	wide     []uint32
}

// At returns the nim-value at (x,y) in O(1). It panics unless x is less than
// the table's width and y less than its height.
func (t *Table) At(x, y uint64) grundy.Value {
	if x >= t.width || y >= t.height {
		panic(fmt.Sprintf("board: cell (%d,%d) of a table of %d x %d cells", x, y, t.width, t.height))
	}
	if t.mirrored {
		x, y = y, x
	}
	i := y*t.stride + x
	if t.narrow != nil {
		return grundy.Value(t.narrow[i])
	}
	return grundy.Value(t.wide[i])
}

// NewTable fills a table of width x height cells by the measure m, the nim-value or
// misère nim-value, of 2 bytes each, or 4 where values could exceed 65,535.
//
// A cell costs O(1) for each step of the piece: of a leaper by looking up the
// options, of a rider as values.go explains. [TableCost] says beforehand what
// the whole costs. The error wraps [grundy.ErrTooLarge] if that is more than
// this engine can address, and is ctx's soon after ctx ends. A board with a far
// edge must be at least as large as the table.
func NewTable(ctx context.Context, piece moves.Plane, m grundy.Measure, width, height uint64, progress grundy.Progress) (*Table, error) {
	if err := onBoard(piece, width, height); err != nil {
		return nil, err
	}
	t := &Table{width: width, height: height, stride: width}
	if width == 0 || height == 0 {
		return t, nil
	}
	corner := moves.Cell{X: width - 1, Y: height - 1}
	cost := TableCost(piece, m, width, height)
	if err := addressable(piece, corner, cost); err != nil {
		return nil, err
	}
	pace := &Pace{Ctx: ctx, Progress: progress}
	var err error
	if isWide(largestMeasure(piece, m, corner)) {
		t.wide, err = fillTable[uint32](pace, t, piece, m)
	} else {
		t.narrow, err = fillTable[uint16](pace, t, piece, m)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// fillTable returns the cells of t, and says in t how they are laid out.
func fillTable[V number](pace *Pace, t *Table, p moves.Plane, m grundy.Measure) ([]V, error) {
	width, height := int(t.width), int(t.height)
	corner := moves.Cell{X: t.width - 1, Y: t.height - 1}
	pace.Total = cellsWithin(p, corner)
	if p.Climbs() {
		cells := make([]V, width*height)
		err := newWave(p, corner, mexOf[V](m)).run(pace, func(sum, x0, x1 int, front []V) {
			for x := max(x0, sum-height+1); x <= min(x1, width-1); x++ {
				cells[(sum-x)*width+x] = front[x]
			}
		})
		return cells, err
	}
	if layout, ok := tableLayout(p, m, t.width, t.height); ok {
		return fillByBands[V](pace, layout)
	}
	p, far := p.Flat(corner)
	t.mirrored, t.stride = width < height, far.X+1
	s := newRaster(p, far, newValues[V](p, m, far), true)
	err := s.run(pace, func(int, int) {})
	return s.cells, err
}

// tableLayout returns the layout of the engine for rows, and whether it is the
// one to fill a table. It is quicker than the raster.
func tableLayout(p moves.Plane, m grundy.Measure, width, height uint64) (bandLayout, bool) {
	layout := newBandLayout(p, m, width, height, 1, mirrorThat)
	return layout, layout.suits(rasterCost(p, m, width, height))
}

// fillByBands returns the cells of a table, row by row.
func fillByBands[V number](pace *Pace, layout bandLayout) ([]V, error) {
	width := layout.width
	cells := make([]V, width*layout.height)
	var kept [][]uint16
	if narrow, ok := any(cells).([]uint16); ok && layout.symmetric {
		for y := range layout.height {
			kept = append(kept, narrow[y*width+y/layout.rows*layout.rows:(y+1)*width])
		}
	}
	err := newBands(layout, kept).run(pace, func(y uint64, row []uint32) error {
		to := cells[y*width:][:width]
		for x, v := range row {
			to[x] = V(v)
		}
		return nil
	})
	return cells, err
}
