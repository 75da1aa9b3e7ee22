package ordinal

// Nim-products of ordinals. The power ω^e of ω is the nim-product of powers κ(p^n)^d, one for each digit d of e: where
// e = ω^k·e_k + … + e_0, the digits of e_k in base p_k belong to κ(p_k), κ(p_k^2), …, the lowest digit first; and
// ω^e·c is the nim-product of ω^e and the integer c (Conway, chapter 6). As κ(p^n) is a p-th root of κ(p^(n-1)), two such powers are
// multiplied by the addition of digits with a carry from each digit to the one below it. The carry out of the lowest
// digit is a factor κ(p)^p = α_p, which is made of smaller ordinals.
//
// So an element is a polynomial whose variable stands for all κ(p^n) of the largest p in it, with coefficients that are elements
// without them; in the end these are finite nimbers.

import (
	"fmt"
	"math/big"
	"slices"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/nimber"
)

// A Field multiplies ordinals as nimbers. A product takes a product of finite nimbers for each pair of terms, and as many
// again as the α_p have terms that come in. Not more than one goroutine may use it.
type Field struct {
	// Check, if not nil, is asked now and then whether to go on. Its error ends the work.
	Check func() error
	// Memory bounds the bytes of a value; 0 for no bound.
	Memory uint64

	alphas map[uint64]*element // by k
	roots  map[uint64]*element // of 1/α_p
}

// ErrZero says that 0 has no inverse.
var ErrZero = nimber.ErrZero

// An UntabledError says that an operation needs an α_p that is not in the table.
type UntabledError struct {
	Prime uint64  // p, or 0 where it is very large
	Kappa Ordinal // κ(p)
}

func (e *UntabledError) Error() string {
	power := fmt.Sprintf("the power %d", e.Prime)
	if e.Prime == 0 {
		power = "a power"
	}
	return fmt.Sprintf("this needs %s of %s, and such powers are tabled with a source only for the primes 3 … %d", power, e.Kappa, LastPrime())
}

// kappaOf returns κ(p_k).
func kappaOf(k *big.Int) Ordinal {
	return Power(Power(Of(k), big.NewInt(1)), big.NewInt(1))
}

// An element is a finite nimber, or the sum of coefficient·x^exponent over its parts, where x^e stands for ω^(ω^k·e).
// Where it is not finite there is an exponent above 0.
type element struct {
	finite *big.Int // or nil
	k      uint64
	parts  []part // exponents differ, coefficients are not 0 and have only smaller k
	terms  uint64 // of all coefficients
}

type part struct {
	exponent    *big.Int
	coefficient *element
}

func ofInteger(n *big.Int) *element { return &element{finite: n, terms: 1} }

func (a *element) isZero() bool { return a.finite != nil && a.finite.Sign() == 0 }

// partBytes is about what a part takes.
const partBytes = 200

func (f *Field) room(terms uint64) error {
	if f.Check != nil {
		if err := f.Check(); err != nil {
			return err
		}
	}
	if f.Memory > 0 && terms > f.Memory/partBytes {
		return tooLarge(terms)
	}
	return nil
}

func tooLarge(terms uint64) error {
	return fmt.Errorf("an ordinal of %d terms or more: %w", terms, grundy.ErrTooLarge)
}

// made returns the polynomial of these parts.
func made(k uint64, parts []part) *element {
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.coefficient.isZero() })
	switch {
	case len(parts) == 0:
		return ofInteger(new(big.Int))
	case len(parts) == 1 && parts[0].exponent.Sign() == 0:
		return parts[0].coefficient
	}
	terms := uint64(0)
	for _, p := range parts {
		terms += p.coefficient.terms
	}
	return &element{k: k, parts: parts, terms: terms}
}

// over returns the parts of a as a polynomial of k, which is not below a's.
func (a *element) over(k uint64) []part {
	switch {
	case a.isZero():
		return nil
	case a.finite == nil && a.k == k:
		return a.parts
	}
	return []part{{new(big.Int), a}}
}

