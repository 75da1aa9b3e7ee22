package heap

// This file holds the word engine: sparse space for games with few rare heaps,
// where a set of values fits a machine word.
//
// At any n, one bit of a common value follows from the others: the lowest bit
// of the mask, by the parity. Drop it. Of two common values at the same n the
// greater has the greater code: if the highest bit in which they differ were
// the dropped one, they would agree in all mask bits above it, there are none
// below it, and so they could not both be common. So codes are 0, 1, 2, …
// without a gap, the mex of common options is the least missing code, and
// nim-addition of values is nim-addition of codes.
//
// For each n and each code r of a rare heap the table holds the set
// {code(n) ^ r} in a word. The common options of n are the union of such words
// at fixed offsets i + h behind n, for each digit i that splits and each rare
// heap h: this vectorises over consecutive n. What is left in sequence is the
// mex. That the rare values below it are options too is verified afterwards,
// for a block of n at once: for each rare code, the lanes that need it, less
// those that are served by a witness; witness (h, c) serves n if the heap
// n - i - h has the code c for which c ^ code(h) is the code wanted. Bitmaps of
// the lanes of each code make that one step for all lanes. Lanes that no listed
// witness serves are looked at one by one, in all of the history.
//
// A lane that nothing serves, or a code too large for the word, ends the
// engine's run before its block; the scalar engine goes on.

import (
	"math/bits"
	"slices"
)

const (
	rareMark = 0x80 // of a byte of history, beside the code

	// historyLimit is the number of codes that are kept from the beginning,
	// recentLimit the number that are kept at the end of a longer run.
	historyLimit = 3 << 28
	recentLimit  = 1 << 26

	witnessSpan = 1 << 14 // how far back bitmaps reach, in n
	bitmapSpan  = 1 << 16 // their size
)

// A wordPlan says how a word engine would run.
type wordPlan struct {
	octal *octal
	space space
	rare  []int
	low   int             // the dropped bit
	value [2][]uint32     // by the parity of n, and by the byte of history
	need  [2][64]int      // by the parity of n, and by rare code: the least code that needs it
	lists [64]witnessList // by rare code
	far   [64][]int       // by rare code: smaller parts of late witnesses, latest first
}

// planWords plans a word engine for the game, the space and the rare heaps.
func planWords(o *octal, s space, rare []int) *wordPlan {
	p := &wordPlan{octal: o, space: s, rare: rare, low: bits.TrailingZeros32(s.mask)}
	for n := range p.value {
		p.value[n] = make([]uint32, 256)
		for b := range p.value[n] {
			p.value[n][b] = p.decode(uint32(b&^rareMark), n, b >= rareMark)
		}
		for rareCode := range p.need[n] {
			r := p.decode(uint32(rareCode), n, true)
			c := 0
			for p.decode(uint32(c), n, false) < r {
				c++
			}
			p.need[n][rareCode] = c
		}
	}
	return p
}

// encode returns the code of a value.
func (p *wordPlan) encode(v uint32) uint32 {
	return v>>(p.low+1)<<p.low | v&(1<<p.low-1)
}

// decode returns the rare or common value at n that has the code.
func (p *wordPlan) decode(code uint32, n int, rare bool) uint32 {
	v := code>>p.low<<(p.low+1) | code&(1<<p.low-1)
	if p.space.rare(v, n) != rare {
		v |= 1 << p.low
	}
	return v
}

// byteOf returns the byte of history for a value at n.
func (p *wordPlan) byteOf(v uint32, n int) byte {
	b := byte(p.encode(v))
	if p.space.rare(v, n) {
		b |= rareMark
	}
	return b
}

// A wordEngine computes codes from a plan.
type wordEngine[W word] struct {
	*wordPlan
	kernels  kernels[W]
	program  program
	next     int    // the first n that is not computed
	history  []byte // codes from 0 on, with rareMark
	recent   []byte // codes from recentAt on, where history is full
	recentAt int
	words    []W
	wordsAt  int // the n of the first word of a row
	kept     int // so many words of a row must stay
	bitmaps  []uint64
	bitsAt   int // the n of the first bit of a row
	rows     int // codes in use
	codes    [block]byte
	learnAt  int                 // when to learn the witnesses anew
	above    [maxWidth + 1]lanes // by code: the lanes of the block whose code is so large or larger
	left     lanes               // for verify: on the heap once, as kernels are called by reference
	widest   int                 // how far back witnesses were since the watch's anchor
	watch    watch
}

