package solve

// This file holds the search of all positions that play can reach: the engine
// for questions that no closed form and no table answers. It follows the
// definitions. Positions of games that have short keys are searched in packed.go.

import (
	"context"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// optionTime is what looking at one option of a position takes. It is too little, as
// the numbers of positions and options that it is multiplied by are too large, and a
// search that runs out of time stops.
const optionTime = 20 * time.Nanosecond

// planSearch returns a plan whose table is made by search.
func (s *solver) planSearch(c grundy.Component, m grundy.Measure) (grundy.Plan[grundy.Component], bool) {
	if m == grundy.ByGenus {
		return s.planGenus(c)
	}
	define, ok := compound.Define(m)
	if !ok {
		return grundy.Plan[grundy.Component]{}, false
	}
	table, ranked := s.planRanks(c, m)
	probed := s.bounded(probe.steps)
	if ranked {
		probed = min(probed, rankedProbe)
	}
	plan := s.planProbed(c, m, define, probed)
	switch {
	case plan.ended:
	case ranked:
		all := table(plan.Plan)
		if ranks, _ := c.Ranks(); s.probed != nil {
			s.probed.cost, s.probed.Most = all.Cost, ranks.Count()
		}
		return all, true
	case s.question.Budget.Steps > 0:
		plan.Cost.Time = math.MaxInt64 // it takes more steps than are allowed
	}
	return plan.Plan, true
}

// A searchPlan is a plan for a search that was probed.
type searchPlan struct {
	grundy.Plan[grundy.Component]
	ended bool // within the probe
}

// planProbed returns a plan whose table is made by a search: by keys, if the game of c
// has them, otherwise by text.
func (s *solver) planProbed(c grundy.Component, m grundy.Measure, define compound.Definition, probed uint64) searchPlan {
	if err := tooWide(c); err != nil {
		return searchPlan{Plan: grundy.Plan[grundy.Component]{Build: func(context.Context, grundy.Progress) (grundy.Table[grundy.Component], error) { return nil, err }}}
	}
	plan, ok := s.planPacked(c, m, define, probed)
	if !ok {
		plan = s.planText(c, m, define, probed)
	}
	return plan
}

// tooWide refuses a search from a position of rules that would list too many options at once.
func tooWide(c grundy.Component) error {
	if count, ok := c.CountOptions(); ok && count > maxListed && c.IsStarter() {
		return OverBudget{Msg: fmt.Sprintf("%s has %s, too many for a search", brief(c), optionsOf(count))}
	}
	return nil
}

// readsLikeOption returns an error if an option of c is written as c is, although it differs.
func readsLikeOption(c grundy.Component) error {
	if count, ok := c.CountOptions(); c.IsStarter() || ok && count > MaxWalked {
		return nil
	}
	for _, q := range c.AppendOptions(nil) {
		if q.Identity() == c.Identity() {
			return writtenAlike(c, q)
		}
	}
	return nil
}

// planText returns a plan whose table is made by a search by text.
func (s *solver) planText(c grundy.Component, m grundy.Measure, define compound.Definition, probed uint64) searchPlan {
	found, ended := s.newSearch(m, define, c, probed)
	cost := grundy.Cost{}
	has := func(q grundy.Component) bool { _, known := found.known(q); return known }
	if !ended {
		cost = searchCost(c)
		s.probed = &probedSearch{Reached{Positions: uint64(found.met())}, c.Identity(), cost}
		s.probed.Most, _ = c.CountPositions()
	}
	return searchPlan{grundy.Plan[grundy.Component]{
		Cost:   cost,
		Method: fmt.Sprintf("%v by search of all positions that can be reached", m),
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.Table[grundy.Component], error) {
			s.extend(ctx, found, cost)
			expect(ctx, c)
			own, err := found.value(c)
			if err != nil {
				return nil, s.reached(err, c, uint64(found.met()), has)
			}
			// The search may forget what it has found when it goes on with another position.
			table := map[grundy.Identity]uint64{c.Identity(): own}
			for _, q := range c.AppendOptions(nil) {
				if err := s.account.Take(heldBytes(q, 1)); err != nil {
					return nil, err
				}
				// It has not met them all where c is known without, or one option was enough.
				v, met := found.known(q)
				if !met {
					if v, err = found.value(q); err != nil {
						return nil, s.reached(err, c, uint64(found.met()), has)
					}
				}
				table[q.Identity()] = v
			}
			return func(q grundy.Component) uint64 { return table[q.Identity()] }, ctx.Err()
		},
	}, ended}
}

