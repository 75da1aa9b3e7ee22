package solve

// This file holds the search of all positions that play can reach: the engine
// for questions that no closed form and no table answers. It follows the
// definitions, remembers every position under its text, and keeps its own
// stack, so that long games do not exhaust Go's. Positions of games that have
// short keys are searched in packed.go.

import (
	"context"
	"fmt"
	"slices"
	"time"

	"grundy"
	"grundy/internal/message"
	"grundy/theory/compound"
)

// positionBytes is about what a remembered position costs, and optionTime what
// looking at one option of it does. The latter is too little, as the numbers of
// positions and options that it is multiplied by are too large, and a search
// that runs out of time stops.
const (
	positionBytes = 256
	optionTime    = 20 * time.Nanosecond
	listTime      = 100 * time.Nanosecond // and what it takes at least to list one
)

// planSearch returns a plan whose table is made by search.
func (s *solver) planSearch(c grundy.Component, m grundy.Measure) (grundy.Plan[grundy.Component], bool) {
	if m == grundy.ByGenus {
		return s.planGenus(c)
	}
	define, ok := compound.Define(m)
	if !ok {
		return grundy.Plan[grundy.Component]{}, false
	}
	if plan, ok := s.planPacked(c, m, define); ok {
		return plan, true
	}
	found, cost := s.newSearch(m, define, c)
	return grundy.Plan[grundy.Component]{
		Cost:   cost,
		Method: fmt.Sprintf("%v by search of all positions that can be reached", m),
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[grundy.Component], error) {
			s.extend(found, cost)
			if _, err := found.measure(ctx, c, progress); err != nil {
				return nil, err
			}
			return func(q grundy.Component) uint64 { return found.known[found.keys.key(q)] }, nil
		},
	}, true
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

// A searching measures positions and remembers them.
type searching struct {
	define compound.Definition
	keys   *keying
	known  map[grundy.Identity]uint64
	bytes  uint64    // used, about
	limit  uint64    // on bytes; 0 for none
	until  time.Time // when the time is used up; zero for never
}

// A Cache keeps what searches have found from one question to the next. The zero
// value is ready to use, by one goroutine at a time.
type Cache struct {
	runs   grundy.Runs
	packed map[packedKey]packed
	keys   keying
	known  map[any]map[grundy.Identity]uint64 // by what is measured, and by key
}

// cache returns the question's cache, or one of its own.
func (s *solver) cache() *Cache { return s.question.Cache }

// knownOf returns the measures that are known without [grundy.Packed].
func (c *Cache) knownOf(what any) map[grundy.Identity]uint64 {
	if c.known == nil {
		c.known = map[any]map[grundy.Identity]uint64{}
	}
	if c.known[what] == nil {
		c.known[what] = map[grundy.Identity]uint64{}
	}
	return c.known[what]
}

// leastSteps is how many options a search may look at whatever time that takes, so
// that small ones end on a busy machine too.
const leastSteps = 1 << 15

// leastWork is how many options are listed or looked at between two looks at the
// clock.
const leastWork = 1 << 12

// newSearch returns a search for the measure of c, and what it still costs: an
// estimate, or nothing if it has ended within the probe. What tells measures
// apart.
func (s *solver) newSearch(what any, define compound.Definition, c grundy.Component) (*searching, grundy.Cost) {
	cache := s.cache()
	found := &searching{define: define, keys: &cache.keys, known: cache.knownOf(what)}
	found.limit, found.until = s.probeBounds(0)
	if _, err := found.measure(s.ctx, c, nil); err == nil {
		return found, grundy.Cost{}
	}
	return found, searchCost(c)
}

// extend lets a search go on, with what is left of the budget and the cost with
// which it was charged.
func (s *solver) extend(found *searching, charged grundy.Cost) {
	found.bytes, found.limit, found.until = 0, s.memoryLeft(charged.Bytes), s.until()
	for key := range found.known {
		found.bytes += uint64(len(key.Text)) + positionBytes/2
	}
	if found.limit > 0 && found.bytes > found.limit/2 { // mostly of earlier questions
		clear(found.known)
		found.bytes = 0
	}
}

// onStack stands for the measure of a position whose options are being measured.
const onStack = ^uint64(0)

// listing returns how many bytes each listed option of c takes, whose key is given,
// and of what the list would take too much: "memory" beyond limit, 0 for none, or
// "time" beyond until, zero for never, since nobody looks at a clock while it is
// made; or "".
func listing(c grundy.Component, key string, limit uint64, until time.Time) (each uint64, over string) {
	each = uint64(optionBytes + 2*len(key))
	switch count, ok := c.CountOptions(); {
	case !ok:
	case limit > 0 && count > limit/each:
		over = "memory"
	case count > leastSteps && !until.IsZero() && time.Until(until) < time.Duration(min(count, 1<<50))*listTime:
		over = "time"
	}
	return each, over
}

// A frame is a position whose options are being measured.
type frame struct {
	key      grundy.Identity
	position grundy.Component
	options  []grundy.Component
	measures []uint64
	held     uint64 // bytes, about, until it is measured
}

