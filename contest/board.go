package contest

// This file holds the problem about pieces on a board: Knight and Queen.

import (
	"bufio"
	"context"
	"fmt"

	"grundy/games/board"
	"grundy/games/board/tables"
	"grundy/internal/scan"
)

// knightAndQueen says who wins with a knight and a queen on one board. The
// knight's nim-values are 0, 1 and 2, so no others of the queen's matter: the
// player to move loses exactly where the two are equal.
func knightAndQueen(ctx context.Context, in *scan.Reader, out *bufio.Writer, opt Options) error {
	tests, err := in.Uint(count("the number of tests"))
	if err != nil {
		return err
	}
	queens, rows := tables.NewQueenLevels(3), uint64(0)
	coordinate := scan.Kind{Name: "a coordinate", Max: greatest}
	for range tests {
		var at [4]uint64
		if _, err := in.Uints(at[:], coordinate); err != nil {
			return err
		}
		knightX, knightY, queenX, queenY := at[0], at[1], at[2], at[3]
		if needed := min(queenX, queenY) + 1; needed > rows {
			if err := extendQueens(ctx, queens, needed, opt); err != nil {
				return fmt.Errorf("line %d: %w", in.Position().Line, err)
			}
			rows = needed
		}
		value, low := queens.Value(queenX, queenY)
		if low && value == board.KnightValue(knightX, knightY) {
			out.WriteString("LOSE\n")
		} else {
			out.WriteString("WIN\n")
		}
	}
	return in.End("the last test")
}

// extendQueens extends the table to the given number of rows.
func extendQueens(ctx context.Context, queens *tables.QueenLevels, rows uint64, opt Options) error {
	if err := opt.afford(fmt.Sprintf("a queen in row %d", rows-1), queens.Bytes(rows)); err != nil {
		return err
	}
	return queens.Extend(ctx, rows)
}
