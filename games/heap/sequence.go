package heap

// Every game on one heap has a nim-sequence G(0), G(1), …, which may have a period.

import (
	"context"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
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

// FindExceptions returns the exceptions to r, which must be proved for s, and
// lists at most most of them. It computes the values to preperiod + period again; a
// [Solution] has them.
func FindExceptions(ctx context.Context, s Sequence, r period.Result, most int, progress grundy.Progress) (period.Exceptions, error) {
	if r.Preperiod == 0 {
		return period.Exceptions{}, nil
	}
	held := grundy.MulCounts(8, r.Preperiod+r.Period)
	if err := meter.Take(ctx, held); err != nil {
		return period.Exceptions{}, fmt.Errorf("%s, its exceptions: %w", s, err)
	}
	defer meter.Give(ctx, held)
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
