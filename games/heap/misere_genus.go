package heap

// Genera of single heaps, misère nim-values among them, come from sums of smaller heaps:
// theory/misere/sums.go.

import (
	"context"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/misere"
)

// GenusSequence passes the genera of the heaps from … to-1 to sink in order (Winning Ways,
// chapter 13).
//
// It may remember budget sums of heaps and options of heaps, of some hundred bytes
// each. The error wraps [grundy.ErrBudget] where that is not enough, after the
// genera that are known were passed on. For Nim it takes nothing.
func GenusSequence(ctx context.Context, s Sequence, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, genus misere.Stated) error) error {
	if _, ok := s.(Nim); ok {
		for n := from; n < to; n++ {
			if n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if err := sink(n, misere.StatedHeap(n)); err != nil {
				return err
			}
			progress.Report(n+1, to)
		}
		return ctx.Err()
	}
	if s, ok := s.(GenusLister); ok {
		return s.Genera(ctx, from, to, budget, progress, sink)
	}
	if _, ok := s.(Counter); ok && from == 0 {
		return errNoCounter
	}
	return eachMisereHeap(ctx, s, from, to, budget, progress, func(n uint64, heap misereHeap) error {
		return sink(n, heap.genus.Stated(heap.class))
	})
}

// FormSequence does the same with canonical forms, as the top of
// theory/misere/notation.go says. It passes "" where one takes more work or letters than a
// description is worth.
func FormSequence(ctx context.Context, s Sequence, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, form string) error) error {
	if _, ok := s.(Nim); ok {
		return GenusSequence(ctx, s, from, to, budget, progress, func(n uint64, genus misere.Stated) error { return sink(n, genus.String()) })
	}
	if _, ok := s.(GenusLister); ok {
		return fmt.Errorf("%s: its canonical forms are %w", s, grundy.ErrUnknown)
	}
	if _, ok := s.(Counter); ok && from == 0 {
		return errNoCounter
	}
	return eachMisereHeap(ctx, s, from, to, budget, progress, func(n uint64, heap misereHeap) error {
		form, ok := heap.sums.FormText(heap.total)
		if !ok && heap.class == misere.Nim {
			form = heap.genus.Stated(heap.class).String()
		}
		return sink(n, form)
	})
}

// eachMisereHeap passes the heaps from … to-1 to sink.
func eachMisereHeap(ctx context.Context, s Sequence, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, heap misereHeap) error) error {
	heaps, err := newMisereHeaps(ctx, s, to, budget)
	if err != nil {
		return err
	}
	for n := range to {
		heap, err := heaps.next()
		if err != nil {
			return fmt.Errorf("%s: the genus of a heap of %d: %w", s, n, err)
		}
		progress.Report(n+1, to)
		if n < from {
			continue
		}
		if err := sink(n, heap); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// A GenusLister is a [Sequence] from elsewhere that knows its genera, such as that
// of a game in a file of rules.
type GenusLister interface {
	// Genera does what [GenusSequence] says. The genus of a number below those of
	// positions is the zero value.
	Genera(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, genus misere.Stated) error) error
}

// misereHeaps knows the heaps of a game as sums, from 0 on.
type misereHeaps struct {
	ctx     context.Context
	sums    *misere.Sums
	heaps   []misere.Total
	budget  int
	options func(n uint64, yield func(parts []uint64) bool)
}

func newMisereHeaps(ctx context.Context, s Sequence, to uint64, budget int) (*misereHeaps, error) {
	if to > math.MaxInt {
		return nil, fmt.Errorf("%s: heaps of %d: %w", s, to-1, grundy.ErrTooLarge)
	}
	h := &misereHeaps{ctx: ctx, sums: misere.NewSums(ctx, budget), budget: budget}
	switch s := s.(type) {
	case Counter:
		h.options = func(n uint64, yield func([]uint64) bool) {
			if n > 1 {
				yield(s.AppendOptions(nil, n))
			}
		}
	case sequence.Code:
		h.options = func(n uint64, yield func([]uint64) bool) { s.Options(n)(yield) }
	default:
		amounts, ok := ascendingAmounts(s, to)
		if !ok {
			return nil, fmt.Errorf("%s: its genera are %w", s, grundy.ErrUnknown)
		}
		h.options = func(n uint64, yield func([]uint64) bool) {
			for _, a := range amounts {
				if a > n || !yield([]uint64{n - a}) {
					return
				}
			}
		}
	}
	return h, nil
}

// misereHeap is a heap of a misereHeaps, or a sum of them.
type misereHeap struct {
	genus misere.Symbol
	class misere.Class
	total misere.Total
	sums  *misere.Sums // to which it belongs
}

// next adds the next heap.
func (h *misereHeaps) next() (misereHeap, error) {
	n := uint64(len(h.heaps))
	var options []misere.Total
	seen := map[misere.Total]bool{}
	asked := 0
	var err error
	h.options(n, func(parts []uint64) bool {
		if asked++; asked%1024 == 0 {
			if err = h.ctx.Err(); err != nil {
				return false
			}
		}
		var t misere.Total
		for _, p := range parts {
			t = t.Plus(h.heaps[p])
		}
		if !seen[t] {
			seen[t] = true
			options = append(options, t)
		}
		if len(options) > h.budget {
			err = fmt.Errorf("more than %d options: %w", h.budget, grundy.Spent("options"))
		}
		return err == nil
	})
	if err != nil {
		return misereHeap{}, err
	}
	t, err := h.sums.Of(options)
	if err != nil {
		return misereHeap{}, err
	}
	h.heaps = append(h.heaps, t)
	return h.describe(t)
}

// describe returns a sum of heaps with its genus.
func (h *misereHeaps) describe(t misere.Total) (misereHeap, error) {
	genus, err := h.sums.Genus(t)
	if err != nil {
		return misereHeap{}, err
	}
	class, err := h.sums.Class(t)
	return misereHeap{genus, class, t, h.sums}, err
}

// ascendingAmounts returns the numbers that may be taken from a heap below to,
// least first, and maybe some larger ones. It is false for games in which moves do
// something else.
func ascendingAmounts(s Sequence, to uint64) ([]uint64, bool) {
	switch s := s.(type) {
	case Subtraction:
		return s.amounts, true
	case TakeFrom:
		return s.Set.upTo(max(to, 1) - 1), true
	}
	return nil, false
}
