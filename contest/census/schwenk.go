package census

// This file finds where the lost positions of Dynamic Nim change.

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"grundy"
)

// Transition returns the i-th number at which the lost heaps of Dynamic Nim change, as r
// grows from 1, which is the first of them: a player takes at most r times what the opponent
// took last, and not all at first.
//
// The lost heaps are h(0) = 1 and h(n+1) = h(n) + h(j), with the least j for which
// r h(j) >= h(n) (A. J. Schwenk, Fibonacci Quarterly 8, 1970). They stay the same until r
// reaches the least of all quotients h(n) / h(j-1). Only a beginning need be looked at: once n-j
// has been the same number d for more than 2d+2 terms in a row, h(n+1) / h(j) is
// the mediant of h(n) / h(j-1) and h(n-d) / h(j-1-d), thus between them, and so are all after
// it. The same holds for h(n) / h(j) <= r, so that d remains. The terms fit in 64 bits,
// or it says not. We measured some 12 r terms.
func Transition(ctx context.Context, i uint64) (*big.Rat, error) {
	if i == 0 || i > 1<<32 {
		return nil, fmt.Errorf("transition %d: %w", i, grundy.ErrTooLarge)
	}
	above, below := uint64(1), uint64(1) // r
	p := newPace(ctx)
	var h []uint64
	for ; i > 1; i-- {
		h = append(h[:0], 1)
		j, d, same := 0, 0, 0
		nextAbove, nextBelow := uint64(0), uint64(0)
		for n := 0; ; n++ {
			for less(above, below, h[n], h[j]) {
				j++
			}
			if j > 0 && (nextBelow == 0 || less(h[n], h[j-1], nextAbove, nextBelow)) {
				nextAbove, nextBelow = h[n], h[j-1]
			}
			if same++; n-j != d {
				d, same = n-j, 0
			}
			if j > 0 && same > 2*d+2 {
				break
			}
			sum, carry := bits.Add64(h[n], h[j], 0)
			if carry != 0 {
				return nil, fmt.Errorf("lost heaps beyond 2^64: %w", grundy.ErrTooLarge)
			}
			h = append(h, sum)
		}
		if err := p.Step(len(h)); err != nil {
			return nil, err
		}
		above, below = nextAbove, nextBelow
	}
	return new(big.Rat).SetFrac(number(above), number(below)), nil
}

// less reports whether a/b < c/d.
func less(a, b, c, d uint64) bool {
	hi1, lo1 := bits.Mul64(a, d)
	hi2, lo2 := bits.Mul64(c, b)
	return hi1 < hi2 || hi1 == hi2 && lo1 < lo2
}
