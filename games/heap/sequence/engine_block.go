package sequence

// The block engine uses sparse space for games with many rare heaps, or with values too
// large for a word.
//
// It computes 256 n at a time, a strip. An option by a rare heap h is found
// i + h behind n; those from 256 on are far, and known when the strip begins.
// First the far common options are found, for all n of the strip together, in
// one of two ways (block_choose.go).
//
// In plain Go they are listed for one n after the other. In vectors they are
// searched for. A table has bits that say for each code which heaps have it. With
// it the common options by one rare heap take a few steps for 8 codes and all 256
// n. Some of the rare heaps are enough to leave over only a handful of codes for
// each n, the candidates. Then each rare heap takes one step for 8 candidates of
// 32 n, and those candidates that it makes an option are dropped.
//
// Then, in order, each n takes the least of its candidates that is not an option by
// a near rare heap. Where all of them are dropped, which is seldom, the options
// of that n are listed after all.
//
// Finally the rare values are verified (block_check.go). Where one is not an option,
// n is rare, and the n after it choose among their candidates again. Several cores
// share the work on a strip (block_share.go), or one verifies while another goes on
// (block_ahead.go).

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"
)

const (
	blockCodes = 1 << 12 // codes are smaller
	wideMark   = 0x8000  // of a word of history, beside the code: n is rare
	noCode     = 0xffff  // of a heap that is none
	blockLimit = 3 << 27 // how many codes are kept
	blockStart = 1 << 10 // the engine needs some history
	stepStrips = 16      // how many strips are a step,
	fewStrips  = 4       // and where rare heaps are often found
	mostSpan   = 1 << 16 // the table goes back no further
)

// A blockEngine computes codes from a plan.
type blockEngine struct {
	record[uint16]          // with words before it that match no code, and room for the codes of a step
	history        []uint16 // the past, all of it one piece, for the kernels
	kernels        lanesKernels
	cores          int // how many work on a strip
	mostCores      int // how many may
	limit          int // no step ends behind it, except for the rest of a strip, where an interrupted one may end too
	near           []nearOption
	far            []farOption
	table          strips
	options        pairing    // some of the rare heaps
	left           []stripSet // for find
	budgets        []int
	tableReach     int     // so far back the table is complete
	pairAt         int     // options and witnesses were chosen here
	order          []int32 // groups of 8 codes, those first that many n have
	learnAt        int     // when to learn the order anew
	renewAt        int     // when to see whether a new space is due
	rareAt         int     // how many rare heaps there were when the engine began
	states         [stepStrips]stripState
	marks          Marks // with room for every word of history
	before         beforeStrip

	// For the verification, which may run ahead.
	witnesses   pairing // common heaps
	parts       int     // they are up to here
	tried       int     // how many are tried at once
	witnessSpan int     // they look no further back than this
	wants       []stripSet
	tries       []int
}

// A nearOption is a common option found so far behind n, where code is to be
// nim-added.
type nearOption struct {
	back int
	code uint16
}

// A stripState is what is known of a strip while it is computed.
type stripState struct {
	base    int
	missing [strip][listed]uint16 // the least codes that are not far options
	counts  [strip]uint8          // how many of them
	fresh   []int                 // rare heaps of the strip
	checkState
}

// A beforeStrip is what a strip may change although it is given up.
type beforeStrip struct {
	rare, near, far, kept int
	watch                 watch[uint16]
}

// newBlockEngine returns an engine that goes on after values, or false if the
// game is not for it. It expects at most limit values in all.
func newBlockEngine(p *codePlan, values []uint32, limit int, portable bool) (*blockEngine, bool) {
	n := len(values)
	if !p.octal.suitsBlocks(n) {
		return nil, false
	}
	for _, v := range values {
		if p.encode(v) >= blockCodes {
			return nil, false
		}
	}
	e := makeBlocks(p, n, limit)
	e.makeHistory(n)
	for n, v := range values {
		e.history[e.pad+n] = codeOf[uint16](p, v, n)
	}
	e.pairAt = e.next
	e.open(portable)
	return e, true
}

