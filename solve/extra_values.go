package solve

// Which nim-values are told although they decide nothing: the answer has those
// that are known or cheap.

import (
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// cheap is what may be spent, in one question, on nim-values that nobody needs.
var cheap = grundy.Cost{Bytes: 64 << 20, Time: time.Second}

// An extraValue is a nim-value that decides nothing: a finite one, or an infinite one, or
// none; and the method by which it was found.
type extraValue struct {
	finite   *uint64
	infinite *grundy.LoopyValue
	method   string
}

// nimValue returns the nim-value of term i if it is known or cheap.
func (s *solver) nimValue(d *decision, i int) extraValue {
	c := s.question.Sum[i].Component
	if _, may := c.Ending(); may {
		if entailed, _ := c.Entailed(); d.measure == grundy.ByWorth && !entailed {
			return worthExtra(d.views[i].worth(), d.views[i].method)
		}
		return extraValue{}
	}
	loops, isLoopy := c.PlanLoopy()
	if d.views != nil && d.views[i].infinite != nil {
		return extraValue{infinite: d.views[i].infinite, method: d.views[i].method}
	}
	if !isLoopy || d.measure == grundy.ByNimValue {
		if known := s.knownNimValue(d, i); known.finite != nil {
			return known
		}
	}
	if s.question.NoExtras {
		return extraValue{}
	}
	key := c.Identity()
	a, ok := s.extras[key]
	if !ok {
		if isLoopy {
			a = s.loopyExtra(c, loops)
		} else {
			a = s.extra(c)
		}
		s.extras[key] = a
	}
	return a
}

// knownNimValue returns the nim-value of term i, in which play must end, if it is
// known or has a closed form.
func (s *solver) knownNimValue(d *decision, i int) extraValue {
	c := s.question.Sum[i].Component
	switch {
	case d.nimValues != nil:
		return extraValue{finite: &d.nimValues[i]}
	case d.valueOf != nil:
		if v, ok := d.valueOf(c); ok {
			return extraValue{finite: &v}
		}
	case d.views == nil:
	case !d.views[i].isTold():
		return extraValue{}
	case d.measure == grundy.ByNimValue, d.measure == grundy.ByWorth:
		return extraValue{finite: &d.views[i].value, method: d.views[i].method}
	case d.measure == grundy.ByHeap:
		v := d.views[i].value - 1
		return extraValue{finite: &v, method: d.views[i].method}
	case d.measure == grundy.ByGenus:
		v, _ := misere.Split(d.views[i].value)
		return extraValue{finite: (*uint64)(&v), method: d.views[i].method}
	}
	if v, method, ok := s.closedIf(c, grundy.ByNimValue, s.afford); ok {
		return extraValue{finite: &v, method: method}
	}
	if d.views != nil && d.views[i].coarse && d.views[i].table != nil {
		v := d.views[i].table(c)
		return extraValue{finite: &v, method: d.views[i].method}
	}
	return extraValue{}
}

// afford takes a cost that nobody needs from the allowance and the budget, if both
// permit it.
func (s *solver) afford(c grundy.Component, cost grundy.Cost) error {
	if cost.Bytes > s.allowance.Bytes || cost.Time > s.allowance.Time {
		return grundy.ErrTooLarge
	}
	if err := s.charge(c, cost); err != nil {
		return err
	}
	s.allowance.Time -= cost.Time
	return nil
}

// extra computes a nim-value if the allowance and the budget permit.
func (s *solver) extra(c grundy.Component) extraValue {
	plan, ok := c.PlanTable(grundy.ByNimValue)
	if !ok && !s.hopeless {
		plan, ok = s.shortSearch(c)
	}
	if !ok || s.afford(c, plan.Cost) != nil {
		return extraValue{}
	}
	table, err := plan.Build(s.ctx, nil)
	if err != nil {
		return extraValue{} // it was not asked for
	}
	v := table(c)
	return extraValue{finite: &v, method: plan.Method}
}

// extraSteps bounds the steps of a search for a nim-value that nobody needs; shortSteps does
// where it is not the value of the whole position.
const (
	extraSteps = 1 << 20
	shortSteps = 1 << 14
)

// shortSearch plans a search for the nim-value, if that is short.
func (s *solver) shortSearch(c grundy.Component) (grundy.Plan[grundy.Component], bool) {
	const most = 1 << 10
	if grundy.NumberOfOptions(c) > most {
		return grundy.Plan[grundy.Component]{}, false // to list those of its options takes long, too
	}
	steps := uint64(shortSteps)
	if s.active == 1 && s.kind == compound.Disjunctive && s.question.Convention == grundy.Normal {
		steps = extraSteps
	}
	return s.endedSearch(c, grundy.ByNimValue, steps)
}

// loopyExtra is extra where play need not end.
func (s *solver) loopyExtra(c grundy.Component, plan grundy.LoopyPlan[grundy.Component]) extraValue {
	if plan.Build == nil {
		return extraValue{}
	}
	table, err := s.affordLoopy(c, plan)
	if table == nil || err != nil {
		return extraValue{} // it was not asked for
	}
	value := table(c)
	if value.Infinite {
		return extraValue{infinite: &value}
	}
	return extraValue{finite: (*uint64)(&value.Nim)}
}

// affordLoopy returns the nim-values of the positions that can be reached in c, or nil where nobody
// can afford them.
func (s *solver) affordLoopy(c grundy.Component, plan grundy.LoopyPlan[grundy.Component]) (grundy.LoopyTable[grundy.Component], error) {
	if table, ok := s.loops[c.Identity()]; ok {
		return table, nil
	}
	if plan.Build == nil {
		plan = s.searchedLoopy(c)
	}
	if s.afford(c, plan.Cost) != nil {
		return nil, nil
	}
	return plan.Build(s.ctx, nil)
}
