package solve

// A question has one clock, and is charged for tables, for searches, and for options and moves that
// are kept.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/search"
)

// A Budget bounds the work on a question. The zero Budget allows [DefaultMemory],
// and any time until the context ends. Work whose cost is known beforehand is
// refused before it starts; a search, whose cost is not, stops when it has used the
// budget up.
type Budget struct {
	Memory uint64        // bytes; 0 for DefaultMemory, AnyMemory for no bound
	Time   time.Duration // 0 for no bound
	// Steps bounds the work by what is counted, so that it does not depend on how fast
	// the machine is: looks at positions in a search, each of some ten nanoseconds.
	// Other work is refused that is estimated to take as long as more steps. 0 for no
	// bound.
	Steps uint64
}

// stepTime is how long a step is taken to last where work is estimated.
const stepTime = 64 * time.Nanosecond

const (
	// DefaultMemory is what a question may use that says nothing about memory.
	DefaultMemory = 1 << 30
	// AnyMemory stands for any amount.
	AnyMemory = math.MaxUint64
)

// termBytes is about what a term of a sum takes while it is solved, besides twice its
// text.
const termBytes = 768

// chargeTerms takes the memory for what is kept of each term.
func (s *solver) chargeTerms() error {
	for i, t := range s.question.Sum {
		if err := s.account.Take(termBytes + heldBytes(t.Component, 1)); err != nil {
			return fmt.Errorf("a sum of %d terms: the first %d are too many: %w", len(s.question.Sum), i+1, err)
		}
	}
	return s.ctx.Err()
}

// within returns ctx with the one clock and the one meter of the question.
func (q *Question) within(ctx context.Context) (_ context.Context, end func()) {
	if q.Budget.Memory == 0 {
		q.Budget.Memory = DefaultMemory
	}
	ctx = meter.With(ctx, q.Budget.Memory)
	limit := q.Budget.Time
	if limit <= 0 {
		return ctx, func() {}
	}
	over := fmt.Errorf("%s: stopped after %s: %w", briefSum(q.Sum), units.Time(limit), meter.Time)
	return context.WithTimeoutCause(ctx, limit, over)
}

// inPart does work that the answer can do without. It may take half of the time that is
// left, so that the rest of the answer is in time.
func (s *solver) inPart(work func() error) error {
	end, timed := s.ctx.Deadline()
	if !timed || s.question.Budget.Time <= 0 {
		return work()
	}
	whole, left := s.ctx, time.Until(end)/2
	over := fmt.Errorf("the search for them was stopped after %s, half of the time that was left: %w", units.Time(left), meter.Time)
	ctx, cancel := context.WithTimeoutCause(whole, left, over)
	defer cancel()
	s.ctx, s.share = ctx, 2*max(s.share, 1)
	err := work()
	s.share /= 2
	if s.ctx = whole; err != nil && ctx.Err() != nil && whole.Err() == nil {
		return noAnswer(ctx, err, nil)
	}
	return err
}

// noAnswer returns why there is no answer, or nil: the work ended with err, and
// the rules of the games met the error failed.
func noAnswer(ctx context.Context, err, failed error) error {
	cause := context.Cause(ctx)
	stopped := cause != nil && errors.Is(failed, cause)
	switch {
	case failed != nil && !stopped: // rules that fail at a position list no options there
		if errors.Is(err, failed) {
			return err // which says more
		}
		return failed
	case cause == nil || errors.Is(err, grundy.ErrBudget) && !errors.Is(err, cause):
		return err // which says itself which budget is used up
	case stopped && !errors.Is(err, cause), err != nil && errors.Is(cause, grundy.ErrBudget):
		if far, ok := errors.AsType[*Reached](err); ok {
			return &Reached{cause, far.Positions, far.Most, far.Settled, far.Options, far.Saw}
		}
		if m := meter.Of(ctx); m != nil {
			if seen, most := m.Counted(); seen > 0 {
				return &Reached{Err: cause, Positions: seen, Most: most}
			}
		}
		return cause
	}
	return err
}

// charge takes a cost from the budget, or says what c would need.
func (s *solver) charge(c grundy.Component, cost grundy.Cost) error {
	err := s.chargeFor(c, "", cost)
	if err == nil {
		return nil
	}
	if p := s.probed; p != nil && p.of == c.Identity() && p.cost == cost {
		return p.refusal(c, err, s.question.Budget)
	}
	return s.chargeFor(c, positionsOf(c), cost) // which takes a while to count
}

