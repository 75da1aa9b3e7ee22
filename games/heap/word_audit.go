package heap

// This file holds what others ask of the word engine.

import (
	"context"
	"fmt"
)

// length returns the number of values that are known.
func (e *ledger) length() int { return e.next }

// books returns the ledger itself.
func (e *ledger) books() *ledger { return e }

// complete reports whether the whole history is kept.
func (e *ledger) complete() bool { return len(e.history) == e.next }

// appendValues appends G(from) … G(to-1), whose history must be kept.
func (e *ledger) appendValues(dst []uint32, from, to int) []uint32 {
	for n := from; n < to; n++ {
		dst = append(dst, e.valueAt(n))
	}
	return dst
}

// audit evaluates the options of n by the history, and returns an error if their
// mex is not the value of n. Where the history is not complete, n must be among
// the recent ones, and the divisions are left out whose larger heap is not kept:
// then the mex is still G(n), as some tens of millions of options remain, but
// that it must be is no theorem.
func (e *ledger) audit(ctx context.Context, n int) error {
	var seen [256]bool
	var value [2][256]uint8 // codes are below 128, so values are below 256
	for parity := range value {
		for b, v := range e.value[parity] {
			value[parity][b] = uint8(v)
		}
	}
	for _, s := range e.octal.splits {
		m := n - s.taken
		half := s.half(m)
		if e.recentAt > len(e.history) { // else nothing is missing between
			half = min(half, m-e.recentAt, len(e.history)-1)
		}
		small, large := e.history[:half+1], e.span(m-half, m+1)
		large = large[:len(small)]
		const chunk = 1 << 23 // some milliseconds
		for from := 0; from < len(small); from += chunk {
			if err := ctx.Err(); err != nil {
				return err
			}
			for parity := range 2 {
				of, ofRest := &value[parity], &value[(m-parity)&1]
				for a := max(from, 1) + (max(from, 1)+parity)%2; a < min(from+chunk, len(small)); a += 2 {
					seen[of[small[a]]^ofRest[large[len(large)-1-a]]] = true
				}
			}
		}
	}
	for _, i := range e.octal.singles {
		seen[e.valueAt(n-i)] = true
	}
	want := uint32(0)
	for seen[want] {
		want++
	}
	if got := e.valueAt(n); want != got {
		return fmt.Errorf("G(%d) is %d, but %d was computed: %w", n, want, got, errAudit)
	}
	return nil
}
