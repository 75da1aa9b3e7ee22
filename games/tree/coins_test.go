package tree_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/tree"
)

// drawTree draws a tree of at most nodes nodes: long and thin, short and bushy
// or between, its nodes numbered at random, and its edges in random order and
// direction.
func drawTree(t *rapid.T, nodes int) (coins []uint64, edges []tree.Edge) {
	n := rapid.IntRange(1, nodes).Draw(t, "nodes")
	reach := rapid.IntRange(1, n).Draw(t, "reach")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	return randomTree(random, n, reach)
}

// randomTree makes a random tree in which the parent of each node is one of
// the reach nodes made before it.
func randomTree(random *rand.Rand, n, reach int) (coins []uint64, edges []tree.Edge) {
	names := random.Perm(n)
	for i, name := range names { // node 1 first
		if name == 0 {
			names[0], names[i] = names[i], names[0]
		}
	}
	for i := range n {
		coins = append(coins, random.Uint64N(4))
		if i == 0 {
			continue
		}
		e := tree.Edge{A: names[i] + 1, B: names[i-1-random.IntN(min(i, reach))] + 1}
		if random.IntN(2) == 0 {
			e.A, e.B = e.B, e.A
		}
		edges = append(edges, e)
	}
	random.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	return coins, edges
}

// parentsOf returns, by node, the parents in the tree of n nodes, 0 for node 1.
func parentsOf(n int, edges []tree.Edge) []int {
	parents, known := make([]int, n+1), make([]bool, n+1)
	known[1] = true
	for found := true; found; {
		found = false
		for _, e := range edges {
			for _, e := range []tree.Edge{e, {A: e.B, B: e.A}} {
				if known[e.A] && !known[e.B] {
					parents[e.B], known[e.B], found = e.A, true, true
				}
			}
		}
	}
	return parents
}

// naiveValue walks from every node to the root.
func naiveValue(parents []int, coins []uint64) uint64 {
	var value uint64
	for node := 1; node < len(parents); node++ {
		depth := 0
		for at := node; at != 1; at = parents[at] {
			depth++
		}
		if depth%2 == 1 {
			value ^= coins[node-1]
		}
	}
	return value
}

// isBelow reports whether v is in the subtree of u.
func isBelow(parents []int, u, v int) bool {
	for ; v != 0; v = parents[v] {
		if v == u {
			return true
		}
	}
	return false
}

// naiveReparented answers as Coins does.
func naiveReparented(parents []int, coins []uint64, u, v int) (uint64, bool) {
	if isBelow(parents, u, v) {
		return 0, false
	}
	before := parents[u]
	parents[u] = v
	value := naiveValue(parents, coins)
	parents[u] = before
	return value, true
}

func TestCoinsAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coins, edges := drawTree(t, 14)
		c, err := tree.NewCoins(coins, edges)
		if err != nil {
			t.Fatal(err)
		}
		parents := parentsOf(len(coins), edges)
		if want := naiveValue(parents, coins); c.NimValue() != grundy.Value(want) {
			t.Fatalf("nim-value %d, want %d", c.NimValue(), want)
		}
		for u := 1; u <= len(coins); u++ {
			for v := 1; v <= len(coins); v++ {
				want, wantOK := naiveReparented(parents, coins, u, v)
				if got, ok := c.Reparented(u, v); got != grundy.Value(want) || ok != wantOK {
					t.Fatalf("%d under %d: %d, %v, want %d, %v", u, v, got, ok, want, wantOK)
				}
			}
		}
	})
}

// After a branch is hung elsewhere, the value belongs to the game as it is
// played, whatever the theory says: the tree as a component of its own.
func TestCoinsIsTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coins, edges := drawTree(t, 9)
		c, err := tree.NewCoins(coins, edges)
		if err != nil {
			t.Fatal(err)
		}
		u, v := rapid.IntRange(1, len(coins)).Draw(t, "u"), rapid.IntRange(1, len(coins)).Draw(t, "v")
		got, ok := c.Reparented(u, v)
		if !ok {
			return
		}
		parents := parentsOf(len(coins), edges)
		parents[u] = v
		game, err := tree.NewTree(parents[2:]...)
		if err != nil {
			t.Fatal(err)
		}
		if want, _, _ := game.Measure(grundy.ByNimValue, coins); got != grundy.Value(want) {
			t.Fatalf("%d under %d: %d, want %d", u, v, got, want)
		}
	})
}

