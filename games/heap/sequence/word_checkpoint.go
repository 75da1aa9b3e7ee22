package sequence

// This file decides what a checkpoint stores of the word engine.

import (
	"bytes"
	"slices"
)

// savedLedger is a word engine without its codes.
type savedLedger struct {
	Next, History, Recent  int // how many codes follow of the history, and of the recent ones
	Rows, LearnAt, Widest  int
	Anchor, Searched, Tail int // and how many before the anchor
	Packed                 bool
	Marked                 []int  // heaps that are packed have lost their mark:
	Marks                  []byte // the rare ones, and their bytes
	Lists                  []savedList
	Every, SnapshotSize    int
	Snapshots              []int // where they were taken; SnapshotSize bytes follow for each
}

// savedList has the witnesses of a rare code.
type savedList struct {
	Witnesses []int // back, row, widest, …
	Aligned   int
	Far       []int
}

// mostPacked is the number of codes that fit half a byte.
const mostPacked = 16

func (e *wordEngine) packs() bool { return e.rows <= mostPacked }

func (e *wordEngine) save(v *saved) {
	v.Engine, v.Mask, v.Timed, v.Ledger = engineOfWords, e.space.mask, e.space.timed, e.saved()
}

func (e *wordEngine) saved() savedLedger {
	v := savedLedger{
		Next: e.next, History: e.past.size, Recent: len(e.recent), Rows: e.rows, LearnAt: e.learnAt, Widest: e.widest,
		Anchor: e.watch.anchor, Searched: e.watch.searched, Tail: len(e.watch.tail),
		Packed: e.packs(), Every: e.every, SnapshotSize: e.kept,
	}
	if v.Packed {
		v.Marked = slices.Clone(e.rare)
		if e.at(0) >= rareMark {
			v.Marked = slices.Insert(v.Marked, 0, 0)
		}
		for _, h := range v.Marked {
			v.Marks = append(v.Marks, e.at(h))
		}
	}
	for code := range e.lists {
		list := savedList{Aligned: e.lists[code].aligned, Far: e.late.of(code)}
		for _, w := range e.lists[code].witnesses {
			back, row := w.place()
			list.Witnesses = append(list.Witnesses, back, int(row), w.widest)
		}
		v.Lists = append(v.Lists, list)
	}
	for _, s := range e.all {
		v.Snapshots = append(v.Snapshots, s.n)
	}
	return v
}

// saveCodes writes all codes.
func (e *wordEngine) saveCodes(out *hashedWriter) {
	write := out.bytes
	if e.packs() {
		write = out.packed
	}
	for _, piece := range e.past.list {
		write(piece)
	}
	write(e.recent)
	out.bytes(e.watch.tail)
	for _, s := range e.all {
		out.bytes(s.codes)
	}
}

