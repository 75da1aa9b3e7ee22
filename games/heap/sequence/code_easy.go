package sequence

// This file finds out about a code with little work: when you describe a game, or ask for
// heaps that are not small.

import (
	"context"

	"github.com/grundy-games/grundy"
)

// easyWork bounds the work of [SolveEasily], in steps of about a nanosecond.
const easyWork = 1 << 28

// SolveEasily is [Solve] with two bounds: it stops at budget values, or when it
// has taken some 10^8 steps, whichever is first. The steps are counted, not timed,
// so that the same values are computed wherever it runs. Solution.Length says how
// far it came.
func SolveEasily(ctx context.Context, c Code, budget uint64) (*Solution, error) {
	r := newRun(c, int(min(budget, 1<<62)))
	r.proofWork = easyWork / 4 // of each search: there are more at more values
	s := &Session{run: r}
	for s.Steps() < easyWork {
		done, err := s.Advance(ctx)
		if done || err != nil {
			return s.Solution(), err
		}
	}
	return s.Solution(), nil
}

// EasyCost returns what [SolveEasily] costs for the number of values that [Code.Easy]
// returns.
func (c Code) EasyCost() grundy.Cost {
	cost, _, _ := c.costByEngine(c.Easy())
	cost.Time = min(4*cost.Time, easyWork)
	return cost
}

// counted returns the steps of those engines that count their own.
func (r *run) counted() uint64 {
	if r.listing != nil {
		return r.listing.counted()
	}
	return 0
}

// stepsEach estimates how many steps the last values took each, without those that
// are counted.
func (r *run) stepsEach() uint64 {
	n := uint64(r.length())
	if r.listing != nil {
		return r.listing.stepsEach(n)
	}
	each, splits := r.octal.digits(), min(n, uint64(len(r.octal.splits)))
	switch {
	case n <= naiveLimit:
		return each + splits*n/2
	case r.fast == nil:
		return each + splits*(uint64(len(r.sparse.rare))+64)
	}
	_, rare := r.fast.heaps()
	return each + splits*uint64(len(rare)) // of the others it looks at many at once
}

// Easy returns the number of values of c that are computed in some milliseconds.
func (c Code) Easy() uint64 {
	if _, ok := c.octal(); ok {
		return easyBudget
	}
	return newListingEngine(c).easy()
}
