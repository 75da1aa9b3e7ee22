package sequence

// This file finds options by nim-value in games of taking from one heap with
// digits that repeat for ever, such as all-but games, where an arithmetic period
// with saltus > 0 is proved. There a heap has as many options as tokens, but each
// value belongs to few heaps: at most one in each residue class of the period, and
// those before the preperiod.

import (
	"cmp"
	"iter"
	"math/big"
	"slices"
)

// takings are the options in these games.
type takings struct{ *Solution }

func (s takings) count(n, v uint64) *big.Int { return big.NewInt(int64(len(s.leftovers(n, v)))) }

func (s takings) each(n, v uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for _, left := range s.leftovers(n, v) {
			parts := []uint64{left}
			if left == 0 {
				parts = nil
			}
			if !yield(parts) {
				return
			}
		}
	}
}

// leftovers returns the options of a heap of n whose value is v, largest first.
func (s takings) leftovers(n, v uint64) (left []uint64) {
	p := s.Period
	for m := uint64(0); m < min(n, p.Preperiod+p.Period); m++ {
		w := s.Value(m)
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
		if s.Code.digit(int(n-to)).leaves(int(min(to, 1))) != forbidden {
			left = append(left, to)
		}
	}
	slices.SortFunc(left, func(a, b uint64) int { return cmp.Compare(b, a) })
	return left
}
