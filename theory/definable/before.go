package definable

// This file finds the positions from which a move leads to a given one: formulas say how to
// move, and read backward they say where a move came from.

import (
	"fmt"
	"math"

	"github.com/grundy-games/grundy/theory/automata"
)

// Backward lists the positions from which a move leads to a given one. One goroutine at a
// time may use it.
type Backward struct {
	kinds       []inverse
	coordinates int
	// The values of all variables: the coordinates of the given position, those of one before
	// it, and the numbers that the kind of move binds.
	values []int64
	work   uint64
}

// An inverse is a kind of move read backward: the variables in an order in which each has few
// values once the ones before it are known.
type inverse struct {
	given []linear // about the given position
	steps []choice
}

// A choice is of a value for a variable.
type choice struct {
	of    int
	most  int64
	rules []linear // about this variable and the ones before it
	tests []condition
}

// A linear says that by[0]*values[at[0]] + … + c is 0, or that it is at most 0. The first one is
// the last that is chosen.
type linear struct {
	at    []int
	by    []int64
	c     int64
	equal bool
}

// A condition is a linear one, or several of which all or one hold.
type condition struct {
	one    linear
	not    bool // one does not hold
	sub    []condition
	either bool // one of sub is enough; otherwise all of them
}

// Numbers in formulas that are read backward are small, so that no sum leaves 64 bits.
const (
	mostFactor   = 1 << 6
	mostConstant = 1 << 40
	mostValue    = 1 << 50
	mostInverses = 1 << 12
)

// Backward reads the moves backward, for coordinates that are at most those given. The error
// says what stands in the way: a move that leaves no single position, conditions that are not
// linear, or numbers without a bound.
func (m *Moves) Backward(most []int64) (*Backward, error) {
	n := len(m.Coordinates)
	if len(m.Won)+len(m.Lost)+len(m.Drawn) > 0 {
		return nil, fmt.Errorf("the rules end the play")
	}
	b := &Backward{coordinates: n}
	for i := range m.Kinds {
		k := &m.Kinds[i]
		inv, possible, err := m.invert(k, most)
		if err != nil {
			return nil, fmt.Errorf("the move at %s: %w", k.Where, err)
		}
		if !possible {
			continue
		}
		if b.kinds = append(b.kinds, inv); len(b.kinds) > mostInverses {
			return nil, fmt.Errorf("there are more than %d kinds of moves", mostInverses)
		}
		b.values = make([]int64, max(len(b.values), 2*n+len(k.Bound)))
	}
	return b, nil
}

// Each calls visit with each position from which a move leads to y, once or more often, until
// it returns an error. Visit must not keep the position.
func (b *Backward) Each(y []int64, visit func(x []int64) error) error {
	copy(b.values, y)
kinds:
	for i := range b.kinds {
		k := &b.kinds[i]
		for j := range k.given {
			if !k.given[j].holds(b.values) {
				continue kinds
			}
		}
		if err := b.choose(k.steps, visit); err != nil {
			return err
		}
	}
	return nil
}

// Work returns how many values have been tried.
func (b *Backward) Work() uint64 { return b.work }

func (b *Backward) choose(steps []choice, visit func(x []int64) error) error {
	if len(steps) == 0 {
		return visit(b.values[b.coordinates : 2*b.coordinates])
	}
	s := &steps[0]
	lo, hi := int64(0), s.most
	for i := range s.rules {
		r := &s.rules[i]
		rest := r.c
		for j := 1; j < len(r.at); j++ {
			rest += r.by[j] * b.values[r.at[j]]
		}
		by := r.by[0]
		switch {
		case r.equal:
			if rest%by != 0 {
				b.work++
				return nil
			}
			v := -rest / by
			lo, hi = max(lo, v), min(hi, v)
		case by > 0: // v <= -rest / by
			hi = min(hi, floor(-rest, by))
		default: // v >= rest / -by
			lo = max(lo, -floor(-rest, -by))
		}
		if lo > hi {
			break
		}
	}
	b.work++
values:
	for v := lo; v <= hi; v++ {
		b.values[s.of] = v
		b.work++
		for i := range s.tests {
			if !s.tests[i].holds(b.values) {
				continue values
			}
		}
		if err := b.choose(steps[1:], visit); err != nil {
			return err
		}
	}
	return nil
}

