package made_test

import (
	"fmt"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/made"
	"github.com/grundy-games/grundy/internal/oracle"
)

// A heap of 2 with a pass: take some, or pass once.
func Example() {
	nim, err := heap.PlaceNim(nil, oracle.Args(2))
	if err != nil {
		panic(err)
	}
	c, err := made.PlacePass(nim)
	if err != nil {
		panic(err)
	}
	for _, q := range c.AppendOptions(nil) {
		fmt.Printf("%v -> %v: %s\n", c, q, c.DescribeMove(q))
	}
	// Output:
	// pass(nim(2)) -> pass(nim(1)): take 1 from the heap of 2
	// pass(nim(2)) -> pass(nim(0)): take 2 from the heap of 2
	// pass(nim(2)) -> nim(2): pass
}
