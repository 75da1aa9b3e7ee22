package pattern

import (
	"math/big"
	"testing"

	"github.com/grundy-games/grundy/theory/automata"
)

// formula compares the automaton of a pattern's formula with a table.
func formula(t *testing.T, p *Pattern, near *Table) {
	t.Helper()
	f, in, err := p.Rule.(*Expression).Formula(t.Context(), p.Coordinates, "v")
	if err != nil {
		t.Logf("%s: %v", p.Words, err)
		return
	}
	if in == nil {
		in = automata.Zeckendorf()
	}
	a, stats, err := (&automata.Theory{System: in}).Automaton(t.Context(), f)
	if err != nil {
		t.Errorf("%s: %v", p.Words, err)
		return
	}
	t.Logf("%s: %d states, largest %d", p.Words, a.States(), stats.Largest)
	cells := 0
	for at, v := range near.Cells() {
		if cells++; cells > 800 {
			return
		}
		for _, w := range []int64{v, v + 1, max(v-1, 0)} {
			by := map[string]*big.Int{"v": big.NewInt(w)}
			for i, name := range p.Coordinates {
				by[name] = big.NewInt(int64(at[i]))
			}
			var point []*big.Int
			for _, track := range a.Tracks() {
				point = append(point, by[track])
			}
			want := w == v
			if p.Of == Outcomes {
				want = v == 0
			}
			if got := a.Accepts(in.Word(point...)); got != want {
				t.Fatalf("%s at %v, v = %d: %v, want %v\n%v", p.Words, at, w, got, want, f)
			}
		}
	}
}
