package heap

// Heaps of some kinds, where a move from a heap of one kind leaves heaps of others: a heap with a
// memory, such as what was taken last, and the pieces into which the moves on a family of graphs
// break it. The values of all kinds are a system of sequences (sequence.System), whose file has
// the theorem that proves their common period.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/period"
)

// A System is a game of heaps of some kinds. A position is the sum of heaps, each with as many
// numbers as there are Sides, from 0 on: one is the heap, the others are its kind. [NewSystem] makes
// one.
type System struct {
	heap   int
	sides  []uint64
	system *sequence.System
	known  [2]atomic.Pointer[sequence.Solved] // in normal and misère play
}

// NewSystem returns the game in which the number at index heap is the heap, and there are that many
// numbers for each, 0 for a heap without an end. The kind of a heap is numbered like the digits of a
// number, the first of the other numbers being the lowest.
func NewSystem(heap int, sides []uint64, s *sequence.System) *System {
	return &System{heap: heap, sides: sides, system: s}
}

var (
	_ grundy.Game[[]uint64]          = (*System)(nil)
	_ grundy.Notation[[]uint64]      = (*System)(nil)
	_ grundy.OptionCounter[[]uint64] = (*System)(nil)
	_ grundy.Bounded[[]uint64]       = (*System)(nil)
	_ grundy.Measurer[[]uint64]      = (*System)(nil)
	_ grundy.Learner[[]uint64]       = (*System)(nil)
	_ grundy.Finder[[]uint64]        = (*System)(nil)
	_ grundy.Tabler[[]uint64]        = (*System)(nil)
	_ MisereLister                   = OfMemory{}
)

// kinds returns how many kinds there are.
func (g *System) kinds() int { return len(g.system.Kinds) }

// String says what the game is.
func (g *System) String() string {
	taken, heaps := 0, 0
	for _, moves := range g.system.Kinds {
		for _, b := range moves {
			least := b.Taken
			for _, p := range b.Beside {
				least -= p.Heap
			}
			if len(b.Free) == 0 {
				least += b.From
			}
			taken, heaps = max(taken, least), max(heaps, len(b.Free)+len(b.Beside))
		}
	}
	switch {
	case heaps <= 1 && taken <= 0:
		return fmt.Sprintf("a heap of %d kinds whose moves change the kind alone", g.kinds())
	case g.kinds() == 1 && heaps <= 1:
		return fmt.Sprintf("a heap from which at most %d are taken", taken)
	case heaps <= 1:
		return fmt.Sprintf("a heap from which at most %d are taken, with a memory of %d states", taken, g.kinds())
	case g.kinds() == 1:
		return fmt.Sprintf("a heap that a move breaks into at most %d, taking at most %d", heaps, taken)
	}
	return fmt.Sprintf("heaps of %d kinds, which a move breaks into at most %d, taking at most %d", g.kinds(), heaps, taken)
}

// Place makes a position a component.
func (g *System) Place(args []grundy.Arg) (grundy.Component, error) {
	p := make([]uint64, len(args))
	for i, a := range args {
		var ok bool
		side := g.sides[i%len(g.sides)]
		if p[i], ok = a.Uint63(); !ok || len(args)%len(g.sides) > 0 || side > 0 && p[i] >= side {
			return nil, grundy.Errorf(i, "%s is outside the game", a.Text)
		}
	}
	return grundy.Place(g, p), nil
}

// AppendPosition implements [grundy.Notation].
func (g *System) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, "system"...), '(', p, ')')
}

// heaps yields the heaps of a position, and where their numbers begin.
func (g *System) heaps(p []uint64) func(yield func(at int, h []uint64) bool) {
	return func(yield func(int, []uint64) bool) {
		for at := 0; at < len(p); at += len(g.sides) {
			if !yield(at, p[at:at+len(g.sides)]) {
				return
			}
		}
	}
}

// kind returns the kind of a heap.
func (g *System) kind(h []uint64) (kind int) {
	for i := len(h) - 1; i >= 0; i-- {
		if i != g.heap {
			kind = kind*int(g.sides[i]) + int(h[i])
		}
	}
	return kind
}

