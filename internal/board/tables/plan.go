package tables

// A table that answers for one cell and its options need not be kept whole.

import (
	"context"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// Plan plans a table for a cell and its options, by outcome, or nim-value,
// remoteness or suspense in either convention. The result is false for other measures.
//
// The memory, where the sides of the rectangle to c are m <= n, is O(m) for
// leapers, but O(m+n) if a leap raises a coordinate; for riders it is O(m+n),
// and another O(m²) bits for nim-values. The time is O(1) a cell and step.
// Building fails with an error that wraps [grundy.ErrTooLarge] if the
// coordinates add up to more than 2^32-1.
func Plan(p moves.Plane, m grundy.Measure, c moves.Cell) (grundy.Plan[moves.Cell], bool) {
	method := map[grundy.Measure]string{
		grundy.ByOutcome:          "a table of remotenesses, where only the parity counts (internal/board/tables/remoteness.go)",
		grundy.ByNimValue:         "a table of nim-values by the sets of values seen on each line (internal/board/tables/values.go)",
		grundy.ByMisereNimValue:   "a table of misère nim-values by the sets of values seen on each line (internal/board/tables/values.go)",
		grundy.ByRemoteness:       "a table of remotenesses by the least even and the greatest odd one on each line (internal/board/tables/remoteness.go)",
		grundy.ByMisereRemoteness: "a table of misère remotenesses by the least odd and the greatest even one on each line (internal/board/tables/remoteness.go)",
		grundy.BySuspense:         "a table of suspenses by the greatest even and the least odd one on each line (internal/board/tables/remoteness.go)",
		grundy.ByMisereSuspense:   "a table of misère suspenses by the greatest odd and the least even one on each line (internal/board/tables/remoteness.go)",
	}[m]
	if method == "" {
		return grundy.Plan[moves.Cell]{}, false
	}
	cost := planCost(p, m, c)
	return grundy.Plan[moves.Cell]{
		Cost:   cost,
		Method: method,
		Find: func(t grundy.Table[moves.Cell], lo, hi uint64) grundy.Found[moves.Cell] {
			return moves.LookUp(p.Options(c), t, lo, hi)
		},
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[moves.Cell], error) {
			if err := addressable(p, c, cost); err != nil {
				return nil, err
			}
			pace := &Pace{Ctx: ctx, Progress: progress, Total: cellsWithin(p, c)}
			if isWide(largestMeasure(p, m, c)) {
				return buildTable[uint32](pace, p, m, c)
			}
			return buildTable[uint16](pace, p, m, c)
		},
	}, true
}

// buildTable returns a table for c and its options.
func buildTable[V number](pace *Pace, p moves.Plane, m grundy.Measure, c moves.Cell) (grundy.Table[moves.Cell], error) {
	build := rasterTo[V]
	if p.Climbs() {
		build = waveTo[V]
	}
	table, err := build(pace, p, m, c)
	if err == nil && m == grundy.ByOutcome {
		remoteness := table
		table = func(q moves.Cell) uint64 { return remoteness(q) % 2 }
	}
	return table, err
}

// waveTo returns a table of nim-values, or else of a timing.
func waveTo[V number](pace *Pace, p moves.Plane, m grundy.Measure, c moves.Cell) (grundy.Table[moves.Cell], error) {
	judge := lengthOf[V](timings[m])
	if IsNimValue(m) {
		judge = mexOf[V](m)
	}
	w := newWave(p, c, judge)
	if err := w.run(pace, func(int, int, int, []V) {}); err != nil {
		return nil, err
	}
	return func(q moves.Cell) uint64 { return uint64(w.at(int(q.X), int(q.Y))) }, nil
}

// rasterTo returns a table of nim-values, or else of a timing.
func rasterTo[V number](pace *Pace, p moves.Plane, m grundy.Measure, c moves.Cell) (grundy.Table[moves.Cell], error) {
	flat, hub := p.Flat(c)
	var judge judge[V] = &remotenesses[V]{timing: timings[m]}
	if IsNimValue(m) {
		judge = newValues[V](flat, m, hub)
	}
	s := newRaster(flat, hub, judge, false)
	f := newOptionMeasures[V](flat, hub)
	if err := s.run(pace, func(x0, x1 int) { f.collect(s, x0, x1) }); err != nil {
		return nil, err
	}
	mirrored := hub != c
	return func(q moves.Cell) uint64 {
		if mirrored {
			q = q.Mirror()
		}
		return f.at(q)
	}, nil
}

// optionMeasures keeps the measures of a cell, its hub, and of the hub's options.
type optionMeasures[V number] struct {
	piece moves.Plane
	hub   moves.Cell
	own   V
	leaps []V   // leaps[i] is the measure after leap i
	rides [][]V // rides[i][k] is the measure after k steps of ride i
}

func newOptionMeasures[V number](p moves.Plane, hub moves.Cell) *optionMeasures[V] {
	f := &optionMeasures[V]{piece: p, hub: hub, leaps: make([]V, len(p.Leaps)), rides: make([][]V, len(p.Rides))}
	for i, s := range p.Rides {
		f.rides[i] = make([]V, p.Reach(hub, s)+1)
	}
	return f
}

// collect reads the columns x0 … x1-1 of s.
func (f *optionMeasures[V]) collect(s *raster[V], x0, x1 int) {
	x, y := int(f.hub.X), int(f.hub.Y)
	within := func(x int) bool { return x0 <= x && x < x1 }
	if within(x) {
		f.own = s.at(x, y)
	}
	for i, leap := range f.piece.Leaps {
		if x, y := x+int(leap.DX), y+int(leap.DY); within(x) && y >= 0 {
			f.leaps[i] = s.at(x, y)
		}
	}
	for i, ride := range f.piece.Rides {
		dx, dy := int(ride.DX), int(ride.DY)
		first := 0 // the least number of steps into these columns
		if dx < 0 && x >= x1 {
			first = (x - x1 - dx) / -dx
		}
		for k := first; k < len(f.rides[i]) && within(x+k*dx); k++ {
			f.rides[i][k] = s.at(x+k*dx, y+k*dy)
		}
	}
}

// at returns the measure of q, which must be the hub or an option of it.
func (f *optionMeasures[V]) at(q moves.Cell) uint64 {
	if q == f.hub {
		return uint64(f.own)
	}
	for i, leap := range f.piece.Leaps {
		if q == f.hub.After(leap, 1) {
			return uint64(f.leaps[i])
		}
	}
	for i, ride := range f.piece.Rides {
		k := max(f.hub.X-q.X, f.hub.Y-q.Y) / uint64(max(-ride.DX, -ride.DY))
		if k < uint64(len(f.rides[i])) && q == f.hub.After(ride, k) {
			return uint64(f.rides[i][k])
		}
	}
	panic("board: a table was asked for a cell that is not an option of its own")
}
