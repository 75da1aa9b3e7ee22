package automata

// This file turns formulas into automata.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A compiler turns formulas into automata for one question.
type compiler struct {
	theory  *Theory
	work    *Work
	account *meter.Account // what the theory remembers
	made    int
	fresh   int
}

// compile returns the automaton of f, over free variables of f. Atoms that differ in the
// names of variables only are computed once.
func (c *compiler) compile(f Formula) (*Automaton, error) {
	if f.op() >= opZero {
		plain, names := map[string]Term{}, map[string]string{}
		for i, name := range f.Free() {
			if rank := string(rune('a' + i)); rank != name {
				plain[name], names[rank] = V(rank), name
			}
		}
		if len(plain) > 0 {
			a, err := c.compile(f.Substitute(plain))
			if err != nil {
				return nil, err
			}
			return c.work.Rename(a, names)
		}
	}
	if n := len(f.Free()); n > MaxTracks {
		return nil, tooManyTracks(n)
	}
	if a, ok := c.theory.memo[f.Key()]; ok {
		return a.is, nil
	}
	a, err := c.make(f)
	if err != nil {
		return nil, err
	}
	c.made++
	size := uint64(len(a.layer))*(4*uint64(a.digits)+2) + 256
	if err := c.account.Take(size); err != nil {
		return nil, err
	}
	c.theory.memo[f.Key()] = known{f, a}
	c.theory.held += size
	return a, nil
}

func (c *compiler) make(f Formula) (*Automaton, error) {
	w, s := c.work, c.theory.System
	switch f.op() {
	case opTrue:
		return w.True(s.universe)
	case opNot:
		return c.negation(f.n.sub[0])
	case opAnd:
		return c.block(nil, f.n.sub)
	case opOr:
		return c.disjunction(f.n.sub)
	case opIff:
		a, err := c.negation(f)
		if err != nil {
			return nil, err
		}
		return w.Not(a)
	case opExists: // it distributes over or
		parts := f.n.sub[0].Disjuncts()
		if len(parts) == 1 {
			return c.block(f.n.bound, parts)
		}
		for i, g := range parts {
			parts[i] = Exists(f.n.bound, g)
		}
		return c.disjunction(parts)
	case opZero, opNonPositive:
		return c.linear(f.n.terms[0], f.op() == opNonPositive)
	case opCongruent:
		return s.linear(w, f.n.terms[0], false, f.n.mod)
	}
	for _, t := range f.n.terms {
		if _, ok := t.Variable(); !ok && len(t.parts) > 0 {
			return c.block(nil, []Formula{f})
		}
	}
	a, err := c.relation(f.n)
	if err != nil {
		return nil, err
	}
	return c.apply(a, f.n.terms)
}

// nothing returns the automaton of false.
func (c *compiler) nothing() *Automaton { return c.work.False(c.theory.System.universe) }

func (c *compiler) negation(f Formula) (*Automaton, error) {
	switch f.op() {
	case opOr:
		return c.block(nil, negations(f.n.sub))
	case opNonPositive: // t > 0 is 1 - t <= 0
		return c.compile(LessEqual(C(1), f.n.terms[0]))
	case opIff:
		a, err := c.compile(f.n.sub[0])
		if err != nil {
			return nil, err
		}
		b, err := c.compile(f.n.sub[1])
		if err != nil {
			return nil, err
		}
		return c.work.Differ(a, b)
	}
	a, err := c.compile(f)
	if err != nil {
		return nil, err
	}
	return c.work.Not(a)
}

func (c *compiler) disjunction(fs []Formula) (*Automaton, error) {
	parts := make([]*Automaton, len(fs))
	for i, f := range fs {
		var err error
		if parts[i], err = c.compile(f); err != nil {
			return nil, err
		}
	}
	// The smallest two first, as Huffman would.
	for len(parts) > 1 {
		slices.SortStableFunc(parts, bySize)
		a, err := c.work.Or(parts[0], parts[1])
		if err != nil {
			return nil, err
		}
		parts = append([]*Automaton{a}, parts[2:]...)
	}
	return parts[0], nil
}

func bySize(a, b *Automaton) int { return a.Nodes() - b.Nodes() }

