package rules

// This file holds what both ways do with the cells of rows and grids: compiled rules
// have cells of 64 bits, the interpreter has values.

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

// fillWith fills dst with a cell.
func fillWith[C any](dst []C, cell C) {
	for i := range dst {
		dst[i] = cell
	}
}
