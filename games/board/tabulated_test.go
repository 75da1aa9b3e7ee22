package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

// tabulated returns games that are neither a Piece nor a Game.
func tabulated(t testing.TB, dimension int) (games []RowProver) {
	for _, h := range []uint64{1, 2, 3, 5, 8} {
		g, err := CyclicNimhoff{h}.Heaps(dimension)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if dimension == 2 {
		games = append(games, Euclid{})
		for _, a := range []uint64{1, 2, 3, 5, 30, MaxCoordinate} {
			games = append(games, GeneralisedWythoff{a})
		}
	}
	return games
}

// component returns a position of g.
func componentOf(g Tabulated, cell []uint64) grundy.Component {
	switch g := g.(type) {
	case GeneralisedWythoff:
		return grundy.Place(g, Cell{X: cell[0], Y: cell[1]})
	case Euclid:
		return grundy.Place(g, Cell{X: cell[0], Y: cell[1]})
	case nimhoffTable:
		return grundy.Place(g.CyclicNimhoff, cell)
	}
	panic("no such game")
}

// rowsOf returns the values by m in the order in which their rows come.
func rowsOf(t testing.TB, g Tabulated, m grundy.Measure, sides []uint64) (values []uint64) {
	t.Helper()
	err := g.EachRow(t.Context(), m, sides, 0, nil, func(row []uint64) error {
		values = append(values, row...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func TestTabulatedAgainstOracle(t *testing.T) {
	for _, sides := range [][]uint64{{1, 1}, {12, 1}, {1, 12}, {14, 13}, {9, 14}, {4, 3, 5}, {1, 1, 3}, {2, 3, 2, 3}} {
		for _, g := range tabulated(t, len(sides)) {
			values, misere := rowsOf(t, g, grundy.ByNimValue, sides), rowsOf(t, g, grundy.ByMisereNimValue, sides)
			if n := product(sides); uint64(len(values)) != n || uint64(len(misere)) != n {
				t.Fatalf("%v: %d and %d values of %v cells", g, len(values), len(misere), sides)
			}
			var truth oracle.Oracle
			misereValue := misereByDefinition()
			i := 0
			for cell := make([]uint64, len(sides)); ; {
				for x := range sides[0] {
					cell[0] = x
					var want, wantMisere uint64
					if g.Holds(t.Context(), cell) {
						c := componentOf(g, slices.Clone(cell))
						want, wantMisere = truth.Value(c), uint64(misereValue(c))
					}
					if values[i] != want || misere[i] != wantMisere {
						t.Fatalf("%v%v: %d and misère %d, by definition %d and %d", g, cell, values[i], misere[i], want, wantMisere)
					}
					i++
				}
				if !NextRow(cell, sides) {
					break
				}
			}
		}
	}
}

// naiveGeneralised fills a table by looking at all options.
func naiveGeneralised(g GeneralisedWythoff, m grundy.Measure, width, height uint64) []uint64 {
	values := make([]uint64, width*height)
	seen := make([]uint64, width+height)
	for y := range height {
		for x := range width {
			i := y*width + x
			if i == 0 {
				values[0] = tables.OfEnds(m)
				continue
			}
			for q := range g.options(Cell{X: x, Y: y}) {
				seen[values[q.Y*width+q.X]] = i + 1
			}
			for seen[values[i]] == i+1 {
				values[i]++
			}
		}
	}
	return values
}

// Larger tables: against all options, against the queen, and by each layout of the
// sets.
func TestGeneralisedTables(t *testing.T) {
	for _, a := range []uint64{2, 3, 7, 40, 1000} {
		g := GeneralisedWythoff{a}
		for _, size := range long.Every(2, [][2]uint64{{70, 50}, {50, 70}, {400, 4}, {3, 300}}) {
			for _, m := range boardtest.NimValues {
				got := rowsOf(t, g, m, size[:])
				if !slices.Equal(got, naiveGeneralised(g, m, size[0], size[1])) {
					t.Errorf("%v by %v: the table %v differs from the naive one", g, m, size)
				}
			}
		}
	}
	sizes := long.Every(3, [][2]uint64{{350, 300}, {300, 400}, {10_000, 3}, {2, 10_000}, {3000, 30}})
	if long.Asked {
		sizes = append(sizes, [][2]uint64{{700, 600}, {600, 800}, {20_000, 3}, {2, 20_000}, {6000, 60}}...)
	}
	if long.Whole {
		sizes = append(sizes, [2]uint64{10_000, 4200})
	}
	for _, size := range sizes {
		width, height := size[0], size[1]
		var want []uint64
		for _, row := range newTableRows(t, Queen(), width, height) {
			want = append(want, row...)
		}
		g := GeneralisedWythoff{1}
		if got := rowsOf(t, g, grundy.ByNimValue, size[:]); !slices.Equal(got, want) {
			t.Errorf("wythoff[1]: the table %v differs from the queen's", size)
		}
	}
}

// newTableRows returns the rows of a piece's table.
func newTableRows(t testing.TB, p Piece, width, height uint64) [][]uint64 {
	table := newTable(t, p, width, height)
	rows := make([][]uint64, height)
	for y := range rows {
		for x := range width {
			rows[y] = append(rows[y], uint64(table.At(x, uint64(y))))
		}
	}
	return rows
}

// Rows are what their tables say, with the least preperiod and period.
func TestTabulatedRows(t *testing.T) {
	for _, g := range tabulated(t, 2) {
		if w, ok := g.(GeneralisedWythoff); ok && w.a > 5 {
			continue
		}
		top := uint64(19)
		if _, ok := g.(GeneralisedWythoff); ok {
			top = 6
		}
		for r := range top {
			row, err := g.RowPeriod(t.Context(), r, 1<<30, nil)
			if _, isEuclid := g.(Euclid); isEuclid && r == 0 {
				if !errors.Is(err, ErrNoRow) {
					t.Errorf("row 0 of euclid: %v", err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			width := 2*(row.Result.Preperiod+row.Result.Period) + 10
			table := rowsOf(t, g, grundy.ByNimValue, []uint64{width, r + 1})
			boardtest.CheckRowOf(t, fmt.Sprint(g), row, r, row.Result, row.First, table[r*width:], row.Result.Saltus)
		}
	}
	for _, test := range []struct {
		g RowProver
		r uint64
	}{{GeneralisedWythoff{MaxCoordinate}, 3}, {GeneralisedWythoff{2}, 1 << 40}, {Euclid{}, 1 << 40}} {
		if _, err := test.g.RowPeriod(t.Context(), test.r, 1<<30, nil); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%v, row %d: %v", test.g, test.r, err)
		}
	}
	two, _ := CyclicNimhoff{5}.Heaps(2)
	if _, err := two.RowPeriod(t.Context(), MaxCoordinate+1, 1<<30, nil); !errors.Is(err, ErrNoRow) {
		t.Error(err)
	}
	if row, err := two.RowPeriod(t.Context(), MaxCoordinate, 1<<30, nil); err != nil || row.Result.Period != 5<<61 || row.At(12) != row.At(12+5<<61)-5<<61 {
		t.Error(row, err)
	}
	three, _ := CyclicNimhoff{3}.Heaps(3)
	if _, err := three.RowPeriod(t.Context(), 3, 1<<30, nil); !errors.Is(err, ErrNoRow) {
		t.Error(err)
	}
}

func TestTabulatedLimits(t *testing.T) {
	for _, g := range tabulated(t, 2) {
		for _, sides := range [][]uint64{{3}, {3, 3, 3}, {0, 3}, {3, 1 << 63}} {
			for _, m := range boardtest.NimValues {
				if err := g.EachRow(t.Context(), m, sides, 0, nil, nil); err == nil {
					t.Errorf("%v by %v with the sides %v", g, m, sides)
				}
			}
		}
		sides := []uint64{MaxCoordinate, MaxCoordinate}
		for _, m := range boardtest.NimValues {
			if cost := g.RowsCost(m, sides); cost.Bytes < 1<<62 {
				t.Errorf("%v by %v costs %+v", g, m, cost)
			}
		}
		if err := g.EachRow(t.Context(), grundy.ByNimValue, sides, 0, nil, nil); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%v: %v", g, err)
		}
		stop := errors.New("stop")
		for _, m := range boardtest.NimValues {
			if err := g.EachRow(t.Context(), m, []uint64{3, 3}, 0, nil, func([]uint64) error { return stop }); !errors.Is(err, stop) {
				t.Errorf("%v: %v", g, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := g.EachRow(ctx, grundy.ByNimValue, []uint64{200, 200}, 0, nil, func([]uint64) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", g, err)
		}
	}
}

// BenchmarkGeneralisedTable compares the engine with the naive method, which looks up all options.
func BenchmarkGeneralisedTable(b *testing.B) {
	for _, a := range []uint64{1, 2, 10} {
		g := GeneralisedWythoff{a}
		for _, n := range []uint64{300, 2000} {
			if testing.Short() && n > 300 {
				continue
			}
			b.Run(fmt.Sprintf("%d/engine/%d", a, n), func(b *testing.B) {
				for b.Loop() {
					rowsOf(b, g, grundy.ByNimValue, []uint64{n, n})
				}
				boardtest.ReportValues(b, n*n)
			})
		}
		b.Run(fmt.Sprintf("%d/naive/300", a), func(b *testing.B) {
			for b.Loop() {
				naiveGeneralised(g, grundy.ByNimValue, 300, 300)
			}
			boardtest.ReportValues(b, 300*300)
		})
	}
}
