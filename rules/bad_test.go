package rules

// Bad files, and games that go wrong, get one line each that says where and what, within bounded
// time and memory.

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// endless is a reader that never ends, and counts what was read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "x = 1\n"[(e.read+i)%6]
	}
	e.read += len(p)
	return len(p), nil
}

const oneHeap = "position(n = integer())\n"

func TestBadFiles(t *testing.T) {
	deep := strings.Repeat("(", 5000) + strings.Repeat(")", 5000)
	for name, c := range map[string]struct{ text, want string }{
		"empty":           {"", "bad.star: the file is empty: want position(…) and def moves(…)"},
		"blank":           {" \n\n", "the file is empty"},
		"binary":          {"\x7fELF\x02\x01\x00", "bad.star:1:1: byte 0x7f"},
		"nul":             {"x = 1\n\x00", "bad.star:2:1: byte 0x00: the file is not text"},
		"latin1":          {"# caf\xe9\n", "bad.star:1:6: byte 0xe9: the file is not text"},
		"deep":            {"x = " + deep, "nested more than 100 deep"},
		"signs":           {"x = " + strings.Repeat("-", 5000) + "1", "nested more than 100 deep"},
		"not":             {"x = " + strings.Repeat("not ", 5000) + "1", "nest too deeply"},
		"sums":            {"x = 1" + strings.Repeat("+1", 5000), "nested more than 500 deep"},
		"syntax":          {"def moves(n)\n    pass", "bad.star:1:13: want ':', not the end of the line"},
		"indent":          {"def f():\npass", "bad.star:2:1: pass: want an indented block"},
		"no shape":        {"def moves(n):\n    pass\n", "want the shape of a position"},
		"no moves":        {oneHeap + "def move_it(n):\n    pass\n", "want the rules: def moves(n):"},
		"misspelt":        {oneHeap + "def moves(n):\n    mov(n - 1)\n", `bad.star:3:5: mov: no such name; did you mean "move" or`},
		"exchanged":       {oneHeap + "def moves(n):\n    mvoe(n - 1)\n", `bad.star:3:5: mvoe: no such name; did you mean "move"?`},
		"print":           {oneHeap + "def moves(n):\n    print(n)\n", `bad.star:3:5: print: only grundy contest, grundy rules check and grundy options show what is printed: leave it out` + "\n"},
		"parameter":       {oneHeap + "def moves(m):\n    pass\n", "bad.star:2:5: moves: moves takes the fields of the position: want def moves(n), not (m)"},
		"misere":          {oneHeap + "misre = True\ndef moves(n):\n    pass\n", `bad.star:2:1: misre: nothing reads this name; did you mean "misere"?`},
		"look-alike":      {oneHeap + "def mоves(n):\n    pass\n", `bad.star:2:5: mоves: nothing reads this name, some of whose letters only look like Latin ones; did you mean "moves"?`},
		"field's name":    {"position(а = integer())\ndef moves(а):\n    move(a)\n", `bad.star:3:10: a: no such name; the file has "а", some of whose letters only look like Latin ones`},
		"a begin":         {oneHeap + "so = 3\nval = 4\ndef moves(n):\n    pass\n", ""},
		"kind":            {"position(n = integers())\n", `bad.star:1:14: integers: no such name; did you mean "integer"?`},
		"keyword":         {"position(n = integer(low = 1))\n", `integer has no parameter "low"; did you mean "lo"?; want lo, hi`},
		"range":           {"position(n = integer(5, 1))\n", "no number is at least 5 and at most 1"},
		"letters":         {"position(r = row(\"X X\"))\n", "without quotes, slashes and spaces"},
		"twice":           {"position(r = row(\"XX\"))\n", "the letter X stands here twice"},
		"large shape":     {"position(g = grid(\"ab\", 9999, 9999))\n", "positions of more than 65536 cells"},
		"second":          {oneHeap + oneHeap, "bad.star:2:1: position(n = integer()): a second position(…)"},
		"load":            {"load(\"x.star\", \"y\")\n", "bad.star:1:1: load(\"x.star\", \"y\"): a file of rules stands alone"},
		"float":           {"x = 1.5\n", "bad.star:1:5: 1.5: there are no fractions"},
		"division":        {"x = 3 / 2\n", "bad.star:1:5: 3 / 2: there are no fractions: // divides and rounds down"},
		"by zero":         {"x = 3 // 0\n", "bad.star:1:5: 3 // 0: division by zero (3 // 0)"},
		"64 bits":         {"x = 9223372036854775808\n", "bad.star:1:5: 9223372036854775808: want an integer of 64 bits"},
		"overflow":        {"x = 9223372036854775807 + 1\n", "the result is outside 64 bits (9223372036854775807 + 1)"},
		"power":           {"x = 1 << 63\n", "the result is outside 64 bits (1 << 63)"},
		"huge list":       {"x = [0] * (1 << 40)\n", "bad.star:1:5: [0] * (1 << 40): the budget of memory is used up here"},
		"huge string":     {"x = \"ab\" * (1 << 50)\n", "the budget of memory is used up here"},
		"huge range":      {"x = list(range(1 << 62))\n", "the budget of"},
		"huge fill":       {"x = fill(0, 1 << 40)\n", "want a number of cells of 0 … 65536, not 1099511627776"},
		"doubling":        {"x = [0]\nfor i in range(60):\n    x.extend(list(x))\n", "the budget of memory is used up here"},
		"doubled text":    {"def f():\n    x = \"ab\"\n    for i in range(60):\n        x = x + x\nf()\n", "the budget of memory is used up here"},
		"nested":          {"def f():\n    x = [0]\n    for i in range(60):\n        x = [x, x]\n    return str(x)\ny = f()\n", "the budget of"},
		"nested equal":    {"def f():\n    x, y = [0], [0]\n    for i in range(60):\n        x, y = [x, x], [y, y]\n    return x == y\ny = f()\n", "values nest more than 20 deep"},
		"endless":         {"def f():\n    while True:\n        pass\nf()\n", "the budget of steps is used up here (2,000,000 a call): does this go on for ever?"},
		"endless loops":   {"for i in range(1 << 62):\n    pass\n", "the budget of steps is used up here"},
		"recursion":       {"def f(n):\n    return f(n - 1)\nx = f(3)\n", "bad.star:2:12: f(n - 1): f calls itself; functions may not"},
		"two recurse":     {"def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nx = f(3)\n", "f calls itself"},
		"example":         {oneHeap + "def moves(n):\n    pass\nexample(-1)\n", "bad.star:4:1: example(-1): n = -1 is outside 0 … 2147483647"},
		"outcome":         {oneHeap + "def moves(n):\n    pass\nexample(1, outcome = \"win\")\n", `want "N", the player to move wins`},
		"symmetry":        {oneHeap + "symmetric(\"mirror\")\n", "no symmetry of this position; want one of swap"},
		"both":            {oneHeap + "def moves(n):\n    pass\nheap(octal = \"0.77\")\n", "a file with heap(…) or board(…) declares no position of its own"},
		"code":            {"heap(octal = \"0.7x\")\n", "bad.star:1:6: octal = \"0.7x\": "},
		"digits of octal": {"heap(octal = \"0.79\")\n", `bad.star:1:6: octal = "0.79": want digits 0 … 7 and a point; other codes are code = "0.79"`},
		"oeis":            {oneHeap + "oeis = \"2186\"\ndef moves(n):\n    pass\n", `bad.star:2:1: oeis: want a number of the OEIS, as in "A002186", not "2186"`},
		"no cells":        {"board(leaps = [(-1, -2)],\n    size = (0, 0))\n", "bad.star:2:"},
		"a million cells": {"board(leaps = [(-1, 0)],\n    blocked = [(x, y) for x in range(1000) for y in range(1000)])\n", "the budget of memory is used up here"},
		"board":           {"board(leaps = [(1, 0), (-1, 0)])\n", "bad.star:1:"},
		"start":           {oneHeap + "def moves(n):\n    pass\ndef start(n):\n    return n\n", "start takes as many numbers as a position has"},
		"no start":        {oneHeap + "def moves(n):\n    pass\nstart = 5\n", "bad.star:4:1: start: want a function, as in def start(…):"},
		"no rules":        {oneHeap + "moves = 3\n", "want a function, as in def moves(…):"},
		"own move":        {oneHeap + "def move(n):\n    return n\ndef moves(n):\n    move(n)\n", "bad.star:2:5: move: files find this name defined; want another one"},
		"late position":   {"def f():\n    position(n = integer())\nf()\n", "stands at the top level of the file, not in a function"},
		"early move":      {oneHeap + "move(1)\n", "move may be called only while moves runs"},
		"bom":             {"\ufeff" + oneHeap + "def moves(n):\n    pass\n", ""},
		"long names":      {strings.Repeat("a", 100000) + " = 1\nx = " + strings.Repeat("b", 100000) + "\n", "a name of more than 200 letters"},
		"long word":       {"x = 1\n1x" + strings.Repeat("b", 100000) + "\n", "bad.star:2:"},
		"two functions":   {"def f(n):\n    return 1\ndef f(n):\n    return 2\n", "bad.star:3:5: f: a second function of this name"},
		"behind rest":     {"def f(*a, b = 2):\n    return b\n", "bad.star:1:11: b = 2: no parameter may stand behind *"},
		"set again":       {oneHeap + "k = 0\nfor i in range(9):\n    k += i\nfor i in range(9):\n    k += i\ndef moves(n):\n    pass\nif k != 72:\n    fail(k)\n", ""},
		"holds itself":    {oneHeap + "def make():\n    def h():\n        return h\n    return h\ng = make()\nl = []\nl.append((l, l))\ndef moves(n):\n    pass\n", ""},
		"shared":          {oneHeap + "t = (1,)\nfor i in range(200):\n    t = (t, t)\ndef moves(n):\n    pass\n", ""},
		"deep list":       {oneHeap + "l = []\nfor i in range(150000):\n    l = [l]\ndef moves(n):\n    pass\n", ""},
		"wide key":        {"t = (1,)\nfor i in range(19):\n    t = (t, t, t, t)\nd = {t: 1}\n", "the budget of"},
		"wide keys":       {"t = (1,) * 1000\nt = (t,) * 1000\nt = (t,) * 1000\nx = t in {}\n", "the budget of"},
		"equal texts":     {"a = 'x' * 3000000\nb = 'x' * 3000000\nwhile a == b:\n    pass\n", "a == b: the budget of steps"},
		"order of texts":  {"a = 'x' * 3000000\nb = 'x' * 3000000\nwhile a <= b:\n    pass\n", "a <= b: the budget of steps"},
		"key text":        {"a = 'x' * 3000000\nd = {a: 1}\nwhile d[a]:\n    pass\n", "the budget of steps"},
		"digits":          {"a = '1' * 3000000\nwhile a.isdigit():\n    pass\n", "the budget of steps"},
		"text of rows":    {"r = fill('a', 65536)\nl = []\nwhile True:\n    l.append(str(r))\n", "the budget of"},
		"take out":        {"l = [0] * 300000\nwhile True:\n    l.remove(0)\n", "the budget of steps"},
		"kept key":        {"d = {(1,) * 200000: 1}\nwhile True:\n    d[1] = 1\n    d.pop(1)\n", "the budget of"},
		"strip":           {"x = 'a' * 1000000\nl = []\nwhile True:\n    l.append(x.strip())\n", "the budget of"},
		"frozen":          {oneHeap + "L = []\ndef moves(n):\n    L.append(n)\nexample(3)\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Load(t.Context(), "bad.star", strings.NewReader(c.text), Options{Steps: 2_000_000, Memory: 16 << 20})
			runtime.ReadMemStats(&after)
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error()+"\n", c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v\nwant %s", err, c.want)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 256<<20 {
				t.Errorf("allocated %d MiB", used>>20)
			}
		})
	}
}

