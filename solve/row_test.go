package solve_test

// This file tests sums with a queen so far out that her nim-value comes from the period of
// her row.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/internal/board/tables"
	"github.com/grundy-games/grundy/solve"
)

// Whole answers, compared with all options, by a table.
func TestFarQueens(t *testing.T) {
	table, err := tables.NewTable(t.Context(), board.Queen().Plane, grundy.ByNimValue, 30_001, 21, nil)
	if err != nil {
		t.Fatal(err)
	}
	value := func(c grundy.Component) uint64 {
		if cell, ok := c.Position().(board.Cell); ok {
			return uint64(table.At(max(cell.X, cell.Y), min(cell.X, cell.Y)))
		}
		v, _, _ := c.Measure(grundy.ByNimValue)
		return v
	}
	for _, text := range []string{
		"queen(30000,20) + nim(7)",
		"queen(20,30000) + nim(29000)",
		"2*queen(19,28111) + queen(29999,3) + nim(2)",
		"queen(30000,20) + queen(17,29997)",
		"queen(30000,0) + nim(29990,29000)",
	} {
		sum := parse(t, text)
		total := uint64(0)
		components := sum.Components()
		for _, c := range components {
			total ^= value(c)
		}
		var want []string
		for i, c := range components {
			for _, q := range c.AppendOptions(nil) {
				if value(q) == value(c)^total {
					want = append(want, fmt.Sprint(i, " ", q))
				}
			}
		}
		a := answer(t, solve.Question{Sum: sum, MaxMoves: 1000})
		var got []string
		for _, move := range a.WinningMoves {
			got = append(got, fmt.Sprint(move[0].Component, " ", move[0].To))
		}
		if a.NimValue == nil || *a.NimValue != total || !slices.Equal(got, want) || a.WinningMoveCount.Int64() != int64(len(want)) {
			t.Errorf("%s: nim-value %v, %v moves %v; by the table %d, %v", text, a.NimValue, a.WinningMoveCount, got, total, want)
		}
		if !strings.Contains(strings.Join(a.Methods, "\n"), "rows proved to be periodic, or additively periodic") {
			t.Errorf("%s by %v", text, a.Methods)
		}
	}
}

// An answer whose outcome and nim-value come from two places names both.
func TestMethodsOfNimValues(t *testing.T) {
	for text, words := range map[string][]string{
		"queen(50,1000000000000000000)":     {"Wythoff's theorem", "rows proved to be periodic, or additively periodic"},
		"wythoff[5](1000000000000000000,3)": {"Fraenkel", "rows proved to be periodic, or additively periodic"},
		"queen(5,4)":                        {"Wythoff's theorem", "a table of nim-values"},
		"queen(3,5)":                        {"Wythoff's theorem"},
		"rook(1000000000000000000,5)":       {"Nim with the heaps x and y"},
	} {
		a := answer(t, solve.Question{Sum: parse(t, text)})
		if a.NimValue == nil || len(a.Methods) != len(words) {
			t.Fatalf("%s: nim-value %v by %q, want methods with %q", text, a.NimValue, a.Methods, words)
		}
		for i, word := range words {
			if !strings.Contains(a.Methods[i], word) {
				t.Errorf("%s: method %q, want one with %q", text, a.Methods[i], word)
			}
		}
	}
}
