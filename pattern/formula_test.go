package pattern

import (
	"math/big"
	"slices"
	"testing"

	"grundy/theory/automata"
)

// TestFormulas compares the automata of the formulas of all examples with the tables.
func TestFormulas(t *testing.T) {
	defined := 0
	for _, c := range examples() {
		near := tableOf(c.of, c.names, slices.Repeat([]int{c.side}, len(c.names)), c.f)
		p, _, err := Describe(t.Context(), near, computed(c.of, c.names, c.f))
		if err != nil || p == nil {
			t.Fatalf("%s: %v", c.words, err)
		}
		f, in, err := p.Rule.(*Expression).Formula(t.Context(), c.names, "v")
		if err != nil {
			t.Logf("%s: %v", c.words, err)
			continue
		}
		if in == nil {
			in = automata.Zeckendorf()
		}
		defined++
		theory := &automata.Theory{System: in}
		a, stats, err := theory.Automaton(t.Context(), f)
		if err != nil {
			t.Errorf("%s: %v", c.words, err)
			continue
		}
		t.Logf("%s: %d states, largest %d", c.words, a.States(), stats.Largest)
		cells := 0
		for at, v := range near.Cells() {
			if cells++; cells > 2000 {
				break
			}
			for _, w := range []int64{v, v + 1, max(v-1, 0)} {
				by := map[string]*big.Int{"v": big.NewInt(w)}
				for i, name := range c.names {
					by[name] = big.NewInt(int64(at[i]))
				}
				var point []*big.Int
				for _, track := range a.Tracks() {
					point = append(point, by[track])
				}
				want := w == v
				if c.of == Outcomes {
					want = v == 0
				}
				if got := a.Accepts(in.Word(point...)); got != want {
					t.Fatalf("%s at %v, v = %d: %v, want %v\n%v", c.words, at, w, got, want, f)
				}
			}
		}
	}
	if defined < 20 {
		t.Errorf("%d formulas", defined)
	}
}
