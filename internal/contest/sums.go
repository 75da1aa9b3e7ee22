package contest

// Here the values of components are put together, and it is decided who wins. With values.go it is
// the one place where [Semantics] is looked at.

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// total returns the nim-value of a sum: the nim-sum of those of its components, or what is
// taken for it.
func (a *asking) total(s *sum) (total uint64, err error) {
	if !a.true {
		return a.totalOf(s, nil)
	}
	for i := range s.terms {
		t := &s.terms[i]
		if t.copies%2 == 0 {
			continue
		}
		for j := range t.positions() {
			v, err := a.oneTrue(t, t.at(j))
			if err != nil {
				return 0, err
			}
			total ^= v
		}
	}
	return total, nil
}

// totalOf puts the values of all components together, each given to visit too, if that is
// not nil: with the term, where in its list it stands, and how often.
func (a *asking) totalOf(s *sum, visit func(t *term, at int, v, copies uint64)) (total uint64, err error) {
	means := &a.means
	seen := map[fact]bool{}
	for i := range s.terms {
		t := &s.terms[i]
		for j := range t.positions() {
			numbers, copies := t.at(j), t.copies
			if means.FirstOnly {
				copies = min(copies, 1)
			}
			if means.MergeEqual {
				name := fact{0, t.game.maker.Name + "(" + key(numbers, t.text)}
				if seen[name] || copies == 0 {
					continue
				}
				seen[name], copies = true, 1
			}
			v, err := a.one(t, numbers)
			if err != nil {
				return 0, err
			}
			if visit != nil {
				visit(t, j, v, copies)
			}
			switch {
			case means.Combine == CombineNimSum && copies%2 == 1:
				total = means.combine(total, v)
			case means.Combine == CombineSum || means.Combine == CombineParity:
				total = means.combine(total, v*copies)
			case means.Combine == CombineMost && copies > 0:
				total = means.combine(total, v)
			}
			if means.FirstOnly && copies > 0 {
				return total, nil
			}
		}
	}
	return total, nil
}

// observe reports a question about a sum.
func (a *asking) observe(question string, s *sum, misere bool, kind compound.Kind, answer string) {
	asked := Asked{Question: question, Answer: answer, Kind: kind, Convention: convention(misere), Position: func() ([]grundy.Component, error) { return a.components(s) }}
	asked.Values = func() (values []uint64) {
		if !s.isPlain() || s.size() > mostComponents {
			return nil
		}
		values = []uint64{}
		_, err := a.totalOf(s, func(_ *term, _ int, v, copies uint64) {
			for range copies {
				values = append(values, v)
			}
		})
		if err != nil {
			return nil
		}
		return values
	}
	for i := range s.terms {
		if t := &s.terms[i]; t.copies > 0 {
			asked.Terms += t.positions()
		}
	}
	a.means.Observe(asked)
}

// wins says whether the player to move wins a sum.
func (a *asking) wins(s *sum, misere bool, kind compound.Kind) (bool, error) {
	if !a.true {
		misere = misere && !a.means.NormalPlay
		if a.means.Disjunctive {
			kind = compound.Disjunctive
		}
	}
	if kind != compound.Disjunctive || !s.isPlain() {
		return a.winsCompound(s, misere, kind)
	}
	if misere {
		return a.winsMisere(s)
	}
	if won, ok, err := a.winsAlone(s); ok || err != nil {
		return won, err
	}
	if a.true && len(s.terms) == 1 && s.terms[0].copies == 1 && !s.terms[0].list {
		t := &s.terms[0] // a search for the outcome is shorter than one for the value, and some games know it alone
		if t.game.maker.Alone.Table == nil && (!t.game.closed[grundy.ByNimValue].Load() || t.game.closed[grundy.ByOutcome].Load()) {
			v, err := a.measure(t.game, grundy.ByOutcome, t.numbers, t.text)
			return v != 0, err
		}
	}
	total, err := a.total(s)
	return total != 0, err
}

// winsAlone is wins for one heap of a game whose outcomes are known without nim-values.
func (a *asking) winsAlone(s *sum) (won, ok bool, err error) {
	if !a.true || len(s.terms) != 1 {
		return false, false, nil
	}
	t := &s.terms[0]
	if t.copies != 1 || !t.list || len(t.numbers) != 1 {
		return false, false, nil
	}
	outcome := uint64(0)
	if teller, err := a.teller(t.game); teller != nil || err != nil {
		if err == nil {
			outcome, ok, err = teller.Numbers(grundy.ByOutcome, t.numbers)
		}
		return outcome != 0, ok, err
	}
	known, ok := t.game.maker.Alone.Sequence.(interface {
		Outcome(heap uint64) (outcome uint64, ok bool)
	})
	if ok {
		outcome, ok = known.Outcome(t.numbers[0])
	}
	return outcome != 0, ok, nil
}

