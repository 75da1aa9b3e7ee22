package sequence

// This file finds options by nim-value in games of taking from one heap with
// digits that repeat for ever, such as all-but games, where an arithmetic period
// with saltus > 0 is proved. There a heap has as many options as tokens, but each
// value belongs to few heaps: at most one in each residue class of the period, and
// those before the preperiod.

import (
	"math/big"
	"slices"

	"grundy"
)

// findTakings is [Solution.FindOptions] for these games. The result is false in
// others.
func (s *Solution) findTakings(heaps []uint64, lo, hi uint64) (grundy.Found[[]uint64], bool) {
	if _, ok := s.Code.taking(); !ok || s.Period.Saltus == 0 {
		return grundy.Found[[]uint64]{}, false
	}
	return grundy.FindByChange(grundy.ByNimValue, lo, hi, s.sum(heaps), func(change uint64, others bool) grundy.Found[[]uint64] {
		changed := make([][]uint64, len(heaps)) // of each heap: what may be left, falling
		count := new(big.Int)
		for i, h := range heaps {
			changed[i] = s.leftovers(h, s.Value(h)^change)
			if others {
				count.Add(count, new(big.Int).SetUint64(s.Code.countTakings(h)-uint64(len(changed[i]))))
			} else {
				count.Add(count, big.NewInt(int64(len(changed[i]))))
			}
		}
		return grundy.Found[[]uint64]{Count: count, Each: func(yield func([]uint64) bool) {
			for i, h := range heaps {
				if !others {
					for _, left := range changed[i] {
						if !yield(Replace(heaps, i, left)) {
							return
						}
					}
					continue
				}
				for parts := range s.Code.Options(h) {
					left := uint64(0)
					if len(parts) > 0 {
						left = parts[0]
					}
					if !slices.Contains(changed[i], left) && !yield(Replace(heaps, i, left)) {
						return
					}
				}
			}
		}}
	})
}

// leftovers returns the options of a heap of n whose value is v, largest first.
func (s *Solution) leftovers(n, v uint64) (left []uint64) {
	p := s.Period
	for m := uint64(0); m < min(n, p.Preperiod+p.Period); m++ {
		w, _ := s.At(m)
		if m < p.Preperiod && w != v || w > v || (v-w)%p.Saltus != 0 {
			continue
		}
		to := m
		if m >= p.Preperiod {
			turns := (v - w) / p.Saltus
			if turns > (n-1-m)/p.Period {
				continue
			}
			to += turns * p.Period
		}
		heaps := 1
		if to == 0 {
			heaps = 0
		}
		if s.Code.digitAt(n-to).leaves(heaps) != forbidden {
			left = append(left, to)
		}
	}
	slices.SortFunc(left, func(a, b uint64) int {
		if a > b {
			return -1
		}
		return 1
	})
	return left
}

// digitAt returns d_taken, for any number of tokens that can be taken.
func (c Code) digitAt(taken uint64) digit {
	if first := uint64(len(c.digits) - c.period); taken >= first && c.period > 0 {
		return c.digits[first+(taken-first)%uint64(c.period)]
	}
	if taken < uint64(len(c.digits)) {
		return c.digits[taken]
	}
	return digit{}
}
