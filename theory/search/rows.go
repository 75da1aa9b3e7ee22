package search

// Rows of numbers in ascending order, such as Young diagrams and heaps whose order does
// not matter, are numbered without gaps. The rank of a row counts the rows
// whose first different number is less. So a row that has no number greater, and some
// less, has a lower rank.

import (
	"math"
	"sort"

	"github.com/grundy-games/grundy"
)

// Rows number the rows v[0] <= v[1] <= … with v[i] <= most[i]. Several goroutines may use
// them.
type Rows struct {
	most   []uint64
	strict bool // numbers above 0 differ
	// before[i][x] counts the ways to choose v[i] < x and all numbers behind it.
	before [][]uint64
	count  uint64
}

// mostRows bounds the numbers in the tables of [Rows].
const mostRows = 1 << 24

// NewRows returns the rows of numbers that are at most these. With strict, no two numbers
// above 0 are equal. The result is false where there are too many rows to be numbered, or
// too many numbers.
func NewRows(most []uint64, strict bool) (*Rows, bool) {
	r := &Rows{most: append([]uint64(nil), most...), strict: strict, before: make([][]uint64, len(most))}
	total := uint64(0)
	for i := len(most) - 1; i >= 0; i-- {
		if i < len(most)-1 {
			r.most[i] = min(r.most[i], r.most[i+1])
		}
		if r.most[i] >= mostRows {
			return nil, false
		}
		if total += r.most[i] + 2; total > mostRows {
			return nil, false
		}
		before := make([]uint64, r.most[i]+2)
		for x := range r.most[i] + 1 {
			before[x+1] = grundy.AddCounts(before[x], r.behind(i+1, x))
		}
		r.before[i] = before
	}
	if r.count = 1; len(most) > 0 {
		r.count = r.before[0][r.most[0]+1]
	}
	return r, r.count < math.MaxUint64
}

// least returns the least number that may stand behind a last one.
func (r *Rows) least(last uint64) uint64 {
	if r.strict && last > 0 {
		return last + 1
	}
	return last
}

// behind counts the ways to choose the numbers from place i on behind a last one.
func (r *Rows) behind(i int, last uint64) uint64 {
	if i == len(r.most) {
		return 1
	}
	before, least := r.before[i], r.least(last)
	if least > r.most[i] {
		return 0
	}
	return before[len(before)-1] - before[least]
}

// Count returns how many rows there are.
func (r *Rows) Count() uint64 { return r.count }

// Len returns how many numbers a row has.
func (r *Rows) Len() int { return len(r.most) }

// Most returns the greatest number at a place of a row.
func (r *Rows) Most(place int) uint64 { return r.most[place] }

// Rank returns the rank of a row. The result is false where it is none of them.
func (r *Rows) Rank(row []uint64) (rank uint64, ok bool) {
	if len(row) != len(r.most) {
		return 0, false
	}
	last := uint64(0)
	for i, v := range row {
		least := r.least(last)
		if v < least || v > r.most[i] {
			return 0, false
		}
		rank += r.before[i][v] - r.before[i][least]
		last = v
	}
	return rank, true
}

// Row writes the row of a rank, which must be less than Count, to dst.
func (r *Rows) Row(dst []uint64, rank uint64) {
	last := uint64(0)
	for i, before := range r.before {
		least := r.least(last)
		want := rank + before[least]
		n := uint64(len(before)) - 1 - least // the values from least on
		v := least + uint64(sort.Search(int(n), func(j int) bool { return before[least+uint64(j)+1] > want }))
		rank = want - before[v]
		dst[i], last = v, v
	}
}
