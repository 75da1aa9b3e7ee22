package pattern

// We look for Beatty sequences ⌊kα + δ⌋, where α is a quadratic irrational: its continued fraction
// is periodic from some place on (Lagrange 1770). The shift δ is (jα + p)/m + c with a small m, as
// in ⌊(k + 1/2)√2⌋. Then kα + δ is ((mk + j)α + p)/m + c, and so
//
//	⌊kα + δ⌋ = ⌊(⌊(mk + j)α⌋ + p)/m⌋ + c,
//
// as r/m and ⌊r⌋/m have the same floor for each real r. So a shift needs no sequence of its own.
//
// α is identified from terms by exact intervals. Each term bounds α by two fractions, and the
// quotients that both ends of the interval share are quotients of α. The shortest period
// that fits all of them is taken.

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// A Slope is a positive quadratic irrational, the continued fraction
// [Pre[0]; Pre[1], …, Period[0], Period[1], …, Period[0], …].
type Slope struct {
	Pre, Period []int64
	surd        *surd // see in
}

// A surd is (p + q √d) / r with d free of squares of small primes, and r > 0.
type surd struct{ p, q, d, r *big.Int }

func mul(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
func add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }

// matrix returns the product of (a 1; 1 0) over the quotients: it takes the value of the rest
// of a continued fraction to that of the whole.
func matrix(quotients []int64) (a, b, c, d *big.Int) {
	a, b, c, d = big.NewInt(1), new(big.Int), new(big.Int), big.NewInt(1)
	for _, q := range quotients {
		n := big.NewInt(q)
		a, b = add(mul(a, n), b), a
		c, d = add(mul(c, n), d), c
	}
	return a, b, c, d
}

// newSlope returns the slope of a continued fraction; the period is not empty.
func newSlope(pre, period []int64) *Slope {
	for n := len(pre); n > 0 && pre[n-1] == period[len(period)-1]; n = len(pre) { // the shortest form
		pre, period = pre[:n-1], slices.Concat(period[len(period)-1:], period[:len(period)-1])
	}
	a, b, c, d := matrix(period)
	// The periodic part x is (a x + b) / (c x + d), so x = (u + √disc) / w.
	u, w := sub(a, d), mul(c, big.NewInt(2))
	disc := add(mul(u, u), mul(mul(b, c), big.NewInt(4)))
	m, n, r, t := matrix(pre)
	top, bottom := add(mul(m, u), mul(n, w)), add(mul(r, u), mul(t, w))
	s := &surd{
		p: sub(mul(top, bottom), mul(mul(m, r), disc)),
		q: sub(mul(m, bottom), mul(r, top)),
		d: disc,
		r: sub(mul(bottom, bottom), mul(mul(r, r), disc)),
	}
	for f := int64(2); f < 100; f++ { // squares out of the root
		for square := big.NewInt(f * f); new(big.Int).Mod(s.d, square).Sign() == 0; {
			s.d = new(big.Int).Div(s.d, square)
			s.q = mul(s.q, big.NewInt(f))
		}
	}
	g := new(big.Int).GCD(nil, nil, new(big.Int).GCD(nil, nil, new(big.Int).Abs(s.p), new(big.Int).Abs(s.q)), new(big.Int).Abs(s.r))
	if s.r.Sign() < 0 {
		g.Neg(g)
	}
	for _, v := range []**big.Int{&s.p, &s.q, &s.r} {
		*v = new(big.Int).Quo(*v, g)
	}
	return &Slope{Pre: pre, Period: period, surd: s}
}

// float returns about α.
func (s *Slope) float() float64 {
	root := new(big.Float).Sqrt(new(big.Float).SetPrec(128).SetInt(s.surd.d))
	top := root.Mul(root, new(big.Float).SetInt(s.surd.q))
	alpha, _ := top.Add(top, new(big.Float).SetInt(s.surd.p)).Quo(top, new(big.Float).SetInt(s.surd.r)).Float64()
	return alpha
}

// Quotients returns the first n quotients.
func (s *Slope) Quotients(n int) []int64 {
	q := slices.Clone(s.Pre)
	for len(q) < n {
		q = append(q, s.Period...)
	}
	return q[:n]
}

// floor returns ⌊kα⌋ for k >= 0. It costs a square root.
func (s *Slope) floor(k *big.Int) *big.Int {
	if k.Sign() == 0 {
		return new(big.Int)
	}
	u := s.surd
	part := mul(k, u.q)
	root := mul(mul(part, part), u.d)
	root.Sqrt(root)
	if part.Sign() < 0 { // ⌊-√X⌋, as X is not a square
		root.Add(root, big.NewInt(1)).Neg(root)
	}
	root.Add(root, mul(k, u.p))
	return root.Div(root, u.r) // rounds down, since r > 0
}

