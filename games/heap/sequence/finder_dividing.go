package sequence

// This file finds options by nim-value in games whose moves may take any number of
// tokens, from some number on, and divide what is left into two, such as Lasker's
// Nim, where a theorem gives all values (formula.go). A heap of n can have some
// n^2/4 options.
//
// Let G(q+pk+r) = s(k+e_r) + d_r for all k >= 0 and r < p, where s is a power of two
// and d_r < s. Heaps of the classes r and t, with k and l, have together the value v
// if d_r and d_t have the nim-sum v mod s, and K = k+e_r and L = l+e_t the nim-sum
// V = v/s, rounded down. Then K + L = V + 2j, where j has the binary digits that both
// have, none of which is one of V; K has these and some of the digits of V, and L
// has these and the others. So V and each such j belong to 2^|V| pairs, without those
// where k or l would be below 0, and the tokens of both heaps together determine j.

import (
	"iter"
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// A dividing finds the options of a heap that have a value, where values and
// options are those above.
type dividing struct {
	code    Code
	at      func(n uint64) uint64
	q, p, s uint64   // q is 1 at least; s is 0 where all options have one value, the parity that n has not
	e, d    []uint64 // by class; in the theorems of formula.go each e is 0 or 1
}

const (
	mostClasses = 64      // pairs of classes are looked at
	mostDigits  = 1 << 10 // before those that repeat
)

// dividesFarOut reports whether options are found so in the game of c: digits
// repeat for ever, no move adds tokens or leaves more than two heaps, and a formula
// gives the values. Unless all options have one value, all the digits that repeat
// must be the same.
func (c Code) dividesFarOut() bool {
	_, most := c.shape()
	if most != 2 || c.period == 0 || len(c.digits) > mostDigits {
		return false
	}
	f, ok := c.formula()
	return ok && f.Preperiod <= 1 && f.Period <= mostClasses && (c.period == 1 || f.Saltus == 0)
}

// dividing returns what finds options for a code that divides far out, whose values
// must be known.
func (s *Solution) dividing() *dividing {
	period := s.Period
	x := &dividing{code: s.Code, at: s.Value, q: max(period.Preperiod, 1), p: period.Period, s: period.Saltus}
	for r := uint64(0); x.s > 0 && r < x.p; r++ {
		v := x.at(x.q + r)
		x.e, x.d = append(x.e, v/x.s), append(x.d, v%x.s)
	}
	return x
}

// each yields the options of n whose value is v, in the order of [Code.Options]. To
// find the next one costs O(p^2) steps of O(64).
func (x *dividing) each(n, v uint64) iter.Seq[[]uint64] {
	if x.s == 0 {
		if v != 1-n&1 {
			return func(func([]uint64) bool) {}
		}
		return x.code.Options(n)
	}
	return func(yield func([]uint64) bool) {
		last := uint64(len(x.code.digits) - 1) // it repeats
		for taken := uint64(0); taken < last && taken <= n; taken++ {
			if !x.eachOf(x.code.digits[taken], n-taken, v, yield) {
				return
			}
		}
		d := x.code.digits[last]
		for m := n - last; last <= n; m-- {
			ok := false
			if m, ok = x.next(d, m, v); !ok || !x.eachOf(d, m, v, yield) || m == 0 {
				return
			}
		}
	}
}

// next returns the largest number of tokens, m at most, that the digit leaves
// as heaps of the value v.
func (x *dividing) next(d digit, m, v uint64) (largest uint64, ok bool) {
	for r := uint64(0); r < x.p && d.leaves(1) != forbidden; r++ {
		if n, one := x.heapOf(r, v); one && n <= m {
			largest, ok = max(largest, n), true
		}
	}
	kind := d.leaves(2)
	if kind == allEqual && v == 0 && m >= 2 {
		return max(largest, m&^1), true
	}
	x.classes(kind, v, func(r, t uint64) {
		if j, some := x.mostShared(r, t, m, v); some {
			largest, ok = max(largest, x.together(r, t, j, v)), true
		}
	})
	return largest, ok || v == 0 && d.leaves(0) != forbidden
}

// heapOf returns the heap of class r that has the value v, and false if there is
// none.
func (x *dividing) heapOf(r, v uint64) (n uint64, ok bool) {
	k := v/x.s - x.e[r]
	if v%x.s != x.d[r] || v/x.s < x.e[r] || k > (math.MaxInt64-x.q-r)/x.p {
		return 0, false
	}
	return x.q + x.p*k + r, true
}

// classes calls pair for each pair of classes that can have the value v, other than
// with two heaps of one size, where the kind says so: these are of one class, and two
// of one class that have the value 0 are of one size.
func (x *dividing) classes(k kind, v uint64, pair func(r, t uint64)) {
	for r := uint64(0); r < x.p && (k == free || k == notAllEqual || k == distinct); r++ {
		for t := range x.p {
			if x.d[r]^x.d[t] == v%x.s && (k == free || v > 0 || r != t) {
				pair(r, t)
			}
		}
	}
}

// together returns how many tokens heaps of classes r and t have that share the
// digits j.
func (x *dividing) together(r, t, j, v uint64) uint64 {
	return 2*x.q + r + t + x.p*(v/x.s+2*j-x.e[r]-x.e[t])
}

// bound returns the largest j, without regard to its digits, for m tokens at most in
// classes r and t, and false where there is none.
func (x *dividing) bound(r, t, m, v uint64) (j uint64, ok bool) {
	if m < 2*x.q+r+t {
		return 0, false
	}
	sum := (m-2*x.q-r-t)/x.p + x.e[r] + x.e[t] // of K and L
	if sum < v/x.s {
		return 0, false
	}
	return (sum - v/x.s) / 2, true
}

// mostShared returns the largest j for at most m tokens in classes r and t that
// belongs to a pair, and false where there is none.
func (x *dividing) mostShared(r, t, m, v uint64) (j uint64, ok bool) {
	j, ok = x.bound(r, t, m, v)
	for ; ok; j-- {
		j = without(j, v/x.s)
		if x.tooLow(r, t, v, j)>>bits.OnesCount64(v/x.s) == 0 { // which only small j are
			return j, true
		}
		ok = j > 0
	}
	return 0, false
}

// without returns the largest number that is j at most and has none of the binary
// digits.
func without(j, digits uint64) uint64 {
	if clash := j & digits; clash != 0 {
		j |= 1<<(bits.Len64(clash)-1) - 1
	}
	return j &^ digits
}

// upTo returns how many numbers from 0 to j have none of the binary digits.
func upTo(j, digits uint64) (count uint64) {
	j = without(j, digits)
	for bit := bits.Len64(j) - 1; bit >= 0; bit-- {
		if digits>>bit&1 == 0 {
			count = 2*count + j>>bit&1
		}
	}
	return count + 1
}

// tooLow returns for how many pairs of K and L that share the digits j, or more, k or l
// would be below 0. As no e is more than 1, K or L is 0 there, and so is j.
func (x *dividing) tooLow(r, t, v, j uint64) uint64 {
	switch {
	case j > 0:
		return 0
	case v < x.s: // K is L
		return max(x.e[r], x.e[t])
	}
	return x.e[r] + x.e[t]
}

// eachOf yields the options of the value v by a digit where m tokens are left.
func (x *dividing) eachOf(d digit, m, v uint64, yield func([]uint64) bool) bool {
	if m == 0 {
		return d.leaves(0) == forbidden || v != 0 || yield(nil)
	}
	if d.leaves(1) != forbidden && x.at(m) == v && !yield([]uint64{m}) {
		return false
	}
	if d.leaves(2) == allEqual {
		return m%2 != 0 || v != 0 || yield([]uint64{m / 2, m / 2})
	}
	for a := range x.divisions(d.leaves(2), m, v) {
		if !yield([]uint64{a, m - a}) {
			return false
		}
	}
	return true
}

// divisions yields the smaller heaps of the divisions of m that have the value v.
func (x *dividing) divisions(k kind, m, v uint64) iter.Seq[uint64] {
	return func(yield func(a uint64) bool) {
		var streams []divisionStream
		x.classes(k, v, func(r, t uint64) {
			j, ok := x.mostShared(r, t, m, v)
			if !ok || x.together(r, t, j, v) != m {
				return
			}
			s := divisionStream{dividing: x, r: r, t: t, j: j, high: v / x.s}
			if s.valid() || s.next() {
				streams = append(streams, s)
			}
		})
		for len(streams) > 0 {
			least := 0
			for i := range streams {
				if streams[i].heap() < streams[least].heap() {
					least = i
				}
			}
			if a := streams[least].heap(); a > m/2 || !yield(a) {
				return
			}
			if !streams[least].next() {
				streams = slices.Delete(streams, least, least+1)
			}
		}
	}
}

// A divisionStream goes through the K with some of the digits of V, in order.
type divisionStream struct {
	*dividing
	r, t, j uint64
	high    uint64 // V
	some    uint64 // of its digits
}

func (s *divisionStream) heap() uint64 { return s.q + s.p*(s.j+s.some-s.e[s.r]) + s.r }

func (s *divisionStream) valid() bool {
	return s.j+s.some >= s.e[s.r] && s.j+(s.high^s.some) >= s.e[s.t]
}

// next goes on, and returns false where there is no more.
func (s *divisionStream) next() bool {
	for s.some != s.high {
		s.some = (s.some - s.high) & s.high
		if s.valid() {
			return true
		}
	}
	return false
}

// count returns how many options of n have the value v.
func (x *dividing) count(n, v uint64) *big.Int {
	if x.s == 0 {
		if v != 1-n&1 {
			return new(big.Int)
		}
		return x.code.countTwo(n)
	}
	count := new(big.Int)
	last := uint64(len(x.code.digits) - 1)
	for taken := uint64(0); taken < last && taken <= n; taken++ {
		x.countOf(count, x.code.digits[taken], n-taken, n-taken, v)
	}
	if last <= n {
		x.countOf(count, x.code.digits[last], 0, n-last, v)
	}
	return count
}

// countOf adds how many options of the value v there are by a digit where lo … hi
// tokens are left. Either lo is hi, or 0.
func (x *dividing) countOf(count *big.Int, d digit, lo, hi, v uint64) {
	if d.leaves(0) != forbidden && lo == 0 && v == 0 {
		count.Add(count, one)
	}
	if d.leaves(1) != forbidden {
		for r := range x.p {
			if m, ok := x.heapOf(r, v); ok && lo <= m && m <= hi {
				count.Add(count, one)
			}
		}
	}
	kind := d.leaves(2)
	equal := new(big.Int) // divisions into two heaps of one size
	if v == 0 {
		equal.SetUint64(hi/2 - (max(lo, 1)-1)/2)
	}
	pairs := new(big.Int) // in either order, those of one size once
	x.classes(kind, v, func(r, t uint64) {
		high := v / x.s
		j, ok := x.bound(r, t, hi, v)
		if !ok {
			return
		}
		shared, least := upTo(j, high), uint64(0)
		if lo > 0 {
			if j != without(j, high) || x.together(r, t, j, v) != lo {
				return
			}
			shared, least = 1, j
		}
		more := new(big.Int).SetUint64(shared)
		more.Lsh(more, uint(bits.OnesCount64(high)))
		pairs.Add(pairs, more.Sub(more, new(big.Int).SetUint64(x.tooLow(r, t, v, least))))
	})
	switch kind {
	case allEqual:
		count.Add(count, equal)
	case free:
		count.Add(count, pairs.Rsh(pairs.Add(pairs, equal), 1))
	case notAllEqual, distinct:
		count.Add(count, pairs.Rsh(pairs, 1))
	}
}

var one = big.NewInt(1)
