package position

// A table may be a part of another one: some coordinates are fixed, and others count from another number.

import (
	"context"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
)

// A view is a table whose cells are some of another one's, at least one of whose coordinates is open. Rows that
// are not asked for are computed too, where the engine needs them.
type view struct {
	board.Tabulated
	name  string
	fixed []*uint64 // of the other table; nil for those that are open
	after []int64   // of each open coordinate: how much greater it is here
}

// plus returns a number and after, but not less than least.
func plus(n uint64, after int64, least uint64) uint64 {
	if after == 0 {
		return n
	}
	return uint64(max(int64(n)+after, int64(least)))
}

// here returns the open ones of numbers of the other table, as they are here. One number stays the same.
func (v view) here(all []uint64, same uint64) (open []uint64) {
	for i, n := range all {
		switch {
		case v.fixed[i] != nil:
		case n == same:
			open = append(open, n)
		default:
			open = append(open, plus(n, v.after[len(open)], 0))
		}
	}
	return open
}

// there returns the numbers of the other table, the open ones at least the least; fixed is added to the others.
func (v view) there(open []uint64, least, fixed uint64) []uint64 {
	all, from := make([]uint64, len(v.fixed)), 0
	for i, n := range v.fixed {
		if n != nil {
			all[i] = grundy.AddCounts(*n, fixed)
			continue
		}
		all[i] = plus(open[from], -v.after[from], least)
		from++
	}
	return all
}

// String returns the name of the template.
func (v view) String() string { return v.name }

// Sides implements [board.Tabulated].
func (v view) Sides() []uint64 { return v.here(v.Tabulated.Sides(), 0) }

// Least implements [board.Tabulated].
func (v view) Least(ctx context.Context) []uint64 {
	return v.here(v.Tabulated.Least(ctx), math.MaxUint64)
}

// Holds implements [board.Tabulated].
func (v view) Holds(ctx context.Context, cell []uint64) bool {
	for i, n := range cell {
		if v.after[i] > 0 && n < uint64(v.after[i]) {
			return false
		}
	}
	return v.Tabulated.Holds(ctx, v.there(cell, 0, 0))
}

// RowsCost implements [board.Tabulated].
func (v view) RowsCost(m grundy.Measure, sides []uint64) grundy.Cost {
	cost := v.Tabulated.RowsCost(m, v.there(sides, 1, 1))
	if len(sides) < len(v.fixed) {
		cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(8, sides[0]))
	}
	return cost
}

// EachRow implements [board.Tabulated].
func (v view) EachRow(
	ctx context.Context, m grundy.Measure, sides []uint64, workers int, progress grundy.Progress,
	sink func(row []uint64) error,
) error {
	inner := v.there(sides, 1, 1)
	at, cell, more := make([]uint64, len(inner)), make([]uint64, len(sides)), true // the next rows, there and here
	var row, empty []uint64
	pass := func(row []uint64) error {
		more = board.NextRow(cell, sides)
		return sink(row)
	}
	none := func() error {
		if empty == nil {
			empty = make([]uint64, sides[0])
		}
		return pass(empty)
	}
	err := v.Tabulated.EachRow(ctx, m, inner, workers, progress, func(values []uint64) error {
		to, isHere := v.cell(at, sides)
		board.NextRow(at, inner)
		if !isHere {
			return nil
		}
		for more && !slices.Equal(cell[1:], to[1:]) {
			if err := none(); err != nil {
				return err
			}
		}
		n := v.fixed[0]
		if n == nil && v.after[0] == 0 {
			return pass(values)
		}
		if row == nil {
			row = make([]uint64, sides[0])
		}
		if n == nil {
			first := min(uint64(max(v.after[0], 0)), sides[0])
			copy(row[first:], values[max(-v.after[0], 0):])
			return pass(row)
		}
		row[to[0]] = values[*n] // a row here goes across those there
		if to[0]+1 < sides[0] {
			return nil
		}
		return pass(row)
	})
	for more && err == nil {
		err = none()
	}
	return err
}

// cell returns where the first cell of a row of the other table is here. The result is false where the row is
// not among the cells within sides.
func (v view) cell(at, sides []uint64) (to []uint64, isHere bool) {
	for axis, n := range at {
		if fixed := v.fixed[axis]; fixed != nil {
			if axis > 0 && n != *fixed {
				return nil, false
			}
			continue
		}
		x, i := int64(n)+v.after[len(to)], len(to)
		if axis > 0 && (x < 0 || uint64(x) >= sides[i]) {
			return nil, false
		}
		to = append(to, uint64(x))
	}
	return to, true
}
