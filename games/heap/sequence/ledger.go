package sequence

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
// Then the ledger verifies, for a block of n at once, that the rare values below each
// candidate are options. For each rare code it takes the lanes that need the code, and
// removes the lanes that a witness serves. Witness (h, c) serves n if the heap n - i - h
// has the code c for which c ^ code(h) is the code wanted. Bitmaps
// of the lanes of each code make that one step for all lanes. Lanes that no
// listed witness serves are looked at one by one, in all of the history.

import (
	"context"
	"math/bits"
	"runtime/debug"
)

const (
	rareMark = 0x80 // of a byte of history, beside the code

	witnessSpan = 1 << 14 // how far back bitmaps reach, in n
	bitmapSpan  = 1 << 16 // their size

	// bitmapStride is the number of bytes from a row to the next: no power of two,
	// so that the same n of all rows do not compete for one place in the cache.
	bitmapStride = bitmapSpan/8 + 64
)

// historyLimit is the number of codes that are kept from the beginning,
// recentLimit the number that are kept at the end of a longer run: up to twice as
// many, as they are dropped in one go. Both are multiples of block, and at least
// witnessSpan; the latter is twice watchSpan or more, so that nothing is dropped
// that is still to be searched. Tests lower them.
var (
	historyLimit = 1 << 28
	recentLimit  = 1 << 25
)

// A codePlan has the codes of a game's values, and the witnesses learned.
type codePlan struct {
	octal *octal
	space space
	rare  []int
	low   int                   // the dropped bit
	value [2][]uint32           // by the parity of n, and by the byte of history
	lists [maxCodes]witnessList // by rare code
	interrupt
}

// planCodes makes the plan for the game, the space and the rare heaps.
func planCodes(o *octal, s space, rare []int) *codePlan {
	p := &codePlan{octal: o, space: s, rare: rare, low: bits.TrailingZeros32(s.mask)}
	for n := range p.value {
		p.value[n] = make([]uint32, 256)
		for b := range p.value[n] {
			p.value[n][b] = p.decode(uint32(b&^rareMark), n, b >= rareMark)
		}
		for rareCode := range p.lists {
			r := p.decode(uint32(rareCode), n, true)
			c := 0
			for c < maxCodes && p.decode(uint32(c), n, false) < r {
				c++
			}
			p.lists[rareCode].needs[n] = c
		}
	}
	return p
}

// timed reports whether a code means another value at the other parity of n.
func (p *codePlan) timed() bool { return p.space.timed }

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
	kernels  verifyKernels
	next     int    // the first n that is not computed
	history  []byte // codes from 0 on, with rareMark
	larger   []byte // the beginning of it, where there is more room
	most     int    // how many bytes of history are asked for at most
	recent   []byte // codes from recentAt on, where history is full
	recentAt int
	bitmaps  []byte // for each code a row, with the bits of the n that have it
	bitsAt   int    // the n of the first bit of a row
	rows     int    // codes in use
	codes    [block]byte
	above    [maxCodes + 1]lanes // by code: the lanes of the block whose code is so large or larger
	left     lanes               // for verify: on the heap once, as kernels are called by reference
	learnAt  int                 // when to learn the witnesses anew
	kept     int                 // how many codes before n its common options need
	stopped  bool                // verify was interrupted
	old      beforeBlock
	late     lateWitnesses // by rare code
	widest   int           // how far back witnesses were since the watch's anchor
	watch    watch[byte]
}

// suitsLedger reports whether the block-wise engines know all moves of the game.
func (p *codePlan) suitsLedger() bool {
	return len(p.octal.splits) > 0 && len(p.octal.zeros) == 0 && p.octal.reach < witnessSpan/2
}

