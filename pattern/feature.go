package pattern

// Features are functions of one number that nim-values often follow: digits in a base, numbers of
// prime factors and divisors, squares, parts in Zeckendorf's form.

import (
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// A feature is a function of a natural number n.
type feature struct {
	name   string // of the function in the language of rules
	family Family
	least  int64               // the function is defined from here on
	words  string              // with %s for the number
	single string              // what a number is where the value is 1, or ""
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
	{name: "zeros", family: Valuation, least: 1, words: "the number of trailing zeros of %s in binary", count: func(value, digit int, seen bool) int {
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
	{name: "top", family: Bits, least: 1, words: "the largest power of two in %s", helper: `
def top(n):
    power = 1
    while power <= n // 2:
        power *= 2
    return power
`,
		at: func(n int64) int64 { return 1 << (bits.Len64(uint64(n)) - 1) }},
	{name: "odd_part", family: Valuation, least: 1, words: "the largest odd divisor of %s", single: "a power of two", helper: `
def odd_part(n):
    while n % 2 == 0:
        n //= 2
    return n
`,
		at: func(n int64) int64 { return n >> bits.TrailingZeros64(uint64(n)) }},
	{name: "primes", family: Valuation, least: 1, words: "the number of prime factors of %s", single: "a prime", helper: primesHelper,
		at: func(n int64) int64 { return ofFactors(n, sumOf(func(_, e int64) int64 { return e })) }},
	{name: "distinct_primes", family: Valuation, least: 1, words: "the number of different prime factors of %s", single: "a power of a prime", helper: factorsHelper + `
def distinct_primes(n):
    return len(factors(n))
`,
		at: func(n int64) int64 { return ofFactors(n, sumOf(func(_, _ int64) int64 { return 1 })) }},
	{name: "odd_primes", family: Valuation, least: 1, words: "the number of odd prime factors of %s", helper: primesHelper + `
def odd_primes(n):
    while n % 2 == 0:
        n //= 2
    return primes(n)
`,
		at: func(n int64) int64 { return ofFactors(n, sumOf(func(p, e int64) int64 { return e * (p % 2) })) }},
	{name: "odd_primes_and_two", family: Valuation, least: 1, words: "the number of odd prime factors of %s, and one more if it is even", helper: primesHelper + `
def odd_primes_and_two(n):
    two = 1 if n % 2 == 0 else 0
    while n % 2 == 0:
        n //= 2
    return primes(n) + two
`,
		at: func(n int64) int64 { return ofFactors(n, sumOf(func(p, e int64) int64 { return 1 + (e-1)*(p%2) })) }},
	{name: "divisors", family: Valuation, least: 1, words: "the number of divisors of %s", helper: factorsHelper + `
def divisors(n):
    count = 1
    for times in factors(n):
        count *= times + 1
    return count
`,
		at: func(n int64) int64 { return ofFactors(n, func(so, _, e int64) int64 { return (so+1)*(e+1) - 1 }) + 1 }},
	exponentOf(3), exponentOf(5), exponentOf(7),
	digitSum(3), digitSum(4), digitSum(5), digitSum(10),
	{name: "zeckendorf", family: Beatty, least: 1, words: "the least Fibonacci number of %s in Zeckendorf's form", result: "[0]", helper: zeckendorfHelper,
		at: func(n int64) int64 { least, _ := zeckendorf(n); return least }},
	{name: "zeckendorf", family: Beatty, least: 1, words: "the number of Fibonacci numbers of %s in Zeckendorf's form", single: "a Fibonacci number", result: "[1]", count: digits, helper: zeckendorfHelper,
		at: func(n int64) int64 { _, parts := zeckendorf(n); return parts }},
	{name: "root", family: Coordinates, words: "⌊√(%s)⌋", helper: rootHelper, at: root},
	{name: "above_square", family: Coordinates, words: "%s minus the largest square in it", helper: rootHelper + `
def above_square(n):
    return n - root(n) * root(n)
`,
		at: func(n int64) int64 { return n - root(n)*root(n) }},
}

// exponentOf is the exponent of a prime in a number.
func exponentOf(p int64) *feature {
	return &feature{family: Valuation, least: 1, name: "exponent_" + strconv.FormatInt(p, 10), words: inBase(p, "the exponent of BASE in %s"), helper: inBase(p, `
def exponent_BASE(n):
    count = 0
    while n % BASE == 0:
        count += 1
        n //= BASE
    return count
`),
		at: func(n int64) (e int64) {
			for ; n%p == 0; n /= p {
				e++
			}
			return e
		}}
}

// digitSum is the sum of the digits of a number in a base.
func digitSum(p int64) *feature {
	return &feature{family: Bits, name: "digit_sum_" + strconv.FormatInt(p, 10), words: inBase(p, "the sum of the digits of %s in base BASE"), helper: inBase(p, `
def digit_sum_BASE(n):
    total = 0
    while n > 0:
        total += n % BASE
        n //= BASE
    return total
`),
		at: func(n int64) (sum int64) {
			for ; n > 0; n /= p {
				sum += n % p
			}
			return sum
		}}
}

func inBase(p int64, text string) string {
	return strings.ReplaceAll(text, "BASE", strconv.FormatInt(p, 10))
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

const factorsHelper = `
def factors(n):
    found = []
    d = 2
    while d * d <= n:
        times = 0
        while n % d == 0:
            times += 1
            n //= d
        if times > 0:
            found.append(times)
        d += 1 + d % 2
    if n > 1:
        found.append(1)
    return found
`

const rootHelper = `
def root(n):
    low = 0
    high = 1
    while high * high <= n:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low
`

// ofFactors goes over the primes p of n > 0 with their exponents e, by trial division. It returns
// what step makes of what came so far, 0 first.
func ofFactors(n int64, step func(so, p, e int64) int64) (so int64) {
	for p := int64(2); p*p <= n; p += 1 + p&1 {
		e := int64(0)
		for ; n%p == 0; n /= p {
			e++
		}
		if e > 0 {
			so = step(so, p, e)
		}
	}
	if n > 1 {
		so = step(so, n, 1)
	}
	return so
}

func sumOf(f func(p, e int64) int64) func(so, p, e int64) int64 {
	return func(so, p, e int64) int64 { return so + f(p, e) }
}

func root(n int64) int64 { return new(big.Int).Sqrt(big.NewInt(n)).Int64() }

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
