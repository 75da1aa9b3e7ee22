package pattern

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/theory/automata"
)

// run returns what a machine says of numbers in the order in which it reads them.
func (m *Machine) run(numbers ...*big.Int) int64 {
	state := int32(0)
	for _, digits := range m.System.Word(numbers...) {
		letter := 0
		for _, d := range digits {
			letter = letter*m.digits() + d
		}
		if state = m.Next[state][letter]; state < 0 {
			return Silent
		}
	}
	return m.Says[state]
}

// TestMachine compares machines with what they are made of: the remainder of x + 2y modulo
// 3, unless it is 2, as parts and as a relation, in several systems.
func TestMachine(t *testing.T) {
	sqrt2, err := automata.Ostrowski([]int{1}, []int{2})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*automata.System{automata.Base(2), automata.Base(3), automata.Zeckendorf(), automata.Tribonacci(), sqrt2} {
		th := &automata.Theory{System: s}
		sum := automata.V("x").Plus(automata.V("y").Times(2))
		var parts []*automata.Automaton
		for v := range int64(2) {
			a, _, err := th.Automaton(t.Context(), automata.Congruent(sum, automata.C(v), 3))
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, a)
		}
		m, err := newMachine(s, NimValues, []string{"y", "x"}, false, parts...)
		if err != nil {
			t.Fatal(err)
		}
		v := automata.V("v")
		a, _, err := th.Automaton(t.Context(), automata.And(automata.Congruent(sum, v, 3), automata.Less(v, automata.C(2))))
		if err != nil {
			t.Fatal(err)
		}
		r, err := newMachine(s, NimValues, []string{"y", "x", "v"}, true, a)
		if err != nil {
			t.Fatal(err)
		}
		for x := range int64(40) {
			for y := range int64(40) {
				want := (x + 2*y) % 3
				if want == 2 {
					want = Silent
				}
				if got := m.run(big.NewInt(y), big.NewInt(x)); got != want {
					t.Errorf("%s: (%d,%d): %d, want %d", s.Name(), x, y, got, want)
				}
				for v := range int64(3) {
					if got := r.run(big.NewInt(y), big.NewInt(x), big.NewInt(v)); got == 0 != (v == want) {
						t.Errorf("%s: (%d,%d) with %d: %d", s.Name(), x, y, v, got)
					}
				}
			}
		}
		arrows := 0
		m.Arrows(func(_, _ int, letters []string) {
			arrows += len(letters)
			for _, l := range letters {
				if len(strings.ReplaceAll(l, ",", "")) != 2 {
					t.Errorf("%s: letter %s", s.Name(), l)
				}
			}
		})
		cells := 0
		for _, to := range slices.Concat(m.Next...) {
			if to >= 0 {
				cells++
			}
		}
		if arrows != cells {
			t.Errorf("%s: %d letters on arrows, %d in the table", s.Name(), arrows, cells)
		}
	}
	if _, err := newMachine(automata.Base(36), NimValues, []string{"a", "b", "c", "d"}, false); err == nil {
		t.Error("a table of 36^4 letters is made")
	}
}
