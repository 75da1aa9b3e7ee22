package census

// This file holds the prime factors of one number, and how many there are of each number in a
// range.

import (
	"context"
	"fmt"

	"grundy"
)

// MostFactored is the largest number that is factored: by all numbers to its root, so that
// one takes some 10^7 steps at most.
const MostFactored = 1 << 48

// Factor returns the primes that divide n, ascending, each with its exponent. It is empty
// for 0 and 1. It costs O(√n) steps. The error wraps grundy.ErrTooLarge if n is above 2^48,
// or says that ctx has ended.
func Factor(ctx context.Context, n uint64) (primes, exponents []uint64, err error) {
	if n > MostFactored {
		return nil, nil, fmt.Errorf("the prime factors of %d, above 2^48: %w", n, grundy.ErrTooLarge)
	}
	step := uint64(1) // from 2 to 3, and then over the even numbers
	for p := uint64(2); p*p <= n; p += step {
		if p%(1<<16) == 1 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if n%p == 0 {
			k := uint64(0)
			for ; n%p == 0; n /= p {
				k++
			}
			primes, exponents = append(primes, p), append(exponents, k)
		}
		if p > 2 {
			step = 2
		}
	}
	if n > 1 {
		primes, exponents = append(primes, n), append(exponents, 1)
	}
	return primes, exponents, nil
}

// PrimeFactors returns, for each number from least to most, how many prime factors it has,
// with their multiplicity; 0 for 0 and 1. That is the nim-value of a heap which is divided
// by any number above 1 that divides it: a number of k prime factors has options of 0 to
// k-1 of them.
//
// It divides the numbers by the primes to √most, and counts what is left of one as a prime.
// With n numbers it costs O((n + √most) log log most) steps and 16 n bytes.
func PrimeFactors(ctx context.Context, least, most uint64) ([]uint64, error) {
	if most < least {
		return nil, nil
	}
	const mostListed = 1 << 26
	if most-least >= mostListed || most >= 1<<52 {
		return nil, fmt.Errorf("the prime factors of the numbers %d to %d: %w", least, most, grundy.ErrTooLarge)
	}
	count, left := make([]uint64, most-least+1), make([]uint64, most-least+1)
	for i := range left {
		left[i] = least + uint64(i)
	}
	root := uint64(1)
	for root*root <= most {
		root++
	}
	composite := make([]bool, root)
	for p := uint64(2); p < root; p++ {
		if composite[p] {
			continue
		}
		for q := p * p; q < root; q += p {
			composite[q] = true
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for x := max((least+p-1)/p, 1) * p; x <= most; x += p {
			for i := x - least; left[i]%p == 0; left[i] /= p {
				count[i]++
			}
		}
	}
	for i, rest := range left {
		if rest > 1 {
			count[i]++
		}
	}
	return count, nil
}

// NumberOfPrimes returns the number of primes up to n, by the sieve of Eratosthenes.
func NumberOfPrimes(ctx context.Context, n uint64) (uint64, error) {
	if n < 2 {
		return 0, nil
	}
	composite := make([]bool, (n+1)/2) // composite[i] says it of 2i+1; 1 stands for the prime 2
	count := uint64(1)
	for i := 1; i < len(composite); i++ {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if composite[i] {
			continue
		}
		count++
		if i < 1<<31 {
			for k := 2 * i * (i + 1); k < len(composite); k += 2*i + 1 {
				composite[k] = true
			}
		}
	}
	return count, nil
}
