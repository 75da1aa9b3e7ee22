package grundy

// Mex and nim-sum are the whole arithmetic of nim-values.

import "math/bits"

// A Value is a nim-value: the size of the Nim heap to which a position is
// equal, 0 … 2^64-1.
type Value uint64

// Mex returns the least non-negative integer that is not among values, which
// may come in any order and may repeat.
//
// It costs O(len(values)) time and one bit of memory a value: only values
// below len(values) can matter.
func Mex(values ...Value) Value {
	n := len(values)
	var few [4]uint64 // enough for 256 options without an allocation
	seen := few[:]
	if words := n/64 + 1; words > len(few) {
		seen = make([]uint64, words)
	}
	for _, v := range values {
		if v < Value(n) {
			seen[v/64] |= 1 << (v % 64)
		}
	}
	for i, word := range seen {
		if word != ^uint64(0) {
			return Value(i*64 + bits.TrailingZeros64(^word))
		}
	}
	panic("grundy: unreachable: more values seen than there are")
}

// NimSum returns the nim-sum of values, their bitwise exclusive or: the
// nim-value of a sum whose components have these nim-values (Bouton 1901 for
// heaps of Nim; Sprague 1935 and Grundy 1939 for every game). The nim-sum of
// no values is 0.
func NimSum(values ...Value) Value {
	var sum Value
	for _, v := range values {
		sum ^= v
	}
	return sum
}
