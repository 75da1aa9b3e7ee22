package input

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/meter"
)

// contracted returns the parents of a tree, by node, and its edges without the nodes from … to.
func contracted(t *testing.T, n, from, to int, parent func(i int) int) (up []int, left []uint64) {
	up = make([]int, n)
	var edges []choice
	for node := 1; node < n; node++ {
		up[node] = parent(node)
		edges = append(edges, choice{value: uint64(up[node])}, choice{value: uint64(node)})
	}
	sh := &shrinker{Pace: meter.Pace{Ctx: t.Context(), Every: 1 << 13}}
	return up, valuesOf(edges[:sh.contract(edges, from, to)])
}

// What hangs from nodes that are taken out hangs from the next one above that stays, as a walk
// upward from each node finds it.
func TestContract(t *testing.T) {
	random := chance.New(t, 41)
	for range 400 {
		n := 3 + random.IntN(30)
		from := 1 + random.IntN(n-1)
		to := from + random.IntN(n-from)
		up, got := contracted(t, n, from, to, random.IntN)
		var want []uint64
		for node := 1; node < n; node++ {
			above := up[node]
			for from <= above && above < to {
				above = up[above]
			}
			if from <= node && node < to {
				continue
			}
			for _, end := range []int{above, node} {
				if end >= to {
					end -= to - from
				}
				want = append(want, uint64(end))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v without %d … %d: %v, want %v", up, from, to-1, got, want)
		}
	}
}

// A star stands at the end of a long path that goes: no leaf may walk along it by itself.
func TestContractBroom(t *testing.T) {
	const n, from, to = 1 << 18, 10, 1 << 17
	_, got := contracted(t, n, from, to, func(i int) int { return min(i-1, to-1) })
	if want := 2 * (n - (to - from) - 1); len(got) != want {
		t.Fatalf("%d ends of edges, want %d", len(got), want)
	}
	for i := 2 * (from - 1); i < len(got); i += 2 {
		if got[i] != from-1 {
			t.Fatalf("edge %d hangs from %d, want %d", i/2, got[i], from-1)
		}
	}
}
