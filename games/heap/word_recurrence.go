package heap

// This file holds how the word engine sees that its state recurs. See
// theory/period for the proof.

import (
	"bytes"

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
	e.watch.tail = append(e.watch.tail[:0], e.span(max(0, e.next-anchorTail), e.next)...)
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
// period, or false.
func (e *ledger) recurs() (period.Result, bool) {
	w := &e.watch
	if w.anchor == 0 || e.next >= 2*w.anchor {
		e.newAnchor()
		return period.Result{}, false
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
		if r, ok := e.closes(end); ok {
			return r, true
		}
		text, from = text[k+1:], from+k+1
	}
	w.searched = e.next
	return period.Result{}, false
}

// closes reports whether the state before end is that before the anchor.
func (e *ledger) closes(end int) (period.Result, bool) {
	w := &e.watch
	p := end - w.anchor
	width := max(e.kept, e.widest)
	before := w.tail
	if w.anchor <= len(e.history) {
		before = e.history[:w.anchor]
	}
	if e.space.timed && p%2 == 1 || width > len(before) {
		return period.Result{}, false // codes mean other values at other parities; or not enough is kept
	}
	if !bytes.Equal(before[len(before)-width:], e.span(end-width, end)) {
		return period.Result{}, false
	}
	q := w.anchor - width
	exact := true
	for q > 0 {
		a, known := e.at(q - 1)
		b, knownToo := e.at(q - 1 + p)
		if !known || !knownToo {
			exact = false
			break
		}
		if a != b {
			break
		}
		q--
	}
	least := p
	if half := p / 2; e.space.timed && half%2 == 1 && e.equalTurns(end, half, p) {
		least = half // which was not looked for
		for q > 0 && e.valueAt(q-1) == e.valueAt(q-1+half) {
			q--
		}
	}
	return period.Result{
		Proved: true, Preperiod: uint64(q), AtMost: !exact, Period: uint64(least),
		Theorem: period.StateTheorem(uint64(width), uint64(w.anchor), uint64(p)),
		Needed:  uint64(end), Computed: uint64(e.next),
		Method: period.ByState, Width: uint64(width), At: uint64(w.anchor), Shift: uint64(p),
	}, true
}

// equalTurns reports whether the p values before end repeat after half.
func (e *ledger) equalTurns(end, half, p int) bool {
	for n := end - p; n < end-half; n++ {
		if e.valueAt(n) != e.valueAt(n+half) {
			return false
		}
	}
	return true
}

// valueAt returns G(n) for an n whose history was kept.
func (e *ledger) valueAt(n int) uint32 {
	b, _ := e.at(n)
	return e.value[n&1][b]
}
