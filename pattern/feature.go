package pattern

// Features are functions of one number that nim-values often follow: digits in base 2, numbers of
// prime factors, parts in Zeckendorf's form.

import (
	"math/bits"
)

// A feature is a function of a natural number n.
type feature struct {
	name   string // of the function in the language of rules
	family Family
	least  int64               // the function is defined from here on
	words  string              // with %s for the number
	single string              // what a number is where the value is 1, or ""
	alike  string              // another feature that is equal, or less, for the same pairs of numbers, and has a formula
	result string              // in the language of rules: what is done with the result of the function
	helper string              // the function in the language of rules
	at     func(n int64) int64 // of numbers below 2^63
	// count counts the value by digits, where an automaton can do that modulo any number: what it is
	// after one digit more, where seen says whether a digit other than 0 came before.
	count func(value, digit int, seen bool) int
}

// features are tried in this order.
var features = []*feature{
	{name: "ones", family: Bits, words: "the number of ones of %s in binary", single: "a power of two", count: digits, helper: `
def ones(n):
    count = 0
    while n > 0:
        count += n % 2
        n //= 2
    return count
`,
		at: func(n int64) int64 { return int64(bits.OnesCount64(uint64(n))) }},
	{name: "zeros", family: Valuation, least: 1, alike: "lowest", words: "the number of trailing zeros of %s in binary", count: func(value, digit int, seen bool) int {
		if digit > 0 || !seen {
			return 0
		}
		return value + 1
	}, helper: `
def zeros(n):
    count = 0
    while n % 2 == 0:
        count += 1
        n //= 2
    return count
`,
		at: func(n int64) int64 { return int64(bits.TrailingZeros64(uint64(n))) }},
	{name: "digits", family: Bits, words: "the number of binary digits of %s", count: func(value, digit int, seen bool) int {
		if seen || digit > 0 {
			return value + 1
		}
		return value
	}, helper: `
def digits(n):
    count = 0
    while n > 0:
        count += 1
        n //= 2
    return count
`,
		at: func(n int64) int64 { return int64(bits.Len64(uint64(n))) }},
	{name: "lowest", family: Bits, least: 1, words: "the largest power of two that divides %s", helper: `
def lowest(n):
    power = 1
    while n % 2 == 0:
        power *= 2
        n //= 2
    return power
`,
		at: func(n int64) int64 { return n & -n }},
	{name: "odd_part", family: Valuation, least: 1, words: "the largest odd divisor of %s", single: "a power of two", helper: `
def odd_part(n):
    while n % 2 == 0:
        n //= 2
    return n
`,
		at: func(n int64) int64 { return n >> bits.TrailingZeros64(uint64(n)) }},
	{name: "primes", family: Valuation, least: 1, words: "the number of prime factors of %s", single: "a prime", helper: primesHelper,
		at: countPrimes},
	{name: "odd_primes_and_two", family: Valuation, least: 1, words: "the number of odd prime factors of %s, and one more if it is even", helper: primesHelper + `
def odd_primes_and_two(n):
    two = 1 if n % 2 == 0 else 0
    while n % 2 == 0:
        n //= 2
    return primes(n) + two
`,
		at: func(n int64) int64 {
			twos := bits.TrailingZeros64(uint64(n))
			return countPrimes(n>>twos) + int64(min(twos, 1))
		}},
	{name: "zeckendorf", family: Beatty, least: 1, words: "the least Fibonacci number of %s in Zeckendorf's form", result: "[0]", helper: zeckendorfHelper,
		at: func(n int64) int64 { least, _ := zeckendorf(n); return least }},
	{name: "zeckendorf", family: Beatty, least: 1, words: "the number of Fibonacci numbers of %s in Zeckendorf's form", single: "a Fibonacci number", result: "[1]", count: digits, helper: zeckendorfHelper,
		at: func(n int64) int64 { _, parts := zeckendorf(n); return parts }},
}

// digits counts the sum of the digits.
func digits(value, digit int, _ bool) int { return value + digit }

const primesHelper = `
def primes(n):
    count = 0
    d = 2
    while d * d <= n:
        while n % d == 0:
            count += 1
            n //= d
        d += 1 + d % 2
    if n > 1:
        count += 1
    return count
`

const zeckendorfHelper = `
def zeckendorf(n):
    a, b = 1, 2
    while b <= n:
        a, b = b, a + b
    least, parts = 0, 0
    while n > 0:
        if a <= n:
            n -= a
            least = a
            parts += 1
        a, b = b - a, a
    return [least, parts]
`

// countPrimes counts the prime factors of n > 0, by trial division.
func countPrimes(n int64) (count int64) {
	for p := int64(2); p*p <= n; p += 1 + p&1 {
		for ; n%p == 0; n /= p {
			count++
		}
	}
	if n > 1 {
		count++
	}
	return count
}

// zeckendorf returns the least of the Fibonacci numbers 1, 2, 3, 5, … whose sum is n > 0, no
// two of them neighbours, and how many they are.
func zeckendorf(n int64) (least, parts int64) {
	a, b := int64(1), int64(2)
	for b <= n {
		a, b = b, a+b
	}
	for ; n > 0; a, b = b-a, a {
		if a <= n {
			n -= a
			least = a
			parts++
		}
	}
	return least, parts
}
