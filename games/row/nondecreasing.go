package row

// This file holds the game in which heaps stay in order: StoneGameStrategist,
// TopCoder SRM 309.
//
// Theorem. Heaps h[0] <= h[1] <= … <= h[n-1] stand in a row, and a move takes
// one stone or more from one heap so that the row stays in order. Let
// d[i] = h[i] - h[i-1], with h[-1] = 0. The nim-value is X, the exclusive or of
// d[n-1], d[n-3], d[n-5], ….
//
// Proof. To take s stones from heap i makes d[i] smaller by s and d[i+1], if
// there is one, larger by s, and it is allowed exactly when 1 <= s <= d[i]. So
// the differences are coins on a staircase: d[n-1] on step 1, d[n-2] on step 2,
// and so on; s coins move one step down, and those of step 1 move to step 0,
// out of the game. The nim-value of staircase Nim is the exclusive or of the
// odd steps. Here is why, in the words of this game; call the heaps n-1, n-3,
// … odd. By induction on the number of stones, X need only be shown to be the
// mex of the options' X.
//
// No option has the same X: a move makes one odd difference smaller, or makes
// the one to the right of an even heap larger. And each w < X is the X of an
// option: X has the top bit b of X^w, so some odd difference d has b, and
// t = d^X^w < d; to take d-t stones from that heap turns d into t and X into w.
// QED.
//
// So for each w an odd heap has at most one number of stones to take: such that
// d[i]^X^w is left. From an even heap it must be such that d[i+1] grows to
// d[i+1]^X^w. These last moves also count: they can win.

import (
	"iter"
	"math/big"

	"grundy"
)

const nondecreasingTheorem = "staircase Nim on the differences between neighbours (proved in games/row/nondecreasing.go)"

// Nondecreasing is the game on a row of heaps in which no heap is larger than
// its right neighbour. A move takes one stone or more from one heap, and the
// row must stay in order. An empty heap keeps its place.
//
// A position holds the number of stones of each heap, 0 … 2^63-1, left to
// right. Options come by heap, then by the number of stones taken, fewest
// first.
//
// Outcome, nim-value and the options of one nim-value cost O(heaps), and each
// option that is listed O(heaps).
type Nondecreasing struct{}

// PlaceNondecreasing makes the position nondecreasing(args…) a component. There
// must be at least one heap, of 0 … 2^63-1 stones each, and no heap may be
// larger than the next. The error is a *grundy.PositionError.
func PlaceNondecreasing(brackets, args []grundy.Arg) (grundy.Component, error) {
	p, err := placeHeaps("nondecreasing", brackets, args)
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(p); i++ {
		if p[i] < p[i-1] {
			return nil, grundy.Errorf(i, "heap %d = %d: a heap is at least as large as the one to its left, here %d", i+1, p[i], p[i-1])
		}
	}
	return grundy.Place(Nondecreasing{}, p), nil
}

// difference returns d[i].
func difference(p []uint64, i int) uint64 {
	if i == 0 {
		return p[0]
	}
	return p[i] - p[i-1]
}

var (
	_ grundy.Game[[]uint64]          = Nondecreasing{}
	_ grundy.Notation[[]uint64]      = Nondecreasing{}
	_ grundy.OptionCounter[[]uint64] = Nondecreasing{}
	_ grundy.Bounded[[]uint64]       = Nondecreasing{}
	_ grundy.Measurer[[]uint64]      = Nondecreasing{}
	_ grundy.Finder[[]uint64]        = Nondecreasing{}
	_ grundy.MoveNamer[[]uint64]     = Nondecreasing{}
	_ grundy.Scener[[]uint64]        = Nondecreasing{}
)

// AppendOptions implements [grundy.Game].
func (Nondecreasing) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for i := range p {
		for stones := uint64(1); stones <= difference(p, i); stones++ {
			dst = append(dst, take(p, i, stones))
		}
	}
	return dst
}

// AppendPosition implements [grundy.Notation]: "nondecreasing(3,6,6)".
func (Nondecreasing) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, "nondecreasing"...), '(', p, ')')
}

// CountOptions implements [grundy.OptionCounter]. The differences add up to
// the last heap.
func (Nondecreasing) CountOptions(p []uint64) uint64 { return p[len(p)-1] }

// CountPositions implements [grundy.Bounded]: no heap ever grows.
func (Nondecreasing) CountPositions(p []uint64) uint64 { return countHeaps(p) }

func (Nondecreasing) nimValue(p []uint64) uint64 {
	var value uint64
	for i := len(p) - 1; i >= 0; i -= 2 {
		value ^= difference(p, i)
	}
	return value
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value.
func (g Nondecreasing) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	switch m {
	case grundy.ByNimValue:
		return g.nimValue(p), nondecreasingTheorem, true
	case grundy.ByOutcome:
		return min(g.nimValue(p), 1), nondecreasingTheorem, true
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values.
func (g Nondecreasing) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	return findChanges(g, m, p, lo, hi)
}

// taking returns how many stones to take from heap i in order to change the
// nim-value by the exclusive or with change, 0 where no number does.
func (Nondecreasing) taking(p []uint64, i int, change uint64) uint64 {
	own := difference(p, i)
	if (len(p)-i)%2 == 1 {
		if left := own ^ change; left < own {
			return own - left
		}
		return 0
	}
	right := difference(p, i+1)
	if grown := right ^ change; grown > right && grown-right <= own {
		return grown - right
	}
	return 0
}

func (g Nondecreasing) countAll(p []uint64) *big.Int {
	return new(big.Int).SetUint64(g.CountOptions(p))
}

func (g Nondecreasing) countChanges(p []uint64, change uint64) *big.Int {
	count := int64(0)
	for i := range p {
		if g.taking(p, i, change) > 0 {
			count++
		}
	}
	return big.NewInt(count)
}

func (g Nondecreasing) eachChange(p []uint64, change uint64, others bool) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for i := range p {
			stones := g.taking(p, i, change)
			if !others {
				if stones > 0 && !yield(take(p, i, stones)) {
					return
				}
				continue
			}
			for other := uint64(1); other <= difference(p, i); other++ {
				if other != stones && !yield(take(p, i, other)) {
					return
				}
			}
		}
	}
}

// Taken returns the heap from which stones are taken on the move from p to its
// option q, and how many. The heap is -1 where q is not an option.
func (Nondecreasing) Taken(p, q []uint64) (heap int, stones uint64) { return taken(p, q) }

// Scene implements [grundy.Scener].
func (Nondecreasing) Scene(p []uint64) (grundy.Scene, error) { return grundy.HeapsScene(p...) }

// AppendMove implements [grundy.MoveNamer]: "take 3 from heap 1". Heaps are
// numbered from 1, unlike in the contest problem.
func (Nondecreasing) AppendMove(dst []byte, p, q []uint64) []byte { return appendTake(dst, p, q) }
