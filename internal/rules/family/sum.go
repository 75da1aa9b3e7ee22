package family

// Several heaps, in each of which a player moves as if it stood alone: the disjunctive sum of
// games of one heap (R. P. Sprague 1935, P. M. Grundy 1939).

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A summed is a guess: a game for each coordinate.
type summed struct{ heaps []candidate }

func (c *summed) String() string { return fmt.Sprint(c.heaps) }

// guessSum plays with one heap, while the others are as small as they can be.
func guessSum(p *prober) candidate {
	if p.alone == nil {
		p.alone = make([]*prober, len(p.names))
		for i := range p.alone {
			one := *p
			one.box, one.within, one.axis = p.box.axis(i), p, i
			one.seen, one.probes, one.alone = map[string]bool{}, nil, nil
			p.alone[i] = &one
		}
	}
	c := &summed{}
	for _, one := range p.alone {
		if p.unordered {
			one = p.alone[len(p.alone)-1]
		}
		var found candidate
		for _, guess := range []func(*prober) candidate{guessHeap, guessSystem} {
			if found = guess(one); found != nil || one.err != nil {
				break
			}
		}
		if found == nil || one.err != nil {
			return nil
		}
		if heap, err := found.family(one.box); err != nil || heap.sums { // moves leave several heaps
			return nil
		}
		c.heaps = append(c.heaps, found)
	}
	return c
}

// axis returns the box of one coordinate.
func (b *box) axis(i int) *box {
	return &box{names: b.names[i : i+1], least: b.least[i : i+1], most: b.most[i : i+1]}
}

// moves implements candidate.
func (c *summed) moves(b *box) definable.Moves {
	m := definable.Moves{Coordinates: b.names, Shape: b.shape()}
	for i, heap := range c.heaps {
		for _, k := range heap.moves(b.axis(i)).Kinds {
			to := b.terms()
			if to[i] = automata.C(0); len(k.Parts) > 0 {
				to[i] = k.Parts[0][0]
			}
			k.Parts = [][]automata.Term{to}
			m.Kinds = append(m.Kinds, k)
		}
	}
	return m
}

// normal implements candidate.
func (c *summed) normal(_ *box, m definable.Moves) definable.Moves { return m }

// family implements candidate.
func (c *summed) family(b *box) (*Family, error) {
	if len(b.missing) > 0 {
		return nil, fmt.Errorf("some heaps are not legal")
	}
	g := &sum{unordered: b.unordered}
	f := &Family{Words: "a sum of heaps", Table: g, place: g.place}
	known, count := map[string]*Family{}, map[string]int{}
	var names []string
	for i, heap := range c.heaps {
		key := fmt.Sprint(heap, b.least[i], b.most[i])
		one := known[key]
		if one == nil {
			var err error
			if one, err = heap.family(b.axis(i)); err != nil {
				return nil, err
			}
			if one.first, err = one.place(make([]grundy.Arg, 1)); err != nil {
				return nil, err
			}
			known[key] = one
		}
		if count[one.Name]++; count[one.Name] == 1 {
			names = append(names, one.Name)
		}
		g.heaps, f.least = append(g.heaps, one), append(f.least, one.least[0])
	}
	for i, name := range names {
		names[i] = message.Count(count[name], "heap of "+name, "heaps of "+name)
	}
	g.name = "the sum of " + strings.Join(names, " and ")
	f.Name = g.name
	return f, nil
}

// A sum is a game of heaps, each a family of its own. A position has their sizes.
type sum struct {
	name      string
	heaps     []*Family
	unordered bool // and ascending
}

var (
	_ grundy.Game[[]uint64]          = (*sum)(nil)
	_ grundy.Notation[[]uint64]      = (*sum)(nil)
	_ grundy.OptionCounter[[]uint64] = (*sum)(nil)
	_ grundy.Learner[[]uint64]       = (*sum)(nil)
	_ grundy.Measurer[[]uint64]      = (*sum)(nil)
	_ grundy.Finder[[]uint64]        = (*sum)(nil)
	_ grundy.Tabler[[]uint64]        = (*sum)(nil)
)

func (g *sum) place(args []grundy.Arg) (grundy.Component, error) {
	p := make([]uint64, len(args))
	for i, a := range args {
		if _, err := g.heaps[i].place(args[i : i+1]); err != nil {
			return nil, err
		}
		p[i], _ = a.Uint63()
	}
	return grundy.Place(g, p), nil
}

// String returns the name of the game.
func (g *sum) String() string { return g.name }

// AppendPosition implements [grundy.Notation].
func (g *sum) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, "sum"...), '(', p, ')')
}

