package rules

import (
	"fmt"
	"testing"
)

// The positions below one are counted, each once, until there are too many.
func TestReachesFew(t *testing.T) {
	f := load(t, "thirds", `
position(n = integer())
def moves(n):
    if n > 0:
        move(n // 2)
        move(n // 3)
`, Options{})
	for n, positions := range map[uint64]int{0: 1, 1: 2, 7: 5, 2_000_000_000: 259} { // 7, 3, 2, 1, 0
		p := read(t, f, fmt.Sprintf("%d)", n)).Position().(Position)
		if few, _ := f.ReachesFew(t.Context(), p, positions, 1<<20); !few {
			t.Errorf("%d reaches more than %d positions", n, positions)
		}
		if few, _ := f.ReachesFew(t.Context(), p, positions-1, 1<<20); few {
			t.Errorf("%d reaches fewer than %d positions", n, positions)
		}
		if few, took := f.ReachesFew(t.Context(), p, positions, 1); few && n > 0 || took < 1 {
			t.Errorf("%d: few is %v after %d steps", n, few, took)
		}
	}
}
