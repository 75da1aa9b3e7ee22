package heap

// This file holds the block engine: sparse space for games with many rare
// heaps, whose sets of values are too large for a word.
//
// It lists the common options of one n after the other, from the bytes of
// history, into a table of codes, and lets the ledger verify the rare values for
// a block of n at once, which otherwise would take most of the time. A rare heap
// does not stop it: the block is computed again with that heap settled.

import "slices"

// A blockEngine computes codes from a plan.
type blockEngine struct {
	ledger
	entries []entry      // nearest first
	settled map[int]byte // the bytes of rare heaps of the present block
	stamps  [256]uint16  // by byte of history: the last n of the block, from 1, that had it as an option
}

// mostEffort is the number of divisions that may be looked at one by one for some
// ten blocks; the scalar engine is better at more.
const mostEffort = 1 << 24

// An entry is an option by a rare heap: the value so far back, nim-added to
// that of the heap.
type entry struct {
	back int32
	code byte
}

// newBlockEngine returns an engine that goes on after values, or false if the
// game is not for it. It expects at most limit values in all.
func newBlockEngine(p *codePlan, values []uint32, limit int, portable bool) (*blockEngine, bool) {
	l, ok := newLedger(p, values, limit, portable)
	if !ok {
		return nil, false
	}
	return openBlocks(l), true
}

// openBlocks returns the engine that goes on after a ledger.
func openBlocks(l ledger) *blockEngine {
	e := &blockEngine{ledger: l, settled: map[int]byte{}}
	e.patience, e.name = mostEffort, "blocks"
	for _, h := range l.rare {
		e.addRare(h, e.history[h])
	}
	slices.SortStableFunc(e.entries, func(a, b entry) int { return int(a.back - b.back) })
	return e
}

// suitsBlocks reports whether rare heaps have become seldom enough for blocks.
func (p *codePlan) suitsBlocks(n int) bool {
	half, _ := slices.BinarySearch(p.rare, n/2)
	return len(p.rare) >= fewRare && len(p.rare)-half < n/1024
}

// addRare adds the options by the rare heap h, the largest so far.
func (e *blockEngine) addRare(h int, b byte) {
	for _, s := range e.octal.splits {
		e.entries = append(e.entries, entry{int32(h + s.taken), b &^ rareMark})
	}
	e.kept = max(e.kept, h+e.octal.reach+1)
}

// step computes and verifies the next block, and nothing where it stops.
func (e *blockEngine) step() stop {
	if e.next+block > cap(e.history) || e.next+block > 1<<31-1 {
		return tooLarge
	}
	e.effort -= e.effort / 8
	for {
		all, ok := e.list()
		if !ok {
			return tooLarge
		}
		failed, ok := e.check(all)
		if ok {
			break
		}
		if e.effort > e.patience {
			return tooSlow
		}
		n, b := failed.n, failed.code|rareMark
		e.settled[n] = b
		e.rare = append(e.rare, n)
		e.addRare(n, b) // it has options a little beyond itself already
		slices.SortStableFunc(e.entries, func(a, b entry) int { return int(a.back - b.back) })
		e.watch.anchor = 0 // a recurrence must begin after it
	}
	e.keep()
	e.next += block
	clear(e.settled)
	return goesOn
}

// list finds the codes of the block. The result is false if one is too large.
func (e *blockEngine) list() (all uint64, ok bool) {
	history := e.history[:e.next+block]
	clear(e.stamps[:])
	for lane := range block {
		n, stamp := e.next+lane, uint16(lane+1)
		if b, ok := e.settled[n]; ok {
			e.codes[lane], history[n] = b, b
			continue
		}
		for _, o := range e.entries {
			if int(o.back) >= n {
				break
			}
			e.stamps[history[n-int(o.back)]^o.code] = stamp // beyond maxCodes where both are rare
		}
		for _, i := range e.octal.singles {
			if v := e.value[(n-i)&1][history[n-i]]; !e.space.rare(v, n) {
				e.stamps[e.encode(v)] = stamp
			}
		}
		code := 0
		for e.stamps[code] == stamp {
			code++
		}
		if code >= maxCodes {
			return 0, false
		}
		all |= uint64(code)
		e.codes[lane], history[n] = byte(code), byte(code)
	}
	return all, true
}
