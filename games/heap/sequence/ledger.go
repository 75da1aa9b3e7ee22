package sequence

// This file verifies the word engine.
//
// The ledger verifies, for a block of n at once, that the rare values below each
// candidate are options. For each rare code it takes the lanes that need the code, and
// removes the lanes that a witness serves. Witness (h, c) serves n if the heap n - i - h
// has the code c for which c ^ code(h) is the code wanted. Bitmaps
// of the lanes of each code make that one step for all lanes. Lanes that no
// listed witness serves are looked at one by one, in all of the history.

import (
	"math/bits"
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

// A ledger verifies what an engine computes, and has the witnesses learned.
type ledger struct {
	record[byte]
	kernels verifyKernels
	lists   [maxCodes]witnessList // by rare code
	bitmaps []byte                // for each code a row, with the bits of the n that have it
	bitsAt  int                   // the n of the first bit of a row
	rows    int                   // codes in use
	above   [maxCodes + 1]lanes   // by code: the lanes of the block whose code is so large or larger
	left    lanes                 // for verify: on the heap once, as kernels are called by reference
	learnAt int                   // when to learn the witnesses anew
	stopped bool                  // verify was interrupted
	longer  []listLength          // the lists that became longer in the present verification
}

// suitsLedger reports whether the block-wise engines know all moves of the game.
func (p *codePlan) suitsLedger() bool {
	return len(p.octal.splits) > 0 && len(p.octal.zeros) == 0 && p.octal.reach < witnessSpan/2
}

// newLedger returns a ledger that goes on after values, or false if they are too
// large for it. It expects at most limit values in all.
func newLedger(p *codePlan, values []uint32, limit int, portable bool) (ledger, bool) {
	n := len(values)
	if !p.suitsLedger() || n < witnessSpan || n%block != 0 {
		return ledger{}, false
	}
	for n, v := range values {
		if p.encode(v) >= maxCodes || p.at(n) {
			return ledger{}, false
		}
	}
	l := makeLedger(p, n, limit)
	l.reserve(n)
	codes := make([]byte, 0, block)
	for n, v := range values {
		if p.at(n) {
			return l, false
		}
		c := codeOf[byte](p, v, n)
		if c < rareMark {
			l.rows = max(l.rows, int(c)+1)
		}
		if codes = append(codes, c); len(codes) == block {
			l.past.add(codes)
			codes = codes[:0]
		}
	}
	l.open(portable)
	return l, true
}

// makeLedger returns a ledger of n heaps, whose history is still to come.
func makeLedger(p *codePlan, n, limit int) ledger {
	l := ledger{record: newRecord[byte](p, n, min(limit+block, historyLimit), pieceBits)}
	l.codes = make([]byte, block)
	for code := range l.lists {
		for parity := range 2 {
			r := p.decode(uint32(code), parity, true)
			c := 0
			for c < maxCodes && p.decode(uint32(c), parity, false) < r {
				c++
			}
			l.lists[code].needs[parity] = c
		}
	}
	return l
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
	e.kernels.spread(e.codes, e.bitmaps, at, bitmapStride, e.rows, &e.above)
	if e.next >= e.learnAt {
		e.learn(at)
	}
	return e.verify(at)
}

// beforeSize is the number of bytes of history that kernels look at.
const beforeSize = 32

// before returns the last bytes of history.
func (e *ledger) before() []byte { return e.span(e.next-beforeSize, e.next) }

// A stop says why a fast engine did not compute a step.
type stop uint8

const (
	goesOn   stop = iota
	newRare       // some n of the block is rare, or may be
	tooLarge      // some code does not fit the word
	cutShort      // it was interrupted, and is as it was before the block
)

// keep adds the codes of the block to the history, or where that is full to the
// recent codes. Which codes are kept and dropped depends on n alone, and not on
// how much room there is: searches, and so proofs, depend on it.
func (e *ledger) keep() {
	if e.past.size == e.next && e.next+block <= historyLimit {
		e.reserve(e.next + block)
		e.past.add(e.codes)
		return
	}
	if e.recent == nil {
		e.recent, e.recentAt = make([]byte, 0, 2*recentLimit), e.past.size
	}
	if len(e.recent)+block > 2*recentLimit {
		e.recentAt += len(e.recent) - recentLimit
		e.recent = append(e.recent[:0], e.recent[len(e.recent)-recentLimit:]...)
	}
	e.recent = append(e.recent, e.codes...)
}

// verify checks that each n of the block has all rare options below its mex. If
// it is interrupted, it says that some have not, sets stopped, and leaves nothing
// changed, so that it can be made again with the same outcome.
func (e *ledger) verify(at int) bool {
	e.stopped = false
	e.longer = e.longer[:0]
	e.begin()
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
		e.longer = append(e.longer, listLength{code, len(e.lists[code].witnesses)})
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

// A listLength is how long a list of witnesses was.
type listLength struct{ code, witnesses int }

// undo makes everything what it was when the verification began.
func (e *ledger) undo() {
	for _, list := range e.longer {
		e.lists[list.code].witnesses = e.lists[list.code].witnesses[:list.witnesses]
	}
	e.record.undo()
}

func (s stop) String() string {
	return [...]string{"it goes on", "a heap is rare", "a value is too large", "it was interrupted"}[s]
}
