package main

// This file computes constants of the nimbers below 256, which are a field of
// 256 elements like that of the processor's byte products: polynomials modulo
// x^8 + x^4 + x^3 + x + 1.

// multiply returns the nim-product by Conway's recursion: below F*F, where
// F = 2^half is a Fermat power, a = a1*F + a0 in both kinds of arithmetic, and
// F times F is F + F/2.
func multiply(a, b uint64, half int) uint64 {
	if a < 2 || b < 2 {
		return a * b
	}
	mask := uint64(1)<<half - 1
	a1, a0, b1, b0 := a>>half, a&mask, b>>half, b&mask
	if a1 == 0 && b1 == 0 {
		return multiply(a0, b0, half/2)
	}
	low, high := multiply(a0, b0, half/2), multiply(a1, b1, half/2)
	both := multiply(a1^a0, b1^b0, half/2)
	return (both^low)<<half | low ^ multiply(high, 1<<(half-1), half/2)
}

func product(a, b uint64) uint64 { return multiply(a, b, 32) }

// byteBasis returns the map from polynomials to nimbers that takes x to the
// least root of the modulus, and its inverse.
func byteBasis() (from, to [8]byte) {
	root := uint64(2)
	for power := func(n int) uint64 {
		v := uint64(1)
		for range n {
			v = product(v, root)
		}
		return v
	}; power(8)^power(4)^power(3)^root^1 != 0; {
		root++
	}
	var image [256]byte
	v := uint64(1)
	for i := range from {
		from[i] = byte(v)
		v = product(v, root)
	}
	for p := range image {
		for i := range from {
			if p>>i&1 == 1 {
				image[p] ^= from[i]
			}
		}
	}
	for p, v := range image {
		for i := range to {
			if v == 1<<i {
				to[i] = byte(p)
			}
		}
	}
	return from, to
}

// affine returns a map as the processor wants it: byte 7-i holds, for each bit
// of the argument, whether it counts in bit i of the result.
func affine(c [8]byte) (matrix uint64) {
	for i := range 8 {
		for j := range 8 {
			matrix |= uint64(c[j]>>i&1) << (8*(7-i) + j)
		}
	}
	return matrix
}

// apply returns the image of v.
func apply(c [8]byte, v byte) (sum byte) {
	for i := range c {
		if v>>i&1 == 1 {
			sum ^= c[i]
		}
	}
	return sum
}
