package pattern

import (
	"math/big"
	"slices"
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

// TestOddParts compares the formulas of functions of the odd part with what they are.
func TestOddParts(t *testing.T) {
	odd := features[slices.IndexFunc(features, func(f *feature) bool { return f.name == "odd_part" })]
	for _, c := range []*cycle{
		{first: []int64{1, 0}, turn: []int64{1}}, {first: []int64{1, 0, 1, 0, 1, 1, 1, 0}, turn: []int64{1}},
		{turn: []int64{0, 0, 1, 1}}, {turn: upTo(5)}, {first: []int64{4, 0, 4}, turn: []int64{2, 1, 1}},
	} {
		e := &node{op: opCycle, cycle: c, kids: []*node{{op: opFeature, feature: odd, kids: []*node{with(opAdd, -1, coordinate(0))}}}}
		rule := &Expression{e, NimValues}
		f, in, err := rule.Formula(t.Context(), []string{"n"}, "v")
		if err != nil {
			t.Fatalf("%s: %v", rule.Words([]string{"n"}), err)
		}
		a, _, err := (&automata.Theory{System: in}).Automaton(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 200 {
			for v := range int64(6) {
				want, ok := e.at([]int{n})
				if got := a.Accepts(in.Word(big.NewInt(int64(n)), big.NewInt(v))); got != (ok && want == v) {
					t.Fatalf("%s: %d at %d is %v", rule.Words([]string{"n"}), v, n, got)
				}
			}
		}
	}
}
