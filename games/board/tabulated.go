package board

// A [Tabulated] serves callers that do not care which engine fills its table. This file
// also fills the tables of closed forms, and the misère tables of games whose options must
// all be looked up.

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
)

// A Tabulated is a game with a table of nim-values: one row for each choice of all
// coordinates except the first.
//
// The measure m of a table is [grundy.ByNimValue] or [grundy.ByMisereNimValue].
type Tabulated interface {
	fmt.Stringer
	// Sides returns the sides of the board, one for each coordinate; 0 where there
	// is no far edge.
	Sides() []uint64
	// Least returns the least coordinates of a position. A cell with a lesser one
	// holds none, unless Holds says otherwise. Rules are asked until ctx ends.
	Least(ctx context.Context) []uint64
	// Holds reports whether there is a position on the cell.
	Holds(ctx context.Context, cell []uint64) bool
	// RowsCost returns what EachRow needs, for sides that are not 0. The time is 0
	// where it is not known beforehand, as for rules from a file.
	RowsCost(m grundy.Measure, sides []uint64) grundy.Cost
	// EachRow passes the rows of the cells whose coordinates are less than sides
	// to sink, in order, the second coordinate changing fastest. A row is valid
	// until sink returns. Cells without a position have 0. At most that many
	// workers compute, as many as there are processors if workers < 1; the values
	// do not depend on their number.
	//
	// The error wraps [grundy.ErrTooLarge] if the rows are more than the engine can
	// address. It is sink's as soon as sink returns one, and ctx's soon after ctx
	// ends.
	EachRow(ctx context.Context, m grundy.Measure, sides []uint64, workers int, progress grundy.Progress, sink func(row []uint64) error) error
}

// A RowProver is a [Tabulated] of two dimensions whose rows without an end are
// proved to be periodic. In more dimensions RowPeriod returns an error.
type RowProver interface {
	Tabulated
	// RowPeriod finds and proves the period of the row y = r. It visits budget
	// cells at most; see [rows.Periods] for the budget and the errors. With an error,
	// the row that is returned tells only how many of its cells were computed.
	RowPeriod(ctx context.Context, r, budget uint64, progress grundy.Progress) (*Row, error)
	// RowPeriodMemory returns about how many bytes RowPeriod needs for row r, in
	// addition to 2 bytes for each cell that it visits.
	RowPeriodMemory(r uint64) uint64
}

var (
	_ RowProver = Piece{}
	_ RowProver = (*Game)(nil)
	_ RowProver = GeneralisedWythoff{}
	_ RowProver = Euclid{}
	_ RowProver = nimhoffTable{}
)

// CheckTable returns an error if there is no table of g by the measure m with these
// sides.
func CheckTable(g Tabulated, m grundy.Measure, sides []uint64) error {
	if !tables.IsNimValue(m) {
		return fmt.Errorf("a table of %s by %v: want nim-values, normal or misère", g, m)
	}
	board := g.Sides()
	if len(sides) != len(board) {
		return fmt.Errorf("%d sides of a table of %s, which has %d dimensions", len(sides), g, len(board))
	}
	for i, side := range sides {
		if side == 0 || side > MaxCoordinate {
			return fmt.Errorf("a side of %d in a table of %s: want 1 … %d", side, g, uint64(MaxCoordinate))
		}
		if board[i] != 0 && side > board[i] {
			return fmt.Errorf("a side of %d in a table of %s: the board has %d cells along axis %d", side, g, board[i], i+1)
		}
	}
	return nil
}

// withRow adds the memory of a row that is passed to a sink.
func withRow(cost grundy.Cost, sides []uint64) grundy.Cost {
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(8, sides[0]))
	return cost
}

// sinkNarrow returns a sink of rows of 32 bits that passes them on.
func sinkNarrow(sink func(row []uint64) error) func(row []uint32) error {
	var wide []uint64
	return func(row []uint32) error {
		if wide == nil {
			wide = make([]uint64, len(row))
		}
		for x, v := range row {
			wide[x] = uint64(v)
		}
		return sink(wide)
	}
}