// searchCost estimates the cost of a search where the game bounds the
// positions: it takes c to have as many options as any of them, on average.
func searchCost(c grundy.Component) grundy.Cost {
	positions, ok := c.CountPositions()
	if !ok {
		return grundy.Cost{}
	}
	options, _ := c.CountOptions()
	return grundy.Cost{
		Bytes: grundy.MulCounts(positions, positionBytes),
		Time:  grundy.Nanoseconds(grundy.MulCounts(positions, grundy.MulCounts(max(options, 1), uint64(optionTime)))),
	}
}

// expect tells whoever waits how many positions a search from c meets at most.
func expect(ctx context.Context, c grundy.Component) {
	positions, _ := c.CountPositions()
	meter.Of(ctx).Expect(positions)
}

// A Cache keeps what searches have found from one question to the next, and the games,
// which may have learned periods. The zero value is ready to use, by one goroutine at a
// time.
type Cache struct {
	games    map[grundy.GameID]grundy.Component // one position of each
	learned  uint64                             // bytes that these may hold
	runs     grundy.Runs
	packed   map[packedKey]packed
	searches map[any]*explorer[uint64] // by what is measured
	wholes   map[playOf]*wholes
}

// Bytes returns about how many bytes the cache holds. It takes little time for each game
// that the cache has met.
func (c *Cache) Bytes() uint64 {
	const perGame = 4096
	bytes := c.learned + perGame*uint64(len(c.games)+len(c.packed)+len(c.searches)+len(c.wholes))
	for _, found := range c.packed {
		bytes += found.bytes()
	}
	for _, found := range c.searches {
		bytes += positionBytes * uint64(found.met())
	}
	for _, w := range c.wholes {
		bytes += w.bytes
	}
	return bytes
}

// cache returns the question's cache, or one of its own.
func (s *solver) cache() *Cache { return s.question.Cache }

// newSearch returns a search for the measure of c, and whether it has ended within the
// steps and the memory of a probe. Searches are shared by what they measure.
func (s *solver) newSearch(what any, define compound.Definition, c grundy.Component, probed uint64) (*explorer[uint64], bool) {
	cache := s.cache()
	found, ok := cache.searches[what]
	if !ok {
		found = &explorer[uint64]{keyOf: keyOf, enough: define.Enough}
		byOptions := expansion[uint64]{settle: func(measures []uint64) (uint64, error) { return define.Of(measures), nil }}
		measure, isMeasure := what.(grundy.Measure)
		found.expand = func(c grundy.Component, text int) (x expansion[uint64], err error) {
			if isMeasure {
				if v, _, ok := c.Measure(measure); ok { // options of what has none
					return expansion[uint64]{settle: func([]uint64) (uint64, error) { return v, nil }}, nil
				}
			}
			x = byOptions
			x.on, x.held, err = found.list(c, text)
			return x, err
		}
		if cache.searches == nil {
			cache.searches = map[any]*explorer[uint64]{}
		}
		cache.searches[what] = found
	}
	s.bind(s.ctx, found, s.probeMemory(0), probed)
	_, err := found.value(c)
	return found, err == nil
}

// bind lets a search use the memory and the steps, 0 for any number of them, besides
// what it knows already.
func (s *solver) bind(ctx context.Context, found *explorer[uint64], limit, steps uint64) {
	found.ledger = ledger{ctx: ctx, limit: limit, most: steps, account: s.account, besides: found.besides, over: func(what string) error {
		limit := map[string]uint64{"memory": s.question.Budget.Memory, "steps": s.question.Budget.Steps}[what]
		return &search.BudgetError{Positions: uint64(found.met()), What: what, Limit: limit}
	}}
}

// extend lets a search go on, with what is left of the budget and the cost with
// which it was charged.
func (s *solver) extend(ctx context.Context, found *explorer[uint64], charged grundy.Cost) {
	s.bind(ctx, found, s.memoryLeft(charged.Bytes), 0)
	for key := range found.numbers {
		found.bytes += remembered(key)
	}
	if found.limit > 0 && found.bytes > found.limit/2 { // mostly of earlier questions
		found.forget()
	}
}

// playOf is what a search of a whole position measures.
type playOf struct {
	kind       compound.Kind
	convention grundy.Convention
}

// bySearch settles a position by the definitions, for the kind of compound that is
// asked about, whatever it comes to.
type bySearch struct {
	found  *explorer[uint64]
	wholes *wholes
}

