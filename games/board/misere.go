package board

// This file holds tables of misère nim-values: 1 for a cell without options,
// else the mex of the options' misère nim-values. They say who wins a piece by
// itself in misère play, 0 for P, but do not add in sums. All options of a cell
// are looked at, so these tables are for small boards.

import (
	"context"
	"math"
	"slices"
	"time"

	"grundy"
)

// Game returns the same game given by its rules.
func (p Piece) Game() (*Game, error) {
	rules := Rules{Name: p.String(), Sides: []uint64{p.side, p.side}}
	for _, s := range p.leaps {
		rules.Leaps = append(rules.Leaps, []int64{s.dx, s.dy})
	}
	for _, s := range p.rides {
		rules.Rides = append(rules.Rides, []int64{s.dx, s.dy})
	}
	return New(rules)
}

// MisereBox computes the misère nim-values of the cells whose coordinates are
// less than sides. It costs O(options) a cell and what [MisereBoxCost] says of
// memory; the error is ctx's soon after ctx ends. A board with a far edge must be
// at least as large as the box.
func MisereBox(ctx context.Context, g *Game, sides []uint64, progress grundy.Progress) (*Box, error) {
	if err := g.holds(sides); err != nil {
		return nil, err
	}
	if slices.Contains(sides, 0) {
		return &Box{sides: slices.Clone(sides), strides: make([]uint64, len(sides))}, nil
	}
	s := g.boxTo(cornerOf(sides), grundy.ByNimValue)
	if err := s.addressable(); err != nil {
		return nil, err
	}
	values := newMisereValues(s.cells)
	var options [][]uint64
	at := make([]uint64, len(sides))
	pace := &pace{ctx: ctx, progress: progress, total: s.cells}
	err := s.walk(pace, func(i uint64, cell []int) {
		for j, v := range cell {
			at[j] = uint64(v)
		}
		if g.isBlocked(at) {
			return
		}
		options = g.AppendOptions(options[:0], at)
		for _, option := range options {
			// Out of the box moves lead only from cells to which none of
			// the cells that are asked for leads.
			if s.holds(option) {
				values.option(s.index(option))
			}
		}
		values.settle(i)
	})
	if err != nil {
		return nil, err
	}
	return &Box{slices.Clone(sides), s.strides, values.at}, nil
}

// A misereValues computes the misère nim-values of cells one by one: those of
// all options of a cell are named, and then it is settled.
type misereValues struct {
	values []uint32
	seen   []uint64 // by value: the number of the cell that had it as an option's last
	cell   uint64   // the number of this cell, from 1 in the order in which they come
	any    bool     // whether an option was named
}

func newMisereValues(cells uint64) *misereValues {
	return &misereValues{values: make([]uint32, cells), cell: 1}
}

func (m *misereValues) at(i uint64) uint64 { return uint64(m.values[i]) }

// option names an option of the cell that comes next, by its index.
func (m *misereValues) option(i uint64) {
	v := int(m.values[i])
	for v >= len(m.seen) {
		m.seen = append(m.seen, 0)
	}
	m.seen[v] = m.cell
	m.any = true
}

// settle computes the value of the cell with index i.
func (m *misereValues) settle(i uint64) {
	v := 0
	for v < len(m.seen) && m.seen[v] == m.cell {
		v++
	}
	if !m.any {
		v = 1
	}
	m.values[i] = uint32(v)
	m.cell++
	m.any = false
}

// MisereBoxCost returns what [MisereBox] needs.
func MisereBoxCost(g *Game, sides []uint64) grundy.Cost {
	if slices.Contains(sides, 0) {
		return grundy.Cost{}
	}
	corner := cornerOf(sides)
	s := g.boxTo(corner, grundy.ByNimValue)
	cost := s.cost()
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(s.cells, 4))
	looked := grundy.MulCounts(s.cells, grundy.AddCounts(g.CountOptions(corner), 1))
	cost.Time = time.Duration(min(grundy.MulCounts(looked, uint64(misereOptionTime)), math.MaxInt64))
	return cost
}

// misereOptionTime is the time to look at an option, at most.
const misereOptionTime = 100 * time.Nanosecond
