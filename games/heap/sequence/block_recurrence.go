package sequence

// This file holds how the block engine sees that its state recurs, and what
// others ask of it. See theory/period for the proof, and word_recurrence.go.

import (
	"context"
	"fmt"
	"slices"

	"grundy/theory/period"
)

// A wideWatch waits for the codes before an anchor to come again; see watch. All
// of the history is kept, so that it needs no copy.
type wideWatch struct {
	anchor   int
	searched int // no pattern ends at or before it
}

// recurs looks for the anchor's pattern in what is new. It returns the proved
// period, or false. It drops an anchor only on time, and may be called again after
// an error; see [ledger.recurs].
func (e *blockEngine) recurs(ctx context.Context, onTime bool) (period.Result, bool, error) {
	w := &e.watch
	drop := w.anchor == 0 || e.next >= 2*w.anchor
	if drop && !onTime {
		return period.Result{}, false, nil
	}
	if drop {
		w.anchor, w.searched = e.next, e.next
		e.widest = 0
		return period.Result{}, false, nil
	}
	h := e.history[e.pad:]
	pattern := h[w.anchor-patternSize : w.anchor]
	last := pattern[patternSize-1]
	for end := w.searched + 1; end <= e.next; end++ {
		if h[end-1] == last && slices.Equal(h[end-patternSize:end], pattern) {
			if r, ok, err := e.closes(ctx, end); ok || err != nil {
				return r, ok, err
			}
		}
	}
	w.searched = e.next
	return period.Result{}, false, nil
}

// closes reports whether the state before end is that before the anchor. Ends
// come in order, so that the period is the least; for odd ones see [ledger.closes].
func (e *blockEngine) closes(ctx context.Context, end int) (period.Result, bool, error) {
	h, anchor := e.history[e.pad:], e.watch.anchor
	p := end - anchor
	width := max(e.kept, e.widest)
	if e.space.timed && p%2 == 1 || width > anchor {
		return period.Result{}, false, nil // codes mean other values at other parities
	}
	if !slices.Equal(h[anchor-width:anchor], h[end-width:end]) {
		return period.Result{}, false, nil
	}
	q := anchor - width
	for q > 0 && e.valueAt(q-1) == e.valueAt(q-1+p) {
		if q--; q%(1<<20) == 0 && ctx.Err() != nil {
			return period.Result{}, false, ctx.Err()
		}
	}
	return period.Result{
		Proved: true, Preperiod: uint64(q), Period: uint64(p),
		Theorem: period.StateTheorem(uint64(width), uint64(anchor), uint64(p)),
		Needed:  uint64(end), Computed: uint64(e.next),
		Method: period.ByState, Width: uint64(width), At: uint64(anchor), Shift: uint64(p),
	}, true, nil
}

// valueAt returns G(n).
func (e *blockEngine) valueAt(n int) uint32 {
	if n == 0 {
		return 0
	}
	c := e.history[e.pad+n]
	return uint32(e.values[n&1][c&^wideMark+c>>15*blockCodes])
}

func (e *blockEngine) what() string { return "of blocks" }

// length returns the number of values that are known.
func (e *blockEngine) length() int { return e.next }

// complete reports whether the whole history is kept.
func (e *blockEngine) complete() bool { return true }

// appendValues appends G(from) … G(to-1).
func (e *blockEngine) appendValues(dst []uint32, from, to int) []uint32 {
	for n := from; n < to; n++ {
		dst = append(dst, e.valueAt(n))
	}
	return dst
}

// audit evaluates the options of n by the history, and returns an error if their
// mex is not the value of n.
func (e *blockEngine) audit(ctx context.Context, n int) error {
	var seen Marks
	seen.Clear()
	for _, s := range e.octal.splits {
		m := n - s.taken
		for a := 1; a <= s.half(m); a++ {
			if a%(1<<20) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			seen.Mark(e.valueAt(a) ^ e.valueAt(m-a))
		}
	}
	for _, i := range e.octal.singles {
		seen.Mark(e.valueAt(n - i))
	}
	if got, want := e.valueAt(n), seen.Mex(); want != got {
		return fmt.Errorf("G(%d) is %d, but %d was computed: %w", n, want, got, errAudit)
	}
	return nil
}
