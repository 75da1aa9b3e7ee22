package coin

// A position on a line is a sum of its heads, so one table of heads answers for all.

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
)

// maxTurned is the most coins that all moves of one head together may turn, if
// one of them may turn more than fewCoins. Options list heads, so that they take
// as much memory where they are listed.
const (
	maxTurned = 1 << 24
	fewCoins  = 9 // three on each of two lines
)

// mayTurn returns an error where moves of one head turn too many coins.
func mayTurn(arg int, head string, turned uint64, moves *big.Int) error {
	if turned <= fewCoins || grundy.MulCounts(turned, saturated(moves)) <= maxTurned {
		return nil
	}
	return grundy.Errorf(arg, "%s: %v moves there turn up to %d coins each; want a head where the product of the two is at most %d", head, moves, turned, maxTurned)
}

// Row is the game of a [Line]. A position lists the coins that show heads,
// ascending; all others show tails. The coins are at most 2^63-1, and such that
// the number of moves with that last coin times the coins that one of them turns
// is at most 2^24, where the latter is more than 9; so Ruler has coins to 4096.
// Options come by the last coin of the move, least first, then by its companions.
//
// Outcome, nim-value and the number of options of one nim-value cost O(heads),
// and each option that is listed O(heads + coins turned).
type Row struct{ Line }

// PlaceRow makes a position of the rule a component; args are the coins that
// show heads, in any order. The error is a *grundy.PositionError.
func PlaceRow(line Line, brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) > 0 {
		return nil, grundy.BracketErrorf(0, "[%s]: %s takes no bracketed numbers", brackets[0].Text, line.name())
	}
	heads, err := placeHeads(line.first(), args)
	if err != nil {
		return nil, err
	}
	for i, a := range args {
		if err := mayTurn(i, "coin "+a.Text, line.turned(a.Abs), line.count(a.Abs)); err != nil {
			return nil, err
		}
	}
	return grundy.Place(Row{line}, heads), nil
}

// placeHeads reads coins, each of which is named once.
func placeHeads(first uint64, args []grundy.Arg) ([]uint64, error) {
	heads, seen := make([]uint64, len(args)), make(map[uint64]bool, len(args))
	for i, a := range args {
		n, ok := a.Uint63()
		if !ok || n < first {
			return nil, grundy.Errorf(i, "coin %s: coins are numbered %d … %d", a.Text, first, uint64(math.MaxInt64))
		}
		if seen[n] {
			return nil, grundy.Errorf(i, "coin %s: this one was named before; want each coin that shows heads once", a.Text)
		}
		heads[i], seen[n] = n, true
	}
	slices.Sort(heads)
	return heads, nil
}

// AppendPosition implements [grundy.Notation]: "mock-turtles(1,4,9)".
func (g Row) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, g.name()...), '(', p, ')')
}

// lineScene returns the scene of heads on a line, whose first coin has that number.
func lineScene(first uint64, p []uint64) (grundy.Scene, error) {
	heads := make([][]uint64, len(p))
	for i := range p {
		heads[i] = p[i : i+1]
	}
	return grundy.CoinsScene([]uint64{first}, heads...)
}

// turn returns the position after the coin n and its companions are turned.
func turn(p []uint64, n uint64, companions []uint64) []uint64 {
	coins := append(slices.Clone(companions), n)
	slices.Sort(coins)
	return difference(p, coins, func(a, b uint64) bool { return a < b })
}

// difference returns what is in one of two ascending lists and not in both.
func difference[T comparable](p, q []T, less func(a, b T) bool) []T {
	out := make([]T, 0, len(p)+len(q))
	for len(p) > 0 && len(q) > 0 {
		switch {
		case p[0] == q[0]:
			p, q = p[1:], q[1:]
		case less(p[0], q[0]):
			out, p = append(out, p[0]), p[1:]
		default:
			out, q = append(out, q[0]), q[1:]
		}
	}
	return append(append(out, p...), q...)
}

var (
	_ grundy.Game[[]uint64]          = Row{}
	_ grundy.Notation[[]uint64]      = Row{}
	_ grundy.OptionCounter[[]uint64] = Row{}
	_ grundy.Bounded[[]uint64]       = Row{}
	_ grundy.Measurer[[]uint64]      = Row{}
	_ grundy.Finder[[]uint64]        = Row{}
	_ grundy.MoveNamer[[]uint64]     = Row{}
	_ grundy.Scener[[]uint64]        = Row{}
)

// AppendOptions implements [grundy.Game].
func (g Row) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for _, n := range p {
		for companions := range g.moves(n) {
			dst = append(dst, turn(p, n, companions))
		}
	}
	return dst
}

func (g Row) countAll(p []uint64) *big.Int {
	total := new(big.Int)
	for _, n := range p {
		total.Add(total, g.count(n))
	}
	return total
}

// saturated returns a count, or 2^64-1 where it is larger.
func saturated(count *big.Int) uint64 {
	if !count.IsUint64() {
		return math.MaxUint64
	}
	return count.Uint64()
}

// CountOptions implements [grundy.OptionCounter].
func (g Row) CountOptions(p []uint64) uint64 { return saturated(g.countAll(p)) }

