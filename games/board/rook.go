package board

// The rook is two heaps of Nim.
//
// A rook at (x,y) is Nim with the heaps x and y: a move lowers exactly one
// coordinate. So its nim-value is x xor y (Bouton 1901), and a sum of rooks is
// firm, in the language of package theory/misere, when some coordinate is 2 or
// more.
//
// Its remoteness is 2 min(x,y), and 1 more where x and y differ. By induction:
// who moves from (x,x) must go to (i,x) or (x,i) with i < x, of remoteness
// 2i+1, and stalls best with i = x-1, so that (x,x) has 2(x-1)+1+1 = 2x. From
// (x,y) with x < y the only P option is (x,x), because the P cells are those
// with equal coordinates; it has the even remoteness 2x, so (x,y) has 2x+1.

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/theory/misere"
)

const rookMethod = "the rook is Nim with the heaps x and y (C. L. Bouton, Ann. of Math. 1901; games/board/rook.go)"

// measureRook knows all measures.
func measureRook(m grundy.Measure, c Cell) (uint64, string, bool) {
	value := c.X ^ c.Y
	differ := min(value, 1)
	switch m {
	case grundy.ByOutcome:
		return differ, rookMethod, true
	case grundy.ByNimValue:
		return value, rookMethod, true
	case grundy.ByRemoteness:
		return 2*min(c.X, c.Y) + differ, rookMethod, true
	case grundy.ByGenus:
		return misere.Genus(grundy.Value(value), max(c.X, c.Y) >= 2), rookMethod, true
	}
	return 0, "", false
}

// findRook knows the measures that measureRook knows.
func findRook(m grundy.Measure, c Cell, lo, hi uint64) ([]moves.Run, bool) {
	switch m {
	case grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness, grundy.ByGenus:
		runs := findHeap(nil, m, moves.Left, c.X, c.Y, lo, hi)
		return findHeap(runs, m, moves.Down, c.Y, c.X, lo, hi), true
	}
	return nil, false
}

// findHeap appends the options with measure lo … hi in which step s lowers one
// coordinate from n; the other stays.
func findHeap(runs []moves.Run, m grundy.Measure, s moves.Step, n, other, lo, hi uint64) []moves.Run {
	h := lowering{s, n, runs}
	switch m {
	case grundy.ByOutcome:
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
		h.xorWithin(0, n, other, lo, hi)
	case grundy.ByNimValue:
		h.xorWithin(0, n, other, lo, hi)
	case grundy.ByRemoteness:
		h.remoteWithin(other, lo, hi)
	case grundy.ByGenus:
		fickle := uint64(0) // the options to i < fickle leave no coordinate at 2 or more
		if other < 2 {
			fickle = min(n, 2)
		}
		if hi >= 2 {
			h.xorWithin(fickle, n, other, max(lo, 2)-2, hi-2)
		}
		h.xorWithin(0, fickle, other, lo, min(hi, 1))
	}
	return h.runs
}

// A lowering collects options in which step lowers one coordinate from n to some
// i < n, for falling i.
type lowering struct {
	step moves.Step
	n    uint64
	runs []moves.Run
}

// add adds the options to i for from <= i <= to < n, where to is below all i
// that were added before.
func (h *lowering) add(from, to uint64) {
	if last := len(h.runs) - 1; last >= 0 && h.runs[last].Step == h.step && h.runs[last].Last+1 == h.n-to {
		h.runs[last].Last = h.n - from
		return
	}
	h.runs = append(h.runs, moves.Run{Step: h.step, First: h.n - to, Last: h.n - from})
}

// xorWithin adds the options to from <= i < to with lo <= i xor other <= hi.
//
// The numbers that share all bits from bit b upward are a block; exclusive or
// with other maps blocks onto blocks. So it splits the block of all numbers
// into halves, the upper one first, and each of them again, and stops at
// blocks that lie wholly inside both intervals or wholly outside one of them.
// A block of either kind lies next to an end of an interval, so no more than
// four blocks of each size are split: O(log n) in all.
func (h *lowering) xorWithin(from, to, other, lo, hi uint64) {
	if from >= to || lo > hi {
		return
	}
	var split func(i uint64, b int)
	split = func(i uint64, b int) {
		within := uint64(1)<<b - 1
		v := (i ^ other) &^ within
		switch {
		case i|within < from || i >= to || v|within < lo || v > hi:
		case from <= i && i|within < to && lo <= v && v|within <= hi:
			h.add(i, i|within)
		default:
			split(i|1<<(b-1), b-1)
			split(i, b-1)
		}
	}
	split(0, 64)
}

// remoteWithin adds the options to i < n of remoteness lo … hi: 2 other + 1
// for i > other, 2 other for i = other, and 2i+1 for i < other.
func (h *lowering) remoteWithin(other, lo, hi uint64) {
	within := func(r uint64) bool { return lo <= r && r <= hi }
	if h.n > other+1 && within(2*other+1) {
		h.add(other+1, h.n-1)
	}
	if h.n > other && within(2*other) {
		h.add(other, other)
	}
	// 2i+1 >= lo exactly if i >= lo/2, and 2i+1 <= hi exactly if i < (hi+1)/2.
	if end := min(h.n, other, hi/2+hi%2); lo <= hi && lo/2 < end {
		h.add(lo/2, end-1)
	}
}
