package period_test

import (
	"context"
	"errors"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/period"
)

// A played game is a code in Go: what moves leave of n.
type played func(n uint64) [][]uint64

func (g played) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 { return append(dst, g(p[0])...) }

func play(t *testing.T, g grundy.Game[[]uint64], d period.Declared) (*period.Played, error) {
	t.Helper()
	return period.Play(t.Context(), g, func(n uint64) []uint64 { return []uint64{n} }, func(p []uint64) []uint64 { return p }, d, 1<<10)
}

// Kayles has preperiod 71 and period 12 (Guy and Smith 1956), and other moves than those declared
// are met.
func TestPlay(t *testing.T) {
	s, err := play(t, Pins{}, period.Declared{Taken: 2, Heaps: 2})
	if err != nil || !s.Proved || s.Preperiod != 71 || s.Period != 12 {
		t.Errorf("%v, %v", s, err)
	}
	for name, c := range map[string]struct {
		game     played
		declared period.Declared
		at       uint64
	}{
		"more is taken":  {func(n uint64) [][]uint64 { return [][]uint64{{n - min(n, 5)}}[:min(n, 1)] }, period.Declared{Taken: 4, Heaps: 1}, 5},
		"a larger heap":  {func(n uint64) [][]uint64 { return [][]uint64{{n + 1}} }, period.Declared{Taken: 1, Heaps: 1}, 0},
		"not all sizes":  {func(n uint64) [][]uint64 { return [][]uint64{{n / 2, n - n/2 - 1}}[:min(n, 1)] }, period.Declared{Taken: 1, Heaps: 2}, 5},
		"moves that end": {func(n uint64) [][]uint64 { return [][]uint64{{n - min(n, 1)}}[:min(n, 1)*(1-min(n/50, 1))] }, period.Declared{Taken: 1, Heaps: 1}, 50},
		"too many heaps": {func(n uint64) [][]uint64 { return [][]uint64{{n / 2, n - n/2 - 1}}[:min(n, 1)] }, period.Declared{Taken: 1, Heaps: 1}, 3},
	} {
		_, err := play(t, c.game, c.declared)
		wrong, ok := errors.AsType[*period.UndeclaredError](err)
		if !ok || wrong.Heap != c.at {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := period.Play(ended, Pins{}, func(n uint64) []uint64 { return []uint64{n} }, func(p []uint64) []uint64 { return p }, period.Declared{Taken: 2, Heaps: 2}, 1<<10); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}
