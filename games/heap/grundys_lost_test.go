package heap

import (
	"testing"

	"grundy/games/heap/sequence"
	"grundy/internal/long"
)

func TestGrundysLost(t *testing.T) {
	most := long.Or[uint64](1<<15, grundysTo)
	values, err := sequence.Solve(t.Context(), sequence.MustCode("4!.0"), most+1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range most + 1 {
		outcome, ok := GrundysOutcome(n)
		if !ok || (values.Value(n) == 0) != (outcome == 0) {
			t.Fatalf("the heap of %d has nim-value %d; outcome %d, %v", n, values.Value(n), outcome, ok)
		}
	}
	if _, ok := GrundysOutcome(grundysTo + 1); ok {
		t.Error("the heap of 2^24 + 1 has an outcome")
	}
	if last := grundysLost[len(grundysLost)-1]; last > 1<<15 {
		t.Errorf("%d is lost, and beyond what is compared always", last)
	}
}
