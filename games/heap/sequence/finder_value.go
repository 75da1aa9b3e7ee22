package sequence

// This file finds options by nim-value where a heap has too many to look at each. There
// a value belongs to few of them, or to many that are counted together.

import (
	"iter"
	"math/big"

	"github.com/grundy-games/grundy"
)

// A byValue finds the options of a heap that have a nim-value.
type byValue interface {
	count(n, v uint64) *big.Int          // how many options of n have the value v
	each(n, v uint64) iter.Seq[[]uint64] // these, in the order of Code.Options
}

// byValue returns what finds options of s by their value, and false if no theorem
// does. The period of s must be proved.
func (s *Solution) byValue() (byValue, bool) {
	if s.Code.dividesFarOut() {
		return s.dividing(), true
	}
	_, ok := s.Code.taking()
	return takings{s}, ok && s.Period.Saltus > 0
}

// findByValue is [Solution.FindOptions] for single nim-values, and all others.
func (s *Solution) findByValue(x byValue, heaps []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	return grundy.FindByChange(grundy.ByNimValue, lo, hi, s.sum(heaps), func(change uint64, others bool) grundy.Found[[]uint64] {
		counts, count := make([]*big.Int, len(heaps)), new(big.Int)
		for i, h := range heaps {
			counts[i] = x.count(h, s.Value(h)^change)
			if others {
				counts[i].Sub(s.Code.countTwo(h), counts[i])
			}
			count.Add(count, counts[i])
		}
		return grundy.Found[[]uint64]{Count: count, Each: func(yield func([]uint64) bool) {
			for i, h := range heaps {
				if counts[i].Sign() == 0 {
					continue // to look for them could take for ever
				}
				v := s.Value(h) ^ change
				options := x.each(h, v)
				if others {
					options = s.except(h, v)
				}
				for parts := range options {
					if !yield(Replace(heaps, i, parts...)) {
						return
					}
				}
			}
		}}
	})
}

// except yields the options of n whose value is not v, in the order of
// [Code.Options].
func (s *Solution) except(n, v uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for parts := range s.Code.Options(n) {
			if s.sum(parts) != v && !yield(parts) {
				return
			}
		}
	}
}
