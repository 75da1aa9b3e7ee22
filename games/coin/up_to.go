package coin

// The values of turning up to some number of coins come from codes: the next coin gets the least
// number that no few earlier ones give.

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/nimber"
)

// UpTo is the game in which a move turns at least one coin and at most the given number, the
// last one from heads to tails: any others before it, heads or tails. Coins are
// numbered from 0. With up to 2 coins it is Turning Turtles, with 3 Mock Turtles;
// Winning Ways, chapter 14, calls it Moebius with 5, Mogul with 7, Moidores with 9.
//
// A position lists the coins that show heads, ascending. They are such that the
// number of moves with that last coin times the coins that one of them turns is at
// most 2^24: Moebius has coins to 95. Options come by the last coin of the move, least
// first; then fewer coins before more.
//
// # Nim-values
//
// Let S(j) be the set of the exclusive ors of the nim-values of at most j coins
// before n. With up to k coins the nim-value of n is the mex of S(k-1). The P
// positions are the words of a code in which any two differ in more than k places,
// the lexicode: each is the first word that is so far from all before it (J. H.
// Conway and N. J. A. Sloane, "Lexicographic codes", 1986). With 7 coins the first 24
// of them make the extended code of Golay.
type UpTo struct {
	name string
	most uint64
}

// The games that have a name.
var (
	Moebius  = UpTo{"moebius", 5}
	Mogul    = UpTo{"mogul", 7}
	Moidores = UpTo{"moidores", 9}
)

// maxUpTo is the most coins that a move of [UpTo] may turn.
const maxUpTo = 64

// PlaceUpTo makes the position turning-up-to[k](n,…) a component: k is 1 … 64,
// and args the coins that show heads. The error is a *grundy.PositionError.
func PlaceUpTo(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) != 1 {
		return nil, grundy.BracketErrorf(-1, "%d numbers in brackets: want the most coins that a move turns, as in turning-up-to[5](3,9)", len(brackets))
	}
	most, ok := brackets[0].Uint63()
	if !ok || most < 1 || most > maxUpTo {
		return nil, grundy.BracketErrorf(0, "%s coins: a move turns up to 1 … %d", brackets[0].Text, maxUpTo)
	}
	return UpTo{"turning-up-to[" + strconv.FormatUint(most, 10) + "]", most}.Place(nil, args)
}

// Place makes a position of a game that has a name a component. The error is a
// *grundy.PositionError.
func (g UpTo) Place(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) > 0 {
		return nil, grundy.BracketErrorf(0, "[%s]: %s takes no bracketed numbers", brackets[0].Text, g.name)
	}
	heads, err := placeHeads(0, args)
	if err != nil {
		return nil, err
	}
	for i, a := range args {
		turned, moves := min(g.most, a.Abs+1), g.count(a.Abs)
		if grundy.MulCounts(turned, saturated(moves)) > maxTurned {
			return nil, grundy.Errorf(i, "coin %s: %s there turn up to %d coins each; want a head where the product of the two is at most %d", a.Text, manyMoves(moves), turned, maxTurned)
		}
	}
	return grundy.Place(g, heads), nil
}

// count returns the number of moves with the last coin n: of sets of fewer than most
// coins before it. It stops where there are 2^64 or more.
func (g UpTo) count(n uint64) *big.Int {
	total, sets := big.NewInt(1), big.NewInt(1)
	for j := uint64(1); j < g.most && j <= n && total.IsUint64(); j++ {
		sets.Mul(sets, new(big.Int).SetUint64(n-j+1))
		sets.Quo(sets, new(big.Int).SetUint64(j))
		total.Add(total, sets)
	}
	return total
}

func manyMoves(count *big.Int) string {
	if !count.IsUint64() {
		return "2^64 moves and more"
	}
	return count.String() + " moves"
}

// AppendPosition implements [grundy.Notation]: "moebius(1,4,9)".
func (g UpTo) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, g.name...), '(', p, ')')
}

var (
	_ grundy.Game[[]uint64]          = UpTo{}
	_ grundy.Notation[[]uint64]      = UpTo{}
	_ grundy.OptionCounter[[]uint64] = UpTo{}
	_ grundy.Bounded[[]uint64]       = UpTo{}
	_ grundy.Tabler[[]uint64]        = UpTo{}
	_ grundy.MoveNamer[[]uint64]     = UpTo{}
	_ grundy.Scener[[]uint64]        = UpTo{}
)

