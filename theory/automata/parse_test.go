package automata

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
)

// word returns the set of the places where an automatic sequence has one of some letters:
// those whose digits, most significant first, lead from state 0 to a state in at.
func word(t testing.TB, s *System, next func(state, digit int) int, at ...int) *Automaton {
	t.Helper()
	w := NewWork(context.Background(), Budget{})
	defer w.Close()
	a, err := Build(w, s.universe, []string{"n"}, 0, func(state int, letter []int) (int, bool) {
		return next(state, letter[0]), true
	}, func(state int) bool {
		for _, good := range at {
			if state == good {
				return true
			}
		}
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestParse(t *testing.T) {
	p := wythoff(t)
	sets := map[string]*Automaton{"P": p, "T": word(t, Base(2), func(s, d int) int { return s ^ d }, 1)}
	for _, test := range [][2]string{
		{"x=1", "x = 1"},
		{"A x, y: P(x, y) <=> ~(E k: k >= 1 & P(x - k, y))", "A x, y: P(x, y) <=> ~(E k: 0 < k & P(x - k, y))"},
		{"∀ x: ∃ y: x ≤ y ∧ ¬ y = 3·x", "A x: E y: x <= y & y != 3*x"},
		{"1 <= x < y <= 10^18", "0 < x & x < y & y <= 1000000000000000000"},
		{"x = 1 => y = 1 => z = 1", "x = 1 => y = 1 => z = 1"},
		{"(x = 1 => y = 1) => z = 1", "(x = 1 => y = 1) => z = 1"},
		{"x = y (mod 3)", "x = y (mod 3)"},
		{"x != 2 mod 5", "x != 2 (mod 5)"},
		{"~~x = 1 | false & y = 2", "x = 1"},
		{"2*(x + 3)*4 - 5 > -y", "0 <= 8*x + y + 18"},
		{"x // 3 = y", "E q1: 3*q1 <= x & x <= 3*q1 + 2 & 0 <= x & q1 = y"},
		{"power(2*x) | leading(x, y) | trailing(x, 4) & xor(x, y, z)", "power(2*x) | leading(x, y) | trailing(x, 4) & xor(x, y, z)"},
		{"E x: x = 1 | y = 2", "E x: x = 1 | y = 2"},
		{"(E x: x = y) | y = 2", "(E x: x = y) | y = 2"},
		{"x = 1 <=> y = 1 <=> z = 1", "(x = 1 <=> y = 1) <=> z = 1"},
		{"((((x))))=1", "x = 1"},
		{"(x + 1) = (y)", "y = x + 1"},
		{"A T: T = 1 | T(T)", "A T: T = 1 | T(T)"},
		{"A = 1 & E > A", "A = 1 & A < E"},
	} {
		f, err := Parse(test[0], sets)
		if err != nil {
			t.Errorf("%s: %v", test[0], err)
			continue
		}
		if got := f.String(); got != test[1] {
			t.Errorf("%s: %s, not %s", test[0], got, test[1])
		}
	}
	for _, test := range [][2]string{
		{"", "column 1: the end: a number, a variable, a relation or a bracket must come here"},
		{"x", `column 1: "x": a term alone says nothing; a relation such as = or <= must follow`},
		{"x + (y = 1)", `column 5: "(y = 1)": a formula stands where a number must stand`},
		{"x * y = 1", `column 1: "x * y": one factor must be a number; the logic has no product of two variables`},
		{"x // y = 1", `column 6: "y": a divisor is a number from 1 to 2147483647`},
		{"x % 0 = 1", `column 5: "0": a divisor is a number from 1 to 2147483647`},
		{"A x y: x = y", `column 5: "y": : must come after the variables of A`},
		{"A x: P(x)", `column 6: "P": this relation has 2 arguments, not 1`},
		{"Q(x)", `column 1: "Q": no relation has this name; known are P, T, leading, power, trailing, xor`},
		{"x = 1 y = 2", `column 7: "y": a connective such as & or => must come here, or the end`},
		{"∀ x: x ? 1", `column 8: "?": this sign has no meaning in a formula`},
		{"(x = 1", "column 7: the end: ) must come to close the bracket"},
		{"9^99999 = x", `column 1: "9^99999 ": a number has at most 16384 bits`},
		{strings.Repeat("(", 5000), `column 84: "(": brackets and connectives are nested more than 500 deep`},
		{"power()", `column 7: ")": a number, a variable, a relation or a bracket must come here`},
		{"x = 1 (mod 0)", `column 12: "0": the modulus is a number from 1 to 2147483647`},
	} {
		_, err := Parse(test[0], sets)
		if err == nil || err.Error() != test[1] {
			t.Errorf("%.40s: %v, not %s", test[0], err, test[1])
		}
	}
}

// TestPrintedFormulas reads random formulas again, and compares what they accept.
func TestPrintedFormulas(t *testing.T) {
	t.Parallel()
	random := chance.New(t, 16)
	s := Base(2)
	th := &Theory{System: s}
	m := &maker{Rand: random, s: s, most: 5, sets: []*Automaton{randomSet(t, random, s, "1", "2")}}
	for range 200 {
		f := m.formula(1+random.IntN(3), []string{"x", "y"})
		g, err := Parse(f.String(), map[string]*Automaton{"S": m.sets[0]})
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		v, err := th.Decide(context.Background(), Iff(f, g))
		if err != nil || !v.Holds {
			t.Fatalf("%s is read as %s: %v", f, g, err)
		}
	}
}

// TestText puts the arguments of sets into an order.
func TestText(t *testing.T) {
	s := Base(2)
	set := randomSet(t, chance.New(t, 16), s, "a", "b", "v")
	f := ForAll([]string{"a"}, Not(Set("G", set, V("a"), V("b").Plus(C(1)), C(7))))
	if got, want := f.Text([]string{"v", "b", "v", "x"}), "~(E a: G(7, b + 1, a))"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := f.String(), "~(E a: G(a, b + 1, 7))"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzParse(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, s := range []string{"A x, y: P(x, y) <=> ~(E k: k >= 1 & P(x - k, y))", "x // 3 = y % 2 (mod 4)", "∀ x: ((2^10*x))≤-y|xor(1,x,2)"} {
		f.Add(s)
	}
	p := wythoff(f)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text, map[string]*Automaton{"P": p})
		if err != nil {
			return
		}
		h, err := Parse(g.String(), map[string]*Automaton{"P": p})
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, g, err)
		}
		at := map[string]*big.Int{"x": big.NewInt(3), "y": big.NewInt(5)}
		if len(text) < 100 && Zeckendorf().Holds(g, at, 1) != Zeckendorf().Holds(h, at, 1) {
			t.Fatalf("%q: %q is not %q", text, g, h)
		}
	})
}

