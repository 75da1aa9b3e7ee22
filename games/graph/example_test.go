package graph_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/games/graph"
)

// Whoever stands in the park has lost; from home and the shop one can walk about for ever.
func ExampleRead() {
	const edges = "home shop\nshop home\nshop park\nhome hill\nhill home\n"
	ctx := context.Background()
	g, err := graph.Read(ctx, strings.NewReader(edges), graph.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	values, err := g.Values(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for v := range g.All() {
		fmt.Printf("%s: %v, %v\n", g.AppendName(nil, v), values.Outcome(v), values.At(v))
	}
	// Output:
}