// heap returns the heap of that place and size as a component. All sizes up to that of a position
// are sizes of a heap.
func (g *sum) heap(i int, n uint64) grundy.Component {
	one, err := g.heaps[i].place([]grundy.Arg{grundy.ArgOf(n)})
	if err != nil {
		panic(fmt.Sprintf("family: %s: %v", g, err))
	}
	return grundy.SameGame(one, g.heaps[i].first)
}

// moving yields the heaps in which to move: of equal ones without an order the first.
func (g *sum) moving(p []uint64) func(yield func(int, grundy.Component) bool) {
	return func(yield func(int, grundy.Component) bool) {
		for i, n := range p {
			if (!g.unordered || i == 0 || n != p[i-1]) && !yield(i, g.heap(i, n)) {
				return
			}
		}
	}
}

// with returns the position with another heap.
func (g *sum) with(p []uint64, i int, heap grundy.Component) []uint64 {
	q := slices.Clone(p)
	q[i] = 0
	if numbers, _ := numbersOf(heap); len(numbers) > 0 {
		q[i] = numbers[0]
	}
	if g.unordered {
		slices.Sort(q)
	}
	return q
}

// AppendOptions implements [grundy.Game].
func (g *sum) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for i, heap := range g.moving(p) {
		for _, to := range heap.AppendOptions(nil) {
			dst = append(dst, g.with(p, i, to))
		}
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (g *sum) CountOptions(p []uint64) (count uint64) {
	for _, heap := range g.moving(p) {
		count = grundy.AddCounts(count, grundy.NumberOfOptions(heap))
	}
	return count
}

// PlanLearning implements [grundy.Learner]: for each heap.
func (g *sum) PlanLearning(m grundy.Measure, p []uint64) (all grundy.Learning, ok bool) {
	var each []grundy.Learning
	for i, n := range p {
		if learning, ok := g.heap(i, n).PlanLearning(grundy.ByNimValue); ok && m.FollowsFromNimValue() {
			each, all.Cost = append(each, learning), all.Cost.Plus(learning.Cost)
		}
	}
	all.Learn = func(ctx context.Context) error {
		for _, learning := range each {
			if err := learning.Learn(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	return all, len(each) > 0
}

// total returns the nim-sum of what of says of each heap, as far as that is known.
func (g *sum) total(p []uint64, of func(i int, heap grundy.Component) (uint64, bool)) (total uint64, ok bool) {
	for i, n := range p {
		v, ok := of(i, g.heap(i, n))
		if !ok {
			return 0, false
		}
		total ^= v
	}
	return total, true
}

// value returns the nim-value of a heap where it is known, or costs nothing.
func (g *sum) value(heap grundy.Component) (v uint64, method string, ok bool) {
	if v, method, ok = heap.Measure(grundy.ByNimValue); ok {
		return v, method, true
	}
	plan, ok := heap.PlanTable(grundy.ByNimValue)
	if !ok || plan.Cost.Time > 0 || plan.Cost.Bytes > 0 {
		return 0, "", false
	}
	table, err := plan.Build(context.Background(), nil)
	if err != nil {
		return 0, "", false
	}
	return table(heap), plan.Method, true
}

// Measure implements [grundy.Measurer] where the values of all heaps are known.
func (g *sum) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	if !m.FollowsFromNimValue() {
		return 0, "", false
	}
	var methods []string
	v, ok := g.total(p, func(_ int, heap grundy.Component) (uint64, bool) {
		v, method, ok := g.value(heap)
		if !slices.Contains(methods, method) {
			methods = append(methods, method)
		}
		return v, ok
	})
	v, _ = m.OfNimValue(v)
	return v, "the nim-sum of the heaps: " + strings.Join(methods, "; "), ok
}

// mostListed bounds the options of a heap that are listed to find some of them.
const mostListed = 1 << 12

// FindOptions implements [grundy.Finder] for one nim-value, and for outcome P.
func (g *sum) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	value := func(_ int, heap grundy.Component) (uint64, bool) {
		v, _, ok := g.value(heap)
		return v, ok
	}
	return g.find(m, p, lo, hi, value, func(i int, heap grundy.Component, v uint64) (grundy.Found[grundy.Component], bool) {
		if found, ok := heap.FindOptions(grundy.ByNimValue, v, v); ok {
			return found, true
		}
		if count, ok := heap.CountOptions(); !ok || count > mostListed {
			return grundy.Found[grundy.Component]{}, false
		}
		var found []grundy.Component
		for _, to := range heap.AppendOptions(nil) {
			if own, ok := value(i, to); ok && own == v {
				found = append(found, to)
			}
		}
		return grundy.FoundIn(found), true
	})
}

// find finds the options of one value, given those of heaps.
func (g *sum) find(m grundy.Measure, p []uint64, lo, hi uint64, value func(i int, heap grundy.Component) (uint64, bool), findIn func(i int, heap grundy.Component, v uint64) (grundy.Found[grundy.Component], bool)) (all grundy.Found[[]uint64], ok bool) {
	own, ok := g.total(p, value)
	if !ok || lo != hi || !m.FollowsFromNimValue() || m == grundy.ByOutcome && lo != 0 {
		return all, false
	}
	found := map[int]grundy.Found[grundy.Component]{}
	all.Count = new(big.Int)
	for i, heap := range g.moving(p) {
		v, _ := value(i, heap)
		options, ok := findIn(i, heap, own^v^lo)
		if !ok {
			return all, false
		}
		found[i] = options
		all.Count.Add(all.Count, options.Count)
	}
	all.Each = func(yield func([]uint64) bool) {
		for i := range p {
			if options, ok := found[i]; ok {
				for to := range options.Each {
					if !yield(g.with(p, i, to)) {
						return
					}
				}
			}
		}
	}
	return all, true
}

// PlanTable implements [grundy.Tabler]: by the tables of all heaps.
func (g *sum) PlanTable(m grundy.Measure, p []uint64) (plan grundy.Plan[[]uint64], ok bool) {
	plans, tables := make([]grundy.Plan[grundy.Component], len(p)), make([]grundy.Table[grundy.Component], len(p))
	for i, n := range p {
		if plans[i], ok = g.heap(i, n).PlanTable(grundy.ByNimValue); !ok || !m.FollowsFromNimValue() {
			return plan, false
		}
		plan.Cost, plan.Method = plan.Cost.Plus(plans[i].Cost), plans[i].Method
	}
	value := func(i int, heap grundy.Component) (uint64, bool) { return tables[i](heap), true }
	plan.Method = "the nim-sum of the heaps: " + plan.Method
	table := func(q []uint64) uint64 {
		v, _ := g.total(q, value)
		v, _ = m.OfNimValue(v)
		return v
	}
	plan.Build = func(ctx context.Context, progress grundy.Progress) (_ grundy.Table[[]uint64], err error) {
		for i := range plans {
			if tables[i], err = plans[i].Build(ctx, progress); err != nil {
				return nil, err
			}
		}
		return table, nil
	}
	if !slices.ContainsFunc(plans, func(p grundy.Plan[grundy.Component]) bool { return p.Find == nil }) {
		plan.Find = func(_ grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
			found, ok := g.find(m, p, lo, hi, value, func(i int, _ grundy.Component, v uint64) (grundy.Found[grundy.Component], bool) {
				return plans[i].Find(tables[i], v, v), true
			})
			if ok {
				return found
			}
			return grundy.FindAmong(g.AppendOptions(nil, p), lo, hi, table)
		}
	}
	return plan, true
}

// Sides implements [board.Tabulated]: the heaps have no end.
func (g *sum) Sides() []uint64 { return make([]uint64, len(g.heaps)) }

// Least implements [board.Tabulated].
func (g *sum) Least(context.Context) []uint64 { return make([]uint64, len(g.heaps)) }

// Holds implements [board.Tabulated].
func (g *sum) Holds(context.Context, []uint64) bool { return true }

// RowsCost implements [board.Tabulated].
func (g *sum) RowsCost(_ grundy.Measure, sides []uint64) (cost grundy.Cost) {
	for _, side := range sides {
		cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(16, side))
	}
	return cost
}

// EachRow implements [board.Tabulated] for nim-values of normal play.
func (g *sum) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	if m != grundy.ByNimValue {
		return fmt.Errorf("%s: its tables by %v are %w", g, m, grundy.ErrUnknown)
	}
	values := make([][]uint64, len(sides))
	for i, side := range sides {
		if err := g.heaps[i].Sequence.Values(ctx, 0, side, progress, func(more []uint64) error {
			values[i] = append(values[i], more...)
			return nil
		}); err != nil {
			return err
		}
	}
	row, cell := make([]uint64, sides[0]), make([]uint64, len(sides))
	for {
		others := uint64(0)
		for axis := 1; axis < len(cell); axis++ {
			others ^= values[axis][cell[axis]]
		}
		for x, v := range values[0] {
			row[x] = v ^ others
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := sink(row); err != nil {
			return err
		}
		if !board.NextRow(cell, sides) {
			return nil
		}
	}
}
