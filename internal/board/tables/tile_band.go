package tables

// This file decides the order in which a table of nim-values is filled when its rows are to come
// out in order, for pieces whose steps raise no coordinate.
//
// # Bands
//
// The rectangle is cut into bands of 64 or 256 rows, which are done from below.
// A band is done by fronts: front t has the cells (t-r, y0+r), so it crosses
// the band at a slant, and the fronts pass over the band from left to right.
// Every step of a piece lowers x+y. So options are on earlier fronts or in lower
// bands, and the cells of a front are not options of each other: they can be
// done in any order, also at the same time, and none waits for what was just
// stored for another.
//
// While the fronts pass, the working set is the records of the rows of the
// band, of about as many columns, and of twice as many diagonals, for the queen.
// Each record comes into the cache once a band. How much of it comes hardly
// depends on the height of the band: at n = 10,000 the queen's searches look into
// 2.4 cache lines of a column's set in 64 rows, and into 3.3 in 256. So a high
// band has fewer cache misses a cell. It pays on large boards, where the records
// do not stay in cache from band to band. The fronts of a high band are cut into
// pieces of 64 cells, and all pieces of a block of fronts in the lowest rows come
// before those in the rows above them, so that most of what 64 rows need stays in
// the nearest cache.
//
// # Mirroring
//
// The queen's table is its own mirror image. If it is a square, only the cells
// with x >= y are computed. Then row y and column y have one record: what row y
// has seen to the left of (y,y), column y has seen below it. The diagonals need
// no more, as those above the main one are not met. The cells x < y of a band
// are copied from the lower rows, which are kept, as 2 bytes each; so [EachRow]
// mirrors only squares for which that takes at most maxKept.
//
// # Records
//
// The lines of the ride (-a,-b) are those on which L = bx - ay is constant, as
// in raster.go, and a record is what it is in values.go: a summary and a set.
// From one cell of a front to the next L falls by a+b, so the table in which a
// worker keeps where the records of its band are is ordered by the remainder of
// L modulo a+b, then by L: the records of a front stand side by side.
//
// With W workers, W bands are in work. Lines of numbers L and L + N can have the
// same slot if the last cell of the one is in a band W below the first cell of
// the other. The cells of lines L + N in the board have bx - ay >= L + N, so
// ay <= b(width-1) - L - N; those of line L begin at ay >= -L. So
// N = b(width-1) + a·W·(rows of a band) + 1 is enough, since worker i begins a
// band only when all to W below it are done.
//
// # A window of values for each line
//
// If the board is longer than high, and the piece has the ride (-1,0) and r
// other steps, values below x - ry no longer matter at (x,y) (values.go). So a
// line with b > 0, on which x >= L/b, needs no values below
// L/b - r(height-1); nor any above x+y <= (L + a(height-1))/b + height-1. The
// search for a mex begins at the first word of the summaries that is not full
// in all rows of the band as they were when the block of fronts began, less
// than blockFronts + rows columns ago, so the records reach down that much
// further. On a board that is higher than long the same holds with the axes
// exchanged, and the search begins where the columns are known to be full.

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
)

const (
	// lowBand is the number of rows in a band, and highBand that on boards
	// wider than wideBoard, unless they are so low that buffers would be
	// most of the memory.
	lowBand, highBand = 64, 256
	wideBoard         = 3000

	// blockFronts is the number of fronts between looks at the context and
	// at other workers.
	blockFronts = 128

	// groupValues is the number of values that one word of a summary is for.
	groupValues = 64 * 64

	// maxKept is the most memory that is spent on mirroring rows that are
	// passed on: it is three quarters of the whole.
	maxKept = 1 << 28
)

// A bandLayout says where everything is. Numbers are too large to be used if
// bytes is.
type bandLayout struct {
	piece         moves.Plane
	measure       grundy.Measure // the nim-value, in one of the conventions
	width, height uint64
	workers       uint64
	rows          uint64 // of a band
	stride        uint64 // of a buffer
	buffers       uint64
	rulers        []ruler
	words         uint64 // of all records
	symmetric     bool   // only the cells with x >= y are computed
	kept          uint64 // bytes for them
}

// A ruler says where the records of the lines of one ride (-a,-b) are.
type ruler struct {
	a, b   uint64
	slots  uint64
	size   uint64 // words of a record
	sums   uint64 // those of its summary, the others are the set
	origin uint64 // of slot 0

	// The values below a line's window: if along is b, values below
	// L/b - below, if it is -a, values below -L/a - below; none if it is 0.
	along int64
	below uint64
}

