//go:build !playing

package compound

// Nim-values of compounds of heaps of Nim, each compound as one game.

import (
	"math/bits"

	"github.com/grundy-games/grundy"
)

// NimValue returns the nim-value of a compound of kind k in normal play, as one game, whose components are heaps
// of Nim, and says how it is found; their measure is [grundy.ByHeap]. The result is false where a component is not
// a heap, no closed form is known, or the value has more than 64 bits. It costs O(len(parts)).
//
// For each kind below, no option has the value itself, and some option has each smaller number:
//
//	selective              the sum of the heaps: a move makes it any smaller number
//	shortened-selective    with no heap 0, the same of the heaps less one each, and 1: at 0 the play is over
//	conjunctive            the least heap: a move lowers it, to any smaller size
//	continued-conjunctive  the greatest heap, likewise: the others can go to 0
//	diminished-disjunctive with no heap 0, the nim-sum of the heaps less one each, and 1
//
// In proper-selective compounds of n > 2 heaps, and in Moore's with K = n-1 that can move, let m be the least heap,
// s the sum of all, y = s - nm + 1 and t = y(y-1)/2. The value is s for m <= t, else t + (m-t-1) mod y
// (T. A. Jenkyns and J. P. Mayberry, The skeleton of an impartial game and the Nim-function of Moore's Nim_k, Int. J.
// Game Theory 9, 1980; E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague-Grundy function of
// tetris hypergraphs, 2015). For more heaps than K+1 no formula is known.
func (k Kind) NimValue(parts []Part) (v uint64, method string, ok bool) {
	h := heapsOf(parts)
	if h.all == 0 || h.isOther {
		return 0, "", false
	}
	kind := k.Reduced(grundy.Normal, h.all, h.active)
	if kind.EndsEarly() && h.active < h.all {
		return 0, "the play has ended", true
	}
	proved := " (proved in theory/compound/nimvalue.go)"
	switch kind {
	case Disjunctive:
		return h.nimSum, "nim-sum of the heaps (C. L. Bouton 1901)", true
	case Selective:
		v, ok = h.sum.small()
		return v, "the nim-value of a selective compound of heaps of Nim is their sum" + proved, ok
	case ShortenedSelective:
		v, ok = h.sum.minus(h.all - 1).small()
		return v, "the nim-value of a shortened selective compound of heaps of Nim is their sum, less all heaps but one" + proved, ok
	case Conjunctive:
		return h.least, "the nim-value of a conjunctive compound of heaps of Nim is the least heap" + proved, true
	case ContinuedConjunctive:
		return h.greatest, "the nim-value of a continued conjunctive compound of heaps of Nim is the greatest heap" + proved, true
	case DiminishedDisjunctive:
		return grundy.AddCounts(h.nimSumLess, 1), "the nim-value of a diminished disjunctive compound of heaps of Nim is the nim-sum of the heaps less one each, and 1" + proved, h.nimSumLess < 1<<64-1
	case ProperSelective:
		switch {
		case h.all == 1: // a move in a proper subset is none
			return 0, "there is no move in one component", true
		case h.all == 2:
			return h.nimSum, "nim-sum of the heaps (C. L. Bouton 1901)", true
		case h.active < h.all:
			v, ok = h.sum.small()
			return v, "the nim-value of a selective compound of heaps of Nim is their sum" + proved, ok
		}
		v, ok = h.allButOne()
		return v, "Moore's Nim in which a move may lower all heaps but one (T. A. Jenkyns and J. P. Mayberry 1980)", ok
	}
	return 0, "", false
}

// A wide is a number of 128 bits; high is 2^64-1 for numbers that have more.
type wide struct{ high, low uint64 }

func (w wide) small() (uint64, bool) { return w.low, w.high == 0 }

func (w wide) minus(n uint64) wide {
	low, borrow := bits.Sub64(w.low, n, 0)
	high, _ := bits.Sub64(w.high, 0, borrow)
	return wide{high, low}
}

// A heapSum is what the nim-values follow from.
type heapSum struct {
	all, active        uint64 // how many heaps there are, and how many that are not 0
	least, greatest    uint64
	nimSum, nimSumLess uint64 // of the heaps, and of the heaps less one each, if none is 0
	sum                wide
	isOther            bool // a component is not a heap
}

func heapsOf(parts []Part) heapSum {
	h := heapSum{least: 1<<64 - 1}
	for _, p := range parts {
		if p.Copies == 0 {
			continue
		}
		if p.Measure == noHeap {
			return heapSum{isOther: true}
		}
		size := p.Measure - 1
		h.all = grundy.AddCounts(h.all, p.Copies)
		if size > 0 {
			h.active = grundy.AddCounts(h.active, p.Copies)
		}
		h.least, h.greatest = min(h.least, size), max(h.greatest, size)
		if p.Copies%2 == 1 {
			h.nimSum ^= size
			h.nimSumLess ^= size - 1
		}
		high, low := bits.Mul64(size, p.Copies)
		var carry uint64
		h.sum.low, carry = bits.Add64(h.sum.low, low, 0)
		h.sum.high = grundy.AddCounts(h.sum.high, grundy.AddCounts(high, carry))
	}
	return h
}

// allButOne returns the value by Jenkyns and Mayberry.
func (h heapSum) allButOne() (uint64, bool) {
	high, low := bits.Mul64(h.all, h.least)
	above := h.sum.minus(low) // the heaps less the least of them each
	above.high -= high
	if above.high == 0 && above.low < 1<<32 { // otherwise t is more than any heap
		y := above.low + 1
		if t := y * (y - 1) / 2; h.least > t {
			return t + (h.least-t-1)%y, true
		}
	}
	return h.sum.small()
}