func TestSystems(t *testing.T) {
	for name, make := range map[string]func() (*System, error){
		"ostrowski [1; (2)]":             func() (*System, error) { return Ostrowski([]int{1}, []int{2}) },
		"ostrowski [0; 3, 1, (2, 4)]":    func() (*System, error) { return Ostrowski([]int{0, 3, 1}, []int{2, 4}) },
		"recurrence [3, 1]":              func() (*System, error) { return Recurrence([]int64{3, 1}, nil) },
		"recurrence [2, 1] from [1, 3]":  func() (*System, error) { return Recurrence([]int64{2, 1}, []int64{1, 3}) },
		"recurrence [1, 1, 1]":           func() (*System, error) { return Recurrence([]int64{1, 1, 1}, nil) },
		"recurrence [2] from [1, 2, 3]":  func() (*System, error) { return Recurrence([]int64{2}, []int64{1, 2, 3}) },
		"recurrence [3, -1] from [1, 3]": func() (*System, error) { return Recurrence([]int64{3, -1}, []int64{1, 3}) },
	} {
		s, err := make()
		if err != nil || s.Name() != name {
			t.Errorf("%s: %v, %v", name, s, err)
			continue
		}
		for n := range int64(50) {
			if got := s.Value(s.Digits(big.NewInt(n))); got.Int64() != n {
				t.Errorf("%s: the digits of %d make %v", s, n, got)
			}
		}
	}
	_, err := Ostrowski([]int{1}, []int{0})
	if want := "ostrowski [1; (0)]: 0 is not from 1 to 1023"; err == nil || err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
	for _, test := range []struct {
		c, start []int64
		want     string
	}{
		{[]int64{1, 3}, nil, "recurrence [1, 3]: automata cannot add here: the weights do not grow like the powers of one Pisot number (a second root has size 1.303)"},
		{[]int64{3, -2}, nil, "recurrence [3, -2]: automata cannot add here: the recurrence has a root of size 1, where a Pisot number has only smaller ones beside it"},
		{[]int64{1, 1}, []int64{2, 3}, "recurrence [1, 1] from [2, 3]: the first weight is 2, not 1"},
		{[]int64{1, 1}, []int64{1, 1}, "recurrence [1, 1] from [1, 1]: weight 1 is followed by 1, which is not larger"},
		{[]int64{1, 1, 0, 1}, nil, "recurrence [1, 1, 0, 1]: automata cannot add here: the recurrence has a root of size 1"},
		{[]int64{0, 1}, nil, "recurrence [0, 1]: automata cannot add here: the recurrence has a root of size 1"},
	} {
		if _, err := Recurrence(test.c, test.start); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, not %s", err, test.want)
		}
	}
}

func FuzzRecurrence(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add(int64(3), int64(1), int64(0), int64(1), int64(4))
	f.Add(int64(1), int64(1), int64(1), int64(0), int64(0))
	f.Fuzz(func(t *testing.T, c0, c1, c2, u0, u1 int64) {
		s, err := Recurrence(slices.DeleteFunc([]int64{c0, c1, c2}, isNone), slices.DeleteFunc([]int64{u0, u1}, isNone))
		for n := range int64(50) {
			if err == nil && s.Value(s.Digits(big.NewInt(n))).Int64() != n {
				t.Fatalf("%s: the digits of %d make another number", s, n)
			}
		}
	})
}

func isNone(n int64) bool { return n == 0 }
