package heap

// A stream of Nim heaps may be too long to keep; its nim-sum and its winning moves are found in
// passing.
//
// The winning moves of Nim are one in each heap that has the top bit of the
// nim-sum X: only there is h xor X < h. Which bit that will be is known at the
// end of the stream only, so all bits must be counted. Counting them one by
// one costs 64 steps a heap. Instead the counters are kept as digits: word k
// holds bit k of all 64 counters, so that adding a heap is one binary addition
// in 64 lanes at once. Eight heaps are first added among themselves (a
// carry-save adder, as in Harley and Seal's population count), which leaves
// one word each for ones, twos, fours and eights; only the eights go up into
// the higher digits, where on average two words change.

import "math/bits"

// A Tally counts the winning moves of a position of Nim of any number of heaps
// (fewer than 2^63) in constant memory. The zero value has no heaps.
type Tally struct {
	digits [64]uint64 // digit k of the number of heaps that have bit b is bit b of digits[k]
}

// Add adds one heap.
func (t *Tally) Add(h uint64) { t.carry(0, h) }

// carry adds 2^k to the counters in lanes.
func (t *Tally) carry(k int, lanes uint64) {
	for ; lanes != 0; k++ {
		t.digits[k], lanes = t.digits[k]^lanes, t.digits[k]&lanes
	}
}

// AddAll adds heaps. It costs about 6 operations a heap.
func (t *Tally) AddAll(heaps []uint64) {
	ones, twos, fours := t.digits[0], t.digits[1], t.digits[2]
	for ; len(heaps) >= 8; heaps = heaps[8:] {
		h := heaps[:8:8]
		var a, b, c, d, e, f, eights uint64
		ones, a = add(ones, h[0], h[1])
		ones, b = add(ones, h[2], h[3])
		twos, e = add(twos, a, b)
		ones, c = add(ones, h[4], h[5])
		ones, d = add(ones, h[6], h[7])
		twos, f = add(twos, c, d)
		fours, eights = add(fours, e, f)
		t.carry(3, eights)
	}
	t.digits[0], t.digits[1], t.digits[2] = ones, twos, fours
	for _, h := range heaps {
		t.Add(h)
	}
}

// add adds three bits in each of 64 lanes.
func add(a, b, c uint64) (sum, carry uint64) {
	half := a ^ b
	return half ^ c, a&b | half&c
}

// WinningMoves returns the number of winning moves in normal play.
func (t *Tally) WinningMoves() uint64 {
	top := bits.Len64(t.digits[0]) - 1
	if top < 0 {
		return 0
	}
	var count uint64
	for k, digit := range t.digits {
		count |= digit >> top & 1 << k
	}
	return count
}