// newLedger returns a ledger that goes on after values, or false if they are too
// large for it. It expects at most limit values in all.
func newLedger(p *codePlan, values []uint32, limit int, portable bool) (ledger, bool) {
	l := ledger{codePlan: p, next: len(values)}
	if !p.suitsLedger() || l.next < witnessSpan || l.next%block != 0 {
		return l, false
	}
	for n, v := range values {
		if p.encode(v) >= maxCodes || p.at(n) {
			return l, false
		}
	}
	l.most = mostHistory(len(values), limit)
	l.history = make([]byte, len(values), historyRoom(len(values), l.most))
	for n, v := range values {
		if p.at(n) {
			return l, false
		}
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
	fast, ok := fastVerifyKernels()
	if e.kernels = fast; portable || !ok {
		e.kernels = portableVerify
	}
	e.bitmaps = make([]byte, maxCodes*bitmapStride)
	e.bitsAt = e.next - witnessSpan
	for from := e.bitsAt; from < e.next; from += block {
		spread(e.span(from, from+block), e.bitmaps, (from-e.bitsAt)/8, bitmapStride, e.rows, &e.above)
	}
}

// check spreads the codes of the block, all of them less than 2^bits.Len(all),
// and verifies them. The result is false if some n is rare, or may be.
func (e *ledger) check(all uint64) bool {
	if e.next+block-e.bitsAt > bitmapSpan {
		from := (e.next - e.bitsAt - witnessSpan) / 8
		for r := range e.rows { // the other rows are still empty
			row := e.bitmaps[r*bitmapStride:][:bitmapSpan/8]
			copy(row, row[from:from+witnessSpan/8])
		}
		e.bitsAt += 8 * from
	}
	e.rows = max(e.rows, min(1<<bits.Len64(all), maxCodes))
	at := (e.next - e.bitsAt) / 8
	e.kernels.spread(e.codes[:], e.bitmaps, at, bitmapStride, e.rows, &e.above)
	if e.next >= e.learnAt {
		e.learn(at)
	}
	return e.verify(at)
}

// at returns the byte of history for n < next; known is false where it was not
// kept.
func (e *ledger) at(n int) (b byte, known bool) {
	switch {
	case n < len(e.history):
		return e.history[n], true
	case n >= e.recentAt && len(e.recent) > 0:
		return e.recent[n-e.recentAt], true
	}
	return 0, false
}

// beforeSize is the number of bytes of history that kernels look at.
const beforeSize = 32

// before returns the last bytes of history.
func (e *ledger) before() []byte {
	if e.recent != nil {
		return e.recent[len(e.recent)-beforeSize:]
	}
	return e.history[len(e.history)-beforeSize:]
}

// A stop says why a fast engine did not compute a step.
type stop uint8

const (
	goesOn   stop = iota
	newRare       // some n of the block is rare, or may be
	tooLarge      // some code does not fit the word
	cutShort      // it was interrupted, and is as it was before the block
)

// mostHistory returns how many bytes of history a ledger of n values needs at
// most in a run with that limit.
func mostHistory(n, limit int) int { return max(n, min(limit+block, historyLimit)) }

// historyRoom returns how many bytes to ask for when n are needed, but no more than
// most. The last step is a large one: what it leaves behind is small then.
func historyRoom(n, most int) int {
	room := max(2*n, 1<<20)
	if room > historyLimit/4 {
		room = most
	}
	return max(n, min(room, most))
}

// grow copies some of the history to where there is more room for it. It begins
// when a quarter of the room is left and copies faster than that is used up, so
// that no step takes long.
func (e *ledger) grow() {
	if e.larger == nil {
		room := historyRoom(cap(e.history), e.most)
		if room <= cap(e.history) || len(e.history) < cap(e.history)/4*3 {
			return
		}
		e.larger = make([]byte, 0, room)
	}
	copied := len(e.larger)
	e.larger = append(e.larger, e.history[copied:min(copied+8*block, len(e.history))]...)
	if len(e.larger) == len(e.history) {
		left := cap(e.history)
		e.history, e.larger = e.larger, nil
		if left >= historyLimit/16 {
			debug.FreeOSMemory() // so little is allocated that no collection would come
		}
	}
}

// keep adds the codes of the block to the history, or where that is full to the
// recent codes. Which codes are kept and dropped depends on n alone, and not on
// how much room there is: searches, and so proofs, depend on it.
func (e *ledger) keep() {
	if len(e.history) == e.next && e.next+block <= historyLimit {
		if e.next+block > cap(e.history) { // the copy did not come in time
			e.history, e.larger = append(make([]byte, 0, historyRoom(e.next+block, max(e.most, e.next+block))), e.history...), nil
		}
		e.history = append(e.history, e.codes[:]...)
		e.grow()
		return
	}
	if e.recent == nil {
		e.recent, e.recentAt = make([]byte, 0, 2*recentLimit), len(e.history)
	}
	if len(e.recent)+block > 2*recentLimit {
		e.recentAt += len(e.recent) - recentLimit
		e.recent = append(e.recent[:0], e.recent[len(e.recent)-recentLimit:]...)
	}
	e.recent = append(e.recent, e.codes[:]...)
}

// verify checks that each n of the block has all rare options below its mex. If
// it is interrupted, it says that some have not, sets stopped, and leaves nothing
// changed, so that it can be made again with the same outcome.
func (e *ledger) verify(at int) bool {
	e.stopped = false
	e.old = beforeBlock{e.widest, e.old.lists[:0]}
	e.late.begin()
	failed := block // no lane from this one on is known to be right
	top := e.rows
	for top > 0 && e.above[top-1].empty() {
		top--
	}
	to := 0
	for to < maxCodes && min(e.lists[to].needs[0], e.lists[to].needs[1]) < top {
		to++
	}
	for from := 0; ; {
		code, widest := e.kernels.cover(&e.lists, &e.above, e.bitmaps, at, from, to, &e.left)
		e.widest = max(e.widest, widest)
		if code >= to {
			break
		}
		e.old.lists = append(e.old.lists, listLength{code, len(e.lists[code].witnesses)})
		for i, w := range e.left {
			for ; w != 0; w &= w - 1 {
				lane := 64*i + bits.TrailingZeros64(w)
				if lane >= failed {
					break
				}
				if e.search(e.next+lane, byte(code)) {
					continue
				}
				if failed = lane; e.stopped {
					e.undo()
					return false
				}
			}
		}
		from = code + 1
	}
	return failed == block
}

func (e *ledger) what() string { return "of words" }

// length returns the number of values that are known.
func (e *ledger) length() int { return e.next }

// complete reports whether the whole history is kept.
func (e *ledger) complete() bool { return len(e.history) == e.next }

func (e *ledger) audit(ctx context.Context, n int) error {
	return audit(ctx, e, e.octal, n, func(code byte, parity int) uint32 { return e.value[parity][code] })
}

// A beforeBlock is what a verification may change although it is interrupted.
type beforeBlock struct {
	widest int
	lists  []listLength // of the lists of witnesses that became longer
}

type listLength struct{ code, witnesses int }

// undo makes everything what it was when the verification began.
func (e *ledger) undo() {
	for _, list := range e.old.lists {
		e.lists[list.code].witnesses = e.lists[list.code].witnesses[:list.witnesses]
	}
	e.widest = e.old.widest
	e.late.undo()
}

func (s stop) String() string {
	return [...]string{"it goes on", "a heap is rare", "a value is too large", "it was interrupted"}[s]
}

// full returns an n before which all codes are kept.
func (e *ledger) full() int { return len(e.history) }

// keptSince returns an n from which on all codes are kept.
func (e *ledger) keptSince() int { return e.recentAt }

// keeps reports whether the codes from n on are kept.
func (e *ledger) keeps(n int) bool { return e.recentAt <= len(e.history) || n >= e.recentAt }

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

// valueAt returns G(n) for an n whose history was kept.
func (e *ledger) valueAt(n int) uint32 {
	b, _ := e.at(n)
	return e.value[n&1][b]
}

func (e *ledger) lookedBack() int { return max(e.kept, e.widest) }

func (e *ledger) forgetLooks() { e.widest = 0 }
