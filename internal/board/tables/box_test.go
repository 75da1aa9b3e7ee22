package tables

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
)

// TestBarredRaster compares the raster round blocked cells with the engine for any number of
// dimensions, across several strips, also where the box is higher than long.
func TestBarredRaster(t *testing.T) {
	r := boardtest.NewRandom(t)
	pieces := []moves.Rules{
		{Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}},
		{Rides: [][]int64{{-1, 0}, {0, -1}}, Leaps: [][]int64{{-1, -2}, {-3, -3}, {-2, 0}}},
		{Rides: [][]int64{{-1, -2}, {0, -1}, {-3, -1}}, Leaps: [][]int64{{-1, 0}}},
		{Leaps: [][]int64{{-1, -2}, {-2, -1}, {-1, 0}}},
	}
	for i := range 12 {
		rules := pieces[i%len(pieces)]
		rules.Sides = []uint64{0, 0}
		sides := []uint64{uint64(140 + r.IntN(150)), uint64(30 + r.IntN(40))}
		if i%3 == 1 {
			slices.Reverse(sides)
		}
		for range 1 + r.IntN(60) {
			rules.Blocked = append(rules.Blocked, []uint64{r.Uint64N(sides[0] + 3), r.Uint64N(sides[1] + 3)})
		}
		s := boxTo(boardtest.NewMoves(t, rules), moves.CornerOf(sides), grundy.ByNimValue)
		if _, ok := s.plane(); !ok {
			t.Fatalf("%v has no raster", rules)
		}
		got, err := s.fill(&Pace{Ctx: t.Context()})
		if err != nil {
			t.Fatal(err)
		}
		want := newBoxFiller[uint32](s)
		if err := s.walk(&Pace{Ctx: t.Context()}, want.cell); err != nil {
			t.Fatal(err)
		}
		for i, v := range want.cells {
			if got(uint64(i)) != uint64(v) {
				t.Fatalf("%v: (%d,%d) has %d, want %d", rules, uint64(i)/s.strides[0], uint64(i)%s.strides[0], got(uint64(i)), v)
			}
		}
	}
}

// BenchmarkBox compares the engine for any number of dimensions with the naive
// method, which looks at all options of each cell, and in two dimensions with the
// engine for pieces.
func BenchmarkBox(b *testing.B) {
	queen := moves.Rules{Name: "queen", Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}}
	blocked := queen
	blocked.Blocked = [][]uint64{{100, 200}, {7, 7}}
	knight := moves.Rules{Name: "knight4", Sides: []uint64{300, 300}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}}
	queen3 := moves.Rules{Name: "queen3", Sides: []uint64{0, 0, 0}, Rides: [][]int64{
		{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, -1, 0}, {-1, 0, -1}, {0, -1, -1}, {-1, -1, -1},
	}}
	for _, bench := range []struct {
		name  string
		rules moves.Rules
		sides []uint64
	}{{"queen", queen, []uint64{300, 300}}, {"blocked", blocked, []uint64{300, 300}}, {"knight4", knight, []uint64{300, 300}}, {"queen3", queen3, []uint64{60, 60, 60}}} {
		if testing.Short() && bench.rules.Sides[0] == 0 { // a board without end
			for i := range bench.sides {
				bench.sides[i] /= 4
			}
		}
		g := boardtest.NewMoves(b, bench.rules)
		cells := float64(boxTo(g, moves.CornerOf(bench.sides), grundy.ByNimValue).cells)
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
		if p, ok := g.Plane(); ok {
			b.Run(bench.name+"/piece", func(b *testing.B) {
				for b.Loop() {
					newTableIn(b, p, grundy.ByNimValue, bench.sides[0], bench.sides[1])
				}
				rate(b)
			})
		}
	}
}

