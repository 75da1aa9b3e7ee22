package mirror

// Which positions are the same game under other names of their cells: those with the same form. The moves
// are taken as changes of cells, so that nothing of a form has to be believed.
//
// From a content of a cell, moves lead to others. Those that no longer come about forbid the moves
// that need them, and a need that all meet which may come about says nothing; so cells drop
// out. Moves with the same cells are a group. What is left of a group, with the cells in an order
// of their own, is its kind. Say that a map carries the cells of one position to those of another, with their
// contents, and each group to one of the same kind, cells to cells that the kind does not tell apart. Then it carries
// moves to moves, and the two positions are the same game. A form lists contents and groups with
// the cells numbered by refinement of colours, as programs for isomorphism of graphs do. Where
// colours do not tell cells apart, any of them comes next; so positions that are the same game may have two
// forms, but never the other way round.

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Forms make the forms of positions of some dimensions. One goroutine at a time may use them.
type Forms struct {
	contents [][]int64
	reach    [][]uint64 // of each cell and place of a content, those that moves may lead to from it
	class    [][]uint64 // those that lead to the same have the same class
	classes  []uint64   // of each cell
	turned   [][]uint8  // of each cell and place of a content, the place of what it is exchanged for
	groups   []group
	swap     [2]int64 // contents that are exchanged, where that gives a lesser form; two equal ones for none
	room     room
}

// A group are the moves with the same cells.
type group struct {
	cells []int32
	moves []move
	// The kinds of the moves as they stand, and with contents exchanged, by the classes of the contents.
	kinds []*[2]kind
}

// A kind is what is left of a group at some contents.
type kind struct {
	sum   [sha256.Size]byte // of what it says
	empty bool
	cells []int32 // those that are left, by class
	class []uint8 // of each: whether the moves tell two of them apart
}

const (
	mostCells   = 1 << 8 // of a form
	mostOfGroup = 1 << 7 // bounds and writes
	mostKinds   = 1 << 8 // of a group
)

// NewForms returns what makes forms, or nil where the moves of the same cells are too many. The letters of swap may be
// exchanged.
func (all *Moves) NewForms(swap [2]int64) *Forms {
	if all.stopped {
		return nil
	}
	f := &Forms{contents: all.contents, swap: swap}
	for _, contents := range f.contents {
		reach := make([]uint64, len(contents))
		for i := range reach {
			reach[i] = 1 << i
		}
		f.reach = append(f.reach, reach)
	}
	at := map[string]int{}
	for _, m := range all.moves.all {
		var cells []int32
		for _, w := range m.writes {
			cells = append(cells, w.cell)
		}
		for _, in := range m.in {
			for _, b := range in {
				cells = append(cells, b.cell)
			}
			for _, w := range m.writes {
				for from := range f.reach[w.cell] {
					f.reach[w.cell][from] |= in.mask(w.cell, all.all(w.cell)) >> from & 1 << w.to
				}
			}
		}
		slices.Sort(cells)
		cells = slices.Compact(cells)
		text := string(numbersOf(cells))
		i, ok := at[text]
		if !ok {
			i = len(f.groups)
			at[text], f.groups = i, append(f.groups, group{cells: cells})
		}
		f.groups[i].moves = append(f.groups[i].moves, m)
	}
	for cell, contents := range f.contents {
		reach := f.reach[cell]
		for by := range reach { // S. Warshall 1962
			for from := range reach {
				reach[from] |= (reach[from] >> by & 1) * reach[by]
			}
		}
		var distinct, class []uint64
		for _, mask := range reach {
			at := slices.Index(distinct, mask)
			if at < 0 {
				at, distinct = len(distinct), append(distinct, mask)
			}
			class = append(class, uint64(at))
		}
		f.class, f.classes = append(f.class, class), append(f.classes, uint64(len(distinct)))
		turned := make([]uint8, len(contents))
		for i, c := range contents {
			turned[i] = uint8(i)
			for side, other := range swap {
				if at := slices.Index(contents, swap[1-side]); c == other && at >= 0 {
					turned[i] = uint8(at)
				}
			}
		}
		f.turned = append(f.turned, turned)
	}
	for i := range f.groups {
		g := &f.groups[i]
		size, kinds := 0, uint64(1)
		for _, m := range g.moves {
			for _, in := range m.in {
				size += len(in) + len(m.writes)
			}
		}
		for _, cell := range g.cells {
			kinds = min(kinds*f.classes[cell], mostKinds+1)
		}
		if size > mostOfGroup || kinds > mostKinds {
			return nil
		}
		g.kinds = make([]*[2]kind, kinds)
	}
	return f
}

