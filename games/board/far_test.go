package board

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/rows"
)

// The closed forms of knight and king come out of the study of leapers.
func TestKnownPiecesFarOut(t *testing.T) {
	for _, p := range []Piece{Knight(), King()} {
		g, err := p.Game()
		if err != nil {
			t.Fatal(err)
		}
		study := rows.FarLeaper(g.Space)
		for _, c := range append(boardtest.SomeCells(boardtest.NewRandom(t), 3000), Cell{X: rows.LeaperStart, Y: 3}, Cell{X: rows.LeaperStart + 1, Y: 4}, Cell{X: 5, Y: rows.LeaperStart}) {
			if max(c.X, c.Y) < rows.LeaperStart {
				continue
			}
			if learning, ok := study.Plan(c); ok {
				if err := learning.Learn(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			want, _, _ := p.Measure(grundy.ByNimValue, c)
			if got, _, ok := study.Value(c); !ok || got != want {
				t.Fatalf("%v at %v: %d, %v, want %d", p, c, got, ok, want)
			}
		}
	}
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
		for _, c := range boardtest.SomeCells(boardtest.NewRandom(t), 500) {
			learn(t, p, c)
			value, _, ok := p.Measure(grundy.ByNimValue, c)
			if max(c.X, c.Y) < rows.LeaperStart {
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

// learn makes g know what it can of a position.
func learn[P any](t testing.TB, g grundy.Learner[P], p P) {
	t.Helper()
	if learning, ok := g.PlanLearning(grundy.ByNimValue, p); ok {
		if err := learning.Learn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// Nothing is computed unasked: a measure is not known before it is learned, and what
// that costs is said first.
func TestFarValuesAreLearned(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, g := range []*Game{
		newGame(t, Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-1, -2}, {-2, -1}, {-1, -1}}}),
		newGame(t, Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}}),
		newGame(t, Rules{Sides: []uint64{0, 0, 0}, Leaps: [][]int64{{-1, -2, 0}, {-2, -1, 0}, {-1, -1, 0}, {0, 0, -1}, {0, 0, -3}}}),
		newGame(t, Rules{Sides: []uint64{0, 1 << 62}, Leaps: [][]int64{{-2, 1}, {1, -2}}}),
	} {
		c, err := g.Place([]uint64{1e15, 1e15 + 1, 1e15}[:g.Dimension()])
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := c.Measure(grundy.ByNimValue); ok {
			t.Errorf("%v is known at once", c)
		}
		if _, ok := c.PlanLearning(grundy.ByGenus); ok {
			t.Errorf("%v learns its genus", c)
		}
		learning, ok := c.PlanLearning(grundy.ByOutcome)
		if !ok || learning.Cost.Time == 0 || learning.Cost.Bytes == 0 {
			t.Fatalf("%v: learning %v, %+v", c, ok, learning.Cost)
		}
		if err := learning.Learn(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", c, err)
		}
		if err := learning.Learn(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, _, ok := c.Measure(grundy.ByNimValue); !ok {
			t.Errorf("%v is not known", c)
		}
		if _, ok := c.PlanLearning(grundy.ByOutcome); ok {
			t.Errorf("%v has more to learn", c)
		}
	}
}

// Rows of leapers far up take little memory.
func TestFarRowsOfPieces(t *testing.T) {
	const far = 1_000_000_000_000_003
	g := newGame(t, Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-1, 0}, {0, -2}, {-1, -1}}})
	row, err := g.RowPeriod(t.Context(), far, 1<<20, nil)
	if err != nil || row.Y != far || g.RowPeriodMemory(far) > 1<<30 {
		t.Errorf("row 10^15+3: %v", err)
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
		learn(t, g, []uint64{rows.LeaperStart, rows.LeaperStart})
		for _, c := range append(boardtest.SomeCells(boardtest.NewRandom(t), 300), Cell{X: MaxCoordinate, Y: MaxCoordinate}, Cell{X: MaxCoordinate, Y: 300}, Cell{X: 7, Y: MaxCoordinate}) {
			component, err := g.Place([]uint64{c.X, c.Y})
			if err != nil {
				t.Fatal(err)
			}
			if max(c.X, c.Y) < rows.LeaperStart { // options may lie beyond MaxCoordinate
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
						to = Cell{X: q.Position().([]uint64)[0], Y: q.Position().([]uint64)[1]}
					}
					v, _, ok := g.plane.Value(to)
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

// Where the far edge is out of reach, far out on a large board.
func TestKnight4BelowAnEdge(t *testing.T) {
	piece := Knight4(1_000_000_000_000)
	plain := newGame(t, Rules{Sides: []uint64{0, 0}, Leaps: [][]int64{{-2, 1}, {-2, -1}, {1, -2}, {-1, -2}}})
	for _, c := range []Cell{{X: 300_000_000_000, Y: 200_000_000_000}, {X: 999_999_999_999, Y: 1}, {X: 999_999_999_999, Y: 2}, {X: 0, Y: 999_999_999_999}, {X: 999_999_999_000, Y: 1999}, {X: 999_999_999_000, Y: 2000}} {
		learn(t, plain, []uint64{c.X, c.Y})
		learn(t, piece, c)
		want, _, _ := plain.plane.Value(c)
		v, _, ok := piece.Measure(grundy.ByNimValue, c)
		if meets := c.X+c.Y/2 > 999_999_999_999 || c.Y+c.X/2 > 999_999_999_999; ok == meets || ok && v != want {
			t.Errorf("%v%v: %d, %v, without an edge %d", piece, c, v, ok, want)
		}
	}
}
