package heap

// One heap from which a bounded number is taken, where a position also remembers one of
// finitely many things, such as how many were taken last. The moves depend on the memory and on
// the heap: each of the first heaps has moves of its own, and farther out its remainder by a
// modulus decides.
//
// Let M be the number of memories. The values of all memories are one sequence: those of the
// heap n stand behind each other at nM … nM+M-1, in an order in which moves that take nothing lead
// back. So a term depends on the last w terms before it, with w < (k+1)M where at most k are taken, and
// on its index modulo M times the modulus. A window that recurs at the same phase proves a period, of
// all memories together (package theory/period).

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

// A Taking is a move: how many are taken, and what is remembered then.
type Taking struct{ Taken, Memory int }

// A Remembering is a game of one heap with a memory. A position has as many numbers as there are
// Sides, each from 0 on: one is the heap, the others are the memory. [NewRemembering] makes one.
type Remembering struct {
	heap     int
	sides    []uint64
	rows     [][][]Taking // of the first heaps, by memory
	modulus  int
	memories int
	order    []int   // of the memories in a row of terms
	back     [][]int // how far back the options of a term stand, by row and place
	width    int
	known    [2]atomic.Pointer[period.Sequence[uint16]] // in normal and misère play
}

// RememberingRules say how to move.
type RememberingRules struct {
	// Heap is the index of the number that is the heap, and Sides how many numbers there are for
	// each, 0 for a heap without an end.
	Heap  int
	Sides []uint64
	// Moves has the moves of the first heaps, by heap and memory. The last Modulus heaps stand
	// for all that follow. A memory is numbered like the digits of a number, the first
	// coordinate being the lowest.
	Moves   [][][]Taking
	Modulus int
}

// NewRemembering returns the game with these rules. The error says that play need not end, or that
// more is taken than there is.
func NewRemembering(r RememberingRules) (*Remembering, error) {
	g := &Remembering{heap: r.Heap, sides: r.Sides, rows: r.Moves, modulus: r.Modulus, memories: len(r.Moves[0])}
	states := make([]int, g.memories) // 1: on the path, 2: in order
	var visit func(m int) error
	visit = func(m int) error {
		if states[m] == 1 {
			return fmt.Errorf("the memory may change for ever")
		}
		if states[m] == 2 {
			return nil
		}
		states[m] = 1
		for _, row := range g.rows {
			for _, t := range row[m] {
				if t.Taken == 0 {
					if err := visit(t.Memory); err != nil {
						return err
					}
				}
			}
		}
		states[m] = 2
		g.order = append(g.order, m)
		return nil
	}
	for m := range g.memories {
		if err := visit(m); err != nil {
			return nil, err
		}
	}
	place := make([]int, g.memories)
	for i, m := range g.order {
		place[m] = i
	}
	for n, row := range g.rows {
		for i, m := range g.order {
			var back []int
			for _, t := range row[m] {
				if t.Taken > n {
					return nil, fmt.Errorf("%d cannot be taken from %d", t.Taken, n)
				}
				back = append(back, t.Taken*g.memories+i-place[t.Memory])
				g.width = max(g.width, back[len(back)-1])
			}
			g.back = append(g.back, back)
		}
	}
	g.width = max(g.width, (len(g.rows)-g.modulus)*g.memories, 1)
	return g, nil
}

var (
	_ grundy.Game[[]uint64]          = (*Remembering)(nil)
	_ grundy.Notation[[]uint64]      = (*Remembering)(nil)
	_ grundy.OptionCounter[[]uint64] = (*Remembering)(nil)
	_ grundy.Bounded[[]uint64]       = (*Remembering)(nil)
	_ grundy.Measurer[[]uint64]      = (*Remembering)(nil)
	_ grundy.Learner[[]uint64]       = (*Remembering)(nil)
	_ grundy.Finder[[]uint64]        = (*Remembering)(nil)
	_ grundy.Tabler[[]uint64]        = (*Remembering)(nil)
	_ MisereLister                   = recalling{}
)

// String says what the game is.
func (g *Remembering) String() string {
	most := 0
	for _, row := range g.rows {
		for _, moves := range row {
			for _, t := range moves {
				most = max(most, t.Taken)
			}
		}
	}
	text := fmt.Sprintf("a heap from which at most %d are taken", most)
	if g.memories > 1 {
		text += fmt.Sprintf(", with a memory of %d states", g.memories)
	}
	return text
}