// AppendOptions implements [grundy.Game].
func (g UpTo) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for _, n := range p {
		for size := uint64(0); size < g.most && size <= n; size++ {
			companions := make([]uint64, size)
			var choose func(i int, least uint64)
			choose = func(i int, least uint64) {
				if i == len(companions) {
					dst = append(dst, turn(p, n, companions))
					return
				}
				for c := least; c+uint64(len(companions)-i) <= n; c++ {
					companions[i] = c
					choose(i+1, c+1)
				}
			}
			choose(0, 0)
		}
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (g UpTo) CountOptions(p []uint64) uint64 {
	total := new(big.Int)
	for _, n := range p {
		total.Add(total, g.count(n))
	}
	return saturated(total)
}

// CountPositions implements [grundy.Bounded].
func (g UpTo) CountPositions(p []uint64) uint64 {
	if len(p) == 0 {
		return 1
	}
	return subsets(p[len(p)-1] + 1)
}

// PlanTable implements [grundy.Tabler] for the outcome and the nim-value.
func (g UpTo) PlanTable(m grundy.Measure, p []uint64) (grundy.Plan[[]uint64], bool) {
	if m != grundy.ByNimValue && m != grundy.ByOutcome {
		return grundy.Plan[[]uint64]{}, false
	}
	coins := uint64(0)
	if len(p) > 0 {
		coins = p[len(p)-1] + 1
	}
	// No nim-value is above the number of moves, so no exclusive or needs more
	// than twice as many bits.
	words := grundy.MulCounts(saturated(g.count(coins)), 2)/64 + 1
	steps := grundy.MulCounts(grundy.MulCounts(words, coins), min(g.most, coins+1))
	return grundy.Plan[[]uint64]{
		Cost:   grundy.Cost{Bytes: grundy.MulCounts(words, 8*min(g.most, coins+1)), Time: grundy.Nanoseconds(steps)},
		Method: "turning up to " + strconv.FormatUint(g.most, 10) + " coins: the nim-value of a head is the mex of the exclusive ors of those of fewer coins before it (Winning Ways, chapter 14; games/coin/up_to.go)",
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
			values, err := g.values(ctx, coins, progress)
			if err != nil {
				return nil, err
			}
			return xor(m, func(n uint64) uint64 { return values[n] }), nil
		},
	}, true
}

// values returns the nim-values of a head alone on each of the first coins.
func (g UpTo) values(ctx context.Context, coins uint64, progress grundy.Progress) ([]uint64, error) {
	values := make([]uint64, 0, coins)
	heads := newHeadValues(min(g.most, coins+1))
	for n := range coins {
		progress.Report(n, coins)
		v, err := heads.next(ctx)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

// headValues tells the nim-values of a head alone, one coin after the other.
type headValues struct {
	// sets[j] is S(j), as a bit set of some power of two of words.
	sets [][]uint64
}

// newHeadValues begins with coin 0, where moves turn up to most coins.
func newHeadValues(most uint64) *headValues {
	h := &headValues{make([][]uint64, most)}
	for j := range h.sets {
		h.sets[j] = []uint64{1}
	}
	return h
}

// mostSetWords bounds the words of all sets together: 16 GiB.
const mostSetWords = 1 << 31

// next returns the value of the next coin. The error wraps [grundy.ErrTooLarge] where
// the sets would be too large, and is ctx's soon after ctx ends.
func (h *headValues) next(ctx context.Context) (uint64, error) {
	last := len(h.sets) - 1
	v := uint64(len(h.sets[last])) * 64
	for i, w := range h.sets[last] {
		if ^w != 0 {
			v = uint64(i)*64 + uint64(bits.TrailingZeros64(^w))
			break
		}
	}
	for uint64(len(h.sets[0]))*64 <= v {
		if len(h.sets)*len(h.sets[0]) > mostSetWords/2 {
			return 0, fmt.Errorf("sets of %d numbers and more: %w", len(h.sets[0])*64, grundy.ErrTooLarge)
		}
		for j, set := range h.sets {
			h.sets[j] = append(set, make([]uint64, len(set))...)
		}
	}
	for j := last; j > 0; j-- {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for i, w := range h.sets[j-1] {
			h.sets[j][i^int(v/64)] |= nimber.Permute(w, uint32(v%64))
		}
	}
	return v, ctx.Err()
}

// Scene implements [grundy.Scener].
func (UpTo) Scene(p []uint64) (grundy.Scene, error) { return lineScene(0, p) }

// AppendMove implements [grundy.MoveNamer]: "turn coins 9, 4 and 2".
func (UpTo) AppendMove(dst []byte, p, q []uint64) []byte {
	coins := difference(p, q, func(a, b uint64) bool { return a < b })
	slices.Sort(coins)
	return appendCoins(append(dst, "turn "...), "coin", coins)
}
