package loopy

// Graphs are compressed sparse rows, made from a list of edges. Labels travel from an option to
// the positions that can move to it, so the rows hold predecessors.
//
// Written naively, the sort of edges by their target misses the cache twice an
// edge. Large lists are therefore first divided by blocks of targets, with
// writes that go to a few hundred places only, and then sorted block by block
// in the cache, on all cores.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// An Edge is a move from one node to another.
type Edge struct{ From, To uint32 }

// MaxNodes and MaxEdges bound a [Graph].
const (
	MaxNodes = math.MaxInt32
	MaxEdges = math.MaxUint32 - 1
)

// A Graph is a finite game: its positions are the nodes 0 … Nodes()-1, and a
// player moves along an edge. Cycles, loops and repeated edges are allowed.
// [NewGraph] makes one.
type Graph struct {
	into []uint32 // from[into[v]:into[v+1]] are the predecessors of v
	from []uint32
	out  []uint32 // the number of edges that leave a node

	// Endings says of nodes without options how the play ends there, if it does not end
	// by having no move. Only [Outcomes] reads it.
	Endings map[uint32]grundy.Ending
}

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return len(g.out) }

// Edges returns the number of edges, repeated ones counted each time.
func (g *Graph) Edges() int { return len(g.from) }

// predecessors returns the nodes with an edge to v, as often as they have one.
func (g *Graph) predecessors(v uint32) []uint32 { return g.from[g.into[v]:g.into[v+1]] }

// Cost returns the memory that NewGraph needs at its peak for the given numbers of
// nodes and edges, besides the edges that it is given.
func Cost(nodes, edges uint64) uint64 {
	return grundy.AddCounts(grundy.MulCounts(nodes, 16), grundy.MulCounts(edges, 12))
}

