package solve

// The ways to settle a sum, in the order in which they are tried: what each is for, and what
// happens where it costs too much. A new engine is a row more.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// A row is a way to settle sums.
type row struct {
	// fits reports whether the way is one for the sum, by what is known of it.
	fits func(s *solver) bool
	// settle settles who wins. It returns nil where the way needs to know something of a
	// component that is not known.
	settle func(s *solver) (*decision, error)
	// orNext reports whether the next ways are tried after an error; nil for never.
	orNext func(err error) bool
	// needs says that the error names what the sum would need: if all that follow are over the
	// budget too, it is the one that is returned.
	needs bool
}

// ways returns the rows for all sums. The first ones are for play that need not end.
func ways() []row {
	isCompound := func(s *solver) bool { return s.kind != compound.Disjunctive }
	loops := func(of func(s *solver) bool) func(s *solver) bool {
		return func(s *solver) bool { return s.isLoopy() && of(s) }
	}
	always := func(*solver) bool { return true }
	return slices.Concat([]row{
		{fits: func(s *solver) bool { return s.components == 0 }, settle: (*solver).decideNothing},
		{fits: (*solver).shouldEnd, settle: func(s *solver) (*decision, error) { return nil, s.checkEnds() }},
		{fits: func(s *solver) bool { return MayEnd(s.question.Sum) }, settle: (*solver).decideByRetrograde},
		{fits: loops(func(s *solver) bool { return s.kind == compound.Conjunctive }), settle: (*solver).decideLoopyConjunctive},
		{fits: loops(func(s *solver) bool { return !isCompound(s) && !s.isMisere() }), settle: (*solver).decideByLoopyValues},
		{fits: loops(always), settle: (*solver).decideByRetrograde},
		{fits: isCompound, settle: (*solver).decideByTheorem},
		{fits: isCompound, settle: (*solver).decideBySearch},
		{fits: (*solver).isMisere, settle: (*solver).decideByOutcome},
	}, misereWays(), []row{
		{fits: (*solver).onlyOneMoves, settle: (*solver).decideByOne},
		{fits: (*solver).pairsOff, settle: (*solver).decideByPairs},
		{fits: always, settle: (*solver).decideByTheorem},
	})
}

// misereWays returns the rows for disjunctive sums in misère play whose outcome nobody knows.
// Where the genus of all components, and of their options, is tame and known, by closed forms or
// by looking at the positions of each component by itself, the theorem on tame games answers.
// Otherwise the sum is wild.
func misereWays() []row {
	anyError := func(error) bool { return true }
	return []row{
		{fits: (*solver).isMisere, settle: (*solver).decideByTame},
		{fits: (*solver).isMisere, settle: (*solver).decideByFewSums, orNext: anyError},
		{fits: (*solver).isMisere, settle: (*solver).decideByItself, orNext: isOverBudget, needs: true},
		{fits: func(s *solver) bool { return s.isMisere() && s.isSearched() }, settle: (*solver).decideBySearch},
		{fits: (*solver).isMisere, settle: (*solver).decideWild},
	}
}

func (s *solver) isMisere() bool { return s.question.Convention == grundy.Misere }

// choose settles who wins by the first of the ways that does.
func (s *solver) choose() (*decision, error) { return s.chooseOf(ways()) }

func (s *solver) chooseOf(rows []row) (*decision, error) {
	var needs error
	for _, w := range rows {
		if !w.fits(s) {
			continue
		}
		d, err := w.settle(s)
		switch {
		case err == nil && d != nil:
			return d, nil
		case err == nil:
			continue
		case s.ctx.Err() != nil:
			return nil, err
		case w.orNext == nil || !w.orNext(err):
			if needs != nil && isOverBudget(err) {
				err = needs
			}
			return nil, err
		case w.needs:
			needs = err
		}
	}
	return nil, cmp.Or(needs, fmt.Errorf("no way settles the sum: %w", grundy.ErrUnknown))
}
