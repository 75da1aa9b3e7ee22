package coin

// This file holds the tables of games in the plane: the nim-value of a head alone on
// (x,y), for all cells, with what is known of the periods of their rows. Cells that
// have no coin, as (0,y) where coins are numbered from 1, have the value 0: the
// position without heads stands for them.

import (
	"context"
	"fmt"
	"math"
	"time"

	"grundy"
	"grundy/theory/nimber"
	"grundy/theory/period"
)

// String names the game, as in "turning-corners" or "tartan[3,4]".
func (g Product) String() string { return g.prefix[:len(g.prefix)-1] }

// First returns the least coordinates of a coin.
func (g Product) First() Cell { return Cell{g.a.first(), g.b.first()} }

// cellTime is the time for a nim-product, cautiously.
const cellTime = 10 * time.Nanosecond

// RowsCost returns what EachRow needs for a table of that many columns and rows.
func (g Product) RowsCost(width, height uint64) grundy.Cost {
	return grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(16, width), 8*emitted),
		Time:  grundy.Nanoseconds(grundy.MulCounts(grundy.MulCounts(width, height), uint64(cellTime))),
	}
}

// EachRow passes the rows y = 0 … height-1 to sink, each from x = 0 to width-1. A row
// is valid until sink returns. It keeps a row and the values on its line, and costs a
// nim-product a cell. It stops with sink's error, and with ctx's soon after ctx ends;
// the error wraps [grundy.ErrTooLarge] where a row could not be addressed.
func (g Product) EachRow(ctx context.Context, width, height uint64, progress grundy.Progress, sink func(row []uint64) error) error {
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

// RowPeriod returns what is known of the period of row y, of which the values are
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
func (g Product) RowPeriod(y uint64) period.Result {
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
