package moves_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"

	"github.com/grundy-games/grundy/internal/board/moves"
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
	random := chance.New(t, 441)
	lines := [][]int64{{-1, 0}, {0, -1}, {-1, -1}, {-2, 1}, {-3, 2}, {2, -3}}
	sorted := func(cells [][]uint64) [][]uint64 {
		slices.SortFunc(cells, slices.Compare[[]uint64])
		return cells
	}
	for range 400 {
		side := 4 + random.Uint64N(6)
		rules := moves.Rules{Sides: []uint64{side, side}}
		for range 1 + random.IntN(6) {
			s, times := lines[random.IntN(len(lines))], 1+random.Int64N(4)
			if s = []int64{s[0] * times, s[1] * times}; random.IntN(2) == 0 {
				rules.Leaps = append(rules.Leaps, s)
			} else {
				rules.Rides = append(rules.Rides, s)
			}
		}
		for range max(0, random.IntN(5)-2) {
			rules.Blocked = append(rules.Blocked, []uint64{random.Uint64N(side), random.Uint64N(side)})
		}
		g, err := moves.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		raises := func(s []int64) bool { return s[0] > 0 || s[1] > 0 }
		p, flat := g.Plane()
		if want := len(rules.Blocked) == 0 && (len(g.Rides) == 0 || !slices.ContainsFunc(g.Leaps, raises)) && !slices.ContainsFunc(g.Rides, func(s []int64) bool {
			return raises(s) || !slices.ContainsFunc(lines, func(line []int64) bool { return slices.Equal(line, s) })
		}); flat != want {
			t.Fatalf("%+v as a plane: %v, want %v", rules, flat, want)
		}
		for cell := range vectors(side) {
			if g.IsBlocked(cell) {
				continue
			}
			want := naiveOptions(rules, cell)
			got := sorted(g.AppendOptions(nil, cell))
			if !slices.EqualFunc(got, want, slices.Equal[[]uint64]) || g.CountOptions(cell) != uint64(len(want)) {
				t.Fatalf("%+v from %v: %v, counted %d, want %v", rules, cell, got, g.CountOptions(cell), want)
			}
			if !flat {
				continue
			}
			got = nil
			for _, c := range p.AppendOptions(nil, moves.Cell{X: cell[0], Y: cell[1]}) {
				got = append(got, []uint64{c.X, c.Y})
			}
			if !slices.EqualFunc(slices.CompactFunc(sorted(got), slices.Equal[[]uint64]), want, slices.Equal[[]uint64]) {
				t.Fatalf("%+v from %v on a plane: %v, want %v", rules, cell, got, want)
			}
		}
	}
}

// vectors yields the cells of a square.
func vectors(side uint64) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		for i := range side * side {
			if !yield([]uint64{i % side, i / side}) {
				return
			}
		}
	}
}

// Rules without a name are named by what they say, and moves that lead nowhere are
// refused.
func TestNamesOfRules(t *testing.T) {
	for _, c := range []struct {
		rules moves.Rules
		want  string
	}{
		{moves.Rules{Sides: []uint64{0, 0}, Rides: [][]int64{{-1, 0}}}, "piece[rides -1,0]"},
		{moves.Rules{Sides: []uint64{5, 5}, Leaps: [][]int64{{1, -2}}}, "piece[leaps 1,-2; side 5]"},
		{moves.Rules{Sides: []uint64{5, 6}, Leaps: [][]int64{{-1, -1}}, Blocked: [][]uint64{{2, 3}}}, "piece[leaps -1,-1; sides 5,6; blocked 2,3]"},
		{moves.Rules{Sides: []uint64{5, 5}, Leaps: [][]int64{{-1, 0}, {0, 0}}}, "leaps 1: the move (0,0) leads nowhere: want a number that is not 0"},
		{moves.Rules{Sides: []uint64{5, 5}, Rides: [][]int64{{-1}}}, "rides 0: the move (-1) has 1 numbers: want 2"},
	} {
		got := ""
		g, err := moves.New(c.rules)
		if wrong, ok := errors.AsType[*moves.RulesError](err); ok {
			got = fmt.Sprintf("%s %d: %v", wrong.Part, wrong.Index, wrong)
		} else {
			got = g.Name
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.rules, got, c.want)
		}
	}
}

// Options that are looked up come in order until no more are wanted, and are counted.
func TestLookUp(t *testing.T) {
	values := []uint64{3, 0, 5, 3, 4, 9, 2}
	table := func(i int) uint64 { return values[i] }
	for lo := range uint64(10) {
		for hi := range uint64(10) {
			var want []int
			for i, v := range values {
				if lo <= v && v <= hi {
					want = append(want, i)
				}
			}
			found := moves.LookUp(func(yield func(int) bool) {
				for i := range values {
					if !yield(i) {
						return
					}
				}
			}, table, lo, hi)
			for most := 1; most <= len(want)+1; most++ {
				var got []int
				for i := range found.Each {
					if got = append(got, i); len(got) == most {
						break
					}
				}
				if !slices.Equal(got, want[:min(most, len(want))]) || found.Count.Int64() != int64(len(want)) {
					t.Fatalf("%d … %d, at most %d: %v of %v, want %v", lo, hi, most, got, found.Count, want)
				}
			}
		}
	}
}
