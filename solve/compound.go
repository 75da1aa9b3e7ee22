package solve

// Compounds that a theorem on measures of single components
// settles (theory/compound): sums by nim-values, and other kinds by what the
// theorem on each asks for.

import (
	"fmt"
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// byCompound settles a compound by the theorem on its kind.
type byCompound struct{ theorem compound.Theorem }

// theoremCompares returns the measure that the theorem on the kind of compound compares. Where
// there is none, it notes what is lacking.
func (s *solver) theoremCompares() (grundy.Measure, bool) {
	theorem, ok := s.kind.Theorem(s.question.Convention, s.components, s.active)
	if !ok {
		s.lack = "no theorem on single components is known for it"
	}
	return theorem.Measure, ok
}

// decideByTheorem applies the theorem on the kind of compound. It returns nil, and notes what is
// lacking, where the components do not fulfil what it asks.
func (s *solver) decideByTheorem(d *decision) (*decision, error) {
	theorem, _ := s.kind.Theorem(s.question.Convention, s.components, s.active)
	if !theorem.Applies(d.parts) {
		for i, p := range d.parts {
			if p.Measure == 0 {
				s.lack = fmt.Sprintf("Moore's theorem is one on heaps of Nim, and %s is none: "+
					"some move in it raises the nim-value", brief(s.question.Sum[i].Component))
				return nil, nil
			}
		}
	}
	d.way, d.theorem = byCompound{theorem}, theorem.Source
	d.value, d.outcome = theorem.Value(d.parts), theorem.Outcome(d.parts)
	return d, nil
}

// planWork bounds the choices in all plans of a compound in which a player moves
// in several components at once.
const planWork = 1 << 27

// winningMoves fills the theorem's boxes.
func (r byCompound) winningMoves(s *solver, d *decision, a *Answer) error {
	if done, err := s.movesByCouples(d, a); done || err != nil {
		return err
	}
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

func (r byCompound) reasons(s *solver, d *decision, say func(string, ...any)) {
	switch {
	case s.isOver():
	case d.outcome == grundy.D:
		say("Every component is a draw, and whoever is to move can leave a draw in each.")
	default:
		r.theorem.Reasons(d.parts, say)
	}
}