// CountPositions implements [grundy.Bounded]: no coin behind the last head is
// ever turned. Where a move turns at most two coins, each head moves down or
// vanishes, and that gives less if there are few.
func (g Row) CountPositions(p []uint64) uint64 {
	if len(p) == 0 {
		return 1
	}
	last := p[len(p)-1]
	bound := subsets(last - g.first() + 1)
	if g.turned(math.MaxInt64) <= 2 {
		places := uint64(1)
		for _, n := range p {
			places = grundy.MulCounts(places, n+1)
		}
		bound = min(bound, places)
	}
	return bound
}

// subsets returns the number of sets of n coins.
func subsets(n uint64) uint64 {
	if n >= 64 {
		return math.MaxUint64
	}
	return 1 << n
}

func (g Row) nimValue(p []uint64) (value uint64) {
	for _, n := range p {
		value ^= g.value(n)
	}
	return value
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value, and for
// every measure where the position is a heap of Nim: one head of Turning Turtles or
// of Twins.
func (g Row) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	value, method, ok := measured(m, g.nimValue(p), g.theorem())
	if n, alone := g.heapOf(p); !ok && alone {
		value, ok = ofHeap(m, n)
		method = aloneMethod
	}
	return value, method, ok
}

// xor returns the table of the outcome or the nim-value by the nim-values of heads.
func xor(m grundy.Measure, value func(n uint64) uint64) grundy.Table[[]uint64] {
	return func(q []uint64) (total uint64) {
		for _, n := range q {
			total ^= value(n)
		}
		if m == grundy.ByOutcome {
			return min(total, 1)
		}
		return total
	}
}

// measured returns the outcome or the nim-value where that is known.
func measured(m grundy.Measure, value uint64, method string) (uint64, string, bool) {
	switch m {
	case grundy.ByNimValue:
		return value, method, true
	case grundy.ByOutcome:
		return min(value, 1), method, true
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values. To change the
// nim-value by the exclusive or with c, the move with the last coin n needs
// companions of the exclusive or value(n)^c. Where the position is a heap of Nim it
// finds options by any interval of any measure.
func (g Row) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	if n, alone := g.heapOf(p); alone {
		return g.findAlone(m, p, n, lo, hi)
	}
	return findByChange(m, lo, hi, g.nimValue(p), func() *big.Int { return g.countAll(p) }, func(change uint64) iter.Seq[choice] {
		return func(yield func(choice) bool) {
			for _, n := range p {
				if !yield(choice{Line: g.Line, last: n, wanted: g.value(n) ^ change}) {
					return
				}
			}
		}
	}, func(c choice, companions []uint64) []uint64 { return turn(p, c.last, companions) })
}

// A choice is what is left to choose of a move at a head: its companions on a line.
type choice struct {
	Line
	last   uint64
	wanted uint64   // the exclusive or of companions that change the nim-value as asked
	head   *head    // in a product
	outer  []uint64 // the companions on the other line of a product
}

// findByChange is [grundy.FindByChange] by the choices that there are for a change; all
// counts the options.
func findByChange[P any](m grundy.Measure, lo, hi, own uint64, all func() *big.Int, choices func(change uint64) iter.Seq[choice], turn func(c choice, companions []uint64) P) (grundy.Found[P], bool) {
	return grundy.FindByChange(m, lo, hi, own, func(change uint64, others bool) grundy.Found[P] {
		total, count := new(big.Int), new(big.Int)
		for c := range choices(change) {
			if n, _ := c.find(c.last, c.wanted); n > 0 {
				total.Add(total, count.SetUint64(n))
			}
		}
		if others {
			total.Sub(all(), total)
		}
		return grundy.Found[P]{Count: total, Each: func(yield func(P) bool) {
			for c := range choices(change) {
				if others {
					for companions, v := range c.moves(c.last) {
						if v != c.wanted && !yield(turn(c, companions)) {
							return
						}
					}
					continue
				}
				_, moves := c.find(c.last, c.wanted)
				for companions := range moves {
					if !yield(turn(c, companions)) {
						return
					}
				}
			}
		}}
	})
}

// Scene implements [grundy.Scener].
func (g Row) Scene(p []uint64) (grundy.Scene, error) { return lineScene(g.first(), p) }

// AppendMove implements [grundy.MoveNamer]: "turn coins 9, 4 and 2".
func (Row) AppendMove(dst []byte, p, q []uint64) []byte {
	coins := difference(p, q, func(a, b uint64) bool { return a < b })
	return appendCoins(append(dst, "turn "...), "coin", coins)
}

// appendCoins appends "coin 9", "coins 9 and 4", or "coins 9 to 4" of an
// ascending list, last coin first.
func appendCoins(dst []byte, word string, coins []uint64) []byte {
	count := len(coins)
	dst = append(dst, word...)
	if count == 1 {
		return fmt.Appendf(dst, " %d", coins[0])
	}
	dst = append(dst, "s "...)
	if count > 2 && coins[count-1]-coins[0] == uint64(count-1) {
		return fmt.Appendf(dst, "%d to %d", coins[count-1], coins[0])
	}
	for i, c := range slices.Backward(coins) {
		switch i {
		case count - 1:
		case 0:
			dst = append(dst, " and "...)
		default:
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendUint(dst, c, 10)
	}
	return dst
}
