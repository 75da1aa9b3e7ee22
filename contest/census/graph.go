package census

// This file holds the nim-values of a graph.

import (
	"context"
	"fmt"

	"grundy"
	"grundy/theory/loopy"
)

// GraphValues returns the nim-values of the nodes 0 … nodes of a graph, by the edges that
// leave them. It refuses a node whose nim-value is infinite, or has no number.
func GraphValues(ctx context.Context, nodes uint64, edges [][]uint64) ([]uint64, error) {
	if nodes >= loopy.MaxNodes {
		return nil, fmt.Errorf("%d nodes: %w", nodes, grundy.ErrTooLarge)
	}
	list := make([]loopy.Edge, len(edges))
	for i, e := range edges {
		if len(e) != 2 || e[0] > nodes || e[1] > nodes {
			return nil, fmt.Errorf("edge %d is %d: want two nodes, 0 … %d", i+1, e, nodes)
		}
		list[i] = loopy.Edge{From: uint32(e[0]), To: uint32(e[1])}
	}
	g, err := loopy.NewGraph(ctx, int(nodes)+1, list)
	if err != nil {
		return nil, err
	}
	solved, err := loopy.Solve(ctx, g)
	if err != nil {
		return nil, err
	}
	values := make([]uint64, nodes+1)
	for v := range values {
		value, ok := solved.NimValue(uint32(v))
		if !ok {
			return nil, fmt.Errorf("play from node %d need not end: want a graph without cycles", v)
		}
		values[v] = uint64(value)
	}
	return values, nil
}
