package matching_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/theory/matching"
)

// Along a path of three nodes, either end may be left single, and the middle never is. So in
// undirected geography, who begins at the middle wins.
func Example() {
	g := matching.NewGraph(3, [][2]int32{{0, 1}, {1, 2}})
	m, err := g.Largest(context.Background(), nil, nil)
	fmt.Println(m.Single, err)
	// Output: [true false true] <nil>
}
