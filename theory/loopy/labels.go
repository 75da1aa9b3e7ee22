package loopy

// Smith's labels are found level by level, each by a retrograde analysis of the nodes that are
// left. The theory and its proof stand in loopy.go.

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
)

// infinite marks a node without nim-value. No nim-value is as large, as a node
// of nim-value m has at least m edges.
const infinite = ^uint32(0)

// Values are what all nodes of a graph are worth. [Solve] makes them.
type Values struct {
	nim []uint32 // or infinite
	s   *settling
	far []farOption // of infinite nodes, sorted
}

// A farOption says that node has an option of a nim-value from seenBits on.
type farOption struct{ node, nim uint32 }

// SolveCost returns the memory that [Solve] needs at its peak, besides the
// graph, for the given numbers of nodes and edges. There are up to 16 bytes more for each edge
// from a node on a way to a cycle to one of nim-value 40 or more.
func SolveCost(nodes, edges uint64) uint64 {
	lists := min(grundy.MulCounts(edges, 8), 4*listSize<<manyBlocks)
	return grundy.AddCounts(grundy.MulCounts(nodes, 40), grundy.AddCounts(edges, lists))
}

// Solve values all nodes.
//
// It costs O(nodes + edges) where there is no cycle. Otherwise it costs as much again for each
// nim-value that occurs, for the part of the graph from which play need not end;
// a nim-value m needs m(m+1)/2 edges. Memory is as [SolveCost] says. Its error is
// ctx's.
func Solve(ctx context.Context, g *Graph) (*Values, error) {
	s, err := newSettling(ctx, g)
	if err != nil {
		return nil, err
	}
	values := &Values{nim: make([]uint32, len(g.out)), s: s}
	isLoopy := false
	for v, w := range s.state {
		if w>>seenBits != 0 {
			values.nim[v], isLoopy = infinite, true
		} else {
			values.nim[v] = uint32(bits.TrailingZeros64(^w))
		}
	}
	for _, v := range s.far {
		values.nim[v] = uint32(s.mex(v))
	}
	if isLoopy {
		if err := values.label(ctx); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// The state of a node in the labelling.
const (
	tried   = 1 << iota // it has options of all nim-values below the level
	reverts             // it has an option with the level as its label
	done                // it is labelled
)

// noteFar notes the options of nim-value seenBits or more, sorted by it, of
// nodes from which play need not end.
func (values *Values) noteFar() {
	for _, v := range values.s.far {
		for _, p := range values.s.g.predecessors(v) {
			if values.nim[p] == infinite {
				values.far = append(values.far, farOption{p, values.nim[v]})
			}
		}
	}
	slices.SortFunc(values.far, func(a, b farOption) int { return cmp.Compare(a.nim, b.nim) })
}

// label gives labels to nodes from which play need not end.
func (values *Values) label(ctx context.Context) error {
	g, s, nim := values.s.g, values.s, values.nim
	var nodes []uint32 // not labelled
	for v, x := range nim {
		if x == infinite {
			nodes = append(nodes, uint32(v))
		}
	}
	open := make([]uint32, len(nim)) // edges to nodes that are not labelled
	left := make([]uint32, len(nim)) // of these, to nodes that do not revert
	marks := make([]uint8, len(nim))
	for _, v := range nodes {
		open[v] = s.unknown(v)
		marks[v] = tried
	}
	values.noteFar()
	ahead := values.far   // of levels to come
	var labelled []uint32 // at this level
	work := 0
	// oneLess tells the nodes with an edge to v that v reverts.
	oneLess := func(v uint32) {
		row := g.predecessors(v)
		work += len(row)
		for _, p := range row {
			if left[p]--; left[p] == 0 && marks[p] == tried {
				labelled = append(labelled, p)
			}
		}
	}
	for level := uint64(0); ; level++ {
		someTried := false
		for _, v := range nodes {
			left[v] = open[v]
			marks[v] &= tried
			someTried = someTried || marks[v] == tried
			if s.saw(v, level) {
				marks[v] |= reverts
			}
		}
		if !someTried {
			values.sortFar()
			return nil
		}
		for len(ahead) > 0 && uint64(ahead[0].nim) == level {
			if v := ahead[0].node; marks[v] != done {
				marks[v] |= reverts
			}
			ahead = ahead[1:]
		}
		labelled = labelled[:0]
		for i, v := range nodes {
			if marks[v]&reverts != 0 {
				oneLess(v)
			} else if open[v] == 0 && marks[v] == tried {
				labelled = append(labelled, v)
			}
			if i&0xfff == 0 || work >= 1<<20 {
				work = 0
				if err := ctx.Err(); err != nil {
					return err
				}
			}
		}
		for i := 0; i < len(labelled); i++ {
			v := labelled[i]
			nim[v], marks[v] = uint32(level), done
			row := g.predecessors(v)
			work += len(row)
			for _, p := range row {
				open[p]--
				s.see(p, level)
				if level >= seenBits && nim[p] == infinite {
					values.far = append(values.far, farOption{p, uint32(level)})
				}
				if marks[p]&(reverts|done) == 0 {
					marks[p] |= reverts
					oneLess(p)
				}
			}
			if work >= 1<<20 {
				work = 0
				if err := ctx.Err(); err != nil {
					return err
				}
			}
		}
		nodes = slices.DeleteFunc(nodes, func(v uint32) bool { return nim[v] != infinite })
		for _, v := range nodes {
			if marks[v]&reverts == 0 { // it has no option with this label
				marks[v] = 0
			}
		}
	}
}

// sortFar sorts what is known of infinite nodes, and forgets the rest.
func (values *Values) sortFar() {
	values.far = slices.DeleteFunc(values.far, func(f farOption) bool { return values.nim[f.node] != infinite })
	slices.SortFunc(values.far, func(a, b farOption) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.nim, b.nim))
	})
	values.far = slices.Clip(slices.Compact(values.far))
}

// NimValue returns the nim-value of v, or false where it is infinite.
func (values *Values) NimValue(v uint32) (grundy.Value, bool) {
	nim := values.nim[v]
	return grundy.Value(nim), nim != infinite
}

// At returns the value of v.
func (values *Values) At(v uint32) grundy.LoopyValue {
	if nim, ok := values.NimValue(v); ok {
		return grundy.LoopyValue{Nim: nim}
	}
	value := grundy.LoopyValue{Infinite: true}
	for seen := values.s.state[v] & seenMask; seen != 0; seen &= seen - 1 {
		value.Options = append(value.Options, grundy.Value(bits.TrailingZeros64(seen)))
	}
	first, _ := slices.BinarySearchFunc(values.far, v, func(f farOption, v uint32) int { return cmp.Compare(f.node, v) })
	for _, f := range values.far[first:] {
		if f.node != v {
			break
		}
		value.Options = append(value.Options, grundy.Value(f.nim))
	}
	return value
}

// Outcome returns who wins at v in normal play.
func (values *Values) Outcome(v uint32) grundy.Outcome {
	switch nim := values.nim[v]; {
	case nim == 0:
		return grundy.P
	case nim != infinite || values.s.state[v]&1 != 0:
		return grundy.N
	}
	return grundy.D
}
