package census

// This file counts the lost positions of the game in which cards are stacked.

import (
	"context"
	"fmt"

	"grundy"
)

// CardsLost returns how many sets of face-up cards are lost, in a deck of some suits with the
// cards 1 … n each, modulo 10^9+7. A move puts a card of the deck on a lower one that
// is visible, of its suit; the lower one is visible no more.
//
// # The nim-value of a suit
//
// Write a suit as a word of ones and zeros from its lowest visible card up, 1 for a visible
// card and 0 for one in the deck; cards below are of no use. Covered cards are left out. So a
// move makes some 0 a 1, and deletes a 1 below it; a deleted first 1 takes the
// zeros after it along. Let x(0) = 1, x(1), … be the word, z its zeros, e = z mod 2, and t the
// greatest number for which x(1), x(3), …, x(2t-1) are not 1. The nim-value is
//
//	v = min(z, 2t+e),
//
// where t is infinite if no odd place has a 1. Ones at the top may be left out, and are from
// here on: they move nowhere, and where the lowest 1 at an odd place is among them, z <= 2t.
//
// No move keeps v. A move of another 1 than the first changes the parity of z, and that of
// v with it. Let k zeros follow the first 1. It may go to place i <= k, after which z is
// less by i and, if i is even, t by i/2; so is v by i. Or it goes beyond the second 1, at
// place k+1, after which z is less by k+1 and, if k is odd, t by (k+1)/2 or more, since the
// new 1 does not help; so v is less by k+1 or more.
//
// Moves reach each w < v. If the first 1 is the only one, v = z, and it goes anywhere. Let y
// be the word from the second 1 on, with z' = z-k zeros, and t'.
//
// (1) Putting a 1 into y leads to each w <= z'-1 of its parity with ⌊w/2⌋ <= t'. Put s =
// ⌊w/2⌋. If s < t', fill the place 2s+1 of y; it is there, or y had no more than 2s zeros. If
// s = t', fill a zero elsewhere than at the places 1, 3, …, 2t'-1; there is one, or
// z' <= t' and w < t', s < t'.
//
// (2) Let w = v - 2a. If 2a <= k, the first 1 goes to place 2a. Otherwise k is odd: with an even
// k, t = k/2 and v <= k+e, so w >= e has 2a <= k. Then (1) has w, reached from the first 1
// going beyond: z'-1 = z-k-1 has the parity of w, and w <= v-k-1 gives the bounds.
//
// (3) Let w have the other parity than v, thus w <= v-1, and put s = ⌊w/2⌋; then s <= t, and
// s < t if e = 0. If k = 0, then t = 0, v = 1 and w = 0: by (1), as the first 1 goes beyond. Let
// k > 0.
// If a 1 is at an even place from 2 to 2s, take the last of them, p, and move it to
// 2s+2, which becomes 2s+1. Behind p the odd places are then the even places to 2s, all
// zeros. If the place 2s+2 is a 1 already, fill 2s+1, which becomes 2s, or a higher zero
// if that is a 1 too; and if the word ends before, z-1 < w.
// Otherwise k >= 2s. If k is odd and k > 2s, the first 1 goes to the odd place k-2s,
// which leaves t = s and z - k + 2s >= w zeros, as a zero is above the second 1. If k is
// even, let c = min(z', 2t'+1+(1-e)). The first 1 to the odd places i < k gives
// c+k-i, thus c+1, c+3, …, c+k-1, where c+k-1 >= w, and each smaller w
// of the parity is at most c-1, so (1) has it.
//
// # How many words have a value
//
// Words begin with t pairs whose second place is not 1, and then a pair with a 1 there and r other
// places, or no whole pair. In the first case the t even places 2 … 2t and the r places are free;
// if q of these t+r are zeros, z = t+q. The sums over r, and over q >= t of one parity, are
// sums of binomials along a column and a row; what is left are the words with q < t, a
// column once more, and those without a 1 at an odd place, in which Pascal's rule leaves two
// binomials. The sums along rows follow from t to t+1. It takes n steps, and n log n
// for the lists of suits.
func CardsLost(ctx context.Context, n, suits uint64) (uint64, error) {
	counts, free, err := cardValues(ctx, n)
	if err != nil {
		return 0, err
	}
	defer free()
	return Lists(ctx, counts, suits, prime)
}

// cardValues returns how many sets of visible cards of one suit have each nim-value.
func cardValues(ctx context.Context, n uint64) (counts []uint64, free func(), err error) {
	if n > 1<<28 {
		return nil, nil, fmt.Errorf("%d cards: %w", n, grundy.ErrTooLarge)
	}
	if n < 2 {
		return []uint64{1 << n}, func() {}, nil
	}
	freeFactorials, err := hold(ctx, n+2, 8)
	if err != nil {
		return nil, nil, err
	}
	defer freeFactorials()
	if free, err = hold(ctx, n, 8); err != nil {
		return nil, nil, err
	}
	size := int(n)
	fact, inverse := factorials(size + 1)
	binomial := func(a, b int) uint64 {
		if b < 0 || b > a {
			return 0
		}
		return uint64(fact[a]) * uint64(inverse[b]) % prime * uint64(inverse[a-b]) % prime
	}
	counts = make([]uint64, n)
	last := size/2 - 1           // the greatest t that a pair with a 1 can follow
	row := powMod(2, n-2, prime) // the sum over j >= t of binomial(n-t-2, j)
	p := newPace(ctx)
	for t := 0; t <= last; t++ {
		first := binomial(size-t-2, t)
		counts[2*t] += row
		counts[2*t+1] += row + prime - first
		row = (row + 2*prime - first - binomial(size-t-3, t)) % prime * ((prime + 1) / 2) % prime
	}
	counts[0]++ // no visible card
	for v := range counts {
		c := counts[v] + binomial(last+1, v-last)
		if v < last {
			c++
		}
		if size%2 == 1 {
			c += binomial(last+1, v-last-1)
		}
		if low, high := v/2+1, min(v, last); low <= high {
			// The sum over t = low … high of binomial(n-t-1, v-t+1).
			c += binomial(size-low, v-low+1) + prime - binomial(size-high-1, v-high)
		}
		counts[v] = c % prime
		if err := p.Step(8); err != nil {
			free()
			return nil, nil, err
		}
	}
	return counts, free, nil
}
