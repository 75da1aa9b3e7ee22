package contest

// Knight and Queen: the program about pieces on a board.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/board/tables"
)

// knightAndQueen says who wins with a knight and a queen on one board. The
// knight's nim-values are 0, 1 and 2, so no others of the queen's matter: the
// player to move loses exactly where the two are equal.
func knightAndQueen(opt Options) tester {
	queens, rows := tables.NewQueenLevels(3), uint64(0)
	return func(ctx context.Context, dst []byte, test []uint64) ([]byte, error) {
		knightX, knightY, queenX, queenY := test[0], test[1], test[2], test[3]
		if needed := min(queenX, queenY) + 1; needed > rows {
			if err := opt.afford(fmt.Sprintf("a queen in row %d", needed-1), queens.Bytes(needed)); err != nil {
				return nil, err
			}
			if err := queens.Extend(ctx, needed); err != nil {
				return nil, err
			}
			rows = needed
		}
		value, low := queens.Value(queenX, queenY)
		if low && value == board.KnightValue(knightX, knightY) {
			return append(dst, "LOSE"...), nil
		}
		return append(dst, "WIN"...), nil
	}
}
