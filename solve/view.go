package solve

// This file holds what is known of one component under one measure, and the
// ways to find it out, fastest first: closed form, table, search.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"grundy"
	"grundy/internal/units"
	"grundy/theory/misere"
)

// errNoEngine says that a game has neither a closed form nor a table nor a
// definition to search by for a measure.
var errNoEngine = errors.New("no engine")

type viewKey struct {
	position string
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
	table     grundy.Table[grundy.Component] // once built
	coarse    bool                           // measure is the nim-value, but only 0 or not 0 is asked
	options   []measured                     // once walked
}

type measured struct {
	measure uint64
	option  grundy.Component
}

// view returns the view of c by m, which is prepared: its measure is known, or
// a table that gives it is planned and within the budget.
func (s *solver) view(c grundy.Component, m grundy.Measure) (*view, error) {
	key := viewKey{c.String(), m}
	if v, ok := s.views[key]; ok {
		return v, nil
	}
	v := &view{solver: s, component: c, measure: m}
	if m == grundy.ByOutcome {
		if _, _, ok := c.Measure(m); !ok {
			v.measure, v.coarse = grundy.ByNimValue, true
		}
	}
	if value, method, ok := c.Measure(v.measure); ok {
		v.set(value, method)
	} else if err := v.reserve(); err != nil {
		return nil, err
	}
	s.views[key] = v
	return v, nil
}

// set makes the measure known.
func (v *view) set(value uint64, method string) {
	if v.coarse {
		value = min(value, 1)
	}
	v.known, v.value, v.method = true, value, method
}

// reserve plans a table and takes its cost from the budget.
func (v *view) reserve() error {
	plan, ok := v.component.PlanTable(v.measure)
	if !ok {
		if plan, ok = v.solver.planSearch(v.component, v.measure); !ok {
			return errNoEngine
		}
	}
	if err := v.solver.charge(v.component, plan.Cost); err != nil {
		return err
	}
	v.plan = &plan
	return nil
}

// charge takes a cost from the budget, or says what c would need.
func (s *solver) charge(c grundy.Component, cost grundy.Cost) error {
	spent := grundy.Cost{Bytes: s.spent.Bytes + cost.Bytes, Time: s.spent.Time + cost.Time}
	budget := s.question.Budget
	if spent.Bytes < cost.Bytes || budget.Memory > 0 && spent.Bytes > budget.Memory {
		return fmt.Errorf("%s needs a table of %s, and the budget for memory is %s: %w",
			brief(c), units.Bytes(cost.Bytes), units.Bytes(budget.Memory), grundy.ErrTooLarge)
	}
	if spent.Time < cost.Time || budget.Time > 0 && spent.Time > budget.Time {
		return fmt.Errorf("%s needs about %v of computing, and the budget for time is %v: %w",
			brief(c), units.Time(cost.Time), units.Time(budget.Time), grundy.ErrTooLarge)
	}
	s.spent = spent
	return nil
}

// brief returns the position, shortened if it is long.
func brief(c grundy.Component) string {
	text := c.String()
	if len(text) > 60 {
		return text[:57] + "…"
	}
	return text
}

// build makes the measure known if it is not.
func (v *view) build() error {
	if v.known {
		return nil
	}
	if err := v.buildTable(); err != nil {
		return err
	}
	v.set(v.table(v.component), v.plan.Method)
	return nil
}

func (v *view) buildTable() error {
	if v.table != nil {
		return nil
	}
	if v.plan == nil {
		if err := v.reserve(); err != nil {
			return err
		}
	}
	table, err := v.plan.Build(v.solver.ctx, v.solver.question.Progress)
	if err != nil {
		return err
	}
	v.table = table
	return nil
}

// find returns the options whose measure is lo … hi.
func (v *view) find(lo, hi uint64) (grundy.Found[grundy.Component], error) {
	if v.coarse && lo > 0 {
		hi = ^uint64(0)
	}
	if found, ok := v.component.FindOptions(v.measure, lo, hi); ok {
		return found, nil
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

// optionBytes is about what an option costs that is kept.
const optionBytes = 128

// walk measures every option.
func (v *view) walk() error {
	if v.options != nil {
		return nil
	}
	if count, ok := v.component.CountOptions(); ok {
		if err := v.solver.charge(v.component, grundy.Cost{Bytes: grundy.MulCounts(count, optionBytes)}); err != nil {
			return err
		}
	}
	v.options = []measured{}
	for _, q := range v.component.AppendOptions(nil) {
		r, _, ok := q.Measure(v.measure)
		if !ok {
			if err := v.buildTable(); err != nil {
				return err
			}
			r = v.table(q)
		}
		v.options = append(v.options, measured{r, q})
	}
	return nil
}

// levels appends every measure that an option has, in any order and perhaps
// more than once.
func (v *view) levels(dst []uint64) ([]uint64, error) {
	if _, ok := v.component.FindOptions(v.measure, 0, ^uint64(0)); ok {
		return v.levelsBetween(dst, 0, ^uint64(0))
	}
	if err := v.walk(); err != nil {
		return nil, err
	}
	for _, o := range v.options {
		dst = append(dst, o.measure)
	}
	return dst, nil
}

// levelsBetween finds levels by halving: 64 questions a level.
func (v *view) levelsBetween(dst []uint64, lo, hi uint64) ([]uint64, error) {
	found, err := v.find(lo, hi)
	if err != nil || found.Count.Sign() == 0 {
		return dst, err
	}
	if lo == hi {
		return append(dst, lo), nil
	}
	middle := lo + (hi-lo)/2
	if dst, err = v.levelsBetween(dst, lo, middle); err != nil {
		return nil, err
	}
	return v.levelsBetween(dst, middle+1, hi)
}

// allLevels returns every measure that an option of any view has, ascending.
func allLevels(views []*view) ([]uint64, error) {
	var levels []uint64
	var err error
	for _, v := range views {
		if levels, err = v.levels(levels); err != nil {
			return nil, err
		}
		slices.Sort(levels)
		levels = slices.Compact(levels)
	}
	return levels, nil
}

// cheap is what may be spent on a nim-value that nobody needs.
var cheap = grundy.Cost{Bytes: 64 << 20, Time: time.Second}

// nimValue returns the nim-value of term i if it is known or cheap.
func (s *solver) nimValue(d *decision, i int) *uint64 {
	c := s.question.Sum[i].Component
	switch {
	case d.views == nil:
	case d.measure == grundy.ByNimValue:
		return &d.views[i].value
	case d.measure == grundy.ByGenus:
		v, _ := misere.Split(d.views[i].value)
		return (*uint64)(&v)
	}
	if v, _, ok := c.Measure(grundy.ByNimValue); ok {
		return &v
	}
	if d.views != nil && d.views[i].coarse && d.views[i].table != nil {
		v := d.views[i].table(c)
		return &v
	}
	plan, ok := c.PlanTable(grundy.ByNimValue)
	if !ok || plan.Cost.Bytes > cheap.Bytes || plan.Cost.Time > cheap.Time {
		return nil
	}
	ctx, cancel := context.WithTimeout(s.ctx, 10*cheap.Time)
	defer cancel()
	table, err := plan.Build(ctx, nil)
	if err != nil {
		return nil // it was not asked for
	}
	v := table(c)
	return &v
}
