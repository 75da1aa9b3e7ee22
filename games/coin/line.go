package coin

// Four games on a line have a closed form, proved here.

import (
	"iter"
	"math/big"
	"math/bits"
	"slices"
)

// A Line is a rule of turning coins on a line. Coins are numbered, and the last
// coin of a move has the largest number.
type Line struct{ rule }

// The rules that have a closed form.
var (
	// TurningTurtles: turn a coin and, if wanted, one before it. Coins are
	// numbered from 1.
	TurningTurtles = Line{couples{"turning-turtles", "Turning Turtles", 1}}
	// Twins: turn two coins. Coins are numbered from 0.
	Twins = Line{couples{"twins", "Twins", 0}}
	// MockTurtles: turn a coin and, if wanted, one or two before it. Coins
	// are numbered from 0.
	MockTurtles = Line{mock{}}
	// Ruler: turn coins that lie side by side, one or more. Coins are
	// numbered from 1.
	Ruler = Line{ruler{}}
)

// Name returns the rule's name, as positions are written.
func (l Line) Name() string { return l.name() }

// Value returns the nim-value of a head alone on coin n, at most 2^63-1, in
// O(1).
func (l Line) Value(n uint64) uint64 { return l.value(n) }

// A rule of turning coins on a line. The companions of a move are the coins that
// it turns beside its last one.
type rule interface {
	name() string
	theorem() string // what the nim-value of a head is, with its source
	first() uint64   // the least number of a coin
	value(n uint64) uint64
	// turned returns the most coins that a move with the last coin n turns.
	turned(n uint64) uint64
	// count returns the number of moves with the last coin n.
	count(n uint64) *big.Int
	// moves yields the companions of each move with the last coin n, and the
	// exclusive or of their nim-values. They may be kept until the next.
	moves(n uint64) iter.Seq2[[]uint64, uint64]
	// find returns the moves whose exclusive or is v, in the same
	// order, and their number. There are none for v = value(n).
	find(n, v uint64) (count uint64, moves iter.Seq[[]uint64])
}

func nothing(func([]uint64) bool) {}

func just(companions ...uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) { yield(companions) }
}

// Turning Turtles and Twins. The companion is one coin m < n, m >= first; in Turning
// Turtles, where there is no coin 0, it is none instead of m = 0. By induction the
// value of n is the mex of 0, 1, …, n-1, which is n. Coin 0 of Twins can be turned as
// a companion only; as a head it has the value 0.
type couples struct {
	label, title string
	least        uint64
}

func (g couples) theorem() string {
	return g.title + ": a head on coin n has nim-value n (Winning Ways, chapter 14; proved in games/coin/line.go)"
}