// top returns the larger k of a and b; the result is false where both are finite.
func top(a, b *element) (k uint64, ok bool) {
	if a.finite == nil {
		k = a.k
	}
	if b.finite == nil {
		k = max(k, b.k)
	}
	return k, a.finite == nil || b.finite == nil
}

// element returns an ordinal as an element.
func (f *Field) element(a Ordinal) (*element, error) { return f.within(a.terms) }

// within returns the sum of terms whose exponents are polynomials in ω.
func (f *Field) within(terms []term) (*element, error) {
	if len(terms) == 0 {
		return ofInteger(new(big.Int)), nil
	}
	leading := terms[0].exponent
	if leading.IsZero() {
		return ofInteger(terms[0].coefficient), nil
	}
	degree, _ := leading.terms[0].exponent.Finite()
	if !degree.IsUint64() {
		return nil, &UntabledError{Kappa: kappaOf(degree)}
	}
	k := degree.Uint64()
	var parts []part
	for len(terms) > 0 {
		e := exponentOf(terms[0].exponent, k)
		end := 0
		var below []term
		for ; end < len(terms) && exponentOf(terms[end].exponent, k).Cmp(e) == 0; end++ {
			t := terms[end]
			if e.Sign() > 0 {
				t.exponent = Ordinal{t.exponent.terms[1:]}
			}
			below = append(below, t)
		}
		coefficient, err := f.within(below)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{e, coefficient})
		terms = terms[end:]
	}
	return made(k, parts), nil
}

// exponentOf returns the coefficient of ω^k in an exponent of no higher degree.
func exponentOf(e Ordinal, k uint64) *big.Int {
	if len(e.terms) > 0 {
		if degree, ok := e.terms[0].exponent.Uint64(); ok && degree == k {
			return e.terms[0].coefficient
		}
	}
	return new(big.Int)
}

// ordinal returns an element as an ordinal.
func (a *element) ordinal() Ordinal { return Ordinal{a.appendTerms(nil, Ordinal{})} }

// appendTerms appends the terms of a times ω^exponent, whose exponent has only larger k.
func (a *element) appendTerms(dst []term, exponent Ordinal) []term {
	if a.finite != nil {
		if a.finite.Sign() != 0 {
			dst = append(dst, term{exponent, a.finite})
		}
		return dst
	}
	slices.SortFunc(a.parts, func(p, q part) int { return q.exponent.Cmp(p.exponent) })
	for _, p := range a.parts {
		e := exponent
		if p.exponent.Sign() > 0 {
			e = Ordinal{append(slices.Clip(exponent.terms), term{OfUint64(a.k), p.exponent})}
		}
		dst = p.coefficient.appendTerms(dst, e)
	}
	return dst
}

// plus returns the sum of a and b.
func plus(a, b *element) *element {
	k, ok := top(a, b)
	switch {
	case !ok:
		return ofInteger(new(big.Int).Xor(a.finite, b.finite))
	case a.isZero():
		return b
	case b.isZero():
		return a
	}
	sum := newGathered()
	for _, p := range a.over(k) {
		sum.add(p.exponent, p.coefficient)
	}
	for _, p := range b.over(k) {
		sum.add(p.exponent, p.coefficient)
	}
	return made(k, sum.parts)
}

// A gathered polynomial adds up coefficients by exponent.
type gathered struct {
	parts []part
	small map[uint64]int // indices of parts, by exponents below 2^64
	large map[string]int // and by others
}

func newGathered() *gathered { return &gathered{small: map[uint64]int{}, large: map[string]int{}} }

func (g *gathered) add(exponent *big.Int, coefficient *element) {
	var i int
	var ok bool
	if exponent.IsUint64() {
		if i, ok = g.small[exponent.Uint64()]; !ok {
			g.small[exponent.Uint64()] = len(g.parts)
		}
	} else if i, ok = g.large[exponent.String()]; !ok {
		g.large[exponent.String()] = len(g.parts)
	}
	if ok {
		g.parts[i].coefficient = plus(g.parts[i].coefficient, coefficient)
	} else {
		g.parts = append(g.parts, part{exponent, coefficient})
	}
}

