package board

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/tables"
)

// Misère nim-values agree with the definition, on all cells of small boards.
func TestMisereBoxIsTheDefinition(t *testing.T) {
	for _, p := range []Piece{Queen(), Rook(), King(), Knight(), Knight4(9)} {
		g, err := p.Game()
		if err != nil {
			t.Fatal(err)
		}
		box, err := tables.NewBox(t.Context(), g.Space, grundy.ByMisereNimValue, []uint64{9, 6}, nil)
		if err != nil {
			t.Fatal(err)
		}
		known := map[Cell]grundy.Value{}
		var value func(c Cell) grundy.Value
		value = func(c Cell) grundy.Value {
			if v, ok := known[c]; ok {
				return v
			}
			var values []grundy.Value
			for _, o := range p.AppendOptions(nil, c) {
				values = append(values, value(o))
			}
			v := grundy.Value(1)
			if len(values) > 0 {
				v = grundy.Mex(values...)
			}
			known[c] = v
			return v
		}
		for x := range uint64(9) {
			for y := range uint64(6) {
				if got, want := box.At(x, y), value(Cell{X: x, Y: y}); got != want {
					t.Errorf("%s(%d,%d): %d, want %d", p, x, y, got, want)
				}
			}
		}
	}
	// Blocked cells, and three dimensions.
	g, err := New(Rules{Sides: []uint64{4, 4, 0}, Leaps: [][]int64{{-1, 1, 0}}, Rides: [][]int64{{0, 0, -1}, {0, -1, -1}}, Blocked: [][]uint64{{1, 1, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	box, err := tables.NewBox(t.Context(), g.Space, grundy.ByMisereNimValue, []uint64{3, 4, 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for x := range uint64(3) {
		for y := range uint64(4) {
			for z := range uint64(3) {
				cell := []uint64{x, y, z}
				if g.Check(cell) != nil {
					continue
				}
				var values []grundy.Value
				for _, o := range g.AppendOptions(nil, cell) {
					values = append(values, box.At(o...))
				}
				want := grundy.Value(1)
				if len(values) > 0 {
					want = grundy.Mex(values...)
				}
				if got := box.At(cell...); got != want {
					t.Errorf("%v: %d, want %d", cell, got, want)
				}
			}
		}
	}
}

// misereByDefinition returns the misère nim-value by its definition.
func misereByDefinition() (value func(c grundy.Component) grundy.Value) {
	known := map[string]grundy.Value{}
	value = func(c grundy.Component) grundy.Value {
		text := c.String()
		if v, ok := known[text]; ok {
			return v
		}
		var values []grundy.Value
		for _, q := range c.AppendOptions(nil) {
			values = append(values, value(q))
		}
		v := grundy.Value(1)
		if len(values) > 0 {
			v = grundy.Mex(values...)
		}
		known[text] = v
		return v
	}
	return value
}

// Where moves raise a coordinate the table is larger than the box that is asked
// for, and from some of its cells moves lead out of it.
func TestMisereBoxOfClimbers(t *testing.T) {
	for _, rules := range []Rules{
		{Sides: []uint64{15, 15}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}},
		{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}, {1, -2}}, Blocked: [][]uint64{{4, 0}, {1, 1}}},
		{Sides: []uint64{0, 0}, Rides: [][]int64{{-2, 1}, {1, -2}}},
		{Sides: []uint64{0, 7, 0}, Leaps: [][]int64{{-2, 1, 0}, {0, 0, -1}}, Rides: [][]int64{{1, -3, 1}}},
	} {
		sides := []uint64{3, 4, 2}[:len(rules.Sides)]
		checkGame(t, newGame(t, rules), sides)
	}
}
