package sequence

// This file answers two questions about a code: its values and its period.

import (
	"context"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// A Solution is the nim-sequence of a code as far as it is known.
type Solution struct {
	Code Code
	// Period says what is proved. Where it is, the sequence is known for all n.
	Period period.Result
	// Length is the number of values that were computed.
	Length uint64
	// Audits is the number of n, chosen at random, for which options were evaluated
	// to confirm the engines' value; 0 in short runs. All options are evaluated,
	// except, for an n after Kept, those that need a value that was dropped.
	Audits int
	// Kept is the number of values that are kept from 0 on; between them and the
	// last ones some may have been dropped.
	Kept uint64

	run *run
}

// Solve computes the nim-sequence of c until a period is proved, or budget
// values are known. It returns ctx's error soon after ctx ends. An error of the
// engines ([grundy.ErrTooLarge] where no engine goes on) comes with the solution
// as far as it got.
//
// A period is proved at about preperiod + period where the game is sparse, and
// at 2 preperiod + 2 period + t by the theorem of Guy and Smith; see package
// theory/period. A value costs a byte of memory where few heaps are rare, two in
// the block engine and four in the others. In runs of more than 2^28 values with few
// rare heaps, most values are dropped, and computed again on demand. The other
// engines stop before they need 1 GB.
func Solve(ctx context.Context, c Code, budget uint64, progress grundy.Progress) (*Solution, error) {
	return solve(ctx, newRun(c, limitOf(budget)), progress)
}

// limitOf returns how many values a run computes for a budget. Twice as many can
// be counted too.
func limitOf(budget uint64) int { return int(min(budget, math.MaxInt/4)) }

func solve(ctx context.Context, r *run, progress grundy.Progress) (*Solution, error) {
	s := &Session{run: r}
	for {
		done, err := s.Advance(ctx)
		if done || err != nil {
			return s.Solution(), err
		}
		progress.Report(uint64(r.length()), uint64(r.limit))
	}
}

// StepsOfWork is how many steps of a [Session] count as one of a [meter.Work].
const StepsOfWork = 256

// A Session computes a solution in steps, between which it can be saved.
type Session struct {
	run   *run
	steps uint64
}

// Steps returns about how many steps, of a nanosecond each, Advance has taken. They are
// counted, not timed: the same ones wherever it runs.
func (s *Session) Steps() uint64 { return s.steps }

// NewSession returns a session for c that computes at most budget values.
func NewSession(c Code, budget uint64) *Session {
	return &Session{run: newRun(c, limitOf(budget))}
}

// Advance computes some more values, for some milliseconds in games with fast
// engines. It is done when a period is proved or the budget is used up.
func (s *Session) Advance(ctx context.Context) (done bool, err error) {
	r := s.run
	n, counted, before := r.length(), r.counted(), s.steps
	defer func() {
		s.steps = grundy.AddCounts(s.steps, r.counted()-counted)
		s.steps = grundy.AddCounts(s.steps, grundy.MulCounts(uint64(r.length()-n), r.stepsEach()))
		meter.WorkOf(ctx).Add(int64(s.steps/StepsOfWork - before/StepsOfWork))
	}()
	if r.proof.Proved {
		return true, nil
	}
	// A search that was interrupted, or never begun, must be made before n grows:
	// later ones would find another proof.
	if r.searched == r.length() {
		if r.length() >= r.limit {
			return true, nil
		}
		to := r.limit
		if r.fast == nil {
			to = min(to, r.proveAt)
		}
		if err := r.hold(ctx, r.bytes(to)); err != nil {
			return false, err
		}
		if err := r.advance(ctx, to); err != nil {
			return false, err
		}
	}
	// So must audits: a run with a proof never comes back here.
	if err := r.audit(ctx); err != nil {
		return false, err
	}
	if done, err = r.prove(ctx); err != nil {
		return false, err
	}
	r.searched = r.length()
	return done || r.length() >= r.limit, nil
}

// Solution returns what is known so far. It is good until the next Advance.
func (s *Session) Solution() *Solution {
	r := s.run
	solution := &Solution{Code: r.code, Period: r.proof, Length: uint64(r.length()), Audits: r.audits, Kept: r.keptTo(), run: r}
	solution.Period.Computed = solution.Length
	if proof, ok := solution.Period.Proof.(period.StateProof); ok {
		proof.Mask, proof.Timed, _ = solution.Sparse()
		solution.Period.Proof = proof
	}
	return solution
}

// At returns G(n). It is false where n was not computed and no period is proved.
// It costs O(1), where values were dropped up to a second.
func (s *Solution) At(n uint64) (v uint64, ok bool) {
	turns := uint64(0)
	if p := s.Period; p.Proved && n >= p.Preperiod+p.Period {
		turns = (n - p.Preperiod) / p.Period
		n -= turns * p.Period
	}
	if n >= s.Length {
		return 0, false
	}
	if known := s.run.values; n < uint64(len(known)) { // which are not copied
		return uint64(known[n]) + turns*s.Period.Saltus, true
	}
	return uint64(s.run.appendValues(nil, int(n), int(n)+1)[0]) + turns*s.Period.Saltus, true
}

// Value returns G(n), which must be known.
func (s *Solution) Value(n uint64) uint64 {
	v, _ := s.At(n)
	return v
}

// Terms returns G(from) … G(to-1), which must have been computed.
func (s *Solution) Terms(from, to uint64) ([]uint32, error) {
	if from > to || to > s.Length {
		return nil, fmt.Errorf("terms %d … %d of %d", from, to, s.Length)
	}
	return s.run.appendValues(nil, int(from), int(to)), nil
}

// Sparse returns the space by which the solution was computed last, and its
// rare heaps, smallest first. Mask is 0 where none was used.
func (s *Solution) Sparse() (mask uint32, timed bool, rare []uint64) {
	r := s.run
	if r.octal == nil || s.Period.Method() != period.ByState {
		return 0, false, nil
	}
	space, heaps := r.fast.heaps() // which alone proves by the state
	for _, h := range heaps {
		rare = append(rare, uint64(h))
	}
	return space.mask, space.timed, rare
}

// Values implements [Sequence].
func (c Code) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	var r reader
	session := NewSession(c, min(to, math.MaxInt64))
	defer func() { session.Solution().release(ctx) }()
	for sent := from; sent < to; {
		done, err := session.Advance(ctx)
		if err != nil {
			return err
		}
		s := session.Solution()
		known := min(s.Length, to)
		if done {
			known = to
		}
		if sent < known {
			if err := Emit(ctx, sent, known, nil, r.of(s), sink); err != nil {
				return err
			}
			sent = known
		}
		progress.Report(known, to)
	}
	return nil
}

