package rules

// These tests say which positions are refused where they enter, and that a check draws legal
// positions alone and finds the moves that leave them.

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
)

func TestLegalPositions(t *testing.T) {
	const pass = "def moves(r):\n    pass\n"
	ordered := "position(r = row(0, 9, length = 3, order = \"ascending\", distinct = True))\n" + pass
	for _, c := range []struct {
		text, position string
		wrong          string
		offset         int
	}{
		{ordered, "[1,2,3])", "", 0},
		{ordered, "1,2,3)", "", 0},
		{ordered, "[1,2])", "r has 2 cells: want 3", 0},
		{ordered, "[1,2,3,4])", "r has 4 cells: want 3", 0},
		{ordered, "[1,3,2])", "r has 2 behind 3: want each at least the one before", 0},
		{ordered, " [1,1,2])", "r has 1 twice: want all different", 1},
		{strings.Replace(ordered, "ascending", "descending", 1), "[3,2,1])", "", 0},
		{strings.Replace(ordered, "ascending", "descending", 1), "[3,1,2])", "r has 2 behind 1: want each at most the one before", 0},
		{"position(r = heaps(distinct = True))\n" + pass, "3,5,3)", "r has 3 twice", 0},
		{"position(r = row(\"abc\", distinct = True))\n" + pass, "\"cac\")", "r has c twice", 0},
		{"position(r = grid(\"ab\", height = 2, width = 3, exact = True))\n" + pass, "\"aba/bab\")", "", 0},
		{"position(r = grid(\"ab\", height = 2, width = 3, exact = True))\n" + pass, "\"aba\")", "r is 1 x 3: want 2 x 3", 0},
		{"position(r = grid(0, 9, height = 1, width = 3, distinct = True))\n" + pass, "[[1,2,1]])", "r has 1 twice", 0},
		{"position(r = row(\"ab\", length = 2))\n" + pass, "\"a\")", "r has 1 cell: want 2", 0},
		{"position(n = integer(), r = row(0, 3, distinct = True))\ndef moves(n, r):\n    pass\n", "1,[2,2])", "r has 2 twice", 2},
		{"position(n = integer())\ndef legal(n):\n    return n % 2 == 0\ndef moves(n):\n    pass\n", "3)", "the rules say that it is not legal", 0},
		{"position(n = integer())\ndef legal(n):\n    return n % 2 == 0 or \"%d is odd\" % n\ndef moves(n):\n    pass\n", "4,7)", "7 is odd", 0},
		{"position(n = integer())\ndef legal(n):\n    return \"\" if n else True\ndef moves(n):\n    pass\n", "4)", "the rules say that it is not legal", 0},
		{"position(n = integer(), m = integer())\ndef start(a):\n    return a, 0\ndef legal(n, m):\n    return n < 3 or \"large\"\ndef moves(n, m):\n    pass\n", "5)", "start makes l.star(5,0): large", 0},
	} {
		for _, o := range []Options{{}, {Interpreted: true}} {
			f := load(t, "l.star", c.text, o)
			_, _, err := f.Read(t.Context(), c.position)
			if c.wrong == "" {
				if err != nil {
					t.Errorf("%s%s: %v", c.text, c.position, err)
				}
				continue
			}
			var at *NotationError
			if !errors.As(err, &at) || !strings.Contains(at.Msg, c.wrong) || at.Offset != c.offset {
				t.Errorf("%s%s: %+v; want %d: %s", c.text, c.position, err, c.offset, c.wrong)
			}
			var typed *grundy.PositionError
			if strings.Contains(c.wrong, "want each") && (!errors.As(err, &typed) || typed.Arg != 0) {
				t.Errorf("%s%s: %v is not a PositionError", c.text, c.position, err)
			}
		}
	}
	f := load(t, "l.star", "position(n = integer())\ndef legal(n):\n    return n\ndef moves(n):\n    pass\n", Options{})
	if _, _, err := f.Read(t.Context(), "3)"); err == nil || !strings.Contains(err.Error(), "l.star:2:5: legal: want legal to return True, or a message that says what is wrong, not an int, at l.star(3)") {
		t.Error(err)
	}
	f = load(t, "l.star", "position(n = integer())\ndef moves(n):\n    pass\nlegal = lambda n: n\n", Options{})
	if _, _, err := f.Read(t.Context(), "3)"); err == nil || !strings.Contains(err.Error(), "l.star:4:1: legal: want legal to return True") {
		t.Error(err)
	}
	f = load(t, "l.star", "position(n = integer())\ndef legal(n):\n    return 10 // n > 2\ndef moves(n):\n    pass\n", Options{})
	if _, _, err := f.Read(t.Context(), "0)"); err == nil || !strings.Contains(err.Error(), "l.star:3:12") {
		t.Error(err)
	}
}