// mostPrimes bounds the k whose p_k are known. Products without a carry need p alone.
const mostPrimes = 1000

// oddPrimes returns the first odd primes.
var oddPrimes = sync.OnceValue(func() (list []uint64) {
	for n := uint64(3); len(list) < mostPrimes; n += 2 {
		if !slices.ContainsFunc(list, func(p uint64) bool { return n%p == 0 }) {
			list = append(list, n)
		}
	}
	return list
})

// prime returns p_k.
func prime(k uint64) (p uint64, err error) {
	if k < mostPrimes {
		return oddPrimes()[k], nil
	}
	return 0, &UntabledError{Kappa: kappaOf(new(big.Int).SetUint64(k))}
}

// alpha returns α_p for p = p_k.
func (f *Field) alpha(k uint64) (*element, error) {
	if a, ok := f.alphas[k]; ok {
		return a, nil
	}
	p, err := prime(k)
	if err != nil {
		return nil, err
	}
	alpha, ok := Alpha(p)
	if !ok {
		return nil, &UntabledError{p, kappaOf(new(big.Int).SetUint64(k))}
	}
	a, err := f.element(alpha)
	if err == nil {
		if f.alphas == nil {
			f.alphas = map[uint64]*element{}
		}
		f.alphas[k] = a
	}
	return a, err
}

// digits returns the digits of e in base p, the lowest first.
func digits(e *big.Int, p uint64) (list []uint64) {
	if e.IsUint64() {
		for n := e.Uint64(); n > 0; n /= p {
			list = append(list, n%p)
		}
		return list
	}
	base, digit := new(big.Int).SetUint64(p), new(big.Int)
	for n := new(big.Int).Set(e); n.Sign() > 0; {
		n.QuoRem(n, base, digit)
		list = append(list, digit.Uint64())
	}
	return list
}

// number returns the number of these digits.
func number(list []uint64, p uint64) *big.Int {
	n, base, digit := new(big.Int), new(big.Int).SetUint64(p), new(big.Int)
	for _, d := range slices.Backward(list) {
		n.Mul(n, base).Add(n, digit.SetUint64(d))
	}
	return n
}

// addDigits returns the exponent of the product of the powers x and y, and whether α_p is another factor.
func addDigits(x, y []uint64, p uint64) (sum *big.Int, carry bool) {
	list := make([]uint64, max(len(x), len(y)))
	over := uint64(0)
	for i := len(list) - 1; i >= 0; i-- {
		d := over
		if i < len(x) {
			d += x[i]
		}
		if i < len(y) {
			d += y[i]
		}
		if over = 0; d >= p {
			d, over = d-p, 1
		}
		list[i] = d
	}
	return number(list, p), over == 1
}

// A product of polynomials gathers the terms that have the factor α_p apart from the others.
type product struct{ plain, carried *gathered }

func (f *Field) whole(k uint64, r product) (*element, error) {
	if len(r.carried.parts) > 0 {
		alpha, err := f.alpha(k)
		if err != nil {
			return nil, err
		}
		for _, p := range r.carried.parts {
			c, err := f.mul(p.coefficient, alpha)
			if err != nil {
				return nil, err
			}
			r.plain.add(p.exponent, c)
		}
	}
	return made(k, r.plain.parts), nil
}

