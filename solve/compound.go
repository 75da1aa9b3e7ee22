package solve

// This file holds compounds that a theorem on measures of single components
// settles (theory/compound): sums by nim-values, and other kinds by what the
// theorem on each asks for.

import (
	"fmt"
	"iter"
	"math/big"

	"grundy"
	"grundy/theory/compound"
)

// byCompound is the rule of the theorem on a kind of compound.
type byCompound struct{ theorem compound.Theorem }

// decideCompound applies the theorem on the kind of compound and, where there is
// none or the components do not fulfil what it asks, searches the whole position.
func (s *solver) decideCompound() (*decision, error) {
	theorem, ok := s.kind.Theorem(s.question.Convention, s.components, s.active)
	if !ok {
		return s.decideBySearch("no theorem on single components is known for it")
	}
	d, err := s.measured(theorem.Measure)
	if err != nil {
		return nil, err
	}
	if !theorem.Applies(d.parts) {
		for i, p := range d.parts {
			if p.Measure == 0 {
				return s.decideBySearch(fmt.Sprintf("Moore's theorem is one on heaps of Nim, and %s is none: "+
					"some move in it raises the nim-value", brief(s.question.Sum[i].Component)))
			}
		}
	}
	d.rule, d.theorem = byCompound{theorem}, theorem.Source
	d.value, d.outcome = theorem.Value(d.parts), theorem.Outcome(d.parts)
	return d, nil
}

// planWork bounds the choices in all plans of a compound in which a player moves
// in several components at once.
const planWork = 1 << 27

// winningMoves fills the theorem's boxes.
func (r byCompound) winningMoves(s *solver, d *decision, a *Answer) error {
	plans, levels, err := r.plans(s, d)
	if err != nil {
		return err
	}
	counted, err := r.counted(s, d, levels)
	if err != nil {
		return err
	}
	return s.fill(d.views, plans, counted, a)
}

