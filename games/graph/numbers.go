package graph

// Lines of two numbers are read eight digits at a time in one machine word, as internal/scan
// explains (whose readers know no lines).

import (
	"encoding/binary"
	"math/bits"

	"github.com/grundy-games/grundy/internal/scan"
	"github.com/grundy-games/grundy/theory/loopy"
)

// leastLine is the number of bytes of the shortest line of two numbers.
const leastLine = 4

// numbers appends the edges that text tells in lines of two numbers with one
// space or tab between them, and returns the length of these lines and the
// largest number, or 0. It stops at the first line that is anything else, or too
// near to the end of the text.
func numbers(text []byte, edges []loopy.Edge) (_ []loopy.Edge, length int, most uint32) {
	for len(text)-length >= 32 {
		line := text[length : length+32 : length+32]
		// Most numbers have less than eight digits, which is settled here.
		var from, to uint64
		var n, m int
		digits, others := scan.Split(binary.LittleEndian.Uint64(line))
		if others != 0 {
			end := bits.TrailingZeros64(others)
			from, n = scan.Join(digits<<8<<(63-end&63)), end>>3
		} else {
			from, n = longNumber(line[:16])
		}
		if n == 0 || n > 10 || line[n&15] != ' ' && line[n&15] != '\t' {
			break
		}
		second := line[n+1:][:16]
		digits, others = scan.Split(binary.LittleEndian.Uint64(second))
		if others != 0 {
			end := bits.TrailingZeros64(others)
			to, m = scan.Join(digits<<8<<(63-end&63)), end>>3
		} else {
			to, m = longNumber(second)
		}
		if m == 0 || m > 10 || from >= noNumber || to >= noNumber ||
			line[0] == '0' && n > 1 || second[0] == '0' && m > 1 {
			break
		}
		end := n + 1 + m
		if line[end&31] != '\n' {
			if line[end&31] != '\r' || line[(end+1)&31] != '\n' {
				break
			}
			end++
		}
		edges = append(edges, loopy.Edge{From: uint32(from), To: uint32(to)})
		most = max(most, uint32(from), uint32(to))
		length += end + 1
	}
	return edges, length, most
}

// longNumber returns the number at the beginning of 16 bytes of text, and how many digits
// it has. The first eight bytes are digits. More than 15 digits count as none.
func longNumber(text []byte) (v uint64, length int) {
	first, _ := scan.Split(binary.LittleEndian.Uint64(text))
	v = scan.Join(first)
	digits, others := scan.Split(binary.LittleEndian.Uint64(text[8:]))
	if others == 0 {
		return 0, 0
	}
	end := bits.TrailingZeros64(others)
	for range end >> 3 {
		v *= 10
	}
	return v + scan.Join(digits<<8<<(63-end&63)), 8 + end>>3
}
