package sequence

// The block engine finds the codes of a strip as if its rare values were all options. It
// finds the candidates of all n together, and then the code of one n after the other.

import "math/bits"

const (
	listed         = 16      // the most candidates of an n that are kept, of
	mostCandidates = 32      // those that are looked for
	together       = 16      // groups of codes for which candidates are looked for
	manyOptions    = 1 << 12 // with more of them, more groups are together, and more candidates probed, chosen by fewer
)

// find finds the least codes of each lane that are not far options.
func (e *blockEngine) find(s *stripState) {
	if e.kernels.probe == nil {
		for lane := range strip {
			e.marks.Clear()
			e.markFar(s.base + lane)
			e.list(s, lane)
		}
		return
	}
	enough, percent, together := uint8(8), 55, together
	if len(e.far) > manyOptions {
		enough, percent, together = 24, 35, 2*together
	}
	var candidates [strip / 32][mostCandidates / 8][8][32]uint16
	var found [strip]uint8
	var active stripSet
	for w := range active {
		active[w] = ^uint64(0)
	}
	at := s.base / 64
	for first, size := 0, together; active != (stripSet{}); first, size = size, size+together {
		for len(e.left) < size {
			e.left, e.budgets = append(e.left, stripSet{}), append(e.budgets, 0)
		}
		left, budgets := e.left[:size], e.budgets[:size]
		clear(budgets[:first])
		for t := first; t < size; t++ {
			left[t] = active
			budgets[t] = len(e.far) * percent / 100
		}
		e.clear(left, budgets, 0, at, &e.options)
		for used := first; used < size; used++ {
			for k, w := range &left[used] {
				for w &= active[k]; w != 0; {
					bit := bits.TrailingZeros64(w)
					w &= w - 1
					lane := 8*k + bit/8
					count := found[lane]
					candidates[lane/32][count/8&3][count%8][lane%32] = uint16(8*used + bit%8)
					if found[lane] = count + 1; count+1 >= enough {
						active[k] &^= 0xff << (bit &^ 7)
						w &= active[k]
					}
				}
			}
		}
	}
	s.counts = [strip]uint8{}
	share(e.cores, func(core int) {
		for part := core; part < len(candidates); part += e.cores {
			e.probe(s, part, &candidates[part], &found)
		}
	})
}

// probe finds those of the candidates that are not far options, for 32 lanes.
func (e *blockEngine) probe(s *stripState, part int, candidates *[mostCandidates / 8][8][32]uint16, found *[strip]uint8) {
	var missing [8]uint32
	for round := range candidates {
		e.kernels.probe(e.history, e.pad+s.base+32*part, e.far, &candidates[round], &missing)
		again := false
		for lane := range 32 {
			l := 32*part + lane
			for k := range 8 {
				if missing[k]>>lane&1 != 0 && 8*round+k < int(found[l]) && s.counts[l] < listed {
					s.missing[l][s.counts[l]] = candidates[round][k][lane]
					s.counts[l]++
				}
			}
			again = again || s.counts[l] == 0 && int(found[l]) > 8*round+8 && round < len(candidates)-1
		}
		if !again {
			break
		}
	}
}

// markFar marks the far options of n.
func (e *blockEngine) markFar(n int) {
	at, marks := e.pad+n, (*[1 << 16]uint32)(e.marks.rounds)
	history, round := e.history[:at], e.marks.round
	for _, o := range e.far {
		marks[history[at+int(o.offset>>1)]^uint16(o.codes)] = round
	}
}

// choose finds the codes of the lanes from this one on. The result is false if
// one is too large.
func (e *blockEngine) choose(s *stripState, from int) bool {
	for lane := from; lane < strip; lane++ {
		n := s.base + lane
		e.marks.Clear()
		e.markNear(s, n)
		code := e.leastOf(s, lane)
		if code == noCode && s.counts[lane] < listed {
			// Rare heaps make the lanes after them choose again: the list is kept.
			e.marks.Clear()
			e.markFar(n)
			e.list(s, lane)
			e.marks.Clear()
			e.markNear(s, n)
			code = e.leastOf(s, lane)
		}
		if code == noCode {
			e.markFar(n)
			code = uint16(e.marks.Mex())
		}
		if code >= blockCodes {
			return false
		}
		e.history[e.pad+n] = code
	}
	return true
}

// list makes the least codes that are not marked those that are missing of the
// lane.
func (e *blockEngine) list(s *stripState, lane int) {
	count := 0
	for code := uint16(0); count < listed; code++ {
		if !e.marks.has(uint32(code)) {
			s.missing[lane][count] = code
			count++
		}
	}
	s.counts[lane] = listed
}

// markNear marks the near options of n, and those by the rare heaps of its strip.
func (e *blockEngine) markNear(s *stripState, n int) {
	at, marks, round := e.pad+n, (*[1 << 16]uint32)(e.marks.rounds), e.marks.round
	history := e.history[:at]
	for _, o := range e.near {
		marks[history[at-o.back]^o.code] = round
	}
	for _, h := range s.fresh {
		for _, t := range e.octal.splits {
			if rest := n - t.taken - h; rest > 0 {
				marks[history[e.pad+rest]^history[e.pad+h]&^wideMark] = round
			}
		}
	}
}

// leastOf returns the least code that is missing of the lane and not marked.
func (e *blockEngine) leastOf(s *stripState, lane int) uint16 {
	for _, c := range s.missing[lane][:s.counts[lane]] {
		if !e.marks.has(uint32(c)) {
			return c
		}
	}
	return noCode
}