func TestLargeFile(t *testing.T) {
	e := &endless{}
	_, err := Load(t.Context(), "large.star", io.LimitReader(e, 100<<20), Options{})
	if err == nil || !strings.Contains(err.Error(), "large.star: the file has more than 256 KiB") {
		t.Error(err)
	}
	if e.read > 1<<20 {
		t.Errorf("%d bytes were read", e.read)
	}
}

// TestBadRules holds what is said about rules that go wrong at a position,
// compiled and interpreted.
func TestBadRules(t *testing.T) {
	for name, c := range map[string]struct{ text, position, want string }{
		"outside": {
			oneHeap + "def moves(n):\n    move(n - 2)\n", "1)",
			"bad.star:3:5: move(n - 2): a move to (-1): n = -1 is outside 0 … 2147483647, at bad.star(1)",
		},
		"too long": {
			"position(r = row(\"ab\", most = 3))\ndef moves(r):\n    move(r + \"a\")\n", `"aba")`,
			`bad.star:3:5: move(r + "a"): a move to (abaa): r has 4 cells, more than its most = 3, at bad.star("aba")`,
		},
		"letter": {
			"position(r = row(\"ab\", most = 3))\ndef moves(r):\n    move(put(r, \"c\", 0))\n", `"aba")`,
			`a move to (cba): a cell of r is "c", want one of the letters ab, at bad.star("aba")`,
		},
		"index": {
			"position(r = row(0, 3, most = 3))\ndef moves(r):\n    move(put(r, r[5], 0))\n", `[1,2])`,
			`bad.star:3:17: r[5]: there is no item 5 in a row of length 2, at bad.star([1,2])`,
		},
		"cell": {
			"position(g = grid(\"ab\", 3, 3))\ndef moves(g):\n    move(put(g, \"a\", (0, g.width)))\n", `"ab/ba")`,
			`bad.star:3:22: (0, g.width): there is no cell (0, 2) in a grid of 2 x 2, at bad.star("ab/ba")`,
		},
		"overflow": {
			oneHeap + "def moves(n):\n    move(n * (1 << 61) // 4)\n", "8)",
			"bad.star:3:10: n * (1 << 61): the result is outside 64 bits (8 * 2305843009213693952), at bad.star(8)",
		},
		"endless": {
			oneHeap + "def moves(n):\n    while n > 0:\n        pass\n", "8)",
			"the budget of steps is used up here (1,000,000 a call): does this go on for ever?, at bad.star(8)",
		},
		"returned": {
			oneHeap + "def moves(n):\n    if n < 9:\n        return [n - 1]\n", "8)",
			"bad.star:4:9: return [n - 1]: moves returns no value: call move(…) for each move, at bad.star(8)",
		},
		"returned by a function": {
			oneHeap + "def half(n):\n    return n // 2\ndef moves(n):\n    move(half(n))\n    return half(n)\n", "8)",
			"bad.star:6:5: return half(n): moves returns no value: call move(…) for each move, at bad.star(8)",
		},
		"many moves": {
			oneHeap + "def moves(n):\n    for i in range(1 << 40):\n        move(i % 7)\n", "8)",
			"the budget of ",
		},
		"fail": {
			oneHeap + "def moves(n):\n    fail(\"no\", n)\n", "8)",
			`bad.star:3:5: fail("no", n): no 8, at bad.star(8)`,
		},
		"frozen method": {
			oneHeap + "m = [].append\ndef moves(n):\n    m(n)\n", "8)",
			"functions do not change values of the top level: make a new one, at bad.star(8)",
		},
		"frozen in a row": {
			oneHeap + "R = put([0], [1], 0)\ndef moves(n):\n    R[0].append(n)\n", "8)",
			"functions do not change values of the top level: make a new one, at bad.star(8)",
		},
		"frozen": {
			oneHeap + "L = []\ndef moves(n):\n    L.append(n)\n", "8)",
			"functions do not change values of the top level: make a new one, at bad.star(8)",
		},
	} {
		for _, interpreted := range []bool{false, true} {
			f := load(t, "bad.star", c.text, Options{Interpreted: interpreted, Steps: 1_000_000, Memory: 16 << 20})
			p, _, err := f.Read(t.Context(), c.position)
			if err != nil {
				t.Fatal(name, err)
			}
			_, err = f.during(t.Context()).optionsOf(p.Position().(Position))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, interpreted %v: %v\nwant %s", name, interpreted, err, c.want)
			}
			started, failed := grundy.Start(t.Context(), grundy.SumOf(p))
			if started[0].Component.AppendOptions(nil) != nil || failed() == nil {
				t.Errorf("%s: AppendOptions kept no error", name)
			}
		}
	}
}

