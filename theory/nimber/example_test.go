package nimber_test

import (
	"fmt"

	"github.com/grundy-games/grundy/theory/nimber"
)

func Example() {
	third, _ := nimber.Inverse(3)
	fmt.Println(nimber.Mul(8, 8), third, nimber.SquareRoot(5), nimber.Power(2, 3))
	e, _ := nimber.Log(4, 7)
	fmt.Println(e, nimber.Power(4, e))
	// Output:
	// 13 2 6 1
	// 8 7
}
