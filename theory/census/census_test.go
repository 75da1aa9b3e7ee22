package census

// This file compares each count with one that looks at every sum.

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/meter"
)

// want compares two numbers, of any integer types.
func want(t *testing.T, what string, got any, err error, right any) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if fmt.Sprint(got) != fmt.Sprint(right) {
		t.Errorf("%s: got %v, want %v", what, got, right)
	}
}

func TestLists(t *testing.T) {
	rnd := chance.New(t, 1)
	for range 60 {
		values := make([]uint64, rnd.IntN(8))
		for i := range values {
			values[i] = rnd.Uint64N(9)
		}
		counts := make([]uint64, 9)
		for _, v := range values {
			counts[v]++
		}
		for k := range 5 {
			lists := uint64(0)
			index := make([]int, k)
			for done := len(values) == 0 && k > 0; !done; {
				sum := uint64(0)
				for _, i := range index {
					sum ^= values[i]
				}
				if sum == 0 {
					lists++
				}
				done = true
				for i := range index {
					if index[i]++; index[i] < len(values) {
						done = false
						break
					}
					index[i] = 0
				}
			}
			for _, m := range []uint64{1, 2, 7, 10, 12, prime, 1 << 31} {
				got, err := Lists(t.Context(), counts, uint64(k), m)
				want(t, fmt.Sprintf("lists of %d of %v modulo %d", k, values, m), got, err, lists%m)
			}
		}
	}
}

// TestRefusals asks what has no answer.
func TestRefusals(t *testing.T) {
	if _, err := Lists(t.Context(), []uint64{1}, 1, 0); err == nil {
		t.Error("lists modulo 0")
	}
}

// TestBudgets asks without memory, and after the end.
func TestBudgets(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	poor := meter.With(t.Context(), 1)
	many := make([]uint64, 1<<10)
	ask := func(ctx context.Context) error { _, err := Lists(ctx, many, 5, 7); return err }
	if err := ask(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if err := ask(poor); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("without memory: %v", err)
	}
	if err := ask(meter.With(t.Context(), 1<<30)); err != nil {
		t.Error(err)
	}
}

// vectors calls visit with all vectors of n numbers below the limit, the same slice each time.
func vectors(n int, limit uint64, visit func([]uint64)) {
	v := make([]uint64, n)
	for {
		visit(v)
		i := 0
		for ; i < n && v[i] == limit-1; i++ {
			v[i] = 0
		}
		if i == n {
			return
		}
		v[i]++
	}
}

func TestCompositionsWonCounted(t *testing.T) {
	random := chance.New(t, 103)
	for range 200 {
		values := make([]uint64, 14)
		limit := 1 + random.Uint64N(9)
		for i := range values {
			values[i] = random.Uint64N(limit)
		}
		heaps, total := random.Uint64N(5), random.Uint64N(14)
		want := uint64(0)
		vectors(int(heaps), total+1, func(v []uint64) {
			sum, value := uint64(0), uint64(0)
			for _, n := range v {
				if n == 0 {
					return
				}
				sum += n
				value ^= values[n]
			}
			if sum == total && value != 0 {
				want++
			}
		})
		if got, err := CompositionsWon(t.Context(), values, heaps, total); err != nil || got != want {
			t.Fatalf("%v, %d heaps of %d in all: got %d, want %d, error %v", values, heaps, total, got, want, err)
		}
	}
	if _, err := CompositionsWon(t.Context(), make([]uint64, 5000), 3, 4999); err == nil {
		t.Error("a total that could exceed 64 bits was taken")
	}
}

// TestCompositionsWonLarge compares with a count of all sums, one heap after the other.
func TestCompositionsWonLarge(t *testing.T) {
	const total = 90
	random := chance.New(t, 104)
	values := make([]uint64, total+1)
	for i := range values {
		values[i] = random.Uint64N(32)
	}
	ways := make([][32]uint64, total+1)
	ways[0][0] = 1
	for heaps := uint64(1); heaps <= 10; heaps++ {
		next := make([][32]uint64, total+1)
		for n := range ways {
			for more := 1; n+more <= total; more++ {
				for v, count := range ways[n] {
					next[n+more][uint64(v)^values[more]] += count
				}
			}
			for v := range next[n] {
				next[n][v] %= prime
			}
		}
		ways = next
		want := uint64(0)
		for _, count := range ways[total][1:] {
			want += count
		}
		if got, err := CompositionsWon(t.Context(), values, heaps, total); err != nil || got != want%prime {
			t.Errorf("%d heaps: got %d, want %d, error %v", heaps, got, want%prime, err)
		}
	}
}
