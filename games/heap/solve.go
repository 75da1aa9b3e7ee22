package heap

// This file holds the two questions that are asked of a code: its values and
// its period.

import (
	"context"
	"fmt"

	"grundy"
	"grundy/theory/period"
)

// A Solution is the nim-sequence of a code as far as it is known.
type Solution struct {
	Code Code
	// Period says what is proved. Where it is, the sequence is known for all n.
	Period period.Result
	// Length is the number of values that were computed.
	Length uint64
	// Audits is the number of n, chosen at random, for which all options were
	// evaluated to confirm the engines' value; 0 in short runs.
	Audits int

	run *run
}

// Solve computes the nim-sequence of c until a period is proved, or budget
// values are known. It returns ctx's error soon after ctx ends. An error of the
// engines ([grundy.ErrTooLarge] where no engine goes on) comes with the solution
// as far as it got.
//
// A period is proved at about preperiod + period where the game is sparse, and
// at 2 preperiod + 2 period + t by the theorem of Guy and Smith; see package
// theory/period. It costs a byte of memory a value, and no more than 3/4 GB.
func Solve(ctx context.Context, c Code, budget uint64, progress grundy.Progress) (*Solution, error) {
	return solve(ctx, newRun(c, int(min(budget, 1<<62))), progress)
}

func solve(ctx context.Context, r *run, progress grundy.Progress) (*Solution, error) {
	s := &Session{r}
	for {
		done, err := s.Advance(ctx)
		if done || err != nil {
			return s.Solution(), err
		}
		progress.Report(uint64(r.length()), uint64(r.limit))
	}
}

// A Session computes a solution in steps, between which it can be saved.
type Session struct{ run *run }

// NewSession returns a session for c that computes at most budget values.
func NewSession(c Code, budget uint64) *Session {
	return &Session{newRun(c, int(min(budget, 1<<62)))}
}

// Advance computes some more values, for some milliseconds in games with fast
// engines. It is done when a period is proved or the budget is used up.
func (s *Session) Advance(ctx context.Context) (done bool, err error) {
	r := s.run
	if r.proof.Proved || r.length() >= r.limit {
		return true, nil
	}
	to := r.limit
	if r.words == nil {
		to = min(to, r.proveAt)
	}
	if err := r.advance(ctx, to); err != nil {
		return false, err
	}
	return r.prove() || r.length() >= r.limit, nil
}

// Solution returns what is known so far. It is good until the next Advance.
func (s *Session) Solution() *Solution {
	r := s.run
	solution := &Solution{Code: r.code, Period: r.proof, Length: uint64(r.length()), Audits: r.audits, run: r}
	solution.Period.Computed = solution.Length
	return solution
}

// At returns G(n). It is false where n was not computed and no period is proved.
// It costs O(1).
func (s *Solution) At(n uint64) (v uint64, ok bool) {
	turns := uint64(0)
	if p := s.Period; p.Proved && n >= p.Preperiod+p.Period {
		turns = (n - p.Preperiod) / p.Period
		n -= turns * p.Period
	}
	if n >= s.Length {
		return 0, false
	}
	return uint64(s.run.appendValues(nil, int(n), int(n)+1)[0]) + turns*s.Period.Saltus, true
}

// Terms returns G(from) … G(to-1), which must have been computed.
func (s *Solution) Terms(from, to uint64) ([]uint32, error) {
	if from > to || to > s.Length {
		return nil, fmt.Errorf("terms %d … %d of %d", from, to, s.Length)
	}
	return s.run.appendValues(nil, int(from), int(to)), nil
}

// Values passes G(from) … G(to-1) to sink in order, in slices that are valid
// until it returns. It stops with sink's error, and with ctx's soon after ctx
// ends. Values of more than 32 bits do not occur: there are fewer options. It
// keeps what [Solve] keeps, or less.
func Values(ctx context.Context, c Code, from, to uint64, progress grundy.Progress, sink func(values []uint32) error) error {
	r := newRun(c, int(min(to, 1<<62)))
	var chunk []uint32
	for sent := from; sent < to; {
		if uint64(r.length()) < to {
			if err := r.advance(ctx, int(min(to, 1<<62))); err != nil {
				return err
			}
		}
		known := min(uint64(r.length()), to)
		for sent < known {
			end := min(known, sent+1<<16)
			chunk = r.appendValues(chunk[:0], int(sent), int(end))
			if err := sink(chunk); err != nil {
				return err
			}
			sent = end
		}
		progress.Report(known, to)
	}
	return nil
}

// Sparse returns the space by which the solution was computed last, and its
// rare heaps, smallest first. Mask is 0 where none was used.
func (s *Solution) Sparse() (mask uint32, timed bool, rare []uint64) {
	r := s.run
	if r.octal == nil || s.Period.Method != period.ByState {
		return 0, false, nil
	}
	space, heaps := r.sparse.space, r.sparse.rare
	if r.words != nil {
		space, heaps = r.words.books().space, r.words.books().rare
	}
	for _, h := range heaps {
		rare = append(rare, uint64(h))
	}
	return space.mask, space.timed, rare
}
