package nimber

// The product by way of polynomials.

import (
	"math/bits"
	"sync/atomic"
)

// root is a nimber at which x^64 + x^4 + x^3 + x + 1 vanishes, the least of 64.
const root = 0x402884ca01f7c6b2

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

// inverse returns the inverse of an invertible map, by Gauss and Jordan.
func (m linear) inverse() (inverse linear) {
	for i := range inverse {
		inverse[i] = 1 << i
	}
	// Invariant: inverse[i] goes to m[i]. The images become 1, 2, 4, ….
	for bit := range 64 {
		pivot := bit
		for m[pivot]>>bit&1 == 0 {
			pivot++
		}
		m[bit], m[pivot] = m[pivot], m[bit]
		inverse[bit], inverse[pivot] = inverse[pivot], inverse[bit]
		for i := range m {
			if i != bit && m[i]>>bit&1 == 1 {
				m[i] ^= m[bit]
				inverse[i] ^= inverse[bit]
			}
		}
	}
	return inverse
}

// polynomialsAt returns the map that takes x^i to the i-th power of r.
func polynomialsAt(r uint64) (m linear) {
	power := uint64(1)
	for i := range m {
		m[i] = power
		power = mulRecursive(power, r, 32)
	}
	return m
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

// apply returns the image of v, in eight lookups.
func (t *byteTable) apply(v uint64) (sum uint64) {
	for i := range t {
		sum ^= t[i][v>>(8*i)&255]
	}
	return sum
}

// bases are the tables to and from polynomials.
type bases struct{ to, from *byteTable }

var basesMade atomic.Pointer[bases]

// makeBases makes the tables. Where several goroutines do so at once, any of
// the equal ones stays.
func makeBases() *bases {
	from := polynomialsAt(root)
	to := from.inverse()
	b := &bases{to.table(), from.table()}
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