func (g couples) name() string          { return g.label }
func (g couples) first() uint64         { return g.least }
func (couples) value(n uint64) uint64   { return n }
func (couples) count(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

func (g couples) turned(n uint64) uint64 {
	if n <= g.least {
		return n
	}
	return 2
}

// companion returns the list of the coin m, or of none if there is no such coin.
func (g couples) companion(m *[1]uint64) []uint64 {
	if m[0] < g.least {
		return nil
	}
	return m[:]
}

func (g couples) moves(n uint64) iter.Seq2[[]uint64, uint64] {
	return func(yield func([]uint64, uint64) bool) {
		var m [1]uint64 // one for all, as they are many
		for ; m[0] < n; m[0]++ {
			if !yield(g.companion(&m), m[0]) {
				return
			}
		}
	}
}

func (g couples) find(n, v uint64) (uint64, iter.Seq[[]uint64]) {
	if v >= n {
		return 0, nothing
	}
	return 1, just(g.companion(&[1]uint64{v})...)
}

// Mock Turtles. A number is odious if it has an odd number of one bits, else
// evil. Of 2n and 2n+1 exactly one is odious; it is the value of n. For let this
// be so below n. No companions give 0; one gives an odious number below 2n, any
// of them; two give all evil numbers below 2n but 0, as such a number is the
// exclusive or of its lowest one bit, which is odious, and of the rest, which is
// odious too, and these differ; and larger evil ones. So the mex is odious, and
// it is the least odious number from 2n on. (Winning Ways, chapter 14.)
//
// The moves of exclusive or v: for v = 0, only the move without companions; for an
// odious v, the one coin of that value. For an evil v there is one move for each coin
// a < n whose value has the top bit of v: its value, exclusive or v, belongs to the
// other coin, which is smaller. Bit k of a value, k > 0, is bit k-1 of its coin.
type mock struct{}

func (mock) theorem() string {
	return "Mock Turtles: a head on coin n has the odious one of 2n and 2n+1 for its nim-value (Winning Ways, chapter 14; proved in games/coin/line.go)"
}

func isOdious(v uint64) bool { return bits.OnesCount64(v)%2 == 1 }

func (mock) name() string  { return "mock-turtles" }
func (mock) first() uint64 { return 0 }

func (mock) value(n uint64) uint64 {
	if isOdious(n) {
		return 2 * n
	}
	return 2*n + 1
}

func (mock) turned(n uint64) uint64 { return min(n, 2) + 1 }

func (mock) count(n uint64) *big.Int { // 1 + n + n*(n-1)/2
	x := new(big.Int).SetUint64(n)
	pairs := new(big.Int).Mul(x, x)
	pairs.Sub(pairs, x).Rsh(pairs, 1)
	return pairs.Add(pairs, x).Add(pairs, big.NewInt(1))
}

func (g mock) moves(n uint64) iter.Seq2[[]uint64, uint64] {
	return func(yield func([]uint64, uint64) bool) {
		var two [2]uint64
		if !yield(nil, 0) {
			return
		}
		for a := range n {
			two[0] = a
			if !yield(two[:1], g.value(a)) {
				return
			}
			for b := range a {
				two[1] = b
				if !yield(two[:], g.value(a)^g.value(b)) {
					return
				}
			}
		}
	}
}

func (g mock) find(n, v uint64) (uint64, iter.Seq[[]uint64]) {
	switch {
	case v == 0:
		return 1, just()
	case isOdious(v):
		if v/2 >= n {
			return 0, nothing
		}
		return 1, just(v / 2)
	}
	// Of the numbers below n, count those with the bit half: half of each
	// whole period, and what exceeds the first half of the last period.
	bit := bits.Len64(v) - 2
	half := uint64(1) << bit
	whole, rest := n>>bit>>1, n&(2*half-1)
	return whole*half + max(rest, half) - half, func(yield func([]uint64) bool) {
		var two [2]uint64
		for a := half; a < n; a++ {
			if a |= half; a >= n { // to the least number of a block with the bit
				return
			}
			two = [2]uint64{a, (g.value(a) ^ v) / 2}
			if !yield(two[:]) {
				return
			}
		}
	}
}

// Ruler. The value of n is the largest power of two that divides it.
//
// Let this be so below n, and let R(m) be the exclusive or of the values of 1 …
// m. Bit j of R(m) is the parity of the number of odd multiples of 2^j among
// these, which is (m + 2^j) / 2^(j+1) rounded down; so it is bit j+1 of m + 2^j,
// the exclusive or of bits j and j+1 of m. Hence R(m) is m ^ m/2, the Gray code
// of m, which is linear and has an inverse. The companions of a move with the
// last coin n are m+1 … n-1 for some m < n, and their exclusive or is R(n-1)^R(m)
// = R((n-1)^m). So v is one exactly if m = (n-1) ^ R'(v) is below n, R' being the
// inverse, and by that m alone.
//
// Let 2^j be the largest power of two that divides n. Then n-1 has the bits
// below j and not bit j. If v < 2^j, then R'(v) < 2^j, and m is below n. But
// R'(2^j) = 2^(j+1) - 1 gives an m with bit j, and the same bits above: m >= n.
// So the mex is 2^j. ∎
type ruler struct{}

func (ruler) theorem() string {
	return "Ruler: the nim-value of a head is the largest power of two that divides its number (Winning Ways, chapter 14; proved in games/coin/line.go)"
}

func gray(m uint64) uint64 { return m ^ m>>1 }

func fromGray(v uint64) uint64 {
	for shift := 1; shift < 64; shift *= 2 {
		v ^= v >> shift
	}
	return v
}

func (ruler) name() string            { return "ruler" }
func (ruler) first() uint64           { return 1 }
func (ruler) value(n uint64) uint64   { return n & -n }
func (ruler) turned(n uint64) uint64  { return n }
func (ruler) count(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

func (ruler) moves(n uint64) iter.Seq2[[]uint64, uint64] {
	return func(yield func([]uint64, uint64) bool) {
		var companions []uint64
		for m := n - 1; ; m-- {
			if !yield(companions, gray((n-1)^m)) || m == 0 {
				return
			}
			companions = append(companions, m)
		}
	}
}

func (ruler) find(n, v uint64) (uint64, iter.Seq[[]uint64]) {
	m := (n - 1) ^ fromGray(v)
	if m >= n {
		return 0, nothing
	}
	return 1, func(yield func([]uint64) bool) {
		companions := make([]uint64, 0, n-1-m)
		for c := m + 1; c < n; c++ {
			companions = append(companions, c)
		}
		slices.Reverse(companions)
		yield(companions)
	}
}
