package sequence

// The word engine has these three inner loops in plain Go. On amd64 with AVX-512 the
// assembly of word_amd64.s takes their place; it gives the same bytes, and the tests
// compare the two.

import (
	"encoding/binary"
	"math/bits"
)

// block is the number of n that the word engine computes and verifies together.
// Engines take turns at multiples of it.
const block = 512

// A program tells the first kernel which words make the common options of n.
// Row r of a table holds, at n, the set of one code, that of n, nim-added to
// codes[r]; nothing if n is rare. A set is a word of 16, 32 or 64 bits, a bit
// for each code, and in memory with its low bytes first.
type program struct {
	width   int      // of a word, in bits
	options []option // nearest first
	codes   []uint32 // of the rows
	stride  int      // from a row to the next, in bytes
}

// size returns the number of bytes of a word.
func (p *program) size() int { return p.width / 8 }

// An option of n is the word of the row so far back.
type option struct{ row, back int }

// A mexKernel is the first inner loop, in Go or in assembly. It finds the least
// codes that are missing among the common options of each n of a block, in
// order, and stores the codes and the rows of the table; byte at of the table
// belongs to the first n in row 0, and before holds the bytes of history of the n
// just before it. It returns the bitwise or of all codes: a set without a gap
// yields a number as large as the width of the words, which smaller codes cannot.
type mexKernel func(table []byte, at int, before, codes []byte) (all uint64)

// A cell is what the kernel in Go takes at once: the words of one, two or four
// consecutive n, the first in the lowest bits.
type cell = uint64

const (
	cellSize = 8 // in bytes

	// group is the number of cells for which options of far offsets are gathered
	// together; nearer options are not known before the n before them.
	group = 8

	// mostCells has room for two groups of each code, and for one without any.
	mostCells = 2048
)

// cellMexes is the first kernel in Go.
//
// A set plus one has a carry up to its least missing code, so that (set + 1) &^
// set is that code's bit alone; the highest bit of each word is left out of the
// addition, so that no carry reaches the next word, and comes in by itself when
// all lower bits are set. A row for another code is the same bits in other
// places: an exclusive or of their numbers with 2^k swaps neighbours of 2^k bits.
//
// The cells of each code that is needed have a place: those of the last group and
// of this one. Place 0 belongs to code 0.
type cellMexes struct {
	width     int
	low, most uint64 // the lowest and the highest bit of each word
	far       []int
	nears     []nearCells
	withins   []withinCell
	passes    int // until options within a cell are settled, less one
	soon      []placeStep
	late      []placeStep
	rows      []placeRow
	options   [group]cell
	cells     [mostCells]cell
}

// An option of a near offset takes the words of two cells, shifted.
type nearCells struct{ low, high, down, up int }

// Where the second cell is that which is just made, it is shifted up.
type withinCell struct {
	swaps []swap
	up    int
}

// A swap exchanges neighbours of by bits. The mask has the low one of each pair.
type swap struct {
	by   int
	mask uint64
}

func (s swap) of(w cell) cell { return w>>(s.by&63)&s.mask | w&s.mask<<(s.by&63) }

// A placeStep makes the cells of one place from those of another.
type placeStep struct {
	swap
	from, to int
}

// A placeRow says that the cells of a place are stored from start on.
type placeRow struct{ place, start int }

const (
	placeSize = 2 * group
	nowhere   = mostCells - placeSize // the place that is always empty
)

