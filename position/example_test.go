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
}

// A game without a position has a sequence or a table.
func ExampleParseGame() {
	for _, text := range []string{"kayles", "queen", "nim(3,_)"} {
		game, err := position.ParseGame(text)
		fmt.Println(game.Name, game.Sequence != nil, game.Table != nil, err)
	}
	// Output:
}
