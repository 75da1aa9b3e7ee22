package solve

// This file holds winning moves: plans of the theory, filled with options of
// the components.

import (
	"fmt"
	"iter"
	"math/big"

	"grundy"
	"grundy/theory/compound"
	"grundy/theory/misere"
)

// maxComponents bounds the components of a compound other than disjunctive,
// whose copies are looked at one by one.
const maxComponents = 1 << 20

// planWork bounds the choices in all plans of a compound.
const planWork = 1 << 27

// expandCopies replaces terms of several copies by as many terms.
func (s *solver) expandCopies() error {
	var sum grundy.Sum
	for _, t := range s.question.Sum {
		if t.Copies > maxComponents-uint64(len(sum)) {
			return fmt.Errorf("a %v compound of more than %d components: %w", s.question.Compound, maxComponents, grundy.ErrTooLarge)
		}
		for range t.Copies {
			sum = append(sum, grundy.Term{Copies: 1, Component: t.Component})
		}
	}
	s.question.Sum = sum
	return nil
}

// plans returns the boxes of winning moves.
func (s *solver) plans(d *decision) (iter.Seq[compound.Plan], error) {
	switch d.rule {
	case byTame:
		return misere.WinningPlans(d.parts), nil
	case byOne:
		return compound.Selective.WinningPlans(d.parts, nil), nil
	}
	kind := s.question.Compound
	var levels []uint64
	k := len(d.parts)
	switch {
	case kind == compound.Conjunctive:
		var err error
		if levels, err = commonLevels(d.views, max(planWork/(k*k), 1)); err != nil {
			return nil, err
		}
	case kind == compound.ProperSelective && d.value > uint64(planWork/k):
		return nil, fmt.Errorf("the winning moves of a proper-selective compound of %d components with %d nim-values: %w",
			k, d.value+1, grundy.ErrTooLarge)
	}
	return kind.WinningPlans(d.parts, levels), nil
}

// winningMoves counts the winning moves and lists the first of them.
func (s *solver) winningMoves(d *decision, a *Answer) error {
	if d.outcome == grundy.P {
		return nil
	}
	if d.rule == bySearch {
		return s.searchedMoves(d, a)
	}
	plans, err := s.plans(d)
	if err != nil {
		return err
	}
	first := s.firstIndices()
	held := uint64(0) // by the moves that are listed
	for _, t := range s.question.Sum {
		held = max(held, heldBytes(t.Component, 1))
	}
	for plan := range plans {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		count := big.NewInt(1)
		found := make([]grundy.Found[grundy.Component], len(plan))
		for i, choice := range plan {
			if found[i], err = d.views[choice.Part].find(choice.Lo, choice.Hi); err != nil {
				return err
			}
			if count.Mul(count, found[i].Count); count.Sign() == 0 {
				break
			}
		}
		if count.Sign() == 0 {
			continue
		}
		// A plan of one step is open to each copy; plans of several steps
		// are made for components one by one.
		copies := s.question.Sum[plan[0].Part].Copies
		a.WinningMoveCount.Add(a.WinningMoveCount, count.Mul(count, new(big.Int).SetUint64(copies)))
		wanted := uint64(s.question.MaxMoves - len(a.WinningMoves))
		if wanted == 0 {
			continue
		}
		if count.IsUint64() {
			wanted = min(wanted, count.Uint64())
		}
		bytes := grundy.MulCounts(grundy.MulCounts(wanted, uint64(len(plan))), held)
		if err := s.charge(s.question.Sum[plan[0].Part].Component, grundy.Cost{Bytes: bytes}); err != nil {
			return fmt.Errorf("a list of %d winning moves: %w", wanted, err)
		}
		for i := uint64(0); i < copies && len(a.WinningMoves) < s.question.MaxMoves; i++ {
			s.list(a, plan, found, first, int(i))
		}
	}
	return s.ctx.Err() // list stops without a word where ctx ends
}

// list appends the moves of a plan for one copy, as many as are wanted.
func (s *solver) list(a *Answer, plan compound.Plan, found []grundy.Found[grundy.Component], first []int, copied int) {
	move := make(Move, len(plan))
	var fill func(step int) bool // reports whether more are wanted
	fill = func(step int) bool {
		if s.ctx.Err() != nil {
			return false
		}
		if step == len(plan) {
			a.WinningMoves = append(a.WinningMoves, append(Move(nil), move...))
			return len(a.WinningMoves) < s.question.MaxMoves
		}
		part := plan[step].Part
		for q := range found[step].Each {
			move[step] = Step{first[part] + copied, s.question.Sum[part].Component, q}
			if !fill(step + 1) {
				return false
			}
		}
		return true
	}
	fill(0)
}

// firstIndices returns the index of the first copy of each term.
func (s *solver) firstIndices() []int {
	first := make([]int, len(s.question.Sum))
	next := uint64(0)
	for i, t := range s.question.Sum {
		first[i] = int(next)
		next += t.Copies
	}
	return first
}
