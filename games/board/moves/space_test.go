package moves_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy/games/board/moves"
)

// naiveOptions returns the cells that a piece of the rules reaches, in order, each once:
// the definition.
func naiveOptions(rules moves.Rules, from []uint64) (cells [][]uint64) {
	after := func(cell []uint64, s []int64) ([]uint64, bool) {
		to := slices.Clone(cell)
		for i, d := range s {
			to[i] += uint64(d)
			if int64(to[i]) < 0 || rules.Sides[i] > 0 && to[i] >= rules.Sides[i] {
				return nil, false
			}
		}
		return to, true
	}
	blocked := func(cell []uint64) bool {
		return slices.ContainsFunc(rules.Blocked, func(b []uint64) bool { return slices.Equal(b, cell) })
	}
	for _, s := range rules.Leaps {
		if to, ok := after(from, s); ok && !blocked(to) {
			cells = append(cells, to)
		}
	}
	for _, s := range rules.Rides {
		for to, ok := after(from, s); ok && !blocked(to); to, ok = after(to, s) {
			cells = append(cells, to)
		}
	}
	slices.SortFunc(cells, slices.Compare[[]uint64])
	return slices.CompactFunc(cells, slices.Equal[[]uint64])
}

// Options and their number agree with the definition where leaps and rides share lines,
// cells are blocked and edges are near, and so do those of the plane.
func TestOptionsOfMovesOnOneLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.Uint64Range(4, 9).Draw(t, "side")
		rules := moves.Rules{Sides: []uint64{side, side}}
		line := rapid.SampledFrom([][]int64{{-1, 0}, {0, -1}, {-1, -1}, {-3, 2}, {2, -3}})
		step := rapid.Custom(func(t *rapid.T) []int64 {
			s, times := line.Draw(t, "line"), rapid.Int64Range(1, 4).Draw(t, "times")
			return []int64{s[0] * times, s[1] * times}
		})
		rules.Leaps = rapid.SliceOfN(step, 0, 4).Draw(t, "leaps")
		rules.Rides = rapid.SliceOfN(step, 0, 4).Draw(t, "rides")
		coordinate := rapid.Uint64Range(0, side-1)
		rules.Blocked = rapid.SliceOfN(rapid.SliceOfN(coordinate, 2, 2), 0, 2).Draw(t, "blocked")
		g, err := moves.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		cell := rapid.SliceOfN(coordinate, 2, 2).Draw(t, "cell")
		if g.IsBlocked(cell) {
			return
		}
		want := naiveOptions(rules, cell)
		got := g.AppendOptions(nil, cell)
		slices.SortFunc(got, slices.Compare[[]uint64])
		if !slices.EqualFunc(got, want, slices.Equal[[]uint64]) || g.CountOptions(cell) != uint64(len(want)) {
			t.Fatalf("%+v from %v: %v, counted %d, want %v", rules, cell, got, g.CountOptions(cell), want)
		}
		p, ok := g.Plane()
		if !ok {
			return
		}
		flat := [][]uint64{}
		for _, c := range p.AppendOptions(nil, moves.Cell{X: cell[0], Y: cell[1]}) {
			flat = append(flat, []uint64{c.X, c.Y})
		}
		slices.SortFunc(flat, slices.Compare[[]uint64])
		if flat = slices.CompactFunc(flat, slices.Equal[[]uint64]); !slices.EqualFunc(flat, want, slices.Equal[[]uint64]) {
			t.Fatalf("%+v from %v on a plane: %v, want %v", rules, cell, flat, want)
		}
	})
}
