package search

// Here are tables of outcomes, of a bit a position. From each P-position all are marked from which
// a move leads to it: they are N-positions. So only moves into P-positions are looked at, forward
// and backward, and these are few where positions have many moves: a position with n options is
// rarely P, about one time in n.
//
// A position and a heap of k are P if no move of either leads to P: no option of the position has the
// nim-value k, and neither has it a smaller one itself. So there is a table for each heap, in order,
// and each position is P in one of them, by its nim-value.
//
// Ranks are looked at in ascending order. One that is not marked is P, if moves lower ranks: its
// options, which are listed, are all below and marked. So play by the table never needs a move
// that nobody has looked at.

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// Backward lists the moves of a game that numbers its positions backward.
type Backward interface {
	// EachBefore does what [grundy.RankedBackward] says.
	EachBefore(rank uint64, visit func(before uint64) error) error
}

// Outcomes are the outcomes of the ranks 0 … Len()-1, alone and with small heaps of Nim.
type Outcomes struct {
	lost [][]uint64 // by heap: a bit for each rank that is P with it
	n    uint64
	left bool // some ranks are P with none of these heaps
}

// Len returns the number of ranks.
func (o *Outcomes) Len() uint64 { return o.n }

// At returns 0 for a rank that is a P-position, and 1 for an N-position.
func (o *Outcomes) At(rank uint64) uint64 { return 1 - o.with(0, rank) }

// with returns 1 for a rank that is P with a heap, and 0 for N.
func (o *Outcomes) with(heap int, rank uint64) uint64 {
	return o.lost[heap][rank/64] >> (rank % 64) & 1
}

// NimValue returns the nim-value of a rank, if it is one of the heaps of [Outcomes.Extend].
func (o *Outcomes) NimValue(rank uint64) (v uint64, known bool) {
	for heap := range o.lost {
		if o.with(heap, rank) != 0 {
			return uint64(heap), true
		}
	}
	return 0, false
}

// OutcomesCost returns the memory that a table of outcomes of n positions needs, for each heap.
func OutcomesCost(n uint64) uint64 { return n/8 + 1<<12 }

// ErrBackward says that moves do not lower the rank, or that those that are listed backward are
// not the moves. A [Table] may have the ranks nevertheless.
var ErrBackward = errors.New("the moves cannot be followed backward")

// NewOutcomes returns the outcomes of all ranks below n, in misère play if the options say so. It
// takes a bit a rank, and time by the moves from and to P-positions, on one core. Numbers that
// stand for no position may have any outcome.
//
// The errors are as for [Table], or wrap [ErrBackward].
func NewOutcomes(ctx context.Context, rules DenseRules, backward Backward, n uint64, o Options) (*Outcomes, error) {
	if o.Positions > 0 && n > o.Positions || n > 1<<46 {
		return nil, fmt.Errorf("a table of the outcomes of %d positions: %w", n, grundy.ErrTooLarge)
	}
	meter.Of(ctx).Expect(n)
	t := &Outcomes{n: n, left: true}
	return t, t.add(ctx, rules, backward, o)
}

// Extend adds the outcomes with all heaps up to one, in normal play: each takes what [NewOutcomes]
// takes, at most. It stops earlier once all nim-values are known.
func (o *Outcomes) Extend(ctx context.Context, rules DenseRules, backward Backward, heap uint64, options Options) error {
	options.Misere = false
	for o.left && uint64(len(o.lost)) <= heap {
		if err := o.add(ctx, rules, backward, options); err != nil {
			return err
		}
	}
	return nil
}

// add adds the outcomes with the next heap.
func (o *Outcomes) add(ctx context.Context, rules DenseRules, backward Backward, options Options) error {
	if options.Memory > 0 && grundy.MulCounts(OutcomesCost(o.n), uint64(len(o.lost)+1)) > options.Memory {
		return fmt.Errorf("a table of the outcomes of %d positions: %w", o.n, grundy.ErrTooLarge)
	}
	m := &marking{Outcomes: o, won: make([]uint64, (o.n+63)/64), ctx: ctx, options: options, rules: rules, backward: backward}
	for _, lost := range o.lost {
		for i, bits := range lost {
			m.won[i] |= bits
		}
	}
	if err := m.check(); err != nil {
		return err
	}
	o.left = false
	for rank := m.nextP(0); rank < o.n; rank = m.nextP(rank + 1) {
		o.left = true
		if err := m.settle(rank); err != nil {
			return err
		}
	}
	m.rank = o.n
	for i := range m.won {
		m.won[i] = ^m.won[i]
	}
	o.lost = append(o.lost, m.won)
	return m.check()
}

// A marking is a table of outcomes that is being filled.
type marking struct {
	*Outcomes
	won      []uint64 // a bit each: N with the next heap
	ctx      context.Context
	options  Options
	rules    DenseRules
	backward Backward
	moves    []uint64
	rank     uint64 // the ranks below are settled
	counted  uint64 // ranks that the question's meter has counted
	steps    uint64
	work     uint64 // since the budget was looked at
}

// nextP returns the first rank from one on that is not marked, n if there is none.
func (m *marking) nextP(rank uint64) uint64 {
	for rank < m.n {
		if open := ^m.won[rank/64] >> (rank % 64); open != 0 {
			return min(rank+uint64(bits.TrailingZeros64(open)), m.n)
		}
		rank = (rank/64 + 1) * 64
	}
	return m.n
}

// settle marks the ranks before one that is not marked.
func (m *marking) settle(rank uint64) (err error) {
	m.rank = rank
	if m.moves, err = m.rules.AppendOptions(m.moves[:0], rank); err != nil {
		return err
	}
	for _, q := range m.moves {
		switch {
		case q >= m.n:
			return fmt.Errorf("a move from rank %d to rank %d of a table of %d", rank, q, m.n)
		case q >= rank, m.won[q/64]>>(q%64)&1 == 0:
			return fmt.Errorf("a move from rank %d to rank %d: %w", rank, q, ErrBackward)
		}
	}
	for heap := range m.lost {
		if !slices.ContainsFunc(m.moves, func(q uint64) bool { return m.with(heap, q) != 0 }) {
			return fmt.Errorf("no move from rank %d has the nim-value %d: %w", rank, heap, ErrBackward)
		}
	}
	if m.options.Misere && len(m.moves) == 0 {
		m.won[rank/64] |= 1 << (rank % 64)
		return m.spend(1)
	}
	if err := m.spend(uint64(len(m.moves)) + 1); err != nil {
		return err
	}
	return m.backward.EachBefore(rank, func(before uint64) error {
		if before <= rank || before >= m.n {
			return fmt.Errorf("a move from rank %d to rank %d: %w", before, rank, ErrBackward)
		}
		m.won[before/64] |= 1 << (before % 64)
		return m.spend(1)
	})
}

func (m *marking) spend(steps uint64) error {
	m.steps += steps
	if m.work += steps; m.work < checkEvery {
		return nil
	}
	return m.check()
}

// check looks at the budget.
func (m *marking) check() error {
	m.work = 0
	if len(m.lost) == 0 {
		meter.Of(m.ctx).Count(m.rank - m.counted)
		m.counted = m.rank
	}
	if err := m.ctx.Err(); err != nil {
		return err
	}
	if most := m.options.Steps; most > 0 && m.steps > most {
		return &BudgetError{Positions: m.rank, What: "steps", Limit: most}
	}
	return nil
}
