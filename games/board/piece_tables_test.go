package board

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

// The streamed engines, over several strips, say what a whole table says; and
// remoteness agrees in parity with the nim-value.
func TestPlansAgainstTable(t *testing.T) {
	cells := []Cell{{X: 230, Y: 150}, {X: 150, Y: 230}, {X: 127, Y: 127}, {X: 128, Y: 128}, {X: 129, Y: 0}, {X: 0, Y: 500}, {X: 700, Y: 3}, {X: 5, Y: 900}}
	for i, p := range append(otherPieces(), Queen(), Rook(), King(), Knight(), Knight4(1000), Knight4(301)) {
		for j, c := range cells {
			if !long.Asked && (i+j)%7 != 0 {
				continue
			}
			if p.Side != 0 && max(c.X, c.Y) >= p.Side {
				continue
			}
			table := newTable(t, p, c.X+1, c.Y+1)
			if p.Climbs() { // options may lie beside the rectangle
				table = newTable(t, p, max(c.X, c.Y)+1, max(c.X, c.Y)+1)
			}
			values, outcomes := build(t, p, grundy.ByNimValue, c), build(t, p, grundy.ByOutcome, c)
			remotenesses, suspenses := build(t, p, grundy.ByRemoteness, c), build(t, p, grundy.BySuspense, c)
			misereR, misereS := build(t, p, grundy.ByMisereRemoteness, c), build(t, p, grundy.ByMisereSuspense, c)
			for _, q := range append(p.AppendOptions(nil, c), c) {
				want := uint64(math.MaxUint64)
				if max(q.X, q.Y) <= max(c.X, c.Y) {
					want = uint64(table.At(q.X, q.Y))
				}
				if got := values(q); got != want && want != math.MaxUint64 {
					t.Fatalf("%v: plan for %v: %v has nim-value %d, not %d", p, c, q, got, want)
				}
				if n := min(values(q), 1); outcomes(q) != n || remotenesses(q)%2 != n {
					t.Fatalf("%v: plan for %v: %v has nim-value %d, outcome %d, remoteness %d", p, c, q, values(q), outcomes(q), remotenesses(q))
				}
				if suspenses(q)%2 != remotenesses(q)%2 || misereR(q)%2 != misereS(q)%2 {
					t.Fatalf("%v: plan for %v: %v has remoteness %d, suspense %d; misère remoteness %d, suspense %d",
						p, c, q, remotenesses(q), suspenses(q), misereR(q), misereS(q))
				}
				if closed, _, ok := p.Measure(grundy.ByRemoteness, q); ok && closed != remotenesses(q) {
					t.Fatalf("%v: %v has remoteness %d, closed form %d", p, q, remotenesses(q), closed)
				}
			}
		}
	}
}

