package solve

// When a table is filled for games that number their positions (grundy.Ranker), by
// theory/search: nim-values of all ranks, on several cores, in a byte or two each; or outcomes, in
// a bit each, where moves are listed backward. How long it takes is told by the steps that some
// ranks take.

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// leastRanks is the smallest number of ranks for which a table is planned.
var leastRanks uint64 = 1 << 14

const (
	mostRanks    = 1 << 33 // for which a table is planned
	rankedProbe  = 1 << 17 // steps of the search that is tried before a table
	sampledRanks = 100     // whose moves are counted for an estimate
	sampledSteps = 1 << 22 // of these, after which no more ranks are looked at
)

// The times of a table, cautious ones: compiled rules of the catalogue take 2 to 10 ns a step.
const (
	rankTime   = 100 * time.Nanosecond
	fieldTime  = 20 * time.Nanosecond // of a rank
	rankedTime = 10 * time.Nanosecond // to look at an option
	ruleTime   = 5 * time.Nanosecond  // a step of rules
	markTime   = 5 * time.Nanosecond  // to find out that a rank is marked
	deepTime   = 50 * time.Nanosecond // more an option, where moves do not lower ranks
)

// outcomesFrom is what a table of nim-values takes before one of outcomes is made in its place,
// where nobody needs the nim-values.
var outcomesFrom = 2 * time.Second

// A rankedPlan is the ranks that can be reached from a component, and what it takes to list the
// moves of one.
type rankedPlan struct {
	solver   *solver
	of       grundy.Component
	ranks    grundy.Ranks[grundy.Component]
	count    uint64
	sampled  []sampledRank
	lowering bool // all moves that were looked at lower the rank
}

// A sampledRank has that many options, and takes that time.
type sampledRank struct {
	rank, options uint64
	time          time.Duration
}

// rank returns what is known of the ranks of c, nil where there are none for which a table is
// planned.
func (s *solver) rank(c grundy.Component) *rankedPlan {
	ranks, ok := c.Ranks()
	p := &rankedPlan{solver: s, of: c, ranks: ranks, count: ranks.Count(), lowering: true}
	if !ok || ranks.Loose || p.count < leastRanks || p.count > mostRanks || !p.sample() {
		return nil
	}
	return p
}

// sample looks at the moves of some ranks, the same ones each time. The result is false where they
// do not all lead to ranks.
func (p *rankedPlan) sample() bool {
	rng := rand.New(rand.NewPCG(1, 2))
	moves := p.ranks.NewMoves()
	counting, counts := moves.(grundy.RankedSteps)
	var dst []uint64
	for steps := uint64(0); len(p.sampled) < sampledRanks && steps < sampledSteps; {
		rank := p.count - 1
		if len(p.sampled) > 0 {
			rank = rng.Uint64N(p.count)
		}
		var err error
		if dst, err = moves.AppendOptions(dst[:0], rank); err != nil {
			return false
		}
		of := uint64(0)
		if counts {
			of = counting.Steps()
		}
		options := uint64(len(dst))
		steps += of + options
		for _, q := range dst {
			p.lowering = p.lowering && q < rank
		}
		p.sampled = append(p.sampled, sampledRank{rank, options,
			rankTime + fieldTime*time.Duration(len(p.ranks.Sizes)) + rankedTime*time.Duration(options) + ruleTime*time.Duration(of)})
	}
	return true
}

// valuesTime returns about how long a table of nim-values takes.
func (p *rankedPlan) valuesTime() time.Duration {
	var each, options time.Duration
	for _, r := range p.sampled {
		each += r.time
		options += time.Duration(r.options)
	}
	if !p.lowering {
		return p.times(each + options*deepTime)
	}
	return p.times(each) / time.Duration(meter.Cores(p.solver.ctx, 0))
}

// outcomesTime returns about how long a table of outcomes takes. A position with n options is taken
// to be P one time in n+1, and the moves from and to it are looked at.
func (p *rankedPlan) outcomesTime(backward grundy.RankedBackward) (time.Duration, error) {
	each, steps := time.Duration(0), uint64(0)
	for i, r := range p.sampled {
		if steps > sampledSteps {
			p.sampled = p.sampled[:i] // later ranks may be as slow
			break
		}
		seen := uint64(0)
		if err := backward.EachBefore(r.rank, func(uint64) error {
			if seen++; seen > sampledSteps {
				return grundy.ErrTooLarge
			}
			return nil
		}); err != nil {
			return 0, err
		}
		steps += backward.Steps()
		each += markTime + (r.time+ruleTime*time.Duration(backward.Steps()))/time.Duration(r.options+1)
	}
	return p.times(each), nil
}