// TestManyMoves checks that moves do not take more memory than they may.
func TestManyMoves(t *testing.T) {
	for _, body := range []string{"for i in range(1 << 30):\n        move(i)", "for i in range(1 << 30):\n        move(i % 7)", "for i in range(1 << 30):\n        move_sum(i % 7, i % 5)", "while True:\n        move_sum()"} {
		for _, interpreted := range []bool{false, true} {
			f := load(t, "m.star", oneHeap+"def moves(n):\n    "+body+"\n", Options{Memory: 1 << 20, Steps: 50_000_000, Interpreted: interpreted})
			result := lang.Collector{Wants: "move"}
			if err := f.during(t.Context()).movesOf([]int64{9}, &result); !errors.Is(err, grundy.ErrBudget) {
				t.Errorf("%s: %v", body, err)
			}
			if words := cap(result.States) + cap(result.Ends); words > 1<<19 {
				t.Errorf("%s, interpreted %v: %d words", body, interpreted, words)
			}
		}
	}
}

func TestBudgetErrors(t *testing.T) {
	f := load(t, "b.star", oneHeap+"def moves(n):\n    while True:\n        n += 1\n", Options{Steps: 1000})
	p, _, err := f.Read(t.Context(), "8)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.during(t.Context()).optionsOf(p.Position().(Position)); !errors.Is(err, grundy.ErrBudget) {
		t.Error(err)
	}
	if _, err := Load(t.Context(), "s.star", strings.NewReader(oneHeap+"def moves(n):\n    x = {}\n    move(n)\n"), Options{CompiledOnly: true}); err == nil ||
		!strings.Contains(err.Error(), "s.star:3:9: {}: a dict: rules from others must be compiled") {
		t.Error(err)
	}
}

