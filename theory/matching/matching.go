// Package matching finds largest sets of edges of a graph of which no two share a node, and
// which nodes some largest set leaves single.
//
// The two functions that most people need are [NewGraph] and [Graph.Largest].
//
// # The algorithm
//
// A path between two single nodes whose edges are in turn outside and inside the matching is
// augmenting: exchanging what is inside and outside gains an edge. Without such a path a
// matching is largest (C. Berge 1957). J. Edmonds (Paths, trees, and flowers, 1965) looks
// for them by trees of alternating paths. The roots are the single nodes. A node is outer if it is reached from
// a root by a path of even length, and inner if only by an odd one. An edge between
// outer nodes of two trees gives an augmenting path. Between outer nodes of one tree it closes an
// odd cycle, a blossom: each inner node on it becomes outer, by the way around the cycle.
// The nodes of a blossom are kept together as one set.
//
// All trees grow at a time, and an augmenting path takes its two trees out of the phase. A phase
// costs O(m log n) for m edges. The last one gains nothing; the others gain an edge at least, and in
// practice about as many as there are to gain.
//
// When the last phase ends, the outer nodes are those that some largest matching leaves single:
// exchange the path of even length to the root. No other node is left single by any (T.
// Gallai 1964; Edmonds 1965).
package matching

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

// None stands for no node.
const None = -1

// A Graph has edges without direction between the nodes 0 … n-1.
type Graph struct {
	first, near []int32 // the nodes beside v are near[first[v]:first[v+1]]
}

// NewGraph returns the graph of these edges. Loops are left out; an edge may be named several times.
func NewGraph(nodes int, edges [][2]int32) *Graph {
	g := &Graph{first: make([]int32, nodes+2)}
	each := func(visit func(u, v int32)) {
		for _, e := range edges {
			if e[0] != e[1] {
				visit(e[0], e[1])
				visit(e[1], e[0])
			}
		}
	}
	each(func(u, _ int32) { g.first[u+2]++ })
	for v := 2; v < len(g.first); v++ {
		g.first[v] += g.first[v-1]
	}
	g.near = make([]int32, g.first[nodes+1])
	each(func(u, v int32) {
		g.near[g.first[u+1]] = v
		g.first[u+1]++
	})
	return g
}

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return len(g.first) - 2 }

// Near returns the nodes beside v, which the caller does not change.
func (g *Graph) Near(v int32) []int32 { return g.near[g.first[v]:g.first[v+1]] }

// A Matching is a largest one of some nodes of a graph.
type Matching struct {
	Mate   []int32 // by node: its partner, or None
	Single []bool  // by node: some largest matching leaves it single
}

// Largest returns a largest matching of the nodes that are not gone, which may be nil. It
// begins with the pairs of mate, if that is not nil, which it changes; none of them is gone. It
// returns the error of ctx soon after ctx ends.
func (g *Graph) Largest(ctx context.Context, gone []bool, mate []int32) (*Matching, error) {
	n := g.Nodes()
	f := &forest{Graph: g, gone: gone, mate: mate, pace: meter.Pace{Ctx: ctx, Every: 1 << 13}}
	if gone == nil {
		f.gone = make([]bool, n)
	}
	if mate == nil {
		f.mate = slices.Repeat([]int32{None}, n)
		f.begin()
	}
	f.kind, f.spent = make([]kind, n), make([]bool, n)
	for _, list := range []*[]int32{&f.tree, &f.base, &f.seen, &f.up, &f.down, &f.across} {
		*list = make([]int32, n)
	}
	for {
		gained, err := f.phase()
		if err != nil {
			return nil, err
		}
		if !gained {
			break
		}
	}
	single := make([]bool, n)
	for v := range single {
		single[v] = f.kind[v] == outer
	}
	return &Matching{f.mate, single}, nil
}

// begin matches leaves to the node beside them, as long as there are some, and then what is near.
// Some largest matching has the edge of a leaf.
func (f *forest) begin() {
	left := make([]int32, f.Nodes()) // single nodes beside it
	var leaves []int32
	for v := range left {
		for _, u := range f.Near(int32(v)) {
			if !f.gone[u] {
				left[v]++
			}
		}
		if left[v] == 1 {
			leaves = append(leaves, int32(v))
		}
	}
	match := func(v int32) {
		if f.mate[v] != None || f.gone[v] {
			return
		}
		for _, u := range f.Near(v) {
			if f.mate[u] != None || f.gone[u] {
				continue
			}
			f.mate[u], f.mate[v] = v, u
			for _, x := range [...]int32{u, v} {
				for _, y := range f.Near(x) {
					if left[y]--; left[y] == 1 {
						leaves = append(leaves, y)
					}
				}
			}
			return
		}
	}
	for v := range left {
		for len(leaves) > 0 {
			leaf := leaves[len(leaves)-1]
			leaves = leaves[:len(leaves)-1]
			match(leaf)
		}
		match(int32(v))
	}
}
