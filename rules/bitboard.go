package rules

// Positions that are one grid of letters get their keys by sets of bits, where the grid has no more
// than 128 cells: the letters of a field are numbered, and each digit of these numbers, in base 2,
// is a set of cells. A key has the height, the width, and these sets. Groups of cells that hold
// together are found, cut out and turned to the least of their images by a few operations on
// words. Positions that are the same by [touching.eachPart] and [File.canonical] get the same key here.

import (
	"math/bits"
	"slices"
)

// A bitset is a set of cells of a grid, by row and then column.
type bitset [2]uint64

const (
	mostBits   = 128 // cells of a bitset
	mostDigits = 4   // of the number of a letter
	mostSide   = 64
)

// from returns the cells from one on, as many as a word has.
func (b *bitset) from(at int) uint64 {
	n := uint(at)
	return b[0]>>n | b[1]<<(64-n) | b[1]>>(n-64)
}

func (b *bitset) isEmpty() bool { return b[0]|b[1] == 0 }

// A bitboard says how a file makes keys of grids. It does not change.
type bitboard struct {
	*Field
	touching   *touching
	letters    [256]uint8 // their numbers
	class      []uint8    // by number: 0 where a letter never holds together
	digits     int        // of the number of a letter
	rest       uint8      // the number of the letter between parts
	turns      []turn     // the symmetries, with that which changes nothing
	transposes bool       // some of them do
	exchanges  bool       // the letters of two numbers may be exchanged
	exchange   [2]uint8
	packing    *packing // of larger grids
}

// newBitboard returns the bitboard of a file, or nil where its positions are something else.
func (f *File) newBitboard(p *packing) *bitboard {
	if len(p.fields) != 1 || p.bits > mostKeyBits || p.reply > 0 {
		return nil
	}
	field := &p.fields[0]
	if field.Kind != Grid || field.Letters == "" || field.width > mostDigits || field.Height > mostSide || field.Width > mostSide {
		return nil
	}
	b := &bitboard{Field: field.Field, letters: *field.code, digits: int(field.width), turns: []turn{{}}, packing: p}
	for i := range f.same {
		b.turns = append(b.turns, f.same[i].turns...)
		letters := f.same[i].letters
		b.exchanges = letters[0] != letters[1]
		b.exchange = [2]uint8{b.letters[letters[0]], b.letters[letters[1]]}
	}
	b.transposes = slices.ContainsFunc(b.turns, func(t turn) bool { return t.transposed })
	if f.falls && len(f.touching) > 0 {
		b.touching = &f.touching[0]
		b.rest = b.letters[b.touching.rest]
		for number := range len(field.Letters) {
			b.class = append(b.class, b.touching.class[int64(field.Letters[number])-field.Lo])
		}
	}
	return b
}

// fits reports whether a grid of this size has its key by sets of bits.
func (b *bitboard) fits(height, width int) bool { return height*width <= mostBits }

// onBoard reports whether the key of a state is made by w.boards.
func (w *worker) onBoard(state []int64) bool {
	if w.run.bitboard == nil || !w.run.bitboard.fits(int(state[0]), int(state[1])) {
		return false
	}
	if w.boards == nil {
		w.boards = &boards{bitboard: w.run.bitboard, sizes: map[[2]int]*vicinity{}}
		if w.boards.touching != nil {
			w.boards.with = make([]bitset, len(w.boards.touching.with))
		}
	}
	return true
}

// boards are the sets of one worker.
type boards struct {
	*bitboard
	digit  [mostDigits]bitset // the cells whose letters have a digit
	free   bitset             // the cells that are in no group yet
	group  bitset
	with   []bitset // the cells that hold together with those of a class where they touch
	pair   bitset   // the cells that hold one of the letters that are exchanged
	sizes  map[[2]int]*vicinity
	last   *vicinity
	images [2]image // of the group: as it stands, and transposed
	// The least image that was found, if any: its size, its first line, and its digits.
	has           bool
	height, width int
	first         uint64
	least         [mostDigits][2]uint64
	words         keyWords
}

