package automata

import (
	"testing"
)

func TestSmoke(t *testing.T) {
	w := NewWork(t.Context(), Budget{})
	defer w.Close()
	u := Free(2)
	// x + y = z in binary, carries guessed from the front: state carry wanted.
	type st struct{ carry, sum int }
	add, err := Explore(w, u, []string{"x", "y", "z"}, st{}, func(s st, track, d int) (st, bool) {
		if track < 2 {
			s.sum += d
			return s, true
		}
		// carry out wanted s.carry: sum + in = d + 2*carry
		in := d + 2*s.carry - s.sum
		return st{carry: in}, in == 0 || in == 1
	}, func(s st) bool { return s.carry == 0 })
	if err != nil {
		t.Fatal(err)
	}
	if add.States() != 2 {
		t.Error(add.States())
	}
	word := func(nums ...int) [][]int {
		var out [][]int
		for i := 9; i >= 0; i-- {
			var l []int
			for _, n := range nums {
				l = append(l, n>>i&1)
			}
			out = append(out, l)
		}
		return out
	}
	must := func(a *Automaton, err error) *Automaton {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for x := range 12 {
		for y := range 12 {
			for z := range 25 {
				if add.Accepts(word(x, y, z)) != (x+y == z) {
					t.Fatal(x, y, z)
				}
			}
		}
	}
	le := must(w.Project(add, "y"))
	swapped := must(w.Rename(add, map[string]string{"x": "z", "z": "x"}))
	double := must(w.Rename(add, map[string]string{"x": "y"}))
	ten := must(w.Fix(add, "z", []int{1, 0, 1, 0}))
	not := must(w.Not(le))
	for x := range 12 {
		for z := range 25 {
			if le.Accepts(word(x, z)) != (x <= z) || not.Accepts(word(x, z)) != (x > z) {
				t.Fatal(x, z)
			}
			if double.Accepts(word(x, z)) != (2*x == z) {
				t.Fatal(x, z)
			}
			if ten.Accepts(word(x, z)) != (x+z == 10) {
				t.Fatal(x, z)
			}
			for y := range 12 {
				if swapped.Accepts(word(x, y, z)) != (z+y == x) {
					t.Fatal(x, y, z)
				}
			}
		}
	}
	if or := must(w.Or(le, not)); !or.Equal(must(w.True(u, "x", "z"))) {
		t.Error("x <= z or not")
	}
}
