package sequence

// The block engine verifies here that the rare values below a candidate are options.

import (
	"math/bits"
	"slices"
)

// A checkState is what was verified of a strip.
type checkState struct {
	first   int           // the lanes before this one are verified
	covered [strip]uint16 // for how many rare codes of each lane the witnesses were tried
	left    []want        // what they did not serve, by lane and code
}

// A want is a rare value, by its code, that must be an option of a lane.
type want struct {
	lane int32
	code uint16
	soon bool // not all witnesses were tried, since so few lanes were left
}

func (s *checkState) begin() { s.first, s.covered, s.left = 0, [strip]uint16{}, s.left[:0] }

// check verifies the lanes of the strip that are not yet verified. If some rare
// value below the candidate of a lane is not an option, it returns the first such
// lane and the least such value.
func (e *blockEngine) check(s *stripState) verdict {
	codes := e.history[e.pad+s.base:][:strip]
	most := uint16(0)
	var needs [strip]uint16
	for lane := s.first; lane < strip; lane++ {
		if codes[lane] < wideMark {
			needs[lane] = e.needs(s.base+lane, codes[lane])
			most = max(most, needs[lane])
		}
	}
	if stopped := e.cover(s, &needs, int(most)); stopped {
		return verdict{stopped: true}
	}
	for _, w := range s.left {
		lane := int(w.lane)
		if lane < s.first || w.code >= needs[lane] {
			continue
		}
		if found, stopped := e.search(s.base+lane, w); stopped {
			return verdict{stopped: true}
		} else if !found {
			s.first = lane + 1
			return verdict{lane: lane, code: w.code}
		}
	}
	return verdict{ok: true}
}

// needs returns the number of rare values below the common value of the code at
// n: there are as many common ones below it as the code says.
func (e *blockEngine) needs(n int, code uint16) uint16 {
	return e.values[n&1][code] - code
}

// cover adds to left what no witness serves. Where it was stopped, left is wrong.
func (e *blockEngine) cover(s *stripState, needs *[strip]uint16, most int) (stopped bool) {
	size := (most + 7) / 8
	if len(e.wants) < size {
		e.wants, e.tries = make([]stripSet, 2*size), make([]int, 2*size)
	}
	wants, budgets := e.wants[:size], e.tries[:size]
	clear(wants)
	clear(budgets)
	some := false
	for lane, need := range needs {
		from := s.covered[lane]
		if from >= need {
			continue
		}
		some = true
		s.covered[lane] = need
		codes := ^uint64(0) << (from % 8) & 0xff
		for t := from / 8; 8*t < need; t++ {
			if need-8*t < 8 {
				codes &= 1<<(need-8*t) - 1
			}
			wants[t][lane/8] |= codes << (lane % 8 * 8)
			budgets[t] = e.tried
			codes = 0xff
		}
	}
	if !some {
		return false
	}
	e.widest = max(e.widest, e.witnessSpan)
	e.clear(wants, budgets, e.tried/triedForOne, s.base/64, &e.witnesses)
	before := len(s.left)
	for t := range wants {
		for k, w := range &wants[t] {
			for ; w != 0; w &= w - 1 {
				bit := bits.TrailingZeros64(w)
				s.left = append(s.left, want{int32(8*k + bit/8), uint16(8*t + bit%8), budgets[t] == 0})
			}
		}
	}
	fresh, stopped := e.lookTogether(s.base, s.left[before:])
	if s.left = s.left[:before+len(fresh)]; len(fresh) > 0 {
		slices.SortFunc(s.left, func(a, b want) int { return int(a.lane-b.lane)<<16 + int(a.code) - int(b.code) })
	}
	return stopped
}

// lookTogether looks a little farther for wants that were not served, as look does, and
// for many of them together, so that the history stays in the cache. No part is
// less than a strip: all heaps come before it. It returns what is still not
// served.
func (e *blockEngine) lookTogether(base int, left []want) (unserved []want, stopped bool) {
	cores := max(1, min(e.cores, len(left)/fewWants))
	var looks [mostCores]looked
	share(cores, func(core int) {
		looks[core] = e.lookForSome(base, left[len(left)*core/cores:len(left)*(core+1)/cores])
	})
	unserved = left[:0]
	for _, l := range looks[:cores] {
		unserved = append(unserved, l.unserved...)
		e.widest = max(e.widest, l.widest)
		stopped = stopped || l.stopped
	}
	return unserved, stopped
}

// A looked is the outcome of looking for some wants.
type looked struct {
	unserved []want
	widest   int // how far back the witnesses were
	stopped  bool
}

// lookForSome is lookTogether on one core.
func (e *blockEngine) lookForSome(base int, left []want) (l looked) {
	const size = 1 << 12
	for from := strip; from < 2*e.parts && len(left) > 0; from += size {
		if e.asked() {
			l.stopped = true
			break
		}
		to := min(from+size, 2*e.parts)
		kept := left[:0]
		for _, w := range left {
			first := from
			if !w.soon {
				first = max(from, e.parts)
			}
			back := 0
			if first < to {
				back = e.lookAt(base+int(w.lane), first, to, w.code)
			}
			if l.widest = max(l.widest, back); back == 0 {
				kept = append(kept, w)
			}
		}
		left = kept
	}
	l.unserved = left
	return l
}

// lookAt is look, for few parts. It returns how far back a witness is, or 0 if
// there is none.
func (e *blockEngine) lookAt(n, from, to int, code uint16) int {
	for _, s := range e.octal.splits {
		m := n - s.taken
		if part := e.scan(m, from, min(to, s.half(m)+1), code); part > 0 {
			return part + s.taken
		}
	}
	return 0
}

const (
	witnessesTried = 8 // times the square of the number of groups of codes
	fewWitnesses   = 1 << 13
	manyWitnesses  = 5 << 12
	fewWants       = 16      // that are not worth another core
	triedForOne    = 1 << 11 // trying this many witnesses for all lanes costs more than searching for one
)

// search looks for a witness that the rare value that is wanted is an option of n,
// in all of the history where cover has not looked. Where it was stopped it does not know.
func (e *blockEngine) search(n int, w want) (found, stopped bool) {
	if e.recall(n, w.code) {
		return true, false
	}
	near := e.parts
	if w.soon {
		near = strip // cover has looked from there on
	}
	part, taken, stopped := e.look(n, 1, near, w.code)
	if part == 0 && !stopped {
		part, taken, stopped = e.look(n, 2*e.parts, n, w.code)
	}
	if part > 0 {
		e.late.served(int(w.code), part)
		e.widest = max(e.widest, part+taken)
	}
	return part > 0, stopped
}