// times returns how long all ranks take where those of the sample take so long.
func (p *rankedPlan) times(sampled time.Duration) time.Duration {
	return grundy.Nanoseconds(grundy.MulCounts(p.count, max(uint64(sampled)/uint64(len(p.sampled)), 1)))
}

// planRanks plans a table of the ranks that can be reached from c. The result is false
// where there are no ranks, where the table would not give the measure m, or where it is
// over the budget of memory. If a move turns out to leave the ranks, the plan otherwise is used.
func (s *solver) planRanks(c grundy.Component, m grundy.Measure) (plan func(otherwise grundy.Plan[grundy.Component]) grundy.Plan[grundy.Component], ok bool) {
	byOutcome := m == grundy.ByOutcome || m == grundy.ByMisereOutcome
	if !byOutcome && m != grundy.ByNimValue && m != grundy.ByMisereNimValue {
		return nil, false
	}
	p := s.rank(c)
	if p == nil {
		return nil, false
	}
	values := m != grundy.ByMisereOutcome && s.holds(search.TableCost(p.count))
	if !values && (!byOutcome || p.ranks.FindBackward == nil || !s.holds(search.OutcomesCost(p.count))) {
		return nil, false
	}
	return func(otherwise grundy.Plan[grundy.Component]) grundy.Plan[grundy.Component] {
		if values {
			otherwise = p.planValues(m, otherwise)
		}
		if byOutcome {
			if plan, ok := p.planOutcomes(m, otherwise); ok && (!values || plan.Cost.Time < otherwise.Cost.Time) {
				return plan
			}
		}
		return otherwise
	}, true
}

// holds reports whether a table of the given number of bytes is within the budget.
func (s *solver) holds(bytes uint64) bool {
	left := s.memoryLeft(0)
	return left == 0 || bytes <= left
}

// planValues plans a table of the nim-values of all ranks.
func (p *rankedPlan) planValues(m grundy.Measure, otherwise grundy.Plan[grundy.Component]) grundy.Plan[grundy.Component] {
	misere, what := m == grundy.ByMisereNimValue, "nim-values"
	if misere {
		what = "misère nim-values"
	}
	return grundy.Plan[grundy.Component]{
		Cost:   grundy.Cost{Bytes: search.TableCost(p.count), Time: p.valuesTime()},
		Method: what + " of all positions that have a rank, by a table in an order that respects the moves (theory/search)",
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[grundy.Component], error) {
			rules := func() search.DenseRules { return p.ranks.NewMoves() }
			values, err := search.Table(ctx, rules, p.count, search.Options{Sizes: p.ranks.Sizes, Misere: misere})
			return p.table(err, func(rank uint64) uint64 {
				v := values.At(rank)
				if m == grundy.ByOutcome {
					v = min(v, 1)
				}
				return v
			}, func() (grundy.Table[grundy.Component], error) { return otherwise.Build(ctx, progress) })
		},
	}
}

// planOutcomes plans a table of the outcomes of all ranks, where moves can be listed backward.
func (p *rankedPlan) planOutcomes(m grundy.Measure, otherwise grundy.Plan[grundy.Component]) (plan grundy.Plan[grundy.Component], ok bool) {
	return p.planBackward("outcomes", 0, m == grundy.ByMisereOutcome, otherwise)
}

// planBackward plans tables of the outcomes with heaps of 0 … most, where moves can be listed
// backward. They give nim-values, most+1 for all that are greater.
func (p *rankedPlan) planBackward(what string, most uint64, misere bool, otherwise grundy.Plan[grundy.Component]) (plan grundy.Plan[grundy.Component], ok bool) {
	tables := grundy.AddCounts(most, 1)
	bytes := grundy.MulCounts(tables, search.OutcomesCost(p.count))
	if p.ranks.FindBackward == nil || !p.lowering || !p.solver.holds(bytes) {
		return plan, false
	}
	backward, err := p.ranks.FindBackward(p.solver.ctx)
	if err != nil {
		return plan, false
	}
	takes, err := p.outcomesTime(backward)
	if err != nil {
		return plan, false
	}
	return grundy.Plan[grundy.Component]{
		Cost:   grundy.Cost{Bytes: bytes, Time: grundy.Nanoseconds(grundy.MulCounts(tables, uint64(takes)))},
		Method: what + " of all positions that have a rank, by a table: from each P-position the moves go backward (theory/search)",
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[grundy.Component], error) {
			o, moves := search.Options{Misere: misere}, p.ranks.NewMoves()
			outcomes, err := search.NewOutcomes(ctx, moves, backward, p.count, o)
			if err == nil {
				err = outcomes.Extend(ctx, moves, backward, most, o)
			}
			return p.table(err, func(rank uint64) uint64 {
				if v, known := outcomes.NimValue(rank); known {
					return v
				}
				return tables
			}, func() (grundy.Table[grundy.Component], error) {
				if err := p.solver.charge(p.of, otherwise.Cost); err != nil {
					return nil, err
				}
				return otherwise.Build(ctx, progress)
			})
		},
	}, true
}

