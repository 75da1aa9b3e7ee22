package contest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/oracle"
)

// TestKnightAndQueenOracle compares with the search of the whole game, both
// pieces at once.
func TestKnightAndQueenOracle(t *testing.T) {
	const size = 6
	var o oracle.Oracle
	var in, want strings.Builder
	fmt.Fprintln(&in, size*size*size*size)
	for i := range uint64(size * size * size * size) {
		knightX, knightY, queenX, queenY := i%size, i/size%size, i/size/size%size, i/size/size/size
		fmt.Fprintln(&in, knightX, knightY, queenX, queenY)
		position := []grundy.Component{
			component(t, board.Placer(board.Knight()), nil, []uint64{knightX, knightY}),
			component(t, board.Placer(board.Queen()), nil, []uint64{queenX, queenY}),
		}
		if o.Wins(oracle.One, grundy.Normal, position) {
			fmt.Fprintln(&want, "WIN")
		} else {
			fmt.Fprintln(&want, "LOSE")
		}
	}
	if got := answer(t, "hackerrank/knight-and-queen", in.String(), Options{}); got != want.String() {
		t.Error("a winner differs from the search of the whole game")
	}
}

// naiveTables returns the nim-values of cells (x, y), by the mex rule.
func naiveTables(size int) (knight, queen [][]grundy.Value) {
	for x := range size {
		knight = append(knight, make([]grundy.Value, size))
		queen = append(queen, make([]grundy.Value, size))
		for y := range size {
			var knights, queens []grundy.Value
			if x >= 1 && y >= 2 {
				knights = append(knights, knight[x-1][y-2])
			}
			if x >= 2 && y >= 1 {
				knights = append(knights, knight[x-2][y-1])
			}
			for k := 1; k <= max(x, y); k++ {
				if k <= x {
					queens = append(queens, queen[x-k][y])
				}
				if k <= y {
					queens = append(queens, queen[x][y-k])
				}
				if k <= min(x, y) {
					queens = append(queens, queen[x-k][y-k])
				}
			}
			knight[x][y], queen[x][y] = grundy.Mex(knights...), grundy.Mex(queens...)
		}
	}
	return knight, queen
}
