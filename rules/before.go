package rules

// This file lists moves backward (grundy.RankedBackward), where formulas state them.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/definable"
)

// A backward lists moves backward by the ranks of the positions in a box.
type backward struct {
	run    *run
	box    *box
	layout *Layout
	moves  *definable.Backward
	state  []int64 // from which the moves come
	before []int64
	at     []int64 // the coordinates of state
	work   uint64  // of moves, when the clock was looked at
	steps  uint64  // that the last call took
}

// backwardWork is how many values are tried between two looks at the clock.
const backwardWork = 1 << 14

// findBackward returns the moves backward between the positions of a box, where state has the
// greatest numbers.
func (r *run) findBackward(ctx context.Context, b *box, state []int64) (grundy.RankedBackward, error) {
	if r.builtIn != nil || r.used(state) > mostProved {
		return nil, fmt.Errorf("%s: positions of more than %d numbers have no moves backward", r, mostProved)
	}
	for i := range b.fields {
		if f := &b.fields[i]; f.short || f.field.Kind == core.Heaps {
			return nil, fmt.Errorf("%s: %s is not read backward", r, f.field.Name)
		}
	}
	d, err := r.Define(ctx, r.framed(Frame{}, Position(r.pack(state))))
	if err != nil {
		return nil, err
	}
	most := make([]int64, len(d.names))
	for _, c := range d.cells {
		if c.index >= 0 {
			most[c.index] = b.most(d.Layout, c)
		}
	}
	moves, err := d.Backward(most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r, err)
	}
	return &backward{run: r, box: b, layout: d.Layout, moves: moves, state: slices.Clone(state), before: slices.Clone(state)}, nil
}

// most returns the greatest value of a coordinate in the box.
func (b *box) most(l *Layout, c coordinate) int64 {
	if c.isLetter {
		return int64(len(l.letters)) - 1
	}
	for i := range b.fields {
		switch f := &b.fields[i]; {
		case f.field != c.field:
		case f.rows != nil:
			j := c.at - f.at
			if c.field.Order == core.Descending {
				j = f.rows.Len() - 1 - j
			}
			return int64(f.rows.Most(j)) + f.lo - c.less
		case f.at == c.at:
			return int64(b.sizes[i]) - 1 + f.lo - c.less
		}
	}
	return 0
}

// EachBefore implements [grundy.RankedBackward].
func (r *backward) EachBefore(rank uint64, visit func(before uint64) error) error {
	r.box.state(r.state, rank)
	if r.steps = refusalSteps; !r.run.isLegal(r.box, r.state) {
		return nil
	}
	var ok bool
	if r.at, ok = r.layout.appendTo(r.at[:0], r.state); !ok {
		return nil
	}
	copy(r.before, r.state)
	work, marks := r.moves.Work(), uint64(0)
	defer func() { r.steps = 2*(r.moves.Work()-work) + marks*uint64(4+len(r.at)) }()
	return r.moves.Each(r.at, func(x []int64) error {
		marks++
		if work := r.moves.Work(); work-r.work > backwardWork {
			r.work = work
			if err := r.run.clock.Ctx.Err(); err != nil {
				return err
			}
		}
		for i := range r.layout.cells {
			if c := &r.layout.cells[i]; c.isLetter {
				r.before[c.at] = int64(r.layout.letters[x[c.index]])
			} else if c.index >= 0 {
				r.before[c.at] = x[c.index] + c.less
			}
		}
		before, ok := r.box.rank(r.before)
		if !ok {
			return nil
		}
		return visit(before)
	})
}

// Steps implements [grundy.RankedBackward].
func (r *backward) Steps() uint64 { return r.steps }
