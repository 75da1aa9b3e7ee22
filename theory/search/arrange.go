package search

// Ranks are put in an order that every move respects: where moves lower weighted
// sums of the fields of a rank, the ranks of one level stand behind those of all lower
// levels. The place of a rank in that order is computed, and so is the rank of a place.
//
// With the fields v[0], v[1], … and the level L = Σ w[i]·v[i], the place of a rank counts
// the ranks of lower levels and those of the same level whose first different field is
// less. Let below(i, s) be how many values of the fields from i on have the sum s. Then
// the values less than v of field i leave Σ below(i+1, s - u·w[i]) for u < v, and this is a
// difference of two sums with stride w[i], which are tabulated.

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/grundy-games/grundy"
)

// mostLevels bounds the levels of an arrangement, and so its tables.
const mostLevels = 1 << 22

// An Arrangement puts ranks in an order. Several goroutines may use it.
type Arrangement struct {
	sizes   []uint64
	fields  []arranged
	levels  []uint64 // the first place of each level, and behind them how many places there are; nil where fields alone say the order
	highest uint64   // level
	plain   bool     // each rank is its own place
	weights [][]int64
	alike   uint64 // where fields alone say the order: how many ranks in a row have equal sums
}

// An arranged is a field in the order in which places count it.
type arranged struct {
	index    int  // among the fields of a rank
	reversed bool // counted from its greatest value
	size     uint64
	weight   uint64
	below    []uint64 // by sum: of the fields behind it, with its own weight as the stride
}

// Arrange returns the order of the ranks made of fields of those sizes by weighted sums of
// the fields: the first comes first, and the next one counts where it is the same. Without
// weights each rank is its own place. The error wraps [grundy.ErrTooLarge] where there are
// too many levels.
func Arrange(sizes []uint64, weights [][]int64) (*Arrangement, error) {
	a := &Arrangement{sizes: sizes, weights: weights}
	for i, size := range sizes {
		a.fields = append(a.fields, arranged{index: i, size: max(size, 1)})
	}
	for _, w := range weights {
		if len(w) != len(sizes) {
			return nil, fmt.Errorf("%d weights of %d fields", len(w), len(sizes))
		}
	}
	if a.byFields(weights) {
		a.plain = true
		for i, f := range a.fields {
			a.plain = a.plain && f.index == i && !f.reversed
		}
		return a, nil
	}
	if err := a.weigh(weights); err != nil {
		return nil, err
	}
	a.tabulate()
	return a, nil
}

// byFields reports whether each sum is a single field, and then puts the fields in that
// order.
func (a *Arrangement) byFields(weights [][]int64) bool {
	var order []arranged
	taken := make([]bool, len(a.fields))
	for _, w := range weights {
		at := -1
		for i, n := range w {
			switch {
			case n == 0:
			case at >= 0:
				return false
			default:
				at = i
			}
		}
		if at < 0 || taken[at] {
			continue
		}
		taken[at] = true
		f := a.fields[at]
		f.reversed = w[at] < 0
		order = append(order, f)
	}
	for i, f := range a.fields {
		if !taken[i] {
			order = append(order, f)
		}
	}
	a.fields, a.alike = order, 1
	for _, f := range a.fields {
		if !taken[f.index] {
			a.alike = grundy.MulCounts(a.alike, f.size)
		}
	}
	return true
}

// weigh makes one weighted sum of several, which orders ranks as they do.
func (a *Arrangement) weigh(weights [][]int64) error {
	tooMany := fmt.Errorf("an order of more than %d levels: %w", mostLevels, grundy.ErrTooLarge)
	for j := range weights {
		span := uint64(0) // of the sum
		for i, n := range weights[j] {
			hi := grundy.MulCounts(absolute(n), a.fields[i].size-1)
			if span = grundy.AddCounts(span, hi); span > mostLevels {
				return tooMany
			}
		}
		for i, n := range weights[j] {
			f := &a.fields[i]
			if f.size == 1 {
				continue // it is the same everywhere
			}
			total := int64(f.weight)
			if f.reversed {
				total = -total
			}
			total = total*int64(span+1) + n
			if absolute(total) > 1<<40 {
				return tooMany
			}
			f.weight, f.reversed = absolute(total), total < 0
		}
	}
	for _, f := range a.fields {
		a.highest = grundy.AddCounts(a.highest, grundy.MulCounts(f.weight, f.size-1))
	}
	if a.highest >= mostLevels {
		return tooMany
	}
	return nil
}