// makeBlocks returns an engine whose history, of n heaps, is still to come.
func makeBlocks(p *codePlan, n, limit int) *blockEngine {
	e := &blockEngine{record: newRecord[uint16](p, n, min(limit, blockLimit)+block, bits.UintSize-2), cores: 1, mostCores: min(runtime.GOMAXPROCS(0), mostCores), limit: limit, renewAt: 2 * n, rareAt: len(p.rare)}
	e.pad, e.marks.rounds = p.octal.reach+1, make([]uint32, 1<<16)
	for parity := range e.values {
		e.values[parity][noCode] = 0 // as of the empty heap
	}
	return e
}

// makeHistory makes the history one of n heaps, or more.
func (e *blockEngine) makeHistory(n int) {
	e.reserve(n)
	p := &e.past
	p.list[0] = p.list[0][:p.room]
	p.size, e.history = p.room, p.list[0]
}

// open sets up the kernels, and what follows from the history.
func (e *blockEngine) open(portable bool) {
	fast, ok := fastLanes()
	if e.kernels = fast; portable || !ok {
		e.kernels = portableLanes
	}
	e.scanner = e.kernels.scan
	for _, h := range e.rare {
		for _, s := range e.octal.splits {
			e.addOption(h+s.taken, e.history[e.pad+h]&^wideMark)
		}
		e.kept = max(e.kept, h+e.octal.reach+1)
	}
	for _, i := range e.octal.singles {
		// A common heap n - i is an option of common value, and where the parity
		// of n takes part and i is odd, a rare one is.
		e.addOption(i, uint16(i&1)*wideMark*uint16(b2i(e.space.timed)))
	}
	for i := range e.history[:e.pad+1] {
		e.history[i] = noCode // no part of a division is empty
	}
	e.pair()
	e.openTable(0)
}

// addOption adds the common option so far behind.
func (e *blockEngine) addOption(back int, code uint16) {
	if back < strip {
		e.near = append(e.near, nearOption{back, code})
	} else {
		e.far = append(e.far, farOption{int32(-2 * back), uint32(code) | uint32(code)<<16})
	}
}

// openTable makes the table, with room for codes up to this one at least.
func (e *blockEngine) openTable(code int) {
	from := max(0, e.next-(e.tableReach+2*block)/64*64)
	for n := from; n < e.next; n++ {
		if c := e.history[e.pad+n]; c < wideMark {
			code = max(code, int(c))
		}
	}
	e.table = strips{groups: code/8 + 1, rows: (e.tableReach+2*block)/64*3/2 + 2*stepStrips*stripWords, at: from / 64}
	e.table.bytes = make([]byte, 64*e.table.rows*e.table.groups)
	for s := e.table.at; s < e.next/64; s++ {
		e.spread(s)
	}
	e.learn()
}

// pair chooses rare heaps and common ones to be paired with those of the table,
// among the heaps below pairAt. No pair has an empty heap, or two heaps of one
// size.
func (e *blockEngine) pair() {
	var options, witnesses []nearOption
	e.witnessSpan = strip
	groups := 1
	for _, c := range e.history[e.pad:][:e.pairAt] {
		if c < wideMark {
			groups = max(groups, int(c)/8+1)
		}
	}
	e.tried = min(manyWitnesses, witnessesTried*groups*groups)
	e.parts = min(e.pairAt, max(fewWitnesses, e.tried))
	for part := 1; part <= e.parts; part++ {
		for _, s := range e.octal.splits {
			back := part + s.taken
			if c := e.history[e.pad+part]; c < wideMark && back >= strip && back+part < e.pairAt {
				witnesses = append(witnesses, nearOption{back, c})
				e.witnessSpan = max(e.witnessSpan, back)
			}
		}
	}
	e.tableReach = e.witnessSpan
	for _, o := range e.far {
		if back := int(-o.offset / 2); back <= mostSpan && back < e.pairAt && o.codes&wideMark == 0 {
			options = append(options, nearOption{back, uint16(o.codes)})
			e.tableReach = max(e.tableReach, back)
		}
	}
	e.tableReach = (e.tableReach + 63) / 64 * 64
	e.options, e.witnesses = newPairing(options), newPairing(witnesses)
}