// naiveBox computes all nim-values by looking at all options of each cell.
func naiveBox(g *moves.Space, sides []uint64) []grundy.Value {
	s := boxTo(g, moves.CornerOf(sides), grundy.ByNimValue)
	cells := make([]grundy.Value, s.cells)
	position := make([]uint64, len(sides))
	var options [][]uint64
	var values []grundy.Value
	err := s.walk(&Pace{Ctx: context.Background()}, func(i uint64, cell []int) {
		for j, v := range cell {
			position[j] = uint64(v)
		}
		if g.IsBlocked(position) {
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
	for _, test := range []struct {
		rules moves.Rules
		sides []uint64
	}{
		{moves.Rules{Name: "queen3", Sides: []uint64{0, 0, 0}, Rides: [][]int64{
			{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, -1, 0}, {-1, 0, -1}, {0, -1, -1}, {-1, -1, -1},
		}, Blocked: [][]uint64{{4, 4, 4}, {0, 9, 2}}}, []uint64{13, 12, 14}},
		{moves.Rules{Name: "climbing", Sides: []uint64{90, 110}, Rides: [][]int64{{-2, 1}, {1, -2}, {-1, -1}}, Leaps: [][]int64{{-7, 5}}}, []uint64{90, 110}},
		{moves.Rules{Name: "rook", Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 0}, {0, -3}, {-5, 0}}, Leaps: [][]int64{{-70, -1}}}, []uint64{500, 40}},
	} {
		g := boardtest.NewMoves(t, test.rules)
		box, err := NewBox(t.Context(), g, grundy.ByNimValue, test.sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := naiveBox(g, test.sides)
		s := boxTo(g, moves.CornerOf(test.sides), grundy.ByNimValue)
		boardtest.EachCell(test.sides, func(cell []uint64) {
			if got := box.At(cell...); got != want[s.index(cell)] {
				t.Fatalf("%v%v: %d, naive %d", g, cell, got, want[s.index(cell)])
			}
		})
	}
}

// A box allocates as much as its cost said, and stops soon after its
// context ends.
func TestBoxCost(t *testing.T) {
	for _, rules := range []moves.Rules{
		{Name: "queen", Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}, {0, -1}, {-1, -1}}},
		{Name: "nim", Sides: []uint64{0, 0, 0}, Rides: [][]int64{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, Blocked: [][]uint64{{1, 1, 1}}},
		{Name: "knight4", Sides: []uint64{600, 600}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}},
		{Name: "heavy", Sides: []uint64{600, 600}, Leaps: [][]int64{{-999, 1000}, {1, -900}}},
		{Name: "long", Sides: []uint64{0, 0}, Rides: [][]int64{{-7, -5}, {-3, 0}}},
	} {
		g := boardtest.NewMoves(t, rules)
		sides := slices.Repeat([]uint64{400}, len(rules.Sides))
		if len(sides) > 2 {
			sides = []uint64{60, 50, 70}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := NewBox(t.Context(), g, grundy.ByNimValue, sides, nil); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		cost, bytes := BoxCost(g, grundy.ByNimValue, sides), after.TotalAlloc-before.TotalAlloc
		if bytes > cost.Bytes+cost.Bytes/20+1<<16 || cost.Bytes > bytes+bytes/2+1<<16 || cost.Time <= 0 {
			t.Errorf("%v: %d bytes allocated, cost %+v", g, bytes, cost)
		}
		ctx, cancel := context.WithCancel(t.Context())
		_, err := NewBox(ctx, g, grundy.ByNimValue, sides, func(done, total uint64) {
			if done > total {
				t.Errorf("%v: %d of %d done", g, done, total)
			}
			cancel()
		})
		if cancel(); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v after it was cancelled", g, err)
		}
	}
	g := boardtest.NewMoves(t, moves.Rules{Sides: []uint64{5, 0}})
	for _, sides := range [][]uint64{{6, 1}, {1}, {1, 1, 1}} {
		if _, err := NewBox(t.Context(), g, grundy.ByNimValue, sides, nil); err == nil || errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("a box of %v: %v", sides, err)
		}
	}
	if _, err := NewBox(t.Context(), g, grundy.ByNimValue, []uint64{0, 1 << 40}, nil); err != nil || BoxCost(g, grundy.ByNimValue, []uint64{0, 5}) != (grundy.Cost{}) {
		t.Errorf("an empty box: %v", err)
	}
	if _, err := NewBox(t.Context(), g, grundy.ByNimValue, []uint64{5, 1 << 40}, nil); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a large box: %v", err)
	}
}

// Cells are sorted by counting or by a heap: both give the same weights.
func TestSorts(t *testing.T) {
	g := boardtest.NewMoves(t, moves.Rules{Name: "circling knight", Sides: []uint64{50, 70}, Rides: [][]int64{{-2, 3}, {1, -3}}})
	s := boxTo(g, []uint64{49, 69}, grundy.ByNimValue)
	w, least, most, ok := s.weights()
	if !ok || s.order != nil || !s.isDense(most) {
		t.Fatalf("weights %v, %d … %d, order %v", w, least, most, s.order)
	}
	weight := func(i int) int64 { return w[0]*int64(i/70) + w[1]*int64(i%70) - least }
	counted, err := s.countByWeight(t.Context(), weight, most)
	if err != nil {
		t.Fatal(err)
	}
	sorted, err := s.sortByWeight(t.Context(), weight, most)
	if err != nil {
		t.Fatal(err)
	}
	for i := range counted {
		if weight(int(counted[i])) != weight(int(sorted[i])) || i > 0 && weight(int(sorted[i])) < weight(int(sorted[i-1])) {
			t.Fatalf("at %d: %d by counting, %d by a heap", i, counted[i], sorted[i])
		}
	}
}

// The order by weights, and the one of a dictionary, give the same; and the
// general engine what the one in two dimensions does.
func TestOrders(t *testing.T) {
	for _, p := range []moves.Plane{boardtest.QueenMoves(), boardtest.Knight4Moves(40), boardtest.OtherPlanes()[0], boardtest.OtherPlanes()[4]} {
		rules := moves.Rules{Name: p.Name, Sides: []uint64{p.Side, p.Side}}
		for _, s := range p.Leaps {
			rules.Leaps = append(rules.Leaps, []int64{s.DX, s.DY})
		}
		for _, s := range p.Rides {
			rules.Rides = append(rules.Rides, []int64{s.DX, s.DY})
		}
		g := boardtest.NewMoves(t, rules)
		table := newTableIn(t, p, grundy.ByNimValue, 40, 40)
		for _, sorted := range []bool{false, true} {
			s := boxTo(g, []uint64{39, 39}, grundy.ByNimValue)
			if sorted {
				s.order = nil
			}
			values, err := s.fill(&Pace{Ctx: context.Background()})
			if err != nil {
				t.Fatal(err)
			}
			boardtest.EachCell([]uint64{40, 40}, func(c []uint64) {
				if v := values(s.index(c)); v != uint64(table.At(c[0], c[1])) {
					t.Fatalf("%v%v: %d, sorted %v", g, c, v, sorted)
				}
			})
		}
	}
}
