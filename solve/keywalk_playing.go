//go:build playing

package solve

// The page that plays asks about few positions: it walks through them as through those of sums.

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

func (by *packing[K]) walk(s *solver, _ grundy.Component) walk {
	return s.newRetrograde(compound.Disjunctive)
}