// chargeFor takes a cost from the budget, or says what c would need for what.
func (s *solver) chargeFor(c grundy.Component, what string, cost grundy.Cost) error {
	budget := s.question.Budget
	total := s.spent.Plus(cost)
	if budget.Memory > 0 && total.Bytes > budget.Memory {
		besides := ""
		if s.spent.Bytes > 0 {
			besides = " besides " + units.Bytes(units.BytesUp(s.spent.Bytes)) + " for the rest"
		}
		return grundy.BudgetError{Msg: fmt.Sprintf("%s needs %s of memory%s%s, and the budget is %s",
			brief(c), units.Bytes(units.BytesUp(cost.Bytes)), what, besides, units.Bytes(budget.Memory)), What: "memory"}
	}
	if budget.Steps > 0 && total.Time > grundy.Nanoseconds(grundy.MulCounts(budget.Steps, uint64(stepTime))) {
		return s.overSteps(c)
	}
	if share := max(s.share, 1); budget.Time > 0 && grundy.Nanoseconds(grundy.MulCounts(uint64(total.Time), share)) > budget.Time {
		besides := ""
		if s.spent.Time > 0 {
			besides = " besides " + units.Time(units.TimeUp(s.spent.Time)) + " for the rest"
		}
		if share > 1 { // see inPart
			enough := grundy.Nanoseconds(grundy.MulCounts(uint64(total.Time), share))
			besides += ", and part of the time is kept for the rest of the answer: " + units.Time(units.TimeUp(enough)) + " are enough"
		}
		return grundy.BudgetError{Msg: fmt.Sprintf("%s needs about %s of computing%s%s, and the budget is %s",
			brief(c), units.Time(units.TimeUp(cost.Time)), what, besides, units.Time(budget.Time)), What: "time"}
	}
	s.spent = total
	return nil
}

// allows says what c would need for what, if a cost is over the budget, and takes nothing.
func (s *solver) allows(c grundy.Component, what string, cost grundy.Cost) error {
	spent := s.spent
	defer func() { s.spent = spent }()
	return s.chargeFor(c, what, cost)
}

// than names what is used up, and how much of it there was.
func (s *solver) than(what string) string {
	return meter.Than(what, s.question.Budget.limit(what))
}

// limit returns the bound on memory or steps; 0 for other things.
func (b Budget) limit(what string) uint64 {
	return map[string]uint64{"memory": b.Memory, "steps": b.Steps}[what]
}

// overSteps says that c takes more steps than are allowed.
func (s *solver) overSteps(c grundy.Component) error {
	return grundy.BudgetError{Msg: fmt.Sprintf("%s needs more than %d steps", brief(c), s.question.Budget.Steps), What: "steps"}
}

// spend takes steps from those of the budget. One is left where there are no more, as 0 stands for
// any number.
func (s *solver) spend(steps uint64) {
	if left := &s.question.Budget.Steps; *left > 0 {
		*left = max(*left-min(*left, steps), 1)
	}
}

// further bounds a search that goes on by memory and by a number of steps more, within the budget; 0
// stands for what that allows.
func (s *solver) further(found memo, memory, steps uint64) search.Options {
	if steps = s.bounded(steps); steps == 0 {
		steps = s.question.Budget.Steps
	}
	o := search.Options{Memory: memory}
	if steps > 0 {
		o.Steps = found.steps() + steps
	}
	return o
}

// bounded returns the number of steps, at most as many as are allowed.
func (s *solver) bounded(steps uint64) uint64 {
	if most := s.question.Budget.Steps; most > 0 {
		return min(steps, most)
	}
	return steps
}

// positionsOf says how many positions have to be evaluated, if c bounds them.
func positionsOf(c grundy.Component) string {
	if count, ok := c.CountPositions(); ok {
		return " for up to " + positionsUpTo(count)
	}
	return ""
}

// positionsUpTo writes a bound on positions.
func positionsUpTo(count uint64) string {
	switch {
	case count == math.MaxUint64:
		return "1.8e19 positions or more"
	case count >= 1e9:
		return fmt.Sprintf("%.2g positions", float64(count))
	}
	return units.Grouped(count) + " positions"
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
	return grundy.MulCounts(count, heldBy(len(c.AppendText(nil))))
}

// optionsOf says how many options there are.
func optionsOf(count uint64) string {
	if count == math.MaxUint64 {
		return "more than 1.8e19 options"
	}
	return message.Count(count, "option", "options")
}

// An effort bounds work by what is counted, so that the same way is chosen on every
// machine.
type effort struct{ bytes, steps uint64 }

// probe is what a search may take before its cost is looked at: a step is one of a
// search by keys, so that this is about half a second. Bounds on the positions that
// can be reached are often far too high, and most searches end within it.
var probe = effort{64 << 20, 1 << 23}

// wholeSteps is how many steps the probe of a whole position may take: its bound is the
// product of those of the components, and a search for the outcome skips most of that.
const wholeSteps = 1 << 25

// probeMemory returns how much memory a search may use until its probe ends, besides the
// bytes that it holds already. It is at most the budget.
func (s *solver) probeMemory(held uint64) uint64 {
	memory := held + probe.bytes
	if budget := s.question.Budget.Memory; budget > 0 {
		memory = min(memory, budget)
	}
	return memory
}

// memoryLeft returns how many bytes of the budget are left to work that was charged
// with some of those that are spent; 0 stands for any number.
func (s *solver) memoryLeft(charged uint64) uint64 {
	budget := s.question.Budget.Memory
	if budget == 0 {
		return 0
	}
	return max(budget-min(budget, s.spent.Bytes)+charged, 1)
}
