package sequence

// This file lists the options of a heap of a take-and-break game. Everything else is tested
// against this one list.

import (
	"iter"
	"math/bits"
)

// Options yields the options of a heap of n tokens, each as the sizes of the
// heaps that are left, smallest first, none of them 0. They come by the number
// of tokens taken, then by the number of heaps, then in lexicographic order.
// The slice is only valid until the next one is yielded.
func (c Code) Options(n uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		s := splitter{yield: yield}
		for taken := -len(c.added); ; taken++ {
			if taken > 0 && (uint64(taken) > n || c.period == 0 && taken >= len(c.digits)) {
				return
			}
			if taken >= 0 && len(c.digits) == 0 {
				return
			}
			if !s.digit(c.digit(taken), n-uint64(taken)) {
				return
			}
		}
	}
}

// A splitter yields divisions of a number.
type splitter struct {
	parts []uint64
	kind  kind
	yield func([]uint64) bool
}

// digit yields the divisions of m that d allows. The result is false when no
// more are wanted.
func (s *splitter) digit(d digit, m uint64) bool {
	if d.isZero() {
		return true
	}
	most, bounded := d.maxParts()
	for k := 0; (k <= most || !bounded) && uint64(k) <= m; k++ {
		if k == 0 && m > 0 {
			continue // tokens are left, so heaps are
		}
		s.kind = d.leaves(k)
		s.parts = s.parts[:0]
		if s.kind != forbidden && !s.divide(k, 1, m) {
			return false
		}
	}
	return true
}

// divide yields s.parts followed by each division of m into k parts of at
// least least, as s.kind allows.
func (s *splitter) divide(k int, least, m uint64) bool {
	switch {
	case k == 0:
		return s.yield(s.parts)
	case s.kind == allEqual && len(s.parts) == 0:
		if m%uint64(k) != 0 {
			return true
		}
		least = m / uint64(k)
	}
	gap := uint64(0) // between a part and the next
	if s.kind == distinct {
		gap = 1
	}
	at := len(s.parts)
	defer func() { s.parts = s.parts[:at] }()
	for part := least; ; part++ {
		if k == 1 {
			part = m
		}
		// The least that the other parts can hold is part+gap, part+2 gap, …
		others := uint64(k - 1)
		if hi, lo := bits.Mul64(others, part); hi != 0 || lo > m-min(part, m) || lo+gap*others*(others+1)/2 > m-part {
			return true
		}
		if k == 1 && s.kind == notAllEqual && at > 0 && s.parts[0] == part {
			return true
		}
		s.parts = append(s.parts[:at], part)
		if !s.divide(k-1, part+gap, m-part) {
			return false
		}
		if k == 1 || s.kind == allEqual {
			return true
		}
	}
}
