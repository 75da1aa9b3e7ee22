package contest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/chance"
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

// TestKnightAndQueenTable compares with nim-values by the mex rule, on a board
// so large that the table is extended several times.
func TestKnightAndQueenTable(t *testing.T) {
	const size = 60
	knight, queen := naiveTables(size)
	var in, want strings.Builder
	fmt.Fprintln(&in, size*size)
	for i := range size * size {
		x, y := i/size, i%size
		knightX, knightY := i*7%size, i*11/3%size
		fmt.Fprintln(&in, knightX, knightY, x, y)
		if knight[knightX][knightY] != queen[x][y] {
			fmt.Fprintln(&want, "WIN")
		} else {
			fmt.Fprintln(&want, "LOSE")
		}
	}
	if got := answer(t, "hackerrank/knight-and-queen", in.String(), Options{}); got != want.String() {
		t.Error("a winner differs from the table")
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

// TestKnightAndQueenFar asks for large coordinates. The knight at (0,0) has
// nim-value 0, so the player to move loses exactly where the queen's position
// is P by Wythoff's theorem.
func TestKnightAndQueenFar(t *testing.T) {
	random := chance.New(t, 170)
	var in, want strings.Builder
	lost := 0
	const count = 3000
	fmt.Fprintln(&in, count)
	for range count {
		// About the golden ratio, where P-positions lie.
		x := 1 + random.Uint64N(300_000)
		y := uint64(float64(x)*math.Phi) + random.Uint64N(4) - 1
		queen := component(t, board.Placer(board.Queen()), nil, []uint64{x, y})
		outcome, _, ok := queen.Measure(grundy.ByOutcome)
		if !ok {
			t.Fatalf("%s: no outcome", queen)
		}
		fmt.Fprintln(&in, 0, 0, x, y)
		if outcome == 0 {
			lost++
			fmt.Fprintln(&want, "LOSE")
		} else {
			fmt.Fprintln(&want, "WIN")
		}
	}
	if got := answer(t, "hackerrank/knight-and-queen", in.String(), Options{}); got != want.String() {
		t.Error("a winner differs from Wythoff's theorem")
	}
	if lost == 0 {
		t.Error("no lost position among the tests")
	}

	// Only the queen's smaller coordinate costs memory.
	in.Reset()
	fmt.Fprintln(&in, "2\n0 0 9223372036854775807 5\n9223372036854775807 9223372036854775807 1 2")
	if got := strings.Fields(answer(t, "hackerrank/knight-and-queen", in.String(), Options{})); len(got) != 2 {
		t.Errorf("got %q", got)
	}
}
