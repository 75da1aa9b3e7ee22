package row

// This file holds Roxor, TopCoder SRM 216.
//
// A move takes one stone of heap i and puts one on heap j and one on heap k,
// i < j <= k. The stones never meet: what becomes of one does not depend on
// where the others lie. So a position is the sum of its stones, and only a
// stone's distance d from the last heap matters. A stone at distance d is
// replaced by two at distances a and b, d > a >= b >= 0, so its nim-value is
//
//	g(d) = mex{ g(a)^g(b) : d > a >= b >= 0 }.
//
// A number is odious if it has an odd number of one bits, else evil; 0 is
// evil. The exclusive or of two numbers is evil exactly when both are odious
// or both evil.
//
// Theorem. g(0) = 0, and g(d) is the d-th odious number: 1, 2, 4, 7, 8, 11, 13,
// 14, 16, …. (Mock Turtles of Winning Ways, chapter 14, has these values too.)
//
// Proof, by induction on d. At distance 0 there is no move. Let d > 0 and o be
// the d-th odious number, so that g(1), …, g(d-1) are all odious numbers below
// o. Each number below o is an option's value:
//
//   - 0 is g(0)^g(0);
//   - an odious number is g(a) for some a < d, so it is g(a)^g(0);
//   - an evil number e > 0 is the exclusive or of its lowest one bit, which is
//     odious, and of the rest, which has an odd number of one bits. Both are
//     below o, and they differ, so they are g(b) and g(a) with a, b < d.
//
// And o is none: it is odious, so one of the two would have to be g(0) and the
// other o itself, which is g(a) for no a < d. QED.
//
// Of each two numbers 2m and 2m+1 exactly one is odious. So the d-th odious
// number is 2m or 2m+1 for m = d-1, and the one that is g(d) is found again as
// number m+1. Both ways take a few instructions.
//
// Options of nim-value w. Let change be the exclusive or of w and the nim-value
// of the position. To move a stone at distance d, the two new stones must have
// g(a)^g(b) = t, t = g(d)^change.
//
//   - t = 0: a = b, which gives d pairs.
//   - t odious: b = 0 and g(a) = t, which gives one pair if a < d, else none.
//   - t evil, not 0: neither is 0, so both g(a) and g(b) are odious; any odious
//     u goes with u^t, which is odious. The larger one of such a pair is the one
//     that has the top bit of t. So there is one pair for each a < d for which
//     g(a) has that bit, which is not bit 0; since g(a) is 2m or 2m+1 for
//     m = a-1, this is a matter of one bit of m, and m runs from 0 to d-2.
//
// So the options are counted in O(1) a heap, and listed without looking at
// pairs that do not belong.

import (
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"grundy"
)

const roxorTheorem = "a sum of stones; a stone d heaps from the last has for its nim-value the d-th odious number (proved in games/row/roxor.go)"

// Roxor is the game in which a move takes one stone of heap i and puts one on
// heap j and one on heap k, i < j <= k.
//
// A position holds the number of stones of each heap, left to right. A move
// adds at most 2 to a heap. So numbers of 0 … 2^63-1 in the beginning reach
// 2^64, where they would overflow, only after 2^62 moves, more than anybody
// can make. Options come by i, then j, then k.
//
// Outcome, nim-value and the number of options of one nim-value cost O(heaps),
// and each option that is listed O(heaps).
type Roxor struct{}

// PlaceRoxor makes the position roxor(args…) a component. There must be at
// least one heap, of 0 … 2^63-1 stones each. The error is a
// *grundy.PositionError.
func PlaceRoxor(brackets, args []grundy.Arg) (grundy.Component, error) {
	p, err := placeHeaps("roxor", brackets, args)
	if err != nil {
		return nil, err
	}
	return grundy.Place(Roxor{}, p), nil
}

