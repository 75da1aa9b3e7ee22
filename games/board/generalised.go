package board

// The game is A. S. Fraenkel's generalisation of Wythoff's game: take any number from one heap, or
// k > 0 from one and l > 0 from the other with |k - l| < a. For a = 1 it is Wythoff's game, the
// queen.
//
// # Which cells are P
//
// Let α = (2 - a + √(a²+4))/2 and β = α + a, and for n = 0, 1, 2, … let
// A(n) = ⌊nα⌋ and B(n) = ⌊nβ⌋ = A(n) + an. The P cells are (A(n), B(n)) and
// (B(n), A(n)) (Fraenkel, How to beat your Wythoff games' opponent on three
// fronts, Amer. Math. Monthly 89, 1982).
//
// The proof is the same as in wythoff.go. As 1/α + 1/β = 1, every positive integer occurs
// exactly once among all A(n) and B(n) with n > 0 (Beatty 1926). So no move in a
// row or column leads from one of these cells to another. Nor does one of both
// heaps: the differences of two cells differ by a multiple of a, which must be 0
// as |k - l| < a, so it is the same cell. From any other cell some move leads to
// one of them. Let x <= y, without loss:
//
//   - x = B(n): lower y to A(n).
//   - x = A(n) and y > B(n): lower y to B(n).
//   - x = A(n) and y < B(n): let m = ⌊(y-x)/a⌋ < n, and move to (A(m), B(m)). It
//     takes k = x - A(m) > 0 from x, and l = y - A(m) - am from y, so that
//     l - k = y - x - am is 0 … a-1, and l > 0.
//
// P cells have differences that are multiples of a, and each multiple belongs to
// one of them. So the moves that take from both heaps lead to at most two P cells,
// whose differences are the multiples of a less than a away from y - x.
//
// # In integers
//
// 2nα = n(2-a) + √(n²(a²+4)), and this root is irrational for n > 0, so
// A(n) = ⌊(n(2-a) + r)/2⌋ with r = ⌊√(n²(a²+4))⌋. In the same way, as
// 1/α = (a - 2 + √(a²+4))/(2a), there are ⌊(x+1)/α⌋ numbers A(n) from 1 to x,
// namely ⌊((x+1)(a-2) + r)/(2a)⌋ with r = ⌊√((x+1)²(a²+4))⌋. The others are
// numbers B(n).

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/rows"
	"github.com/grundy-games/grundy/internal/board/tables"
)

// A GeneralisedWythoff is the game of two heaps in which a move takes any
// positive number from one, or k and l from both, |k - l| < a. A position is the
// heaps as a cell. [PlaceGeneralisedWythoff] makes one.
type GeneralisedWythoff struct{ a uint64 }

// A returns a, 1 … 2^63-1.
func (g GeneralisedWythoff) A() uint64 { return g.a }

// PlaceGeneralisedWythoff makes a component of the form wythoff[2](5,4). Without brackets,
// a is 1, which is Wythoff's game.
func PlaceGeneralisedWythoff(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) == 0 {
		brackets = []grundy.Arg{grundy.ArgOf(1)}
	}
	if len(brackets) != 1 {
		return nil, grundy.BracketErrorf(-1, "want one number in brackets, the a of a-Wythoff, as in wythoff[2](5,4), not %d", len(brackets))
	}
	a, ok := brackets[0].Uint63()
	if !ok || a == 0 {
		return nil, grundy.BracketErrorf(0, "a = %s: want 1 … %d", brackets[0].Text, uint64(MaxCoordinate))
	}
	c, err := placedCell("wythoff[2]", 0, MaxCoordinate, args)
	if err != nil {
		return nil, err
	}
	return grundy.Place(GeneralisedWythoff{a}, c), nil
}

// String returns wythoff[2].
func (g GeneralisedWythoff) String() string { return fmt.Sprintf("wythoff[%d]", g.a) }

// AppendPosition implements [grundy.Notation].
func (g GeneralisedWythoff) AppendPosition(dst []byte, c Cell) []byte {
	return c.AppendTo(append(dst, g.String()...))
}

// Scene implements [grundy.Scener].
func (GeneralisedWythoff) Scene(c Cell) (grundy.Scene, error) { return grundy.HeapsScene(c.X, c.Y) }

// AppendMove implements [grundy.MoveNamer].
func (g GeneralisedWythoff) AppendMove(dst []byte, from, to Cell) []byte {
	return grundy.AppendTakes(dst, []uint64{from.X, from.Y}, []uint64{to.X, to.Y})
}

