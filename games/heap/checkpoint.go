package heap

// This file holds how a session is saved and resumed. A checkpoint has all that
// later values and proofs depend on, so that a session that was resumed any
// number of times gives what an unbroken one gives.

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash"
	"io"
)

const checkpointFormat = "grundy checkpoint 1\n"

// saved is what a checkpoint holds besides the values.
type saved struct {
	Game                                      string
	Limit, TryAt, ProveAt, NextAudits, Audits int
	Values                                    int // so many follow, four bytes each
	Mask                                      uint32
	Timed                                     bool
	Rare                                      []int
	Scalar                                    savedScalar
	Engine                                    string // "", "32", "64" or "blocks": then a ledger follows
	Ledger                                    savedLedger
}

type savedScalar struct {
	Known, RenewAt, Noted int
	Highest               uint32
	Reaches               []int // n, back, n, back …
	Late                  [][]int
}

type savedLedger struct {
	Next, History, Recent, RecentAt, Rows, LearnAt, Widest, Effort int
	Anchor, Searched, Tail                                         int
	Lists                                                          [][]int // offset, shift, bytes, widest, …
	Aligned                                                        []int
	Far                                                            [][]int
	Counts                                                         []int
}

// ErrCheckpoint is wrapped by errors of [Resume] about what it was given.
var ErrCheckpoint = errors.New("this is no whole checkpoint")

// Save writes a checkpoint, a byte or four a value, and no more than 1 GB.
func (s *Session) Save(w io.Writer) error {
	r := s.run
	v := saved{
		Game: r.code.String(), Limit: r.limit, TryAt: r.tryAt, ProveAt: r.proveAt, NextAudits: r.nextAudits, Audits: r.audits,
		Values: len(r.values),
	}
	if r.sparse != nil {
		e := r.sparse
		v.Mask, v.Timed, v.Rare = e.space.mask, e.space.timed, e.rare
		v.Scalar = savedScalar{Known: e.known, RenewAt: e.renewAt, Noted: e.noted, Highest: e.highest, Late: e.late}
		for _, x := range e.reaches {
			v.Scalar.Reaches = append(v.Scalar.Reaches, x.n, x.back)
		}
	}
	var parts [][]byte
	if r.words != nil {
		l := r.words.books()
		v.Engine, v.Ledger, v.Values = l.name, l.saved(), 0
		v.Mask, v.Timed, v.Rare = l.space.mask, l.space.timed, l.rare
		parts = [][]byte{l.history, l.recent, l.watch.tail}
	}
	sum := sha256.New()
	out := bufio.NewWriterSize(w, 1<<20)
	both := io.MultiWriter(out, sum)
	if _, err := io.WriteString(both, checkpointFormat); err != nil {
		return err
	}
	if err := gob.NewEncoder(both).Encode(v); err != nil {
		return err
	}
	var word [4]byte
	for _, x := range r.values[:v.Values] {
		binary.LittleEndian.PutUint32(word[:], x)
		if _, err := both.Write(word[:]); err != nil {
			return err
		}
	}
	for _, p := range parts {
		if _, err := both.Write(p); err != nil {
			return err
		}
	}
	if _, err := out.Write(sum.Sum(nil)); err != nil {
		return err
	}
	return out.Flush()
}

func (e *ledger) saved() savedLedger {
	v := savedLedger{
		Next: e.next, History: len(e.history), Recent: len(e.recent), RecentAt: e.recentAt, Rows: e.rows,
		LearnAt: e.learnAt, Widest: e.widest, Effort: e.effort,
		Anchor: e.watch.anchor, Searched: e.watch.searched, Tail: len(e.watch.tail), Counts: e.counts[:],
	}
	for code := range e.lists {
		var flat []int
		for _, w := range e.lists[code].witnesses {
			flat = append(flat, w.offset, w.shift, w.bytes, w.widest)
		}
		v.Lists, v.Aligned = append(v.Lists, flat), append(v.Aligned, e.lists[code].aligned)
		v.Far = append(v.Far, e.far[code])
	}
	return v
}

