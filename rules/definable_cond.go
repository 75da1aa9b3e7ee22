package rules

// This file holds the conditions that the translation of moves collects: formulas that
// are kept simple while they are built, so that what cannot happen is not followed.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"grundy/internal/meter"
	"grundy/theory/automata"
)

// A cond is a condition on natural numbers. It is never changed.
type cond struct {
	kind condKind
	term automata.Term // of linear conditions and powers
	mod  int64         // of a congruence
	vars []string      // of a quantifier
	kids []*cond
	key  string // equal conditions of the same form have the same
	size int
	not  *cond // the negation, once it has been asked for
}

type condKind uint8

const (
	always condKind = iota
	never
	atLeast0 // term >= 0
	is0      // term = 0
	isNot0   // term != 0
	divides  // mod divides term
	isPower  // term is a power of the base
	isXor    // the kids are three terms: the XOR of two is the third
	isTerm   // a kid of isXor
	and
	or
	not  // of divides, isPower and some
	some // natural numbers vars, so that the kid holds
)

var (
	holds = &cond{kind: always, key: "T", size: 1}
	fails = &cond{kind: never, key: "F", size: 1}
)

func truthOf(b bool) *cond {
	if b {
		return holds
	}
	return fails
}

// mostParts bounds the size of a condition, which may double where it is used twice.
const mostParts = 20_000

