package board

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/board/rows"
)

// closedPieces are the pieces whose rows have a closed form.
func closedPieces() []Piece { return []Piece{Rook(), Bishop(), King(), Knight()} }

// Rows by the closed form against those that the engine proves.
func TestClosedRows(t *testing.T) {
	for _, p := range closedPieces() {
		rows, err := rows.Periods(t.Context(), p.Plane, 200, 1<<30, nil)
		if err != nil {
			t.Fatal(err)
		}
		for r := range uint64(201) {
			row, err := p.RowPeriod(t.Context(), r, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := rows.Row(r)
			got := row.Result
			if got.Preperiod != want.Result.Preperiod || got.Period != want.Result.Period || got.Saltus != want.Result.Saltus || row.Y != r {
				t.Fatalf("%v, row %d: %+v; by the engine %+v", p, r, got, want.Result)
			}
			values := make([]uint64, 2*(got.Preperiod+got.Period)+10)
			for x := range values {
				values[x] = want.At(uint64(x))
			}
			boardtest.CheckRowOf(t, p.String(), row, r, row.Result, 0, values, got.Saltus)
		}
	}
}

// Rows far up, which no engine reaches.
func TestClosedRowsFarUp(t *testing.T) {
	random := boardtest.NewRandom(t)
	for _, p := range closedPieces() {
		for range 300 {
			r := random.Uint64() >> (1 + random.IntN(40))
			row, err := p.RowPeriod(t.Context(), r, 0, nil)
			if err != nil || !row.Result.Proved || !strings.Contains(row.Result.Theorem, "games/board/row_closed.go") {
				t.Fatalf("%v, row %d: %+v, %v", p, r, row, err)
			}
			q, d, s := row.Result.Preperiod, row.Result.Period, row.Result.Saltus
			if q+d > MaxCoordinate {
				continue
			}
			for range 20 {
				x := q + random.Uint64N(MaxCoordinate-q-d+1)
				first, _, _ := p.Measure(grundy.ByNimValue, Cell{X: x, Y: r})
				second, _, _ := p.Measure(grundy.ByNimValue, Cell{X: x + d, Y: r})
				if row.At(x) != first || row.At(x+d) != second || second != first+s {
					t.Fatalf("%v, row %d, x = %d: nim-values %d and %d, by the row %d and %d: %+v", p, r, x, first, second, row.At(x), row.At(x+d), row.Result)
				}
			}
			if q > 0 && row.At(q-1)+s == row.At(q-1+d) {
				t.Fatalf("%v, row %d: the preperiod is less than %d", p, r, q)
			}
		}
		for _, r := range []uint64{MaxCoordinate - 2, MaxCoordinate - 1, MaxCoordinate} {
			if _, err := p.RowPeriod(t.Context(), r, 0, nil); err != nil {
				t.Errorf("%v, row %d: %v", p, r, err)
			}
		}
		if _, err := p.RowPeriod(t.Context(), MaxCoordinate+1, 0, nil); !errors.Is(err, ErrNoRow) {
			t.Errorf("%v: %v", p, err)
		}
	}
}

// Games that are given by the same moves have the same rows, also on a board that
// ends above; not where a cell is blocked.
func TestClosedRowsOfEqualGames(t *testing.T) {
	for _, known := range append(closedPieces(), Queen()) {
		var rules Rules
		for _, s := range known.Leaps {
			rules.Leaps = append(rules.Leaps, []int64{s.DX, s.DY})
		}
		for _, s := range known.Rides {
			rules.Rides = append(rules.Rides, []int64{s.DX, s.DY})
		}
		slices.Reverse(rules.Leaps)
		slices.Reverse(rules.Rides)
		for _, sides := range [][]uint64{{0, 0}, {0, 30}, {20, 31}} {
			rules.Sides = sides
			row, err := newGame(t, rules).RowPeriod(t.Context(), 29, 1<<30, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := known.RowPeriod(t.Context(), 29, 1<<30, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := row.Result, want.Result; got != want {
				t.Errorf("%v with the sides %d: %+v, want %+v", known, sides, got, want)
			}
			if sides[1] == 30 {
				if _, err := newGame(t, rules).RowPeriod(t.Context(), 30, 1<<30, nil); err == nil {
					t.Errorf("%v with the sides %d: it has a row 30", known, sides)
				}
			}
		}
		rules.Sides, rules.Blocked = []uint64{0, 0}, [][]uint64{{1, 1}}
		row, err := newGame(t, rules).RowPeriod(t.Context(), 4, 1<<30, nil)
		if err != nil {
			t.Fatal(err)
		}
		if row.Closed != nil {
			t.Errorf("%v with a blocked cell: %+v", known, row)
		}
	}
}

// The memory beside the cells is known beforehand, and work begins only while there is
// time.
func TestRowPeriodMemory(t *testing.T) {
	steps := Piece{Plane: moves.Plane{Name: "steps", Leaps: []moves.Step{moves.Left, moves.Diagonal}}}
	if got := steps.RowPeriodMemory(1e9); got < 100e9 || got > 1e12 {
		t.Errorf("10^9 rows need %d bytes", got)
	}
	for p, r := range map[string]uint64{"queen": math.MaxUint64, "leaper": 1 << 60} {
		if got := map[string]Piece{"queen": Queen(), "leaper": steps}[p].RowPeriodMemory(r); got < 1<<60 {
			t.Errorf("%s, row %d: %d bytes", p, r, got)
		}
	}
	for _, p := range closedPieces() {
		if got := p.RowPeriodMemory(MaxCoordinate); got != 0 {
			t.Errorf("%v needs %d bytes", p, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if row, err := steps.RowPeriod(ctx, 1000, 1<<30, nil); !errors.Is(err, context.Canceled) || row.Result.Proved || row.Result.Computed != 0 {
		t.Errorf("begun when cancelled: %+v, %v", row, err)
	}
	if row, err := Queen().RowPeriod(t.Context(), 100, 1_000_000, nil); !errors.Is(err, grundy.ErrBudget) || row.Result.Proved || row.Result.Computed != 1_000_000/101 {
		t.Errorf("a budget that ends: %+v, %v", row, err)
	}
}