// Mirroring says what the engine may do with a square that is its own mirror
// image.
type mirroring int

const (
	allCells   mirroring = iota // compute all
	mirrorOwn                   // keep and mirror one half, if there is memory
	mirrorThat                  // mirror one half, which is kept by who asks
)

// newBandLayout returns the layout for width x height cells.
func newBandLayout(p moves.Plane, m grundy.Measure, width, height uint64, workers int, how mirroring) bandLayout {
	l := bandLayout{piece: p, measure: m, width: width, height: height, rows: lowBand}
	if width > wideBoard && height >= width/16 {
		l.rows = highBand
	}
	l.rows = min(l.rows, height)
	count := (height-1)/l.rows + 1
	l.workers = min(uint64(workers), count)
	// Rows begin in different places of the cache.
	l.stride = grundy.AddCounts(width, 15)/16 | 1
	l.stride = grundy.MulCounts(l.stride, 16)
	back := uint64(0)
	for _, leap := range p.Leaps {
		back = max(back, uint64(-leap.DY))
	}
	l.buffers = min(grundy.AddCounts(l.workers, grundy.AddCounts(back, l.rows-1)/l.rows), count)
	if l.workers > 1 { // one for the sink
		l.buffers = min(l.buffers+1, count)
	}
	largest := largestMeasure(p, m, moves.Cell{X: width - 1, Y: height - 1})
	if how != allCells && p.IsQueen() && width == height && !isWide(largest) {
		kept := uint64(0)
		for y := uint64(0); y < height; y += l.rows {
			kept += 2 * min(l.rows, height-y) * (width - y)
		}
		if how == mirrorThat {
			kept = 0
		}
		if kept <= maxKept {
			l.symmetric, l.kept = true, kept
		}
	}
	for _, ride := range p.Rides {
		r := ruler{a: uint64(-ride.DX), b: uint64(-ride.DY), origin: l.words}
		if l.symmetric && ride == moves.Left {
			l.rulers = append(l.rulers, r)
			continue
		}
		r.slots = grundy.AddCounts(grundy.MulCounts(r.b, width-1), r.a*l.workers*l.rows+1)
		words := largest/64 + 1
		long, short, full, across := r.b, height, moves.Left, r.a
		if height > width {
			long, short, full, across = r.a, width, moves.Down, r.b
		}
		if long > 0 && slices.Contains(p.Rides, full) {
			others := uint64(len(p.Rides) + len(p.Leaps) - 1)
			below := grundy.AddCounts(grundy.MulCounts(others, short-1), l.rows+blockFronts+OfEnds(m))
			above := grundy.AddCounts(grundy.MulCounts(across, short-1)/long, short)
			need := grundy.AddCounts(below, above)/64 + 2 + groupValues/64
			if need < words {
				words, r.below, r.along = need, below, int64(r.b)
				if height > width {
					r.along = -int64(r.a)
				}
			}
		}
		r.sums = words/64 + 1 // with a bit at least for no word, never set
		// An odd number of cache lines, so that neighbours differ in
		// their places in the cache.
		r.size = ((r.sums+words+7)/8 | 1) * 8
		l.words = grundy.AddCounts(l.words, grundy.MulCounts(r.slots, r.size))
		l.rulers = append(l.rulers, r)
	}
	return l
}

// cost returns what the engine needs.
func (l bandLayout) cost() grundy.Cost {
	bytes := grundy.MulCounts(l.words, 8)
	buffer := grundy.MulCounts(l.stride, l.rows*4)
	bytes = grundy.AddCounts(bytes, grundy.MulCounts(buffer, l.buffers))
	bytes = grundy.AddCounts(bytes, l.kept)
	for _, r := range l.rulers {
		records := grundy.AddCounts(grundy.MulCounts(r.b, l.width-1), r.a*l.rows+r.a+r.b)
		bytes = grundy.AddCounts(bytes, grundy.MulCounts(records, 16*l.workers))
	}
	return grundy.Cost{Bytes: bytes, Time: fillTime(l.piece, moves.Cell{X: l.width - 1, Y: l.height - 1})}
}

// suits reports whether bands are the engine to take, where a table by the
// raster has that cost. The raster is leaner on very long boards.
func (l bandLayout) suits(filled grundy.Cost) bool {
	return !l.piece.Climbs() && l.cost().Bytes <= max(filled.Bytes, 1<<22)
}