func (f *Field) mul(a, b *element) (*element, error) {
	k, ok := top(a, b)
	switch {
	case a.isZero():
		return a, nil
	case b.isZero():
		return b, nil
	case !ok:
		if a.finite.IsUint64() && b.finite.IsUint64() {
			return ofInteger(new(big.Int).SetUint64(nimber.Mul(a.finite.Uint64(), b.finite.Uint64()))), nil
		}
		c, err := nimber.Tower{Check: f.Check}.Mul(a.finite, b.finite)
		return ofInteger(c), err
	}
	x, y := a.over(k), b.over(k)
	if err := f.room(a.terms + b.terms); err != nil {
		return nil, err
	}
	if len(x) == 1 && x[0].exponent.Sign() == 0 {
		x, y = y, x
	}
	if len(y) == 1 && y[0].exponent.Sign() == 0 {
		scaled := make([]part, len(x))
		for i, p := range x {
			c, err := f.mul(p.coefficient, y[0].coefficient)
			if err != nil {
				return nil, err
			}
			scaled[i] = part{p.exponent, c}
		}
		return made(k, scaled), nil
	}
	p, err := prime(k)
	if err != nil {
		return nil, err
	}
	r := product{newGathered(), newGathered()}
	second := make([][]uint64, len(y))
	for j := range y {
		second[j] = digits(y[j].exponent, p)
	}
	for i := range x {
		first := digits(x[i].exponent, p)
		for j := range y {
			c, err := f.mul(x[i].coefficient, y[j].coefficient)
			if err != nil {
				return nil, err
			}
			e, carry := addDigits(first, second[j], p)
			if carry {
				r.carried.add(e, c)
			} else {
				r.plain.add(e, c)
			}
		}
	}
	return f.whole(k, r)
}

// square returns a*a, in a time that grows with a's terms and not with their square: the mixed terms cancel.
func (f *Field) square(a *element) (*element, error) {
	if a.finite != nil {
		return f.mul(a, a)
	}
	if err := f.room(a.terms); err != nil {
		return nil, err
	}
	p, err := prime(a.k)
	if err != nil {
		return nil, err
	}
	r := product{newGathered(), newGathered()}
	for _, t := range a.parts {
		c, err := f.square(t.coefficient)
		if err != nil {
			return nil, err
		}
		d := digits(t.exponent, p)
		if e, carry := addDigits(d, d, p); carry {
			r.carried.add(e, c)
		} else {
			r.plain.add(e, c)
		}
	}
	return f.whole(a.k, r)
}

// root returns the element whose square is a: the sum of the roots of its terms. The power 2d of
// κ(p^N) has the square root κ(p^N)^d; and as κ(p^N)^(p^N) is α_p, the power d for odd d has
// κ(p^N)^((d+p^N)/2) times that of 1/α_p.
func (f *Field) root(a *element) (*element, error) {
	if a.finite != nil {
		return ofInteger(nimber.Tower{Check: f.Check}.SquareRoot(a.finite)), nil
	}
	if err := f.room(a.terms); err != nil {
		return nil, err
	}
	p, err := prime(a.k)
	if err != nil {
		return nil, err
	}
	plain, carried := newGathered(), newGathered()
	for _, t := range a.parts {
		c, err := f.root(t.coefficient)
		if err != nil {
			return nil, err
		}
		// These are the digits of the power of κ(p^N), the highest first.
		d := digits(t.exponent, p)
		parity := uint64(0)
		for _, x := range d {
			parity ^= x & 1 // p is odd
		}
		// Halve, beginning with 1 before the digits where d + p^N is halved.
		for i, rest := 0, parity; i < len(d); i++ {
			x := rest*p + d[i]
			d[i], rest = x/2, x%2
		}
		if parity == 0 {
			plain.add(number(d, p), c)
		} else {
			carried.add(number(d, p), c)
		}
	}
	if len(carried.parts) > 0 {
		s, err := f.alphaRoot(a.k)
		if err != nil {
			return nil, err
		}
		for _, t := range carried.parts {
			c, err := f.mul(t.coefficient, s)
			if err != nil {
				return nil, err
			}
			plain.add(t.exponent, c)
		}
	}
	return made(a.k, plain.parts), nil
}

