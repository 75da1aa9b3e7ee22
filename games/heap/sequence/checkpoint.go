package sequence

// This file saves and resumes a session. A checkpoint has all that later values and proofs
// depend on, so that a session that was resumed any number of times gives what an unbroken
// one gives. It leaves out what follows from that, such as which heaps are rare.
//
// A run that is resumed asks for memory as the bytes of the file come, and takes
// nothing from it unseen: a number or a list that no run has is refused.

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
)

const checkpointFormat = "grundy checkpoint 4\n"

// saved is what a checkpoint holds besides the values: a line of JSON.
type saved struct {
	Game                       string
	TryAt, ProveAt, NextAudits int
	Values                     int // how many follow, four bytes each
	Mask                       uint32
	Timed                      bool
	Scalar                     savedScalar
	Engine                     string // "" where the scalar engines go on
	Ledger                     savedLedger
	Blocks                     savedBlocks
}

// The fast engines, as a checkpoint names them.
const (
	engineOfWords  = "words"
	engineOfBlocks = "blocks"
)

type savedScalar struct {
	Known, RenewAt int
	Rare           []int
	Highest        uint32
	Late           [][]int
}

// ErrCheckpoint is wrapped by errors of [Resume] about what it was given.
var ErrCheckpoint = errors.New("this is not a whole checkpoint")

// Save writes a checkpoint: half a byte to four bytes a value, and less than
// 1 GB.
func (s *Session) Save(w io.Writer) error {
	r := s.run
	v := saved{Game: r.code.String(), TryAt: r.tryAt, ProveAt: r.proveAt, NextAudits: r.nextAudits}
	if e := r.sparse; e != nil { // it may go on after the other engines
		v.Scalar.Highest, v.Scalar.Late = e.highest, e.late.parts
	}
	if r.fast != nil {
		r.fast.save(&v)
	} else {
		r.saveScalar(&v)
	}
	out := newHashedWriter(w)
	out.bytes([]byte(checkpointFormat))
	numbers, err := json.Marshal(v)
	if err != nil {
		return err
	}
	out.bytes(append(numbers, '\n'))
	if r.fast != nil {
		r.fast.saveCodes(out)
	} else {
		for _, x := range r.values {
			out.bytes(binary.LittleEndian.AppendUint32(nil, x))
		}
	}
	return out.finish()
}

// saveScalar saves a run without a fast engine, except its values.
func (r *run) saveScalar(v *saved) {
	v.Values = len(r.values)
	if r.sparse != nil {
		r.sparse.save(v)
	}
}

// save saves what the engine knows besides the values.
func (e *sparseEngine) save(v *saved) {
	v.Mask, v.Timed = e.space.mask, e.space.timed
	s := &v.Scalar
	s.Known, s.RenewAt, s.Rare = e.known, e.renewAt, e.rare
}

// Resume reads a checkpoint and returns the session, with a budget of
// values. A checkpoint that is not whole, or was changed, is refused.
func Resume(rd io.Reader, budget uint64) (*Session, error) {
	in := newHashedReader(rd)
	format := make([]byte, len(checkpointFormat))
	if _, err := io.ReadFull(in, format); err != nil || string(format) != checkpointFormat {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrCheckpoint, checkpointFormat[:len(checkpointFormat)-1])
	}
	var v saved
	numbers, err := in.line()
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(numbers, &v); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	code, err := ParseCode(v.Game)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	r := newRun(code, limitOf(budget))
	r.tryAt, r.proveAt = v.TryAt, v.ProveAt
	r.searched = -1 // which is not known; once more does no harm
	var resume func() error
	switch {
	case v.Engine == "":
		resume, err = r.readValues(&v, in)
	case v.Engine == engineOfWords && r.octal != nil:
		resume, err = r.readLedger(&v, in)
	case v.Engine == engineOfBlocks && r.octal != nil:
		resume, err = r.readBlocks(&v, in)
	default:
		err = foreign(&v, "engine")
	}
	if err != nil {
		return nil, err
	}
	if err := in.finish(); err != nil {
		return nil, err
	}
	if err := resume(); err != nil {
		return nil, err
	}
	n := r.length()
	if r.sparse != nil {
		if !arePartsBelow(v.Scalar.Late, n) {
			return nil, foreign(&v, "witnesses")
		}
		r.sparse.highest, r.sparse.late.parts = v.Scalar.Highest, v.Scalar.Late
	}
	if v.TryAt < 0 || v.TryAt > 2*(n+wordStart) || v.ProveAt < 0 || v.ProveAt > 2*(n+firstProof) || !r.auditNextAt(v.NextAudits) {
		return nil, foreign(&v, "times")
	}
	return &Session{run: r}, nil
}

