package solve_test

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
)

// A heap whose positions are all written alike, unless told asks for different texts.
type sameText struct{ told bool }

func (sameText) AppendOptions(dst []int, n int) []int {
	for k := range n {
		dst = append(dst, k)
	}
	return dst
}

func (a sameText) AppendPosition(dst []byte, n int) []byte {
	if a.told {
		dst = append(dst, byte('a'+n))
	}
	return append(dst, "heap"...)
}

// Positions that are written alike are not told to be a cycle.
func TestWrittenAlike(t *testing.T) {
	for _, misere := range []grundy.Convention{grundy.Normal, grundy.Misere} {
		_, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(grundy.Place(sameText{}, 4)), Convention: misere})
		if err == nil || !strings.Contains(err.Error(), "two positions that differ are both written heap") || strings.Contains(err.Error(), "cycle") {
			t.Errorf("%v: %v", misere, err)
		}
		a, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(grundy.Place(sameText{true}, 4)), Convention: misere})
		if err != nil || a.Outcome != grundy.N {
			t.Errorf("%v: %v, %v", misere, a, err)
		}
	}
}
