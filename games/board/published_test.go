package board

// This file compares with published values; testdata/README.md names their
// sources.

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/tables"
)

type boardGames struct {
	Tables, Checksums []struct {
		Game                          string
		N                             uint64
		Sum, Wsum, Zeros, Max, Corner uint64
		Rows                          [][]uint64
	}
	OEIS map[string][]uint64
	Row  []uint64 `json:"cgsuite_wythoff_row10"`
}

func readJSON(t *testing.T, name string, to any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// publishedPiece returns the piece that board_games.json calls by that name.
func publishedPiece(name string, n uint64) Piece {
	switch name {
	case "wythoff":
		return Queen()
	case "knight":
		return Knight4(n)
	case "knight2":
		return Knight()
	}
	for _, p := range append(namedPieces(), otherPieces()...) {
		if p.Name == name {
			return p
		}
	}
	panic(name)
}

func TestPublishedTables(t *testing.T) {
	var games boardGames
	readJSON(t, "board_games.json", &games)
	for _, want := range append(games.Tables, games.Checksums...) {
		p := publishedPiece(want.Game, want.N)
		table := newTable(t, p, want.N, want.N)
		got := want
		got.Sum, got.Wsum, got.Zeros, got.Max = 0, 0, 0, 0
		for x := range want.N {
			for y := range want.N {
				v := uint64(table.At(x, y))
				if want.Rows != nil && v != want.Rows[x][y] {
					t.Fatalf("%s(%d,%d) = %d, published %d", want.Game, x, y, v, want.Rows[x][y])
				}
				got.Sum += v
				got.Wsum += v * (x*want.N + y + 1)
				got.Max = max(got.Max, v)
				if v == 0 {
					got.Zeros++
				}
				if closed, _, ok := p.Measure(grundy.ByNimValue, Cell{X: x, Y: y}); ok && closed != v {
					t.Fatalf("%s(%d,%d): closed form %d, table %d", want.Game, x, y, closed, v)
				}
			}
		}
		got.Corner = uint64(table.At(want.N-1, want.N-1))
		if got.Sum != want.Sum || got.Wsum != want.Wsum || got.Zeros != want.Zeros || got.Max != want.Max || got.Corner != want.Corner {
			t.Errorf("%s n = %d: %+v, published %+v", want.Game, want.N, got, want)
		}
	}
}

func TestPublishedSequences(t *testing.T) {
	var games boardGames
	readJSON(t, "board_games.json", &games)
	var rows struct {
		Triangle      []uint64   `json:"A317205_first78_triangle"`
		Antidiagonals []uint64   `json:"A004481_antidiagonals_first78"`
		Square        [][]uint64 `json:"G_16x16"`
	}
	readJSON(t, "queen_rows.json", &rows)
	queen := newTable(t, Queen(), 100, 100)
	check := func(name string, table *tables.Table, x, y, want uint64) {
		t.Helper()
		if got := uint64(table.At(x, y)); got != want {
			t.Errorf("%s: (%d,%d) has nim-value %d, published %d", name, x, y, got, want)
		}
	}
	triangle := func(name string, values []uint64) {
		x, y := uint64(0), uint64(0)
		for _, v := range values {
			check(name, queen, x, y, v)
			if y++; y > x {
				x, y = x+1, 0
			}
		}
	}
	antidiagonals := func(name string, table *tables.Table, values []uint64) {
		sum, x := uint64(0), uint64(0)
		for _, v := range values {
			check(name, table, sum-x, x, v)
			if x++; x > sum {
				sum, x = sum+1, 0
			}
		}
	}
	triangle("A317205", games.OEIS["A317205_triangle"])
	triangle("A317205", rows.Triangle)
	antidiagonals("A004481", queen, rows.Antidiagonals)
	antidiagonals("A307301", newTable(t, publishedPiece("nimhof3", 0), 30, 30), games.OEIS["A307301_nimhof_10_31_01_antidiagonals"])
	antidiagonals("A307298", newTable(t, publishedPiece("nimhof5", 0), 30, 30), games.OEIS["A307298_nimhof5_antidiagonals"])
	for k, v := range games.OEIS["A047708_diagonal"] {
		check("A047708", queen, uint64(k), uint64(k), v)
	}
	for x, v := range games.Row {
		check("CGSuite row 10", queen, uint64(x), 10, v)
	}
	for x, column := range rows.Square {
		for y, v := range column {
			check("16 x 16", queen, uint64(x), uint64(y), v)
		}
	}
}

// Far along the rows: each is additively periodic from its preperiod on, and
// not before.
func TestPublishedRows(t *testing.T) {
	var published struct {
		Rows []struct {
			Row, Preperiod, Period, Saltus uint64
		}
	}
	readJSON(t, "queen_rows.json", &published)
	const width = 30_000 // many windows of values long
	table := newTable(t, Queen(), width, uint64(len(published.Rows)))
	for _, row := range published.Rows {
		least := uint64(width) // preperiod, by the table
		for x := uint64(width) - row.Period; x > 0; x-- {
			if table.At(x-1+row.Period, row.Row) != table.At(x-1, row.Row)+grundy.Value(row.Saltus) {
				break
			}
			least = x - 1
		}
		if least != row.Preperiod {
			t.Errorf("row %d: preperiod %d of period %d, published %d", row.Row, least, row.Period, row.Preperiod)
		}
	}
}

func TestPublishedKnights(t *testing.T) {
	var want struct {
		Grundy, Remoteness [][]uint64
	}
	readJSON(t, "table8.json", &want)
	table := newTable(t, Knight4(8), 8, 8)
	for _, cell := range boardtest.Rectangle(Knight4(8).Plane, 8, 8) {
		if got := uint64(table.At(cell.X, cell.Y)); got != want.Grundy[cell.Y][cell.X] {
			t.Errorf("%v: nim-value %d, published %d", cell, got, want.Grundy[cell.Y][cell.X])
		}
		plan, _ := Knight4(8).PlanTable(grundy.ByRemoteness, cell)
		remoteness, err := plan.Build(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := remoteness(cell); got != want.Remoteness[cell.Y][cell.X] {
			t.Errorf("%v: remoteness %d, published %d", cell, got, want.Remoteness[cell.Y][cell.X])
		}
	}
	if v := newTable(t, Knight4(15), 15, 15).At(7, 7); v != 1 {
		t.Errorf("knight4[15](7,7) has nim-value %d, published 1", v)
	}
}

func TestRowPeriodsPublished(t *testing.T) {
	var published struct {
		Rows []struct {
			Row, Preperiod, Period, Saltus uint64
			Joint                          uint64 `json:"joint_state_period"`
		}
	}
	readJSON(t, "queen_rows.json", &published)
	if len(published.Rows) < 20 {
		t.Fatalf("%d rows", len(published.Rows))
	}
	joint := uint64(1)
	for _, want := range published.Rows { // in order
		row, err := Queen().RowPeriod(t.Context(), want.Row, 1<<30, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := row.Result
		joint = grundy.LCM(joint, got.Period)
		if !got.Proved || got.Theorem == "" || got.Preperiod != want.Preperiod || got.Period != want.Period || got.Saltus != want.Saltus || joint != want.Joint {
			t.Errorf("row %d: %+v, of all to it %d; published %+v", want.Row, got, joint, want)
		}
	}
}
