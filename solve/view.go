package solve

// One component under one measure is valued in the fastest way there is: closed form, table,
// search.

import (
	"context"
	"fmt"
	"math/big"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

type viewKey struct {
	position grundy.Identity
	measure  grundy.Measure
}

// A view is one component under one measure.
type view struct {
	solver    *solver
	component grundy.Component
	measure   grundy.Measure
	known     bool   // value and method are
	value     uint64 // the component's measure
	method    string
	plan      *grundy.Plan[grundy.Component] // of a table that is paid for
	settle    func() error                   // makes the measure known where play need not end
	table     grundy.Table[grundy.Component] // once built
	coarse    bool                           // measure is the nim-value, but only 0 or not 0 is asked
	options   []measured                     // once walked
	infinite  *grundy.LoopyValue             // the nim-value, where it is infinite; options are then the finite ones
	drawn     bool                           // measure is a remoteness, and infinite
	atMost    uint64                         // where it is not 0: values above are not told apart (boundedCompares)
}

// isTold reports whether the value is the measure, and not just too great to be told.
func (v *view) isTold() bool { return v.atMost == 0 || v.value <= v.atMost }

type measured struct {
	measure uint64
	option  grundy.Component
}

// view returns the view of c by m, which is prepared: its measure is known, or
// a table that gives it is planned and within the budget. It returns nil where nothing gives it.
func (s *solver) view(c grundy.Component, m grundy.Measure) (*view, error) {
	key := viewKey{c.Identity(), m}
	if v, ok := s.views[key]; ok {
		return v, nil
	}
	v := &view{solver: s, component: c, measure: m}
	if plan, loops := c.PlanLoopy(); loops {
		if err := v.reserveLoopy(plan); err != nil {
			return nil, err
		}
		s.views[key] = v
		return v, nil
	}
	value, method, ok := s.closed(c, m)
	if m == grundy.ByMisereNimValue || m == grundy.ByMisereOutcome {
		if grundy.HasEnded(c) {
			value, method, ok = 1, "", true // by definition
		}
	}
	if !ok && m == grundy.ByOutcome {
		v.measure, v.coarse = grundy.ByNimValue, true
		value, method, ok = s.closed(c, v.measure)
	}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	if ok {
		v.set(value, method)
	} else if s.lent {
		return nil, nil
	} else if planned, err := v.reserve(); !planned {
		return nil, err
	}
	s.views[key] = v
	return v, nil
}

// closed returns the measure of c by a closed form, which is proved first where the
// budget allows. Both outcomes follow from the one in normal play and the genus.
func (s *solver) closed(c grundy.Component, m grundy.Measure) (measure uint64, method string, ok bool) {
	return s.closedIf(c, m, s.charge)
}

// closedIf is closed where allow says whether a cost is; nothing is learned where it is
// nil.
func (s *solver) closedIf(c grundy.Component, m grundy.Measure, allow func(grundy.Component, grundy.Cost) error) (measure uint64, method string, ok bool) {
	if allow != nil {
		if learning, ok := c.PlanLearning(m); ok && allow(c, learning.Cost) == nil {
			_ = learning.Learn(s.ctx) // where it failed, less is known
			s.cache().learned = grundy.AddCounts(s.cache().learned, learning.Cost.Bytes)
		}
	}
	if measure, method, ok = c.Measure(m); ok || m != grundy.ByOutcomes {
		return measure, method, ok
	}
	genus, method, ok := s.closedIf(c, grundy.ByGenus, allow)
	if !ok {
		return 0, "", false
	}
	normal, _, ok := s.closedIf(c, grundy.ByOutcome, allow)
	if !ok {
		if normal, _, ok = s.closedIf(c, grundy.ByNimValue, allow); !ok {
			return 0, "", false
		}
	}
	last := misere.Outcome([]compound.Part{{Measure: genus, Copies: 1}})
	return compound.BothOutcomes(grundy.HasEnded(c), grundy.Outcome(min(normal, 1)), last), method, true
}

// planOutcomes plans tables of the outcomes in both conventions, if there are
// tables from which these can be read.
func planOutcomes(c grundy.Component) (plan grundy.Plan[grundy.Component], ok bool) {
	normal, ok := c.PlanTable(grundy.ByOutcome)
	if !ok {
		if normal, ok = c.PlanTable(grundy.ByNimValue); !ok {
			return plan, false
		}
	}
	last, ok := c.PlanTable(grundy.ByMisereRemoteness)
	if !ok {
		return plan, false
	}
	method := normal.Method
	if last.Method != method {
		method += "; " + last.Method
	}
	return grundy.Plan[grundy.Component]{
		Cost:   normal.Cost.Plus(last.Cost),
		Method: method,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[grundy.Component], error) {
			first, err := normal.Build(ctx, progress)
			if err != nil {
				return nil, err
			}
			second, err := last.Build(ctx, progress)
			if err != nil {
				return nil, err
			}
			return func(q grundy.Component) uint64 {
				misere := grundy.P // odd
				if second(q)%2 == 0 {
					misere = grundy.N
				}
				return compound.BothOutcomes(second(q) == 0, grundy.Outcome(min(first(q), 1)), misere)
			}, nil
		},
	}, true
}

