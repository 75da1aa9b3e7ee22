package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// wordsTo returns the words of the move from one position to another.
func wordsTo(t *testing.T, f *File, from, to string) string {
	t.Helper()
	p := read(t, f, from)
	for _, q := range p.AppendOptions(nil) {
		if strings.HasSuffix(q.String(), "("+to) {
			return p.DescribeMove(q)
		}
	}
	t.Fatalf("%s has no option %s", from, to)
	return ""
}

// Without labels, words say what changes.
func TestWordsOfChanges(t *testing.T) {
	const row, grid, heaps, anyRow = `position(r = row("XO.", most = 9))
def moves(r):
`, `position(g = grid("X.", 3, 3))
def moves(g):
`, `position(h = heaps(most = 9))
def moves(h):
`, `position(r = row(0, 99, most = 9))
def moves(r):
`
	for _, c := range []struct{ rules, from, to, want string }{
		{"position(n = integer())\ndef moves(n):\n    if n > 2:\n        move(n - 3)\n", "8)", "5)", "n from 8 to 5"},
		{"position(n = integer(), k = integer())\ndef moves(n, k):\n    if n > 2:\n        move(n - 3, 6)\n", "8,2)", "5,6)", "n from 8 to 5; k from 2 to 6"},
		{"position(n = integer(), k = integer())\ndef moves(n, k):\n    if n > 2:\n        move(n - 3, k)\n", "8,2)", "5,2)", "n from 8 to 5"},
		{"position(n = integer())\ndef moves(n):\n    if n > 2:\n        move_sum(1, n - 2)\n", "8)", "1,6)", "divide into 1 and 6"},
		{"position(n = integer())\ndef moves(n):\n    if n > 2:\n        move_sum()\n", "8)", ";)", "leave nothing"},
		{"position(n = integer())\ndef moves(n):\n    if n > 2:\n        move_sum(copies(9, 1))\n", "8)", "1,1,1,1,1,1,1,1,1)", "divide into 9 times 1"},
		{"position(n = integer())\ndef moves(n):\n    if n > 2:\n        move_sum(1, 2, 2, 3, 4, 5, 6, 7, 7, 7)\n", "8)", "1,2,2,3,4,5,6,7,7,7)", "divide into 1, 2, 2, 3, 4 and 5 more"},
		{"position(n = integer(), k = integer())\ndef moves(n, k):\n    if n > 2:\n        move_sum((1, k), (n - 1, k))\n", "8,2)", "1,2;7,2)", "divide into (1,2) and (7,2)"},
		{"position(n = integer())\ndef moves(n):\n    if n > 2:\n        move(n - 2)\n", "8,9)", "7,8)", "part 2: n from 9 to 7"},
		{row + `    move(put(r, ".", 2))`, `"XOX")`, `"XO.")`, "cell 3: X to ."},
		{row + `    move(put(r, ".", 0, 2))`, `"XOX")`, `".O.")`, "cells 1 and 3: X to ."},
		{row + `    move(put(r, "O", 0, 2))`, `"X..")`, `"O.O")`, "cell 1: X to O, cell 3: . to O"},
		{row + `    move(put(put(r, ".", 0), "X", 2))`, `"X..")`, `"..X")`, "X from cell 1 to cell 3"},
		{row + `    move(put(put(r, ".", 2), "X", 0))`, `"..X")`, `"X..")`, "X from cell 3 to cell 1"},
		{row + `    move(put(put(r, "X", 1), "O", 0))`, `"XO.")`, `"OX.")`, "cell 1 and cell 2 change places"},
		{row + `    move(r[1:])`, `"XO.")`, `"O.")`, "remove cell 1"},
		{row + `    move(r[:1] + r[3:])`, `"XO.X")`, `"XX")`, "remove cells 2 to 3"},
		{row + `    move(r[1:] + "XX")`, `"O.")`, `".XX")`, `now ".XX"`},
		{row + `    move(r)`, `"O.")`, `"O.")`, "change nothing"},
		{anyRow + `    move(put(r, 2, 1))`, `3,7)`, `[3,2])`, "cell 2 from 7 to 2"},
		{anyRow + `    move([k - 1 for k in r])`, `1,2,3,4,5,6,7)`, `[0,1,2,3,4,5,6])`,
			"cell 1 from 1 to 0, cell 2 from 2 to 1, cell 3 from 3 to 2, cell 4 from 4 to 3, cell 5 from 5 to 4, 2 more changes"},
		{grid + `    move(put(g, ".", (0, 1)))`, `"XX/XX")`, `"X./XX")`, "row 1, column 2: X to ."},
		{grid + `    move(put(g, ".", (0, 1), (1, 1)))`, `"XX/XX")`, `"X./X.")`, "rows 1 and 2, column 2: X to ."},
		{grid + `    move(put(g, ".", (0, 0), (0, 1), (1, 0), (1, 1)))`, `"XX/XX")`, `"../..")`, "rows 1 and 2, columns 1 and 2: X to ."},
		{grid + `    move(put(g, ".", (0, 1), (1, 0)))`, `"XX/XX")`, `"X./.X")`, "row 1 column 2 and row 2 column 1: X to ."},
		{grid + `    move(cut(g, 0, 0, 1, 2))`, `"XX/XX")`, `"XX")`, "a grid of 1 x 2 from 2 x 2"},
		{heaps + `    move([3, 5])`, `5,6)`, `[3,5])`, "take 3 from the heap of 6"},
		{heaps + `    move([5])`, `5,6)`, `[5])`, "take 6 from the heap of 6"},
		{heaps + `    move([2, 4, 5])`, `5,6)`, `[2,4,5])`, "divide the heap of 6 into 2 and 4"},
		{heaps + `    move([2, 3, 5])`, `5,6)`, `[2,3,5])`, "take 1 from the heap of 6 and divide it into 2 and 3"},
		{heaps + `    move([1, 5, 6])`, `5,6)`, `[1,5,6])`, "new heaps of 1"},
		{heaps + `    move([5])`, `0,5)`, `[5])`, "take the heap of 0"},
		{heaps + `    move([])`, `5,6)`, `[])`, "take the heaps of 5 and 6"},
		{heaps + `    move([9])`, `5,6)`, `[9])`, "the heaps of 5 and 6 become 9"},
		{"position(n = integer(), h = heaps(most = 3))\ndef moves(n, h):\n    move(n - 1, [2])\n", "8,[3])", "7,[2])", "n from 8 to 7; h: take 1 from the heap of 3"},
	} {
		f := load(t, "w.star", c.rules+"\n", Options{})
		f.Loopy = true
		if got := wordsTo(t, f, c.from, c.to); got != c.want {
			t.Errorf("%s\n%s to %s: %q, want %q", c.rules, c.from, c.to, got, c.want)
		}
	}
}

