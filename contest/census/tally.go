package census

// This file counts positions and ways: how many rows, compositions, lists and changes of
// heaps the player to move wins or loses. Problem files call these functions by name.

import (
	"context"
	"fmt"
	"math/bits"

	"grundy"
)

// RowsWon returns how many runs of at least two piles that stand beside each other the player
// to move wins, if piles must stay in non-decreasing order (StoneGameStrategist's rule).
//
// A run is staircase Nim on its differences d_i = p_i - p_(i-1) from the right, where the first
// pile counts whole (games/row/nondecreasing.go). Let s_i = d_i xor d_(i-2) xor …. Then the run
// i … j is lost where s_j = s_(i-1) if its length is even, and where s_j = s_i xor p_i if it is
// odd. So one pass over j counts the equal ones before it: O(n).
func RowsWon(ctx context.Context, piles []uint64) (uint64, error) {
	n := uint64(len(piles))
	if n < 2 {
		return 0, nil
	}
	won := n * (n - 1) / 2
	// lost[i%2] counts, by value, the starts whose run is lost if it ends now, at a place of
	// parity i%2.
	var lost [2]map[uint64]uint64
	for i := range lost {
		lost[i] = make(map[uint64]uint64, len(piles))
	}
	var s [2]uint64 // s_i at the last i of each parity
	for i, pile := range piles {
		if i%1024 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		parity, before := i%2, s[1-i%2]
		if i > 0 {
			s[parity] ^= pile - piles[i-1]
		}
		won -= lost[parity][s[parity]]
		lost[parity][s[parity]^pile]++ // odd runs that start here
		lost[1-parity][before]++       // even ones
	}
	return won, nil
}

// CompositionsWon returns, modulo the prime 10^9+7, in how many ways the total is an ordered
// sum of that many heaps, none of them empty, that the player to move wins. values[n] is the
// nim-value of a heap of n, for 0 ≤ n ≤ total.
//
// The compositions of nim-sum 0 are the mean, over all characters χ(v) = ±1 of the nim-sum,
// of the coefficient of x^total in the power of f = Σ χ(values[n]) x^n. Let f = x·u; then
// P = u^k satisfies u·P' = k·u'·P, which gives its coefficients one after the other. This
// takes O(total^2) steps a character; there are fewer than twice the greatest value.
func CompositionsWon(ctx context.Context, values []uint64, heaps, total uint64) (uint64, error) {
	if total > longestComposition || total >= uint64(len(values)) {
		return 0, fmt.Errorf("a total of %d: want at most %d, and a nim-value for each heap to the total: %w", total, longestComposition, grundy.ErrTooLarge)
	}
	if heaps == 0 || heaps > total {
		return 0, nil
	}
	degree := int(total - heaps)
	greatest := uint64(0)
	for _, v := range values[1 : degree+2] {
		greatest = max(greatest, v)
	}
	characters := uint64(1) << bits.Len64(greatest)
	inverses := inversesBelow(degree + 1)
	// The coefficients ±1 of u, and each times its place; backwards[degree-n] is P_n.
	sign, weighted := make([]int64, degree+1), make([]int64, degree+1)
	backwards := make([]int64, degree+1)
	sum, all := uint64(0), uint64(0)
	for c := range characters {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for n := range sign {
			sign[n] = 1 - 2*int64(bits.OnesCount64(values[n+1]&c)%2)
			weighted[n] = int64(n) * sign[n]
		}
		backwards[degree] = 1
		if sign[0] < 0 && heaps%2 == 1 {
			backwards[degree] = prime - 1
		}
		for n := 1; n <= degree; n++ {
			// n·u_0·P_n = Σ ((heaps+1)·k - n)·u_k·P_(n-k). No term exceeds 2^12·2^30, and
			// there are at most 2^12 of them.
			plain, byPlace := int64(0), int64(0)
			before := backwards[degree-n+1:] // P_(n-1), P_(n-2), …
			for k, s := range sign[1 : n+1] {
				plain += s * before[k]
				byPlace += weighted[k+1] * before[k]
			}
			p := (byPlace%prime*int64(heaps+1) - plain%prime*int64(n)) * sign[0] % prime
			backwards[degree-n] = (p + prime) % prime * int64(inverses[n]) % prime
		}
		sum += uint64(backwards[0])
		if c == 0 {
			all = uint64(backwards[0])
		}
	}
	lost := sum % prime * powMod(characters%prime, prime-2, prime) % prime
	return (all + prime - lost) % prime, nil
}

