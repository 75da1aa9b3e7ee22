package automata

import (
	"context"
	"testing"
)

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

func wythoffTheorem(p *Automaton) Formula {
	in := func(x, y Term) Formula { return Set("P", p, x, y) }
	x, y, k := V("x"), V("y"), V("k")
	take := func(f Formula) Formula { return Exists([]string{"k"}, And(Less(C(0), k), f)) }
	return Iff(in(x, y), Not(Or(
		take(in(x.Minus(k), y)), take(in(x, y.Minus(k))), take(in(x.Minus(k), y.Minus(k))))))
}

func TestWythoff(t *testing.T) {
	p := wythoff(t)
	th := &Theory{System: Zeckendorf()}
	f := wythoffTheorem(p)
	v, err := th.Decide(context.Background(), f)
	if err != nil || !v.Holds {
		t.Fatal(v, err)
	}
	t.Log(f, p.States(), v.Stats)
}

func BenchmarkWythoff(b *testing.B) {
	p := wythoff(b)
	for b.Loop() {
		th := &Theory{System: Zeckendorf()}
		v, err := th.Decide(context.Background(), wythoffTheorem(p))
		if err != nil || !v.Holds {
			b.Fatal(v, err)
		}
	}
}