// eachRow passes the rows of a table to sink. For the first cell of each row, valuesOf
// returns the nim-values of the row by the first coordinate.
func eachRow(ctx context.Context, sides []uint64, progress grundy.Progress, valuesOf func(first []uint64) func(x uint64) uint64, sink func(row []uint64) error) error {
	if longest := slices.Max(sides); longest > math.MaxUint32 {
		return fmt.Errorf("%d cells along an axis: %w", longest, grundy.ErrTooLarge)
	}
	row, cell := make([]uint64, sides[0]), make([]uint64, len(sides))
	pace := &tables.Pace{Ctx: ctx, Progress: progress, Total: product(sides)}
	const stretch = 4096 // cells between two looks at the pace
	for {
		value := valuesOf(cell)
		for from := 0; from < len(row); from += stretch {
			cells := row[from:min(from+stretch, len(row))]
			for i := range cells {
				cells[i] = value(uint64(from + i))
			}
			if err := pace.Add(len(cells)); err != nil {
				return err
			}
		}
		if err := sink(row); err != nil {
			return err
		}
		if !NextRow(cell, sides) {
			return nil
		}
	}
}

// byCell returns the values of rows, given the nim-value of a cell.
func byCell(value func(cell []uint64) uint64) func(first []uint64) func(x uint64) uint64 {
	return func(cell []uint64) func(x uint64) uint64 {
		return func(x uint64) uint64 {
			cell[0] = x
			return value(cell)
		}
	}
}

// NextRow counts on to the first cell of the next row. It is false behind the last one.
func NextRow(cell, sides []uint64) bool {
	cell[0] = 0
	for axis := 1; axis < len(cell); axis++ {
		if cell[axis]++; cell[axis] < sides[axis] {
			return true
		}
		cell[axis] = 0
	}
	return false
}

func product(sides []uint64) uint64 {
	cells := uint64(1)
	for _, side := range sides {
		cells = grundy.MulCounts(cells, side)
	}
	return cells
}

// closedRowsCost returns what eachRow needs for a closed form.
func closedRowsCost(sides []uint64) grundy.Cost {
	const cellTime = 20 * time.Nanosecond
	return grundy.Cost{
		Bytes: grundy.AddCounts(grundy.MulCounts(8, sides[0]), 1<<10),
		Time:  grundy.Nanoseconds(grundy.MulCounts(product(sides), uint64(cellTime))),
	}
}

// A closedGame is a [Tabulated] with a closed form of nim-values, whose options are cells,
// none with a coordinate that is higher than before. So its misère nim-values follow from
// those of its options: 1 for a cell without options, otherwise their mex.
type closedGame interface {
	Tabulated
	// nimValue returns the nim-value of a cell.
	nimValue(cell []uint64) uint64
	// appendCells appends the options of a cell that holds a position.
	appendCells(dst [][]uint64, cell []uint64) [][]uint64
	// countCells bounds the options of the cell and of all before it.
	countCells(cell []uint64) uint64
}

// eachClosedRow passes the rows of a table to sink: by the closed form, or in misère play
// from the values of all options, so that a cell costs O(options). Those tables are for
// small boards.
func eachClosedRow(ctx context.Context, g closedGame, m grundy.Measure, sides []uint64, progress grundy.Progress, sink func(row []uint64) error) error {
	if err := CheckTable(g, m, sides); err != nil {
		return err
	}
	if m == grundy.ByNimValue {
		return eachRow(ctx, sides, progress, byCell(g.nimValue), sink)
	}
	cells := product(sides)
	if cells > math.MaxUint32 {
		return fmt.Errorf("a misère table of %s with the sides %v: %w", g, sides, grundy.ErrTooLarge)
	}
	index := func(cell []uint64) (i uint64) {
		for axis := len(cell) - 1; axis >= 0; axis-- {
			i = i*sides[axis] + cell[axis]
		}
		return i
	}
	known := make([]uint32, cells)
	var options [][]uint64
	var values []grundy.Value
	return eachRow(ctx, sides, progress, byCell(func(cell []uint64) uint64 {
		if !g.Holds(ctx, cell) {
			return 0
		}
		options, values = g.appendCells(options[:0], cell), values[:0]
		for _, q := range options {
			values = append(values, grundy.Value(known[index(q)]))
		}
		v := grundy.Mex(values...)
		if len(options) == 0 {
			v = 1
		}
		known[index(cell)] = uint32(v)
		return uint64(v)
	}), sink)
}

// closedCost returns what eachClosedRow needs.
func closedCost(g closedGame, m grundy.Measure, sides []uint64) grundy.Cost {
	cost := closedRowsCost(sides)
	if m == grundy.ByNimValue {
		return cost
	}
	const optionTime = 100 * time.Nanosecond // at most
	options := grundy.AddCounts(g.countCells(moves.CornerOf(sides)), 1)
	cells := product(sides)
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.AddCounts(grundy.MulCounts(4, cells), grundy.MulCounts(64, options)))
	cost.Time = grundy.Nanoseconds(grundy.MulCounts(grundy.MulCounts(cells, options), uint64(optionTime)))
	return cost
}
