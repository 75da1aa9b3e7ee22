package position_test

import (
	"fmt"

	"github.com/grundy-games/grundy/position"
)

func ExampleParse() {
	sum, err := position.Parse("nim(3,5) + 2*queen(1,2) + *4")
	fmt.Println(sum, err)
	_, err = position.Parse("nim(3,-5)")
	fmt.Println(err)
	// Output:
	// nim(3,5) + 2*queen(1,2) + nim(4) <nil>
	// position "nim(3,-5)", column 7: -5 is not a heap: want 0 … 9223372036854775807
}

// A game without a position has a sequence or a table.
func ExampleParseGame() {
	for _, text := range []string{"kayles", "queen", "nim(3,_)"} {
		game, err := position.ParseGame(text)
		fmt.Println(game.Name, game.Sequence != nil, game.Table != nil, err)
	}
	// Output:
	// kayles true false <nil>
	// queen false true <nil>
	// nim(3,_) false false <nil>
}