// plans returns the boxes of winning moves, and the levels of remoteness or
// suspense that they were made of.
func (r byCompound) plans(s *solver, d *decision) (plans iter.Seq[compound.Plan], levels []uint64, err error) {
	k := len(d.parts)
	switch s.kind {
	case compound.Conjunctive:
		levels, err = commonLevels(d.views, max(planWork/k, 1))
	case compound.ContinuedConjunctive:
		levels, err = commonUpperLevels(d.views, max(planWork/k, 1))
	case compound.ProperSelective:
		if d.measure == grundy.ByNimValue && d.value > uint64(planWork/k) {
			err = s.tooManyPlans()
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return r.theorem.WinningPlans(d.parts, compound.Options{Has: d.has, Levels: levels}), levels, nil
}

func (s *solver) tooManyPlans() error {
	return fmt.Errorf("the winning moves of a %v compound of %d components: %w", s.question.Compound, s.components, grundy.ErrTooLarge)
}

// counted returns the number of winning moves where it is known without looking at each
// box, and otherwise nil.
func (r byCompound) counted(s *solver, d *decision, levels []uint64) (*big.Int, error) {
	if count, ok, err := r.countedHeaps(s, d); ok || err != nil {
		return count, err
	}
	type asked struct {
		view   *view
		lo, hi uint64
	}
	known := map[asked]*big.Int{} // as equal components share a view
	var err error
	count, ok := r.theorem.CountMoves(d.parts, levels, func(part int, lo, hi uint64) *big.Int {
		key := asked{d.views[part], lo, hi}
		if n, ok := known[key]; ok {
			return n
		}
		known[key] = new(big.Int)
		if err == nil {
			err = s.ctx.Err()
		}
		if err != nil {
			return known[key] // which ends soon
		}
		var found grundy.Found[grundy.Component]
		if found, err = d.views[part].find(lo, hi); err == nil {
			known[key] = found.Count
		}
		return known[key]
	})
	if err != nil || !ok {
		return nil, err
	}
	return count, nil
}

// countedHeaps returns the number of winning moves where it follows from sizes of
// heaps of Nim alone, as each has one option of each size below its own.
func (r byCompound) countedHeaps(s *solver, d *decision) (count *big.Int, ok bool, err error) {
	if d.measure != grundy.ByHeap {
		return nil, false, nil
	}
	for i, v := range d.views {
		if options, ok := s.question.Sum[i].Component.CountOptions(); !ok || options != v.value-1 {
			return nil, false, nil
		}
	}
	return r.theorem.CountHeapMoves(d.parts)
}

func (byCompound) reasons(s *solver, d *decision, say func(string, ...any)) {
	misere := s.question.Convention == grundy.Misere
	if s.isOver() {
		return
	}
	switch d.measure {
	case grundy.ByForeclosed:
		ends := uint64(0)
		for _, p := range d.parts {
			if p.Measure == 1 {
				ends += p.Copies
			}
		}
		if ends > 0 {
			say("The player who ends a component wins; %d of %d components can be ended in one move.", ends, s.components)
			return
		}
		say("The player who makes it possible to end a component loses. The nim-sum of the foreclosed nim-values is %d; leaving 0 wins.", d.value)
	case grundy.ByMisereForeclosed:
		say("The player who ends a component loses. The nim-sum of the foreclosed nim-values is %d; leaving 0 wins.", d.value)
	case grundy.ByRemoteness, grundy.ByMisereRemoteness, grundy.BySuspense, grundy.ByMisereSuspense:
		extreme, parity := "least", "odd"
		if s.kind == compound.ContinuedConjunctive {
			extreme = "greatest"
		}
		if misere {
			parity = "even"
		}
		if d.outcome == grundy.D {
			say("Every component is a draw, and whoever is to move can leave a draw in each.")
			return
		}
		say("The %s %v is %d, so the play lasts that many moves; the player who faces an %s number wins.", extreme, d.measure, d.value, parity)
	case grundy.ByOutcome:
		say("%d of %d components are N; who leaves none wins, by moving in all of them.", d.value, len(d.parts))
	case grundy.ByOutcomes:
		s.sayOutcomes(d, misere, say)
	case grundy.ByHeap:
		s.sayHeaps(d, misere, say)
	case grundy.ByNimValue:
		switch {
		case s.kind == compound.Disjunctive:
			say("The nim-sum of the nim-values is %d; who leaves 0 wins.", d.value)
		case len(d.parts) == 1:
			say("There is only one component, and a move in all of them is not allowed.")
		case d.value == 0:
			say("All nim-values are equal.")
		default:
			say("%d different nim-values occur; who leaves only one wins.", d.value+1)
		}
	}
}

func (s *solver) sayOutcomes(d *decision, misere bool, say func(string, ...any)) {
	switch {
	case s.kind == compound.ProperSelective:
		say("There is only one component, and a move in all of them is not allowed.")
	case s.kind == compound.Selective && s.active > 1:
		say("%d of %d components that can move are N in normal play; who leaves none wins, if two or more can still move.", d.value, s.active)
		say("Once only one can move, its outcome in misère play decides.")
	case s.kind == compound.Selective && s.active == 1:
		say("Only one component can move, so its outcome in misère play decides.")
	case s.kind == compound.Selective:
		say("All components have ended.")
	case misere:
		say("The player who ends a component loses. %d of %d components are N in misère play; leaving none wins, by moving in all of them.", d.value, len(d.parts))
	default:
		say("%d of %d components are N; who ends a component wins, or who leaves none that is N.", d.value, len(d.parts))
	}
}

func (s *solver) sayHeaps(d *decision, misere bool, say func(string, ...any)) {
	most, ok := s.kind.Most()
	if !ok {
		most = s.components - 1
	}
	if misere {
		small := true
		for _, p := range d.parts {
			small = small && p.Measure <= 2
		}
		if small {
			say("No heap is greater than 1; who leaves 1 more than a multiple of %d heaps of 1 wins.", most+1)
			return
		}
	}
	if d.value == 0 {
		say("Every binary digit is one in a multiple of %d heaps.", most+1)
	} else {
		say("Some binary digits, those of %d, are not one in a multiple of %d heaps; who makes all so wins.", d.value, most+1)
	}
	if misere {
		say("That is so while some heap is greater than 1; later, 1 more than a multiple of %d heaps of 1 must be left.", most+1)
	}
}
