package input

import (
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/meter"
)

// TestCycle looks from each edge whether it is on a cycle.
func TestCycle(t *testing.T) {
	random := chance.New(t, 130)
	for _, scale := range []uint64{1, 1000} {
		for range 400 {
			edges := make([]uint64, 2*random.IntN(9))
			for i := range edges {
				edges[i] = 1 + scale*random.Uint64N(6)
			}
			got, err := cycle(edges, &meter.Pace{Ctx: t.Context()})
			found := false
			for i := 0; i < len(edges); i += 2 {
				found = found || reaches(edges, edges[i+1], edges[i])
			}
			if err != nil || (got >= 0) != found || found && !reaches(edges, edges[2*got+1], edges[2*got]) {
				t.Fatalf("%v: edge %d is on a cycle, %v", edges, got, err)
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
