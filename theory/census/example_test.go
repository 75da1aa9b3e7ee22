package census_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/theory/census"
)

// How many of the rows of 10 heaps of 1 to 5 stones are lost in Nim?
func ExampleLists() {
	counts := []uint64{0, 1, 1, 1, 1, 1} // counts[v] heaps have nim-value v
	lost, err := census.Lists(context.Background(), counts, 10, 1_000_000_007)
	fmt.Println(lost, err)
	// Output:
	// 1228085 <nil>
}
