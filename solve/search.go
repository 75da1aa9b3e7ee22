package solve

// This file holds the search of all positions that play can reach: the engine
// for questions that no closed form and no table answers. It follows the
// definitions, remembers every position under its text, and keeps its own
// stack, so that long games do not exhaust Go's.

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"grundy"
)

// positionBytes is about what a remembered position costs, and optionTime what
// looking at one option of it does. The latter is too little, as the numbers of
// positions and options that it is multiplied by are too large, and a search
// that runs out of time stops.
const (
	positionBytes = 256
	optionTime    = 20 * time.Nanosecond
)

// A fold computes a measure from those of the options, by its definition.
type fold struct {
	of func(options []uint64) uint64
	// enough, if not nil, says that one option's measure settles it.
	enough func(option uint64) bool
}

var folds = map[grundy.Measure]fold{
	grundy.ByNimValue:   {of: mex},
	grundy.ByRemoteness: {of: remoteness},
}

// misereOutcome is 1 where the position is N in misère play.
var misereOutcome = fold{
	of: func(options []uint64) uint64 {
		if len(options) == 0 || slices.Contains(options, 0) {
			return 1
		}
		return 0
	},
	enough: func(option uint64) bool { return option == 0 },
}

func mex(options []uint64) uint64 {
	values := make([]grundy.Value, len(options))
	for i, v := range options {
		values[i] = grundy.Value(v)
	}
	return uint64(grundy.Mex(values...))
}

func remoteness(options []uint64) uint64 {
	hurry, stall := ^uint64(0), uint64(0)
	for _, r := range options {
		if r%2 == 0 {
			hurry = min(hurry, r+1)
		} else {
			stall = max(stall, r+1)
		}
	}
	if hurry != ^uint64(0) {
		return hurry
	}
	return stall
}

// planSearch returns a plan whose table is made by search.
func (s *solver) planSearch(c grundy.Component, m grundy.Measure) (grundy.Plan[grundy.Component], bool) {
	define, ok := folds[m]
	if !ok {
		return grundy.Plan[grundy.Component]{}, false
	}
	found, cost := s.newSearch(define, c)
	return grundy.Plan[grundy.Component]{
		Cost:   cost,
		Method: fmt.Sprintf("%v by search of all positions that can be reached", m),
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[grundy.Component], error) {
			s.extend(found, cost)
			if _, err := found.measure(ctx, c, progress); err != nil {
				return nil, err
			}
			return func(q grundy.Component) uint64 { return found.known[q.String()] }, nil
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
		Time:  time.Duration(min(grundy.MulCounts(positions, grundy.MulCounts(max(options, 1), uint64(optionTime))), 1<<62)),
	}
}

// A search measures positions and remembers them.
type search struct {
	define fold
	known  map[string]uint64
	bytes  uint64    // used, about
	limit  uint64    // on bytes; 0 for none
	until  time.Time // when the time is used up; zero for never
}

// probe is what a search may take before its cost is looked at. Bounds on the
// positions that can be reached are often far too high, and most searches end
// within it.
var probe = grundy.Cost{Bytes: 64 << 20, Time: time.Second / 2}

// newSearch returns a search for the measure of c, and what it still costs: an
// estimate, or nothing if it has ended within the probe.
func (s *solver) newSearch(define fold, c grundy.Component) (*search, grundy.Cost) {
	found := &search{define: define, known: map[string]uint64{}, limit: probe.Bytes, until: time.Now().Add(probe.Time)}
	if memory := s.question.Budget.Memory; memory > 0 {
		found.limit = min(found.limit, memory)
	}
	if _, err := found.measure(s.ctx, c, nil); err == nil {
		return found, grundy.Cost{}
	}
	return found, searchCost(c)
}

// extend lets a search go on, with what is left of the budget and the cost with
// which it was charged.
func (s *solver) extend(found *search, charged grundy.Cost) {
	found.bytes, found.limit, found.until = 0, 0, time.Time{}
	for key := range found.known {
		found.bytes += uint64(len(key)) + positionBytes/2
	}
	if memory := s.question.Budget.Memory; memory > 0 {
		found.limit = max(memory-min(memory, s.spent.Bytes)+charged.Bytes, 1)
	}
	if limit := s.question.Budget.Time; limit > 0 {
		found.until = time.Now().Add(limit)
	}
}

// A frame is a position whose options are being measured.
type frame struct {
	key      string
	options  []grundy.Component
	measures []uint64
	held     uint64 // bytes, about, until it is measured
}

