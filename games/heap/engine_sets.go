package heap

// This file holds the engine for all codes: any number of heaps, of any kind,
// and digits without end.
//
// It keeps, for each kind and each number of heaps k, the sets
//
//	reach[kind][k][m] = values of divisions of m into k heaps smaller than n
//
// as bit sets, and adds the heap n when its value is known, as in the problem
// of the knapsack: k heaps are one heap n and k-1 others. The last k stands for
// all larger numbers too, where a digit asks for them. An exclusive or with
// G(n) permutes a bit set. It costs O(k n) operations on sets a value, and is
// meant for n to some thousands.

import (
	"context"
	"math/bits"
)

type setsEngine struct {
	code     Code
	levels   int // numbers of heaps 0 … levels-1; the last and more, if any digit says more
	more     bool
	distinct bool // whether sets for these kinds are needed
	unlike   bool
	size     int // sets are kept for m < size
	free     [][]valueSet
	differ   [][]valueSet // of distinct sizes
	mixed    [][]valueSet // not all of one size
}

func newSetsEngine(c Code) *setsEngine {
	e := &setsEngine{code: c}
	survey := func(d digit) {
		e.levels = max(e.levels, len(d.kinds)+1)
		e.more = e.more || d.more
		for _, k := range d.kinds {
			e.distinct = e.distinct || k == distinct
			e.unlike = e.unlike || k == notAllEqual
		}
	}
	for _, d := range c.added {
		survey(d)
	}
	for _, d := range c.digits {
		survey(d)
	}
	return e
}

// extend appends G(len(values)) … G(to-1).
func (e *setsEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	if to+len(e.code.added) > e.size {
		e.size = max(to+len(e.code.added), 2*e.size)
		e.free, e.differ, e.mixed = e.newSets(), e.newSets(), e.newSets()
		for n := 1; n < len(values); n++ {
			if err := ctx.Err(); err != nil {
				e.size = 0 // the sets are not complete
				return values, err
			}
			e.add(n, values[n])
		}
	}
	for n := len(values); n < to; n++ {
		if err := ctx.Err(); err != nil {
			return values, err
		}
		v := e.value(values, n)
		values = append(values, v)
		if n > 0 {
			e.add(n, v)
		}
	}
	return values, nil
}

func (e *setsEngine) newSets() [][]valueSet {
	sets := make([][]valueSet, e.levels)
	for k := range sets {
		sets[k] = make([]valueSet, e.size)
	}
	sets[0][0].add(0)
	return sets
}

func (e *setsEngine) value(values []uint32, n int) uint32 {
	var seen valueSet
	for taken := -len(e.code.added); taken <= n; taken++ {
		if e.code.period == 0 && taken >= len(e.code.digits) {
			break
		}
		d, m := e.code.digit(taken), n-taken
		for k := 0; k < e.levels && !d.isZero(); k++ {
			switch d.leaves(k) {
			case free:
				seen.union(e.free[k][m], 0)
			case distinct:
				seen.union(e.differ[k][m], 0)
			case notAllEqual:
				if k < 2 {
					seen.union(e.free[k][m], 0)
				} else {
					seen.union(e.mixed[k][m], 0)
				}
			case allEqual:
				if k < e.levels-1 {
					seen.addEqual(values, m, k)
					continue
				}
				for ; k <= m; k++ { // the last kind goes on
					seen.addEqual(values, m, k)
				}
			}
		}
	}
	return seen.mex()
}

// addEqual adds the value of k equal heaps of m tokens together.
func (s *valueSet) addEqual(values []uint32, m, k int) {
	switch {
	case k == 0 && m == 0:
		s.add(0)
	case k > 0 && m > 0 && m%k == 0 && k%2 == 0:
		s.add(0)
	case k > 0 && m > 0 && m%k == 0:
		s.add(values[m/k])
	}
}

// add makes heap n, of value g, available to divisions.
func (e *setsEngine) add(n int, g uint32) {
	last := e.levels - 1
	if e.distinct {
		for k := last; k >= 1; k-- {
			for m := e.size - 1; m >= n; m-- {
				if k == last && e.more {
					e.differ[k][m].union(e.differ[k][m-n], g)
				}
				e.differ[k][m].union(e.differ[k-1][m-n], g)
			}
		}
	}
	if e.unlike {
		// Divisions with some heaps n and others, all of them smaller.
		mixed := e.newSets()
		for k := 2; k <= last; k++ {
			for m := n; m < e.size; m++ {
				s := &mixed[k][m]
				s.union(e.free[k-1][m-n], g)
				s.union(mixed[k-1][m-n], g)
				if k == last && e.more && m > n {
					s.union(e.free[k][m-n], g)
					s.union(mixed[k][m-n], g)
				}
				e.mixed[k][m].union(*s, 0)
			}
		}
	}
	for k := 1; k <= last; k++ {
		for m := n; m < e.size; m++ {
			e.free[k][m].union(e.free[k-1][m-n], g)
			if k == last && e.more {
				e.free[k][m].union(e.free[k][m-n], g)
			}
		}
	}
}

// A valueSet is a set of nim-values, a bit each.
type valueSet []uint64

func (s *valueSet) add(v uint32) {
	for len(*s) <= int(v/64) {
		*s = append(*s, 0)
	}
	(*s)[v/64] |= 1 << (v % 64)
}

// union adds to s each value of t, nim-added to g.
func (s *valueSet) union(t valueSet, g uint32) {
	for i, word := range t {
		if word == 0 {
			continue
		}
		at := i ^ int(g/64)
		for len(*s) <= at {
			*s = append(*s, 0)
		}
		(*s)[at] |= permute(word, g%64)
	}
}

// permute moves bit i of word to bit i^g, for g < 64.
func permute(word uint64, g uint32) uint64 {
	for shift, low := range [...]uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff} {
		if g>>shift&1 != 0 {
			by := 1 << shift
			word = word>>by&low | word&low<<by
		}
	}
	return word
}

func (s valueSet) mex() uint32 {
	for i, word := range s {
		if word != ^uint64(0) {
			return uint32(i*64 + bits.TrailingZeros64(^word))
		}
	}
	return uint32(64 * len(s))
}
