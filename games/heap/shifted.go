package heap

// This file holds sequences that begin farther on in another one, as the pins of a row
// may be heaps of one more.

import (
	"context"

	"grundy"
	"grundy/theory/period"
)

// A Shifted sequence has the heap n + By of another one at n.
type Shifted struct {
	Sequence
	By uint64
}

// Values implements [Sequence].
func (s Shifted) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	return s.Sequence.Values(ctx, grundy.AddCounts(from, s.By), grundy.AddCounts(to, s.By), progress, sink)
}

// Period implements [Sequence].
func (s Shifted) Period(ctx context.Context, budget uint64, progress grundy.Progress) (period.Result, period.Observed, error) {
	result, observed, err := s.Sequence.Period(ctx, grundy.AddCounts(budget, s.By), progress)
	for _, n := range []*uint64{&result.Preperiod, &observed.Preperiod} {
		*n -= min(*n, s.By)
	}
	return result, observed, err
}

// MisereValues implements [MisereLister].
func (s Shifted) MisereValues(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(values []uint64) error) error {
	return MisereSequence(ctx, s.Sequence, grundy.AddCounts(from, s.By), grundy.AddCounts(to, s.By), budget, progress, sink)
}

// Genera implements [GenusLister].
func (s Shifted) Genera(ctx context.Context, from, to uint64, budget int, progress grundy.Progress, sink func(n uint64, genus string) error) error {
	return GenusSequence(ctx, s.Sequence, grundy.AddCounts(from, s.By), grundy.AddCounts(to, s.By), budget, progress, func(n uint64, genus string) error {
		return sink(n-s.By, genus)
	})
}
