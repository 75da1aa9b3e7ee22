package certificate

// This file decides what linear inequalities alone decide. Most of what a verifier must
// check of rules is so, and needs no automata.

import (
	"maps"
	"math/big"
	"slices"
)

// Bounds of a refutation. Where they are reached the automata decide.
const (
	mostFacts  = 200
	mostLeaves = 64
	mostLinear = 1 << 11 // parts of the formula
)

// A verdict says whether a formula has a solution.
type verdict int

const (
	unknown verdict = iota
	never
	sometimes
)

// linear looks for a solution of a formula in natural numbers by its linear parts alone.
func (p *prover) linear(f formula) verdict {
	if f.size > mostLinear {
		return unknown
	}
	leaves := 0
	var look func(open []formula, facts []term, choices []formula, whole bool) verdict
	look = func(open []formula, facts []term, choices []formula, whole bool) verdict {
		for len(open) > 0 {
			f := open[len(open)-1]
			open = open[:len(open)-1]
			switch f.kind {
			case "true":
			case "false":
				return never
			case "and":
				open = append(slices.Clip(open), f.formulas...)
			case "or":
				choices = append(slices.Clip(choices), f)
			case "least":
				facts = append(slices.Clip(facts), f.terms[0])
			case "exists":
				by := map[int]term{}
				for _, v := range f.bound {
					by[v] = variable(p.unused())
				}
				inner, ok := f.formulas[0].put(by)
				if !ok {
					return unknown
				}
				open = append(slices.Clip(open), inner)
			case "zero":
				below, ok := constant(0).plus(-1, f.terms[0])
				whole = whole && ok
				if facts = append(slices.Clip(facts), f.terms[0]); ok {
					facts = append(facts, below)
				}
			case "not":
				inner := f.formulas[0]
				var parts []formula
				for _, g := range inner.formulas {
					parts = append(parts, not(g))
				}
				switch inner.kind {
				case "and":
					open = append(slices.Clip(open), some(parts...))
				case "or":
					open = append(slices.Clip(open), parts...)
				case "zero":
					above := inner.terms[0]
					below, ok := constant(0).plus(-1, above)
					if !ok {
						whole = false
						continue
					}
					above, ok1 := above.plus(-1, constant(1))
					below, ok2 := below.plus(-1, constant(1))
					if !ok1 || !ok2 {
						whole = false
						continue
					}
					open = append(slices.Clip(open), some(isLeast(above), isLeast(below)))
				case "least": // not turned round because -1 - t is too large: say -t >= 0
					whole = false
					if below, ok := constant(0).plus(-1, inner.terms[0]); ok {
						facts = append(slices.Clip(facts), below)
					}
				default:
					whole = false
				}
			default:
				whole = false
			}
		}
		if v := solve(facts); v != sometimes || len(choices) == 0 {
			if v == sometimes && !whole {
				v = unknown
			}
			if v != unknown || len(choices) == 0 {
				return v
			}
		}
		all := never
		for _, way := range choices[0].formulas {
			if leaves++; leaves > mostLeaves {
				return unknown
			}
			switch look([]formula{way}, facts, choices[1:], whole) {
			case sometimes:
				return sometimes
			case unknown:
				all = unknown
			}
		}
		return all
	}
	return look([]formula{f}, nil, nil, true)
}

// solve reports whether natural numbers make all terms natural. It leaves out one variable
// after the other, as Fourier and Motzkin did, and then tries numbers near the bounds.
func solve(facts []term) verdict {
	vars := map[int]bool{}
	for _, t := range facts {
		for v := range t.times {
			vars[v] = true
		}
	}
	facts = slices.Clip(facts)
	for _, v := range slices.Sorted(maps.Keys(vars)) {
		facts = append(facts, variable(v))
	}
	type stage struct {
		v     int
		facts []term
	}
	var stages []stage
	whole := facts
	for {
		seen := map[string]bool{}
		var kept []term
		for _, t := range facts {
			t = t.tightened()
			if t.isConstant() && t.more < 0 {
				return never
			}
			if key := t.key(); !t.isConstant() && !seen[key] {
				seen[key], kept = true, append(kept, t)
			}
		}
		if facts = kept; len(facts) > mostFacts {
			return unknown
		}
		best, cost := -1, 0
		for _, v := range slices.Sorted(maps.Keys(vars)) {
			up, down := 0, 0
			for _, t := range facts {
				if c := t.times[v]; c > 0 {
					up++
				} else if c < 0 {
					down++
				}
			}
			if up+down > 0 && (best < 0 || up*down < cost) {
				best, cost = v, up*down
			}
		}
		if best < 0 {
			break
		}
		stages = append(stages, stage{best, facts})
		var rest []term
		for _, t := range facts {
			c := t.times[best]
			if c == 0 {
				rest = append(rest, t)
			}
			for _, u := range facts {
				if d := u.times[best]; c > 0 && d < 0 {
					sum, ok := constant(0).plus(-d, t)
					if ok {
						sum, ok = sum.plus(c, u)
					}
					if ok {
						rest = append(rest, sum)
					}
				}
			}
		}
		facts = rest
	}
	// The least that the bounds allow, from the last variable on.
	at := map[int]*big.Int{}
	for v := range vars {
		at[v] = new(big.Int)
	}
	for _, s := range slices.Backward(stages) {
		for _, t := range s.facts {
			if c := t.times[s.v]; c > 0 {
				if rest := t.value(at); rest.Sign() < 0 { // c v >= -rest
					at[s.v].Add(at[s.v], rest.Neg(rest).Add(rest, big.NewInt(c-1)).Quo(rest, big.NewInt(c)))
				}
			}
		}
	}
	if slices.ContainsFunc(whole, func(t term) bool { return t.value(at).Sign() < 0 }) {
		return unknown
	}
	return sometimes
}

// value is a term at some numbers.
func (t term) value(at map[int]*big.Int) *big.Int {
	sum := big.NewInt(t.more)
	for v, c := range t.times {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(c), at[v]))
	}
	return sum
}

// tightened divides t >= 0 by what divides all coefficients.
func (t term) tightened() term {
	g := new(big.Int)
	for _, c := range t.times {
		g.GCD(nil, nil, g, new(big.Int).Abs(big.NewInt(c)))
	}
	n := g.Int64()
	if n < 2 {
		return t
	}
	u := term{map[int]int64{}, t.more / n}
	if t.more < 0 && t.more%n != 0 {
		u.more--
	}
	for v, c := range t.times {
		u.times[v] = c / n
	}
	return u
}