// golden says whether the slope is the golden ratio.
func (s *Slope) golden() bool { return len(s.Pre) == 0 && slices.Equal(s.Period, []int64{1}) }

// Plus returns α + n; n is at least -⌊α⌋.
func (s *Slope) Plus(n int64) *Slope {
	pre := s.Pre
	if len(pre) == 0 {
		pre = s.Period
	}
	pre = slices.Clone(pre)
	pre[0] += n
	return newSlope(pre, s.Period)
}

// String returns "(1+√5)/2", "√2", "(3-√5)/2".
func (s *Slope) String() string {
	u := s.surd
	text := ""
	if u.p.Sign() != 0 {
		text = u.p.String()
	}
	switch {
	case u.q.Sign() < 0:
		text += "-"
	case text != "":
		text += "+"
	}
	if q := new(big.Int).Abs(u.q); q.Cmp(big.NewInt(1)) != 0 {
		text += q.String()
	}
	text += "√" + u.d.String()
	if u.r.Cmp(big.NewInt(1)) == 0 {
		return text
	}
	if u.p.Sign() != 0 {
		text = "(" + text + ")"
	}
	return text + "/" + u.r.String()
}

// name returns how a student writes the slope: φ, φ², or a letter for which where says what it
// stands for.
func (s *Slope) name(letter string) (name, where string) {
	switch {
	case s.golden():
		return "φ", "φ = (1+√5)/2, the golden ratio"
	case slices.Equal(s.Quotients(8), []int64{2, 1, 1, 1, 1, 1, 1, 1}):
		return "φ²", ""
	}
	if text := s.String(); strings.HasPrefix(text, "√") && !strings.Contains(text, "/") {
		return text, ""
	}
	return letter, letter + " = " + s.String()
}

// A shift is what stands in ⌊(k + j/m) α + p/m⌋ beside k and α, with 0 <= j < m and 0 <= p < m. Without
// a shift, j and p are 0, and m is 1.
type shift struct{ j, p, m int64 }

var unshifted = shift{m: 1}

// bits returns the length of the description of a shift.
func (s shift) bits() float64 { return gamma(s.m-1) + 2*math.Log2(float64(s.m)) }

// text writes (k + j/m) α + p/m, given k and α.
func (s shift) text(k, alpha string) string {
	if s.j > 0 {
		k = "(" + k + "+" + fraction(s.j, s.m) + ")"
	}
	if s.p > 0 {
		alpha += "+" + fraction(s.p, s.m)
	}
	return k + alpha
}

func fraction(top, bottom int64) string {
	g := new(big.Int).GCD(nil, nil, big.NewInt(top), big.NewInt(bottom)).Int64()
	return fmt.Sprintf("%d/%d", top/g, bottom/g)
}

// floor returns ⌊(k + j/m) α + p/m⌋ + n, of a node with a slope.
func (e *node) floor(k int64) *big.Int {
	m := big.NewInt(e.shift.m)
	r := e.slope.floor(add(mul(big.NewInt(k), m), big.NewInt(e.shift.j)))
	r.Add(r, big.NewInt(e.shift.p)).Quo(r, m)
	return r.Add(r, big.NewInt(e.n))
}

// beatty computes the nodes of Beatty sequences, of x or of x and y.
func (e *node) beatty(x, y int64) (int64, bool) {
	if e.op == opFloor {
		r := e.floor(x)
		return r.Int64(), r.Sign() >= 0 && r.IsInt64() && r.Int64() < tooLarge
	}
	apart := y - x - e.gap[1] // opPair
	k := apart / e.gap[0]
	return truth(apart >= 0 && apart%e.gap[0] == 0 && e.floor(k).Cmp(big.NewInt(x)) == 0), true
}

// multiple returns ⌊kα⌋ + c.
func (s *Slope) multiple(c int64, k *node) candidate {
	e := with(opFloor, c, k)
	e.slope, e.shift = s, unshifted
	return candidate{e, choiceBits + gamma(c) + s.bits()}
}

