package board

// We play Euclid's game in the form of J. W. Grossman (Math. Magazine 70, 1997): from two positive
// numbers, subtract a positive multiple of the smaller from the larger so that the result is
// positive. It ends at two equal numbers. (In the form of A. J. Cole and A. J. T. Davie, Math.
// Gazette 53, 1969, it ends at 0; the P positions are the same except those of equal numbers; the
// nim-values differ.)
//
// # The nim-value
//
// It is ⌊|y/x - x/y|⌋ (G. Nivasch, Discrete Mathematics 306, 2006). Let x <= y,
// y = qx + r with 0 <= r < x, ρ = r/x and t = y/x = q + ρ. As 0 < 1/t <= 1, that
// number is q - 1 if ρ < 1/t and q otherwise. By induction over x + y:
//
// The options are (x, y-kx), with t - k instead of t, for k = 1 … q - 1, and
// (r,x) if r > 0. Those of the first kind have the value q-k-1 if ρ < 1/(t-k),
// and q-k otherwise. If that holds for one k it does for the next, as t-k falls.
// Let K be the least k >= 0 for which it holds, or q if there is none. It holds
// exactly if q - k < 1/ρ - ρ =: u. So if r > 0, q - K is the least of q and the
// largest integer below u; u itself is not an integer, for 1/ρ - ρ = n makes
// n² + 4 a square, so n = 0 and ρ = 1; and the value of (r,x) is ⌊u⌋.
//
//   - K = 0: the value should be q - 1. The options of the first kind have
//     q-2 … 0. If r > 0, then ⌊u⌋ >= q, so (r,x) has no less than q.
//   - K > 0: then r > 0, and the value should be q. The options of the first kind
//     have q-1 … q-K+1 and q-K-1 … 0, and (r,x) has ⌊u⌋ = q - K.
//
// # Rows
//
// In row y let x = qy + r >= y, 0 <= r < y. By the above the value is q if
// rx >= y², and q - 1 otherwise; so G(x+y) = G(x) + 1 unless rx < y² <= r(x+y). For
// y > 1 the largest x of that kind is y² - y + 1, with r = 1: a larger one has
// rx >= y² if r > 0. A period is a multiple of y, because the values rise by x/y up
// to a bounded number; so y is the least, and from y² - y + 2 on it holds. Row 1
// has x - 1, from x = 1 on.

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/rows"
	"github.com/grundy-games/grundy/theory/period"
)

// Euclid is Euclid's game. A position is two positive numbers, each at most
// [MaxCoordinate], as a cell.
type Euclid struct{}

// PlaceEuclid makes a component of the form euclid(5,13).
func PlaceEuclid(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) != 0 {
		return nil, grundy.BracketErrorf(0, "euclid takes no number in brackets, as in euclid(5,13)")
	}
	c, err := placedCell("euclid", 1, MaxCoordinate, args)
	if err != nil {
		return nil, err
	}
	return grundy.Place(Euclid{}, c), nil
}

// AppendPosition implements [grundy.Notation].
func (Euclid) AppendPosition(dst []byte, c Cell) []byte { return c.AppendTo(append(dst, "euclid"...)) }

// Scene implements [grundy.Scener].
func (Euclid) Scene(c Cell) (grundy.Scene, error) { return grundy.HeapsScene(c.X, c.Y) }

// AppendMove implements [grundy.MoveNamer].
func (Euclid) AppendMove(dst []byte, from, to Cell) []byte {
	return grundy.AppendTakes(dst, []uint64{from.X, from.Y}, []uint64{to.X, to.Y})
}

// ride returns the step of c's options, and how often it can be taken.
func (Euclid) ride(c Cell) (s moves.Step, reach uint64) {
	if c.X <= c.Y {
		return moves.Step{DX: 0, DY: -int64(c.X)}, (c.Y - 1) / c.X
	}
	return moves.Step{DX: -int64(c.Y), DY: 0}, (c.X - 1) / c.Y
}

var (
	_ grundy.Game[Cell]          = Euclid{}
	_ grundy.Notation[Cell]      = Euclid{}
	_ grundy.OptionCounter[Cell] = Euclid{}
	_ grundy.Bounded[Cell]       = Euclid{}
	_ grundy.Measurer[Cell]      = Euclid{}
	_ grundy.Finder[Cell]        = Euclid{}
	_ grundy.MoveNamer[Cell]     = Euclid{}
	_ grundy.Scener[Cell]        = Euclid{}
)