// newMexes returns the first kernel in Go.
func newMexes(p *program) mexKernel {
	m := &cellMexes{width: p.width, low: ^uint64(0) / (1<<(p.width-1)*2 - 1)}
	m.most = m.low << (p.width - 1)
	perCell := 64 / p.width
	places := map[uint32]int{0: 0} // by code, where it has one already
	var add func(list *[]placeStep, code uint32) int
	add = func(list *[]placeStep, code uint32) int {
		if place, ok := places[code]; ok {
			return place
		}
		rest := code & (code - 1)
		from := add(list, rest)
		places[code] = len(places) * placeSize
		*list = append(*list, placeStep{swapsOf(code^rest, p.width)[0], from, places[code]})
		return places[code]
	}
	for _, o := range p.options {
		if o.back >= group*perCell { // the nearest of these could be near too
			m.far = append(m.far, o.row*p.stride-o.back*p.size())
			continue
		}
		place := add(&m.soon, p.codes[o.row]) + group
		up := o.back % perCell * p.width
		n := nearCells{low: place - o.back/perCell - 1, high: place - o.back/perCell, down: (64 - up) & 63, up: up}
		switch {
		case o.back < perCell:
			n.high = nowhere
			m.withins = append(m.withins, withinCell{swapsOf(p.codes[o.row], p.width), up})
			m.passes = max(m.passes, (perCell-1)/o.back)
		case up == 0:
			n.low = n.high
		}
		m.nears = append(m.nears, n)
	}
	for r, code := range p.codes {
		m.rows = append(m.rows, placeRow{add(&m.late, code) + group, r * p.stride})
	}
	return m.run
}

// swapsOf returns the swaps that nim-add code to the numbers of the bits.
func swapsOf(code uint32, width int) (swaps []swap) {
	for by := 1; by < width; by *= 2 {
		if code&uint32(by) != 0 {
			swaps = append(swaps, swap{by, ^uint64(0) / (1<<by + 1)})
		}
	}
	return swaps
}

// run is the mexKernel.
func (m *cellMexes) run(table []byte, at int, before, codes []byte) (all uint64) {
	m.begin(before)
	perGroup := group * 64 / m.width
	for from := 0; from < block; from += perGroup {
		m.gather(table, at)
		m.chain()
		m.store(table, at)
		switch found := (*[group]cell)(m.cells[group:]); m.width {
		case 16:
			codes16((*[4 * group]byte)(codes[from:]), found)
		case 32:
			codes32((*[2 * group]byte)(codes[from:]), found)
		default:
			codes64((*[group]byte)(codes[from:]), found)
		}
		at += group * cellSize
	}
	for k := 0; k < block; k += 8 {
		all |= bits64(codes[k:])
	}
	all |= all >> 32
	all |= all >> 16
	return (all | all>>8) & 0xff
}

// begin sets the cells of the last group by its bytes of history.
func (m *cellMexes) begin(before []byte) {
	last := (*[group]cell)(m.cells[:])
	*last = [group]cell{}
	perCell := 64 / m.width
	before = before[len(before)-group*perCell:]
	for n, b := range before {
		if b < rareMark {
			last[n/perCell] |= 1 << (n%perCell*m.width + int(b))
		}
	}
	for _, s := range m.soon {
		for k := range group {
			m.cells[s.to+k] = s.of(m.cells[s.from+k])
		}
	}
}

// gather unites the words that far options take for a group. It is written out
// so that they stay in registers.
func (m *cellMexes) gather(table []byte, at int) {
	var a, b, c, d, e, f, g, h cell
	for _, start := range m.far {
		w := (*[group * cellSize]byte)(table[at+start:])
		a |= bits64(w[0:8])
		b |= bits64(w[8:16])
		c |= bits64(w[16:24])
		d |= bits64(w[24:32])
		e |= bits64(w[32:40])
		f |= bits64(w[40:48])
		g |= bits64(w[48:56])
		h |= bits64(w[56:64])
	}
	m.options = [group]cell{a, b, c, d, e, f, g, h}
}

