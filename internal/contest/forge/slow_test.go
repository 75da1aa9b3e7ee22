package forge

import (
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// coins is the shape of Move the Coins.
func coins(t *testing.T, most int64) *input.Shape {
	t.Helper()
	s, err := input.New(input.Declaration{Group: input.Group{
		Fields: []input.Field{
			{Name: "n", Kind: input.KindNumber, Least: input.At(1), Most: input.At(most)},
			{Name: "coins", Kind: input.KindNumbers, Count: input.Exactly(input.Of("n")), Most: input.At(20)},
			{Name: "tree", Kind: input.KindTree, Count: input.Exactly(input.Of("n")), Base: 1},
		},
		Repeat: &input.Repeat{Name: "query", Count: input.Counted(input.At(0), input.At(most)), Group: input.Group{Fields: []input.Field{
			{Name: "u", Kind: input.KindNumber, Least: input.At(2), Most: input.Of("n")},
			{Name: "v", Kind: input.KindNumber, Least: input.At(1), Most: input.Of("n")},
		}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomTree returns the edges of a tree, each node below one of the last few, so that
// deep ones are among them, with its nodes renamed and the parents of all.
func randomTree(rnd *rand.Rand, n int) (edges []uint64, up []int) {
	names := rnd.Perm(n - 1) // of the nodes after the root
	name := func(node int) int {
		if node == 0 {
			return 0
		}
		return names[node-1] + 1
	}
	up = make([]int, n)
	back := 1 + rnd.IntN(n)
	for node := 1; node < n; node++ {
		parent := node - 1 - rnd.IntN(min(node, back))
		a, b := uint64(name(node)+1), uint64(name(parent)+1)
		up[name(node)] = name(parent)
		if rnd.IntN(2) == 0 {
			a, b = b, a
		}
		edges = append(edges, a, b)
	}
	rnd.Shuffle(n-1, func(i, j int) {
		edges[2*i], edges[2*j] = edges[2*j], edges[2*i]
		edges[2*i+1], edges[2*j+1] = edges[2*j+1], edges[2*i+1]
	})
	return edges, up
}

// TestCosts compares what walks cost with walking.
func TestCosts(t *testing.T) {
	rnd := chance.New(t, 1)
	shape := coins(t, 100)
	for range 300 {
		n := 2 + rnd.IntN(30)
		edges, up := randomTree(rnd, n)
		d := &input.Data{Values: []input.Value{{Number: uint64(n)}, {List: make([]uint64, n)}, {Number: 2, List: edges}}}
		depth := func(v int) (steps uint64) {
			for ; v != 0; v = up[v] {
				steps++
			}
			return steps
		}
		jumps, deepest := uint64(0), uint64(0)
		for v := range n {
			deepest = max(deepest, depth(v))
		}
		queries := rnd.IntN(20)
		for range queries {
			u, v := 1+rnd.IntN(n-1), rnd.IntN(n)
			d.Tests = append(d.Tests, &input.Data{Values: []input.Value{{Number: uint64(u + 1)}, {Number: uint64(v + 1)}}, Outer: d, Index: len(d.Tests)})
			for ; v != 0 && v != u; v = up[v] {
				jumps++
			}
		}
		if got := walkCost(t.Context(), shape, d); got != jumps {
			t.Fatalf("walkCost is %d, and walking takes %d: %v %v", got, jumps, edges, d.Tests)
		}
		if got := treeDepth(t.Context(), shape, d); got != deepest {
			t.Fatalf("treeDepth is %d, not %d: %v", got, deepest, edges)
		}
		if got, want := quadraticCost(t.Context(), shape, d), uint64(n*n+(n-1)*(n-1)); got != want {
			t.Fatalf("quadraticCost is %d, not %d", got, want)
		}
		if got, want := scanCost(t.Context(), shape, d), uint64((2*n-1)*queries); got != want {
			t.Fatalf("scanCost is %d, not %d", got, want)
		}
	}
}