// options yields the options of c: to the left, downward, then those of both
// heaps by the number taken from x, each nearest first.
func (g GeneralisedWythoff) options(c Cell) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for x := c.X; x > 0; x-- {
			if !yield(Cell{X: x - 1, Y: c.Y}) {
				return
			}
		}
		for y := c.Y; y > 0; y-- {
			if !yield(Cell{X: c.X, Y: y - 1}) {
				return
			}
		}
		for q := range g.both(c) {
			if !yield(q) {
				return
			}
		}
	}
}

// both yields the options that take from both heaps.
func (g GeneralisedWythoff) both(c Cell) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for k := uint64(1); k <= c.X; k++ {
			first := uint64(1)
			if k >= g.a {
				first = k - g.a + 1
			}
			if first > c.Y {
				return
			}
			for l := first; l <= c.Y && l < k+g.a; l++ {
				if !yield(Cell{X: c.X - k, Y: c.Y - l}) {
					return
				}
			}
		}
	}
}

var (
	_ grundy.Game[Cell]          = GeneralisedWythoff{}
	_ grundy.Notation[Cell]      = GeneralisedWythoff{}
	_ grundy.OptionCounter[Cell] = GeneralisedWythoff{}
	_ grundy.Bounded[Cell]       = GeneralisedWythoff{}
	_ grundy.Measurer[Cell]      = GeneralisedWythoff{}
	_ grundy.Finder[Cell]        = GeneralisedWythoff{}
	_ grundy.Tabler[Cell]        = GeneralisedWythoff{}
	_ grundy.MoveNamer[Cell]     = GeneralisedWythoff{}
	_ grundy.Scener[Cell]        = GeneralisedWythoff{}
)

// AppendOptions implements [grundy.Game].
func (g GeneralisedWythoff) AppendOptions(dst []Cell, c Cell) []Cell {
	for q := range g.options(c) {
		dst = append(dst, q)
	}
	return dst
}

// count returns the number of options: x + y + xy, less the k and l with
// k - l >= a or l - k >= a.
func (g GeneralisedWythoff) count(c Cell) *big.Int {
	x, y := new(big.Int).SetUint64(c.X), new(big.Int).SetUint64(c.Y)
	count := new(big.Int).Mul(x, y)
	count.Add(count, x).Add(count, y)
	return count.Sub(count, g.apart(c.X, c.Y)).Sub(count, g.apart(c.Y, c.X))
}

// apart returns the number of 1 <= k <= x and 1 <= l <= y with k - l >= a: for
// each l it is x - a - l + 1, as long as that is positive.
func (g GeneralisedWythoff) apart(x, y uint64) *big.Int {
	if x <= g.a {
		return new(big.Int)
	}
	most := new(big.Int).SetUint64(x - g.a)
	rows := new(big.Int).SetUint64(min(y, x-g.a))
	less := new(big.Int).Mul(rows, new(big.Int).Sub(rows, big.NewInt(1)))
	return most.Mul(most, rows).Sub(most, less.Rsh(less, 1))
}

// CountOptions implements [grundy.OptionCounter] in O(1).
func (g GeneralisedWythoff) CountOptions(c Cell) uint64 {
	if count := g.count(c); count.IsUint64() {
		return count.Uint64()
	}
	return math.MaxUint64
}

// CountPositions implements [grundy.Bounded].
func (g GeneralisedWythoff) CountPositions(c Cell) uint64 {
	return grundy.MulCounts(c.X+1, c.Y+1)
}

// root returns ⌊√(n²(a²+4))⌋.
func (g GeneralisedWythoff) root(n *big.Int) *big.Int {
	a := new(big.Int).SetUint64(g.a)
	a.Mul(a, a).Add(a, big.NewInt(4))
	return a.Mul(a, n).Mul(a, n).Sqrt(a)
}

// lower returns A(n).
func (g GeneralisedWythoff) lower(n uint64) uint64 {
	v := new(big.Int).SetUint64(n)
	root := g.root(v)
	v.Mul(v, new(big.Int).Sub(big.NewInt(2), new(big.Int).SetUint64(g.a)))
	v.Add(v, root)
	return v.Rsh(v, 1).Uint64()
}

// partner returns the y for which (x,y) is P, and false if it exceeds 2^64-1.
func (g GeneralisedWythoff) partner(x uint64) (y uint64, ok bool) {
	next := new(big.Int).SetUint64(x + 1)
	root := g.root(next)
	a := new(big.Int).SetUint64(g.a)
	next.Mul(next, new(big.Int).Sub(a, big.NewInt(2))).Add(next, root)
	n := next.Div(next, a.Lsh(a, 1)).Uint64() // numbers A from 1 to x
	if g.lower(n) != x {
		return g.lower(x - n), true
	}
	hi, lo := bits.Mul64(n, g.a)
	y, carry := bits.Add64(lo, x, 0)
	return y, hi == 0 && carry == 0
}

