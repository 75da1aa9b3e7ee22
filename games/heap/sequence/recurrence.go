package sequence

// A fast engine sees here that its state recurs. See theory/period for the proof.

import (
	"bytes"
	"context"
	"slices"

	"github.com/grundy-games/grundy/theory/period"
)

const (
	watchSpan   = 1 << 15 // how many n are searched at once
	patternSize = 48      // of the codes before the anchor that are searched for
	anchorTail  = 1 << 20 // how many codes before the anchor are kept where they are to be dropped
	frequent    = 24      // a code that is more than 1/frequent of all is not searched for alone
)

// A watch waits for the codes before an anchor to come again. The anchor moves
// when n has doubled, so that one stands in the periodic part before n is twice
// the preperiod, and the period is seen when it has passed once more.
type watch[T byte | uint16] struct {
	anchor   int
	tail     []T // the codes before the anchor, only those of the pattern where the past has them all
	pattern  []T // the last of these; nil where it is still to be set, with key
	key      int // which code of the pattern is the rarest, -1 if that is frequent too
	searched int // no pattern ends at or before it
}

// drop drops the anchor here.
func (r *record[T]) drop() {
	w, n := &r.watch, r.next
	w.anchor, w.searched = n, n
	from := max(0, n-anchorTail)
	if n <= r.full() {
		from = max(0, n-patternSize)
	} else if !r.keeps(from) {
		from = r.recentAt
	}
	w.tail, w.pattern = append(w.tail[:0], r.span(from, n)...), nil
	r.widest = 0
}

// knownBefore returns how many codes before the anchor are known.
func (r *record[T]) knownBefore() int {
	if r.watch.anchor <= r.full() {
		return r.watch.anchor
	}
	return len(r.watch.tail)
}

// beforeAnchor returns those codes of from … that stand in a row before the anchor.
func (r *record[T]) beforeAnchor(from int) []T {
	w := &r.watch
	if w.anchor <= r.full() {
		return r.run(from, w.anchor)
	}
	return w.tail[len(w.tail)-w.anchor+from:]
}

// setPattern makes the end of the tail the pattern.
func (r *record[T]) setPattern() {
	const some = 1 << 12
	w, counts := &r.watch, make([]int, int(^T(0))+1)
	for _, c := range r.beforeAnchor(w.anchor - min(some, r.knownBefore())) {
		counts[c]++
	}
	w.pattern, w.key = w.tail[len(w.tail)-patternSize:], 0
	for k, c := range w.pattern {
		if counts[c] < counts[w.pattern[w.key]] {
			w.key = k
		}
	}
	if counts[w.pattern[w.key]] > some/frequent {
		w.key = -1
	}
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
	if w.pattern == nil {
		r.setPattern()
	}
	from := w.searched - patternSize + 1
	text := r.span(from, n)
	for {
		k := index(text, w.pattern, w.key)
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
	p, width := end-w.anchor, max(r.kept, r.widest)
	if r.space.timed && p%2 == 1 || width > r.knownBefore() || !r.keeps(end-width) {
		return period.Result{}, false, nil
	}
	for n := w.anchor - width; n < w.anchor; {
		before := r.beforeAnchor(n)
		again := r.run(n+p, n+p+len(before))
		if !equal(before[:len(again)], again) {
			return period.Result{}, false, nil
		}
		n += len(again)
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
		Proof: period.StateProof{Width: uint64(width), At: uint64(w.anchor), Shift: uint64(p)},
	}, true, nil
}

// index returns where pattern is first found in text, or -1. It searches for the code
// key of the pattern first, where that is not negative.
func index[T byte | uint16](text, pattern []T, key int) int {
	if text, ok := any(text).([]byte); ok && key < 0 {
		return bytes.Index(text, any(pattern).([]byte))
	}
	key = max(0, key)
	places := len(text) - len(pattern) + 1
	for at := 0; at < places; at++ {
		k := indexOf(text[at+key:places+key], pattern[key])
		if k < 0 {
			break
		}
		if at += k; equal(text[at:at+len(pattern)], pattern) {
			return at
		}
	}
	return -1
}

// indexOf returns where the code is first found, or -1.
func indexOf[T byte | uint16](codes []T, code T) int {
	if codes, ok := any(codes).([]byte); ok {
		return bytes.IndexByte(codes, byte(code))
	}
	return slices.Index(codes, code)
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
