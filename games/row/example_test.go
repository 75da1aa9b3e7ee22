package row_test

import (
	"context"
	"fmt"
	"log"

	"grundy"
	"grundy/games/row"
	"grundy/internal/oracle"
)

// A winning move in each of the games.
func Example() {
	for _, position := range []struct {
		place func(rule, args []grundy.Arg) (grundy.Component, error)
		heaps []grundy.Arg
	}{
		{row.PlaceNondecreasing, oracle.Args(3, 5, 9, 11, 16)},
		{row.PlaceCake, oracle.Args(3, 3, 112)},
		{row.PlaceRoxor, oracle.Args(0, 0, 1, 0, 1, 100)},
	} {
		c, err := position.place(nil, position.heaps)
		if err != nil {
			log.Fatal(err)
		}
		winning, _ := c.FindOptions(grundy.ByOutcome, 0, 0)
		for q := range winning.Each {
			fmt.Printf("%v: %v to win, the first is %s\n", c, winning.Count, c.DescribeMove(q))
			break
		}
	}
	// Output:
	// nondecreasing(3,5,9,11,16): 3 to win, the first is take 2 from heap 1
	// cake(3,3,112): 3 to win, the first is take 110 from heap 3
	// roxor(0,0,1,0,1,100): 1 to win, the first is take 1 from heap 3, add 1 to heap 5 and 1 to heap 6
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
