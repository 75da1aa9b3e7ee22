package board

// This file holds the tables of games that are no [Piece] and no [Game], as
// their moves are not those of one piece by leaps and rides: a-Wythoff, cyclic
// Nimhoff and Euclid's game.

import (
	"context"
	"fmt"
	"math"
	"time"

	"grundy"
)

// A Tabulated is a game with a table of nim-values, of a row for each choice of
// the coordinates but the first. No move of it raises a coordinate.
// [GeneralisedWythoff], [Euclid] and what [Nimhoff.Heaps] returns are ones; package
// games has others.
type Tabulated interface {
	fmt.Stringer
	// Dimension returns the number of coordinates.
	Dimension() int
	// RowsCost returns what EachRow needs, for sides that are not 0.
	RowsCost(sides []uint64) grundy.Cost
	// EachRow passes the rows of the cells whose coordinates are less than
	// sides to sink, in order, the second coordinate changing fastest. A row
	// is valid until sink returns. Cells that are no positions have 0. The
	// error wraps [grundy.ErrTooLarge] if that is more than the engine can
	// address, and is sink's as soon as that returns one and ctx's soon after
	// ctx ends.
	EachRow(ctx context.Context, sides []uint64, progress grundy.Progress, sink func(row []uint64) error) error
	// RowPeriod finds and proves the period of row r, y being r, in two
	// dimensions; see [RowPeriod] for the budget and the errors.
	RowPeriod(ctx context.Context, r, budget uint64, progress grundy.Progress) (*Row, error)
	// RowPeriodMemory returns about how many bytes RowPeriod needs for row r,
	// beside what it needs for each cell that it visits.
	RowPeriodMemory(r uint64) uint64
	// Least returns the least that a coordinate of a position is. Cells with
	// a lesser one are no positions.
	Least() uint64
}

// A stepper is a [Tabulated] whose options are cells, so that its misère nim-values are
// those of a table too.
type stepper interface {
	Tabulated
	// appendCells appends the options of a cell. The result is false where
	// the cell is no position.
	appendCells(dst [][]uint64, cell []uint64) ([][]uint64, bool)
	countCells(cell []uint64) uint64
}

// checkSides returns an error if sides are none of a table of g.
func checkSides(g Tabulated, sides []uint64) error {
	if len(sides) != g.Dimension() {
		return fmt.Errorf("%d sides of a table of %s, which has %d dimensions", len(sides), g, g.Dimension())
	}
	for _, side := range sides {
		if side == 0 || side > MaxCoordinate {
			return fmt.Errorf("a side of %d in a table of %s: want 1 … %d", side, g, uint64(MaxCoordinate))
		}
	}
	return nil
}

// eachRow passes the rows of a table to sink of which value says the nim-values.
func eachRow(ctx context.Context, sides []uint64, progress grundy.Progress, value func(cell []uint64) uint64, sink func(row []uint64) error) error {
	if sides[0] > maxBytes/8 {
		return fmt.Errorf("rows of %d cells: %w", sides[0], grundy.ErrTooLarge)
	}
	row, cell := make([]uint64, sides[0]), make([]uint64, len(sides))
	pace := &pace{ctx: ctx, progress: progress, total: product(sides)}
	for {
		for x := range row {
			cell[0] = uint64(x)
			row[x] = value(cell)
			if err := pace.add(1); err != nil {
				return err
			}
		}
		if err := sink(row); err != nil {
			return err
		}
		if !nextRow(cell, sides) {
			return nil
		}
	}
}

// nextRow counts on to the first cell of the next row.
func nextRow(cell, sides []uint64) bool {
	cell[0] = 0
	for axis := 1; axis < len(cell); axis++ {
		if cell[axis]++; cell[axis] < sides[axis] {
			return true
		}
		cell[axis] = 0
	}
	return false
}

func product(sides []uint64) uint64 {
	cells := uint64(1)
	for _, side := range sides {
		cells = grundy.MulCounts(cells, side)
	}
	return cells
}

// closedRowsCost returns what eachRow needs for a closed form.
func closedRowsCost(sides []uint64) grundy.Cost {
	const cellTime = 20 * time.Nanosecond
	return grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(8, sides[0]), 1<<10),
		Time:  grundy.Nanoseconds(grundy.MulCounts(product(sides), uint64(cellTime))),
	}
}

// EachMisereRow passes the rows of misère nim-values to sink, as EachRow does with
// nim-values. For a-Wythoff it is as fast; for the others, which have closed forms
// in normal play only, it costs O(options) a cell. There are none of games of
// another package.
func EachMisereRow(ctx context.Context, g Tabulated, sides []uint64, progress grundy.Progress, sink func(row []uint64) error) error {
	steps, ok := g.(stepper)
	if !ok {
		return fmt.Errorf("%s: its misère nim-values are not known to this version", g)
	}
	if err := checkSides(g, sides); err != nil {
		return err
	}
	if wythoff, ok := g.(GeneralisedWythoff); ok {
		return wythoff.eachRowIn(ctx, grundy.ByMisereNimValue, sides, progress, sink)
	}
	cells := product(sides)
	if cells > math.MaxUint32 {
		return fmt.Errorf("a misère table of %s with the sides %v: %w", g, sides, grundy.ErrTooLarge)
	}
	index := func(cell []uint64) (i uint64) {
		for axis := len(cell) - 1; axis >= 0; axis-- {
			i = i*sides[axis] + cell[axis]
		}
		return i
	}
	values := newMisereValues(cells)
	var options [][]uint64
	return eachRow(ctx, sides, progress, func(cell []uint64) uint64 {
		var ok bool
		if options, ok = steps.appendCells(options[:0], cell); !ok {
			return 0
		}
		for _, q := range options {
			values.option(index(q))
		}
		i := index(cell)
		values.settle(i)
		return values.at(i)
	}, sink)
}

// MisereRowsCost returns what [EachMisereRow] needs, for sides that are not 0.
func MisereRowsCost(g Tabulated, sides []uint64) grundy.Cost {
	if wythoff, ok := g.(GeneralisedWythoff); ok {
		return wythoff.rowsCostIn(grundy.ByMisereNimValue, sides)
	}
	steps, ok := g.(stepper)
	if !ok { // EachMisereRow refuses
		return closedRowsCost(sides)
	}
	options := grundy.AddCounts(steps.countCells(cornerOf(sides)), 1)
	cells := product(sides)
	cost := closedRowsCost(sides)
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.AddCounts(grundy.MulCounts(4, cells), grundy.MulCounts(64, options)))
	cost.Time = grundy.Nanoseconds(grundy.MulCounts(grundy.MulCounts(cells, options), uint64(misereOptionTime)))
	return cost
}
