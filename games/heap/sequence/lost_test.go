package sequence

import (
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

func TestGrundysLost(t *testing.T) {
	most := long.Of[uint64](1<<15, 1<<20, grundysTo)
	values, err := Solve(t.Context(), MustCode("4!.0"), most+1, nil)
	if err != nil {
		t.Fatal(err)
	}
	grundys := MustCode("4!.0")
	for n := range most + 1 {
		outcome, ok := grundys.Outcome(n)
		if !ok || (values.Value(n) == 0) != (outcome == 0) {
			t.Fatalf("the heap of %d has nim-value %d; outcome %d, %v", n, values.Value(n), outcome, ok)
		}
	}
	for code, heap := range map[string]uint64{"4!.0": grundysTo + 1, "4.0": 4, "4!.3": 4} {
		if outcome, ok := MustCode(code).Outcome(heap); ok {
			t.Errorf("%s: a heap of %d has the outcome %d", code, heap, outcome)
		}
	}
	if last := grundysLost[len(grundysLost)-1]; last > 1<<15 {
		t.Errorf("%d is lost, and beyond what is compared always", last)
	}
}
