// Package nimber is the field of nimbers below 2^64: their product, quotient,
// powers, roots and logarithms. The sum is the exclusive or. [Tower] has larger ones.
//
// Its guarantee is Conway's theorem that the numbers below 2^(2^k), with
// exclusive or for the sum and the nim-product
//
//	a*b = mex{ a'*b + a*b' + a'*b' : a' < a, b' < b }
//
// are a field (On Numbers and Games, chapter 6). Nim-products are the
// nim-values of products of coin-turning games; package games/coin uses them.
//
// The two functions that most people need are [Mul] and [MulSlice].
//
// # The product
//
// In this package's comments, + and * are operations on nimbers. A Fermat power is
// F = 2^(2^k): 2, 4, 16, 256, 2^16, 2^32. Conway shows that a*F is the ordinary
// product where a < F, and that F*F is the ordinary 3/2 F, that is, F + F/2.
// So with a = a1*F + a0 and b = b1*F + b0, all of these below F,
//
//	a*b = (a1*b0 + a0*b1 + a1*b1)*F + a0*b0 + a1*b1*(F/2),
//
// which is a recursion, with three products of half the length and one with a
// constant if it is done as Karatsuba does: the bracket is
// (a1+a0)*(b1+b0) + a0*b0. It takes some microseconds. Faster are:
//
//   - Logarithms (tables.go). The nimbers below 2^16 other than 0 are the powers
//     of one of them, so that two lookups and an addition find the logarithm of
//     a product. Two steps of the recursion bring 64 bits to these. This way
//     runs everywhere.
//   - Bytes (mul_amd64.go). Nimbers below 256 are the polynomials modulo
//     x^8 + x^4 + x^3 + x + 1, which other instructions (GFNI) multiply, 64 at a
//     time: either the 27 products of bytes to which three steps of the recursion
//     bring one product of 64 bits, or one of these for 64 products at once.
//
// All ways give the same numbers, since each is an isomorphism or the recursion
// itself.
//
// # Further reading
//
// H. W. Lenstra, Nim multiplication, Séminaire de Théorie des Nombres de
// Bordeaux 1977/78, exposé 11, has the field's structure and the equation
// x*x + x = a, which [Halve] solves.
package nimber

// The product, one pair at a time and in bulk.

// Mul returns the nim-product of a and b.
//
// It takes about 5 ns where the processor has AVX-512 with GFNI, and 10 ns elsewhere.
// There the first call makes tables of 768 KiB in about a third of a millisecond.
func Mul(a, b uint64) uint64 {
	if hasByteFields {
		return mulPoints(a, b)
	}
	return mulLogarithms(a, b)
}

// MulSlice sets dst[i] to the nim-product of a[i] and b[i] for all i below the
// shortest of the three lengths, which it returns. dst may be a or b; it must
// not overlap with them otherwise.
//
// It takes less than 1 ns a product where the processor has AVX-512 with GFNI,
// and the time of [Mul] elsewhere.
func MulSlice(dst, a, b []uint64) int {
	n := min(len(dst), len(a), len(b))
	dst, a, b = dst[:n], a[:n], b[:n]
	for i := mulBlocks(dst, a, b); i < n; i++ {
		dst[i] = Mul(a[i], b[i])
	}
	return n
}
