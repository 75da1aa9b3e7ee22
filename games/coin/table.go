package coin

// A game in the plane has a table: the nim-value of a head alone on (x,y), for all cells, with
// what is known of the periods of their rows. Cells that have no coin, as (0,y) where coins are
// numbered from 1, have the value 0: the position without heads stands for them.

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/theory/nimber"
	"github.com/grundy-games/grundy/theory/period"
)

// String names the game, as in "turning-corners" or "tartan[3,4]".
func (g Product) String() string { return g.prefix[:len(g.prefix)-1] }

// First returns the least coordinates of a coin.
func (g Product) First() Cell { return Cell{g.a.first(), g.b.first()} }

// emitted is how many cells are computed at once.
const emitted = 1 << 13

// cellTime is the time for a nim-product, cautiously.
const cellTime = 10 * time.Nanosecond

var _ board.RowProver = Product{}

// Sides implements [board.Tabulated].
func (Product) Sides() []uint64 { return make([]uint64, 2) }

// Least implements [board.Tabulated].
func (g Product) Least(context.Context) []uint64 {
	first := g.First()
	return []uint64{first.X, first.Y}
}

// Holds implements [board.Tabulated].
func (g Product) Holds(_ context.Context, cell []uint64) bool {
	first := g.First()
	return cell[0] >= first.X && cell[1] >= first.Y
}

// RowsCost implements [board.Tabulated].
func (g Product) RowsCost(_ grundy.Measure, sides []uint64) grundy.Cost {
	return grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(16, sides[0]), 8*emitted),
		Time:  grundy.Nanoseconds(grundy.MulCounts(grundy.MulCounts(sides[0], sides[1]), uint64(cellTime))),
	}
}

// EachRow implements [board.Tabulated] in normal play. It keeps a row and the values on
// its line, and costs a nim-product a cell.
func (g Product) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	if err := board.CheckTable(g, m, sides); err != nil {
		return err
	}
	if m == grundy.ByMisereNimValue {
		return fmt.Errorf("%s: its misère nim-values are %w", g, grundy.ErrUnknown)
	}
	width, height := sides[0], sides[1]
	if width > math.MaxInt/16 {
		return fmt.Errorf("rows of %d cells: %w", width, grundy.ErrTooLarge)
	}
	row, line, factors := make([]uint64, width), make([]uint64, width), make([]uint64, min(width, emitted))
	for x := range line {
		if uint64(x)%emitted == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line[x] = g.a.value(uint64(x))
	}
	for y := range height {
		value := g.b.value(y)
		for i := range factors {
			factors[i] = value
		}
		for from := 0; from < len(row); {
			if err := ctx.Err(); err != nil {
				return err
			}
			from += nimber.MulSlice(row[from:], line[from:], factors)
		}
		if err := sink(row); err != nil {
			return err
		}
		progress.Report(y+1, height)
	}
	return ctx.Err()
}

// RowPeriodMemory implements [board.RowProver].
func (Product) RowPeriodMemory(uint64) uint64 { return 0 }

// RowPeriod implements [board.RowProver], by theorems.
func (g Product) RowPeriod(_ context.Context, r, _ uint64, _ grundy.Progress) (*board.Row, error) {
	if first := g.First(); r < first.Y {
		return &board.Row{Y: r}, fmt.Errorf("%w: y is %d or more in %s", board.ErrNoRow, first.Y, g)
	}
	return board.ClosedRow(r, g.rowPeriod(r), func(x uint64) uint64 { return g.NimValue(Cell{X: x, Y: r}) }), nil
}

// rowPeriod returns what is known about the period of row y, whose values are
// v(x) = g(x)*h, h being the value of y on its line: it is proved, or it is proved that
// there is none.
//
// Where h is 0 all are 0, and where h is 1 the row is the sequence of the first line.
// Let h be 2 or more, and F = 2^(2^k) a Fermat power above it. Numbers are digits in
// base F, and to multiply by h is to multiply each digit in the field of the numbers
// below F: this permutes the digits, and all numbers of any length.
//
//   - Turning Turtles and Twins: v(x) = x*h. Were v(x+p) = v(x) + c from some x on, c
//     would be p, as v permutes the numbers below each power of F; then v(x) - x would
//     be bounded. But it is (h-1) F^j at x = F^j.
//   - Mock Turtles: the lowest digit of v would have a period, so that of g, and so
//     would the lowest bit of g. But that is the sequence of Thue and Morse, turned.
//   - Ruler: v(x+2p) = v(x) + 2c, and v is h on all odd numbers, so c would be 0 and v
//     bounded; but all v(2^k) are different.
func (g Product) rowPeriod(y uint64) period.Result {
	const tartan = "the Tartan theorem (games/coin/table.go): row y has the nim-products with the value of y on its line, "
	h := g.b.value(y)
	switch h {
	case 0:
		return byFormula(0, tartan+"0")
	case 1:
		r, _, _ := Row{g.a}.Period(context.Background(), 0, nil)
		r.Theorem = tartan + "1; " + r.Theorem
		return r
	}
	return aperiodic(fmt.Sprintf("%s%d, which have no period", tartan, h))
}
