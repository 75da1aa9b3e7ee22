package tables

// a-Wythoff is a queen who also takes k from one heap and l from the other with |k - l| < a.
//
// # What a diagonal has seen
//
// The moves of both heaps from (x,y) lead to (x-k,y-l), |k-l| < a. A step along
// the diagonal, to (x+1,y+1), keeps k - l, so all of these cells are options there
// too, and the new ones are those with k = 1 or l = 1: the last a cells of column x,
// from row y down, and of row y, from column x to the left. So each diagonal
// keeps the set of what it has seen, each cell enters 2a - 1 values into it, and
// the nim-value is the mex of three sets: of the row, the column and the diagonal.
// That is O(a) a cell, whatever the size of the table.
//
// # A window of values
//
// Let r(y) = 2ay, the number of ways to a lower row: y in the column, and for each
// l at most 2a - 1 numbers k. As in rows/period.go, x - r(y) <= G(x,y) <= x + y. So
// in a table of h rows the set of column x need not hold values below x - r(h-1),
// and that of the diagonal x - y = d none below d - r(h-1). The search for a
// value begins at the first that its row has not seen, which is no less.
//
// Where sets are long, there is a summary of each, a bit for each word that is full,
// so that the search passes over such words 64 at a time, as in values.go.
//
// In misère play only (0,0) has no options, and it has 1. So G(x,0) >= x - 1, and
// the windows reach down by one more.
//
// The sets are laid out word by word, not set by set: next to a word of one column
// stands the same word of the next. As the values of neighbours are near each
// other, so is what a row looks at.

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/bits"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A wythoffLayout is the size of a table of a-Wythoff that is filled row by
// row.
type wythoffLayout struct {
	a             uint64
	misere        bool
	width, height uint64
	band          uint64 // a, or if that is less, the larger side
	back          uint64 // r(height-1), and one more in misère play
	words         uint64 // of a set
	summaries     uint64 // words of its summary, or 0 if there is none
}

// longSet is the number of words from which on a set has a summary, if that needs
// no more words.
const longSet = 16

func wythoffLayoutFor(a uint64, m grundy.Measure, width, height uint64) wythoffLayout {
	l := wythoffLayout{a: a, misere: m == grundy.ByMisereNimValue, width: width, height: height, band: min(a, max(width, height))}
	sum := grundy.AddCounts(width, height) // no value is larger
	l.back = min(grundy.AddCounts(grundy.MulCounts(grundy.MulCounts(2, a), height-1), OfEnds(m)), sum)
	l.words = min(grundy.AddCounts(l.back, grundy.MulCounts(2, height)), sum)/64 + 3
	switch {
	case l.back >= width && l.words >= longSet: // all sets begin at 0
		l.summaries = l.words/64 + 1
	case l.words >= 16*longSet:
		l.words += 64 // sets begin at a multiple of 64 words then
		l.summaries = l.words/64 + 1
	}
	return l
}

// cost returns what the engine needs, without the table.
func (l wythoffLayout) cost() grundy.Cost {
	lines := grundy.AddCounts(grundy.MulCounts(2, l.width), l.height)
	bytes := grundy.MulCounts(lines, grundy.MulCounts(8, l.words+l.summaries))
	recent := grundy.MulCounts(min(l.band, l.height)+1, l.width)
	row := grundy.AddCounts(l.width, l.height)
	bytes = grundy.AddCounts(bytes, grundy.AddCounts(grundy.MulCounts(4, recent), row))
	each := grundy.AddCounts(40, grundy.MulCounts(8, min(l.band, l.height)+min(l.band, l.width)))
	cells := grundy.MulCounts(l.width, l.height)
	return grundy.Cost{
		Bytes: grundy.AddCounts(bytes, 1<<12),
		Time:  grundy.Nanoseconds(grundy.MulCounts(cells, each)),
	}
}

// addressable returns an error that wraps [grundy.ErrTooLarge] if the table cannot
// be filled on any machine.
func (l wythoffLayout) addressable() error {
	if l.cost().Bytes > MaxBytes || grundy.AddCounts(l.width, l.height) > math.MaxUint32 {
		return fmt.Errorf("a table of wythoff[%d] with %d x %d cells: %w", l.a, l.width, l.height, grundy.ErrTooLarge)
	}
	return nil
}

// rows computes row after row. A row is valid until sink returns.
func (l wythoffLayout) rows(pace *Pace, sink func(y uint64, row []uint32) error) error {
	e := newWythoffEngine(l)
	if l.misere { // (0,0) cannot have 0
		e.own.words[0] = 1
	}
	for y := range e.height {
		if err := e.row(pace, y); err != nil {
			return err
		}
		if err := sink(uint64(y), e.recent[0]); err != nil {
			return err
		}
	}
	return nil
}

