package board

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy"
	"grundy/internal/long"
)

func drawClimber(t *rapid.T) (*Game, error) {
	number := rapid.Int64Range(-5, 3)
	rules := Rules{Sides: []uint64{0, 0}}
	for range rapid.IntRange(1, 4).Draw(t, "leaps") {
		s := []int64{number.Draw(t, "dx"), number.Draw(t, "dy")}
		if s[0] != 0 || s[1] != 0 {
			rules.Leaps = append(rules.Leaps, s)
		}
	}
	return New(rules)
}

// Proved values of random leapers that climb agree with tables that are larger
// than those in which it was found.
func TestRandomSectors(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := drawClimber(t)
		if err != nil || g.plane == nil {
			return
		}
		sides := []uint64{160, 150}
		if g.boxTo(cornerOf(sides), grundy.ByNimValue).cells > 1<<20 {
			return
		}
		known := newSectors(context.Background(), g, 64)
		if known == nil {
			return
		}
		proved++
		box, err := NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		row := rapid.Uint64Max(30).Draw(t, "row")
		rows, err := g.rowPeriods(context.Background(), row, 1<<12, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint64, sides[0])
		for x := range want {
			want[x] = uint64(box.At(uint64(x), row))
		}
		if r := rows.Row(row); r.Result.Preperiod+2*r.Result.Period < sides[0] {
			checkRowOf(t, g.String(), r, want, 0)
		}
		eachCell(sides, func(cell []uint64) {
			if v, ok := known.at(Cell{cell[0], cell[1]}); !ok || v != uint64(box.At(cell...)) {
				t.Fatalf("%v%v: %d, %v, in a table %d; %s", g, cell, v, ok, box.At(cell...), known.method())
			}
		})
	})
	if proved < 5 && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d leapers were proved", proved)
	}
}

// Far out, a cell has the mex of its options, as a game and as a piece, and the
// found options are right.
func TestFarClimbers(t *testing.T) {
	for _, leaps := range [][][]int64{
		{{-2, 1}, {1, -2}},
		{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}},
		{{-3, 1}, {1, -3}},
		{{-3, 1}, {1, -2}, {-1, -1}, {0, -4}},
		{{-1, 0}, {2, -1}},
	} {
		g := newGame(t, Rules{Sides: []uint64{0, 0}, Leaps: leaps})
		learn(t, g, []uint64{latticeStart, latticeStart})
		for _, c := range append(someCells(newRandom(t), 300), Cell{MaxCoordinate, MaxCoordinate}, Cell{MaxCoordinate, 300}, Cell{7, MaxCoordinate}) {
			component, err := g.Place([]uint64{c.X, c.Y})
			if err != nil {
				t.Fatal(err)
			}
			if max(c.X, c.Y) < latticeStart { // options may lie beyond MaxCoordinate
				continue
			}
			for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
				value, method, ok := component.Measure(m)
				if !ok || method == "" {
					t.Fatalf("%v: not proved", component)
				}
				var values []grundy.Value
				var all []string
				for _, q := range component.AppendOptions(nil) {
					to, isCell := q.Position().(Cell)
					if !isCell {
						to = Cell{q.Position().([]uint64)[0], q.Position().([]uint64)[1]}
					}
					v, _, ok := g.far(to)
					if !ok {
						v = valueNear(t, g, q)
					}
					values = append(values, grundy.Value(v))
					all = append(all, q.String())
				}
				want := uint64(grundy.Mex(values...))
				if m == grundy.ByOutcome {
					want = min(want, 1)
				}
				if value != want {
					t.Fatalf("%v: %v %d, by its options %d", component, m, value, want)
				}
				var found []string
				for v := range uint64(len(leaps) + 1) {
					if some, ok := component.FindOptions(m, v, v); ok {
						for q := range some.Each {
							found = append(found, q.String())
						}
					}
				}
				slices.Sort(all)
				slices.Sort(found)
				if len(found) > 0 && !slices.Equal(all, found) {
					t.Fatalf("%v: options %v, found %v", component, all, found)
				}
			}
		}
	}
}

// valueNear returns the nim-value by a table.
func valueNear(t *testing.T, g *Game, q grundy.Component) uint64 {
	t.Helper()
	plan, ok := q.PlanTable(grundy.ByNimValue)
	if !ok {
		t.Fatalf("%v: no table", q)
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatalf("%v of %v: %v", q, g, err)
	}
	return table(q)
}

// Where the far edge is out of reach the board has the values of the one without:
// against tables of random leapers, and far out on a large board.
func TestClimbersBelowAnEdge(t *testing.T) {
	met, free := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g, err := drawClimber(t)
		if err != nil || g.plane == nil {
			return
		}
		side := rapid.Uint64Range(12, 40)
		rules := Rules{Sides: []uint64{side.Draw(t, "width"), side.Draw(t, "height")}, Leaps: g.leaps}
		bounded := newGame(t, rules)
		sides := []uint64{12, 12}
		if g.boxTo(cornerOf(sides), grundy.ByNimValue).cells > 1<<18 {
			return
		}
		endless, err := NewBox(context.Background(), g, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		box, err := NewBox(context.Background(), bounded, grundy.ByNimValue, sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		eachCell(sides, func(cell []uint64) {
			if bounded.meetsEdge(Cell{cell[0], cell[1]}) {
				met++
				return
			}
			free++
			if box.At(cell...) != endless.At(cell...) {
				t.Fatalf("%v%v: %d, without an edge %d", bounded, cell, box.At(cell...), endless.At(cell...))
			}
		})
	})
	if (met == 0 || free == 0) && long.Asked && !testing.Short() { // else few are drawn
		t.Errorf("%d cells from which the edge is met, %d from which it is not", met, free)
	}
	piece := Knight4(1_000_000_000_000)
	plain := newGame(t, Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}})
	for _, c := range []Cell{{300_000_000_000, 200_000_000_000}, {999_999_999_999, 1}, {999_999_999_999, 2}, {0, 999_999_999_999}, {999_999_999_000, 1999}, {999_999_999_000, 2000}} {
		learn(t, plain, []uint64{c.X, c.Y})
		learn(t, piece, c)
		want, _, _ := plain.far(c)
		v, _, ok := piece.Measure(grundy.ByNimValue, c)
		if meets := c.X+c.Y/2 > 999_999_999_999 || c.Y+c.X/2 > 999_999_999_999; ok == meets || ok && v != want {
			t.Errorf("%v%v: %d, %v, without an edge %d", piece, c, v, ok, want)
		}
	}
}
