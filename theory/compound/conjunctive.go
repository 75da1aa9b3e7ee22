package compound

// The least remoteness settles conjunctive compounds.
//
// The first component to end decides, so the winner of a component
// hurries and its loser stalls: the compound lasts as long as its least
// remoteness m, which is the compound's (Steinhaus 1925). Good when m is even, and
// in misère play, with misère remoteness, when m is odd: that is, when a
// component of remoteness m is P by itself. For if it is, all its options are N
// and last m-1 moves at most. So after any move the least remoteness is less than
// m; and it belongs to an N position, as a component that lasts m moves or more
// has no P option that lasts fewer than m-1, and m-1 has the parity of N. If a
// component of remoteness m is N, it has a P option that lasts m-1. Every
// other component lasts m or more, so it has a move to an option that lasts m-1
// or more; then the least remoteness is m-1, that of a P position. With m = 0
// the play is over.

import (
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
)

var conjunctive = Theorem{
	criterion: &least, Measure: grundy.ByRemoteness,
	Source: "conjunctive compound: P when the least remoteness is even (Steinhaus 1925; Winning Ways, chapter 9)",
}

var misereConjunctive = Theorem{
	criterion: &least, Measure: grundy.ByMisereRemoteness, misere: true, good: 1,
	Source: "misère conjunctive compound: P when the least misère remoteness is odd (after Winning Ways, chapter 9; proved in theory/compound)",
}

var least = criterion{
	compares: "least",
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
	reasons: func(t Theorem, _ []Part, value uint64, say Say) { t.sayLength("least", value, say) },
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
