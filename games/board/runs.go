package board

// This file holds sets of options that are too many to list. A rider has as
// many options as its cell is far out, so what [grundy.Finder] finds is kept
// as runs: neighbours on one ride.

import (
	"math/big"

	"grundy"
)

// A run is the cells that a step reaches when it is taken first … last times,
// 1 <= first <= last.
type run struct {
	step        step
	first, last uint64
}

// FindOptions implements [grundy.Finder]. It knows the options of queen, rook
// and bishop without walking them, for the measures that they know without a
// table, and a queen's only where they are divided by outcome. Those of king
// and knight are few. The set is made in O(1), a rook's in O(log(x+y)); Each
// takes O(1) an option.
func (p Piece) FindOptions(m grundy.Measure, c Cell, lo, hi uint64) (grundy.Found[Cell], bool) {
	if p.measure == nil || max(c.X, c.Y) > MaxCoordinate {
		return grundy.Found[Cell]{}, false
	}
	find := p.find
	if find == nil {
		find = p.walkLeaps
	}
	runs, ok := find(m, c, lo, hi)
	if !ok {
		return grundy.Found[Cell]{}, false
	}
	return found(c, runs), true
}

// walkLeaps finds options by measuring each.
func (p Piece) walkLeaps(m grundy.Measure, c Cell, lo, hi uint64) (runs []run, ok bool) {
	for _, s := range p.leaps {
		if p.reach(c, s) == 0 {
			continue
		}
		v, _, ok := p.measure(m, c.after(s, 1))
		if !ok {
			return nil, false
		}
		if lo <= v && v <= hi {
			runs = append(runs, run{s, 1, 1})
		}
	}
	_, _, ok = p.measure(m, c)
	return runs, ok
}

// found returns the runs from c as a set, in their order.
func found(c Cell, runs []run) grundy.Found[Cell] {
	count := new(big.Int)
	var length big.Int
	for _, r := range runs {
		count.Add(count, length.SetUint64(r.last-r.first+1))
	}
	return grundy.Found[Cell]{Count: count, Each: func(yield func(Cell) bool) {
		for _, r := range runs {
			for k := range r.last - r.first + 1 {
				if !yield(c.after(r.step, r.first+k)) {
					return
				}
			}
		}
	}}
}

// valuesWithGenus returns the nim-values first … last of positions whose genus
// is lo … hi, in a game where [misere.OfNimValue] holds: 0 and 1 have the
// genera 0 and 1, and from 2 on a nim-value is 2 less than its genus. There are
// none if first > last.
func valuesWithGenus(lo, hi uint64) (first, last uint64) {
	if lo > 1 {
		lo = max(lo, 4) - 2
	}
	if hi > 1 {
		hi = max(hi, 3) - 2
	}
	return lo, hi
}
