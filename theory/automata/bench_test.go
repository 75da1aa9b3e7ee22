package automata

import (
	"fmt"
	"testing"
)

// A claim is that a set has exactly the positions from which no move leads to it.
type claim struct {
	name   string
	system func() *System
	set    func(t testing.TB, s *System) *Automaton // over the coordinates x0, x1, …
	moves  [][]int                                  // by how many each coordinate falls, times k > 0
}

// wythoff has the words x, y where y is x with a 0 behind, and x ends in an even number of
// zeros; and y, x.
func wythoff(t testing.TB, s *System) *Automaton {
	type state struct{ small, due, odd int } // small: 1 + the track of x; due: the next digit of x
	a, err := Build(NewWork(t.Context(), Budget{}), s.Universe(), []string{"x0", "x1"}, state{}, func(at state, l []int) (state, bool) {
		if at.small == 0 {
			if l[0] == l[1] {
				return at, l[0] == 0
			}
			at.small = 1 + l[0]
		}
		x, y := l[at.small-1], l[2-at.small]
		return state{small: at.small, due: y, odd: (at.odd + 1) * (1 - x) % 2}, x == at.due
	}, func(at state) bool { return at.small == 0 || at.due == 0 && at.odd == 0 })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func nim(heaps int) func(testing.TB, *System) *Automaton {
	return func(t testing.TB, s *System) *Automaton {
		var tracks []string
		for i := range heaps {
			tracks = append(tracks, fmt.Sprint("x", i))
		}
		a, err := Build(NewWork(t.Context(), Budget{}), s.Universe(), tracks, 0, func(_ int, l []int) (int, bool) {
			xor := 0
			for _, d := range l {
				xor ^= d
			}
			return 0, xor == 0
		}, func(int) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

var claims = []claim{
	{"wythoff", Zeckendorf, wythoff, [][]int{{1, 0}, {0, 1}, {1, 1}}},
	{"nim3", func() *System { return Base(2) }, nim(3), [][]int{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"nim4", func() *System { return Base(2) }, nim(4), [][]int{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}},
}

// formula states the claim.
func (c claim) formula(set *Automaton) Formula {
	var at []Term
	for i := range c.moves[0] {
		at = append(at, V(fmt.Sprint("x", i)))
	}
	var options []Formula
	for _, move := range c.moves {
		var to []Term
		for i, by := range move {
			to = append(to, at[i].Minus(V("k").Times(int64(by))))
		}
		options = append(options, Exists([]string{"k"}, And(LessEqual(C(1), V("k")), Set("P", set, to...))))
	}
	return Iff(Set("P", set, at...), Not(Or(options...)))
}

func BenchmarkClaims(b *testing.B) {
	for _, c := range claims {
		b.Run(c.name, func(b *testing.B) {
			var v *Verdict
			for b.Loop() {
				s := c.system()
				set := c.set(b, s)
				th := &Theory{System: s}
				var err error
				if v, err = th.Decide(b.Context(), c.formula(set)); err != nil {
					b.Fatal(err)
				}
				if !v.Holds {
					b.Fatal(v.Counter)
				}
			}
			b.ReportMetric(float64(v.Stats.Largest.States), "states")
			b.ReportMetric(float64(v.Stats.Total.Nodes)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
