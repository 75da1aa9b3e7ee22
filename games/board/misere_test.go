package board

import (
	"slices"
	"testing"

	"grundy"
	"grundy/internal/long"
)

// Misère nim-values agree with the definition, on all cells of small boards.
func TestMisereBoxIsTheDefinition(t *testing.T) {
	for _, p := range []Piece{Queen(), Rook(), King(), Knight(), Knight4(9)} {
		g, err := p.Game()
		if err != nil {
			t.Fatal(err)
		}
		box, err := NewBox(t.Context(), g, grundy.ByMisereNimValue, []uint64{9, 6}, nil)
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
	box, err := NewBox(t.Context(), g, grundy.ByMisereNimValue, []uint64{3, 4, 3}, nil)
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

// The engines for nim-values in misère play, against the definition: tables, rows by
// several workers, plans and boxes. In many of the games many cells have no options,
// whether the assembly works on them or not.
func TestMisereEnginesAgainstNaive(t *testing.T) {
	slanting := Piece{name: "slanting", rides: []step{diagonal, {-2, -1}, {-1, -3}}}
	far := Piece{name: "far", rides: []step{{-7, -5}, {-1, -9}, {-11, -2}}}
	for i, p := range append(append(namedPieces(), otherPieces()...), slanting, far) {
		for j, size := range [][2]uint64{{1, 1}, {1, 40}, {300, 1}, {150, 140}, {70, 70}, {400, 17}, {9, 300}} {
			if !long.Asked && (i+j)%3 != 0 {
				continue
			}
			width, height := size[0], size[1]
			if p.side != 0 {
				width, height = min(width, p.side), min(height, p.side)
			}
			want := naiveTable(p, grundy.ByMisereNimValue, width, height)
			check := func(engine string, at func(x, y uint64) grundy.Value) {
				t.Helper()
				for y := range height {
					for x := range width {
						if got := at(x, y); got != want[y][x] {
							t.Fatalf("%v, %d x %d, %s: (%d,%d) has the misère nim-value %d, by definition %d", p, width, height, engine, x, y, got, want[y][x])
						}
					}
				}
			}
			check("table", newTableIn(t, p, grundy.ByMisereNimValue, width, height).At)
			if !p.climbs() {
				check("sweep", sweptTable(t, p, grundy.ByMisereNimValue, width, height).At)
			}
			for _, workers := range []int{1, 3} {
				var rows [][]uint32
				err := p.EachRow(t.Context(), grundy.ByMisereNimValue, []uint64{width, height}, workers, nil, numbered(func(_ uint64, row []uint32) error {
					rows = append(rows, slices.Clone(row))
					return nil
				}))
				if err != nil {
					t.Fatal(err)
				}
				check("rows", func(x, y uint64) grundy.Value { return grundy.Value(rows[y][x]) })
			}
			c := Cell{width - 1, height - 1}
			values := build(t, p, grundy.ByMisereNimValue, c)
			for _, q := range append(p.AppendOptions(nil, c), c) {
				if max(q.X, q.Y) < min(width, height) && values(q) != uint64(want[q.Y][q.X]) {
					t.Fatalf("%v, plan for %v: %v has the misère nim-value %d, by definition %d", p, c, q, values(q), want[q.Y][q.X])
				}
			}
		}
	}
}

// BenchmarkMisere shows what the convention costs, as a ratio.
func BenchmarkMisere(b *testing.B) {
	for _, p := range []Piece{Queen(), Bishop(), King()} {
		for _, m := range nimValues {
			b.Run(p.String()+"/"+m.String(), func(b *testing.B) {
				for b.Loop() {
					newTableIn(b, p, m, 2000, 2000)
				}
			})
		}
	}
}
