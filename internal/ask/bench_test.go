package ask_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
)

// A table of a file of rules of three fields, one of which is fixed, and the same cells
// solved one by one.
func BenchmarkTableOfThreeFields(b *testing.B) {
	const side = 16
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			a, err := ask.Values{Game: "pass-nim(_,_,1)", Size: fmt.Sprintf("%dx%d", side, side)}.Ask(b.Context(), ask.Means{})
			if err == nil {
				err = a.Write(b.Context(), io.Discard)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(side*side*b.N)/b.Elapsed().Seconds(), "cells/s")
	})
	b.Run("apart", func(b *testing.B) {
		for b.Loop() {
			for x := range side {
				for y := range side {
					if _, err := (ask.Solve{Position: fmt.Sprintf("pass-nim(%d,%d,1)", x, y)}).Ask(b.Context(), ask.Means{}); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
		b.ReportMetric(float64(side*side*b.N)/b.Elapsed().Seconds(), "cells/s")
	})
}
