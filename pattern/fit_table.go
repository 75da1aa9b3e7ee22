package pattern

// This file fits functions of several numbers. Each family reduces a table to smaller ones:
// the values along a function of the coordinates, a row, a table of blocks.

import (
	"cmp"
	"math"
	"slices"
)

// A family that reduces a table to another one puts expressions in the place of the coordinates of
// what is found there.

// newView returns a table full of holes.
func newView(sides []int) *Table { return NewTable(NimValues, nil, sides...) }

// each calls f for the cells that hold a value, until f returns false. The coordinates are only
// good during the call.
func (t *Table) each(f func(at []int, w int64) bool) bool {
	for at, w := range t.Cells() {
		if !f(at, w) {
			return false
		}
	}
	return true
}

// set gives the value w to a cell; it is false if the cell has another one.
func (v *Table) set(at []int, w int64) bool {
	i := v.index(at)
	if v.Values[i] != Hole {
		return v.Values[i] == w
	}
	v.Values[i] = w
	return true
}

// without returns a view without axis i; its cells are holes.
func (v *Table) without(i int) *Table { return newView(slices.Delete(slices.Clone(v.Sides), i, i+1)) }

// axes returns the coordinates of a view, as expressions.
func (v *Table) axes() []*node {
	axes := make([]*node, len(v.Sides))
	for i := range axes {
		axes[i] = coordinate(i)
	}
	return axes
}

// explained says whether an expression has all values of the view.
func (v *Table) explained(e *node) bool {
	return v.each(func(at []int, w int64) bool { got, ok := e.at(at); return ok && got == w })
}

func drop(at []int, i int) []int {
	return append(append(make([]int, 0, len(at)), at[:i]...), at[i+1:]...)
}

// A depth says which families may still be used.
type depth int

const (
	plain depth = iota // the simplest
	half               // no parts
	rich
	whole // of the table that is given
)

// best returns the cheapest expression that explains the view; false if none is found.
func (f *fitter) best(v *Table, d depth) (candidate, bool) {
	list := f.table(v, d)
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.bits, b.bits) })
	for _, c := range list[:min(len(list), mostTried)] {
		if v.explained(c.node) {
			return c, true
		}
	}
	return candidate{}, false
}

// within puts expressions in the place of the coordinates, and adds bits.
func within(list []candidate, by []*node, bits float64) []candidate {
	for i, c := range list {
		list[i] = candidate{c.node.replace(by), c.bits + bits}
	}
	return list
}

// table returns expressions that may explain the view: each family sees to it, or leaves it
// to the caller to compare all cells.
func (f *fitter) table(v *Table, d depth) (found []candidate) {
	if f.stopped() {
		return nil
	}
	if len(v.Sides) == 0 {
		if w := v.Values[0]; w != Hole {
			found = append(found, candidate{constant(w), gamma(w)})
		}
		return found
	}
	if len(v.Sides) == 1 {
		return append(f.line(v.Values, d), f.behindCorner(v, d)...)
	}
	for i := range v.Sides { // a coordinate that does not matter
		if part := v.without(i); v.each(func(at []int, w int64) bool { return part.set(drop(at, i), w) }) {
			return within(f.table(part, d), slices.Delete(v.axes(), i, i+1), 1)
		}
	}
	found = append(found, f.joint(v, d)...)
	found = append(found, f.residues(v)...)
	found = append(found, f.separable(v)...)
	if d > plain {
		found = append(found, f.blocks(v)...)
	}
	if v.isBinary() {
		found = append(found, f.rows(v, d)...)
		if len(v.Sides) == 2 {
			found = append(found, f.pairs(v)...)
		}
	}
	if d == whole && len(v.Sides) == 2 {
		found = append(found, f.folded(v)...)
	}
	found = append(found, f.behindCorner(v, d)...)
	if d == whole {
		if len(found) == 0 {
			found = f.apart(v)
		}
		found = append(found, f.featured(v)...)
	}
	return found
}

// isBinary reports whether all values are 0 or 1.
func (v *Table) isBinary() bool { return v.each(func(_ []int, w int64) bool { return w <= 1 }) }

