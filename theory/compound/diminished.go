package compound

// Diminished disjunctive compounds forbid some moves: the nim-sum of foreclosed nim-values settles
// them.
//
// Diminished disjunctive, normal. The player who ends a component wins. If none has
// ended and some component has an option that has, the player to move wins. Otherwise
// nobody may move to such a component, on pain of losing at once, and a player
// who has no other move loses. So the positions that can be ended in one move
// are forbidden squares, and what is left is a disjunctive compound in normal
// play: good when the nim-sum of the foreclosed nim-values is 0. And good, too,
// when some component has ended, as the play is over.
//
// Diminished disjunctive, misère. The player who ends a component loses. So ended
// positions are forbidden squares, a player who has no other move loses, and
// what is left is again a disjunctive compound in normal play. If some component
// has ended already, the player to move has won.

import (
	"iter"

	"github.com/grundy-games/grundy"
)

var diminished = Theorem{
	criterion: &forbidden, Measure: grundy.ByForeclosed, first: endable + 1,
	Source: "diminished disjunctive compound: who ends a component wins, else P when the nim-sum of the foreclosed nim-values is 0 (On Numbers and Games, chapter 14)",
}

var misereDiminished = Theorem{
	criterion: &forbidden, Measure: grundy.ByMisereForeclosed, misere: true, first: ended + 1,
	Source: "misère diminished disjunctive compound: who ends a component loses, so P when none has ended and the nim-sum of the nim-values without ended positions is 0 (proved in theory/compound)",
}

var forbidden = criterion{
	compares: "nim-sum of those that exist",
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
	reasons: func(t Theorem, parts []Part, value uint64, say Say) {
		ends := count(parts, endable, endable)
		switch {
		case t.misere:
			say("The player who ends a component loses. The nim-sum of the foreclosed nim-values is %d; leaving 0 wins.", value)
		case ends > 0:
			say("The player who ends a component wins; %d of %d components can be ended in one move.", ends, count(parts, 0, most))
		default:
			say("The player who makes it possible to end a component loses. The nim-sum of the foreclosed nim-values is %d; leaving 0 wins.", value)
		}
	},
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
