package contest

// Compounds of long lists are decided by one measure a position (package compound, and package
// misere for sums). Equal measures are counted, so that most lists leave few parts.

import (
	"context"
	"errors"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// byMeasures says whether the player to move wins a compound that is not the usual sum in
// normal play. The result is false where no theorem on single positions is known, or some position
// has no measure.
func (a *asking) byMeasures(s *sum, misereToo bool, kind compound.Kind) (won, ok bool, err error) {
	measure, decide, looks := grundy.ByGenus, misere.Outcome, false
	if kind != compound.Disjunctive || !misereToo {
		size, active := s.size(), uint64(0)
		_, looks = kind.Most()
		if looks || kind == compound.ProperSelective {
			if active, err = a.active(s); err != nil {
				return false, false, err
			}
		}
		theorem, known := kind.Reduced(convention(misereToo), size, active).Theorem(convention(misereToo), size, active)
		if !known {
			return false, false, nil
		}
		measure, decide = theorem.Measure, func(parts []compound.Part) grundy.Outcome {
			ok = theorem.Applies(parts)
			return theorem.Outcome(parts)
		}
	}
	parts, err := a.measured(s, measure, looks)
	switch {
	case errors.Is(err, errNoMeasure):
		return false, false, nil
	case err != nil:
		return false, false, err
	}
	ok = true
	won = decide(parts) == grundy.N
	return won, ok, nil
}

// active returns how many positions of a sum can move.
func (a *asking) active(s *sum) (n uint64, err error) {
	for i := range s.terms {
		t := &s.terms[i]
		for j := range t.positions() {
			ended, err := a.ended(t, t.at(j))
			if err != nil {
				return 0, err
			}
			if !ended {
				n = grundy.AddCounts(n, t.copies)
			}
		}
	}
	return n, nil
}

// ended reports whether a position has no option.
func (a *asking) ended(t *term, numbers []uint64) (bool, error) {
	if t.list {
		if v, err := a.heap(t.game, numbers[0]); v != 0 && err == nil || t.game.maker.IsNim() {
			return v == 0, err
		}
	}
	c, err := t.game.component(a.ctx, numbers, t.text)
	return err == nil && grundy.HasEnded(c), err
}

// fewMeasures is how many measures are counted rather than listed.
const fewMeasures = 64

// measured returns the positions of a sum by a measure, and whether they have ended, where looks is
// true.
func (a *asking) measured(s *sum, m grundy.Measure, looks bool) (parts []compound.Part, err error) {
	var few [fewMeasures][2]uint64
	for i := range s.terms {
		t := &s.terms[i]
		if t.copies == 0 {
			continue
		}
		for j := range t.positions() {
			if j%(1<<12) == 0 && a.ctx.Err() != nil {
				return nil, context.Cause(a.ctx)
			}
			numbers := t.at(j)
			v, err := a.measureBy(t, m, numbers)
			ended := false
			if looks && err == nil {
				ended, err = a.ended(t, numbers)
			}
			switch {
			case err != nil:
				return nil, err
			case v >= fewMeasures:
				if parts == nil {
					parts = make([]compound.Part, 0, t.positions()-j+fewMeasures)
				}
				parts = append(parts, compound.Part{Measure: v, Copies: t.copies, Ended: ended})
			case ended:
				few[v][1] = grundy.AddCounts(few[v][1], t.copies)
			default:
				few[v][0] = grundy.AddCounts(few[v][0], t.copies)
			}
		}
	}
	for v, copies := range few {
		for k, n := range copies {
			if n > 0 {
				parts = append(parts, compound.Part{Measure: uint64(v), Copies: n, Ended: k == 1})
			}
		}
	}
	return parts, nil
}

// measureBy returns a measure of one position of a term.
func (a *asking) measureBy(t *term, m grundy.Measure, numbers []uint64) (uint64, error) {
	if t.list && t.game.maker.IsNim() {
		if v, _, ok := (heap.Nim{}).Measure(m, numbers); ok {
			return v, nil
		}
	}
	if m.FollowsFromNimValue() && t.list {
		v, err := a.heap(t.game, numbers[0])
		v, _ = m.OfNimValue(v)
		return v, err
	}
	return a.measure(t.game, m, numbers, t.text)
}
