package compound

// This file holds the winning moves of a compound, as boxes: products of
// intervals of the deciding measure, one interval for each component that
// moves. Boxes can be counted without listing what is in them.

import "iter"

// A Choice moves one component to an option whose measure is Lo … Hi.
type Choice struct {
	Part   int // index of the part; one copy of it moves
	Lo, Hi uint64
}

// A Plan is a box of moves: for each choice, in the order of the parts, any
// option in its interval; the other components stay.
type Plan []Choice

// WinningPlans yields boxes that hold every winning move of the compound, each
// exactly once. A box may be empty, as not every nim-value that wins need be
// the nim-value of an option.
//
// For Conjunctive, levels must hold every remoteness that an option of any
// part has, in ascending order; other kinds ignore it.
//
// The yielded plan is valid until the next one. The cost is O(1) a plan for
// Disjunctive and O(len(parts)) for the other kinds; the number of plans is at
// most len(parts), and for Conjunctive at most len(parts) times len(levels).
func (k Kind) WinningPlans(parts []Part, levels []uint64) iter.Seq[Plan] {
	switch k {
	case Selective:
		return selectivePlans(parts)
	case ProperSelective:
		return properPlans(parts)
	case Conjunctive:
		return conjunctivePlans(parts, levels)
	default:
		return disjunctivePlans(parts)
	}
}

// A move must make the nim-sum X zero, so the component of nim-value g must
// become g xor X. Its options never have its own nim-value, which settles
// X = 0.
func disjunctivePlans(parts []Part) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		x := Disjunctive.Value(parts)
		if x == 0 {
			return
		}
		for i, p := range parts {
			if !yield(Plan{{i, p.Measure ^ x, p.Measure ^ x}}) {
				return
			}
		}
	}
}

// Every N component must become P, and a P component cannot move to another P.
func selectivePlans(parts []Part) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		var plan Plan
		for i, p := range parts {
			if p.Measure != 0 {
				plan = append(plan, Choice{i, 0, 0})
			}
		}
		if len(plan) > 0 {
			yield(plan)
		}
	}
}

// All nim-values must become some v. A component of nim-value v cannot move to
// v, so exactly the others move; and as somebody must stay, v is one of the
// nim-values that there are.
func properPlans(parts []Part) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		if ProperSelective.Value(parts) == 0 {
			return
		}
		done := map[uint64]bool{}
		var plan Plan
		for _, target := range parts {
			v := target.Measure
			if done[v] {
				continue
			}
			done[v] = true
			plan = plan[:0]
			for i, p := range parts {
				if p.Measure != v {
					plan = append(plan, Choice{i, v, v})
				}
			}
			if !yield(plan) {
				return
			}
		}
	}
}

// Every component moves, and the least of the new remotenesses must be some
// even e. The boxes for e are kept apart by the first component that reaches
// it: those before it stay above e, those behind are not below it.
func conjunctivePlans(parts []Part, levels []uint64) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		plan := make(Plan, len(parts))
		for _, e := range levels {
			if e%2 == 1 {
				continue
			}
			for first := range parts {
				for i := range parts {
					switch {
					case i < first:
						plan[i] = Choice{i, e + 1, ^uint64(0)}
					case i == first:
						plan[i] = Choice{i, e, e}
					default:
						plan[i] = Choice{i, e, ^uint64(0)}
					}
				}
				if !yield(plan) {
					return
				}
			}
		}
	}
}
