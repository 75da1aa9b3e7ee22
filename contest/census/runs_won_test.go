package census

import (
	"testing"

	"grundy/internal/chance"
)

// TestRunsWon compares with the nim-sum of each run.
func TestRunsWon(t *testing.T) {
	rng := chance.New(t, 1)
	for range 200 {
		heaps := make([]uint64, rng.IntN(12))
		for i := range heaps {
			heaps[i] = rng.Uint64N(4)
		}
		want := uint64(0)
		for i := range heaps {
			sum := uint64(0)
			for _, h := range heaps[i:] {
				if sum ^= h; sum != 0 {
					want++
				}
			}
		}
		if got := RunsWon(heaps); got != want {
			t.Fatalf("%v: %d runs, want %d", heaps, got, want)
		}
	}
}

func BenchmarkDivisionGame(b *testing.B) {
	for b.Loop() {
		RunsWon(must(PrimeFactors(b.Context(), 1e9, 1e9+1e6)))
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
