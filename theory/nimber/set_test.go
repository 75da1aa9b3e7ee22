package nimber_test

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/theory/nimber"
)

// Sets and sums of sets, by lists of numbers.
func TestSets(t *testing.T) {
	random := chance.New(t, 1)
	var sums nimber.Sums
	for range 2000 {
		want := map[uint32]bool{}
		var bySet nimber.Set
		for range 1 + random.IntN(4) {
			g, span := random.Uint32N(1+random.Uint32N(300)), 1+random.Uint32N(1<<random.IntN(10))
			var some nimber.Set
			for range random.IntN(6) {
				v := random.Uint32N(span)
				some.Add(v)
				want[v^g] = true
			}
			bySet.AddSums(some, g)
			sums.Add(some, g)
		}
		for name, set := range map[string]nimber.Set{"AddSums": bySet, "Sums": sums.Take()} {
			got := slices.Collect(set.Each)
			if len(got) != len(want) || !slices.IsSorted(got) {
				t.Fatalf("%s: %v, want %v", name, got, want)
			}
			mex := uint32(0)
			for want[mex] {
				mex++
			}
			for _, v := range got {
				if !want[v] || !set.Has(v) {
					t.Fatalf("%s: %v has %d, want %v", name, got, v, want)
				}
			}
			if set.Has(mex) || set.Mex() != mex {
				t.Fatalf("%s: the mex of %v is %d, want %d", name, got, set.Mex(), mex)
			}
		}
	}
}
