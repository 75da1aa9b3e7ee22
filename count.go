package grundy

// Counts here never overflow: 2^64-1 stands for that many or more.

import (
	"math"
	"math/bits"
	"time"
)

// AddCounts returns a+b, or 2^64-1 where that is as large or larger.
func AddCounts(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// MulCounts returns a*b, or 2^64-1 where that is as large or larger.
func MulCounts(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

// Nanoseconds returns the time of count nanoseconds, at most the longest
// [time.Duration], some 290 years.
func Nanoseconds(count uint64) time.Duration {
	return time.Duration(min(count, math.MaxInt64))
}

// GCD returns the greatest common divisor of a and b, the other one where one is
// 0. It takes O(log(a+b)) steps.
func GCD(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// LCM returns the least common multiple of a and b, which are not both 0, or
// 2^64-1 where that is as large or larger.
func LCM(a, b uint64) uint64 { return MulCounts(a/GCD(a, b), b) }

// Binomial returns the binomial coefficient C(n, k), n >= k, or 2^64-1 where it
// or a number on the way to it is as large or larger. It takes at most 64 steps,
// as the numbers on the way at least double.
func Binomial(n, k uint64) uint64 {
	k = min(k, n-k)
	c := uint64(1)
	for i := uint64(1); i <= k; i++ {
		hi, lo := bits.Mul64(c, n-k+i)
		if hi >= i {
			return math.MaxUint64
		}
		c, _ = bits.Div64(hi, lo, i)
	}
	return c
}