// alphaRoot returns the square root of 1/α_p for p = p_k.
func (f *Field) alphaRoot(k uint64) (*element, error) {
	if s, ok := f.roots[k]; ok {
		return s, nil
	}
	alpha, err := f.alpha(k)
	if err != nil {
		return nil, err
	}
	s, err := f.inverse(alpha)
	if err == nil {
		s, err = f.root(s)
	}
	if err == nil {
		if f.roots == nil {
			f.roots = map[uint64]*element{}
		}
		f.roots[k] = s
	}
	return s, err
}

// mostDegree bounds the degree of the polynomials of an inverse; its square is how many products there are.
const mostDegree = 1 << 20

// inverse returns 1/a, where a is not 0. With x = κ(p^N), a is a polynomial in x of a degree below p^N, over the
// field of the ordinals below κ(p); and x^(p^N) + α_p is irreducible over it (Conway, chapter 6). So Euclid's algorithm
// finds the inverse.
func (f *Field) inverse(a *element) (*element, error) {
	if a.finite != nil {
		n, err := nimber.Tower{Check: f.Check}.Divide(big.NewInt(1), a.finite)
		return ofInteger(n), err
	}
	p, err := prime(a.k)
	if err != nil {
		return nil, err
	}
	alpha, err := f.alpha(a.k)
	if err != nil {
		return nil, err
	}
	if len(a.parts) == 1 {
		return f.inverseOfTerm(a, alpha, p)
	}
	length, degree := 0, uint64(1)
	for _, t := range a.parts {
		length = max(length, len(digits(t.exponent, p)))
	}
	for range length {
		if degree *= p; degree > mostDegree {
			return nil, tooLarge(degree)
		}
	}
	if err := f.room(4 * degree); err != nil {
		return nil, err
	}
	// s_i·a = r_i modulo the modulus, for the remainders r_0, r_1, ….
	r0, r1 := make(poly, degree+1), make(poly, degree)
	r0[0], r0[degree] = alpha, ofInteger(big.NewInt(1))
	for _, t := range a.parts {
		d := digits(t.exponent, p)
		d = append(d, make([]uint64, length-len(d))...)
		slices.Reverse(d)
		r1[number(d, p).Uint64()] = t.coefficient
	}
	s0, s1 := poly{}, poly{ofInteger(big.NewInt(1))}
	r0, r1 = r0.trimmed(), r1.trimmed()
	for len(r1) > 1 {
		lead, err := f.inverse(r1[len(r1)-1])
		if err != nil {
			return nil, err
		}
		for len(r0) >= len(r1) {
			c, err := f.mul(r0[len(r0)-1], lead)
			if err != nil {
				return nil, err
			}
			shift := len(r0) - len(r1)
			if r0, err = f.addScaled(r0, r1, c, shift); err != nil {
				return nil, err
			}
			if s0, err = f.addScaled(s0, s1, c, shift); err != nil {
				return nil, err
			}
		}
		r0, r1, s0, s1 = r1, r0, s1, s0
	}
	lead, err := f.inverse(r1[0])
	if err != nil {
		return nil, err
	}
	var parts []part
	for i, c := range s1 {
		if c == nil {
			continue
		}
		if c, err = f.mul(c, lead); err != nil {
			return nil, err
		}
		d := digits(big.NewInt(int64(i)), p)
		d = append(d, make([]uint64, length-len(d))...)
		slices.Reverse(d)
		parts = append(parts, part{number(d, p), c})
	}
	return made(a.k, parts), nil
}

// inverseOfTerm returns the inverse of c·κ(p^N)^d, which is κ(p^N)^(p^N-d) over c·α_p.
func (f *Field) inverseOfTerm(a, alpha *element, p uint64) (*element, error) {
	below, err := f.mul(a.parts[0].coefficient, alpha)
	if err == nil {
		below, err = f.inverse(below)
	}
	if err != nil {
		return nil, err
	}
	d := digits(a.parts[0].exponent, p)
	borrowed := false // by a lower digit of the power, which is a higher one of the exponent
	for i := len(d) - 1; i >= 0; i-- {
		x := d[i]
		if borrowed {
			x++
		}
		if borrowed = borrowed || x > 0; x > 0 {
			d[i] = p - x
		}
	}
	return made(a.k, []part{{number(d, p), below}}), nil
}

