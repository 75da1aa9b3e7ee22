package pattern

// This file writes expressions as formulas, where the logic of package automata can say them:
// sums, cycles and residues in any numeration system; nim-sums and counts of binary digits in
// base 2; parts of Zeckendorf's form; and Beatty sequences ⌊kα⌋ where α = [c; a, a, …].
//
// Of the last: let q be the denominators of α's convergents and k the sum of digits d_i·q_i,
// as Ostrowski writes it. Since q_(i+1) = a·q_i + q_(i-1), the number with the same digits
// one place higher is
//
//	up(k) = Σ d_i·q_(i+1) = a·k + Σ d_i·q_(i-1).
//
// The numerators are p_i = c·q_i + q_(i-1), so Σ d_i·p_i = (c-a)·k + up(k). The convergents lie
// below and above α in turn, and Σ d_i·p_i - kα is less than 1 and has the sign of the last
// digit's. So ⌊kα⌋ is that sum, less 1 where the last digit other than 0 stands at an odd i.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/grundy-games/grundy/theory/automata"
)

// maxClasses bounds the cells of a grid and the length of a cycle in a formula.
const maxClasses = 4096

// Formula implements [Rule].
func (e *Expression) Formula(ctx context.Context, names []string, value string) (automata.Formula, *automata.System, error) {
	v := automata.C(0)
	if !e.of.IsSet() {
		v = automata.V(value)
	}
	return e.formula(ctx, names, func(b *formulas, s *said) automata.Formula { return b.say(e.node, v, s) })
}

// formula returns a formula that speaks of the expression.
func (e *Expression) formula(ctx context.Context, names []string, says func(*formulas, *said) automata.Formula) (f automata.Formula, in *automata.System, err error) {
	b := &formulas{names: names}
	if in, err = b.system(e.node); err != nil {
		return f, nil, err
	}
	b.in = in
	b.work = automata.NewWork(ctx, automata.Budget{States: states})
	defer b.work.Close()
	s := &said{}
	f = says(b, s)
	return s.exists(f), in, b.err
}

// A formulas writes formulas.
type formulas struct {
	names []string
	in    *automata.System
	work  *automata.Work
	made  int
	err   error // the first one; what is made then means nothing
}

func (b *formulas) fail(err error) automata.Formula {
	b.err = cmp.Or(b.err, err)
	return automata.False()
}

// unsaid refuses what no formula says.
func (b *formulas) unsaid(e *node) automata.Formula {
	return b.fail(fmt.Errorf("%q cannot be said by adding and comparing", e.text(b.names)))
}

// built is an automaton as a formula of terms.
func (b *formulas) built(name string, a *automata.Automaton, err error, of ...automata.Term) automata.Formula {
	if err != nil {
		return b.fail(err)
	}
	return automata.Set(name, a, of...)
}

// system returns the numeration system that all nodes need.
func (b *formulas) system(e *node) (in *automata.System, err error) {
	e.walk(func(n *node) {
		var needed *automata.System
		switch {
		case n.op == opXor || n.op == opOr || n.op == opAnd:
			needed = automata.Base(2)
		case n.op == opFeature && n.feature.family == Beatty:
			needed = automata.Zeckendorf()
		case n.op == opFeature:
			needed = automata.Base(2)
		case n.slope != nil:
			a, _, ok := n.slope.turns()
			switch {
			case !ok:
				err = fmt.Errorf("⌊kα⌋ with α = %v is not defined by one adder here", n.slope)
				return
			case a == 1:
				needed = automata.Zeckendorf()
			default:
				if needed, err = automata.Ostrowski([]int{1}, []int{int(a)}); err != nil {
					return
				}
			}
		default:
			return
		}
		if in != nil && in.Name() != needed.Name() {
			err = fmt.Errorf("%s and %s do not fit into one formula", in.Name(), needed.Name())
			return
		}
		in = needed
	})
	return in, err
}

// turns returns a and c of a slope [c; a, a, …].
func (s *Slope) turns() (a, c int64, ok bool) {
	switch {
	case len(s.Period) != 1 || len(s.Pre) > 1:
		return 0, 0, false
	case len(s.Pre) == 1:
		return s.Period[0], s.Pre[0], true
	}
	return s.Period[0], s.Period[0], true
}

