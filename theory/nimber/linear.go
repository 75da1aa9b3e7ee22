package nimber

// Linear maps of bits.

import "math/bits"

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

// apply returns the image of v, in eight lookups.
func (t *byteTable) apply(v uint64) (sum uint64) {
	for i := range t {
		sum ^= t[i][v>>(8*i)&255]
	}
	return sum
}
