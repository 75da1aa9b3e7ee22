package grundy

// This file holds arithmetic of counts that may be too large to count: 2^64-1
// stands for that many or more.

import (
	"math"
	"math/bits"
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