// joint fits functions of the nim-sum, the sum, … of the coordinates or of some of them. Binary digits
// are also compared of what coordinates are above the least number that all of them have.
func (f *fitter) joint(v *Table, d depth) (found []candidate) {
	found = f.jointly(v, d, 0, opXor, opOr, opAnd, opAdd, opMin, opMax, opApart, opNimProduct, opRatio)
	least := math.MaxInt
	v.each(func(at []int, _ int64) bool { least = min(least, slices.Min(at)); return least > 0 })
	if least > 0 && least < math.MaxInt {
		found = append(found, f.jointly(v, d, least, opXor, opOr, opAnd)...)
	}
	return found
}

// jointly does it of coordinates that are reduced by a number.
func (f *fitter) jointly(v *Table, d depth, less int, by ...op) (found []candidate) {
	n := len(v.Sides)
	for _, o := range by {
		two := o == opApart || o == opRatio
		switch {
		case o == opNimProduct && slices.Max(v.Sides) > 1<<8: // below that, products are, too
			continue
		case o == opRatio && v.isBinary(): // a floor with the golden ratio says it, and has a formula
			continue
		}
		for chosen := 1; chosen < 1<<n; chosen++ {
			var kids []*node
			for i, k := range v.axes() {
				if less > 0 {
					k = with(opAdd, -int64(less), k)
				}
				if chosen>>i&1 == 1 {
					kids = append(kids, k)
				}
			}
			if len(kids) < 2 || len(kids) < n && n > 4 || two && len(kids) > 2 {
				continue
			}
			line := []int64{}
			functional := v.each(func(at []int, w int64) bool {
				h, first := int64(0), true
				for i, x := range at {
					switch x -= less; {
					case chosen>>i&1 == 0:
					case first:
						h, first = int64(x), false
					default:
						h = fold(o, h, int64(x))
					}
				}
				if h < 0 {
					return false
				}
				for int64(len(line)) <= h {
					line = append(line, Hole)
				}
				if line[h] == Hole {
					line[h] = w
				}
				return line[h] == w
			})
			if !functional {
				continue
			}
			bits := choiceBits + float64(n)
			if less > 0 {
				bits += gamma(int64(less))
			}
			if o == opOr || o == opAnd { // other words are better where they say it too
				bits += choiceBits
			}
			if two {
				bits++
			}
			found = append(found, within(f.line(line, min(d, half)), []*node{combine(o, kids...)}, bits)...)
		}
	}
	return found
}

// residues fits tables that are periodic, from some place on, along each axis.
func (f *fitter) residues(v *Table) []candidate {
	g := &grid{}
	bits := float64(choiceBits)
	sides := []int{}
	for axis := range v.Sides {
		first, turn := v.period(axis)
		if turn == 0 {
			return nil
		}
		g.first, g.turn = append(g.first, int64(first)), append(g.turn, int64(turn))
		sides = append(sides, first+turn)
		bits += gamma(int64(first)) + gamma(int64(turn))
	}
	classes := newView(sides)
	class := make([]int, len(sides))
	if !v.each(func(at []int, w int64) bool {
		for i, x := range at {
			if first, turn := int(g.first[i]), int(g.turn[i]); x >= first {
				x = first + (x-first)%turn
			}
			class[i] = x
		}
		return classes.set(class, w)
	}) {
		return nil
	}
	for i, w := range classes.Values {
		if w == Hole {
			classes.Values[i] = 0
		}
	}
	g.values = classes.Values
	return []candidate{{&node{op: opGrid, kids: v.axes(), grid: g}, bits + listBits(g.values)}}
}

// period returns the least first + turn such that slices of the view along an axis repeat after
// turn from first on; 0 if they do not repeat twice.
func (v *Table) period(axis int) (first, turn int) {
	side := v.Sides[axis]
	stride := 1
	for _, n := range v.Sides[axis+1:] {
		stride *= n
	}
	same := func(a, b int) bool { // the slices at a and b
		for base := 0; base < len(v.Values); base += stride * side {
			for i := range stride {
				x, y := v.Values[base+a*stride+i], v.Values[base+b*stride+i]
				if x != y && x != Hole && y != Hole {
					return false
				}
			}
		}
		return true
	}
	best := side
	for p := 1; 2*p <= side; p++ {
		q := side - p
		for q > 0 && same(q-1, q-1+p) {
			q--
		}
		if side-q >= max(2*p, p+2) && q+p < best {
			best, first, turn = q+p, q, p
		}
	}
	return first, turn
}