func numbersOf(list []int32) (text []byte) {
	for _, n := range list {
		text = binary.LittleEndian.AppendUint32(text, uint32(n))
	}
	return text
}

// A room is what a form is made in.
type room struct {
	place  []uint8 // of each cell, that of its content, or 255
	at     []int32 // of each cell, its number among those of the form, or -1
	cells  []int32
	label  []uint8
	start  []int32 // of each group, where its parts begin
	parts  []part
	number []uint32 // of the kind of each group
	kinds  [][sha256.Size]byte
	order  []uint32
	colour []uint64
	sums   []uint64
	sorted []uint64
	rank   []uint8
	list   []uint64
	best   []byte
}

// A part is a cell in a group, and how the group tells it from others.
type part struct {
	cell  int32
	class uint32
}

// Append appends the form of a state, which must have the dimensions of the forms. It appends nothing where
// the position is too large. It takes time in proportion to the cells of the groups, times a few
// turns of refinement.
func (f *Forms) Append(dst []byte, state []int64) []byte {
	r := &f.room
	if !f.take(state, 0) {
		return dst
	}
	from, balance := len(dst), 0
	if f.swap[0] != f.swap[1] {
		for _, cell := range r.cells {
			switch state[cell] {
			case f.swap[0]:
				balance++
			case f.swap[1]:
				balance--
			}
		}
		if balance < 0 {
			f.take(state, 1)
		}
	}
	dst = r.form(dst)
	if f.swap[0] != f.swap[1] && balance == 0 {
		f.take(state, 1)
		if r.best = r.form(r.best[:0]); bytes.Compare(r.best, dst[from:]) < 0 {
			dst = append(dst[:from], r.best...)
		}
	}
	return dst
}

// cell returns the number of a cell in the form.
func (r *room) cell(cell int32, label uint8) int32 {
	if r.at[cell] < 0 {
		r.at[cell] = int32(len(r.cells))
		r.cells, r.label = append(r.cells, cell), append(r.label, label)
	}
	return r.at[cell]
}

// take takes the groups of a state, as it stands or with contents exchanged.
func (f *Forms) take(state []int64, side int) bool {
	r := &f.room
	if r.at == nil {
		r.at, r.place = make([]int32, len(f.contents)), make([]uint8, len(f.contents))
	}
	for i, contents := range f.contents {
		r.at[i], r.place[i] = -1, 255
		for place, c := range contents {
			if c == state[i] {
				r.place[i] = uint8(place)
				break
			}
		}
	}
	r.cells, r.label, r.start, r.parts, r.number = r.cells[:0], r.label[:0], r.start[:0], r.parts[:0], r.number[:0]
	r.kinds = r.kinds[:0]
	for i := range f.groups {
		g := &f.groups[i]
		code := uint64(0)
		for _, cell := range g.cells {
			place := r.place[cell]
			if place == 255 {
				return false
			}
			code = code*f.classes[cell] + f.class[cell][place]
		}
		if g.kinds[code] == nil {
			g.kinds[code] = f.left(g)
		}
		k := &g.kinds[code][side]
		if k.empty {
			continue
		}
		number := slices.Index(r.kinds, k.sum)
		if number < 0 {
			number, r.kinds = len(r.kinds), append(r.kinds, k.sum)
		}
		r.start, r.number = append(r.start, int32(len(r.parts))), append(r.number, uint32(number))
		for j, cell := range k.cells {
			label := r.place[cell]
			if side == 1 {
				label = f.turned[cell][label]
			}
			r.parts = append(r.parts, part{r.cell(cell, label), uint32(k.class[j])})
		}
	}
	r.start = append(r.start, int32(len(r.parts)))
	r.sortKinds()
	return len(r.cells) < mostCells && len(r.kinds) < mostCells
}

// sortKinds numbers the kinds in the order of their sums.
func (r *room) sortKinds() {
	if len(r.kinds) < 2 {
		return
	}
	less := func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) }
	r.order = r.order[:0]
	for _, sum := range r.kinds {
		at := uint32(0)
		for _, other := range r.kinds {
			if less(other, sum) < 0 {
				at++
			}
		}
		r.order = append(r.order, at)
	}
	for g, number := range r.number {
		r.number[g] = r.order[number]
	}
	slices.SortFunc(r.kinds, less)
}