// appendHeap appends the numbers of a heap.
func (g *System) appendHeap(dst []uint64, kind int, n uint64) []uint64 {
	for i, side := range g.sides {
		if i == g.heap {
			dst = append(dst, n)
			continue
		}
		dst = append(dst, uint64(kind%int(side)))
		kind /= int(side)
	}
	return dst
}

// AppendOptions implements [grundy.Game].
func (g *System) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for at, h := range g.heaps(p) {
		n := int(h[g.heap])
		for i := range g.system.Kinds[g.kind(h)] {
			b := &g.system.Kinds[g.kind(h)][i]
			for parts := range b.Each(n) {
				q := slices.Clone(p[:at])
				for _, part := range parts {
					q = g.appendHeap(q, part.Kind, uint64(part.Heap))
				}
				dst = append(dst, append(q, p[at+len(h):]...))
			}
		}
	}
	return dst
}

// divisions returns in how many ways tokens are spread over free heaps beyond their least sizes, 2^64-1 where there are as many or more.
func divisions(free []sequence.Part, room uint64) uint64 {
	switch {
	case len(free) <= 1:
		return 1
	case len(free) == 2 && free[0] == free[1]:
		return room/2 + 1
	case len(free) == 2:
		return room + 1
	case room >= 1<<31:
		return math.MaxUint64
	}
	switch alike := free[0] == free[1]; {
	case len(free) > 3:
		return math.MaxUint64
	case alike && free[1] == free[2]:
		return ((room+3)*(room+3) + 6) / 12
	case alike || free[1] == free[2]:
		return (room + 2) * (room + 2) / 4
	}
	return (room + 1) * (room + 2) / 2
}

// CountOptions implements [grundy.OptionCounter].
func (g *System) CountOptions(p []uint64) (count uint64) {
	for _, h := range g.heaps(p) {
		moves := g.system.Kinds[g.kind(h)]
		for i := range moves {
			if room, ok := moves[i].Room(int(h[g.heap])); ok {
				count = grundy.AddCounts(count, divisions(moves[i].Free, uint64(room)))
			}
		}
	}
	return count
}

// CountPositions implements [grundy.Bounded] where moves leave one heap.
func (g *System) CountPositions(p []uint64) uint64 {
	count := uint64(1)
	for _, h := range g.heaps(p) {
		if !g.system.One() {
			return math.MaxUint64
		}
		count = grundy.MulCounts(count, grundy.MulCounts(grundy.AddCounts(h[g.heap], 1), uint64(g.kinds())))
	}
	return count
}

// The values and options that are computed to learn a period, and the time of an option.
const (
	easyHeaps   = 1 << 18 // of all kinds together
	easyOptions = 1 << 26
	optionTime  = 2 * time.Nanosecond
	mostRows    = 1 << 31
)

// solve computes the values of the heaps to the last, or at most that many of each kind, and options.
func (g *System) solve(ctx context.Context, misere int, last, heaps, options uint64, progress grundy.Progress) (*sequence.Solved, error) {
	if known := g.known[misere].Load(); known != nil && known.Has(last) {
		return known, nil
	}
	s, err := g.system.Solve(ctx, misere == 1, last, heaps, options, progress)
	if err == nil {
		g.known[misere].Store(s)
	}
	return s, err
}

// serves returns which play a measure belongs to, and how it follows from a value.
func (g *System) serves(m grundy.Measure, heaps int) (misere int, of func(v uint64) uint64, ok bool) {
	of = func(v uint64) uint64 { return v }
	switch m {
	case grundy.ByNimValue:
	case grundy.ByMisereNimValue:
		misere = 1
	case grundy.ByOutcome, grundy.ByMisereOutcome:
		of = func(v uint64) uint64 { return min(v, 1) }
		if m == grundy.ByMisereOutcome {
			misere = 1
		}
	default:
		return 0, nil, false
	}
	return misere, of, misere == 0 || heaps == 1 && g.system.One()
}

// cost returns what the values of that many heaps of each kind cost.
func (g *System) cost(heaps uint64) grundy.Cost {
	options := uint64(0)
	for _, moves := range g.system.Kinds {
		for _, b := range moves {
			each := uint64(1)
			if len(b.Free) > 1 {
				each = heaps/2 + 1
			}
			if len(b.Free) > 2 {
				each = grundy.MulCounts(each, heaps/8+1)
			}
			options = grundy.AddCounts(options, each)
		}
	}
	return grundy.Cost{Bytes: grundy.MulCounts(heaps, 16*uint64(g.kinds())), Time: grundy.Nanoseconds(grundy.MulCounts(grundy.MulCounts(heaps, options), uint64(optionTime)))}
}

