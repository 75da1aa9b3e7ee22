package compound

// In proper selective compounds all nim-values must be equal. With a single component there is no
// move.
//
// Proper selective, normal. Good when all nim-values are equal; components that
// have ended count. From all equal to v, the components that moved have another
// nim-value than v, and one that did not move has v. Otherwise let v be the
// least nim-value: move every component above v to an option of nim-value v; that
// is not every component, and not none.
//
// Proper selective, misère. A single component cannot move; of two, one moves,
// as in the disjunctive compound; if one of several has ended, any set of the
// others may move, as in the selective compound. With three or more that have
// not ended no function of the components is known, except for heaps of Nim: of k
// heaps any set except all may move, which is Moore's compound with K = k-1. There
// is none that takes few values: of the 15 games of birthday at most 3 that can
// move, 13 are told apart by the outcomes of their compounds with two others.

import (
	"fmt"
	"iter"
	"slices"

	"github.com/grundy-games/grundy"
)

var proper = Theorem{
	criterion: &allEqual, Measure: grundy.ByNimValue,
	Source: "proper selective compound: P when all nim-values are equal (TopCoder, Algorithm Games; proved in theory/compound)",
}

// allBut is for compounds of Moore's in which just K+1 components can move.
func allBut(most uint64) Theorem {
	return Theorem{
		criterion: &allEqual, Measure: grundy.ByNimValue, most: most,
		Source: fmt.Sprintf("at most %d of %d components that can move, so any set but all of them: P when their nim-values are equal (proved in theory/compound)", most, most+1),
	}
}

var lone = Theorem{
	criterion: &noMove, Measure: grundy.ByOutcomes, misere: true,
	Source: "a proper selective compound of one component: there is no move",
}

var allEqual = criterion{
	compares: "number of different ones, less one",
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
	reasons: func(t Theorem, parts []Part, value uint64, say Say) {
		switch {
		case len(parts) == 1:
			sayLone(say)
		case slices.ContainsFunc(parts, t.skips) && value == 0:
			say("All nim-values of components that can move are equal.")
		case slices.ContainsFunc(parts, t.skips):
			say("%d different nim-values occur among components that can move; who leaves only one wins.", value+1)
		case value == 0:
			say("All nim-values are equal.")
		default:
			say("%d different nim-values occur; who leaves only one wins.", value+1)
		}
	},
}

var noMove = criterion{
	value:   func(Theorem, []Part) uint64 { return 0 },
	good:    func(Theorem, []Part, uint64) bool { return false },
	reasons: func(_ Theorem, _ []Part, _ uint64, say Say) { sayLone(say) },
}

func sayLone(say Say) {
	say("There is only one component, and a move in all of them is not allowed.")
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
