package sequence

// This file decides what a checkpoint stores of the block engine. The rest follows from the
// history.

import (
	"encoding/binary"
	"slices"
)

// savedBlocks is a block engine without its history, of Next codes of two bytes.
type savedBlocks struct {
	Next, RenewAt, RareAt, LearnAt, PairAt, Widest int
	Anchor, Searched                               int
	Groups                                         int
	Order                                          []int32
	Late                                           [][]int
}

func (e *blockEngine) save(v *saved) {
	v.Engine, v.Mask, v.Timed, v.Blocks = engineOfBlocks, e.space.mask, e.space.timed, e.saved()
}

// saveCodes writes the history.
func (e *blockEngine) saveCodes(out *hashedWriter) {
	const atOnce = 1 << 20
	for from := 0; from < e.next; from += atOnce {
		out.words(e.history[e.pad+from : e.pad+min(from+atOnce, e.next)])
	}
}

func (e *blockEngine) saved() savedBlocks {
	return savedBlocks{
		Next: e.next, RenewAt: e.renewAt, RareAt: e.rareAt, LearnAt: e.learnAt, PairAt: e.pairAt, Widest: e.widest,
		Anchor: e.watch.anchor, Searched: e.watch.searched, Groups: e.table.groups, Order: e.order, Late: e.late.parts,
	}
}

// readBlocks reads the history of a checkpoint. Call resume, which sets up
// the engine, when the hash is known to be right.
func (r *run) readBlocks(v *saved, in *hashedReader) (resume func() error, err error) {
	b := &v.Blocks
	n := b.Next
	space, ok := r.space(v, 13) // a code is a value less a bit
	switch {
	case !ok, v.Mask == 0:
		return nil, foreign(v, "mask")
	case !r.octal.suitsBlocks(n / block * block), n%strip != 0, n > blockLimit+block: // an interrupted step may end after any strip
		return nil, foreign(v, "engine")
	case b.RenewAt < 0, b.RenewAt > 2*n, b.RareAt < 0, b.RareAt > n, b.LearnAt < 0, b.LearnAt > 2*n, b.Widest < 0, b.Widest > n,
		b.PairAt < blockStart, b.PairAt > n:
		return nil, foreign(v, "numbers")
	case b.Anchor != 0 && b.Anchor < patternSize, b.Searched < b.Anchor, b.Searched > n:
		return nil, foreign(v, "anchor")
	case len(b.Late) > blockCodes, !arePartsBelow(b.Late, n):
		return nil, foreign(v, "witnesses")
	}
	bytes, err := in.take(2*n, 2*n, false)
	return func() error { return r.resumeBlocks(v, space, bytes) }, err
}

// resumeBlocks sets up the engine.
func (r *run) resumeBlocks(v *saved, space space, history []byte) error {
	b := &v.Blocks
	e := makeBlocks(planCodes(r.octal, space, nil), b.Next, r.limit)
	e.makeHistory(b.Next)
	groups := 1
	for n := 1; n < b.Next; n++ {
		c := binary.LittleEndian.Uint16(history[2*n:])
		if c&^wideMark >= blockCodes {
			return foreign(v, "codes")
		}
		if e.history[e.pad+n] = c; c >= wideMark {
			e.rare = append(e.rare, n)
		} else {
			groups = max(groups, int(c)/8+1)
		}
	}
	if b.Groups < 1 || b.Groups > groups || len(b.Order) > b.Groups {
		return foreign(v, "groups of codes")
	}
	e.renewAt, e.rareAt, e.pairAt, e.widest, e.late.parts = b.RenewAt, b.RareAt, b.PairAt, b.Widest, b.Late
	e.watch = watch[uint16]{anchor: b.Anchor, tail: slices.Clone(e.span(max(0, b.Anchor-patternSize), b.Anchor)), searched: b.Searched}
	e.open(r.portable)
	if b.Groups > e.table.groups {
		e.openTable(8*b.Groups - 1)
	}
	for _, q := range b.Order {
		if q < 0 || int(q) >= e.table.groups {
			return foreign(v, "groups of codes")
		}
	}
	e.learnAt, e.order = b.LearnAt, b.Order
	r.fast = e
	return nil
}
