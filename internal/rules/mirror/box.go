package mirror

// A box is a condition on positions: of some cells, which contents they may have.

import "slices"

// A bound says which of the contents of a cell are possible: a bit for each, by its place among all.
type bound struct {
	cell int32
	mask uint64
}

// A box is what bounds say together, in the order of their cells. It does not change.
type box []bound

// of returns the bound of a cell, and its place.
func (b box) of(cell int32) (at int, ok bool) {
	return slices.BinarySearchFunc(b, cell, func(b bound, cell int32) int { return int(b.cell - cell) })
}

// mask returns the possible contents of a cell, of all that there are.
func (b box) mask(cell int32, all uint64) uint64 {
	if at, ok := b.of(cell); ok {
		return b[at].mask
	}
	return all
}

// with returns the box with another bound of a cell; all is none.
func (b box) with(cell int32, mask, all uint64) box {
	at, ok := b.of(cell)
	next := make(box, at, len(b)+1)
	copy(next, b)
	if mask != all {
		next = append(next, bound{cell, mask})
	}
	if ok {
		at++
	}
	return append(next, b[at:]...)
}

// and returns the box of what both say. The result is false where nothing is possible.
func (b box) and(c box) (both box, possible bool) {
	both = make(box, 0, len(b)+len(c))
	for len(b) > 0 && len(c) > 0 {
		switch {
		case b[0].cell < c[0].cell:
			both, b = append(both, b[0]), b[1:]
		case b[0].cell > c[0].cell:
			both, c = append(both, c[0]), c[1:]
		default:
			mask := b[0].mask & c[0].mask
			if mask == 0 {
				return nil, false
			}
			both, b, c = append(both, bound{b[0].cell, mask}), b[1:], c[1:]
		}
	}
	return append(append(both, b...), c...), true
}

// joined returns the box of what either says, where the two differ in the bound of one cell.
func (x *follower) joined(b, c box) (box, bool) {
	var differs int32 = -1
	see := func(cell int32) bool {
		one := differs < 0
		differs = cell
		return one
	}
	for i, j := 0, 0; i < len(b) || j < len(c); {
		switch {
		case j == len(c) || i < len(b) && b[i].cell < c[j].cell:
			if !see(b[i].cell) {
				return nil, false
			}
			i++
		case i == len(b) || b[i].cell > c[j].cell:
			if !see(c[j].cell) {
				return nil, false
			}
			j++
		default:
			if b[i].mask != c[j].mask && !see(b[i].cell) {
				return nil, false
			}
			i, j = i+1, j+1
		}
	}
	if differs < 0 {
		return b, true
	}
	all := x.all(differs)
	return b.with(differs, b.mask(differs, all)|c.mask(differs, all), all), true
}

// union joins boxes where two of them are one.
func (x *follower) union(boxes []box) []box {
	for i := 0; i < len(boxes); i++ {
		for j := i + 1; j < len(boxes); {
			x.spend(1 + len(boxes[i])/8)
			both, ok := x.joined(boxes[i], boxes[j])
			if !ok {
				j++
				continue
			}
			boxes[i], boxes = both, slices.Delete(boxes, j, j+1)
			i, j = 0, 1
		}
	}
	return boxes
}

// covers reports whether all that a box allows is in one of the others.
func (x *follower) covers(others []box, b box) bool {
	x.spend(1 + len(b))
	if len(others) == 0 {
		return false
	}
	first, others := others[0], others[1:]
	if _, possible := b.and(first); !possible {
		return x.covers(others, b)
	}
	for _, o := range first {
		all := x.all(o.cell)
		has := b.mask(o.cell, all)
		if out := has &^ o.mask; out != 0 && !x.covers(others, b.with(o.cell, out, all)) {
			return false
		}
		b = b.with(o.cell, has&o.mask, all)
	}
	return true
}
