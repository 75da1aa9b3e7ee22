package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
)

// The open integers of a template have the names of their fields, with a number where a
// field has several, or the names of the parameters of start.
func TestNamesOfOpenIntegers(t *testing.T) {
	two := "position(h = heaps(most = 6, hi = 9), n = integer(0, 4))\ndef moves(h, n):\n    pass\n"
	for text, c := range map[string]struct {
		rules   string
		names   []string
		offsets []int
		limits  []uint64
	}{
		"[_,3,_],_)": {two, []string{"h 1", "h 2", "n"}, []int{1, 5, 8}, []uint64{0, 0, 5}},
		"[1,_],2)":   {two, []string{"h"}, []int{3}, []uint64{0}},
		"_,_)":       {two + "def start(a, b):\n    return [a], b\n", []string{"a", "b"}, []int{0, 2}, []uint64{0, 0}},
	} {
		template, length, err := load(t, "t.star", c.rules, Options{}).ReadTemplate(text)
		if err != nil || length != len(text) || !slices.Equal(template.Names, c.names) || !slices.Equal(template.Offsets, c.offsets) || !slices.Equal(template.Limits, c.limits) {
			t.Errorf("%s: %+v, %d, %v", text, template, length, err)
		}
	}
}

// Strings and lists are joined where a position is read, as in rules. A wrong second one
// is an error.
func TestJoinedCells(t *testing.T) {
	row := load(t, "r.star", "position(r = row(\"X.\"))\ndef moves(r):\n    pass\n", Options{})
	for text, want := range map[string]string{`"X"*3+".")`: `r.star("XXX.")`, `"X"+"."+"X"*2)`: `r.star("X.XX")`} {
		if c := read(t, row, text); c.String() != want {
			t.Errorf("%s is read as %v", text, c)
		}
	}
	for _, text := range []string{`"X"+3)`, `"X"+)`, `"X"+"."*)`} {
		if _, _, err := row.Read(t.Context(), text); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// A board is declared by moves that have names, and by nothing else.
func TestBoardWantsMoves(t *testing.T) {
	for _, call := range []string{"board()", "board(size = (8, 8))", "board([(-1, -2)])", "board(3, leaps = [(-1, -2)])", "board(3, rides = [(-1, 0)])"} {
		if _, err := Load(t.Context(), "b.star", strings.NewReader(call+"\n"), Options{}); err == nil || !strings.Contains(err.Error(), "want moves, as in board(") {
			t.Errorf("%s: %v", call, err)
		}
	}
}

// Only single positions of games whose play ends by having no move have ranks.
func TestNoRanks(t *testing.T) {
	walk := "position(n = integer(0, 9))\ndef moves(n):\n    if n > 0:\n        move(n - 1)\n"
	for name, c := range map[string]struct {
		rules string
		ok    bool
	}{"plain": {walk, true}, "loopy": {"loopy = True\n" + walk, false}, "ends": {walk + "    else:\n        lose()\n", false}} {
		c1 := read(t, load(t, "w.star", c.rules, Options{}), "5)")
		if _, ok := c1.Game().(grundy.Ranker[Position]).PlanRanks(c1.Position().(Position)); ok != c.ok {
			t.Errorf("%s: ranks: %v", name, ok)
		}
	}
}
