package search

// Arrays of small numbers get wider when a number needs it.

import "math"

// The cell of a position says what is known of it: 0 where it has not been met,
// its measure + valued where that is known.
const (
	met    = 1 // but not valued, and not on the stack
	open   = 2 // on the stack
	valued = 3
)

// cells are an array of 8, 16 or 32 bits a cell; one of the slices is not nil.
type cells struct {
	narrow []uint8
	middle []uint16
	wide   []uint32
}

func newCells(n, width uint64) cells {
	switch width {
	case 1:
		return cells{narrow: make([]uint8, n)}
	case 2:
		return cells{middle: make([]uint16, n)}
	}
	return cells{wide: make([]uint32, n)}
}

// width returns the bytes a cell.
func (c *cells) width() uint64 {
	switch {
	case c.narrow != nil:
		return 1
	case c.middle != nil:
		return 2
	}
	return 4
}

// greatest returns the greatest number that a cell holds.
func (c *cells) greatest() uint64 { return 1<<(8*c.width()) - 1 }

// widthOf returns the width that holds v, or 0 where none does.
func widthOf(v uint64) uint64 {
	switch {
	case v <= math.MaxUint8:
		return 1
	case v <= math.MaxUint16:
		return 2
	case v <= math.MaxUint32:
		return 4
	}
	return 0
}

func (c *cells) len() uint64 { return uint64(len(c.narrow) + len(c.middle) + len(c.wide)) }

func (c *cells) get(i uint64) uint32 {
	switch {
	case c.narrow != nil:
		return uint32(c.narrow[i])
	case c.middle != nil:
		return uint32(c.middle[i])
	}
	return c.wide[i]
}

// set sets a cell to v, which it must hold.
func (c *cells) set(i uint64, v uint32) {
	switch {
	case c.narrow != nil:
		c.narrow[i] = uint8(v)
	case c.middle != nil:
		c.middle[i] = uint16(v)
	default:
		c.wide[i] = v
	}
}

// widened returns the same cells of a greater width.
func (c *cells) widened(width uint64) cells {
	to := newCells(c.len(), width)
	for i := range c.len() {
		to.set(i, c.get(i))
	}
	return to
}
