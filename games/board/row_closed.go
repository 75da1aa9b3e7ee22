package board

// Rows of the pieces with a closed form need no engine: any row is known at once.
//
// Let R be the row, so that the value of column x is G(x) = G(x,R).
//
//   - Rook: G(x) = x xor R. If R = 0 that is x, of period 1. Otherwise let 2^j be the
//     highest bit of R and p = 2^(j+1). As adding p changes no bit of R,
//     G(x+p) = G(x) + p for all x. No period is less: the values of a row differ,
//     so that a period d has the saltus d, and G(x) - x also has it. That is the
//     sum of the bits 2^i of R, each with + where bit i of x is 0 and with - where it
//     is 1.
//     These sums tell the signs, so x + d and x agree in bit j for all large x, and
//     p divides d.
//   - Bishop: G(x) = min(x,R), which is constant from R on, and not from R - 1 on.
//   - King: if R is even, the values from column R on are 0 and 1 in turn; if R is
//     odd, 3 and 2. The columns x < R with another parity than R are not in
//     it: they have 3 in the first case, 1 in the other. One of them is R - 1, so
//     that the preperiod is R.
//   - Knight: if R = 3t, the values from column R on are 0, and column R - 1 has 1.
//     If R = 3t + 1, they are 0 at column R and 1 behind it. If R = 3t + 2, they are 1
//     at the columns R and R + 1, and 2 behind them. So the period is 1, and the
//     preperiod R + (R mod 3).

import (
	"fmt"
	"math/bits"

	"github.com/grundy-games/grundy/theory/period"

	"github.com/grundy-games/grundy/internal/board/rows"
)

// ClosedRow returns row y of a game of another package: what is known of its period,
// and its values.
func ClosedRow(y uint64, result period.Result, at func(x uint64) uint64) *Row {
	return &Row{Y: y, Result: result, Closed: at}
}

const closedRows = "; rows are proved in games/board/row_closed.go"

// closedRow returns row r by the closed form of the piece.
func (p Piece) closedRow(r uint64) (*Row, error) {
	if r > MaxCoordinate {
		return rows.Unproved(r, 0), fmt.Errorf("%w: a row is 0 … %d", ErrNoRow, uint64(MaxCoordinate))
	}
	row := p.row(r)
	row.Y = r
	row.Result.Proved, row.Result.Theorem = true, row.Result.Theorem+closedRows
	row.Result.Needed = row.Result.Preperiod + row.Result.Period
	return &row, nil
}

func rowOfRook(r uint64) Row {
	p := uint64(1) << bits.Len64(r)
	return Row{
		Closed: func(x uint64) uint64 { return x ^ r },
		Result: period.Result{Period: p, Saltus: p, Theorem: rookMethod},
	}
}

func rowOfBishop(r uint64) Row {
	return Row{
		Closed: func(x uint64) uint64 { return min(x, r) },
		Result: period.Result{Preperiod: r, Period: 1, Theorem: bishopMethod},
	}
}

func rowOfKing(r uint64) Row {
	return Row{
		Closed: func(x uint64) uint64 { return kingValue(Cell{X: x, Y: r}) },
		Result: period.Result{Preperiod: r, Period: 2, Theorem: kingMethod},
	}
}

func rowOfKnight(r uint64) Row {
	return Row{
		Closed: func(x uint64) uint64 { return uint64(KnightValue(x, r)) },
		Result: period.Result{Preperiod: r + r%3, Period: 1, Theorem: knightMethod},
	}
}
