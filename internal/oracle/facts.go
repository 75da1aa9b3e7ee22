package oracle

import (
	"fmt"

	"github.com/grundy-games/grundy"
)

// A Fact says that the nim-value of a position is N, where Equal, or is not N.
type Fact[K comparable] struct {
	Key   K
	N     uint64
	Equal bool
	// Mirrored says that the value 0 is known by a strategy: no move shows it.
	Mirrored bool
}

// Facts are what was shown of positions of a game, each by those before it and by the moves.
type Facts[K comparable] struct {
	rules grundy.MoveLister[K]
	equal map[K]uint64
	nots  map[not[K]]bool
}

type not[K comparable] struct {
	key K
	n   uint64
}

// NewFacts returns facts of a game, none of which is shown.
func NewFacts[K comparable](rules grundy.MoveLister[K]) *Facts[K] {
	return &Facts[K]{rules, map[K]uint64{}, map[not[K]]bool{}}
}

// Show reports whether the facts show that a sum with a heap of n is a P-position, or, where p is false,
// an N-position.
func (s *Facts[K]) Show(p bool, n uint64, keys []K) bool {
	var open []K
	for k := range oddOf(keys) {
		if v, known := s.equal[k]; known {
			n ^= v
		} else {
			open = append(open, k)
		}
	}
	if len(open) == 0 {
		return p == (n == 0)
	}
	return !p && len(open) == 1 && s.nots[not[K]{open[0], n}]
}

// Add adds a fact. The error is of one that is not shown.
func (s *Facts[K]) Add(f Fact[K]) error {
	var m grundy.Moves[K]
	if err := s.rules.AppendMoves(&m, f.Key); err != nil {
		return err
	}
	some, from, distinct := false, 0, map[string]bool{}
	for _, end := range m.Ends {
		option := m.Parts[from:end]
		from = end
		distinct[fmt.Sprint(oddOf(option))] = true // which prints keys in order
		some = some || s.Show(true, f.N, option)
		if f.Equal && !f.Mirrored && !s.Show(false, f.N, option) {
			return fmt.Errorf("%v = %d rests on an option that is not shown", f.Key, f.N)
		}
	}
	if !f.Equal {
		v, known := s.equal[f.Key]
		if !some && f.N <= uint64(len(distinct)) && (!known || v == f.N) {
			return fmt.Errorf("nothing shows that %v is not %d", f.Key, f.N)
		}
		s.nots[not[K]{f.Key, f.N}] = true
		return nil
	}
	for lower := range f.N {
		if !s.nots[not[K]{f.Key, lower}] {
			return fmt.Errorf("%v = %d: not %d is missing", f.Key, f.N, lower)
		}
	}
	s.equal[f.Key] = f.N
	return nil
}

// oddOf returns the positions that are there an odd number of times.
func oddOf[K comparable](keys []K) map[K]bool {
	odd := map[K]bool{}
	for _, k := range keys {
		if odd[k] = !odd[k]; !odd[k] {
			delete(odd, k)
		}
	}
	return odd
}
