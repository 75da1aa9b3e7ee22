package misere_test

import (
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// Misère Nim: heaps of 1 are fickle, larger ones firm.
func ExampleOutcome() {
	heaps := func(sizes ...uint64) (parts []compound.Part) {
		for _, n := range sizes {
			parts = append(parts, compound.Part{Measure: misere.OfNimValue(grundy.Value(n)), Copies: 1})
		}
		return parts
	}
	fmt.Println(misere.Outcome(heaps(1, 1)), misere.Outcome(heaps(1, 1, 1)), misere.Outcome(heaps(2, 2)))
	// Output:
	// N P P
}