// A said holds what is said of new variables.
type said struct {
	variables []string
	all       []automata.Formula
}

// exists returns a formula with what is said of new variables.
func (s *said) exists(f automata.Formula) automata.Formula {
	return automata.Exists(s.variables, automata.And(append(s.all, f)...))
}

// is returns the formula "the expression is v".
func (b *formulas) is(e *node, v automata.Term) automata.Formula {
	s := &said{}
	f := b.say(e, v, s)
	return s.exists(f)
}

// term returns a term for the expression. Conditions on new variables go into s.
func (b *formulas) term(e *node, s *said) automata.Term {
	switch e.op {
	case opCoordinate:
		return automata.V(b.names[e.n])
	case opConstant:
		return automata.C(e.n)
	case opAdd:
		sum := automata.C(e.n)
		for _, k := range e.kids {
			sum = sum.Plus(b.term(k, s))
		}
		return sum
	case opProduct:
		return b.term(e.kids[0], s).Times(e.n)
	}
	v := automata.V(b.fresh(s))
	s.all = append(s.all, b.say(e, v, s))
	return v
}

// fresh returns the name of a new variable.
func (b *formulas) fresh(s *said) string {
	for {
		b.made++
		if name := fmt.Sprintf("t%d", b.made); !slices.Contains(b.names, name) {
			s.variables = append(s.variables, name)
			return name
		}
	}
}

// say returns a formula which says, with s, that the expression is v.
func (b *formulas) say(e *node, v automata.Term, s *said) automata.Formula {
	if e.op == opCorner || e.op == opSelect {
		return b.cases(e, v, s)
	}
	if (e.op == opCycle || e.op == opMod) && e.kids[0].op == opFeature && e.kids[0].feature.count != nil {
		return b.count(e, v, s)
	}
	if e.op == opEqual || e.op == opLess {
		e = e.alike()
	}
	t := make([]automata.Term, len(e.kids))
	for i, k := range e.kids {
		t[i] = b.term(k, s)
	}
	truth := func(p automata.Formula) automata.Formula {
		return automata.Or(automata.And(p, automata.Equal(v, automata.C(0))), automata.And(automata.Not(p), automata.Equal(v, automata.C(1))))
	}
	switch e.op {
	case opCoordinate, opConstant, opAdd, opProduct:
		return automata.Equal(v, b.term(e, s))
	case opXor, opOr, opAnd:
		for i := 1; i < len(t)-1; i++ {
			z := automata.V(b.fresh(s))
			s.all = append(s.all, b.bits(e.op, t[i-1], t[i], z, s))
			t[i] = z
		}
		return b.bits(e.op, t[len(t)-2], t[len(t)-1], v, s)
	case opMin, opMax:
		return extreme(e.op, t, v)
	case opApart:
		return automata.Or(automata.Equal(t[0], t[1].Plus(v)), automata.Equal(t[1], t[0].Plus(v)))
	case opDivide:
		return automata.Quotient(t[0], e.n, v)
	case opMod:
		return automata.Remainder(t[0], e.n, v)
	case opEqual:
		return truth(automata.Equal(t[0], t[1]))
	case opLess:
		return truth(automata.Less(t[0], t[1]))
	case opCycle:
		return b.cycle(e.cycle, t[0], v, s)
	case opGrid:
		return b.classes(e.grid, t, v)
	case opFeature:
		if e.feature.name == "lowest" || e.feature.name == "zeckendorf" && e.feature.count == nil {
			return automata.LowestPower(t[0], v)
		}
	case opFloor:
		return b.floor(e, t[0], v, s)
	case opPair:
		k := automata.V(b.fresh(&said{}))
		inner := &said{variables: k.Names()}
		p := b.floor(e, k, t[0], inner)
		p = automata.And(p, automata.Equal(t[1], t[0].Plus(k.Times(e.gap[0])).Plus(automata.C(e.gap[1]))))
		return truth(automata.Exists(inner.variables, automata.And(append(inner.all, p)...)))
	}
	return b.unsaid(e)
}