// TestPositions checks that positions are written as they are read.
func TestPositions(t *testing.T) {
	mixed := "position(n = integer(-5, 5), h = heaps(most = 4), r = row(\"XO\", most = 4), g = grid(0, 3, 2, 2))\ndef moves(n, h, r, g):\n    pass\n"
	for _, c := range []struct{ text, position, want string }{
		{oneHeap + "def moves(n):\n    pass\n", "5)", "f.star(5)"},
		{oneHeap + "def moves(n):\n    pass\n", " 5 , 3 )", "f.star(3,5)"},
		{oneHeap + "def moves(n):\n    pass\n", "5;3;5)", "f.star(3,5,5)"},
		{oneHeap + "def moves(n):\n    pass\n", ";)", "f.star(;)"},
		{oneHeap + "def moves(n):\n    pass\ndef start(a, b):\n    return a * b\n", "5,3)", "f.star(15)"},
		{oneHeap + "def moves(n):\n    pass\ndef start(a, b):\n    return a * b\n", "5;3)", "f.star(3;5)"},
		{mixed, `-3,[3,1,2],"XOX",[[1,2],[3,0]])`, `f.star(-3,[1,2,3],"XOX",[[1,2],[3,0]])`},
		{mixed, `0,[],"",[])`, `f.star(0,[],"",[])`},
		{mixed, `0,[],'',[];1,[1],"X",[[0]])`, `f.star(0,[],"",[];1,[1],"X",[[0]])`},
	} {
		f := load(t, "f.star", c.text, Options{})
		p, n, err := f.Read(t.Context(), c.position)
		if err != nil || n != len(c.position) || p.String() != c.want {
			t.Errorf("%s: %v, %d, %v; want %s", c.position, p, n, err, c.want)
			continue
		}
		again, _, err := f.Read(t.Context(), strings.TrimPrefix(p.String(), "f.star("))
		if err != nil || again.String() != c.want || again.Position() != p.Position() {
			t.Errorf("%s read again: %v, %v", c.want, again, err)
		}
	}
	row := load(t, "f.star", "position(r = row(0, 9, most = 9))\ndef moves(r):\n    pass\n", Options{})
	for position, want := range map[string]string{"3,5)": "f.star([3,5])", "5)": "f.star([5])"} {
		if p, _, err := row.Read(t.Context(), position); err != nil || p.String() != want {
			t.Errorf("a row without brackets: %v, %v", p, err)
		}
	}
	if p, _, err := row.Read(t.Context(), ")"); err == nil || !strings.Contains(err.Error(), "want f.star(r), not 0 values") {
		t.Errorf("nothing for a row: %v, %v", p, err)
	}
	f := load(t, "f.star", mixed, Options{})
	for position, want := range map[string]string{
		"":                            "want",
		"1":                           `want ",", ";" or ")"; the text ends here`,
		"1)":                          "want f.star(n,h,r,g), not 1 value",
		"9,[],\"\",[])":               "n = 9 is outside -5 … 5",
		"99999999999999999999,1,1,1)": "is outside 64 bits",
		"0,[1,2,3,4,5],\"\",[])":      "h has 5 cells, more than its most = 4",
		"0,[],\"XQ\",[])":             `a cell of r is "Q", want one of the letters XO`,
		"0,[],\"X,[])":                "the string has no end",
		"0,[],\"X\",[[1],[1,2]])":     "rows of 1 and of 2 cells",
		"0,[[[[[[[1]]]]]]],\"\",[])":  "want no more than lists in a list",
	} {
		if _, _, err := f.Read(t.Context(), position); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", position, err, want)
		}
	}
}

