package sequence

// The block engine has these inner loops in plain Go. On amd64 with AVX-512 the assembly of
// block_amd64.s takes their place, and the tests compare the two.

import (
	"encoding/binary"
	"math/bits"

	"github.com/grundy-games/grundy/theory/nimber"
)

// strip is the number of n that are computed together, stripWords the machine
// words that have a bit for each.
const (
	strip      = 64 * stripWords
	stripWords = 4
)

// A stripSet is a set of n of a strip for each of 8 codes: bit 8 * (lane%8) + i
// of word lane/8 is set if the set of code i has the lane.
type stripSet [strip / 8]uint64

// A strips table says which n have which code. The codes are in groups of 8;
// a group has a byte for each n: bit c%8 of byte n - 64 at of group c/8 is set if n
// is common and has code c. So the codes of the heaps so far behind a strip are
// bytes in a row, wherever it begins.
type strips struct {
	bytes  []byte
	groups int // of codes
	rows   int // of 64 bytes, of a group
	at     int // n/64 of the first row
}

// row returns the bytes of a group for the n from 64 at on.
func (t *strips) row(group, at int) *[64]byte {
	return (*[64]byte)(t.bytes[64*(group*t.rows+at-t.at):])
}

// A pairing holds heaps to be paired with those of a table, by code: from
// starts[c] on are the heaps of code c. They are so far behind n, at least a strip, so
// that they are all known, and that is negative.
type pairing struct {
	behind []int32
	starts []int32
}

// groups returns the number of groups of 8 codes.
func (p *pairing) groups() int { return len(p.starts) / 8 }

// clearLanes takes n of the strip from 64 at on from the sets left[k], those
// that have an option of the code by one of the pairs, for each k and the codes
// from 8 k on. It tries the heaps of the table by groups of codes in the given order,
// so that a group stays in the cache, and for each k as many pairs as the budget
// says, or some more. A budget that is used up, or not needed any more, ends 0
// or less: it is not needed where only so few lanes are left in any of the sets.
func clearLanes(left []stripSet, budgets []int, few int, t *strips, at int, p *pairing, order []int32) {
	for _, q := range order {
		for target := range left {
			group := target ^ int(q)
			if budgets[target] <= 0 || group >= p.groups() || p.starts[8*group] == p.starts[8*group+8] {
				continue
			}
			budgets[target] -= int(p.starts[8*group+8] - p.starts[8*group])
			rest := &left[target]
			for low := range 8 {
				pairs := p.behind[p.starts[8*group+low]:p.starts[8*group+low+1]]
				for w := range stripWords {
					part := (*[8]uint64)(rest[8*w:])
					if len(pairs) == 0 || *part == ([8]uint64{}) {
						continue
					}
					sum := unite(t.bytes, 64*(int(q)*t.rows+at+w-t.at), pairs)
					for i := range sum {
						part[i] &^= nimber.Permute(sum[i], uint32(low))
					}
				}
			}
			if rest.lanes() <= few {
				budgets[target] = 0
			}
		}
	}
}

// lanes returns the number of lanes that any of the sets has.
func (s *stripSet) lanes() (count int) {
	for _, w := range s {
		w |= w >> 4
		w |= w >> 2
		w |= w >> 1
		count += bits.OnesCount64(w & 0x0101010101010101)
	}
	return count
}

// unite returns the codes, for the 64 n from the one at bytes[at] on, that any of
// the heaps so far behind has. It is written out so that they stay in registers.
func unite(bytes []byte, at int, behind []int32) [8]uint64 {
	var a, b, c, d, e, f, g, h uint64
	little := binary.LittleEndian
	for _, offset := range behind {
		r := (*[64]byte)(bytes[at+int(offset):])
		a |= little.Uint64(r[0:8])
		b |= little.Uint64(r[8:16])
		c |= little.Uint64(r[16:24])
		d |= little.Uint64(r[24:32])
		e |= little.Uint64(r[32:40])
		f |= little.Uint64(r[40:48])
		g |= little.Uint64(r[48:56])
		h |= little.Uint64(r[56:64])
	}
	return [8]uint64{a, b, c, d, e, f, g, h}
}

// A common option is found so far behind n, in bytes of history and negative;
// its code is nim-added to the one there. It stands twice in codes.
type farOption struct {
	offset int32
	codes  uint32
}

// lanesKernels are the inner loops.
type lanesKernels struct {
	clear func(left []stripSet, budgets []int, few int, t *strips, at int, p *pairing, order []int32)
	scan  func(parts, rests []uint16, code uint16) int
	// probe says which of the candidates of 32 lanes, from history[at] on, are
	// not far options: bit lane of missing[k] for candidates[k][lane]. Where it
	// is nil, options are better listed one by one.
	probe func(history []uint16, at int, options []farOption, candidates *[8][32]uint16, missing *[8]uint32)
}

var portableLanes = lanesKernels{clear: clearLanes, scan: scan[uint16]}
