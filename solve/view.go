package solve

// This file holds what is known of one component under one measure, and the
// ways to find it out, fastest first: closed form, table, search.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"grundy"
	"grundy/internal/message"
	"grundy/internal/units"
	"grundy/theory/compound"
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
	infinite  *grundy.LoopyValue             // the nim-value, where it is infinite; options are then the finite ones
	drawn     bool                           // measure is a remoteness, and infinite
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
	value, method, ok := closed(c, m)
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

// closed returns the measure of c by a closed form. Both outcomes follow from the
// one in normal play and the genus.
func closed(c grundy.Component, m grundy.Measure) (measure uint64, method string, ok bool) {
	measure, method, ok = c.Measure(m)
	if ok || m != grundy.ByOutcomes {
		return measure, method, ok
	}
	genus, method, ok := c.Measure(grundy.ByGenus)
	if !ok {
		return 0, "", false
	}
	normal, _, ok := c.Measure(grundy.ByOutcome)
	if !ok {
		if normal, _, ok = c.Measure(grundy.ByNimValue); !ok {
			return 0, "", false
		}
	}
	last := misere.Outcome([]compound.Part{{Measure: genus, Copies: 1}})
	return compound.BothOutcomes(hasEnded(c), grundy.Outcome(min(normal, 1)), last), method, true
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
		Cost: grundy.Cost{
			Bytes: grundy.AddCounts(normal.Cost.Bytes, last.Cost.Bytes),
			Time:  time.Duration(min(grundy.AddCounts(uint64(normal.Cost.Time), uint64(last.Cost.Time)), math.MaxInt64)),
		},
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

// reserve plans a table and takes its cost from the budget.
func (v *view) reserve() error {
	plan, ok := v.component.PlanTable(v.measure)
	if !ok && v.measure == grundy.ByOutcomes {
		plan, ok = planOutcomes(v.component)
	}
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
	return s.chargeFor(c, positionsOf(c), cost)
}

// chargeFor takes a cost from the budget, or says what c would need for what.
func (s *solver) chargeFor(c grundy.Component, what string, cost grundy.Cost) error {
	budget := s.question.Budget
	bytes := grundy.AddCounts(s.spent.Bytes, cost.Bytes)
	if budget.Memory > 0 && bytes > budget.Memory {
		besides := ""
		if s.spent.Bytes > 0 {
			besides = " besides " + units.Bytes(s.spent.Bytes) + " for the rest"
		}
		return OverBudget(fmt.Sprintf("%s needs %s of memory%s%s, and the budget is %s",
			brief(c), units.Bytes(cost.Bytes), what, besides, units.Bytes(budget.Memory)))
	}
	total := s.spent.Time + cost.Time
	if total < cost.Time { // more than 290 years
		total = math.MaxInt64
	}
	if budget.Time > 0 && total > budget.Time {
		return OverBudget(fmt.Sprintf("%s needs about %s of computing%s, and the budget is %s",
			brief(c), units.Time(cost.Time), what, units.Time(budget.Time)))
	}
	s.spent = grundy.Cost{Bytes: bytes, Time: total}
	return nil
}

// positionsOf says how many positions there are to evaluate, if c tells, for
// nothing shorter is known of it.
func positionsOf(c grundy.Component) string {
	switch count, ok := c.CountPositions(); {
	case !ok:
		return ""
	case count == math.MaxUint64:
		return " for more than 1.8e19 positions"
	case count >= 1e9:
		return fmt.Sprintf(" for up to %.2g positions", float64(count))
	default:
		return fmt.Sprintf(" for up to %d positions", count)
	}
}

// brief returns the position, shortened if it is long.
func brief(c grundy.Component) string { return message.Brief(c.String(), 60) }

// briefSum returns the sum, shortened if it is long.
func briefSum(sum grundy.Sum) string {
	first := sum[:min(len(sum), maxReasons)].String()
	if len(first) < 60 && len(sum) > maxReasons {
		return first + " + …"
	}
	return message.Brief(first, 60)
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
				if !hasEnded(q) && !yield(q) {
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
	return v.plan.Find(v.table, lo, hi), true, nil
}

// optionBytes is about what an option costs that is kept, besides its numbers, and
// walkTime what it takes to list it and to measure it.
const (
	optionBytes = 128
	walkTime    = 500 * time.Nanosecond
)

// heldBytes returns about what so many options of c cost that are kept. A
// position is taken to need twice the memory of its text.
func heldBytes(c grundy.Component, count uint64) uint64 {
	return grundy.MulCounts(count, optionBytes+2*uint64(len(c.AppendText(nil))))
}

// optionsOf says how many options there are.
func optionsOf(count uint64) string {
	if count == math.MaxUint64 {
		return "more than 1.8e19 options"
	}
	return message.Count(count, "option", "options")
}

// walk measures every option.
func (v *view) walk() error {
	if v.options != nil {
		return nil
	}
	if count, ok := v.component.CountOptions(); ok {
		if err := v.solver.chargeFor(v.component, " for "+optionsOf(count), grundy.Cost{
			Bytes: heldBytes(v.component, count),
			Time:  time.Duration(min(grundy.MulCounts(count, uint64(walkTime)), 1<<62)),
		}); err != nil {
			return err
		}
	}
	v.options = []measured{}
	for i, q := range v.component.AppendOptions(nil) {
		if i&0xfff == 0 && v.solver.ctx.Err() != nil {
			return v.solver.ctx.Err()
		}
		r, _, ok := closed(q, v.measure)
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

// least returns the least measure of an option, of which there is one.
func (v *view) least() (uint64, error) {
	lo, hi := uint64(0), ^uint64(0)
	for lo < hi { // some option lies in lo … hi, and none below
		middle := lo + (hi-lo)/2
		below, err := v.has(lo, middle)
		if err != nil {
			return 0, err
		}
		if below {
			hi = middle
		} else {
			lo = middle + 1
		}
	}
	return lo, nil
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
			return nil, fmt.Errorf("the winning moves of a %v compound of %d components with more than %d values of the %v: %w",
				v.solver.kind, len(v.solver.question.Sum), most, v.measure, grundy.ErrTooLarge)
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
	return levelsOf(views, 0, reach, most)
}

// commonUpperLevels is the same for the greatest measure of all components that
// move, which are those that can.
func commonUpperLevels(views []*view, most int) ([]uint64, error) {
	var active []*view
	reach := uint64(0)
	for _, v := range views {
		if v.value == 0 {
			continue // it has ended
		}
		least, err := v.least()
		if err != nil {
			return nil, err
		}
		reach = max(reach, least)
		active = append(active, v)
	}
	return levelsOf(active, reach, ^uint64(0), most)
}

// levelsOf returns the measures from lo to hi that an option of some view has, in
// ascending order.
func levelsOf(views []*view, lo, hi uint64, most int) ([]uint64, error) {
	var levels []uint64
	done := map[*view]bool{} // equal components share a view
	for _, v := range views {
		if done[v] {
			continue
		}
		done[v] = true
		own, err := v.appendLevels(nil, lo, hi, most)
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

// An aside is a nim-value that nobody needs: a finite one, or an infinite one, or
// none; and the method by which it was found.
type aside struct {
	finite   *uint64
	infinite *grundy.LoopyValue
	method   string
}

// nimValue returns the nim-value of term i if it is known or cheap.
func (s *solver) nimValue(d *decision, i int) aside {
	c := s.question.Sum[i].Component
	loops, isLoopy := c.PlanLoopy()
	if !isLoopy {
		if known := s.knownNimValue(d, i); known.finite != nil {
			return known
		}
	}
	key := c.String()
	a, ok := s.asides[key]
	if !ok {
		if isLoopy {
			a = s.loopyAside(c, loops)
		} else {
			a = s.aside(c)
		}
		s.asides[key] = a
	}
	return a
}

// knownNimValue returns the nim-value of term i, in which play must end, if it is
// known or has a closed form.
func (s *solver) knownNimValue(d *decision, i int) aside {
	c := s.question.Sum[i].Component
	switch {
	case d.rule == byForms:
		return aside{finite: s.formedNimValue(d, i)}
	case d.views == nil:
	case d.measure == grundy.ByNimValue:
		return aside{finite: &d.views[i].value, method: d.views[i].method}
	case d.measure == grundy.ByHeap:
		v := d.views[i].value - 1
		return aside{finite: &v, method: d.views[i].method}
	case d.measure == grundy.ByGenus:
		v, _ := misere.Split(d.views[i].value)
		return aside{finite: (*uint64)(&v), method: d.views[i].method}
	}
	if v, method, ok := c.Measure(grundy.ByNimValue); ok {
		return aside{finite: &v, method: method}
	}
	if d.views != nil && d.views[i].coarse && d.views[i].table != nil {
		v := d.views[i].table(c)
		return aside{finite: &v, method: d.views[i].method}
	}
	return aside{}
}

// afford reports whether the allowance and the budget permit a cost that nobody
// needs, and takes it from them.
func (s *solver) afford(c grundy.Component, cost grundy.Cost) bool {
	if cost.Bytes > s.allowance.Bytes || cost.Time > s.allowance.Time || s.charge(c, cost) != nil {
		return false
	}
	s.allowance.Time -= cost.Time
	return true
}

// aside computes a nim-value if the allowance and the budget permit.
func (s *solver) aside(c grundy.Component) aside {
	plan, ok := c.PlanTable(grundy.ByNimValue)
	if !ok || !s.afford(c, plan.Cost) {
		return aside{}
	}
	table, err := plan.Build(s.ctx, nil)
	if err != nil {
		return aside{} // it was not asked for
	}
	v := table(c)
	return aside{finite: &v, method: plan.Method}
}

// loopyAside is aside where play need not end.
func (s *solver) loopyAside(c grundy.Component, plan grundy.LoopyPlan[grundy.Component]) aside {
	if !s.afford(c, plan.Cost) {
		return aside{}
	}
	table, err := plan.Build(s.ctx, nil)
	if err != nil {
		return aside{} // it was not asked for
	}
	value := table(c)
	if value.Infinite {
		return aside{infinite: &value}
	}
	return aside{finite: (*uint64)(&value.Nim)}
}
