package pattern

// This file holds functions of one number that nim-values often follow: digits in binary,
// powers of primes, numbers of prime factors, parts in Zeckendorf's form.

import (
	"fmt"
	"math/big"
	"math/bits"
)

// A feature is a function of a natural number n, and of a constant p for some of them.
type feature struct {
	family Family
	least  int64                                       // the function is defined from here on
	words  string                                      // with %s for the number, %d for the constant
	call   string                                      // the same in the language of rules
	helper string                                      // the function in the language of rules that call needs
	at     func(n, p int64) int64                      // of numbers below 2^63
	value  func(n *big.Int, p int64) (*big.Int, error) // of any number; nil where only at is known
}

func small(n int64) (*big.Int, error) { return big.NewInt(n), nil }

var features = map[string]*feature{
	"ones": {family: Bits, words: "the number of ones of %s in binary", call: "ones(%s)", helper: `
def ones(n):
    count = 0
    while n > 0:
        count += n % 2
        n //= 2
    return count
`,
		at: func(n, _ int64) int64 { return int64(bits.OnesCount64(uint64(n))) },
		value: func(n *big.Int, _ int64) (*big.Int, error) {
			count := 0
			for _, w := range n.Bits() {
				count += bits.OnesCount64(uint64(w))
			}
			return small(int64(count))
		}},
	"digits": {family: Bits, words: "the number of binary digits of %s", call: "digits(%s)", helper: `
def digits(n):
    count = 0
    while n > 0:
        count += 1
        n //= 2
    return count
`,
		at:    func(n, _ int64) int64 { return int64(bits.Len64(uint64(n))) },
		value: func(n *big.Int, _ int64) (*big.Int, error) { return small(int64(n.BitLen())) }},
	"zeros": {family: Valuation, least: 1, words: "the number of trailing zeros of %s in binary", call: "zeros(%s)", helper: `
def zeros(n):
    count = 0
    while n % 2 == 0:
        count += 1
        n //= 2
    return count
`,
		at:    func(n, _ int64) int64 { return int64(bits.TrailingZeros64(uint64(n))) },
		value: func(n *big.Int, _ int64) (*big.Int, error) { return small(int64(n.TrailingZeroBits())) }},
	"exponent": {family: Valuation, least: 1, words: "the exponent of %[2]d in %[1]s", call: "exponent(%s, %d)", helper: `
def exponent(n, p):
    count = 0
    while n % p == 0:
        count += 1
        n //= p
    return count
`,
		at: func(n, p int64) (e int64) {
			for ; n%p == 0; n /= p {
				e++
			}
			return e
		},
		value: func(n *big.Int, p int64) (*big.Int, error) {
			var e int64
			for rest, r, d := new(big.Int).Set(n), new(big.Int), big.NewInt(p); ; e++ {
				if rest.QuoRem(rest, d, r); r.Sign() != 0 {
					return small(e)
				}
			}
		}},
	"top": {family: Bits, least: 1, words: "the largest power of two in %s", call: "top(%s)", helper: `
def top(n):
    power = 1
    while power <= n // 2:
        power *= 2
    return power
`,
		at: func(n, _ int64) int64 { return 1 << (bits.Len64(uint64(n)) - 1) },
		value: func(n *big.Int, _ int64) (*big.Int, error) {
			return new(big.Int).Lsh(big.NewInt(1), uint(n.BitLen()-1)), nil
		}},
	"below_top": {family: Bits, least: 1, words: "%s without its leading binary digit", call: "below_top(%s)", helper: `
def below_top(n):
    power = 1
    while power <= n // 2:
        power *= 2
    return n - power
`,
		at:    func(n, _ int64) int64 { return n ^ 1<<(bits.Len64(uint64(n))-1) },
		value: func(n *big.Int, _ int64) (*big.Int, error) { return new(big.Int).SetBit(n, n.BitLen()-1, 0), nil }},
	"lowest": {family: Bits, least: 1, words: "the largest power of two that divides %s", call: "lowest(%s)", helper: `
def lowest(n):
    power = 1
    while n % 2 == 0:
        power *= 2
        n //= 2
    return power
`,
		at: func(n, _ int64) int64 { return n & -n },
		value: func(n *big.Int, _ int64) (*big.Int, error) {
			return new(big.Int).Lsh(big.NewInt(1), n.TrailingZeroBits()), nil
		}},
	"odd_part": {family: Valuation, least: 1, words: "the largest odd divisor of %s", call: "odd_part(%s)", helper: `
def odd_part(n):
    while n % 2 == 0:
        n //= 2
    return n
`,
		at:    func(n, _ int64) int64 { return n >> bits.TrailingZeros64(uint64(n)) },
		value: func(n *big.Int, _ int64) (*big.Int, error) { return new(big.Int).Rsh(n, n.TrailingZeroBits()), nil }},
	"digit_sum": {family: Bits, words: "the sum of the digits of %s in base %d", call: "digit_sum(%s, %d)", helper: `
def digit_sum(n, base):
    total = 0
    while n > 0:
        total += n % base
        n //= base
    return total
`,
		at: func(n, p int64) (s int64) {
			for ; n > 0; n /= p {
				s += n % p
			}
			return s
		},
		value: func(n *big.Int, p int64) (*big.Int, error) {
			s := new(big.Int)
			for rest, r, d := new(big.Int).Set(n), new(big.Int), big.NewInt(p); rest.Sign() > 0; {
				rest.QuoRem(rest, d, r)
				s.Add(s, r)
			}
			return s, nil
		}},
	"primes": {family: Valuation, least: 1, words: "the number of prime factors of %s", call: "primes(%s)", helper: primesHelper,
		at:    func(n, _ int64) int64 { return countPrimes(n, func(_, e int64) int64 { return e }) },
		value: ofFactors(func(_, e int64) int64 { return e })},
	"distinct_primes": {family: Valuation, least: 1, words: "the number of different prime factors of %s", call: "distinct_primes(%s)", helper: `
def distinct_primes(n):
    count = 0
    d = 2
    while d * d <= n:
        if n % d == 0:
            count += 1
        while n % d == 0:
            n //= d
        d += 1 + d % 2
    if n > 1:
        count += 1
    return count
`,
		at:    func(n, _ int64) int64 { return countPrimes(n, func(_, _ int64) int64 { return 1 }) },
		value: ofFactors(func(_, _ int64) int64 { return 1 })},
	"odd_primes": {family: Valuation, least: 1, words: "the number of odd prime factors of %s", call: "odd_primes(%s)", helper: oddPrimesHelper,
		at:    func(n, _ int64) int64 { return countPrimes(n, func(p, e int64) int64 { return e * (p % 2) }) },
		value: ofFactors(func(p, e int64) int64 { return e * (p % 2) })},
	"odd_primes_and_two": {family: Valuation, least: 1, words: "the number of odd prime factors of %s, and one more if it is even", call: "odd_primes_and_two(%s)", helper: oddPrimesHelper + `
def odd_primes_and_two(n):
    return odd_primes(n) + (1 if n % 2 == 0 else 0)
`,
		at:    func(n, _ int64) int64 { return countPrimes(n, oddAndTwo) },
		value: ofFactors(oddAndTwo)},
	"divisors": {family: Valuation, least: 1, words: "the number of divisors of %s", call: "divisors(%s)", helper: `
def divisors(n):
    count = 1
    d = 2
    while d * d <= n:
        times = 1
        while n % d == 0:
            times += 1
            n //= d
        count *= times
        d += 1
    if n > 1:
        count *= 2
    return count
`,
		at: func(n, _ int64) int64 {
			count := int64(1)
			countPrimes(n, func(_, e int64) int64 { count *= e + 1; return 0 })
			return count
		}},
	"root": {family: Coordinates, words: "⌊√(%s)⌋", call: "root(%s)", helper: rootHelper,
		at:    func(n, _ int64) int64 { return root(n) },
		value: func(n *big.Int, _ int64) (*big.Int, error) { return new(big.Int).Sqrt(n), nil }},
	"above_square": {family: Coordinates, words: "%s minus the largest square in it", call: "above_square(%s)", helper: rootHelper + `
def above_square(n):
    r = root(n)
    return n - r * r
`,
		at: func(n, _ int64) int64 { r := root(n); return n - r*r },
		value: func(n *big.Int, _ int64) (*big.Int, error) {
			r := new(big.Int).Sqrt(n)
			return r.Sub(n, r.Mul(r, r)), nil
		}},
	"least_part": {family: Beatty, least: 1, words: "the least Fibonacci number of %s in Zeckendorf's form", call: "zeckendorf(%s)[0]", helper: zeckendorfHelper,
		at:    func(n, _ int64) int64 { return zeckendorf(n)[0] },
		value: func(n *big.Int, _ int64) (*big.Int, error) { least, _, _ := bigZeckendorf(n); return least, nil }},
	"least_index": {family: Beatty, least: 1, words: "the number of trailing zeros of %s in Zeckendorf's form", call: "zeckendorf(%s)[1]", helper: zeckendorfHelper,
		at:    func(n, _ int64) int64 { return zeckendorf(n)[1] },
		value: func(n *big.Int, _ int64) (*big.Int, error) { _, i, _ := bigZeckendorf(n); return small(i) }},
	"fibonacci_parts": {family: Beatty, least: 1, words: "the number of Fibonacci numbers of %s in Zeckendorf's form", call: "zeckendorf(%s)[2]", helper: zeckendorfHelper,
		at:    func(n, _ int64) int64 { return zeckendorf(n)[2] },
		value: func(n *big.Int, _ int64) (*big.Int, error) { _, _, k := bigZeckendorf(n); return small(k) }},
}

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

