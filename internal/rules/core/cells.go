package core

// Both ways of running treat the cells of rows and grids alike: compiled rules have cells of 64
// bits, the interpreter has values.

import (
	"fmt"
	"math/bits"

	"github.com/grundy-games/grundy/internal/message"
)

// RepeatCells fills dst with cells, again and again. Cells may be the beginning of dst.
func RepeatCells[C any](dst, cells []C) {
	for n := copy(dst, cells); 0 < n && n < len(dst); n *= 2 {
		copy(dst[n:], dst[:n])
	}
}

// Strided fills dst with cells[lo], cells[lo+step], …
func Strided[C any](dst, cells []C, lo, step int64) {
	if step == 1 {
		copy(dst, cells[lo:])
		return
	}
	for i := range dst {
		dst[i] = cells[lo+int64(i)*step]
	}
}

// Window fills dst with the h x w cells of a grid of some width whose first is at
// (r, c).
func Window[C any](dst, cells []C, width, r, c, h, w int64) {
	for i := range h {
		copy(dst[i*w:(i+1)*w], cells[(r+i)*width+c:])
	}
}

// OutsideOf returns which of the numbers (r, c, h, w) of a Window leaves an h x w grid, or
// -1.
func OutsideOf(height, width int64, at [4]int64) int {
	for i, most := range [4]int64{height, width, height, width} {
		if i >= 2 {
			most -= at[i-2]
		}
		if at[i] < 0 || at[i] > most {
			return i
		}
	}
	return -1
}

// CutOutside says that the number i of a Window leaves the grid.
func CutOutside(height, width int64, at [4]int64, i int) string {
	outside := at[i]
	if i >= 2 {
		outside += at[i-2]
	}
	return fmt.Sprintf("the grid has %d rows and %d columns, so %d is outside it", height, width, outside)
}

// WrongSize says that fill(…) makes no row, or side of a grid, of n cells.
func WrongSize(n int64) string {
	return fmt.Sprintf("want a number of cells of 0 … %d, not %d", MostCells, n)
}

// FillWith fills dst with a cell.
func FillWith[C any](dst []C, cell C) {
	for i := range dst {
		dst[i] = cell
	}
}

// NamesFor says that there are names for another number of values.
func NamesFor(names, values int) string {
	return message.Count(names, "name", "names") + " for " + message.Count(values, "value", "values")
}

// SortSteps is what it takes to sort n values.
func SortSteps(n int) int64 { return int64(n) * int64(bits.Len(uint(n))) }
