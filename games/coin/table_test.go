package coin_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/coin"
	"github.com/grundy-games/grundy/internal/oracle"
)

// tableOf returns the rows of a table.
func tableOf(t *testing.T, g coin.Product, width, height uint64) (rows [][]uint64) {
	t.Helper()
	err := g.EachRow(t.Context(), grundy.ByNimValue, []uint64{width, height}, 0, nil, func(row []uint64) error {
		rows = append(rows, slices.Clone(row))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Tables against the definition where that can be walked, and against the values of
// single heads in rows of several portions.
func TestTablesAgainstOracle(t *testing.T) {
	for _, name := range products {
		g := product(t, name, nil).Game().(coin.Product)
		o, first := &oracle.Oracle{}, g.First()
		for y, row := range tableOf(t, g, 4, 3) {
			for x, got := range row {
				var cells []uint64
				if uint64(x) >= first.X && uint64(y) >= first.Y {
					cells = []uint64{uint64(x), uint64(y)}
				}
				if want := o.Value(product(t, name, cells)); got != want {
					t.Errorf("%s: %d at (%d,%d), want %d", g, got, x, y, want)
				}
			}
		}
		const wide = 20_000
		for y, row := range tableOf(t, g, wide, 5) {
			for x := 0; x < wide; x += 77 {
				if want := g.NimValue(coin.Cell{X: uint64(x), Y: uint64(y)}); row[x] != want {
					t.Fatalf("%s: %d at (%d,%d), want %d", g, row[x], x, y, want)
				}
			}
		}
		enough := errors.New("enough")
		if err := g.EachRow(t.Context(), grundy.ByNimValue, []uint64{3, 3}, 0, nil, func([]uint64) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("%s: %v, want the error of the sink", g, err)
		}
		if err := g.EachRow(t.Context(), grundy.ByMisereNimValue, []uint64{3, 3}, 0, nil, nil); err == nil {
			t.Errorf("%s: misère nim-values", g)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := g.EachRow(ended, grundy.ByNimValue, []uint64{3, 3}, 0, nil, func([]uint64) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want that it was ended", g, err)
		}
	}
}

// The nim-multiplication table, as published: Winning Ways, chapter 14.
func TestTurningCornersTable(t *testing.T) {
	want := [][]uint64{{0, 0, 0, 0}, {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}}
	if got := tableOf(t, coin.TurningCorners, 4, 4); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Statements about the periods of rows hold as far as the table goes: a proved one
// holds, and where there is none, none holds in all of the second half.
func TestRowsOfTables(t *testing.T) {
	const width = 256
	for _, name := range products {
		g := product(t, name, nil).Game().(coin.Product)
		for y, row := range tableOf(t, g, width, 9) {
			holds := func(from, p int) bool {
				for x := from; x+p+1 < width; x++ {
					if row[x+p]-row[x] != row[x+p+1]-row[x+1] {
						return false
					}
				}
				return true
			}
			proved, err := g.RowPeriod(t.Context(), uint64(y), 0, nil)
			if first := g.First().Y; uint64(y) < first {
				if !errors.Is(err, board.ErrNoRow) {
					t.Errorf("%s, row %d: %v, want that there is none", g, y, err)
				}
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			r := proved.Result
			if r.Proved == r.Aperiodic {
				t.Errorf("%s, row %d: %+v", g, y, r)
			}
			if r.Proved && (r.Preperiod != 0 || !holds(0, int(r.Period)) || row[r.Period]-row[0] != r.Saltus) {
				t.Errorf("%s, row %d: not %+v", g, y, r)
			}
			for p := 1; r.Aperiodic && p <= width/8; p++ {
				if holds(width/2-1, p) {
					t.Errorf("%s, row %d: a period %d shows, but there is none", g, y, p)
				}
			}
		}
	}
}
