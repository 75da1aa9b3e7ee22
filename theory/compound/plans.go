package compound

// This file holds the winning moves of a compound, as boxes: products of
// intervals of the deciding measure, one interval for each component that
// moves. Boxes can be counted without listing what is in them.

import (
	"iter"

	"grundy"
)

// A Choice moves one component to an option whose measure is Lo … Hi.
type Choice struct {
	Part   int // index of the part; one copy of it moves
	Lo, Hi uint64
	// OrStay says that the component may also stay as it is.
	OrStay bool
}

// A Plan is a box of moves: for each choice, in the order of the parts, any
// option in its interval; the other components stay. At least one choice is
// without OrStay.
type Plan []Choice

// Options is what the plans ask of the options of the parts. The zero value is
// enough for theorems about the outcome or nim-values.
type Options struct {
	// Levels holds measures that options of parts have, in ascending order:
	// for the remoteness, all that the least one of the whole can have after a
	// move in each part; for the suspense, all that the greatest one can have.
	Levels []uint64
	// Has reports whether a part has an option whose measure is lo … hi. If it
	// is nil, every part is taken to have; then more of the boxes are empty.
	Has func(part int, lo, hi uint64) bool
}

func (o Options) has(part int, lo, hi uint64) bool { return o.Has == nil || o.Has(part, lo, hi) }

const most = ^uint64(0) // of any measure

// WinningPlans yields boxes that hold every winning move of the compound, each
// exactly once. A box may be empty, as a measure that wins need not belong to an
// option.
//
// The yielded plan is valid until the next one. A plan costs O(1) for kinds that
// move in one component and O(len(parts)) for the others. There are at most two
// plans a part, or one for each different nim-value; but len(parts) times
// len(Levels) for remoteness and suspense, up to len(parts)² for misère selective
// compounds, and for Moore's theorem as many as there are winning moves of heaps.
func (t Theorem) WinningPlans(parts []Part, options Options) iter.Seq[Plan] {
	if t.Outcome(parts) == grundy.P {
		return func(func(Plan) bool) {}
	}
	switch t.rule {
	case nimSum:
		return t.nimSumPlans(parts)
	case forbidden:
		return t.forbiddenPlans(parts)
	case least:
		return t.leastPlans(parts, options)
	case greatest:
		return t.greatestPlans(parts, options)
	case allP:
		return t.allTo(parts, 0, 0)
	case allMisereP:
		return t.allTo(parts, leastMisereP, mostMisereP)
	case lastAlone:
		return t.lastAlonePlans(parts, options)
	case untilFirst:
		return t.untilFirstPlans(parts, options)
	case allEqual:
		return t.allEqualPlans(parts)
	case heaps:
		return t.heapPlans(parts)
	}
	return func(func(Plan) bool) {}
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

// Every component that is N must move to an option that is P, of measure lo …
// hi, and no P component has such an option.
func (t Theorem) allTo(parts []Part, lo, hi uint64) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		var plan Plan
		for i, p := range parts {
			if !t.isP(p) {
				plan = append(plan, Choice{Part: i, Lo: lo, Hi: hi})
			}
		}
		if len(plan) > 0 {
			yield(plan)
		}
	}
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

// A move leaves two or more components that can move, all P in normal play; or
// just one, P in misère play.
func (t Theorem) lastAlonePlans(parts []Part, options Options) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		var good, bad []int // by normal play, of those that can move
		for i, p := range parts {
			switch {
			case p.Measure > mostNormalP:
				bad = append(bad, i)
			case p.Measure > 0:
				good = append(good, i)
			}
		}
		// Good ones stay, and bad ones become good; some of these must not
		// end if there are fewer than two good ones. The boxes are kept
		// apart by the first of these.
		plan := make(Plan, len(bad), len(bad)+1)
		goOn := func(needed int, yield func(Plan) bool) {
			var place func(from, needed int) bool
			place = func(from, needed int) bool {
				if needed == 0 {
					for j := from; j < len(bad); j++ {
						plan[j] = Choice{Part: bad[j], Lo: 0, Hi: mostNormalP}
					}
					return yield(plan)
				}
				for j := from; j < len(bad); j++ {
					if options.has(bad[j], 1, mostNormalP) {
						plan[j] = Choice{Part: bad[j], Lo: 1, Hi: mostNormalP}
						if !place(j+1, needed-1) {
							return false
						}
					}
					plan[j] = Choice{Part: bad[j]}
				}
				return true
			}
			place(0, needed)
		}
		more := true
		if len(bad) > 0 {
			goOn(max(2-len(good), 0), func(p Plan) bool {
				more = yield(p)
				return more
			})
		}
		// All but one end, which good ones cannot.
		var lone []int
		switch len(good) {
		case 0:
			lone = bad
		case 1:
			lone = good
		}
		for _, last := range lone {
			var others Plan
			for _, i := range bad {
				if i != last {
					others = append(others, Choice{Part: i})
				}
			}
			if m := parts[last].Measure; more && len(others) > 0 && leastMisereP <= m && m <= mostMisereP {
				more = yield(others)
			}
			moved := insert(others, Choice{Part: last, Lo: leastMisereP, Hi: mostMisereP})
			if more && options.has(last, leastMisereP, mostMisereP) {
				more = yield(moved)
			}
			if !more {
				return
			}
		}
	}
}

// insert returns plan and one choice more, in the order of the parts.
func insert(plan Plan, choice Choice) Plan {
	longer := make(Plan, 0, len(plan)+1)
	for i, c := range plan {
		if c.Part > choice.Part {
			return append(append(longer, choice), plan[i:]...)
		}
		longer = append(longer, c)
	}
	return append(longer, choice)
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
