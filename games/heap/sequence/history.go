package sequence

// The fast engines share the codes of values, the history of those that are known, and the
// search of it for a witness.
//
// At any n, one bit of a common value follows from the others: the lowest bit
// of the mask, by the parity. Drop it. Of two common values at the same n the
// greater has the greater code: if the highest bit in which they differ were
// the dropped one, they would agree in all mask bits above it, there are none
// below it, and so they could not both be common. So codes are 0, 1, 2, …
// without a gap, the mex of common options is the least missing code, and
// nim-addition of values is nim-addition of codes.

import (
	"math"
	"math/bits"
)

// A codePlan has the codes of a game's values.
type codePlan struct {
	octal *octal
	space space
	rare  []int
	low   int // the dropped bit
	interrupt
}

// planCodes makes the plan for the game, the space and the rare heaps.
func planCodes(o *octal, s space, rare []int) *codePlan {
	return &codePlan{octal: o, space: s, rare: rare, low: bits.TrailingZeros32(s.mask)}
}

// encode returns the code of a value.
func (p *codePlan) encode(v uint32) uint32 {
	return v>>(p.low+1)<<p.low | v&(1<<p.low-1)
}

// decode returns the rare or common value at n that has the code.
func (p *codePlan) decode(code uint32, n int, rare bool) uint32 {
	v := code>>p.low<<(p.low+1) | code&(1<<p.low-1)
	if p.space.rare(v, n) != rare {
		v |= 1 << p.low
	}
	return v
}

// heed makes work on the plan's game end when stop says so.
func (p *codePlan) heed(stop interrupt) { p.interrupt = stop }

// heaps returns the space and the rare heaps.
func (p *codePlan) heaps() (space, []int) { return p.space, p.rare }

// A record has what is known of a game: a code of each heap, with its highest bit set
// if the heap is rare, and where witnesses were.
type record[T byte | uint16] struct {
	*codePlan
	next     int                 // the first n that is not computed
	pad      int                 // the code of n is at n + pad of the past
	past     pieces[T]           // codes from 0 on
	most     int                 // how many of these are kept at most
	codes    []T                 // of the present block, where they are not yet in the history
	recent   []T                 // codes from recentAt on, where the past is full
	recentAt int                 // 0 where all codes are kept
	values   [2]*[1 << 16]uint16 // by the parity of n, and by code with its highest bit
	kept     int                 // how many codes before n its common options need
	late     lateWitnesses       // by rare code
	widest   int                 // how far back witnesses were since the watch's anchor
	old      int                 // what widest was when the present verification began
	watch    watch[T]
	scanner  func(parts, rests []T, code T) int
}

// newRecord returns the record of n heaps, whose codes are still to come. At most
// most of the first are kept, in pieces of 1 << size.
func newRecord[T byte | uint16](p *codePlan, n, most, size int) record[T] {
	r := record[T]{codePlan: p, next: n, most: most, past: pieces[T]{bits: size}, scanner: scan[T]}
	rare := ^(^T(0) >> 1)
	for parity := range r.values {
		r.values[parity] = new([1 << 16]uint16)
		for c := range int(^T(0)) + 1 {
			r.values[parity][c] = uint16(p.decode(uint32(T(c)&^rare), parity, T(c) >= rare))
		}
	}
	return r
}

// codeOf returns what the history has for a value at n.
func codeOf[T byte | uint16](p *codePlan, v uint32, n int) T {
	c := T(p.encode(v))
	if p.space.rare(v, n) {
		c |= ^(^T(0) >> 1)
	}
	return c
}

// length returns the number of values that are known.
func (r *record[T]) length() int { return r.next }

// places returns how many codes from 0 on have a place in the past.
func (r *record[T]) places() int { return r.past.size - r.pad }

// full returns an n before which all codes are kept.
func (r *record[T]) full() int { return min(r.next, r.places()) }

// complete reports whether the whole history is kept.
func (r *record[T]) complete() bool { return r.full() == r.next }

// keeps reports whether the codes from n on are kept.
func (r *record[T]) keeps(n int) bool { return r.recentAt <= r.full() || n >= r.recentAt }

// run returns those of the codes of from … to-1, all of which must be kept, that stand
// in a row with the first.
func (r *record[T]) run(from, to int) []T {
	if full := r.full(); from >= full {
		return r.recent[from-r.recentAt : to-r.recentAt]
	}
	return r.past.run(r.pad+from, r.pad+to)
}

// runBack returns those of the codes of from … to-1, all of which must be kept, that
// stand in a row with the last.
func (r *record[T]) runBack(from, to int) []T {
	if full := r.full(); to > full {
		from = max(from, r.recentAt)
		return r.recent[from-r.recentAt : to-r.recentAt]
	}
	return r.past.runBack(r.pad+from, r.pad+to)
}

// span returns the codes of from … to-1, all of which must be kept.
func (r *record[T]) span(from, to int) []T {
	var all []T
	for from < to {
		run := r.run(from, to)
		if from += len(run); from == to && all == nil {
			return run
		}
		all = append(all, run...)
	}
	return all
}

