package sequence

// This file holds how a fast engine sees that its state recurs. See theory/period for
// the proof.

import (
	"bytes"
	"context"
	"slices"

	"github.com/grundy-games/grundy/theory/period"
)

const (
	watchSpan   = 1 << 15 // how many n are searched at once
	patternSize = 48      // of the codes before the anchor that are searched for
	anchorTail  = 1 << 20 // how many codes before the anchor are kept besides the history
)

// A watch waits for the codes before an anchor to come again. The anchor moves
// when n has doubled, so that one stands in the periodic part before n is twice
// the preperiod, and the period is seen when it has passed once more.
type watch[T byte | uint16] struct {
	anchor   int
	tail     []T // the codes before the anchor
	searched int // no pattern ends at or before it
}

// drop drops the anchor here.
func (r *record[T]) drop() {
	w, n := &r.watch, r.next
	w.anchor, w.searched = n, n
	from := max(0, n-anchorTail)
	if !r.keeps(from) {
		from = r.recentAt
	}
	w.tail = append(w.tail[:0], r.span(from, n)...)
	r.widest = 0
}

// recurs looks for the anchor's pattern in what is new. It returns the proved
// period, or false. It drops an anchor only on time, at multiples of watchSpan.
// It may be called again after an error.
func (r *record[T]) recurs(ctx context.Context, onTime bool) (period.Result, bool, error) {
	w, n := &r.watch, r.next
	if w.anchor == 0 || n >= 2*w.anchor || !r.keeps(w.searched-patternSize+1) {
		if onTime {
			r.drop()
		}
		return period.Result{}, false, nil
	}
	pattern := w.tail[len(w.tail)-patternSize:]
	from := w.searched - patternSize + 1
	text := r.span(from, n)
	for {
		k := index(text, pattern)
		if k < 0 {
			break
		}
		end := from + k + patternSize
		if proof, ok, err := r.closes(ctx, end); ok || err != nil {
			return proof, ok, err
		}
		text, from = text[k+1:], from+k+1
	}
	w.searched = n
	return period.Result{}, false, nil
}

// closes reports whether the state before end is that before the anchor. Ends
// come in order, so that the period is the least: where the parity of n takes part
// in what is rare, none is odd, for of two equal values at n of different
// parities one is rare, and no heap was since the anchor.
func (r *record[T]) closes(ctx context.Context, end int) (period.Result, bool, error) {
	w, full := &r.watch, r.full()
	p, width, before := end-w.anchor, max(r.kept, r.widest), w.tail
	if w.anchor <= full {
		before = r.span(0, w.anchor)
	}
	if r.space.timed && p%2 == 1 || width > len(before) || !r.keeps(end-width) {
		return period.Result{}, false, nil
	}
	if !equal(before[len(before)-width:], r.span(end-width, end)) {
		return period.Result{}, false, nil
	}
	q := w.anchor - width
	exact := q+p <= full
	for exact && q > 0 {
		if err := ctx.Err(); err != nil {
			return period.Result{}, false, err
		}
		from := max(0, q-replaySpan)
		k := lastDifference(r.span(from, q), r.span(from+p, q+p))
		if q = from + k + 1; k >= 0 {
			break
		}
	}
	if exact && q == 1 && r.valueAt(0) == r.valueAt(p) { // there need be no code of the empty heap
		q = 0
	}
	return period.Result{
		Proved: true, Preperiod: uint64(q), AtMost: !exact, Period: uint64(p),
		Theorem: period.StateTheorem(uint64(width), uint64(w.anchor), uint64(p)),
		Needed:  uint64(end), Computed: uint64(r.next),
		Method: period.ByState, Width: uint64(width), At: uint64(w.anchor), Shift: uint64(p),
	}, true, nil
}

// index returns where pattern is first found in text, or -1.
func index[T byte | uint16](text, pattern []T) int {
	if text, ok := any(text).([]byte); ok {
		return bytes.Index(text, any(pattern).([]byte))
	}
	last := len(pattern) - 1
	for end := last; end < len(text); end++ {
		if text[end] == pattern[last] && slices.Equal(text[end-last:end+1], pattern) {
			return end - last
		}
	}
	return -1
}

// equal reports whether the codes are the same.
func equal[T byte | uint16](a, b []T) bool {
	if a, ok := any(a).([]byte); ok {
		return bytes.Equal(a, any(b).([]byte))
	}
	return slices.Equal(a, b)
}

// lastDifference returns the last index at which a and b, which are equally long,
// differ, and -1 if they do not.
func lastDifference[T byte | uint16](a, b []T) int {
	const part = 1 << 12
	end := len(a)
	for end > 0 && equal(a[max(0, end-part):end], b[max(0, end-part):end]) {
		end = max(0, end-part)
	}
	for end > 0 && a[end-1] == b[end-1] {
		end--
	}
	return end - 1
}
