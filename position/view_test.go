package position

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/chance"
)

// A numberedTable has at each cell a number that tells it from all others.
type numberedTable struct{ sides []uint64 }

func (t numberedTable) String() string                                { return "numbers" }
func (t numberedTable) Sides() []uint64                               { return t.sides }
func (t numberedTable) Least(context.Context) []uint64                { return make([]uint64, len(t.sides)) }
func (t numberedTable) Holds(_ context.Context, c []uint64) bool      { return c[0]%3 > 0 }
func (t numberedTable) RowsCost(grundy.Measure, []uint64) grundy.Cost { return grundy.Cost{} }

func number(cell []uint64) (n uint64) {
	for _, x := range cell {
		n = 100*n + x + 1
	}
	return n
}

func (t numberedTable) EachRow(
	_ context.Context, _ grundy.Measure, sides []uint64, _ int, _ grundy.Progress, sink func(row []uint64) error,
) error {
	cell := make([]uint64, len(sides))
	for {
		row := make([]uint64, sides[0])
		for x := range row {
			cell[0] = uint64(x)
			row[x] = number(cell)
		}
		if err := sink(row); err != nil {
			return err
		}
		if !board.NextRow(cell, sides) {
			return nil
		}
	}
}

// TestViews compares the rows of views with the cells of the table for which theirs stand.
func TestViews(t *testing.T) {
	r := chance.New(t, 71)
	for range 2000 {
		v := randomView(r)
		var sides []uint64
		for range v.after[:open(v)] {
			sides = append(sides, 1+r.Uint64N(6))
		}
		var got []uint64
		rows := uint64(1)
		for _, side := range sides[1:] {
			rows *= side
		}
		err := v.EachRow(t.Context(), grundy.ByNimValue, sides, 1, nil, func(row []uint64) error {
			if rows--; uint64(len(row)) != sides[0] {
				return fmt.Errorf("a row of %d", len(row))
			}
			got = append(got, row...)
			return nil
		})
		if err != nil || rows != 0 {
			t.Fatalf("%+v %v: %v, %d rows are missing", v, sides, err, rows)
		}
		var want []uint64
		for cell, more := make([]uint64, len(sides)), true; more; more = board.NextRow(cell, sides) {
			for cell[0] = 0; cell[0] < sides[0]; cell[0]++ {
				there, from, inside := make([]uint64, len(v.fixed)), 0, true
				for i, n := range v.fixed {
					if n != nil {
						there[i] = *n
						continue
					}
					x := int64(cell[from]) - v.after[from]
					there[i], inside = uint64(x), inside && x >= 0
					from++
				}
				if !inside {
					there = nil
				}
				if want = append(want, number(there)); v.Holds(t.Context(), cell) != (inside && there[0]%3 > 0) {
					t.Fatalf("%+v at %v", v, cell)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, after %v, sides %v: %v, want %v", v.fixed, v.after, sides, got, want)
		}
	}
}

func open(v view) (n int) {
	for _, fixed := range v.fixed {
		if fixed == nil {
			n++
		}
	}
	return n
}

func randomView(r *rand.Rand) view {
	for {
		n := 1 + r.IntN(4)
		v := view{Tabulated: numberedTable{make([]uint64, n)}, fixed: make([]*uint64, n), after: make([]int64, n)}
		for i := range n {
			if r.IntN(3) == 0 {
				x := r.Uint64N(5)
				v.fixed[i] = &x
			}
			if v.after[i] = r.Int64N(7) - 3; r.IntN(2) == 0 {
				v.after[i] = 0
			}
		}
		if open(v) > 0 {
			return v
		}
	}
}
