//go:build !playing

package period

// This is proof of arithmetic periodicity, G(n+p) = G(n) + s with s > 0, for games in which a move
// takes a bounded number of tokens and leaves a bounded number of heaps: those with hexadecimal
// digits, partition games, and what is between. R. B. Austin (thesis, Calgary 1976) and S. Howse
// and R. J. Nowakowski (Theoret. Comput. Sci. 313, 2004) have such theorems for three heaps, and
// A. Dailly, E. Duchêne, U. Larsson and G. Paris (Discrete Appl. Math. 285, 2020) for moves that
// only divide, all for s a power of two. The one here also serves other s, such as that of
// Kenyon's game 0.3F, G(n+6) = G(n) + 3; its proof is written out.
//
// Let s = 2^e σ, σ odd. Let G(n+p) = G(n) + s for q <= n, n+p < L, where q >= 1;
// let G(n) for larger n >= q be continued that way as g(n). Call heaps from q on
// large. We show that g(n) is the mex of the options of n for n >= L, if it is G
// below n, under conditions that speak of the first L terms only. Let t be the
// tokens taken, T the most that are taken, and H the most heaps that are left.
//
// # The value is not an option
//
// Let g(n) = 2^e A(n) + B(n), B(n) < 2^e. For large n, B(n+p) = B(n) and
// A(n+p) = A(n) + σ, so that E(n) = p A(n) - σ n depends on n mod p alone. Let an
// option of n have heaps h, …, together n - t. If the exclusive or of their
// values were g(n), that of their B were B(n), and that of their A were A(n). The
// exclusive or of numbers is at most their sum, and as even or odd. So it cannot
// be if
//
//	D = Σ A(h) - A(n) = (Σ E(h) - E(n) - σ t) / p
//
// is negative or odd. With two large heaps or more, D depends on the residues of
// the large ones, and on the others, which are below q: these are finitely many
// cases. In all in which the exclusive or of the B is B(n),
//
//  1. D is negative or odd.
//
// (That is needed, too, at least for σ = 1: if D >= 0 is even, there are large
// heaps with these residues whose A have the exclusive or A(n).)
//
// With one large heap b let X be the exclusive or of the other heaps' values, and
// x the least number such that
//
//  2. 2^(e+x) exceeds all G(h), h < q, and L >= N' + p 2^x, where N' = Hq + T.
//
// n is n' + i p 2^x for some n' from N' to L-1. The heap b' = b - i p 2^x is
// large, as n' - t less H-1 heaps below q is at least q. It gives an option of n',
// and g(b') ^ X is not g(n'). Adding i 2^x s to both, which are multiples of
// 2^(e+x) > X, so that g(b) ^ X is greater than g(b') ^ X by that, we see that
// g(b) ^ X is not g(n). Without a large heap, n would be less than N' <= L.
//
// # All smaller values are options
//
// Let P = p 2^j for some j, S = s 2^j, and γ = e + j, so that S is a multiple of
// 2^γ. Of the options of value v of some n we call those
//
//   - low which have two large heaps a, b with g(a) and g(b) the same except in
//     the γ lowest bits. Then a + P and b + P instead give an option of n + 2P of the
//     same value v, which is low.
//   - top which have a large heap c, and the exclusive or of the others' values
//     is less than 2^γ. Then c + P instead gives an option of n + P of the value
//     v + S, which is top.
//   - full which have heaps a, b as above and a third large one, c. They are
//     low and top, and both ways of going on give full ones.
//
// Let there be k >= 0, and N with N + 2P <= L, such that for N <= n < N + 2P
//
//  3. G(n) >= (k+3) S;
//  4. every v < G(n) - k S is the value of a low option,
//     and if v >= G(n) - (k+2) S of a full one;
//  5. every v with G(n) - k S <= v < G(n) is the value of a top option.
//
// Then 3, 4 and 5 hold for every n >= N. For let n >= N + 2P and let them hold
// at n - P and n - 2P. For v >= G(n) - (k+2) S, v - S is in the same range at
// n - P, so there are full options of value v if v < g(n) - kS, and top ones
// otherwise. And v < g(n) - (k+2) S = g(n-2P) - kS is the value of a low one at
// n - 2P, hence at n. So all v < g(n) are values of options of n.
//
// Where heaps must differ in size, heaps that move must not meet others. It is
// enough that they are incongruent to heaps that stay, or move otherwise, modulo
// P, and that a and b are different. Conditions 4 and 5 count only such options.
// (In the first part it does no harm to count options that are not there; and b'
// is large, so that it differs from the other heaps as b does.)
//
// With more than three heaps there are more options than could be looked at. Of them we count
// those in which, besides one heap c, there are only pairs of equal large heaps and heaps of
// values below 2^γ. By the number of heaps, their tokens, and whether there is a pair, the
// exclusive ors of all but c are sets, and follow from those of fewer heaps.
//
// A move that leaves two equal heaps has the value 0, which is neither g(n) nor
// missing below it.