// Bands are the state of the engine.
type bands struct {
	piece         moves.Plane
	measure       grundy.Measure
	width, height int
	rows          int // of a band
	workers       int
	stride        int
	rulers        []ruler
	rowRuler      int      // the index of that of the rows, or -1
	records       []uint64 // of all lines
	buffers       [][]uint32
	symmetric     bool
	columnRuler   int        // the index of that of the columns, if symmetric
	kept          [][]uint16 // kept[y][x-y0], y0 the first row of the band of y
	down          int        // how many steps fill the columns, other than down; or -1
	fillFront     frontFiller
}

// newBands returns the engine at its beginning. Its size is l.cost().
// Kept is what it has to mirror, if that is symmetric, or nil.
func newBands(l bandLayout, kept [][]uint16) *bands {
	b := &bands{
		piece:       l.piece,
		measure:     l.measure,
		width:       int(l.width),
		height:      int(l.height),
		rows:        int(l.rows),
		workers:     int(l.workers),
		stride:      int(l.stride),
		rulers:      l.rulers,
		rowRuler:    slices.Index(l.piece.Rides, moves.Left),
		records:     make([]uint64, l.words),
		buffers:     make([][]uint32, l.buffers),
		down:        -1,
		symmetric:   l.symmetric,
		columnRuler: slices.Index(l.piece.Rides, moves.Down),
	}
	if slices.Contains(l.piece.Rides, moves.Down) {
		b.down = len(l.piece.Rides) + len(l.piece.Leaps) - 1
	}
	for i := range b.buffers {
		b.buffers[i] = make([]uint32, b.stride*b.rows)
	}
	b.fillFront = frontFillerFor(l.piece)
	if b.kept = kept; b.symmetric && kept == nil {
		for y := range b.height {
			b.kept = append(b.kept, make([]uint16, b.width-y/b.rows*b.rows))
		}
	}
	return b
}

// count returns the number of bands.
func (b *bands) count() int { return (b.height-1)/b.rows + 1 }

// span returns the lowest row of a band, and how many it has.
func (b *bands) span(band int) (y0, rows int) {
	y0 = band * b.rows
	return y0, min(b.rows, b.height-y0)
}

// buffer returns the cells of a band in work.
func (b *bands) buffer(band int) []uint32 { return b.buffers[band%len(b.buffers)] }

// base returns how many fronts of a band must be done before the first fronts
// of the band above it. The columns of these are done then.
func (b *bands) base(fronts int) int { return min(fronts, b.width) + b.rows - 1 }

// firstGroup returns which word of a summary is the first in the record of a
// line.
func (r *ruler) firstGroup(line int) int {
	if r.along == 0 {
		return 0
	}
	return max(0, line/int(r.along)-int(r.below)) / groupValues
}

// A record is where the summary and the set of a line are, as indices in
// bands.records of what stands for the value 0, which may lie before the record.
type record struct{ summary, set int }

// record returns where that of a line is, and where it begins.
func (r *ruler) record(line int) (rec record, begin int) {
	slot := line % int(r.slots)
	if slot < 0 {
		slot += int(r.slots)
	}
	begin = int(r.origin) + slot*int(r.size)
	first := r.firstGroup(line)
	return record{begin - first, begin + int(r.sums) - 64*first}, begin
}

// A worker fills one band after another.
type worker struct {
	*bands
	cells   []uint32 // of the band
	y0      int
	height  int          // of the band
	lowest  int          // the group of values at which a search begins at least
	tables  [][][]record // by ruler, remainder, quotient
	front   [][]record
	options []uint32
	lines   []record
}

// begin turns to another band.
func (w *worker) begin(band int) {
	w.y0, w.height = w.span(band)
	w.cells = w.buffer(band)
	w.lowest = 0
	if w.tables == nil {
		w.front = make([][]record, len(w.rulers))
		w.lines = make([]record, len(w.rulers))
		w.tables = make([][][]record, len(w.rulers))
		for i := range w.rulers {
			r := &w.rulers[i]
			w.tables[i] = make([][]record, r.a+r.b)
		}
	}
	for i := range w.rulers {
		r := &w.rulers[i]
		a, b := int(r.a), int(r.b)
		if r.along < 0 {
			w.lowest = max(0, w.y0-w.down*(w.width-1)-int(OfEnds(w.measure))) / groupValues
		}
		for c := range w.tables[i] {
			if w.tables[i][c] == nil {
				w.tables[i][c] = make([]record, 0, (b*(w.width-1)+a*w.rows)/(a+b)+1)
			}
			w.tables[i][c] = w.tables[i][c][:0]
		}
		least, known, most := -a*(w.y0+w.height-1), -a*(w.y0-1), b*(w.width-1)-a*w.y0
		for line := least; line <= most; line++ {
			var record record
			if w.symmetric && i == w.rowRuler {
				record, _ = w.rulers[w.columnRuler].record(-line)
			} else {
				var begin int
				record, begin = r.record(line)
				if line < known && band > 0 && !w.symmetric {
					clear(w.records[begin:][:r.size])
				}
			}
			table := &w.tables[i][(line-least)%(a+b)]
			*table = append(*table, record)
		}
	}
}