// A vicinity says which cells of a grid of some size are near each other.
type vicinity struct {
	height, width int
	near          []bitset // of each cell
	row           []uint8  // of each cell
}

// An image is a group in its rectangle: the cells of a line that have a digit, and the same from
// right to left. The first cell is the first bit.
type image struct {
	height, width int
	lines, back   [mostDigits][mostSide]uint64
}

func (b *boards) vicinity(height, width int) *vicinity {
	if v := b.last; v != nil && v.height == height && v.width == width {
		return v
	}
	v := b.sizes[[2]int{height, width}]
	if v == nil {
		v = &vicinity{height: height, width: width, near: make([]bitset, height*width), row: make([]uint8, height*width)}
		for at := range v.near {
			v.row[at] = uint8(at / width)
			near := &v.near[at]
			if b.touching != nil {
				b.touching.eachNear(at, height, width, func(next int) { near[next/64] |= 1 << (next % 64) })
			}
		}
		b.sizes[[2]int{height, width}] = v
	}
	b.last = v
	return v
}

// read takes the cells of a grid apart.
func (b *boards) read(items []int64) {
	b.digit, b.free = [mostDigits]bitset{}, bitset{}
	for word := 0; word*64 < len(items); word++ {
		some := items[word*64 : min(word*64+64, len(items))]
		b.free[word] = ^uint64(0) >> (64 - len(some))
		var digit [mostDigits]uint64
		switch b.digits {
		case 1:
			x := uint64(0)
			for i, c := range some {
				x |= uint64(b.letters[byte(c)]) << i
			}
			digit[0] = x
		case 2:
			x, y := uint64(0), uint64(0)
			for i, c := range some {
				number := uint64(b.letters[byte(c)])
				x |= number & 1 << i
				y |= number >> 1 << i
			}
			digit[0], digit[1] = x, y
		default:
			for i, c := range some {
				number := b.letters[byte(c)]
				for d := range digit {
					digit[d] |= uint64(number>>d&1) << i
				}
			}
		}
		for d := range digit {
			b.digit[d][word] = digit[d]
		}
	}
	if b.exchanges {
		x, y := b.having(b.exchange[0], b.free), b.having(b.exchange[1], b.free)
		b.pair = bitset{x[0] | y[0], x[1] | y[1]}
	}
}

// having returns the cells of a set that have a letter.
func (b *boards) having(number uint8, of bitset) bitset {
	for d := range b.digits {
		for i, cells := range b.digit[d] {
			if number>>d&1 == 0 {
				cells = ^cells
			}
			of[i] &= cells
		}
	}
	return of
}

// numberAt returns the number of the letter of a cell.
func (b *boards) numberAt(at int) (number uint8) {
	for d := range b.digits {
		number |= uint8(b.digit[d][at/64]>>(at%64)&1) << d
	}
	return number
}

// holding leaves in free what may hold together, and finds what does with each class.
func (b *boards) holding() {
	all := b.free
	b.free = bitset{}
	clear(b.with)
	for number, class := range b.class {
		if class == 0 {
			continue
		}
		cells := b.having(uint8(number), all)
		b.free[0], b.free[1] = b.free[0]|cells[0], b.free[1]|cells[1]
		for k := range b.with {
			if b.touching.with[k][class] {
				b.with[k][0], b.with[k][1] = b.with[k][0]|cells[0], b.with[k][1]|cells[1]
			}
		}
	}
}

// take moves the group of the first free cell from free to group.
func (b *boards) take(v *vicinity) {
	free0, free1 := b.free[0], b.free[1]
	front0, front1 := free0&-free0, uint64(0)
	if free0 == 0 {
		front1 = free1 & -free1
	}
	free0, free1 = free0^front0, free1^front1
	group0, group1 := front0, front1
	for free0|free1 != 0 { // with none left, the group has the rest
		at := bits.TrailingZeros64(front0)
		if front0 != 0 {
			front0 &= front0 - 1
		} else {
			if front1 == 0 {
				break
			}
			at = 64 + bits.TrailingZeros64(front1)
			front1 &= front1 - 1
		}
		near0, near1 := v.near[at][0]&free0, v.near[at][1]&free1
		if len(b.with) > 2 {
			with := &b.with[b.class[b.numberAt(at)]]
			near0, near1 = near0&with[0], near1&with[1]
		}
		free0, free1 = free0^near0, free1^near1
		front0, front1 = front0|near0, front1|near1
		group0, group1 = group0|near0, group1|near1
	}
	b.free, b.group = bitset{free0, free1}, bitset{group0, group1}
}