// newWordEngine returns an engine that goes on after values, whose number must
// be a multiple of block and exceed every rare heap by so much that the result
// is not false. It expects at most limit values in all.
func newWordEngine[W word](p *wordPlan, values []uint32, limit int, portable bool) (*wordEngine[W], bool) {
	e := &wordEngine[W]{wordPlan: p, next: len(values)}
	if len(p.octal.splits) == 0 || len(p.octal.zeros) > 0 || len(p.rare)*len(p.octal.splits) > 4096 {
		return nil, false
	}
	width := uint32(bits.Len64(uint64(^W(0))))
	for n, v := range values {
		if p.encode(v) >= width && n > len(values)/2 || p.encode(v) >= rareMark {
			return nil, false
		}
	}
	e.setProgram(values)
	if e.next < e.kept+block || e.next < witnessSpan || e.next%block != 0 {
		return nil, false
	}
	if len(e.program.codes)*e.program.stride > 1<<26 {
		return nil, false
	}
	e.history = make([]byte, len(values), max(len(values), min(limit, historyLimit)))
	for n, v := range values {
		e.history[n] = p.byteOf(v, n)
	}
	fast, ok := fastKernels[W](&e.program)
	if e.kernels = fast; portable || !ok {
		e.kernels = portableKernels[W](&e.program)
	}
	e.fill(width)
	return e, true
}

// setProgram derives the offsets from the rare heaps and the digits.
func (e *wordEngine[W]) setProgram(values []uint32) {
	type offset struct {
		back int
		code uint32
	}
	var offsets []offset
	for _, s := range e.octal.splits {
		for _, h := range e.rare {
			offsets = append(offsets, offset{s.taken + h, e.encode(values[h])})
		}
	}
	for _, i := range e.octal.singles {
		if !e.space.timed || i%2 == 0 { // else a common value is rare at n
			offsets = append(offsets, offset{i, 0})
		}
	}
	slices.SortFunc(offsets, func(a, b offset) int { return a.back - b.back })
	offsets = slices.Compact(offsets)
	p := &e.program
	for _, o := range offsets {
		e.kept = max(e.kept, o.back)
		if !slices.Contains(p.codes, o.code) {
			p.codes = append(p.codes, o.code)
		}
	}
	e.kept = (e.kept + block) / block * block
	p.stride = 8*e.kept + 32*block
	for _, o := range offsets {
		p.options = append(p.options, option{slices.Index(p.codes, o.code), o.back})
	}
}

// fill sets up the table and the bitmaps from the history.
func (e *wordEngine[W]) fill(width uint32) {
	e.words = make([]W, len(e.program.codes)*e.program.stride)
	e.wordsAt = e.next - e.kept
	for r, code := range e.program.codes {
		for k := range e.kept {
			if c := uint32(e.history[e.wordsAt+k]); c < rareMark {
				e.words[r*e.program.stride+k] = 1 << (c ^ code)
			}
		}
	}
	e.bitmaps = make([]uint64, int(width)*bitmapSpan/64)
	e.bitsAt = e.next - witnessSpan
	for from := e.bitsAt; from < e.next; from += block {
		spread(e.history[from:from+block], e.bitmaps, (from-e.bitsAt)/64, bitmapSpan/64, int(width), &e.above)
	}
	e.rows = int(width)
	for e.rows > 0 && !slices.ContainsFunc(e.bitmaps[(e.rows-1)*bitmapSpan/64:e.rows*bitmapSpan/64], func(w uint64) bool { return w != 0 }) {
		e.rows--
	}
}

// at returns the byte of history for n; known is false where it was not kept.
func (e *wordEngine[W]) at(n int) (b byte, known bool) {
	switch {
	case n < len(e.history):
		return e.history[n], true
	case n >= e.recentAt && len(e.recent) > 0:
		return e.recent[n-e.recentAt], true
	}
	return 0, false
}

