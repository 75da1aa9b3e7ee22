package certificate

// This file compares automata with brute force, and with those of theory/automata.

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/automata"
)

var systems = []string{
	"binary", "base 3", "base 10", "zeckendorf", "tribonacci", "ostrowski [1; (1)]", "ostrowski [1; (2)]", "ostrowski [1; (4)]", "ostrowski [0; (1, 2)]",
	"ostrowski [0; 3, (1, 2)]", "ostrowski [0; 1, (2, 1)]", "recurrence [2, 1]", "recurrence [3, 1]", "recurrence [1, 1] from [1, 3]",
}

// elsewhere returns the prover's system of one of these names.
func elsewhere(t testing.TB, name string) (s *automata.System) {
	t.Helper()
	quotients := map[string][2][]int{
		"ostrowski [1; (1)]": {{1}, {1}}, "ostrowski [1; (2)]": {{1}, {2}}, "ostrowski [1; (4)]": {{1}, {4}},
		"ostrowski [0; (1, 2)]": {{0}, {1, 2}}, "ostrowski [0; 3, (1, 2)]": {{0, 3}, {1, 2}}, "ostrowski [0; 1, (2, 1)]": {{0, 1}, {2, 1}},
	}
	recurrences := map[string][2][]int64{"recurrence [2, 1]": {{2, 1}}, "recurrence [3, 1]": {{3, 1}}, "recurrence [1, 1] from [1, 3]": {{1, 1}, {1, 3}}}
	var err error
	switch q, isOstrowski := quotients[name]; {
	case isOstrowski:
		s, err = automata.Ostrowski(q[0], q[1])
	case name == "zeckendorf":
		s = automata.Zeckendorf()
	case name == "tribonacci":
		s = automata.Tribonacci()
	case recurrences[name][0] != nil:
		s, err = automata.Recurrence(recurrences[name][0], recurrences[name][1])
	default:
		s = automata.Base(map[string]int{"binary": 2, "base 3": 3, "base 10": 10}[name])
	}
	if err != nil || s.Name() != name {
		t.Fatalf("%s: %v, %v", name, s, err)
	}
	return s
}

// accepts runs an automaton over numbers, one for each of its variables.
func (s *system) accepts(a *dfa, at map[int]int64) bool {
	rest := make([]int64, len(a.vars))
	words := make([][]int, len(a.vars))
	longest := 0
	u := s.weights(64)
	for i, v := range a.vars {
		rest[i] = at[v]
		for n := len(u) - 1; n >= 0; n-- {
			d := 0
			for u[n].IsInt64() && u[n].Int64() <= rest[i] {
				rest[i] -= u[n].Int64()
				d++
			}
			if d > 0 && words[i] == nil {
				words[i] = make([]int, n+1)
				longest = max(longest, n+1)
			}
			if d > 0 {
				words[i][n] = d
			}
		}
	}
	state := int32(0)
	for n := longest - 1; n >= 0; n-- {
		letter := uint32(0)
		for i := range words {
			if n < len(words[i]) {
				letter += uint32(words[i][n]) * s.power(i)
			}
		}
		if state = a.step(state, letter); state < 0 {
			return false
		}
	}
	return a.accept[state]
}

// TestSystems adds small numbers in each system, and compares sizes with theory/automata.
func TestSystems(t *testing.T) {
	for _, name := range systems {
		s, err := newSystem(t.Context(), name)
		if err != nil {
			t.Error(err)
			continue
		}
		most := int64(long.Of(12, 20, 60))
		for x := range most {
			for y := range most {
				for z := max(0, x+y-2); z < x+y+3; z++ {
					if got := s.accepts(s.plus, map[int]int64{0: x, 1: y, 2: z}); got != (x+y == z) {
						t.Fatalf("%s: %d + %d = %d is %v", name, x, y, z, got)
					}
				}
			}
		}
		other := elsewhere(t, name)
		if digits := other.Universe().Digits(); digits != s.base {
			t.Errorf("%s: %d digits, elsewhere %d", name, s.base, digits)
		}
		theory := &automata.Theory{System: other}
		a, _, err := theory.Automaton(t.Context(), automata.Equal(automata.V("a").Plus(automata.V("b")), automata.V("c")))
		if err != nil {
			t.Fatal(err)
		}
		if !alike(s, s.plus, a) {
			t.Errorf("%s: the adder is another one than theory/automata has", name)
		}
	}
}

// alike walks through an automaton and one of the prover together. Its tracks are a, b, c, …, in the order of the variables.
func alike(s *system, mine *dfa, other *automata.Automaton) bool {
	type pair struct { // -1 where no word goes on
		mine  int32
		other int
	}
	seen := map[pair]bool{}
	open := []pair{{0, other.Start()}}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		if (p.mine >= 0 && mine.accept[p.mine]) != (p.other >= 0 && other.Accepting(p.other)) {
			return false
		}
		for l := range s.power(len(mine.vars)) {
			next := pair{-1, -1}
			if p.mine >= 0 {
				next.mine = mine.step(p.mine, l)
			}
			if p.other >= 0 {
				letter := make([]int, len(mine.vars))
				rest := l
				for i := range letter {
					letter[i] = int(rest) % s.base
					rest /= uint32(s.base)
				}
				next.other = other.Step(p.other, letter)
			}
			open = append(open, next)
		}
	}
	return true
}

// A drawn formula is one for both.
type drawn struct {
	mine  formula
	other automata.Formula
}

// A drawer draws formulas of the variables 0, 1, 2, named a, b, c, and bound ones.
type drawer struct {
	*rand.Rand
	next int
	s    *system
}

