package solve

// How long a play lasts: which search or theorem says so.

import (
	"context"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// Remoteness returns how many moves the play of a sum lasts if the player who wins
// hurries and the other one stalls: its remoteness, which is [loopy.Infinite] for a
// draw. It returns the errors of [Solve]. It searches all positions of the whole
// where there are several components, except in conjunctive compounds.
func Remoteness(ctx context.Context, q Question) (moves uint64, err error) {
	err = inRun(ctx, q, func(s *solver) (err error) {
		moves, err = s.length(s.inConvention(grundy.ByRemoteness))
		return err
	})
	return moves, err
}

// inConvention returns what a measure of normal play is in the question's convention.
func (s *solver) inConvention(m grundy.Measure) grundy.Measure {
	if !s.isMisere() {
		return m
	}
	return map[grundy.Measure]grundy.Measure{
		grundy.ByNimValue: grundy.ByMisereNimValue, grundy.ByOutcome: grundy.ByMisereOutcome,
		grundy.ByRemoteness: grundy.ByMisereRemoteness, grundy.BySuspense: grundy.ByMisereSuspense,
	}[m]
}

// length returns how long the play of a sum lasts, by a measure of length in the question's
// convention: suspense only where play must end.
func (s *solver) length(m grundy.Measure) (uint64, error) {
	isRemoteness := m == s.inConvention(grundy.ByRemoteness)
	switch {
	case MayEnd(s.question.Sum):
		return s.lengthByRetrograde()
	case !s.mayMove():
		return 0, nil
	case s.isLoopy() && s.kind == compound.Conjunctive:
		a, err := s.settle()
		if err != nil {
			return 0, err
		}
		return *a.Remoteness, nil
	case s.kind == compound.Conjunctive && isRemoteness, s.kind == compound.ContinuedConjunctive && !isRemoteness:
		d, err := s.choose()
		if err != nil {
			return 0, err
		}
		return d.value, nil
	case s.isLoopy():
		return s.lengthByRetrograde()
	case s.components == 1:
		v, err := s.view(s.question.Sum[0].Component, m)
		if err == nil {
			err = v.build()
		}
		if err != nil {
			return 0, err
		}
		return v.value, nil
	}
	define, _ := compound.Define(m)
	length, _, err := s.searchWhole(m, define)
	return length, err
}

// lengthByRetrograde returns the remoteness by a search of all positions that can be reached.
func (s *solver) lengthByRetrograde() (uint64, error) {
	r, err := s.retrogradeOfWhole()
	if err != nil {
		return 0, err
	}
	return r.lengths[0], nil
}