const oddPrimesHelper = primesHelper + `
def odd_primes(n):
    while n % 2 == 0:
        n //= 2
    return primes(n)
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

const zeckendorfHelper = `
def zeckendorf(n):
    a, b = 1, 2
    index = 0
    while b <= n:
        a, b = b, a + b
        index += 1
    least, place, parts = 0, 0, 0
    while n > 0:
        if a <= n:
            n -= a
            least, place = a, index
            parts += 1
        a, b = b - a, a
        index -= 1
    return [least, place, parts]
`

// tried lists the features in the order in which they are tried, with their constants.
var tried = []struct {
	name string
	p    int64
}{
	{"ones", 0}, {"zeros", 0}, {"digits", 0}, {"lowest", 0}, {"top", 0}, {"odd_part", 0}, {"below_top", 0},
	{"primes", 0}, {"distinct_primes", 0}, {"odd_primes", 0}, {"odd_primes_and_two", 0}, {"divisors", 0},
	{"exponent", 3}, {"exponent", 5}, {"exponent", 7}, {"digit_sum", 3}, {"digit_sum", 4}, {"digit_sum", 5}, {"digit_sum", 10},
	{"least_index", 0}, {"least_part", 0}, {"fibonacci_parts", 0}, {"root", 0}, {"above_square", 0},
}

func oddAndTwo(p, e int64) int64 {
	if p == 2 {
		return 1
	}
	return e
}

// countPrimes returns the sum of f over the primes of n > 0 with their exponents, by trial
// division.
func countPrimes(n int64, f func(p, e int64) int64) (sum int64) {
	for p := int64(2); p*p <= n; p += 1 + p&1 {
		e := int64(0)
		for ; n%p == 0; n /= p {
			e++
		}
		if e > 0 {
			sum += f(p, e)
		}
	}
	if n > 1 {
		sum += f(n, 1)
	}
	return sum
}

const trialFactors = 1 << 20 // primes below are divided out one by one

// ofFactors returns the sum of f over the primes of any n > 0 that can be factored: where what
// is left behind small primes is 1, a prime, or a product of two primes that Fermat's or
// Pollard's method takes apart.
func ofFactors(f func(p, e int64) int64) func(*big.Int, int64) (*big.Int, error) {
	return func(n *big.Int, _ int64) (*big.Int, error) {
		rest, r, d := new(big.Int).Set(n), new(big.Int), new(big.Int)
		sum := int64(0)
		for p := int64(2); p < trialFactors && (p*p <= trialFactors || rest.Cmp(big.NewInt(p*p)) >= 0); p += 1 + p&1 {
			e := int64(0)
			for d.SetInt64(p); ; e++ {
				q, m := new(big.Int).QuoRem(rest, d, r)
				if m.Sign() != 0 {
					break
				}
				rest = q
			}
			if e > 0 {
				sum += f(p, e)
			}
		}
		switch {
		case rest.Cmp(big.NewInt(1)) == 0:
			return small(sum)
		case rest.ProbablyPrime(32):
			return small(sum + f(trialFactors+1, 1)) // f knows large primes by their number only
		case rest.BitLen() > 63:
			return nil, fmt.Errorf("the prime factors of %v are too large to find", n)
		}
		// Two or three primes above 2^20 are left.
		s := sum
		for left := rest.Uint64(); left > 1; {
			p := rho(left)
			e := int64(0)
			for ; left%p == 0; left /= p {
				e++
			}
			s += f(trialFactors+1, e)
		}
		return small(s)
	}
}

// rho returns a prime factor of n by Pollard's method; n is odd, and has no prime below 2^20.
func rho(n uint64) uint64 {
	if new(big.Int).SetUint64(n).ProbablyPrime(0) {
		return n
	}
	step := func(x, c uint64) uint64 {
		hi, lo := bits.Mul64(x, x)
		_, x = bits.Div64(hi%n, lo, n)
		return (x + c) % n
	}
	for c := uint64(1); ; c++ {
		x, y, d := uint64(2), uint64(2), uint64(1)
		for d == 1 {
			x, y = step(x, c), step(step(y, c), c)
			d = uint64(gcd(int64(max(x, y)-min(x, y)), int64(n)))
		}
		if d != n {
			return rho(d)
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func root(n int64) int64 {
	return new(big.Int).Sqrt(big.NewInt(n)).Int64()
}

// zeckendorf returns the least of the Fibonacci numbers 1, 2, 3, 5, … whose sum is n > 0, no
// two of them neighbours, with its place from 0, and how many they are.
func zeckendorf(n int64) [3]int64 {
	least, place, parts := bigZeckendorf(big.NewInt(n))
	return [3]int64{least.Int64(), place, parts}
}

func bigZeckendorf(n *big.Int) (least *big.Int, place, parts int64) {
	a, b, rest, least := big.NewInt(1), big.NewInt(2), new(big.Int).Set(n), new(big.Int)
	index := int64(0)
	for ; b.Cmp(n) <= 0; index++ {
		a.Add(a, b)
		a, b = b, a
	}
	for ; rest.Sign() > 0; index-- {
		if a.Cmp(rest) <= 0 {
			rest.Sub(rest, a)
			least.Set(a)
			place, parts = index, parts+1
		}
		b.Sub(b, a)
		a, b = b, a
	}
	return least, place, parts
}