func convention(misere bool) grundy.Convention {
	if misere {
		return grundy.Misere
	}
	return grundy.Normal
}

// winsMisere is wins where the last move loses. Of Nim it is the opposite where no value is above 1
// (C. L. Bouton 1901). A player with wrong values takes that for the rule of all games.
func (a *asking) winsMisere(s *sum) (bool, error) {
	if a.means.Inverted {
		total, err := a.total(s)
		return total == 0, err
	}
	if !a.means.isWrong() && !s.isNimList() {
		return a.winsCompound(s, true, compound.Disjunctive)
	}
	large := false
	total, err := a.totalOf(s, func(_ *term, _ int, v, copies uint64) { large = large || v > 1 && copies > 0 })
	return (total != 0) == large, err
}

// winsCompound is wins in any compound.
func (a *asking) winsCompound(s *sum, misere bool, kind compound.Kind) (bool, error) {
	if s.isPlain() && !misere && kind == compound.Selective {
		// The player who may move in any components wins if some component is N, by making
		// all of these P (Winning Ways, chapter 9).
		return a.some(s)
	}
	if s.isPlain() && s.size() > 0 {
		if won, ok, err := a.byMeasures(s, misere, kind); ok || err != nil {
			return won, err
		}
		if n := s.size(); n > mostSearched {
			return false, fmt.Errorf("%v play of %d positions that no theorem on single ones decides: %w", kind, n, grundy.ErrTooLarge)
		}
	}
	o, err := a.outcome(s, misere, kind)
	return o == grundy.N, err
}

// outcome returns who wins a sum in any compound. Facts about one position serve for
// all questions.
func (a *asking) outcome(s *sum, misere bool, kind compound.Kind) (grundy.Outcome, error) {
	if s.size() == 1 && (kind == compound.Disjunctive || s.isLoopy()) {
		components, err := a.components(s)
		if err != nil {
			return 0, err
		}
		of := search{solve.OfOutcome, misere || grundy.SumOf(components...).PlayedMisere() != nil}
		if s.isLoopy() {
			of.fact = solve.OfLoopyOutcome
		}
		v, err := a.tabulated(of, components[0])
		return grundy.Outcome(v), err
	}
	answer, err := a.solve(s, misere, kind, 0)
	if err != nil {
		return 0, err
	}
	return answer.Outcome, nil
}

// some reports whether some component of a sum has a nim-value other than 0.
func (a *asking) some(s *sum) (found bool, err error) {
	if !a.true {
		_, err := a.totalOf(s, func(_ *term, _ int, v, copies uint64) { found = found || v > 0 && copies > 0 })
		return found, err
	}
	for i := range s.terms {
		t := &s.terms[i]
		if t.copies == 0 {
			continue
		}
		for j := range t.positions() {
			if v, err := a.oneTrue(t, t.at(j)); v > 0 || err != nil {
				return v > 0, err
			}
		}
	}
	return false, nil
}

// each passes the positions of a term, not their copies.
func (t *term) each(ctx context.Context, visit func(c grundy.Component) error) error {
	for i := range t.positions() {
		c, err := t.game.component(ctx, t.at(i), t.text)
		if err != nil {
			return err
		}
		if err := visit(c); err != nil {
			return err
		}
	}
	return nil
}

// mostComponents bounds the components of sums that no theorem on values settles.
const mostComponents = 1 << 22

// mostSearched bounds those of plain positions.
const mostSearched = 1 << 16

// components returns the positions of a sum, copies one by one.
func (a *asking) components(s *sum) ([]grundy.Component, error) {
	if n := s.size(); n > mostComponents {
		return nil, fmt.Errorf("a sum of %d positions: %w", n, grundy.ErrTooLarge)
	}
	all := make([]grundy.Component, 0, s.size())
	for i := range s.terms {
		t := &s.terms[i]
		if t.copies == 0 {
			continue
		}
		err := t.each(a.ctx, func(c grundy.Component) error {
			for range t.copies {
				all = append(all, c)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// solve asks package solve.
func (a *asking) solve(s *sum, misere bool, kind compound.Kind, moves int) (*solve.Answer, error) {
	components, err := a.components(s)
	if err != nil {
		return nil, err
	}
	if len(components) == 0 {
		return &solve.Answer{Outcome: map[bool]grundy.Outcome{false: grundy.P, true: grundy.N}[misere]}, nil
	}
	return solve.Solve(a.ctx, solve.Question{
		Sum: grundy.SumOf(components...), Convention: convention(misere), Compound: kind,
		MaxMoves: moves, Budget: solve.Budget{Memory: a.memory(), Steps: a.opt.Search}, Cache: &a.cache,
	})
}
