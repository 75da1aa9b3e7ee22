//go:build !playing

package pattern

// This file says in formulas what grows as a logarithm does, such as the number of trailing zeros of
// x + 1 in binary: no formula says that this is v, but one says that 2^v is the largest power of two
// that divides x + 1. The number v is a place of the digits, and 2^v is its weight.

import (
	"context"

	"github.com/grundy-games/grundy/theory/automata"
)

// mostPlace bounds the values whose weights stand in formulas, other than through a feature.
const mostPlace = 62

// weighed returns a formula that holds exactly where the weight of the value of a rule, which is that
// power of two, is a number called weight. The error says what is not definable.
func weighed(ctx context.Context, r Rule, names []string, weight string) (automata.Formula, *automata.System, error) {
	e, ok := r.(*Expression)
	if !ok || e.of != NimValues {
		return automata.False(), nil, &Unproved{Why: "an automaton says the values themselves"}
	}
	f, in, err := e.formula(ctx, names, func(b *formulas, s *said) automata.Formula {
		if b.in != nil && b.in.Name() != automata.Base(2).Name() {
			return b.unsaid(e.node)
		}
		return b.weigh(e.node, automata.V(weight), s)
	})
	if in == nil {
		in = automata.Base(2)
	}
	return f, in, err
}

// weigh returns a formula which says, with s, that w is two to the power of the expression.
func (b *formulas) weigh(e *node, w automata.Term, s *said) automata.Formula {
	power := func(n int64) automata.Term { return automata.C(1 << n) }
	weights := func(kids []*node) (t []automata.Term) {
		for _, k := range kids {
			v := automata.V(b.fresh(s))
			s.all = append(s.all, b.weigh(k, v, s))
			t = append(t, v)
		}
		return t
	}
	// values are all that the expression takes.
	var values []int64
	switch e.op {
	case opFeature:
		switch n := b.term(e.kids[0], s); e.feature.name {
		case "zeros":
			return automata.LowestPower(n, w)
		case "digits":
			u := automata.V(b.fresh(s)) // 0 where n is
			none := automata.And(automata.Equal(n, automata.C(0)), automata.Equal(u, n), automata.Equal(w, power(0)))
			return automata.Or(none, automata.And(automata.LargestPower(n, u), automata.Equal(w, u.Times(2))))
		}
	case opAdd:
		switch {
		case len(e.kids) != 1 || max(e.n, -e.n) > mostPlace:
		case e.n < 0:
			return automata.Equal(weights(e.kids)[0], w.Times(1<<-e.n))
		default:
			return automata.Equal(weights(e.kids)[0].Times(1<<e.n), w)
		}
	case opMin, opMax:
		return extreme(e.op, weights(e.kids), w)
	case opSelect:
		i := b.term(e.kids[0], s)
		var all []automata.Formula
		for k, kid := range e.kids[1:] {
			inner := &said{}
			f := b.weigh(kid, w, inner)
			all = append(all, automata.And(automata.Equal(i, automata.C(int64(k))), inner.exists(f)))
		}
		return automata.Or(all...)
	case opConstant:
		values = []int64{e.n}
	case opEqual, opLess:
		values = upTo(2)
	case opMod:
		values = upTo(int(min(e.n, mostPlace+2)))
	case opCycle:
		if e.cycle.saltus == 0 {
			values = append(append(values, e.cycle.first...), e.cycle.turn...)
		}
	case opGrid:
		values = e.grid.values
	}
	at := map[int64][]automata.Formula{}
	for _, v := range values {
		if v < 0 || v > mostPlace {
			return b.unsaid(e)
		}
		at[1<<v] = []automata.Formula{b.is(e, automata.C(v))}
	}
	if len(at) == 0 {
		return b.unsaid(e)
	}
	return either(at, w)
}