// extreme returns "v is the least of the terms", or the greatest.
func extreme(o op, t []automata.Term, v automata.Term) automata.Formula {
	all, one := []automata.Formula{}, []automata.Formula{}
	for _, u := range t {
		if o == opMin {
			all = append(all, automata.LessEqual(v, u))
		} else {
			all = append(all, automata.LessEqual(u, v))
		}
		one = append(one, automata.Equal(u, v))
	}
	return automata.And(append(all, automata.Or(one...))...)
}

// alike returns a comparison with the same result that has a formula, if there is another one.
func (e *node) alike() *node {
	x, y := e.kids[0], e.kids[1]
	if x.op != opFeature || y.op != opFeature || x.feature != y.feature || x.feature.alike == "" {
		return e
	}
	i := slices.IndexFunc(features, func(f *feature) bool { return f.name == x.feature.alike })
	other := func(k *node) *node { return &node{op: opFeature, feature: features[i], kids: k.kids} }
	return combine(e.op, other(x), other(y))
}

// bits returns "t XOR u is v", or of OR and AND: twice the common digits are t + u less the XOR.
func (b *formulas) bits(o op, t, u, v automata.Term, s *said) automata.Formula {
	if o == opXor {
		return automata.Xor(t, u, v)
	}
	x := automata.V(b.fresh(s))
	s.all = append(s.all, automata.Xor(t, u, x))
	if o == opOr {
		return automata.Equal(v.Times(2), t.Plus(u).Plus(x))
	}
	return automata.Equal(v.Times(2).Plus(x), t.Plus(u))
}

// cycle returns "the cycle at n is v".
func (b *formulas) cycle(c *cycle, n, v automata.Term, s *said) automata.Formula {
	first, p := int64(len(c.first)), int64(len(c.turn))
	if first+p > maxClasses {
		return b.fail(fmt.Errorf("a cycle of %d values is too long for a formula", first+p))
	}
	at := map[int64][]automata.Formula{} // where the value is that
	for i, w := range c.first {
		at[w] = append(at[w], automata.Equal(n, automata.C(int64(i))))
	}
	behind := automata.LessEqual(automata.C(first), n)
	if c.saltus > 0 {
		var cases []automata.Formula
		turns := automata.V(b.fresh(s)) // 0 where n is before the cycle
		for i, w := range c.turn {
			cases = append(cases, automata.And(automata.Equal(n, turns.Times(p).Plus(automata.C(first+int64(i)))), automata.Equal(v, turns.Times(c.saltus).Plus(automata.C(w)))))
		}
		for _, w := range slices.Compact(slices.Sorted(slices.Values(c.first))) {
			cases = append(cases, automata.And(automata.Or(at[w]...), automata.Equal(v, automata.C(w)), automata.Equal(turns, automata.C(0))))
		}
		return automata.Or(cases...)
	}
	for i, w := range c.turn {
		here := behind
		if p > 1 {
			here = automata.And(behind, automata.Congruent(n, automata.C(first+int64(i)), p))
		}
		at[w] = append(at[w], here)
	}
	return either(at, v)
}

// either returns "v is a value, and one of the formulas that go with it holds".
func either(at map[int64][]automata.Formula, v automata.Term) automata.Formula {
	var cases []automata.Formula
	for _, w := range slices.Sorted(maps.Keys(at)) {
		cases = append(cases, automata.And(automata.Equal(v, automata.C(w)), automata.Or(at[w]...)))
	}
	return automata.Or(cases...)
}

// classes returns "the grid at these numbers is v".
func (b *formulas) classes(g *grid, t []automata.Term, v automata.Term) automata.Formula {
	if len(g.values) > maxClasses {
		return b.fail(fmt.Errorf("a table of %d residues is too large for a formula", len(g.values)))
	}
	at := map[int64][]automata.Formula{}
	for i, w := range g.values {
		var all []automata.Formula
		for c := len(t) - 1; c >= 0; c-- {
			size := int(g.first[c] + g.turn[c])
			n := int64(i % size)
			i /= size
			if n < g.first[c] {
				all = append(all, automata.Equal(t[c], automata.C(n)))
				continue
			}
			if g.first[c] > 0 {
				all = append(all, automata.LessEqual(automata.C(g.first[c]), t[c]))
			}
			all = append(all, automata.Congruent(t[c], automata.C(n), g.turn[c]))
		}
		at[w] = append(at[w], automata.And(all...))
	}
	return either(at, v)
}

