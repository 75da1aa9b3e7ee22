package scan

// This is the fast path: eight digits at a time in one machine word.
//
// Let a word hold eight bytes of text, the first one lowest. Exclusive or with
// '0' in every byte leaves 0 … 9 exactly in the bytes that are digits. Adding
// 0x76 lifts 10 … 0x7f to the byte's top bit and leaves 0 … 9 below it; bytes
// from 0x80 have the top bit already. A carry out of a byte can disturb only
// later bytes, so the least top bit set marks exactly the first byte that is not a
// digit. Shifting the word up until that byte falls out puts zeros
// before the digits, and three multiplications join neighbours: pairs of
// digits, then pairs of pairs, then the two halves (a method of long standing,
// described by Johnny Lee and by Daniel Lemire).

import (
	"encoding/binary"
	"math/bits"
)

const (
	eightZeros = 0x3030303030303030
	lift       = 0x7676767676767676
	topBits    = 0x8080808080808080
)

var powersOfTen = [8]uint64{1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7}

// fast fills dst with numbers of the kind k, and returns how many. It stops before
// a number that is wrong, longer than the words take, or so near the end of the
// buffer that the space after it may not be there.
func (r *Reader) fast(dst []uint64, k Kind) (n int) {
	buf, pos, start := r.buf[:r.end], r.pos, r.start
	least, width := k.Min, k.Max-k.Min
	for n < len(dst) && len(buf)-pos >= 16 {
		// The capacity tells the compiler that the slice is not empty, which
		// saves three instructions on the way from one number to the next.
		text := buf[pos : pos+16 : pos+16]
		digits, others := Split(binary.LittleEndian.Uint64(text[:8]))
		var v uint64
		var length int
		if others != 0 {
			end := bits.TrailingZeros64(others)
			length = end >> 3
			v = Join(digits << 8 << (63 - end&63))
		} else {
			v = Join(digits)
			digits, others = Split(binary.LittleEndian.Uint64(text[8:]))
			if others == 0 {
				v, length = long(v*1e8+Join(digits), buf[pos+16:])
				if length == 0 || v-least > width {
					break
				}
				dst[n] = v
				n++
				start = pos
				pos += 16 + length
				continue
			}
			end := bits.TrailingZeros64(others)
			length = 8 + end>>3
			v = v*powersOfTen[end>>3&7] + Join(digits<<8<<(63-end&63))
		}
		if !isSpace(text[length&15]) {
			break
		}
		if length == 0 { // more white space
			pos++
			continue
		}
		if v-least > width {
			break
		}
		dst[n] = v
		n++
		start = pos
		pos += length + 1
	}
	r.pos, r.start = pos, start
	return n
}

// long continues a number after 16 digits, whose value is v: it reads up to four
// more digits and the space after them. It returns the number and the length of
// that text, or length 0 if the text is different or the number reaches 2^64.
func long(v uint64, rest []byte) (number uint64, length int) {
	if len(rest) < 8 {
		return 0, 0
	}
	digits, others := Split(binary.LittleEndian.Uint64(rest))
	end := bits.TrailingZeros64(others)
	length = end >> 3
	if length > 4 || !isSpace(rest[length]) {
		return 0, 0
	}
	high, low := bits.Mul64(v, powersOfTen[length])
	low, carry := bits.Add64(low, Join(digits<<8<<(63-end&63)), 0)
	if high != 0 || carry != 0 {
		return 0, 0
	}
	return low, length + 1
}

// Split returns the digits at the beginning of eight bytes of text, followed by
// garbage. The lowest bit of others is the top bit of the first byte that is not a
// digit; higher bits may be wrong.
func Split(text uint64) (digits, others uint64) {
	digits = text ^ eightZeros
	return digits, (digits + lift | digits) & topBits
}

// Join returns the number whose eight digits are the bytes of a word.
func Join(digits uint64) uint64 {
	digits = digits*10 + digits>>8 // pairs, in every other byte
	const pairs = 0x000000ff000000ff
	return (digits&pairs*(100+1000000<<32) + digits>>16&pairs*(1+10000<<32)) >> 32
}
