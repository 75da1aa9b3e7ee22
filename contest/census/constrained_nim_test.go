package census

import (
	"testing"

	"grundy/internal/chance"
)

// TestConstrainedNim compares the nim-values with the mex of the options.
func TestConstrainedNim(t *testing.T) {
	rng := chance.New(t, 1)
	for round := range 500 {
		most := 3 + rng.Uint64N(20)
		var takes []ForbiddenTake
		none := map[ForbiddenTake]bool{}
		for range rng.IntN(60) {
			heap := 1 + rng.Uint64N(most)
			take := ForbiddenTake{heap, 1 + rng.Uint64N(heap)}
			takes, none[take] = append(takes, take), true
		}
		c := NewConstrainedNim(takes)
		var values []uint64
		for n := uint64(0); n <= most+5; n++ {
			options := map[uint64]bool{}
			for take := uint64(1); take <= n; take++ {
				if !none[ForbiddenTake{n, take}] {
					options[values[n-take]] = true
				}
			}
			mex := uint64(0)
			for options[mex] {
				mex++
			}
			values = append(values, mex)
			if got := c.Value(n); got != mex {
				t.Fatalf("round %d, %v: heap %d has value %d, want %d", round, takes, n, got, mex)
			}
		}
	}
}

func BenchmarkConstrainedNim(b *testing.B) {
	rng := chance.New(b, 1)
	for _, name := range []string{"far apart", "dense"} {
		var takes []ForbiddenTake
		for len(takes) < 200_000 {
			if name == "dense" {
				heap := 1 + rng.Uint64N(700)
				takes = append(takes, ForbiddenTake{heap, 1 + rng.Uint64N(heap)})
			} else {
				heap := 1 + rng.Uint64N(1e18)
				takes = append(takes, ForbiddenTake{heap, 1 + rng.Uint64N(heap)})
			}
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				NewConstrainedNim(takes)
			}
		})
	}
}
