package board

// This file holds tables of misère nim-values: 1 for a cell without options,
// else the mex of the options' misère nim-values. They say who wins a piece by
// itself in misère play, 0 for P, but do not add in sums. As only the start
// differs, the engines for nim-values compute them (values.go, tile_band.go and
// box.go). For the games of tabulated.go that have no such engine all options of
// a cell are looked at, so those tables are for small boards.

import "time"

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