// greatest returns the greatest heap of a position.
func (g *System) greatest(p []uint64) (n uint64) {
	for _, h := range g.heaps(p) {
		n = max(n, h[g.heap])
	}
	return n
}

// PlanLearning implements [grundy.Learner]: whether few values prove a period.
func (g *System) PlanLearning(m grundy.Measure, p []uint64) (grundy.Learning, bool) {
	n := g.system.Reach(g.greatest(p))
	misere, _, ok := g.serves(m, len(p)/len(g.sides))
	if known := g.known[misere].Load(); !ok || known != nil && known.Has(n) {
		return grundy.Learning{}, false
	}
	heaps := uint64(easyHeaps / g.kinds())
	return grundy.Learning{
		Cost: grundy.Cost{Bytes: g.cost(heaps).Bytes, Time: easyOptions * optionTime},
		Learn: func(ctx context.Context) error {
			_, _ = g.solve(ctx, misere, n, heaps, easyOptions, nil) // a table goes on
			return ctx.Err()
		},
	}, true
}

// Measure implements [grundy.Measurer]: nim-values and outcomes, where they were computed or a period
// is known; those of misère play, if moves leave one heap.
func (g *System) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	s, measure, ok := g.computed(m, p, g.greatest(p))
	if !ok {
		return 0, "", false
	}
	return measure(p), s.Theorem(), true
}

// computed returns the values that were computed, and a measure of positions, where they reach heaps of n.
func (g *System) computed(m grundy.Measure, p []uint64, n uint64) (s *sequence.Solved, measure grundy.Table[[]uint64], ok bool) {
	misere, of, ok := g.serves(m, len(p)/len(g.sides))
	if s = g.known[misere].Load(); !ok || s == nil || !s.Has(n) {
		return nil, nil, false
	}
	return s, g.table(s, of), true
}

// table returns what follows from the values of positions.
func (g *System) table(s *sequence.Solved, of func(v uint64) uint64) grundy.Table[[]uint64] {
	return func(p []uint64) uint64 { return of(g.value(s, p)) }
}

// value returns the value of a position, which must be known.
func (g *System) value(s *sequence.Solved, p []uint64) (v uint64) {
	for _, h := range g.heaps(p) {
		v ^= s.At(g.kind(h), h[g.heap])
	}
	return v
}

// FindOptions implements [grundy.Finder] where the measure is known, of heaps that are broken into two
// at most.
func (g *System) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (found grundy.Found[[]uint64], ok bool) {
	s, _, ok := g.computed(m, p, g.system.Reach(g.greatest(p)))
	if !ok {
		return found, false
	}
	return g.find(s, p, m, lo, hi)
}

// PlanTable implements [grundy.Tabler] for the measures of [System.Measure].
func (g *System) PlanTable(m grundy.Measure, p []uint64) (plan grundy.Plan[[]uint64], ok bool) {
	misere, of, ok := g.serves(m, len(p)/len(g.sides))
	n := g.system.Reach(g.greatest(p))
	if !ok || n >= mostRows {
		return plan, false
	}
	var solved *sequence.Solved
	return grundy.Plan[[]uint64]{
		Cost:   g.cost(n + 1),
		Method: "terms by the mex rule, as far as the heap or to a period (games/heap/sequence/system.go)",
		Build: func(ctx context.Context, progress grundy.Progress) (_ grundy.Table[[]uint64], err error) {
			if solved, err = g.solve(ctx, misere, n, math.MaxInt, math.MaxUint64, progress); err != nil {
				return nil, err
			}
			return g.table(solved, of), nil
		},
		Find: func(t grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
			if found, ok := g.find(solved, p, m, lo, hi); ok {
				return found
			}
			return grundy.FindAmong(g.AppendOptions(nil, p), lo, hi, t)
		},
	}, true
}

// String, Sides, Least, Holds, RowsCost and EachRow make it a table of package board.

