package tables

// Only the small nim-values of the queen are computed here, on huge boards.
//
// Level v is the set of cells of nim-value v. Every row and every column has at
// most one of them, because two would be options of each other; and exactly
// one: in row y it has x <= v + 2y, by the count in values.go.
//
// # The next cell of a level
//
// In row y, level v has the first column x, counted from 0, for which
//
//   - no lower row has its cell of level v in column x,
//   - no lower row has it on the diagonal x - y,
//   - (x,y) belongs to no level below v.
//
// For a cell to the left of it, which fails one of these, has an option of
// nim-value v or itself a smaller nim-value; it does not have v. So (x,y) has no
// option of nim-value v in its row; it has none in its column and on its
// diagonal by the first two; so its nim-value is at most v, and by the third
// not less.
// This is the observation behind the algorithm of G. Nivasch, "More on the
// Sprague–Grundy function for Wythoff's game", Games of No Chance 3 (2009).
//
// # Half of the board
//
// The axes may be exchanged, so the cells with x >= y say everything. If a
// lower row z has its cell of level v in column y, then (z,y) is the cell of
// row y, and lies to the left of the diagonal. Otherwise the cell of row y has
// x >= y: if x were less, row x would have its cell in column y. So the search
// may begin at x = y, or rather at the first diagonal that level v has not yet
// used.
//
// # Cost
//
// The search looks at 64 columns at a time. Nivasch proved that the cells of a
// level lie within a bounded distance from those of level 0, the bound
// depending on the level only; so the number of these words should not grow
// with y, and BenchmarkQueenLevels shows that it does not: for three levels a
// row takes 25 nanoseconds at 10^5 rows and at 10^6.

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/grundy-games/grundy"
)

// QueenLevels holds the cells of the queen whose nim-value is less than a
// number of levels. [NewQueenLevels] makes one. It may be read by many
// goroutines at once as long as none extends it.
type QueenLevels struct {
	count  uint64       // of levels
	levels []queenLevel // one each, from the first row on
	rows   uint64
	// cells[y*count+v] is x-y for the cell of level v in row y, or leftward
	// where x < y.
	cells []uint32
	// used holds, while a row is added, x-y of its cells of lower levels.
	used bitSet
}

// A queenLevel says where the next cell of a level cannot be.
type queenLevel struct {
	columns   bitSet // x of the cells in the rows so far
	diagonals bitSet // x-y of those with x >= y
	first     uint64 // index of the first word of diagonals that is not full
}

// leftward stands for a cell with x < y.
const leftward = 1<<32 - 1

// maxLevelRows keeps x-y below leftward.
const maxLevelRows = 1 << 31

// NewQueenLevels returns the given number of levels, 0, 1, 2, …, without any
// rows.
func NewQueenLevels(levels int) *QueenLevels {
	return &QueenLevels{count: uint64(max(levels, 0))}
}

// Extend makes sure that every cell with min(x,y) < n can be asked for. It
// costs nothing where that is so already. Otherwise rows are added, at nearly
// O(1) for each row and level, and memory at least doubles, so that a series of
// small extensions costs no more than a large one.
//
// The error wraps [grundy.ErrTooLarge] if n exceeds 2^31 or the memory 2^46
// bytes, and is ctx's soon after ctx ends; the rows that are done are kept.
func (l *QueenLevels) Extend(ctx context.Context, n uint64) error {
	if n <= l.rows {
		return nil
	}
	if l.Bytes(n) > MaxBytes {
		return fmt.Errorf("%d levels of the queen on %d rows: %w", l.count, n, grundy.ErrTooLarge)
	}
	l.grow(n)
	for work := 0; l.rows < n; work += len(l.levels) + 1 {
		if work >= 1<<16 {
			if err := ctx.Err(); err != nil {
				return err
			}
			work = 0
		}
		l.addRow()
	}
	return nil
}

