package heap

// This file holds the games in which a heap is only divided, into as many heaps of
// one size as a list says, such as partition-equal[2,3]. All heaps that are reached
// from n are divisors of n, of which there are few however large n is: 103,680 at
// the most below 2^63.

import "grundy"

// onlyDivides reports whether a move divides a heap into equal ones, by a list of
// their numbers that has an end, and does nothing else.
func (c Code) onlyDivides() bool {
	if len(c.digits) != 1 || len(c.added) > 0 || c.period > 0 || !c.leavesEqual() {
		return false
	}
	_, bounded := c.digits[0].maxParts()
	return bounded
}

// ofDivisors returns f of a heap of n, where f follows from the ways to divide it:
// k heaps, of each of which f is known. It costs as much as the heaps that are
// reached have options.
func (c Code) ofDivisors(n uint64, known map[uint64]uint64, f func(ways []division) uint64) uint64 {
	if v, ok := known[n]; ok {
		return v
	}
	var ways []division
	c.equalWays(int(n), func(k, m int) {
		ways = append(ways, division{k, c.ofDivisors(uint64(m), known, f)})
	})
	v := f(ways)
	known[n] = v
	return v
}

// A division into so many equal heaps, and what is known of each of them.
type division struct {
	heaps int
	each  uint64
}

// valueOfDivisors is f for the nim-value.
func valueOfDivisors(ways []division) uint64 {
	var options []grundy.Value
	for _, w := range ways {
		options = append(options, grundy.Value(w.each*uint64(w.heaps%2)))
	}
	return uint64(grundy.Mex(options...))
}

// positionsOfDivisors is f for a bound on the positions that a heap can become: itself,
// and after its division all that its parts become.
func positionsOfDivisors(ways []division) uint64 {
	count := uint64(1)
	for _, w := range ways {
		product := uint64(1)
		for range w.heaps {
			product = grundy.MulCounts(product, w.each)
		}
		count = grundy.AddCounts(count, product)
	}
	return count
}
