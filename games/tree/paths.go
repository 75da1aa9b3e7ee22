package tree

// This file holds the data structure under Dynamic, a link-cut tree (Sleator
// and Tarjan 1983, with their splay trees of 1985).
//
// The tree is kept as paths that run downwards, each node on one of them. The
// nodes of a path form a binary search tree in which those nearer the root
// come before those further from it. The top of this search tree points, from
// outside, to the node from which the whole path hangs.
//
// Each node knows, for the part of its path under it in the search tree, the
// parity of the number of nodes and the exclusive or of all coins on these
// nodes and on whatever hangs from them. So after reach(v), when the path of
// the root ends at v and v is the top of its search tree,
//
//   - the nodes before v are its ancestors, and their parity that of its depth,
//   - the subtree of v is v itself and what hangs from it, and
//   - to cut or hang it is to change one link.
//
// An exclusive or undoes itself, so what hangs from a node is kept up to date
// without a list. reach takes O(log n) amortized: k of them take
// O((n + k) log n) from any state.

// paths holds the nodes, 1 … n. Node 0 is none; its fields stay zero.
type paths []pathNode

type pathNode struct {
	coins uint64
	hung  uint64 // the exclusive or of all coins in the branches on other paths that hang from here
	all   uint64 // that of coins and hung of this node and of all under it in the search tree
	odd   bool   // whether these nodes are odd in number

	up            int32 // in the search tree; from its top, the node from which the path hangs
	before, after int32 // in the search tree: the nodes nearer the root and those further
}

// newPaths makes every node a path of its own.
func newPaths(r rooting, coins []uint64) paths {
	t := make(paths, len(coins)+1)
	for i, number := range coins {
		t[i+1] = pathNode{coins: number, all: number, odd: true, up: r.parent[i+1]}
	}
	for _, node := range r.upward {
		parent := &t[r.parent[node]]
		parent.hung ^= t[node].all
		parent.all ^= t[node].all
	}
	return t
}

// reach makes the path of the root end at v and v the top of its search tree.
// It returns the node where the way up from v met the path that the root had
// before.
func (t paths) reach(v int32) (met int32) {
	for at := v; at != 0; at = t[at].up {
		t.splay(at)
		// What came after at becomes a path that hangs from it; the path
		// reached so far no longer hangs but follows.
		n := &t[at]
		n.hung ^= t[n.after].all ^ t[met].all
		n.after = met
		t.sum(at)
		met = at
	}
	t.splay(v)
	t.sum(v)
	return met
}

// meet returns the last common ancestor of u and v.
func (t paths) meet(u, v int32) int32 {
	t.reach(u)
	return t.reach(v)
}

// setCoins sets the coins of v and returns whether its depth is odd.
func (t paths) setCoins(v int32, coins uint64) (odd bool) {
	t.reach(v)
	t[v].coins = coins
	t.sum(v)
	return t[t[v].before].odd
}

// cut cuts v, which is not the root, from its parent. It returns whether the
// depth of v was odd and the exclusive or of all coins in its subtree.
func (t paths) cut(v int32) (odd bool, coins uint64) {
	t.reach(v)
	ancestors := t[v].before
	t[ancestors].up = 0
	t[v].before = 0
	t.sum(v)
	return t[ancestors].odd, t[v].all
}

// hang hangs v, which was cut and reached last, under a node of the tree. It
// returns whether the depth of that node is odd.
func (t paths) hang(v, under int32) (odd bool) {
	t.reach(under)
	t[v].up = under
	t[under].hung ^= t[v].all
	t.sum(under)
	return t[t[under].before].odd
}

// sum computes what node at knows of the nodes under it in the search tree.
func (t paths) sum(at int32) {
	n := &t[at]
	before, after := &t[n.before], &t[n.after]
	n.all = n.coins ^ n.hung ^ before.all ^ after.all
	n.odd = before.odd == after.odd
}

// isTop reports whether at is the top of its search tree.
func (t paths) isTop(at int32) bool {
	up := &t[t[at].up]
	return t[at].up == 0 || up.before != at && up.after != at
}

// splay makes at the top of its search tree and leaves its sum to be computed.
func (t paths) splay(at int32) {
	for !t.isTop(at) {
		up := t[at].up
		if !t.isTop(up) {
			if top := t[up].up; (t[top].before == up) == (t[up].before == at) {
				t.rotate(up)
			} else {
				t.rotate(at)
			}
		}
		t.rotate(at)
	}
}

// rotate exchanges at and the node above it in their search tree and leaves the
// sum of at to be computed.
func (t paths) rotate(at int32) {
	up := t[at].up
	top := t[up].up
	if t[top].before == up {
		t[top].before = at
	} else if t[top].after == up {
		t[top].after = at
	}
	t[at].up = top
	if t[up].before == at {
		inner := t[at].after
		t[up].before, t[at].after = inner, up
		if inner != 0 {
			t[inner].up = up
		}
	} else {
		inner := t[at].before
		t[up].after, t[at].before = inner, up
		if inner != 0 {
			t[inner].up = up
		}
	}
	t[up].up = at
	t.sum(up)
}
