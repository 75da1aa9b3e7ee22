package rows

// These are plans for cells so far out that no table reaches them, in rows or columns that can be
// proved to be periodic: for a [moves.Space] by space.go.

import (
	"context"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// Spread returns how far the values of the row are from ⌊x/every⌋, below and above.
func (r *Row) Spread() (low, up uint64) {
	least, most := slices.Min(r.values), slices.Max(r.values)
	return r.low - min(r.low, uint64(least)), uint64(most) - min(r.low, uint64(most))
}

// AlongRow returns the runs of k = 1 … n, for which value(k) is lo … hi, where
// value(k) is from turns - k - low to turns - k + up, n is at most turns, and low and
// up are small. So it is enough to look at the k near both ends: all between are
// found.
func AlongRow(turns, n, low, up, lo, hi uint64, value func(k uint64) uint64) (runs [][2]uint64) {
	add := func(first, last uint64) {
		if first > last {
			return
		}
		if end := len(runs) - 1; end >= 0 && runs[end][1]+1 == first {
			runs[end][1] = last
			return
		}
		runs = append(runs, [2]uint64{first, last})
	}
	try := func(first, last uint64) {
		for k := first; k <= last; k++ {
			if v := value(k); lo <= v && v <= hi {
				add(k, k)
			}
		}
	}
	last := min(turns-min(max(lo, up)-up, turns), n)                // farther ones are below lo
	first := max(turns-min(grundy.AddCounts(hi, low), turns), 1)    // nearer ones are above hi
	sureLast := min(turns-min(grundy.AddCounts(lo, low), turns), n) // so far all are lo or more
	sureFirst := last + 1                                           // and from here hi or less
	if hi >= up {
		sureFirst = max(turns-min(hi-up, turns), 1)
	}
	if sureFirst > sureLast {
		try(first, last)
		return runs
	}
	try(first, sureFirst-1)
	add(sureFirst, sureLast)
	try(sureLast+1, last)
	return runs
}

// spaceCost returns what a proof of the rows to r is given: cells to visit, and
// time. Games were seen to need up to some r^4 cells.
func spaceCost(g *moves.Space, r uint64) (cells uint64, cost grundy.Cost) {
	square := grundy.MulCounts(r+8, r+8)
	cells = grundy.MulCounts(16, grundy.MulCounts(square, square))
	ways := grundy.MulCounts(uint64(len(g.Leaps)+len(g.Rides)), r+1)
	return cells, grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(3, cells), grundy.MulCounts(12, min(cells, mostKept))),
		Time:  grundy.Nanoseconds(grundy.MulCounts(cells, grundy.AddCounts(30, grundy.MulCounts(4, ways)))),
	}
}

// PlanSpace returns a plan for the measure m of a cell that proves the period of its
// row or column. The result is false where there is none, or a table of that cost
// is little more.
func PlanSpace(g *moves.Space, m grundy.Measure, cell []uint64, table grundy.Cost) (plan grundy.Plan[[]uint64], ok bool) {
	if !m.FollowsFromNimValue() || len(g.Board) != 2 {
		return plan, false
	}
	const dearer = 4 // how many times a table must be
	for _, mirrored := range []bool{false, true} {
		flat, x, y := g, cell[0], cell[1]
		if mirrored {
			var err error
			if flat, err = g.Mirror(); err != nil {
				continue
			}
			x, y = y, x
		}
		if y > x || y >= mostRows || HasRows(flat) != nil {
			continue
		}
		cells, cost := spaceCost(flat, y)
		if table.Time/dearer <= cost.Time {
			continue
		}
		return newSpacePlan(g, flat, mirrored, m, cell, cells, cost), true
	}
	return plan, false
}

// newSpacePlan returns such a plan, by the rows of that flat game.
func newSpacePlan(g, flat *moves.Space, mirrored bool, m grundy.Measure, cell []uint64, cells uint64, cost grundy.Cost) grundy.Plan[[]uint64] {
	axis := 1 // that tells the row
	if mirrored {
		axis = 0
	}
	var rows *Rows
	plan := grundy.Plan[[]uint64]{
		Cost:   cost,
		Method: "rows proved to be periodic, or additively periodic, one after the other (internal/board/rows/space.go)",
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[[]uint64], error) {
			var err error
			if rows, err = spacePeriods(ctx, flat, cell[axis], cells, progress); err != nil {
				return nil, err
			}
			return func(q []uint64) uint64 {
				v := rows.At(q[1-axis], q[axis])
				if m == grundy.ByOutcome {
					v = min(v, 1)
				}
				return v
			}, nil
		},
	}
	plan.Find = func(t grundy.Table[[]uint64], lo, hi uint64) grundy.Found[[]uint64] {
		return findInSpace(g, t, m, rows.Row(cell[axis]), axis, cell, lo, hi)
	}
	return plan
}

// findInSpace finds the options of a cell whose measure by t is lo … hi. The ride
// along the row can be long; all others are short.
func findInSpace(g *moves.Space, t grundy.Table[[]uint64], m grundy.Measure, row *Row, axis int, cell []uint64, lo, hi uint64) grundy.Found[[]uint64] {
	if m == grundy.ByOutcome {
		lo, hi = grundy.NimValuesOfOutcomes(lo, hi)
	}
	var runs []moves.SpaceRun
	try := func(s []int64, k uint64) {
		v := t(moves.Stepped(cell, s, k))
		if m == grundy.ByOutcome && v > 0 {
			v = math.MaxUint64 // in any interval of N positions
		}
		if lo <= v && v <= hi {
			runs = append(runs, moves.SpaceRun{Step: s, First: k, Last: k})
		}
	}
	for _, s := range g.Leaps {
		if _, ok := g.Leap(cell, s); ok {
			try(s, 1)
		}
	}
	for i, s := range g.Rides {
		l, reach := g.LineOf(i), g.Ride(cell, s)
		times := l.Ridden[slices.Index(l.Rides, i)]
		if s[axis] == 0 {
			low, up := row.Spread()
			found := AlongRow(cell[1-axis]/row.every, reach, low, up, lo, hi, func(k uint64) uint64 { return row.At(moves.Stepped(cell, s, k)[1-axis]) })
			for _, r := range found {
				first := r[0]
				for k := range slices.Values(leapt(l.LeapTimes, times)) { // these are found as leaps
					if first <= k && k <= r[1] {
						if k > first {
							runs = append(runs, moves.SpaceRun{Step: s, First: first, Last: k - 1})
						}
						first = k + 1
					}
				}
				if first <= r[1] {
					runs = append(runs, moves.SpaceRun{Step: s, First: first, Last: r[1]})
				}
			}
			continue
		}
		for k := range g.Ridden(cell, i) {
			try(s, k)
		}
	}
	return moves.Found(cell, runs, moves.Stepped)
}

// leapt returns in order how often a ride, a multiple of the vector of its line, leads
// where a leap does.
func leapt(leapTimes []uint64, times uint64) (k []uint64) {
	for _, n := range leapTimes {
		if n%times == 0 {
			k = append(k, n/times)
		}
	}
	slices.Sort(k)
	return k
}
