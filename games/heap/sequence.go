package heap

// This file holds what all games on heaps have in common: a nim-sequence
// G(0), G(1), …, which may have a period.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"grundy"
	"grundy/theory/period"
)

// A Sequence is the nim-sequence of a game on heaps: [Code], [Subtraction],
// [Nim], [Counter] and [TakeFrom].
type Sequence interface {
	// String names the game, as in "0.77", "subtraction[1,3,4]" or "squares".
	String() string

	// Values passes G(from) … G(to-1) to sink in order, in slices that are
	// valid until it returns. It stops with sink's error, and with ctx's soon
	// after ctx ends. Where a period is proved on the way, or soon proved for
	// a large from, values are read from it. The error wraps
	// [grundy.ErrTooLarge] where the values would not fit in memory.
	Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error

	// Period looks for a proof of a period among at most budget values. Where
	// there is none, it says what shows in the values. A result that is not
	// proved comes with an error only where the values could not be computed.
	Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error)
}

// A StartError says that values were asked for before the first that a sequence has.
type StartError struct {
	Game  string
	First uint64 // the first heap that has a value
}

func (e *StartError) Error() string {
	return fmt.Sprintf("the values of %s begin at %d", e.Game, e.First)
}

// emitted is how many values are passed on at once.
const emitted = 1 << 13

// emit passes G(from) … G(to-1) to sink. Read returns some of them, in a slice
// that is valid until it is called again.
func emit(ctx context.Context, from, to uint64, progress grundy.Progress, read func(from, to uint64) []uint64, sink func([]uint64) error) error {
	for from < to {
		if err := ctx.Err(); err != nil {
			return err
		}
		end := from + min(to-from, emitted)
		if err := sink(read(from, end)); err != nil {
			return err
		}
		from = end
		progress.Report(from, to)
	}
	return nil
}

// emitEach is emit where each value is known by itself.
func emitEach(ctx context.Context, from, to uint64, progress grundy.Progress, at func(n uint64) uint64, sink func([]uint64) error) error {
	var chunk []uint64
	return emit(ctx, from, to, progress, func(from, to uint64) []uint64 {
		chunk = chunk[:0]
		for n := from; n < to; n++ {
			chunk = append(chunk, at(n))
		}
		return chunk
	}, sink)
}

// FindExceptions returns the exceptions to r, which must be proved for s, and
// lists at most most of them. It computes the values to preperiod + period again; a
// [Solution] has them.
func FindExceptions(ctx context.Context, s Sequence, r period.Result, most int, progress grundy.Progress) (period.Exceptions, error) {
	if r.Preperiod == 0 {
		return period.Exceptions{}, nil
	}
	var values []uint32
	err := s.Values(ctx, 0, r.Preperiod+r.Period, progress, func(vs []uint64) error {
		for _, v := range vs {
			if v > math.MaxUint32 {
				return fmt.Errorf("%s: G(%d) = %d: %w", s, len(values), v, grundy.ErrTooLarge)
			}
			values = append(values, uint32(v))
		}
		return nil
	})
	if err != nil {
		return period.Exceptions{}, err
	}
	read := func(dst []uint32, from, to uint64) []uint32 { return append(dst, values[from:to]...) }
	e, _ := period.FindExceptions(r, most, read, nil)
	return e, ctx.Err()
}

// Values implements [Sequence].
func (c Code) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	var r reader
	session := NewSession(c, min(to, math.MaxInt64))
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
			if err := emit(ctx, sent, known, nil, r.of(s), sink); err != nil {
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
		return fmt.Errorf("%s: %d values are known, not %d", s.Code.short(), s.Length, to)
	}
	var r reader
	return emit(ctx, from, to, progress, r.of(s), sink)
}

// A reader reads values of a solution. It keeps its buffers, as garbage would
// count double beside a large history.
type reader struct {
	some   []uint32
	values []uint64
}

// of returns a function that returns G(from) … G(to-1) of s, which must be known.
func (r *reader) of(s *Solution) func(from, to uint64) []uint64 {
	return func(from, to uint64) []uint64 {
		r.values = r.appendAt(r.values[:0], s, from, to)
		return r.values
	}
}

func (r *reader) appendAt(dst []uint64, s *Solution, from, to uint64) []uint64 {
	p := s.Period
	for from < to {
		at, end, more := from, to, uint64(0)
		if p.Proved && from >= p.Preperiod+p.Period {
			turns := (from - p.Preperiod) / p.Period
			at, more = from-turns*p.Period, turns*p.Saltus
			end = min(to, from+(p.Preperiod+p.Period-at))
		} else if p.Proved {
			end = min(to, p.Preperiod+p.Period)
		}
		r.some = s.run.appendValues(r.some[:0], int(at), int(at+end-from))
		for _, v := range r.some {
			dst = append(dst, uint64(v)+more)
		}
		from = end
	}
	return dst
}

