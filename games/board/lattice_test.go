package board

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy"
)

// The closed forms of knight and king come out of the search for a shift.
func TestLatticeOfKnownPieces(t *testing.T) {
	for _, test := range []struct {
		piece Piece
		s, p  uint64
	}{{Knight(), 3, 3}, {King(), 2, 2}} {
		l := newLattice(test.piece.leaps, largestTable)
		if l.s != test.s || l.p != test.p {
			t.Errorf("%v: shift (%d,%d) from %d on", test.piece, l.s, l.p, l.m)
		}
		for _, c := range append(someCells(newRandom(t), 3000), rectangle(test.piece, 60, 50)...) {
			want, _, _ := test.piece.Measure(grundy.ByNimValue, c)
			if got, ok := l.at(c); !ok || got != want {
				t.Fatalf("%v at %v: %d, %v, want %d", test.piece, c, got, ok, want)
			}
		}
	}
}

func drawLeaper(t *rapid.T) *Game {
	number := rapid.Int64Range(-4, 0)
	leaps := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) [2]int64 {
		s := [2]int64{number.Draw(t, "dx"), number.Draw(t, "dy")}
		if s == [2]int64{} {
			s[0] = -1
		}
		return s
	}), 1, 4, func(s [2]int64) [2]int64 { return s }).Draw(t, "leaps")
	rules := Rules{Sides: []uint64{0, 0}}
	for _, s := range leaps {
		rules.Leaps = append(rules.Leaps, s[:])
	}
	return newGame(t, rules)
}

// What is proved of random leapers agrees with tables that are larger than those
// in which the shift was found.
func TestRandomLattices(t *testing.T) {
	proved, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawLeaper(t)
		p, ok := g.Piece()
		if !ok {
			t.Fatalf("%v is no piece", g)
		}
		asked++
		l := newLattice(p.leaps, 128)
		if l.s > 0 {
			proved++
		}
		table, err := NewTable(context.Background(), p, 450, 400, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []uint64{5, 60, 450} {
			for range 100 {
				x := rapid.Uint64Max(min(size, 449)).Draw(t, "x")
				y := rapid.Uint64Max(min(size, 399)).Draw(t, "y")
				if v, ok := l.at(Cell{x, y}); ok && v != uint64(table.At(x, y)) {
					t.Fatalf("%v(%d,%d): %d, in a table %d; shift (%d,%d) from %d on", g, x, y, v, table.At(x, y), l.s, l.p, l.m)
				}
			}
		}
	})
	t.Logf("a shift was proved for %d of %d", proved, asked)
}

// Far out, a cell has the mex of its options, and the found options are right.
func TestFarLeapers(t *testing.T) {
	for _, leaps := range [][][]int64{
		{{-1, -2}, {-2, -1}, {-1, -1}},
		{{-1, 0}, {0, -2}, {-3, -1}},
		{{-1, -3}, {-3, -1}},
		{{0, -1}, {0, -3}},
	} {
		g := newGame(t, Rules{Sides: []uint64{0, 0}, Leaps: leaps})
		p, _ := g.Piece()
		for _, c := range someCells(newRandom(t), 500) {
			value, _, ok := p.Measure(grundy.ByNimValue, c)
			if max(c.X, c.Y) < latticeStart {
				if ok {
					t.Fatalf("%v at %v is not left to a table", g, c)
				}
				continue
			}
			if !ok {
				t.Fatalf("%v at %v: not proved", g, c)
			}
			var values []grundy.Value
			for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
				var all []Cell
				for v := range uint64(len(leaps) + 1) {
					found, ok := p.FindOptions(m, c, v, v)
					if !ok {
						t.Fatalf("%v at %v: options of %v %d not found", g, c, m, v)
					}
					for q := range found.Each {
						all = append(all, q)
						if m == grundy.ByNimValue {
							values = append(values, grundy.Value(v))
						}
					}
				}
				if len(all) != len(p.AppendOptions(nil, c)) || slices.ContainsFunc(all, func(q Cell) bool { return !slices.Contains(p.AppendOptions(nil, c), q) }) {
					t.Fatalf("%v at %v: options %v", g, c, all)
				}
			}
			if uint64(grundy.Mex(values...)) != value {
				t.Fatalf("%v at %v: %d, options %v", g, c, value, values)
			}
		}
	}
}