const generalisedMethod = "Fraenkel's theorem on a-Wythoff: P exactly at (⌊nα⌋,⌊nα⌋+an) and mirrored, α = (2-a+√(a²+4))/2 (Amer. Math. Monthly 89, 1982)"

// Measure implements [grundy.Measurer]: the outcome, and the nim-value where it
// is 0.
func (g GeneralisedWythoff) Measure(m grundy.Measure, c Cell) (uint64, string, bool) {
	outcome := uint64(1)
	if y, ok := g.partner(c.X); ok && y == c.Y {
		outcome = 0
	}
	known := m == grundy.ByOutcome || m == grundy.ByNimValue && outcome == 0
	return outcome, generalisedMethod, known
}

// pOptions returns the options that are P, at most four, in the order of
// AppendOptions.
func (g GeneralisedWythoff) pOptions(c Cell) (cells []Cell) {
	if x, ok := g.partner(c.Y); ok && x < c.X {
		cells = append(cells, Cell{X: x, Y: c.Y})
	}
	if y, ok := g.partner(c.X); ok && y < c.Y {
		cells = append(cells, Cell{X: c.X, Y: y})
	}
	// Those of both heaps, for x <= y: the differences an and a(n+1) around
	// y - x, which are not negative.
	low, high := min(c.X, c.Y), max(c.X, c.Y)
	n := (high - low) / g.a
	var both []Cell
	add := func(n uint64) {
		p := g.lower(n)
		q := Cell{X: p, Y: p + n*g.a}
		if q.X >= low || q.Y >= high {
			return
		}
		if c.X > c.Y {
			q = q.Mirror()
		}
		both = append(both, q)
	}
	add(n)
	if (high-low)%g.a != 0 {
		if hi, lo := bits.Mul64(n+1, g.a); hi == 0 && lo < high {
			add(n + 1)
		}
	}
	slices.SortFunc(both, func(a, b Cell) int { // by the number taken from x, then from y
		if a.X != b.X {
			return cmp.Compare(b.X, a.X)
		}
		return cmp.Compare(b.Y, a.Y)
	})
	return append(cells, both...)
}

// FindOptions implements [grundy.Finder] for the options by outcome, and for
// those of nim-value 0.
func (g GeneralisedWythoff) FindOptions(m grundy.Measure, c Cell, lo, hi uint64) (grundy.Found[Cell], bool) {
	if m != grundy.ByOutcome && (m != grundy.ByNimValue || hi != 0) {
		return grundy.Found[Cell]{}, false
	}
	p, n := lo == 0, lo <= 1 && hi >= 1
	cells := g.pOptions(c)
	if !n {
		if !p {
			cells = nil
		}
		return grundy.FoundIn(cells), true
	}
	count := g.count(c)
	if p {
		return grundy.Found[Cell]{Count: count, Each: g.options(c)}, true
	}
	return grundy.Found[Cell]{
		Count: count.Sub(count, big.NewInt(int64(len(cells)))),
		Each: func(yield func(Cell) bool) {
			for q := range g.options(c) {
				if !slices.Contains(cells, q) && !yield(q) {
					return
				}
			}
		},
	}, true
}

// planRow returns a plan for the nim-values of c and its options by the rows to it.
// The result is false where there is none, or a table of that cost is little more.
func (g GeneralisedWythoff) planRow(c Cell, table grundy.Cost) (plan grundy.Plan[Cell], ok bool) {
	const dearer = 4
	far, near := max(c.X, c.Y), min(c.X, c.Y)
	piece, err := g.inRows(near)
	if err != nil || !rows.Fit(piece.Plane, near) {
		return plan, false
	}
	cells := grundy.MulCounts(rows.Cells(piece.Plane, near), 4)
	cost := rows.Cost(piece.Plane, near)
	cost.Bytes = grundy.MulCounts(cost.Bytes, 4)
	cost.Time = grundy.Nanoseconds(grundy.MulCounts(grundy.MulCounts(uint64(cost.Time), 4), uint64(1+len(piece.Leaps)/4)))
	if cost.Bytes > tables.MaxBytes || table.Time/dearer <= cost.Time {
		return plan, false
	}
	var proved *rows.Rows
	at := func(q Cell) uint64 { return proved.At(max(q.X, q.Y), min(q.X, q.Y)) }
	plan = grundy.Plan[Cell]{
		Cost:   cost,
		Method: rows.Method,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[Cell], error) {
			var err error
			if proved, err = rows.Periods(ctx, piece.Plane, near, cells, progress); err != nil {
				return nil, err
			}
			return at, nil
		},
		Find: func(_ grundy.Table[Cell], lo, hi uint64) grundy.Found[Cell] {
			return g.findInRow(proved.Row(near), at, c, far, lo, hi)
		},
	}
	return plan, true
}

