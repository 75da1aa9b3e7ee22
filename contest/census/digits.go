package census

// This file counts along the digits of numbers.

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"grundy"
)

// NimOfMultiples returns how many n of 1 … most make the heaps c n of Nim, c in factors,
// a lost position.
//
// It goes from the lowest binary digit of n up. All that the digits before leave is, for
// each heap, a carry below its factor, and whether the digits of n so far exceed those of
// most. At each place the digits of the heaps must have an even sum. The states are at
// most twice the product of the factors.
func NimOfMultiples(ctx context.Context, factors []uint64, most *big.Int) (*big.Int, error) {
	states := uint64(2)
	for _, f := range factors {
		if states = grundy.MulCounts(states, max(f, 1)); states > 1<<20 {
			return nil, fmt.Errorf("heaps of these multiples: %w", grundy.ErrTooLarge)
		}
	}
	free, err := hold(ctx, states, 128)
	if err != nil {
		return nil, err
	}
	defer free()
	now := map[uint64]*big.Int{0: big.NewInt(1)} // carries in mixed radix, times 2, plus 1 if n exceeds
	places := most.BitLen()
	for _, f := range factors {
		places = max(places, most.BitLen()+bits.Len64(f))
	}
	p := newPace(ctx)
	for place := range places {
		next := map[uint64]*big.Int{}
		for state, count := range now {
			for digit := uint64(0); digit < 2; digit++ {
				if place >= most.BitLen() && digit == 1 {
					break
				}
				carries, above := state/2, state%2
				if limit := uint64(most.Bit(place)); digit != limit {
					above = digit
				}
				sum, to, unit := uint64(0), uint64(0), uint64(1)
				for _, f := range factors {
					carry := carries%max(f, 1) + f*digit
					carries /= max(f, 1)
					sum ^= carry & 1
					to += carry / 2 * unit
					unit *= max(f, 1)
				}
				if sum == 0 {
					to = 2*to + above
					if next[to] == nil {
						next[to] = new(big.Int)
					}
					next[to].Add(next[to], count)
				}
				if err := p.Step(64); err != nil {
					return nil, err
				}
			}
		}
		now = next
	}
	if now[0] == nil {
		return new(big.Int), nil
	}
	return now[0].Sub(now[0], big.NewInt(1)), nil // without n = 0
}

// triplesTo returns the number of ordered triples of numbers 0 … most with nim-sum 0,
// and the sum of all their numbers: from the highest digit down, all that matters is which
// of the three equal most so far.
func triplesTo(most *big.Int) (count, sum *big.Int) {
	type tally struct{ count, sum *big.Int }
	now := [8]tally{7: {big.NewInt(1), new(big.Int)}}
	for place := most.BitLen() - 1; place >= 0; place-- {
		limit := 7 * most.Bit(place)
		var next [8]tally
		for equal, from := range now {
			if from.count == nil {
				continue
			}
			for _, digits := range []uint{0, 3, 5, 6} {
				if digits&uint(equal)&^limit != 0 {
					continue // a digit above that of most
				}
				to := uint(equal) &^ (digits ^ limit)
				if next[to].count == nil {
					next[to] = tally{new(big.Int), new(big.Int)}
				}
				next[to].count.Add(next[to].count, from.count)
				next[to].sum.Add(next[to].sum, from.sum)
				ones := new(big.Int).Lsh(big.NewInt(int64(bits.OnesCount(digits))), uint(place))
				next[to].sum.Add(next[to].sum, ones.Mul(ones, from.count))
			}
		}
		now = next
	}
	count, sum = new(big.Int), new(big.Int)
	for _, t := range now {
		if t.count != nil {
			count.Add(count, t.count)
			sum.Add(sum, t.sum)
		}
	}
	return count, sum
}

