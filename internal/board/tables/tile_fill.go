package tables

// This file finds the nim-values of the cells of a front, by the search that
// values.go explains.

import (
	"math/bits"

	"github.com/grundy-games/grundy/internal/board/moves"
)

// frontCells is the most cells that are done at a time.
const frontCells = 64

// A frontFiller fills the given number of cells of a front, (x,y0+r), (x-1,y0+r+1), …, and
// enters their values in the records w.front, in which the last cell comes
// first. The searches begin at a group of values.
type frontFiller func(w *worker, x, r, count, start int)

// frontFillerFor returns the fastest for p.
func frontFillerFor(p moves.Plane) frontFiller {
	if len(p.Rides) == 3 && len(p.Leaps) == 0 {
		return fillThree
	}
	return fillAny
}

// fillAny is for any leaps and rides.
func fillAny(w *worker, x, r, count, start int) {
	for i := count - 1; i >= 0; i-- {
		for j, front := range w.front {
			w.lines[j] = front[i]
		}
		w.options = w.appendLeaps(w.options[:0], x, w.y0+r)
		k, open := w.search(start)
		w.cells[r*w.stride+x] = uint32(64*k + bits.TrailingZeros64(open))
		for _, line := range w.lines {
			w.enter(line, k, open&-open)
		}
		x, r = x-1, r+1
	}
}

// appendLeaps appends the nim-values of the cells to which leaps lead.
func (w *worker) appendLeaps(dst []uint32, x, y int) []uint32 {
	for _, leap := range w.piece.Leaps {
		if x, y := x+int(leap.DX), y+int(leap.DY); x >= 0 && y >= 0 {
			dst = append(dst, w.buffer(y / w.rows)[y%w.rows*w.stride+x])
		}
	}
	return dst
}

// search returns the first word that lines and leaps together do not fill, and
// what is open in it.
func (w *worker) search(start int) (k int, open uint64) {
	for group := start; ; group++ {
		full := uint64(0)
		for _, line := range w.lines {
			full |= w.records[line.summary+group]
		}
		for ; full != ^uint64(0); full |= full + 1 {
			k := 64*group + bits.TrailingZeros64(^full)
			seen := uint64(0)
			for _, line := range w.lines {
				seen |= w.records[line.set+k]
			}
			for _, option := range w.options {
				if int(option/64) == k {
					seen |= 1 << (option % 64)
				}
			}
			if seen != ^uint64(0) {
				return k, ^seen
			}
		}
	}
}

// enter enters bit of the word k into a record.
func (b *bands) enter(line record, k int, bit uint64) {
	word := &b.records[line.set+k]
	if *word |= bit; *word == ^uint64(0) {
		b.records[line.summary+k/64] |= 1 << (k % 64)
	}
}

// fillThree is fillAny for three rides and no leaps, so for the queen.
func fillThree(w *worker, x, r, count, start int) {
	records := w.records
	front0, front1, front2 := w.front[0][:count], w.front[1][:count], w.front[2][:count]
	at := r*w.stride + x
	for i := count - 1; i >= 0; i-- {
		line0, line1, line2 := front0[i], front1[i], front2[i]
		var k int
		var seen uint64
	search:
		for group := start; ; group++ {
			for full := records[line0.summary+group] | records[line1.summary+group] | records[line2.summary+group]; full != ^uint64(0); full |= full + 1 {
				k = 64*group + bits.TrailingZeros64(^full)
				seen = records[line0.set+k] | records[line1.set+k] | records[line2.set+k]
				if seen != ^uint64(0) {
					break search
				}
			}
		}
		w.cells[at] = uint32(64*k + bits.TrailingZeros64(^seen))
		at += w.stride - 1
		bit := ^seen & (seen + 1)
		w.enter(line0, k, bit)
		w.enter(line1, k, bit)
		w.enter(line2, k, bit)
	}
}