// FuzzLoad checks that a file and a position, of whatever text, take no more memory and
// steps than they may, in all that is done with them: a second's worth of steps, and
// some ten times the bytes of what may be held at once.
func FuzzLoad(t *testing.F) {
	f := fuzz.Seeds(t)
	long := "position(r = row(\"X.\", most = 60000))\ndef start(n):\n    return [\"X.\"[i % 2] for i in range(n)]\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] == \"X\":\n            move(put(r, \".\", i))\n            break\n"
	for _, c := range [][2]string{
		{"", ""}, {oneHeap, "3)"}, {kaylesRules, "\"XX.X\")"}, {chompRules, "[3,2])"}, {queenRules, "1,2)"},
		{"heap(octal = \"0.77\")\n", "9)"}, {"board(leaps = [(-1, -2)], size = (8, 8))\n", "3,4)"},
		{"x = [0] * (1 << 40)\n", ""}, {"for i in range(1 << 62):\n    pass\n", ""},
		{"position(g = grid(\".#\"))\ntouching(\".\")\nsymmetric(\"rotate\", \"reflect\")\ndef moves(g):\n    move(put(g, \"#\", (0, 0)))\nexample(\"../.#\", nim_value = 1)\n", "\".#/#.\")"},
		{long + "touching(\"X\")\n", "9000)"}, {long + "symmetric(\"rotate\", \"reverse\")\n", "9000)"}, {long, "\"X\";\"X\";\"..X\")"},
		{"position(r = row(0, 9, most = 60000, distinct = True), g = grid(\"ab\", 2, 3, exact = True))\ndef legal(r, g):\n    return len([a for a in r for b in r if a < b]) > n or \"%d\" % g[0, 0]\ndef moves(r, g):\n    move(r[1:], g)\nexample([3, 1], \"aba/bab\")\n", "[1,1],\"aba/bab\")"},
		{"misere = True\nposition(n = integer(0, 9))\ndef draw(n):\n    return \"x\" * n\ndef moves(n):\n    if n == 3:\n        draw()\n    elif n < 2:\n        win() if n else lose()\n    else:\n        move_sum(n - 1, n // 2)\nexample(5, outcome = \"N\")\n", "5,4)"},
		{"position(n = integer())\ndef moves(n):\n    for k in range(n):\n        move(k)\nequals(code = \"0.[3]\")\n", "9000)"},
		{"position(n = integer())\ndef moves(n):\n    for k in range(n):\n        move(k)\ndef value(n):\n    return n\ndef outcome(n):\n    return \"N\" if n > 0 else \"P\"\n", "9000)"},
		{"position(r = row(\"X.\"))\ndef moves(r):\n    move(r[1:])\nequals(code = \"0.3\", heaps = lambda r: [len(r)] * (1 << 30))\n", "\"XX\")"},
		{"loopy = True\nposition(n = integer(0, 1000000))\ndef moves(n):\n    move((n + 1) % 1000000)\n    move((2 * n) % 1000000)\n", "1)"},
		{"position(n = integer(), r = row(\"X.\"))\ndef moves(n, r):\n    for k in range(n):\n        move(k, r[1:], entails = k % 2 == 0, label = \"x\")\n        move_sum((k, r), (0, r), again = len(r) > k)\n    if n == 3:\n        lose()\n", "4,\"XX\",answer;pass)"},
		{"misere = True\nposition(n = integer(0, 9))\nsymmetric(\"swap\")\ndef moves(n):\n    move(n - 1, entails = True, again = n)\n    move_sum(n, entails = 1)\n", "5,answer)"},
	} {
		f.Add([]byte(c[0]), c[1])
	}
	f.Fuzz(func(t *testing.T, text []byte, position string) {
		const memory = 4 << 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		defer func() {
			runtime.ReadMemStats(&after)
			if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 1024 {
				t.Errorf("%d MiB were allocated", made)
			}
		}()
		ctx, cancel := context.WithTimeout(meter.With(t.Context(), 8*memory), 5*time.Second)
		defer cancel()
		file, err := Load(ctx, "f.star", bytes.NewReader(text), Options{Steps: 20_000, Memory: memory, Positions: 1000})
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
			return
		}
		_, _ = file.Check(ctx, CheckBounds{Positions: 200, Time: time.Second / 4})
		c, _, err := file.Read(ctx, position)
		if err != nil {
			return
		}
		started, _ := grundy.Start(ctx, grundy.SumOf(c))
		c = started[0].Component
		c.PlanLoopy()
		if learning, ok := c.PlanLearning(grundy.ByNimValue); ok {
			_ = learning.Learn(ctx)
			c.Measure(grundy.ByNimValue)
			c.PlanTable(grundy.ByNimValue)
		}
		c.Split()
		_, _, _ = c.Scene()
		if _, ok := c.AtRest().Position().(Position); ok {
			c.AppendOptions(nil)
		}
		fuzzKeys[uint64](c)
		fuzzKeys[[2]uint64](c)
		fuzzKeys[[4]uint64](c)
		fuzzKeys[string](c)
	})
}