// before returns the last bytes of history.
func (e *wordEngine[W]) before() []byte {
	if e.recent != nil {
		return e.recent[len(e.recent)-2*group:]
	}
	return e.history[len(e.history)-2*group:]
}

// A stop says why a word engine did not compute a block.
type stop uint8

const (
	goesOn   stop = iota
	newRare       // some n of the block is rare, or may be
	tooLarge      // some code does not fit the word
)

// step computes and verifies the next block, and nothing where it stops.
func (e *wordEngine[W]) step() stop {
	e.makeRoom()
	all := e.kernels.mexes(e.words, e.next-e.wordsAt, e.before(), e.codes[:])
	if uint32(all) >= uint32(bits.Len64(uint64(^W(0)))) {
		return tooLarge
	}
	e.rows = max(e.rows, min(1<<bits.Len64(all), bits.Len64(uint64(^W(0)))))
	at := (e.next - e.bitsAt) / 64
	e.kernels.spread(e.codes[:], e.bitmaps, at, bitmapSpan/64, e.rows, &e.above)
	if e.next >= e.learnAt {
		e.learn(at)
	}
	if !e.verify(at) {
		return newRare
	}
	e.keep()
	e.next += block
	return goesOn
}

// makeRoom moves what is still needed to the front of the rows if the next
// block would not fit.
func (e *wordEngine[W]) makeRoom() {
	if e.next+block-e.wordsAt > e.program.stride {
		from := e.next - e.wordsAt - e.kept
		for r := range e.program.codes {
			row := e.words[r*e.program.stride:][:e.program.stride]
			copy(row, row[from:from+e.kept])
		}
		e.wordsAt += from
	}
	if e.next+block-e.bitsAt > bitmapSpan {
		from := (e.next - e.bitsAt - witnessSpan) / 64
		for r := range e.rows { // the other rows are still empty
			row := e.bitmaps[r*bitmapSpan/64:][:bitmapSpan/64]
			copy(row, row[from:from+witnessSpan/64])
		}
		e.bitsAt += 64 * from
	}
}

// keep adds the codes of the block to the history.
func (e *wordEngine[W]) keep() {
	if len(e.history)+block <= cap(e.history) {
		e.history = append(e.history, e.codes[:]...)
		return
	}
	if e.recent == nil {
		e.recent, e.recentAt = make([]byte, 0, 2*recentLimit), len(e.history)
	}
	if len(e.recent)+block > cap(e.recent) {
		e.recentAt += len(e.recent) - recentLimit
		e.recent = append(e.recent[:0], e.recent[len(e.recent)-recentLimit:]...)
	}
	e.recent = append(e.recent, e.codes[:]...)
}

// verify checks that each n of the block has all rare options below its mex.
func (e *wordEngine[W]) verify(at int) bool {
	above, top := &e.above, e.rows
	for top > 0 && above[top-1].empty() {
		top--
	}
	for code := range e.lists {
		even, odd := e.need[0][code], e.need[1][code]
		if even >= top && odd >= top {
			break
		}
		wanting := &e.left
		*wanting = above[min(even, top)]
		if e.space.timed {
			for i, w := range &above[min(odd, top)] {
				wanting[i] = wanting[i]&0x5555555555555555 | w&0xaaaaaaaaaaaaaaaa
			}
		}
		if wanting.empty() {
			continue
		}
		list := e.lists[code]
		used := e.kernels.cover(wanting, e.bitmaps, at, list)
		if used > 0 {
			e.widest = max(e.widest, list.witnesses[used-1].widest)
		}
		if wanting.empty() {
			continue
		}
		for i, w := range *wanting {
			for ; w != 0; w &= w - 1 {
				if !e.search(e.next+64*i+bits.TrailingZeros64(w), byte(code)) {
					return false
				}
			}
		}
	}
	return true
}

func (s stop) String() string {
	return [...]string{"it goes on", "a heap is rare", "a value is too large"}[s]
}
