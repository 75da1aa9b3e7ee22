package tree

// A question may hang one branch of a tree of coins elsewhere. Each question is about the tree as
// it was given.

import (
	"slices"

	"github.com/grundy-games/grundy"
)

// Coins is a tree of coins prepared for questions: what would the nim-value be
// if the branch at u hung under v?
//
// When the depth of u changes by an odd number, so does that of every node
// below u. The coins there that counted no longer do, and the others begin to,
// so the nim-value changes by the exclusive or with all coins in u's subtree.
// When the depth changes by an even number, nothing changes.
//
// It is made in O(n) and answers in O(1). It may be used by several goroutines
// at once.
type Coins struct {
	value grundy.Value
	nodes []branch // by node
}

// A branch is what a question needs to know about a node and its subtree. The
// nodes of a subtree are entered one after the other by a walk through the
// tree that finishes each branch before the next.
type branch struct {
	coins       uint64 // the exclusive or of the coins of all nodes of the subtree
	first, last int32  // the entries of the subtree are first … last, its own is first
	odd         bool   // whether the node's depth is odd
}

// NewCoins prepares the tree of len(coins) nodes with these edges and coins[i]
// coins on node i+1. The root is node 1. Edges may be given either way round
// and in any order. The error is a [*NotATreeError], or wraps
// grundy.ErrTooLarge for 2^31 nodes or more.
func NewCoins(coins []uint64, edges []Edge) (*Coins, error) {
	r, err := rootTree(len(coins), edges)
	if err != nil {
		return nil, err
	}
	c := &Coins{nodes: make([]branch, len(coins)+1)}
	for i, number := range coins {
		c.nodes[i+1].coins = number
	}
	for _, node := range r.upward {
		c.nodes[r.parent[node]].coins ^= c.nodes[node].coins
	}
	first, size := r.entries()
	for node := 1; node <= len(coins); node++ {
		c.nodes[node].first, c.nodes[node].last = first[node], first[node]+size[node]-1
	}
	for _, node := range slices.Backward(r.upward) {
		here := &c.nodes[node]
		if here.odd = !c.nodes[r.parent[node]].odd; here.odd {
			c.value ^= grundy.Value(coins[node-1])
		}
	}
	return c, nil
}

// NimValue returns the nim-value of the tree as it was given.
func (c *Coins) NimValue() grundy.Value { return c.value }

// Reparented returns the nim-value of the tree after node u is cut from its
// parent and hung under node v. The result is false where v is in the subtree
// of u, u itself included, since that would be no tree; so it always is for
// the root. Hanging u under its own parent changes nothing. Like an index, u
// and v must be nodes, 1 … n; it panics if they are not. It takes O(1).
func (c *Coins) Reparented(u, v int) (value grundy.Value, ok bool) {
	if u == 0 || v == 0 {
		panic("tree: nodes are numbered from 1")
	}
	branch, under := &c.nodes[u], &c.nodes[v]
	if branch.first <= under.first && under.first <= branch.last {
		return 0, false
	}
	if branch.odd == under.odd {
		return c.value ^ grundy.Value(branch.coins), true
	}
	return c.value, true
}
