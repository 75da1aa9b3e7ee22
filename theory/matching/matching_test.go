package matching_test

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/matching"
)

// largest returns the size of a largest matching of a set of nodes, by definition.
func largest(edges [][2]int32, nodes uint, known map[uint]int) int {
	if size, ok := known[nodes]; ok || nodes == 0 {
		return size
	}
	v := int32(bits.TrailingZeros(nodes))
	size := largest(edges, nodes&^(1<<v), known) // v is single
	for _, e := range edges {
		if e[1] == v {
			e[0], e[1] = e[1], e[0]
		}
		if e[0] == v && e[1] != v && nodes>>e[1]&1 == 1 {
			size = max(size, 1+largest(edges, nodes&^(1<<v|1<<e[1]), known))
		}
	}
	known[nodes] = size
	return size
}

// TestDefinition compares random graphs with the definition: the size, the pairs, and the nodes that
// some largest matching leaves single, also where nodes are gone and pairs are given.
func TestDefinition(t *testing.T) {
	random := chance.New(t, 1)
	for range long.Of(3000, 30000, 300000) {
		n := 1 + random.IntN(11)
		var edges [][2]int32
		for range random.IntN(2*n + 1) {
			edges = append(edges, [2]int32{int32(random.IntN(n)), int32(random.IntN(n))})
		}
		g := matching.NewGraph(n, edges)
		m, err := g.Largest(t.Context(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		check(t, edges, make([]bool, n), m)
		bare, err := g.Largest(t.Context(), nil, slices.Repeat([]int32{matching.None}, n)) // all pairs by paths
		if err != nil {
			t.Fatal(err)
		}
		check(t, edges, make([]bool, n), bare)
		gone := make([]bool, n)
		mate := m.Mate
		for v := range n {
			if random.IntN(4) == 0 {
				gone[v] = true
				if u := mate[v]; u != matching.None {
					mate[u], mate[v] = matching.None, matching.None
				}
			}
		}
		if m, err = g.Largest(t.Context(), gone, mate); err != nil {
			t.Fatal(err)
		}
		check(t, edges, gone, m)
		if t.Failed() {
			t.Fatalf("%d nodes, edges %v, gone %v", n, edges, gone)
		}
	}
}

func check(t *testing.T, edges [][2]int32, gone []bool, m *matching.Matching) {
	t.Helper()
	nodes, pairs := uint(0), 0
	for v, is := range gone {
		if !is {
			nodes |= 1 << v
		}
		u := m.Mate[v]
		if u == matching.None {
			continue
		}
		pairs++
		if is || m.Mate[u] != int32(v) || !slices.Contains(edges, [2]int32{u, int32(v)}) && !slices.Contains(edges, [2]int32{int32(v), u}) {
			t.Errorf("%d and %d are no pair", v, u)
		}
	}
	known := map[uint]int{}
	size := largest(edges, nodes, known)
	if pairs != 2*size {
		t.Errorf("%d pairs, want %d", pairs/2, size)
	}
	for v, single := range m.Single {
		if want := nodes>>v&1 == 1 && largest(edges, nodes&^(1<<v), known) == size; single != want {
			t.Errorf("node %d may be single: %v, want %v", v, single, want)
		}
	}
}

// Long paths and cycles of odd length nest as deep as there are nodes.
func TestDeep(t *testing.T) {
	const n = 100001
	var path [][2]int32
	for v := range int32(n - 1) {
		path = append(path, [2]int32{v, v + 1})
	}
	for name, edges := range map[string][][2]int32{
		"path": path, "cycle": append(path[:n-1:n-1], [2]int32{n - 1, 0}),
		"triangles": func() (all [][2]int32) { // each on the one before
			for v := int32(2); v < n; v += 2 {
				all = append(all, [2]int32{v - 2, v - 1}, [2]int32{v - 1, v}, [2]int32{v, v - 2})
			}
			return all
		}(),
	} {
		m, err := matching.NewGraph(n, edges).Largest(t.Context(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		single := 0
		for _, u := range m.Mate {
			if u == matching.None {
				single++
			}
		}
		if single != 1 {
			t.Errorf("%s: %d nodes are single, want 1", name, single)
		}
	}
}

func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := matching.NewGraph(3, [][2]int32{{0, 1}, {1, 2}}).Largest(ctx, nil, nil); err == nil {
		t.Error("no error after the end of the context")
	}
}