// firstFront returns which front of the band is the first to have cells that
// are computed.
func (w *worker) firstFront() int {
	if w.symmetric {
		return w.y0
	}
	return 0
}

// fronts returns how many the band has.
func (w *worker) fronts() int { return w.width + w.height - 1 }

// block returns the front at which a block that begins with a front ends.
func (w *worker) block(front int) int { return min(front+blockFronts, w.fronts()) }

// start returns the group of values at which searches on fronts before t1
// begin.
func (w *worker) start(t1 int) int {
	if w.rowRuler < 0 {
		return w.lowest
	}
	least := -1
	rows := w.tables[w.rowRuler][0] // the last row comes first
	if w.symmetric {
		rows = rows[max(0, w.height-(t1-w.y0+1)/2):]
	}
	for _, row := range rows {
		group := w.lowest
		for w.records[row.summary+group] == ^uint64(0) {
			group++
		}
		if least < 0 || group < least {
			least = group
		}
	}
	return least
}

// fill fills the cells on the fronts t0 … t1-1 and returns their number.
func (w *worker) fill(t0, t1 int) (cells int) {
	start := w.start(t1)
	ends := w.endsFrom(t0)
	for r0 := 0; r0 < w.height; r0 += frontCells {
		for t := t0; t < t1; t++ {
			first, last := max(r0, t-w.width+1), min(t, r0+frontCells-1, w.height-1)
			if w.symmetric {
				last = min(last, (t-w.y0)/2)
			}
			if first > last {
				continue
			}
			for i := range w.rulers {
				r := &w.rulers[i]
				line := int(r.b)*t + int(r.a)*(w.height-1)
				sum := int(r.a + r.b)
				w.front[i] = w.tables[i][line%sum][line/sum-last : line/sum-first+1]
			}
			w.fillFront(w, t-first, first, last-first+1, start)
			for _, end := range ends {
				if first <= end.row && end.row <= last && t < end.front {
					w.fillEnd(t-end.row, end.row, last-end.row)
				}
			}
			cells += last - first + 1
		}
	}
	return cells
}

// A rowEnds says that a row of a band has cells without options: on the fronts
// before front.
type rowEnds struct{ row, front int }

// endsFrom returns, for misère play, the rows that have cells without options on
// the front t0 or later ones.
func (w *worker) endsFrom(t0 int) (rows []rowEnds) {
	if w.measure != grundy.ByMisereNimValue {
		return nil
	}
	for r := range w.height {
		if ends := min(ends(w.piece, w.y0+r), w.width); ends+r > t0 {
			rows = append(rows, rowEnds{r, ends + r})
		}
	}
	return rows
}

// fillEnd makes the nim-value of a cell without options 1, in misère play: it was
// just found to be 0. No cell of its lines is done before it, so that their records
// hold that value only, in their first word. The cell is number i of its front, from
// the last on.
func (w *worker) fillEnd(x, r, i int) {
	w.cells[r*w.stride+x] = 1
	for _, front := range w.front {
		w.records[front[i].set] = 1 << 1
	}
}

// mirror completes the rows of a band by what the cells x < y mirror.
func (b *bands) mirror(band int) {
	y0, rows := b.span(band)
	cells := b.buffer(band)
	for r := range rows {
		row, kept := cells[r*b.stride:][:b.width], b.kept[y0+r]
		for x := y0; x < y0+r; x++ {
			row[x] = cells[(x-y0)*b.stride+y0+r]
		}
		for i, v := range row[y0:] {
			kept[i] = uint16(v)
		}
	}
	// A cache line of each row at a time.
	const line = 16
	for x0 := 0; x0 < y0; x0 += line {
		for r := range rows {
			row := cells[r*b.stride+x0:][:min(line, y0-x0)]
			y := y0 + r - x0/b.rows*b.rows // bands are whole cache lines
			for i := range row {
				row[i] = uint32(b.kept[x0+i][y])
			}
		}
	}
}

// cells returns how many cells are computed.
func (b *bands) cells() uint64 {
	width, height := uint64(b.width), uint64(b.height)
	if b.symmetric {
		return triangle(width)
	}
	return width * height
}
