package rules

// This file holds misère play of positions that numbers choose: misère nim-values, and
// genus symbols by sums of parts (theory/misere/sums.go).

import (
	"cmp"
	"context"
	"fmt"

	"grundy"
	"grundy/theory/compound"
	"grundy/theory/misere"
	"grundy/theory/search"
)

// misereNim defines misère nim-values: 1 for a position without options, otherwise the
// mex of the values of its options.
var misereNim = compound.Definition{Of: func(options []uint64) uint64 {
	if len(options) == 0 {
		return 1
	}
	normal, _ := compound.Define(grundy.ByNimValue)
	return normal.Of(options)
}}

// misereValuer returns a valuer of misère nim-values. Where the file takes positions
// apart, or once a move leaves a sum, a position is the sum of its parts, which are far
// fewer than the positions; budget bounds the sums that are remembered. Otherwise values
// follow from those of the options.
func (r *run) misereValuer(budget int) valuer {
	l := newLister(r, r.byText())
	l.plain = true
	memo := search.NewMeasure(l, misereNim, r.searchOptions(r.code.Options.Positions))
	var sums *apart
	return func(ctx context.Context, p Position) (uint64, error) {
		if sums == nil && !r.falls {
			v, err := memo.Value(ctx, string(p))
			if err != search.ErrSum { //nolint:errorlint // the search returns it as it is
				return v, explain(r.File, err, ofText)
			}
		}
		if sums == nil {
			sums = r.newApart(ctx, budget) // until the question ends
		}
		t, err := sums.total(ctx, p)
		if err != nil {
			return 0, err
		}
		g, err := sums.sums.Genus(t)
		return uint64(g.At(0)), err
	}
}

// An apart takes positions apart and values their parts as sums. It numbers the sums
// that it meets, so that a search can remember them.
type apart struct {
	*lister[string]
	sums    *misere.Sums
	memo    *search.Memo[string]
	totals  []misere.Total // by number
	numbers map[misere.Total]uint64
	failed  error // of sums; then the memo is of no use any more
}

// newApart returns an apart that remembers at most budget parts, and in sums as many
// sums and options.
func (r *run) newApart(ctx context.Context, budget int) *apart {
	a := &apart{
		lister:  newLister(r, r.byText()),
		sums:    misere.NewSums(ctx, budget),
		numbers: map[misere.Total]uint64{},
	}
	a.memo = search.NewMeasure(a, compound.Definition{
		Of: func(options []uint64) uint64 {
			totals := make([]misere.Total, len(options))
			for i, n := range options {
				totals[i] = a.totals[n]
			}
			total, err := a.sums.Of(totals)
			a.failed = cmp.Or(a.failed, err)
			return a.number(total)
		},
		Plus: func(m, n uint64) uint64 { return a.number(a.totals[m].Plus(a.totals[n])) },
	}, r.searchOptions(uint64(budget)))
	return a
}

// number returns the number of a sum.
func (a *apart) number(t misere.Total) uint64 {
	n, ok := a.numbers[t]
	if !ok {
		n = uint64(len(a.totals))
		a.numbers[t], a.totals = n, append(a.totals, t)
	}
	return n
}

// AppendMoves implements [grundy.MoveLister], until sums have failed.
func (a *apart) AppendMoves(m *grundy.Moves[string], key string) error {
	if a.failed != nil {
		return a.failed
	}
	return a.lister.AppendMoves(m, key)
}

// total returns p as a sum of its parts.
func (a *apart) total(ctx context.Context, p Position) (sum misere.Total, err error) {
	var parts []string
	if err := a.eachPartOf(p, func(part []int64) error {
		parts = append(parts, a.codec.key(part))
		return nil
	}); err != nil {
		return sum, err
	}
	for _, part := range parts {
		n, err := a.memo.Value(ctx, part)
		if err = cmp.Or(a.failed, explain(a.File, err, ofText)); err != nil {
			return sum, err
		}
		sum = sum.Plus(a.totals[n])
	}
	return sum, nil
}

// MisereValues passes the misère nim-values of the positions from … to-1 to sink. Where
// moves leave sums, budget bounds the sums that it remembers. Its error may wrap
// [grundy.ErrBudget].
func (s Sequence) MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	r := s.file.during(ctx)
	return r.eachValue(ctx, r.misereValuer(budget), from, to, progress, sink)
}

// Genera passes the genera of the positions from … to-1 to sink, written as in the
// literature: see heap.GenusSequence. A number below those that choose a position has
// "0".
func (s Sequence) Genera(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, genus string) error) error {
	r := s.file.during(ctx)
	sums := r.newApart(ctx, budget)
	for n := from; n < to; n++ {
		text := "0"
		_, err := r.valueAt(ctx, func(ctx context.Context, p Position) (uint64, error) {
			t, err := sums.total(ctx, p)
			if err == nil {
				text, err = sums.sums.Text(t)
			}
			return 0, err
		}, n)
		if err != nil {
			return fmt.Errorf("%s: the genus of %d: %w", s, n, err)
		}
		if err := sink(n, text); err != nil {
			return err
		}
		progress.Report(n+1, to)
	}
	return ctx.Err()
}
