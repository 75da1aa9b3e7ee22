package sequence

// This file holds what others ask of the word engine.

import (
	"context"
	"fmt"
)

func (e *ledger) what() string { return "of words" }

// length returns the number of values that are known.
func (e *ledger) length() int { return e.next }

// complete reports whether the whole history is kept.
func (e *ledger) complete() bool { return len(e.history) == e.next }

// audit evaluates the options of n by the history, and returns an error if their
// mex is not the value of n. Where the history is not complete, n must be among
// the recent ones, and divisions with a heap that is not kept are left out:
// then the mex is still G(n), as some tens of millions of options remain, but
// no theorem says that it must be.
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
		half := min(s.half(m), len(e.history)-1)
		if e.recentAt > len(e.history) { // something is missing between
			half = min(half, m-e.recentAt)
		}
		for from := 1; from <= half; {
			if err := ctx.Err(); err != nil {
				return err
			}
			// The rests of a chunk are all in the history, or all among the recent.
			const chunk = 1 << 22 // some milliseconds
			to := min(from+chunk, half+1)
			if split := m - len(e.history) + 1; from < split {
				to = min(to, split)
			}
			small, rests := e.history[from:to], e.span(m-to+1, m-from+1)
			for parity := range 2 {
				of, ofRest := &value[parity], &value[(m-parity)&1]
				for k := (from + parity) % 2; k < len(small); k += 2 {
					seen[of[small[k]]^ofRest[rests[len(rests)-1-k]]] = true
				}
			}
			from = to
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
