package plot

import (
	"io"
	"testing"
)

// BenchmarkHeatMap draws 1024 x 1024 cells of a pixel, which compress badly.
func BenchmarkHeatMap(b *testing.B) {
	const side = 1024
	h := HeatMap{Width: side, Height: side, Cell: 1, At: func(x, y int) uint64 { return uint64(x*x^y*y) % 1009 }}
	for _, f := range []Format{PNG, SVG} {
		b.Run(f.String(), func(b *testing.B) {
			for b.Loop() {
				if err := h.Write(b.Context(), io.Discard, f, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(side*side*float64(b.N)/b.Elapsed().Seconds(), "cells/s")
		})
	}
}

// BenchmarkSequence draws a million points.
func BenchmarkSequence(b *testing.B) {
	s := Sequence{Values: make([]uint64, 1_000_000)}
	for i := range s.Values {
		s.Values[i] = uint64(i*i) % 251
	}
	for b.Loop() {
		if err := s.Write(b.Context(), io.Discard, PNG, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(s.Values)*b.N)/b.Elapsed().Seconds(), "values/s")
}
