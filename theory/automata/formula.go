package automata

// Formulas are first-order, over natural numbers.

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// A Formula is a statement about natural numbers: linear atoms, atoms about digits, sets
// given by automata, and, or, not, and quantifiers. The zero Formula is true. Formulas are
// never changed. Variables run over 0, 1, 2, …; terms may be below zero, and then compare
// as whole numbers do.
type Formula struct{ n *node }

type node struct {
	op    op
	sub   []Formula
	bound []string // of a quantifier
	terms []Term
	mod   *big.Int   // of a congruence
	name  string     // of a set
	set   *Automaton // the set's automaton
	free  []string   // sorted
	size  int
	key   Key
}

// A Key is the same for formulas that are written alike, whatever the order of what "and",
// "or" and "exactly when" join.
type Key [sha256.Size]byte

// mostSize bounds what [Formula.Size] returns.
const mostSize = 1 << 40

type op uint8

const (
	opTrue op = iota
	opNot
	opAnd
	opOr
	opIff
	opExists
	opZero        // terms[0] = 0
	opNonPositive // terms[0] <= 0
	opCongruent   // terms[0] ≡ 0 (mod mod)
	opPower       // terms[0] is a weight
	opLargest     // terms[1] is the largest weight <= terms[0]
	opLowest      // terms[1] is the weight of the last digit of terms[0] that is not 0
	opXor         // terms[0] XOR terms[1] = terms[2]
	opSet         // terms are in the set
)

func (f Formula) op() op {
	if f.n == nil {
		return opTrue
	}
	return f.n.op
}

// make returns the formula of a node, and finds its free variables.
func (n node) make() Formula {
	free := map[string]bool{}
	n.size = 1
	var own []byte
	text := func(s string) {
		own = binary.AppendUvarint(own, uint64(len(s)))
		own = append(own, s...)
	}
	own = append(own, byte(n.op))
	for _, name := range n.bound {
		text(name)
	}
	if n.mod != nil {
		text(n.mod.String())
	}
	for _, t := range n.terms {
		for _, p := range t.parts {
			free[p.name] = true
		}
		text(t.String())
	}
	keys := make([]string, len(n.sub))
	for i, f := range n.sub {
		for _, name := range f.Free() {
			free[name] = true
		}
		n.size = min(n.size+f.Size(), mostSize)
		k := f.Key()
		keys[i] = string(k[:])
	}
	slices.Sort(keys)
	for _, k := range keys {
		text(k)
	}
	if n.set != nil {
		text(fmt.Sprintf("%p", n.set))
	}
	n.key = sha256.Sum256(own)
	for _, name := range n.bound {
		delete(free, name)
	}
	n.free = slices.Sorted(maps.Keys(free))
	return Formula{&n}
}

// Key returns the key of the formula.
func (f Formula) Key() Key {
	if f.n == nil {
		return Key{}
	}
	return f.n.key
}

// Size returns the number of atoms, connectives and quantifiers, at most 2^40.
func (f Formula) Size() int {
	if f.n == nil {
		return 1
	}
	return f.n.size
}

// Free returns the free variables in order. The caller must not change them.
func (f Formula) Free() []string {
	if f.n == nil {
		return nil
	}
	return f.n.free
}

// True returns the formula that always holds.
func True() Formula { return Formula{} }

// False returns the formula that never holds.
func False() Formula { return Not(True()) }

// Constant says whether the formula is true or false by its form.
func (f Formula) Constant() (value, ok bool) {
	switch {
	case f.op() == opTrue:
		return true, true
	case f.op() == opNot && f.n.sub[0].op() == opTrue:
		return false, true
	}
	return false, false
}

// Not returns the negation of f.
func Not(f Formula) Formula {
	if f.op() == opNot {
		return f.n.sub[0]
	}
	return node{op: opNot, sub: []Formula{f}}.make()
}

// And returns the conjunction of fs; without any it is true.
func And(fs ...Formula) Formula { return junction(opAnd, true, fs) }

// Or returns the disjunction of fs; without any it is false.
func Or(fs ...Formula) Formula { return junction(opOr, false, fs) }