// Value returns the nim-value at (x,y), or false if it is at least the number
// of levels, in O(levels). It panics unless min(x,y) is less than the n of some
// earlier Extend.
func (l *QueenLevels) Value(x, y uint64) (v grundy.Value, ok bool) {
	row, distance := min(x, y), max(x, y)-min(x, y)
	cells := l.cells[row*l.count:][:l.count]
	if distance >= leftward {
		return 0, false
	}
	for v, cell := range cells {
		if uint64(cell) == distance {
			return grundy.Value(v), true
		}
	}
	return 0, false
}

// addRow adds the next row. There must be room for it.
func (l *QueenLevels) addRow() {
	y := l.rows
	cells := l.cells[y*l.count:][:l.count]
	for v := range cells {
		cells[v] = l.levels[v].place(y, l.used)
	}
	for _, cell := range cells {
		if cell != leftward {
			l.used[cell/64] = 0
		}
	}
	l.rows++
}

// place finds the level's cell in row y and returns its x-y, which it enters
// into used, or leftward.
func (l *queenLevel) place(y uint64, used bitSet) uint32 {
	if l.columns[y/64]>>(y%64)&1 == 1 {
		return leftward
	}
	word := l.first
	taken := l.diagonals[word] | used[word] | l.columns.from(y+64*word)
	for taken == 1<<64-1 {
		word++
		taken = l.diagonals[word] | used[word] | l.columns.from(y+64*word)
	}
	distance := 64*word + uint64(bits.TrailingZeros64(^taken))
	l.columns.add(y + distance)
	l.diagonals.add(distance)
	used.add(distance)
	for l.diagonals[l.first] == 1<<64-1 {
		l.first++
	}
	return uint32(distance)
}

// Bytes returns the memory that the levels take while Extend(n) runs, or
// 2^64-1 if Extend(n) would refuse.
func (l *QueenLevels) Bytes(n uint64) uint64 {
	if n > maxLevelRows {
		return 1<<64 - 1
	}
	room := l.room()
	now := l.bytes(room)
	if n <= room {
		return now
	}
	return grundy.AddCounts(now, l.bytes(max(n, 2*room)))
}

// bytes returns the memory for the rows.
func (l *QueenLevels) bytes(rows uint64) uint64 {
	if rows == 0 {
		return 0
	}
	columns, diagonals := l.words(rows)
	const level = 56 // the size of a queenLevel
	return grundy.AddCounts(grundy.MulCounts(l.count, level+4*rows+8*columns+8*diagonals), 8*diagonals)
}

// words returns the lengths of the sets of columns and of diagonals for the
// rows: cells have x <= 2y + v and x-y <= y + v.
func (l *QueenLevels) words(rows uint64) (columns, diagonals uint64) {
	const spare = 2 // for a word of diagonals that lies across two of columns
	return (2*rows+l.count)/64 + 1 + spare, (rows+l.count)/64 + 1
}

// room returns the number of rows for which there is memory.
func (l *QueenLevels) room() uint64 {
	return uint64(len(l.cells)) / max(l.count, 1)
}

// grow makes room for n rows at least.
func (l *QueenLevels) grow(n uint64) {
	room := l.room()
	if n <= room {
		return
	}
	room = max(n, 2*room)
	columns, diagonals := l.words(room)
	if l.levels == nil {
		l.levels = make([]queenLevel, l.count)
	}
	cells := make([]uint32, room*l.count)
	copy(cells, l.cells)
	l.cells = cells
	l.used = l.used.grown(diagonals)
	for i := range l.levels {
		level := &l.levels[i]
		level.columns = level.columns.grown(columns)
		level.diagonals = level.diagonals.grown(diagonals)
	}
}

// A bitSet is a set of numbers below 64 times its length.
type bitSet []uint64

func (s bitSet) add(i uint64) { s[i/64] |= 1 << (i % 64) }

// from returns the bits i … i+63.
func (s bitSet) from(i uint64) uint64 {
	return s[i/64]>>(i%64) | s[i/64+1]<<(64-i%64)
}

// grown returns s with the given length.
func (s bitSet) grown(words uint64) bitSet {
	grown := make(bitSet, words)
	copy(grown, s)
	return grown
}
