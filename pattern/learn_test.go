package pattern

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/automata"
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
	v, ok := a.At([]int{1<<60 + 5, 1<<59 + 3})
	if want := int64(1<<60 ^ 1<<59 ^ 6); !ok || v != want {
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
	systems, _ := numerations(noise)
	for _, in := range systems {
		if a, err := learnTable(t.Context(), noise, in, noise.worth(), effort); err == nil {
			t.Errorf("%s: %d states", in.Name(), a.states())
		}
	}
}

// TestAttack hunts for patterns in tables that look as if they had some: noise has none, and
// a pattern that is broken in one cell is told with it or not at all.
func TestAttack(t *testing.T) {
	r := chance.New(t, 3)
	phi := (1 + math.Sqrt(5)) / 2
	period := make([]int64, 40)
	kinds := []struct {
		name  string
		axes  int
		noise bool
		cell  func(at []int) int64
	}{
		{"even values", 1, true, func([]int) int64 { return r.Int64N(4) }},
		{"even values", 2, true, func([]int) int64 { return r.Int64N(3) }},
		{"rare zeros", 1, true, func([]int) int64 { return min(1, r.Int64N(9)) }},
		{"rare zeros", 2, true, func(at []int) int64 { return min(1, r.Int64N(int64(2+at[0]+at[1]))) }},
		{"gaps of a set", 1, true, func(at []int) int64 { return truth(at[0]%7 == int(r.Int64N(2))) }},
		{"near a line", 2, true, func(at []int) int64 {
			low, high := min(at[0], at[1]), max(at[0], at[1])
			return truth(high == int(phi*float64(low))+int(hash(low)%3))
		}},
		{"a period with a defect", 1, false, func(at []int) int64 { return period[at[0]%len(period)] }},
		{"Thue-Morse with a defect", 1, false, func(at []int) int64 { return int64(bits.OnesCount(uint(at[0])) % 2) }},
		{"nim-sums with a defect", 2, false, func(at []int) int64 { return int64(at[0] ^ at[1]) }},
	}
	for i := range len(kinds) * long.Of(1, 1, 7) {
		k := kinds[i%len(kinds)]
		period = period[:2+r.IntN(cap(period)-2)]
		for j := range period {
			period[j] = r.Int64N(3)
		}
		s := &source{name: k.name, axes: []string{"x", "y"}[:k.axes], of: []Kind{NimValues, Outcomes}[r.IntN(2)]}
		if k.name == "nim-sums with a defect" {
			s.of = NimValues
		}
		all := tableOf(s.of, s.axes, slices.Repeat([]int{side(s.cells(levels-long.Or(2, 0)), k.axes)}, k.axes), k.cell)
		if s.of == Outcomes {
			for j, v := range all.Values {
				all.Values[j] = min(v, 1)
			}
		}
		if !k.noise { // in what checks the first table
			at := make([]int, k.axes)
			for c := range at {
				at[c] = side(s.cells(0), k.axes) + r.IntN(side(s.cells(1), k.axes)-side(s.cells(0), k.axes))
			}
			j, _ := all.Index(at...)
			all.Values[j] = 1 - min(all.Values[j], 1)
		}
		s.memo = all
		h := &hunt{source: s}
		for level := range levels - long.Or(2, 0) {
			p, err := h.look(t.Context(), level)
			if err != nil {
				t.Fatal(err)
			}
			if p == nil {
				continue
			}
			for at, v := range all.Cells() {
				if w, ok := p.Rule.At(at); k.noise || !ok || w != v {
					t.Fatalf("%s, %d: %s; at %v it foretells %d, not %d", k.name, i, p.Words, at, w, v)
				}
			}
			break
		}
	}
}

// hash mixes a number.
func hash(n int) uint32 { return uint32(n+1) * 2654435761 >> 7 }

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

// Take at most 4 times what was taken before: the heaps that lose follow U(i) = U(i-1) + U(i-6),
// whose root 1.285 lies below the smallest Pisot number.
func TestNotPisot(t *testing.T) {
	const side = 94
	table := NewTable(Outcomes, []string{"n", "most"}, side, side)
	for n := range side {
		for most := range side {
			i, _ := table.Index(n, most)
			table.Values[i] = 0
			for k := 1; k <= min(n, most); k++ {
				if table.At(n-k, min(4*k, side-1)) == 0 {
					table.Values[i] = 1
					break
				}
			}
		}
	}
	in, err := recurring(table)
	if in != nil || err == nil || !strings.HasPrefix(err.Error(), "recurrence [1, 0, 0, 0, 0, 1] from [1, 2, 3, 4, 5, 7, 9, 12]: automata cannot add here") {
		t.Errorf("%v, %v", in, err)
	}
}
