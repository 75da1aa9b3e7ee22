// Package rows proves rows of a piece's table to be periodic, and nim-values far out, given
// how the piece moves.
//
// The two functions that most people need are [Periods] and [Plan].
//
// [Periods] proves the first rows of a piece none of whose steps raises a coordinate, and
// [SpacePeriod] those of a game with blocked cells or long rides. [Plan] and [PlanSpace]
// answer for cells so far out that no table reaches them. [FarLeaper] studies leapers.
package rows

// The rows of the infinite table are periodic, and each computation is a proof. The engine is in
// engine.go.
//
// # Which pieces
//
// No step may raise a coordinate. Then row y depends on the rows 0 … y alone.
// There are two cases. If the piece rides by (-1,0), as queen and rook do, the
// nim-values of a row differ, they rise with x, and the row is additively
// periodic: G(x+p,y) = G(x,y) + p for x >= q. That was proved for the queen by
// A. Dress, A. Flammenkamp and N. Pink (Adv. Appl. Math. 22, 1999) and by
// H. Landman (More Games of No Chance, 2002). If it does not, the nim-values of a
// row are bounded, and the row is periodic: G(x+p,y) = G(x,y).
//
// # Bounds
//
// Let r(y) be the number of ways to a lower row: the number of leaps (-a,-b) with
// b <= y, and ⌊y/b⌋ for each ride (-a,-b) other than (-1,0); there b >= 1. For
// the queen r(y) = 2y. Let the piece ride by (-1,0). Then for every x
//
//	x - r(y) <= G(x,y) <= x + u(y),   u(y) = min(y, r(y)).
//
// Above, because a nim-value is at most the number of options, x + r(y), and at
// most the length of the longest play, x + y. Below, suppose that v has not been
// seen in row y to the left of column x. Each of the x cells there has a value
// below v, and of these there are at most v, as the values of a row differ; or
// it has a value above v, and then v is the value of an option in a lower row.
// A lower row has v at most once, and only one cell of row y comes to that cell
// in the same way; so there are at most r(y) of these. Hence x <= v + r(y): all
// values below x - r(y) have been seen in row y.
//
// # What a row depends on
//
// Let D(x,y) = G(x,y) - x. The values that matter for G(x,y) are those from
// x - r(y) on. Those that row y has seen of them came at columns x' with
// x' + u(y) >= x - r(y): they lie among the last w = r(y) + u(y) values of the
// row. So D(x,y) is a function of the last w numbers D of its own row, which say
// what row y has seen, and of the numbers D in lower rows, in column x and in as
// many columns before as a ride or leap reaches back, say k. Suppose that
// the lower rows are known to have D(x+m) = D(x) for x >= a. Then these say no
// more than x mod m does, as soon as x - k >= a, and the theorem of
// theory/period/rows.go proves a period of row y when the last w numbers recur
// after a multiple of m. It needs x >= w besides, so that no value below 0 is
// counted.
//
// Without the ride (-1,0) it is the same with G itself instead of D, and w being
// as far as a leap reaches back in the row itself.
//
// There are finitely many windows of numbers that are bounded, and x mod m. So one
// recurs, and by induction over y every row is periodic. The rows are proved
// one after the other while all are computed together, column by column; a row
// that is proved is from then on read and not computed. The common period m of
// the rows of the queen is small: it has only been seen to be 3·2^i, with i = 13
// for the first 130 rows.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/theory/period"
)

// A Row is a row of a piece's table without an end.
type Row struct {
	Y uint64
	// Result holds preperiod, period and saltus, each the least: the
	// nim-values are v(x) = G(x,Y). It is always proved.
	Result period.Result
	every  uint64                // if not 0, the values rise by 1 each time x grows by this
	low    uint64                // the least that G - x/every might be is -low
	values []uint16              // G + low - ⌊x/every⌋, for x < preperiod + period
	Closed func(x uint64) uint64 // instead of all that, a closed form
	First  uint64                // cells before this one hold no positions
}

// At returns the nim-value of (x,Y), modulo 2^64, in O(1).
func (r *Row) At(x uint64) uint64 {
	if r.Closed != nil {
		return r.Closed(x)
	}
	v := uint64(r.values[r.index(x)]) - r.low
	switch r.every {
	case 0:
		return v
	case 1:
		return v + x
	}
	return v + x/r.every
}

// index returns the index of the value of column x.
func (r *Row) index(x uint64) int {
	if x >= uint64(len(r.values)) {
		x = r.Result.Preperiod + (x-r.Result.Preperiod)%r.Result.Period
	}
	return int(x)
}

// FindExceptions finds the x below the preperiod at which there is a position
// whose nim-value is not what the periodic part, continued downwards, would be,
// and lists the first of them, at most most. It costs O(preperiod); the error is ctx's
// soon after ctx ends.
func (r *Row) FindExceptions(ctx context.Context, most int) (period.Exceptions, error) {
	var e period.Exceptions
	q, p := r.Result.Preperiod, r.Result.Period
	for x := r.First; x < q; x++ {
		if x%(1<<16) == 0 && ctx.Err() != nil {
			return period.Exceptions{}, ctx.Err()
		}
		turns := (q-1-x)/p + 1
		if r.At(x)+turns*r.Result.Saltus == r.At(x+turns*p) { // modulo 2^64
			continue
		}
		if len(e.First) < most {
			e.First = append(e.First, x)
		}
		e.Count, e.Last = e.Count+1, x
	}
	return e, nil
}

