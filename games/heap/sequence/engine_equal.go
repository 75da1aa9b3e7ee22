package sequence

// This engine serves codes in which the heaps that a move leaves are all of one size. A
// heap has at most one option for each number of tokens taken and each number of heaps, so
// the engine looks at all options.
//
// If k equal heaps have m tokens together, each has m/k, and their nim-sum is 0 for even
// k, the value of one of them for odd k. Where any number of heaps from some k on
// will do, these are the divisors of m. So a value costs O(1) for each number that
// a digit lists, and O(sqrt n) for a digit that lists all from some on.

import (
	"context"
	"math"

	"github.com/grundy-games/grundy"
)

type equalEngine struct {
	oneByOne
	seen Marks
}

// newEqualEngine returns the engine, and false if c is not for it.
func newEqualEngine(c Code) (*equalEngine, bool) {
	if !c.leavesEqual() {
		return nil, false
	}
	return &equalEngine{oneByOne: oneByOne{code: c}}, true
}

// leavesEqual reports whether several heaps are only left where all of them are of
// one size.
func (c Code) leavesEqual() bool {
	only := func(digits []digit) bool {
		for _, d := range digits {
			most, bounded := d.maxParts()
			if !bounded {
				most = max(most, 2)
			}
			for k := 2; k <= most; k++ {
				if kind := d.leaves(k); kind != forbidden && kind != allEqual {
					return false
				}
			}
		}
		return true
	}
	return only(c.added) && only(c.digits)
}

func (e *equalEngine) cost(n uint64) (grundy.Cost, string, bool) {
	each := uint64(0)
	for taken := -len(e.code.added); taken < len(e.code.digits); taken++ {
		d := e.code.digit(taken)
		if each += uint64(1 + len(d.kinds)); d.more {
			each += uint64(math.Sqrt(float64(n)))
		}
	}
	if e.code.period > 0 {
		each = grundy.MulCounts(each, n/uint64(len(e.code.digits))+1)
	}
	return e.costOf(n, grundy.MulCounts(2*n, each))
}

// extend appends G(len(values)) … G(to-1).
func (e *equalEngine) extend(ctx context.Context, values []uint32, to int) ([]uint32, error) {
	return extendEach(ctx, e.code, values, to, e.value)
}

// value returns G(n).
func (e *equalEngine) value(values []uint32, n int) uint32 {
	e.seen.Clear()
	e.code.equalWays(n, func(k, m int) {
		e.steps++
		if k%2 == 0 {
			e.seen.Mark(0)
		} else {
			e.seen.Mark(values[m])
		}
	})
	e.steps += uint64(e.code.tried(n))
	return e.seen.Mex()
}

// equalWays calls way for each option of a heap of n, for codes that leave equal
// heaps: k heaps of m tokens each. Where there are no heaps, k and m are 0.
func (c Code) equalWays(n int, way func(k, m int)) {
	for taken := -len(c.added); taken < c.tried(n)-len(c.added); taken++ {
		d, left := c.digit(taken), n-taken
		for k, kind := range d.kinds {
			switch {
			case kind == forbidden || (k == 0) != (left == 0):
			case k == 0:
				way(0, 0)
			case left%k == 0:
				way(k, left/k)
			}
		}
		if !d.more {
			continue
		}
		for k := 1; k*k <= left; k++ {
			if left%k != 0 {
				continue
			}
			if k >= len(d.kinds) {
				way(k, left/k)
			}
			if k*k != left && left/k >= len(d.kinds) {
				way(left/k, k)
			}
		}
	}
}

// tried returns how many digits there are for a heap of n, those for added tokens
// among them.
func (c Code) tried(n int) int {
	if c.period > 0 {
		return len(c.added) + n + 1
	}
	return len(c.added) + min(n, len(c.digits)-1) + 1
}
