package sequence

// This file holds what is found out about a code with little work: when a game is
// described, or when a question asks for heaps that are not small.

import (
	"context"

	"grundy"
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
	s := &Session{r}
	for work := uint64(0); work < easyWork; {
		n, counted := r.length(), r.counted()
		done, err := s.Advance(ctx)
		if done || err != nil {
			return s.Solution(), err
		}
		work = grundy.AddCounts(work, r.counted()-counted)
		work = grundy.AddCounts(work, grundy.MulCounts(uint64(r.length()-n), r.stepsEach()))
	}
	return s.Solution(), nil
}

// EasyCost returns what [SolveEasily] costs for the number of values that [Code.Easy]
// returns.
func (c Code) EasyCost() grundy.Cost {
	cost, _ := c.costByEngine(c.Easy())
	cost.Time = min(4*cost.Time, easyWork)
	return cost
}

// counted returns the steps of those engines that count their own.
func (r *run) counted() uint64 {
	switch {
	case r.sets != nil:
		const unionSteps = 16 // for a word of a set: its bits are permuted
		return unionSteps * r.sets.steps
	case r.triples != nil:
		return 4 * r.triples.steps
	case r.listing != nil:
		return r.listing.counted()
	}
	return 0
}

// stepsEach estimates how many steps the last values took each, without those that
// are counted.
func (r *run) stepsEach() uint64 {
	n, o := uint64(r.length()), r.octal
	switch {
	case r.triples != nil:
		o = r.triples.octal
	case r.listing != nil:
		return 1
	case o == nil:
		return uint64(len(r.code.digits))
	}
	each := uint64(len(o.empties) + len(o.singles) + len(o.splits) + len(o.zeros))
	splits := min(n, uint64(len(o.splits)))
	switch {
	case r.triples != nil:
		return each + n + splits*n/2
	case n <= naiveLimit:
		return each + splits*n/2
	case r.fast == nil:
		return each + splits*(uint64(len(r.sparse.rare))+64)
	}
	return each // for it has words of values, many at once
}

// easyBudget is the number of values among which a period is looked for easily.
const (
	easyBudget = 1 << 14
	easySets   = 600     // the same for codes that need the engine of sets
	easyThree  = 1 << 10 // and for those that leave three heaps
)

// Easy returns the number of values of c that are computed in some milliseconds.
func (c Code) Easy() uint64 {
	if _, ok := c.octal(); ok {
		return easyBudget
	}
	if _, ok := newListingEngine(c); ok {
		return easyBudget
	}
	if _, ok := newTriplesEngine(c); ok {
		return easyThree
	}
	return easySets
}
