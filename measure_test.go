package grundy_test

import (
	"testing"

	"github.com/grundy-games/grundy"
)

// The measures that follow from the nim-value, whatever the order of the constants.
func TestMeasuresOfNimValues(t *testing.T) {
	for m := grundy.ByOutcome; m <= grundy.ByMisereNimValue; m++ {
		want := map[grundy.Measure][]uint64{grundy.ByOutcome: {0, 1, 1}, grundy.ByNimValue: {0, 1, 7}}[m]
		if got := m.FollowsFromNimValue(); got != (want != nil) {
			t.Errorf("%v follows from the nim-value: %v", m, got)
		}
		for i, v := range []uint64{0, 1, 7} {
			got, ok := m.OfNimValue(v)
			if ok != (want != nil) || ok && got != want[i] {
				t.Errorf("%v of nim-value %d is %d, %v", m, v, got, ok)
			}
		}
	}
}
