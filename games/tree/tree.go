package tree

// Staircase Nim is played on a path; the same rule serves any rooted tree.
//
// Theorem. Coins lie on the nodes of a rooted tree. A move takes one coin or
// more from one node other than the root to its parent. The nim-value of a
// position is X, the exclusive or of the numbers of coins on the nodes of odd
// depth (0 without such nodes).
//
// Proof, by induction on the sum of the depths of all coins, which every move
// lowers. By induction the options have their X as nim-values, so it remains
// to show that X is the mex of the options' X.
//
// No option has the same X. A node and its parent differ in the parity of
// their depths, so a move changes exactly one number that counts: it makes
// that of an odd node smaller, or that of a node's odd parent larger. Either
// changes the exclusive or.
//
// Every w < X is the X of an option. Let b be the top bit of X^w; X has it and
// w has not. So some odd node holds a number c with bit b, and t = c^X^w < c,
// as t lacks bit b and agrees with c above it. Take c-t coins from that node:
// its parent does not count, and the exclusive or becomes X^c^t = w. QED.
//
// The theorem is more than the well-known statement about the winner (the
// first player wins exactly when X is not 0): it lets these games stand in
// sums. That nodes of even depth can also reach larger values does not matter
// to a mex, but those moves exist, and win in some sums.
//
// The same argument finds the options of nim-value w. From a node of odd depth
// that holds c coins the move must leave c^X^w there; from one of even depth
// it must make the parent's coins, d of them, d^X^w. So each node has at most
// one number of coins to take for each w.

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
)

const theorem = "staircase Nim: the exclusive or of the coins at odd depth (proved in games/tree/tree.go)"

// maxCoins is the largest number of coins in all, so that no move overflows.
const maxCoins = math.MaxInt64

// Tree is staircase Nim on a rooted tree. Coins lie on nodes 1 … n, node 1 is
// the root, and a move takes one coin or more from one node other than the
// root to its parent. On a staircase, a path, the nodes are steps and have the
// numbers from 0.
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
	stairs  bool
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
	return &Tree{r, r.odds(), false}, nil
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

// NewStaircase makes the staircase of at least one step: node i+1 is step i.
func NewStaircase(steps int) *Tree {
	r := rooting{parent: make([]int32, steps+1)}
	for node := int32(steps); node > 1; node-- {
		r.parent[node] = node - 1
		r.upward = append(r.upward, node)
	}
	return &Tree{r, r.odds(), true}
}

// Places returns how many nodes or steps there are.
func (t *Tree) Places() int { return len(t.odds) - 1 }

// IsStaircase reports whether the nodes are the steps of a staircase.
func (t *Tree) IsStaircase() bool { return t.stairs }

// Below returns the place of the position to which the coins of a place move,
// -1 for those of the root.
func (t *Tree) Below(i int) int { return int(t.rooting.parent[i+1]) - 1 }