// ErrNoRow is the error where there is no such row.
var ErrNoRow = errors.New("there is no such row")

// Rows are the first rows of a piece's table, without an end.
type Rows struct {
	rows []Row
	// Cells says how many cells were computed or read to prove the periods.
	Cells uint64
}

// Row returns row y, which must be one of them.
func (t *Rows) Row(y uint64) *Row { return &t.rows[y] }

// At returns the nim-value of (x,y), y being one of the rows, in O(1).
func (t *Rows) At(x, y uint64) uint64 { return t.rows[y].At(x) }

// Period finds and proves the period of row r of the piece's table. See [Periods]
// for costs and errors. With an error, the row that is returned says only how many of its
// cells were computed.
func Period(ctx context.Context, p moves.Plane, r, budget uint64, progress grundy.Progress) (*Row, error) {
	e, err := newEngine(ctx, p, r, budget)
	if err != nil {
		return Unproved(r, 0), err
	}
	if err := e.run(ctx, budget, progress); err != nil {
		return Unproved(r, e.columns), err
	}
	row := e.rows[r]
	row.values = slices.Clone(row.values) // lets go of the other rows
	return &row, nil
}

// Unproved returns what is known of a row when a proof has ended with an error.
func Unproved(r, computed uint64) *Row {
	return &Row{Y: r, Result: period.Result{Computed: computed}}
}

// Memory returns what the engine needs that proves all rows to r.
func Memory(p moves.Plane, r uint64) uint64 {
	const row = uint64(unsafe.Sizeof(Row{}) + unsafe.Sizeof(Bound{}) + unsafe.Sizeof(lane{}))
	return grundy.AddCounts(grundy.MulCounts(row, grundy.AddCounts(r, 1)), grundy.MulCounts(8, engineWords(p, r)))
}

// Periods finds and proves the periods of the rows 0 … r of the piece's table.
// It works for every piece whose steps raise no coordinate, and returns an error for
// others. It also computes the rows of pieces that have a closed form.
// Columns are the rows of the piece with the axes exchanged.
//
// It visits the r+1 cells of one column after another, at most budget cells
// in all, and returns an error that wraps [grundy.ErrBudget] if these are too
// few; ctx's error if that ends first. It needs at most 2 bytes a cell visited
// and what [Memory] says, for the queen some r²/2 bytes.
// As each row is known by its preperiod and one period, what it returns
// is smaller. The queen's rows 0 … 100 take some 19 million cells.
func Periods(ctx context.Context, piece moves.Plane, r, budget uint64, progress grundy.Progress) (*Rows, error) {
	if piece.Climbs() {
		return nil, fmt.Errorf("the rows of %s: a step raises a coordinate, and RowPeriods needs a piece without such a step", piece)
	}
	e, err := newEngine(ctx, piece, r, budget)
	if err != nil {
		return nil, err
	}
	if err := e.run(ctx, budget, progress); err != nil {
		return nil, err
	}
	return &Rows{e.rows, e.visited}, nil
}

// A Bound holds the bounds of a row that are proved above.
type Bound struct {
	low   uint64 // r(y), or 0 if the values do not rise
	width uint64 // w: the number of values of the row that matter for the next
	reach uint64 // k: how many columns back the lower rows matter
	span  uint64 // the most that G - slope·x + low can be
}

// BoundAt returns the bounds of row y. Where a number would be 2^64 or more it
// is 2^64-1.
func BoundAt(p moves.Plane, y uint64) Bound {
	var b Bound
	ways, within := uint64(0), uint64(0)
	lower := func(s moves.Step, times uint64) {
		if times > 0 {
			ways = grundy.AddCounts(ways, times)
			b.reach = max(b.reach, grundy.MulCounts(times, uint64(-s.DX)))
		}
	}
	for _, s := range p.Rides {
		if s != moves.Left {
			lower(s, y/uint64(-s.DY))
		}
	}
	for _, s := range p.Leaps {
		switch {
		case s.DY != 0:
			lower(s, min(y/uint64(-s.DY), 1))
		default:
			within++
			b.width = max(b.width, uint64(-s.DX))
		}
	}
	if !p.Rises() {
		b.span = grundy.AddCounts(ways, within)
		return b
	}
	b.low = ways
	b.span = grundy.AddCounts(ways, min(y, ways))
	b.width = b.span // what leaps in the row reach the ride reaches too
	return b
}

// Fit reports whether the engine can keep the values of the rows 0 … y.
func Fit(p moves.Plane, y uint64) bool { return BoundAt(p, y).span <= MaxSpan }

// theorem says what proves the period of row y, the rows below it having that
// common period.
func theorem(y, common uint64, b Bound) string {
	const where = "(proved in internal/board/rows/period.go)"
	window := fmt.Sprintf("recurrence of the %d values before a cell of row %d, relative to its column", b.width, y)
	if y == 0 {
		return window + " " + where
	}
	return fmt.Sprintf("%s, after a multiple of the period %d that is proved of the rows below %s", window, common, where)
}
