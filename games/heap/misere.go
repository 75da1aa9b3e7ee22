package heap

// The misère nim-value is 1 for a position without options, else the mex of the options' misère
// nim-values (Winning Ways, chapter 13; On Numbers and Games, chapter 12). Where a move leaves at
// most one heap, they follow from those of smaller heaps. They do not add in sums, so that where a
// move divides a heap all positions that are reached, lists of heaps, have to be evaluated: this
// is for small heaps.
//
// Where a move takes a number of a set, finite or not, from a heap, so that all may
// be taken if that is in the set, a heap that has nim-value 0 and an option has one of
// nim-value 1 (Ferguson's property, proved in subtraction.go). So the misère
// nim-value of a heap is 1 for nim-value 0, 0 for 1, and the nim-value itself from 2
// on. For suppose so for smaller heaps. If a heap has nim-value 0, none of its
// options has, so none has the misère nim-value 1; and either there is none, or one
// has nim-value 1, which is 0 in misère play: the mex is 1. If it has 1, some option
// has 0, which is 1 in misère play, and none has 1: the mex is 0. If it has more,
// there are options of all smaller values, 0 and 1 among them, and none of its own.

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

// MisereSequence passes the misère nim-values of the heaps from … to-1 to sink in
// order, in slices that are valid until it returns. Games that divide heaps may
// remember budget sums of heaps and options of heaps, of some hundred bytes each;
// others cost what their nim-values or options cost, and 4 bytes a heap, but no more
// than to a period that is proved. The error wraps [grundy.ErrBudget]
// where that is not enough, after the values that are known were passed on.
func MisereSequence(ctx context.Context, s Sequence, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	switch s := s.(type) {
	case Counter:
		return s.misereValues(ctx, from, to, progress, sink)
	case sequence.Code:
		if s.IsSubtraction() {
			return misereOfNimValues(ctx, s, from, to, progress, sink)
		}
		if _, parts, _ := s.Bounds(); parts > 1 {
			return misereDivisions(ctx, s, from, to, budget, progress, sink)
		}
		if _, _, repeating := s.Span(); repeating == 0 {
			return misereByWindow(ctx, s, from, to, progress, sink)
		}
		return misereByOptions(ctx, from, to, progress, s, sink)
	case Nim, TakeFrom, Subtraction:
		return misereOfNimValues(ctx, s, from, to, progress, sink)
	case MisereLister:
		return s.MisereValues(ctx, from, to, budget, progress, sink)
	}
	return fmt.Errorf("%s: its misère nim-values are %w", s, grundy.ErrUnknown)
}

// A MisereLister is a [Sequence] from elsewhere that knows its misère nim-values,
// such as that of a game in a file of rules.
type MisereLister interface {
	// MisereValues does what [MisereSequence] says.
	MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error
}

// misereOfNimValues is [MisereSequence] for games in which a number of a set is taken.
// It costs what the nim-values cost, and so nothing far out where a period is proved.
func misereOfNimValues(ctx context.Context, s Sequence, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	var turned []uint64
	return s.Values(ctx, from, to, progress, func(values []uint64) error {
		turned = turned[:0]
		for _, v := range values {
			turned = append(turned, misereNim(v))
		}
		return sink(turned)
	})
}

// ofHeaps returns the nim-value of heaps, given the value of each heap. For the genus, in
// games of taking a number of a set, the sum is firm if one heap is.
func ofHeaps(m grundy.Measure, heaps []uint64, at func(n uint64) uint64) uint64 {
	value, firm := uint64(0), false
	for _, h := range heaps {
		v := at(h)
		value, firm = value^v, firm || v >= 2
	}
	if m == grundy.ByGenus {
		return misere.Genus(grundy.Value(value), firm)
	}
	return value
}

// misereAfter returns the misère nim-value of the heap that comes after those whose values
// are given, for codes whose moves leave at most one heap.
func misereAfter(c sequence.Code, values []uint32, seen *sequence.Marks) uint32 {
	moves := false
	seen.Clear()
	for parts := range c.Options(uint64(len(values))) {
		left := uint64(0)
		if moves = true; len(parts) > 0 {
			left = parts[0]
		}
		seen.Mark(values[left])
	}
	if !moves {
		return 1
	}
	return seen.Mex()
}