// newPairing returns a pairing with the heaps so far behind.
func newPairing(list []nearOption) pairing {
	slices.SortStableFunc(list, func(a, b nearOption) int { return cmp.Or(cmp.Compare(a.code, b.code), a.back-b.back) })
	p := pairing{starts: []int32{0}}
	for i, o := range list {
		for len(p.starts) <= int(o.code) {
			p.starts = append(p.starts, int32(i))
		}
		p.behind = append(p.behind, int32(-o.back))
	}
	for len(p.starts)%8 != 1 || len(p.starts) == 1 {
		p.starts = append(p.starts, int32(len(list)))
	}
	return p
}

// learn orders the groups of codes by how many n in the table have them.
func (e *blockEngine) learn() {
	e.learnAt = 2 * e.next
	counts := make([]int, e.table.groups)
	for s := e.table.at; s < e.next/64; s++ {
		for q := range counts {
			for _, b := range e.table.row(q, s) {
				counts[q] += bits.OnesCount8(b)
			}
		}
	}
	e.order = e.order[:0]
	for q, count := range counts {
		if count > 0 {
			e.order = append(e.order, int32(q))
		}
	}
	slices.SortStableFunc(e.order, func(p, q int32) int { return counts[q] - counts[p] })
}

// spread sets the rows of the table for the n from 64 s on. Their codes fit.
func (e *blockEngine) spread(s int) {
	for q := range e.table.groups {
		*e.table.row(q, s) = [64]byte{}
	}
	for lane, c := range e.history[e.pad+64*s:][:64] {
		if c < wideMark {
			e.table.row(int(c/8), s)[lane] = 1 << (c % 8)
		}
	}
}

// suitsBlocks reports whether blocks can go on at n with the game.
func (o *octal) suitsBlocks(n int) bool {
	return len(o.splits) > 0 && len(o.zeros) == 0 && n >= blockStart && n%block == 0
}

// seldomRare reports whether rare heaps have become seldom enough for blocks.
func (p *codePlan) seldomRare(n int) bool {
	half, _ := slices.BinarySearch(p.rare, n/2)
	return len(p.rare)-half < n/4
}

// step computes and verifies the next strips, a few thousand n, and nothing
// where it stops.
func (e *blockEngine) step() stop {
	size, ahead := stepStrips*strip, e.mostCores > 1
	e.cores = 1
	if !e.calm() { // much that is verified ahead would be thrown away
		size, ahead, e.cores = fewStrips*strip, false, e.mostCores
	}
	// Steps end at multiples of the longest, where others look for a proof.
	end := (min(e.limit, blockLimit) + strip - 1) / strip * strip
	size = min(size, stepStrips*strip-e.next%(stepStrips*strip), end-e.next)
	if size <= 0 {
		return tooLarge
	}
	// What depends on where a step begins is done where every run begins one: others
	// begin where a run was interrupted, or has met a rare heap on two cores.
	onTime := e.next%(stepStrips*strip) == 0
	if onTime && e.next >= e.renewAt {
		e.renewAt = 2 * e.next
		if e.next < scalarLimit && len(e.rare) > e.rareAt+e.rareAt/32+16 {
			return newRare // in another space there may be fewer
		}
	}
	if onTime && e.next >= e.learnAt {
		e.pairAt = e.next
		e.pair()
		e.openTable(0)
	}
	e.makeHistory(e.next + size)
	e.makeRoom()
	end = e.next + size
	if ahead {
		if s := e.ahead(end); s != goesOn {
			return s
		}
	}
	for e.next < end {
		s := &e.states[0]
		if e.asked() {
			return cutShort
		}
		if !e.compute(s) {
			return tooLarge
		}
		e.begin()
		if s := e.verify(s); s != goesOn {
			return s
		}
	}
	return goesOn
}

