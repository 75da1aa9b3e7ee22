package tables

// This file judges nim-values.
//
// # O(1) a cell, whatever the size of the board
//
// The nim-value of a cell is the least number that no line through it has seen
// and no leap leads to. The record of a line is the set of nim-values seen on
// it, a bit each in words of 64, and in front of them a summary: a bit for each
// word, set when that word is full. The search for a cell looks at the
// summaries of its lines, 64 words at a time, passes over every word that is
// full on one of the lines, and looks only into the others, from the lowest
// upward, until their union has a hole. It starts at the first word of the
// summary that its row has not filled.
//
// For the queen on n x n cells, counted for n = 1000, 2000 and 4000, a search
// looks into 1.71, 1.78 and 1.85 words, and passes over about n/340 that are
// full on one of the lines but not on all, as each line has stragglers, low
// values that it sees late. The summaries dispose of 64 of those at once, which
// makes them n/20,000 looks; without the summaries they would be most of the
// cost from n = 2000 on. So a cell costs O(1) as far as a table can reach: 16
// nanoseconds at n = 500 and 24 at n = 12,000 by this raster, less by the bands of
// tile_band.go. This is measured and not proved. BenchmarkQueenTable shows it of
// the bands beside the naive method, which looks at all O(n) options.
//
// # A window of values
//
// On a long and low board the values rise along the rows, but the records need
// not be longer than the board is high. Let the piece have the ride (-1,0), and
// r other steps. If v is missing in row y to the left of column x, then
// x <= v + ry. For the x cells (x',y) fall into two kinds. At most v have a value
// below v, because the values on a row differ. The others have a value above v, and so
// an option of value v in a lower row. Each of the y lower rows has v at most once, and
// each step comes from it to row y at most once. So all values below x - ry have been
// seen in row y. And a nim-value is at most x + y, because each step lowers x + y.
//
// So from column x on, the values that still matter lie between
// x - r(height-1) and the largest x + height - 1. The records hold that much,
// and some more so that the window need not be moved often: base says where
// it begins. Without the ride (-1,0) each step can be taken at most height-1
// times, so the nim-values are at most that times the number of steps, and the
// window need not move.
//
// # Misère play
//
// Misère nim-values differ in their start only: a cell without options has 1. The
// cells of a line still are the options of those behind them, so the records serve
// as they are. Where the piece has the ride (-1,0), only the first cell of a row can
// be without options, and lacks the option 0 that its value 1 calls for. So all
// values below x - ry - 1 have been seen in row y: one less than above. Piece.ends
// says which cells of a row have no options.

