package tree

// This file holds trees of coins that change: branches are hung elsewhere and
// stay there, and numbers of coins are set.

import (
	"errors"
	"fmt"

	"grundy"
)

// ErrBelow is wrapped by the error of [Dynamic.Reparent] where the new parent
// is in the subtree of the node.
var ErrBelow = errors.New("the new parent is in the subtree of the node")

// Dynamic is a tree of coins in which branches are hung elsewhere and numbers
// of coins are set, and every change stays. Its methods panic, as an index
// does, if a node is not one of 1 … n.
//
// It is made in O(n). Then n operations or more take O(log n) each, amortized
// (see paths.go); none is recursive. It must not be used by several goroutines
// at once.
type Dynamic struct {
	value  grundy.Value
	parent []int32 // by node
	paths  paths
}

// NewDynamic makes the tree of len(coins) nodes with these edges and coins[i]
// coins on node i+1. The root is node 1. Edges may be given either way round
// and in any order. The error is a [*NotATreeError], or wraps
// grundy.ErrTooLarge for 2^31 nodes or more.
func NewDynamic(coins []uint64, edges []Edge) (*Dynamic, error) {
	r, err := rootTree(len(coins), edges)
	if err != nil {
		return nil, err
	}
	d := &Dynamic{parent: r.parent, paths: newPaths(r, coins)}
	for i, odd := range r.odds()[1:] {
		if odd {
			d.value ^= grundy.Value(coins[i])
		}
	}
	return d, nil
}

// check panics unless node is a node.
func (d *Dynamic) check(node int) int32 {
	if node < 1 || node >= len(d.parent) {
		panic(fmt.Sprintf("grundy/games/tree: node %d of a tree of nodes 1 … %d", node, len(d.parent)-1))
	}
	return int32(node)
}

// NimValue returns the nim-value of the tree as it is now, in O(1).
func (d *Dynamic) NimValue() grundy.Value { return d.value }

// Parent returns the parent of u, 0 for the root, in O(1).
func (d *Dynamic) Parent(u int) int { return int(d.parent[d.check(u)]) }

// Coins returns the number of coins of u, in O(1).
func (d *Dynamic) Coins(u int) uint64 { return d.paths[d.check(u)].coins }

// SetCoins puts coins on u in place of those that are there.
func (d *Dynamic) SetCoins(u int, coins uint64) {
	node := d.check(u)
	before := d.paths[node].coins
	if d.paths.setCoins(node, coins) {
		d.value ^= grundy.Value(before ^ coins)
	}
}

// Reparent cuts u from its parent and hangs it, with its subtree, under v. It
// changes nothing and returns an error that wraps [ErrBelow] where v is in the
// subtree of u, u itself included; so it always does for the root.
func (d *Dynamic) Reparent(u, v int) error {
	node, under := d.check(u), d.check(v)
	if d.paths.meet(node, under) == node {
		return fmt.Errorf("node %d under node %d: %w", u, v, ErrBelow)
	}
	before, coins := d.paths.cut(node)
	after := !d.paths.hang(node, under)
	if before != after {
		// As in Coins: the nodes of the subtree that counted no longer do,
		// and the others begin to.
		d.value ^= grundy.Value(coins)
	}
	d.parent[node] = under
	return nil
}
