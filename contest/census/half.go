package census

// This file holds the game in which a move takes at least half of a heap.

import "math/bits"

// HalfLeast returns the fewest stones that a winning first move destroys, in heaps of 1, 2, …, n
// stones, if a move destroys at least half of a heap; 0 if there is no such move. The nim-sum is
// 0 only where n is 0.
//
// A heap's nim-value is its number d of binary digits (position/catalog/half.star). There are
// 2^(d-1) heaps of d digits, an even number except for d = 1 and for the digits of n. Let x be
// the nim-sum and b its highest bit. A winning move takes a heap of some d with bit b to a heap
// of d xor x digits. For the heap 2^(d-1) it destroys 2^(d-2) to 2^(d-1) stones, for the others more: so the least such d is the
// best, and of its heaps the least, 2^(d-1). The least d is b itself: n has at least b digits.
func HalfLeast(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	digits := uint64(bits.Len64(n))
	x := uint64(0)
	if digits > 1 {
		x = 1
	}
	if (n-1<<(digits-1))%2 == 0 { // the heaps of as many digits as n are odd in number
		x ^= digits
	}
	b := uint64(1) << (bits.Len64(x) - 1)
	heap, left := uint64(1)<<(b-1), uint64(1)<<(x^b)-1 // left has at most x xor b digits
	return heap - min(left, heap/2)
}
