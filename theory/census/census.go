// Package census counts positions by their nim-values, where looking at each sum of them would
// take too long. [Lists] counts the lists of k of them whose nim-sum is 0, and [CompositionsWon] the
// sums that share a number of tokens.
//
// Let c(v) be the number of positions with nim-value v, and for each w the character sum
// C(w) = sum over v of (-1)^|v & w| c(v), the Walsh-Hadamard transform. Characters turn
// nim-sums into products, so that the lists of k positions with nim-sum 0 are the mean of
// C(w)^k over all w (the inverse transform at 0).
//
// A function asks the meter of its context for memory, and ends soon after the context does.
// Results are exact, unless a modulus is an argument or is named.
package census

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// sizeOf returns the power of two that holds the nim-sums of a histogram.
func sizeOf(counts []uint64) int {
	if len(counts) < 2 {
		return 1
	}
	return 1 << bits.Len(uint(len(counts)-1))
}

// transform replaces c by its Walsh-Hadamard transform modulo m, in n log n additions.
func transform(p *meter.Pace, c []uint64, m uint64) error {
	for h := 1; h < len(c); h *= 2 {
		for i := 0; i < len(c); i += 2 * h {
			low, high := c[i:i+h], c[i+h:i+2*h]
			for j, a := range low {
				b := high[j]
				s := a + b
				if s >= m {
					s -= m
				}
				low[j] = s
				if a < b {
					a += m
				}
				high[j] = a - b
			}
			if err := p.Step(h); err != nil {
				return err
			}
		}
	}
	return nil
}

// Lists returns how many lists of k positions have nim-sum 0, modulo m: counts[v]
// positions have nim-value v. It takes n log n additions and n powers for n nim-values.
func Lists(ctx context.Context, counts []uint64, k, m uint64) (uint64, error) {
	if m == 0 || m > 1<<31 {
		return 0, errModulus
	}
	n := sizeOf(counts)
	free, err := hold(ctx, uint64(n), 8)
	if err != nil {
		return 0, err
	}
	defer free()
	// To divide by n at the end, an odd modulus has the inverse of 2. An even one is
	// made n times as large, so that what is divided is known modulo m n.
	modulus := m
	if m%2 == 0 {
		modulus = m * uint64(n)
	}
	c := make([]uint64, n)
	for v, count := range counts {
		c[v] = count % modulus
	}
	p := newPace(ctx)
	if err := transform(p, c, modulus); err != nil {
		return 0, err
	}
	sum := uint64(0)
	for _, a := range c {
		if sum += powMod(a, k, modulus); sum >= modulus {
			sum -= modulus
		}
		if err := p.Step(64); err != nil {
			return 0, err
		}
	}
	if m%2 == 0 {
		return sum / uint64(n), nil
	}
	for range bits.TrailingZeros(uint(n)) {
		sum = mulMod(sum, (m+1)/2%m, m)
	}
	return sum % m, nil
}

// CompositionsWon returns, modulo the prime 10^9+7, in how many ways the total is an ordered
// sum of that many heaps, none of them empty, that the player to move wins. values[n] is the
// nim-value of a heap of n, for 0 ≤ n ≤ total.
//
// The compositions of nim-sum 0 are the mean, over all characters χ(v) = ±1 of the nim-sum,
// of the coefficient of x^total in the power of f = Σ χ(values[n]) x^n. Let f = x·u; then
// P = u^k satisfies u·P' = k·u'·P, which gives its coefficients one after the other. This
// takes O(total^2) steps a character; there are fewer than twice the greatest value.
func CompositionsWon(ctx context.Context, values []uint64, heaps, total uint64) (uint64, error) {
	if total > longestComposition || total >= uint64(len(values)) {
		return 0, fmt.Errorf("a total of %d: want at most %d, and a nim-value for each heap to the total: %w", total, longestComposition, grundy.ErrTooLarge)
	}
	if heaps == 0 || heaps > total {
		return 0, nil
	}
	degree := int(total - heaps)
	greatest := uint64(0)
	for _, v := range values[1 : degree+2] {
		greatest = max(greatest, v)
	}
	characters := uint64(1) << bits.Len64(greatest)
	inverses := inversesBelow(degree + 1)
	// The coefficients ±1 of u, and each times its place; backwards[degree-n] is P_n.
	sign, weighted := make([]int64, degree+1), make([]int64, degree+1)
	backwards := make([]int64, degree+1)
	sum, all := uint64(0), uint64(0)
	for c := range characters {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for n := range sign {
			sign[n] = 1 - 2*int64(bits.OnesCount64(values[n+1]&c)%2)
			weighted[n] = int64(n) * sign[n]
		}
		backwards[degree] = 1
		if sign[0] < 0 && heaps%2 == 1 {
			backwards[degree] = prime - 1
		}
		for n := 1; n <= degree; n++ {
			// n·u_0·P_n = Σ ((heaps+1)·k - n)·u_k·P_(n-k). No term exceeds 2^12·2^30, and
			// there are at most 2^12 of them.
			plain, byPlace := int64(0), int64(0)
			before := backwards[degree-n+1:] // P_(n-1), P_(n-2), …
			for k, s := range sign[1 : n+1] {
				plain += s * before[k]
				byPlace += weighted[k+1] * before[k]
			}
			p := (byPlace%prime*int64(heaps+1) - plain%prime*int64(n)) * sign[0] % prime
			backwards[degree-n] = (p + prime) % prime * int64(inverses[n]) % prime
		}
		sum += uint64(backwards[0])
		if c == 0 {
			all = uint64(backwards[0])
		}
	}
	lost := sum % prime * powMod(characters%prime, prime-2, prime) % prime
	return (all + prime - lost) % prime, nil
}

// longestComposition bounds a total, so that no sum exceeds 64 bits.
const longestComposition = 1 << 12

// inversesBelow returns the inverses of 1 … n-1 modulo the prime.
func inversesBelow(n int) []uint64 {
	inverses := make([]uint64, max(n, 2))
	inverses[1] = 1
	for i := 2; i < n; i++ {
		inverses[i] = (prime - prime/uint64(i)) * inverses[prime%i] % prime
	}
	return inverses
}

// prime is the modulus of most judges.
const prime = 1_000_000_007

// errModulus refuses a modulus.
var errModulus = errors.New("want a modulus of 1 … 2^31")

// newPace returns what looks at the context of a loop.
func newPace(ctx context.Context) *meter.Pace { return &meter.Pace{Ctx: ctx, Every: 1 << 16} }

// hold takes the memory of count things of some bytes from the meter, and returns what
// gives it back.
func hold(ctx context.Context, count, bytes uint64) (free func(), err error) {
	total := grundy.MulCounts(count, bytes)
	if total > 1<<46 {
		return nil, fmt.Errorf("%d numbers at once: %w", count, grundy.ErrTooLarge)
	}
	if err := meter.Take(ctx, total); err != nil {
		return nil, err
	}
	return func() { meter.Give(ctx, total) }, nil
}

// mulMod returns a*b mod m, for a and b below m.
func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi == 0 {
		return lo % m
	}
	return bits.Rem64(hi, lo, m)
}

// powMod returns a^e mod m.
func powMod(a, e, m uint64) uint64 {
	result := 1 % m
	for a %= m; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = mulMod(result, a, m)
		}
		a = mulMod(a, a, m)
	}
	return result
}