// separable fits the nim-sum, and the sum, of functions of the single coordinates.
func (f *fitter) separable(v *Table) (found []candidate) {
	base := make([]int, len(v.Sides))
	v.each(func(at []int, _ int64) bool { copy(base, at); return false }) // the first cell
	origin := v.Values[v.index(base)]
	for _, o := range []op{opXor, opAdd} {
		parts := make([][]int64, len(v.Sides))
		for i, side := range v.Sides {
			at := slices.Clone(base)
			parts[i] = holes(side)
			for at[i] = 0; at[i] < side; at[i]++ {
				w := v.Values[v.index(at)]
				switch {
				case w == Hole || origin == Hole || o == opAdd && w < origin:
				case o == opXor:
					parts[i][at[i]] = w ^ origin
				default:
					parts[i][at[i]] = w - origin
				}
			}
		}
		if !v.each(func(at []int, w int64) bool {
			sum := origin
			for i, x := range at {
				if parts[i][x] == Hole {
					return false
				}
				if o == opXor {
					sum ^= parts[i][x]
				} else {
					sum += parts[i][x]
				}
			}
			return sum == w
		}) {
			continue
		}
		e, bits := combine(o), choiceBits+gamma(origin)
		for i, part := range parts {
			best, ok := f.best(line(part), half)
			if !ok {
				e = nil
				break
			}
			e.kids = append(e.kids, best.node.replace([]*node{coordinate(i)}))
			bits += best.bits
		}
		if e == nil {
			continue
		}
		if origin != 0 {
			e.kids = append(e.kids, constant(origin))
		}
		found = append(found, candidate{e, bits})
	}
	return found
}

// blocks fits m·f(⌊x/m⌋, …) + g(x mod m, …).
func (f *fitter) blocks(v *Table) (found []candidate) {
	for m := 2; m <= 8; m++ {
		sides, blocks := []int{}, v.axes()
		for i, side := range v.Sides {
			sides = append(sides, (side+m-1)/m)
			blocks[i] = with(opDivide, int64(m), blocks[i])
		}
		small, large, rest := newView(slices.Repeat([]int{m}, len(sides))), newView(sides), newView(v.Sides)
		a, b := make([]int, len(v.Sides)), make([]int, len(v.Sides))
		if !v.each(func(at []int, w int64) bool {
			for i, x := range at {
				a[i], b[i] = x%m, x/m
			}
			return rest.set(at, w%int64(m)) && small.set(a, w%int64(m)) && large.set(b, w/int64(m))
		}) || slices.Contains(small.Values, Hole) {
			continue
		}
		best, ok := f.best(large, plain)
		if !ok || best.node.op == opConstant && best.node.n == 0 { // residues alone say it
			continue
		}
		g := &grid{values: small.Values}
		for range v.Sides {
			g.first, g.turn = append(g.first, 0), append(g.turn, int64(m))
		}
		within := candidate{&node{op: opGrid, kids: v.axes(), grid: g}, listBits(small.Values)}
		if c, ok := f.best(rest, plain); ok && c.bits < within.bits+choiceBits { // words are better than a list
			within = c
		}
		e := combine(opAdd, with(opProduct, int64(m), best.node.replace(blocks)), within.node)
		found = append(found, candidate{e, choiceBits + gamma(int64(m)) + best.bits + within.bits})
	}
	return found
}

// rows fits sets that have one cell in each row, or the first cells of each row, or all but
// these: y = g(x), y < g(x), y >= g(x). The zeros of the view are the set.
func (f *fitter) rows(v *Table, d depth) (found []candidate) {
	for axis := range v.Sides {
		for _, shape := range []string{"=", "<", ">="} {
			part := v.without(axis)
			in, out := newView(part.Sides), newView(part.Sides) // how many, where the row changes
			changes := v.each(func(at []int, w int64) bool {
				row, y := drop(at, axis), int64(at[axis])
				i := part.index(row)
				switch {
				case shape == "=":
					if w == 0 {
						return part.set(row, y)
					}
				case (w == 0) == (shape == "<"): // before the change
					in.Values[i] = max(in.Values[i], y)
				case out.Values[i] == Hole:
					out.Values[i] = y
				}
				return true
			})
			if !changes {
				continue
			}
			if shape != "=" {
				fits := true
				for i, first := range out.Values {
					if first != Hole && (in.Values[i] == first-1 || in.Values[i] == Hole) {
						part.Values[i] = first
					}
					fits = fits && (first == Hole || in.Values[i] < first)
				}
				if !fits {
					continue
				}
			}
			known := 0
			for _, w := range part.Values {
				if w != Hole {
					known++
				}
			}
			if known < 4 {
				continue
			}
			best, ok := f.best(part, min(d, rich))
			if !ok {
				continue
			}
			y, others := coordinate(axis), slices.Delete(v.axes(), axis, axis+1)
			row := best.node.replace(others)
			e := combine(opEqual, y, row)
			switch shape {
			case "<":
				e = combine(opLess, y, row)
			case ">=":
				e = combine(opLess, row, with(opAdd, 1, y))
			}
			if len(others) == 1 {
				e = v.patched(int(others[0].n), e)
			}
			found = append(found, candidate{e, choiceBits + best.bits})
		}
	}
	return found
}

