package board

import (
	"context"
	"testing"

	"grundy"
)

// BenchmarkBox compares the engine for any number of dimensions with the naive
// method, which looks at all options of each cell, and in two dimensions with the
// engine for pieces.
func BenchmarkBox(b *testing.B) {
	queen := Rules{Name: "queen", Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}}
	blocked := queen
	blocked.Blocked = [][]uint64{{100, 200}, {7, 7}}
	knight := Rules{Name: "knight4", Sides: []uint64{300, 300}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}}
	queen3 := Rules{Name: "queen3", Sides: []uint64{0, 0, 0}, Rides: [][]int64{
		{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, -1, 0}, {-1, 0, -1}, {0, -1, -1}, {-1, -1, -1},
	}}
	for _, bench := range []struct {
		name  string
		rules Rules
		sides []uint64
	}{{"queen", queen, []uint64{300, 300}}, {"blocked", blocked, []uint64{300, 300}}, {"knight4", knight, []uint64{300, 300}}, {"queen3", queen3, []uint64{60, 60, 60}}} {
		if testing.Short() && bench.rules.Sides[0] == 0 { // a board without end
			for i := range bench.sides {
				bench.sides[i] /= 4
			}
		}
		g := newGame(b, bench.rules)
		cells := float64(g.boxTo(cornerOf(bench.sides), grundy.ByNimValue).cells)
		rate := func(b *testing.B) { b.ReportMetric(cells*float64(b.N)/b.Elapsed().Seconds(), "cells/s") }
		b.Run(bench.name+"/box", func(b *testing.B) {
			for b.Loop() {
				if _, err := NewBox(b.Context(), g, grundy.ByNimValue, bench.sides, nil); err != nil {
					b.Fatal(err)
				}
			}
			rate(b)
		})
		b.Run(bench.name+"/naive", func(b *testing.B) {
			for b.Loop() {
				naiveBox(g, bench.sides)
			}
			rate(b)
		})
		if p, ok := g.Piece(); ok {
			b.Run(bench.name+"/piece", func(b *testing.B) {
				for b.Loop() {
					newTable(b, p, bench.sides[0], bench.sides[1])
				}
				rate(b)
			})
		}
	}
}

// naiveBox computes all nim-values by looking at all options of each cell.
func naiveBox(g *Game, sides []uint64) []grundy.Value {
	s := g.boxTo(cornerOf(sides), grundy.ByNimValue)
	cells := make([]grundy.Value, s.cells)
	position := make([]uint64, len(sides))
	var options [][]uint64
	var values []grundy.Value
	err := s.walk(&pace{ctx: context.Background()}, func(i uint64, cell []int) {
		for j, v := range cell {
			position[j] = uint64(v)
		}
		if g.isBlocked(position) {
			return
		}
		options, values = g.AppendOptions(options[:0], position), values[:0]
		for _, q := range options {
			values = append(values, cells[s.index(q)])
		}
		cells[i] = grundy.Mex(values...)
	})
	if err != nil {
		panic(err)
	}
	return cells
}

// Boxes that are larger than those that the oracle knows.
func TestBoxAgainstNaive(t *testing.T) {
	skipInShort(t)
	for _, test := range []struct {
		rules Rules
		sides []uint64
	}{
		{Rules{Name: "queen3", Sides: []uint64{0, 0, 0}, Rides: [][]int64{
			{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, -1, 0}, {-1, 0, -1}, {0, -1, -1}, {-1, -1, -1},
		}, Blocked: [][]uint64{{4, 4, 4}, {0, 9, 2}}}, []uint64{13, 12, 14}},
		{Rules{Name: "climbing", Sides: []uint64{90, 110}, Rides: [][]int64{{-2, 1}, {1, -2}, {-1, -1}}, Leaps: [][]int64{{-7, 5}}}, []uint64{90, 110}},
		{Rules{Name: "rook", Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {0, -3}, {-5, 0}}, Leaps: [][]int64{{-70, -1}}}, []uint64{500, 40}},
	} {
		g := newGame(t, test.rules)
		box, err := NewBox(t.Context(), g, grundy.ByNimValue, test.sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := naiveBox(g, test.sides)
		s := g.boxTo(cornerOf(test.sides), grundy.ByNimValue)
		eachCell(test.sides, func(cell []uint64) {
			if got := box.At(cell...); got != want[s.index(cell)] {
				t.Fatalf("%v%v: %d, naive %d", g, cell, got, want[s.index(cell)])
			}
		})
	}
}