// linear returns the automaton of term = 0, or of term <= 0. A large constant is a number
// of its own, which is fixed.
func (c *compiler) linear(t Term, atMost bool) (*Automaton, error) {
	k := t.Constant()
	if k.CmpAbs(big.NewInt(mostConstant)) <= 0 {
		return c.theory.System.linear(c.work, t, atMost, nil)
	}
	name := c.freshName("")
	u := Term{parts: t.parts}.plus(V(name), big.NewInt(int64(k.Sign())))
	a, err := c.theory.System.linear(c.work, u, atMost, nil)
	if err != nil {
		return nil, err
	}
	return c.work.Fix(a, name, c.theory.System.Digits(new(big.Int).Abs(k)))
}

// freshName returns a name that no formula has, and that comes after the given one, as near
// numbers are best read side by side.
func (c *compiler) freshName(near string) string {
	c.fresh++
	return fmt.Sprintf("%s\x7f%d", near, c.fresh)
}

// relation returns the automaton of an atom about digits, or of a set.
func (c *compiler) relation(n *node) (*Automaton, error) {
	w, s := c.work, c.theory.System
	tracks := []string{"a", "b", "c"}
	// done says that the place of the weight is behind.
	var next func(done bool, letter []int) (bool, bool)
	switch n.op {
	case opSet:
		if !n.set.universe.same(s.universe) {
			return nil, fmt.Errorf("the set %s is not in the system %s", n.name, s.name)
		}
		return n.set, nil
	case opXor:
		if s.power == 0 {
			return nil, fmt.Errorf("xor needs a base that is a power of two, and the system is %s", s.name)
		}
		return Build(w, s.universe, tracks, false, func(_ bool, letter []int) (bool, bool) {
			return false, letter[0]^letter[1] == letter[2]
		}, func(bool) bool { return true })
	case opPower:
		tracks = tracks[:1]
		next = func(done bool, letter []int) (bool, bool) {
			return done || letter[0] == 1, letter[0] == 0 || !done && letter[0] == 1
		}
	case opLargest:
		tracks = tracks[:2]
		next = func(done bool, letter []int) (bool, bool) {
			if done {
				return true, letter[1] == 0
			}
			return letter[0] > 0, letter[1] == min(letter[0], 1)
		}
	case opLowest:
		tracks = tracks[:2]
		next = func(done bool, letter []int) (bool, bool) {
			if done || letter[1] == 0 {
				return done, letter[1] == 0 && (!done || letter[0] == 0)
			}
			return true, letter[1] == 1 && letter[0] > 0
		}
	}
	return Build(w, s.universe, tracks, false, next, func(done bool) bool { return done })
}

// apply gives the tracks of a relation the names of variables, and fixes those that are
// numbers.
func (c *compiler) apply(a *Automaton, terms []Term) (*Automaton, error) {
	names := map[string]string{}
	for i, track := range a.Tracks() {
		t := terms[i]
		if name, ok := t.Variable(); ok {
			names[track] = name
			continue
		}
		if t.Constant().Sign() < 0 {
			return c.nothing(), nil
		}
		var err error
		if a, err = c.work.Fix(a, track, c.theory.System.Digits(t.Constant())); err != nil {
			return nil, err
		}
	}
	return c.work.Rename(a, names)
}

// A block asks whether some numbers exist with which a conjunction holds.
type block struct {
	*compiler
	bound []string
	parts []Formula
}

// block returns the automaton of "for some numbers, all of fs". Equations name one number
// by others and make it superfluous; each number is projected as soon as all that is said
// of it has been joined.
func (c *compiler) block(bound []string, fs []Formula) (*Automaton, error) {
	b := &block{compiler: c, bound: slices.Clone(bound)}
	for _, f := range fs {
		b.add(f)
	}
	named := map[string]string{}
	for i, f := range b.parts {
		if f.op() < opZero {
			b.parts[i] = b.name(f, named)
		}
	}
	b.solve()
	return b.join()
}

