package sequence

// This file holds the audit of a fast engine: some values are confirmed by all of
// their options.

import (
	"context"
	"fmt"
)

// audit evaluates the options of n by the history, and returns an error if their mex
// is not the value of n.
//
// Where the history is not complete, n must be among the recent ones, and divisions
// with a heap that is not kept are left out. Then the mex is still G(n), as some tens
// of millions of options remain, but no theorem says that it must be.
func (r *record[T]) audit(ctx context.Context, n int) error {
	seen, full := new([1 << 16]bool), r.full()
	for _, s := range r.octal.splits {
		m := n - s.taken
		half := min(s.half(m), full-1)
		if r.recentAt > full { // something is missing between
			half = min(half, m-r.recentAt)
		}
		for from := 1; from <= half; {
			if err := ctx.Err(); err != nil {
				return err
			}
			const chunk = 1 << 22 // some milliseconds
			to := min(from+chunk, half+1)
			small, rests := r.span(from, to), r.span(m-to+1, m-from+1)
			for parity := range 2 {
				of, ofRest := r.values[parity], r.values[(m-parity)&1]
				for k := (from + parity) % 2; k < len(small); k += 2 {
					seen[of[small[k]]^ofRest[rests[len(rests)-1-k]]] = true
				}
			}
			from = to
		}
	}
	for _, i := range r.octal.singles {
		seen[r.valueAt(n-i)] = true
	}
	want := uint32(0)
	for seen[want] {
		want++
	}
	if got := r.valueAt(n); want != got {
		return fmt.Errorf("G(%d) is %d, but %d was computed: %w", n, want, got, errAudit)
	}
	return nil
}