// Place makes a position a component.
func (g *Remembering) Place(args []grundy.Arg) (grundy.Component, error) {
	p := make([]uint64, len(args))
	for i, a := range args {
		var ok bool
		if p[i], ok = a.Uint63(); !ok || len(args) != len(g.sides) || g.sides[i] > 0 && p[i] >= g.sides[i] {
			return nil, grundy.Errorf(i, "%s is outside the game", a.Text)
		}
	}
	return grundy.Place(g, p), nil
}

// AppendPosition implements [grundy.Notation].
func (g *Remembering) AppendPosition(dst []byte, p []uint64) []byte {
	return grundy.AppendNumbers(append(dst, "remembering"...), '(', p, ')')
}

// memory returns the memory of a position.
func (g *Remembering) memory(p []uint64) (m int) {
	for i := len(p) - 1; i >= 0; i-- {
		if i != g.heap {
			m = m*int(g.sides[i]) + int(p[i])
		}
	}
	return m
}

// remember sets the memory of a position.
func (g *Remembering) remember(p []uint64, m int) {
	for i, side := range g.sides {
		if i != g.heap {
			p[i] = uint64(m % int(side))
			m /= int(side)
		}
	}
}

// moves returns the moves of a position.
func (g *Remembering) moves(p []uint64) []Taking {
	n := p[g.heap]
	if last := uint64(len(g.rows)); n >= last {
		n = last - uint64(g.modulus) + (n-last)%uint64(g.modulus)
	}
	return g.rows[n][g.memory(p)]
}

