package grundy_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// This file is a game of your own, whole. To use the module in a module of your own, copy
// it into a folder beside a clone of this repository, rename it to main.go with package
// main and func main in place of func Example, and write this go.mod:
//
//	module mygame
//
//	go 1.26
//
//	require grundy v0.0.0
//
//	replace grundy => ../grundy
//
// Then run: go mod tidy && go run .

// Shy is a game on one heap: take 1, 2 or 3 tokens, but not as many as the opponent has
// just taken. A player who cannot move loses.
type Shy struct{}

// Heap is a position of it: the tokens, and how many were taken last.
type Heap struct{ Tokens, Last int }

// AppendOptions lists what a player can make of the position. It makes Shy a
// grundy.Game.
func (Shy) AppendOptions(dst []Heap, h Heap) []Heap {
	for k := 1; k <= min(3, h.Tokens); k++ {
		if k != h.Last {
			dst = append(dst, Heap{h.Tokens - k, k})
		}
	}
	return dst
}

// AppendPosition writes the position. Two positions are the same if their texts are. It
// makes Shy a grundy.Notation, so that its positions can be placed in sums.
func (Shy) AppendPosition(dst []byte, h Heap) []byte {
	return fmt.Appendf(dst, "shy(%d,%d)", h.Tokens, h.Last)
}

// AppendMove says a move in words. It is not needed, and makes Shy a grundy.MoveNamer.
func (Shy) AppendMove(dst []byte, from, to Heap) []byte {
	return fmt.Appendf(dst, "take %d", from.Tokens-to.Tokens)
}

// A sum of a heap of Shy and a heap of Nim: who wins, and how?
func Example() {
	sum, err := position.Parse("nim(2)")
	if err != nil {
		fmt.Println(err)
		return
	}
	question := solve.Question{
		Sum:      append(grundy.SumOf(grundy.Place(Shy{}, Heap{Tokens: 11})), sum...),
		MaxMoves: 10,
		// Budget is left out: then a question may use 1 GiB, and ctx bounds its time.
	}
	answer, err := solve.Solve(context.Background(), question)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer)
	for _, move := range answer.WinningMoves {
		fmt.Println(move)
	}

	// The values of the first heaps.
	for n := range 8 {
		alone := solve.Question{Sum: grundy.SumOf(grundy.Place(Shy{}, Heap{Tokens: n}))}
		answer, err := solve.Solve(context.Background(), alone)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(*answer.NimValue, " ")
	}
	// Output:
	// outcome N, nim-value 1, 1 winning move
	// shy(11,0) -> shy(9,2) (take 2)
	// 0 1 1 2 0 3 1 3
}
