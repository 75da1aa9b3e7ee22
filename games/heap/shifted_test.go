package heap

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/games/heap/sequence"
)

// A sequence that begins farther on, with sums of heaps first: take 1 or 2 has the nim-values
// 0, 1, 2, 0, 1, 2, …, and the heap n + 1 stands at n from 3 on.
func TestShifted(t *testing.T) {
	base := sequence.MustCode("0.33")
	for _, c := range []struct {
		first     [][]uint64
		want      []uint64
		misere    []uint64
		genera    string
		preperiod uint64
	}{
		{nil, []uint64{1, 2, 0, 1, 2, 0}, []uint64{0, 2, 1, 0, 2, 1}, "1 2 0 1 2 0", 0},
		{[][]uint64{{}, {1, 1}, {2}}, []uint64{0, 0, 2, 1, 2, 0}, []uint64{1, 1, 2, 0, 2, 1}, "0 0 2 1 2 0", 3},
		{[][]uint64{{}, {2}}, []uint64{0, 2, 0, 1, 2, 0}, []uint64{1, 2, 1, 0, 2, 1}, "0 2 0 1 2 0", 1},
		{[][]uint64{{1}, {2, 3}}, []uint64{1, 2, 0, 1, 2, 0}, []uint64{0, 2, 1, 0, 2, 1}, "1 2 0 1 2 0", 0},
		{[][]uint64{{2, 2}}, []uint64{0, 2, 0, 1, 2, 0}, []uint64{0, 2, 1, 0, 2, 1}, "0^0 2 0 1 2 0", 1},
	} {
		s := Shifted{Sequence: base, By: 1, First: c.first}
		for from := range uint64(6) {
			var got, misere []uint64
			collect := func(into *[]uint64) func([]uint64) error {
				return func(values []uint64) error { *into = append(*into, values...); return nil }
			}
			if err := s.Values(t.Context(), from, 6, nil, collect(&got)); err != nil || !slices.Equal(got, c.want[from:]) {
				t.Errorf("%v from %d: %v %v, want %v", c.first, from, got, err, c.want[from:])
			}
			if err := s.MisereValues(t.Context(), from, 6, 1<<10, nil, collect(&misere)); err != nil || !slices.Equal(misere, c.misere[from:]) {
				t.Errorf("%v from %d, misère: %v %v, want %v", c.first, from, misere, err, c.misere[from:])
			}
		}
		if got := strings.Join(genera(t, s, 6), " "); got != c.genera {
			t.Errorf("%v: the genera %s, want %s", c.first, got, c.genera)
		}
		r, _, err := s.Period(t.Context(), 100, nil)
		if err != nil || !r.Proved || r.Period != 3 || r.Preperiod != c.preperiod {
			t.Errorf("%v: %v %v, want preperiod %d", c.first, r, err, c.preperiod)
		}
	}
}
