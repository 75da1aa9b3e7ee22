package census

// This file counts in games on numbers whose prime factors, or common divisors, decide.

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sort"

	"grundy"
	"grundy/internal/meter"
)

// leastFactors returns the least prime factor of each number below n, and the caller gives
// the memory back.
func leastFactors(ctx context.Context, n uint64) (factors []uint32, free func(), err error) {
	if n > 1<<32 {
		return nil, nil, fmt.Errorf("the factors of all numbers below %d: %w", n, grundy.ErrTooLarge)
	}
	if free, err = hold(ctx, n+1, 4); err != nil {
		return nil, nil, err
	}
	factors = make([]uint32, n)
	p := newPace(ctx)
	for i := uint64(2); i < n; i++ {
		if factors[i] != 0 {
			continue
		}
		factors[i] = uint32(i)
		for j := i * i; j < n; j += i {
			if factors[j] == 0 {
				factors[j] = uint32(i)
			}
			if err := p.Step(1); err != nil {
				free()
				return nil, nil, err
			}
		}
	}
	return factors, free, nil
}

// CoprimeValues returns how many of the heaps 1 … n-1 have each nim-value in the game in
// which a player takes a number without a common factor with the heap.
//
// By the theorem of the catalogue's file coprime-nim, a heap of 1 has value 1, an even one 0,
// and another the place of its least prime factor among the primes. It sieves.
func CoprimeValues(ctx context.Context, n uint64) ([]uint64, error) {
	factors, free, err := leastFactors(ctx, n)
	if err != nil {
		return nil, err
	}
	defer free()
	counts := []uint64{0, 0}
	place := map[uint32]int{}
	for i := 1; i < len(factors); i++ {
		switch f := factors[i]; {
		case i == 1:
			counts[1]++
		case f == 2:
			counts[0]++
			place[2] = 1
		case f == uint32(i): // a prime
			if i > 2 {
				place[f] = len(place) + 1
				counts = append(counts, 1)
			}
		default:
			counts[place[f]]++
		}
	}
	return counts, nil
}

// DivisorValues returns how many of the heaps 2 … n have each nim-value in the game in which a
// player replaces a heap by two, each a proper divisor of it greater than 1.
//
// Only the exponents of the prime factors count. Both divisors may be any, so that with the
// set V of the values of proper divisors the nim-value is the mex of all v^w for v and w
// in V. It sieves, and finds the value once for all numbers with the same exponents.
func DivisorValues(ctx context.Context, n uint64) ([]uint64, error) {
	factors, free, err := leastFactors(ctx, n+1)
	if err != nil {
		return nil, err
	}
	defer free()
	known := map[[16]uint8]uint64{} // by exponents, greatest first
	var value func(exponents [16]uint8) uint64
	value = func(exponents [16]uint8) uint64 {
		slices.SortFunc(exponents[:], func(a, b uint8) int { return int(b) - int(a) })
		if v, ok := known[exponents]; ok {
			return v
		}
		var below, options [256]bool
		divisor := exponents
		for i := 0; i < len(divisor); { // all divisors but the number itself, and 1
			if divisor[i] == 0 {
				divisor[i] = exponents[i]
				i++
				continue
			}
			divisor[i]--
			i = 0
			if divisor != [16]uint8{} {
				below[value(divisor)] = true
			}
		}
		for v := range below {
			for w := range below {
				options[v^w] = options[v^w] || below[v] && below[w]
			}
		}
		known[exponents] = uint64(slices.Index(options[:], false))
		return known[exponents]
	}
	counts := make([]uint64, 256)
	p := newPace(ctx)
	for i := 2; i < len(factors); i++ {
		var exponents [16]uint8
		last, at := uint32(0), -1
		for rest := i; rest > 1; rest /= int(last) {
			if f := factors[rest]; f != last {
				last, at = f, at+1
			}
			exponents[at]++
		}
		v, ok := known[exponents]
		if !ok {
			v = value(exponents)
		}
		counts[v]++
		if err := p.Step(1); err != nil {
			return nil, err
		}
	}
	for len(counts) > 1 && counts[len(counts)-1] == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts, nil
}

// BezoutWon returns how many positions (a, b) with a, b > 0, without a common factor, and
// a + b <= n are won in Bézout's Game.
//
// Such a position has two options, its parents in the Stern-Brocot tree; one parent is an
// option of the other. So with 1/1, its parents 0/1 and 1/0 of value 0, and 1/2 and 2/1, of
// value 2, a position has the one of the values 0, 1 and 2 that its parents have not. The
// parents and their child are the three kinds of fractions with an odd number. So
// below 1/1 and 0/1 a kind has one value throughout, that of 0/1, 1/1 or 1/2; and below
// 1/1 and 1/0 that of 1/0, 1/1 or 2/1. Thus a position is lost where its smaller number is even.
//
// With s = a+b, an even a < b without a common factor with b is an even a < s/2 without one with
// the odd s: twice an a' < s/4. Let F(n) be the number of pairs a' < s/4 with odd s <= n,
// and G(n) that of those without a common factor, which is odd: F(n) is the sum of G(n/d)
// over odd d. In the same way n (n-1)/2 is the sum of all pairs a < s without a common
// factor with s, over all d. Both are solved for G at n and its quotients, in n^(3/4) steps.
func BezoutWon(ctx context.Context, n uint64) (*big.Int, error) {
	if n > 1<<31 {
		return nil, fmt.Errorf("heaps of sum %d: %w", n, grundy.ErrTooLarge)
	}
	all, err := invert(ctx, n, 1, func(n uint64) uint64 { return n * (n - 1) / 2 })
	if err != nil {
		return nil, err
	}
	lost, err := invert(ctx, n, 2, func(n uint64) uint64 {
		// The odd s = 4q+1 and 4q+3 have q each.
		last := (n + 1) / 4 // numbers 4q+3 to n
		sum := last * (last - 1) / 2
		last = (n + 3) / 4 // numbers 4q+1
		return sum + last*(last-1)/2
	})
	if err != nil {
		return nil, err
	}
	return number(all - 2*lost), nil
}

