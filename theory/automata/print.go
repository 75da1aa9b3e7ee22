package automata

// This file writes formulas as [Parse] reads them.

import (
	"cmp"
	"math/big"
	"slices"
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
func (f Formula) String() string { return f.Text(nil) }

// Text writes the formula like [Formula.String], except for the arguments of sets: they stand in the
// order of the list as far as it names their tracks, and the others follow. So the reader of a game
// with heaps n and most sees P(n, most), although tracks are in the order of their names.
func (f Formula) Text(order []string) string { return f.in(bindQuantifier, order) }

// in writes f, in brackets if it binds less tightly than its place needs.
func (f Formula) in(place int, order []string) string {
	own, text := f.text(order)
	if own < place {
		return "(" + text + ")"
	}
	return text
}

// text returns how tightly f binds, and its text.
func (f Formula) text(order []string) (int, string) {
	n := f.n
	switch f.op() {
	case opTrue:
		return bindNot, "true"
	case opNot:
		return n.sub[0].negatedText(order)
	case opAnd:
		return bindAnd, n.joined(" & ", bindAnd+1, order)
	case opOr:
		if n.sub[0].op() == opNot { // if f, then the rest
			return bindImplies, n.sub[0].n.sub[0].in(bindImplies+1, order) + " => " + Or(n.sub[1:]...).in(bindImplies, order)
		}
		return bindOr, n.joined(" | ", bindOr+1, order)
	case opIff:
		return bindIff, n.joined(" <=> ", bindIff+1, order)
	case opExists:
		return bindQuantifier, n.quantified("E", n.sub[0], order)
	case opZero:
		return bindNot, n.compared(" = ")
	case opNonPositive:
		return bindNot, n.compared(" <= ")
	case opCongruent:
		return bindNot, n.congruence(" = ")
	}
	name := n.name
	if n.op != opSet {
		name = atomNames[n.op]
	}
	terms := slices.Clone(n.terms)
	if n.op == opSet && len(order) > 0 {
		place := func(i int) int { return slices.Index(order, n.set.Tracks()[i]) } // -1 comes last
		at := make([]int, len(terms))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(uint(place(i)), uint(place(j))) })
		for i, from := range at {
			terms[i] = n.terms[from]
		}
	}
	args := make([]string, len(terms))
	for i, t := range terms {
		args[i] = t.String()
	}
	return bindNot, name + "(" + strings.Join(args, ", ") + ")"
}

// negatedText returns how tightly the negation of f binds, and its text.
func (f Formula) negatedText(order []string) (int, string) {
	n := f.n
	switch f.op() {
	case opTrue:
		return bindNot, "false"
	case opZero:
		return bindNot, n.compared(" != ")
	case opNonPositive: // t > 0
		more := *n
		more.terms = []Term{Term{}.Minus(n.terms[0]).Plus(C(1))}
		return bindNot, more.compared(" <= ")
	case opCongruent:
		return bindNot, n.congruence(" != ")
	case opExists:
		if n.sub[0].op() == opNot {
			return bindQuantifier, n.quantified("A", Not(n.sub[0]), order)
		}
	}
	return bindNot, "~" + f.in(bindNot, order)
}

func (n *node) joined(by string, place int, order []string) string {
	parts := make([]string, len(n.sub))
	for i, f := range n.sub {
		parts[i] = f.in(place, order)
	}
	return strings.Join(parts, by)
}

func (n *node) quantified(letter string, f Formula, order []string) string {
	return letter + " " + strings.Join(n.bound, ", ") + ": " + f.Text(order)
}

// compared writes an atom about the sign of a term, with only sums on either side.
func (n *node) compared(relation string) string {
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
	return left.String() + relation + right.String()
}

func (n *node) congruence(relation string) string {
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
	return left.String() + relation + right.String() + " (mod " + n.mod.String() + ")"
}

// The names of the atoms about digits.
var atomNames = map[op]string{opPower: "power", opLargest: "leading", opLowest: "trailing", opXor: "xor"}
