package compound

// Shortened selective compounds: a component that has ended settles them, and otherwise all must
// be P.
//
// Shortened selective, normal. Good when some component has ended, or all are P.
// From all P, none ended, a move leaves an N component and ends none, as P
// positions have no P options. Otherwise move in all N components, each to a P
// option: all are P then.
//
// Shortened selective, misère. Good when every component is P in misère play; a
// component that has ended is not. From there a move changes a component to N in
// misère play. Otherwise, if none has ended, move all that are N to options that
// are P, none of which has ended.

import (
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
)

var shortened = Theorem{
	criterion: &untilFirst, Measure: grundy.ByOutcomes,
	Source: "shortened selective compound: P when a component has ended or every component is P (C. A. B. Smith 1966; On Numbers and Games, chapter 14)",
}

var misereShortened = Theorem{
	criterion: &allMisereP, Measure: grundy.ByOutcomes, misere: true,
	Source: "misère shortened selective compound: P when every component is P in misère play (proved in theory/compound)",
}

var untilFirst = criterion{
	compares: "number that are N",
	value:    Theorem.countN,
	good:     func(_ Theorem, parts []Part, value uint64) bool { return value == 0 || count(parts, 0, 0) > 0 },
	plans:    Theorem.untilFirstPlans,
	count: func(t Theorem, parts []Part, _ []uint64, options func(part int, lo, hi uint64) *big.Int) *big.Int {
		// All moves and none, but not those that end nothing; and those that
		// end nothing and leave all P.
		total := product(parts, func(i int) *big.Int { return plusOne(options(i, 0, most)) })
		total.Sub(total, product(parts, func(i int) *big.Int { return plusOne(options(i, 1, most)) }))
		if t.Value(parts) > 0 {
			total.Add(total, product(parts, func(i int) *big.Int {
				if t.criterion.isP(parts[i]) {
					return big.NewInt(1)
				}
				return options(i, 1, mostNormalP)
			}))
		}
		return total
	},
	isP: func(p Part) bool { return p.Measure <= mostNormalP },
	reasons: func(_ Theorem, parts []Part, value uint64, say Say) {
		say("%d of %d components are N; who ends a component wins, or who leaves none that is N.", value, len(parts))
	},
}

var allMisereP = criterion{
	compares: "number that are N",
	value:    Theorem.countN,
	plans: func(t Theorem, parts []Part, _ Options) iter.Seq[Plan] {
		return t.allTo(parts, leastMisereP, mostMisereP)
	},
	isP: func(p Part) bool { return leastMisereP <= p.Measure && p.Measure <= mostMisereP },
	reasons: func(_ Theorem, parts []Part, value uint64, say Say) {
		say("The player who ends a component loses. %d of %d components are N in misère play; leaving none wins, by moving in all of them.", value, len(parts))
	},
}

// A move ends some component, or leaves all P and ends none. The boxes of the
// former are kept apart by the first component that is ended.
func (t Theorem) untilFirstPlans(parts []Part, options Options) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		for plan := range t.allTo(parts, 1, mostNormalP) {
			if !yield(plan) {
				return
			}
		}
		plan := make(Plan, len(parts))
		for first := range parts {
			if !options.has(first, 0, 0) {
				continue
			}
			for i := range parts {
				switch {
				case i < first:
					plan[i] = Choice{Part: i, Lo: 1, Hi: most, OrStay: true}
				case i == first:
					plan[i] = Choice{Part: i}
				default:
					plan[i] = Choice{Part: i, Lo: 0, Hi: most, OrStay: true}
				}
			}
			if !yield(plan) {
				return
			}
		}
	}
}
