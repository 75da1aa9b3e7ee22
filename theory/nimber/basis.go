package nimber

// This file holds linear maps of 64 bits, and the product by way of
// polynomials.

import (
	"math/bits"
	"sync/atomic"
)

//go:generate go run -C asm . -data ../basis_data.go

// A linear map of 64 bits, for which the image of a sum is the sum of the
// images: the images of 1, 2, 4, ….
type linear [64]uint64

// apply returns the image of v, in a step for each one bit of v.
func (m *linear) apply(v uint64) (sum uint64) {
	for ; v != 0; v &= v - 1 {
		sum ^= m[bits.TrailingZeros64(v)]
	}
	return sum
}

// A byteTable is a linear map that takes a lookup a byte: row i holds the images
// of the numbers that have all their bits in byte i.
type byteTable [8][256]uint64

func (m *linear) table() *byteTable {
	t := new(byteTable)
	for i := range t {
		for bit := range 8 {
			for low := range 1 << bit {
				t[i][1<<bit|low] = t[i][low] ^ m[8*i+bit]
			}
		}
	}
	return t
}

// bases are the tables to and from polynomials.
type bases struct{ to, from *byteTable }

var basesMade atomic.Pointer[bases]

// makeBases makes the tables. Where several goroutines do so at once, any of
// the equal ones stays.
func makeBases() *bases {
	b := &bases{toPolynomial.table(), fromPolynomial.table()}
	basesMade.Store(b)
	return b
}

func mulPolynomials(a, b uint64) uint64 {
	t := basesMade.Load()
	if t == nil {
		t = makeBases()
	}
	return mulCarryless((*[8][256]uint64)(t.to), (*[8][256]uint64)(t.from), a, b)
}

// apply returns the image of v.
func (t *byteTable) apply(v uint64) (sum uint64) {
	for i := range t {
		sum ^= t[i][byte(v>>(8*i))]
	}
	return sum
}
