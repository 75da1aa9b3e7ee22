package solve

// This file finds how long a play lasts.

import (
	"context"

	"grundy"
	"grundy/theory/compound"
	"grundy/theory/loopy"
)

// A lengthOf is what a search of whole positions measures that looks for their
// remoteness.
type lengthOf struct{ playOf }

// Remoteness returns how many moves the play of a sum lasts if the player who wins
// hurries and the other one stalls: its remoteness, which is [loopy.Infinite] for a
// draw. It returns the errors of [Solve]. It searches all positions of the whole
// where there are several components, except in conjunctive compounds.
func Remoteness(ctx context.Context, q Question) (moves uint64, err error) {
	err = q.run(ctx, func(ctx context.Context) error {
		s, err := newSolver(ctx, q)
		if err != nil {
			return err
		}
		defer s.account.Close()
		moves, err = s.remoteness()
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

func (s *solver) remoteness() (uint64, error) {
	switch {
	case MayEnd(s.question.Sum):
		return s.remotenessOfGraph()
	case !s.mayMove():
		return 0, nil
	case s.kind == compound.Conjunctive:
		a, err := s.settle()
		if err != nil {
			return 0, err
		}
		return *a.Remoteness, nil
	case s.isLoopy():
		return s.remotenessOfGraph()
	case s.components == 1:
		v, err := s.view(s.question.Sum[0].Component, s.byRemoteness())
		if err == nil {
			err = v.build()
		}
		if err != nil {
			return 0, err
		}
		return v.value, nil
	}
	define, _ := compound.Define(s.byRemoteness())
	length, _, _, err := s.searchWhole(lengthOf{playOf{s.question.Compound, s.question.Convention}}, define)
	return length, err
}

// remotenessOfGraph returns the remoteness by a search of all positions that can be
// reached.
func (s *solver) remotenessOfGraph() (uint64, error) {
	_, graph, err := s.exploreWhole()
	if err != nil {
		return 0, err
	}
	_, lengths, err := loopy.Outcomes(s.ctx, graph, s.question.Convention)
	if err != nil {
		return 0, err
	}
	return lengths[0], nil
}
