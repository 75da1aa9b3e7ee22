package sequence

// The scalar sparse engine uses sparse space, one n at a time. It costs O(rare heaps) a
// value, and a few dozen looks for the witnesses.

import "context"

// A sparseEngine extends the nim-sequence of an octal code.
type sparseEngine struct {
	octal   *octal
	space   space
	rare    []int  // the rare heaps
	known   int    // the heaps below have been sorted into rare and common
	renewAt int    // when to choose the space anew
	highest uint32 // all values so far are at most this, all ones
	seen    Marks
	wanted  []uint32      // rare values below the candidate, not yet seen
	late    lateWitnesses // by value

	interrupt
	stopped bool // in the middle of a value
}

// extend appends G(len(values)) … G(to-1).
func (e *sparseEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	if e.known != len(values) {
		e.renewAt = 0 // others have gone on in between
	}
	e.interrupt, e.stopped = interruptOf(ctx), false
	for n := len(values); n < to; n++ {
		if n%16 == 0 && ctx.Err() != nil {
			return values, ctx.Err()
		}
		if n >= e.renewAt && !e.renew(values) {
			return values, ctx.Err()
		}
		v := e.value(values, n)
		if e.stopped {
			return values, ctx.Err()
		}
		values = append(values, v)
		if n > 0 && e.space.rare(v, n) {
			e.rare = append(e.rare, n)
		}
		for v > e.highest { // a new power of two: soon there will be more to choose from
			e.highest = 2*e.highest + 1
			e.renewAt = min(e.renewAt, n+n/8+1)
		}
		e.known = n + 1
	}
	return values, nil
}

// renew chooses the space by the values so far. The result is false, and nothing
// is changed, if it was interrupted.
func (e *sparseEngine) renew(values []uint32) bool {
	chosen, ok := e.octal.newSpace(values, e.interrupt)
	if !ok {
		return false
	}
	rare, ok := chosen.rareHeaps(values, e.interrupt)
	if !ok {
		return false
	}
	e.space, e.rare = chosen, rare
	e.renewAt = 2*len(values) + 16
	e.known = len(values)
	return true
}

func (e *sparseEngine) value(values []uint32, n int) uint32 {
	o, seen := e.octal, &e.seen
	e.late.begin()
	seen.Clear()
	o.markUndivided(seen, values, n)
	for _, s := range o.splits {
		m := n - s.taken
		for _, r := range e.rare {
			if r >= m {
				break
			}
			if !s.unequal || 2*r != m {
				seen.Mark(values[r] ^ values[m-r])
			}
		}
	}
	e.wanted = e.wanted[:0]
	candidate := uint32(0)
	for ; ; candidate++ {
		if seen.has(candidate) {
			continue
		}
		if !e.space.rare(candidate, n) {
			break
		}
		e.wanted = append(e.wanted, candidate)
	}
	if len(e.wanted) > 0 && !e.witnessed(values, n) {
		for _, v := range e.wanted {
			if !seen.has(v) {
				return v
			}
		}
	}
	return candidate
}

const (
	soon  = 512     // smaller parts that are tried in order first
	later = 1 << 15 // and after those that served late before
)

// witnessed looks at divisions of n until each wanted value is seen: first at
// those with a small part; then, value by value, at those with parts that served
// the value late before, as in a periodic tail there may be few others;
// then at more, and finally at all. The result is false if some value is not
// seen.
func (e *sparseEngine) witnessed(values []uint32, n int) bool {
	if e.walk(values, n, 1, soon) {
		return true
	}
	missing := false
	for _, v := range e.wanted {
		if !e.seen.has(v) {
			if e.recall(values, n, v) {
				e.seen.Mark(v)
			} else {
				missing = true
			}
		}
	}
	if !missing || e.walk(values, n, soon, later) {
		return true
	}
	for _, v := range e.wanted {
		if !e.seen.has(v) && !e.search(values, n, v) {
			return false
		}
		e.seen.Mark(v)
	}
	return true
}

// walk looks at the divisions with a smaller part from … to-1 until each wanted
// value is seen.
func (e *sparseEngine) walk(values []uint32, n, from, to int) bool {
	next := 0 // the wanted values before it are seen
	for _, s := range e.octal.splits {
		m := n - s.taken
		half := min(s.half(m), to-1)
		for first := from; first <= half; first += 16 {
			last := min(first+15, half)
			for a := first; a <= last; a++ {
				e.seen.Mark(values[a] ^ values[m-a])
			}
			for e.seen.has(e.wanted[next]) {
				if next++; next == len(e.wanted) {
					return true
				}
			}
		}
	}
	return false
}

// recall tries the parts that served v late before, the latest of them first.
func (e *sparseEngine) recall(values []uint32, n int, v uint32) bool {
	for _, a := range e.late.of(int(v)) {
		for _, s := range e.octal.splits {
			if m := n - s.taken; a <= s.half(m) && values[a]^values[m-a] == v {
				e.late.served(int(v), a)
				return true
			}
		}
	}
	return false
}

// search looks at all divisions, and remembers the part that serves v. The result
// means nothing if the engine was stopped.
func (e *sparseEngine) search(values []uint32, n int, v uint32) bool {
	const chunk = 4096
	for from := later; 2*from <= n; from += chunk {
		if e.asked() {
			e.stopped = true
			return true
		}
		for _, s := range e.octal.splits {
			m := n - s.taken
			to := min(from+chunk, s.half(m)+1)
			if from >= to {
				continue
			}
			if k := scan(values[from:to], values[m-to+1:m-from+1], v); k >= 0 {
				e.late.served(int(v), from+k)
				return true
			}
		}
	}
	return false
}
