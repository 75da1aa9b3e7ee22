package compound

// This file holds proper selective compounds: all nim-values must be equal. With a single
// component there is no move.

import (
	"iter"
)

var allEqual = rule{
	value: func(t Theorem, parts []Part) uint64 {
		different := map[uint64]bool{}
		for _, p := range parts {
			if !t.skips(p) {
				different[p.Measure] = true
			}
		}
		return uint64(max(len(different), 1) - 1)
	},
	plans: func(t Theorem, parts []Part, _ Options) iter.Seq[Plan] { return t.allEqualPlans(parts) },
}

var noMove = rule{
	value: func(Theorem, []Part) uint64 { return 0 },
	good:  func(Theorem, []Part, uint64) bool { return false },
}

// All nim-values must become some v. A component of nim-value v cannot move to
// v, so exactly the others move; and as somebody must stay, v is one of the
// nim-values that there are.
func (t Theorem) allEqualPlans(parts []Part) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		done := map[uint64]bool{}
		var plan Plan
		for _, target := range parts {
			v := target.Measure
			if t.skips(target) || done[v] {
				continue
			}
			done[v] = true
			plan = plan[:0]
			for i, p := range parts {
				if p.Measure != v && !t.skips(p) {
					plan = append(plan, Choice{Part: i, Lo: v, Hi: v})
				}
			}
			if !yield(plan) {
				return
			}
		}
	}
}

// skips reports whether a part does not count among those whose nim-values must
// be equal: in Moore's compounds those that have ended do not.
func (t Theorem) skips(p Part) bool { return t.most > 0 && p.Ended }
