package period

import (
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// TestByRuns compares runs with the terms by definition, within what they come to and far beyond.
func TestByRuns(t *testing.T) {
	t.Parallel()
	rng := chance.New(t, 1)
	proved, over := 0, 0
	for range long.Of(150, 5000, 100000) {
		near, far := rng.IntN(4), 1+rng.IntN(2)
		var distances []uint64
		for range near {
			distances = append(distances, 1+rng.Uint64N(12))
		}
		slices.Sort(distances)
		distances = slices.Compact(distances)
		near = len(distances)
		for range far {
			distances = append(distances, 13+rng.Uint64N(150))
		}
		slices.Sort(distances)
		distances = slices.Compact(distances)
		last := rng.Uint64N(20000)
		terms := make([]uint8, 0, last+1)
		for n := range last + 1 {
			seen := uint64(0)
			for _, d := range distances {
				if d <= n {
					seen |= 1 << terms[n-d]
				}
			}
			v := uint8(0)
			for seen>>v&1 > 0 {
				v++
			}
			terms = append(terms, v)
		}
		for _, asked := range []uint64{last, 1 << 62} {
			s, err := ByRuns(t.Context(), distances, near, asked, 1<<18)
			if errors.Is(err, grundy.ErrBudget) {
				over++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.shift > 0 {
				proved++
			}
			for n, v := range terms {
				if s.At(uint64(n)) != uint64(v) {
					t.Fatalf("%v, to %d: term %d is %d, want %d (at %d, shift %d)", distances, asked, n, s.At(uint64(n)), v, s.at, s.shift)
				}
			}
		}
	}
	t.Log(proved, over)
}
