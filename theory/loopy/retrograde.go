package loopy

// This file holds win, lose and draw by retrograde analysis: from the ends of
// play back to the positions that reach them. It goes back to Zermelo (1913)
// and is what chess endings are solved by (Ströhlein 1970; Thompson 1986).

import (
	"context"

	"grundy"
)

// Outcomes returns who wins at each node if the graph is played alone: N where
// some option is P, P where all options are N, and D where neither follows. A
// node without options is P in normal play and N in misère play.
//
// It costs O(nodes + edges): each edge is looked at once. Its error is ctx's.
func Outcomes(ctx context.Context, g *Graph, convention grundy.Convention) ([]grundy.Outcome, error) {
	const unknown = grundy.D // what is never found out is a draw
	outcomes := make([]grundy.Outcome, len(g.out))
	left := make([]uint32, len(g.out)) // options that are not known to be N
	copy(left, g.out)
	var found []uint32
	for v, d := range g.out {
		outcomes[v] = unknown
		if d == 0 {
			outcomes[v] = grundy.P
			if convention == grundy.Misere {
				outcomes[v] = grundy.N
			}
			found = append(found, uint32(v))
		}
	}
	for work := 0; len(found) > 0; {
		v := found[len(found)-1]
		found = found[:len(found)-1]
		row := g.predecessors(v)
		if work += len(row) + 1; work >= 1<<20 {
			work = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		for _, p := range row {
			if outcomes[p] != unknown {
				continue
			}
			if outcomes[v] == grundy.P {
				outcomes[p] = grundy.N
				found = append(found, p)
			} else if left[p]--; left[p] == 0 {
				outcomes[p] = grundy.P
				found = append(found, p)
			}
		}
	}
	return outcomes, nil
}
