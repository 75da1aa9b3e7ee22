package loopy_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/theory/loopy"
)

// Birthdays and classes by their definitions: of random graphs, with cycles and without, with loops and with repeated
// edges. The classes of the definition are made by dividing all classes at once until nothing changes.
func TestClasses(t *testing.T) {
	random := chance.New(t, 71)
	cyclic := 0
	for try := range 4000 {
		n := 1 + random.IntN(12)
		var edges []loopy.Edge
		kinds := 1 + random.IntN(3) // few kinds of targets make many equal nodes
		for v := range n {
			for range random.IntN(4) {
				to := random.IntN(n)
				switch {
				case try%2 == 0 && v == 0:
					continue
				case try%2 == 0:
					to = random.IntN(v)
				case kinds == 1:
					to = (v + 1 + random.IntN(2)) % n
				}
				edges = append(edges, loopy.Edge{From: uint32(v), To: uint32(to)})
			}
		}
		g, err := loopy.NewGraph(t.Context(), n, edges)
		if err != nil {
			t.Fatal(err)
		}
		options := g.Options()
		birthdays, order, err := loopy.Birthdays(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		var birthday func(v uint32, left int) uint64
		birthday = func(v uint32, left int) (b uint64) {
			for _, q := range options(v) {
				if left == 0 || b == loopy.Infinite {
					return loopy.Infinite
				}
				if d := birthday(q, left-1); d == loopy.Infinite {
					b = d
				} else {
					b = max(b, d+1)
				}
			}
			return b
		}
		ended := 0
		for v := range uint32(n) {
			want := birthday(v, n)
			if birthdays[v] != want {
				t.Fatalf("%v: birthday %d of %d, want %d", edges, birthdays[v], v, want)
			}
			if want != loopy.Infinite {
				ended++
			}
		}
		if len(order) != ended {
			t.Fatalf("%v: %d nodes in order, want %d", edges, len(order), ended)
		}
		if ended < n {
			cyclic++
		}
		classes, err := loopy.Classes(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]int, n)
		for range n {
			number := map[string]int{}
			next := make([]int, n)
			for v := range n {
				var to []int
				for _, q := range options(uint32(v)) {
					to = append(to, want[q])
				}
				slices.Sort(to)
				key := fmt.Sprint(slices.Compact(to))
				if _, ok := number[key]; !ok {
					number[key] = len(number)
				}
				next[v] = number[key]
			}
			want = next
		}
		for v := range n {
			for u := range v {
				if (classes[u] == classes[v]) != (want[u] == want[v]) {
					t.Fatalf("%v: %d and %d are in classes %d and %d, by definition %d and %d", edges, u, v, classes[u], classes[v], want[u], want[v])
				}
			}
		}
		if most := slices.Max(classes); int(most) != slices.Max(want) {
			t.Fatalf("%v: classes to %d, by definition to %d", edges, most, slices.Max(want))
		}
	}
	if cyclic < 500 {
		t.Errorf("%d graphs have cycles", cyclic)
	}
}

// Large graphs: a path of pairs, whose classes are its places, and a cycle, which is one class.
func TestClassesOfLargeGraphs(t *testing.T) {
	const n = 1 << 16
	var edges []loopy.Edge
	for v := uint32(2); v < n; v++ {
		edges = append(edges, loopy.Edge{From: v, To: (v - 2) &^ 1}, loopy.Edge{From: v, To: v - 2 | 1})
	}
	for v := uint32(n); v < 2*n; v++ {
		edges = append(edges, loopy.Edge{From: v, To: n + (v+1)%n})
	}
	g, err := loopy.NewGraph(t.Context(), 3*n, edges, []loopy.Edge{{From: 2 * n, To: n + 5}})
	if err != nil {
		t.Fatal(err)
	}
	classes, err := loopy.Classes(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	// On the path a node has both of the pair before it. Nodes of degree 0 are the form 0, and the cycle is one class.
	seen := map[uint32]bool{}
	for v, c := range classes {
		seen[c] = true
		switch {
		case v < n && c != classes[v&^1], v >= n && v <= 2*n && c != classes[n], v > 2*n && c != classes[0]:
			t.Fatalf("%d has the class %d", v, c)
		}
	}
	if len(seen) != n/2+1 {
		t.Errorf("%d classes", len(seen))
	}
	// A long chain that leads into a cycle with a way out is divided from the end.
	edges = edges[:0]
	for v := uint32(1); v < n; v++ {
		edges = append(edges, loopy.Edge{From: v, To: v - 1}, loopy.Edge{From: v, To: n - 1})
	}
	if g, err = loopy.NewGraph(t.Context(), n, edges); err != nil {
		t.Fatal(err)
	}
	if classes, err = loopy.Classes(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if slices.Sort(classes); len(slices.Compact(classes)) != n {
		t.Errorf("%d classes of a chain", len(classes))
	}
}
