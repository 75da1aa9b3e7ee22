package formulas

// The conditions that a translation collects: formulas that
// are kept simple while they are built, so that what cannot happen is not followed.

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/automata"
)

// A cond is a condition on natural numbers. The functions of this file make it, and push
// negations down to atoms and quantifiers.
type cond = automata.Formula

var holds, fails = automata.True(), automata.False()

func truthOf(b bool) cond {
	if b {
		return holds
	}
	return fails
}

// always reports whether the condition holds by its form.
func always(c cond) bool { v, ok := c.Constant(); return ok && v }

// never reports whether the condition fails by its form.
func never(c cond) bool { v, ok := c.Constant(); return ok && !v }

// mostParts bounds the size of a condition, which may double where it is used twice.
const mostParts = 20_000

// isAtMost returns "t <= u".
func isAtMost(t, u automata.Term) cond {
	switch low, high := t.Minus(u).Bounds(); {
	case high != nil && high.Sign() <= 0:
		return holds
	case low != nil && low.Sign() > 0:
		return fails
	}
	return automata.LessEqual(t, u)
}

// isLess returns "t < u".
func isLess(t, u automata.Term) cond { return isAtMost(t.Plus(automata.C(1)), u) }

// isEqual returns "t = u".
func isEqual(t, u automata.Term) cond {
	if low, high := t.Minus(u).Bounds(); low != nil && low.Sign() > 0 || high != nil && high.Sign() < 0 {
		return fails
	}
	return automata.Equal(t, u)
}

// isMultiple returns "m divides t", for m > 0.
func isMultiple(t automata.Term, m int64) cond { return automata.Congruent(t, automata.Term{}, m) }

func isNot(c cond) cond {
	if t, equal, ok := c.Sign(); ok && !equal {
		return isLess(automata.Term{}, t)
	}
	if all := c.Conjuncts(); len(all) > 1 {
		return anyOf(negated(all)...)
	}
	if any := c.Disjuncts(); len(any) > 1 {
		return allOf(negated(any)...)
	}
	return automata.Not(c)
}

func negated(all []cond) []cond {
	for i, c := range all {
		all[i] = isNot(c)
	}
	return all
}

// forSome returns "for some numbers of these names, c", each part of c by itself.
func forSome(names []string, c cond) cond {
	speaks := func(c cond) bool {
		return slices.ContainsFunc(c.Free(), func(name string) bool { return slices.Contains(names, name) })
	}
	if !speaks(c) {
		return c
	}
	if any := c.Disjuncts(); len(any) > 1 {
		for i, d := range any {
			any[i] = forSome(names, d)
		}
		return anyOf(any...)
	}
	var inside, outside []cond
	for _, d := range c.Conjuncts() {
		if speaks(d) {
			inside = append(inside, d)
		} else {
			outside = append(outside, d)
		}
	}
	if len(outside) > 0 {
		return allOf(append(outside, forSome(names, allOf(inside...)))...)
	}
	return automata.Exists(names, c)
}

// mostJoined bounds the conditions that are compared with each other when they are joined.
const mostJoined = 400

func allOf(conds ...cond) cond { return join(true, conds) }

func anyOf(conds ...cond) cond { return join(false, conds) }

// join joins conditions by and, or by or, and leaves out what others say already.
func join(and bool, conds []cond) cond {
	parts, others := cond.Conjuncts, cond.Disjuncts
	if !and {
		parts, others = others, parts
	}
	var kids []cond
	seen := map[automata.Key]bool{}
	linear := map[string]int{} // of conditions with the same coefficients only one counts
	for _, c := range conds {
		for _, c := range parts(c) {
			if seen[c.Key()] {
				continue
			}
			t, equal, ok := c.Sign()
			order := ok && !equal // linear has what contradicts it
			if _, ok := c.Constant(); ok || !order && len(others(c)) == 1 && seen[isNot(c).Key()] {
				return truthOf(!and)
			}
			seen[c.Key()] = true
			if order {
				k := t.Constant()
				form := t.Minus(automata.Big(k))
				if at, ok := linear[form.String()]; ok {
					if other, _, _ := kids[at].Sign(); (k.Cmp(other.Constant()) > 0) == and {
						kids[at] = c
					}
					continue
				}
				if at, ok := linear[form.Times(-1).String()]; ok {
					// t + k <= 0 and -t + m <= 0: some t if k + m <= 0. One of them: each t if k + m <= 1.
					other, _, _ := kids[at].Sign()
					sum := new(big.Int).Add(k, other.Constant())
					if and && sum.Sign() > 0 || !and && sum.Cmp(big.NewInt(1)) <= 0 {
						return truthOf(!and)
					}
				}
				linear[form.String()] = len(kids)
			}
			kids = append(kids, c)
		}
	}
	kids, changed := absorb(and, others, kids)
	switch {
	case changed:
		return join(and, kids)
	case len(kids) == 0:
		return truthOf(and)
	case len(kids) == 1:
		return kids[0]
	}
	if !and && len(kids) <= mostJoined {
		if common := commonTo(kids); len(common) > 0 {
			return allOf(append(common, anyOf(without(kids, common)...))...)
		}
	}
	all := automata.Or
	if and {
		all = automata.And
	}
	c := all(kids...)
	if c.Size() > mostParts {
		panic(refusal{fmt.Errorf("a formula of the moves has more than %d parts: %w", mostParts, meter.Steps)})
	}
	return c
}