// PlaceTree makes the position tree[brackets…](args…) a component: in brackets stand the
// parents of nodes 2 … n and args the coins of nodes 1 … n. A single node has
// no brackets. The coins of all nodes together are at most 2^63-1.
// The error is a *grundy.PositionError.
func PlaceTree(brackets, args []grundy.Arg) (grundy.Component, error) {
	n := len(brackets) + 1
	if len(args) != n {
		return nil, grundy.Errorf(-1, "%d parents and %d numbers of coins: tree needs the parents of nodes 2 … n and the coins of nodes 1 … n", len(brackets), len(args))
	}
	parents := make([]int, len(brackets))
	for i, arg := range brackets {
		parent, ok := arg.Uint63()
		if !ok || parent < 1 || parent > uint64(n) {
			return nil, grundy.BracketErrorf(i, "parent of node %d = %s: a parent is a node, 1 … %d", i+2, arg.Text, n)
		}
		parents[i] = int(parent)
	}
	t, err := NewTree(parents...)
	if fault, ok := errors.AsType[*NotATreeError](err); ok {
		return nil, grundy.BracketErrorf(fault.Edge, "parent of node %d = %d: the parents must lead to node 1, and this one closes a cycle", fault.Edge+2, parents[fault.Edge])
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

// PlaceStaircase makes the position staircase(args…), the coins of steps 0, 1,
// 2, …, a component. There must be at least one step, and the coins of all
// steps together are at most 2^63-1. The error is a *grundy.PositionError.
func PlaceStaircase(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) > 0 {
		return nil, grundy.BracketErrorf(0, "[%s]: staircase takes no bracketed numbers", brackets[0].Text)
	}
	if len(args) == 0 {
		return nil, grundy.Errorf(-1, "staircase needs at least one step: the coins of steps 0, 1, 2, …")
	}
	p, err := placeCoins(args, "step", 0)
	if err != nil {
		return nil, err
	}
	return grundy.Place(NewStaircase(len(p)), p), nil
}

// placeCoins reads the coins of the places. The first place has the number first,
// and place is the word for it.
func placeCoins(args []grundy.Arg, place string, first int) ([]uint64, error) {
	p := make([]uint64, len(args))
	var total uint64
	for i, arg := range args {
		coins, ok := arg.Uint63()
		if !ok {
			return nil, grundy.Errorf(i, "coins of %s %d = %s: a number of coins is 0 … %d", place, first+i, arg.Text, uint64(maxCoins))
		}
		if coins > maxCoins-total {
			return nil, grundy.Errorf(i, "coins of %s %d = %s: the coins up to here are more than %d, which could overflow when they meet", place, first+i, arg.Text, uint64(maxCoins))
		}
		total += coins
		p[i] = coins
	}
	return p, nil
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
	_ grundy.Scener[[]uint64]        = (*Tree)(nil)
	_ grundy.ValueReader[[]uint64]   = (*Tree)(nil)
)

// AppendOptions implements [grundy.Game].
func (t *Tree) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for i, coins := range p {
		if to := t.Below(i); to >= 0 {
			for taken := uint64(1); taken <= coins; taken++ {
				dst = append(dst, move(p, i, to, taken))
			}
		}
	}
	return dst
}

// AppendPosition implements [grundy.Notation]:
// "tree[1,1,3,3,4](0,2,2,1,3,2)", or "staircase(0,2,2,1)".
func (t *Tree) AppendPosition(dst []byte, p []uint64) []byte {
	if t.stairs {
		return grundy.AppendNumbers(append(dst, "staircase"...), '(', p, ')')
	}
	dst = append(dst, "tree"...)
	if len(p) > 1 {
		dst = grundy.AppendNumbers(dst, '[', t.rooting.parent[2:], ']')
	}
	return grundy.AppendNumbers(dst, '(', p, ')')
}

// RulesKey implements [grundy.Identified]: the parents of the nodes, or the
// number of steps.
func (t *Tree) RulesKey() any {
	if t.stairs {
		return len(t.odds)
	}
	return fmt.Sprint(t.rooting.parent)
}

// CountOptions implements [grundy.OptionCounter]: each coin that is not on the
// root stands for one option.
func (t *Tree) CountOptions(p []uint64) uint64 {
	var count uint64
	for i, coins := range p {
		if t.Below(i) >= 0 {
			count = grundy.AddCounts(count, coins)
		}
	}
	return count
}

// CountPositions implements [grundy.Bounded]. The numbers of coins in the
// subtree of each node determine a position; that of the root stays, and none
// of them ever grows. Where few coins lie deep, counting how they can lie
// gives less: c coins at depth d can be spread over d+1 nodes in C(c+d, d)
// ways.
func (t *Tree) CountPositions(p []uint64) uint64 {
	bound, inSubtree := uint64(1), append([]uint64{0}, p...)
	for _, node := range t.rooting.upward {
		inSubtree[t.rooting.parent[node]] += inSubtree[node]
		bound = grundy.MulCounts(bound, inSubtree[node]+1)
	}
	spread, depth := uint64(1), make([]uint64, len(p)+1)
	for _, node := range slices.Backward(t.rooting.upward) {
		d := depth[t.rooting.parent[node]] + 1
		depth[node] = d
		spread = grundy.MulCounts(spread, grundy.Binomial(grundy.AddCounts(p[node-1], d), d))
	}
	return min(bound, spread)
}

func (t *Tree) nimValue(p []uint64) uint64 {
	var value uint64
	for i, coins := range p {
		if t.odds[i+1] {
			value ^= coins
		}
	}
	return value
}

// Measure implements [grundy.Measurer] for the outcome and the nim-value.
func (t *Tree) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	switch m {
	case grundy.ByNimValue:
		return t.nimValue(p), theorem, true
	case grundy.ByOutcome:
		return min(t.nimValue(p), 1), theorem, true
	}
	return 0, "", false
}

