package tables

// The cost of a table is known before it is built.

import (
	"fmt"
	"math"
	"math/bits"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// stepTime is the time for a cell itself and for each step of the piece. The
// engines of this package took 4 to 13 nanoseconds on one core of an AMD EPYC
// processor of 2024, for boards from 500 x 500 to 16,000 x 16,000.
const stepTime = 20 * time.Nanosecond

// TableCost returns what [NewTable] needs for width x height cells.
func TableCost(piece moves.Plane, m grundy.Measure, width, height uint64) grundy.Cost {
	if width == 0 || height == 0 {
		return grundy.Cost{}
	}
	filled := rasterCost(piece, m, width, height)
	layout, ok := tableLayout(piece, m, width, height)
	if !ok {
		return filled
	}
	cost := layout.cost()
	corner := moves.Cell{X: width - 1, Y: height - 1}
	cells := grundy.MulCounts(grundy.MulCounts(width, height), measureBytes(piece, m, corner))
	cost.Bytes = grundy.AddCounts(cost.Bytes, cells)
	return cost
}

// rasterCost returns what a table by a raster or a wave needs.
func rasterCost(piece moves.Plane, m grundy.Measure, width, height uint64) grundy.Cost {
	corner := moves.Cell{X: width - 1, Y: height - 1}
	cells := grundy.MulCounts(grundy.MulCounts(width, height), measureBytes(piece, m, corner))
	return grundy.Cost{
		Bytes: grundy.AddCounts(cells, engineBytes(piece, m, corner)),
		Time:  fillTime(piece, corner),
	}
}

// planCost returns what a plan for the measure m of c needs.
func planCost(p moves.Plane, m grundy.Measure, c moves.Cell) grundy.Cost {
	bytes := engineBytes(p, m, c)
	if !p.Climbs() {
		strip := grundy.MulCounts(grundy.AddCounts(min(c.X, c.Y), 1), uint64(back(p)+stripWidth))
		kept := grundy.AddCounts(p.CountOptions(c), 1)
		bytes = grundy.AddCounts(bytes, grundy.MulCounts(grundy.AddCounts(strip, kept), measureBytes(p, m, c)))
	}
	return grundy.Cost{Bytes: bytes, Time: fillTime(p, c)}
}

// engineBytes returns the size of a raster or wave to c, without the cells that
// a raster keeps.
func engineBytes(p moves.Plane, m grundy.Measure, c moves.Cell) uint64 {
	if p.Climbs() {
		front := grundy.MulCounts(grundy.AddCounts(farthest(p, c), 1), measureBytes(p, m, c))
		return grundy.MulCounts(front, uint64(crossed(p)+1))
	}
	p, c = p.Flat(c)
	record := uint64(endingWords)
	if IsNimValue(m) {
		record = windowFor(p, m, c).recordWords()
	}
	records := uint64(0)
	for _, ride := range p.Rides {
		a, b := uint64(-ride.DX), uint64(-ride.DY)
		records = grundy.AddCounts(records, grundy.AddCounts(grundy.MulCounts(a, c.Y), b*(stripWidth-1)+1))
	}
	return grundy.MulCounts(records, 8*record)
}

// fillTime returns the time to fill all cells that are needed to know c.
func fillTime(p moves.Plane, c moves.Cell) time.Duration {
	steps := uint64(len(p.Leaps) + len(p.Rides) + 1)
	nanoseconds := grundy.MulCounts(cellsWithin(p, c), steps*uint64(stepTime.Nanoseconds()))
	return grundy.Nanoseconds(nanoseconds)
}

// MaxBytes is the most that a table may take, as 64-bit processors of today
// address 2^47 bytes.
const MaxBytes = 1 << 46

// addressable returns an error that wraps [grundy.ErrTooLarge] if a table of
// that cost for the cells to c cannot be built on any machine.
func addressable(p moves.Plane, c moves.Cell, cost grundy.Cost) error {
	if cost.Bytes > MaxBytes || grundy.AddCounts(c.X, c.Y) > math.MaxUint32 {
		return fmt.Errorf("a table for %s: %w", p.AppendPosition(nil, c), grundy.ErrTooLarge)
	}
	return nil
}

// largestMeasure returns a bound for the measure m of the cells from which c is
// made up: nim-value and remoteness are at most the length of the longest play,
// which is at most x+y, and a nim-value is at most the number of options. For the
// misère nim-value the same holds, except that it is 1 without options: the options
// of a cell of longest play n >= 2 have at most n-1, and so it has at most n.
func largestMeasure(p moves.Plane, m grundy.Measure, c moves.Cell) uint64 {
	longest := grundy.AddCounts(c.X, c.Y)
	if !IsNimValue(m) {
		return longest
	}
	options := uint64(len(p.Leaps))
	if !p.Climbs() {
		options = p.CountOptions(c)
	}
	return max(min(longest, options), OfEnds(m))
}

// IsNimValue reports whether m is the nim-value in one of the conventions.
func IsNimValue(m grundy.Measure) bool {
	return m == grundy.ByNimValue || m == grundy.ByMisereNimValue
}

// OfEnds returns the nim-value of cells without options, in the convention of m.
func OfEnds(m grundy.Measure) uint64 {
	if m == grundy.ByMisereNimValue {
		return 1
	}
	return 0
}

// isWide reports whether measures to largest need 4 bytes each.
func isWide(largest uint64) bool { return largest > math.MaxUint16 }

// measureBytes returns the number of bytes for the measure of one cell.
func measureBytes(p moves.Plane, m grundy.Measure, c moves.Cell) uint64 {
	if isWide(largestMeasure(p, m, c)) {
		return 4
	}
	return 2
}

// farthest returns a bound for the coordinates to which a climbing piece can
// come from c.
func farthest(p moves.Plane, c moves.Cell) uint64 {
	far := grundy.AddCounts(c.X, c.Y)
	if p.Side != 0 {
		far = min(far, p.Side-1)
	}
	return far
}

// cellsWithin returns the number of cells that are filled to know c.
func cellsWithin(p moves.Plane, c moves.Cell) uint64 {
	if !p.Climbs() {
		return grundy.MulCounts(grundy.AddCounts(c.X, 1), grundy.AddCounts(c.Y, 1))
	}
	far, sum := farthest(p, c), grundy.AddCounts(c.X, c.Y)
	if far == sum { // a triangle
		return triangle(grundy.AddCounts(sum, 1))
	}
	if far >= math.MaxUint32 { // more than half of a square that is this large
		return math.MaxUint64
	}
	return (far+1)*(far+1) - triangle(2*far-sum)
}

// triangle returns 1 + 2 + … + n.
func triangle(n uint64) uint64 {
	hi, lo := bits.Mul64(n, grundy.AddCounts(n, 1))
	if hi > 1 {
		return math.MaxUint64
	}
	return hi<<63 | lo>>1
}