// eachKey passes the keys of the parts of a state that is not large to visit.
func (b *boards) eachKey(w *worker, state []int64, visit func(k *keyWords) error) error {
	height, width := int(state[0]), int(state[1])
	items := state[2 : 2+height*width]
	if err := w.spend(len(items)); err != nil {
		return err
	}
	if b.touching == nil {
		return visit(b.whole(state))
	}
	b.read(items)
	v := b.vicinity(height, width)
	b.holding()
	for !b.free.isEmpty() {
		b.take(v)
		first, last := bits.TrailingZeros64(b.group[0]), 127-bits.LeadingZeros64(b.group[1])
		if b.group[0] == 0 {
			first = 64 + bits.TrailingZeros64(b.group[1])
		}
		if b.group[1] == 0 {
			last = 63 - bits.LeadingZeros64(b.group[0])
		}
		top, bottom := int(v.row[first]), int(v.row[last])
		columns := uint64(0)
		for r := top; r <= bottom; r++ {
			columns |= b.group.from(r * width)
		}
		columns &= ^uint64(0) >> (64 - width)
		left := bits.TrailingZeros64(columns)
		if err := visit(b.key(top, left, bottom-top+1, bits.Len64(columns)-left, width)); err != nil {
			return err
		}
	}
	return nil
}

// whole returns the key of a state that is one part.
func (b *boards) whole(state []int64) *keyWords {
	height, width := int(state[0]), int(state[1])
	b.read(state[2 : 2+height*width])
	b.group = b.free
	return b.key(0, 0, height, width, width)
}

// key returns that of the least image of the group, which stands in a rectangle of a grid whose
// lines have stride cells.
func (b *boards) key(top, left, height, width, stride int) *keyWords {
	if height*width == 0 {
		height, width = 0, 0
	}
	m := &b.images[0]
	m.height, m.width = height, width
	mask, back := ^uint64(0)>>(64-width), 64-width
	var pair [mostSide]uint64
	for r := range height {
		at := (top+r)*stride + left
		group := b.group.from(at) & mask
		for d := range b.digits {
			line := b.digit[d].from(at) & group
			if b.rest>>d&1 > 0 {
				line |= mask &^ group
			}
			m.lines[d][r], m.back[d][r] = line, reverse(line, back)
		}
		if pair[r] = b.pair.from(at) & group; b.rest == b.exchange[0] || b.rest == b.exchange[1] {
			pair[r] |= mask &^ group
		}
	}
	b.has = false
	b.turn()
	if b.exchanges {
		for d := range b.digits {
			if (b.exchange[0]^b.exchange[1])>>d&1 == 0 {
				continue
			}
			for r := range height {
				m.lines[d][r] ^= pair[r]
				m.back[d][r] = reverse(m.lines[d][r], back)
			}
		}
		b.turn()
	}
	k := &b.words
	*k = keyWords{}
	k.put(uint64(b.height), b.packing.fields[0].first[0])
	k.put(uint64(b.width), b.packing.fields[0].first[1])
	n := height * width
	for d := range b.digits {
		k.put(b.least[d][1], uint8(min(n, 64)))
		if n > 64 {
			k.put(b.least[d][0], uint8(n-64))
		}
	}
	return k
}

// reverse returns a line from right to left; back is 64 less its length.
func reverse(line uint64, back int) uint64 {
	if back >= 56 {
		return uint64(bits.Reverse8(uint8(line))) >> (back - 56)
	}
	return bits.Reverse64(line) >> back
}