func TestCoinsLongPath(t *testing.T) {
	const n = 1_000_000
	coins, edges := path(n)
	c, err := tree.NewCoins(coins, edges)
	if err != nil {
		t.Fatal(err)
	}
	if c.NimValue() != 1 {
		t.Errorf("nim-value %d", c.NimValue())
	}
	if value, ok := c.Reparented(n, 2); !ok || value != 0 { // from depth n-1 to depth 2
		t.Errorf("%d, %v", value, ok)
	}
	if value, ok := c.Reparented(n, 1); !ok || value != 1 { // to depth 1
		t.Errorf("%d, %v", value, ok)
	}
	if _, ok := c.Reparented(2, n); ok {
		t.Error("node 2 hangs under a node below it")
	}
}

// path returns the path 1 - 2 - … - n with one coin, on node n at depth n-1.
func path(n int) (coins []uint64, edges []tree.Edge) {
	coins = make([]uint64, n)
	coins[n-1] = 1
	for node := 2; node <= n; node++ {
		edges = append(edges, tree.Edge{A: node, B: node - 1})
	}
	return coins, edges
}

func TestNotATree(t *testing.T) {
	for _, test := range []struct {
		n     int
		edges []tree.Edge
		want  tree.NotATreeError
		text  string
	}{
		{0, nil, tree.NotATreeError{Edge: -1, Node: 1}, "no node 1: a tree has a root"},
		{3, []tree.Edge{{1, 2}}, tree.NotATreeError{Edge: -1, Node: 3, Nodes: 3}, "node 3 is not joined to node 1"},
		{4, []tree.Edge{{3, 4}, {2, 4}}, tree.NotATreeError{Edge: -1, Node: 2, Nodes: 4}, "node 2 is not joined to node 1"},
		{2, []tree.Edge{{1, 2}, {2, 1}}, tree.NotATreeError{Edge: 1, Cycle: true, Nodes: 2}, "edge 1 closes a cycle"},
		{3, []tree.Edge{{1, 1}, {2, 1}}, tree.NotATreeError{Edge: 0, Cycle: true, Nodes: 3}, "edge 0 closes a cycle"},
		{4, []tree.Edge{{4, 3}, {2, 3}, {4, 2}}, tree.NotATreeError{Edge: 2, Cycle: true, Nodes: 4}, "edge 2 closes a cycle"},
		{3, []tree.Edge{{1, 1}, {2, 4}}, tree.NotATreeError{Edge: 1, Node: 4, Nodes: 3}, "edge 1 has the end 4: a node is 1 … 3"},
		{2, []tree.Edge{{0, 2}}, tree.NotATreeError{Edge: 0, Node: 0, Nodes: 2}, "edge 0 has the end 0: a node is 1 … 2"},
	} {
		coins := make([]uint64, test.n)
		_, err := tree.NewCoins(coins, test.edges)
		wantError(t, err, test.text)
		if fault, ok := errors.AsType[*tree.NotATreeError](err); !ok || *fault != test.want {
			t.Errorf("%v: %#v", test.edges, err)
		}
	}
}

// Random edges are a tree exactly when each of them joins what was apart, and
// there are n-1.
func TestNotATreeRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "nodes")
		node := rapid.IntRange(1, n)
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) tree.Edge {
			return tree.Edge{A: node.Draw(t, "a"), B: node.Draw(t, "b")}
		}), max(n-2, 0), n).Draw(t, "edges")
		set := make([]int, n+1)
		for node := range set {
			set[node] = node
		}
		cycle := -1
		for i, e := range edges {
			if set[e.A] == set[e.B] {
				cycle = i
				break
			}
			from, to := set[e.A], set[e.B]
			for node := range set {
				if set[node] == from {
					set[node] = to
				}
			}
		}
		_, err := tree.NewCoins(make([]uint64, n), edges)
		switch fault, _ := errors.AsType[*tree.NotATreeError](err); {
		case cycle >= 0:
			if fault == nil || !fault.Cycle || fault.Edge != cycle {
				t.Fatalf("%v: %v, want a cycle at %d", edges, err, cycle)
			}
		case len(edges) < n-1:
			if fault == nil || fault.Edge != -1 || set[fault.Node] == set[1] {
				t.Fatalf("%v: %v", edges, err)
			}
		case err != nil:
			t.Fatalf("%v: %v", edges, err)
		}
	})
}
