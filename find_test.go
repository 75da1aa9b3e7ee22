package grundy_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/grundy-games/grundy"
)

// Which question about a change of the nim-value stands for options of one value, of
// either outcome, all options, and those whose nim-value is not 0.
func TestFindByChange(t *testing.T) {
	const most, own = math.MaxUint64, 5
	type asked struct {
		change uint64
		others bool
	}
	for _, test := range []struct {
		m      grundy.Measure
		lo, hi uint64
		want   asked
		ok     bool
	}{
		{grundy.ByNimValue, 0, 0, asked{own, false}, true},
		{grundy.ByNimValue, 1, 1, asked{own ^ 1, false}, true},
		{grundy.ByNimValue, 6, 6, asked{own ^ 6, false}, true},
		{grundy.ByNimValue, most, most, asked{own ^ most, false}, true},
		{grundy.ByNimValue, 1, 0, asked{0, false}, true}, // none
		{grundy.ByNimValue, 0, most, asked{0, true}, true},
		{grundy.ByNimValue, 1, most, asked{own, true}, true},
		{grundy.ByNimValue, 2, most, asked{}, false},
		{grundy.ByNimValue, 0, 1, asked{}, false},
		{grundy.ByNimValue, 0, most - 1, asked{}, false},
		{grundy.ByNimValue, 1, most - 1, asked{}, false},
		{grundy.ByOutcome, 0, 0, asked{own, false}, true},
		{grundy.ByOutcome, 1, 1, asked{own, true}, true},
		{grundy.ByOutcome, 0, 1, asked{0, true}, true},
		{grundy.ByOutcome, 2, 3, asked{0, false}, true},
		{grundy.ByRemoteness, 0, 0, asked{}, false},
		{grundy.ByMisereNimValue, 0, most, asked{}, false},
	} {
		var got []asked
		found, ok := grundy.FindByChange(test.m, test.lo, test.hi, own, func(change uint64, others bool) grundy.Found[int] {
			got = append(got, asked{change, others})
			return grundy.Found[int]{Count: big.NewInt(42)}
		})
		if !test.ok {
			if ok || len(got) > 0 {
				t.Errorf("%v %d … %d: asked for %v, %v; want no answer", test.m, test.lo, test.hi, got, ok)
			}
			continue
		}
		if !ok || len(got) != 1 || got[0] != test.want || found.Count.Int64() != 42 {
			t.Errorf("%v %d … %d: asked for %v, %v; want %v", test.m, test.lo, test.hi, got, ok, test.want)
		}
	}
}