// table returns a table by ranks. If it ended with the error that the ranks do not serve, the one
// otherwise is made.
func (p *rankedPlan) table(err error, at func(rank uint64) uint64, otherwise func() (grundy.Table[grundy.Component], error)) (grundy.Table[grundy.Component], error) {
	switch {
	case errors.Is(err, grundy.ErrUnranked), errors.Is(err, search.ErrBackward):
		return otherwise()
	case err != nil:
		return nil, explainCycle(err, func(rank uint64) string {
			position, _ := p.ranks.Unrank(rank)
			return brief(position)
		})
	}
	return func(q grundy.Component) uint64 { return at(p.ranks.Rank(q)) }, nil
}

// outcomesInstead returns a plan for the outcomes of c in place of one for nim-values that is not
// within the budget, or takes long, where nobody needs the nim-values.
func (s *solver) outcomesInstead(c grundy.Component, values grundy.Plan[grundy.Component]) (plan grundy.Plan[grundy.Component], ok bool) {
	if values.Cost.Time <= outcomesFrom && s.allows(c, "", values.Cost) == nil {
		return plan, false
	}
	p := s.rank(c)
	if p == nil {
		return plan, false
	}
	plan, ok = p.planOutcomes(grundy.ByOutcome, values)
	return plan, ok && (plan.Cost.Time < values.Cost.Time || s.allows(c, "", values.Cost) != nil)
}

// boundedCompares lets the theorem on sums compare nim-values where those of one component take long.
// No others of it are told apart than what the other components, and their options, can come to
// together. Greater ones stand as the next power of two, which leads to the same outcome and the same
// winning moves: none in the other components.
func (s *solver) boundedCompares() (m grundy.Measure, ok bool) {
	if m = grundy.ByNimValue; s.kind != compound.Disjunctive || len(s.question.Sum) == 1 || s.question.Why {
		return m, false
	}
	isLong := func(v *view) bool {
		return v.plan != nil && (v.plan.Cost.Time > outcomesFrom || s.allows(v.component, "", v.plan.Cost) != nil)
	}
	large, from := -1, &view{}
	for i, t := range s.question.Sum {
		if _, _, closed := s.closed(t.Component, m); closed || t.Copies%2 == 0 || s.rank(t.Component) == nil {
			continue
		}
		plan, planned := s.planSearch(t.Component, m)
		v := &view{solver: s, component: t.Component, measure: m, plan: &plan}
		if !planned || !isLong(v) {
			continue
		}
		if large >= 0 {
			return m, false
		}
		large, from = i, v
	}
	if large < 0 {
		return m, false
	}
	width := 0 // of the nim-values of the others
	for i, t := range s.question.Sum {
		if i == large {
			continue
		}
		v, err := s.view(t.Component, m)
		if v == nil || err != nil || isLong(v) || v.build() != nil {
			return m, false
		}
		greatest, err := v.greatest()
		if err != nil {
			return m, false
		}
		width = max(width, bits.Len64(v.value|greatest))
	}
	from.atMost = 1<<min(width, 32) - 1
	p := s.rank(from.component)
	plan, ok := p.planBackward(fmt.Sprintf("nim-values to %d", from.atMost), from.atMost, false, *from.plan)
	if !ok || plan.Cost.Time >= from.plan.Cost.Time && s.allows(from.component, "", from.plan.Cost) == nil || s.charge(from.component, plan.Cost) != nil {
		return m, false
	}
	from.plan = &plan
	s.views[viewKey{from.component.Identity(), m}] = from
	return m, true
}

// searchAll searches all positions that can be reached from c for nim-values, by a table
// of their ranks where that is shorter.
func (s *solver) searchAll(found memo, c grundy.Component, o search.Options) error {
	if table, ranked := s.planRanks(c, grundy.ByNimValue); ranked && o.Steps == 0 {
		probe := o
		probe.Steps = found.steps() + rankedProbe
		_, err := found.measure(s.ctx, c, probe)
		if over, ok := errors.AsType[*search.BudgetError](err); !ok || over.What != "steps" {
			return err
		}
		_, err = table(grundy.Plan[grundy.Component]{
			Build: func(ctx context.Context, _ grundy.Progress) (grundy.Table[grundy.Component], error) {
				_, err := found.measure(ctx, c, o)
				return nil, err
			},
		}).Build(s.ctx, nil)
		return err
	}
	_, err := found.measure(s.ctx, c, o)
	return err
}
