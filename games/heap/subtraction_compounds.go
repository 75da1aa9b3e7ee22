package heap

// Further measures of subtraction games, which decide compounds, follow from their definitions
// term by term.
//
// Whether a heap has an option, is P in either convention, has which foreclosed
// nim-value, is a heap of Nim: each of these is one of few numbers and follows
// from the same of the last heaps, as many as the greatest number that may be
// removed. So each is periodic, as a window that recurs proves. Misère remoteness
// and the suspenses grow, in different residue classes by different constants
// (see remoteness.go); their terms are computed one by one.

import (
	"context"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/period"
)

// grows reports whether a measure by definition has no bound.
func grows(m grundy.Measure) bool {
	return m == grundy.ByMisereRemoteness || m == grundy.BySuspense || m == grundy.ByMisereSuspense
}

const (
	compoundMethod = "subtraction game: terms by definition, as far as the heap or to a period that a recurring window proves (games/heap/subtraction_compounds.go)"
	growingMethod  = "subtraction game: terms by definition, as far as the heap (games/heap/subtraction_compounds.go)"
)

// byDefinition computes terms by the definition of a measure.
func (q search) byDefinition(ctx context.Context, m grundy.Measure, progress grundy.Progress) (func(n uint64) uint64, error) {
	next := q.define(m)
	if !grows(m) {
		terms, err := period.ByWindow(ctx, period.Window[uint32]{Width: max(q.width, 1), Next: next}, q.last, q.limit, progress)
		if err != nil {
			return nil, err
		}
		return terms.At, nil
	}
	if q.last >= uint64(q.limit) || q.last > math.MaxUint32-2 {
		return nil, fmt.Errorf("the %v of more than %d heaps: %w", m, q.limit, grundy.ErrTooLarge)
	}
	if err := meter.Take(ctx, 4*(q.last+1)); err != nil {
		return nil, err
	}
	terms := make([]uint32, 0, q.last+1)
	for n := uint64(0); n <= q.last; n++ {
		if n&0xffff == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			progress.Report(n, q.last+1)
		}
		terms = append(terms, next(terms))
	}
	return func(n uint64) uint64 { return uint64(terms[n]) }, nil
}

// define returns the rule that makes the next term of those before it.
func (q search) define(m grundy.Measure) func(before []uint32) uint32 {
	definition, _ := compound.Define(m)
	options := make([]uint64, 0, len(q.amounts))
	return func(before []uint32) uint32 {
		n := len(before)
		options = options[:0]
		for _, a := range q.amounts {
			if a > n {
				break
			}
			options = append(options, uint64(before[n-a]))
		}
		return uint32(definition.Of(options))
	}
}
