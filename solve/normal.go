package solve

// This file holds sums in normal play that are settled without nim-values: only
// one component can move, or the components cancel in pairs.

import (
	"grundy"
)

const pairing = "equal components cancel in pairs, as each move is answered by the same move in the twin (Tweedledum and Tweedledee; Winning Ways, chapter 1); what is left has nim-value 0"

// onlyOneMoves reports whether at most one component has an option; then the
// sum is no more than that component, of which only the outcome is needed.
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
	odd := map[string]grundy.Component{}
	for _, t := range s.question.Sum {
		if t.Copies%2 == 0 {
			continue
		}
		key := t.Component.String()
		if _, twin := odd[key]; twin {
			delete(odd, key)
		} else {
			odd[key] = t.Component
		}
	}
	for _, c := range odd {
		if v, _, ok := c.Measure(grundy.ByNimValue); !ok || v != 0 {
			return false
		}
	}
	return true
}
