package board

// The rule of cyclic Nimhoff: take any positive number from one heap, or s_i from heap i, for
// several heaps at once, if the s_i together are less than h.
//
// # The nim-value
//
// Let x_i = h q_i + r_i with 0 <= r_i < h. The nim-value is hQ + R, where Q is the
// nim-sum of the q_i and R is the sum of the x_i modulo h (A. S. Fraenkel and
// M. Lorberbom, Nimhoff games, J. Combin. Theory A 58, 1991). By induction:
//
//   - No option has it. Taking from several heaps changes R. Taking from one heap
//     i leaves Q only if it leaves q_i, and then it changes r_i and so R.
//   - Any v = hQ' + R' below it is the value of an option. If Q' < Q, then as in Nim
//     some q_i is more than q = q_i xor Q xor Q'; reduce x_i to hq + r with
//     the r for which the sum is R' modulo h. If Q' = Q and R' < R, take R - R'
//     in all from the r_i, whose sum is R at least.
//
// # Options of one nim-value
//
// To have hQ' + R', a move from heap i alone must lead to the one x_i with
// q_i xor Q xor Q' and the right remainder. A move from several heaps must take
// R - R' modulo h in all, which is none if that is 0. It changes q_i by 1 at most.
//
// # Rows
//
// In row y let y = hY + s, x = hq + r, and D(x) = G(x,y) - x. So D is h((q xor Y) - q)
// plus (r+s) mod h - r, a function of q modulo 2^k, where 2^k > Y, and of r. It has the
// period h 2^k; and as D does, G has it with as much saltus. It is the least, where 2^k
// is the least such power. For Y > 0, (q xor Y) - q has the sign by which bit
// k-1 of q is 0 or 1, and as the other summand is less than h and more than -h, so
// has D, which is positive for h 2^(k-1) numbers x and negative for as many. If
// Y = 0, D is s for h - s numbers and s - h for s, which has the least period h, or
// 1 if s = 0.

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/rows"
	"github.com/grundy-games/grundy/theory/period"
)

// A CyclicNimhoff is cyclic Nimhoff with any number of heaps. A position is the
// heaps, each at most [MaxCoordinate].
type CyclicNimhoff struct{ h uint64 }

// mostNimhoff is the largest number of heaps.
const mostNimhoff = 16

// H returns the order of the game, 1 … 2^63-1; for h = 1 and h = 2 it is Nim, for h = 3 in two
// heaps the rook with the king's diagonal step.
func (g CyclicNimhoff) H() uint64 { return g.h }

// PlaceCyclicNimhoff makes a component of the form cyclic-nimhoff[3](5,4,2).
func PlaceCyclicNimhoff(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) != 1 {
		return nil, grundy.BracketErrorf(-1, "want one number in brackets, which the numbers taken from several heaps must stay below, as in cyclic-nimhoff[3](5,4,2), not %d", len(brackets))
	}
	h, ok := brackets[0].Uint63()
	if !ok || h == 0 {
		return nil, grundy.BracketErrorf(0, "h = %s: want 1 … %d", brackets[0].Text, uint64(MaxCoordinate))
	}
	if len(args) == 0 || len(args) > mostNimhoff {
		return nil, grundy.Errorf(-1, "%d heaps: want 1 … %d, as in cyclic-nimhoff[3](5,4,2)", len(args), mostNimhoff)
	}
	heaps := make([]uint64, len(args))
	for i, a := range args {
		if heaps[i], ok = a.Uint63(); !ok {
			return nil, grundy.Errorf(i, "%s is not a heap: want 0 … %d", a.Text, uint64(MaxCoordinate))
		}
	}
	return grundy.Place(CyclicNimhoff{h}, heaps), nil
}

// AppendPosition implements [grundy.Notation].
func (g CyclicNimhoff) AppendPosition(dst []byte, heaps []uint64) []byte {
	return append(append(dst, g.String()...), moves.VectorText(heaps)...)
}

// Scene implements [grundy.Scener].
func (CyclicNimhoff) Scene(p []uint64) (grundy.Scene, error) { return grundy.HeapsScene(p...) }

// AppendMove implements [grundy.MoveNamer].
func (CyclicNimhoff) AppendMove(dst []byte, from, to []uint64) []byte {
	return grundy.AppendTakes(dst, from, to)
}

var (
	_ grundy.Game[[]uint64]          = CyclicNimhoff{}
	_ grundy.Notation[[]uint64]      = CyclicNimhoff{}
	_ grundy.OptionCounter[[]uint64] = CyclicNimhoff{}
	_ grundy.Bounded[[]uint64]       = CyclicNimhoff{}
	_ grundy.Measurer[[]uint64]      = CyclicNimhoff{}
	_ grundy.Finder[[]uint64]        = CyclicNimhoff{}
	_ grundy.MoveNamer[[]uint64]     = CyclicNimhoff{}
	_ grundy.Scener[[]uint64]        = CyclicNimhoff{}
)

// AppendOptions implements [grundy.Game]: first those of one heap, then those of
// several in the order of the numbers taken.
func (g CyclicNimhoff) AppendOptions(dst [][]uint64, heaps []uint64) [][]uint64 {
	for q := range g.options(heaps) {
		dst = append(dst, q)
	}
	return dst
}

