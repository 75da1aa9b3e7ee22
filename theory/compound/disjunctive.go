package compound

// The nim-sum settles disjunctive sums in normal play.
//
// Good when the nim-sum of the nim-values is 0 (Bouton
// 1901; Sprague 1935; Grundy 1939). A move changes one nim-value, so it changes
// the sum. If the sum is X and not 0, some component of nim-value g has X's top
// bit, so g xor X < g, and g has an option of every smaller nim-value.
//
// In misère play no function of single components that takes few values
// decides. See package theory/misere.

import (
	"iter"

	"github.com/grundy-games/grundy"
)

var disjunctive = Theorem{
	criterion: &nimSum, Measure: grundy.ByNimValue,
	Source: "Sprague-Grundy theorem: P when the nim-sum is 0 (Sprague 1935, Grundy 1939)",
}

var nimSum = criterion{
	compares: "nim-sum",
	value: func(_ Theorem, parts []Part) (sum uint64) {
		for _, p := range parts {
			if p.Copies%2 == 1 {
				sum ^= p.Measure
			}
		}
		return sum
	},
	plans: func(t Theorem, parts []Part, _ Options) iter.Seq[Plan] { return t.nimSumPlans(parts) },
	reasons: func(_ Theorem, _ []Part, value uint64, say Say) {
		say("The nim-sum of the nim-values is %d; who leaves 0 wins.", value)
	},
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