const labelled = `position(n = integer())
def sizes(n):
    return [k for k in (1, 2, 3) if k <= n]
def moves(n):
    for k in (1, 2, 3):
        if k <= n:
            move(n - k, label = "take %d" % k if n > 1 else "the last one")
    for left in range(1, n):
        move_sum(left, n - left, label = "cut behind %d" % left)
`

// Labels are taken before what changes; moves to the same option are all told.
func TestLabels(t *testing.T) {
	f := load(t, "w.star", labelled, Options{CompiledOnly: true})
	for to, want := range map[string]string{
		"7)": "take 2", "8)": "take 1", "4,5)": "cut behind 4 or cut behind 5", "1,8)": "cut behind 1 or cut behind 8",
	} {
		if got := wordsTo(t, f, "9)", to); got != want {
			t.Errorf("9 to %s: %q, want %q", to, got, want)
		}
	}
	if got := wordsTo(t, f, "1)", "0)"); got != "the last one" {
		t.Errorf("1 to 0: %q", got)
	}
	if got := wordsTo(t, f, "1,2)", "1,1)"); got != "part 2: take 1 or cut behind 1" && got != "part 2: take 1" {
		t.Errorf("1,2 to 1,1: %q", got)
	}
	started, _ := grundy.Start(t.Context(), grundy.SumOf(read(t, f, "3)")))
	c := started[0].Component
	if got := c.DescribeMove(c.AppendOptions(nil)[0]); got != "take 1" {
		t.Errorf("in a run: %q", got)
	}
	many := load(t, "w.star", "position(n = integer())\ndef moves(n):\n    for k in range(9):\n        if n > 0:\n            move(n - 1, label = \"way %d\\n\" % k)\n            move(n - 1)\n", Options{})
	if got := wordsTo(t, many, "1)", "0)"); got != "way 0 or way 1 or way 2" {
		t.Errorf("nine labels: %q", got)
	}
}

// Where there are very many moves, words say what changes.
func TestLabelsOfMany(t *testing.T) {
	f := load(t, "w.star", "position(n = integer())\ndef moves(n):\n    for k in range(1, n + 1):\n        move(n - k, label = \"take %d\" % k)\n", Options{})
	for n, want := range map[int]string{mostLabelled: "take 1", mostLabelled + 1: fmt.Sprintf("n from %d to %d", mostLabelled+1, mostLabelled)} {
		p := read(t, f, fmt.Sprint(n, ")"))
		for range 2 {
			if got := p.DescribeMove(p.AppendOptions(nil)[0]); got != want {
				t.Errorf("%d moves: %q, want %q", n, got, want)
			}
		}
	}
}