// longestComposition bounds a total, so that no sum exceeds 64 bits.
const longestComposition = 1 << 12

// inversesBelow returns the inverses of 1 … n-1 modulo the prime.
func inversesBelow(n int) []uint64 {
	inverses := make([]uint64, max(n, 2))
	inverses[1] = 1
	for i := 2; i < n; i++ {
		inverses[i] = (prime - prime/uint64(i)) * inverses[prime%i] % prime
	}
	return inverses
}

// DistinctListsWon returns, modulo the prime 10^9+7, how many lists of that many heaps of Nim,
// all different, none empty and each below 2^width, the player to move wins. Their order counts.
//
// Let M = 2^width - 1, p_k = M(M-1)…(M-k+1) the number of lists of k heaps, and z_k the number
// of those with nim-sum 0. The first k-1 heaps of a list that counts in z_k choose the last. They
// choose wrongly where their nim-sum is 0, in z_(k-1) cases, and where it is one of the k-1; then
// the other k-2 have nim-sum 0, and the one can be any of the M-(k-2) heaps left. So
//
//	z_k = p_(k-1) - z_(k-1) - (k-1)(M-(k-2)) z_(k-2),
//
// with z_0 = 1 and z_1 = 0, and the answer is p_k - z_k, in O(heaps) steps. It is also the answer
// of Project Euler 409.
func DistinctListsWon(ctx context.Context, heaps, width uint64) (uint64, error) {
	m := powMod(2, width, prime) + prime - 1 // M modulo the prime, plus 0 … prime
	lists, lost, lostBefore := uint64(1), uint64(1), uint64(0)
	for k := uint64(1); k <= heaps; k++ {
		if k%(1<<20) == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		// left is M-(k-2) where it counts.
		left := (m + 2*prime + 2 - k%prime) % prime
		wrong := (k - 1) % prime * left % prime * lostBefore
		lost, lostBefore = (lists+2*prime-lost-wrong%prime)%prime, lost
		lists = lists * ((left + prime - 1) % prime) % prime
	}
	return (lists + prime - lost) % prime, nil
}

// WaysToLose returns, modulo the prime 10^9+7, in how many ways stones can be taken from heaps of
// Nim, at least one heap being left as it is, so that the player to move then loses. To take
// none counts too.
//
// The ways that leave any heap as it is are all lists below the heaps, less those below every
// heap.
func WaysToLose(heaps []uint64) uint64 {
	less := make([]uint64, len(heaps))
	for i, h := range heaps {
		if h == 0 {
			return zerosBelow(heaps) // an empty heap is left as it is
		}
		less[i] = h - 1
	}
	return (zerosBelow(heaps) + prime - zerosBelow(less)) % prime
}