// name gives names to terms with bound numbers that sets within f are asked about, so that
// "B(i + t) exactly when B(j + t)" becomes a matter of two numbers, and t superfluous.
// Terms that may be below zero have no such names.
func (b *block) name(f Formula, named map[string]string) Formula {
	switch f.op() {
	case opNot, opAnd, opOr, opIff:
		n := *f.n
		n.sub = make([]Formula, len(f.n.sub))
		for i, g := range f.n.sub {
			n.sub[i] = b.name(g, named)
		}
		return n.make()
	case opSet, opPower, opLargest, opLowest, opXor:
		return b.aside(f, named, b.nameable)
	}
	return f
}

// aside gives names to some terms of an atom, and adds what they are to the parts.
func (b *block) aside(f Formula, named map[string]string, which func(Term) bool) Formula {
	n := *f.n
	n.terms = slices.Clone(n.terms)
	for i, t := range n.terms {
		if !which(t) {
			continue
		}
		name, ok := named[t.String()]
		if !ok {
			name = b.freshName(t.parts[0].name)
			named[t.String()] = name
			b.bound = append(b.bound, name)
			b.parts = append(b.parts, Equal(V(name), t))
		}
		n.terms[i] = V(name)
	}
	return n.make()
}

func (b *block) nameable(t Term) bool {
	bound := false
	for _, p := range t.parts {
		if p.by.Sign() < 0 {
			return false
		}
		bound = bound || slices.Contains(b.bound, p.name)
	}
	_, plain := t.Variable()
	return bound && !plain && t.Constant().Sign() >= 0
}

// add adds a conjunct, in its parts.
func (b *block) add(f Formula) {
	parts := f.Conjuncts()
	if len(parts) != 1 {
		for _, g := range parts {
			b.add(g)
		}
		return
	}
	switch f.op() {
	case opExists:
		// Others here may have the same names.
		names := map[string]Term{}
		for _, name := range f.n.bound {
			near, _, _ := strings.Cut(name, "\x7f")
			fresh := b.freshName(near)
			names[name] = V(fresh)
			b.bound = append(b.bound, fresh)
		}
		b.add(f.n.sub[0].Substitute(names))
		return
	case opNot:
		if t, equal, ok := f.n.sub[0].Sign(); ok && !equal {
			b.add(LessEqual(C(1), t))
			return
		}
	case opSet, opPower, opLargest, opLowest, opXor:
		f = b.aside(f, map[string]string{}, func(t Term) bool {
			_, plain := t.Variable()
			return !plain && len(t.parts) > 0
		})
	}
	b.parts = append(b.parts, f)
}

// onlyLinear says whether f is an atom about a linear term, or the negation of one.
func (f Formula) onlyLinear() bool {
	if f.op() == opNot {
		f = f.n.sub[0]
	}
	switch f.op() {
	case opTrue, opZero, opNonPositive, opCongruent:
		return true
	}
	return false
}

// solve removes bound numbers that an equation names by others.
func (b *block) solve() {
	for again := true; again; {
		again = false
		for i, f := range b.parts {
			if f.op() != opZero {
				continue
			}
			name, is, ok := b.solution(f.n.terms[0])
			if !ok {
				continue
			}
			by := map[string]Term{name: is}
			parts := b.parts
			b.parts = nil
			for j, g := range parts {
				if j != i {
					b.parts = append(b.parts, g.Substitute(by))
				}
			}
			b.parts = append(b.parts, LessEqual(C(0), is))
			b.bound = slices.DeleteFunc(b.bound, func(s string) bool { return s == name })
			again = true
			break
		}
		b.parts = slices.DeleteFunc(b.parts, func(f Formula) bool {
			if f.op() == opNonPositive { // no natural number fails it
				for _, p := range f.n.terms[0].parts {
					if p.by.Sign() > 0 {
						return false
					}
				}
				return f.n.terms[0].Constant().Sign() <= 0
			}
			return f.op() == opTrue
		})
	}
}