// AppendOptions implements [grundy.Game]: those that subtract least come first.
func (g Euclid) AppendOptions(dst []Cell, c Cell) []Cell {
	s, reach := g.ride(c)
	for k := range reach {
		dst = append(dst, c.After(s, k+1))
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (g Euclid) CountOptions(c Cell) uint64 {
	_, reach := g.ride(c)
	return reach
}

// CountPositions implements [grundy.Bounded]: each of the smaller number's
// values goes with at most one value of the larger for each multiple.
func (Euclid) CountPositions(c Cell) uint64 {
	count := uint64(1)
	for low, high := min(c.X, c.Y), max(c.X, c.Y); low > 0; low, high = high%low, low {
		count = grundy.AddCounts(count, high/low)
	}
	return count
}

// value returns the nim-value.
func (Euclid) value(c Cell) uint64 {
	low, high := min(c.X, c.Y), max(c.X, c.Y)
	q, r := high/low, high%low
	ryHi, ryLo := bits.Mul64(r, high)
	xxHi, xxLo := bits.Mul64(low, low)
	if ryHi > xxHi || ryHi == xxHi && ryLo >= xxLo {
		return q
	}
	return q - 1
}

const euclidMethod = "Euclid's game: the nim-value is ⌊|y/x - x/y|⌋ (G. Nivasch, Discrete Mathematics 306, 2006)"

// Measure implements [grundy.Measurer] for outcome and nim-value, in O(1).
func (g Euclid) Measure(m grundy.Measure, c Cell) (uint64, string, bool) {
	switch v := g.value(c); m {
	case grundy.ByOutcome:
		return min(v, 1), euclidMethod, true
	case grundy.ByNimValue:
		return v, euclidMethod, true
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder] for outcome and nim-value, in
// O(log(x+y)): the values fall, except for the last option.
func (g Euclid) FindOptions(m grundy.Measure, c Cell, lo, hi uint64) (grundy.Found[Cell], bool) {
	switch m {
	case grundy.ByOutcome:
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	case grundy.ByNimValue:
	default:
		return grundy.Found[Cell]{}, false
	}
	s, reach := g.ride(c)
	if lo > hi || reach == 0 {
		return grundy.Found[Cell]{Count: new(big.Int), Each: func(func(Cell) bool) {}}, true
	}
	// below returns the first k < reach whose value is less than v, or reach.
	below := func(v uint64) uint64 {
		first, end := uint64(1), reach
		for first < end {
			if k := first + (end-first)/2; g.value(c.After(s, k)) < v {
				end = k
			} else {
				first = k + 1
			}
		}
		return first
	}
	first, end := uint64(1), below(lo)
	if hi < 1<<64-1 {
		first = below(hi + 1)
	}
	var runs []moves.Run
	if first < end {
		runs = append(runs, moves.Run{Step: s, First: first, Last: end - 1})
	}
	if v := g.value(c.After(s, reach)); lo <= v && v <= hi {
		if len(runs) > 0 && end == reach {
			runs[0].Last = reach
		} else {
			runs = append(runs, moves.Run{Step: s, First: reach, Last: reach})
		}
	}
	return moves.Found(c, runs, Cell.After), true
}

// String returns euclid.
func (Euclid) String() string { return "euclid" }

// Sides implements [Tabulated].
func (Euclid) Sides() []uint64 { return make([]uint64, 2) }

// Least implements [Tabulated].
func (Euclid) Least(context.Context) []uint64 { return []uint64{1, 1} }

// Holds implements [Tabulated].
func (Euclid) Holds(_ context.Context, cell []uint64) bool { return cell[0] > 0 && cell[1] > 0 }

// RowsCost implements [Tabulated].
func (g Euclid) RowsCost(m grundy.Measure, sides []uint64) grundy.Cost {
	return closedCost(g, m, sides)
}

// EachRow implements [Tabulated].
func (g Euclid) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	return eachClosedRow(ctx, g, m, sides, progress, sink)
}

func (g Euclid) nimValue(cell []uint64) uint64 { return g.valueAt(cell[0], cell[1]) }

// valueAt returns the nim-value, and 0 where there is no position.
func (g Euclid) valueAt(x, y uint64) uint64 {
	if x == 0 || y == 0 {
		return 0
	}
	return g.value(Cell{X: x, Y: y})
}

func (g Euclid) appendCells(dst [][]uint64, cell []uint64) [][]uint64 {
	for _, q := range g.AppendOptions(nil, Cell{X: cell[0], Y: cell[1]}) {
		dst = append(dst, []uint64{q.X, q.Y})
	}
	return dst
}

func (Euclid) countCells(cell []uint64) uint64 { return max(cell[0], cell[1]) }

// RowPeriodMemory implements [RowProver].
func (Euclid) RowPeriodMemory(uint64) uint64 { return 0 }

// RowPeriod implements [RowProver], by the closed form.
func (g Euclid) RowPeriod(_ context.Context, r, _ uint64, _ grundy.Progress) (*Row, error) {
	if r == 0 {
		return rows.Unproved(r, 0), fmt.Errorf("%w: the numbers of euclid are 1 or more", ErrNoRow)
	}
	if r > 1<<31 {
		return rows.Unproved(r, 0), fmt.Errorf("row %d of euclid, whose preperiod is about its square, and the last row is %d: %w", r, 1<<31, grundy.ErrTooLarge)
	}
	q := uint64(1)
	if r > 1 {
		q = r*r - r + 2
	}
	row := ClosedRow(r, period.Result{
		Proved: true, Preperiod: q, Period: r, Saltus: 1, Needed: q + r,
		Theorem: euclidMethod + "; rows are proved in games/board/euclid.go",
	}, func(x uint64) uint64 { return g.valueAt(x, r) })
	row.First = 1
	return row, nil
}
