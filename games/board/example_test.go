package board_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/board/tables"
)

// A knight and a queen on one board, whose players move either: the nim-sum
// decides.
func Example() {
	table, err := tables.NewTable(context.Background(), board.Queen().Plane, grundy.ByNimValue, 8, 8, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	knight, queen := board.KnightValue(5, 4), table.At(3, 3)
	fmt.Println(knight, queen, grundy.NimSum(knight, queen))
	// Output: 1 6 7
}

// The winning moves of a queen alone, by Wythoff's theorem.
func ExamplePiece_FindOptions() {
	cell := board.Cell{X: 1_000_000_000_000_000_000, Y: 999_999_999_999_999_999}
	winning, _ := board.Queen().FindOptions(grundy.ByOutcome, cell, 0, 0)
	fmt.Println(winning.Count)
	for q := range winning.Each {
		fmt.Println(q)
	}
	// Output:
	// 2
	// {1000000000000000000 618033988749894848}
	// {2 1}
}

func ExamplePiece_RowPeriod() {
	row, _ := board.Queen().RowPeriod(context.Background(), 50, 1e9, nil)
	fmt.Println(row.Result.Preperiod, row.Result.Period, row.Result.Saltus, row.At(1e18))
	// Output: 22436 1536 1536 999999999999999945
}

// A queen in three dimensions, and rules by which play need not end.
func ExampleNew() {
	queen, err := board.New(board.Rules{
		Name:  "queen3",
		Sides: []uint64{0, 0, 0},
		Rides: [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, -1, 0}, {-1, 0, -1}, {0, -1, -1}, {-1, -1, -1}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	box, err := tables.NewBox(context.Background(), queen.Space, grundy.ByNimValue, []uint64{8, 8, 8}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(box.At(1, 2, 0), box.At(1, 1, 1), box.At(7, 7, 7))

	_, err = board.New(board.Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-1, 2}, {1, -2}}})
	fmt.Println(err)
	// Output:
	// 0 3 10
	// play need not end: the moves (-1,2) + (1,-2) = (0,0) can circle
}
