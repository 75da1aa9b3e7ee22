package lang

// This file holds what both ways do with the cells of rows and grids: compiled rules
// have cells of 64 bits, the interpreter has values.

import "fmt"

// repeat fills dst with cells, again and again. Cells may be the beginning of dst.
func repeat[C any](dst, cells []C) {
	for n := copy(dst, cells); 0 < n && n < len(dst); n *= 2 {
		copy(dst[n:], dst[:n])
	}
}

// strided fills dst with cells[lo], cells[lo+step], …
func strided[C any](dst, cells []C, lo, step int64) {
	if step == 1 {
		copy(dst, cells[lo:])
		return
	}
	for i := range dst {
		dst[i] = cells[lo+int64(i)*step]
	}
}

// window fills dst with the h x w cells of a grid of some width whose first is at
// (r, c).
func window[C any](dst, cells []C, width, r, c, h, w int64) {
	for i := range h {
		copy(dst[i*w:(i+1)*w], cells[(r+i)*width+c:])
	}
}

// outsideOf returns which of the numbers (r, c, h, w) of a window leaves an h x w grid, or
// -1.
func outsideOf(height, width int64, at [4]int64) int {
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

// cutOutside says that the number i of a window leaves the grid.
func cutOutside(height, width int64, at [4]int64, i int) string {
	outside := at[i]
	if i >= 2 {
		outside += at[i-2]
	}
	return fmt.Sprintf("the grid has %d rows and %d columns, so %d is outside it", height, width, outside)
}

// wrongSize says that fill(…) makes no row, or side of a grid, of n cells.
func wrongSize(n int64) string {
	return fmt.Sprintf("want a number of cells of 0 … %d, not %d", mostCells, n)
}

// fillWith fills dst with a cell.
func fillWith[C any](dst []C, cell C) {
	for i := range dst {
		dst[i] = cell
	}
}
