package row_test

import (
	"context"
	"fmt"
	"log"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/row"
	"github.com/grundy-games/grundy/internal/oracle"
)

// A winning move.
func Example() {
	c, err := row.PlaceCake(nil, oracle.Args(3, 3, 112))
	if err != nil {
		log.Fatal(err)
	}
	winning, _ := c.FindOptions(grundy.ByOutcome, 0, 0)
	for q := range winning.Each {
		fmt.Printf("%v: %v to win, the first is %s\n", c, winning.Count, c.DescribeMove(q))
		break
	}
	// Output:
	// cake(3,3,112): 3 to win, the first is take 110 from the heap of 112
}

// The nim-value of distinct cakes needs a table.
func ExampleCake_PlanTable() {
	cakes := []uint64{1_000_000_000, 40, 17, 17}
	plan, _ := row.Cake{}.PlanTable(grundy.ByNimValue, cakes)
	value, err := plan.Build(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(value(cakes))
	// Output: 999999975
}
