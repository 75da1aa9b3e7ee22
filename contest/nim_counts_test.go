package contest

import (
	"errors"
	"testing"

	"grundy"
	"grundy/internal/chance"
)

// TestListsOfSum compares with lists that are made one by one.
func TestListsOfSum(t *testing.T) {
	rng := chance.New(t, 1)
	for range 300 {
		heaps := make([]uint64, rng.IntN(6))
		for i := range heaps {
			heaps[i] = rng.Uint64N(12)
		}
		k, sum, m := rng.Uint64N(5), rng.Uint64N(18), 1+rng.Uint64N(50)
		var count func(k, sum uint64) uint64
		count = func(k, sum uint64) uint64 {
			if k == 0 {
				if sum == 0 {
					return 1
				}
				return 0
			}
			total := uint64(0)
			for _, h := range heaps {
				total += count(k-1, sum^h)
			}
			return total
		}
		got, err := listsOfSum(t.Context(), heaps, k, sum, m)
		if want := count(k, sum) % m; err != nil || got != want {
			t.Fatalf("heaps %v, k = %d, nim-sum %d, modulo %d: %d, %v; want %d", heaps, k, sum, m, got, err, want)
		}
	}
	if _, err := listsOfSum(t.Context(), []uint64{1 << 26}, 1, 0, 7); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a heap of 2^26: %v", err)
	}
	if _, err := listsOfSum(t.Context(), []uint64{3}, 1, 0, 1<<62); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("modulo 2^62: %v", err)
	}
}

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
		if got := runsWon(heaps); got != want {
			t.Fatalf("%v: %d runs, want %d", heaps, got, want)
		}
	}
}

func BenchmarkListsOfSum(b *testing.B) {
	var primes []uint64
	for n, count := range must(primeFactors(b.Context(), 0, 50_000)) {
		if count == 1 {
			primes = append(primes, uint64(n))
		}
	}
	for b.Loop() {
		if _, err := listsOfSum(b.Context(), primes, 1e9, 0, 1e9+7); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDivisionGame(b *testing.B) {
	for b.Loop() {
		runsWon(must(primeFactors(b.Context(), 1e9, 1e9+1e6)))
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
