package solve_test

// Files of rules that declare positions to be the same game that are not: no question about them gets
// a wrong answer, and most are refused.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	files "github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

const (
	takeLeft = "position(a = integer(0, 9), b = integer(0, 9))\ndef moves(a, b):\n    for k in range(1, a + 1):\n        move(a - k, b)\n"
	takeAll  = "position(r = row(\"o.\", most = 8))\ndef moves(r):\n    if \"o\" in r:\n        move(fill(\".\", len(r)))\n"
	// One of a pair may be taken, two that stand side by side, and far out also the first two.
	takeFirst = "position(r = row(\"o.\", most = 16))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] == \"o\":\n            move(put(r, \".\", i))\n    if len(r) >= 7 and r.count(\"o\") >= LEAST and r[0] == \"o\" and r[1] == \"o\":\n        move(put(r, \".\", 0, 1))\n"
	grid      = "position(g = grid(\"o.\", height = 3, width = 3))\ndef moves(g):\n    for r in range(g.height):\n        for c in range(g.width - 1):\n            if g[r, c] == \"o\" and g[r, c + 1] == \"o\":\n                move(put(g, \".\", (r, c), (r, c + 1)))\n    if g.height > 0 and g.width > 0 and g[0, 0] == \"o\":\n        move(put(g, \".\", (0, 0)))\n"
	letters   = "position(r = row(\"XO.\", most = 8))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] != \".\":\n            move(put(r, \".\", i))\n            if i + 1 < len(r) and r[i + 1] != \".\" and r[i + 1] != r[i]:\n                move(put(r, \".\", i, i + 1))\n"
	heaps     = "position(h = heaps(1, 9, most = 4))\ndef moves(h):\n    for i in range(len(h)):\n        for left in range(1, h[i]):\n            move(put(h, left, i))\n        move(h[:i] + h[i+1:])\n"
	ends      = "position(a = integer(0, 5), b = integer(0, 5))\ndef moves(a, b):\n    if a == 0 and b == 0:\n        return\n    if a == 0:\n        win()\n    elif b == 0:\n        lose()\n    else:\n        move(a - 1, b)\n        if b > 1:\n            move(a, b - 2)\n"
	cutting   = "position(g = grid(\"o.\", height = 4, width = 4))\ndef moves(g):\n    for r in range(1, g.height):\n        move_sum(cut(g, 0, 0, r, g.width), cut(g, r, 0, g.height - r, g.width))\n"
)