// AppendOptions implements [grundy.Game].
func (g *Remembering) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for _, t := range g.moves(p) {
		q := slices.Clone(p)
		q[g.heap] -= uint64(t.Taken)
		g.remember(q, t.Memory)
		dst = append(dst, q)
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (g *Remembering) CountOptions(p []uint64) uint64 { return uint64(len(g.moves(p))) }

// CountPositions implements [grundy.Bounded].
func (g *Remembering) CountPositions(p []uint64) uint64 {
	return grundy.MulCounts(grundy.AddCounts(p[g.heap], 1), uint64(g.memories))
}

// The terms that are computed to learn a period, and the time that each takes.
const (
	easyTerms = 1 << 20
	mostRows  = 1 << 31
)

// solve computes the values of the heaps to the last, or at most that many terms.
func (g *Remembering) solve(ctx context.Context, misere int, last uint64, limit int, progress grundy.Progress) (*period.Sequence[uint16], error) {
	if known := g.known[misere].Load(); known != nil && g.has(known, last) {
		return known, nil
	}
	row, seen := 0, make([]int, 1<<16)
	place := 0
	first := (len(g.rows) - g.modulus) * g.memories
	next := func(before []uint16) uint16 {
		back := g.back[row]
		if row++; row == len(g.back) {
			row = first
		}
		place++
		if len(back) == 0 {
			return uint16(misere)
		}
		for _, d := range back {
			seen[before[len(before)-d]] = place
		}
		mex := uint16(0)
		for seen[mex] == place {
			mex++
		}
		return mex
	}
	s, err := period.ByWindow(ctx, period.Window[uint16]{Width: g.width, Next: next, Phases: g.memories * g.modulus},
		grundy.AddCounts(grundy.MulCounts(last, uint64(g.memories)), uint64(g.memories-1)), limit, progress)
	if err == nil {
		g.known[misere].Store(s)
	}
	return s, err
}

// has reports whether the values of a heap are known.
func (g *Remembering) has(s *period.Sequence[uint16], n uint64) bool {
	return s.Proved || n < uint64(len(s.Terms)/g.memories)
}

// returns tells from which heap on, and after how many, all values of a proved sequence return.
func (g *Remembering) returns(s *period.Sequence[uint16]) (from, after uint64) {
	m := uint64(g.memories)
	return (s.Preperiod + m - 1) / m, s.Period / m
}

// reader returns the values of a memory by the heap.
func (g *Remembering) reader(s *period.Sequence[uint16], memory int) func(n uint64) uint64 {
	place, from, after := slices.Index(g.order, memory), uint64(math.MaxUint64), uint64(1)
	if s.Proved {
		from, after = g.returns(s)
	}
	return func(n uint64) uint64 {
		if n >= from {
			n = from + (n-from)%after
		}
		return uint64(s.Terms[n*uint64(g.memories)+uint64(place)])
	}
}

// serves returns which play a measure belongs to, and how it follows from a value.
func (*Remembering) serves(m grundy.Measure) (misere int, of func(v uint64) uint64, ok bool) {
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
	return misere, of, true
}

// cost returns what that many terms cost.
func (g *Remembering) cost(terms uint64) grundy.Cost {
	options := 1
	for _, back := range g.back {
		options += len(back)
	}
	each := uint64(2+options/len(g.back)) * uint64(2*time.Nanosecond)
	return grundy.Cost{Bytes: grundy.MulCounts(terms, 8), Time: grundy.Nanoseconds(grundy.MulCounts(terms, each))}
}

// PlanLearning implements [grundy.Learner]: whether few values prove a period.
func (g *Remembering) PlanLearning(m grundy.Measure, p []uint64) (grundy.Learning, bool) {
	misere, _, ok := g.serves(m)
	if known := g.known[misere].Load(); !ok || known != nil && g.has(known, p[g.heap]) {
		return grundy.Learning{}, false
	}
	return grundy.Learning{Cost: g.cost(easyTerms), Learn: func(ctx context.Context) error {
		_, _ = g.solve(ctx, misere, p[g.heap], easyTerms, nil) // a table goes on
		return ctx.Err()
	}}, true
}

// Measure implements [grundy.Measurer]: nim-values and outcomes, normal and misère, where they were
// computed or a period is known.
func (g *Remembering) Measure(m grundy.Measure, p []uint64) (uint64, string, bool) {
	s, measure, ok := g.computed(m, p)
	if !ok {
		return 0, "", false
	}
	return measure(p), g.theorem(s), true
}

// computed returns the terms that were computed, and a measure of positions, where they reach a
// position.
func (g *Remembering) computed(m grundy.Measure, p []uint64) (s *period.Sequence[uint16], measure grundy.Table[[]uint64], ok bool) {
	misere, of, ok := g.serves(m)
	if s = g.known[misere].Load(); !ok || s == nil || !g.has(s, p[g.heap]) {
		return nil, nil, false
	}
	return s, g.table(s, of), true
}

// table returns what follows from the values of positions.
func (g *Remembering) table(s *period.Sequence[uint16], of func(v uint64) uint64) grundy.Table[[]uint64] {
	return func(p []uint64) uint64 { return of(g.reader(s, g.memory(p))(p[g.heap])) }
}

// theorem says why the values are right.
func (g *Remembering) theorem(s *period.Sequence[uint16]) string {
	if !s.Proved {
		return "terms by the mex rule (games/heap/remembering.go)"
	}
	from, after := g.returns(s)
	return fmt.Sprintf("terms by the mex rule; all values of a heap return after %d from %d on, as the values on which they depend return at the same phase (games/heap/remembering.go)", after, from)
}

// FindOptions implements [grundy.Finder] where the measure is known: there are few options.
func (g *Remembering) FindOptions(m grundy.Measure, p []uint64, lo, hi uint64) (found grundy.Found[[]uint64], ok bool) {
	_, measure, ok := g.computed(m, p)
	if !ok {
		return found, false
	}
	return grundy.FindAmong(g.AppendOptions(nil, p), lo, hi, measure), true
}

// PlanTable implements [grundy.Tabler] for the measures of [Remembering.Measure].
func (g *Remembering) PlanTable(m grundy.Measure, p []uint64) (plan grundy.Plan[[]uint64], ok bool) {
	misere, of, ok := g.serves(m)
	n := p[g.heap]
	if !ok || n >= mostRows {
		return plan, false
	}
	return grundy.Plan[[]uint64]{
		Cost:   g.cost((n + 1) * uint64(g.memories)),
		Method: "terms by the mex rule, as far as the heap or to a period (games/heap/remembering.go)",
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
			s, err := g.solve(ctx, misere, n, math.MaxInt, progress)
			if err != nil {
				return nil, err
			}
			return g.table(s, of), nil
		},
		Find: func(t grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
			return grundy.FindAmong(g.AppendOptions(nil, p), lo, hi, t)
		},
	}, true
}