// UnequalNim returns the sum of a + b + c over the lost positions 0 < a < b < c < n of Nim
// with three heaps no two of which may be equal.
//
// This is Welter's game of three coins, lost exactly where the heaps plus 1 have nim-sum 0
// (On Numbers and Games, chapter 13; the catalogue's file unequal-nim). So A = a+1, …
// have nim-sum 0, and 2 <= A < B < C <= n. Triples of nim-sum 0 without a 0 have three
// different numbers, thus six orders; those with a 0 are 0 and a pair, those with the
// least number 1 are 1, 2k, 2k+1.
func UnequalNim(n *big.Int) *big.Int {
	if n.Cmp(big.NewInt(3)) < 0 {
		return new(big.Int)
	}
	count, sum := triplesTo(n)
	one := big.NewInt(1)
	zeros := new(big.Int).Mul(n, big.NewInt(3)) // 3 n + 1 triples have a 0; their sum is 3 n (n+1)
	sumOfZeros := new(big.Int).Mul(zeros, new(big.Int).Add(n, one))
	count.Sub(count, zeros.Add(zeros, one)).Quo(count, big.NewInt(6))
	sum.Sub(sum, sumOfZeros).Quo(sum, big.NewInt(6))
	k := half(new(big.Int).Sub(n, one)) // 1, 2, 3 … 1, 2k, 2k+1: their sum is 2 k (k+2)
	sum.Sub(sum, new(big.Int).Mul(new(big.Int).Lsh(k, 1), new(big.Int).Add(k, big.NewInt(2))))
	count.Sub(count, k)
	return sum.Sub(sum, count.Mul(count, big.NewInt(3)))
}

// SilverDollar returns how many positions of the Silver Dollar Game with pocketing, with a
// dollar and some other coins on a strip, are won by the player to move.
//
// By the theorem of the catalogue's file silver-dollar, a dollar in front wins. Otherwise
// pair the coins from the right. If all have a partner, the gaps within the pairs are heaps
// of Nim. If the first coin is left over, the number of squares before it is one more heap,
// with 1 added unless the dollar comes second.
//
// So let X(k, o, e) be the number of ways to put e empty squares into k heaps of nim-sum 0
// and o other gaps. Its generating function is the product over all binary places of
// Q(x^(2^place)), with
//
//	Q(x) = (the terms of even degree of (1+x)^k) (1+x)^o,
//
// since 1/(1-x) is the product of all 1 + x^(2^place). The lowest place leaves a
// coefficient of the same product at about e/2, within the degree k + o; so the numbers
// of k + o coefficients for e, e/2, e/4, … suffice.
func SilverDollar(ctx context.Context, squares, others uint64) (*big.Int, error) {
	coins := others + 1
	if coins > squares {
		return new(big.Int), nil
	}
	if coins > 1<<11 {
		return nil, fmt.Errorf("%d coins: %w", coins, grundy.ErrTooLarge)
	}
	free, err := hold(ctx, coins*2, grundy.MulCounts(coins, 16))
	if err != nil {
		return nil, err
	}
	defer free()
	all := new(big.Int).Binomial(int64(squares), int64(coins))
	all.Mul(all, number(coins))
	empty := squares - coins
	if coins%2 == 0 {
		lost, err := spread(ctx, coins/2, coins/2+1, empty)
		if err != nil {
			return nil, err
		}
		return all.Sub(all, lost.Mul(lost, number(coins-1))), nil
	}
	if coins == 1 {
		return all, nil
	}
	k := coins/2 + 1
	second, err := spread(ctx, k, k, empty)
	if err != nil {
		return nil, err
	}
	// The heap that is one more than its squares is not 0.
	later, err := spread(ctx, k, k, empty+1)
	if err != nil {
		return nil, err
	}
	zero, err := spread(ctx, k-1, k, empty+1)
	if err != nil {
		return nil, err
	}
	later.Sub(later, zero).Mul(later, number(coins-2))
	return all.Sub(all, second).Sub(all, later), nil
}

