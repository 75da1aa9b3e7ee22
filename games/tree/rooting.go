package tree

// This file makes rooted trees of lists of edges.

import (
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
)

// An Edge joins nodes A and B. Nodes are numbered from 1, and node 1 is the
// root.
type Edge struct{ A, B int }

// A NotATreeError says why edges do not make a tree of nodes 1 … Nodes.
// Ends that are not nodes are reported before anything else, then cycles.
type NotATreeError struct {
	// Edge is the index of the first edge that is wrong: that has an end
	// which is not a node or, with Cycle, that joins two nodes which the edges
	// before it join already. It is -1 where no edge is wrong, but some node
	// is not reached.
	Edge  int
	Cycle bool
	// Node is the end that is not a node, or, where Edge is -1, the least node
	// that no path joins to node 1. It is 0 with Cycle.
	Node  int
	Nodes int
}

func (e *NotATreeError) Error() string {
	switch {
	case e.Cycle:
		return fmt.Sprintf("edge %d closes a cycle", e.Edge)
	case e.Edge >= 0:
		return fmt.Sprintf("edge %d has the end %d: a node is 1 … %d", e.Edge, e.Node, e.Nodes)
	case e.Nodes == 0:
		return "no node 1: a tree has a root"
	}
	return fmt.Sprintf("node %d is not joined to node 1", e.Node)
}

// A rooting is a tree seen from its root. Nodes are 1 … n.
type rooting struct {
	parent []int32 // by node; 0 for node 1
	upward []int32 // every node but node 1, each before its parent
}

// rootTree roots the tree of n nodes at node 1 in O(n).
//
// It peels the tree: a leaf has one neighbour, its parent. To know the last
// neighbour of a node without lists of neighbours, it keeps their number and
// the exclusive or of their names, from which a peeled one is taken away.
//
// Each peeled leaf uses up one edge, and its parent is peeled later or is node
// 1. So if n-1 nodes are peeled, all are joined to node 1, and n-1 edges that
// join n nodes are a tree. A tree, in turn, has a leaf other than node 1 until
// only node 1 is left.
func rootTree(n int, edges []Edge) (rooting, error) {
	if n > math.MaxInt32 {
		return rooting{}, fmt.Errorf("a tree of %d nodes: %w", n, grundy.ErrTooLarge)
	}
	for i, e := range edges {
		for _, node := range [...]int{e.A, e.B} {
			if node < 1 || node > n {
				return rooting{}, &NotATreeError{Edge: i, Node: node, Nodes: n}
			}
		}
	}
	if len(edges) != n-1 {
		return rooting{}, findFault(n, edges)
	}
	type end struct{ degree, neighbours int32 }
	ends := make([]end, n+1)
	for _, e := range edges {
		a, b := &ends[e.A], &ends[e.B]
		a.degree++
		b.degree++
		a.neighbours ^= int32(e.B)
		b.neighbours ^= int32(e.A)
	}
	r := rooting{parent: make([]int32, n+1), upward: make([]int32, 0, n-1)}
	for node := int32(2); node <= int32(n); node++ {
		// A parent that has become a leaf is peeled at once.
		for leaf := node; leaf != 1 && ends[leaf].degree == 1; {
			parent := ends[leaf].neighbours
			r.parent[leaf] = parent
			r.upward = append(r.upward, leaf)
			ends[leaf].degree = 0
			ends[parent].degree--
			ends[parent].neighbours ^= leaf
			leaf = parent
		}
	}
	if len(r.upward) < n-1 {
		return rooting{}, findFault(n, edges)
	}
	return r, nil
}

// entries returns, by node, when a walk through the tree enters it, from 0, and how many
// nodes its subtree has. The walk finishes each branch before the next, so that the
// subtree of a node has the entries first … first+size-1.
func (r rooting) entries() (first, size []int32) {
	nodes := len(r.parent)
	first, size = make([]int32, nodes), make([]int32, nodes)
	next := make([]int32, nodes) // the entry of the next branch below each node
	next[1] = 1
	for node := range size {
		size[node] = 1
	}
	for _, node := range r.upward {
		size[r.parent[node]] += size[node]
	}
	for _, node := range slices.Backward(r.upward) {
		parent := r.parent[node]
		first[node] = next[parent]
		next[parent] += size[node]
		next[node] = first[node] + 1
	}
	return first, size
}

// findFault says what is wrong with edges that make no tree, in almost linear
// time: it joins sets of nodes edge by edge.
func findFault(n int, edges []Edge) error {
	above := make([]int32, n+1) // a node of the same set, itself at the top
	for node := range above {
		above[node] = int32(node)
	}
	top := func(node int) int32 {
		at := int32(node)
		for above[at] != at {
			above[at] = above[above[at]]
			at = above[at]
		}
		return at
	}
	for i, e := range edges {
		a, b := top(e.A), top(e.B)
		if a == b {
			return &NotATreeError{Edge: i, Cycle: true, Nodes: n}
		}
		above[max(a, b)] = min(a, b)
	}
	for node := 1; node <= n; node++ {
		if top(node) != 1 {
			return &NotATreeError{Edge: -1, Node: node, Nodes: n}
		}
	}
	return &NotATreeError{Edge: -1, Node: 1, Nodes: n} // n is 0
}
