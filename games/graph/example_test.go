package graph_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/games/graph"
)

// A player who has to move from the park has lost. From home, nobody can force anything.
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
	// home: D, ∞
	// shop: N, ∞(0)
	// park: P, 0
	// hill: D, ∞
}