// readLedger reads the codes of a checkpoint. Call resume, which sets up the
// engine, when the hash is known to be right.
func (r *run) readLedger(v *saved, in *hashedReader) (resume func() error, err error) {
	s := &v.Ledger
	n := s.Next
	space, ok := r.space(v, 8)
	if !ok || v.Mask == 0 {
		return nil, foreign(v, "mask")
	}
	// The history is full when there are recent codes; and these are complete until
	// some are dropped, more than are left in one go.
	full := s.Recent > 0
	switch {
	case n < witnessSpan, n%block != 0, s.History%block != 0, s.Recent%block != 0, s.History < 0, s.Recent < 0,
		full && s.History != historyLimit, !full && s.History != n, s.History > historyLimit, s.Recent > 2*recentLimit,
		s.Recent > n-s.History, s.Recent < n-s.History && s.Recent <= recentLimit:
		return nil, foreign(v, "sizes")
	case s.Rows < 1, s.Rows > maxCodes, s.LearnAt < 0, s.LearnAt/4 > n, s.Widest < 0, s.Widest > n, s.Packed && s.Rows > mostPacked:
		return nil, foreign(v, "numbers")
	case s.Anchor == 0 && (s.Tail != 0 || s.Searched != 0), s.Anchor != 0 && (s.Tail < patternSize || s.Tail > min(anchorTail, s.Anchor)),
		s.Searched < s.Anchor, s.Searched > n:
		return nil, foreign(v, "anchor")
	case len(s.Lists) != maxCodes:
		return nil, foreign(v, "witnesses")
	case s.SnapshotSize < 1, s.SnapshotSize > n, s.Every < 0, s.Every%block != 0, len(s.Snapshots) > mostAtOnce(s.SnapshotSize),
		len(s.Snapshots) == 0 && s.Recent < n-s.History,
		!slices.IsSorted(s.Snapshots):
		return nil, foreign(v, "snapshots")
	}
	for i, at := range s.Snapshots {
		// Codes behind the history are computed again from a snapshot in it.
		if at < s.SnapshotSize || at > n || at%block != 0 || i == 0 && at > s.History || i > 0 && at == s.Snapshots[i-1] {
			return nil, foreign(v, "snapshots")
		}
	}
	plan := planCodes(r.octal, space, nil)
	if !plan.suitsLedger() {
		return nil, foreign(v, "engine")
	}
	l := makeLedger(plan, n, r.limit)
	l.rows, l.learnAt, l.widest = s.Rows, s.LearnAt, s.Widest
	for code := range l.lists {
		if !l.setList(code, &s.Lists[code]) {
			return nil, foreign(v, "witnesses")
		}
	}
	for past := &l.past; past.size < s.History; {
		end := min(s.History, past.end(past.size+1))
		piece, err := in.take(end-past.size, l.roomFor(end)-past.size, s.Packed)
		if err != nil {
			return nil, err
		}
		past.addPiece(piece)
	}
	if full {
		l.recentAt = n - s.Recent
		if l.recent, err = in.take(s.Recent, 2*recentLimit, s.Packed); err != nil {
			return nil, err
		}
	}
	l.watch = watch[byte]{anchor: s.Anchor, searched: s.Searched}
	if l.watch.tail, err = in.take(s.Tail, s.Tail, false); err != nil {
		return nil, err
	}
	var taken snapshots
	taken.every = s.Every
	for _, at := range s.Snapshots {
		codes, err := in.take(s.SnapshotSize, s.SnapshotSize, false)
		if err != nil {
			return nil, err
		}
		taken.all = append(taken.all, snapshot{at, codes})
	}
	return func() error { return resumeLedger(r, v, &l, taken) }, nil
}

// setList sets the witnesses of a rare code, and reports whether they can be.
func (e *ledger) setList(code int, saved *savedList) bool {
	list := &e.lists[code]
	n := len(saved.Witnesses) / 3
	if len(saved.Witnesses) != 3*n || n > mostWitnesses || saved.Aligned < 0 || saved.Aligned > n || len(saved.Far) > lateLimit || !arePartsBelow([][]int{saved.Far}, e.next) {
		return false
	}
	list.aligned = saved.Aligned
	e.late.parts = append(e.late.parts, saved.Far)
	for x := saved.Witnesses; len(x) > 0; x = x[3:] {
		back, row, widest := x[0], x[1], x[2]
		if back < 1 || back >= witnessSpan || row < 0 || row >= maxCodes || widest < 0 || widest > e.next || len(list.witnesses) < list.aligned && back%8 != 0 {
			return false
		}
		w := newWitness(back, uint32(row))
		w.widest = widest
		list.witnesses = append(list.witnesses, w)
	}
	return true
}

// resumeLedger sets up the engine.
func resumeLedger(r *run, v *saved, l *ledger, taken snapshots) error {
	s := &v.Ledger
	if len(s.Marked) != len(s.Marks) || !s.Packed && len(s.Marks) > 0 {
		return foreign(v, "rare heaps")
	}
	for i, h := range s.Marked {
		if h < 0 || h >= l.past.size || s.Marks[i] < rareMark {
			return foreign(v, "rare heaps")
		}
		*l.past.at(h) = s.Marks[i]
	}
	isCode := func(b byte) bool { return int(b) < l.rows }
	for n := range l.past.size {
		if b := l.at(n); b >= rareMark && n > 0 {
			l.rare = append(l.rare, n)
		} else if b < rareMark && !isCode(b) {
			return foreign(v, "codes")
		}
	}
	for _, b := range l.recent {
		if !isCode(b) {
			return foreign(v, "codes")
		}
	}
	if a := s.Anchor; a <= l.past.size && !bytes.Equal(l.watch.tail, l.span(a-s.Tail, a)) {
		return foreign(v, "anchor")
	}
	for _, x := range taken.all {
		if slices.ContainsFunc(x.codes, func(b byte) bool { return b < rareMark && !isCode(b) }) {
			return foreign(v, "snapshots")
		}
	}
	l.open(r.portable)
	if !l.suitsWords() {
		return foreign(v, "rare heaps")
	}
	e := widerWords(*l, 0, r.portable)
	if e == nil || s.SnapshotSize != e.kept {
		return foreign(v, "words")
	}
	e.snapshots = taken
	r.fast = e
	return nil
}