// StoneValue returns the nim-value of one stone of Roxor that lies distance
// heaps before the last one, in O(1): 0 for distance 0, else the odious number
// of that rank. It panics if the distance is below 0.
func StoneValue(distance int) grundy.Value {
	if distance < 0 {
		panic(fmt.Sprintf("grundy/games/row: distance %d of a stone is below 0", distance))
	}
	return grundy.Value(stoneValue(distance))
}

func stoneValue(distance int) uint64 {
	if distance == 0 {
		return 0
	}
	m := uint64(distance - 1)
	if isOdious(m) {
		return 2 * m
	}
	return 2*m + 1
}

// stoneAt returns the distance of the stones that have an odious nim-value.
func stoneAt(value uint64) uint64 { return value/2 + 1 }

func isOdious(n uint64) bool { return bits.OnesCount64(n)%2 == 1 }

// topBit returns the largest power of two in n, which is not 0.
func topBit(n uint64) uint64 { return 1 << (bits.Len64(n) - 1) }

var (
	_ grundy.Game[[]uint64]          = Roxor{}
	_ grundy.Notation[[]uint64]      = Roxor{}
	_ grundy.OptionCounter[[]uint64] = Roxor{}
	_ grundy.Bounded[[]uint64]       = Roxor{}
	_ grundy.Measurer[[]uint64]      = Roxor{}
	_ grundy.Finder[[]uint64]        = Roxor{}
	_ grundy.MoveNamer[[]uint64]     = Roxor{}
	_ grundy.Scener[[]uint64]        = Roxor{}
)

// AppendOptions implements [grundy.Game].
func (Roxor) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for i := range p {
		if p[i] == 0 {
			continue
		}
		for j := i + 1; j < len(p); j++ {
			for k := j; k < len(p); k++ {
				dst = append(dst, roxor(p, i, j, k))
			}
		}
	}
	return dst
}

// roxor returns the position after the move i, j, k.
func roxor(p []uint64, i, j, k int) []uint64 {
	q := slices.Clone(p)
	q[i]--
	q[j]++
	q[k]++
	return q
}

// AppendPosition implements [grundy.Notation]: "roxor(0,0,1,0,1,100)".
func (Roxor) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, "roxor"...), '(', p, ')')
}

func (Roxor) countAll(p []uint64) *big.Int {
	var total, pairs big.Int
	for i, stones := range p {
		if d := uint64(len(p) - 1 - i); stones > 0 {
			pairs.SetUint64(d)
			pairs.Mul(&pairs, new(big.Int).SetUint64(d+1))
			total.Add(&total, &pairs)
		}
	}
	return total.Rsh(&total, 1)
}

// CountOptions implements [grundy.OptionCounter]: d*(d+1)/2 for each heap that
// is not empty and d heaps before the last.
func (g Roxor) CountOptions(p []uint64) uint64 {
	count := g.countAll(p)
	if !count.IsUint64() {
		return 1<<64 - 1
	}
	return count.Uint64()
}

// CountPositions implements [grundy.Bounded]. A stone leaves at most 2^e stones
// e heaps further on. So if m is the most that heap i can ever hold, heap i+1
// holds at most 2*m more than in the beginning.
func (Roxor) CountPositions(p []uint64) uint64 {
	count, most := uint64(1), uint64(0)
	for _, stones := range p {
		most = grundy.AddCounts(grundy.MulCounts(2, most), stones)
		count = grundy.MulCounts(count, grundy.AddCounts(most, 1))
	}
	return count
}