// Sides returns how many numbers there are along each axis, 0 for a heap without an end.
func (g *System) Sides() []uint64 { return g.sides }

// Least returns the least numbers of a position, which are 0.
func (g *System) Least(context.Context) []uint64 { return make([]uint64, len(g.sides)) }

// Holds reports whether there is a position with these numbers.
func (g *System) Holds(_ context.Context, cell []uint64) bool {
	for i, n := range cell {
		if g.sides[i] > 0 && n >= g.sides[i] {
			return false
		}
	}
	return true
}

// RowsCost returns what EachRow needs.
func (g *System) RowsCost(_ grundy.Measure, sides []uint64) grundy.Cost {
	cost := g.cost(sides[g.heap])
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(8, sides[0]))
	return cost
}

// EachRow passes the values of all numbers below sides to sink, in rows of the first number.
func (g *System) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	misere, of, ok := g.serves(m, 1)
	if !ok || len(sides) != len(g.sides) || sides[g.heap] > mostRows {
		return fmt.Errorf("%s: a table by %v with these sides is %w", g, m, grundy.ErrTooLarge)
	}
	s, err := g.solve(ctx, misere, sides[g.heap]-1, math.MaxInt, math.MaxUint64, progress)
	if err != nil {
		return err
	}
	row, cell := make([]uint64, sides[0]), make([]uint64, len(sides))
	for {
		for x := range row {
			cell[0] = uint64(x)
			row[x] = of(s.At(g.kind(cell), cell[g.heap]))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := sink(row); err != nil {
			return err
		}
		axis := 1
		for ; axis < len(cell); axis++ {
			if cell[axis]++; cell[axis] < sides[axis] {
				break
			}
			cell[axis] = 0
		}
		if axis == len(cell) {
			return nil
		}
	}
}

// Heap returns which number is the heap.
func (g *System) Heap() int { return g.heap }

// At returns the sequence of the heaps of the kind of a position.
func (g *System) At(p []uint64) Sequence {
	s := OfKind{g, g.kind(p)}
	if g.system.One() {
		return OfMemory{s}
	}
	return s
}

// An OfKind is the sequence of a kind.
type OfKind struct {
	*System
	kind int
}

// Moves returns the moves of all kinds, and which kind the sequence is of.
func (s OfKind) Moves() (*sequence.System, int) { return s.system, s.kind }

// Values implements [Sequence].
func (s OfKind) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	return s.values(ctx, 0, from, to, progress, sink)
}

// An OfMemory is the sequence of a kind in a game whose moves leave one heap.
type OfMemory struct{ OfKind }

// MisereValues implements [MisereLister].
func (s OfMemory) MisereValues(ctx context.Context, from, to uint64, _ int, progress grundy.Progress, sink func(values []uint64) error) error {
	return s.values(ctx, 1, from, to, progress, sink)
}

func (s OfKind) values(ctx context.Context, misere int, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from >= to {
		return ctx.Err()
	}
	all, err := s.solve(ctx, misere, to-1, math.MaxInt, math.MaxUint64, progress)
	if err != nil {
		return err
	}
	return sequence.EmitEach(ctx, from, to, nil, func(n uint64) uint64 { return all.At(s.kind, n) }, sink)
}

// Period implements [Sequence].
func (s OfKind) Period(ctx context.Context, budget uint64, progress grundy.Progress) (r period.Result, o period.Observed, err error) {
	all, err := s.solve(ctx, 0, math.MaxInt64, budget, math.MaxUint64, progress)
	count := uint64(len(all.Values[s.kind]))
	if errors.Is(err, grundy.ErrBudget) && count >= budget {
		err = nil
	}
	read := func(dst []uint32, from, to uint64) []uint32 {
		for n := from; n < to; n++ {
			dst = append(dst, uint32(all.At(s.kind, n)))
		}
		return dst
	}
	r.Computed, o.Computed = count, count
	switch {
	case err != nil || count == 0:
	case !all.Proved:
		o = period.Observe(count, 0, read)
	default:
		r = period.Result{Proved: true, Period: all.Period, Theorem: all.Theorem(), Needed: all.Needed, Computed: count, Proof: all.Proof()}
		r = r.Least(read(nil, 0, all.Preperiod+2*all.Period), all.Preperiod)
	}
	return r, o, err
}