func absolute(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// tabulate fills the tables, from the last field on.
func (a *Arrangement) tabulate() {
	below := make([]uint64, a.highest+1) // values of the fields behind
	below[0] = 1
	for i := len(a.fields) - 1; i >= 0; i-- {
		f := &a.fields[i]
		if f.weight == 0 {
			f.below = below
			next := make([]uint64, len(below))
			for s, n := range below {
				next[s] = n * f.size
			}
			below = next
			continue
		}
		f.below = below
		for s := f.weight; s < uint64(len(below)); s++ {
			f.below[s] += f.below[s-f.weight]
		}
		below = make([]uint64, len(f.below))
		for s := range below {
			below[s] = f.below[s]
			if reach := f.size * f.weight; uint64(s) >= reach {
				below[s] -= f.below[uint64(s)-reach]
			}
		}
	}
	a.levels = make([]uint64, len(below)+1)
	for s, n := range below {
		a.levels[s+1] = a.levels[s] + n
	}
}

// before counts the ways in which field f has a value less than v, where the fields from it
// on have the sum left.
func (f *arranged) before(left, v uint64) uint64 {
	if f.weight == 0 {
		return v * f.below[left]
	}
	n := f.below[left]
	if reach := v * f.weight; reach <= left {
		return n - f.below[left-reach]
	}
	return n
}

// IsPlain reports whether each rank is its own place.
func (a *Arrangement) IsPlain() bool { return a.plain }

// value returns the value of a field in a rank whose fields are v.
func (f *arranged) value(v uint64) uint64 {
	if f.reversed {
		return f.size - 1 - v
	}
	return v
}

// mostFields is how many fields need no memory of their own.
const mostFields = 16

// Place returns the place of a rank.
func (a *Arrangement) Place(rank uint64) uint64 {
	if a.plain {
		return rank
	}
	var room [mostFields]uint64
	v := room[:0]
	for i := len(a.sizes) - 1; i >= 0; i-- { // the last field first
		size := max(a.sizes[i], 1)
		q := rank / size
		v = append(v, rank-q*size)
		rank = q
	}
	place := uint64(0)
	if a.levels == nil {
		for i := range a.fields {
			f := &a.fields[i]
			place = place*f.size + f.value(v[len(v)-1-f.index])
		}
		return place
	}
	left := uint64(0)
	for i := range a.fields {
		f := &a.fields[i]
		left += f.weight * f.value(v[len(v)-1-i])
	}
	place = a.levels[left]
	for i := range a.fields {
		f := &a.fields[i]
		n := f.value(v[len(v)-1-i])
		place += f.before(left, n)
		left -= n * f.weight
	}
	return place
}

// Rank returns the rank at a place.
func (a *Arrangement) Rank(place uint64) uint64 {
	if a.plain {
		return place
	}
	var room [mostFields]uint64
	v := room[:]
	if len(a.fields) > len(v) {
		v = make([]uint64, len(a.fields))
	}
	if a.levels == nil {
		for i := len(a.fields) - 1; i >= 0; i-- {
			f := &a.fields[i]
			q := place / f.size
			v[f.index] = f.value(place - q*f.size)
			place = q
		}
	} else {
		left := uint64(sort.Search(int(a.highest), func(level int) bool { return a.levels[level+1] > place }))
		place -= a.levels[left]
		for i := range a.fields {
			f := &a.fields[i]
			n := f.find(left, place)
			place -= f.before(left, n)
			left -= n * f.weight
			v[i] = f.value(n)
		}
	}
	rank := uint64(0)
	for i, size := range a.sizes {
		rank = rank*max(size, 1) + v[i]
	}
	return rank
}

// Next returns the rank at a place, where before is the rank at the place before it. It is faster
// than [Arrangement.Rank].
func (a *Arrangement) Next(before, place uint64) uint64 {
	n := len(a.fields)
	if a.plain || a.levels == nil || n < 2 || a.fields[n-2].weight != a.fields[n-1].weight {
		return a.Rank(place)
	}
	// Mostly the field before the last one is one greater, and the last one is one less.
	f, last := &a.fields[n-2], &a.fields[n-1]
	v := last.value(before % last.size)
	u := f.value(before / last.size % f.size)
	if v == 0 || u+1 == f.size {
		return a.Rank(place)
	}
	rank := before - before%(last.size*f.size)
	return rank + f.value(u+1)*last.size + last.value(v-1)
}

// find returns the value of the field where that many ways come before.
func (f *arranged) find(left, place uint64) uint64 {
	if f.weight == 0 {
		return place / f.below[left]
	}
	lo, hi := uint64(0), min(f.size, left/f.weight+1) // before(lo) <= place < before(hi)
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if f.before(left, mid) <= place {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Tiers returns the first places of the tiers, ascending. The ranks of a tier do not need each
// other. It is nil where no tiers are known.
func (a *Arrangement) Tiers() []uint64 {
	var firsts []uint64
	if a.levels == nil && len(a.weights) > 0 {
		count := uint64(1)
		for _, f := range a.fields {
			count = grundy.MulCounts(count, f.size)
		}
		if count/a.alike < mostLevels {
			for place := uint64(0); place < count; place += a.alike {
				firsts = append(firsts, place)
			}
		}
	}
	for level := range max(len(a.levels), 1) - 1 {
		if a.levels[level+1] > a.levels[level] {
			firsts = append(firsts, a.levels[level])
		}
	}
	return firsts
}

// SameOrder reports whether two arrangements of the same ranks have the same order.
func SameOrder(a, b *Arrangement) bool {
	return a.plain && b.plain || slices.EqualFunc(a.weights, b.weights, slices.Equal)
}

// Bytes returns the memory of the tables.
func (a *Arrangement) Bytes() uint64 {
	if a.levels == nil {
		return 0
	}
	return grundy.MulCounts(8*uint64(len(a.fields)+2), min(a.highest+1, math.MaxUint32))
}
