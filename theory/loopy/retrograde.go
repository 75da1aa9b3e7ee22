package loopy

// Win, lose and draw are found by retrograde analysis: from the ends of play back to the positions
// that reach them. It goes back to Zermelo (1913) and is what chess endings are solved by
// (Ströhlein 1970; Thompson 1986).

import (
	"context"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
)

// Infinite is the remoteness of a draw.
const Infinite = math.MaxUint64

// Outcomes returns who wins at each node if the graph is played alone: N where
// some option is P, P where all options are N, and D where neither follows. A
// node without options is P in normal play and N in misère play, unless the graph states
// another end of the play there ([Graph.Endings]).
//
// It also returns the remoteness of each node: the number of moves that play lasts
// when the winner hurries and the loser stalls, [Infinite] for draws. Nodes are
// settled in the order of their remoteness. That of N is one more than the first
// option that is found to be P; that of P is one more than the last option that is
// found to be N, and none of its options is a draw.
//
// It costs O(nodes + edges): each edge is looked at once. Its error is ctx's.
func Outcomes(ctx context.Context, g *Graph, convention grundy.Convention) (all []grundy.Outcome, lengths []uint64, err error) {
	const unknown = grundy.D // what is never found out is a draw
	all, lengths = make([]grundy.Outcome, len(g.out)), make([]uint64, len(g.out))
	left := slices.Clone(g.out) // options that are not known to be N
	var found, next []uint32    // nodes of one remoteness, and of the next
	remoteness := uint64(0)
	settle := func(v uint32, outcome grundy.Outcome) {
		all[v], lengths[v] = outcome, remoteness
		next = append(next, v)
	}
	for v, d := range g.out {
		all[v], lengths[v] = unknown, Infinite
		switch ending := g.Endings[uint32(v)]; {
		case d > 0 || ending == grundy.Drawn:
		case ending == grundy.Won || ending == grundy.NoEnding && convention == grundy.Misere:
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
					return nil, nil, err
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
	return all, lengths, nil
}
