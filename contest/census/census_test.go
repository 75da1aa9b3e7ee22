package census

// This file compares each count with one that looks at every position, by the rules.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"grundy"
	"grundy/internal/chance"
	"grundy/internal/meter"
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

func TestListsAndMultisets(t *testing.T) {
	rnd := chance.New(t, 1)
	for range 60 {
		values := make([]uint64, rnd.IntN(8))
		for i := range values {
			values[i] = rnd.Uint64N(9)
		}
		counts, err := Histogram(values)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 5 {
			lists, multisets := uint64(0), 0
			index := make([]int, k)
			for done := len(values) == 0 && k > 0; !done; {
				sum := uint64(0)
				for _, i := range index {
					sum ^= values[i]
				}
				if sum == 0 {
					lists++
					if slices.IsSorted(index) {
						multisets++
					}
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
			got, err := Multisets(t.Context(), counts, uint64(k))
			want(t, fmt.Sprintf("multisets of %d of %v", k, values), got, err, multisets)
		}
		other := []uint64{3, 0, 2}
		pairs, err := Pairs(counts, other)
		if err != nil {
			t.Fatal(err)
		}
		for sum, count := range pairs {
			right := uint64(0)
			for v, c := range counts {
				if w := v ^ sum; w < len(other) {
					right += c * other[w]
				}
			}
			want(t, fmt.Sprintf("pairs of %v of nim-sum %d", counts, sum), count, nil, right)
		}
	}
}

// TestRefusals asks what no machine could answer.
func TestRefusals(t *testing.T) {
	ctx, huge := t.Context(), uint64(1)<<62
	for name, ask := range map[string]func() error{
		"Histogram": func() error { _, err := Histogram([]uint64{huge}); return err },
		"Multisets": func() error { _, err := Multisets(ctx, []uint64{1, 2, 3}, huge); return err },
		"Pairs":     func() error { _, err := Pairs([]uint64{huge}, []uint64{huge}); return err },
	} {
		if err := ask(); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Lists(ctx, []uint64{1}, 1, 0); err == nil {
		t.Error("lists modulo 0")
	}
}

// TestBudgets asks without memory, and after the end.
func TestBudgets(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	poor := meter.With(t.Context(), 1)
	many := make([]uint64, 1<<10)
	for name, ask := range map[string]func(context.Context) error{
		"Lists":     func(ctx context.Context) error { _, err := Lists(ctx, many, 5, 7); return err },
		"Multisets": func(ctx context.Context) error { _, err := Multisets(ctx, many, 5); return err },
	} {
		if err := ask(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s after the end: %v", name, err)
		}
		if err := ask(poor); !errors.Is(err, grundy.ErrBudget) {
			t.Errorf("%s without memory: %v", name, err)
		}
		if err := ask(meter.With(t.Context(), 1<<30)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
