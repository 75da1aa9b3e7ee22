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
		moves, err = s.length(s.byRemoteness())
		return err
	})
	return moves, err
}

// byRemoteness returns the measure of remoteness in the question's convention.
func (s *solver) byRemoteness() grundy.Measure {
	if s.question.Convention == grundy.Misere {
		return grundy.ByMisereRemoteness
	}
	return grundy.ByRemoteness
}

// bySuspense returns the measure of suspense in the question's convention.
func (s *solver) bySuspense() grundy.Measure {
	if s.question.Convention == grundy.Misere {
		return grundy.ByMisereSuspense
	}
	return grundy.BySuspense
}

// length returns how long the play of a sum lasts, by a measure of length in the question's
// convention: suspense only where play must end.
func (s *solver) length(m grundy.Measure) (uint64, error) {
	isRemoteness := m == s.byRemoteness()
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