// solution returns a bound number that the equation t = 0 gives, and its value.
// A value that is a variable or a number may stand anywhere; others only in linear atoms.
func (b *block) solution(t Term) (string, Term, bool) {
	for _, p := range t.parts {
		if p.by.CmpAbs(one) != 0 || !slices.Contains(b.bound, p.name) {
			continue
		}
		is := t.plus(V(p.name), new(big.Int).Neg(p.by)).Times(-p.by.Int64())
		_, plain := is.Variable()
		if plain || len(is.parts) == 0 && is.Constant().Sign() >= 0 {
			return p.name, is, true
		}
		if !slices.ContainsFunc(b.parts, func(f Formula) bool {
			_, has := slices.BinarySearch(f.Free(), p.name)
			return has && !f.onlyLinear()
		}) {
			return p.name, is, true
		}
	}
	return "", Term{}, false
}

// A factor is an automaton of a conjunction, or one that must not accept.
type factor struct {
	*Automaton
	not bool
}

// join compiles the parts, joins and projects them.
func (b *block) join() (*Automaton, error) {
	var factors []factor
	for _, f := range b.parts {
		if v, ok := f.Constant(); ok && !v {
			return b.nothing(), nil
		}
		var x factor
		if f.op() == opNot && f.n.sub[0].op() != opIff {
			x.not = true
			f = f.n.sub[0]
		}
		var err error
		if x.Automaton, err = b.compile(f); err != nil {
			return nil, err
		}
		if !x.not && x.Empty() {
			return b.nothing(), nil
		}
		factors = append(factors, x)
	}
	bound := slices.Clone(b.bound)
	for len(bound) > 0 {
		// The number with the cheapest factors goes next.
		best, cost := 0, -1.0
		for i, name := range bound {
			if c := costOf(factors, name); cost < 0 || c < cost {
				best, cost = i, c
			}
		}
		name := bound[best]
		bound = slices.Delete(bound, best, best+1)
		var with, rest []factor
		for _, x := range factors {
			if x.has(name) {
				with = append(with, x)
			} else {
				rest = append(rest, x)
			}
		}
		if len(with) == 0 {
			continue
		}
		// So do numbers that no other factor has.
		gone := []string{name}
		bound = slices.DeleteFunc(bound, func(other string) bool {
			if slices.ContainsFunc(rest, func(x factor) bool { return x.has(other) }) {
				return false
			}
			gone = append(gone, other)
			return true
		})
		a, err := b.product(with)
		if err == nil {
			a, err = b.work.Project(a, gone...)
		}
		if err != nil {
			return nil, err
		}
		if a.Empty() {
			return b.nothing(), nil
		}
		rest = append(rest, factor{Automaton: a})
		factors = rest
	}
	return b.product(factors)
}

func (x factor) has(track string) bool {
	_, ok := slices.BinarySearch(x.tracks, track)
	return ok
}

// costOf guesses the size of the product of all factors that have the track.
func costOf(factors []factor, track string) float64 {
	cost := 1.0
	tracks := map[string]bool{}
	for _, x := range factors {
		if x.has(track) {
			cost *= float64(x.Nodes() + 1)
			for _, t := range x.tracks {
				tracks[t] = true
			}
		}
	}
	return cost * float64(len(tracks))
}

// tooManyTracks refuses a formula that speaks of too many numbers at once.
func tooManyTracks(n int) error {
	return fmt.Errorf("a relation of %d numbers, more than %d: %w", n, MaxTracks, grundy.ErrTooLarge)
}

// product joins factors, small ones first.
func (c *compiler) product(factors []factor) (*Automaton, error) {
	var all *Automaton
	var err error
	tracks := map[string]bool{}
	for _, x := range factors {
		for _, t := range x.tracks {
			tracks[t] = true
		}
	}
	if len(tracks) > MaxTracks {
		return nil, tooManyTracks(len(tracks))
	}
	slices.SortStableFunc(factors, func(x, y factor) int {
		if x.not != y.not {
			if x.not {
				return 1
			}
			return -1
		}
		return bySize(x.Automaton, y.Automaton)
	})
	for _, x := range factors {
		switch {
		case all == nil && x.not:
			all, err = c.work.Not(x.Automaton)
		case all == nil:
			all = x.Automaton
		case x.not:
			all, err = c.work.Minus(all, x.Automaton)
		default:
			all, err = c.work.And(all, x.Automaton)
		}
		if err != nil || all.Empty() {
			return all, err
		}
	}
	if all == nil {
		return c.work.True(c.theory.System.universe)
	}
	return all, nil
}
