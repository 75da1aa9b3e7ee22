package sprouts_test

import (
	"fmt"

	"github.com/grundy-games/grundy/games/sprouts"
	"github.com/grundy-games/grundy/internal/oracle"
)

// The options of two spots, as far as the play tells them apart: a line joins the spots, or a loop at one
// of them has the other on a side, 0 beside the boundary AB.
func Example() {
	c, err := sprouts.Place(nil, oracle.Args(2))
	if err != nil {
		panic(err)
	}
	for _, q := range c.AppendOptions(nil) {
		fmt.Println(q)
	}
	// Output:
	// sprouts("1a1a")
	// sprouts("0.AB|AB")
}