// set makes the measure known.
func (v *view) set(value uint64, method string) {
	if v.coarse {
		value = min(value, 1)
	}
	v.known, v.value, v.method = true, value, method
}

// reserve plans a table and takes its cost from the budget. The result is false where that is
// too little, or where nothing gives the measure.
func (v *view) reserve() (planned bool, err error) {
	plan, ok := v.component.PlanTable(v.measure)
	if !ok && v.measure == grundy.ByOutcomes {
		plan, ok = planOutcomes(v.component)
	}
	if !ok {
		if plan, ok = v.solver.planSearch(v.component, v.measure); !ok {
			return false, nil
		}
		if v.coarse {
			if of, ok := v.solver.outcomesInstead(v.component, plan); ok {
				plan, v.measure, v.coarse = of, grundy.ByOutcome, false
			}
		}
	}
	if err := v.solver.charge(v.component, plan.Cost); err != nil {
		return false, err
	}
	v.plan = &plan
	return true, nil
}

// build makes the measure known if it is not.
func (v *view) build() error {
	switch {
	case v.known:
		return nil
	case v.settle != nil:
		v.known = true
		return v.settle()
	}
	if err := v.buildTable(); err != nil {
		return err
	}
	v.set(v.table(v.component), v.plan.Method)
	return v.solver.untold
}

func (v *view) buildTable() error {
	if v.table != nil {
		return nil
	}
	if v.plan == nil {
		switch planned, err := v.reserve(); {
		case err != nil:
			return err
		case !planned:
			return fmt.Errorf("the %v of the options of %s: %w", v.measure, brief(v.component), grundy.ErrTooLarge)
		}
	}
	table, err := v.plan.Build(v.solver.ctx, v.solver.question.Progress)
	if err != nil {
		return err
	}
	cache := v.solver.cache() // whose game may keep the table
	cache.learned = grundy.AddCounts(cache.learned, v.plan.Cost.Bytes)
	v.table = table
	return nil
}

// find returns the options whose measure is lo … hi.
func (v *view) find(lo, hi uint64) (grundy.Found[grundy.Component], error) {
	if v.isOfSums() {
		if found, ok := v.component.FindOptions(v.measure, lo, hi); ok {
			return found, nil
		}
		if _, _, ok := v.solver.closed(v.component, grundy.ByNimValue); ok || v.solver.leavesSums(v.component, v.measure) {
			v.refine()
		}
	}
	return v.findAs(lo, hi)
}

// isOfSums reports whether an outcome is known from elsewhere, as from a table on disk, of a
// heap that may leave sums. Their outcomes follow from nim-values, and otherwise from a search
// of whole sums. Searches by keys see to that themselves.
func (v *view) isOfSums() bool {
	return v.measure == grundy.ByOutcome && v.plan == nil && v.component.Splits() && !v.component.IsStarter()
}

// refine lets nim-values decide about the options, as where the outcome is not known.
func (v *view) refine() { v.measure, v.coarse, v.options = grundy.ByNimValue, true, nil }

