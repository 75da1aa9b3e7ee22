package automata

// Atoms of a formula compare linear terms.

import (
	"math/big"
	"slices"
	"strings"
)

// A Term is a linear form with whole coefficients, such as 2*x - y + 5. Its variables
// stand for natural numbers; its value may be below zero. The zero Term is the number 0.
// Terms are never changed.
type Term struct {
	parts []part // sorted by name; no coefficient is zero
	c     *big.Int
}

type part struct {
	name string
	by   *big.Int
}

var zero = new(big.Int)

// V returns the variable of the name.
func V(name string) Term { return Term{parts: []part{{name, big.NewInt(1)}}} }

// C returns the constant n.
func C(n int64) Term { return Term{c: big.NewInt(n)} }

// Big returns the constant n, which the caller must not change.
func Big(n *big.Int) Term { return Term{c: n} }

// Constant returns the part of the term without variables.
func (t Term) Constant() *big.Int {
	if t.c == nil {
		return zero
	}
	return t.c
}

// Coefficient returns by what the variable of the name is multiplied, 0 if it is not there.
func (t Term) Coefficient(name string) *big.Int {
	if i, ok := t.find(name); ok {
		return t.parts[i].by
	}
	return zero
}

func (t Term) find(name string) (int, bool) {
	return slices.BinarySearchFunc(t.parts, name, func(p part, name string) int { return strings.Compare(p.name, name) })
}

// Names returns the variables of the term in order.
func (t Term) Names() []string {
	names := make([]string, len(t.parts))
	for i, p := range t.parts {
		names[i] = p.name
	}
	return names
}

// Variable returns the name of the variable if the term is nothing else.
func (t Term) Variable() (string, bool) {
	if len(t.parts) != 1 || t.Constant().Sign() != 0 || t.parts[0].by.Cmp(one) != 0 {
		return "", false
	}
	return t.parts[0].name, true
}

var one = big.NewInt(1)

// Plus returns t + u.
func (t Term) Plus(u Term) Term { return t.plus(u, one) }

// Minus returns t - u.
func (t Term) Minus(u Term) Term { return t.plus(u, big.NewInt(-1)) }

// Times returns k times t.
func (t Term) Times(k int64) Term { return Term{}.plus(t, big.NewInt(k)) }

// plus returns t + k*u.
func (t Term) plus(u Term, k *big.Int) Term {
	sum := Term{c: new(big.Int).Mul(k, u.Constant())}
	sum.c.Add(sum.c, t.Constant())
	i, j := 0, 0
	for i < len(t.parts) || j < len(u.parts) {
		var p part
		switch {
		case j == len(u.parts) || i < len(t.parts) && t.parts[i].name < u.parts[j].name:
			p = t.parts[i]
			i++
		case i == len(t.parts) || u.parts[j].name < t.parts[i].name:
			p = part{u.parts[j].name, new(big.Int).Mul(k, u.parts[j].by)}
			j++
		default:
			by := new(big.Int).Mul(k, u.parts[j].by)
			p = part{t.parts[i].name, by.Add(by, t.parts[i].by)}
			i++
			j++
		}
		if p.by.Sign() != 0 {
			sum.parts = append(sum.parts, p)
		}
	}
	return sum
}

// Substitute returns the term with variables replaced.
func (t Term) Substitute(by map[string]Term) Term {
	sum := Term{c: t.c}
	for _, p := range t.parts {
		u, ok := by[p.name]
		if !ok {
			u = Term{parts: []part{{p.name, one}}}
		}
		sum = sum.plus(u, p.by)
	}
	return sum
}

// reduced returns the term divided by the greatest common divisor of the coefficients, its
// constant rounded down, and the rest of the constant.
func (t Term) reduced() (_ Term, rest *big.Int) {
	if len(t.parts) == 0 {
		return t, zero
	}
	g := new(big.Int)
	for _, p := range t.parts {
		g.GCD(nil, nil, g, new(big.Int).Abs(p.by))
	}
	if g.Cmp(one) == 0 {
		return t, zero
	}
	c, rest := new(big.Int).DivMod(t.Constant(), g, new(big.Int))
	u := Term{c: c}
	for _, p := range t.parts {
		u.parts = append(u.parts, part{p.name, new(big.Int).Quo(p.by, g)})
	}
	return u, rest
}

// Bounds returns the least and the greatest value of the term, nil where there is none.
func (t Term) Bounds() (least, greatest *big.Int) {
	least, greatest = t.Constant(), t.Constant()
	for _, p := range t.parts {
		if p.by.Sign() < 0 {
			least = nil
		} else {
			greatest = nil
		}
	}
	return least, greatest
}

// Value returns the value of the term where the variables have the given values. A
// variable without a value counts as 0.
func (t Term) Value(at map[string]*big.Int) *big.Int {
	sum := new(big.Int).Set(t.Constant())
	for _, p := range t.parts {
		if v := at[p.name]; v != nil {
			sum.Add(sum, new(big.Int).Mul(p.by, v))
		}
	}
	return sum
}

// String writes the term as [Parse] reads it.
func (t Term) String() string {
	var b strings.Builder
	// Summands come first, so that a term starts with a sign only if it must.
	for _, sign := range []int{1, -1} {
		for _, p := range t.parts {
			if p.by.Sign() == sign {
				join(&b, sign)
				if p.by.CmpAbs(one) != 0 {
					b.WriteString(new(big.Int).Abs(p.by).String() + "*")
				}
				b.WriteString(p.name)
			}
		}
		if c := t.Constant(); c.Sign() == sign {
			join(&b, sign)
			b.WriteString(new(big.Int).Abs(c).String())
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// join writes what stands before the next summand.
func join(b *strings.Builder, sign int) {
	switch {
	case b.Len() == 0 && sign < 0:
		b.WriteString("-")
	case b.Len() > 0 && sign < 0:
		b.WriteString(" - ")
	case b.Len() > 0:
		b.WriteString(" + ")
	}
}