import (
	"context"
	"fmt"
	"math"
	"math/bits"
)

const (
	mostCases = 1 << 30 // cases of condition 1 that are looked at
	mostSlack = 2       // k
)

// FindDividing returns the least period that terms prove, and false if they
// prove none. It tries the one that the terms suggest ([Observe]), if condition 1
// has at most some 10^9 cases. It is false soon after ctx ends.
func FindDividing[T Term](ctx context.Context, d Dividing, terms []T) (Result, bool) {
	s := Sequence[T]{Terms: terms}
	o := Observe(uint64(len(terms)), 0, s.AppendTerms)
	if o.Period == 0 || o.Saltus == 0 {
		return Result{}, false
	}
	c := newDividingCase(d, s.AppendTerms(nil, 0, o.Computed), o)
	c.ended = func() bool { return ctx.Err() != nil || d.Steps > 0 && c.steps > d.Steps }
	if !c.apart() || !c.apartAlone() {
		return Result{}, false
	}
	for j := range 32 {
		for k := range mostSlack + 1 {
			from, fits := c.covered(j, k)
			if !fits || from < 0 && c.ended() {
				return Result{}, false
			}
			if from < 0 {
				continue
			}
			return Result{
				Proved: true, Preperiod: o.Preperiod, Period: o.Period, Saltus: o.Saltus,
				Theorem: fmt.Sprintf("arithmetic periodicity of games that divide (after Austin 1976, Howse and Nowakowski 2004; proved in theory/period/dividing.go): its conditions hold with P = %d, k = %d, N = %d", c.p<<j, k, from),
				Needed:  o.Computed, Computed: o.Computed,
				Proof: DividingProof{From: uint64(from), Shift: uint64(c.p << j), Slack: uint64(k)},
			}, true
		}
	}
	return Result{}, false
}

// A dividingCase is a game with terms that repeat.
type dividingCase struct {
	moves   []Division
	g       []uint32
	q, p, s int
	e       int // s = 2^e σ
	sigma   int
	most    int         // T
	heaps   int         // H, or 3 if that is more
	beside  *beside     // for moves to more than three heaps, with the P for which it is
	steps   uint64      // so far, of a nanosecond or some
	ended   func() bool // which is asked now and then
}

func newDividingCase(d Dividing, terms []uint32, o Observed) *dividingCase {
	c := &dividingCase{moves: d.Moves, g: terms, q: max(1, int(o.Preperiod)), p: int(o.Period), s: int(o.Saltus)}
	c.e = bits.TrailingZeros(uint(c.s))
	c.sigma = c.s >> c.e
	c.heaps = 3
	for _, m := range d.Moves {
		c.most, c.heaps = max(c.most, m.Taken), max(c.heaps, m.Heaps)
	}
	return c
}

// excess returns E(h).
func (c *dividingCase) excess(h int) int { return c.p*int(c.g[h]>>c.e) - c.sigma*h }

