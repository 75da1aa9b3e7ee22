package coin_test

import (
	"fmt"

	"github.com/grundy-games/grundy/games/coin"
)

func Example() {
	fmt.Println(coin.MockTurtles.Value(5), coin.Ruler.Value(12))
	fmt.Println(coin.Rugs.NimValue(coin.Cell{X: 4, Y: 12})) // 4*4, the nim-product
	// Output:
	// 11 4
	// 6
}