func name(v int) string { return string(rune('a' + v)) }

// term draws a small term.
func (d *drawer) term(vars []int) (term, automata.Term) {
	more := d.Int64N(7) - 3
	mine, other := constant(more), automata.C(more)
	for range 1 + d.IntN(2) {
		v, c := vars[d.IntN(len(vars))], d.Int64N(5)-2
		mine, _ = mine.plus(c, variable(v))
		other = other.Plus(automata.V(name(v)).Times(c))
	}
	return mine, other
}

func (d *drawer) formula(depth int, vars []int) drawn {
	if depth == 0 || d.IntN(5) == 0 {
		mine, other := d.term(vars)
		switch d.IntN(4) {
		case 0:
			return drawn{isZero(mine), automata.Equal(other, automata.C(0))}
		case 1:
			if d.s.place > 0 {
				v := vars[d.IntN(len(vars))]
				return drawn{formula{kind: "power", terms: []term{variable(v), constant(int64(d.s.place))}}, automata.Power(automata.V(name(v)))}
			}
		case 2:
			if d.s.place == 2 {
				x, y, z := vars[d.IntN(len(vars))], vars[d.IntN(len(vars))], vars[d.IntN(len(vars))]
				return drawn{formula{kind: "xor", terms: []term{variable(x), variable(y), variable(z)}}, automata.Xor(automata.V(name(x)), automata.V(name(y)), automata.V(name(z)))}
			}
		}
		return drawn{isLeast(mine), automata.LessEqual(automata.C(0), other)}
	}
	f := d.formula(depth-1, vars)
	switch d.IntN(5) {
	case 0:
		return drawn{not(f.mine), automata.Not(f.other)}
	case 1:
		if d.next < 6 {
			v := d.next
			d.next++
			g := d.formula(depth-1, append(slices.Clip(vars), v))
			// Brute force looks at small numbers: so does the formula.
			below := constant(12)
			below, _ = below.plus(-1, variable(v))
			return drawn{exists([]int{v}, all(isLeast(below), g.mine)), automata.Exists([]string{name(v)}, automata.And(automata.LessEqual(automata.V(name(v)), automata.C(12)), g.other))}
		}
		fallthrough
	case 2, 3:
		g := d.formula(depth-1, vars)
		return drawn{all(f.mine, g.mine), automata.And(f.other, g.other)}
	}
	g := d.formula(depth-1, vars)
	return drawn{some(f.mine, g.mine), automata.Or(f.other, g.other)}
}

// TestFormulas draws formulas, and compares their automata with brute force and with those
// of theory/automata.
func TestFormulas(t *testing.T) {
	rng := chance.New(t, 17)
	few := []string{"binary", "zeckendorf", "base 3", "ostrowski [1; (2)]", "tribonacci"}
	for _, system := range few {
		s, err := newSystem(t.Context(), system)
		if err != nil {
			t.Fatal(err)
		}
		other := elsewhere(t, system)
		theory := &automata.Theory{System: other}
		k := &checker{prover: newProver(s)}
		for range long.Of(20, 100, 400) {
			d := &drawer{Rand: rng, next: 2, s: s}
			f := d.formula(3, []int{0, 1})
			a := k.over(f.mine, 2)
			if k.err != nil {
				t.Fatal(k.err)
			}
			if v := k.linear(f.mine); v == never && !a.empty() || v == sometimes && a.empty() {
				t.Fatalf("%s: %s by inequalities is %v", system, f.mine.key(), v)
			}
			for range 60 {
				at := map[int]int64{0: rng.Int64N(30), 1: rng.Int64N(30)}
				x, y := at[0], at[1]
				want := f.mine.holds(at, 14)
				if got := s.accepts(a, map[int]int64{0: x, 1: y}); got != want {
					t.Fatalf("%s: %s at %d, %d is %v", system, f.mine.key(), x, y, got)
				}
			}
			b, _, err := theory.Automaton(t.Context(), f.other)
			if err != nil {
				t.Fatal(err)
			}
			w := automata.NewWork(t.Context(), automata.Budget{})
			tracks, err := w.True(other.Universe(), "a", "b")
			if err == nil {
				b, err = w.And(b, tracks)
			}
			w.Close()
			if err != nil {
				t.Fatal(err)
			}
			if !alike(s, a, b) {
				t.Fatalf("%s: %s is another set than theory/automata has", system, f.mine.key())
			}
		}
	}
}

// TestWrongAdder gives a system the adder of another one: its check must see that.
func TestWrongAdder(t *testing.T) {
	s, err := newSystem(t.Context(), "zeckendorf")
	if err != nil {
		t.Fatal(err)
	}
	for state := range s.plus.accept {
		wrong := *s
		wrong.memo = map[string]*dfa{}
		a := *s.plus
		a.accept = slices.Clone(a.accept)
		a.accept[state] = !a.accept[state]
		if wrong.plus = s.within(a.minimal()); same(wrong.plus, s.plus) {
			continue
		}
		if err := wrong.check(); err == nil {
			t.Errorf("with state %d changed the adder passes", state)
		}
	}
}

// TestFarNumbers looks at numbers of 60 digits.
func TestFarNumbers(t *testing.T) {
	for _, name := range systems {
		s, err := newSystem(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		word := newProver(s).fixed(1_000_000_000_000_000_003, 0).shortest()
		slices.Reverse(word)
		if s.err != nil || s.value(word).Cmp(big.NewInt(1_000_000_000_000_000_003)) != 0 {
			t.Errorf("%s: %v, %v", name, word, err)
		}
	}
}
