package heap

// Nim: take any positive number from one heap. All is known in closed form (Bouton 1901).
//
// The nim-value of a heap is its size: by induction its options have the
// nim-values 0 … n-1. So everything about heaps of Nim is arithmetic with
// their exclusive or, which holds for heaps to 2^63-1 as for small ones.

import (
	"context"
	"iter"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

const bouton = "Nim: the nim-value is the nim-sum of the heaps (C. L. Bouton, Ann. of Math. 1901)"

// Nim is the game of Nim. A position is the sizes of the heaps, each at most
// [MaxHeap]. Options come by heap, and for one heap by the number taken,
// fewest first.
type Nim struct{}

var (
	_ grundy.Game[[]uint64]          = Nim{}
	_ grundy.Notation[[]uint64]      = Nim{}
	_ grundy.OptionCounter[[]uint64] = Nim{}
	_ grundy.Bounded[[]uint64]       = Nim{}
	_ grundy.MoveNamer[[]uint64]     = Nim{}
	_ grundy.Scener[[]uint64]        = Nim{}
	_ grundy.Measurer[[]uint64]      = Nim{}
	_ grundy.Finder[[]uint64]        = Nim{}
	_ grundy.Splitter[[]uint64]      = Nim{}
)

// PlaceNim makes a component of the form nim(3,5,7): one heap or more.
func PlaceNim(brackets, args []grundy.Arg) (grundy.Component, error) {
	if err := noBrackets(brackets); err != nil {
		return nil, err
	}
	heaps, err := readHeaps(args, MaxHeap, "a heap", "nim(3,5,7)")
	if err != nil {
		return nil, err
	}
	return grundy.Place(Nim{}, heaps), nil
}

// AppendPosition writes nim(3,5,7).
func (Nim) AppendPosition(dst []byte, heaps []uint64) []byte {
	return grundy.AppendNumbers(append(dst, "nim"...), '(', heaps, ')')
}

// AppendOptions implements [grundy.Game].
func (Nim) AppendOptions(dst [][]uint64, heaps []uint64) [][]uint64 {
	for i, h := range heaps {
		for left := h; left > 0; left-- {
			dst = append(dst, sequence.Replace(heaps, i, left-1))
		}
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter]: the stones of all heaps.
func (Nim) CountOptions(heaps []uint64) uint64 {
	var stones uint64
	for _, h := range heaps {
		stones = grundy.AddCounts(stones, h)
	}
	return stones
}

// CountPositions implements [grundy.Bounded].
func (Nim) CountPositions(heaps []uint64) uint64 { return countSmaller(heaps) }

// Measure implements [grundy.Measurer] in O(len(heaps)): the nim-value and the
// genus of all positions, and all other measures where at most one heap is left.
func (Nim) Measure(m grundy.Measure, heaps []uint64) (uint64, string, bool) {
	sum, firm, left := survey(heaps)
	switch m {
	case grundy.ByNimValue:
		return sum, bouton, true
	case grundy.ByGenus:
		return misere.Genus(grundy.Value(sum), firm > 0), misere.Theorem, true
	}
	if by, ok := loneHeap(m); ok && left <= 1 {
		return by.of(sum), loneHeapMethod, true
	}
	return 0, "", false
}

const loneHeapMethod = "one heap of Nim: a player may take all or leave 1 (games/heap/nim.go)"

// A lone is a measure of a single heap of n: for n of 0, 1, and 2 or more; or,
// if it grows with n, the least of them and n.
//
// From 1 a player can only take it; from 2 or more, take all or leave 1. That
// wins at once in either convention, with the exception of 1 in misère play. And
// nobody can be made to wait: to leave more is to let the other player win.
type lone struct {
	small [3]uint64
	grows bool
}

func loneHeap(m grundy.Measure) (by lone, ok bool) {
	switch m {
	case grundy.ByRemoteness, grundy.BySuspense, grundy.ByForeclosed:
		return lone{small: [3]uint64{0, 1, 1}}, true
	case grundy.ByMisereRemoteness, grundy.ByMisereSuspense:
		return lone{small: [3]uint64{0, 1, 2}}, true
	case grundy.ByOutcomes:
		return lone{small: [3]uint64{
			compound.BothOutcomes(true, grundy.P, grundy.N),
			compound.BothOutcomes(false, grundy.N, grundy.P),
			compound.BothOutcomes(false, grundy.N, grundy.N),
		}}, true
	case grundy.ByMisereForeclosed: // the heap without its last token, and one more
		return lone{grows: true}, true
	case grundy.ByHeap:
		return lone{small: [3]uint64{1}, grows: true}, true
	}
	return lone{}, false
}

// of returns the measure of a heap of n.
func (l lone) of(n uint64) uint64 {
	if l.grows {
		return l.small[0] + n
	}
	return l.small[min(n, 2)]
}

// within returns the heaps least … below-1 that are smaller than n and whose
// measure, which falls nowhere, is lo … hi.
func (l lone) within(n, lo, hi uint64) (least, below uint64) {
	if l.grows {
		if hi < l.small[0] {
			return 0, 0
		}
		least, below = max(lo, l.small[0])-l.small[0], min(hi-l.small[0], n)
		if below < n {
			below++
		}
		return min(least, below), below
	}
	for least < 2 && l.small[least] < lo {
		least++
	}
	if l.small[least] < lo {
		return 0, 0
	}
	for below < 2 && l.small[below] <= hi {
		below++
	}
	if below == 2 && l.small[2] <= hi {
		below = n
	}
	below = min(below, n)
	return min(least, below), below
}

// survey returns the nim-sum of heaps, how many of them hold 2 or more, and
// how many hold anything.
func survey(heaps []uint64) (sum uint64, firm, left int) {
	for _, h := range heaps {
		sum ^= h
		if h >= 2 {
			firm++
		}
		if h >= 1 {
			left++
		}
	}
	return sum, firm, left
}

// FindOptions implements [grundy.Finder] for single nim-values and genera, in
// O(len(heaps)), as a heap has at most one or two options of each; and for all
// other measures where at most one heap is left.
func (n Nim) FindOptions(m grundy.Measure, heaps []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	sum, firm, left := survey(heaps)
	if by, ok := loneHeap(m); ok && left <= 1 {
		return foundAlone(heaps, by, lo, hi), true
	}
	switch {
	case lo != hi:
		return grundy.Found[[]uint64]{}, false
	case m == grundy.ByNimValue:
		return foundByHeap(heaps, func(h uint64) (uint64, bool) {
			to := h ^ sum ^ lo
			return to, to < h
		}), true
	case m == grundy.ByGenus:
		v, wantFirm := misere.Split(lo)
		return foundByHeap(heaps, func(h uint64) (uint64, bool) {
			to := h ^ sum ^ uint64(v)
			others := firm
			if h >= 2 {
				others--
			}
			return to, to < h && (others > 0 || to >= 2) == wantFirm
		}), true
	}
	return grundy.Found[[]uint64]{}, false
}

// foundByHeap finds options where to says to what a heap of size h must
// shrink, if it can.
func foundByHeap(heaps []uint64, to func(h uint64) (uint64, bool)) grundy.Found[[]uint64] {
	count := int64(0)
	for _, h := range heaps {
		if _, ok := to(h); ok {
			count++
		}
	}
	return grundy.Found[[]uint64]{
		Count: big.NewInt(count),
		Each: func(yield func([]uint64) bool) {
			for i, h := range heaps {
				if left, ok := to(h); ok && !yield(sequence.Replace(heaps, i, left)) {
					return
				}
			}
		},
	}
}

// foundAlone finds the options of at most one heap.
func foundAlone(heaps []uint64, by lone, lo, hi uint64) grundy.Found[[]uint64] {
	heap := slices.IndexFunc(heaps, func(h uint64) bool { return h > 0 })
	if heap < 0 {
		return grundy.Found[[]uint64]{Count: new(big.Int), Each: iter.Seq[[]uint64](func(func([]uint64) bool) {})}
	}
	least, below := by.within(heaps[heap], lo, hi)
	return grundy.Found[[]uint64]{
		Count: new(big.Int).SetUint64(below - least),
		Each: func(yield func([]uint64) bool) {
			for left := below; left > least; left-- {
				if !yield(sequence.Replace(heaps, heap, left-1)) {
					return
				}
			}
		},
	}
}

// Scene implements [grundy.Scener].
func (Nim) Scene(p []uint64) (grundy.Scene, error) { return grundy.HeapsScene(p...) }

// AppendMove implements [grundy.MoveNamer]: "take 2 from the heap of 5".
func (Nim) AppendMove(dst []byte, p, q []uint64) []byte { return grundy.AppendTakes(dst, p, q) }

// String names the game.
func (Nim) String() string { return "nim" }

// Values implements [Sequence].
func (Nim) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	return sequence.EmitEach(ctx, from, to, progress, func(n uint64) uint64 { return n }, sink)
}

// Period implements [Sequence].
func (Nim) Period(context.Context, uint64, grundy.Progress) (period.Result, period.Observed, error) {
	return period.Result{
		Proved: true, Period: 1, Saltus: 1, Proof: period.FormulaProof{},
		Theorem: "G(n) = n (Bouton 1901): by induction the options of n have the values 0 … n-1",
	}, period.Observed{}, nil
}
