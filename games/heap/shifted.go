package heap

// A sequence may begin farther on in another one: in a game on a row of n pins, for example, a row
// of n may play as a heap of n + 1.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/period"
)

// A Shifted sequence has the heap n + By of another one at n. The first numbers may be
// sums of heaps instead.
type Shifted struct {
	Sequence
	By    uint64
	First [][]uint64 // the heaps of the numbers from 0 on that are sums
}

// Values implements [Sequence].
func (s Shifted) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if first := s.sums(from, to); len(first) > 0 {
		var heaps []uint64
		if err := s.Sequence.Values(ctx, 0, s.behindFirst(), nil, func(values []uint64) error {
			heaps = append(heaps, values...)
			return nil
		}); err != nil {
			return err
		}
		var values []uint64
		for _, sum := range first {
			values = append(values, ofHeaps(grundy.ByNimValue, sum, func(n uint64) uint64 { return heaps[n] }))
		}
		if err := sink(values); err != nil {
			return err
		}
		if from += uint64(len(first)); from == to {
			return ctx.Err()
		}
	}
	return s.Sequence.Values(ctx, grundy.AddCounts(from, s.By), grundy.AddCounts(to, s.By), progress, sink)
}

// sums returns the first numbers from … to-1 that are sums.
func (s Shifted) sums(from, to uint64) [][]uint64 {
	count := uint64(len(s.First))
	return s.First[min(from, count):max(min(to, count), min(from, count))]
}

// behindFirst returns one more than the largest heap of the first numbers.
func (s Shifted) behindFirst() (behind uint64) {
	for _, sum := range s.First {
		for _, h := range sum {
			behind = max(behind, h+1)
		}
	}
	return behind
}

// Period implements [Sequence].
func (s Shifted) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	result, observed, err := s.Sequence.Period(ctx, grundy.AddCounts(budget, s.By), progress)
	for _, n := range []*uint64{&result.Preperiod, &observed.Preperiod} {
		*n -= min(*n, s.By)
	}
	first := uint64(len(s.First))
	observed.Preperiod = max(observed.Preperiod, first)
	if err != nil || !result.Proved || result.Preperiod >= first {
		return result, observed, err
	}
	var values []uint64
	err = s.Values(ctx, 0, grundy.AddCounts(first, result.Period), nil, func(next []uint64) error {
		values = append(values, next...)
		return nil
	})
	for result.Preperiod = first; err == nil && result.Preperiod > 0; result.Preperiod-- {
		n := result.Preperiod - 1
		if values[n+result.Period] != values[n]+result.Saltus {
			break
		}
	}
	return result, observed, err
}

// MisereValues implements [MisereLister].
func (s Shifted) MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	err := s.eachSum(ctx, from, to, budget, func(_ uint64, sum misereHeap) error {
		return sink([]uint64{uint64(sum.genus.At(0))})
	})
	if from = max(from, uint64(len(s.First))); err != nil || from >= to {
		return err
	}
	return MisereSequence(ctx, s.Sequence, grundy.AddCounts(from, s.By), grundy.AddCounts(to, s.By), budget, progress, sink)
}

// Genera implements [GenusLister].
func (s Shifted) Genera(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, genus misere.Stated) error) error {
	err := s.eachSum(ctx, from, to, budget, func(n uint64, sum misereHeap) error {
		return sink(n, sum.genus.Stated(sum.class))
	})
	if from = max(from, uint64(len(s.First))); err != nil || from >= to {
		return err
	}
	return GenusSequence(ctx, s.Sequence, grundy.AddCounts(from, s.By), grundy.AddCounts(to, s.By), budget, progress, func(n uint64, genus misere.Stated) error {
		return sink(n-s.By, genus)
	})
}

// eachSum passes the first numbers from … to-1 that are sums to sink.
func (s Shifted) eachSum(ctx context.Context, from, to uint64, budget int, sink func(n uint64, sum misereHeap) error) error {
	first := s.sums(from, to)
	if len(first) == 0 {
		return ctx.Err()
	}
	heaps, err := newMisereHeaps(ctx, s.Sequence, s.behindFirst(), budget)
	if err != nil {
		return err
	}
	for range s.behindFirst() {
		if _, err := heaps.next(); err != nil {
			return fmt.Errorf("%s: the genera of its first heaps: %w", s, err)
		}
	}
	for i, sum := range first {
		var total misere.Total
		for _, h := range sum {
			total = total.Plus(heaps.heaps[h])
		}
		described, err := heaps.describe(total)
		if err != nil {
			return err
		}
		if err := sink(from+uint64(i), described); err != nil {
			return err
		}
	}
	return nil
}

// A Later sequence has the heap n - By of another one at n, and 0 before.
type Later struct {
	Sequence
	By uint64
}

// Values implements [Sequence].
func (s Later) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from < to && from < s.By {
		if err := sink(make([]uint64, min(to, s.By)-from)); err != nil {
			return err
		}
		from = min(to, s.By)
	}
	if from >= to {
		return ctx.Err()
	}
	return s.Sequence.Values(ctx, from-s.By, to-s.By, progress, sink)
}

// Period implements [Sequence].
func (s Later) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	r, o, err := s.Sequence.Period(ctx, budget-min(budget, s.By), progress)
	for _, n := range []*uint64{&r.Preperiod, &o.Preperiod, &r.Computed, &o.Computed} {
		*n = grundy.AddCounts(*n, s.By)
	}
	return r, o, err
}