// foreign returns the error about a part of a checkpoint.
func foreign(v *saved, what string) error {
	return fmt.Errorf("%w: its %s cannot belong to %s", ErrCheckpoint, what, v.Game)
}

// auditNextAt makes n that of the next audits, and counts those before it. It is
// false where n is none, or one that comes after others that are still due.
func (r *run) auditNextAt(n int) bool {
	r.audits, r.nextAudits = 0, auditStart
	for r.nextAudits < n && r.nextAudits <= r.length() {
		r.nextAudits = afterAudits(r.nextAudits)
		r.audits += auditsEach
	}
	return r.nextAudits == n
}

// space returns the space of a checkpoint, and false where it is none of the game,
// or has a mask of more bits than this.
func (r *run) space(v *saved, width int) (space, bool) {
	phase, timed := r.octal.phase()
	return space{v.Mask, v.Timed, phase}, (timed || !v.Timed) && bits.Len32(v.Mask) <= width
}

// readValues reads the values of a checkpoint. Call resume, which sets up the
// scalar engine, when the hash is known to be right.
func (r *run) readValues(v *saved, in *hashedReader) (resume func() error, err error) {
	if v.Values < 0 || v.Values > scalarLimit {
		return nil, foreign(v, "number of values")
	}
	bytes, err := in.take(4*v.Values, 4*v.Values, false)
	return func() error { return r.resumeValues(v, bytes) }, err
}

// resumeValues sets up the values of a checkpoint and the scalar engine. Values
// that cannot be are refused, so that a changed checkpoint with a hash to match
// does not make the engines go wrong in other ways than by its values.
func (r *run) resumeValues(v *saved, bytes []byte) error {
	highest := uint32(1)
	for n := range v.Values {
		x := binary.LittleEndian.Uint32(bytes[4*n:])
		// Options nim-add smaller values, so that no value is more than the next
		// power of two; and no more than the number of options.
		if most := uint64(1) << bits.Len32(highest); uint64(x) > most || n == 0 && x != 0 || r.octal != nil && uint64(x) > r.code.countThree(uint64(n)) || r.octal == nil && uint64(x) > r.mostValue(n) {
			return foreign(v, "values")
		}
		highest = max(highest, x)
		r.values = append(r.values, x)
	}
	if r.sparse == nil {
		return nil
	}
	e, s, n := r.sparse, &v.Scalar, len(r.values)
	var ok bool
	if e.space, ok = r.space(v, bits.Len32(highest)); !ok {
		return foreign(v, "mask")
	}
	if s.Known < 0 || s.Known > n || s.RenewAt < 0 || s.RenewAt > 2*n+16 {
		return foreign(v, "numbers")
	}
	e.rare, e.known, e.renewAt = s.Rare, s.Known, s.RenewAt
	if v.Mask == 0 {
		e.rare, e.known, e.renewAt = nil, 0, 0
	}
	for i, h := range e.rare { // in order, and rare indeed
		if h < 1 || h >= n || i > 0 && h <= e.rare[i-1] || !e.space.rare(r.values[h], h) {
			return foreign(v, "rare heaps")
		}
	}
	return nil
}

// mostValue bounds G(n) where the code is not an octal: heaps have no more options than
// tokens, or the engine has no room for sets of larger values.
func (r *run) mostValue(n int) uint64 {
	if _, ok := r.listing.(*takingEngine); ok {
		return uint64(n)
	}
	return 1<<16 - 1
}

// arePartsBelow reports whether all parts of the lists are from 1 on and below n.
func arePartsBelow(lists [][]int, n int) bool {
	return !slices.ContainsFunc(lists, func(parts []int) bool {
		return slices.ContainsFunc(parts, func(part int) bool { return part < 1 || part >= n })
	})
}
