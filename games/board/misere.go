package board

// This file holds tables of misère nim-values: 1 for a cell without options,
// else the mex of the options' misère nim-values. They say who wins a piece by
// itself in misère play, 0 for P, but do not add in sums. As only the start
// differs, the engines for nim-values compute them (values.go, tile_band.go and
// box.go). For the games of tabulated.go that have no such engine all options of
// a cell are looked at, so those tables are for small boards.

import (
	"context"
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
// less than sides, as fast as [NewBox] computes the nim-values, or [NewTable] where
// the game has a [Game.Piece]. [MisereBoxCost] says what it needs. The errors are
// those of NewBox.
func MisereBox(ctx context.Context, g *Game, sides []uint64, progress grundy.Progress) (*Box, error) {
	if err := g.holds(sides); err != nil {
		return nil, err
	}
	p, ok := g.Piece()
	if !ok {
		return newBoxOf(ctx, g, grundy.ByMisereNimValue, sides, progress)
	}
	t, err := newTableOf(ctx, p, grundy.ByMisereNimValue, sides[0], sides[1], progress)
	if err != nil {
		return nil, err
	}
	at := func(i uint64) uint64 { return uint64(t.At(i/sides[1], i%sides[1])) }
	return &Box{slices.Clone(sides), []uint64{sides[1], 1}, at}, nil
}

// MisereBoxCost returns what [MisereBox] needs.
func MisereBoxCost(g *Game, sides []uint64) grundy.Cost {
	if slices.Contains(sides, 0) {
		return grundy.Cost{}
	}
	if p, ok := g.Piece(); ok {
		return tableCost(p, grundy.ByMisereNimValue, sides[0], sides[1])
	}
	return g.boxTo(cornerOf(sides), grundy.ByMisereNimValue).cost()
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

// misereOptionTime is the time to look at an option, at most.
const misereOptionTime = 100 * time.Nanosecond
