package automata

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// maker draws random formulas whose quantifiers run from 0 to most only.
type maker struct {
	*rand.Rand
	s     *System
	sets  []*Automaton
	most  int64
	names int
}

func (m *maker) term(vars []string) Term {
	t := C(int64(m.IntN(7) - 3))
	if m.IntN(30) == 0 {
		t = C([]int64{65, -90, 190}[m.IntN(3)])
	}
	for range 1 + m.IntN(2) {
		t = t.Plus(V(vars[m.IntN(len(vars))]).Times(int64(m.IntN(4) - 1)))
	}
	return t
}

// argument draws what a set is mostly asked about.
func (m *maker) argument(vars []string) Term {
	switch m.IntN(6) {
	case 0:
		return C(int64(m.IntN(9) - 1))
	case 1:
		return m.term(vars)
	case 2:
		return V(vars[m.IntN(len(vars))]).Plus(C(int64(m.IntN(7) - 3)))
	}
	return V(vars[m.IntN(len(vars))])
}

func (m *maker) formula(depth int, vars []string) Formula {
	if depth == 0 {
		return m.atom(vars)
	}
	switch m.IntN(8) {
	case 0:
		return m.atom(vars)
	case 1:
		return Not(m.formula(depth-1, vars))
	case 2:
		return And(m.formula(depth-1, vars), m.formula(depth-1, vars))
	case 3:
		return Or(m.formula(depth-1, vars), m.formula(depth-1, vars), m.atom(vars))
	case 4:
		return Iff(m.formula(depth-1, vars), m.formula(depth-1, vars))
	case 5:
		return Implies(m.formula(depth-1, vars), m.formula(depth-1, vars))
	}
	bound := []string{"xyzk"[m.IntN(4):][:1]}
	if m.IntN(3) == 0 {
		m.names++
		bound = append(bound, fmt.Sprint("v", m.names))
	}
	var limits []Formula
	for _, name := range bound {
		limits = append(limits, LessEqual(V(name), C(m.most-int64(m.IntN(3)))))
	}
	if m.IntN(4) == 0 {
		limits = append(limits, Equal(V(bound[0]), m.term(vars)))
	}
	body := m.formula(depth-1, append(append([]string{}, vars...), bound...))
	if m.IntN(2) == 0 {
		return Exists(bound, And(append(limits, body)...))
	}
	return ForAll(bound, Implies(And(limits...), body))
}

func (m *maker) atom(vars []string) Formula {
	switch m.IntN(10) {
	case 0, 1:
		return Equal(m.term(vars), m.term(vars))
	case 2, 3:
		return Less(m.term(vars), m.term(vars))
	case 4:
		return Congruent(m.term(vars), m.term(vars), int64(1+m.IntN(4)))
	case 5:
		set := m.sets[m.IntN(len(m.sets))]
		var args []Term
		for range set.Tracks() {
			args = append(args, m.argument(vars))
		}
		return Set("S", set, args...)
	case 6:
		return Power(m.argument(vars))
	case 7:
		return LargestPower(m.argument(vars), m.argument(vars))
	case 8:
		return LowestPower(m.argument(vars), m.argument(vars))
	}
	if m.s.power > 0 && m.IntN(2) == 0 {
		return Xor(m.argument(vars), m.argument(vars), m.argument(vars))
	}
	n := int64(1 + m.IntN(4))
	if m.IntN(2) == 0 {
		return Quotient(m.term(vars), n, m.term(vars))
	}
	return Remainder(m.term(vars), n, m.term(vars))
}