// zerosBelow returns, modulo the prime, how many lists of numbers, each at most its bound, have
// nim-sum 0.
//
// Follow the bits from the top, as long as every number agrees with its bound. At bit b a
// number may leave out a bit of its bound; its lower bits are then free, and choose themselves
// if those of all others are chosen. So the first number that is free at b counts once, and
// each further one 2^b times; the bits at b must have an even sum. This takes O(bits · n) steps.
func zerosBelow(bounds []uint64) uint64 {
	parity := uint64(0)
	for _, bound := range bounds {
		parity ^= bound
	}
	zeros := uint64(0)
	for b := 63; b >= 0; b-- {
		half := uint64(1) << b
		// ways[free][odd] counts the numbers so far: is one free at b, and is the sum of their
		// bits odd?
		var ways [2][2]uint64
		ways[0][0] = 1
		for _, bound := range bounds {
			tight := (bound&(half-1) + 1) % prime // the lower bits of a number like its bound
			if bound&half == 0 {
				for i := range ways {
					ways[i][0], ways[i][1] = ways[i][0]*tight%prime, ways[i][1]*tight%prime
				}
				continue
			}
			free := half % prime
			ways = [2][2]uint64{
				{ways[0][1] * tight % prime, ways[0][0] * tight % prime},
				{
					(ways[1][1]*tight + ways[1][0]*free + ways[0][0]) % prime,
					(ways[1][0]*tight + ways[1][1]*free + ways[0][1]) % prime,
				},
			}
		}
		zeros += ways[1][0]
		if parity&half != 0 {
			return zeros % prime // the bits of the bounds do not go on
		}
	}
	return (zeros + 1) % prime // the bounds themselves
}

// LeastAdded returns the fewest stones that must be added to heaps of Nim, without a new heap, so
// that the player to move loses. ok is false where that cannot be: for a single heap that is
// not empty.
//
// A heap that gets stones differs from its old size first at some bit, from 0 to 1: it is raised
// there, and its lower bits are free.
//
//   - Of two heaps with a 0 at bit b that have not been raised, raise the one with more below b:
//     if the other one is raised, exchange what the two end with below b.
//   - If the sum of the bits at b is odd, and a heap was raised above b, then one heap gets the bit.
//     It may be one that is raised there: if a free heap gets it, exchange what the two have at
//     b and below.
//   - No two heaps get a bit at b more than the sum demands once a third heap f is free below b.
//     Otherwise undo both: with old lower bits x and y, and free bits u and v, they return 2^b + u
//     and 2^b + v, keep x and y, and f changes its bits by u xor v xor x xor y. This costs at most
//     x + y + (x xor y) + u + v = 2(x or y) + u + v, which is less.
//   - So a heap is raised first where the sum of the bits is odd, or two are at one even bit above;
//     then everything is determined. There are at most 65 choices: O(bits^2 · n) steps.
//
// The sum of all heaps must be below 2^63.
func LeastAdded(heaps []uint64) (least uint64, ok bool) {
	sum, greatest := uint64(0), uint64(0)
	for _, h := range heaps {
		sum ^= h
		greatest = max(greatest, h)
	}
	if sum == 0 {
		return 0, true
	}
	oddTop := bits.Len64(sum) - 1
	for first := bits.Len64(greatest) + 1; first >= oddTop; first-- {
		if added, can := addedFrom(heaps, first, first != oddTop); can && (!ok || added < least) {
			least, ok = added, true
		}
	}
	return least, ok
}

// addedFrom returns the fewest stones added where one heap, or two, are raised at that bit and
// none above.
func addedFrom(heaps []uint64, first int, two bool) (added uint64, can bool) {
	now := append([]uint64(nil), heaps...)
	raise := func(b int) bool {
		half, best := uint64(1)<<b, -1
		for i, h := range now {
			if h&half == 0 && (best < 0 || h&(half-1) > now[best]&(half-1)) {
				best = i
			}
		}
		if best < 0 {
			return false
		}
		now[best] = now[best]&^(half-1) | half
		return true
	}
	if two && !raise(first) {
		return 0, false
	}
	for b := first; b >= 0; b-- {
		sum := uint64(0)
		for _, h := range now {
			sum ^= h
		}
		// Heaps that are raised have a 0 here and nothing below, and so come last.
		if sum>>b&1 == 1 && !raise(b) {
			return 0, false
		}
	}
	for i, h := range heaps {
		added += now[i] - h
	}
	return added, true
}