// FindOptions implements [grundy.Finder] for either outcome, for one nim-value,
// and for the intervals 0 … 2^64-1 and 1 … 2^64-1 of nim-values.
func (t *Tree) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	return grundy.FindByChange(m, lo, hi, t.nimValue(p), func(change uint64, others bool) grundy.Found[[]uint64] {
		movable := int64(0)
		for i := range p {
			if t.taking(p, i, change) > 0 {
				movable++
			}
		}
		count := big.NewInt(movable)
		if others {
			count.Sub(new(big.Int).SetUint64(t.CountOptions(p)), count)
		}
		return grundy.Found[[]uint64]{Count: count, Each: t.eachChange(p, change, others)}
	})
}

// taking returns how many coins to move from node i+1 in order to change the
// nim-value by the exclusive or with change, 0 where no number does.
func (t *Tree) taking(p []uint64, i int, change uint64) uint64 {
	to := t.Below(i)
	if to < 0 {
		return 0
	}
	if t.odds[i+1] {
		if left := p[i] ^ change; left < p[i] {
			return p[i] - left
		}
		return 0
	}
	if grown := p[to] ^ change; grown > p[to] && grown-p[to] <= p[i] {
		return grown - p[to]
	}
	return 0
}

// eachChange yields the options that differ from p in nim-value by change or,
// with others, those that do not.
func (t *Tree) eachChange(p []uint64, change uint64, others bool) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for i := range p {
			taken, to := t.taking(p, i, change), t.Below(i)
			if !others {
				if taken > 0 && !yield(move(p, i, to, taken)) {
					return
				}
				continue
			}
			if to < 0 {
				continue
			}
			for other := uint64(1); other <= p[i]; other++ {
				if other != taken && !yield(move(p, i, to, other)) {
					return
				}
			}
		}
	}
}

// move returns the position after taken coins moved.
func move(p []uint64, from, to int, taken uint64) []uint64 {
	q := slices.Clone(p)
	q[from] -= taken
	q[to] += taken
	return q
}

// places returns the number of the root, and what a node is called.
func (t *Tree) places() (first int, place string) {
	if t.stairs {
		return 0, "step"
	}
	return 1, "node"
}

// ReadValue implements [grundy.ValueReader]: the coins at odd depth count.
func (t *Tree) ReadValue(p []uint64) grundy.Reading {
	first, place := t.places()
	r := grundy.Reading{Says: []string{
		fmt.Sprintf("Every other %s counts, as a heap of Nim.", place),
		fmt.Sprintf("When coins leave a %s that does not count, move as many of them on, one %s further.", place, place),
	}}
	for i, coins := range p {
		e := grundy.ElementValue{
			ID:   grundy.ElementID(grundy.RoleNode, uint64(i+first)),
			Name: fmt.Sprintf("%s %d", place, i+first), Use: grundy.UseIdle,
		}
		if t.odds[i+1] {
			e.Value, e.Use = coins, grundy.UseCounts
		}
		r.Elements = append(r.Elements, e)
	}
	return r
}

// Scene implements [grundy.Scener].
func (t *Tree) Scene(p []uint64) (grundy.Scene, error) {
	s := grundy.Scene{Kind: grundy.SceneTree}
	if err := grundy.FitsScene(uint64(len(p)), "nodes"); err != nil {
		return s, err
	}
	first, _ := t.places()
	id := func(i int) string { return grundy.ElementID(grundy.RoleNode, uint64(i+first)) }
	for i, coins := range p {
		s.Elements = append(s.Elements, grundy.Element{ID: id(i), Role: grundy.RoleNode, Count: coins, Text: strconv.Itoa(i + first)})
	}
	for i := range p {
		if to := t.Below(i); to >= 0 {
			s.Elements = append(s.Elements, grundy.Element{
				ID: grundy.ElementID(grundy.RoleEdge, uint64(i+first)), Role: grundy.RoleEdge, Ends: []string{id(i), id(to)},
			})
		}
	}
	return s, nil
}

// AppendMove implements [grundy.MoveNamer]: "move 2 coins from node 5 to node 3", or
// "move 1 coin from step 3 to step 2".
func (t *Tree) AppendMove(dst []byte, p, q []uint64) []byte {
	from := 0
	for from+1 < len(p) && q[from] >= p[from] {
		from++
	}
	coins := "coins"
	if p[from]-q[from] == 1 {
		coins = "coin"
	}
	first, place := t.places()
	return fmt.Appendf(dst, "move %d %s from %s %d to %s %d", p[from]-q[from], coins, place, first+from, place, first+t.Below(from))
}
