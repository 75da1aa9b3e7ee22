package board

// This file decides which engine makes the tables of a game, and which proves its rows.

import (
	"context"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/rows"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/meter"
)

// PlanTable implements [grundy.Tabler] for outcome, and nim-value, remoteness and
// suspense in either convention, of every piece. Nim-values of cells that are so far out
// in a low row or column that it is cheaper come from rows that are proved to be
// periodic.
func (p Piece) PlanTable(m grundy.Measure, c Cell) (grundy.Plan[Cell], bool) {
	table, ok := tables.Plan(p.Plane, m, c)
	if !ok {
		return table, false
	}
	if plan, ok := rows.Plan(p.Plane, m, c, table.Cost); ok {
		return plan, true
	}
	return table, true
}

// RowsCost implements [Tabulated], with as many workers as there are processors.
func (p Piece) RowsCost(m grundy.Measure, sides []uint64) grundy.Cost {
	if p.isClosed(m) {
		return closedRowsCost(sides)
	}
	return withRow(tables.RowsCost(p.Plane, m, sides[0], sides[1]), sides)
}

// EachRow implements [Tabulated]: by the closed form of the rows, or both measures at the
// same speed by [tables.EachRow].
func (p Piece) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, workers int, progress grundy.Progress, sink func(row []uint64) error) error {
	if err := CheckTable(p, m, sides); err != nil {
		return err
	}
	if !p.isClosed(m) {
		return tables.EachRow(ctx, p.Plane, m, sides[0], sides[1], workers, progress, sinkNarrow(sink))
	}
	return eachRow(ctx, sides, progress, func(first []uint64) func(x uint64) uint64 {
		return p.row(first[1]).Closed
	}, sink)
}

// isClosed reports whether a closed form says every nim-value in the convention of m.
func (p Piece) isClosed(m grundy.Measure) bool { return m == grundy.ByNimValue && p.row != nil }

// RowPeriod implements [RowProver]: G(x+p,r) = G(x,r) + s for x >= q. Rook, bishop,
// king and knight have closed forms of any row to [MaxCoordinate], and so have leapers
// far up where the structure of their plane is proved (rows/leapers.go). See [rows.Periods] for
// costs and errors of others.
func (p Piece) RowPeriod(ctx context.Context, r, budget uint64, progress grundy.Progress) (*Row, error) {
	switch {
	case p.row != nil:
		return p.closedRow(r)
	case p.Climbs():
		g, err := p.Game()
		if err != nil {
			return rows.Unproved(r, 0), err
		}
		return g.RowPeriod(ctx, r, budget, progress)
	}
	if p.isFarRow(r) {
		if row, err := p.farRow(ctx, r); err == nil {
			return row, nil
		}
		memory := rows.Memory(p.Plane, r)
		if err := meter.Take(ctx, memory); err != nil {
			return rows.Unproved(r, 0), err
		}
		defer meter.Give(ctx, memory)
	}
	return rows.Period(ctx, p.Plane, r, budget, progress)
}

// RowPeriodMemory implements [RowProver].
func (p Piece) RowPeriodMemory(r uint64) uint64 {
	if p.row != nil || p.Climbs() {
		return 0
	}
	if p.isFarRow(r) {
		return rows.LeaperBytes
	}
	return rows.Memory(p.Plane, r)
}

// isFarRow reports whether row r may be proved without those below it (rows/leapers.go).
func (p Piece) isFarRow(r uint64) bool {
	return p.farRow != nil && r >= rows.LeaperStart && r <= MaxCoordinate
}

// PlanTable implements [grundy.Tabler] for outcome, and nim-value, remoteness and
// suspense in either convention: by tables of the parts into which the game falls, by rows
// that are proved to be periodic, or by a table of a box.
func (g *Game) PlanTable(m grundy.Measure, cell []uint64) (grundy.Plan[[]uint64], bool) {
	table, ok := tables.PlanBox(g.Space, m, cell)
	if !ok {
		return table, false
	}
	if plan, ok := g.planParts(m, cell); ok && plan.Cost.Time < table.Cost.Time {
		return plan, true
	}
	if plan, ok := rows.PlanSpace(g.Space, m, cell, table.Cost); ok {
		return plan, true
	}
	return table, true
}

// RowsCost implements [Tabulated].
func (g *Game) RowsCost(m grundy.Measure, sides []uint64) grundy.Cost {
	if g.piece != nil {
		return g.piece.RowsCost(m, sides)
	}
	return withRow(tables.BoxCost(g.Space, m, sides), sides)
}

// EachRow implements [Tabulated]: from a [tables.Box], or as the rows of a [Piece] where there
// is one.
func (g *Game) EachRow(ctx context.Context, m grundy.Measure, sides []uint64, workers int, progress grundy.Progress, sink func(row []uint64) error) error {
	if err := CheckTable(g, m, sides); err != nil {
		return err
	}
	if g.piece != nil {
		return g.piece.EachRow(ctx, m, sides, workers, progress, sink)
	}
	box, err := tables.NewBox(ctx, g.Space, m, sides, progress)
	if err != nil {
		return err
	}
	return eachRow(ctx, sides, nil, byCell(func(cell []uint64) uint64 { return uint64(box.At(cell...)) }), sink)
}

// Least implements [Tabulated].
func (g *Game) Least(context.Context) []uint64 { return make([]uint64, g.Dimension()) }

// Holds implements [Tabulated].
func (g *Game) Holds(_ context.Context, cell []uint64) bool { return !g.IsBlocked(cell) }

// RowPeriod implements [RowProver], on a board without an end to the right. It knows
// games in two dimensions with at most one ride along the row in which no step raises
// y, and leapers whose plane is known (rows/leapers.go). For other games the error says what
// is in the way.
func (g *Game) RowPeriod(ctx context.Context, r, budget uint64, progress grundy.Progress) (*Row, error) {
	if p, ok := g.inRows(); ok && (g.Board[1] == 0 || r < g.Board[1]) {
		return p.RowPeriod(ctx, r, budget, progress)
	}
	if g.plane != nil && rows.HasRows(g.Space) != nil {
		return g.plane.Row(ctx, r)
	}
	return rows.SpacePeriod(ctx, g.Space, r, budget, progress)
}

// RowPeriodMemory implements [RowProver].
func (g *Game) RowPeriodMemory(r uint64) uint64 {
	if p, ok := g.inRows(); ok {
		return p.RowPeriodMemory(r)
	}
	return rows.SpaceMemory(r)
}

// inRows returns the piece that has the same rows as g, if there is one that does not
// climb; where its board ends, to the right or above, does not count then.
func (g *Game) inRows() (Piece, bool) {
	if g.piece != nil {
		return *g.piece, !g.piece.Climbs()
	}
	if len(g.Board) != 2 || len(g.Blocked) > 0 {
		return Piece{}, false
	}
	steps := func(vectors [][]int64) (list []moves.Step) {
		for _, v := range vectors {
			list = append(list, moves.Step{DX: v[0], DY: v[1]})
		}
		return list
	}
	p, ok := knownPiece(steps(g.Leaps), steps(g.Rides))
	p.Name = g.Name
	return p, ok
}
