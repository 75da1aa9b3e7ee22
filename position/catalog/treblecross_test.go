package catalog_test

// This file compares Treblecross with its rules as books state them: anybody may put a cross
// into any empty cell, and whoever makes three in a row wins at once.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// aStrip is a row of cells, bit i of crosses for cell i, beside a heap of Nim.
type aStrip struct{ cells, crosses, heap int }

// wins reports whether the player to move wins, by the rules alone. A player without a move
// loses.
func (s aStrip) wins(known map[aStrip]bool) bool {
	if won, ok := known[s]; ok {
		return won
	}
	won := false
	for i := 0; i < s.cells && !won; i++ {
		if s.crosses>>i&1 == 0 {
			next := s.crosses | 1<<i
			won = next&(next>>1)&(next>>2) != 0 || !aStrip{s.cells, next, s.heap}.wins(known)
		}
	}
	for h := 0; h < s.heap && !won; h++ {
		won = !aStrip{s.cells, s.crosses, h}.wins(known)
	}
	known[s] = won
	return won
}

func (s aStrip) String() string {
	letters := make([]byte, s.cells)
	for i := range letters {
		letters[i] = ".X"[s.crosses>>i&1]
	}
	return string(letters)
}

func treblecross(t *testing.T, text string) (*solve.Answer, error) {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		return nil, err
	}
	a, err := solve.Solve(t.Context(), solve.Question{Sum: sum, MaxMoves: 100})
	if err != nil {
		t.Fatal(err)
	}
	return a, nil
}

// Outcomes, nim-values and winning moves of whole rows, also beside a heap.
func TestTreblecross(t *testing.T) {
	for cells := range 13 {
		known := map[aStrip]bool{}
		row := aStrip{cells: cells}
		a, err := treblecross(t, fmt.Sprintf("treblecross(%d)", cells))
		if err != nil {
			t.Fatal(err)
		}
		if (a.Outcome == grundy.N) != row.wins(known) {
			t.Errorf("a row of %d is %v, not by the rules", cells, a.Outcome)
		}
		var want, got []string
		for i := range cells {
			if next := (aStrip{cells, 1 << i, 0}); !next.wins(known) {
				want = append(want, fmt.Sprintf("treblecross(%q)", next))
			}
		}
		for _, m := range a.WinningMoves {
			got = append(got, m[0].To.String())
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("a row of %d is won by %s, by the rules by %s", cells, got, want)
		}
		if cells > 10 {
			continue
		}
		for heap := range 6 {
			lost := !aStrip{cells, 0, heap}.wins(known)
			if lost != (a.NimValue != nil && *a.NimValue == uint64(heap)) {
				t.Errorf("a row of %d beside a heap of %d: lost is %v by the rules, nim-value %v", cells, heap, lost, show(a.NimValue))
			}
		}
	}
}

// Every row of crosses is answered as the rules say, or refused since the player to move
// makes three in a row.
func TestTreblecrossAmongCrosses(t *testing.T) {
	long.Only(t)
	known := map[aStrip]bool{}
	refused, answered := 0, 0
	for cells := range 9 {
		for crosses := range 1 << cells {
			s := aStrip{cells, crosses, 0}
			if crosses&(crosses>>1)&(crosses>>2) != 0 {
				continue // the play is over
			}
			a, err := treblecross(t, fmt.Sprintf("treblecross(%q)", s))
			threat := cells > 2 && (crosses&(crosses>>1) != 0 || crosses&(crosses>>2) != 0)
			switch {
			case threat && (err == nil || !strings.Contains(err.Error(), "makes three in a row and wins") || !s.wins(known)):
				t.Errorf("%v: %v, want a refusal", s, err)
			case threat:
				refused++
			case err != nil || (a.Outcome == grundy.N) != s.wins(known):
				t.Errorf("%v: %v %v", s, a, err)
			default:
				answered++
			}
		}
	}
	if refused < 100 || answered < 30 {
		t.Errorf("%d refused, %d answered", refused, answered)
	}
}