// floor returns ⌊a / b⌋ for b > 0.
func floor(a, b int64) int64 {
	if b == 1 {
		return a
	}
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func (l *linear) holds(values []int64) bool {
	sum := l.c
	for i, at := range l.at {
		sum += l.by[i] * values[at]
	}
	return sum == 0 || !l.equal && sum < 0
}

func (c *condition) holds(values []int64) bool {
	if c.sub == nil {
		return c.one.holds(values) != c.not
	}
	for i := range c.sub {
		if c.sub[i].holds(values) == c.either {
			return c.either
		}
	}
	return !c.either
}

// eachVariable passes the variables of a condition to visit.
func (c *condition) eachVariable(visit func(at int)) {
	for _, at := range c.one.at {
		visit(at)
	}
	for i := range c.sub {
		c.sub[i].eachVariable(visit)
	}
}

// invert reads a kind of move backward. The result is false where no move is of that kind.
func (m *Moves) invert(k *Kind, most []int64) (inv inverse, possible bool, err error) {
	n := len(m.Coordinates)
	if len(k.Parts) != 1 {
		return inv, false, ErrParts
	}
	names := map[string]int{}
	for i, name := range m.Coordinates {
		names[name] = n + i
	}
	for i, name := range k.Bound {
		names[name] = 2*n + i
	}
	var rules []linear
	var tests []condition
	conjuncts := k.Guard.Conjuncts()
	for _, bound := range m.Shape {
		conjuncts = append(conjuncts, bound.Formula.Conjuncts()...)
	}
	for _, f := range conjuncts {
		if value, ok := f.Constant(); ok {
			if !value {
				return inv, false, nil
			}
			continue
		}
		c, err := conditionOf(f, names)
		if err != nil {
			return inv, false, err
		}
		switch {
		case c.sub != nil || c.not && c.one.equal:
			tests = append(tests, c)
		case c.not:
			rules = append(rules, c.one.negated())
		default:
			rules = append(rules, c.one)
		}
	}
	if !possibleTogether(rules, n, most, len(k.Bound)) {
		return inv, false, nil
	}
	for i, t := range k.Parts[0] {
		l, err := linearOf(t, names)
		if err != nil {
			return inv, false, err
		}
		l.at, l.by, l.equal = append(l.at, i), append(l.by, -1), true
		rules = append(rules, l)
	}
	inv, err = arrange(rules, tests, n, most, len(k.Bound))
	return inv, err == nil, err
}

// arrange puts the variables in an order: first those that are determined, those that a move
// binds before coordinates.
func arrange(rules []linear, tests []condition, n int, most []int64, bound int) (inv inverse, err error) {
	known := make([]bool, 2*n+bound)
	for i := range n {
		known[i] = true
	}
	// lacks returns the only variable of a rule that is not known.
	lacks := func(l *linear) (v int, by int64, only bool) {
		for i, at := range l.at {
			if !known[at] {
				if only {
					return 0, 0, false
				}
				v, by, only = at, l.by[i], true
			}
		}
		return v, by, only
	}
	for _, l := range rules {
		if allKnown(known, l.at) {
			inv.given = append(inv.given, l)
		}
	}
	for len(inv.steps) < n+bound {
		next, worth := -1, 0
		consider := func(v, of int) {
			if of > worth || of == worth && (v >= 2*n) == (next >= 2*n) && v < next || of == worth && v >= 2*n && next < 2*n {
				next, worth = v, of
			}
		}
		for i := range rules {
			switch v, by, only := lacks(&rules[i]); {
			case only && rules[i].equal:
				consider(v, 3)
			case only && by > 0 && v >= 2*n:
				consider(v, 1)
			}
		}
		for v := n; v < 2*n; v++ {
			if !known[v] {
				consider(v, 2)
			}
		}
		if next < 0 {
			return inv, fmt.Errorf("a number has no bound")
		}
		known[next] = true
		s := choice{of: next, most: mostValue}
		if next < 2*n {
			s.most = most[next-n]
		}
		for _, l := range rules {
			for j, at := range l.at {
				if at == next && allKnown(known, l.at) {
					l.at[0], l.at[j], l.by[0], l.by[j] = l.at[j], l.at[0], l.by[j], l.by[0]
					s.rules = append(s.rules, l)
					break
				}
			}
		}
		for _, c := range tests {
			has, all := false, true
			c.eachVariable(func(at int) { has, all = has || at == next, all && known[at] })
			if has && all {
				s.tests = append(s.tests, c)
			}
		}
		inv.steps = append(inv.steps, s)
	}
	return inv, nil
}

func allKnown(known []bool, of []int) bool {
	for _, at := range of {
		if !known[at] {
			return false
		}
	}
	return true
}

// possibleTogether reports whether rules about differences of two variables, and bounds of one,
// may hold at once (the shortest paths of Bellman's graph have no negative cycle). The variables
// are those from n on.
func possibleTogether(rules []linear, n int, most []int64, bound int) bool {
	size := 1 + n + bound // the first stands for 0
	least := make([]int64, size*size)
	for i := range least {
		least[i] = math.MaxInt64 / 4
	}
	below := func(a, b int, by int64) { // a - b <= by
		least[a*size+b] = min(least[a*size+b], by)
	}
	for i := range size {
		below(i, i, 0)
		below(0, i, 0)
		if 0 < i && i <= n {
			below(i, 0, most[i-1])
		}
	}
	for _, l := range rules {
		for _, sign := range []int64{1, -1} {
			a, b, fits := 0, 0, len(l.at) <= 2 && (sign > 0 || l.equal)
			for i, at := range l.at {
				switch at -= n - 1; l.by[i] * sign {
				case 1:
					fits = fits && a == 0
					a = at
				case -1:
					fits = fits && b == 0
					b = at
				default:
					fits = false
				}
			}
			if fits {
				below(a, b, -l.c*sign)
			}
		}
	}
	for k := range size {
		for i := range size {
			for j := range size {
				least[i*size+j] = min(least[i*size+j], least[i*size+k]+least[k*size+j])
			}
		}
		for i := range size {
			if least[i*size+i] < 0 {
				return false
			}
		}
	}
	return true
}

// negated is the negation of "at most 0".
func (l *linear) negated() linear {
	not := linear{at: l.at, c: 1 - l.c}
	for _, by := range l.by {
		not.by = append(not.by, -by)
	}
	return not
}

// conditionOf reads a formula.
func conditionOf(f automata.Formula, names map[string]int) (c condition, err error) {
	if value, ok := f.Constant(); ok {
		c.one.equal = true
		c.not = !value
		return c, nil
	}
	for _, not := range []bool{false, true} {
		g := f
		if not {
			g = automata.Not(f)
		}
		if t, equal, ok := g.Sign(); ok {
			c.one, err = linearOf(t, names)
			c.one.equal, c.not = equal, not
			return c, err
		}
	}
	parts := f.Conjuncts()
	if len(parts) == 1 {
		parts, c.either = f.Disjuncts(), true
	}
	if len(parts) == 1 {
		return c, fmt.Errorf("the condition %v is not linear", f)
	}
	for _, g := range parts {
		one, err := conditionOf(g, names)
		if err != nil {
			return c, err
		}
		c.sub = append(c.sub, one)
	}
	return c, nil
}

// linearOf reads a term.
func linearOf(t automata.Term, names map[string]int) (l linear, err error) {
	c := t.Constant()
	if !c.IsInt64() || c.Int64() < -mostConstant || c.Int64() > mostConstant {
		return l, fmt.Errorf("%v is a large number", c)
	}
	l.c = c.Int64()
	for _, name := range t.Names() {
		by := t.Coefficient(name)
		at, ok := names[name]
		if !ok || !by.IsInt64() || by.Int64() < -mostFactor || by.Int64() > mostFactor {
			return l, fmt.Errorf("the term %v is not read backward", t)
		}
		l.at, l.by = append(l.at, at), append(l.by, by.Int64())
	}
	return l, nil
}