// chain finds the cells of a group, and those of the codes that near options
// need, one after the other.
func (m *cellMexes) chain() {
	const in = mostCells - 1 // spares bounds checks
	low, most := m.low, m.most
	nears, soon, cells := m.nears, m.soon, &m.cells
	for k := range group {
		sets := m.options[k]
		for i := range nears {
			o := &nears[i]
			sets |= cells[(o.low+k)&in]>>(o.down&63) | cells[(o.high+k)&in]<<(o.up&63)
		}
		found := (sets&^most + low) &^ sets
		if m.passes > 0 {
			found = m.settle(sets, found)
		}
		cells[group+k] = found
		for i := range soon {
			s := &soon[i]
			w := cells[(s.from+group+k)&in]
			cells[(s.to+group+k)&in] = s.of(w)
		}
	}
}

// settle finds the words of a cell some of whose options are within it.
func (m *cellMexes) settle(sets, found cell) cell {
	for range m.passes {
		more := sets
		for i := range m.withins {
			o, w := &m.withins[i], found
			for _, s := range o.swaps {
				w = s.of(w)
			}
			more |= w << (o.up & 63)
		}
		found = (more&^m.most + m.low) &^ more
	}
	return found
}

// store makes the cells of the other codes of a group, and stores all rows.
func (m *cellMexes) store(table []byte, at int) {
	for i := range m.late {
		s := &m.late[i]
		from, to := (*[group]cell)(m.cells[s.from+group:]), (*[group]cell)(m.cells[s.to+group:])
		for k, w := range from {
			to[k] = s.of(w)
		}
	}
	for i := range m.rows {
		r := &m.rows[i]
		cells, out := (*[group]cell)(m.cells[r.place:]), (*[group * cellSize]byte)(table[at+r.start:])
		put64(out[0:8], cells[0])
		put64(out[8:16], cells[1])
		put64(out[16:24], cells[2])
		put64(out[24:32], cells[3])
		put64(out[32:40], cells[4])
		put64(out[40:48], cells[5])
		put64(out[48:56], cells[6])
		put64(out[56:64], cells[7])
	}
	copy(m.cells[:group], m.cells[group:])
	for i := range m.soon {
		s := &m.soon[i]
		copy(m.cells[s.to:s.to+group], m.cells[s.to+group:])
	}
}

// codes16 writes the codes of words of 16 bits, 16 where there is none; the
// others are alike.
func codes16(codes *[4 * group]byte, found *[group]cell) {
	for k, w := range found {
		codes[4*k] = byte(bits.TrailingZeros16(uint16(w)))
		codes[4*k+1] = byte(bits.TrailingZeros16(uint16(w >> 16)))
		codes[4*k+2] = byte(bits.TrailingZeros16(uint16(w >> 32)))
		codes[4*k+3] = byte(bits.TrailingZeros16(uint16(w >> 48)))
	}
}

func codes32(codes *[2 * group]byte, found *[group]cell) {
	for k, w := range found {
		codes[2*k] = byte(bits.TrailingZeros32(uint32(w)))
		codes[2*k+1] = byte(bits.TrailingZeros32(uint32(w >> 32)))
	}
}

func codes64(codes *[group]byte, found *[group]cell) {
	for k, w := range found {
		codes[k] = byte(bits.TrailingZeros64(w))
	}
}

// put64 writes 64 bits, the lowest first.
func put64(b []byte, w uint64) { binary.LittleEndian.PutUint64(b, w) }

// bits64 reads 64 bits, the first in the lowest.
func bits64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// spread sets, for each code c below the number of rows, the bits of row c,
// from byte at on, that say which of a block's codes are c; and above[c], which
// are c or larger. No code is as large as rows. The stride is in bytes.
func spread(codes, bitmaps []byte, at, stride, rows int, above *[maxCodes + 1]lanes) {
	above[rows] = lanes{}
	for i := range block / 64 {
		var words [256]uint64 // by byte of history
		for lane, c := range codes[64*i : 64*i+64] {
			words[c] |= 1 << (lane & 63)
		}
		sum := uint64(0)
		for c := rows - 1; c >= 0; c-- {
			w := words[c]
			sum |= w
			above[c][i] = sum
			put64(bitmaps[c*stride+at+8*i:], w)
		}
	}
}