// Numbers that choose a position which is not legal choose none, and others behind them do.
func TestValuesOfIllegalPositions(t *testing.T) {
	f := load(t, "l.star", "position(x = integer(), y = integer())\ndef legal(x, y):\n    return x >= y or \"x >= y\"\ndef moves(x, y):\n    for k in range(y, x):\n        move(k, y)\n", Options{})
	const none = noPosition
	if got, want := valuesOf(t, f, 4, 3), []uint64{0, 1, 2, 3, none, 0, 1, 2, none, none, 0, 1}; !slices.Equal(got, want) {
		t.Error(got)
	}
}

func TestCheckOfLegal(t *testing.T) {
	welter := "position(c = heaps(0, 9, most = 3, distinct = True))\ndef moves(c):\n    for i in range(len(c)):\n        for s in range(c[i]):\n            if s not in c:\n                move(put(c, s, i))\n"
	dollar := "position(s = row(\".$\", length = 5))\ndef legal(s):\n    return s.count(\"$\") == 1 or \"want one dollar\"\ndef moves(s):\n    i = s.index(\"$\")\n    if i > 0:\n        move(put(put(s, \".\", i), \"$\", i - 1))\n"
	for name, c := range map[string]struct {
		text, wrong string
		looked      int
	}{
		"distinct":       {welter, "", 1 + 10 + 45 + 120},
		"onto another":   {strings.Replace(welter, "s not in c", "s != 5", 1), "c.star:6:17: move(put(c, s, i)): a move to c.star([0,0]), which is not legal: c has 0 twice: want all different, at c.star([0,1])", -1},
		"of one length":  {dollar, "", 5},
		"two":            {strings.Replace(dollar, "put(put(s, \".\", i), \"$\", i - 1)", "put(s, \"$\", i - 1)", 1), "a move to c.star(\"...$$\"), which is not legal: want one dollar, at c.star(\"....$\")", -1},
		"length":         {strings.Replace(dollar, "put(put(s, \".\", i), \"$\", i - 1)", "s[1:]", 1), "s has 4 cells: want 5", -1},
		"legal fails":    {strings.Replace(dollar, "== 1", "// (s.count(\"$\") - 1) > 0", 1), "division by zero", -1},
		"start":          {dollar + "def start(n):\n    return fill(\".\", 5)\n", "start makes c.star(\".....\"): want one dollar", -1},
		"none":           {strings.Replace(dollar, "== 1", "> 5", 1), "c.star:2:5: legal: no small position is legal (c.star(\".....\"): want one dollar): example(…) of a legal one shows where to begin", 0},
		"none, loopy":    {"loopy = True\n" + strings.Replace(dollar, "== 1", "> 5", 1), "no small position is legal", 0},
		"some starts":    {dollar + "def start(n):\n    return put(fill(\".\", 5), \"$\", 2) if n == 3 else fill(\".\", 5)\n", "", 5},
		"a large shape":  {strings.ReplaceAll(dollar, "length = 5", "length = 40"), "", -1},
		"a row":          {strings.ReplaceAll(welter, "heaps(0", "row(0") + "def legal(c):\n    return True\n", "", -1},
		"loopy":          {"loopy = True\n" + welter, "", 1 + 10 + 45 + 120},
		"loopy, illegal": {"loopy = True\n" + strings.Replace(welter, "s not in c", "True", 1), "which is not legal", -1},
	} {
		t.Run(name, func(t *testing.T) {
			r, wrong := check(t, c.text)
			if (wrong == "") != (c.wrong == "") || !strings.Contains(wrong, c.wrong) {
				t.Errorf("%s\nwant %s", wrong, c.wrong)
			}
			if c.looked >= 0 && r.Looked != c.looked {
				t.Errorf("looked at %d, want %d", r.Looked, c.looked)
			}
		})
	}
}
