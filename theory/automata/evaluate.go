package automata

// This file decides whether a formula holds by trying numbers.

import (
	"iter"
	"maps"
	"math/big"
	"slices"
)

// Holds says whether f holds where its free variables have the given values, 0 without one,
// and those of "for some" and "for all" run from 0 to most only. It is meant for tests: the
// time grows like most to the power of the number of bound variables.
func (s *System) Holds(f Formula, at map[string]*big.Int, most int64) bool {
	n := f.n
	switch f.op() {
	case opTrue:
		return true
	case opNot:
		return !s.Holds(n.sub[0], at, most)
	case opAnd:
		for _, g := range n.sub {
			if !s.Holds(g, at, most) {
				return false
			}
		}
		return true
	case opOr:
		for _, g := range n.sub {
			if s.Holds(g, at, most) {
				return true
			}
		}
		return false
	case opIff:
		return s.Holds(n.sub[0], at, most) == s.Holds(n.sub[1], at, most)
	case opExists:
		return s.some(f, n.bound, maps.Clone(at), most)
	}
	values := make([]*big.Int, len(n.terms))
	for i, t := range n.terms {
		values[i] = t.Value(at)
	}
	switch n.op {
	case opZero:
		return values[0].Sign() == 0
	case opNonPositive:
		return values[0].Sign() <= 0
	case opCongruent:
		return new(big.Int).Mod(values[0], n.mod).Sign() == 0
	}
	for _, v := range values {
		if v.Sign() < 0 {
			return false
		}
	}
	switch n.op {
	case opSet:
		return n.set.Accepts(s.Word(values...))
	case opXor:
		return s.power > 0 && new(big.Int).Xor(values[0], values[1]).Cmp(values[2]) == 0
	}
	// What is left is about the places of digits that are not 0.
	digits := s.Digits(values[0])
	first, last, sum := len(digits)-1, 0, 0
	for i, d := range digits {
		if d > 0 {
			last = len(digits) - 1 - i
		}
		sum += d
	}
	switch {
	case sum == 0:
		return false
	case n.op == opPower:
		return sum == 1
	case n.op == opLargest:
		return values[1].Cmp(s.Weight(first)) == 0
	}
	return values[1].Cmp(s.Weight(last)) == 0
}

// some says whether some numbers make what f is about hold.
func (s *System) some(f Formula, names []string, at map[string]*big.Int, most int64) bool {
	for range s.Solutions(f.n.sub[0], names, at, most) {
		return true
	}
	return false
}

// Solutions yields at once for each choice of numbers from 0 to most for these names with
// which f holds: at has them then. Like [System.Holds] it is meant for tests. Where linear
// conditions bound a number, no others are tried.
func (s *System) Solutions(f Formula, names []string, at map[string]*big.Int, most int64) iter.Seq[map[string]*big.Int] {
	return func(yield func(map[string]*big.Int) bool) {
		for _, name := range names { // of a quantifier further out
			delete(at, name)
		}
		s.solve(f.Conjuncts(), names, at, most, yield)
		for _, name := range names {
			delete(at, name)
		}
	}
}

// solve is Solutions where some numbers are known. Parts are the conjuncts that are not
// known to hold.
func (s *System) solve(parts []Formula, names []string, at map[string]*big.Int, most int64, yield func(map[string]*big.Int) bool) bool {
	var open []Formula
	for _, g := range parts {
		if slices.ContainsFunc(g.Free(), func(n string) bool { return slices.Contains(names, n) }) {
			open = append(open, g)
		} else if !s.Holds(g, at, most) {
			return true
		}
	}
	if len(names) == 0 {
		return yield(at)
	}
	best, low, high := 0, int64(0), most
	for i, name := range names {
		from, to := int64(0), most
		for _, g := range open {
			if t, equal, ok := g.Sign(); ok {
				if from, to = narrow(t, name, names, at, from, to); equal {
					from, to = narrow(t.Times(-1), name, names, at, from, to)
				}
			}
		}
		if i == 0 || to-from < high-low {
			best, low, high = i, from, to
		}
	}
	name := names[best]
	rest := slices.Delete(slices.Clone(names), best, best+1)
	defer delete(at, name)
	for v := low; v <= high; v++ {
		at[name] = big.NewInt(v)
		if !s.solve(open, rest, at, most, yield) {
			return false
		}
	}
	return true
}

// narrow returns which values of a name between two bounds are left where t <= 0. The other
// names that are not known are natural numbers.
func narrow(t Term, name string, unknown []string, at map[string]*big.Int, from, to int64) (int64, int64) {
	k := t.Coefficient(name)
	if k.Sign() == 0 {
		return from, to
	}
	rest := new(big.Int).Set(t.Constant())
	for _, n := range t.Names() {
		switch c := t.Coefficient(n); {
		case n == name:
		case !slices.Contains(unknown, n):
			if v := at[n]; v != nil {
				rest.Add(rest, new(big.Int).Mul(c, v))
			}
		case c.Sign() < 0:
			return from, to
		}
	}
	// k v <= -rest
	q, _ := new(big.Int).DivMod(rest.Neg(rest), new(big.Int).Abs(k), new(big.Int))
	if k.Sign() > 0 {
		if q.Cmp(big.NewInt(to)) < 0 {
			to = max(q.Int64(), -1)
		}
		return from, to
	}
	switch q.Neg(q); { // v >= rest / -k, rounded up
	case q.Cmp(big.NewInt(to)) > 0:
		return to + 1, to
	case q.Sign() > 0:
		from = max(from, q.Int64())
	}
	return from, to
}
