package rules

// This file holds tables of games whose positions are integers and whose moves
// make none of them larger: the positions from one on fill a box, and are
// numbered.

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"time"

	"grundy"
	"grundy/rules/lang"
	"grundy/theory/search"
)

const (
	leastBox    = 1 << 14 // positions: smaller ones are searched
	mostBox     = 1 << 33
	probes      = 100     // positions whose moves are looked at before a table is planned
	probeBySize = 1 << 16 // positions that a search may look at before that
	probeSteps  = 1 << 22 // and their moves
	tableMethod = "nim-values of all positions with numbers no larger, by a table in an order that respects the moves (theory/search)"
)

// errOutside is met by a table whose moves leave the box, or leave sums.
var errOutside = errors.New("a move leaves the box")

// A box is the states with integers between the least of the field and those of
// a corner. The last field runs fastest.
type box struct {
	run   *run
	sizes []uint64
	lo    []int64
	n     uint64
}

// newBox returns the box below a state, if all fields are integers and it has a
// sensible size.
func (f *run) newBox(state []int64) (*box, bool) {
	b := &box{run: f, n: 1}
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		if field.Kind != Integer {
			return nil, false
		}
		size := uint64(state[i]) - uint64(field.Lo) + 1
		b.sizes, b.lo = append(b.sizes, size), append(b.lo, field.Lo)
		b.n = grundy.MulCounts(b.n, size)
	}
	return b, b.n >= leastBox && b.n <= mostBox
}

func (b *box) rank(state []int64) (uint64, bool) {
	rank := uint64(0)
	lo := b.lo[:len(b.sizes)]
	state = state[:len(b.sizes)]
	for i, size := range b.sizes {
		v := uint64(state[i]) - uint64(lo[i])
		if v >= size {
			return 0, false
		}
		rank = rank*size + v
	}
	return rank, true
}

func (b *box) state(dst []int64, rank uint64) {
	for i := len(b.sizes) - 1; i >= 0; i-- {
		dst[i] = int64(rank%b.sizes[i] + uint64(b.lo[i]))
		rank /= b.sizes[i]
	}
}

// A ranked lists moves by the numbers of the positions in a box.
type ranked struct {
	box    *box
	m      *lang.Machine
	state  []int64
	result lang.Collector
}

func (b *box) newRanked() search.DenseRules {
	r := &ranked{box: b, state: make([]int64, len(b.sizes)), result: lang.Collector{Wants: "move"}}
	if p := b.run.fastMoves; p != nil {
		r.m = p.NewMachine()
	}
	return r
}

// AppendOptions implements [search.DenseRules].
func (r *ranked) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	r.box.state(r.state, rank)
	f, size := r.box.run, len(r.state)
	r.result.States, r.result.Ends = r.result.States[:0], r.result.Ends[:0]
	if r.m == nil {
		if err := f.movesOf(r.state, &r.result); err != nil {
			return dst, err
		}
	} else if done, err := f.fastMoves.Run(r.m, &f.clock, r.state, &r.result); err != nil {
		err.At = f.code.PositionText(r.state)
		return dst, err
	} else if !done {
		r.result.States, r.result.Ends = r.result.States[:0], r.result.Ends[:0]
		if err := f.movesOf(r.state, &r.result); err != nil {
			return dst, err
		}
	}
	states := r.result.States
	if len(states) != size*len(r.result.Ends) {
		return dst, errOutside
	}
	for at := 0; at < len(states); at += size {
		if r.result.Ends[at/size] != at+size {
			return dst, errOutside
		}
		q, ok := r.box.rank(states[at : at+size])
		if !ok {
			return dst, errOutside
		}
		dst = append(dst, q)
	}
	return dst, nil
}

// fits looks at the moves of some positions: whether they stay in the box, and
// how many there are of them.
func (b *box) fits() (options uint64, ok bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := b.newRanked()
	var dst []uint64
	for i := range probes {
		rank := b.n - 1
		if i > 0 {
			rank = rng.Uint64N(b.n)
		}
		var err error
		if dst, err = r.AppendOptions(dst[:0], rank); err != nil {
			return 0, false
		}
		options += uint64(len(dst))
	}
	return options / probes, true
}

