package compound

// This file holds the nim-sum, which settles disjunctive sums in normal play.

import (
	"iter"
)

var nimSum = rule{
	value: func(_ Theorem, parts []Part) (sum uint64) {
		for _, p := range parts {
			if p.Copies%2 == 1 {
				sum ^= p.Measure
			}
		}
		return sum
	},
	plans: func(t Theorem, parts []Part, _ Options) iter.Seq[Plan] { return t.nimSumPlans(parts) },
}

// A move must make the nim-sum X zero, so the component of nim-value g must
// become g xor X. Its options never have its own nim-value.
func (t Theorem) nimSumPlans(parts []Part) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		x := t.Value(parts)
		for i, p := range parts {
			if !yield(Plan{{Part: i, Lo: p.Measure ^ x, Hi: p.Measure ^ x}}) {
				return
			}
		}
	}
}