// String names the game.
func (s *Solution) String() string { return s.Code.String() }

// Values passes G(from) … G(to-1) to sink as [Code.Values] does. They must be
// known.
func (s *Solution) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if to > s.Length && !s.Period.Proved {
		return fmt.Errorf("%s: %d values are known, not %d", s.Code.Short(), s.Length, to)
	}
	var r reader
	return Emit(ctx, from, to, progress, r.of(s), sink)
}

// A reader reads values of a solution. It keeps its buffers, as garbage would
// count double beside a large history.
type reader struct {
	some   []uint32
	values []uint64
}

// of returns a function that returns G(from) … G(to-1) of s, which must be known.
func (r *reader) of(s *Solution) func(from, to uint64) ([]uint64, error) {
	return func(from, to uint64) ([]uint64, error) {
		r.values = r.appendAt(r.values[:0], s, from, to)
		return r.values, nil
	}
}

func (r *reader) appendAt(dst []uint64, s *Solution, from, to uint64) []uint64 {
	for from < to {
		at, count, more := s.turnBack(from, to)
		r.some = s.run.appendValues(r.some[:0], int(at), int(at+count))
		for _, v := range r.some {
			dst = append(dst, uint64(v)+more)
		}
		from += count
	}
	return dst
}

// turnBack returns where the first of the values G(from) … G(to-1) stand among those
// that were computed, how many of them stand there in a row, and what is to be added
// to each.
func (s *Solution) turnBack(from, to uint64) (at, count, more uint64) {
	p := s.Period
	switch end := p.Preperiod + p.Period; {
	case !p.Proved:
		return from, to - from, 0
	case from < end:
		return from, min(to, end) - from, 0
	default:
		turns := (from - p.Preperiod) / p.Period
		at = from - turns*p.Period
		return at, min(to-from, end-at), turns * p.Saltus
	}
}

// Period implements [Sequence].
func (c Code) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	s, err := Solve(ctx, c, budget, progress)
	defer s.release(ctx)
	if s.Period.Proved || ctx.Err() != nil {
		return s.Period, period.Observed{Computed: s.Length}, err
	}
	return s.Period, s.Observed(), err
}

// Observed says how the values that were computed repeat.
func (s *Solution) Observed() period.Observed {
	return period.Observe(s.Length, s.run.keptFrom(), s.read)
}

// mostReplayed bounds the values that are computed again for [Solution.Exceptions]:
// some ten seconds.
const mostReplayed = 1 << 32

// Exceptions returns the exceptions to the period, which must be proved, and
// lists at most most of them. In runs so long that values were dropped, they are
// computed again, but no more than 2^32 of them; the error wraps
// [grundy.ErrTooLarge] where that would not do.
func (s *Solution) Exceptions(ctx context.Context, most int) (period.Exceptions, error) {
	p := s.Period
	if !p.Proved || p.AtMost {
		return period.Exceptions{}, fmt.Errorf("%s: exceptions are known where the preperiod is proved", s.Code.Short())
	}
	if n := p.Preperiod + p.Period; n > mostReplayed && n > s.run.keptTo() {
		return period.Exceptions{}, fmt.Errorf("%s: the exceptions need %d values, which were not kept: %w", s.Code.Short(), n, grundy.ErrTooLarge)
	}
	e, ok := period.FindExceptions(p, most, s.read, func() bool { return ctx.Err() != nil })
	if !ok {
		return e, ctx.Err()
	}
	return e, nil
}

func (s *Solution) read(dst []uint32, from, to uint64) []uint32 {
	return s.run.appendValues(dst, int(from), int(to))
}