// compute finds the codes of the next strip, as if all its rare values were
// options. The result is false if a code is too large.
func (e *blockEngine) compute(s *stripState) bool {
	s.begin(e.next)
	e.find(s)
	return e.choose(s, 0)
}

// verify checks the strip, and puts it right until it is. Where it does not go on,
// the strip is not kept; what it has changed does not matter where a code is too
// large, and is undone where it was interrupted: the strip is then made again with
// the same outcome.
func (e *blockEngine) verify(s *stripState) stop { return e.mend(s, e.check(s)) }

// mend goes on with a strip after check's verdict.
func (e *blockEngine) mend(s *stripState, v verdict) stop {
	e.before = beforeStrip{len(e.rare), len(e.near), len(e.far), e.kept, e.watch}
	for !v.ok {
		if why := e.correct(s, v); why != goesOn {
			return why
		}
		v = e.check(s)
	}
	e.finish(s)
	return goesOn
}

// correct makes the lane that has failed a rare heap, and chooses for those after
// it again.
func (e *blockEngine) correct(s *stripState, v verdict) stop {
	if v.stopped {
		b := e.before
		e.rare, e.near, e.far, e.kept, e.watch = e.rare[:b.rare], e.near[:b.near], e.far[:b.far], b.kept, b.watch
		e.undo()
		return cutShort
	}
	e.settle(s, v.lane, v.code)
	if !e.choose(s, v.lane+1) {
		return tooLarge
	}
	return goesOn
}

// begin makes s the strip from base on.
func (s *stripState) begin(base int) {
	s.base, s.fresh = base, s.fresh[:0]
	s.checkState.begin()
}

// settle makes the lane a rare heap with the value of the code.
func (e *blockEngine) settle(s *stripState, lane int, code uint16) {
	n := s.base + lane
	e.history[e.pad+n] = code | wideMark
	e.rare = append(e.rare, n)
	s.fresh = append(s.fresh, n)
	e.kept = max(e.kept, n+e.octal.reach+1)
	e.watch.anchor = 0 // a recurrence must begin after it
	for _, t := range e.octal.splits {
		e.addOption(n+t.taken, code)
	}
}

// fits reports whether the codes of the strip fit the table.
func (e *blockEngine) fits(s *stripState) bool {
	for _, c := range e.history[e.pad+s.base:][:strip] {
		if c < wideMark && int(c)/8 >= e.table.groups {
			return false
		}
	}
	return true
}

// finish puts the strip, which is now computed, into the table.
func (e *blockEngine) finish(s *stripState) {
	e.next = s.base + strip
	if !e.fits(s) {
		e.openTable(0)
		return
	}
	for w := range stripWords {
		e.spread(s.base/64 + w)
	}
}

// makeRoom makes room in the table for the strips of a step.
func (e *blockEngine) makeRoom() {
	t := &e.table
	if e.next/64-t.at+stepStrips*stripWords <= t.rows {
		return
	}
	from := (e.next - e.tableReach - 2*block) / 64
	for q := range t.groups {
		rows := t.bytes[64*t.rows*q:][:64*t.rows]
		copy(rows, rows[64*(from-t.at):])
	}
	t.at = from
}

func (e *blockEngine) what() string { return "of blocks" }

// appendValues appends G(from) … G(to-1).
func (e *blockEngine) appendValues(dst []uint32, from, to int) []uint32 {
	return e.appendCodes(dst, from, e.span(from, to))
}