// wholesOf returns the whole positions of a play that earlier questions have met.
// Where these are many, all that is known of the play is dropped first.
func (c *Cache) wholesOf(play playOf) *wholes {
	w, ok := c.wholes[play]
	if !ok || w.bytes > probe.bytes {
		if c.wholes == nil {
			c.wholes = map[playOf]*wholes{}
		}
		w = &wholes{kind: play.kind}
		c.wholes[play] = w
		delete(c.searches, play)
		maps.DeleteFunc(c.searches, func(what any, _ *explorer[uint64]) bool {
			length, ok := what.(lengthOf)
			return ok && length.playOf == play
		})
	}
	return w
}

// decideBySearch settles a compound by searching the whole position. Lack says
// what no theorem gave, if that is not plain.
func (s *solver) decideBySearch(lack string) (*decision, error) {
	play := playOf{s.question.Compound, s.question.Convention}
	n, found, w, err := s.searchWhole(play, compound.OutcomeIn(play.convention))
	if err != nil {
		return nil, err
	}
	d := &decision{way: bySearch{found, w}, theorem: s.searchMethod(lack), outcome: grundy.P}
	if n == 1 {
		d.outcome = grundy.N
	}
	return d, nil
}

// searchWhole measures the whole position, by a search that what tells from others.
func (s *solver) searchWhole(what any, define compound.Definition) (measure uint64, found *explorer[uint64], w *wholes, err error) {
	s.spent = grundy.Cost{} // tables that were planned for a theorem are not built
	if err := s.expandCopies(); err != nil {
		return 0, nil, nil, err
	}
	w = s.cache().wholesOf(playOf{s.question.Compound, s.question.Convention})
	numbers := make([]uint32, len(s.question.Sum))
	w.games = map[grundy.GameID]grundy.Component{}
	for i, t := range s.question.Sum {
		if err := tooWide(t.Component); err != nil {
			return 0, nil, nil, err
		}
		if err := readsLikeOption(t.Component); err != nil {
			return 0, nil, nil, err
		}
		numbers[i], w.games[t.Component.GameID()] = w.number(t.Component), t.Component
	}
	position := w.place(numbers)
	found, ended := s.newSearch(what, define, position, s.bounded(wholeSteps))
	cost, whole := grundy.Cost{}, s.whole()
	switch {
	case ended:
	case s.question.Budget.Steps > 0:
		return 0, nil, nil, s.overSteps(whole)
	default:
		cost = searchCost(position)
		s.probed = &probedSearch{Reached{Positions: uint64(found.met())}, whole.Identity(), cost}
		s.probed.Most, _ = position.CountPositions()
	}
	found.describe, found.besides = w.text, func() uint64 { return w.bytes }
	if err := s.charge(whole, cost); err != nil {
		return 0, nil, nil, err
	}
	s.extend(s.ctx, found, cost)
	expect(s.ctx, position)
	measure, err = found.value(position)
	return measure, found, w, s.reached(err, position, uint64(found.met()), func(q grundy.Component) bool { _, known := found.known(q); return known })
}

func (s *solver) searchMethod(lack string) string {
	const method = " by search of all positions that can be reached"
	what := "misère play"
	switch {
	case s.question.Compound == compound.Disjunctive:
	case s.question.Convention == grundy.Misere:
		what = fmt.Sprintf("misère play of the %v compound", s.question.Compound)
	default:
		what = fmt.Sprintf("%v compound", s.question.Compound)
	}
	if lack != "" {
		return what + method + ": " + lack
	}
	return what + method
}

// whole returns the whole position as one of one game. Its components must be
// single copies.
func (s *solver) whole() grundy.Component {
	components := make([]grundy.Component, len(s.question.Sum))
	for i, t := range s.question.Sum {
		components[i] = t.Component
	}
	return grundy.Place(compound.Product{Kind: s.question.Compound}, components)
}

// winningMoves finds the moves after which the search says P.
func (r bySearch) winningMoves(s *solver, _ *decision, a *Answer) error {
	return tryMoves(s, s.question.Compound, a, r.wholes.number, func(numbers []uint32) (bool, error) {
		n, err := r.found.value(r.wholes.place(numbers))
		return n == 0, err
	})
}

func (bySearch) reasons(s *solver, _ *decision, say func(string, ...any)) {
	what := "this compound"
	if s.question.Compound == compound.Disjunctive {
		what = "this sum in misère play"
	}
	say("No theorem settles %s, so all positions that can be reached were searched.", what)
}
