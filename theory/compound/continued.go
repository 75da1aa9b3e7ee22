package compound

// The greatest suspense settles continued conjunctive compounds.
//
// The last component to end decides, so its winner stalls
// and its loser hurries: the compound lasts as long as its greatest suspense.
// Good when that is even, and in misère play, with misère suspense, when it is
// odd. The proof is the same, with greatest for least.

import (
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
)

var continued = Theorem{
	criterion: &greatest, Measure: grundy.BySuspense,
	Source: "continued conjunctive compound: P when the greatest suspense is even (C. A. B. Smith 1966; Winning Ways, chapter 9)",
}

var misereContinued = Theorem{
	criterion: &greatest, Measure: grundy.ByMisereSuspense, misere: true, good: 1,
	Source: "misère continued conjunctive compound: P when the greatest misère suspense is odd (after Winning Ways, chapter 9; proved in theory/compound)",
}

var greatest = criterion{
	compares: "greatest",
	value: func(_ Theorem, parts []Part) (value uint64) {
		for _, p := range parts {
			value = max(value, p.Measure)
		}
		return value
	},
	good:  func(t Theorem, _ []Part, value uint64) bool { return value%2 == t.good },
	plans: Theorem.greatestPlans,
	count: func(t Theorem, parts []Part, levels []uint64, options func(part int, lo, hi uint64) *big.Int) *big.Int {
		one := big.NewInt(1)
		below := func(e uint64) *big.Int { // all below e, of those that have not ended
			if e == 0 {
				return new(big.Int)
			}
			return product(parts, func(i int) *big.Int {
				if parts[i].Measure == 0 {
					return one
				}
				return options(i, 0, e-1)
			})
		}
		total := new(big.Int)
		for _, e := range levels {
			if e%2 == t.good {
				total.Add(total, below(e+1))
				total.Sub(total, below(e))
			}
		}
		return total
	},
	reasons: func(t Theorem, _ []Part, value uint64, say Say) { t.sayLength("greatest", value, say) },
}

// Every component that has not ended moves, and the greatest of the new
// suspenses must be some good e. Those before the first component that reaches
// it stay below e, those behind are not above it. A component that has ended has
// suspense 0, which is good only where nothing else is left.
func (t Theorem) greatestPlans(parts []Part, options Options) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		var active []int
		for i, p := range parts {
			if p.Measure > 0 {
				active = append(active, i)
			}
		}
		plan := make(Plan, len(active))
		for _, e := range options.Levels {
			if e%2 != t.good {
				continue
			}
			for first, reaches := range active {
				if e == 0 && first > 0 {
					break // none before it can be below 0
				}
				if !options.has(reaches, e, e) {
					continue
				}
				for j, i := range active {
					switch {
					case j < first:
						plan[j] = Choice{Part: i, Lo: 0, Hi: e - 1}
					case j == first:
						plan[j] = Choice{Part: i, Lo: e, Hi: e}
					default:
						plan[j] = Choice{Part: i, Lo: 0, Hi: e}
					}
				}
				if !yield(plan) {
					return
				}
			}
		}
	}
}