// patched returns the expression with the values of the view in the first slices of an axis,
// where the expression is not defined and all values are the same.
func (v *Table) patched(axis int, e *node) *node {
	undefined, value := 0, int64(Hole)
	v.each(func(at []int, w int64) bool {
		if _, ok := e.at(at); !ok {
			undefined = max(undefined, at[axis]+1)
			value = w
		}
		return undefined <= 2
	})
	if undefined == 0 || undefined > 2 {
		return e
	}
	g := &grid{first: []int64{int64(undefined)}, turn: []int64{0}, values: slices.Repeat([]int64{value}, undefined)}
	return &node{op: opCorner, kids: []*node{coordinate(axis), e}, grid: g}
}

// pairs fits the P-positions (x, x + ak + b) with x = ⌊kα + δ⌋, in either order.
func (f *fitter) pairs(v *Table) (found []candidate) {
	if !v.symmetric() || v.Sides[0] != v.Sides[1] {
		return nil
	}
	cells := zeros(v)
	if len(cells) < 8 {
		return nil
	}
	a := cells[1][1] - cells[1][0] - (cells[0][1] - cells[0][0])
	if a <= 0 {
		return nil
	}
	for skipped := int64(0); skipped <= 4; skipped++ { // pairs that are missing at the start
		b := cells[0][1] - cells[0][0] - a*skipped
		if b < 0 {
			break
		}
		low := holes(int(skipped))
		for k, p := range cells {
			if p[1]-p[0] != a*(skipped+int64(k))+b {
				break
			}
			low = append(low, p[0])
		}
		each := newSlope([]int64{1}, []int64{a}) // 1/α + 1/(α+a) = 1: each number is in one pair
		floors := each.shifted(low, nil)
		for c := int64(-2); c <= 2; c++ {
			floors = append(floors, each.multiple(c, nil))
			if s := findSlope(low, c, 0); s != nil {
				floors = append(floors, s.multiple(c, nil))
			}
		}
		for _, c := range append(floors, shiftedFloors(low, nil)...) {
			e := c.node
			e.op, e.gap, e.kids = opPair, [2]int64{a, b}, []*node{combine(opMin, v.axes()...), combine(opMax, v.axes()...)}
			found = append(found, candidate{e, c.bits + gamma(a) + gamma(b)})
		}
	}
	return found
}

func (v *Table) symmetric() bool {
	return v.each(func(at []int, w int64) bool {
		return at[1] < v.Sides[0] && at[0] < v.Sides[1] && v.Values[v.index([]int{at[1], at[0]})] == w
	})
}

// folded fits symmetric tables by the smaller coordinate and the larger one, and by the
// smaller one and the difference.
func (f *fitter) folded(v *Table) (found []candidate) {
	if !v.symmetric() {
		return nil
	}
	for _, o := range []op{opMax, opApart} {
		w := newView(v.Sides)
		v.each(func(at []int, value int64) bool {
			switch x, y := at[0], at[1]; {
			case x > y:
			case o == opMax:
				w.set(at, value)
			default:
				w.set([]int{x, y - x}, value)
			}
			return true
		})
		found = append(found, within(f.table(w, rich), []*node{combine(opMin, v.axes()...), combine(o, v.axes()...)}, choiceBits)...)
	}
	return found
}

