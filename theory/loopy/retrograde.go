package loopy

// This file holds win, lose and draw by retrograde analysis: from the ends of
// play back to the positions that reach them. It goes back to Zermelo (1913)
// and is what chess endings are solved by (Ströhlein 1970; Thompson 1986).

import (
	"context"
	"math"

	"grundy"
)

// Infinite is the remoteness of a draw.
const Infinite = math.MaxUint64

// Outcomes returns who wins at each node if the graph is played alone: N where
// some option is P, P where all options are N, and D where neither follows. A
// node without options is P in normal play and N in misère play.
//
// It costs O(nodes + edges): each edge is looked at once. Its error is ctx's.
func Outcomes(ctx context.Context, g *Graph, convention grundy.Convention) ([]grundy.Outcome, error) {
	return outcomes(ctx, g, convention, nil)
}

// Remoteness returns the outcomes and the remoteness of each node: the number of
// moves that play lasts when the winner hurries and the loser stalls, [Infinite]
// for draws. It costs what Outcomes costs.
//
// Nodes are settled in the order of their remoteness. That of N is one more than
// the first option that is found to be P; that of P is one more than the last
// option that is found to be N, and none of its options is a draw.
func Remoteness(ctx context.Context, g *Graph, convention grundy.Convention) ([]grundy.Outcome, []uint64, error) {
	lengths := make([]uint64, len(g.out))
	for v := range lengths {
		lengths[v] = Infinite
	}
	all, err := outcomes(ctx, g, convention, lengths)
	return all, lengths, err
}

// outcomes is Outcomes, and writes the remoteness of won and lost nodes to
// lengths if that is not nil.
func outcomes(ctx context.Context, g *Graph, convention grundy.Convention, lengths []uint64) ([]grundy.Outcome, error) {
	const unknown = grundy.D // what is never found out is a draw
	all := make([]grundy.Outcome, len(g.out))
	left := make([]uint32, len(g.out)) // options that are not known to be N
	copy(left, g.out)
	var found, next []uint32 // nodes of one remoteness, and of the next
	remoteness := uint64(0)
	settle := func(v uint32, outcome grundy.Outcome) {
		all[v] = outcome
		next = append(next, v)
		if lengths != nil {
			lengths[v] = remoteness
		}
	}
	for v, d := range g.out {
		all[v] = unknown
		switch {
		case d > 0:
		case convention == grundy.Misere:
			settle(uint32(v), grundy.N)
		default:
			settle(uint32(v), grundy.P)
		}
	}
	for work := 0; len(next) > 0; {
		found, next = next, found[:0]
		remoteness++
		for _, v := range found {
			row := g.predecessors(v)
			if work += len(row) + 1; work >= 1<<20 {
				work = 0
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
			for _, p := range row {
				if all[p] != unknown {
					continue
				}
				if all[v] == grundy.P {
					settle(p, grundy.N)
				} else if left[p]--; left[p] == 0 {
					settle(p, grundy.P)
				}
			}
		}
	}
	return all, nil
}