// String, Sides, Least, Holds, RowsCost and EachRow make it a table of package board.

// Sides returns how many numbers there are along each axis, 0 for a heap without an end.
func (g *Remembering) Sides() []uint64 { return g.sides }

// Least returns the least numbers of a position, which are 0.
func (g *Remembering) Least(context.Context) []uint64 { return make([]uint64, len(g.sides)) }

// Holds reports whether there is a position with these numbers.
func (g *Remembering) Holds(_ context.Context, cell []uint64) bool {
	for i, n := range cell {
		if g.sides[i] > 0 && n >= g.sides[i] {
			return false
		}
	}
	return true
}

// RowsCost returns what EachRow needs.
func (g *Remembering) RowsCost(_ grundy.Measure, sides []uint64) grundy.Cost {
	cost := g.cost(grundy.MulCounts(sides[g.heap], uint64(g.memories)))
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(8, sides[0]))
	return cost
}

// EachRow passes the values of all numbers below sides to sink, in rows of the first number.
func (g *Remembering) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, _ int, progress grundy.Progress, sink func(row []uint64) error) error {
	misere, of, ok := g.serves(m)
	if !ok || len(sides) != len(g.sides) || sides[g.heap] > mostRows {
		return fmt.Errorf("%s: a table by %v with these sides is %w", g, m, grundy.ErrTooLarge)
	}
	s, err := g.solve(ctx, misere, sides[g.heap]-1, math.MaxInt, progress)
	if err != nil {
		return err
	}
	readers := make([]func(n uint64) uint64, g.memories)
	for m := range readers {
		readers[m] = g.reader(s, m)
	}
	row, cell := make([]uint64, sides[0]), make([]uint64, len(sides))
	for {
		for x := range row {
			cell[0] = uint64(x)
			row[x] = of(readers[g.memory(cell)](cell[g.heap]))
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
func (g *Remembering) Heap() int { return g.heap }

// At returns the sequence of the heaps with the memory of a position.
func (g *Remembering) At(p []uint64) Sequence { return recalling{g, g.memory(p)} }

// A recalling is the sequence of a memory.
type recalling struct {
	*Remembering
	memory int
}

// Values implements [Sequence].
func (s recalling) Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	return s.values(ctx, 0, from, to, progress, sink)
}

// MisereValues implements [MisereLister].
func (s recalling) MisereValues(ctx context.Context, from, to uint64, _ int, progress grundy.Progress, sink func(values []uint64) error) error {
	return s.values(ctx, 1, from, to, progress, sink)
}

func (s recalling) values(ctx context.Context, misere int, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error {
	if from >= to {
		return ctx.Err()
	}
	all, err := s.solve(ctx, misere, to-1, math.MaxInt, progress)
	if err != nil {
		return err
	}
	return sequence.EmitEach(ctx, from, to, nil, s.reader(all, s.memory), sink)
}

// Period implements [Sequence].
func (s recalling) Period(ctx context.Context, budget uint64, progress grundy.Progress) (r period.Result, o period.Observed, err error) {
	m := uint64(s.memories)
	all, err := s.solve(ctx, 0, math.MaxInt64, int(min(grundy.MulCounts(budget, m), math.MaxInt)), progress)
	if errors.Is(err, grundy.ErrBudget) && uint64(len(all.Terms)) >= grundy.MulCounts(budget, m) {
		err = nil
	}
	value, count := s.reader(all, s.memory), uint64(len(all.Terms))/m
	read := func(dst []uint32, from, to uint64) []uint32 {
		for n := from; n < to; n++ {
			dst = append(dst, uint32(value(n)))
		}
		return dst
	}
	r.Computed, o.Computed = count, count
	switch {
	case err != nil || count == 0:
	case !all.Proved:
		o = period.Observe(count, 0, read)
	default:
		from, after := s.returns(all)
		r = period.Result{Proved: true, Period: after, Theorem: s.theorem(all), Needed: all.Needed / m, Computed: count, Proof: period.PhaseProof{}}
		r = r.Least(read(nil, 0, from+2*after), from)
	}
	return r, o, err
}
