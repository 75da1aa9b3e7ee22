package automata

// This file checks by the machine that automata of a system add and compare.

import (
	"context"
	"fmt"
)

// axioms are what makes an addition and an order. The successor comes right behind in the
// order of the words, so each word is the number of words before it; the first two then say
// by induction over y which z is x + y, and that no other is.
var axioms = []struct{ states, formula string }{
	{"x + 0 = x", "A x, z: sum(x, 0, z) <=> same(x, z)"},
	{"x + (y + 1) = (x + y) + 1", "A x, y, v: (E u: next(y, u) & sum(x, u, v)) <=> (E z: sum(x, y, z) & next(z, v))"},
	{"each number has one successor", "A x: E y: next(x, y)"},
	{"no number has two", "A x, y, z: next(x, y) & next(x, z) => same(y, z)"},
	{"0 does not follow a number", "A x: ~next(x, 0)"},
	{"all other numbers are", "A y: same(y, 0) | (E x: next(x, y))"},
	{"two numbers have two successors", "A x, y, z: next(x, z) & next(y, z) => same(x, y)"},
	{"a successor comes later in the order of words", "A x, y: next(x, y) => before(x, y)"},
	{"and none between", "A x, y, z: next(x, y) => ~(before(x, z) & before(z, y))"},
	{"the words come in the order of their numbers", "A x, y: before(x, y) <=> less(x, y)"},
	{"a number is less than all its sums but one", "A x, y: less(x, y) <=> (E z: sum(x, z, y) & ~same(z, 0))"},
}

// Check lets the machine verify the automata of s for x + y = z, x + 1 = y, x < y and x = y.
// They come from the recurrence of the weights, with bounds found in floating point; what
// is checked needs neither. The order of the words, digit by digit, is built apart. The
// formulas checked say that "next" is the successor of the natural numbers in this order,
// and that the sum obeys x + 0 = x and x + (y + 1) = (x + y) + 1, which by induction only
// the sum does. A system that has passed is not checked again.
func (s *System) Check(ctx context.Context, budget Budget) error {
	if s.checked.Load() {
		return nil
	}
	err := s.check(ctx, budget)
	if err == nil {
		s.checked.Store(true)
	}
	return err
}

func (s *System) check(ctx context.Context, budget Budget) error {
	t := &Theory{System: s, Budget: budget}
	sets := map[string]*Automaton{}
	for name, f := range map[string]Formula{
		"sum":  Equal(V("1").Plus(V("2")), V("3")),
		"next": Equal(V("1").Plus(C(1)), V("2")),
		"less": Less(V("1"), V("2")),
	} {
		a, _, err := t.Automaton(ctx, f)
		if err != nil {
			return fmt.Errorf("%s: the automaton of %s: %w", s, name, err)
		}
		sets[name] = a
	}
	w := NewWork(ctx, budget)
	defer w.Close()
	order := func(letter []int) int { return letter[1] - letter[0] }
	var err error
	sets["same"], err = Build(w, s.universe, []string{"1", "2"}, false, func(_ bool, letter []int) (bool, bool) {
		return false, order(letter) == 0
	}, func(bool) bool { return true })
	if err != nil {
		return fmt.Errorf("%s: %w", s, err)
	}
	sets["before"], err = Build(w, s.universe, []string{"1", "2"}, false, func(decided bool, letter []int) (bool, bool) {
		return decided || order(letter) > 0, decided || order(letter) >= 0
	}, func(decided bool) bool { return decided })
	if err != nil {
		return fmt.Errorf("%s: %w", s, err)
	}
	for _, a := range axioms {
		f, err := Parse(a.formula, sets)
		if err != nil {
			return fmt.Errorf("%s: %w", a.states, err)
		}
		v, err := t.Decide(ctx, f)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", s, a.states, err)
		}
		if !v.Holds {
			return fmt.Errorf("%s: the automata fail: %s is wrong for %v", s, a.states, v.Counter)
		}
	}
	return nil
}