func (c *cond) made() *cond {
	c.size = 1
	for _, k := range c.kids {
		c.size += k.size
	}
	if c.size > mostParts {
		panic(refusal{fmt.Errorf("a formula of the moves has more than %d parts: %w", mostParts, meter.Steps)})
	}
	if c.key != "" {
		return c
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d", c.kind)
	switch c.kind {
	case atLeast0, is0, isNot0, isPower, isTerm:
		b.WriteString(" " + c.term.String())
	case divides:
		fmt.Fprintf(&b, " %d %s", c.mod, c.term)
	default:
		for _, v := range c.vars {
			b.WriteString(" " + v)
		}
		b.WriteByte('(')
		for _, k := range c.kids {
			b.WriteString(k.key + ";")
		}
		b.WriteByte(')')
	}
	c.key = b.String()
	return c
}

// isAtLeast0 returns "t >= 0".
func isAtLeast0(t automata.Term) *cond {
	names := t.Names()
	low, high := true, true // no coefficient is below, or above, 0
	g := new(big.Int)
	for _, n := range names {
		k := t.Coefficient(n)
		low, high = low && k.Sign() > 0, high && k.Sign() < 0
		g.GCD(nil, nil, g, new(big.Int).Abs(k))
	}
	c := t.Constant()
	switch {
	case low && c.Sign() >= 0:
		return holds
	case high && c.Sign() < 0:
		return fails
	}
	t = over(t, g)
	return (&cond{kind: atLeast0, term: t}).made()
}

// over returns the form whose coefficients are divided by g, which divides them, and whose
// constant is rounded down.
func over(t automata.Term, g *big.Int) automata.Term {
	if g.Cmp(big.NewInt(1)) <= 0 {
		return t
	}
	sum := automata.Big(new(big.Int).Div(t.Constant(), g)) // rounds down, as g > 0
	for _, n := range t.Names() {
		k := new(big.Int).Quo(t.Coefficient(n), g)
		if !k.IsInt64() {
			return t
		}
		sum = sum.Plus(automata.V(n).Times(k.Int64()))
	}
	return sum
}

// isLess returns "t < u".
func isLess(t, u automata.Term) *cond { return isAtLeast0(u.Minus(t).Plus(automata.C(-1))) }

// isAtMost returns "t <= u".
func isAtMost(t, u automata.Term) *cond { return isAtLeast0(u.Minus(t)) }

// isEqual returns "t = u".
func isEqual(t, u automata.Term) *cond {
	d := t.Minus(u)
	names := d.Names()
	if len(names) == 0 {
		return truthOf(d.Constant().Sign() == 0)
	}
	low, high := true, true
	g := new(big.Int)
	for _, n := range names {
		k := d.Coefficient(n)
		low, high = low && k.Sign() > 0, high && k.Sign() < 0
		g.GCD(nil, nil, g, new(big.Int).Abs(k))
	}
	c := d.Constant()
	if low && c.Sign() > 0 || high && c.Sign() < 0 || new(big.Int).Rem(c, g).Sign() != 0 {
		return fails
	}
	if d.Coefficient(names[0]).Sign() < 0 {
		d = d.Times(-1)
	}
	return (&cond{kind: is0, term: over(d, g)}).made()
}

// isMultiple returns "m divides t", for m > 0.
func isMultiple(t automata.Term, m int64) *cond {
	big0, rest := big.NewInt(m), automata.Term{}
	for _, n := range t.Names() {
		rest = rest.Plus(automata.V(n).Times(new(big.Int).Mod(t.Coefficient(n), big0).Int64()))
	}
	rest = rest.Plus(automata.Big(new(big.Int).Mod(t.Constant(), big0)))
	if len(rest.Names()) == 0 {
		return truthOf(rest.Constant().Sign() == 0)
	}
	return (&cond{kind: divides, term: rest, mod: m}).made()
}

func isPowerOf(t automata.Term) *cond { return (&cond{kind: isPower, term: t}).made() }

func isXorOf(t, u, v automata.Term) *cond {
	c := &cond{kind: isXor}
	for _, t := range []automata.Term{t, u, v} {
		c.kids = append(c.kids, (&cond{kind: isTerm, term: t}).made())
	}
	return c.made()
}

func isNot(c *cond) *cond {
	switch {
	case c.kind == always:
		return fails
	case c.kind == never:
		return holds
	case c.not == nil:
		c.not = c.negated()
	}
	return c.not
}

func (c *cond) negated() *cond {
	switch c.kind {
	case atLeast0:
		return isAtLeast0(c.term.Times(-1).Plus(automata.C(-1)))
	case is0:
		return (&cond{kind: isNot0, term: c.term}).made()
	case isNot0:
		return (&cond{kind: is0, term: c.term}).made()
	case and, or:
		kids := make([]*cond, len(c.kids))
		for i, k := range c.kids {
			kids[i] = isNot(k)
		}
		if c.kind == and {
			return anyOf(kids...)
		}
		return allOf(kids...)
	case not:
		return c.kids[0]
	}
	return (&cond{kind: not, kids: []*cond{c}}).made()
}

func forSome(vars []string, c *cond) *cond {
	free := map[string]bool{}
	c.free(free)
	vars = slices.DeleteFunc(slices.Clone(vars), func(v string) bool { return !free[v] })
	if len(vars) == 0 {
		return c
	}
	switch c.kind {
	case or: // each by itself
		kids := make([]*cond, len(c.kids))
		for i, k := range c.kids {
			kids[i] = forSome(vars, k)
		}
		return anyOf(kids...)
	case and: // what does not speak of the variables stands outside
		var inside, outside []*cond
		for _, k := range c.kids {
			free := map[string]bool{}
			k.free(free)
			if slices.ContainsFunc(vars, func(v string) bool { return free[v] }) {
				inside = append(inside, k)
			} else {
				outside = append(outside, k)
			}
		}
		if len(outside) > 0 {
			return allOf(append(outside, forSome(vars, allOf(inside...)))...)
		}
	case some:
		vars = append(vars, c.vars...)
		c = c.kids[0]
	}
	slices.Sort(vars)
	return (&cond{kind: some, vars: vars, kids: []*cond{c}}).made()
}

// free adds the free variables of the condition.
func (c *cond) free(to map[string]bool) {
	for _, n := range c.term.Names() {
		to[n] = true
	}
	if c.kind == some {
		inner := map[string]bool{}
		c.kids[0].free(inner)
		for n := range inner {
			if !slices.Contains(c.vars, n) {
				to[n] = true
			}
		}
		return
	}
	for _, k := range c.kids {
		k.free(to)
	}
}

// replace returns the condition with variables replaced. Variables bound in it have names
// of their own, which no term has.
func (c *cond) replace(by map[string]automata.Term) *cond {
	switch c.kind {
	case atLeast0:
		return isAtLeast0(c.term.Substitute(by))
	case is0:
		return isEqual(c.term.Substitute(by), automata.Term{})
	case isNot0:
		return isNot(isEqual(c.term.Substitute(by), automata.Term{}))
	case divides:
		return isMultiple(c.term.Substitute(by), c.mod)
	case isPower:
		return isPowerOf(c.term.Substitute(by))
	case isXor:
		return isXorOf(c.kids[0].term.Substitute(by), c.kids[1].term.Substitute(by), c.kids[2].term.Substitute(by))
	case always, never:
		return c
	}
	kids := make([]*cond, len(c.kids))
	for i, k := range c.kids {
		kids[i] = k.replace(by)
	}
	switch c.kind {
	case and:
		return allOf(kids...)
	case or:
		return anyOf(kids...)
	case not:
		return isNot(kids[0])
	}
	return forSome(c.vars, kids[0])
}

// mostJoined bounds the conditions that are compared with each other when they are joined.
const mostJoined = 400

func allOf(conds ...*cond) *cond { return joinConds(and, conds) }

func anyOf(conds ...*cond) *cond { return joinConds(or, conds) }

// joinConds joins conditions by and, or by or, and leaves out what others say already.
func joinConds(kind condKind, conds []*cond) *cond {
	neutral, final := holds, fails
	if kind == or {
		neutral, final = fails, holds
	}
	var kids []*cond
	seen := map[string]bool{}
	// Of linear conditions with the same coefficients only one counts.
	linear := map[string]int{}
	var add func(c *cond) bool
	add = func(c *cond) bool {
		switch {
		case c.kind == neutral.kind || seen[c.key]:
			return true
		case c.kind == final.kind:
			return false
		case c.kind == kind:
			for _, k := range c.kids {
				if !add(k) {
					return false
				}
			}
			return true
		}
		if seen[isNot(c).key] {
			return false
		}
		if c.kind == atLeast0 {
			shape := c.term.Minus(automata.Big(c.term.Constant()))
			if at, ok := linear[shape.String()]; ok {
				other := kids[at].term.Constant()
				if (c.term.Constant().Cmp(other) < 0) == (kind == and) {
					kids[at] = c
				}
				seen[c.key] = true
				return true
			}
			if at, ok := linear[shape.Times(-1).String()]; ok {
				// t + c >= 0 and -t + d >= 0: some t if c + d >= 0.
				sum := new(big.Int).Add(c.term.Constant(), kids[at].term.Constant())
				if kind == and && sum.Sign() < 0 || kind == or && sum.Cmp(big.NewInt(-1)) >= 0 {
					return false
				}
			}
			linear[shape.String()] = len(kids)
		}
		seen[c.key] = true
		kids = append(kids, c)
		return true
	}
	for _, c := range conds {
		if !add(c) {
			return final
		}
	}
	kids, changed := absorb(kind, kids)
	if changed {
		return joinConds(kind, kids)
	}
	switch len(kids) {
	case 0:
		return neutral
	case 1:
		return kids[0]
	}
	if kind == or && len(kids) <= mostJoined {
		if common := commonTo(kids); len(common) > 0 {
			return allOf(append(common, anyOf(without(kids, common)...))...)
		}
	}
	return (&cond{kind: kind, kids: kids}).made()
}

// absorb leaves out what others say: A or (A and B) is A, not A or (A and B) is not A or B,
// and the same with and and or exchanged.
func absorb(kind condKind, kids []*cond) (left []*cond, changed bool) {
	if len(kids) > mostJoined {
		return kids, false
	}
	other := or
	if kind == or {
		other = and
	}
	keys, nots := map[string]bool{}, map[string]bool{}
	for _, k := range kids {
		if keys[k.key] = true; k.kind != other {
			nots[isNot(k).key] = true
		}
	}
	for _, k := range kids {
		if k.kind != other {
			left = append(left, k)
			continue
		}
		if slices.ContainsFunc(k.kids, func(c *cond) bool { return keys[c.key] }) {
			changed = true
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(k.kids), func(c *cond) bool { return nots[c.key] })
		if len(rest) < len(k.kids) {
			k, changed = joinConds(other, rest), true
		}
		left = append(left, k)
	}
	return left, changed
}

func conjuncts(c *cond) []*cond {
	switch c.kind {
	case and:
		return c.kids
	case always:
		return nil
	}
	return []*cond{c}
}

// commonTo returns the conjuncts of all kids.
func commonTo(kids []*cond) (common []*cond) {
	for _, c := range conjuncts(kids[0]) {
		if !slices.ContainsFunc(kids[1:], func(k *cond) bool {
			return !slices.ContainsFunc(conjuncts(k), func(d *cond) bool { return d.key == c.key })
		}) {
			common = append(common, c)
		}
	}
	return common
}

func without(kids, common []*cond) (rest []*cond) {
	for _, k := range kids {
		rest = append(rest, allOf(slices.DeleteFunc(slices.Clone(conjuncts(k)), func(c *cond) bool {
			return slices.ContainsFunc(common, func(d *cond) bool { return d.key == c.key })
		})...))
	}
	return rest
}

// formula returns the condition as a formula.
func (c *cond) formula() automata.Formula {
	switch c.kind {
	case always:
		return automata.True()
	case never:
		return automata.False()
	case atLeast0:
		return automata.LessEqual(automata.Term{}, c.term)
	case is0:
		return automata.Equal(c.term, automata.Term{})
	case isNot0:
		return automata.Not(automata.Equal(c.term, automata.Term{}))
	case divides:
		return automata.Congruent(c.term, automata.Term{}, c.mod)
	case isPower:
		return automata.Power(c.term)
	case isXor:
		return automata.Xor(c.kids[0].term, c.kids[1].term, c.kids[2].term)
	}
	parts := make([]automata.Formula, len(c.kids))
	for i, k := range c.kids {
		parts[i] = k.formula()
	}
	switch c.kind {
	case and:
		return automata.And(parts...)
	case or:
		return automata.Or(parts...)
	case not:
		return automata.Not(parts[0])
	}
	return automata.Exists(c.vars, parts[0])
}

// A path is what holds where the rules have come to: conditions on the coordinates and on
// numbers that the path binds. Paths share their beginnings and are never changed.
type path struct {
	conds     []*cond
	bound     []string
	quotients [][2]string // t // k, and the bound number that it is
}

// dead reports whether the path leads nowhere, by the form of its conditions.
func (p path) dead() bool {
	return slices.ContainsFunc(p.conds, func(c *cond) bool { return c.kind == never })
}

func (p path) with(conds ...*cond) path {
	p.conds = slices.Clip(p.conds)
	for _, c := range conds {
		for _, c := range conjuncts(c) {
			if !slices.ContainsFunc(p.conds, func(d *cond) bool { return d.key == c.key }) {
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
func (p path) since(earlier path, also ...*cond) *cond {
	return forSome(p.bound[len(earlier.bound):], allOf(append(slices.Clip(p.conds[len(earlier.conds):]), also...)...))
}

// simplify returns holds or fails where linear conditions of the path say so, and otherwise c.
func (p path) simplify(c *cond) *cond {
	switch c.kind {
	case atLeast0:
		switch {
		case p.implies(c.term):
			return holds
		case p.implies(c.term.Times(-1).Plus(automata.C(-1))):
			return fails
		}
	case is0, isNot0:
		if p.implies(c.term.Plus(automata.C(-1))) || p.implies(c.term.Times(-1).Plus(automata.C(-1))) {
			return truthOf(c.kind == isNot0)
		}
	case and, or:
		kids := make([]*cond, len(c.kids))
		for i, k := range c.kids {
			kids[i] = p.simplify(k)
		}
		return joinConds(c.kind, kids)
	}
	if slices.ContainsFunc(p.conds, func(d *cond) bool { return d.key == c.key }) {
		return holds
	}
	if n := isNot(c); slices.ContainsFunc(p.conds, func(d *cond) bool { return d.key == n.key }) {
		return fails
	}
	return c
}

// mostKnown bounds the conditions of a path that are looked at to simplify another.
const mostKnown = 24

// implies reports whether t >= 0 follows from at most two linear conditions of the path.
// It may miss that.
func (p path) implies(t automata.Term) bool {
	if surely(t) {
		return true
	}
	var known []automata.Term
	for _, c := range p.conds[max(0, len(p.conds)-mostKnown):] {
		switch c.kind {
		case atLeast0:
			known = append(known, c.term)
		case is0:
			known = append(known, c.term, c.term.Times(-1))
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

// surely reports whether a term has no part below 0.
func surely(t automata.Term) bool {
	return t.Constant().Sign() >= 0 && !slices.ContainsFunc(t.Names(), func(n string) bool { return t.Coefficient(n).Sign() < 0 })
}

// helps reports whether t - k lacks some part below 0 of t, or has less of it.
func helps(k, t automata.Term) bool {
	return t.Constant().Sign() < 0 && k.Constant().Sign() < 0 ||
		slices.ContainsFunc(k.Names(), func(n string) bool { return k.Coefficient(n).Sign() < 0 && t.Coefficient(n).Sign() < 0 })
}