// A poly is dense: its coefficients by exponent, nil for 0. The last one is not nil.
type poly []*element

func (r poly) trimmed() poly {
	for len(r) > 0 && (r[len(r)-1] == nil || r[len(r)-1].isZero()) {
		r = r[:len(r)-1]
	}
	return r
}

// addScaled returns r + c·x^shift·q.
func (f *Field) addScaled(r, q poly, c *element, shift int) (poly, error) {
	terms := uint64(0)
	for _, t := range r {
		if t != nil {
			terms += 4 * t.terms // four polynomials are kept
		}
	}
	if err := f.room(terms); err != nil {
		return nil, err
	}
	if n := len(q) + shift; n > len(r) {
		r = append(r, make(poly, n-len(r))...)
	}
	for i, t := range q {
		if t == nil {
			continue
		}
		v, err := f.mul(t, c)
		if err != nil {
			return nil, err
		}
		if now := r[i+shift]; now != nil {
			v = plus(now, v)
		}
		if v.isZero() {
			v = nil
		}
		r[i+shift] = v
	}
	return r.trimmed(), nil
}

// of applies an operation to ordinals.
func (f *Field) of(operation func(a, b *element) (*element, error), a, b Ordinal) (Ordinal, error) {
	x, err := f.element(a)
	if err != nil {
		return Ordinal{}, err
	}
	y, err := f.element(b)
	if err != nil {
		return Ordinal{}, err
	}
	result, err := operation(x, y)
	if err != nil {
		return Ordinal{}, err
	}
	return result.ordinal(), nil
}

// Mul returns the nim-product of a and b. The error is an [*UntabledError] where it needs an α_p that is not tabled.
func (f *Field) Mul(a, b Ordinal) (Ordinal, error) { return f.of(f.mul, a, b) }

// Divide returns the nimber whose product with b is a. The error is [ErrZero] where b is 0, or as of [Field.Mul]. It takes
// the square of the degree of b over the smaller ordinals in products, at most.
func (f *Field) Divide(a, b Ordinal) (Ordinal, error) {
	if b.IsZero() {
		return Ordinal{}, ErrZero
	}
	return f.of(func(x, y *element) (*element, error) {
		inverse, err := f.inverse(y)
		if err != nil {
			return nil, err
		}
		return f.mul(x, inverse)
	}, a, b)
}

// SquareRoot returns the nimber whose product with itself is a. There is one. The error is as of [Field.Mul].
func (f *Field) SquareRoot(a Ordinal) (Ordinal, error) {
	return f.of(func(x, _ *element) (*element, error) { return f.root(x) }, a, Ordinal{})
}

// Power returns the nim-product of e factors a, 1 where e is 0. A negative e stands for -e factors 1/a. The error
// is [ErrZero] where a is 0 then, or as of [Field.Mul]. It takes a product for each bit of e.
func (f *Field) Power(a Ordinal, e *big.Int) (Ordinal, error) {
	if n, finite := a.Finite(); finite {
		power, err := nimber.Tower{Check: f.Check}.Power(n, e)
		if err != nil {
			return Ordinal{}, err
		}
		return Of(power), nil
	}
	return f.of(func(x, _ *element) (power *element, err error) {
		if e.Sign() < 0 {
			if x, err = f.inverse(x); err != nil {
				return nil, err
			}
		}
		power = ofInteger(big.NewInt(1))
		bits := new(big.Int).Abs(e)
		for i := bits.BitLen() - 1; i >= 0 && err == nil; i-- {
			if power, err = f.square(power); err == nil && bits.Bit(i) == 1 {
				power, err = f.mul(power, x)
			}
		}
		return power, err
	}, a, Ordinal{})
}
