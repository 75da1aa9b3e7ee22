package solve_test

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// The sum of no components is a position without a move, as a heap of nothing is, in every
// compound and in both conventions.
func TestEmptySum(t *testing.T) {
	kinds := []compound.Kind{compound.Moore(1), compound.Moore(2)}
	for kind := compound.Disjunctive; kind <= compound.ProperSelective; kind++ {
		kinds = append(kinds, kind)
	}
	for _, kind := range kinds {
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			want := grundy.P
			if convention == grundy.Misere {
				want = grundy.N
			}
			q := solve.Question{Compound: kind, Convention: convention, MaxMoves: 10}
			a, err := solve.Solve(t.Context(), q)
			if err != nil {
				t.Errorf("%v, %v: %v", kind, convention, err)
				continue
			}
			if a.Outcome != want || len(a.WinningMoves) > 0 || a.NimValue != nil && *a.NimValue != 0 {
				t.Errorf("%v, %v: %v with %d winning moves, want %v", kind, convention, a.Outcome, len(a.WinningMoves), want)
			}
			list, err := solve.Options(t.Context(), solve.OptionsQuestion{Question: q})
			if err != nil || len(list.Options) > 0 || list.Count.Sign() != 0 {
				t.Errorf("%v, %v: options %+v, %v", kind, convention, list, err)
			}
		}
	}
	if _, err := position.Parse(""); err == nil {
		t.Error("an empty text is a position")
	}
}
