package grundy_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
)

// cram is played on squares: a move covers two free squares that are neighbours. A position is the
// rows of a board, each ended by "/": "." is free, "#" is not.
type cram struct{}

var _ grundy.Splitter[string] = cram{}

func (cram) AppendPosition(dst []byte, board string) []byte { return append(dst, board...) }

func (cram) AppendOptions(dst []string, board string) []string {
	width := strings.Index(board, "/") + 1
	for at := range board {
		for _, next := range []int{at + 1, at + width} {
			if next < len(board) && board[at] == '.' && board[next] == '.' {
				after := []byte(board)
				after[at], after[next] = '#', '#'
				dst = append(dst, string(after))
			}
		}
	}
	return dst
}

// AppendParts appends the regions of free squares that are neighbours, each on a board that just holds it.
func (cram) AppendParts(dst []string, board string) []string {
	width := strings.Index(board, "/") + 1
	seen := make([]bool, len(board))
	for start := range board {
		region := []int{start}
		least, most := start%width, start%width
		for i := 0; i < len(region); i++ {
			at := region[i]
			if at < 0 || at >= len(board) || seen[at] || board[at] != '.' {
				region[i] = -1
				continue
			}
			seen[at] = true
			least, most = min(least, at%width), max(most, at%width)
			region = append(region, at+1, at-1, at+width, at-width)
		}
		var squares []int
		last := start
		for _, at := range region {
			if at >= 0 {
				squares, last = append(squares, at), max(last, at)
			}
		}
		if len(squares) < 2 { // which has no move
			continue
		}
		own := make([]byte, (last/width-start/width+1)*(most-least+2))
		for i := range own {
			own[i] = '#'
			if (i+1)%(most-least+2) == 0 {
				own[i] = '/'
			}
		}
		for _, at := range squares {
			own[(at/width-start/width)*(most-least+2)+at%width-least] = '.'
		}
		dst = append(dst, leastImage(string(own), most-least+2))
	}
	return dst
}

// leastImage returns the first, in the order of texts, of a board and its reflections: all have the same value.
func leastImage(board string, width int) string {
	least := board
	for reflection := 1; reflection < 4; reflection++ {
		var image strings.Builder
		for at := range board {
			x, y := at%width, at/width
			if reflection&1 != 0 && x < width-1 {
				x = width - 2 - x
			}
			if reflection&2 != 0 {
				y = len(board)/width - 1 - y
			}
			image.WriteByte(board[y*width+x])
		}
		least = min(least, image.String())
	}
	return least
}

// A game that says how its positions fall apart is decided by a search that prunes, where a search of all
// positions takes long.
func ExampleSplitter() {
	board := strings.Repeat("...../", 4)
	answer, err := solve.Solve(context.Background(), solve.Question{
		Sum:      grundy.SumOf(grundy.Place(cram{}, board)),
		MaxMoves: 1,
		FewMoves: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("outcome", answer.Outcome)
	fmt.Println("a winning move leads to", answer.WinningMoves[0][0].To)
	fmt.Println(strings.Contains(answer.Methods[0], "prunes"))
	// Output:
	// outcome N
	// a winning move leads to ...../#..../#..../...../
	// true
}