// apart checks condition 1. Of two large heaps and any others with the same sum modulo p,
// the same exclusive or of B, and ΣE the same modulo 2p, hence D as even or odd, it keeps the
// greatest ΣE, and adds a heap at a time.
func (c *dividingCase) apart() bool {
	p, q, low := c.p, c.q, 1<<c.e
	if p*low*2 > mostCases/(p+q) {
		return false
	}
	const none = math.MinInt / 2
	empty := func() []int {
		best := make([]int, p*low*2)
		for i := range best {
			best[i] = none
		}
		return best
	}
	mod := func(x, m int) int { return ((x % m) + m) % m }
	index := func(sum, xor, excess int) int {
		return (mod(sum, p)*low+xor)*2 + mod(excess, 2*p)/p
	}
	best := empty()
	for a := q; a < q+p; a++ {
		if c.steps += uint64(q + p - a); c.ended() {
			return false
		}
		for b := a; b < q+p; b++ {
			excess := c.excess(a) + c.excess(b)
			at := &best[index(a+b, int(c.g[a]^c.g[b])&(low-1), excess)]
			*at = max(*at, excess)
		}
	}
	// fails reports whether heaps with these sums can have the value of n.
	fails := func(m Division, sum, xor, excess int) bool {
		n := q + mod(sum+m.Taken-q, p)
		if int(c.g[n])&(low-1) != xor {
			return false
		}
		d := (excess - c.excess(n) - c.sigma*m.Taken) / p
		return d >= 0 && d%2 == 0
	}
	for heaps := 2; ; heaps++ {
		var next []int
		if heaps < c.heaps {
			next = empty()
		}
		for i, excess := range best {
			if excess == none {
				continue
			}
			if c.steps += uint64(q+p) + uint64(len(c.moves)); c.ended() {
				return false
			}
			sum, xor := i/2/low, i/2%low
			for _, m := range c.moves {
				if m.Heaps == heaps && fails(m, sum, xor, excess) {
					return false
				}
			}
			for h := 1; h < q+p && next != nil; h++ {
				more := excess + c.excess(h)
				at := &next[index(sum+h, xor^int(c.g[h])&(low-1), more)]
				*at = max(*at, more)
			}
		}
		if best = next; next == nil {
			return true
		}
	}
}

// apartAlone checks condition 2.
func (c *dividingCase) apartAlone() bool {
	below := uint32(0)
	for _, v := range c.g[:c.q] {
		below |= v
	}
	x := max(0, bits.Len32(below)-c.e)
	return x < 32 && len(c.g)-(c.heaps*c.q+c.most) >= c.p<<x
}

// covered looks for an N for j and k. It is -1 if there is none, and fits is
// false if there are too few terms for this j and hence for greater ones.
func (c *dividingCase) covered(j, k int) (from int, fits bool) {
	turn, saltus := c.p<<j, c.s<<j
	from = len(c.g) - 2*turn
	if from < c.q+c.most {
		return -1, false
	}
	for _, v := range c.g[from:] {
		if int(v) < (k+3)*saltus {
			return -1, false
		}
	}
	for n := from; n < len(c.g); n++ {
		if c.steps += uint64(n) * uint64(len(c.moves)); c.ended() || !c.coveredAt(n, turn, c.e+j, k*saltus, (k+2)*saltus) {
			return -1, true
		}
	}
	return from, true
}

// Kinds of options found for a value.
const (
	isLow uint8 = 1 << iota
	isTop
	isFull
)

// A coverage is what is known of conditions 4 and 5 at n.
type coverage struct {
	n, turn, gamma  int     // n, P, γ
	value           int     // G(n)
	forTop, forFull int     // the ranges of the conditions, from G(n) down
	found           []uint8 // the kinds of options, by their value
	missing         int     // the number of values without an option of the kind that they want
}

// wants returns the kind of option that v wants.
func (at *coverage) wants(v int) uint8 {
	switch {
	case v >= at.value-at.forTop:
		return isTop
	case v >= at.value-at.forFull:
		return isFull
	}
	return isLow
}