// absorb leaves out what others say: A or (A and B) is A, not A or (A and B) is not A or B,
// and the same with and and or exchanged. Others are the parts of the other kind.
func absorb(and bool, others func(cond) []cond, kids []cond) (left []cond, changed bool) {
	if len(kids) > mostJoined {
		return kids, false
	}
	keys, nots := map[automata.Key]bool{}, map[automata.Key]bool{}
	for _, k := range kids {
		if keys[k.Key()] = true; len(others(k)) == 1 {
			nots[isNot(k).Key()] = true
		}
	}
	for _, k := range kids {
		parts := others(k)
		if len(parts) > 1 {
			if slices.ContainsFunc(parts, func(c cond) bool { return keys[c.Key()] }) {
				changed = true
				continue
			}
			if rest := slices.DeleteFunc(slices.Clone(parts), func(c cond) bool { return nots[c.Key()] }); len(rest) < len(parts) {
				k, changed = join(!and, rest), true
			}
		}
		left = append(left, k)
	}
	return left, changed
}

// among reports whether a condition is one of a list.
func among(c cond, list []cond) bool {
	return slices.ContainsFunc(list, func(d cond) bool { return d.Key() == c.Key() })
}

// commonTo returns the conjuncts of all kids.
func commonTo(kids []cond) (common []cond) {
	for _, c := range kids[0].Conjuncts() {
		if !slices.ContainsFunc(kids[1:], func(k cond) bool { return !among(c, k.Conjuncts()) }) {
			common = append(common, c)
		}
	}
	return common
}

func without(kids, common []cond) (rest []cond) {
	for _, k := range kids {
		rest = append(rest, allOf(slices.DeleteFunc(k.Conjuncts(), func(c cond) bool { return among(c, common) })...))
	}
	return rest
}

// A path is what holds where the rules have come to: conditions on the coordinates and on
// numbers that the path binds. Paths share their beginnings and are never changed.
type path struct {
	conds     []cond
	bound     []string
	quotients [][2]string // t // k, and the bound number that it is
}

// dead reports whether the path leads nowhere, by the form of its conditions.
func (p path) dead() bool { return slices.ContainsFunc(p.conds, never) }

func (p path) with(conds ...cond) path {
	p.conds = slices.Clip(p.conds)
	for _, c := range conds {
		for _, c := range c.Conjuncts() {
			if !among(c, p.conds) {
				p.conds = append(p.conds, c)
			}
		}
	}
	return p
}

func (p path) binding(v string) path {
	p.bound = append(p.bound[:len(p.bound):len(p.bound)], v)
	return p
}

// since returns what the path says beyond an earlier one, and other conditions, with the
// numbers quantified that were bound since.
func (p path) since(earlier path, also ...cond) cond {
	return forSome(p.bound[len(earlier.bound):], allOf(append(slices.Clip(p.conds[len(earlier.conds):]), also...)...))
}

// outside returns the conditions since an earlier path that speak of no number that was bound
// since.
func (p path) outside(earlier path) (conds []cond) {
	for _, c := range p.conds[len(earlier.conds):] {
		if !slices.ContainsFunc(p.bound[len(earlier.bound):], func(n string) bool { return slices.Contains(c.Free(), n) }) {
			conds = append(conds, c)
		}
	}
	return conds
}

// simplify returns holds or fails where linear conditions of the path say so, and otherwise c.
func (p path) simplify(c cond) cond {
	all, any := c.Conjuncts(), c.Disjuncts()
	for i := range all {
		if len(all) > 1 {
			all[i] = p.simplify(all[i])
		}
	}
	for i := range any {
		if len(any) > 1 {
			any[i] = p.simplify(any[i])
		}
	}
	switch {
	case len(all) > 1:
		return allOf(all...)
	case len(any) > 1:
		return anyOf(any...)
	}
	if t, equal, ok := c.Sign(); ok {
		if !equal && p.implies(t) {
			return holds
		}
		if p.implies(below(t)) || equal && p.implies(below(t.Times(-1))) {
			return fails
		}
	} else if _, _, ok := isNot(c).Sign(); ok {
		return isNot(p.simplify(isNot(c)))
	}
	switch {
	case among(c, p.conds):
		return holds
	case among(isNot(c), p.conds):
		return fails
	}
	return c
}

// below returns the term that is at most 0 where t is above 0.
func below(t automata.Term) automata.Term { return automata.C(1).Minus(t) }

// mostKnown bounds the conditions of a path that are looked at to simplify another.
const mostKnown = 24

// implies reports whether t <= 0 follows from at most two linear conditions of the path.
// It may miss that.
func (p path) implies(t automata.Term) bool {
	if surely(t) {
		return true
	}
	var known []automata.Term
	for _, c := range p.conds[max(0, len(p.conds)-mostKnown):] {
		if k, equal, ok := c.Sign(); ok {
			if known = append(known, k); equal {
				known = append(known, k.Times(-1))
			}
		}
	}
	for i, k := range known {
		if !helps(k, t) {
			continue
		}
		rest := t.Minus(k)
		if surely(rest) {
			return true
		}
		for _, k := range known[i:] {
			if helps(k, rest) && surely(rest.Minus(k)) {
				return true
			}
		}
	}
	return false
}

// surely reports whether a term is at most 0 whatever its variables are.
func surely(t automata.Term) bool {
	_, high := t.Bounds()
	return high != nil && high.Sign() <= 0
}

// helps reports whether t - k lacks some part above 0 of t, or has less of it.
func helps(k, t automata.Term) bool {
	return t.Constant().Sign() > 0 && k.Constant().Sign() > 0 ||
		slices.ContainsFunc(k.Names(), func(n string) bool { return k.Coefficient(n).Sign() > 0 && t.Coefficient(n).Sign() > 0 })
}