// measure returns the measure of c. The work is one look at each option of
// each position that can be reached.
func (s *search) measure(ctx context.Context, c grundy.Component, progress grundy.Progress) (uint64, error) {
	stack := []frame{}
	push := func(key string, c grundy.Component) error {
		each := uint64(optionBytes + 2*len(key))
		if count, ok := c.CountOptions(); ok && s.limit > 0 && count > s.limit/each {
			return s.outOfBudget("memory")
		}
		options := c.AppendOptions(nil)
		held := uint64(len(options)) * each
		s.bytes += uint64(len(key)) + positionBytes/2 + held
		if s.limit > 0 && s.bytes > s.limit {
			return s.outOfBudget("memory")
		}
		stack = append(stack, frame{key: key, options: options, measures: make([]uint64, 0, len(options)), held: held})
		return nil
	}
	root := c.String()
	if v, ok := s.known[root]; ok {
		return v, nil
	}
	if err := push(root, c); err != nil {
		return 0, err
	}
	estimate, _ := c.CountPositions()
	for steps := 0; len(stack) > 0; steps++ {
		if steps&0xfff == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			if !s.until.IsZero() && time.Now().After(s.until) {
				return 0, s.outOfBudget("time")
			}
			progress.Report(uint64(len(s.known)), max(estimate, uint64(len(s.known))))
		}
		top := &stack[len(stack)-1]
		settled := len(top.measures) == len(top.options)
		if !settled {
			next := top.options[len(top.measures)]
			key := next.String()
			v, ok := s.known[key]
			if !ok {
				if err := push(key, next); err != nil {
					return 0, err
				}
				continue
			}
			top.measures = append(top.measures, v)
			settled = s.define.enough != nil && s.define.enough(v)
		}
		if settled {
			s.known[top.key] = s.define.of(top.measures)
			s.bytes -= top.held
			stack = stack[:len(stack)-1]
		}
	}
	return s.known[root], nil
}

func (s *search) outOfBudget(what string) error {
	return fmt.Errorf("the search has met %d positions and may use no more %s: %w", len(s.known), what, grundy.ErrBudget)
}

// A whole is a disjunctive sum as one game: a position is its components.
type whole struct{}

func (whole) AppendPosition(dst []byte, components []grundy.Component) []byte {
	texts := make([]string, len(components))
	for i, c := range components {
		texts[i] = c.String()
	}
	slices.Sort(texts) // the order of components does not matter
	return append(dst, strings.Join(texts, " + ")...)
}

func (whole) AppendOptions(dst [][]grundy.Component, components []grundy.Component) [][]grundy.Component {
	for i, c := range components {
		for _, q := range c.AppendOptions(nil) {
			next := slices.Clone(components)
			next[i] = q
			dst = append(dst, next)
		}
	}
	return dst
}

func (whole) CountOptions(components []grundy.Component) uint64 {
	var sum uint64
	for _, c := range components {
		count, _ := c.CountOptions()
		sum = grundy.AddCounts(sum, count)
	}
	return sum
}

func (whole) CountPositions(components []grundy.Component) uint64 {
	product := uint64(1)
	for _, c := range components {
		count, ok := c.CountPositions()
		if !ok {
			continue
		}
		product = grundy.MulCounts(product, count)
	}
	return product
}

// decideBySearch settles a misère sum by searching the whole position.
func (s *solver) decideBySearch() (*decision, error) {
	s.spent = grundy.Cost{} // tables that were planned for a theorem are not built
	if err := s.expandCopies(); err != nil {
		return nil, err
	}
	components := make([]grundy.Component, len(s.question.Sum))
	for i, t := range s.question.Sum {
		components[i] = t.Component
	}
	position := grundy.Place(whole{}, components)
	found, cost := s.newSearch(misereOutcome, position)
	if err := s.charge(position, cost); err != nil {
		return nil, err
	}
	s.extend(found, cost)
	n, err := found.measure(s.ctx, position, s.question.Progress)
	if err != nil {
		return nil, err
	}
	d := &decision{
		rule:    bySearch,
		theorem: "misère play by search of all positions that can be reached",
		outcome: grundy.P,
		search:  found,
	}
	if n == 1 {
		d.outcome = grundy.N
	}
	return d, nil
}

// searchedMoves counts and lists the moves after which the search finds P.
func (s *solver) searchedMoves(d *decision, a *Answer) error {
	components := make([]grundy.Component, len(s.question.Sum))
	for i, t := range s.question.Sum {
		components[i] = t.Component
	}
	one := big.NewInt(1)
	for i, from := range components {
		for _, to := range from.AppendOptions(nil) {
			next := slices.Clone(components)
			next[i] = to
			n, err := d.search.measure(s.ctx, grundy.Place(whole{}, next), nil)
			if err != nil {
				return err
			}
			if n == 1 {
				continue
			}
			a.WinningMoveCount.Add(a.WinningMoveCount, one)
			if len(a.WinningMoves) < s.question.MaxMoves {
				a.WinningMoves = append(a.WinningMoves, Move{{i, from, to}})
			}
		}
	}
	return nil
}
