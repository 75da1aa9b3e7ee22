package period_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// A rule drawn at random: the next term is looked up by the parities of the
// last ones.
func drawWindow(t *rapid.T) period.Window[uint32] {
	width := rapid.IntRange(1, 6).Draw(t, "width")
	table := rapid.SliceOfN(rapid.Uint32Range(0, 3), 1<<width, 1<<width).Draw(t, "table")
	return period.Window[uint32]{
		Width: width,
		Next: func(before []uint32) uint32 {
			n := len(before)
			if n < width {
				return table[n]
			}
			index := 0
			for i := range width {
				index = 2*index + int(before[n-1-i]%2)
			}
			return table[index]
		},
	}
}

// Against the definition: what is proved holds for all terms as far as they
// are computed one by one, and neither preperiod nor period could be less.
func TestByWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWindow(t)
		s, err := period.ByWindow(context.Background(), w, 1e18, 1<<16, nil)
		if err != nil {
			t.Fatal(err)
		}
		last := 3*(s.Preperiod+s.Period) + 50
		var terms []uint32
		for n := range last {
			terms = append(terms, w.Next(terms))
			if got := s.At(n); got != uint64(terms[n]) {
				t.Fatalf("term %d is %d by the period, %d by the rule", n, got, terms[n])
			}
		}
		if q := s.Preperiod; q > 0 && terms[q-1+s.Period] == terms[q-1] {
			t.Fatalf("preperiod %d is not the least", q)
		}
		tail := terms[s.Preperiod:]
		for shorter := 1; shorter < int(s.Period); shorter++ {
			if slices.Equal(tail[shorter:], tail[:len(tail)-shorter]) {
				t.Fatalf("period %d, but %d fits too", s.Period, shorter)
			}
		}
	})
}

func TestByWindowStopsAtLast(t *testing.T) {
	count := period.Window[uint32]{Width: 1, Next: func(before []uint32) uint32 { return uint32(len(before)) }}
	s, err := period.ByWindow(context.Background(), count, 99, 1000, nil)
	if err != nil || len(s.Terms) != 100 || s.Period != 0 || s.At(99) != 99 {
		t.Errorf("%d terms, period %d (%v)", len(s.Terms), s.Period, err)
	}
	if _, err := period.ByWindow(context.Background(), count, 1e18, 1000, nil); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a sequence without a period ends with %v", err)
	}
}

func ExampleByWindow() {
	// The nim-values of the game in which 1, 3 or 4 are removed.
	next := func(before []uint8) uint8 {
		var seen [4]bool
		for _, s := range []int{1, 3, 4} {
			if n := len(before); s <= n {
				seen[before[n-s]] = true
			}
		}
		mex := uint8(0)
		for seen[mex] {
			mex++
		}
		return mex
	}
	s, _ := period.ByWindow(context.Background(), period.Window[uint8]{Width: 4, Next: next}, 1e18, 1000, nil)
	fmt.Println(s.Preperiod, s.Period, s.At(1e18))
	// Output: 0 7 1
}

// A window takes the memory of the terms without which it cannot recur, and of 2^16
// with room to grow, of 4 bytes each, before it computes any.
func TestByWindowTakesMemory(t *testing.T) {
	const bytes = 4*2000 + 2*4<<16
	w := period.Window[uint32]{Width: 1000, Next: func([]uint32) uint32 { return 1 }}
	s, err := period.ByWindow(meter.With(t.Context(), bytes), w, 1e18, 1<<16, nil)
	if err != nil || s.Period != 1 {
		t.Errorf("with %d bytes: %+v, %v", bytes, s.Result, err)
	}
	if s, err := period.ByWindow(meter.With(t.Context(), bytes-1), w, 1e18, 1<<16, nil); !errors.Is(err, grundy.ErrBudget) || len(s.Terms) > 0 {
		t.Errorf("with one byte less: %+v, %v", s.Result, err)
	}
}