func (g CyclicNimhoff) options(heaps []uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for i, x := range heaps {
			for left := x; left > 0; left-- {
				if !yield(withHeap(heaps, i, left-1)) {
					return
				}
			}
		}
		g.several(heaps, 0, g.h-1, yield)
	}
}

func withHeap(heaps []uint64, i int, x uint64) []uint64 {
	with := append([]uint64(nil), heaps...)
	with[i] = x
	return with
}

// several yields the options in which least … most tokens are taken from two
// heaps or more.
func (g CyclicNimhoff) several(heaps []uint64, least, most uint64, yield func([]uint64) bool) {
	room := make([]uint64, len(heaps)+1) // tokens in heaps i, i+1, …
	for i := len(heaps) - 1; i >= 0; i-- {
		room[i] = grundy.AddCounts(room[i+1], heaps[i])
	}
	left := append([]uint64(nil), heaps...)
	var choose func(i, from int, taken uint64) bool
	choose = func(i, from int, taken uint64) bool {
		if i == len(heaps) {
			return from < 2 || taken < least || yield(append([]uint64(nil), left...))
		}
		first := uint64(0)
		if need := least - min(least, taken); need > room[i+1] {
			first = need - room[i+1]
		}
		for s := first; s <= min(heaps[i], most-taken); s++ {
			left[i] = heaps[i] - s
			next := from
			if s > 0 {
				next++
			}
			if !choose(i+1, next, taken+s) {
				return false
			}
		}
		left[i] = heaps[i]
		return true
	}
	choose(0, 0, 0)
}

// vectors returns the number of vectors s with s_i <= heaps_i and a sum of
// most or less, by inclusion and exclusion: those for which the coordinates of a
// set S exceed their heaps are C(most - Σ(heaps_i + 1) + n, n).
func (g CyclicNimhoff) vectors(heaps []uint64, most uint64) *big.Int {
	count := new(big.Int)
	n := int64(len(heaps))
	var add func(i int, rest uint64, sign int64)
	add = func(i int, rest uint64, sign int64) {
		if i == len(heaps) {
			c := big.NewInt(sign)
			for j := int64(1); j <= n; j++ {
				c.Mul(c, new(big.Int).Add(new(big.Int).SetUint64(rest), big.NewInt(j)))
			}
			count.Add(count, c)
			return
		}
		add(i+1, rest, sign)
		if heaps[i] < rest {
			add(i+1, rest-heaps[i]-1, -sign)
		}
	}
	add(0, most, 1)
	return count.Div(count, new(big.Int).MulRange(1, max(n, 1)))
}

// count returns the number of options: the vectors, without 0, and those of one
// heap that take h or more.
func (g CyclicNimhoff) count(heaps []uint64) *big.Int {
	count := g.vectors(heaps, g.h-1)
	count.Sub(count, big.NewInt(1))
	for _, x := range heaps {
		count.Add(count, new(big.Int).SetUint64(x-min(x, g.h-1)))
	}
	return count
}

// CountOptions implements [grundy.OptionCounter], in O(2^n) for n heaps that are
// less than h.
func (g CyclicNimhoff) CountOptions(heaps []uint64) uint64 {
	if count := g.count(heaps); count.IsUint64() {
		return count.Uint64()
	}
	return math.MaxUint64
}

// CountPositions implements [grundy.Bounded].
func (g CyclicNimhoff) CountPositions(heaps []uint64) uint64 {
	count := uint64(1)
	for _, x := range heaps {
		count = grundy.MulCounts(count, x+1)
	}
	return count
}

// value returns Q and R.
func (g CyclicNimhoff) value(heaps []uint64) (quotients, remainder uint64) {
	for _, x := range heaps {
		quotients ^= x / g.h
		remainder = (remainder + x%g.h) % g.h
	}
	return quotients, remainder
}

const nimhoffMethod = "cyclic Nimhoff: h times the nim-sum of the ⌊x/h⌋, plus the sum of the x modulo h (A. S. Fraenkel and M. Lorberbom, J. Combin. Theory A 58, 1991)"

// Measure implements [grundy.Measurer] for outcome and nim-value, where the
// latter is less than 2^64.
func (g CyclicNimhoff) Measure(m grundy.Measure, heaps []uint64) (uint64, string, bool) {
	quotients, remainder := g.value(heaps)
	switch m {
	case grundy.ByOutcome:
		return min(quotients|remainder, 1), nimhoffMethod, true
	case grundy.ByNimValue:
		// Each quotient is at most (2^63-1)/h, so their nim-sum is less than
		// 2^64/h.
		return g.nimValue(heaps), nimhoffMethod, true
	}
	return 0, "", false
}

// mostTried bounds the moves from several heaps that are tried to find those
// that lead to one nim-value.
const mostTried = 1 << 20

