package tables

// This is the raster, which fills a rectangle with one measure, for pieces whose steps raise no
// coordinate.
//
// # Order
//
// The rectangle is as long as the x axis and as high as the y axis, and not
// higher than long. It is cut into strips of stripWidth columns. The strips
// come from left to right, in each the rows from below, in each row the cells
// from left to right, so options come before the cells they are options of.
//
// # What is remembered
//
// Leaps look up the cell to which they lead. For rides, looking at every option
// would cost O(x+y) a cell. Instead each line along which the piece rides has a
// record of the cells on it that are done, in which the judge of the measure
// reads what it needs at once and enters the new cell: values.go for the
// nim-value, remoteness.go for the remoteness.
//
// The lines of the ride (-a,-b) are those on which bx - ay is constant, as a
// and b have no common divisor. A strip from column x0 meets the lines
// from b·x0 - a(height-1) to b(x0+stripWidth-1), and later strips none below.
// So the records of a(height-1) + b(stripWidth-1) + 1 lines are enough: line i
// has the slot i modulo that number, which is emptied when the line is met for
// the first time. For the queen these are the rows, the columns of one strip,
// and the diagonals across one strip.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// stripWidth is the number of columns in a strip: with 128, the records of the
// queen's columns and diagonals stay in a processor's cache.
const stripWidth = 128

// number is wide enough for the measures in a table.
type number interface{ ~uint16 | ~uint32 }

// A raster fills the cells (x,y) with x < width and y < height <= width.
type raster[V number] struct {
	piece         moves.Plane
	width, height int
	judge         judge[V]
	rideLines     []lineRecords // one a ride, in their order
	// barred are the blocked cells, ascending by row: there the measure is 0, leaps do not
	// lead, and the records of all lines are emptied, as rides do not pass.
	barred map[int][]int

	// The measure of (x,y) is cells[y*stride+x-origin]. All cells are kept,
	// or those of one strip and of the back columns before it, to which
	// leaps lead.
	cells          []V
	stride, origin int
	keepAll        bool
	back           int
}

// A judge knows the measure of a cell from its options.
type judge[V number] interface {
	// recordSize returns the number of words in the record of a line.
	recordSize() int
	// prepare is called before a strip whose last column is last.
	prepare(s *raster[V], last int)
	// fill computes the measures of the cells (x0,y), (x0+1,y), …
	fill(s *raster[V], row []V, x0, y int)
}

// newRaster returns a raster to far that has not begun. Its size is engineBytes
// and the cells.
func newRaster[V number](p moves.Plane, far moves.Cell, judge judge[V], keepAll bool) *raster[V] {
	width, height := int(far.X)+1, int(far.Y)+1
	s := &raster[V]{piece: p, width: width, height: height, judge: judge, keepAll: keepAll, back: back(p)}
	for _, ride := range p.Rides {
		s.rideLines = append(s.rideLines, newLineRecords(ride, height, judge.recordSize()))
	}
	s.stride, s.origin = s.back+stripWidth, -s.back
	if keepAll {
		s.stride, s.origin = width, 0
	}
	s.cells = make([]V, s.stride*height)
	return s
}

// back returns how many columns the leaps of p reach back.
func back(p moves.Plane) int {
	back := int64(0)
	for _, leap := range p.Leaps {
		back = max(back, -leap.DX)
	}
	return int(back)
}

// run fills all cells. It calls done after each strip, of the columns
// x0 … x1-1, while their cells are there to be read.
func (s *raster[V]) run(pace *Pace, done func(x0, x1 int)) error {
	for x0 := 0; x0 < s.width; x0 += stripWidth {
		x1 := min(x0+stripWidth, s.width)
		if x0 > 0 {
			s.advance(x0, x1)
		}
		s.judge.prepare(s, x1-1)
		for y := range s.height {
			from := x0
			for _, x := range s.barred[y] {
				if x >= from && x < x1 {
					s.judge.fill(s, s.row(from, x, y), from, y)
					s.bar(x, y)
					from = x + 1
				}
			}
			s.judge.fill(s, s.row(from, x1, y), from, y)
			if err := pace.Add(x1 - x0); err != nil {
				return err
			}
		}
		done(x0, x1)
	}
	return nil
}

// bar marks a blocked cell.
func (s *raster[V]) bar(x, y int) {
	s.row(x, x+1, y)[0] = 0
	for i := range s.rideLines {
		lines := &s.rideLines[i]
		clear(lines.record(lines.slot(x, y)))
	}
}

// advance makes room for the strip x0 … x1-1.
func (s *raster[V]) advance(x0, x1 int) {
	for i := range s.rideLines {
		s.rideLines[i].meet(x0, x1-1)
	}
	if s.keepAll {
		return
	}
	s.origin = x0 - s.back
	for y := range s.height {
		row := s.cells[y*s.stride:][:s.stride]
		copy(row[:s.back], row[stripWidth:])
	}
}

// row returns the cells (x0,y) … (x1-1,y).
func (s *raster[V]) row(x0, x1, y int) []V {
	return s.cells[y*s.stride+x0-s.origin:][:x1-x0]
}

// at returns the measure of (x,y).
func (s *raster[V]) at(x, y int) V { return s.cells[y*s.stride+x-s.origin] }

// appendLeaps appends the measures of the cells to which leaps lead from (x,y).
func (s *raster[V]) appendLeaps(dst []V, x, y int) []V {
	for _, leap := range s.piece.Leaps {
		if x, y := x+int(leap.DX), y+int(leap.DY); x >= 0 && y >= 0 && !slices.Contains(s.barred[y], x) {
			dst = append(dst, s.at(x, y))
		}
	}
	return dst
}

// A Pace reports the progress of long work, and stops it.
type Pace struct {
	Ctx         context.Context
	Progress    grundy.Progress
	Done, Total uint64
	next        uint64 // when to look up from work
}

// Add counts cells that have been filled. It returns the context's error
// if that has ended, which it looks at every few thousand cells.
func (p *Pace) Add(cells int) error {
	p.Done += uint64(cells)
	if p.Done < p.next {
		return nil
	}
	p.next = p.Done + 1<<15
	p.Progress.Report(p.Done, p.Total)
	return p.Ctx.Err()
}

// lineRecords holds the records of the lines of one ride (-a,-b).
type lineRecords struct {
	a, b    int
	offset  int // of line numbers, so that they are not negative
	slots   int
	size    int // of a record, in words
	records []uint64
}

func newLineRecords(ride moves.Step, height, size int) lineRecords {
	a, b := int(-ride.DX), int(-ride.DY)
	offset := a * (height - 1)
	slots := offset + b*(stripWidth-1) + 1
	return lineRecords{a, b, offset, slots, size, make([]uint64, slots*size)}
}

// slot returns the slot of the line through (x,y).
func (b *lineRecords) slot(x, y int) int { return (b.b*x - b.a*y + b.offset) % b.slots }

// next returns the slot of the line through (x+1,y).
func (b *lineRecords) next(slot int) int {
	if slot += b.b; slot >= b.slots {
		slot -= b.slots
	}
	return slot
}

// record returns what is known of a line.
func (b *lineRecords) record(slot int) []uint64 { return b.records[slot*b.size:][:b.size] }

// meet empties the records of the lines first met between columns x0 > 0 and
// x1 >= x0.
func (b *lineRecords) meet(x0, x1 int) {
	for line := b.b*(x0-1) + b.offset + 1; line <= b.b*x1+b.offset; line++ {
		clear(b.record(line % b.slots))
	}
}
