package contest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest/input"
)

// TestListsWithoutCycles has a graph by its lists, totals of what words and lists hold, and a field
// whose name is nearly a word of rules, which stand in the same file.
func TestListsWithoutCycles(t *testing.T) {
	p := load(t, `plays = "graph"
tests(1, 9)
boards = number(1, 9)
out = lists(boards, numbers(counted(0, boards - 1), 0, boards - 1), acyclic = True)
total(out, 4)
w = texts(2, 1, 5, "ab")
total(w, 9)
position(n = integer(0, 9))

def moves(n):
    if n > 0:
        move(n - 1)

def answer(boards, out):
    return [boards, "N" if wins(here(boards)) else "P"] + graph_values(boards, [(v, u) for v in range(boards) for u in out[v]])
`)
	if got, want := answers(t, p, "2\n3\n2 1 2\n0\n1 1\naaa b\n1\n0\na b\n"), "3 N 2 0 1 0\n1 N 0 0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for in, want := range map[string]string{
		"1\n3\n1 1\n1 2\n1 0\na a\n":                        "want lists (out) without cycles: the edge from 2 to 0 is on one",
		"1\n2\n0\n1 1\na a\n":                               "want lists (out) without cycles: the edge from 1 to 1 is on one",
		"2\n3\n2 1 2\n0\n1 1\na a\n3\n2 1 2\n0\n1 1\na a\n": "want a total of out of at most 4",
		"2\n1\n0\naaa aa\n1\n0\naaaa a\n":                   "want a total of w of at most 9",
	} {
		if err := p.Run(t.Context(), strings.NewReader(in), io.Discard, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
}

// TestMadeBounds has bounds that are made of fields, ends of several numbers, and columns in order:
// what is right, what is wrong, and where.
func TestMadeBounds(t *testing.T) {
	const head = "tests(end = (0, 0))\nn = number(0, 9, end = \" \")\nm = number(0, min(n * (n - 1) // 2, \"2*10^5\"))\n" +
		"a = records(m, number(0, n + m, order = \"increasing\"), number(1, max(n, 3)), order = \"distinct\")\n"
	p := load(t, head+"def answer(n, m, a):\n    return [n, m, len(a)]\n")
	if got, want := answers(t, p, "3 2\n0 3\n4 3\n2 0\n0 0\n"), "3 2 2\n2 0 0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for in, want := range map[string]string{
		"3 4\n":             "line 1, column 3: \"4\": want a number (m), 0 … 3",
		"3 2\n4 1\n4 1\n":   "line 3, column 1: \"4\": want a number greater than the one before, 4",
		"2 1\n1 4\n":        "line 2, column 3: \"4\": want a number (a), 1 … 3",
		"10 0\n0 0\n":       "line 1, column 1: \"10\": want a number (n), 0 … 9",
		"0 0\n1\n":          "want the end of the input",
		"0":                 "line 1, column 2: the input ends here: want a number (m), or 0 0 at the end",
		"0 1\n0 0\n":        "line 1, column 3: \"1\": want a number (m), 0 … 0",
		"1 x\n0 0\n":        "line 1, column 3: \"x\"",
		"3 1\n7 1\n0 0\n":   "line 2, column 1: \"7\": want a number (a), 0 … 4",
		"3 2\n1 4\n2 1\n00": "line 2, column 3: \"4\"",
	} {
		err := p.Run(t.Context(), strings.NewReader(in), io.Discard, Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
	for declaration, want := range map[string]string{
		"n = number(1, 9)\nm = number(1, n / 2)":                                       "there are no fractions: // divides and rounds down",
		"n = number(1, 9)\nm = number(1, n % 2)":                                       "%",
		"n = number(1, 9)\nm = number(1, 9 // (n - 1))":                                "want a divisor that is at least 1, whatever the input is: not 9//(n-1)",
		"n = number(1, \"10^10\")\nm = number(1, n * n)":                               "want a bound that stays below 2^64, whatever the input is: not n*n",
		"n = number(1, 9)\nm = number(1, n * \"x\")":                                   `"x": want a number to 2^64-1`,
		"n = number(1, 9)\nm = number(1, n * [1])":                                     "want a number, a text like",
		"n = number(1, 9)\nm = number(1, min(n, [1]))":                                 "want a number, a text like",
		"n = number(1, 9)\ntests(n * n)\nm = number(1, 2)":                             "want the number of tests as a number or one earlier field, not n*n",
		"tests(end = (0, 0))\nn = number(1, 9)":                                        "want 1 … 1 numbers as the end",
		"tests(end = (0, \"x\"))\nn = number(1, 9)":                                    `"x": want a number`,
		"n = number(1, 9)\na = lists(n, numbers(counted(0, 2), 0, 9), acyclic = True)": "want numbers from 0 to n - 1, or from 1 to n, in n lists without cycles",
		"n = number(1, 9)\na = lists(n, numbers(n, 0, 9), cyclic = True)":              "there is no parameter \"cyclic\" here; did you mean \"acyclic\"?",
		"n = number(1, 9)\nplays = \"grap\"":                                           "want the name of the game that the problem is about",
		"n = number(1, 9, order = \"increasing\")":                                     "want an order of many numbers",
		"n = records(2, number(1, 9), order = \"increasing\")":                         `want order = "distinct"`,
		"n = number(1, 9)\ntotal(n, n)":                                                "want a number, not",
		"heap = number(1, 9)":                                                          "heap: files find this name defined; want another one, such as heap_",
		"max = number(1, 9)\nn = number(1, max(1, 2))":                                 "hides the one of that name, which every file finds: give this one another name, such as max_",
		"tests(1, 9, prefix = \"Case %s: \")\nn = number(1, 9)":                        "want what stands before each answer, with %d for its number from 1",
		"n = number(1, 9)\nprint(n)":                                                   "print: only grundy contest, grundy rules check and grundy options show what is printed",
		"tests(end = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))\nn = numbers(20, 1, 9)":           "want 1 … 1 numbers as the end",
	} {
		_, err := Load(t.Context(), "test.problem.star", strings.NewReader(declaration+"\ndef answer(n):\n    return n\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", declaration, err, want)
		}
	}
}

// TestPrint looks at what a file prints: each different line once, and no more than the bound.
func TestPrint(t *testing.T) {
	var lines []string
	p, err := LoadPrinting(t.Context(), "test.problem.star", strings.NewReader("n = numbers(counted(1, 1000), 1, 1000)\ndef answer(n):\n    for x in n:\n        print(\"x is\", x)\n    return 7\n"),
		func(line string) { lines = append(lines, line) })
	if err != nil {
		t.Fatal(err)
	}
	if got := answers(t, p, "3 5 5 6\n"); got != "7\n" || !slices.Equal(lines, []string{"test.problem.star:4:9: x is 5", "test.problem.star:4:9: x is 6"}) {
		t.Errorf("got %q and %q", got, lines)
	}
	in := "1000"
	for i := range 1000 {
		in += fmt.Sprint(" ", i+1)
	}
	if answers(t, p, in+"\n"); len(lines) > 300 {
		t.Errorf("%d lines are printed", len(lines))
	}
}

const residues = `"""Residues

A piece stands at x of n. A move doubles x or adds 3, modulo n; at 0 there is no move."""
tests(1, 3000)
n = number(1, 40, end = " ")
x = number(0, n - 1)
loopy = True
position(at = integer(0, 39), of = integer(1, 40))
def moves(at, of):
    if at > 0:
        move(2 * at % of, of)
        move((at + 3) % of, of)
def answer(n, x):
    return outcome(here(x, n)) + ("+" if wins(here(x, n)) else "-") + outcome(here(x, n), misere = True) + outcome(nim(x))
`

// TestFunctionOfNoFields has a table that is the same for all inputs: it is found once.
func TestFunctionOfNoFields(t *testing.T) {
	p := load(t, "n = number(0, 99)\ndef table():\n    x = 0\n    for i in range(100000):\n        x += i\n    return [x, 7]\ndef answer(n, table):\n    return [n, table[1]]\n")
	for i := range 3 {
		d, err := p.Shape.Parse(strings.NewReader("5\n"), input.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := Semantics{}
		if i > 0 {
			s.Steps = 1000
		}
		if out, err := p.Answer(t.Context(), d, s); err != nil || string(out) != "5 7\n" {
			t.Errorf("%q, %v", out, err)
		}
	}
}

// TestPrefix has the number of the test before each answer.
func TestPrefix(t *testing.T) {
	p := load(t, "tests(1, 9, prefix = \"Case #%d: \")\nn = numbers(2, 0, 9)\ndef answer(n):\n    return \"A\" if wins(nim(n)) else \"B\"\n")
	if got, want := answers(t, p, "2\n1 2\n3 3\n"), "Case #1: A\nCase #2: B\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOutcomes compares the outcomes of all positions of a game with cycles with the definition.
func TestOutcomes(t *testing.T) {
	p := load(t, residues)
	var in bytes.Buffer
	var want strings.Builder
	count := 0
	for n := 1; n <= 40; n++ {
		for x := range n {
			o := naiveResidues(n)
			fmt.Fprintln(&in, n, x)
			won := map[bool]string{true: "+", false: "-"}[o[false][x] == 'N']
			nim := map[bool]string{true: "P", false: "N"}[x == 0]
			fmt.Fprintf(&want, "%c%s%c%s\n", o[false][x], won, o[true][x], nim)
			count++
		}
	}
	got := answers(t, p, fmt.Sprintf("%d\n%s", count, in.String()))
	if got != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, want.String())
	}
	if !strings.Contains(got, "D") {
		t.Error("no draw is tested")
	}
	d, err := p.Shape.Parse(strings.NewReader("1\n7 1\n"), input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	answer := func(s Semantics) string {
		out, err := p.Answer(context.Background(), d, s)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if truth, lost, won := answer(Semantics{}), answer(Semantics{DrawsLost: true}), answer(Semantics{DrawsWon: true}); truth[0] != 'D' || lost[0] != 'P' || won[0] != 'N' {
		t.Errorf("%q, draws lost %q, draws won %q", truth, lost, won)
	}
}

// naiveResidues returns the outcomes of the residues, by whether the last move loses: a position is
// P or N where that follows from others, again and again.
func naiveResidues(n int) map[bool][]byte {
	all := map[bool][]byte{}
	for _, misere := range []bool{false, true} {
		o := bytes.Repeat([]byte{'D'}, n)
		o[0] = "PN"[map[bool]int{true: 1}[misere]]
		for changed := true; changed; {
			changed = false
			for x := 1; x < n; x++ {
				a, b := o[2*x%n], o[(x+3)%n]
				now := o[x]
				switch {
				case a == 'P' || b == 'P':
					now = 'N'
				case a == 'N' && b == 'N':
					now = 'P'
				}
				changed = changed || now != o[x]
				o[x] = now
			}
		}
		all[misere] = o
	}
	return all
}
