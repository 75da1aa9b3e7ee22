package contest

// This file counts lists of heaps by their nim-sum: lists that are drawn from given heaps,
// and runs of a given list.

import (
	"context"
	"fmt"
	"math/bits"

	"grundy"
	"grundy/rules/lang"
)

// mostSummed bounds the heaps of [listsOfSum]: there is a table of 8 bytes for each number
// of as many bits.
const mostSummed = 1<<26 - 1

// listsOfSum returns how many lists of length k, drawn from heaps with repetition, have
// the nim-sum sum, modulo m, which is at least 1. A heap that is given twice counts twice.
//
// It is a convolution: with c(x) heaps of size x, it is the k-th power of c under ⊕, at sum. The Walsh-Hadamard transform C(y) = Σ c(x)·(-1)^|x&y| makes it a power of
// numbers, and is its own inverse up to the number n of terms, a power of two:
//
//	number = (1/n) Σ C(y)^k (-1)^|y&sum|
//
// The sum is known modulo n·m, and is n times the number; so the quotient is right modulo
// m, whether or not n has an inverse there. It costs O(n (log n + log k)) steps and 8 n
// bytes. The error wraps grundy.ErrTooLarge if a heap is above 2^26-1 or n·m above 2^63.
func listsOfSum(ctx context.Context, heaps []uint64, k, sum, m uint64) (uint64, error) {
	all := sum
	for _, h := range heaps {
		all |= h
	}
	n := uint64(1) << bits.Len64(all)
	if all > mostSummed || m > 1<<63/n {
		return 0, fmt.Errorf("lists of heaps to %d, counted modulo %d: %w", all, m, grundy.ErrTooLarge)
	}
	c := make([]int64, n)
	for _, h := range heaps {
		c[h]++
	}
	for half := uint64(1); half < n; half *= 2 {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for at := uint64(0); at < n; at += 2 * half {
			low, high := c[at:at+half], c[at+half:at+2*half]
			for i, a := range low {
				low[i], high[i] = a+high[i], a-high[i]
			}
		}
	}
	modulus := n * m
	total := uint64(0)
	for y, x := range c {
		if y%(1<<16) == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		base := uint64(max(x, -x))
		p := power(base%modulus, k, modulus)
		negative := x < 0 && k%2 == 1
		if bits.OnesCount64(uint64(y)&sum)%2 == 1 {
			negative = !negative
		}
		if negative && p > 0 {
			p = modulus - p
		}
		if total += p; total >= modulus {
			total -= modulus
		}
	}
	return total / n, nil
}

// power returns x to the k modulo m, for x < m.
func power(x, k, m uint64) uint64 {
	result := 1 % m
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			result = mulMod(result, x, m)
		}
		x = mulMod(x, x, m)
	}
	return result
}

func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, rest := bits.Div64(hi, lo, m)
	return rest
}

// runsWon returns how many runs of one or more heaps that stand beside each other have a
// nim-sum other than 0. Heaps i … j-1 have the nim-sum 0 exactly if the heaps before i
// have the same one as those before j; so it counts equal pairs among those, in one pass.
func runsWon(heaps []uint64) uint64 {
	seen := map[uint64]uint64{0: 1}
	sum, won := uint64(0), uint64(0)
	for i, h := range heaps {
		sum ^= h
		won += uint64(i) + 1 - seen[sum]
		seen[sum]++
	}
	return won
}

// runsWonOf is runs_won(heaps): see [runsWon].
func runsWonOf(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 1, 1) {
		return lang.Value{}
	}
	heaps, ok := numbersOf(ev, c.Args[0])
	if !ok || !ev.Spend(int64(len(heaps))) || !ev.Hold(16*int64(len(heaps))) {
		return lang.Value{}
	}
	return uintValue(runsWon(heaps))
}

// listsOfSumOf is lists_of_sum(heaps, k, sum, m): see [listsOfSum].
func listsOfSumOf(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 4, 4) {
		return lang.Value{}
	}
	heaps, ok := numbersOf(ev, c.Args[0])
	if !ok {
		return lang.Value{}
	}
	var n [3]uint64
	for i := range n {
		if n[i], ok = numberIn(c.Args[i+1]); !ok || i == 2 && n[i] == 0 {
			return ev.Fail(c.Argument(i+1), "want a number, not %s", ev.Show(c.Args[i+1]))
		}
	}
	largest := n[1]
	for _, h := range heaps {
		largest = max(largest, h)
	}
	if largest > mostSummed || !ev.Spend(64*int64(largest+1)) || !ev.Hold(16*int64(largest+1)) {
		return tooMany(ev, c, "lists of heaps to %d", largest)
	}
	count, err := listsOfSum(contextOf(ev), heaps, n[0], n[1], n[2])
	if err != nil {
		return ev.Halt(c.Node, err)
	}
	return uintValue(count)
}
