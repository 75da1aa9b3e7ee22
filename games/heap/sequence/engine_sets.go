package sequence

// This engine serves all codes: any number of heaps, of any kind, and digits without end.
//
// It keeps, for each kind and each number of heaps k, the sets
//
//	reach[kind][k][m] = values of divisions of m into k heaps smaller than n
//
// as bit sets, and adds the heap n when its value is known, as in the problem
// of the knapsack: k heaps are one heap n and k-1 others. The last k stands for
// all larger numbers too, where a digit asks for them. An exclusive or with
// G(n) permutes a bit set. It costs O(k n) operations on sets a value, and the
// sets of n values, each of as many bits as the values have numbers, take memory
// that grows with the square of n: n goes to some ten thousand.

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/grundy-games/grundy"
)

// setsBytes bounds the memory of the sets.
const setsBytes = 1 << 30

type setsEngine struct {
	code     Code
	levels   int // numbers of heaps 0 … levels-1; the last and more, if any digit says more
	more     bool
	distinct bool // whether sets for these kinds are needed
	unlike   bool
	size     int    // sets are kept for m < size
	highest  uint32 // value
	steps    uint64 // words of sets that were read so far, which is what the engine's time goes by
	free     [][]valueSet
	differ   [][]valueSet // of distinct sizes
	mixed    [][]valueSet // not all of one size
	latest   [][]valueSet // the same, but the largest heaps are the one that is being added
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
	if e.unlike && e.more {
		// One heap may be left where heaps must not be all of one size, and so it is
		// not among those that the last level stands for.
		e.levels = max(e.levels, 3)
	}
	return e
}

func (e *setsEngine) next(n int) int          { return max(2*n, firstProof) }
func (e *setsEngine) stepsEach(uint64) uint64 { return uint64(len(e.code.digits)) }
func (e *setsEngine) easy() uint64            { return 600 }

func (e *setsEngine) counted() uint64 {
	const unionSteps = 16 // for a word of a set: its bits are permuted
	return unionSteps * e.steps
}

func (e *setsEngine) bytes(to int) uint64 {
	return e.room(uint64(max(to, e.size)), bits.Len32(e.highest))
}

func (e *setsEngine) cost(n uint64) (grundy.Cost, string, bool) {
	cells := grundy.MulCounts(n+1, n+1)
	return grundy.Cost{
		Bytes: 2 * min(e.room(n+1, bits.Len64(n)), 1<<62),
		Time:  grundy.Nanoseconds(grundy.MulCounts(cells, grundy.MulCounts(uint64(e.levels), n/16+20))),
	}, "sets of values of divisions (games/heap/sequence/engine_sets.go)", true
}

// room bounds the memory of the sets for size values below 2^width.
func (e *setsEngine) room(size uint64, width int) uint64 {
	tables := uint64(1)
	if e.distinct {
		tables++
	}
	if e.unlike {
		tables += 3
	}
	set := 24 + (uint64(1)<<width)/8 + 8
	return grundy.MulCounts(grundy.MulCounts(tables*uint64(e.levels), size), set)
}

// extend appends G(len(values)) … G(to-1).
func (e *setsEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	if to+len(e.code.added) > e.size {
		for n := range values {
			e.highest = max(e.highest, values[n])
		}
		size := max(to+len(e.code.added), 2*e.size)
		if e.room(uint64(size), bits.Len32(e.highest)) > setsBytes {
			if size = to + len(e.code.added); e.room(uint64(size), bits.Len32(e.highest)) > setsBytes {
				return values, e.tooLarge(len(values))
			}
		}
		e.size = size
		e.free, e.differ, e.mixed, e.latest = e.newSets(), e.newSets(), e.newSets(), e.newSets()
		for n := 1; n < len(values); n++ {
			if !e.add(n, values[n], interruptOf(ctx)) {
				e.size = 0 // the sets are not complete
				return values, ctx.Err()
			}
		}
	}
	for n := len(values); n < to; n++ {
		v, ok := e.value(values, n, interruptOf(ctx))
		if !ok {
			return values, ctx.Err()
		}
		if e.highest = max(e.highest, v); e.room(uint64(e.size), bits.Len32(e.highest)) > setsBytes {
			return values, e.tooLarge(n)
		}
		values = append(values, v)
		if n > 0 && !e.add(n, v, interruptOf(ctx)) {
			e.size = 0 // the sets are not complete
			return values, ctx.Err()
		}
	}
	return values, ctx.Err()
}