// probed is what was found out about a box.
type probed struct {
	p       Position
	options uint64
	ok      bool
}

// probeBox reports whether a table of the box below p is a good way to its
// nim-value, and how many options positions have. Where few positions can be
// reached, a search is better.
func (g *game[K]) probeBox(b *box, p Position) (options uint64, ok bool) {
	if options, ok = b.fits(); !ok {
		return 0, false
	}
	memo := search.NewMemo(g.NewMoveLister(), search.Options{Positions: probeBySize, Steps: probeSteps})
	keys, ok := g.AppendKeys(nil, p)
	if !ok {
		return 0, false
	}
	_, err := memo.Value(g.run().clock.Ctx, keys[0])
	return options, errors.Is(err, grundy.ErrBudget)
}

// PlanTable implements [grundy.Tabler] for nim-values.
func (g *game[K]) PlanTable(m grundy.Measure, p Position) (grundy.Plan[Position], bool) {
	f := g.run()
	none := grundy.Plan[Position]{}
	parts := f.code.Shape.Parts(p)
	if m != grundy.ByNimValue && m != grundy.ByOutcome || f.Loopy || len(parts) != 1 || f.falls || f.Err() != nil {
		return none, false
	}
	state := make([]int64, f.code.Shape.Size)
	f.code.Shape.Unpack(state, parts[0])
	b, ok := f.newBox(state)
	if !ok {
		return none, false
	}
	f.mu.Lock()
	known := f.probed
	f.mu.Unlock()
	if known.p != p {
		known.p = p
		known.options, known.ok = g.probeBox(b, p)
		f.mu.Lock()
		f.probed = known
		f.mu.Unlock()
	}
	options := known.options
	if !known.ok {
		return none, false
	}
	const perOption = 20 * time.Nanosecond
	work := grundy.MulCounts(grundy.MulCounts(b.n, options+1), uint64(perOption))
	return grundy.Plan[Position]{
		Cost:   grundy.Cost{Bytes: search.TableCost(b.n), Time: grundy.Nanoseconds(work / uint64(runtime.GOMAXPROCS(0)))},
		Method: tableMethod,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[Position], error) {
			values, err := search.Table(ctx, b.newRanked, b.n, search.Options{Progress: progress, Sizes: b.sizes})
			if errors.Is(err, errOutside) {
				return g.searched(ctx, p)
			}
			if err != nil {
				return nil, g.cycleError(b, err)
			}
			return func(q Position) uint64 {
				state := make([]int64, len(b.sizes))
				f.code.Shape.Unpack(state, string(q))
				rank, _ := b.rank(state)
				if m == grundy.ByOutcome {
					return min(values.At(rank), 1)
				}
				return values.At(rank)
			}, nil
		},
	}, true
}

// cycleError shows the positions of a cycle.
func (g *game[K]) cycleError(b *box, err error) error {
	var cycle *search.CycleError[uint64]
	if !errors.As(err, &cycle) {
		return err
	}
	var all []Position
	for _, rank := range cycle.Positions {
		state := make([]int64, len(b.sizes))
		b.state(state, rank)
		all = append(all, g.code.Shape.Position(state))
	}
	return g.explain(err, func() []Position { return all })
}

// searched makes a table by search, where the moves turn out to leave the box.
func (g *game[K]) searched(ctx context.Context, p Position) (grundy.Table[Position], error) {
	value := newValuer(g, g.code.Options.Positions)
	options, err := g.run().optionsOf(p)
	if err != nil {
		return nil, err
	}
	known := map[Position]uint64{}
	for _, q := range append(options, p) {
		if known[q], err = value(ctx, q); err != nil {
			return nil, err
		}
	}
	return func(q Position) uint64 { return known[q] }, nil
}
