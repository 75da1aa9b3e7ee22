package rows

// Here is the engine that computes the first rows of a piece's table, column by column, until each
// is proved to be periodic.
//
// The values that a row or another line has seen are a set of bits. Only a window
// of values around the column's number is kept (period.go says why that is
// enough): bit i of a set stands for the value base + i, and base is a multiple
// of 64 that follows the columns. If the values do not rise, base stays 0.
//
// The line of the ride (-a,-b) through (x,y) has the number bx - ay. Column x
// meets the lines bx - a·top … bx; the last b may be new. So a ring of
// a·top + b sets holds all that are in use.
//
// The sets of lines are also entered by rows that are proved, whose values
// are read from the period.

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

type engine struct {
	piece   moves.Plane
	top     int // the last row
	slope   uint64
	leaps   []moves.Step
	lines   []lines
	words   int // of a set
	base    uint64
	seen    []uint64 // by the rows, a set each, if the values rise
	bounds  []Bound
	rows    []Row
	proved  int    // the number of rows that are
	common  uint64 // the period of these
	from    uint64 // from where they have it
	columns uint64 // that are done
	visited uint64
	lanes   []lane
	leapt   []uint64 // the values to which leaps lead, for one cell
	sets    [][]uint64
}

// A lane is what a column needs to know of a row, kept small.
type lane struct {
	values []uint16 // as in Row, so far or, if the row is proved, all
	low    uint64   // as in Row
	first  int      // the first word of the row's set that is not known to be full
	next   int      // the index of the next value, if the row is proved
	again  int      // the index after the last one, the preperiod
}

// lines are the sets of what the lines of a ride have seen.
type lines struct {
	a, b  int
	slots int
	slot  int // of the line through the cell that comes next
	sets  []uint64
}

// MaxSpan is the largest difference of two values in one row, relative to their
// columns, that can be kept.
const MaxSpan = math.MaxUint16

// newEngine returns an engine for the rows 0 … top. Its size is what
// [RowPeriodMemory] says, at most proportional to the budget, a number of cells. The
// error may be ctx's.
func newEngine(ctx context.Context, p moves.Plane, top, budget uint64) (*engine, error) {
	bound := BoundAt(p, top)
	if bound.span > MaxSpan {
		return nil, fmt.Errorf("row %d of %s, whose values may spread by %d, and the most is %d: %w", top, p, bound.span, MaxSpan, grundy.ErrTooLarge)
	}
	rows := grundy.AddCounts(top, 1)
	e := &engine{piece: p, words: int(words(p, bound)), common: 1}
	if p.Rises() {
		e.slope = 1
	}
	// Without that many cells there is no proof; and all memory is to be in
	// proportion to what the cells will need.
	least := grundy.MulCounts(rows, grundy.AddCounts(max(bound.width, bound.reach), 1))
	size := engineWords(p, top)
	if size > tables.MaxBytes/8 || rows > tables.MaxBytes/512 {
		return nil, fmt.Errorf("the rows 0 … %d of %s: %w", top, p, grundy.ErrTooLarge)
	}
	if least = max(least, size/4); least > budget {
		return nil, fmt.Errorf("row %d of %s needs more than %d cells, and the budget is %d: %w", top, p, least, budget, meter.Memory)
	}
	e.top = int(top)
	e.rows = make([]Row, rows)
	e.bounds = make([]Bound, rows)
	e.lanes = make([]lane, rows)
	for y := range e.rows {
		if y%(1<<16) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e.bounds[y] = BoundAt(p, uint64(y))
		e.rows[y] = Row{Y: uint64(y), every: e.slope, low: e.bounds[y].low}
		e.lanes[y].low = e.bounds[y].low
	}
	if e.slope == 1 {
		e.seen = make([]uint64, int(rows)*e.words)
	}
	for _, s := range p.Rides {
		if a, b := uint64(-s.DX), uint64(-s.DY); s != moves.Left && b <= top {
			slots := int(a*top + b)
			e.lines = append(e.lines, lines{a: int(a), b: int(b), slots: slots, sets: make([]uint64, slots*e.words)})
		}
	}
	for _, s := range p.Leaps {
		if uint64(-s.DY) <= top && (s.DY != 0 || e.slope == 0) {
			e.leaps = append(e.leaps, s)
		}
	}
	e.sets = make([][]uint64, len(e.lines)+1)
	return e, nil
}

// words returns the number of words in a set, if b is the bound of the last
// row. If the values rise, base is up to 63 less than the least that matters.
func words(p moves.Plane, b Bound) uint64 {
	if p.Rises() {
		return b.span/64 + 2
	}
	return b.span/64 + 1
}

// engineWords returns the number of words in all sets of an engine.
func engineWords(p moves.Plane, top uint64) uint64 {
	sets := grundy.AddCounts(top, 1)
	for _, s := range p.Rides {
		if a, b := uint64(-s.DX), uint64(-s.DY); s != moves.Left && b <= top {
			sets = grundy.AddCounts(sets, grundy.AddCounts(grundy.MulCounts(a, top), b))
		}
	}
	return grundy.MulCounts(sets, words(p, BoundAt(p, top)))
}