// left returns what is left of a group at the state in the room.
func (f *Forms) left(g *group) *[2]kind {
	var left []move
	reach := func(cell int32) uint64 { return f.reach[cell][f.room.place[cell]] }
	for _, m := range g.moves {
		var one move
		for _, w := range m.writes {
			if reach(w.cell) != 1<<w.to {
				one.writes = append(one.writes, w)
			}
		}
		for _, in := range m.in {
			var bounds box
			possible := true
			for _, b := range in {
				switch all := reach(b.cell); b.mask & all {
				case 0:
					possible = false
				case all:
				default:
					bounds = append(bounds, bound{b.cell, b.mask & all})
				}
			}
			if possible {
				one.in = append(one.in, bounds)
			}
		}
		if len(one.in) > 0 {
			left = append(left, one)
		}
	}
	made := &[2]kind{f.kindOf(left)}
	if f.swap[0] != f.swap[1] {
		made[1] = f.kindOf(f.exchanged(left))
	}
	return made
}

// exchanged exchanges two contents in moves.
func (f *Forms) exchanged(moves []move) (all []move) {
	for _, m := range moves {
		var one move
		for _, w := range m.writes {
			one.writes = append(one.writes, write{w.cell, int32(f.turned[w.cell][w.to])})
		}
		for _, in := range m.in {
			var bounds box
			for _, b := range in {
				mask := uint64(0)
				for i, to := range f.turned[b.cell] {
					mask |= b.mask >> i & 1 << to
				}
				b.mask = mask
				bounds = append(bounds, b)
			}
			one.in = append(one.in, bounds)
		}
		all = append(all, one)
	}
	return all
}

func stir(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return high ^ low
}

// kindOf returns the kind of moves: their cells in an order by what the moves do with them.
func (f *Forms) kindOf(moves []move) kind {
	if len(moves) == 0 {
		return kind{empty: true}
	}
	colour, next := map[int32]uint64{}, map[int32]uint64{}
	for range 3 {
		clear(next)
		for _, m := range moves {
			for _, in := range m.in {
				sum := uint64(0)
				for _, b := range in {
					sum += stir(stir(colour[b.cell]+1) ^ b.mask)
				}
				for _, w := range m.writes {
					sum += stir(stir(colour[w.cell]+2) ^ uint64(w.to))
				}
				for _, b := range in {
					next[b.cell] += stir(sum ^ stir(b.mask+3))
				}
				for _, w := range m.writes {
					next[w.cell] += stir(sum ^ stir(uint64(w.to)+4))
				}
			}
		}
		colour, next = next, colour
	}
	k := kind{}
	for cell := range colour {
		k.cells = append(k.cells, cell)
	}
	slices.SortFunc(k.cells, func(a, b int32) int { return cmp.Or(cmp.Compare(colour[a], colour[b]), cmp.Compare(a, b)) })
	text := textOfMoves(moves, k.cells)
	alike := true
	for i := 0; i+1 < len(k.cells) && alike; i++ {
		if colour[k.cells[i]] == colour[k.cells[i+1]] {
			turned := slices.Clone(k.cells)
			turned[i], turned[i+1] = turned[i+1], turned[i]
			alike = bytes.Equal(text, textOfMoves(moves, turned))
		}
	}
	for i := range k.cells {
		switch {
		case i == 0:
			k.class = append(k.class, 0)
		case alike && colour[k.cells[i]] == colour[k.cells[i-1]]:
			k.class = append(k.class, k.class[i-1])
		default:
			k.class = append(k.class, k.class[i-1]+1)
		}
	}
	k.sum = sha256.Sum256(append(listed([][]byte{k.class}), text...))
	return k
}

// textOfMoves says what moves do, with the cells by their places in a list.
func textOfMoves(moves []move, cells []int32) (text []byte) {
	place := map[int32]byte{}
	for i, cell := range cells {
		place[cell] = byte(i)
	}
	var lines [][]byte
	for _, m := range moves {
		var boxes [][]byte
		for _, in := range m.in {
			var bounds [][]byte
			for _, b := range in {
				bounds = append(bounds, binary.LittleEndian.AppendUint64([]byte{place[b.cell]}, b.mask))
			}
			boxes = append(boxes, listed(bounds))
		}
		var writes [][]byte
		for _, w := range m.writes {
			writes = append(writes, []byte{place[w.cell], byte(w.to)})
		}
		lines = append(lines, append(listed(writes), listed(boxes)...))
	}
	return listed(lines)
}

