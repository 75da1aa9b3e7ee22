package heap

// This file holds what the block-wise engines share: the codes of values, their
// history, and the verification of a block of n at once.
//
// At any n, one bit of a common value follows from the others: the lowest bit
// of the mask, by the parity. Drop it. Of two common values at the same n the
// greater has the greater code: if the highest bit in which they differ were
// the dropped one, they would agree in all mask bits above it, there are none
// below it, and so they could not both be common. So codes are 0, 1, 2, …
// without a gap, the mex of common options is the least missing code, and
// nim-addition of values is nim-addition of codes.
//
// That the rare values below a candidate are options is verified for a block of
// n after their codes have been found: for each rare code, the lanes that need
// it, less those that are served by a witness; witness (h, c) serves n if the
// heap n - i - h has the code c for which c ^ code(h) is the code wanted. Bitmaps
// of the lanes of each code make that one step for all lanes. Lanes that no
// listed witness serves are looked at one by one, in all of the history.

import "math/bits"

const (
	rareMark = 0x80 // of a byte of history, beside the code

	// historyLimit is the number of codes that are kept from the beginning,
	// recentLimit the number that are kept at the end of a longer run.
	historyLimit = 3 << 28
	recentLimit  = 1 << 26

	witnessSpan = 1 << 14 // how far back bitmaps reach, in n
	bitmapSpan  = 1 << 16 // their size
)

// A codePlan has the codes of a game's values, and the witnesses learned.
type codePlan struct {
	octal *octal
	space space
	rare  []int
	low   int                   // the dropped bit
	value [2][]uint32           // by the parity of n, and by the byte of history
	need  [2][maxCodes]int      // by the parity of n, and by rare code: the least code that needs it
	lists [maxCodes]witnessList // by rare code
	far   [maxCodes][]int       // by rare code: smaller parts of late witnesses, latest first
}

// planCodes makes the plan for the game, the space and the rare heaps.
func planCodes(o *octal, s space, rare []int) *codePlan {
	p := &codePlan{octal: o, space: s, rare: rare, low: bits.TrailingZeros32(s.mask)}
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

// byteOf returns the byte of history for a value at n.
func (p *codePlan) byteOf(v uint32, n int) byte {
	b := byte(p.encode(v))
	if p.space.rare(v, n) {
		b |= rareMark
	}
	return b
}

// A ledger keeps the history of an engine's codes and verifies them.
type ledger struct {
	*codePlan
	kernels  blockKernels
	name     string // of the engine, in checkpoints
	next     int    // the first n that is not computed
	history  []byte // codes from 0 on, with rareMark
	recent   []byte // codes from recentAt on, where history is full
	recentAt int
	bitmaps  []uint64 // for each code a row, with the bits of the n that have it
	bitsAt   int      // the n of the first bit of a row
	rows     int      // codes in use
	codes    [block]byte
	above    [maxCodes + 1]lanes // by code: the lanes of the block whose code is so large or larger
	left     lanes               // for verify: on the heap once, as kernels are called by reference
	counts   [maxCodes]int       // for learn: how often each code came last
	learnAt  int                 // when to learn the witnesses anew
	kept     int                 // common options of n need so many codes before n
	effort   int                 // divisions that were looked at in search, fewer with time
	patience int                 // so much effort is too much; 0: none is
	widest   int                 // how far back witnesses were since the watch's anchor
	watch    watch
}

// newLedger returns a ledger that goes on after values, or false if they are too
// large for it. It expects at most limit values in all.
func newLedger(p *codePlan, values []uint32, limit int, portable bool) (ledger, bool) {
	l := ledger{codePlan: p, next: len(values)}
	if len(p.octal.splits) == 0 || len(p.octal.zeros) > 0 || l.next < witnessSpan || l.next%block != 0 {
		return l, false
	}
	for _, v := range values {
		if p.encode(v) >= maxCodes {
			return l, false
		}
	}
	l.history = make([]byte, len(values), max(len(values), min(limit+block, historyLimit)))
	for n, v := range values {
		l.history[n] = p.byteOf(v, n)
		if l.history[n] < rareMark {
			l.rows = max(l.rows, int(l.history[n])+1)
		}
	}
	l.open(portable)
	return l, true
}

// open sets up the kernels, and the bitmaps from the history.
func (e *ledger) open(portable bool) {
	fast, ok := fastBlockKernels()
	if e.kernels = fast; portable || !ok {
		e.kernels = portableKernels
	}
	e.bitmaps = make([]uint64, maxCodes*bitmapSpan/64)
	e.bitsAt = e.next - witnessSpan
	for from := e.bitsAt; from < e.next; from += block {
		spread(e.span(from, from+block), e.bitmaps, (from-e.bitsAt)/64, bitmapSpan/64, e.rows, &e.above)
	}
}

// check spreads the codes of the block, all of them less than 2^bits.Len(all),
// and verifies them.
func (e *ledger) check(all uint64) (failed failure, ok bool) {
	if e.next+block-e.bitsAt > bitmapSpan {
		from := (e.next - e.bitsAt - witnessSpan) / 64
		for r := range e.rows { // the other rows are still empty
			row := e.bitmaps[r*bitmapSpan/64:][:bitmapSpan/64]
			copy(row, row[from:from+witnessSpan/64])
		}
		e.bitsAt += 64 * from
	}
	e.rows = max(e.rows, min(1<<bits.Len64(all), maxCodes))
	at := (e.next - e.bitsAt) / 64
	e.kernels.spread(e.codes[:], e.bitmaps, at, bitmapSpan/64, e.rows, &e.above)
	if e.next >= e.learnAt {
		e.learn(at)
	}
	return e.verify(at)
}

// at returns the byte of history for n; known is false where it was not kept.
func (e *ledger) at(n int) (b byte, known bool) {
	switch {
	case n < len(e.history):
		return e.history[n], true
	case n >= e.recentAt && len(e.recent) > 0:
		return e.recent[n-e.recentAt], true
	}
	return 0, false
}

// before returns the last bytes of history.
func (e *ledger) before() []byte {
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
	tooSlow       // witnesses are too hard to find for blocks
)

// keep adds the codes of the block to the history.
func (e *ledger) keep() {
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

// A failure is the first n at which a rare value below the candidate is no
// option, and the least such value's code.
type failure struct {
	n    int
	code byte
}

// verify checks that each n of the block has all rare options below its mex.
func (e *ledger) verify(at int) (failed failure, ok bool) {
	some := false
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
				n := e.next + 64*i + bits.TrailingZeros64(w)
				if some && n >= failed.n {
					break // what comes after a failure is not known to be right
				}
				if !e.search(n, byte(code)) {
					failed, some = failure{n, byte(code)}, true
				}
			}
		}
	}
	return failed, !some
}

func (s stop) String() string {
	return [...]string{"it goes on", "a heap is rare", "a value is too large", "witnesses are far apart"}[s]
}