// at returns the code of n, in the present block too; where it was not kept, the
// highest, which serves nobody.
func (r *record[T]) at(n int) T {
	switch {
	case r.pad+n < r.past.size:
		return *r.past.at(r.pad + n)
	case n >= r.next:
		return r.codes[n-r.next]
	case n >= r.recentAt && len(r.recent) > 0:
		return r.recent[n-r.recentAt]
	}
	return ^T(0)
}

// valueAt returns G(n), whose code must be kept.
func (r *record[T]) valueAt(n int) uint32 { return uint32(r.values[n&1][r.at(n)]) }

// appendCodes appends the values that the codes of n, n+1, … stand for.
func (r *record[T]) appendCodes(dst []uint32, n int, codes []T) []uint32 {
	for k, c := range codes {
		dst = append(dst, uint32(r.values[(n+k)&1][c]))
	}
	return dst
}

// manyCodes is the length from which on a past of one piece grows in one last step: what
// that leaves behind is small then.
const manyCodes = 1 << 26

// roomFor returns for how many codes to make room when n, counted with pad, are needed.
func (r *record[T]) roomFor(n int) int {
	room, end := max(2*n, 1<<16), r.past.end(n)
	switch {
	case end < manyCodes: // a piece is whole in few steps
		room = max(8*n, 1<<16)
	case room > manyCodes:
		room = math.MaxInt
	}
	return max(n, min(room, r.pad+r.most, end))
}

// reserve makes room for the codes of n heaps.
func (r *record[T]) reserve(n int) {
	p := &r.past
	for n += r.pad; p.room < n; {
		p.grow(r.roomFor(min(n, p.end(p.room+1))))
	}
}

// bytes bounds the memory of the record when some more values are known.
func (r *record[T]) bytes() uint64 {
	total := r.past.room + cap(r.recent) + cap(r.watch.tail)
	if n := r.pad + min(r.next+watchSpan, r.most); n > r.past.room {
		total += r.roomFor(n)
		if start := r.past.start(n); start <= r.past.room { // no piece is copied
			total -= start
		}
	}
	return uint64(total * bits.Len16(uint16(^T(0))) / 8)
}

// A verification may run beside the computation of what comes after it: what follows
// reads no code behind the n that is asked for, and not how many are known.

// begin begins a verification.
func (r *record[T]) begin() {
	r.old = r.widest
	r.late.begin()
}

// undo makes everything what it was when the verification began.
func (r *record[T]) undo() {
	r.widest = r.old
	r.late.undo()
}

// recall reports whether the rare value of the code is an option of n by a single
// heap, or with a part that served it late before.
func (r *record[T]) recall(n int, code T) bool {
	for _, i := range r.octal.singles {
		v := r.valueAt(n - i)
		if r.space.rare(v, n) && T(r.encode(v)) == code {
			r.widest = max(r.widest, i)
			return true
		}
	}
	for _, part := range r.late.of(int(code)) {
		for _, s := range r.octal.splits {
			if m := n - s.taken; part <= s.half(m) && r.serves(m, part, code) {
				r.late.served(int(code), part)
				r.widest = max(r.widest, part+s.taken)
				return true
			}
		}
	}
	return false
}

// serves reports whether dividing m into part and the rest gives the code.
func (r *record[T]) serves(m, part int, code T) bool {
	rest := r.at(m - part)
	return part < r.places() && rest^r.at(part) == code && rest != ^T(0)
}

// look looks for a division of n that gives the code, whose smaller part is from …
// to-1, in all that is kept. It returns the part and how many tokens are taken before;
// part is 0 if there is none, or if it was stopped.
func (r *record[T]) look(n, from, to int, code T) (part, taken int, stopped bool) {
	const size = 1 << 12
	full := r.places() // where there are more than codes, no part is there
	for ; from < to && 2*from <= n; from += size {
		if from%(16*size) < size && r.asked() {
			return 0, 0, true
		}
		if r.recentAt > full && from > n-r.recentAt {
			// Neither a rest of the recent codes is left, nor yet one of the history.
			from = max(from, n-r.octal.reach-full)
		}
		if from >= full {
			break
		}
		for _, s := range r.octal.splits {
			if part := r.scan(n-s.taken, from, min(from+size, to, s.half(n-s.taken)+1), code); part > 0 {
				return part, s.taken, false
			}
		}
	}
	return 0, 0, false
}

// scan returns the first part from … to-1 such that dividing m into it and the
// rest gives the code, and 0 if there is none. No part is larger than the rest.
func (r *record[T]) scan(m, from, to int, code T) int {
	if from >= to {
		return 0
	}
	if r.pad+m-from < r.past.size {
		parts, rests := r.past.run(r.pad+from, r.pad+to), r.past.runBack(r.pad+m-to+1, r.pad+m-from+1)
		if len(parts) == to-from && len(rests) == to-from {
			if k := r.scanner(parts, rests, code); k >= 0 {
				return from + k
			}
			return 0
		}
	}
	for part := from; part < to; part++ {
		if r.serves(m, part, code) {
			return part
		}
	}
	return 0
}

// scan returns the first k such that parts[k] and rests[len(rests)-1-k] have the
// nim-sum code, and -1 if there is none. Both are equally long.
func scan[T byte | uint16 | uint32](parts, rests []T, code T) int {
	rests = rests[:len(parts)]
	for k, c := range parts {
		if c^rests[len(rests)-1-k] == code {
			return k
		}
	}
	return -1
}