// listed returns lines in order, with their number and lengths.
func listed(lines [][]byte) []byte {
	slices.SortFunc(lines, bytes.Compare)
	text := binary.AppendUvarint(nil, uint64(len(lines)))
	for _, line := range lines {
		text = append(binary.AppendUvarint(text, uint64(len(line))), line...)
	}
	return text
}

// form appends the form of the groups in the room.
func (r *room) form(dst []byte) []byte {
	n := len(r.cells)
	r.refine()
	// The cells in the order of their colours.
	r.rank = slices.Grow(r.rank[:0], n)[:n]
	for i, c := range r.colour {
		at, _ := slices.BinarySearch(r.sorted, c)
		r.rank[i] = uint8(at)
	}
	dst = append(dst, uint8(len(r.kinds)))
	for i := range r.kinds {
		dst = append(dst, r.kinds[i][:]...)
	}
	from := len(dst)
	dst = slices.Grow(append(dst, uint8(n)), n+1)[:from+1+n]
	for i, label := range r.label {
		dst[from+1+int(r.rank[i])] = label
	}
	small := true
	for g := range r.number { // its parts by class and then rank
		parts := r.parts[r.start[g]:r.start[g+1]]
		small = small && len(parts) <= 3
		for i, p := range parts {
			at := i
			for at > 0 && (parts[at-1].class > p.class || parts[at-1].class == p.class && r.rank[parts[at-1].cell] > r.rank[p.cell]) {
				parts[at] = parts[at-1]
				at--
			}
			parts[at] = p
		}
	}
	if small {
		r.list = r.list[:0]
		for g, number := range r.number {
			line := uint64(number)
			for _, p := range r.parts[r.start[g]:r.start[g+1]] {
				line = line<<8 | uint64(r.rank[p.cell])
			}
			r.list = append(r.list, line)
		}
		slices.Sort(r.list)
		dst = append(dst, 0)
		for _, line := range r.list {
			dst = binary.AppendUvarint(dst, line)
		}
		return dst
	}
	var lines [][]byte
	for g, number := range r.number {
		line := binary.BigEndian.AppendUint32(nil, number)
		for _, p := range r.parts[r.start[g]:r.start[g+1]] {
			line = append(line, r.rank[p.cell])
		}
		lines = append(lines, line)
	}
	return append(append(dst, 1), listed(lines)...)
}

// firstTurns of refinement are done before anybody looks whether all cells differ.
const firstTurns = 4

// refine gives each cell a colour of its own.
func (r *room) refine() {
	n := len(r.cells)
	r.colour = slices.Grow(r.colour[:0], n)[:n]
	r.sums = slices.Grow(r.sums[:0], n)[:n]
	for i, label := range r.label {
		r.colour[i] = uint64(label) + 1
	}
	distinct := 0
	for turn := 1; ; turn++ {
		clear(r.sums)
		for g, number := range r.number {
			parts := r.parts[r.start[g]:r.start[g+1]]
			sum := uint64(number)
			for _, p := range parts {
				sum += stir(r.colour[p.cell] + uint64(p.class))
			}
			for _, p := range parts {
				r.sums[p.cell] += stir(sum + uint64(p.class)<<32)
			}
		}
		for i, sum := range r.sums {
			r.colour[i] = stir(r.colour[i]*3 + sum)
		}
		if turn < firstTurns {
			continue
		}
		r.sorted = append(r.sorted[:0], r.colour...)
		slices.Sort(r.sorted)
		same, tied := 0, uint64(0)
		for i := 1; i < n; i++ {
			if r.sorted[i] == r.sorted[i-1] {
				if same++; same == 1 {
					tied = r.sorted[i]
				}
			}
		}
		switch {
		case same == 0:
			return
		case n-same > distinct:
			distinct = n - same
		default: // any of those that are alike
			r.colour[slices.Index(r.colour, tied)] += 0x5851f42d4c957f2d
			distinct = 0 // so that it spreads
		}
	}
}
