package compound

// Selective compounds: in normal play all components must be P; in misère play the last component
// that can move decides.
//
// Selective, normal. Good when every component is P by itself. A move in a set
// of P components leaves each of them N. Otherwise move in all N components,
// each to a P option.
//
// Selective, misère. Good when two or more components can still move and all
// components are P in normal play, or when just one can still move and it is P
// in misère play. In the first case a move makes N of what it touches; so none
// of that has ended, two or more still can move, and one is N. Otherwise, with
// one component, it is a game by itself. With more, some of them N: move all
// these to options P in normal play. If two or more can move after that, it is
// good. Otherwise all of them, except at most one, had to be ended. If there is a
// component B that was P, it is the only one of its kind; end all others, and
// leave B if it is P in misère play, otherwise move it to an option that is. If
// there is none, take for B the component that need not have an option that
// has ended, and do the same.

import (
	"iter"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
)

var selective = Theorem{
	criterion: &allP, Measure: grundy.ByOutcome,
	Source: "selective compound: P when every component is P (C. A. B. Smith 1966; Winning Ways, chapter 10)",
}

var misereSelective = Theorem{
	criterion: &lastAlone, Measure: grundy.ByOutcomes, misere: true,
	Source: "misère selective compound: P when every component is P in normal play, or, once only one can move, when that is P in misère play (proved in theory/compound)",
}

var allP = criterion{
	compares: "number that are N",
	value:    Theorem.countN,
	plans:    func(t Theorem, parts []Part, _ Options) iter.Seq[Plan] { return t.allTo(parts, 0, 0) },
	isP:      func(p Part) bool { return p.Measure == 0 },
	reasons: func(_ Theorem, parts []Part, value uint64, say Say) {
		say("%d of %d components are N; who leaves none wins, by moving in all of them.", value, len(parts))
	},
}

var lastAlone = criterion{
	compares: "number that are N",
	value:    Theorem.countN,
	good: func(_ Theorem, parts []Part, value uint64) bool {
		switch count(parts, 1, most) {
		case 0:
			return false
		case 1:
			return count(parts, leastMisereP, mostMisereP) == 1
		}
		return value == 0
	},
	plans: Theorem.lastAlonePlans,
	count: Theorem.countLastAlone,
	isP:   func(p Part) bool { return p.Measure <= mostNormalP },
	reasons: func(_ Theorem, parts []Part, value uint64, say Say) {
		switch active := count(parts, 1, most); active {
		case 0:
			say("All components have ended.")
		case 1:
			say("Only one component can move, so its outcome in misère play decides.")
		default:
			say("%d of %d components that can move are N in normal play; who leaves none wins, if two or more can still move.", value, active)
			say("Once only one can move, its outcome in misère play decides.")
		}
	},
}

// countN returns the number of components that are N.
func (t Theorem) countN(parts []Part) (n uint64) {
	for _, p := range parts {
		if !t.criterion.isP(p) {
			n++
		}
	}
	return n
}

// Every component that is N must move to an option that is P, of measure lo …
// hi, and no P component has such an option.
func (t Theorem) allTo(parts []Part, lo, hi uint64) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		var plan Plan
		for i, p := range parts {
			if !t.criterion.isP(p) {
				plan = append(plan, Choice{Part: i, Lo: lo, Hi: hi})
			}
		}
		if len(plan) > 0 {
			yield(plan)
		}
	}
}

// goodAndBad returns the parts that can move, by their outcome in normal play.
func goodAndBad(parts []Part) (good, bad []int) {
	for i, p := range parts {
		switch {
		case p.Measure > mostNormalP:
			bad = append(bad, i)
		case p.Measure > 0:
			good = append(good, i)
		}
	}
	return good, bad
}

// A move leaves two or more components that can move, all P in normal play; or
// just one, P in misère play.
func (t Theorem) lastAlonePlans(parts []Part, options Options) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		good, bad := goodAndBad(parts)
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
			if more && options.has(last, leastMisereP, mostMisereP) {
				behind := slices.IndexFunc(append(others, Choice{Part: last}), func(c Choice) bool { return c.Part >= last })
				more = yield(slices.Insert(others, behind, Choice{Part: last, Lo: leastMisereP, Hi: mostMisereP}))
			}
			if !more {
				return
			}
		}
	}
}

// countLastAlone counts what lastAlonePlans lists.
func (Theorem) countLastAlone(parts []Part, _ []uint64, count func(part int, lo, hi uint64) *big.Int) *big.Int {
	good, bad := goodAndBad(parts)
	total := new(big.Int)
	// endOthers[j] is the number of ways to end all bad ones but bad[j].
	endOthers := make([]*big.Int, len(bad))
	end, all := big.NewInt(1), big.NewInt(1)
	for j, i := range bad {
		endOthers[j] = new(big.Int).Set(end)
		end.Mul(end, count(i, 0, 0))
		all.Mul(all, count(i, 0, mostNormalP))
	}
	behind := big.NewInt(1)
	for j := len(bad) - 1; j >= 0; j-- {
		endOthers[j].Mul(endOthers[j], behind)
		behind.Mul(behind, count(bad[j], 0, 0))
	}
	// Two or more that can move, all P in normal play.
	if len(bad) > 0 {
		total.Set(all)
		if len(good) < 2 {
			total.Sub(total, end)
		}
		if len(good) == 0 {
			for j, i := range bad {
				total.Sub(total, new(big.Int).Mul(endOthers[j], count(i, 1, mostNormalP)))
			}
		}
	}
	// One that can move: it stays or not, and all others end.
	alone := func(i int, others *big.Int, othersMove bool) {
		ways := count(i, leastMisereP, mostMisereP)
		if m := parts[i].Measure; othersMove && leastMisereP <= m && m <= mostMisereP {
			ways = plusOne(ways)
		}
		total.Add(total, new(big.Int).Mul(ways, others))
	}
	switch len(good) {
	case 0:
		for j, i := range bad {
			alone(i, endOthers[j], len(bad) > 1)
		}
	case 1:
		alone(good[0], end, len(bad) > 0)
	}
	return total
}