// A file has the same moves and takes the same steps with labels and without.
func TestLabelsCostNothing(t *testing.T) {
	plain := strings.ReplaceAll(labelled, `, label = "take %d" % k if n > 1 else "the last one"`, "")
	plain = strings.ReplaceAll(plain, `, label = "cut behind %d" % left`, "")
	for _, o := range []Options{{CompiledOnly: true}, {Interpreted: true}} {
		var want lang.Collector
		for i, text := range []string{plain, labelled} {
			f := load(t, "w.star", text, o)
			got := lang.Collector{Wants: "move"}
			if err := f.during(t.Context()).movesOf([]int64{40}, &got); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = got
			} else if got.Took != want.Took || len(got.Ends) != len(want.Ends) || got.Labels != nil {
				t.Errorf("%+v: %d steps for %d moves, without labels %d for %d", o, got.Took, len(got.Ends), want.Took, len(want.Ends))
			}
		}
	}
}

// A label that fails does not keep anybody from playing, but rules check finds it.
func TestWrongLabels(t *testing.T) {
	f := load(t, "w.star", "position(n = integer())\ndef moves(n):\n    if n > 0:\n        move(n - 1, label = n)\nexample(3, nim_value = 1)\n", Options{CompiledOnly: true})
	if got := wordsTo(t, f, "3)", "2)"); got != "n from 3 to 2" {
		t.Errorf("%q", got)
	}
	report, err := f.Check(t.Context(), CheckBounds{})
	if err != nil || report.OK() || report.Failed == nil || !strings.Contains(report.Failed.Error(), "w.star:4:21: label = n: want a string, not 3, an int") {
		t.Errorf("%v: %+v", err, report)
	}
	for text, want := range map[string]string{
		"move(n - 1, label = 7)":               `7: want a string, such as`,
		"move(n - 1, label = [\"a\"])":         `want a string, such as "take %d" % k`,
		"move(n - 1, lable = \"a\")":           `move has no parameter "lable"; did you mean "label"?; want label`,
		"move_sum(n - 1, labels = \"a\")":      `move_sum has no parameter "labels"; did you mean "label"?`,
		"part(n - 1, label = \"a\")":           `part may be called only while parts runs`,
		"move(n - 1, label = \"a\" + 1)":       `"a" + 1`,
		"move(n - 1, label = \"%d\" % (1, 2))": `"%d" % (1, 2)`,
	} {
		_, err := Load(t.Context(), "w.star", strings.NewReader("position(n = integer())\ndef moves(n):\n    if n > 0:\n        "+text+"\nexample(2)\n"), Options{})
		if err == nil {
			f := load(t, "w.star", "position(n = integer())\ndef moves(n):\n    if n > 0:\n        "+text+"\nexample(2)\n", Options{})
			var report *Report
			if report, err = f.Check(t.Context(), CheckBounds{}); err == nil {
				err = report.Failed
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A file says what its game is called and how positions read, or its shape does.
func TestDescribe(t *testing.T) {
	for _, c := range []struct{ text, position, called, says, reads string }{
		{"\"\"\"Half: take at least half.\"\"\"\nposition(n = integer())\ndef moves(n):\n    move(0)\nexample(8)\n", "8", "Half", "Take at least half.", "8"},
		{"\"\"\"Take one.\"\"\"\nposition(a = integer(), b = integer())\ndef moves(a, b):\n    pass\n", "3,4", "mine", "Take one.", "3, 4"},
		{"name = \"Pins\"\nreads = \"{row:X} pin of {row}|{row:X} pins of {row}\"\nposition(row = row(\"X.\", most = 9))\ndef moves(row):\n    pass\n", `"X.."`, "Pins", "", "1 pin of 3"},
		{"name = \"Pins\"\nreads = \"{row:X} pin|{row:X} pins\"\nposition(row = row(\"X.\", most = 9))\ndef moves(row):\n    pass\n", `"XX.";"X"`, "Pins", "", "2 pins, 1 pin"},
		{"position(g = grid(\"X.\", height = 5, width = 5), k = heaps(0, 9, most = 5))\ndef moves(g, k):\n    pass\n", `"X./..",[1,2]`, "mine", "", "2 by 2, 1, 2"},
	} {
		f, err := Load(t.Context(), "dir/mine.star", strings.NewReader(c.text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := f.Read(t.Context(), c.position+")")
		if err != nil {
			t.Fatal(err)
		}
		at := p.Position().(Position)
		if f.Called() != c.called || f.RulesInWords() != c.says {
			t.Errorf("%q: %q, %q", c.text, f.Called(), f.RulesInWords())
		}
		parts := strings.Split(f.Describe(at), ", ")
		slices.Sort(parts)
		want := strings.Split(c.reads, ", ")
		slices.Sort(want)
		if !slices.Equal(parts, want) {
			t.Errorf("%s reads %q, want %q", c.position, f.Describe(at), c.reads)
		}
	}
	_, err := Load(t.Context(), "mine.star", strings.NewReader("reads = \"{m} of {n}\"\nposition(n = integer())\ndef moves(n):\n    pass\n"), Options{})
	if err == nil || !strings.Contains(err.Error(), "{m} names no field; want one of n") {
		t.Error(err)
	}
}
