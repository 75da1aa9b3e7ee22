package ordinal_test

import (
	"fmt"

	"github.com/grundy-games/grundy/theory/ordinal"
)

// The cube of ω as a nimber is 2, the first finite nimber without a finite cube root.
func Example() {
	w, _, err := ordinal.Parse("w")
	if err != nil {
		panic(err)
	}
	var field ordinal.Field
	square, err := field.Mul(w, w)
	if err != nil {
		panic(err)
	}
	cube, err := field.Mul(square, w)
	fmt.Println(square, cube, err)
	// Output: w^2 2 <nil>
}
