package nimber

// Orders and discrete logarithms, by the prime divisors of the group's order.
//
// The nimbers below 2^64 other than 0 are a cyclic group of 2^64-1 elements, as
// in every finite field. That number is the product of the Fermat numbers
// 2^(2^k)+1 for k = 0 … 5, which are primes except for the last one, 641*6700417.
// All seven primes are small, so logarithms are easy (Pohlig and Hellman, 1978):
// to find e modulo a prime p, raise base and power to order/p, which leaves only
// p elements to search; and the remainders determine e.
//
// Each search takes about the square root of p steps (Shanks): of e = i*m + j
// with j < m, the m powers base^j are kept, and base^-m is multiplied to the
// power up to p/m times. That is 2,589 kept powers at most.

import "math/bits"

const groupOrder = 1<<64 - 1

// primes are the prime divisors of the group's order, each of which divides it
// once.
var primes = [...]uint64{3, 5, 17, 257, 641, 65537, 6700417}

// Order returns the multiplicative order of a, the least e > 0 for which the
// product of e factors a is 1. It is 0 where a is 0, which has none. It takes
// less than a thousand products.
func Order(a uint64) uint64 {
	if a == 0 {
		return 0
	}
	order := uint64(groupOrder)
	for _, p := range primes {
		if Power(a, order/p) == 1 {
			order /= p
		}
	}
	return order
}

// Log returns the least e for which the product of e factors base is a. The
// result is false where there is none.
//
// It takes some ten thousand products and at most 128 KiB, and less where the
// order of base is small.
func Log(base, a uint64) (e uint64, ok bool) {
	switch {
	case a == 1:
		return 0, true
	case base == 0 && a == 0:
		return 1, true
	case base == 0 || a == 0:
		return 0, false
	}
	order := Order(base)
	if Power(a, order) != 1 {
		return 0, false // the powers of base are all elements whose order divides its
	}
	// Invariant: e is the logarithm modulo m, a divisor of order.
	m := uint64(1)
	for _, p := range primes {
		if order%p != 0 {
			continue
		}
		r := logOfPrime(Power(base, order/p), Power(a, order/p), p)
		// e + m*k is r modulo p for k = (r-e)/m modulo p, and p is prime.
		k := mulMod((r+p-e%p)%p, powMod(m%p, p-2, p), p)
		e += m * k
		m *= p
	}
	return e, true
}

// logOfPrime returns the logarithm of a power of base, whose order is the prime
// p, below 2^32.
func logOfPrime(base, a, p uint64) uint64 {
	steps := uint64(1)
	for steps*steps < p {
		steps++
	}
	small := make(map[uint64]uint64, steps)
	power := uint64(1)
	for j := range steps {
		small[power] = j
		power = Mul(power, base)
	}
	back, _ := Inverse(power) // a power of base is not 0
	for i := uint64(0); ; i += steps {
		if j, found := small[a]; found {
			return i + j
		}
		a = Mul(a, back)
	}
}

// mulMod returns x*y modulo p, in ordinary arithmetic, for x and y below p.
func mulMod(x, y, p uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return bits.Rem64(high, low, p)
}

// powMod returns x^e modulo p, in ordinary arithmetic.
func powMod(x, e, p uint64) uint64 {
	power := 1 % p
	for ; e != 0; e >>= 1 {
		if e&1 == 1 {
			power = mulMod(power, x, p)
		}
		x = mulMod(x, x, p)
	}
	return power
}
