package compound_test

import (
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// Move in all games at once: the least remoteness decides.
func ExampleKind_Theorem() {
	kind, err := compound.ParseKind("conjunctive")
	if err != nil {
		fmt.Println(err)
		return
	}
	theorem, ok := kind.Theorem(grundy.Normal, 2, 2)
	fmt.Println(theorem.Measure, ok)
	fmt.Println(theorem.Outcome([]compound.Part{{Measure: 2, Copies: 1}, {Measure: 5, Copies: 1}}))
	// Output:
	// remoteness true
	// P
}
