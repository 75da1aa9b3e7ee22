// Package ordinal has the ordinals below ω^ω^ω and their arithmetic as nimbers.
//
// A heap of Nim may have any ordinal for its size, and its options are all smaller ordinals. Nim-sums
// and nim-products are defined as those of finite nimbers are (J. H. Conway, On Numbers and Games,
// chapter 6). Below ω^ω^ω they make an algebraically closed field, that of all roots of polynomials over
// the two nimbers 0 and 1.
//
// The two functions that most people need are [Parse] and [Field.Mul].
package ordinal

// An ordinal is kept in Cantor normal form: it is the sum of ω^e·c for falling exponents e, which are
// ordinals, with integers c > 0.

import (
	"math/big"
	"slices"
	"strings"
)

// An Ordinal is below ω^ω^ω. The zero value is 0. Ordinals do not change.
type Ordinal struct{ terms []term } // exponents fall

type term struct {
	exponent    Ordinal
	coefficient *big.Int // above 0
}

// Of returns n, which is not negative, as an ordinal.
func Of(n *big.Int) Ordinal {
	if n.Sign() == 0 {
		return Ordinal{}
	}
	return Ordinal{[]term{{coefficient: n}}}
}

// OfUint64 returns n as an ordinal.
func OfUint64(n uint64) Ordinal { return Of(new(big.Int).SetUint64(n)) }

// Power returns ω^exponent·coefficient, for a coefficient that is not negative.
func Power(exponent Ordinal, coefficient *big.Int) Ordinal {
	if coefficient.Sign() == 0 {
		return Ordinal{}
	}
	return Ordinal{[]term{{exponent, coefficient}}}
}

// Finite returns a where it is finite.
func (a Ordinal) Finite() (n *big.Int, ok bool) {
	switch {
	case len(a.terms) == 0:
		return new(big.Int), true
	case a.terms[0].exponent.IsZero():
		return new(big.Int).Set(a.terms[0].coefficient), true
	}
	return nil, false
}

// Uint64 returns a where it is 0 … 2^64-1.
func (a Ordinal) Uint64() (n uint64, ok bool) {
	if v, finite := a.Finite(); finite && v.IsUint64() {
		return v.Uint64(), true
	}
	return 0, false
}

// IsZero reports whether a is 0.
func (a Ordinal) IsZero() bool { return len(a.terms) == 0 }

// Cmp returns -1, 0 or 1 where a is below, equal to or above b.
func (a Ordinal) Cmp(b Ordinal) int {
	for i := range min(len(a.terms), len(b.terms)) {
		if c := a.terms[i].exponent.Cmp(b.terms[i].exponent); c != 0 {
			return c
		}
		if c := a.terms[i].coefficient.Cmp(b.terms[i].coefficient); c != 0 {
			return c
		}
	}
	return len(a.terms) - len(b.terms)
}

// NimSum returns the nim-sum of a and b: the coefficients of equal exponents are added without carry,
// as ω^e·2^k is the power of two 2^(ω·e+k), and nim-sums add different powers of two (Conway, chapter 6).
// It costs O(their terms).
func (a Ordinal) NimSum(b Ordinal) Ordinal {
	sum := make([]term, 0, len(a.terms)+len(b.terms))
	x, y := a.terms, b.terms
	for len(x) > 0 && len(y) > 0 {
		switch c := x[0].exponent.Cmp(y[0].exponent); {
		case c > 0:
			sum, x = append(sum, x[0]), x[1:]
		case c < 0:
			sum, y = append(sum, y[0]), y[1:]
		default:
			if v := new(big.Int).Xor(x[0].coefficient, y[0].coefficient); v.Sign() != 0 {
				sum = append(sum, term{x[0].exponent, v})
			}
			x, y = x[1:], y[1:]
		}
	}
	return Ordinal{slices.Concat(sum, x, y)}
}

// A Heap is a heap of Nim within a position. The move that leaves the ordinal a of it is written Before, a, After.
type Heap struct {
	Size          Ordinal
	Before, After string
}

// Below returns a few ordinals below a, which is not 0: with one less of its last power of ω, and with a smaller power
// in place of that one.
func (a Ordinal) Below() []Ordinal {
	last := len(a.terms) - 1
	t := a.terms[last]
	rest := Ordinal{slices.Clone(a.terms[:last])}
	if t.coefficient.Cmp(big.NewInt(1)) > 0 {
		rest.terms = append(rest.terms, term{t.exponent, new(big.Int).Sub(t.coefficient, big.NewInt(1))})
	}
	if t.exponent.IsZero() {
		return []Ordinal{rest}
	}
	smaller := t.exponent.Below()[0]
	if n := len(t.exponent.terms); !t.exponent.terms[n-1].exponent.IsZero() {
		smaller = t.exponent.Below()[1] // of a limit
	}
	return []Ordinal{rest, {append(slices.Clip(rest.terms), term{smaller, big.NewInt(3)})}}
}

// Bytes is about the memory that a takes.
func (a Ordinal) Bytes() uint64 {
	bytes := uint64(24)
	for _, t := range a.terms {
		bytes += 64 + uint64(t.coefficient.BitLen()/8) + t.exponent.Bytes()
	}
	return bytes
}

// String writes a as [Parse] reads it: w^(w*2+1)*3+w+5.
func (a Ordinal) String() string {
	if a.IsZero() {
		return "0"
	}
	var b strings.Builder
	for i, t := range a.terms {
		if i > 0 {
			b.WriteByte('+')
		}
		if t.exponent.IsZero() {
			b.WriteString(t.coefficient.String())
			continue
		}
		b.WriteByte('w')
		if t.exponent.Cmp(one) != 0 {
			b.WriteByte('^')
			if text := t.exponent.String(); t.exponent.Cmp(omega) == 0 || !strings.Contains(text, "w") {
				b.WriteString(text)
			} else {
				b.WriteString("(" + text + ")")
			}
		}
		if !t.coefficient.IsUint64() || t.coefficient.Uint64() != 1 {
			b.WriteString("*" + t.coefficient.String())
		}
	}
	return b.String()
}

var (
	one   = OfUint64(1)
	omega = Power(one, big.NewInt(1))
)