// turn compares the images by all turns with the least one. The least
// one of a rectangle and its transpose has fewer lines.
func (b *boards) turn() {
	m, transposed := &b.images[0], &b.images[1]
	isUpright, isTurned := true, false
	if b.transposes && m.height != m.width && m.width <= b.Height && m.height <= b.Width {
		isUpright = m.height < m.width
	}
	for _, t := range b.turns {
		switch {
		case !t.transposed && isUpright:
			b.compare(m, t)
		case t.transposed && (!isUpright || m.height == m.width):
			if !isTurned {
				isTurned = true
				b.transpose()
			}
			b.compare(transposed, t)
		}
	}
}

// transpose makes the second image of the first.
func (b *boards) transpose() {
	m, to := &b.images[0], &b.images[1]
	to.height, to.width = m.width, m.height
	for d := range b.digits {
		if m.height <= 8 && m.width <= 8 { // three exchanges of blocks (H. S. Warren, Hacker's Delight, 7-3)
			x := uint64(0)
			for r := range m.height {
				x |= m.lines[d][r] << (8 * r)
			}
			y := (x ^ x>>7) & 0x00aa00aa00aa00aa
			x ^= y ^ y<<7
			y = (x ^ x>>14) & 0x0000cccc0000cccc
			x ^= y ^ y<<14
			y = (x ^ x>>28) & 0x00000000f0f0f0f0
			x ^= y ^ y<<28
			for r := range to.height {
				to.lines[d][r] = x >> (8 * r) & 0xff
			}
		} else {
			clear(to.lines[d][:to.height])
			for r := range m.height {
				for line := m.lines[d][r]; line != 0; line &= line - 1 {
					to.lines[d][bits.TrailingZeros64(line)] |= 1 << r
				}
			}
		}
		for r := range to.height {
			to.back[d][r] = reverse(to.lines[d][r], 64-to.width)
		}
	}
}

// compare keeps a turn of an image if it is less than the least one: its cells are numbers with
// the first cell in front, one for each digit.
func (b *boards) compare(m *image, t turn) {
	lines, first, step := &m.back, 0, 1
	if t.columns {
		lines = &m.lines
	}
	if t.rows {
		first, step = m.height-1, -1
	}
	less := !b.has
	if m.height == 0 {
		b.has, b.height, b.width, b.least = true, 0, 0, [mostDigits][2]uint64{}
		return
	}
	if !less && lines[0][first] > b.first {
		return
	}
	var all [mostDigits][2]uint64
	for d := range b.digits {
		high, low, r := uint64(0), uint64(0), first
		for range m.height {
			high, low = high<<m.width|low>>(64-m.width), low<<m.width|lines[d][r&(mostSide-1)]
			r += step
		}
		if !less {
			least := &b.least[d]
			if high > least[0] || high == least[0] && low > least[1] {
				return
			}
			less = high != least[0] || low != least[1]
		}
		all[d] = [2]uint64{high, low}
	}
	if less {
		b.has, b.height, b.width, b.first, b.least = true, m.height, m.width, lines[0][first], all
	}
}

// state reads the grid of a key.
func (b *bitboard) state(dst []int64, k *keyWords) {
	clear(dst)
	field := &b.packing.fields[0]
	height, width := int(k.get(field.first[0])), int(k.get(field.first[1]))
	if !b.fits(height, width) {
		k.at = 0
		b.packing.unpack(dst, k)
		return
	}
	dst[0], dst[1] = int64(height), int64(width)
	n := height * width
	items := dst[2 : 2+n]
	var digits [mostDigits][2]uint64
	for d := range b.digits {
		digits[d][1] = k.get(uint8(min(n, 64)))
		if n > 64 {
			digits[d][0] = k.get(uint8(n - 64))
		}
	}
	for i := range items {
		number, at := 0, n-1-i
		for d := range b.digits {
			number |= int(digits[d][1-at/64]>>(at%64)&1) << d
		}
		items[i] = int64(b.Letters[number])
	}
}
