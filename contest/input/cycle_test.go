package input

import (
	"testing"

	"grundy/internal/chance"
	"grundy/internal/meter"
)

// TestCycleSlow compares the last edge that is on a cycle, or on a path between two, with a
// search from each edge.
func TestCycleSlow(t *testing.T) {
	random := chance.New(t, 130)
	for _, scale := range []uint64{1, 1000} {
		for range 400 {
			edges := make([]uint64, 2*random.IntN(9))
			for i := range edges {
				edges[i] = 1 + scale*random.Uint64N(6)
			}
			f := &field{Field: Field{Directed: true, Acyclic: true}}
			got, err := f.cycle(edges, &meter.Pace{Ctx: t.Context()})
			onCycle := -1
			for i := 0; i < len(edges); i += 2 {
				if reaches(edges, edges[i+1], edges[i]) {
					onCycle = i / 2
				}
			}
			if err != nil || (got < 0) != (onCycle < 0) || got < onCycle {
				t.Fatalf("%v: got edge %d, the last on a cycle is %d", edges, got, onCycle)
			}
		}
	}
}

func reaches(edges []uint64, from, to uint64) bool {
	seen := map[uint64]bool{from: true}
	for range edges {
		for i := 0; i < len(edges); i += 2 {
			if seen[edges[i]] {
				seen[edges[i+1]] = true
			}
		}
	}
	return seen[to]
}
