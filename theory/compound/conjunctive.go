package compound

// This file holds conjunctive compounds: the least remoteness settles them.

import (
	"iter"
	"math/big"
)

var least = rule{
	value: func(_ Theorem, parts []Part) uint64 {
		if len(parts) == 0 {
			return 0
		}
		value := most
		for _, p := range parts {
			value = min(value, p.Measure)
		}
		return value
	},
	good:  func(t Theorem, _ []Part, value uint64) bool { return value%2 == t.good },
	plans: Theorem.leastPlans,
	count: func(t Theorem, parts []Part, levels []uint64, options func(part int, lo, hi uint64) *big.Int) *big.Int {
		total := new(big.Int)
		for _, e := range levels {
			if e%2 == t.good { // all at e or above, but not all above
				total.Add(total, product(parts, func(i int) *big.Int { return options(i, e, most) }))
				total.Sub(total, product(parts, func(i int) *big.Int { return options(i, e+1, most) }))
			}
		}
		return total
	},
}

// Every component moves, and the least of the new remotenesses must be some
// good e. The boxes for e are kept apart by the first component that reaches
// it: those before it stay above e, those behind are not below it.
func (t Theorem) leastPlans(parts []Part, options Options) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		plan := make(Plan, len(parts))
		for _, e := range options.Levels {
			if e%2 != t.good {
				continue
			}
			for first := range parts {
				for i := range parts {
					switch {
					case i < first:
						plan[i] = Choice{Part: i, Lo: e + 1, Hi: most}
					case i == first:
						plan[i] = Choice{Part: i, Lo: e, Hi: e}
					default:
						plan[i] = Choice{Part: i, Lo: e, Hi: most}
					}
				}
				if !yield(plan) {
					return
				}
			}
		}
	}
}
