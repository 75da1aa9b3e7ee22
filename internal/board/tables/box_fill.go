package tables

// This file computes the measures of the cells of a box, one by one.
//
// The cells that differ by multiples of a ride s are a line. Its record is what
// a judge must know of the cells of the line that are done: they are those to
// which a ride leads, since the others come later. At a blocked cell the record
// is emptied, because rides from further on do not pass it.
//
// A line ends at the one cell of it from which no step s is possible. These end
// cells are numbered without gaps: by the first coordinate i in which the step
// would leave the box. Before it, s_j leaves |s_j| less values for coordinate j;
// in it, there are |s_i|; behind it, all.

import (
	"math"
	"math/bits"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// A boxFiller computes the measures of the cells of a box in order.
type boxFiller[V number] struct {
	size    *boxSize
	cells   []V
	blocked bitSet // by index, or nil
	leaps   []boxStep
	rides   []boxStep
	records [][]uint64 // of each ride: a record a line
	words   int        // of a record
	near    []V        // measures after leaps
	lines   [][]uint64 // the records of the lines through a cell
	timing  timing     // for measures other than the nim-value
}

// A boxStep is a step in a box.
type boxStep struct {
	moves  []boxMove // of the coordinates that change
	offset uint64    // of the index, modulo 2^64
	sides  []uint64
}

type boxMove struct {
	coordinate, by int
	first          uint64 // number of the first line that ends because of it
	rank           []rank // how the lines that do are numbered
}

// A rank is what a coordinate adds to the number of a line.
type rank struct {
	factor uint64
	shift  int // taken from the coordinate first
}

func newBoxFiller[V number](s *boxSize) *boxFiller[V] {
	f := &boxFiller[V]{size: s, cells: make([]V, s.cells), words: int(s.recordWords()), timing: timings[s.measure]}
	for _, leap := range s.game.Leaps {
		f.leaps = append(f.leaps, s.newStep(leap))
	}
	for _, ride := range s.game.Rides {
		f.rides = append(f.rides, s.newStep(ride))
		f.records = append(f.records, make([]uint64, s.lines(ride)*s.recordWords()))
	}
	f.lines = make([][]uint64, len(f.rides))
	if len(s.game.Blocked) > 0 {
		f.blocked = make(bitSet, s.cells/64+1)
		for _, b := range s.game.Blocked {
			if s.holds(b) {
				f.blocked.add(s.index(b))
			}
		}
	}
	return f
}

// holds reports whether a cell lies in the box.
func (s *boxSize) holds(cell []uint64) bool {
	for i, v := range cell {
		if v >= s.sides[i] {
			return false
		}
	}
	return true
}

// newStep prepares a step, and how the lines that end by it are numbered.
func (s *boxSize) newStep(step []int64) boxStep {
	b := boxStep{sides: s.sides}
	first := uint64(0)
	for i, d := range step {
		b.offset += uint64(d) * s.strides[i]
		if d == 0 {
			continue
		}
		// The lines that end because coordinate i cannot change, though those
		// before it can.
		move := boxMove{coordinate: i, by: int(d), first: first}
		factor := uint64(1)
		for j := len(step) - 1; j >= 0; j-- {
			side, width := s.sides[j], min(s.sides[j], moves.Magnitude(step[j]))
			r := rank{factor: factor}
			switch {
			case j < i && step[j] < 0:
				r.shift = int(width) // the coordinate is at least so much
				side -= width
			case j < i:
				side -= width
			case j == i && d > 0:
				r.shift = int(side - width)
				side = width
			case j == i:
				side = width
			}
			factor *= side
			move.rank = append(move.rank, r)
		}
		slices.Reverse(move.rank)
		first += factor
		b.moves = append(b.moves, move)
	}
	return b
}

// possible reports whether the step can be taken from a cell.
func (b *boxStep) possible(cell []int) bool {
	for i := range b.moves {
		m := &b.moves[i]
		if v := cell[m.coordinate] + m.by; v < 0 || v >= int(b.sides[m.coordinate]) {
			return false
		}
	}
	return true
}

// line returns the number of the line through a cell.
func (b *boxStep) line(cell []int) uint64 {
	reach, by := math.MaxInt, 0
	for i := range b.moves {
		m := &b.moves[i]
		room := cell[m.coordinate]
		d := -m.by
		if m.by > 0 {
			room, d = int(b.sides[m.coordinate])-1-room, m.by
		}
		if d != 1 {
			room /= d
		}
		if room < reach {
			reach, by = room, i
		}
	}
	m := &b.moves[by] // the first that ends the line
	line, next := m.first, 0
	for j, r := range m.rank {
		v := cell[j]
		if next < len(b.moves) && b.moves[next].coordinate == j {
			v += reach * b.moves[next].by
			next++
		}
		line += uint64(v-r.shift) * r.factor
	}
	return line
}

// cell computes the measure of a cell.
func (f *boxFiller[V]) cell(i uint64, cell []int) {
	for j := range f.rides {
		line := f.rides[j].line(cell)
		f.lines[j] = f.records[j][line*uint64(f.words):][:f.words]
	}
	if f.blocked != nil && f.blocked.has(i) {
		for _, line := range f.lines {
			clear(line)
		}
		return
	}
	f.near = f.near[:0]
	for j := range f.leaps {
		if leap := &f.leaps[j]; leap.possible(cell) {
			if to := i + leap.offset; f.blocked == nil || !f.blocked.has(to) {
				f.near = append(f.near, f.cells[to])
			}
		}
	}
	if IsNimValue(f.size.measure) {
		own := uint64(0) // the values that it cannot have
		if f.size.measure == grundy.ByMisereNimValue && f.isEnd(i, cell) {
			own = 1 // so that it has 1
		}
		f.cells[i] = f.nimValue(own)
	} else {
		f.cells[i] = f.length()
	}
}

// isEnd reports whether a cell has no options: there are no leaps, or none was
// found.
func (f *boxFiller[V]) isEnd(i uint64, cell []int) bool {
	if len(f.near) > 0 {
		return false
	}
	for j := range f.rides {
		ride := &f.rides[j]
		if ride.possible(cell) && (f.blocked == nil || !f.blocked.has(i+ride.offset)) {
			return false
		}
	}
	return true
}

// nimValue computes a nim-value and enters it into the records. It is none of own,
// a bit each for the values below 64. The first word of a record is the number of the words behind it that are full before the
// first that is not.
func (f *boxFiller[V]) nimValue(own uint64) V {
	k := uint64(1)
	for _, line := range f.lines {
		k = max(k, line[0]+1)
	}
	var open uint64
	for ; ; k++ {
		seen := uint64(0)
		for _, line := range f.lines {
			seen |= line[k]
		}
		if k == 1 {
			seen |= own
		}
		for _, v := range f.near {
			if uint64(v)/64 == k-1 {
				seen |= 1 << (v % 64)
			}
		}
		if seen != math.MaxUint64 {
			open = ^seen
			break
		}
	}
	for _, line := range f.lines {
		line[k] |= open & -open
		for line[line[0]+1] == math.MaxUint64 && line[0]+2 < uint64(f.words) {
			line[0]++
		}
	}
	return V(64*(k-1) + uint64(bits.TrailingZeros64(open)))
}

// length computes a remoteness or suspense and enters it into the records.
func (f *boxFiller[V]) length() V {
	t := f.timing
	var e ending
	for _, v := range f.near {
		e = t.add(e, uint64(v))
	}
	for _, line := range f.lines {
		e = e.join(ending{line[0], line[1]})
	}
	length := t.length(e)
	for _, line := range f.lines {
		e := t.add(ending{line[0], line[1]}, length)
		line[0], line[1] = e.win, e.lose
	}
	return V(length)
}

// A bitSet is a set of numbers below 64 times its length.
type bitSet []uint64

func (s bitSet) add(i uint64) { s[i/64] |= 1 << (i % 64) }

// has reports whether i is in s.
func (s bitSet) has(i uint64) bool { return s[i/64]>>(i%64)&1 == 1 }
