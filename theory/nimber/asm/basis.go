package main

// This file computes the constants of package nimber: linear maps of the field
// of nimbers below 2^64, by the definition of the product. The essay in
// theory/nimber/nimber.go says what they are for.

import (
	"bytes"
	"fmt"
	"go/format"
	"math/bits"
	"os"
)

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

// columns are a linear map: the images of 1, 2, 4, …
type columns [64]uint64

func (c *columns) apply(v uint64) (sum uint64) {
	for ; v != 0; v &= v - 1 {
		sum ^= c[bits.TrailingZeros64(v)]
	}
	return sum
}

// inverse returns the inverse of an invertible map, by Gauss and Jordan.
func (c columns) inverse() (inverse columns) {
	for i := range inverse {
		inverse[i] = 1 << i
	}
	// Keep c(inverse[i]) == image[i] while the images become 1, 2, 4, ….
	image := c
	for bit := range 64 {
		pivot := bit
		for image[pivot]>>bit&1 == 0 {
			pivot++
		}
		image[bit], image[pivot] = image[pivot], image[bit]
		inverse[bit], inverse[pivot] = inverse[pivot], inverse[bit]
		for i := range image {
			if i != bit && image[i]>>bit&1 == 1 {
				image[i] ^= image[bit]
				inverse[i] ^= inverse[bit]
			}
		}
	}
	return inverse
}

// powers returns the map of polynomials at r: x^i goes to the i-th power of r.
func powers(r uint64) (c columns) {
	v := uint64(1)
	for i := range c {
		c[i] = v
		v = product(v, r)
	}
	return c
}

// A poly is a polynomial with nimbers for coefficients, constant term first.
type poly []uint64

func (p poly) trim() poly {
	for len(p) > 0 && p[len(p)-1] == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// mod returns p modulo q, whose leading coefficient is made 1.
func (p poly) mod(q poly) poly {
	p = append(poly{}, p...).trim()
	for len(p) >= len(q) {
		lead, shift := p[len(p)-1], len(p)-len(q)
		for i, c := range q {
			p[i+shift] ^= product(lead, c)
		}
		p = p.trim()
	}
	return p
}

func (p poly) monic() poly {
	lead := p[len(p)-1]
	inverse := lead // lead^(2^64-2)
	for range 62 {
		inverse = product(product(inverse, inverse), lead)
	}
	inverse = product(inverse, inverse)
	q := append(poly{}, p...)
	for i := range q {
		q[i] = product(q[i], inverse)
	}
	return q
}

func gcd(p, q poly) poly {
	for len(q) > 0 {
		q = q.monic()
		p, q = q, p.mod(q)
	}
	return p.monic()
}

// leastRoot returns the least root of the irreducible polynomial of 64th
// degree whose coefficients are the bits of low and 1. All its roots are
// nimbers below 2^64, since there is but one field of 2^64 elements.
//
// Berlekamp's trace algorithm finds one: the trace of b*r is 0 for half of the
// roots r, so that the greatest common divisor with the trace of b*x splits
// the polynomial. The others are its squares, the squares of these, ….
func leastRoot(low uint64) uint64 {
	p := make(poly, 65)
	for i := range 64 {
		p[i] = low >> i & 1
	}
	p[64] = 1
	for b := 0; len(p) > 2; b++ {
		power := poly{0, 1 << b}.mod(p)
		trace := make(poly, len(p)-1)
		for range 64 {
			for i, c := range power {
				trace[i] ^= c
			}
			square := make(poly, 2*len(power))
			for i, c := range power {
				square[2*i] = product(c, c)
			}
			power = square.mod(p)
		}
		if factor := gcd(p, trace.trim()); len(factor) > 1 && len(factor) < len(p) {
			p = factor
		}
	}
	least := p[0]
	for r, i := p[0], 0; i < 64; i++ {
		least = min(least, r)
		r = product(r, r)
	}
	return least
}

// squareRoot returns the map v -> v^(2^63), which takes square roots, as the
// square of v^(2^63) is v^(2^64) = v. Squaring is additive, so this is too.
func squareRoot() (c columns) {
	for i := range c {
		v := uint64(1) << i
		for range 63 {
			v = product(v, v)
		}
		c[i] = v
	}
	return c
}

// halving returns the map that takes v below 2^63 to the even x with
// x*x + x = v. It is 0 at 2^63, which is not of the form x*x + x.
func halving() (c columns) {
	// Gauss again: the images of 2, 4, 8, … under x*x + x are independent.
	type pair struct{ image, x uint64 }
	var by [64]pair // by top bit of the image
	for i := 1; i < 64; i++ {
		x := uint64(1) << i
		v := product(x, x) ^ x
		for v != 0 {
			top := bits.Len64(v) - 1
			if by[top].image == 0 {
				by[top] = pair{v, x}
				break
			}
			v, x = v^by[top].image, x^by[top].x
		}
	}
	for i := range 63 {
		x := uint64(0)
		for v := uint64(1) << i; v != 0; {
			p := by[bits.Len64(v)-1]
			v, x = v^p.image, x^p.x
		}
		c[i] = x
	}
	return c
}

// writeData writes the constants in Go.
func writeData(path string) error {
	var text bytes.Buffer
	text.WriteString("// Code generated by command: go run . -data ../basis_data.go. DO NOT EDIT.\n\npackage nimber\n")
	root := leastRoot(reduction)
	from := powers(root)
	for _, m := range []struct {
		name, doc string
		columns   columns
	}{
		{"fromPolynomial", fmt.Sprintf("fromPolynomial takes x^i to the i-th power of the nimber %#x.", root), from},
		{"toPolynomial", "toPolynomial is the inverse of fromPolynomial.", from.inverse()},
		{"squareRoots", "squareRoots takes v to its square root.", squareRoot()},
		{"halves", "halves takes v below 2^63 to the even x with x*x + x = v.", halving()},
	} {
		fmt.Fprintf(&text, "\n// %s\nvar %s = linear{\n", m.doc, m.name)
		for i := 0; i < 64; i += 4 {
			c := m.columns[i : i+4]
			fmt.Fprintf(&text, "%#016x, %#016x, %#016x, %#016x,\n", c[0], c[1], c[2], c[3])
		}
		text.WriteString("}\n")
	}
	source, err := format.Source(text.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(path, source, 0o644)
}

// reduction is x^64 modulo the polynomial x^64 + x^4 + x^3 + x + 1.
const reduction = 0x1b
