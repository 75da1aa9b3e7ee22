package automata

// This file says whether a formula holds by trying numbers.

import (
	"maps"
	"math/big"
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
	if len(names) == 0 {
		return s.Holds(f.n.sub[0], at, most)
	}
	for v := int64(0); v <= most; v++ {
		at[names[0]] = big.NewInt(v)
		if s.some(f, names[1:], at, most) {
			return true
		}
	}
	return false
}