// findInRow finds the options of c whose nim-values are lo … hi. Those along the
// longer axis are as many as far, the others few.
func (g GeneralisedWythoff) findInRow(row *Row, at func(Cell) uint64, c Cell, far, lo, hi uint64) grundy.Found[Cell] {
	var runs []moves.Run
	low, up := row.Spread()
	for _, s := range []moves.Step{moves.Left, moves.Down} {
		n := c.X
		if s == moves.Down {
			n = c.Y
		}
		value := func(k uint64) uint64 { return at(c.After(s, k)) }
		if n < far || c.X == c.Y { // then it is no longer than the row is wide
			for k := range n {
				if v := value(k + 1); lo <= v && v <= hi {
					runs = append(runs, moves.Run{Step: s, First: k + 1, Last: k + 1})
				}
			}
			continue
		}
		// Behind the diagonal the cells are of another row, but of this column.
		for _, r := range rows.AlongRow(n, n, low, up, lo, hi, value) {
			runs = append(runs, moves.Run{Step: s, First: r[0], Last: r[1]})
		}
	}
	for q := range g.both(c) {
		if v := at(q); lo <= v && v <= hi {
			runs = append(runs, moves.Run{Step: moves.Step{DX: -int64(c.X - q.X), DY: -int64(c.Y - q.Y)}, First: 1, Last: 1})
		}
	}
	return moves.Found(c, runs, Cell.After)
}

// PlanTable implements [grundy.Tabler] for nim-values in either convention, by
// a table of the rectangle to c, or for those of normal play, where that is cheaper,
// by the rows to c.
func (g GeneralisedWythoff) PlanTable(m grundy.Measure, c Cell) (grundy.Plan[Cell], bool) {
	table, ok := tables.PlanWythoff(g.a, m, c, g.options(c))
	if m == grundy.ByNimValue {
		if plan, ok := g.planRow(c, table.Cost); ok {
			return plan, true
		}
	}
	return table, ok
}

// Sides implements [Tabulated].
func (GeneralisedWythoff) Sides() []uint64 { return make([]uint64, 2) }

// Least implements [Tabulated].
func (GeneralisedWythoff) Least(context.Context) []uint64 { return make([]uint64, 2) }

// Holds implements [Tabulated].
func (GeneralisedWythoff) Holds(context.Context, []uint64) bool { return true }

// EachRow implements [Tabulated].
func (g GeneralisedWythoff) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	if err := CheckTable(g, m, sides); err != nil {
		return err
	}
	return tables.EachWythoffRow(ctx, g.a, m, sides[0], sides[1], progress, sinkNarrow(sink))
}

// RowsCost implements [Tabulated].
func (g GeneralisedWythoff) RowsCost(m grundy.Measure, sides []uint64) grundy.Cost {
	return withRow(tables.WythoffRowsCost(g.a, m, sides[0], sides[1]), sides)
}

// RowPeriod implements [RowProver].
//
// In the rows 0 … r the moves of both heaps are finitely many leaps (-k,-l), l <= r,
// and those with k = l a ride: there the game equals a [Piece].
func (g GeneralisedWythoff) RowPeriod(ctx context.Context, r, budget uint64, progress grundy.Progress) (*Row, error) {
	piece, err := g.inRows(r)
	if err != nil {
		return rows.Unproved(r, 0), err
	}
	return piece.RowPeriod(ctx, r, budget, progress)
}

// RowPeriodMemory implements [RowProver].
func (g GeneralisedWythoff) RowPeriodMemory(r uint64) uint64 {
	piece, err := g.inRows(r)
	if err != nil {
		return 0 // RowPeriod says why there is no engine
	}
	return piece.RowPeriodMemory(r)
}

// inRows returns the piece whose table has the same rows 0 … r. The error wraps
// [grundy.ErrTooLarge] if that is more than the engine for rows can take.
func (g GeneralisedWythoff) inRows(r uint64) (Piece, error) {
	p := Piece{Plane: moves.Plane{Name: g.String(), Rides: []moves.Step{moves.Left, moves.Down, moves.Diagonal}}}
	if ways := grundy.MulCounts(r, g.a); ways > rows.MaxSpan {
		return p, fmt.Errorf("row %d of %s, in which about %d moves lead to lower rows, and the most is %d: %w", r, g, ways, rows.MaxSpan, grundy.ErrTooLarge)
	}
	for l := int64(1); l <= int64(r); l++ {
		for k := max(l-int64(g.a)+1, 1); k < l+int64(g.a); k++ {
			if k != l {
				p.Leaps = append(p.Leaps, moves.Step{DX: -k, DY: -l})
			}
		}
	}
	return p, nil
}
