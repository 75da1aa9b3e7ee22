package heap

// A position of several heaps is the sum of single heaps. Theorems that add nim-values need
// not know; misère play does (theory/misere).

import "github.com/grundy-games/grundy/theory/misere"

// AppendParts implements [grundy.Splitter].
func (g *TakeAndBreak) AppendParts(dst [][]uint64, heaps []uint64) [][]uint64 {
	return splitHeaps(dst, heaps)
}

// AppendParts implements [grundy.Splitter].
func (g TakeFrom) AppendParts(dst [][]uint64, heaps []uint64) [][]uint64 {
	return splitHeaps(dst, heaps)
}

// AppendParts implements [grundy.Splitter].
func (Nim) AppendParts(dst [][]uint64, heaps []uint64) [][]uint64 {
	return splitHeaps(dst, heaps)
}

// splitHeaps appends the heaps that are not 0 one by one. No code lets a player
// move in a heap of 0.
func splitHeaps(dst [][]uint64, heaps []uint64) [][]uint64 {
	for i, h := range heaps {
		if h > 0 {
			dst = append(dst, heaps[i:i+1:i+1])
		}
	}
	return dst
}

// HeapRules implements [misere.HeapGame].
func (g *TakeAndBreak) HeapRules() misere.HeapRules { return g.code }