// shifted returns floors ⌊kα + δ⌋ of k that have these terms, other than ⌊kα⌋ + c. It passes over holes.
func (s *Slope) shifted(terms []int64, k *node) (found []candidate) {
	const mostParts = 4 // the largest m
	alpha := s.float()
	lo, hi := math.Inf(-1), math.Inf(1) // of δ
	for i, v := range terms {
		if v != Hole {
			lo, hi = max(lo, float64(v)-float64(i)*alpha), min(hi, float64(v+1)-float64(i)*alpha)
		}
		if lo >= hi {
			return nil
		}
	}
	if math.IsInf(lo, -1) {
		return nil
	}
	for m := int64(2); m <= mostParts; m++ {
		for j := range m {
			from, to := float64(m)*lo-float64(j)*alpha, float64(m)*hi-float64(j)*alpha
			for p := int64(math.Ceil(from)); float64(p) < to; p++ {
				rest := (p%m + m) % m
				if simpler := j%2+rest%2+m%2 == 0 || j+rest == 0; simpler {
					continue
				}
				c := (p - rest) / m
				e := with(opFloor, c, k)
				e.slope, e.shift = s, shift{j, rest, m}
				found = append(found, candidate{e, choiceBits + s.bits() + e.shift.bits() + gamma(c)})
			}
		}
	}
	return found
}

// shiftedFloors returns floors ⌊kα + δ⌋ of k that have these terms, with -1 <= δ <= 2.
func shiftedFloors(terms []int64, k *node) []candidate {
	for c := range int64(2) {
		if s := findSlope(terms, c, 1); s != nil {
			if found := s.shifted(terms, k); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// A bound is a fraction top / bottom, both small.
type bound struct{ top, bottom int64 }

func (b bound) less(c bound) bool { return b.top*c.bottom < c.top*b.bottom }

// findSlope returns the simplest slope with terms[k] = ⌊kα⌋ + c for all k, or within slack of
// that, as far as the quotients show; nil if there is none. It passes over holes.
func findSlope(terms []int64, c, slack int64) *Slope {
	lo, hi, known := bound{0, 1}, bound{1 << 31, 1}, 0
	for k, v := range terms {
		if k == 0 || v == Hole {
			continue
		}
		v -= c
		known++
		if v < -slack || v >= 1<<30 {
			return nil
		}
		if low := (bound{v - slack, int64(k)}); lo.less(low) {
			lo = low
		}
		if high := (bound{v + 1 + slack, int64(k)}); high.less(hi) {
			hi = high
		}
		if !lo.less(hi) {
			return nil
		}
	}
	if known < 8 {
		return nil
	}
	var shared []int64
	for lo.bottom != 0 && hi.bottom != 0 && lo.top/lo.bottom == hi.top/hi.bottom {
		q := lo.top / lo.bottom
		shared = append(shared, q)
		lo = bound{lo.bottom, lo.top - q*lo.bottom}
		hi = bound{hi.bottom, hi.top - q*hi.bottom}
	}
	for length := 1; length <= 6; length++ { // of what is said
		for period := 1; period <= length; period++ {
			pre := length - period
			if tail := len(shared) - pre; tail < 2*period {
				continue
			}
			fits := true
			for i := pre + period; i < len(shared); i++ {
				fits = fits && shared[i] == shared[i-period]
			}
			if fits {
				return newSlope(slices.Clone(shared[:pre]), slices.Clone(shared[pre:pre+period]))
			}
		}
	}
	return nil
}

// bits returns the length of the description of a slope.
func (s *Slope) bits() (bits float64) {
	for _, q := range slices.Concat(s.Pre, s.Period) {
		bits += gamma(q)
	}
	return bits + gamma(int64(len(s.Pre))) + gamma(int64(len(s.Period)))
}

// slopes returns slopes near which P-positions x <= y lie, or the cells of the least value: what
// may be tried as a numeration system, the simplest first.
func slopes(pairs [][2]int64) (found []*Slope) {
	low, high, gaps := make([]int64, len(pairs)), make([]int64, len(pairs)), make([]int64, len(pairs))
	for k, p := range pairs {
		low[k], high[k], gaps[k] = p[0], p[1], p[1]-p[0]
	}
	for slack := int64(0); slack <= 4; slack++ {
		for _, terms := range [][]int64{low, high, gaps} {
			for c := int64(-2); c <= 2; c++ {
				s := findSlope(terms, c, slack)
				if s != nil && !slices.ContainsFunc(found, func(o *Slope) bool {
					return slices.Equal(o.Pre, s.Pre) && slices.Equal(o.Period, s.Period)
				}) {
					found = append(found, s)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b *Slope) int { return int(a.bits() - b.bits()) })
	return found
}

// zeros returns the cells with value 0 and x <= y, by x + y.
func zeros(t *Table) (pairs [][2]int64) {
	for at, v := range t.Cells() {
		if x, y := int64(at[0]), int64(at[1]); v == 0 && x <= y {
			pairs = append(pairs, [2]int64{x, y})
		}
	}
	return bySum(pairs)
}

func bySum(pairs [][2]int64) [][2]int64 {
	slices.SortFunc(pairs, func(a, b [2]int64) int { return int(a[0] + a[1] - b[0] - b[1]) })
	return pairs
}
