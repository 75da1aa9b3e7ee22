package sequence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"

	"pgregory.net/rapid"
)

// The engine for taking by digits without end gives what the definition gives.
func TestTakingEngine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := func(n int) (text string) {
			for range n {
				text += rapid.SampledFrom([]string{"0", "1", "2", "3", "3", "3"}).Draw(t, "digit")
			}
			return text
		}
		turn := rapid.SampledFrom([]int{1, 1, 2, 3, 7, mostPhases, mostPhases + 3}).Draw(t, "turn")
		c := MustCode("0." + digits(rapid.IntRange(0, 12).Draw(t, "near")) + "[" + digits(turn) + "]")
		e, ok := newTakingEngine(c)
		if !ok {
			return // the digits that repeat are 0
		}
		n := rapid.IntRange(1, 200).Draw(t, "n")
		want := definitionTo(c, n, 1<<20)
		got, err := e.extend(t.Context(), nil, n/2)
		if err == nil {
			got, err = e.extend(t.Context(), got, n)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: %s, %v", c, firstDifference(got, want), err)
		}
		other, _ := newTakingEngine(c) // that goes on from the values of another
		if got, err = other.extend(t.Context(), want[:n/3:n/3], n); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s, from %d on: %s, %v", c, n/3, firstDifference(got, want), err)
		}
	})
}

// An all-but game costs a few steps a value and number that is excluded, and its
// period is proved when some more values than two turns are known.
func TestAllButIsLinear(t *testing.T) {
	for _, numbers := range long.Every(2, [][]uint64{{17, 3000}, {3000}, {30_000}}) {
		c := AllBut(numbers...)
		e, _ := newTakingEngine(c)
		const n = 40_000
		if _, err := e.extend(t.Context(), nil, n); err != nil || e.steps > (1+2*uint64(len(numbers)))*n {
			t.Errorf("allbut%d: %d steps for %d values, %v", numbers, e.steps, n, err)
		}
	}
	for _, s := range long.Every(3, []uint64{1, 2, 10, 1000, 3000, 60_000}) {
		r, _, err := AllBut(s).Period(t.Context(), 7*s+100, nil)
		if got := fmt.Sprint(r.Proved, r.Preperiod, r.Period, r.Saltus); err != nil || got != fmt.Sprint(true, 0, 2*s, s) {
			t.Errorf("allbut[%d]: %s, %v", s, got, err)
		}
	}
	if cost, engine, ok := AllBut(60_000).Cost(50_000); !ok || cost.Time.Seconds() > 1 || !strings.Contains(engine, "engine_taking.go") {
		t.Errorf("%+v, %s, %v", cost, engine, ok)
	}
}