// load loads rules.
func load(t *testing.T, text string) *files.File {
	t.Helper()
	f, err := files.Load(t.Context(), "f.star", strings.NewReader(text), files.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// read reads a position of a file.
func read(t *testing.T, f *files.File, text string) grundy.Component {
	t.Helper()
	c, _, err := f.Read(t.Context(), text)
	if err != nil {
		t.Fatal(text, err)
	}
	return c
}

// bruteNim returns the nim-value by the definition.
func bruteNim(c grundy.Component, known map[string]uint64) uint64 {
	v, ok := known[c.String()]
	if !ok {
		var values []grundy.Value
		for _, q := range c.AppendOptions(nil) {
			values = append(values, grundy.Value(bruteNim(q, known)))
		}
		v = uint64(grundy.Mex(values...))
		known[c.String()] = v
	}
	return v
}

func TestFalseDeclarations(t *testing.T) {
	var rows, pairs, small []string
	for n := range 5 {
		for bits := range 1 << n {
			rows = append(rows, fmt.Sprintf("%q)", strings.Map(func(r rune) rune {
				return map[rune]rune{'0': '.', '1': 'o'}[r]
			}, fmt.Sprintf("%0*b", n, bits)[:n])))
		}
	}
	for a := range 4 {
		for b := range 4 {
			pairs = append(pairs, fmt.Sprintf("%d,%d)", a, b))
		}
	}
	for _, text := range []string{"[]", "[1]", "[2]", "[1,1]", "[2,2]", "[1,2]", "[1,1,1]", "[2,2,2]", "[3,3]"} {
		small = append(small, text+")")
	}
	grids := []string{`"o")`, `"oo")`, `"o/o")`, `"o./oo")`, `".o/oo")`, `"oo/o.")`, `"ooo/ooo")`, `"o.o/.oo/oo.")`}
	words := []string{`"X")`, `"XO")`, `"XX")`, `"XOX")`, `"XO.OX")`, `"XOXO")`}
	for name, c := range map[string]struct {
		rules, declared string
		positions       []string
		wrong           string // part of an error of some question
	}{
		"swap":       {takeLeft, "symmetric(\"swap\")\n", pairs, `symmetric: swap does not hold: f.star(1,0) has the nim-value 1 by its moves, and f.star(0,1), which should stand for it, 0`},
		"touching":   {takeAll, "touching(\"o\")\n", rows, `touching does not hold: f.star("o.o") has the nim-value 1 by its moves, and f.star("o";"o"), which should stand for it, 0`},
		"rotate":     {grid, "symmetric(\"rotate\")\n", grids, `symmetric: rotate does not hold`},
		"reflect":    {grid, "symmetric(\"reflect\")\n", grids, `symmetric: reflect does not hold`},
		"flip":       {grid, "symmetric(\"flip\")\n", grids, `symmetric: flip does not hold`},
		"transpose":  {grid, "symmetric(\"transpose\")\n", grids, `symmetric: transpose does not hold`},
		"half-turn":  {grid, "symmetric(\"half-turn\")\n", grids, `symmetric: half-turn does not hold`},
		"letters":    {letters, "touching(\"X\")\n", words, `touching does not hold`},
		"right ones": {letters, "touching([\"X\", \"O\"])\nsymmetric(\"reverse\")\n", words, ""},
		"turned row": {letters, "touching([\"X\", \"O\"])\nsymmetric(\"reverse\", \"rotate\")\n", words, `symmetric: rotate does not hold`},
		"parts":      {heaps, "def parts(h):\n    for x in h:\n        part([x])\n", small, ""},
		"lost parts": {heaps, "def parts(h):\n    for x in h[1:]:\n        part([x])\n", small, `parts does not hold`},
		"pairs":      {heaps, "def parts(h):\n    for x in h:\n        if h.count(x) % 2 == 1:\n            part([x])\n", small, `parts does not hold`},
		"ends":       {ends, "symmetric(\"swap\")\n", pairs, `symmetric: swap does not hold`},
		"cut":        {cutting, "def parts(g):\n    if g.height > 2:\n        part(cut(g, 0, 0, 2, g.width))\n        part(cut(g, 2, 0, g.height - 2, g.width))\n    else:\n        part(g)\n", []string{`"o/o")`, `"o/o/o")`, `"o/o/o/o")`}, `parts does not hold`},
	} {
		t.Run(name, func(t *testing.T) {
			declared, plain := load(t, c.rules+c.declared), load(t, c.rules)
			refused := 0
			var told string
			for _, text := range c.positions {
				for _, q := range []solve.Question{{}, {Convention: grundy.Misere}, {Compound: compound.Conjunctive}} {
					q.Sum, q.MaxMoves = grundy.SumOf(read(t, declared, text), read(t, declared, text)), 3
					if q.Compound == compound.Disjunctive {
						q.Sum = q.Sum[:1]
					}
					got, err := solve.Solve(t.Context(), q)
					if err != nil {
						if _, false := errors.AsType[files.ClaimError](err); !false {
							t.Fatal(text, err)
						}
						refused++
						if strings.Contains(err.Error(), c.wrong) {
							told = err.Error()
						} else if told == "" {
							told = "not: " + err.Error()
						}
						continue
					}
					truth := q
					truth.Sum = grundy.SumOf(read(t, plain, text), read(t, plain, text))[:len(q.Sum)]
					want, err := solve.Solve(t.Context(), truth)
					if err != nil {
						t.Fatal(text, err)
					}
					if q.Convention == grundy.Normal && q.Compound == compound.Disjunctive && !plain.Ends {
						if value := bruteNim(truth.Sum[0].Component, map[string]uint64{}); (value > 0) != (want.Outcome == grundy.N) {
							t.Fatal(text, "the file without declarations is wrong")
						}
					}
					if got.Outcome != want.Outcome || got.WinningMoveCount.Cmp(want.WinningMoveCount) != 0 ||
						got.NimValue != nil && want.NimValue != nil && *got.NimValue != *want.NimValue {
						t.Errorf("%s %v: %v with %v moves, want %v with %v", text, q.Convention, got.Outcome, got.WinningMoveCount, want.Outcome, want.WinningMoveCount)
					}
				}
			}
			if (refused > 0) != (c.wrong != "") || c.wrong != "" && (told == "" || strings.HasPrefix(told, "not: ")) {
				t.Errorf("%d refused: %s", refused, told)
			}
		})
	}
}

// A declaration that is false only far out is found at a sample of the positions that a search meets.
func TestFalseFarOut(t *testing.T) {
	for _, least := range long.Every(3, []string{"0", "5", "10"}) {
		f := load(t, "LEAST = "+least+"\n"+takeFirst+"symmetric(\"reverse\")\n")
		_, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(read(t, f, `"oooooooooooooooo")`))})
		if _, false := errors.AsType[files.ClaimError](err); !false || !strings.Contains(err.Error(), "symmetric: reverse does not hold") {
			t.Errorf("%s: %v", least, err)
		}
	}
}
