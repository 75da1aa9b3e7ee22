package compound

// This file holds diminished disjunctive compounds, which forbid some moves: the nim-sum
// of foreclosed nim-values settles them.

import (
	"iter"
)

var forbidden = rule{
	value: func(t Theorem, parts []Part) (sum uint64) {
		for _, p := range parts {
			if p.Copies%2 == 1 && p.Measure >= t.first {
				sum ^= p.Measure - t.first
			}
		}
		return sum
	},
	good: func(t Theorem, parts []Part, value uint64) bool {
		switch {
		case count(parts, ended, ended) > 0:
			return !t.misere
		case !t.misere && count(parts, endable, endable) > 0:
			return false
		}
		return value == 0
	},
	plans: func(t Theorem, parts []Part, _ Options) iter.Seq[Plan] { return t.forbiddenPlans(parts) },
}

// In normal play any move that ends a component wins. Any other must leave no
// component that can be ended: so there is at most one of these, and it moves.
// Foreclosed nim-values then follow the rule of nim-sums.
func (t Theorem) forbiddenPlans(parts []Part) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		if count(parts, ended, ended) > 0 {
			return // the play is over
		}
		if t.misere {
			t.foreclosedPlans(parts, func(Part) bool { return true }, yield)
			return
		}
		canEnd := count(parts, endable, endable)
		for i, p := range parts {
			if p.Measure == endable && !yield(Plan{{Part: i, Lo: ended, Hi: ended}}) {
				return
			}
		}
		if canEnd <= 1 {
			t.foreclosedPlans(parts, func(p Part) bool { return canEnd == 0 || p.Measure == endable }, yield)
		}
	}
}

// foreclosedPlans yields the moves of parts that may move to an option whose
// foreclosed nim-value is the nim-sum of all others.
func (t Theorem) foreclosedPlans(parts []Part, may func(Part) bool, yield func(Plan) bool) {
	x := t.Value(parts)
	for i, p := range parts {
		if !may(p) {
			continue
		}
		others := x
		if p.Measure >= t.first {
			others ^= p.Measure - t.first
		}
		if !yield(Plan{{Part: i, Lo: others + t.first, Hi: others + t.first}}) {
			return
		}
	}
}
