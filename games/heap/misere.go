package heap

// This file holds misère nim-values: 1 for a position without options, else the
// mex of the options' misère nim-values (Winning Ways, chapter 13; On Numbers and
// Games, chapter 12). Where a move leaves at most one heap, they follow from those
// of smaller heaps. They do not add in sums, so that where a move divides a heap
// all positions that are reached, lists of heaps, have to be evaluated: this is
// for small heaps.

import (
	"context"
	"fmt"

	"grundy"
)

// MisereSequence passes the misère nim-values of the heaps from … to-1 to sink in
// order, in slices that are valid until it returns. Games that divide heaps may
// remember budget sums of heaps and options of heaps, of some hundred bytes each;
// others cost what their options cost, and 4 bytes a heap. The error wraps [grundy.ErrBudget]
// where that is not enough, after the values that are known were passed on.
func MisereSequence(ctx context.Context, s Sequence, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	switch s := s.(type) {
	case Nim:
		return emitEach(ctx, from, to, progress, misereNim, sink)
	case Counter:
		return s.misereValues(ctx, from, to, progress, sink)
	case Code:
		if _, parts := s.shape(); parts > 1 {
			return misereDivisions(ctx, s, from, to, budget, progress, sink)
		}
		return misereByOptions(ctx, from, to, progress, markSingles(s), sink)
	case TakeFrom:
		if to > mostTaken {
			return fmt.Errorf("%s: misère nim-values of heaps of %d and more, which need all before them: %w", s, uint64(mostTaken), grundy.ErrTooLarge)
		}
	case MisereLister:
		return s.MisereValues(ctx, from, to, budget, progress, sink)
	}
	amounts, ok := ascendingAmounts(s, to)
	if !ok {
		return fmt.Errorf("%s: its misère nim-values are not known to this version", s)
	}
	return misereByOptions(ctx, from, to, progress, markTaking(amounts), sink)
}

// A MisereLister is a [Sequence] from elsewhere that knows its misère nim-values,
// such as that of a game in a file of rules.
type MisereLister interface {
	// MisereValues does what [MisereSequence] says.
	MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error
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

// A markOptions marks the misère nim-values of the options of a heap of n, by those
// of all smaller heaps, and reports whether there are any options.
type markOptions func(n uint64, seen *marks, values []uint32) (moves bool)

// markTaking is for games in which one of these amounts is taken.
func markTaking(amounts []uint64) markOptions {
	return func(n uint64, seen *marks, values []uint32) (moves bool) {
		for _, a := range amounts {
			if a > n {
				break
			}
			moves = true
			seen.mark(values[n-a])
		}
		return moves
	}
}

// markSingles is for codes whose moves leave at most one heap.
func markSingles(c Code) markOptions {
	return func(n uint64, seen *marks, values []uint32) (moves bool) {
		for parts := range c.Options(n) {
			left := uint64(0)
			if moves = true; len(parts) > 0 {
				left = parts[0]
			}
			seen.mark(values[left])
		}
		return moves
	}
}

// misereByOptions is [MisereSequence] for games in which a move leaves at most one
// heap.
func misereByOptions(ctx context.Context, from, to uint64, progress grundy.Progress, mark markOptions, sink func(values []uint64) error) error {
	var values []uint32
	var wide []uint64 // what is passed on next
	var seen marks
	return emit(ctx, from, to, progress, func(from, to uint64) ([]uint64, error) {
		for n := uint64(len(values)); n < to; n++ {
			if n%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			seen.clear()
			v := uint32(1)
			if mark(n, &seen, values) {
				v = seen.mex()
			}
			values = append(values, v)
		}
		wide = wide[:0]
		for _, v := range values[from:to] {
			wide = append(wide, uint64(v))
		}
		return wide, nil
	}, sink)
}

// misereNim is the misère nim-value of a heap of Nim.
func misereNim(n uint64) uint64 {
	if n < 2 {
		return 1 - n
	}
	return n
}

// misereDivisions is [MisereSequence] for codes that divide heaps. A heap's misère
// nim-value is the first superscript of its genus.
func misereDivisions(ctx context.Context, c Code, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	heaps, err := newMisereHeaps(ctx, c, to, budget)
	if err != nil {
		return err
	}
	for n := range to {
		heap, err := heaps.next()
		if err != nil {
			return fmt.Errorf("%s: the misère nim-value of a heap of %d: %w", c, n, err)
		}
		progress.Report(n, to)
		if n < from {
			continue
		}
		if err := sink([]uint64{uint64(heap.genus.At(0))}); err != nil {
			return err
		}
	}
	return nil
}
