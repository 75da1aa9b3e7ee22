package board

// This file holds plans for cells so far out that no table reaches them, in rows
// that can be proved to be periodic.

import (
	"context"
	"time"

	"grundy"
)

const rowMethod = "rows proved to be periodic one after the other (A. Dress, A. Flammenkamp, N. Pink, Adv. Appl. Math. 22, 1999; games/board/row_period.go)"

// rowCellTime is the time for a cell of the engine for rows: 11 to 15 nanoseconds
// for the rows 0 … 50 to 0 … 300 of the queen on one core of an AMD EPYC
// processor of 2024.
const rowCellTime = 20 * time.Nanosecond

// rowCells returns how many cells may be visited to prove the rows 0 … r.
//
// The queen takes 35 thousand cells to prove rows 0 … 20, 470 thousand to 40, 19
// million to 100, 134 million to 167 and 1.4 billion to 300: r^4/5 or a little
// less. Other pieces that ride by (-1,0) were seen to take up to 4/5 of r^4, such
// as the one that rides by (-1,0), (-3,-1) and (0,-1); leapers and others
// whose values are bounded far fewer.
func rowCells(p Plane, r uint64) uint64 {
	square := grundy.MulCounts(r+8, r+8)
	cells := grundy.MulCounts(square, square)
	if p.isQueen() {
		cells /= 4
	}
	return cells
}

// rowCost returns what [RowPeriods] with that budget needs for rows 0 … r. The
// values of the queen take about half a byte a visited cell, because most rows
// are proved early. Others may take 2 bytes, and the room that growing needs.
func rowCost(p Plane, r uint64) grundy.Cost {
	cells := rowCells(p, r)
	each := uint64(3)
	if p.isQueen() {
		each = 1
	}
	nanoseconds := grundy.MulCounts(cells, uint64(rowCellTime.Nanoseconds()))
	return grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(cells, each), grundy.MulCounts(8, rowEngineWords(p, r))),
		Time:  grundy.Nanoseconds(nanoseconds),
	}
}

// planRow returns a plan for the measure m of c that proves the periods of the
// rows to c, or of the columns if c is farther up than right. The result is
// false where there is none, or a table of that cost is little more.
func planRow(p Plane, m grundy.Measure, c Cell, table grundy.Cost) (grundy.Plan[Cell], bool) {
	const dearer = 4 // how many times a table must be
	flat, hub := p.flat(c)
	if m != grundy.ByNimValue || p.climbs() || !rowsFit(flat, hub.Y) {
		return grundy.Plan[Cell]{}, false
	}
	if cost := rowCost(flat, hub.Y); cost.Bytes > maxBytes || table.Time/dearer <= cost.Time {
		return grundy.Plan[Cell]{}, false
	}
	return newRowPlan(p, c), true
}

// newRowPlan returns such a plan wherever there is one.
func newRowPlan(p Plane, c Cell) grundy.Plan[Cell] {
	flat, hub := p.flat(c)
	mirrored := hub != c
	plan := grundy.Plan[Cell]{
		Cost:   rowCost(flat, hub.Y),
		Method: rowMethod,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[Cell], error) {
			rows, err := RowPeriods(ctx, flat, hub.Y, rowCells(flat, hub.Y), progress)
			if err != nil {
				return nil, err
			}
			return func(q Cell) uint64 {
				if mirrored {
					q = q.mirror()
				}
				return rows.At(q.X, q.Y)
			}, nil
		},
	}
	if flat.rises() { // others have few options
		plan.Find = func(t grundy.Table[Cell], lo, hi uint64) grundy.Found[Cell] {
			return findInRow(p, t, c, lo, hi)
		}
	}
	return plan
}

// findInRow finds the options of c, from which p rides along its row or, if c is
// farther up than right, its column, whose nim-values by t are lo … hi.
//
// The value of the cell x of a row is x - low … x + up (row_period.go), so that
// alongRow finds those of the row. All other steps can be taken at most as often as the smaller coordinate says.
// Hence the cost is O(low + up), and that is O(min(c.X, c.Y)).
func findInRow(p Plane, t grundy.Table[Cell], c Cell, lo, hi uint64) grundy.Found[Cell] {
	if lo > hi {
		return found(c, []run(nil), Cell.after)
	}
	flat, hub := p.flat(c)
	along := left
	if hub != c {
		along = along.mirror()
	}
	bound := rowBoundAt(flat, hub.Y)
	low, up := bound.low, bound.span-bound.low
	var runs []run
	add := func(s step, first, last uint64) {
		if end := len(runs) - 1; end >= 0 && runs[end].step == s && runs[end].last+1 == first {
			runs[end].last = last
			return
		}
		runs = append(runs, run{s, first, last})
	}
	try := func(s step, first, last uint64) {
		for k := first; k <= last; k++ {
			if v := t(c.after(s, k)); lo <= v && v <= hi {
				add(s, k, k)
			}
		}
	}
	for _, s := range p.leaps {
		try(s, 1, min(p.reach(c, s), 1))
	}
	for _, s := range p.rides {
		if s != along {
			try(s, 1, p.reach(c, s))
			continue
		}
		for _, r := range alongRow(hub.X, hub.X, low, up, lo, hi, func(k uint64) uint64 { return t(c.after(s, k)) }) {
			add(s, r[0], r[1])
		}
	}
	return found(c, runs, Cell.after)
}
