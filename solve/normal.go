package solve

// Sums in normal play that are settled without nim-values: only one component can move, or the
// components cancel in pairs.

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// byOne settles sums in which only one component can move. The theorem is that
// on selective compounds, which decides in the same way then and asks for outcomes only.
type byOne struct{ theorem compound.Theorem }

// decideByOne settles a sum in which only one component can move.
func (s *solver) decideByOne(d *decision) (*decision, error) {
	theorem, _ := compound.Selective.Theorem(grundy.Normal, s.components, s.active)
	d.way, d.outcome = byOne{theorem}, theorem.Outcome(d.parts)
	return d, nil
}

func (r byOne) winningMoves(s *solver, d *decision, a *Answer) error {
	if done, err := s.movesByCouples(d, a); done || err != nil {
		return err
	}
	return s.fill(d.views, r.theorem.WinningPlans(d.parts, compound.Options{Has: d.has}), nil, a)
}

// reasons adds nothing to what is said of the component.
func (byOne) reasons(*solver, *decision, func(string, ...any)) {}

// byPairs settles sums that cancel.
type byPairs struct{}

// decideByPairs settles a sum that cancels.
func (s *solver) decideByPairs(d *decision) (*decision, error) {
	d.way, d.theorem, d.outcome = byPairs{}, pairing, grundy.P
	return d, nil
}

// winningMoves finds none, as the second player wins.
func (byPairs) winningMoves(*solver, *decision, *Answer) error { return nil }

func (byPairs) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	say("Every component has a twin, or nim-value 0. The second player answers each move with the same move in the twin, or so that 0 is left.")
}

const pairing = "equal components cancel in pairs, as each move is answered by the same move in the twin (Tweedledum and Tweedledee; Winning Ways, chapter 1); what is left has nim-value 0"

// onlyOneMoves reports whether at most one component has an option; then the
// sum plays as that component, and its outcome is enough.
func (s *solver) onlyOneMoves() bool {
	moving := uint64(0)
	for _, t := range s.question.Sum {
		if options, ok := t.Component.CountOptions(); !ok || options > 0 {
			moving += min(t.Copies, 2)
		}
		if moving > 1 {
			return false
		}
	}
	return true
}

// pairsOff reports whether every component occurs an even number of times or
// has nim-value 0 by a closed form.
func (s *solver) pairsOff() bool {
	odd := map[grundy.Identity]grundy.Component{}
	for _, t := range s.question.Sum {
		if t.Copies%2 == 0 {
			continue
		}
		key := t.Component.Identity()
		if _, twin := odd[key]; twin {
			delete(odd, key)
		} else {
			odd[key] = t.Component
		}
	}
	for _, c := range odd {
		if s.ctx.Err() != nil {
			return false // and the next step says so
		}
		if v, _, ok := s.closed(c, grundy.ByNimValue); !ok || v != 0 {
			return false
		}
	}
	return true
}
