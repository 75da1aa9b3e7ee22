package census

// This file holds Nim with moves that are not allowed: Constrained Nim, AtCoder ABC 255 G.

import (
	"slices"
	"sort"
)

// A ForbiddenTake says that nobody may take Take tokens from a heap of exactly Heap.
type ForbiddenTake struct{ Heap, Take uint64 }

// ConstrainedNim knows the nim-values of the heaps of Nim where some takes are not allowed.
//
// The values of the heaps below n are exactly 0, 1, …, top-1, for some top. A heap from
// which all takes are allowed has the value top, by the mex, and so has one from which no
// value below is shut off. A value v is shut off from the heap n if all heaps below n of value v are n
// minus a take that is not allowed; then the value of n is the least one that is shut off.
// Call such a heap, whose value is below top, a falling one. Each other heap takes the next value, so
// the value of one that does not fall is its size less the number of falling heaps below
// it; and of value v there are one heap that does not fall, and the falling ones of that value. So only the heaps
// need be looked at from which some take is not allowed, in ascending order, and of each
// the values that these takes lead to.
//
// It is made in O(m log m) steps for m takes, and a value costs O(log m).
type ConstrainedNim struct {
	falling []uint64          // heaps, ascending
	value   map[uint64]uint64 // of the falling heaps
}

// NewConstrainedNim makes the game; takes may be given in any order, and more than once.
// Takes that exceed their heap mean nothing.
func NewConstrainedNim(takes []ForbiddenTake) *ConstrainedNim {
	takes = slices.Clone(takes)
	slices.SortFunc(takes, func(a, b ForbiddenTake) int {
		switch {
		case a == b:
			return 0
		case a.Heap < b.Heap || a.Heap == b.Heap && a.Take < b.Take:
			return -1
		}
		return 1
	})
	takes = slices.Compact(takes)
	c := &ConstrainedNim{value: map[uint64]uint64{}}
	fallen := map[uint64]uint64{} // the number of falling heaps by value
	shut := map[uint64]uint64{}   // the number of heaps that cannot be reached, by value
	for len(takes) > 0 {
		n, end := takes[0].Heap, 1
		for end < len(takes) && takes[end].Heap == n {
			end++
		}
		clear(shut)
		least, falls := uint64(0), false
		for _, t := range takes[:end] {
			if t.Take == 0 || t.Take > n {
				continue
			}
			v := c.Value(n - t.Take)
			shut[v]++
			if shut[v] == 1+fallen[v] && (!falls || v < least) {
				least, falls = v, true
			}
		}
		if falls {
			c.falling = append(c.falling, n)
			c.value[n] = least
			fallen[least]++
		}
		takes = takes[end:]
	}
	return c
}

// Value returns the nim-value of a heap of n.
func (c *ConstrainedNim) Value(n uint64) uint64 {
	if v, ok := c.value[n]; ok {
		return v
	}
	return n - uint64(sort.Search(len(c.falling), func(i int) bool { return c.falling[i] >= n }))
}