func (e *setsEngine) tooLarge(n int) error {
	return fmt.Errorf("%s: the sets for more than %d values need more than %d bytes: %w", e.code.Short(), n, uint64(setsBytes), grundy.ErrTooLarge)
}

func (e *setsEngine) newSets() [][]valueSet {
	sets := make([][]valueSet, e.levels)
	for k := range sets {
		sets[k] = make([]valueSet, e.size)
	}
	sets[0][0].add(0)
	return sets
}

// join adds to s each value of t, nim-added to g.
func (e *setsEngine) join(s *valueSet, t valueSet, g uint32) {
	e.steps += uint64(len(t)) + 1
	s.union(t, g)
}

// value returns G(n), and false if it was interrupted.
func (e *setsEngine) value(values []uint32, n int, stop interrupt) (v uint32, ok bool) {
	var seen valueSet
	for taken := -len(e.code.added); taken <= n; taken++ {
		if e.code.period == 0 && taken >= len(e.code.digits) {
			break
		}
		if stop.asked() {
			return 0, false
		}
		d, m := e.code.digit(taken), n-taken
		for k := 0; k < e.levels && !d.isZero(); k++ {
			switch d.leaves(k) {
			case free:
				e.join(&seen, e.free[k][m], 0)
			case distinct:
				e.join(&seen, e.differ[k][m], 0)
			case notAllEqual:
				if k < 2 {
					e.join(&seen, e.free[k][m], 0)
				} else {
					e.join(&seen, e.mixed[k][m], 0)
				}
			case allEqual:
				if k < e.levels-1 {
					seen.addEqual(values, m, k)
					continue
				}
				e.steps += uint64(m)
				for ; k <= m; k++ { // the last kind goes on
					seen.addEqual(values, m, k)
				}
			}
		}
	}
	return seen.mex(), true
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

// add makes heap n, of value g, available to divisions. The result is false if it
// was interrupted: then the sets are of no use any more.
func (e *setsEngine) add(n int, g uint32, stop interrupt) bool {
	last := e.levels - 1
	if e.distinct {
		for k := last; k >= 1 && !stop.asked(); k-- {
			for m := e.size - 1; m >= n; m-- {
				if k == last && e.more {
					e.join(&e.differ[k][m], e.differ[k][m-n], g)
				}
				e.join(&e.differ[k][m], e.differ[k-1][m-n], g)
			}
		}
	}
	if e.unlike {
		// Divisions with some heaps n and others, all of them smaller.
		mixed := e.latest
		for k := 2; k <= last && !stop.asked(); k++ {
			for m := n; m < e.size; m++ {
				s := &mixed[k][m]
				*s = (*s)[:0]
				e.join(s, e.free[k-1][m-n], g)
				if m >= 2*n { // before n there are sets of other heaps
					e.join(s, mixed[k-1][m-n], g)
				}
				if k == last && e.more && m > n {
					e.join(s, e.free[k][m-n], g)
					if m >= 2*n {
						e.join(s, mixed[k][m-n], g)
					}
				}
				e.join(&e.mixed[k][m], *s, 0)
			}
		}
	}
	for k := 1; k <= last && !stop.asked(); k++ {
		for m := n; m < e.size; m++ {
			e.join(&e.free[k][m], e.free[k-1][m-n], g)
			if k == last && e.more {
				e.join(&e.free[k][m], e.free[k][m-n], g)
			}
		}
	}
	return !stop.asked()
}

// A valueSet is a set of nim-values, a bit each.
type valueSet []uint64

func (s *valueSet) add(v uint32) {
	for len(*s) <= int(v/64) {
		*s = append(*s, 0)
	}
	(*s)[v/64] |= 1 << (v % 64)
}

func (s valueSet) has(v uint32) bool {
	return int(v/64) < len(s) && s[v/64]>>(v%64)&1 != 0
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
