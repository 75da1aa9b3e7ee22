package search_test

// These are tests of numbered rows.

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/theory/search"
)

// The rows of a rank are all rows in ascending order of their numbers.
func TestRows(t *testing.T) {
	rng := chance.New(t, 2)
	for range 200 {
		most := make([]uint64, rng.IntN(5))
		for i := range most {
			most[i] = rng.Uint64N(6)
		}
		strict := rng.IntN(2) == 0
		var all [][]uint64
		var list func(row []uint64)
		list = func(row []uint64) {
			if len(row) == len(most) {
				all = append(all, slices.Clone(row))
				return
			}
			for v := range most[len(row)] + 1 {
				last := uint64(0)
				if len(row) > 0 {
					last = row[len(row)-1]
				}
				if v > last || v == last && (!strict || v == 0) {
					list(append(row, v))
				}
			}
		}
		list(nil)
		r, ok := search.NewRows(most, strict)
		if !ok || r.Count() != uint64(len(all)) || r.Len() != len(most) {
			t.Fatalf("rows within %d, strict %v: %d rows, want %d", most, strict, r.Count(), len(all))
		}
		row := make([]uint64, len(most))
		for i, want := range all {
			rank, ok := r.Rank(want)
			if r.Row(row, uint64(i)); !ok || rank != uint64(i) || !slices.Equal(row, want) {
				t.Fatalf("rows within %d, strict %v: rank %d, %v of %d, which is number %d; its row is %d", most, strict, rank, ok, want, i, row)
			}
		}
		for range 20 {
			row := make([]uint64, len(most))
			for i := range row {
				row[i] = rng.Uint64N(7)
			}
			if _, ok := r.Rank(row); ok != slices.ContainsFunc(all, func(of []uint64) bool { return slices.Equal(of, row) }) {
				t.Fatalf("rows within %d, strict %v: %d has a rank: %v", most, strict, row, ok)
			}
		}
	}
}

// Chomp on 12 x 12 squares has as many positions as there are ways along the edge of a
// diagram.
func TestRowsOfDiagrams(t *testing.T) {
	r, ok := search.NewRows(slices.Repeat([]uint64{12}, 12), false)
	if !ok || r.Count() != 2_704_156 {
		t.Errorf("%d diagrams, %v", r.Count(), ok)
	}
	if _, ok := search.NewRows(slices.Repeat([]uint64{1000}, 60), false); ok {
		t.Error("too many rows are numbered")
	}
	if _, ok := search.NewRows([]uint64{1 << 60}, false); ok {
		t.Error("too many numbers")
	}
	if _, ok := search.NewRows([]uint64{3}, false); !ok {
		t.Error("four rows have no numbers")
	}
	if _, ok := (&search.Rows{}).Rank([]uint64{1}); ok {
		t.Error("a row that is too long has a rank")
	}
}