// fuzzKeys lists the moves of the first parts of a position by keys.
func fuzzKeys[K comparable](c grundy.Component) {
	packed, ok := grundy.Pack[K](c)
	if !ok {
		return
	}
	for _, key := range packed.Keys[:min(len(packed.Keys), 4)] {
		var moves grundy.Moves[K]
		if packed.Lister.AppendMoves(&moves, key) != nil {
			return
		}
	}
}

// TestCheckOfDistantExample checks that the check gives up early on positions from which
// play is too long, and still looks at the small ones.
func TestCheckOfDistantExample(t *testing.T) {
	f := load(t, "f.star", oneHeap+"def moves(n):\n    if n > 0:\n        move(n - 1)\nexample(2000000000, nim_value = 0)\n", Options{})
	r, err := f.Check(t.Context(), CheckBounds{Positions: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Looked == 0 || len(r.Examples) != 1 || len(r.Examples[0].Wrong) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestMemoryIsAccounted checks that what a call allocates, garbage and all, is not much
// more than it may: what grows is copied, and so is paid for more than once.
func TestMemoryIsAccounted(t *testing.T) {
	for name, body := range map[string]string{
		"moves":         "for i in range(1 << 40):\n        move(i % 99)",
		"greatest":      "x = max(range(1 << 50))",
		"reversed":      "x = list(reversed(range(1 << 50)))",
		"zip":           "x = zip(range(1 << 50), range(1 << 50))",
		"enumerate":     "x = enumerate(range(1 << 50))",
		"join":          "x = (\"a\" * 1000000).join([\"b\"] * 50000)",
		"comprehension": "x = {}\n    y = [i for i in range(1 << 50)]",
		"append":        "x = [()]\n    while True:\n        x.append(())",
		"insert":        "x = [()] * 9\n    while True:\n        x.insert(len(x), ())",
		"extend":        "x = [()]\n    while True:\n        x.extend([()])",
		"dict":          "x = {}\n    while True:\n        x[len(x)] = 1",
		"text":          "x = {}\n    while True:\n        x[len(x)] = str(x)",
	} {
		const memory = 4 << 20
		for _, interpreted := range []bool{false, true} {
			f := load(t, "m.star", oneHeap+"def moves(n):\n    "+body+"\n", Options{Memory: memory, Steps: long.Or[int64](2_000_000, 100_000_000), Interpreted: interpreted})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := f.during(t.Context()).movesOf([]int64{9}, &lang.Collector{Wants: "move"})
			runtime.ReadMemStats(&after)
			if !errors.Is(err, grundy.ErrBudget) {
				t.Errorf("%s: %v", name, err)
			}
			if made := after.TotalAlloc - before.TotalAlloc; made > 3*memory && (name != "moves" || !interpreted) { // arguments of calls live short
				t.Errorf("%s, interpreted %v: %d MiB were allocated, of %d", name, interpreted, made>>20, memory>>20)
			}
		}
	}
}

// TestGreatestOfRange checks that walking a range makes no list of it.
func TestGreatestOfRange(t *testing.T) {
	f := load(t, "m.star", oneHeap+"def moves(n):\n    x = {}\n    r = range(100000)\n    move(max(r) - min(r) + max(range(100), key = lambda i: -i))\n    move(max({3: 1, 7: 2}) + min(fill(2, 1, 3)))\n", Options{Memory: 1 << 20})
	options, err := f.during(t.Context()).optionsOf(Position(f.pack([]int64{9})))
	if err != nil || len(options) != 2 || string(f.AppendPosition(nil, options[0])) != "m.star(99999)" || string(f.AppendPosition(nil, options[1])) != "m.star(9)" {
		t.Errorf("%v, %v", options, err)
	}
}