// A wythoffEngine fills the rows of a table of a-Wythoff.
type wythoffEngine struct {
	width, height, band, back int

	// The values that the columns have seen; the diagonals, where x - y = d has the number
	// d + height - 1; and the row, from the value 0 on.
	columns, diagonals, own lineSets
	recent                  [][]uint32 // the rows y, y-1, …
}

// lineSets are sets of values: word k of the set i stands at k*count + i.
type lineSets struct {
	count        int
	words        []uint64
	full         []uint64 // summaries, laid out in the same way, or nil
	hasSummaries bool
}

func newLineSets(count uint64, words, summaries uint64) lineSets {
	return lineSets{
		count: int(count), words: make([]uint64, words*count),
		full: make([]uint64, summaries*count), hasSummaries: summaries > 0,
	}
}

// enter enters bit of word k into set i.
func (s *lineSets) enter(i, k int, bit uint64) {
	word := &s.words[k*s.count+i]
	if *word |= bit; *word == math.MaxUint64 && s.hasSummaries {
		s.full[k/64*s.count+i] |= 1 << (k % 64)
	}
}

func newWythoffEngine(l wythoffLayout) *wythoffEngine {
	e := &wythoffEngine{
		width: int(l.width), height: int(l.height), band: int(l.band), back: int(l.back),
		columns:   newLineSets(l.width, l.words, l.summaries),
		diagonals: newLineSets(l.width+l.height-1, l.words, l.summaries),
		own:       newLineSets(1, (l.width+l.height)/64+2, (l.width+l.height)/4096+2),
	}
	e.recent = make([][]uint32, min(e.band, e.height)+1)
	for i := range e.recent {
		e.recent[i] = make([]uint32, e.width)
	}
	return e
}

// first returns the first word of the set of a column or diagonal that meets no
// column before x.
func (e *wythoffEngine) first(x int) int {
	word := max(x-e.back, 0) / 64
	if e.columns.hasSummaries {
		return word &^ 63
	}
	return word
}

// row computes row y.
func (e *wythoffEngine) row(pace *Pace, y int) error {
	last := len(e.recent) - 1
	row := e.recent[last]
	copy(e.recent[1:], e.recent[:last])
	e.recent[0] = row
	if y > 0 {
		clear(e.own.words)
		clear(e.own.full)
	}
	start := 0 // word of the row that is not full
	for x := range e.width {
		diagonal := x - y + e.height - 1
		column, line := e.first(x), e.first(x-y)
		if x > 0 && y > 0 {
			e.meet(x, y, diagonal, line)
		}
		for e.own.words[start] == math.MaxUint64 {
			start++
		}
		k, open := start, uint64(0)
		if e.columns.hasSummaries {
			k, open = e.search(x, diagonal, start, column, line)
		} else {
			for ; open == 0; k++ {
				open = ^(e.own.words[k] | e.columns.words[(k-column)*e.columns.count+x] | e.diagonals.words[(k-line)*e.diagonals.count+diagonal])
			}
			k--
		}
		bit := open & -open
		row[x] = uint32(64*k + bits.TrailingZeros64(open))
		if x == 0 && y == 0 {
			e.own.words[0] = 0
		}
		e.own.enter(0, k, bit)
		e.columns.enter(x, k-column, bit)
	}
	return pace.Add(e.width)
}

// search returns the first word from start on that the three sets do not fill, and
// what is open in it. The sets of column and diagonal begin at the words column
// and line.
func (e *wythoffEngine) search(x, diagonal, start, column, line int) (k int, open uint64) {
	for i := start / 64; ; i++ {
		full := e.own.full[i] | e.columns.full[(i-column/64)*e.columns.count+x] | e.diagonals.full[(i-line/64)*e.diagonals.count+diagonal]
		for ; full != math.MaxUint64; full |= full + 1 {
			k = 64*i + bits.TrailingZeros64(^full)
			open = ^(e.own.words[k] | e.columns.words[(k-column)*e.columns.count+x] | e.diagonals.words[(k-line)*e.diagonals.count+diagonal])
			if open != 0 {
				return k, open
			}
		}
	}
}

// meet enters the values that (x,y) is the first cell of its diagonal to see.
func (e *wythoffEngine) meet(x, y, diagonal, base int) {
	for _, row := range e.recent[1 : min(e.band, y)+1] {
		e.enter(row[x-1], diagonal, base)
	}
	before := e.recent[1]
	for _, v := range before[max(x-e.band, 0) : x-1] {
		e.enter(v, diagonal, base)
	}
}

