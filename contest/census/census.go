// Package census counts positions: how many of a range are lost, or their sums, where
// looking at each one would take too long. It holds the algorithms of contest problems
// that ask so.
//
// Histograms of nim-values come first. [Lists] counts the lists of k positions whose
// nim-sum is 0, and [Multisets] those in which the order does not matter. The other
// functions answer for one game each; some return its nim-values, or a best move. Their
// comments say which game, why the answer is right, and what it costs.
//
// A function that needs memory or time that its arguments decide asks the meter of its
// context, and ends soon after the context does. Results are exact, unless a modulus is
// an argument or is named.
package census

// This file holds what the others share.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"

	"grundy"
	"grundy/internal/meter"
)

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

func number(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
