package heap

// This file says that a position of several heaps is the sum of single heaps. Theorems
// that add nim-values need not know; misère play does (theory/misere).

import (
	"slices"

	"grundy/theory/misere"
	"grundy/theory/period"
)

// AppendParts implements [grundy.Splitter].
func (g *TakeAndBreak) AppendParts(dst [][]uint64, heaps []uint64) [][]uint64 {
	return appendHeaps(dst, heaps)
}

// AppendParts implements [grundy.Splitter].
func (g TakeFrom) AppendParts(dst [][]uint64, heaps []uint64) [][]uint64 {
	return appendHeaps(dst, heaps)
}

// AppendParts implements [grundy.Splitter].
func (Nim) AppendParts(dst [][]uint64, heaps []uint64) [][]uint64 {
	return appendHeaps(dst, heaps)
}

// appendHeaps appends the heaps that are not 0 one by one. No code lets a player
// move in a heap of 0.
func appendHeaps(dst [][]uint64, heaps []uint64) [][]uint64 {
	for i, h := range heaps {
		if h > 0 {
			dst = append(dst, heaps[i:i+1:i+1])
		}
	}
	return dst
}

// HeapRules implements [misere.HeapGame].
func (g *TakeAndBreak) HeapRules() misere.HeapRules { return g.code }

// Recurrence implements [misere.HeapRules]. It knows no more than [Code.Criterion], and
// nothing of moves that leave equal heaps: these have nim-value 0 or that of one of
// them, but in a monoid they are a square or another power.
func (c Code) Recurrence() (period.Criterion, bool) {
	for _, d := range slices.Concat(c.added, c.digits) {
		if most, _ := d.maxParts(); most >= 2 && slices.Contains(d.kinds[2:], allEqual) {
			return period.Criterion{}, false
		}
	}
	return c.Criterion()
}
