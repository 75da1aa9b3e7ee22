package automata

import (
	"context"
	"testing"
)

// A claim is that a set has exactly the positions from which no move leads to it.
type claim struct {
	name   string
	system func() *System
	set    func(t testing.TB) *Automaton // over the coordinates
	moves  [][]int                       // by how many each coordinate falls, times k > 0
}

// wythoff returns Wythoff's P-positions in Zeckendorf's system: the larger number is the
// smaller one, which ends in an even number of zeros, with a zero behind.
func wythoff(t testing.TB) *Automaton {
	type state struct {
		small, expected int // track of the smaller number, -1 as long as it is open; its next digit
		odd             bool
	}
	w := NewWork(context.Background(), Budget{})
	defer w.Close()
	a, err := Build(w, Zeckendorf().universe, []string{"x", "y"}, state{small: -1}, func(s state, letter []int) (state, bool) {
		if s.small < 0 {
			switch {
			case letter[0] == 0 && letter[1] == 0:
				return s, true
			case letter[0] == 0:
				s.small = 0
			case letter[1] == 0:
				s.small = 1
			}
			if s.small < 0 {
				return s, false
			}
		}
		own, other := letter[s.small], letter[1-s.small]
		if own != s.expected {
			return s, false
		}
		return state{s.small, other, own == 0 && !s.odd}, true
	}, func(s state) bool { return s.small < 0 || s.expected == 0 && !s.odd })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestClaims(t *testing.T) {
	for _, c := range claims {
		v, err := (&Theory{System: c.system()}).Decide(t.Context(), c.formula(c.set(t)))
		if err != nil || !v.Holds {
			t.Error(c.name, v, err)
		}
	}
}

var coordinates = []string{"x", "y", "z", "zz"}

func nim(heaps int) func(testing.TB) *Automaton {
	return func(t testing.TB) *Automaton {
		a, err := Build(NewWork(t.Context(), Budget{}), Base(2).Universe(), coordinates[:heaps], 0, func(_ int, l []int) (int, bool) {
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
		at = append(at, V(coordinates[i]))
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
				set := c.set(b)
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
