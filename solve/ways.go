package solve

// The ways to settle a sum, in the order in which they are tried: for which sums each is one, its
// cost, and whether others may cost less. A new engine is a row more.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// A row is a way to settle sums.
type row struct {
	// fits reports whether the way is one for the sum, by what is known of it.
	fits func(s *solver) bool
	// compares returns the measure that the way compares, if the way is known to apply. The cost of
	// the measures of all components is known, and is taken from the budget before any is
	// computed. Nil stands for a way that cannot know its cost: it stops where the budget ends,
	// or at a bound of its own.
	compares func(s *solver) (grundy.Measure, bool)
	// settle settles who wins, by the views and parts of d if the way compares measures. It returns
	// nil where the way needs to know something of a component that is not known.
	settle func(s *solver, d *decision) (*decision, error)
	// orNext says that the ways that follow may cost less.
	orNext bool
}

// ways returns the rows for all sums. The first ones are for play that need not end.
func ways() []row {
	isCompound := func(s *solver) bool { return s.kind != compound.Disjunctive }
	loops := func(of func(s *solver) bool) func(s *solver) bool {
		return func(s *solver) bool { return s.isLoopy() && of(s) }
	}
	always := func(*solver) bool { return true }
	by := func(m grundy.Measure) func(*solver) (grundy.Measure, bool) {
		return func(*solver) (grundy.Measure, bool) { return m, true }
	}
	return slices.Concat(transfiniteWays(), []row{
		{fits: (*solver).shouldEnd, settle: func(s *solver, _ *decision) (*decision, error) { return nil, s.checkEnds() }},
		{fits: (*solver).isWorth, compares: by(grundy.ByWorth), settle: (*solver).decideByWorth},
		{fits: func(s *solver) bool { return MayEnd(s.question.Sum) }, settle: (*solver).decideByRetrograde},
		{fits: loops(func(s *solver) bool { return s.kind == compound.Conjunctive }), compares: (*solver).theoremCompares, settle: (*solver).decideLoopyConjunctive},
		{fits: loops(func(s *solver) bool { return !isCompound(s) && !s.isMisere() }), compares: by(grundy.ByNimValue), settle: (*solver).decideByLoopyValues},
		{fits: loops(always), settle: (*solver).decideByRetrograde},
		{fits: isCompound, compares: (*solver).theoremCompares, settle: (*solver).decideByTheorem},
		{fits: isCompound, settle: (*solver).decideBySearch},
		{fits: (*solver).isMisere, compares: (*solver).outcomeOfOne, settle: (*solver).decideByOutcome, orNext: true},
	}, misereWays(), []row{
		{fits: always, settle: (*solver).decideByCouples},
		{fits: (*solver).onlyOneMoves, compares: by(grundy.ByOutcome), settle: (*solver).decideByOne},
		{fits: (*solver).pairsOff, settle: (*solver).decideByPairs},
		{fits: always, compares: (*solver).boundedCompares, settle: (*solver).decideByTheorem},
		{fits: always, compares: (*solver).theoremCompares, settle: (*solver).decideByTheorem},
	})
}

// misereWays returns the rows for disjunctive sums in misère play whose outcome nobody knows.
// Where the genus of all components, and of their options, is tame and known, by closed forms or
// by looking at the positions of each component by itself, the theorem on tame games answers.
// Otherwise the sum is wild, and is added up in an algebra unless one position decides.
func misereWays() []row {
	isMisere := (*solver).isMisere
	return []row{
		{fits: isMisere, compares: func(*solver) (grundy.Measure, bool) { return grundy.ByGenus, true }, settle: (*solver).decideByTame},
		{fits: isMisere, settle: (*solver).decideByFewSums, orNext: true},
		{fits: isMisere, compares: (*solver).misereNimValueOfOne, settle: (*solver).decideByItself, orNext: true},
		{fits: isMisere, compares: (*solver).searchedOutcomeOfOne, settle: (*solver).decideByOutcome, orNext: true},
		{fits: isMisere, settle: (*solver).decideWild},
	}
}

func (s *solver) isMisere() bool { return s.question.Convention == grundy.Misere }

// choose settles who wins by the first of the ways that does. If they are over the budget, closed
// forms of a lender are the last way.
func (s *solver) choose() (*decision, error) {
	d, err := s.chooseOf(ways())
	over := cmp.Or(s.failed(), err) // rules fail as at a position that took too long
	if !s.lends(over) {
		return d, err
	}
	if why := s.learn(); why != nil {
		return nil, lacking(over, why)
	}
	if d, err := s.chooseOf(ways()); err == nil {
		return d, nil
	}
	return nil, over
}

// chooseOf settles who wins by the first of some ways that does. If all of them are over the
// budget, the error says what the first one needs whose cost is known.
func (s *solver) chooseOf(rows []row) (*decision, error) {
	var refused error
	for _, w := range rows {
		if s.lent && w.compares == nil || !w.fits(s) {
			continue
		}
		before := s.spent
		d, err := s.try(w)
		if err == nil && d != nil {
			return d, nil
		}
		s.spent = before // tables that were planned are not built
		maps.DeleteFunc(s.views, func(_ viewKey, v *view) bool { return !v.known })
		switch {
		case err == nil:
		case s.ctx.Err() != nil || !isOverBudget(err):
			return nil, err
		case !w.orNext:
			return nil, cmp.Or(refused, err)
		case w.compares != nil:
			refused = cmp.Or(refused, err)
		}
	}
	return nil, cmp.Or(refused, fmt.Errorf("no way settles the sum: %w", grundy.ErrUnknown))
}

// try settles who wins by a way, or returns nil where it needs to know something that is not known.
func (s *solver) try(w row) (*decision, error) {
	d := &decision{reduction: s.reduction()}
	if w.compares != nil {
		m, ok := w.compares(s)
		if !ok {
			return nil, nil
		}
		if measured, err := s.measure(d, m); !measured {
			return nil, err
		}
	}
	return w.settle(s, d)
}
