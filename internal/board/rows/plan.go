package rows

// Cells too far out for a table are answered from rows that can be proved to be periodic.

import (
	"context"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
)

const Method = "rows proved to be periodic, or additively periodic, one after the other (A. Dress, A. Flammenkamp, N. Pink, Adv. Appl. Math. 22, 1999; internal/board/rows/period.go)"

// rowCellTime is the time for a cell of the engine for rows: 11 to 15 nanoseconds
// for the rows 0 … 50 to 0 … 300 of the queen on one core of an AMD EPYC
// processor of 2024.
const rowCellTime = 20 * time.Nanosecond

// Cells returns how many cells may be visited to prove the rows 0 … r.
//
// The queen takes 35 thousand cells to prove rows 0 … 20, 470 thousand to 40, 19
// million to 100, 134 million to 167 and 1.4 billion to 300: r^4/5 or a little
// less. Other pieces that ride by (-1,0) were seen to take up to 4/5 of r^4, such
// as the one that rides by (-1,0), (-3,-1) and (0,-1); leapers and others
// whose values are bounded far fewer.
func Cells(p moves.Plane, r uint64) uint64 {
	square := grundy.MulCounts(r+8, r+8)
	cells := grundy.MulCounts(square, square)
	if p.IsQueen() {
		cells /= 4
	}
	return cells
}

// Cost returns what [Periods] with that budget needs for rows 0 … r. The
// values of the queen take about half a byte a visited cell, because most rows
// are proved early. Others may take 2 bytes, and the room that growing needs.
func Cost(p moves.Plane, r uint64) grundy.Cost {
	cells := Cells(p, r)
	each := uint64(3)
	if p.IsQueen() {
		each = 1
	}
	nanoseconds := grundy.MulCounts(cells, uint64(rowCellTime.Nanoseconds()))
	return grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(cells, each), grundy.MulCounts(8, engineWords(p, r))),
		Time:  grundy.Nanoseconds(nanoseconds),
	}
}

// Plan returns a plan for the measure m of c that proves the periods of the
// rows to c, or of the columns if c is farther up than right. The result is
// false where there is none, or a table of that cost is little more.
func Plan(p moves.Plane, m grundy.Measure, c moves.Cell, table grundy.Cost) (grundy.Plan[moves.Cell], bool) {
	const dearer = 4 // how many times a table must be
	flat, hub := p.Flat(c)
	if m != grundy.ByNimValue || p.Climbs() || !Fit(flat, hub.Y) {
		return grundy.Plan[moves.Cell]{}, false
	}
	if cost := Cost(flat, hub.Y); cost.Bytes > tables.MaxBytes || table.Time/dearer <= cost.Time {
		return grundy.Plan[moves.Cell]{}, false
	}
	return newPlan(p, c), true
}

// newPlan returns such a plan wherever there is one.
func newPlan(p moves.Plane, c moves.Cell) grundy.Plan[moves.Cell] {
	flat, hub := p.Flat(c)
	mirrored := hub != c
	plan := grundy.Plan[moves.Cell]{
		Cost:   Cost(flat, hub.Y),
		Method: Method,
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[moves.Cell], error) {
			rows, err := Periods(ctx, flat, hub.Y, Cells(flat, hub.Y), progress)
			if err != nil {
				return nil, err
			}
			return func(q moves.Cell) uint64 {
				if mirrored {
					q = q.Mirror()
				}
				return rows.At(q.X, q.Y)
			}, nil
		},
	}
	if flat.Rises() { // others have few options
		plan.Find = func(t grundy.Table[moves.Cell], lo, hi uint64) grundy.Found[moves.Cell] {
			return findInRow(p, t, c, lo, hi)
		}
	}
	return plan
}

// findInRow finds the options of c, from which p rides along its row or, if c is
// farther up than right, its column, whose nim-values by t are lo … hi.
//
// The value of the cell x of a row is x - low … x + up (period.go), so that
// alongRow finds those of the row. All other steps can be taken at most as often as the smaller coordinate says.
// Hence the cost is O(low + up), and that is O(min(c.X, c.Y)).
func findInRow(p moves.Plane, t grundy.Table[moves.Cell], c moves.Cell, lo, hi uint64) grundy.Found[moves.Cell] {
	if lo > hi {
		return moves.Found(c, []moves.Run(nil), moves.Cell.After)
	}
	flat, hub := p.Flat(c)
	along := moves.Left
	if hub != c {
		along = along.Mirror()
	}
	bound := BoundAt(flat, hub.Y)
	low, up := bound.low, bound.span-bound.low
	var runs []moves.Run
	add := func(s moves.Step, first, last uint64) {
		if end := len(runs) - 1; end >= 0 && runs[end].Step == s && runs[end].Last+1 == first {
			runs[end].Last = last
			return
		}
		runs = append(runs, moves.Run{Step: s, First: first, Last: last})
	}
	try := func(s moves.Step, first, last uint64) {
		for k := first; k <= last; k++ {
			if v := t(c.After(s, k)); lo <= v && v <= hi {
				add(s, k, k)
			}
		}
	}
	for _, s := range p.Leaps {
		try(s, 1, min(p.Reach(c, s), 1))
	}
	for _, s := range p.Rides {
		if s != along {
			try(s, 1, p.Reach(c, s))
			continue
		}
		for _, r := range AlongRow(hub.X, hub.X, low, up, lo, hi, func(k uint64) uint64 { return t(c.After(s, k)) }) {
			add(s, r[0], r[1])
		}
	}
	return moves.Found(c, runs, moves.Cell.After)
}
