//go:build !purego

package nimber

// This file lets the assembly take the place of the portable product where the
// processor has what it needs. The build tag purego leaves it out.

import "github.com/grundy-games/grundy/internal/vector"

//go:generate go run -C asm . -out ../mul_amd64.s -stubs ../mul_stubs_amd64.go -pkg nimber

var hasByteFields = vector.HasByteFields()

// planesBlock is the number of products that mulPlanes makes at a time.
const planesBlock = 64

// mulBlocks does the first products in bulk, and returns how many it did. A
// part of a block is filled up with zeros if it is not much faster without.
func mulBlocks(dst, a, b []uint64) (done int) {
	if !hasByteFields {
		return 0
	}
	if blocks := len(dst) / planesBlock; blocks > 0 {
		mulPlanes(&dst[0], &a[0], &b[0], blocks)
		done = blocks * planesBlock
	}
	if rest := len(dst) - done; rest >= planesBlock/4 {
		var x, y [planesBlock]uint64
		copy(x[:], a[done:])
		copy(y[:], b[done:])
		mulPlanes(&x[0], &x[0], &y[0], 1)
		done += copy(dst[done:], x[:])
	}
	return done
}