// measure returns the measure of c. The work is one look at each option of
// each position that can be reached.
func (s *searching) measure(ctx context.Context, c grundy.Component, progress grundy.Progress) (uint64, error) {
	stack := []frame{}
	work := leastWork // since a look at the clock
	push := func(key grundy.Identity, c grundy.Component) error {
		each, over := listing(c, key.Text, s.limit, s.until)
		if over != "" {
			return s.outOfBudget(over)
		}
		options := c.AppendOptions(nil)
		if err := ctx.Err(); err != nil { // rules that were stopped list none
			return err
		}
		work += len(options)
		held := uint64(len(options)) * each
		s.bytes += uint64(len(key.Text)) + positionBytes/2 + held
		if s.limit > 0 && s.bytes > s.limit {
			return s.outOfBudget("memory")
		}
		stack = append(stack, frame{key: key, position: c, options: options, measures: make([]uint64, 0, len(options)), held: held})
		s.known[key] = onStack
		return nil
	}
	root := s.keys.key(c)
	if v, ok := s.known[root]; ok {
		return v, nil
	}
	defer func() { // after an error they may be tried again
		for _, f := range stack {
			delete(s.known, f.key)
		}
	}()
	if err := push(root, c); err != nil {
		return 0, err
	}
	estimate, _ := c.CountPositions()
	for steps := 0; len(stack) > 0; steps++ {
		if work++; work > leastWork {
			work = 0
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			if steps > leastSteps && !s.until.IsZero() && time.Now().After(s.until) {
				return 0, s.outOfBudget("time")
			}
			progress.Report(uint64(len(s.known)), max(estimate, uint64(len(s.known))))
		}
		top := &stack[len(stack)-1]
		settled := len(top.measures) == len(top.options)
		if !settled {
			next := top.options[len(top.measures)]
			key := s.keys.key(next)
			v, ok := s.known[key]
			if !ok {
				if err := push(key, next); err != nil {
					return 0, err
				}
				continue
			}
			if v == onStack {
				return 0, cycleOf(stack, key)
			}
			top.measures = append(top.measures, v)
			settled = s.define.Enough != nil && s.define.Enough(v)
		}
		if settled {
			s.known[top.key] = s.define.Of(top.measures)
			s.bytes -= top.held
			stack = stack[:len(stack)-1]
		}
	}
	return s.known[root], nil
}

// cycleOf returns the cycle that closes with a move from the top of the stack to
// the position of key.
func cycleOf(stack []frame, key grundy.Identity) error {
	first := slices.IndexFunc(stack, func(f frame) bool { return f.key == key })
	cycle := stack[first:]
	return fmt.Errorf("play need not end: there is a cycle of %s: %s", message.Count(len(cycle), "move", "moves"), message.Cycle(len(cycle), func(i int) string { return brief(cycle[i].position) }))
}

func (s *searching) outOfBudget(what string) error {
	return fmt.Errorf("the search has met %d positions and may use no more %s: %w", len(s.known), what, grundy.ErrBudget)
}

// playOf is what a search of a whole position measures.
type playOf struct {
	kind       compound.Kind
	convention grundy.Convention
}

// bySearch is the rule that follows the definitions, for the kind of compound that is
// asked about, whatever it comes to.
type bySearch struct{ found *searching }

// decideBySearch settles a compound by searching the whole position. Lack says
// what no theorem gave, if that is not plain.
func (s *solver) decideBySearch(lack string) (*decision, error) {
	s.spent = grundy.Cost{} // tables that were planned for a theorem are not built
	if err := s.expandCopies(); err != nil {
		return nil, err
	}
	position := s.whole()
	found, cost := s.newSearch(playOf{s.question.Compound, s.question.Convention}, compound.OutcomeIn(s.question.Convention), position)
	if err := s.charge(position, cost); err != nil {
		return nil, err
	}
	s.extend(found, cost)
	n, err := found.measure(s.ctx, position, s.question.Progress)
	if err != nil {
		return nil, err
	}
	d := &decision{rule: bySearch{found}, theorem: s.searchMethod(lack), outcome: grundy.P}
	if n == 1 {
		d.outcome = grundy.N
	}
	return d, nil
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
func (r bySearch) winningMoves(s *solver, _ *decision, a *Answer) (err error) {
	position := s.whole()
	components, product := position.Position().([]grundy.Component), position.Game().(compound.Product)
	product.EachMove(components, func(next []grundy.Component, moved []bool) bool {
		if err = s.ctx.Err(); err != nil {
			return false
		}
		var n uint64
		if n, err = r.found.measure(s.ctx, grundy.Place(product, next), nil); err != nil {
			return false
		}
		if n == 1 {
			return true
		}
		var move Move
		for i, yes := range moved {
			if yes {
				move = append(move, Step{i, components[i], next[i]})
			}
		}
		a.addMove(move, s.question.MaxMoves)
		return true
	})
	return err
}

func (bySearch) reasons(s *solver, _ *decision, say func(string, ...any)) {
	what := "this compound"
	if s.question.Compound == compound.Disjunctive {
		what = "this sum in misère play"
	}
	say("No theorem settles %s, so all positions that can be reached were searched.", what)
}
