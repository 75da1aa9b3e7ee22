package tree_test

import (
	"fmt"
	"log"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/oracle"
)

// The winning moves of a position on a tree: node 1 is the root, nodes 2 and 3
// hang from it, 4 and 5 from 3, and 6 from 4.
func Example() {
	position, err := tree.PlaceTree(oracle.Args(1, 1, 3, 3, 4), oracle.Args(0, 2, 2, 1, 3, 2))
	if err != nil {
		log.Fatal(err)
	}
	value, _, _ := position.Measure(grundy.ByNimValue)
	winning, _ := position.FindOptions(grundy.ByOutcome, 0, 0)
	fmt.Println("nim-value", value, "and winning moves", winning.Count)
	for q := range winning.Each {
		fmt.Println(position.DescribeMove(q))
	}
	// Output:
	// nim-value 2 and winning moves 3
	// move 2 coins from node 2 to node 1
	// move 2 coins from node 3 to node 1
	// move 2 coins from node 6 to node 4
}

// The sample of HackerRank's "Move the Coins": each question hangs one branch
// of the same tree elsewhere.
func ExampleCoins() {
	c, err := tree.NewCoins(
		[]uint64{0, 2, 2, 1, 3, 2},
		[]tree.Edge{{A: 1, B: 2}, {A: 1, B: 3}, {A: 3, B: 4}, {A: 3, B: 5}, {A: 4, B: 6}})
	if err != nil {
		log.Fatal(err)
	}
	for _, question := range [][2]int{{6, 2}, {4, 1}, {3, 6}} {
		value, ok := c.Reparented(question[0], question[1])
		switch {
		case !ok:
			fmt.Println("INVALID")
		case value != 0:
			fmt.Println("YES")
		default:
			fmt.Println("NO")
		}
	}
	// Output:
	// NO
	// YES
	// INVALID
}