// Period implements [Sequence].
func (c Code) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	s, err := Solve(ctx, c, budget, progress)
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
		return period.Exceptions{}, fmt.Errorf("%s: exceptions are known where the preperiod is proved", s.Code.short())
	}
	if n := p.Preperiod + p.Period; n > mostReplayed && n > s.run.keptTo() {
		return period.Exceptions{}, fmt.Errorf("%s: the exceptions need %d values, which were not kept: %w", s.Code.short(), n, grundy.ErrTooLarge)
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

// keptFrom returns an n from which on all values are kept.
func (r *run) keptFrom() uint64 {
	if r.words == nil || r.words.complete() {
		return 0
	}
	return uint64(max(0, r.words.length()-recentLimit/2))
}

// keptTo returns an n below which all values are kept.
func (r *run) keptTo() uint64 {
	if e, ok := r.words.(*wordEngine); ok {
		return uint64(len(e.history))
	}
	return uint64(r.length())
}

// String writes subtraction[1,3,4], the amounts in ascending order.
func (s Subtraction) String() string { return string(s.appendName(nil)) }

// mostTerms bounds the terms of a subtraction game that are kept to be passed
// on: at least a byte each.
const mostTerms = 1 << 32

// Values implements [Sequence].
func (s Subtraction) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from >= to {
		return ctx.Err()
	}
	terms, err := s.within(to-1, mostTerms).nimValues(ctx, progress)
	if errors.Is(err, grundy.ErrBudget) {
		return fmt.Errorf("%s: no period shows in the first %d values: %w", s, grundy.MulCounts(mostTerms, s.unit), grundy.ErrTooLarge)
	}
	if err != nil {
		return err
	}
	return emitEach(ctx, from, to, nil, func(n uint64) uint64 { return terms.At(n / s.unit) }, sink)
}

// Period implements [Sequence]. A period of the terms for n/unit is one of unit
// times the length; it is the least as the values change at multiples of unit
// only, and do change.
func (s Subtraction) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	if budget == 0 {
		return period.Result{}, period.Observed{}, ctx.Err()
	}
	terms, err := s.within(math.MaxUint64, max(1, budget/s.unit)).nimValues(ctx, progress)
	if err != nil && !errors.Is(err, grundy.ErrBudget) {
		return period.Result{}, period.Observed{}, err
	}
	r := terms.Known()
	o := period.Observed{Computed: r.Computed}
	if !r.Proved {
		o = period.Observe(r.Computed, 0, terms.AppendTerms)
	}
	for _, length := range []*uint64{
		&r.Preperiod, &r.Period, &r.Needed, &r.Computed, &r.Width, &r.At, &r.Shift,
		&o.Preperiod, &o.Period, &o.Computed,
	} {
		*length = grundy.MulCounts(*length, s.unit)
	}
	if r.Proved && s.unit > 1 {
		r.Theorem = fmt.Sprintf("G(n) depends on n/%d rounded down: %s, of G(%dn)", s.unit, r.Theorem, s.unit)
	}
	return r, o, nil
}

// String names the game.
func (Nim) String() string { return "nim" }

// Values implements [Sequence].
func (Nim) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	return emitEach(ctx, from, to, progress, func(n uint64) uint64 { return n }, sink)
}

// Period implements [Sequence].
func (Nim) Period(context.Context, uint64, grundy.Progress) (period.Result, period.Observed, error) {
	return period.Result{
		Proved: true, Period: 1, Saltus: 1, Method: period.ByFormula,
		Theorem: "G(n) = n (Bouton 1901): by induction the options of n have the values 0 … n-1",
	}, period.Observed{}, nil
}

// String names the game.
func (Counter) String() string { return "counter" }

// Values implements [Sequence], for from at least 1: there is no number 0 in the
// game, and a *[StartError] says so.
func (Counter) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from == 0 {
		return errNoCounter
	}
	return emitEach(ctx, from, to, progress, func(n uint64) uint64 { return CounterLength(n) % 2 }, sink)
}

var errNoCounter = &StartError{"counter", 1}

// misereValues is [MisereSequence] for the Counter game: as there is never a choice,
// the misère nim-values are 1 and 0 in turn along the line.
func (Counter) misereValues(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from == 0 {
		return errNoCounter
	}
	return emitEach(ctx, from, to, progress, func(n uint64) uint64 { return 1 - CounterLength(n)%2 }, sink)
}

// Period implements [Sequence]. There is no period: G(n+1) is the parity of the
// ones of n, the sequence of Thue and Morse, in which nothing stands three times
// in a row (Thue 1912).
func (Counter) Period(context.Context, uint64, grundy.Progress) (period.Result, period.Observed, error) {
	return period.Result{
		Aperiodic: true, Method: period.ByFormula,
		Theorem: "G(n+1) is the parity of the ones of n, the sequence of Thue and Morse, in which nothing stands three times in a row (Thue 1912)",
	}, period.Observed{}, nil
}

// String names the set.
func (g TakeFrom) String() string { return g.Set.name }

// mostTaken bounds the values of these games: 4 bytes each, all of which are
// needed for the next one.
const mostTaken = 1 << 31

// Values implements [Sequence].
func (g TakeFrom) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if m := g.Set.mod; m > 0 {
		return emitEach(ctx, from, to, progress, func(n uint64) uint64 { return n % m }, sink)
	}
	if from >= to {
		return ctx.Err()
	}
	if to > mostTaken {
		return fmt.Errorf("%s: heaps of %d and more, of which no period is known, and whose values need all before them: %w", g, uint64(mostTaken), grundy.ErrTooLarge)
	}
	values, err := g.terms(ctx, to-1, progress)
	if err != nil {
		return err
	}
	return emitEach(ctx, from, to, nil, func(n uint64) uint64 { return uint64(values[n]) }, sink)
}

// Period implements [Sequence].
func (g TakeFrom) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	if m := g.Set.mod; m > 0 {
		return period.Result{
			Proved: true, Period: m, Method: period.ByFormula,
			Theorem: "G(n) = n mod " + strconv.FormatUint(m, 10) + ": all smaller numbers are in the set, and no multiple is",
		}, period.Observed{}, nil
	}
	if budget == 0 {
		return period.Result{}, period.Observed{}, ctx.Err()
	}
	values, err := g.terms(ctx, min(budget, mostTaken)-1, progress)
	r := period.Result{Computed: uint64(len(values))}
	if err != nil {
		return r, period.Observed{Computed: r.Computed}, err
	}
	return r, period.Observe(r.Computed, 0, func(dst []uint32, from, to uint64) []uint32 {
		return append(dst, values[from:to]...)
	}), nil
}