// spread is X(k, o, e) of [SilverDollar].
func spread(ctx context.Context, k, o, e uint64) (*big.Int, error) {
	degree := k + o
	q := make([]*big.Int, degree+1)
	for i := range q {
		q[i] = new(big.Int)
	}
	t := new(big.Int)
	for i := uint64(0); i <= k; i += 2 {
		even := new(big.Int).Binomial(int64(k), int64(i))
		for j := range o + 1 {
			q[i+j].Add(q[i+j], t.Mul(even, t.Binomial(int64(o), int64(j))))
		}
	}
	// now[i] is the coefficient of x^(low+i) of the product over the places from some on.
	// At the highest one the product is 1.
	places := uint(bits.Len64(e))
	now := make([]*big.Int, degree+2)
	low := func(place uint) int64 { return int64(e>>place) - int64(degree) }
	for i := range now {
		now[i] = new(big.Int)
		if low(places)+int64(i) == 0 {
			now[i].SetInt64(1)
		}
	}
	p := newPace(ctx)
	for place := int(places) - 1; place >= 0; place-- {
		// The coefficient of x^n of Q(x) F(x^2) is the sum of q(i) f((n-i)/2).
		next := make([]*big.Int, degree+2)
		for i := range next {
			next[i] = new(big.Int)
			n := low(uint(place)) + int64(i)
			if n > int64(e>>place) {
				continue
			}
			for j := n & 1; j <= int64(degree) && j <= n; j += 2 {
				at := (n-j)/2 - low(uint(place)+1)
				if at >= 0 && at < int64(len(now)) {
					next[i].Add(next[i], t.Mul(q[j], now[at]))
				}
				if err := p.Step(256); err != nil {
					return nil, err
				}
			}
		}
		now = next
	}
	return now[degree], nil
}

// RemovingDigits returns how many of the numbers 1 … n-1 are won in the game in which a
// player strikes a digit out, and zeros in front vanish.
//
// Only which digits are 0 counts. There are 2^(d-1) patterns of d digits, and each is won
// or lost by its d options. A number below n has fewer digits, or agrees with n in some
// first digits and is lower in the next.
func RemovingDigits(ctx context.Context, n uint64) (*big.Int, error) {
	digits := fmt.Sprint(n)
	free, err := hold(ctx, 1<<len(digits), 1)
	if err != nil {
		return nil, err
	}
	defer free()
	won := make([]bool, 1<<len(digits)) // by pattern, the first digit highest; 0 is lost
	p := newPace(ctx)
	for b := 1; b < len(won); b++ {
		for i := range bits.Len(uint(b)) {
			if !won[b>>(i+1)<<i|b&(1<<i-1)] {
				won[b] = true
				break
			}
		}
		if err := p.Step(20); err != nil {
			return nil, err
		}
	}
	nines := make([]*big.Int, len(digits)+1)
	for i := range nines {
		nines[i] = new(big.Int).Exp(big.NewInt(9), big.NewInt(int64(i)), nil)
	}
	total := new(big.Int)
	// add counts the numbers with a pattern of first digits, and any last digits; each
	// stands for some ways to choose the first digits.
	add := func(pattern, last int, ways int64) error {
		ofOnes := make([]int64, last+1)
		for b := range 1 << last {
			if won[pattern<<last|b] {
				ofOnes[bits.OnesCount(uint(b))]++
			}
			if err := p.Step(4); err != nil {
				return err
			}
		}
		for ones, count := range ofOnes {
			term := big.NewInt(count * ways)
			total.Add(total, term.Mul(term, nines[ones]))
		}
		return nil
	}
	for length := 1; length < len(digits); length++ {
		if err := add(1, length-1, 9); err != nil {
			return nil, err
		}
	}
	pattern := 0
	ways := int64(1)
	for i, d := range []byte(digits) {
		last := len(digits) - 1 - i
		if d > '0' {
			if i > 0 {
				if err := add(pattern<<1, last, ways); err != nil {
					return nil, err
				}
			}
			if err := add(pattern<<1|1, last, ways*int64(d-'1')); err != nil {
				return nil, err
			}
			pattern = pattern<<1 | 1
		} else {
			pattern <<= 1
		}
	}
	return total, nil
}
