package sequence

// This file holds how the word engine sees that its state recurs. See
// theory/period for the proof.

import (
	"bytes"
	"context"

	"grundy/theory/period"
)

const (
	watchSpan   = 1 << 15 // how many n are searched at once
	patternSize = 48      // of the codes before the anchor that are searched for
	anchorTail  = 1 << 20 // how many codes before the anchor are kept besides the history
)

// A watch waits for the codes before an anchor to come again. The anchor moves
// when n has doubled, so that one stands in the periodic part before n is twice
// the preperiod, and the period is seen when it has passed once more.
type watch struct {
	anchor   int
	tail     []byte // the codes before the anchor
	searched int    // no pattern ends at or before it
}

// newAnchor drops the anchor here.
func (e *ledger) newAnchor() {
	e.watch.anchor, e.watch.searched = e.next, e.next
	from := max(0, e.next-anchorTail)
	if !e.keeps(from) {
		from = e.recentAt
	}
	e.watch.tail = append(e.watch.tail[:0], e.span(from, e.next)...)
	e.widest = 0
}

// span returns the bytes of history of from … to-1, all of which must be kept.
func (e *ledger) span(from, to int) []byte {
	full := len(e.history)
	switch {
	case to <= full:
		return e.history[from:to]
	case from >= full:
		return e.recent[from-e.recentAt : to-e.recentAt]
	}
	return append(append([]byte{}, e.history[from:]...), e.recent[full-e.recentAt:to-e.recentAt]...)
}

// recurs looks for the anchor's pattern in what is new. It returns the proved
// period, or false. It drops an anchor only on time, at multiples of watchSpan.
// It may be called again after an error.
func (e *ledger) recurs(ctx context.Context, onTime bool) (period.Result, bool, error) {
	w := &e.watch
	drop := w.anchor == 0 || e.next >= 2*w.anchor || !e.keeps(w.searched-patternSize+1)
	if drop && !onTime {
		return period.Result{}, false, nil
	}
	if drop {
		e.newAnchor()
		return period.Result{}, false, nil
	}
	pattern := w.tail[len(w.tail)-patternSize:]
	from := w.searched - patternSize + 1
	text := e.span(from, e.next)
	for {
		k := bytes.Index(text, pattern)
		if k < 0 {
			break
		}
		end := from + k + patternSize
		if r, ok, err := e.closes(ctx, end); ok || err != nil {
			return r, ok, err
		}
		text, from = text[k+1:], from+k+1
	}
	w.searched = e.next
	return period.Result{}, false, nil
}

// closes reports whether the state before end is that before the anchor. Ends
// come in order, so that the period is the least: where the parity of n takes part
// in what is rare, none is odd, for of two equal values at n of different
// parities one is rare, and no heap was since the anchor.
func (e *ledger) closes(ctx context.Context, end int) (period.Result, bool, error) {
	w := &e.watch
	p := end - w.anchor
	width := max(e.kept, e.widest)
	before := w.tail
	if w.anchor <= len(e.history) {
		before = e.history[:w.anchor]
	}
	if e.space.timed && p%2 == 1 || width > len(before) || !e.keeps(end-width) {
		return period.Result{}, false, nil // codes mean other values at other parities; or not enough is kept
	}
	if !bytes.Equal(before[len(before)-width:], e.span(end-width, end)) {
		return period.Result{}, false, nil
	}
	q := w.anchor - width
	exact := q+p <= len(e.history)
	for exact && q > 0 {
		if err := ctx.Err(); err != nil {
			return period.Result{}, false, err
		}
		from := max(0, q-replaySpan)
		k := lastDifference(e.history[from:q], e.history[from+p:q+p])
		if q = from + k + 1; k >= 0 {
			break
		}
	}
	return period.Result{
		Proved: true, Preperiod: uint64(q), AtMost: !exact, Period: uint64(p),
		Theorem: period.StateTheorem(uint64(width), uint64(w.anchor), uint64(p)),
		Needed:  uint64(end), Computed: uint64(e.next),
		Method: period.ByState, Width: uint64(width), At: uint64(w.anchor), Shift: uint64(p),
	}, true, nil
}

// keeps reports whether the codes from n on are kept.
func (e *ledger) keeps(n int) bool {
	return e.recentAt <= len(e.history) || n >= e.recentAt
}

// valueAt returns G(n) for an n whose history was kept.
func (e *ledger) valueAt(n int) uint32 {
	b, _ := e.at(n)
	return e.value[n&1][b]
}