func (e *wythoffEngine) enter(v uint32, diagonal, base int) {
	if k := int(v/64) - base; k >= 0 {
		e.diagonals.enter(diagonal, k, 1<<(v%64))
	}
}

// flatWythoff returns the layout of the table or of its mirror image, whichever needs
// less if all cells are kept.
func flatWythoff(a uint64, m grundy.Measure, width, height uint64) (l wythoffLayout, mirrored bool) {
	l = wythoffLayoutFor(a, m, width, height)
	if other := wythoffLayoutFor(a, m, height, width); other.cost().Bytes < l.cost().Bytes {
		return other, true
	}
	return l, false
}

// wythoffTable computes the table to (width-1,height-1) and returns its values.
func wythoffTable(pace *Pace, a uint64, m grundy.Measure, width, height uint64) (func(x, y uint64) uint32, error) {
	l, mirrored := flatWythoff(a, m, width, height)
	if err := l.addressable(); err != nil {
		return nil, err
	}
	cells := make([]uint32, width*height)
	err := l.rows(pace, func(y uint64, row []uint32) error {
		copy(cells[y*l.width:], row)
		return nil
	})
	return func(x, y uint64) uint32 {
		if mirrored {
			x, y = y, x
		}
		return cells[y*l.width+x]
	}, err
}

// wythoffCost returns what generalisedTable needs.
func wythoffCost(a uint64, m grundy.Measure, width, height uint64) grundy.Cost {
	l, _ := flatWythoff(a, m, width, height)
	cost := l.cost()
	cost.Bytes = grundy.AddCounts(cost.Bytes, grundy.MulCounts(4, grundy.MulCounts(width, height)))
	return cost
}

// PlanWythoff plans a table of the rectangle to c for nim-values in either
// convention, given the options of c. The result is false for other measures.
func PlanWythoff(a uint64, m grundy.Measure, c moves.Cell, options iter.Seq[moves.Cell]) (grundy.Plan[moves.Cell], bool) {
	if !IsNimValue(m) {
		return grundy.Plan[moves.Cell]{}, false
	}
	width, height := c.X+1, c.Y+1
	cost := wythoffCost(a, m, width, height)
	return grundy.Plan[moves.Cell]{
		Cost: cost,
		Find: func(t grundy.Table[moves.Cell], lo, hi uint64) grundy.Found[moves.Cell] {
			return moves.LookUp(options, t, lo, hi)
		},
		Method: "a table of " + m.String() + "s by the sets of values seen on each row, column and diagonal (internal/board/tables/wythoff.go)",
		Build: func(ctx context.Context, progress grundy.Progress) (grundy.Table[moves.Cell], error) {
			if cost.Bytes > MaxBytes {
				return nil, fmt.Errorf("a table for wythoff[%d](%d,%d): %w", a, c.X, c.Y, grundy.ErrTooLarge)
			}
			at, err := wythoffTable(&Pace{Ctx: ctx, Progress: progress, Total: width * height}, a, m, width, height)
			if err != nil {
				return nil, err
			}
			return func(q moves.Cell) uint64 { return uint64(at(q.X, q.Y)) }, nil
		},
	}, true
}

// EachWythoffRow passes the rows of width x height cells to sink, by the nim-value or
// misère nim-value. A row is valid until sink returns.
func EachWythoffRow(ctx context.Context, a uint64, m grundy.Measure, width, height uint64, progress grundy.Progress, sink func(row []uint32) error) error {
	if WythoffRowsCost(a, m, width, height).Bytes > MaxBytes {
		return fmt.Errorf("a table of wythoff[%d] with %d x %d cells: %w", a, width, height, grundy.ErrTooLarge)
	}
	pace := &Pace{Ctx: ctx, Progress: progress, Total: grundy.MulCounts(width, height)}
	if l := wythoffLayoutFor(a, m, width, height); l.cost().Bytes <= wythoffCost(a, m, width, height).Bytes {
		if err := l.addressable(); err != nil {
			return err
		}
		return l.rows(pace, func(_ uint64, row []uint32) error { return sink(row) })
	}
	row := make([]uint32, width)
	at, err := wythoffTable(pace, a, m, width, height)
	for y := uint64(0); err == nil && y < height; y++ {
		for x := range width {
			row[x] = at(x, y)
		}
		if err = ctx.Err(); err == nil {
			err = sink(row)
		}
	}
	return err
}

// WythoffRowsCost returns what eachGeneralisedRow needs.
func WythoffRowsCost(a uint64, m grundy.Measure, width, height uint64) grundy.Cost {
	cost := wythoffLayoutFor(a, m, width, height).cost()
	if table := wythoffCost(a, m, width, height); table.Bytes < cost.Bytes {
		return table
	}
	return cost
}