// FindOptions implements [grundy.Finder] for outcomes and single nim-values, if
// there are not too many ways to take the number of tokens from several heaps
// that these ask for.
func (g CyclicNimhoff) FindOptions(m grundy.Measure, heaps []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	if m == grundy.ByOutcome {
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	} else if m != grundy.ByNimValue {
		return grundy.Found[[]uint64]{}, false
	}
	all := grundy.Found[[]uint64]{Count: g.count(heaps), Each: g.options(heaps)}
	switch {
	case lo > hi:
		return grundy.Found[[]uint64]{Count: new(big.Int), Each: func(func([]uint64) bool) {}}, true
	case lo == 0 && hi == math.MaxUint64:
		return all, true
	case lo == hi:
		return g.withValue(heaps, lo)
	case lo == 1 && hi == math.MaxUint64:
		zero, ok := g.withValue(heaps, 0)
		if !ok {
			return zero, false
		}
		return grundy.Found[[]uint64]{
			Count: all.Count.Sub(all.Count, zero.Count),
			Each: func(yield func([]uint64) bool) {
				for q := range all.Each {
					if quotients, remainder := g.value(q); quotients|remainder != 0 && !yield(q) {
						return
					}
				}
			},
		}, true
	}
	return grundy.Found[[]uint64]{}, false
}

// withValue returns the options of nim-value v.
func (g CyclicNimhoff) withValue(heaps []uint64, v uint64) (grundy.Found[[]uint64], bool) {
	quotients, remainder := g.value(heaps)
	less := (remainder + g.h - v%g.h) % g.h // tokens to be taken, modulo h
	var options [][]uint64
	for i, x := range heaps {
		q, r := x/g.h^quotients^v/g.h, (x%g.h+g.h-less)%g.h
		if q > x/g.h {
			continue
		}
		if to := q*g.h + r; to < x {
			options = append(options, withHeap(heaps, i, to))
		}
	}
	if less > 0 {
		tries := g.vectors(heaps, less)
		if tries.Sub(tries, g.vectors(heaps, less-1)); !tries.IsUint64() || tries.Uint64() > mostTried {
			return grundy.Found[[]uint64]{}, false
		}
		g.several(heaps, less, less, func(q []uint64) bool {
			if quotients, _ := g.value(q); quotients == v/g.h {
				options = append(options, q)
			}
			return true
		})
	}
	return grundy.Found[[]uint64]{Count: big.NewInt(int64(len(options))), Each: func(yield func([]uint64) bool) {
		for _, q := range options {
			if !yield(q) {
				return
			}
		}
	}}, true
}

// Heaps returns the game with so many heaps as one that has a table, 2 … 16.
func (g CyclicNimhoff) Heaps(n int) (RowProver, error) {
	if n < 2 || n > mostNimhoff {
		return nil, fmt.Errorf("a table of %s with %d heaps: want 2 … %d", g, n, mostNimhoff)
	}
	return nimhoffTable{g, n}, nil
}

// String returns cyclic-nimhoff[3].
func (g CyclicNimhoff) String() string { return fmt.Sprintf("cyclic-nimhoff[%d]", g.h) }

// A nimhoffTable is cyclic Nimhoff with a given number of heaps.
type nimhoffTable struct {
	CyclicNimhoff
	heaps int
}

func (g nimhoffTable) Sides() []uint64 { return make([]uint64, g.heaps) }

func (g nimhoffTable) Least(context.Context) []uint64 { return make([]uint64, g.heaps) }

func (nimhoffTable) Holds(context.Context, []uint64) bool { return true }

func (g nimhoffTable) RowsCost(m grundy.Measure, sides []uint64) grundy.Cost {
	return closedCost(g, m, sides)
}

func (g nimhoffTable) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	return eachClosedRow(ctx, g, m, sides, progress, sink)
}

// nimValue returns the nim-value.
func (g CyclicNimhoff) nimValue(heaps []uint64) uint64 {
	quotients, remainder := g.value(heaps)
	return quotients*g.h + remainder
}

func (g nimhoffTable) appendCells(dst [][]uint64, cell []uint64) [][]uint64 {
	return g.AppendOptions(dst, cell)
}

func (g nimhoffTable) countCells(cell []uint64) uint64 { return g.CountOptions(cell) }

func (nimhoffTable) RowPeriodMemory(uint64) uint64 { return 0 }

func (g nimhoffTable) RowPeriod(_ context.Context, r, _ uint64, _ grundy.Progress) (*Row, error) {
	if g.heaps != 2 {
		return rows.Unproved(r, 0), fmt.Errorf("%w in %d dimensions: want %s with 2 heaps", ErrNoRow, g.heaps, g)
	}
	if r > MaxCoordinate {
		return rows.Unproved(r, 0), fmt.Errorf("%w: %d is not a heap, want 0 … %d", ErrNoRow, r, uint64(MaxCoordinate))
	}
	p := g.h << bits.Len64(r/g.h)
	if r == 0 {
		p = 1
	}
	return ClosedRow(r, period.Result{
		Proved: true, Period: p, Saltus: p, Needed: p,
		Theorem: nimhoffMethod + "; rows are proved in games/board/nimhoff.go",
	}, func(x uint64) uint64 { return g.nimValue([]uint64{x, r}) }), nil
}
