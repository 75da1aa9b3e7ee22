package rules

// This file holds misère play of positions that numbers choose: misère nim-values, and
// genus symbols by sums of parts (theory/misere/sums.go).

import (
	"context"
	"fmt"
	"slices"

	"grundy"
	"grundy/internal/meter"
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
				return v, r.explainText(err)
			}
		}
		if sums == nil {
			sums = r.newApart(ctx, budget) // until the question ends
		}
		g, err := sums.genus(ctx, p)
		if err != nil {
			return 0, err
		}
		return uint64(g.At(0)), nil
	}
}

// explainText turns the error of a cycle, in a search by text, into one that writes the
// cycle.
func (f *File) explainText(err error) error {
	cycle, ok := err.(*search.CycleError[string]) //nolint:errorlint // the search returns it as it is
	if !ok {
		return err
	}
	return f.explain(err, func() (all []Position) {
		for _, key := range cycle.Positions {
			all = append(all, Position(key))
		}
		return all
	})
}

// An apart takes positions apart and knows their parts as sums.
type apart struct {
	*lister[string]
	sums  *misere.Sums
	known map[string]misere.Total // by packed part
	kept  *meter.Account          // for those that are known and on the stack
	left  int                     // the number of options that may still be remembered
}

func (r *run) newApart(ctx context.Context, budget int) *apart {
	return &apart{
		lister: newLister(r, r.byText()),
		sums:   misere.NewSums(ctx, budget),
		known:  map[string]misere.Total{},
		kept:   meter.Open(ctx),
		left:   budget,
	}
}

// genus returns the genus of p.
func (a *apart) genus(ctx context.Context, p Position) (misere.Symbol, error) {
	t, err := a.total(ctx, p)
	if err != nil {
		return misere.Symbol{}, err
	}
	return a.sums.Genus(t)
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
		t, err := a.part(ctx, part)
		if err != nil {
			return sum, err
		}
		sum = sum.Plus(t)
	}
	return sum, nil
}

// partBytes is roughly the memory of a part besides its text, and keptBytes that of an
// option or of a part of one.
const (
	partBytes = 128
	keptBytes = 32
)

// A partFrame is a part that waits until the parts of its options are known. The frames
// are a stack of their own, since play may be long.
type partFrame struct {
	key   string
	moves grundy.Moves[string]
	at    int // the parts before this one are known
}

// part returns the part with that key as a sum.
func (a *apart) part(ctx context.Context, key string) (misere.Total, error) {
	var stack []partFrame
	onStack := map[string]bool{}
	push := func(key string) error {
		if onStack[key] {
			first := slices.IndexFunc(stack, func(f partFrame) bool { return f.key == key })
			cycle := &search.CycleError[string]{}
			for _, f := range stack[first:] {
				cycle.Positions = append(cycle.Positions, f.key)
			}
			return a.explainText(cycle)
		}
		next := partFrame{key: key}
		if err := a.AppendMoves(&next.moves, key); err != nil {
			return err
		}
		if a.left -= len(next.moves.Ends) + 1; a.left < 0 {
			return fmt.Errorf("more options than the budget allows to remember: %w", grundy.ErrBudget)
		}
		if err := a.kept.Take(uint64(partBytes + len(key) + keptBytes*(len(next.moves.Ends)+len(next.moves.Parts)))); err != nil {
			return err
		}
		stack, onStack[key] = append(stack, next), true
		return ctx.Err()
	}
	if t, ok := a.known[key]; ok {
		return t, nil
	}
	if err := push(key); err != nil {
		return misere.Total{}, err
	}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		for top.at < len(top.moves.Parts) {
			if _, ok := a.known[top.moves.Parts[top.at]]; !ok {
				break
			}
			top.at++
		}
		if top.at < len(top.moves.Parts) {
			if err := push(top.moves.Parts[top.at]); err != nil {
				return misere.Total{}, err
			}
			continue
		}
		var options []misere.Total
		from := 0
		for _, end := range top.moves.Ends {
			var option misere.Total
			for _, part := range top.moves.Parts[from:end] {
				option = option.Plus(a.known[part])
			}
			options, from = append(options, option), end
		}
		t, err := a.sums.Of(options)
		if err != nil {
			return t, err
		}
		a.known[top.key] = t
		delete(onStack, top.key)
		stack = stack[:len(stack)-1]
	}
	return a.known[key], nil
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
	defer sums.kept.Close()
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