// note adds an option of value v that is of these kinds.
func (at *coverage) note(v uint32, kinds uint8) {
	if int(v) >= at.value {
		return
	}
	had, wanted := at.found[v], at.wants(int(v))
	if at.found[v] |= kinds; had&wanted == 0 && kinds&wanted != 0 {
		at.missing--
	}
}

// incongruent reports whether two heaps are so modulo P.
func (at *coverage) incongruent(x, y int) bool { return (x-y)%at.turn != 0 }

// coveredAt checks conditions 4 and 5 at n; the ranges are given from G(n) down.
func (c *dividingCase) coveredAt(n, turn, gamma, forTop, forFull int) bool {
	value := int(c.g[n])
	at := &coverage{n, turn, gamma, value, forTop, forFull, make([]uint8, value), value}
	c.noteOneLarge(at)
	if forTop > 0 {
		c.noteOneLargeOfThree(at)
	}
	c.noteTwoLarge(at)
	c.noteMany(at)
	return at.missing == 0
}

// noteOneLarge notes the options of at most two heaps that have a large heap, where
// the other is not much larger than P.
func (c *dividingCase) noteOneLarge(at *coverage) {
	for _, m := range c.moves {
		left := at.n - m.Taken
		if m.Heaps == 1 && left >= c.q {
			at.note(c.g[left], isTop)
		}
		for a := 1; m.Heaps == 2 && left-a >= c.q && a <= at.turn+c.q; a++ {
			if c.g[a]>>at.gamma == 0 && (!m.Distinct || at.incongruent(a, left-a)) {
				at.note(c.g[a]^c.g[left-a], isTop)
			}
		}
	}
}

// noteOneLargeOfThree does the same for options of three heaps.
func (c *dividingCase) noteOneLargeOfThree(at *coverage) {
	for _, m := range c.moves {
		if m.Heaps != 3 {
			continue
		}
		left := at.n - m.Taken
		for sum := 2; left-sum >= c.q && sum <= 2*(at.turn+c.q) && !c.ended(); sum++ {
			c.steps += uint64(sum)
			for a := 1; 2*a <= sum; a++ {
				b, large := sum-a, left-sum
				x := c.g[a] ^ c.g[b]
				if x>>at.gamma == 0 && (!m.Distinct || a != b && at.incongruent(a, large) && at.incongruent(b, large)) {
					at.note(x^c.g[large], isTop)
				}
			}
		}
	}
}

// noteTwoLarge notes options that have large heaps a and a + d, the small d first,
// and perhaps a third heap. It leaves some out where the search has ended.
func (c *dividingCase) noteTwoLarge(at *coverage) {
	for d := 0; at.missing > 0 && d <= 2*at.turn; d++ {
		if c.steps += uint64(at.n) * uint64(len(c.moves)); d%16 == 0 && c.ended() {
			return
		}
		for _, m := range c.moves {
			switch {
			case m.Distinct && d == 0:
			case m.Heaps == 2:
				c.notePair(at, at.n-m.Taken, d)
			case m.Heaps == 3:
				c.noteTriples(at, m, d)
			}
		}
	}
}

// notePair notes the option a and a + d, together left, if there is one.
func (c *dividingCase) notePair(at *coverage, left, d int) {
	a := (left - d) / 2
	if (left-d)%2 != 0 || a < c.q {
		return
	}
	if x := c.g[a] ^ c.g[a+d]; x>>at.gamma == 0 {
		at.note(x, isLow)
	}
}

// noteTriples notes the options a, a + d and any third heap.
func (c *dividingCase) noteTriples(at *coverage, m Division, d int) {
	left := at.n - m.Taken
	third := 1
	if (left-d)%2 == 0 {
		third = 2
	}
	for ; left-d-third >= 2*c.q; third += 2 {
		a := (left - d - third) / 2
		x := c.g[a] ^ c.g[a+d]
		if x>>at.gamma != 0 || m.Distinct && (!at.incongruent(a, third) || !at.incongruent(a+d, third)) {
			continue
		}
		if third >= c.q {
			at.note(x^c.g[third], isLow|isTop|isFull)
		} else {
			at.note(x^c.g[third], isLow)
		}
	}
}
