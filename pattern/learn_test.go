package pattern

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"grundy/internal/chance"
	"grundy/theory/automata"
)

// states returns the numbers of states.
func (a *automatic) states() (all []int) {
	for _, m := range a.machines() {
		all = append(all, m.states())
	}
	return all
}

// wythoff returns the outcomes of Wythoff's game by the definition.
func wythoff(side int) *Table {
	t := NewTable(Outcomes, []string{"x", "y"}, side, side)
	for x := range side {
		for y := range side {
			v := int64(0)
			for k := 1; k <= max(x, y); k++ {
				if t.At(x-k, y) == 0 || t.At(x, y-k) == 0 || t.At(x-k, y-k) == 0 {
					v = 1
				}
			}
			i, _ := t.Index(x, y)
			t.Values[i] = v
		}
	}
	return t
}

// TestLearn learns automata, whose least sizes are known.
func TestLearn(t *testing.T) {
	nim := NewTable(NimValues, []string{"a", "b"}, 64, 64)
	for i := range nim.Values {
		nim.Values[i] = int64(i/64 ^ i%64)
	}
	for _, c := range []struct {
		name   string
		table  *Table
		in     *automata.System
		states int
	}{
		{"Wythoff", wythoff(100), automata.Zeckendorf(), 8},
		{"Wythoff", wythoff(100), automata.Base(2), 0},
		{"Nim", nim, automata.Base(2), 2},
		{"Nim", nim, automata.Zeckendorf(), 0},
	} {
		a, err := learnTable(t.Context(), c.table, &numeration{System: c.in}, c.table.worth(), effort)
		if states := 0; err == nil {
			if states = a.states()[0]; states != c.states || !a.agrees(c.table) {
				t.Errorf("%s in %s: %d states, want %d", c.name, c.in, states, c.states)
			}
		} else if c.states > 0 {
			t.Errorf("%s in %s: %v", c.name, c.in, err)
		}
	}
	a, err := learnTable(t.Context(), nim, &numeration{System: automata.Base(2)}, 1000, effort)
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.Value([]*big.Int{big.NewInt(1<<60 + 5), big.NewInt(1<<59 + 3)})
	if want := int64(1<<60 ^ 1<<59 ^ 6); err != nil || v.Int64() != want {
		t.Errorf("nim-value %v, want %d", v, want)
	}
}

// TestNoise learns nothing from noise.
func TestNoise(t *testing.T) {
	r := chance.New(t, 1)
	noise := NewTable(Outcomes, []string{"x", "y"}, 64, 64)
	for i := range noise.Values {
		noise.Values[i] = r.Int64N(2)
	}
	for _, in := range numerations(noise) {
		if a, err := learnTable(t.Context(), noise, in, noise.worth(), effort); err == nil {
			t.Errorf("%s: %d states", in.Name(), a.states())
		}
	}
}

// TestCornerOfSeveral looks at the words of a rule that is another one where two coordinates
// are 0.
func TestCornerOfSeveral(t *testing.T) {
	table := NewTable(Outcomes, []string{"x", "y"}, 120, 120)
	for i := range table.Values { // Wythoff's game that ends at x + y <= 1
		x, y := i/120, i%120
		table.Values[i] = 1
		if x+y <= 1 {
			table.Values[i] = 0
			continue
		}
		lost := true
		for k := 1; k <= max(x, y) && lost; k++ {
			lost = table.At(x-k, y) != 0 && table.At(x, y-k) != 0 && table.At(x-k, y-k) != 0
		}
		if lost {
			table.Values[i] = 0
		}
	}
	p, _, err := Describe(t.Context(), table.Within(48, 48), table, func(_ context.Context, sides []int) (*Table, error) { return table.Within(sides...), nil })
	if err != nil || p == nil || !strings.Contains(p.Words, "or x = 0 and y = 0") {
		t.Errorf("%+v, %v", p, err)
	}
}
