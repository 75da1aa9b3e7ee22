package tree

// This file holds the coin game on a rooted tree as a game for sums.

import (
	"errors"
	"fmt"
	"slices"

	"grundy"
)

// Tree is staircase Nim on a rooted tree. Coins lie on nodes 1 … n, node 1 is
// the root, and a move takes one coin or more from one node other than the
// root to its parent.
//
// A position holds the number of coins of each node, node 1 first. The numbers
// must not add up to more than 2^63-1. Options come by node, then by the
// number of coins, fewest first.
//
// Outcome, nim-value and the options of one nim-value cost O(n), and each
// option that is listed O(n).
type Tree struct {
	rooting rooting
	odds    []bool // by node
}

// NewTree makes the tree of n nodes whose nodes 2 … n have the parents, in
// this order. A parent may have a larger number than its child. The error is a
// [*NotATreeError], whose edges are the parents; it takes O(n).
func NewTree(parents ...int) (*Tree, error) {
	edges := make([]Edge, len(parents))
	for i, parent := range parents {
		edges[i] = Edge{i + 2, parent}
	}
	// If these n-1 edges are a tree, then the parents are those seen from
	// node 1: going from parent to parent never comes back, and ends at the
	// only node without one.
	r, err := rootTree(len(parents)+1, edges)
	if err != nil {
		return nil, err
	}
	return &Tree{r, r.odds()}, nil
}

// odds returns, by node, whether the depth is odd.
func (r rooting) odds() []bool {
	odds := make([]bool, len(r.parent))
	for i := len(r.upward) - 1; i >= 0; i-- {
		node := r.upward[i]
		odds[node] = !odds[r.parent[node]]
	}
	return odds
}

func (t *Tree) below(i int) int { return int(t.rooting.parent[i+1]) - 1 }
func (t *Tree) odd(i int) bool  { return t.odds[i+1] }

// PlaceTree makes the position tree[rule…](args…) a component: rule is the
// parents of nodes 2 … n and args the coins of nodes 1 … n. A single node has
// no bracketed numbers. The coins of all nodes together are at most 2^63-1.
// The error is a *grundy.PositionError.
func PlaceTree(rule, args []grundy.Arg) (grundy.Component, error) {
	n := len(rule) + 1
	if len(args) != n {
		return nil, grundy.Errorf(-1, "%d parents and %d numbers of coins: tree needs the parents of nodes 2 … n and the coins of nodes 1 … n", len(rule), len(args))
	}
	parents := make([]int, len(rule))
	for i, arg := range rule {
		parent, ok := arg.Uint63()
		if !ok || parent < 1 || parent > uint64(n) {
			return nil, grundy.RuleErrorf(i, "parent of node %d = %s: a parent is a node, 1 … %d", i+2, arg.Text, n)
		}
		parents[i] = int(parent)
	}
	t, err := NewTree(parents...)
	if fault, ok := errors.AsType[*NotATreeError](err); ok {
		return nil, grundy.RuleErrorf(fault.Edge, "parent of node %d = %d: the parents must lead to node 1, and this one closes a cycle", fault.Edge+2, parents[fault.Edge])
	}
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	p, err := placeCoins(args, "node", 1)
	if err != nil {
		return nil, err
	}
	return grundy.Place(t, p), nil
}

var (
	_ grundy.Game[[]uint64]          = (*Tree)(nil)
	_ grundy.Identified              = (*Tree)(nil)
	_ grundy.Notation[[]uint64]      = (*Tree)(nil)
	_ grundy.OptionCounter[[]uint64] = (*Tree)(nil)
	_ grundy.Bounded[[]uint64]       = (*Tree)(nil)
	_ grundy.Measurer[[]uint64]      = (*Tree)(nil)
	_ grundy.Finder[[]uint64]        = (*Tree)(nil)
	_ grundy.MoveNamer[[]uint64]     = (*Tree)(nil)
)

// AppendOptions implements [grundy.Game].
func (t *Tree) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	return appendOptions(t, dst, p)
}

// AppendPosition implements [grundy.Notation]:
// "tree[1,1,3,3,4](0,2,2,1,3,2)".
func (t *Tree) AppendPosition(dst []byte, p []uint64) []byte {
	dst = append(dst, "tree"...)
	if len(p) > 1 {
		dst = appendNumbers(append(dst, '['), t.rooting.parent[2:], ']')
	}
	return appendNumbers(append(dst, '('), p, ')')
}

// RulesKey implements [grundy.Identified]: the parents of the nodes.
func (t *Tree) RulesKey() any { return fmt.Sprint(t.rooting.parent) }

// CountOptions implements [grundy.OptionCounter]: each coin that is not on the
// root stands for one option.
func (t *Tree) CountOptions(p []uint64) uint64 { return countOptions(t, p) }

// CountPositions implements [grundy.Bounded]. A position is told by the
// numbers of coins in the subtree of each node; that of the root stays, and
// none of them ever grows. Where few coins lie deep, counting how they can lie
// gives less.
func (t *Tree) CountPositions(p []uint64) uint64 {
	bound, inSubtree := uint64(1), append([]uint64{0}, p...)
	for _, node := range t.rooting.upward {
		inSubtree[t.rooting.parent[node]] += inSubtree[node]
		bound = grundy.MulCounts(bound, inSubtree[node]+1)
	}
	depth := make([]uint64, len(p)+1)
	for _, node := range slices.Backward(t.rooting.upward) {
		depth[node] = depth[t.rooting.parent[node]] + 1
	}
	return min(bound, spread(p, func(i int) uint64 { return depth[i+1] }))
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value.
func (t *Tree) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	return measure(t, m, p)
}

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values.
func (t *Tree) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	return findOptions(t, m, p, lo, hi)
}

// Moved returns the node that coins leave on the move from p to its option q,
// and how many. The node is 0 where q is not an option.
func (t *Tree) Moved(p, q []uint64) (node int, coins uint64) {
	i, coins := moved(p, q)
	return i + 1, coins
}

// AppendMove implements [grundy.MoveNamer]: "2 coins from node 5 to node 3".
func (t *Tree) AppendMove(dst []byte, p, q []uint64) []byte {
	node, coins := t.Moved(p, q)
	return appendMove(dst, coins, "node", node, int(t.rooting.parent[node]))
}
