package heap

// This file holds that positions of several heaps are sums of single heaps. Most
// theorems add nim-values and need not be told; misère play does (theory/misere).

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