func (Roxor) nimValue(p []uint64) uint64 {
	var value uint64
	for i, stones := range p {
		if stones%2 == 1 {
			value ^= stoneValue(len(p) - 1 - i)
		}
	}
	return value
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value.
func (g Roxor) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	switch m {
	case grundy.ByNimValue:
		return g.nimValue(p), roxorTheorem, true
	case grundy.ByOutcome:
		return min(g.nimValue(p), 1), roxorTheorem, true
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values.
func (g Roxor) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	return findChanges(g, m, p, lo, hi)
}

func (Roxor) countChanges(p []uint64, change uint64) *big.Int {
	var total, pairs big.Int
	for i, stones := range p {
		if d := len(p) - 1 - i; stones > 0 {
			total.Add(&total, pairs.SetUint64(countPairs(d, change^stoneValue(d))))
		}
	}
	return &total
}

// countPairs counts the pairs a, b with d > a >= b >= 0 and g(a)^g(b) = t.
func countPairs(d int, t uint64) uint64 {
	switch {
	case t == 0:
		return uint64(d)
	case d == 0:
		return 0
	case isOdious(t):
		if stoneAt(t) < uint64(d) {
			return 1
		}
		return 0
	}
	// Of the numbers m below d-1, count those with the bit half: half of each
	// whole period, and what exceeds the first half of the last period.
	half := topBit(t) >> 1
	whole, rest := uint64(d-1)/(2*half), uint64(d-1)%(2*half)
	return whole*half + max(rest, half) - half
}

// eachPair yields these pairs, the largest a first.
func eachPair(d int, t uint64) iter.Seq2[int, int] {
	return func(yield func(a, b int) bool) {
		switch {
		case t == 0:
			for a := d - 1; a >= 0; a-- {
				if !yield(a, a) {
					return
				}
			}
		case isOdious(t):
			if a := stoneAt(t); a < uint64(d) {
				yield(int(a), 0)
			}
		default:
			half := topBit(t) >> 1
			for a := d - 1; a > 0; a-- {
				if m := uint64(a - 1); m&half == 0 {
					a -= int(m % half) // to the least m of a block without the bit
				} else if !yield(a, int(stoneAt(stoneValue(a)^t))) {
					return
				}
			}
		}
	}
}

// eachOtherPair yields the pairs a, b with d > a >= b >= 0 and g(a)^g(b) other
// than t, the largest a first and for each the largest b.
func eachOtherPair(d int, t uint64) iter.Seq2[int, int] {
	return func(yield func(a, b int) bool) {
		for a := d - 1; a >= 0; a-- {
			for b := a; b >= 0; b-- {
				if stoneValue(a)^stoneValue(b) != t && !yield(a, b) {
					return
				}
			}
		}
	}
}

func (Roxor) eachChange(p []uint64, change uint64, others bool) iter.Seq[[]uint64] {
	pairs := eachPair
	if others {
		pairs = eachOtherPair
	}
	return func(yield func([]uint64) bool) {
		last := len(p) - 1
		for i, stones := range p {
			if stones == 0 {
				continue
			}
			for a, b := range pairs(last-i, change^stoneValue(last-i)) {
				if !yield(roxor(p, i, last-a, last-b)) {
					return
				}
			}
		}
	}
}

// Move returns the heaps of the move from p to its option q: a stone of heap i,
// one to heap j and one to heap k, j <= k. They are -1 where q is not an
// option.
func (Roxor) Move(p, q []uint64) (i, j, k int) {
	i, j, k = -1, -1, -1
	for heap := range min(len(p), len(q)) {
		switch q[heap] - p[heap] {
		case 1<<64 - 1:
			i = heap
		case 1:
			if j < 0 {
				j = heap
			}
			k = heap
		case 2:
			j, k = heap, heap
		}
	}
	return i, j, k
}

// Scene implements [grundy.Scener].
func (Roxor) Scene(p []uint64) (grundy.Scene, error) { return grundy.HeapsScene(p...) }

// AppendMove implements [grundy.MoveNamer]: "take 1 from heap 1, add 2 to
// heap 3". Heaps are numbered from 1, unlike in the contest problem.
func (g Roxor) AppendMove(dst []byte, p, q []uint64) []byte {
	i, j, k := g.Move(p, q)
	dst = fmt.Appendf(dst, "take 1 from heap %d, add ", i+1)
	if j == k {
		return fmt.Appendf(dst, "2 to heap %d", j+1)
	}
	return fmt.Appendf(dst, "1 to heap %d and 1 to heap %d", j+1, k+1)
}