// run computes columns until all rows are proved.
func (e *engine) run(ctx context.Context, budget uint64, progress grundy.Progress) error {
	rows := uint64(len(e.rows))
	look, check := uint64(0), uint64(1) // when to look up from work, and for proofs
	for {
		if e.visited >= look {
			look = e.visited + 1<<15/uint64(len(e.leaps)+1) // a leap takes as long as a small cell
			progress.Report(e.visited, budget)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if rows > budget-e.visited {
			return fmt.Errorf("the first %d columns do not prove the period of row %d of %s: %w", e.columns, e.proved, e.piece, meter.Memory)
		}
		e.column()
		e.visited += rows
		if e.columns == check {
			for e.proved <= e.top && e.prove() {
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			if e.proved > e.top {
				return nil
			}
			check += max(16, check/16)
		}
	}
}

// prove tries to prove the period of the next row.
func (e *engine) prove() bool {
	row, lane, b := &e.rows[e.proved], &e.lanes[e.proved], e.bounds[e.proved]
	result, ok := period.FindByPhase(lane.values, grundy.AddCounts(e.from, b.reach), b.width, e.common)
	if !ok {
		return false
	}
	q, p := result.Preperiod, result.Period
	result.Saltus = e.slope * p
	result.Theorem = theorem(row.Y, e.common, b)
	row.Result = result
	row.values = append([]uint16(nil), lane.values[:q+p]...)
	lane.values, lane.next, lane.again = row.values, int(q+(e.columns-q)%p), int(q)
	e.from, e.common = max(e.from, q), grundy.LCM(e.common, p)
	e.proved++
	return true
}

// column computes the next column.
func (e *engine) column() {
	x := e.columns
	if e.slope == 1 && x >= e.bounds[e.top].low+e.base+64 {
		e.advance()
	}
	for i := range e.lines {
		e.lines[i].meet(int64(x), e.top, e.words)
	}
	shift := e.slope*x - e.base
	for y := range e.lanes {
		lane := &e.lanes[y]
		if y < e.proved {
			v := uint64(lane.values[lane.next]) - lane.low + shift
			if lane.next++; lane.next == len(lane.values) {
				lane.next = lane.again
			}
			k, bit := int(v/64), uint64(1)<<(v%64)
			for i := range e.lines {
				line := &e.lines[i]
				line.sets[line.slot*e.words+k] |= bit
				line.next()
			}
			continue
		}
		lane.values = append(lane.values, uint16(e.cell(x, y)+lane.low-shift))
	}
	e.columns++
}

// cell returns the value of the cell that comes next, less base, and enters it.
func (e *engine) cell(x uint64, y int) uint64 {
	sets := e.sets[:0]
	start := 0
	if e.slope == 1 {
		own := e.seen[y*e.words:][:e.words]
		for start = e.lanes[y].first; own[start] == math.MaxUint64; start++ {
		}
		e.lanes[y].first = start
		sets = append(sets, own)
	}
	for i := range e.lines {
		line := &e.lines[i]
		sets = append(sets, line.sets[line.slot*e.words:][:e.words])
		line.next()
	}
	e.leapt = e.leapt[:0]
	for _, s := range e.leaps {
		if a, b := uint64(-s.DX), int(-s.DY); a <= x && b <= y {
			e.leapt = append(e.leapt, e.at(x-a, y-b)-e.base)
		}
	}
	for k := start; ; k++ {
		seen := uint64(0)
		for _, set := range sets {
			seen |= set[k]
		}
		for _, v := range e.leapt {
			if v/64 == uint64(k) {
				seen |= 1 << (v % 64)
			}
		}
		if seen == math.MaxUint64 {
			continue
		}
		for _, set := range sets {
			set[k] |= ^seen & (seen + 1)
		}
		return uint64(64*k + bits.TrailingZeros64(^seen))
	}
}

// at returns the value of a cell that is done.
func (e *engine) at(x uint64, y int) uint64 {
	if y < e.proved {
		return e.rows[y].At(x)
	}
	return uint64(e.lanes[y].values[x]) - e.lanes[y].low + e.slope*x
}

// advance moves the window of values on by a word.
func (e *engine) advance() {
	e.base += 64
	shift := func(sets []uint64) {
		for i := 0; i < len(sets); i += e.words {
			set := sets[i : i+e.words]
			copy(set, set[1:])
			set[e.words-1] = 0
		}
	}
	shift(e.seen)
	for i := range e.lines {
		shift(e.lines[i].sets)
	}
	for y := range e.lanes {
		e.lanes[y].first = max(e.lanes[y].first-1, 0)
	}
}

// meet empties the sets of the lines that column x is the first to meet, and
// goes to the line through (x,0).
func (l *lines) meet(x int64, top, words int) {
	last := int64(l.b)*x + int64(l.a)*int64(top)
	for i := range int64(l.b) {
		if line := last - i; line >= 0 {
			clear(l.sets[int(line%int64(l.slots))*words:][:words])
		}
	}
	l.slot = int(last % int64(l.slots))
}

// next goes to the line through the next cell of the column.
func (l *lines) next() {
	if l.slot -= l.a; l.slot < 0 {
		l.slot += l.slots
	}
}
