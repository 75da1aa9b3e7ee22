package definable

// Two games may be stated in different words. They are the same where they have the same
// positions, and each position has the same options: then all that is known of one holds for
// the other, in every convention and compound.

import (
	"context"
	"fmt"
	"math/big"

	"github.com/grundy-games/grundy/theory/automata"
)

// An Unlike is a point at which two games differ.
type Unlike struct {
	At []*big.Int
	// Says how: "is a position of one of them", or which move only one of them has.
	Says string
}

func (u *Unlike) Error() string { return tuple(u.At) + " " + u.Says }

// Same decides whether two games with the same coordinates have the same positions, and the
// same options at each of them. The error is an [*Unlike] where they have not, and otherwise
// that of the theory. The parts that a move leaves may come in any order; those that one game
// leaves are looked for among the kinds of the other that leave as many, so that it costs as
// many formulas as there are kinds, each as long as the other game. All automata have at most the
// nodes that are left, which are used up.
func Same(ctx context.Context, theory *automata.Theory, a, b *Moves, left *uint64) error {
	decide := func(f automata.Formula, says string, args ...any) error {
		verdict, err := theory.Decide(ctx, f)
		if err != nil {
			return err
		}
		if *left -= min(*left, verdict.Stats.Total.Nodes); *left == 0 {
			return &automata.BudgetError{Operation: "comparing two games", Reached: verdict.Stats.Total}
		}
		if verdict.Holds {
			return nil
		}
		return &Unlike{a.point(verdict.Counter), fmt.Sprintf(says, args...)}
	}
	shape := conjunction(a.Shape)
	if err := decide(automata.Iff(shape, conjunction(b.Shape)), "is a position of one of them"); err != nil {
		return err
	}
	for _, over := range [][2]*Moves{{a, b}, {b, a}} {
		for i := range over[0].Kinds {
			k := &over[0].Kinds[i]
			f := automata.Implies(automata.And(shape, k.Guard), over[1].leaves(k.Parts))
			if err := decide(f, "has a move that the other has not: that of %s", k.Where); err != nil {
				return err
			}
		}
	}
	return nil
}

// leaves is the formula "some move leaves these parts". Names that m binds get new ones.
func (m *Moves) leaves(parts [][]automata.Term) automata.Formula {
	var any []automata.Formula
	for i := range m.Kinds {
		k := &m.Kinds[i]
		if len(k.Parts) != len(parts) {
			continue
		}
		fresh := map[string]automata.Term{}
		var bound []string
		for _, name := range k.Bound {
			bound = append(bound, After(After(name)))
			fresh[name] = automata.V(After(After(name)))
		}
		guard := k.Guard.Substitute(fresh)
		for order := range orders(len(parts)) {
			all := []automata.Formula{guard}
			for j, part := range parts {
				for c, t := range k.Parts[order[j]] {
					all = append(all, automata.Equal(t.Substitute(fresh), part[c]))
				}
			}
			any = append(any, automata.Exists(bound, automata.And(all...)))
		}
	}
	return automata.Or(any...)
}

// orders yields the permutations of 0 … n-1.
func orders(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		var from func(i int) bool
		from = func(i int) bool {
			if i == n {
				return yield(order)
			}
			for j := i; j < n; j++ {
				order[i], order[j] = order[j], order[i]
				if !from(i + 1) {
					return false
				}
				order[i], order[j] = order[j], order[i]
			}
			return true
		}
		from(0)
	}
}

// WithoutEnded returns the moves with those parts left out that have ended, which the formula
// says of a coordinate: of positions of one number, such as heaps of 0.
func (m Moves) WithoutEnded(ended func(automata.Term) automata.Formula) Moves {
	var kinds []Kind
	for _, k := range m.Kinds {
		for out := range 1 << len(k.Parts) {
			one := Kind{Where: k.Where, Bound: k.Bound}
			guard := []automata.Formula{k.Guard}
			for i, part := range k.Parts {
				if is := ended(part[0]); out>>i&1 == 1 {
					guard = append(guard, is)
				} else {
					one.Parts, guard = append(one.Parts, part), append(guard, automata.Not(is))
				}
			}
			if one.Guard = automata.And(guard...); !isFalse(one.Guard) {
				kinds = append(kinds, one)
			}
		}
	}
	m.Kinds = kinds
	return m
}

func isFalse(f automata.Formula) bool {
	v, ok := f.Constant()
	return ok && !v
}
