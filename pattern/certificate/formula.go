package certificate

// Formulas over natural numbers become automata. Every sum is made from the adder alone.

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// A term is a linear form of variables with integer coefficients.
type term struct {
	times map[int]int64 // none is 0
	more  int64
}

func constant(n int64) term { return term{more: n} }
func variable(v int) term   { return term{times: map[int]int64{v: 1}} }

// most bounds coefficients, so that no sum of two products of them wraps around.
const most = 1 << 30

// plus is t + n u. The result is false where a number gets too large.
func (t term) plus(n int64, u term) (term, bool) {
	sum := term{maps.Clone(t.times), 0}
	if sum.times == nil {
		sum.times = map[int]int64{}
	}
	high, low := bits.Mul64(magnitude(n), magnitude(u.more))
	if high > 0 || low > 1<<63-1 {
		return t, false
	}
	product := n * u.more
	sum.more = t.more + product
	if (sum.more < t.more) != (product < 0) || sum.more == math.MinInt64 {
		return t, false
	}
	for v, c := range u.times {
		if magnitude(n) > most || magnitude(c) > most {
			return t, false
		}
		s := t.times[v] + n*c
		if magnitude(s) > most {
			return t, false
		}
		if sum.times[v] = s; s == 0 {
			delete(sum.times, v)
		}
	}
	return sum, true
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// isConstant reports whether there are no variables.
func (t term) isConstant() bool { return len(t.times) == 0 }

// isNatural reports whether the form alone says that the term is not below 0.
func (t term) isNatural() bool {
	for _, c := range t.times {
		if c < 0 {
			return false
		}
	}
	return t.more >= 0
}

// isVariable returns the variable that the term is.
func (t term) isVariable() (int, bool) {
	if len(t.times) != 1 || t.more != 0 {
		return 0, false
	}
	for v, c := range t.times {
		return v, c == 1
	}
	return 0, false
}

func (t term) variables() []int { return slices.Sorted(maps.Keys(t.times)) }

func (t term) key() string {
	var b strings.Builder
	for _, v := range t.variables() {
		fmt.Fprintf(&b, "%+dx%d", t.times[v], v)
	}
	fmt.Fprintf(&b, "%+d", t.more)
	return b.String()
}

// A formula is a statement about natural numbers. Its kinds are
//
//	true, false
//	zero, least    terms[0] = 0, terms[0] >= 0
//	power          terms[0] is a power of terms[1], which is constant
//	xor            terms[0] XOR terms[1] = terms[2]
//	set            the terms are natural numbers that the automaton accepts
//	and, or, not   of the formulas
//	exists         some natural numbers bound make formulas[0] true
type formula struct {
	kind     string
	terms    []term
	set      *dfa   // of variables 0, 1, …: one a term
	name     string // of the set
	formulas []formula
	bound    []int
	size     int // how many formulas are inside, this one too, and equal ones again
}

var yes, no = formula{kind: "true"}, formula{kind: "false"}

func isZero(t term) formula {
	if t.isConstant() {
		return decided(t.more == 0)
	}
	return formula{kind: "zero", terms: []term{t}}
}

func isLeast(t term) formula {
	if t.isConstant() {
		return decided(t.more >= 0)
	}
	return formula{kind: "least", terms: []term{t}}
}

func decided(b bool) formula {
	if b {
		return yes
	}
	return no
}

func not(f formula) formula {
	switch f.kind {
	case "true":
		return no
	case "false":
		return yes
	case "not":
		return f.formulas[0]
	case "least": // t < 0 is -t-1 >= 0
		if negative, ok := constant(-1).plus(-1, f.terms[0]); ok {
			return isLeast(negative)
		}
	}
	return formula{kind: "not", formulas: []formula{f}, size: f.size + 1}
}

func all(fs ...formula) formula  { return join("and", yes, no, fs) }
func some(fs ...formula) formula { return join("or", no, yes, fs) }

func join(kind string, neutral, strong formula, fs []formula) formula {
	var parts []formula
	seen := map[string]bool{}
	for _, f := range fs {
		list := []formula{f}
		if f.kind == kind {
			list = f.formulas
		}
		for _, g := range list {
			switch k := g.key(); {
			case g.kind == strong.kind, seen[not(g).key()]:
				return strong
			case g.kind != neutral.kind && !seen[k]:
				seen[k], parts = true, append(parts, g)
			}
		}
	}
	switch len(parts) {
	case 0:
		return neutral
	case 1:
		return parts[0]
	}
	size := 1
	for _, f := range parts {
		size += f.size + 1
	}
	return formula{kind: kind, formulas: parts, size: size}
}

func exists(bound []int, f formula) formula {
	if len(bound) == 0 || f.kind == "true" || f.kind == "false" {
		return f
	}
	return formula{kind: "exists", bound: bound, formulas: []formula{f}, size: f.size + 1}
}

// key is the same for the same formulas.
func (f formula) key() string {
	var b strings.Builder
	b.WriteString(f.kind)
	b.WriteString(f.name)
	if f.bound != nil {
		fmt.Fprint(&b, f.bound)
	}
	b.WriteByte('(')
	for _, t := range f.terms {
		b.WriteString(t.key() + ",")
	}
	for _, g := range f.formulas {
		b.WriteString(g.key() + ",")
	}
	b.WriteByte(')')
	return b.String()
}

// put puts terms in the place of free variables. It is false where a number gets too large.
func (f formula) put(by map[int]term) (g formula, ok bool) {
	g, ok = f, true
	g.terms, g.formulas = nil, nil
	for _, t := range f.terms {
		u := constant(t.more)
		for v, c := range t.times {
			to, is := by[v]
			if !is {
				to = variable(v)
			}
			if ok {
				u, ok = u.plus(c, to)
			}
		}
		g.terms = append(g.terms, u)
	}
	for _, v := range f.bound {
		if _, is := by[v]; is {
			by = maps.Clone(by)
			delete(by, v)
		}
	}
	for _, h := range f.formulas {
		i, fits := h.put(by)
		ok = ok && fits
		g.formulas = append(g.formulas, i)
	}
	return g, ok
}

// A prover makes the automata of formulas.
type prover struct {
	*system
	fresh int // the next variable that nothing uses
	made  map[string]*dfa
}

func newProver(s *system) *prover { return &prover{system: s, fresh: 1 << 24, made: map[string]*dfa{}} }

// sumOf is t + n u, which must not be too large.
func (p *prover) sumOf(t term, n int64, u term) term {
	v, ok := t.plus(n, u)
	if !ok {
		p.fail(refuse("kinds", "a number is too large"))
	}
	return v
}

// unused returns a variable that nothing uses.
func (p *prover) unused() int {
	p.fresh++
	return p.fresh
}

// automaton makes the automaton of a formula.
func (p *prover) automaton(f formula) *dfa {
	key := f.key()
	a, ok := p.made[key]
	if !ok {
		a = p.make(f)
		p.made[key] = a
	}
	return a
}

func (p *prover) make(f formula) *dfa {
	switch f.kind {
	case "true", "false":
		return truth(f.kind == "true")
	case "not":
		a := p.automaton(f.formulas[0])
		return p.product(p.whole(a.vars), a, andNot)
	case "exists":
		return p.some(f.bound, f.formulas[0])
	}
	return p.some(nil, f)
}

// over makes the automaton of a formula over the first variables, all of them.
func (p *prover) over(f formula, n int) *dfa {
	return p.and(p.automaton(f), p.whole(firsts(n)))
}

// firsts returns the first n variables.
func firsts(n int) (vars []int) {
	for v := range n {
		vars = append(vars, v)
	}
	return vars
}

// either accepts what one of two does.
func (p *prover) either(a, b *dfa) *dfa {
	for _, v := range slices.Concat(a.vars, b.vars) {
		for _, x := range []**dfa{&a, &b} {
			if !slices.Contains((*x).vars, v) {
				*x = p.and(*x, p.all(v))
			}
		}
	}
	return p.product(a, b, or)
}

// some makes the automaton of "there are bound numbers with f". Parts that must hold
// together are joined late, and a number that no other part knows is left out early.
func (p *prover) some(bound []int, f formula) *dfa {
	if f.kind == "or" {
		a := truth(false)
		for _, g := range f.formulas {
			a = p.either(a, p.automaton(exists(bound, g)))
		}
		return a
	}
	j := &joint{prover: p, out: slices.Clone(bound)}
	j.add(f)
	return j.reduce()
}

// A joint collects automata that must accept together, and the variables that are then
// left out.
type joint struct {
	*prover
	parts []*dfa
	out   []int
}

func (j *joint) hidden() int {
	v := j.unused()
	j.out = append(j.out, v)
	return v
}

func (j *joint) part(a *dfa) { j.parts = append(j.parts, a) }

// add adds what a formula says.
func (j *joint) add(f formula) {
	switch f.kind {
	case "true":
	case "and":
		for _, g := range f.formulas {
			j.add(g)
		}
	case "zero", "least":
		left, right := j.sides(f.terms[0])
		if f.kind == "zero" {
			j.part(j.equal(left, right))
			return
		}
		j.part(j.rename(j.remember("at most", func() *dfa { return j.either(j.equal(0, 1), j.less) }), right, left))
	case "power":
		if by := f.terms[1].more; j.place == 0 {
			j.fail(refuse("base", "moves speak of powers of a number, and %s is not a base", j.name))
		} else if by != int64(j.place) {
			j.fail(refuse("base", "moves speak of powers of %d, and the base is %d", by, j.place))
		}
		j.digits(f.terms[:1], func(now int, d []int) int { // 0: zeros, 1: one 1
			if now < 2 && d[0] < 2 {
				return now + d[0]
			}
			return 2
		}, 1)
	case "xor":
		if j.place == 0 || j.place&(j.place-1) != 0 {
			j.fail(refuse("system", "an XOR needs a base that is a power of two, and not %s", j.name))
		}
		j.digits(f.terms, func(now int, d []int) int {
			if now == 0 && d[0]^d[1] == d[2] {
				return 0
			}
			return 1
		}, 0)
	case "set":
		j.part(j.rename(f.set, j.named(f.terms)...))
	default:
		j.part(j.automaton(f))
	}
}

// digits adds an automaton that tells from the digits of terms, the highest first, in
// which of the states 0, 1, 2 it is; it accepts in one of them.
func (j *joint) digits(terms []term, step func(now int, digits []int) int, accept int) {
	vars := j.named(terms)
	j.part(j.rename(explore(&j.bench, firsts(len(vars)), 0, func(now, l int) (int, bool) {
		d := make([]int, len(vars))
		for i := range d {
			d[i] = l % j.base
			l /= j.base
		}
		return step(now, d), true
	}, func(now int) bool { return now == accept }), vars...))
}

// named returns a variable for each term. Where the term is below zero there is none, so
// that nothing is accepted.
func (j *joint) named(terms []term) (vars []int) {
	for _, t := range terms {
		v, ok := t.isVariable()
		if !ok {
			v = j.hidden()
			j.add(isZero(j.sumOf(t, -1, variable(v))))
		}
		vars = append(vars, v)
	}
	return vars
}

// sides writes t as left - right, and returns variables for both.
func (j *joint) sides(t term) (left, right int) {
	l, r := term{map[int]int64{}, max(t.more, 0)}, term{map[int]int64{}, max(-t.more, 0)}
	for v, c := range t.times {
		if c > 0 {
			l.times[v] = c
		} else {
			r.times[v] = -c
		}
	}
	return j.sum(l), j.sum(r)
}

// sum returns a variable for a term without minus.
func (j *joint) sum(t term) int {
	sum := -1
	plus := func(v int) {
		if sum < 0 {
			sum = v
			return
		}
		to := j.hidden()
		j.part(j.rename(j.plus, sum, v, to))
		sum = to
	}
	for _, v := range t.variables() {
		if c := t.times[v]; c > 1 {
			to := j.hidden()
			j.part(j.rename(j.times(uint64(c)), v, to))
			v = to
		}
		plus(v)
	}
	if t.more > 0 || sum < 0 {
		v := j.hidden()
		j.part(j.fixed(uint64(t.more), v))
		plus(v)
	}
	return sum
}

// fixed accepts one number: n = 2 (n/2) + n mod 2, and 1 is the least above 0.
func (p *prover) fixed(n uint64, v int) *dfa {
	return p.rename(p.remember(fmt.Sprint("fixed ", n), func() *dfa {
		switch n {
		case 0:
			return explore(&p.bench, []int{0}, true, func(_ bool, l int) (bool, bool) {
				return true, l == 0
			}, func(bool) bool { return true })
		case 1: // not 0, and nothing that is not 0 is below
			x, y := variable(0), variable(1)
			below := all(member(p.less, "less", []term{y, x}), not(isZero(y)))
			return p.automaton(all(not(isZero(x)), not(exists([]int{1}, below))))
		}
		j := &joint{prover: p, out: []int{1}}
		j.part(p.fixed(n/2, 1))
		j.double(1, 0, n%2 == 1, func(odd int) *dfa { return p.fixed(1, odd) })
		return j.reduce()
	}), v)
}

// times is variable 1 = n times variable 0.
func (p *prover) times(n uint64) *dfa {
	return p.remember(fmt.Sprint("times ", n), func() *dfa {
		if n == 1 {
			return p.equal(0, 1)
		}
		j := &joint{prover: p, out: []int{2}}
		j.part(p.rename(p.times(n/2), 0, 2))
		j.double(2, 1, n%2 == 1, func(odd int) *dfa { return p.equal(0, odd) })
		return j.reduce()
	})
}

// double adds that a number is twice the half, and if it is odd, more by what rest makes.
func (j *joint) double(half, number int, odd bool, rest func(v int) *dfa) {
	even := number
	if odd {
		v := j.hidden()
		even = j.hidden()
		j.part(rest(v))
		j.part(j.rename(j.plus, even, v, number))
	}
	j.part(j.rename(j.plus, half, half, even))
}

// reduce joins all parts and leaves out what is to be left out, the variable first whose
// parts have the fewest variables.
func (j *joint) reduce() *dfa {
	join := func(parts []*dfa) *dfa {
		slices.SortStableFunc(parts, func(a, b *dfa) int { return len(a.edges) - len(b.edges) })
		a := truth(true)
		for _, b := range parts {
			a = j.pairs(a, b, and).live()
		}
		return a
	}
	with := func(v int) (with, without []*dfa) {
		for _, a := range j.parts {
			if slices.Contains(a.vars, v) {
				with = append(with, a)
			} else {
				without = append(without, a)
			}
		}
		return with, without
	}
	cost := func(v int) (n int) {
		with, _ := with(v)
		vars := map[int]bool{}
		size := 1
		for _, a := range with {
			for _, u := range a.vars {
				vars[u] = true
			}
			size = min(size*a.states(), 1<<20)
		}
		return len(vars)<<21 + size
	}
	for out := j.out; len(out) > 0; {
		best := 0
		for i := range out {
			if cost(out[i]) < cost(out[best]) {
				best = i
			}
		}
		v := out[best]
		out = slices.Delete(slices.Clone(out), best, best+1)
		parts, rest := with(v)
		if len(parts) == 0 {
			continue
		}
		rest = append(rest, j.exists(join(parts), v))
		j.parts = rest
	}
	return join(j.parts).minimal()
}
