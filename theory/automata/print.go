package automata

// This file writes formulas as [Parse] reads them.

import (
	"math/big"
	"strings"
)

// How tightly the parts of a formula bind.
const (
	bindQuantifier = iota
	bindIff
	bindImplies
	bindOr
	bindAnd
	bindNot
)

// String writes the formula as [Parse] reads it.
func (f Formula) String() string {
	var b strings.Builder
	f.write(&b, bindQuantifier)
	return b.String()
}

// write writes f, in brackets if it binds less tightly than its place needs.
func (f Formula) write(b *strings.Builder, place int) {
	own, text := f.text()
	if own < place {
		b.WriteString("(")
		text(b)
		b.WriteString(")")
		return
	}
	text(b)
}

// text returns how tightly f binds, and what writes it.
func (f Formula) text() (int, func(b *strings.Builder)) {
	n := f.n
	switch f.op() {
	case opTrue:
		return bindNot, func(b *strings.Builder) { b.WriteString("true") }
	case opNot:
		return n.sub[0].negatedText()
	case opAnd:
		return bindAnd, n.list(" & ", bindAnd+1)
	case opOr:
		if given, ok := n.premise(); ok {
			return bindImplies, func(b *strings.Builder) {
				given.write(b, bindImplies+1)
				b.WriteString(" => ")
				Or(n.sub[1:]...).write(b, bindImplies)
			}
		}
		return bindOr, n.list(" | ", bindOr+1)
	case opIff:
		return bindIff, n.list(" <=> ", bindIff+1)
	case opExists:
		return bindQuantifier, n.quantifier("E ", n.sub[0])
	case opZero:
		return bindNot, n.compare(" = ")
	case opNonPositive:
		return bindNot, n.compare(" <= ")
	case opCongruent:
		return bindNot, n.congruence(" = ")
	}
	return bindNot, n.writeAtom
}

// premise returns f where the disjunction n says "if f, then the rest".
func (n *node) premise() (Formula, bool) {
	if n.sub[0].op() != opNot {
		return Formula{}, false
	}
	return n.sub[0].n.sub[0], true
}

// negatedText returns how tightly the negation of f binds, and what writes it.
func (f Formula) negatedText() (int, func(b *strings.Builder)) {
	n := f.n
	switch f.op() {
	case opTrue:
		return bindNot, func(b *strings.Builder) { b.WriteString("false") }
	case opZero:
		return bindNot, n.compare(" != ")
	case opNonPositive: // t > 0
		more := *n
		more.terms = []Term{Term{}.Minus(n.terms[0]).Plus(C(1))}
		return bindNot, more.compare(" <= ")
	case opCongruent:
		return bindNot, n.congruence(" != ")
	case opExists:
		if n.sub[0].op() == opNot {
			return bindQuantifier, n.quantifier("A ", Not(n.sub[0]))
		}
	}
	return bindNot, func(b *strings.Builder) {
		b.WriteString("~")
		f.write(b, bindNot)
	}
}

func (n *node) list(between string, place int) func(b *strings.Builder) {
	return func(b *strings.Builder) {
		for i, f := range n.sub {
			if i > 0 {
				b.WriteString(between)
			}
			f.write(b, place)
		}
	}
}

func (n *node) quantifier(letter string, f Formula) func(b *strings.Builder) {
	return func(b *strings.Builder) {
		b.WriteString(letter + strings.Join(n.bound, ", ") + ": ")
		f.write(b, bindQuantifier)
	}
}

// compare returns what writes an atom about the sign of a term, with only sums on either
// side.
func (n *node) compare(relation string) func(b *strings.Builder) {
	var left, right Term
	t := n.terms[0]
	for _, p := range t.parts {
		side := &left
		if p.by.Sign() < 0 {
			side = &right
		}
		side.parts = append(side.parts, part{p.name, new(big.Int).Abs(p.by)})
	}
	switch c := t.Constant(); {
	case c.Cmp(one) == 0 && relation == " <= ":
		relation = " < "
	case c.Sign() > 0:
		left.c = c
	default:
		right.c = new(big.Int).Neg(c)
	}
	// An equation reads better with a single variable on the left.
	_, single := left.Variable()
	if _, other := right.Variable(); relation != " < " && relation != " <= " && (len(left.parts) == 0 || other && !single) {
		left, right = right, left
	}
	return func(b *strings.Builder) { b.WriteString(left.String() + relation + right.String()) }
}

func (n *node) congruence(relation string) func(b *strings.Builder) {
	var left Term
	right := Term{c: new(big.Int).Neg(n.terms[0].Constant())}
	right.c.Mod(right.c, n.mod)
	for _, p := range n.terms[0].parts {
		if less := new(big.Int).Sub(n.mod, p.by); less.Cmp(p.by) < 0 {
			right.parts = append(right.parts, part{p.name, less})
		} else {
			left.parts = append(left.parts, p)
		}
	}
	if len(left.parts) == 0 {
		left.c, right.c = new(big.Int).Mod(n.terms[0].Constant(), n.mod), nil
	}
	return func(b *strings.Builder) {
		b.WriteString(left.String() + relation + right.String() + " (mod " + n.mod.String() + ")")
	}
}

// The names of the atoms about digits.
var atomNames = map[op]string{opPower: "power", opLargest: "leading", opLowest: "trailing", opXor: "xor"}

func (n *node) writeAtom(b *strings.Builder) {
	name := n.name
	if n.op != opSet {
		name = atomNames[n.op]
	}
	b.WriteString(name + "(")
	for i, t := range n.terms {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(t.String())
	}
	b.WriteString(")")
}