// featured fits functions of the same feature of each coordinate, such as "x and y have the same number
// of trailing zeros in binary".
func (f *fitter) featured(v *Table) (found []candidate) {
	for _, feature := range features {
		for _, shift := range []int64{0, -1, 1} {
			sides, by, keys := []int{}, v.axes(), make([][]int, len(v.Sides))
			for i, side := range v.Sides {
				most := 0
				for x := range int64(side) {
					key := Hole // not defined
					if x+shift >= feature.least {
						key = int(feature.at(x + shift))
					}
					keys[i] = append(keys[i], key)
					most = max(most, key)
				}
				sides = append(sides, most+1)
				if shift != 0 {
					by[i] = with(opAdd, shift, by[i])
				}
				by[i] = &node{op: opFeature, feature: feature, kids: []*node{by[i]}}
			}
			if cells := product(sides); 4*cells > len(v.Values) {
				continue // nothing is gained
			}
			part, cell := newView(sides), make([]int, len(sides))
			if !v.each(func(at []int, w int64) bool {
				for i, x := range at {
					if cell[i] = keys[i][x]; cell[i] == Hole {
						return false
					}
				}
				return part.set(cell, w)
			}) {
				continue
			}
			best, ok := f.best(part, half)
			if !ok {
				continue
			}
			e := best.node.replace(by)
			if c := e.cycle; e.op == opCycle && e.kids[0].op == opApart && c.condition(coordinate(0), []string{"n"}) == "n = 0" {
				e = combine(opEqual, e.kids[0].kids...)
			}
			found = append(found, candidate{e, choiceBits + math.Log2(float64(len(features))) + gamma(shift) + best.bits})
		}
	}
	return found
}

func product(sides []int) int {
	cells := 1
	for _, n := range sides {
		cells *= n
	}
	return cells
}

// apart fits tables with one rule on the diagonal, or where a coordinate is even, and another one
// elsewhere.
func (f *fitter) apart(v *Table) (found []candidate) {
	split := func(where *node, d depth, parts [2]*Table, by [2][]*node, part func(at []int) (int, []int)) {
		if !v.each(func(at []int, w int64) bool { i, cell := part(at); return parts[i].set(cell, w) }) {
			return
		}
		if first, ok := f.best(parts[0], half); ok {
			if second, ok := f.best(parts[1], d); ok {
				e := combine(opSelect, where, first.node.replace(by[0]), second.node.replace(by[1]))
				found = append(found, candidate{e, 2*choiceBits + first.bits + second.bits})
			}
		}
	}
	axes := v.axes()
	if len(axes) == 2 {
		diagonal := newView([]int{min(v.Sides[0], v.Sides[1])})
		split(combine(opEqual, axes...), rich, [2]*Table{diagonal, newView(v.Sides)}, [2][]*node{axes[:1], axes}, func(at []int) (int, []int) {
			if at[0] == at[1] {
				return 0, at[:1]
			}
			return 1, at
		})
	}
	for i, x := range axes {
		sides, by := slices.Clone(v.Sides), v.axes()
		sides[i], by[i] = (sides[i]+1)/2, with(opDivide, 2, x)
		split(with(opMod, 2, x), half, [2]*Table{newView(sides), newView(sides)}, [2][]*node{by, by}, func(at []int) (int, []int) {
			cell := slices.Clone(at)
			cell[i] /= 2
			return at[i] % 2, cell
		})
	}
	return found
}

// behindCorner fits tables that follow a rule except where all coordinates are small.
func (f *fitter) behindCorner(v *Table, d depth) (found []candidate) {
	if d != whole {
		return nil
	}
	for n := 1; n <= 4; n++ {
		rest, g := newView(v.Sides), &grid{}
		exceptions := 1
		for range v.Sides {
			g.first, g.turn = append(g.first, int64(n)), append(g.turn, 0)
			exceptions *= n
		}
		if exceptions > 256 {
			break
		}
		corner := newView(slices.Repeat([]int{n}, len(v.Sides)))
		v.each(func(at []int, w int64) bool {
			if slices.Max(at) < n {
				corner.set(at, w)
			} else {
				rest.set(at, w)
			}
			return true
		})
		for i, w := range corner.Values {
			corner.Values[i] = max(w, 0)
		}
		g.values = corner.Values
		best, ok := f.best(rest, rich)
		if !ok {
			continue
		}
		e := &node{op: opCorner, kids: append(v.axes(), best.node), grid: g}
		found = append(found, candidate{e, choiceBits + gamma(int64(n)) + best.bits + listBits(g.values)})
		break
	}
	return found
}