// findAs is find by the measure of the view as it stands.
func (v *view) findAs(lo, hi uint64) (grundy.Found[grundy.Component], error) {
	if v.coarse {
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	}
	if v.options == nil {
		if found, ok := v.component.FindOptions(v.measure, lo, hi); ok {
			return found, nil
		}
		if v.measure == grundy.ByOutcomes {
			if found, ok := findOutcomes(v.component, lo, hi); ok {
				return found, nil
			}
		}
		if found, ok, err := v.findInTable(lo, hi); ok || err != nil {
			return found, err
		}
	}
	if err := v.walk(); err != nil {
		return grundy.Found[grundy.Component]{}, err
	}
	count := int64(0)
	for _, o := range v.options {
		if lo <= o.measure && o.measure <= hi {
			count++
		}
	}
	return grundy.Found[grundy.Component]{
		Count: big.NewInt(count),
		Each: func(yield func(grundy.Component) bool) {
			for _, o := range v.options {
				if lo <= o.measure && o.measure <= hi && !yield(o.option) {
					return
				}
			}
		},
	}, nil
}

// findOutcomes finds options by both outcomes where c finds them by the outcome
// in normal play, by the genus, and by remoteness 0, which means that they have
// ended. In misère play the fickle positions of nim-value 1 are P and the firm ones
// of nim-value 0, which are the genera 1 and 2. The result is false for intervals
// that theory/compound does not ask for.
func findOutcomes(c grundy.Component, lo, hi uint64) (grundy.Found[grundy.Component], bool) {
	var found grundy.Found[grundy.Component]
	ok := false
	const normalP, all = 2, ^uint64(0)
	switch {
	case lo == 0 && hi == 0:
		return c.FindOptions(grundy.ByRemoteness, 0, 0)
	case lo == 2 && hi == 3:
		return c.FindOptions(grundy.ByGenus, 1, 2)
	case lo <= 1 && hi == normalP:
		found, ok = c.FindOptions(grundy.ByOutcome, 0, 0)
	case lo <= 1 && hi == all:
		found, ok = c.FindOptions(grundy.ByOutcome, 0, 1)
	}
	if !ok || lo == 0 {
		return found, ok
	}
	ended, ok := c.FindOptions(grundy.ByRemoteness, 0, 0)
	if !ok {
		return found, false
	}
	return grundy.Found[grundy.Component]{
		Count: new(big.Int).Sub(found.Count, ended.Count),
		Each: func(yield func(grundy.Component) bool) {
			for q := range found.Each {
				if !grundy.HasEnded(q) && !yield(q) {
					return
				}
			}
		},
	}, true
}

// findInTable returns the options whose measure is lo … hi, if the component's
// table finds them. If no table is planned yet, because the component itself is
// known without, it is only planned where it does.
func (v *view) findInTable(lo, hi uint64) (found grundy.Found[grundy.Component], ok bool, err error) {
	if v.plan == nil {
		plan, ok := v.component.PlanTable(v.measure)
		if !ok || plan.Find == nil {
			return found, false, nil
		}
	} else if v.plan.Find == nil {
		return found, false, nil
	}
	if err := v.buildTable(); err != nil {
		return found, false, err
	}
	return v.plan.Find(v.table, lo, hi), true, v.solver.ctx.Err() // which may have cut it short
}

// walk measures every option.
func (v *view) walk() error {
	if v.options != nil {
		return nil
	}
	if count, ok := v.component.CountOptions(); ok {
		if err := v.solver.chargeFor(v.component, " for "+optionsOf(count), grundy.Cost{
			Bytes: heldBytes(v.component, count),
			Time:  grundy.Nanoseconds(grundy.MulCounts(count, uint64(walkTime))),
		}); err != nil {
			return err
		}
	}
	v.options = []measured{}
	for i, q := range v.component.AppendOptions(nil) {
		if i&0xfff == 0 && v.solver.ctx.Err() != nil {
			return v.solver.ctx.Err()
		}
		r, _, ok := v.solver.closedIf(q, v.measure, nil)
		if !ok {
			if err := v.buildTable(); err != nil {
				return err
			}
			r = v.table(q)
		}
		v.options = append(v.options, measured{r, q})
	}
	return v.solver.untold
}

// has reports whether some option has a measure lo … hi.
func (v *view) has(lo, hi uint64) (bool, error) {
	found, err := v.find(lo, hi)
	return err == nil && found.Count.Sign() > 0, err
}
