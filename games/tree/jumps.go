package tree

// This file holds coins that jump to the root: a move takes one coin to any other node on
// its way to the root. So a coin at depth d is a heap of Nim of d tokens, and coins do not
// hinder each other; the nim-value is the exclusive or of the depths of all coins. Two on one
// node cancel.
//
// It answers questions about the tree with one branch hung elsewhere, all together. If the
// branch at u changes its depth by s, the depth d of each coin in it becomes d+s. The bit b
// of d+s is set exactly if d+s modulo 2^(b+1) is at least 2^b, that is if d modulo 2^(b+1)
// lies in an interval, perhaps one that goes around. What counts is whether the number of
// such coins in the branch is odd. The branch is a run of the entries of a walk through the
// tree, so it is the number among all entries to the run's last one less that before its first
// one. One pass over the entries for each bit answers that for all questions, if it keeps
// the parities of the numbers by d modulo 2^(b+1) in bits, and above each 64 of them
// their parity, and so on.

import (
	"context"
	"math/bits"
	"slices"

	"grundy"
)

// A Rehanging hangs the branch at node U under node V.
type Rehanging struct{ U, V int }

// Possible reports, for each question about a tree of n nodes, whether its branch can hang
// there: V is not in the subtree of U. It costs O(n + questions). It panics if a question
// names no node. The error is as for [NewCoins].
func Possible(n int, edges []Edge, questions []Rehanging) ([]bool, error) {
	r, err := rootTree(n, edges)
	if err != nil {
		return nil, err
	}
	first, size := r.entries()
	possible := make([]bool, len(questions))
	for i, q := range questions {
		possible[i] = first[q.V] < first[q.U] || first[q.V] >= first[q.U]+size[q.U]
	}
	return possible, nil
}

// Jumps returns the nim-value, for each question, of the tree of coins that jump, after
// the question's branch is hung elsewhere. The tree is given as for [NewCoins], and each
// question is about the tree as it was given. It is false where V is in the subtree of U,
// since that would be no tree. It panics if a question names no node.
//
// It costs O((n + questions) log n) steps for each of the bits of n. The error is a
// [*NotATreeError], wraps grundy.ErrTooLarge for 2^31 nodes or more, or says that ctx has ended.
func Jumps(ctx context.Context, coins []uint64, edges []Edge, questions []Rehanging) (values []grundy.Value, isTree []bool, err error) {
	r, err := rootTree(len(coins), edges)
	if err != nil {
		return nil, nil, err
	}
	n := len(coins)
	first, size := r.entries()
	depth := make([]int32, n+1)
	inside := make([]uint32, n+1) // the exclusive or of depths of coins in the subtree
	whole := uint32(0)
	for _, node := range slices.Backward(r.upward) {
		depth[node] = depth[r.parent[node]] + 1
	}
	entered := make([]int32, n) // the depth of the odd coin that is entered, or -1
	for node := 1; node <= n; node++ {
		entered[first[node]] = -1
		if coins[node-1]%2 == 1 {
			entered[first[node]] = depth[node]
			inside[node] = uint32(depth[node])
			whole ^= inside[node]
		}
	}
	for _, node := range r.upward {
		inside[r.parent[node]] ^= inside[node]
	}
	values, isTree = make([]grundy.Value, len(questions)), make([]bool, len(questions))
	// The looks at the first i entries are looks[start[i]:start[i+1]].
	type look struct {
		question   int32
		shift, sum uint32
	}
	start, looks := make([]int32, n+2), make([]look, 2*len(questions))
	for i, q := range questions {
		u, v := q.U, q.V
		isTree[i] = first[v] < first[u] || first[v] >= first[u]+size[u]
		if isTree[i] {
			values[i] = grundy.Value(whole ^ inside[u])
			start[first[u]+1]++
			start[first[u]+size[u]+1]++
		}
	}
	for i := range n + 1 {
		start[i+1] += start[i]
	}
	next := slices.Clone(start)
	for i, q := range questions {
		if isTree[i] {
			for _, at := range [...]int32{first[q.U], first[q.U] + size[q.U]} {
				looks[next[at]] = look{question: int32(i), shift: uint32(depth[q.V] + 1 - depth[q.U])}
				next[at]++
			}
		}
	}
	for half := uint32(1); int(half) < n; half *= 2 {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		seen := newParities(2 * half)
		for i := range n + 1 {
			for k := start[i]; k < start[i+1]; k++ {
				if l := &looks[k]; seen.around((half-l.shift)%(2*half), half) {
					l.sum |= half
				}
			}
			if i < n && entered[i] >= 0 {
				seen.flip(uint32(entered[i]) % (2 * half))
			}
		}
	}
	for _, l := range looks[:start[n+1]] {
		values[l.question] ^= grundy.Value(l.sum)
	}
	return values, isTree, nil
}

// Parities are bits. A bit of a level above says whether 64 bits of the level below have
// an odd number of ones.
type parities struct {
	levels [][]uint64
	size   uint32
}

func newParities(size uint32) *parities {
	p := &parities{size: size}
	for words := size/64 + 1; ; words = words/64 + 1 {
		p.levels = append(p.levels, make([]uint64, words))
		if words == 1 {
			return p
		}
	}
}

// flip changes bit i.
func (p *parities) flip(i uint32) {
	for _, level := range p.levels {
		level[i/64] ^= 1 << (i % 64)
		i /= 64
	}
}

// before reports whether an odd number of the bits below i are ones.
func (p *parities) before(i uint32) bool {
	count := 0
	for _, level := range p.levels {
		count += bits.OnesCount64(level[i/64] & (1<<(i%64) - 1))
		i /= 64
	}
	return count%2 == 1
}

// around reports whether an odd number of the n bits from i on are ones; after the last
// bit comes the first one.
func (p *parities) around(i, n uint32) bool {
	if i+n <= p.size {
		return p.before(i) != p.before(i+n)
	}
	return p.before(i) != p.before(p.size) != p.before(i+n-p.size)
}