// maxCodes is the number of codes for which there is room in a byte of history.
const maxCodes = 128

// lanes is a set of n of a block.
type lanes [block / 64]uint64

func (l *lanes) empty() bool {
	return l[0]|l[1]|l[2]|l[3]|l[4]|l[5]|l[6]|l[7] == 0
}

// A witness says where to look for a rare value: n is served if the bit that
// stands so far from it is set.
type witness struct {
	offset int // in bytes, from the block's first byte of row 0
	shift  int // 0 … 7 bits more
	widest int // how far before n this and the witnesses before it look
}

// A witnessList has the witnesses of a rare code in the order in which they are
// tried, those first whose shift is 0: they cost half as much.
type witnessList struct {
	needs     [2]int // by the parity of n: the least code that needs the rare code, or maxCodes
	aligned   int
	witnesses []witness
}

// cover takes, for each rare code, from the lanes of a block that need it those
// that witnesses serve, one after the other, until none is left. Of the codes
// from … to-1 it returns the first for which some are left, and these; else to;
// and how far back it has looked.
func cover(lists *[maxCodes]witnessList, above *[maxCodes + 1]lanes, bitmaps []byte, at, from, to int, left *lanes) (code, widest int) {
	const even, odd = 0x5555555555555555, 0xaaaaaaaaaaaaaaaa
	for code = from; code < to; code++ {
		list := &lists[code]
		x, y := &above[list.needs[0]], &above[list.needs[1]]
		a, b, c, d := x[0]&even|y[0]&odd, x[1]&even|y[1]&odd, x[2]&even|y[2]&odd, x[3]&even|y[3]&odd
		e, f, g, h := x[4]&even|y[4]&odd, x[5]&even|y[5]&odd, x[6]&even|y[6]&odd, x[7]&even|y[7]&odd
		used := 0
		for a|b|c|d|e|f|g|h != 0 && used < list.aligned {
			row := (*[64]byte)(bitmaps[at+list.witnesses[used].offset:])
			a &^= bits64(row[0:8])
			b &^= bits64(row[8:16])
			c &^= bits64(row[16:24])
			d &^= bits64(row[24:32])
			e &^= bits64(row[32:40])
			f &^= bits64(row[40:48])
			g &^= bits64(row[48:56])
			h &^= bits64(row[56:64])
			used++
		}
		for a|b|c|d|e|f|g|h != 0 && used < len(list.witnesses) {
			w := &list.witnesses[used]
			row, low, high := (*[65]byte)(bitmaps[at+w.offset:]), w.shift&63, (8-w.shift)&63
			a &^= bits64(row[0:8])>>low | bits64(row[1:9])<<high
			b &^= bits64(row[8:16])>>low | bits64(row[9:17])<<high
			c &^= bits64(row[16:24])>>low | bits64(row[17:25])<<high
			d &^= bits64(row[24:32])>>low | bits64(row[25:33])<<high
			e &^= bits64(row[32:40])>>low | bits64(row[33:41])<<high
			f &^= bits64(row[40:48])>>low | bits64(row[41:49])<<high
			g &^= bits64(row[48:56])>>low | bits64(row[49:57])<<high
			h &^= bits64(row[56:64])>>low | bits64(row[57:65])<<high
			used++
		}
		if used > 0 {
			widest = max(widest, list.witnesses[used-1].widest)
		}
		if a|b|c|d|e|f|g|h != 0 {
			*left = lanes{a, b, c, d, e, f, g, h}
			break
		}
	}
	return code, widest
}

// verifyKernels are the two others, with which the ledger verifies a block.
type verifyKernels struct {
	spread func(codes, bitmaps []byte, at, stride, rows int, above *[maxCodes + 1]lanes)
	cover  func(lists *[maxCodes]witnessList, above *[maxCodes + 1]lanes, bitmaps []byte, at, from, to int, left *lanes) (code, widest int)
}

var portableVerify = verifyKernels{spread, cover}
