//go:build !amd64 || purego

package nimber

// This file stands for the assembly where there is none.

const hasCarryless, hasByteFields = false, false

// mulPoints stands where nothing calls it.
func mulPoints(a, b uint64) uint64 { return Mul(a, b) }

func mulBlocks(_, _, _ []uint64) int { return 0 }

// mulCarryless is the product that the assembly makes, in Go. Only tests call
// it, as the logarithms are faster.
func mulCarryless(to, from *[8][256]uint64, a, b uint64) uint64 {
	x, y := (*byteTable)(to).apply(a), (*byteTable)(to).apply(b)
	var high, low uint64
	for i := range 64 {
		if y>>i&1 == 1 {
			low ^= x << i
			high ^= x >> (64 - i)
		}
	}
	// x^64 is x^4 + x^3 + x + 1.
	over := high>>63 ^ high>>61 ^ high>>60
	high ^= over
	return (*byteTable)(from).apply(low ^ high ^ high<<1 ^ high<<3 ^ high<<4)
}
