package solve

// This file holds what is known of one component under one measure, and the
// ways to find it out, fastest first: closed form, table, search.

import (
	"errors"
	"fmt"
	"math"
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
	value, method, ok := c.Measure(m)
	if !ok && m == grundy.ByOutcome {
		v.measure, v.coarse = grundy.ByNimValue, true
		value, method, ok = c.Measure(v.measure)
	}
	if ok {
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
	budget := s.question.Budget
	bytes := grundy.AddCounts(s.spent.Bytes, cost.Bytes)
	if budget.Memory > 0 && bytes > budget.Memory {
		besides := ""
		if s.spent.Bytes > 0 {
			besides = " besides " + units.Bytes(s.spent.Bytes) + " for the rest"
		}
		return OverBudget(fmt.Sprintf("%s needs %s of memory%s, and the budget is %s",
			brief(c), units.Bytes(cost.Bytes), besides, units.Bytes(budget.Memory)))
	}
	total := s.spent.Time + cost.Time
	if total < cost.Time { // more than 290 years
		total = math.MaxInt64
	}
	if budget.Time > 0 && total > budget.Time {
		return OverBudget(fmt.Sprintf("%s needs about %s of computing, and the budget is %s",
			brief(c), units.Time(cost.Time), units.Time(budget.Time)))
	}
	s.spent = grundy.Cost{Bytes: bytes, Time: total}
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
	if v.coarse {
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
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

// optionBytes is about what an option costs that is kept, besides its numbers.
const optionBytes = 128

// heldBytes returns about what so many options of c cost that are kept. A
// position is taken to need twice the memory of its text.
func heldBytes(c grundy.Component, count uint64) uint64 {
	return grundy.MulCounts(count, optionBytes+2*uint64(len(c.AppendText(nil))))
}

// walk measures every option.
func (v *view) walk() error {
	if v.options != nil {
		return nil
	}
	if count, ok := v.component.CountOptions(); ok {
		if err := v.solver.charge(v.component, grundy.Cost{Bytes: heldBytes(v.component, count)}); err != nil {
			return err
		}
	}
	v.options = []measured{}
	for i, q := range v.component.AppendOptions(nil) {
		if i&0xfff == 0 && v.solver.ctx.Err() != nil {
			return v.solver.ctx.Err()
		}
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

// has reports whether some option has a measure lo … hi.
func (v *view) has(lo, hi uint64) (bool, error) {
	found, err := v.find(lo, hi)
	return err == nil && found.Count.Sign() > 0, err
}

// greatest returns the greatest measure of an option, of which there is one.
func (v *view) greatest() (uint64, error) {
	lo, hi := uint64(0), ^uint64(0)
	for lo < hi { // some option lies in lo … hi, and none above
		middle := lo + (hi-lo)/2
		above, err := v.has(middle+1, hi)
		if err != nil {
			return 0, err
		}
		if above {
			lo = middle + 1
		} else {
			hi = middle
		}
	}
	return lo, nil
}

// appendLevels appends every measure from lo to hi that an option has, in
// ascending order, by halving the interval. It gives up when there are more
// than most in all.
func (v *view) appendLevels(dst []uint64, lo, hi uint64, most int) ([]uint64, error) {
	if err := v.solver.ctx.Err(); err != nil {
		return nil, err
	}
	some, err := v.has(lo, hi)
	if err != nil || !some {
		return dst, err
	}
	if lo == hi {
		if len(dst) == most {
			return nil, fmt.Errorf("the winning moves of a conjunctive compound of %d components with more than %d remotenesses: %w",
				len(v.solver.question.Sum), most, grundy.ErrTooLarge)
		}
		return append(dst, lo), nil
	}
	middle := lo + (hi-lo)/2
	if dst, err = v.appendLevels(dst, lo, middle, most); err != nil {
		return nil, err
	}
	return v.appendLevels(dst, middle+1, hi, most)
}

// commonLevels returns the measures, in ascending order, that the least one of
// all components can have after a move in each: those that an option of some
// view has, up to the greatest that all views can reach. It gives up when there
// are more than most.
func commonLevels(views []*view, most int) ([]uint64, error) {
	reach := ^uint64(0)
	for _, v := range views {
		greatest, err := v.greatest()
		if err != nil {
			return nil, err
		}
		reach = min(reach, greatest)
	}
	var levels []uint64
	for _, v := range views {
		own, err := v.appendLevels(nil, 0, reach, most)
		if err != nil {
			return nil, err
		}
		levels = append(levels, own...)
		slices.Sort(levels)
		levels = slices.Compact(levels)
	}
	return levels, nil
}

// cheap is what may be spent, in one question, on nim-values that nobody needs.
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
	key := c.String()
	if v, ok := s.asides[key]; ok {
		return v
	}
	s.asides[key] = s.aside(c)
	return s.asides[key]
}

// aside computes a nim-value if the allowance and the budget permit, else
// returns nil.
func (s *solver) aside(c grundy.Component) *uint64 {
	plan, ok := c.PlanTable(grundy.ByNimValue)
	if !ok || plan.Cost.Bytes > s.allowance.Bytes || plan.Cost.Time > s.allowance.Time || s.charge(c, plan.Cost) != nil {
		return nil
	}
	s.allowance.Time -= plan.Cost.Time
	table, err := plan.Build(s.ctx, nil)
	if err != nil {
		return nil // it was not asked for
	}
	v := table(c)
	return &v
}
