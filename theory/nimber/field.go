package nimber

// Beside the product, a field has quotients, powers, and the solutions of x*x = a and x*x + x = a.

import "sync"

// Inverse returns the nimber whose product with a is 1. The result is false
// where a is 0, which has none.
//
// Let a = a1*F + a0. The other root of the equation that F satisfies, F*F = F +
// F/2, is F+1; so the conjugate of a is a1*(F+1) + a0, and the product of the
// two, the norm, is a0*(a1+a0) + a1*a1*(F/2), which is below F. Hence 1/a is the
// conjugate over the norm: the recursion has six steps, of half the length each
// time, and takes about 30 products.
func Inverse(a uint64) (inverse uint64, ok bool) {
	if a == 0 {
		return 0, false
	}
	var conjugates [6]uint64
	for i := range conjugates {
		half := 32 >> i
		high, low := a>>half, a&(1<<half-1)
		conjugates[i] = a ^ high
		a = Mul(low, low^high) ^ Mul(Mul(high, high), 1<<(half-1))
	}
	inverse = a // which is below 2 and not 0
	for i := range conjugates {
		inverse = Mul(inverse, conjugates[len(conjugates)-1-i])
	}
	return inverse, true
}

// Divide returns the nimber whose product with b is a. The result is false
// where b is 0. It takes about 30 products.
func Divide(a, b uint64) (quotient uint64, ok bool) {
	inverse, ok := Inverse(b)
	return Mul(a, inverse), ok
}

// InvertAll replaces all numbers of list by their inverses, and leaves 0 where
// it is. It takes about three products a number: it inverts the product of all,
// and from the last number to the first takes each one out of it again.
func InvertAll(list []uint64) {
	before := make([]uint64, len(list)) // the products of the numbers before each
	total := uint64(1)
	for i, v := range list {
		before[i] = total
		if v != 0 {
			total = Mul(total, v)
		}
	}
	inverse, _ := Inverse(total)
	for i := len(list) - 1; i >= 0; i-- {
		if v := list[i]; v != 0 {
			list[i] = Mul(inverse, before[i])
			inverse = Mul(inverse, v)
		}
	}
}

// Power returns the nim-product of e factors a, 1 where e is 0. It takes at
// most 128 products.
func Power(a, e uint64) uint64 {
	power := uint64(1)
	for ; e != 0; e >>= 1 {
		if e&1 == 1 {
			power = Mul(power, a)
		}
		a = Mul(a, a)
	}
	return power
}

// SquareRoot returns the nimber whose product with itself is a. There is
// exactly one, a to the 2^63: its square is a to the 2^64, which is a. As squares
// of sums are the sums of the squares, so are roots: it takes eight lookups.
func SquareRoot(a uint64) uint64 { return roots().apply(a) }

var roots = sync.OnceValue(func() *byteTable {
	var m linear
	for i := range m {
		m[i] = Power(1<<i, 1<<63)
	}
	return m.table()
})

// Halve returns the even one of the two nimbers x with x*x + x = a; the other
// one is x+1. The result is false where there is none below 2^64, which is so
// exactly for a of 2^63 and more. (Lenstra; the least solution of 2^63 is 2^64.)
// It takes eight lookups.
//
// The map x -> x*x + x is linear, and it takes 0 and 1 alone to 0, as x*(x+1) is
// 0 for no other. So its images are half of the field. They are those below F/2
// of a field of the numbers below F: by induction on the length, with x = x1*G +
// x0 and G*G = F,
//
//	x*x + x = (x1*x1 + x1)*G + (x0*x0 + x0 + x1*x1*(G/2)),
//
// so x*x + x < F/2 as x1*x1 + x1 < G/2. Of the two x1, which differ by 1, one
// leaves x0*x0 + x0 below G/2.
func Halve(a uint64) (x uint64, ok bool) {
	if a>>63 != 0 {
		return 0, false
	}
	return halves().apply(a), true
}

// halves takes sums to sums, as their even solutions do.
var halves = sync.OnceValue(func() *byteTable {
	var m linear
	for i := range 63 {
		m[i] = halve(1<<i, 32)
	}
	return m.table()
})

// halve solves x*x + x = a for a < F/2; it is 0 for F = 2, otherwise G is 2^half.
func halve(a uint64, half int) uint64 {
	if half == 0 {
		return 0
	}
	x1 := halve(a>>half, half/2)
	a0 := a&(1<<half-1) ^ Mul(Mul(x1, x1), 1<<(half-1))
	if a0>>(half-1) != 0 {
		x1 ^= 1
		a0 ^= 1 << (half - 1)
	}
	return x1<<half | halve(a0, half/2)
}