// junction joins by and or by or; neutral is what changes nothing.
func junction(op op, neutral bool, fs []Formula) Formula {
	var all []Formula
	for _, f := range fs {
		if v, ok := f.Constant(); ok {
			if v == neutral {
				continue
			}
			return f
		}
		if f.op() == op {
			all = append(all, f.n.sub...)
		} else {
			all = append(all, f)
		}
	}
	switch len(all) {
	case 0:
		if neutral {
			return True()
		}
		return False()
	case 1:
		return all[0]
	}
	return node{op: op, sub: all}.make()
}

// Conjuncts returns the formulas whose conjunction f is; none for true.
func (f Formula) Conjuncts() []Formula {
	switch {
	case f.op() == opTrue:
		return nil
	case f.op() == opAnd:
		return slices.Clone(f.n.sub)
	case f.op() == opNot && f.n.sub[0].op() == opOr:
		return negations(f.n.sub[0].n.sub)
	}
	return []Formula{f}
}

// Disjuncts returns the formulas whose disjunction f is; none for false.
func (f Formula) Disjuncts() []Formula {
	switch {
	case f.op() == opOr:
		return slices.Clone(f.n.sub)
	case f.op() == opNot && f.n.sub[0].op() == opTrue:
		return nil
	case f.op() == opNot && f.n.sub[0].op() == opAnd:
		return negations(f.n.sub[0].n.sub)
	}
	return []Formula{f}
}

func negations(fs []Formula) []Formula {
	all := make([]Formula, len(fs))
	for i, f := range fs {
		all[i] = Not(f)
	}
	return all
}

// Sign returns the term t, if f says that t = 0 (equal), or that t <= 0.
func (f Formula) Sign() (t Term, equal, ok bool) {
	if f.op() != opZero && f.op() != opNonPositive {
		return Term{}, false, false
	}
	return f.n.terms[0], f.op() == opZero, true
}

// Implies returns "if f, then g".
func Implies(f, g Formula) Formula { return Or(Not(f), g) }

// Iff returns "f exactly when g".
func Iff(f, g Formula) Formula {
	if v, ok := f.Constant(); ok {
		if v {
			return g
		}
		return Not(g)
	}
	if _, ok := g.Constant(); ok {
		return Iff(g, f)
	}
	return node{op: opIff, sub: []Formula{f, g}}.make()
}

// Exists returns "for some natural numbers of these names, f".
func Exists(names []string, f Formula) Formula {
	names = slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(names))), func(name string) bool {
		_, ok := slices.BinarySearch(f.Free(), name)
		return !ok
	})
	if len(names) == 0 {
		return f
	}
	if f.op() == opExists {
		names = slices.Compact(slices.Sorted(slices.Values(append(names, f.n.bound...))))
		f = f.n.sub[0]
	}
	return node{op: opExists, bound: names, sub: []Formula{f}}.make()
}

// ForAll returns "for all natural numbers of these names, f".
func ForAll(names []string, f Formula) Formula { return Not(Exists(names, Not(f))) }

// Equal returns t = u.
func Equal(t, u Term) Formula {
	d, rest := t.Minus(u).reduced()
	switch {
	case rest.Sign() != 0:
		return False()
	case len(d.parts) == 0:
		return truth(d.Constant().Sign() == 0)
	case d.parts[0].by.Sign() < 0:
		d = d.Times(-1)
	}
	return node{op: opZero, terms: []Term{d}}.make()
}

// LessEqual returns t <= u.
func LessEqual(t, u Term) Formula {
	d, rest := t.Minus(u).reduced()
	if rest.Sign() > 0 {
		d = d.Plus(C(1)) // a whole number that is at most a fraction below 0
	}
	if len(d.parts) == 0 {
		return truth(d.Constant().Sign() <= 0)
	}
	return node{op: opNonPositive, terms: []Term{d}}.make()
}

// Less returns t < u.
func Less(t, u Term) Formula { return LessEqual(t.Plus(C(1)), u) }

func truth(v bool) Formula {
	if v {
		return True()
	}
	return False()
}

// Congruent returns t ≡ u (mod m), for any whole numbers t and u and for m > 0.
func Congruent(t, u Term, m int64) Formula {
	if m <= 0 {
		panic(fmt.Sprintf("automata: modulus %d is not positive", m))
	}
	mod := big.NewInt(m)
	d := t.Minus(u)
	rest := Term{c: new(big.Int).Mod(d.Constant(), mod)}
	for _, p := range d.parts {
		rest = rest.plus(Term{parts: []part{{p.name, one}}}, new(big.Int).Mod(p.by, mod))
	}
	if len(rest.parts) == 0 {
		return truth(rest.Constant().Sign() == 0)
	}
	return node{op: opCongruent, terms: []Term{rest}, mod: mod}.make()
}