// mostMisere bounds the misère nim-values among which a period is looked for.
const mostMisere = 1 << 26

// misereWindow computes misère nim-values, as [period.ByWindow] says, for codes in which a
// move takes a bounded number of tokens and leaves at most one heap. Beyond the largest
// number that can be taken, a misère nim-value depends on that many values before it. So
// a window that recurs proves a period, and all other values follow.
func misereWindow(ctx context.Context, c sequence.Code, last uint64, limit int, progress grundy.Progress) (*period.Sequence[uint32], error) {
	_, listed, _ := c.Span()
	var seen sequence.Marks
	return period.ByWindow(ctx, period.Window[uint32]{
		Width: max(listed, 1),
		Next:  func(before []uint32) uint32 { return misereAfter(c, before, &seen) },
	}, last, limit, progress)
}

// misereByWindow is [MisereSequence] for the codes of [misereWindow].
func misereByWindow(ctx context.Context, c sequence.Code, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from >= to {
		return ctx.Err()
	}
	ctx, back := meter.Lent(ctx)
	defer back()
	values, err := misereWindow(ctx, c, to-1, mostMisere, progress)
	if errors.Is(err, grundy.ErrBudget) && !errors.Is(err, meter.Memory) {
		return fmt.Errorf("%s: no period of the misère nim-values shows in the first %d: %w", c.Short(), mostMisere, grundy.ErrTooLarge)
	}
	if err != nil {
		return err
	}
	return sequence.EmitEach(ctx, from, to, nil, values.At, sink)
}

// MiserePeriod looks for the proof of a period that misère nim-values have, among at most
// budget values. The result is false where no theorem is known. The preperiod and the
// period are the least where Saltus is 0. Otherwise the nim-values have them, and misère
// nim-values from where all are 2 or more.
func MiserePeriod(ctx context.Context, s Sequence, budget uint64, progress grundy.Progress) (r period.Result, ok bool, err error) {
	var code sequence.Code
	ofNimValues := false
	switch s := s.(type) {
	case Nim, TakeFrom, Subtraction:
		ofNimValues = true
	case sequence.Code:
		code, ofNimValues = s, s.IsSubtraction()
	default:
		return r, false, nil
	}
	if ofNimValues {
		r, _, err = s.Period(ctx, budget, progress)
		r.Theorem += "; the misère nim-values are the nim-values with 0 and 1 exchanged (Ferguson's property, games/heap/misere.go)"
		return r, err == nil && r.Proved, err
	}
	_, parts, _ := code.Bounds()
	_, _, repeating := code.Span()
	if parts > 1 || repeating > 0 {
		return r, false, nil
	}
	ctx, back := meter.Lent(ctx)
	defer back()
	values, err := misereWindow(ctx, code, math.MaxInt64, int(min(budget, mostMisere)), progress)
	if errors.Is(err, grundy.ErrBudget) {
		return r, false, nil
	}
	if err != nil {
		return r, false, err
	}
	r = values.Known()
	return r, r.Proved, nil
}

// misereByOptions is [MisereSequence] for all codes in which a move leaves at most one
// heap.
func misereByOptions(ctx context.Context, from, to uint64, progress grundy.Progress, c sequence.Code, sink func(values []uint64) error) error {
	account := meter.Open(ctx)
	defer account.Close()
	var values []uint32
	var wide []uint64 // what is passed on next
	var seen sequence.Marks
	return sequence.Emit(ctx, from, to, progress, func(from, to uint64) ([]uint64, error) {
		for n := uint64(len(values)); n < to; n++ {
			if n%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := account.Take(8); err != nil {
				return nil, fmt.Errorf("%s, the misère nim-value of a heap of %d: %w", c, n, err)
			}
			values = append(values, misereAfter(c, values, &seen))
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
func misereDivisions(ctx context.Context, c sequence.Code, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	return eachMisereHeap(ctx, c, from, to, budget, progress, func(_ uint64, heap misereHeap) error {
		return sink([]uint64{uint64(heap.genus.At(0))})
	})
}