// cases returns the formula of a corner, or of a choice.
func (b *formulas) cases(e *node, v automata.Term, s *said) automata.Formula {
	if e.op == opSelect {
		i := b.term(e.kids[0], s)
		var all []automata.Formula
		for k, kid := range e.kids[1:] {
			all = append(all, automata.And(automata.Equal(i, automata.C(int64(k))), b.is(kid, v)))
		}
		return automata.Or(all...)
	}
	last := len(e.kids) - 1
	t, inside := make([]automata.Term, last), make([]automata.Formula, last)
	for i, k := range e.kids[:last] {
		t[i] = b.term(k, s)
		inside[i] = automata.Less(t[i], automata.C(e.grid.first[i]))
	}
	in := automata.And(inside...)
	return automata.Or(automata.And(in, b.classes(e.grid, t, v)), automata.And(automata.Not(in), b.is(e.kids[last], v)))
}

// count returns the formula of a cycle of a feature that an automaton counts.
func (b *formulas) count(e *node, v automata.Term, s *said) automata.Formula {
	inner := e.kids[0]
	c := e.cycle
	if e.op == opMod {
		c = &cycle{turn: upTo(int(e.n))}
	}
	if c.saltus > 0 {
		return b.unsaid(inner)
	}
	n := b.term(inner.kids[0], s)
	first, period := len(c.first), len(c.turn)
	type state struct {
		count int // as its class
		seen  bool
	}
	at := map[int64][]automata.Formula{}
	values := slices.Concat(c.first, c.turn)
	for _, w := range values {
		if at[w] != nil {
			continue
		}
		set, err := automata.Build(b.work, b.in.Universe(), []string{"n"}, state{}, func(s state, letter []int) (state, bool) {
			s.count = inner.feature.count(s.count, letter[0], s.seen)
			s.seen = s.seen || letter[0] > 0
			for s.count >= first+period {
				s.count -= period
			}
			return s, true
		}, func(s state) bool { return values[s.count] == w && (s.seen || inner.feature.least == 0) })
		at[w] = []automata.Formula{b.built(fmt.Sprint(inner.feature.name, w), set, err, n)}
	}
	return either(at, v)
}

// floor returns "⌊(k + j/m) α + p/m⌋ + n = v", of a node with a slope.
func (b *formulas) floor(e *node, k, v automata.Term, s *said) automata.Formula {
	v = v.Plus(automata.C(-e.n))
	if m := e.shift.m; m > 1 {
		whole := automata.V(b.fresh(s))
		s.all = append(s.all, automata.Quotient(whole.Plus(automata.C(e.shift.p)), m, v))
		k, v = k.Times(m).Plus(automata.C(e.shift.j)), whole
	}
	a, c, _ := e.slope.turns()
	// The digits of up stand one place higher than those of k: each of its digits is promised,
	// and the next digit of k keeps the promise.
	up, err := automata.Build(b.work, b.in.Universe(), []string{"k", "up"}, 0, func(promised int, letter []int) (int, bool) {
		return letter[1], letter[0] == promised
	}, func(promised int) bool { return promised == 0 })
	u := automata.V(b.fresh(s))
	s.all = append(s.all, b.built("up", up, err, k, u))
	// Where the weights are 1, 2, 3, 5, … the first denominator is left out.
	odd := 1
	if a == 1 {
		odd = 0
	}
	less, err := automata.Build(b.work, b.in.Universe(), []string{"k"}, -1, func(zeros int, letter []int) (int, bool) {
		switch {
		case letter[0] > 0:
			return 0, true
		case zeros < 0:
			return -1, true
		}
		return 1 - zeros, true
	}, func(zeros int) bool { return zeros == odd })
	floor := k.Times(c - a).Plus(u)
	below := b.built("below", less, err, k)
	return automata.Or(automata.And(automata.Not(below), automata.Equal(v, floor)), automata.And(below, automata.Equal(v.Plus(automata.C(1)), floor)))
}