import (
	"math"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// values judges a raster.
type values[V number] struct {
	window
	base    int // the value of the lowest bit in a record
	summary int // words of a record in front of the set
	row     int // index of the line records of the ride (-1,0), or -1
	misere  bool

	slots []int
	lines [][]uint64
	leaps []V
}

// A window says how much of the sets of nim-values is kept.
type window struct {
	largest uint64 // no nim-value of the board is larger
	words   uint64 // of a set, for 64 values each
}

// windowFor returns the window for the cells to far. It holds whatever matters
// for one strip, and at least 64 words more.
func windowFor(p moves.Plane, m grundy.Measure, far moves.Cell) window {
	largest := largestMeasure(p, m, far)
	words := largest/64 + 1
	if slices.Contains(p.Rides, moves.Left) {
		steps := uint64(len(p.Leaps) + len(p.Rides))
		strip := grundy.AddCounts(grundy.MulCounts(steps, far.Y), stripWidth+OfEnds(m))
		need := strip/64 + 2 + 64 // base is a multiple of 64 words
		words = min(words, need+max(64, need/4))
	}
	return window{largest, words}
}

// summaryWords returns the number of words in the summary of a set. At least
// one bit of the last word belongs to no word of the set.
func (w window) summaryWords() uint64 { return w.words/64 + 1 }

// recordWords returns the number of words in a record.
func (w window) recordWords() uint64 { return w.summaryWords() + w.words }

func newValues[V number](p moves.Plane, m grundy.Measure, far moves.Cell) *values[V] {
	w := windowFor(p, m, far)
	return &values[V]{
		window:  w,
		summary: int(w.summaryWords()),
		row:     slices.Index(p.Rides, moves.Left),
		misere:  m == grundy.ByMisereNimValue,
		lines:   make([][]uint64, len(p.Rides)),
	}
}

func (v *values[V]) recordSize() int { return int(v.recordWords()) }

// prepare moves the window if a strip that ends with the column last might not
// fit.
func (v *values[V]) prepare(s *raster[V], last int) {
	top := min(last+s.height-1, int(v.largest))
	if top < v.base+64*int(v.words) {
		return
	}
	rows := &s.rideLines[v.row]
	drop := v.summary // of the words of a summary, those that are full in all rows
	for slot := range rows.slots {
		drop = min(drop, v.firstOpen(rows.record(slot)))
	}
	for i := range s.rideLines {
		for slot := range s.rideLines[i].slots {
			record := s.rideLines[i].record(slot)
			summary, words := record[:v.summary], record[v.summary:]
			clear(summary[copy(summary, summary[drop:]):])
			clear(words[copy(words, words[min(64*drop, len(words)):]):])
		}
	}
	v.base += 64 * 64 * drop
}

// firstOpen returns the index of the first word in the summary of a record
// that is not full.
func (v *values[V]) firstOpen(record []uint64) int {
	i := 0
	for record[i] == ^uint64(0) {
		i++
	}
	return i
}

// enter enters bit of the word k into a record.
func (v *values[V]) enter(record []uint64, k int, bit uint64) {
	word := &record[v.summary+k]
	if *word |= bit; *word == ^uint64(0) {
		record[k/64] |= 1 << (k % 64)
	}
}

func (v *values[V]) fill(s *raster[V], row []V, x0, y int) {
	if v.misere {
		ends := min(max(ends(s.piece, y)-x0, 0), len(row))
		v.fillEnds(s, row[:ends], x0, y)
		row, x0 = row[ends:], x0+ends
	}
	start := 0
	if v.row >= 0 {
		rows := &s.rideLines[v.row]
		start = v.firstOpen(rows.record(rows.slot(x0, y)))
	}
	if len(s.rideLines) == 3 && len(s.piece.Leaps) == 0 {
		v.fillThree(s, row, x0, y, start)
		return
	}
	v.slots = v.slots[:0]
	for i := range s.rideLines {
		v.slots = append(v.slots, s.rideLines[i].slot(x0, y))
	}
	for i := range row {
		for j, slot := range v.slots {
			v.lines[j] = s.rideLines[j].record(slot)
			v.slots[j] = s.rideLines[j].next(slot)
		}
		v.leaps = s.appendLeaps(v.leaps[:0], x0+i, y)
		k, open := v.search(start)
		row[i] = V(v.base + 64*k + bits.TrailingZeros64(open))
		for _, line := range v.lines {
			v.enter(line, k, open&-open)
		}
	}
}

// fillEnds is fill for cells without options, in misère play. The window has not
// moved then: it moves with the ride (-1,0) only, and then x = 0.
func (v *values[V]) fillEnds(s *raster[V], row []V, x0, y int) {
	for i := range row {
		row[i] = 1
		for j := range s.rideLines {
			v.enter(s.rideLines[j].record(s.rideLines[j].slot(x0+i, y)), 0, 1<<1)
		}
	}
}

// ends returns how many cells of row y have no options, for a piece whose steps
// raise no coordinate: they are the first of the row. It is math.MaxInt for all. It
// does not grow with y.
func ends(p moves.Plane, y int) int {
	ends := math.MaxInt
	for _, steps := range [][]moves.Step{p.Leaps, p.Rides} {
		for _, s := range steps {
			if int(-s.DY) <= y {
				ends = min(ends, int(-s.DX))
			}
		}
	}
	return ends
}

// search returns the first word that lines and leaps together do not fill, and
// what is open in it.
func (v *values[V]) search(start int) (k int, open uint64) {
	for i := start; ; i++ {
		full := uint64(0)
		for _, line := range v.lines {
			full |= line[i]
		}
		for ; full != ^uint64(0); full |= full + 1 {
			k := 64*i + bits.TrailingZeros64(^full)
			seen := uint64(0)
			for _, line := range v.lines {
				seen |= line[v.summary+k]
			}
			for _, leap := range v.leaps {
				if bit := int(leap) - v.base - 64*k; 0 <= bit && bit < 64 {
					seen |= 1 << bit
				}
			}
			if seen != ^uint64(0) {
				return k, ^seen
			}
		}
	}
}

// fillThree is fill for three rides and no leaps, so for the queen, with the
// loops over the lines written out, which makes it twice as fast.
func (v *values[V]) fillThree(s *raster[V], row []V, x0, y, start int) {
	rideLines0, rideLines1, rideLines2 := &s.rideLines[0], &s.rideLines[1], &s.rideLines[2]
	slot0, slot1, slot2 := rideLines0.slot(x0, y), rideLines1.slot(x0, y), rideLines2.slot(x0, y)
	for i := range row {
		line0, line1, line2 := rideLines0.record(slot0), rideLines1.record(slot1), rideLines2.record(slot2)
		var k int
		var seen uint64
	search:
		for j := start; ; j++ {
			for full := line0[j] | line1[j] | line2[j]; full != ^uint64(0); full |= full + 1 {
				k = 64*j + bits.TrailingZeros64(^full)
				seen = line0[v.summary+k] | line1[v.summary+k] | line2[v.summary+k]
				if seen != ^uint64(0) {
					break search
				}
			}
		}
		row[i] = V(v.base + 64*k + bits.TrailingZeros64(^seen))
		bit := ^seen & (seen + 1)
		v.enter(line0, k, bit)
		v.enter(line1, k, bit)
		v.enter(line2, k, bit)
		slot0, slot1, slot2 = rideLines0.next(slot0), rideLines1.next(slot1), rideLines2.next(slot2)
	}
}