// randomSet draws an automaton with few states.
func randomSet(t testing.TB, random *rand.Rand, s *System, tracks ...string) *Automaton {
	w := NewWork(context.Background(), Budget{})
	defer w.Close()
	letters := 1
	for range tracks {
		letters *= s.digits
	}
	const states = 4
	next := make([][states]int, letters)
	for i := range next {
		for j := range states {
			next[i][j] = random.IntN(states+1) - 1
		}
	}
	next[0][0] = 0
	accept := random.IntN(1 << states)
	a, err := Build(w, s.universe, tracks, 0, func(state int, letter []int) (int, bool) {
		n := 0
		for _, d := range letter {
			n = n*s.digits + d
		}
		return next[n][state], next[n][state] >= 0
	}, func(state int) bool { return accept>>state&1 != 0 })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestRandomFormulas compares the automata of random formulas with the formulas themselves
// at all small numbers.
func TestRandomFormulas(t *testing.T) {
	count := long.Of(250, 2_000, 20_000)
	if testing.Short() {
		count = 100
	}
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			randomFormulas(t, chance.New(t, 15+100*uint64(part)), count/parts)
		})
	}
}

func randomFormulas(t *testing.T, random *rand.Rand, count int) {
	systems := testSystems(t)
	light := []*System{Base(2), Base(3), Zeckendorf(), systems[5], systems[11]}
	refused := 0
	var theories map[*System]*Theory
	sets := map[*System][]*Automaton{}
	for i := range count {
		if i%20_000 == 0 { // what is remembered grows
			theories = map[*System]*Theory{}
		}
		s := light[random.IntN(len(light))]
		if random.IntN(40) == 0 {
			s = systems[random.IntN(len(systems))]
		}
		if theories[s] == nil {
			theories[s] = &Theory{System: s, Budget: Budget{States: 2_000}}
		}
		if sets[s] == nil || random.IntN(50) == 0 {
			sets[s] = []*Automaton{randomSet(t, random, s, "1"), randomSet(t, random, s, "1", "2"), randomSet(t, random, s, "1", "2")}
		}
		m := &maker{Rand: random, s: s, most: 6, sets: sets[s]}
		f := m.formula(1+min(random.IntN(3), random.IntN(3)), []string{"x", "y"})
		if !checkFormula(t, theories[s], f, 7, m.most, i%4 == 0) {
			refused++
		}
		if t.Failed() {
			return
		}
	}
	if refused > count/10 {
		t.Errorf("%d of %d formulas need too many states", refused, count)
	}
}

// checkFormula compares at all numbers below numbers, and the verdict where asked. It is false if the automata have more
// states than the budget allows.
func checkFormula(t *testing.T, th *Theory, f Formula, numbers, most int64, decide bool) bool {
	t.Helper()
	a, _, err := th.Automaton(context.Background(), f)
	if errors.Is(err, grundy.ErrBudget) {
		return false
	}
	if err != nil {
		t.Fatalf("%s in %s: %v", f, th.System, err)
	}
	free := f.Free()
	if len(a.tracks) != len(free) {
		t.Fatalf("%s in %s: tracks %q", f, th.System, a.tracks)
	}
	at := map[string]*big.Int{}
	values := make([]*big.Int, len(free))
	var walk func(i int)
	walk = func(i int) {
		if i < len(free) {
			for v := int64(0); v < numbers; v++ {
				values[i] = big.NewInt(v)
				at[free[i]] = values[i]
				walk(i + 1)
			}
			return
		}
		if t.Failed() {
			return
		}
		if got, want := a.Accepts(th.System.Word(values...)), th.System.Holds(f, at, most); got != want {
			t.Errorf("%s in %s at %v: automaton says %v", f, th.System, values, got)
		}
	}
	walk(0)
	if !decide {
		return true
	}
	v, err := th.Decide(context.Background(), f)
	if err != nil && !errors.Is(err, grundy.ErrBudget) {
		t.Fatalf("decide %s in %s: %v", f, th.System, err)
	}
	if err == nil && !v.Holds {
		for i, name := range free {
			values[i] = v.Counter[name]
		}
		if a.Accepts(th.System.Word(values...)) {
			t.Errorf("%s in %s holds at the counter-example %v", f, th.System, v.Counter)
		}
	}
	return true
}