// Resume reads a checkpoint and returns the session, with a budget of so many
// values. A checkpoint that is not whole, or was changed, is refused.
func Resume(rd io.Reader, budget uint64) (*Session, error) {
	sum := sha256.New()
	in := &hashedReader{bufio.NewReaderSize(rd, 1<<20), sum}
	format := make([]byte, len(checkpointFormat))
	if _, err := io.ReadFull(in, format); err != nil || string(format) != checkpointFormat {
		return nil, fmt.Errorf("%w: it does not begin as one", ErrCheckpoint)
	}
	var v saved
	if err := gob.NewDecoder(in).Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if v.Values < 0 || v.Values > scalarLimit {
		return nil, fmt.Errorf("%w: it has %d values", ErrCheckpoint, v.Values)
	}
	var parts [4][]byte // values, history, recent history, the anchor's tail
	for i, size := range []int{4 * v.Values, v.Ledger.History, v.Ledger.Recent, v.Ledger.Tail} {
		var err error
		if parts[i], err = in.take(size); err != nil {
			return nil, err
		}
	}
	want := sum.Sum(nil)
	if got, err := in.take(len(want)); err != nil || string(got) != string(want) {
		return nil, fmt.Errorf("%w: its hash is another", ErrCheckpoint)
	}
	code, err := ParseCode(v.Game)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	r := newRun(code, int(min(budget, 1<<62)))
	r.tryAt, r.proveAt, r.nextAudits, r.audits = v.TryAt, v.ProveAt, v.NextAudits, v.Audits
	for i := range v.Values {
		r.values = append(r.values, binary.LittleEndian.Uint32(parts[0][4*i:]))
	}
	if r.sparse != nil {
		phase, _ := r.octal.phase()
		e := r.sparse
		e.space = space{v.Mask, v.Timed, phase}
		e.rare, e.known, e.renewAt, e.noted = v.Rare, v.Scalar.Known, v.Scalar.RenewAt, v.Scalar.Noted
		e.highest, e.late = v.Scalar.Highest, v.Scalar.Late
		for i := 0; i+1 < len(v.Scalar.Reaches); i += 2 {
			e.reaches = append(e.reaches, reach{v.Scalar.Reaches[i], v.Scalar.Reaches[i+1]})
		}
	}
	if v.Engine != "" {
		if err := r.resumeLedger(&v, parts[1], parts[2], parts[3]); err != nil {
			return nil, err
		}
	}
	return &Session{r}, nil
}

// resumeLedger sets up the engine of a checkpoint.
func (r *run) resumeLedger(v *saved, history, recent, tail []byte) error {
	s := &v.Ledger
	if r.octal == nil || len(s.Lists) != maxCodes || len(s.Aligned) != maxCodes || len(s.Far) != maxCodes || len(s.Counts) != maxCodes ||
		s.Next < witnessSpan || s.Next%block != 0 || s.History > historyLimit {
		return fmt.Errorf("%w: its engine is none of this game's", ErrCheckpoint)
	}
	l := ledger{codePlan: planCodes(r.octal, r.sparse.space, v.Rare), next: s.Next}
	l.history = append(make([]byte, 0, max(len(history), min(r.limit+block, historyLimit))), history...)
	if len(recent) > 0 {
		l.recent = append(make([]byte, 0, 2*recentLimit), recent...)
	}
	l.watch.tail = tail
	l.recentAt, l.rows, l.learnAt, l.widest, l.effort = s.RecentAt, s.Rows, s.LearnAt, s.Widest, s.Effort
	l.watch.anchor, l.watch.searched = s.Anchor, s.Searched
	copy(l.counts[:], s.Counts)
	for code := range l.lists {
		for f := s.Lists[code]; len(f) >= 4; f = f[4:] {
			l.lists[code].witnesses = append(l.lists[code].witnesses, witness{f[0], f[1], f[2], f[3]})
		}
		l.lists[code].aligned = s.Aligned[code]
		l.far[code] = s.Far[code]
	}
	l.name = v.Engine
	l.open(r.portable)
	switch v.Engine {
	case "32":
		if e, ok := openWords[uint32](l, r.portable); ok {
			r.words = e
		}
	case "64":
		if e, ok := openWords[uint64](l, r.portable); ok {
			r.words = e
		}
	case "blocks":
		r.words = openBlocks(l)
	}
	if r.words == nil {
		return fmt.Errorf("%w: its engine is none of this game's", ErrCheckpoint)
	}
	return nil
}

// A hashedReader hashes what is read. It reads single bytes too, so that a
// decoder does not read ahead.
type hashedReader struct {
	in  *bufio.Reader
	sum hash.Hash
}

func (h *hashedReader) Read(p []byte) (int, error) {
	n, err := h.in.Read(p)
	h.sum.Write(p[:n])
	return n, err
}

func (h *hashedReader) ReadByte() (byte, error) {
	b, err := h.in.ReadByte()
	if err == nil {
		h.sum.Write([]byte{b})
	}
	return b, err
}

// take reads n bytes; it asks for memory as they come.
func (h *hashedReader) take(n int) ([]byte, error) {
	if n < 0 {
		return nil, fmt.Errorf("%w: it has a negative size", ErrCheckpoint)
	}
	var all []byte
	for len(all) < n {
		part := make([]byte, min(n-len(all), 1<<24))
		if _, err := io.ReadFull(h, part); err != nil {
			return nil, fmt.Errorf("%w: it ends early", ErrCheckpoint)
		}
		all = append(all, part...)
	}
	return all, nil
}