// Quotient returns q = ⌊t / m⌋ for m > 0.
func Quotient(t Term, m int64, q Term) Formula {
	over := t.Minus(q.Times(m))
	return And(LessEqual(C(0), over), Less(over, C(m)))
}

// Remainder returns r = t - m⌊t / m⌋ for m > 0.
func Remainder(t Term, m int64, r Term) Formula {
	return And(LessEqual(C(0), r), Less(r, C(m)), Congruent(t, r, m))
}

// Power returns "t is a weight of the numeration system": a power of the base, a Fibonacci
// number from 1, 2, 3, 5, … in Zeckendorf's.
func Power(t Term) Formula { return node{op: opPower, terms: []Term{t}}.make() }

// LargestPower returns "u is the largest weight <= t"; there is none for t = 0.
func LargestPower(t, u Term) Formula { return node{op: opLargest, terms: []Term{t, u}}.make() }

// LowestPower returns "u is the weight of the last digit of t that is not 0": in a base the
// largest power that divides t. There is none for t = 0.
func LowestPower(t, u Term) Formula { return node{op: opLowest, terms: []Term{t, u}}.make() }

// Xor returns "t XOR u = v", which only bases 2, 4, 8, 16 and 32 can express.
func Xor(t, u, v Term) Formula { return node{op: opXor, terms: []Term{t, u, v}}.make() }

// Set returns "the terms are in the set of the automaton", one term for each of its tracks,
// in the order of [Automaton.Tracks]. It is false where a term is below zero. The name
// stands for the set where the formula is printed.
func Set(name string, set *Automaton, args ...Term) Formula {
	if len(args) != len(set.Tracks()) {
		panic(fmt.Sprintf("automata: set %s has %d tracks, not %d", name, len(set.Tracks()), len(args)))
	}
	return node{op: opSet, name: name, set: set, terms: slices.Clone(args)}.make()
}

// Substitute returns the formula with free variables replaced by terms. Bound variables
// that these terms have, too, get new names. A formula at a term below zero is read as it
// stands, although its variable was a natural number; say so with LessEqual(C(0), t)
// where that matters.
func (f Formula) Substitute(by map[string]Term) Formula {
	if !slices.ContainsFunc(f.Free(), func(name string) bool { _, ok := by[name]; return ok }) {
		return f
	}
	n := *f.n
	if n.op == opExists {
		return f.substituteBound(by)
	}
	sub := make([]Formula, len(n.sub))
	for i, g := range n.sub {
		sub[i] = g.Substitute(by)
	}
	terms := make([]Term, len(n.terms))
	for i, t := range n.terms {
		terms[i] = t.Substitute(by)
	}
	switch n.op {
	case opNot:
		return Not(sub[0])
	case opAnd:
		return And(sub...)
	case opOr:
		return Or(sub...)
	case opIff:
		return Iff(sub[0], sub[1])
	case opZero:
		return Equal(terms[0], Term{})
	case opNonPositive:
		return LessEqual(terms[0], Term{})
	}
	n.sub, n.terms = sub, terms
	return n.make()
}

func (f Formula) substituteBound(by map[string]Term) Formula {
	inner := map[string]Term{}
	used := map[string]bool{}
	for _, name := range f.Free() {
		if t, ok := by[name]; ok {
			inner[name] = t
			for _, p := range t.parts {
				used[p.name] = true
			}
		}
		used[name] = true
	}
	bound := slices.Clone(f.n.bound)
	for i, name := range bound {
		if !used[name] {
			continue
		}
		fresh := freshName(name, func(s string) bool {
			return used[s] || slices.Contains(bound, s) || slices.Contains(f.n.sub[0].Free(), s)
		})
		bound[i], inner[name] = fresh, V(fresh)
	}
	return Exists(bound, f.n.sub[0].Substitute(inner))
}

// freshName returns the name with the first number after it that is not taken.
func freshName(name string, taken func(string) bool) string {
	name = strings.TrimRight(name, "0123456789")
	for i := 1; ; i++ {
		if s := fmt.Sprint(name, i); !taken(s) {
			return s
		}
	}
}
