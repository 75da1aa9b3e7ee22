package sequence

// This file holds the audit of a fast engine: some values are confirmed by all of
// their options.

import (
	"context"
	"fmt"
)

// audit evaluates the options of n by the history of e, and returns an error if their
// mex is not the value of n. Of returns the value that a code stands for, by the parity
// of the heap.
//
// Where the history is not complete, n must be among the recent ones, and divisions
// with a heap that is not kept are left out. Then the mex is still G(n), as some tens
// of millions of options remain, but no theorem says that it must be.
func audit[T byte | uint16](ctx context.Context, e watched[T], o *octal, n int, of func(code T, parity int) uint32) error {
	const every = 1 << 16 // indices that need no check of bounds
	value, seen := new([2][every]uint16), new([every]bool)
	for parity := range value {
		for c := range int(^T(0)) + 1 {
			value[parity][c] = uint16(of(T(c), parity))
		}
	}
	for _, s := range o.splits {
		m := n - s.taken
		half := min(s.half(m), e.full()-1)
		if e.keptSince() > e.full() { // something is missing between
			half = min(half, m-e.keptSince())
		}
		for from := 1; from <= half; {
			if err := ctx.Err(); err != nil {
				return err
			}
			// The rests of a chunk are all in the history, or all among the recent.
			const chunk = 1 << 22 // some milliseconds
			to := min(from+chunk, half+1)
			if split := m - e.full() + 1; from < split {
				to = min(to, split)
			}
			small, rests := e.span(from, to), e.span(m-to+1, m-from+1)
			for parity := range 2 {
				of, ofRest := &value[parity], &value[(m-parity)&1]
				for k := (from + parity) % 2; k < len(small); k += 2 {
					seen[of[small[k]]^ofRest[rests[len(rests)-1-k]]] = true
				}
			}
			from = to
		}
	}
	for _, i := range o.singles {
		seen[uint16(e.valueAt(n-i))] = true
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