// NewGraph returns the graph of the nodes 0 … nodes-1 and of the edges in all
// lists, whose ends must be such nodes. It keeps none of the lists.
//
// It costs O(nodes + edges), on all cores, and memory as [Cost] says. Its error
// is ctx's, or wraps [grundy.ErrTooLarge].
func NewGraph(ctx context.Context, nodes int, edges ...[]Edge) (*Graph, error) {
	total := 0
	for _, list := range edges {
		total += len(list)
	}
	if nodes > MaxNodes || uint64(total) > MaxEdges {
		return nil, fmt.Errorf("a graph of %d nodes and %d edges, where %d and %d are the most: %w", nodes, total, MaxNodes, uint64(MaxEdges), grundy.ErrTooLarge)
	}
	g := &Graph{into: make([]uint32, nodes+1), from: make([]uint32, total), out: make([]uint32, nodes)}
	var err error
	if total < smallGraph {
		err = g.fill(edges)
	} else {
		err = g.fillByBlocks(ctx, edges, total)
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// smallGraph is the number of edges from which blocks pay.
const smallGraph = 1 << 18

var errNoNode = errors.New("an edge ends outside of the graph")

// fill sorts the edges by counting.
func (g *Graph) fill(edges [][]Edge) error {
	n := uint32(len(g.out))
	for _, list := range edges {
		for _, e := range list {
			if e.From >= n || e.To >= n {
				return errNoNode
			}
			g.out[e.From]++
			g.into[e.To+1]++
		}
	}
	for v := range g.out {
		g.into[v+1] += g.into[v]
	}
	next := make([]uint32, n)
	copy(next, g.into)
	for _, list := range edges {
		for _, e := range list {
			g.from[next[e.To]] = e.From
			next[e.To]++
		}
	}
	return nil
}

// pieces divides lists of edges into shares of about equal size.
func pieces(edges [][]Edge, total, shares int) [][][]Edge {
	divided := make([][][]Edge, shares)
	share, room := 0, (total+shares-1)/shares
	left := room
	for _, list := range edges {
		for len(list) > 0 {
			if left == 0 {
				share, left = share+1, room
			}
			cut := min(left, len(list))
			divided[share] = append(divided[share], list[:cut])
			list, left = list[cut:], left-cut
		}
	}
	return divided
}

// inParallel runs f for 0 … n-1, each on a goroutine of its own.
func inParallel(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// fillByBlocks divides the edges by blocks of targets and sorts each block.
func (g *Graph) fillByBlocks(ctx context.Context, edges [][]Edge, total int) error {
	n := uint32(len(g.out))
	const blockBits = 8 // some 256 blocks, so that what is written stays in the cache
	shift := max(bits.Len32(n-1), blockBits) - blockBits
	blocks := int((n-1)>>shift) + 1
	// Each worker counts the edges that leave a node. What that takes is given
	// back before the edges are divided, and is not to be more than they take.
	workers := min(meter.Cores(ctx, 0), 1+2*total/max(len(g.out), 1))
	shares := pieces(edges, total, workers)

	// How many edges of each share go to each block, and leave each node.
	places := make([][]int, workers)
	degrees := make([][]uint32, workers)
	degrees[0] = g.out
	var wrong atomic.Bool
	inParallel(workers, func(w int) {
		count := make([]int, blocks)
		if w > 0 {
			degrees[w] = make([]uint32, n)
		}
		degree := degrees[w]
		for _, list := range shares[w] {
			for len(list) > 0 && ctx.Err() == nil {
				part := list[:min(len(list), 1<<20)]
				list = list[len(part):]
				for _, e := range part {
					if e.From >= n || e.To >= n {
						wrong.Store(true)
						return
					}
					count[e.To>>shift]++
					degree[e.From]++
				}
			}
		}
		places[w] = count
	})
	if wrong.Load() {
		return errNoNode
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	inParallel(workers, func(w int) {
		lo, hi := int(n)*w/workers, int(n)*(w+1)/workers
		for _, more := range degrees[1:] {
			sum := g.out[lo:hi]
			for i, d := range more[lo:hi] {
				sum[i] += d
			}
		}
	})
	degrees = nil
	starts := make([]int, blocks+1)
	at := 0
	for b := range blocks {
		starts[b] = at
		for w := range workers {
			places[w][b], at = at, at+places[w][b]
		}
	}
	starts[blocks] = at

	divided := make([]Edge, total)
	inParallel(workers, func(w int) {
		place := places[w]
		for _, list := range shares[w] {
			for len(list) > 0 && ctx.Err() == nil {
				part := list[:min(len(list), 1<<20)]
				list = list[len(part):]
				for _, e := range part {
					b := e.To >> shift
					divided[place[b]] = e
					place[b]++
				}
			}
		}
	})
	var next atomic.Int64
	inParallel(workers, func(int) {
		for ctx.Err() == nil {
			b := int(next.Add(1)) - 1
			if b >= blocks {
				return
			}
			g.sortBlock(divided[starts[b]:starts[b+1]], uint32(starts[b]), uint32(b)<<shift, min(uint32(b+1)<<shift, n))
		}
	})
	g.into[n] = uint32(total)
	return ctx.Err()
}

// sortBlock places the edges to the nodes lo … hi-1, which are all of edges; at
// is where their rows begin.
func (g *Graph) sortBlock(edges []Edge, at, lo, hi uint32) {
	next := make([]uint32, hi-lo)
	for _, e := range edges {
		next[e.To-lo]++
	}
	row := g.into[lo:hi]
	for i, count := range next {
		row[i], next[i] = at, at
		at += count
	}
	for _, e := range edges {
		g.from[next[e.To-lo]] = e.From
		next[e.To-lo]++
	}
}

// Options returns the graph's edges the other way round: Options(v) are the
// nodes to which a player moves from v, in ascending order, each once. It costs
// O(nodes + edges) once, and 4 bytes a node and an edge.
func (g *Graph) Options() func(v uint32) []uint32 {
	start := make([]uint32, len(g.out)+1)
	for v, d := range g.out {
		start[v+1] = start[v] + d
	}
	to, end := make([]uint32, len(g.from)), make([]uint32, len(g.out))
	copy(end, start)
	for v := range g.out { // ascending, so that each row is sorted
		for _, u := range g.predecessors(uint32(v)) {
			if last := end[u]; last == start[u] || to[last-1] != uint32(v) {
				to[last] = uint32(v)
				end[u]++
			}
		}
	}
	return func(v uint32) []uint32 { return to[start[v]:end[v]:end[v]] }
}

// Cycle returns the nodes of some cycle in the order of moves, or nil where
// play always ends. It costs O(nodes + edges).
func (g *Graph) Cycle(ctx context.Context) ([]uint32, error) {
	s, err := newSettling(ctx, g)
	if err != nil {
		return nil, err
	}
	// Each node that is left has an option that is left: follow those.
	var follow []uint32
	var at uint32
	left := 0
	for v := range uint32(len(g.out)) {
		if !s.open(v) {
			continue
		}
		if left++; follow == nil {
			at, follow = v, make([]uint32, len(g.out))
		}
		for _, u := range g.predecessors(v) {
			follow[u] = v
		}
	}
	if follow == nil {
		return nil, nil
	}
	for range left { // now surely on a cycle
		at = follow[at]
	}
	cycle := []uint32{at}
	for v := follow[at]; v != at; v = follow[v] {
		cycle = append(cycle, v)
	}
	return cycle, nil
}

// Ends returns a function that reports whether play from a node must end. It
// costs O(nodes + edges). Its error is ctx's.
func Ends(ctx context.Context, g *Graph) (func(v uint32) bool, error) {
	s, err := newSettling(ctx, g)
	if err != nil {
		return nil, err
	}
	return func(v uint32) bool { return !s.open(v) }, nil
}