// invert returns G(n), where f(m) is the sum of G(⌊m/d⌋) over d = 1, 1+step, 1+2 step, …
// The values of f(0) and G(0) are 0.
func invert(ctx context.Context, n, step uint64, f func(uint64) uint64) (uint64, error) {
	var quotients []uint64 // in decreasing order
	for d := uint64(1); d <= n; d = n/(n/d) + 1 {
		quotients = append(quotients, n/d)
	}
	free, err := hold(ctx, uint64(len(quotients)), 64)
	if err != nil {
		return 0, err
	}
	defer free()
	g := make(map[uint64]uint64, len(quotients))
	p := newPace(ctx)
	for _, m := range slices.Backward(quotients) {
		sum := f(m)
		for d := 1 + step; d <= m; {
			last := m / (m / d)
			count := (last-d)/step + 1
			sum -= count * g[m/d]
			d += count * step
			if err := p.Step(16); err != nil {
				return 0, err
			}
		}
		g[m] = sum
	}
	if n == 0 {
		return 0, nil
	}
	return g[n], nil
}

// FactorNim returns the sum of the numbers 1 … n whose prime factors, each as often as
// it divides, are lost heaps of Nim.
//
// Pairs of a prime cancel, so that these are the k m^2 with the k whose factors are
// different and have nim-sum 0: 1, and those whose greatest factor is the nim-sum of the others.
// The nim-sum of the lowest digits says that k has an even number of odd factors. So the
// other factors are drawn in increasing order, the last one p only where an odd number of
// them is odd and p times a greater number still fits. Their nim-sum q > p is below
// the next power of two, and a table of bits says whether it is prime. For n = 10^14
// they are some 10^9 products.
func FactorNim(ctx context.Context, n uint64) (*big.Int, error) {
	if n > 1<<47 {
		return nil, fmt.Errorf("numbers to %d: %w", n, grundy.ErrTooLarge)
	}
	most := uint64(1) << ((bits.Len64(n) + 1) / 2) // 2 p q <= n, p < q, and q has as many digits as p
	f := &factorNim{n: n, pace: *newPace(ctx)}
	free, err := hold(ctx, most, 1)
	if err != nil {
		return nil, err
	}
	defer free()
	f.composite = make([]uint64, most/128+1) // a bit for each odd number
	f.primes = append(f.primes, 2)
	for i := uint64(3); i < most; i += 2 {
		if f.isComposite(i) != 0 {
			continue
		}
		f.primes = append(f.primes, uint32(i))
		for j := i * i; j < most; j += 2 * i {
			f.composite[j/128] |= 1 << (j / 2 % 64)
		}
		if err := f.pace.Step(4); err != nil {
			return nil, err
		}
	}
	err = f.add(0, 1, 0, false)
	sum := squaresTo(n)
	sum.Add(sum, number(f.low))
	return sum.Add(sum, new(big.Int).Lsh(number(f.high), 64)), err
}

type factorNim struct {
	n         uint64
	primes    []uint32
	composite []uint64
	pace      meter.Pace
	high, low uint64 // the sum
}

// isComposite is 1 if an odd number is not prime, or 0.
func (f *factorNim) isComposite(n uint64) uint64 { return f.composite[n/128] >> (n / 2 % 64) & 1 }

// squaresTo returns the sum of the squares to n.
func squaresTo(n uint64) *big.Int {
	m := new(big.Int).Sqrt(number(n))
	return powerSums(m).squares
}

// add adds the numbers that begin with some factors, with their product and nim-sum; odd
// says whether an odd number of them is odd. The next factor is primes[from] or greater.
func (f *factorNim) add(from int, product, sum uint64, odd bool) error {
	room := f.n / product
	i := from
	for ; i < len(f.primes); i++ {
		p := uint64(f.primes[i])
		if p*p*p >= room {
			break // q follows, or nothing
		}
		if q := sum ^ p; !odd && p != 2 && q > p && p*q <= room && f.isComposite(q) == 0 {
			f.close(product * p * q)
		}
		if err := f.add(i+1, product*p, sum^p, odd != (p != 2)); err != nil {
			return err
		}
	}
	if odd {
		return f.pace.Step(1)
	}
	end := sort.Search(len(f.primes), func(i int) bool { return uint64(f.primes[i])*uint64(f.primes[i]) >= room })
	composite := f.composite
	for _, next := range f.primes[i:max(i, end)] {
		// One branch decides whether q is greater, a prime, and fits: each of the three would
		// be guessed wrong too often.
		p := uint64(next)
		q := sum ^ p
		if at := int(q / 128); at < len(composite) && (p-q)>>63&^((room-p*q)>>63|composite[at]>>(q/2%64)) != 0 {
			f.close(product * p * q)
		}
	}
	return f.pace.Step(64)
}

// close adds the multiples of k by squares, which are k times 1 + 4 + 9 + …. The least k is
// 2*5*7, so that the sum of squares has 64 bits.
func (f *factorNim) close(k uint64) {
	m := uint64(1)
	if left := f.n / k; left >= 4 {
		m = uint64(math.Sqrt(float64(left)))
	}
	hi, lo := bits.Mul64(k, m*(m+1)/2*(2*m+1)/3)
	var carry uint64
	f.low, carry = bits.Add64(f.low, lo, 0)
	f.high += hi + carry
}