func build(t *testing.T, p Piece, m grundy.Measure, c Cell) grundy.Table[Cell] {
	t.Helper()
	plan, ok := p.PlanTable(m, c)
	if !ok {
		t.Fatalf("%v: no plan for %v", p, m)
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// The closed forms on 300 x 300 cells, by the tables; 600 x 600 with GRUNDY_LONG=1.
func TestClosedFormsAgainstTable(t *testing.T) {
	n := long.Or[uint64](300, 600)
	for _, p := range []Piece{Rook(), Bishop(), King(), Knight(), Queen()} {
		table := newTable(t, p, n, n)
		for _, c := range boardtest.Rectangle(p.Plane, n, n) {
			v := uint64(table.At(c.X, c.Y))
			if closed, _, ok := p.Measure(grundy.ByNimValue, c); ok && closed != v {
				t.Fatalf("%v at %v: closed form %d, table %d", p, c, closed, v)
			}
			if closed, _, ok := p.Measure(grundy.ByOutcome, c); !ok || closed != min(v, 1) {
				t.Fatalf("%v at %v: outcome %d, nim-value %d", p, c, closed, v)
			}
		}
	}
}

// numbered returns a sink of rows that passes them on with their number.
func numbered(sink func(y uint64, row []uint32) error) func(row []uint64) error {
	y := uint64(0)
	return func(row []uint64) error {
		narrow := make([]uint32, len(row))
		for x, v := range row {
			narrow[x] = uint32(v)
		}
		y++
		return sink(y-1, narrow)
	}
}

// Rows as they are asked for, against the definition.
func TestEachRowAgainstOracle(t *testing.T) {
	for _, p := range append(namedPieces(), otherPieces()...) {
		truth := oracle.Oracle{}
		width, height := uint64(13), uint64(12)
		if p.Side != 0 {
			width, height = min(width, p.Side), min(height, p.Side)
		}
		err := p.EachRow(t.Context(), grundy.ByNimValue, []uint64{width, height}, 2, nil, numbered(func(y uint64, row []uint32) error {
			for x, v := range row {
				if want := truth.Value(grundy.Place(p, Cell{X: uint64(x), Y: y})); uint64(v) != want {
					return fmt.Errorf("%v(%d,%d) has nim-value %d, by definition %d", p, x, y, v, want)
				}
			}
			return nil
		}))
		if err != nil {
			t.Error(err)
		}
	}
}

func TestRowsSizes(t *testing.T) {
	none := func(uint64, []uint32) error { return errors.New("a row") }
	for _, size := range [][2]uint64{{0, 0}, {0, 5}, {math.MaxUint64, 0}, {math.MaxUint64, 1}} {
		if err := Queen().EachRow(t.Context(), grundy.ByNimValue, size[:], 1, nil, numbered(none)); err == nil || !strings.Contains(err.Error(), "want 1 …") {
			t.Errorf("%v: %v", size, err)
		}
	}
	if err := Queen().EachRow(t.Context(), grundy.ByRemoteness, []uint64{1, 1}, 1, nil, numbered(none)); err == nil || !strings.Contains(err.Error(), "want nim-values") {
		t.Errorf("rows of remotenesses: %v", err)
	}
	if err := Knight4(8).EachRow(t.Context(), grundy.ByNimValue, []uint64{8, 9}, 1, nil, numbered(none)); err == nil || !strings.Contains(err.Error(), "knight4[8]: the board has 8 cells along axis 2") {
		t.Errorf("rows beyond the board: %v", err)
	}
	for _, p := range append(namedPieces(), otherPieces()...) {
		for _, size := range [][2]uint64{{1 << 32, 1 << 32}, {MaxCoordinate, MaxCoordinate}, {MaxCoordinate, 1}, {1, 1 << 33}} {
			if p.Side != 0 {
				continue
			}
			if err := p.EachRow(t.Context(), grundy.ByNimValue, []uint64{size[0], size[1]}, 1, nil, numbered(none)); !errors.Is(err, grundy.ErrTooLarge) {
				t.Errorf("%v, %d x %d: %v", p, size[0], size[1], err)
			}
			if cost := p.RowsCost(grundy.ByNimValue, []uint64{size[0], size[1]}); cost.Time < time.Second {
				t.Errorf("%v, %d x %d: cost %+v", p, size[0], size[1], cost)
			}
		}
	}
}

// A row whose values a closed form says takes no memory but itself.
func TestClosedRowsAreLean(t *testing.T) {
	for _, p := range []Piece{Rook(), Bishop(), King(), Knight()} {
		const width = 1_000_000_000
		if cost := p.RowsCost(grundy.ByNimValue, []uint64{width, 1}); cost.Bytes > 13*width {
			t.Errorf("%v: a row of %d cells takes %d bytes", p, width, cost.Bytes)
		}
		last := uint64(0)
		err := p.EachRow(t.Context(), grundy.ByNimValue, []uint64{100_000, 3}, 1, nil, numbered(func(y uint64, row []uint32) error {
			last = y
			for _, x := range []uint64{0, 1, 4095, 4096, 99_999} {
				if want, _, _ := p.Measure(grundy.ByNimValue, Cell{X: x, Y: y}); uint64(row[x]) != want {
					return fmt.Errorf("(%d,%d) has %d, want %d", x, y, row[x], want)
				}
			}
			return nil
		}))
		if err != nil || last != 2 {
			t.Errorf("%v: %v, to row %d", p, err, last)
		}
	}
}

// newTable returns a table of nim-values.
func newTable(t testing.TB, p Piece, width, height uint64) *tables.Table {
	t.Helper()
	table, err := tables.NewTable(t.Context(), p.Plane, grundy.ByNimValue, width, height, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
