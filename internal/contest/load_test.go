package contest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// load loads a problem file that must be right.
func load(t testing.TB, text string) *Problem {
	t.Helper()
	p, err := Load(t.Context(), "test.problem.star", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// answers runs a problem that must succeed.
func answers(t testing.TB, p *Problem, in string) string {
	t.Helper()
	var out bytes.Buffer
	if err := p.Run(t.Context(), strings.NewReader(in), &out, Options{}); err != nil {
		t.Fatalf("%v\n%s", err, in)
	}
	return out.String()
}

// TestExpressions has an answer in a line for each thing that answers can do.
func TestExpressions(t *testing.T) {
	const head = "n = number(0, \"2^64-1\")\ns = numbers(counted(0, 9), 0, 100)\nw = text(1, 9, \"IX\")\n" +
		"p = records(2, number(0, 9), number(0, 9))\ng = grid(2, 3, \".#\")\n" +
		"position(h = heaps(0, 20))\ndef moves(h):\n    for i, x in enumerate(h):\n        for y in range(x):\n            move(put(h, y, i))\n"
	const in = "7\n3 1 2 4\nIIXI\n5 4\n3 3\n..#\n#..\n"
	for answer, want := range map[string]string{
		"wins(nim(s))":                                        "True",
		"nim_value(nim(s))":                                   "7",
		"nim_value(nim(n))":                                   "7",
		"nim_value(nim(n) + nim(s))":                          "0",
		"nim_value(sum([nim(x) for x in s]))":                 "7",
		"nim_value(3 * nim(5) + 2 * nim(4))":                  "5",
		"nim_value(0 * nim(5))":                               "0",
		"nim_value(sum([]))":                                  "0",
		"nim_value(knight(5, 4) + queen(3, 3))":               "7",
		"nim_value(queen(p))":                                 "0",
		"nim_value(queen([(5, 4), (3, 3)]))":                  "0",
		"nim_value(subtraction[1, 3, 4](n))":                  "0",
		"nim_value(subtraction[s](6))":                        "0",
		"nim_value(game(\"0.77\")(n))":                        "2",
		"nim_value(kayles(\"XX\"))":                           "2",
		"nim_value(here(s))":                                  "7",
		"nim_value(here([1, 2], ))":                           "3",
		"nim_value(staircase(0, s))":                          "5",
		"nim_value(tree[parents([(1, 2), (3, 2)])](0, 1, 2))": "1",
		"nim_value(tree[parents([])](5))":                     "0",
		"wins(nim(1, 1), misere = True)":                      "True",
		"wins(nim(s), compound = \"selective\")":              "True",
		"winning_moves(nim(s))":                               "1",
		"winning_moves(queen(5, 4))":                          "2",
		"winning(nim(s))":                                     "2 3",
		"winning(nim(2, 1), misere = True)":                   "0 0",
		"winning(nondecreasing(3, 6, 6), most = 1)[0][1]":     "0 6 6",
		"remoteness(squares(5))":                              "2",
		"p_count(game(\"0.77\"), 0, 70)":                      "1",
		"p_count(subtraction[1, 2], 1, 10)":                   "3",
		"p_count(subtraction[1, 2], 1, 1000000000000)":        "333333333333",
		"values(kayles, 5)":                                   "0 1 2 3 1 4",
		"n * 9223372036854775807":                             "64563604257983430649",
		"(1 << 70) % 1000000007":                              "270016253",
		"-(1 << 64)":                                          "-18446744073709551616",
		"((7 << 64) // -2) % 10":                              "4",
		"len(s)":                                              "3",
		"s[1]":                                                "2",
		"s[-1]":                                               "4",
		"s[1:]":                                               "2 4",
		"sorted(s, reverse = True)":                           "4 2 1",
		"max(s) + min(s)":                                     "5",
		"sum(s)":                                              "7",
		"[x + 1 for x in s]":                                  "2 3 5",
		"s + [9]":                                             "1 2 4 9",
		"4 in s":                                              "True",
		"s.index(4)":                                          "2",
		"s == [1, 2, 4]":                                      "True",
		"[1, 2] == s":                                         "False",
		"\"%s %d\" % (s, n)":                                  "[1, 2, 4] 7",
		"p":                                                   "5 4\n3 3",
		"[a * b for a, b in p]":                               "20 9",
		"p[1][0]":                                             "3",
		"g[0] + g[1][0]":                                      "..##",
		"len(g)":                                              "2",
		"w":                                                   "IIXI",
		"any([x > 3 for x in s])":                             "True",
		"bool(s)":                                             "True",
		"list(reversed(s))":                                   "4 2 1",
		"[i for i, x in enumerate(s) if x == 2]":              "1",
		"nim_product(2, 3)":                                   "1",
	} {
		p := load(t, head+"def answer(n, s, w, p, g):\n    return "+answer+"\n")
		if got := answers(t, p, in); got != want+"\n" {
			t.Errorf("%s: got %q, want %q", answer, got, want)
		}
	}
}

// TestLongNumbers has numbers beyond those of the language.
func TestLongNumbers(t *testing.T) {
	const head = "n = number(0, \"2^64-1\")\n"
	for answer, want := range map[string]string{
		"n":                          "18446744073709551615",
		"n + 1":                      "18446744073709551616",
		"n > 5 and 5 < n and n == n": "True",
		"n % 10":                     "5",
		"nim_value(nim(n))":          "18446744073709551615",
		"wins(counter(n))":           "True",
		"str(n)[:3]":                 "184",
		"max(n, 3)":                  "18446744073709551615",
	} {
		p := load(t, head+"def answer(n):\n    return "+answer+"\n")
		if got := answers(t, p, "18446744073709551615\n"); got != want+"\n" {
			t.Errorf("%s: got %q, want %q", answer, got, want)
		}
	}
}

// TestSharedOnceRace counts how often a function of shared fields runs, by the steps of a
// budget that allows it once for all queries, and not once for each.
func TestSharedOnceRace(t *testing.T) {
	p := load(t, `
n = number(1, 100)
queries(1, 1000)
q = number(0, 9)
def table(n):
    total = 0
    for i in range(1000000):
        total += i % n
    return [total]
def answer(table, q):
    return table[0] + q
`)
	in := "3\n1000\n" + strings.Repeat("1\n", 1000)
	start := time.Now()
	got := answers(t, p, in)
	if want := strings.Repeat("999999\n", 1000); got != strings.ReplaceAll(want, "999999", fmt.Sprint(999999+1)) {
		t.Errorf("got %.40q", got)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// TestWrongFiles has files that are wrong, with what is said about each.
func TestWrongFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "the file is empty",
		"n = number(1, 2)\n":            "want the answer: def answer(n):",
		"def answer():\n    return 1\n": "want the input, as in n = number(1, 100)",
		"n = number(1)\ndef answer(n):\n    return 1\n":                                                        "1:5: number(1): want number(least, most)",
		"n = number(1, \"x\")\ndef answer(n):\n    return 1\n":                                                 `1:15: "x": "x": want a number to 2^64-1`,
		"n = number(1, 2, ende = \" \")\ndef answer(n):\n    return 1\n":                                       `there is no parameter "ende" here; did you mean "end"?`,
		"n = number(1, 2)\nn = number(1, 2)\ndef answer(n):\n    return 1\n":                                   "2:5: number(1, 2): a second field of the name n",
		"n = number(1, 2)\ndef answer(m):\n    return 1\n":                                                     "2:12: m: no field of the input",
		"n = number(1, 2)\ndef answer(n):\n    tests()\n":                                                      "",
		"n = number(1, 2)\ndef answer(n):\n    return wins(subtraction[0](n))\n":                               "",
		"n = number(1, 2)\nx = wins(nim(1))\ndef answer(n):\n    return 1\n":                                   "2:5: wins(nim(1)): wins asks about positions of an input: want it in a function",
		"n = number(1, 2)\njudge = 3\ndef answer(n):\n    return 1\n":                                          "2:1: judge: want the judge and the contest",
		"n = number(1, 2)\nlimits(3)\ndef answer(n):\n    return 1\n":                                          "want limits(seconds = 2, megabytes = 256)",
		"s = numbers(3, 1, 2, order = \"up\")\ndef answer(s):\n    return 1\n":                                 `want "increasing"`,
		"n = number(1, 2)\ndef a(b):\n    return 1\ndef b(a):\n    return 1\ndef answer(a):\n    return a\n":   "takes itself, by way of other functions",
		"n = number(1, 2)\ndef answer(n):\n    return here(n)\n":                                               "the file states no rules",
		"n = number(1, 2)\ndef answer(n):\n    return game(\"0.7x\")(n)\n":                                     "3:17: \"0.7x\":",
		"n = number(1, 2)\ndef answer(n):\n    return n +\n":                                                   "3:",
		"tests(1, 2)\ntests(1, 2)\ntests(1, 2)\ntests(1, 2)\nn = number(1, 2)\ndef answer(n):\n    return 1\n": "4:1: tests(1, 2): repetitions nest more than 3 deep",
		"n = number(1, 2)\ncall(\"f\")\ntests()\nm = number(1, 2)\ndef answer(n):\n    return 1\n":             "a call has no repetitions",
	} {
		_, err := Load(t.Context(), "bad", strings.NewReader(text))
		if want == "" { // it shows when the answer is asked for
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		wrong, ok := errors.AsType[*lang.Error](err)
		if !ok || !strings.HasPrefix(err.Error(), "bad:") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v (%T), want %s", text, err, wrong, want)
		}
	}
}

// TestFailingAnswers has answers that fail at their input: with the line of the input and
// the place in the file.
func TestFailingAnswers(t *testing.T) {
	for answer, want := range map[string]string{
		"wins(n)":                          "line 2 of the input: test.problem.star:4:17: n: want a position, as in wins(nim(3, 5, 7)), not 5",
		"wins(subtraction[0](n))":          "0 cannot be removed",
		"wins(nim(n), compound = 3)":       "want a kind of compound",
		"wins(nim(n), compound = \"all\")": `unknown compound "all"`,
		"wins(nim(n), misery = True)":      `wins has no parameter "misery"`,
		"nim_value(graph)":                 "want a position",
		"nim(n)":                           "want answer to return a string, a number, or a list of these, not a position",
		"None":                             "not the value None",
		"nim(n) * nim(n)":                  "* of a position and a position",
		"nim([[[[[[1]]]]]])":               "lists nest too deep for a position",
		"nim(-1)":                          "nim takes numbers and lists of numbers",
		"wins(queen(1, 2, 3))":             "queen",
		"1 // 0":                           "division by zero",
		"values(nim, 1 << 50)":             "too large",
		"p_count(queen, 3)":                "want a game whose positions are single numbers",
		"[x for x in range(1 << 40)]":      "budget",
		"parents([(1, 2), (2, 1)])":        "no path leads from node 1 to node 3",
		"1 << 2000000":                     "want a shift by 0",
		"(1 << 1000000) * (1 << 50000)":    "an integer of more than",
	} {
		p := load(t, "tests(1, 9)\nn = number(1, 100)\ndef answer(n):\n    return "+answer+"\n")
		err := p.Run(t.Context(), strings.NewReader("1\n5\n"), io.Discard, Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", answer, err, want)
		}
		_, isFile := errors.AsType[*lang.Error](err)
		if !isFile {
			t.Errorf("%s: %T", answer, err)
		}
	}
}

// TestManyAtOnceRace answers one problem in several goroutines.
func TestManyAtOnceRace(t *testing.T) {
	p := load(t, `
tests(1, 1000)
n = number(0, 200)
s = numbers(3, 0, 40)
def answer(n, s):
    return [nim_value(kayles(n) + queen(s[0], s[1])), winning_moves(knight(s[0], s[1]) + half(s[2])), wins(nim(s), misere = True), wins(bitter_chocolate(s[0] % 5 + 1, s[0] % 5, 0)), nim_product(n, s[0])]
`)
	d, err := p.Shape.Parse(strings.NewReader("2\n100\n3 4 5\n70\n40 3 9\n"), input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Answer(t.Context(), d, Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 20 {
				got, err := p.Answer(t.Context(), d, Semantics{})
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("got %q, %v; want %q", got, err, want)
				}
			}
		})
	}
	group.Wait()
}

// TestWorkersKeepTheOrderRace compares several workers with one, also where a test fails.
func TestWorkersKeepTheOrderRace(t *testing.T) {
	p := load(t, `
tests(1, 5000)
n = number(0, 5000)
queries(1, 20)
q = number(1, 100)
def twice(n):
    return 2 * n
def answer(twice, q):
    if twice == 8000:
        fail("eight")
    return [twice, q, nim_value(kayles(q))]
`)
	var in bytes.Buffer
	fmt.Fprintln(&in, 3000)
	for i := range 3000 {
		fmt.Fprintf(&in, "%d\n2\n%d\n%d\n", i, i%100+1, (7*i)%100+1)
	}
	text := in.String()
	want := answers(t, p, text)
	for _, workers := range []int{2, 5} {
		var out bytes.Buffer
		if err := p.Run(t.Context(), strings.NewReader(text), &out, Options{Workers: workers}); err != nil || out.String() != want {
			t.Errorf("%d workers: %v, %d bytes of %d", workers, err, out.Len(), len(want))
		}
	}
	text = strings.Replace(text, "\n2500\n", "\n4000\n", 1)
	var one, many bytes.Buffer
	err1 := p.Run(t.Context(), strings.NewReader(text), &one, Options{})
	err2 := p.Run(t.Context(), strings.NewReader(text), &many, Options{Workers: 3})
	if err1 == nil || err2 == nil || !strings.Contains(err2.Error(), "eight") || one.String() != many.String() {
		t.Errorf("errors %v and %v; %d and %d bytes", err1, err2, one.Len(), many.Len())
	}
}

// TestBudgets has answers that must not go on.
func TestBudgets(t *testing.T) {
	for _, text := range []string{
		"n = number(1, 2)\ndef answer(n):\n    x = [1]\n    while True:\n        x = x + x\n",
		"n = number(1, 2)\ndef answer(n):\n    x = nim(1)\n    while True:\n        x = x + x\n",
		"n = number(1, 2)\ndef answer(n):\n    x = 3\n    while True:\n        x = x * x\n",
	} {
		p := load(t, text)
		err := p.Run(t.Context(), strings.NewReader("1\n"), io.Discard, Options{})
		if _, ok := errors.AsType[*lang.Error](err); !ok {
			t.Errorf("%s: %v", text, err)
		}
	}
	p := load(t, "n = number(1, \"10^18\")\ndef answer(n):\n    return wins(queen(n, n - 1) + nim(3))\n")
	err := p.Run(t.Context(), strings.NewReader("1000000000000\n"), io.Discard, Options{MaxMemory: 1 << 20})
	if !errors.Is(err, grundy.ErrTooLarge) && !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a queen far out: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	p = load(t, "n = number(1, 2)\ndef answer(n):\n    for i in range(99999999):\n        n = i\n    return n\n")
	if err := p.Run(ctx, strings.NewReader("1\n"), io.Discard, Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a run that is stopped: %v", err)
	}
}

// FuzzLoad loads any text, and answers a small input of it where it is a problem.
func FuzzLoad(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, p := range long.Every(4, Problems()) {
		f.Add(p.File)
	}
	f.Add("n = number(1, 2)\ndef answer(n):\n    return wins(nim(n))\n")
	f.Add(residues)
	f.Add("tests(end = (0, 0))\nn = number(0, 9, end = \" \")\nm = number(0, min(n * (n - 1) // 2, \"2*10^5\"))\na = records(m, number(0, n + m, order = \"increasing\"), " +
		"number(1, max(n, 3)), order = \"distinct\")\ndef answer(n, a):\n    return [n, len(a)]\n")
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		p, err := Load(ctx, "fuzz", strings.NewReader(text))
		if err != nil {
			if _, ok := errors.AsType[*lang.Error](err); !ok && ctx.Err() == nil {
				t.Errorf("%T %v", err, err)
			}
			return
		}
		p.code.Options.Steps = 20_000
		_ = p.Ideas()
		_ = p.Facts()
		for d := range p.Shape.Small(3) {
			a, err1 := p.Answer(ctx, d, Semantics{})
			b, err2 := p.Answer(ctx, d, Semantics{})
			if (err1 == nil) != (err2 == nil) && ctx.Err() == nil || err1 == nil && err2 == nil && !bytes.Equal(a, b) {
				t.Errorf("%q, %v, and then %q, %v", a, err1, b, err2)
			}
		}
	})
}

// TestNarrowGrids compares the rows of a grid as the field of a position with their text. The
// rows of width 1 of a row of letters are its cells.
func TestNarrowGrids(t *testing.T) {
	t.Parallel()
	const game = "position(field = grid(\".x\", height = 9, width = 9), taken = integer(0, 9))\n" +
		"def moves(field, taken):\n    for r in range(field.height - 1):\n        for c in range(field.width):\n" +
		"            if field[r, c] == \".\" and field[r + 1, c] == \".\":\n                move(put(field, \"x\", (r, c), (r + 1, c)), taken)\n"
	const ask = "def answer(cells):\n    return \"%d %d\" % (nim_value(here(cells, 0)), nim_value(here(\"/\".join(cells), 0)))\n"
	for in, want := range map[string]string{
		"2 1\n.\n.\n": "1 1", "5 1\n.\n.\n.\n.\n.\n": "0 0", "4 1\n.\n.\n.\nx\n": "1 1", "1 1\n.\n": "0 0", "1 3\n...\n": "0 0",
		"2 2\n..\n..\n": "0 0", "0 0\n": "0 0", "3 0\n": "0 0",
	} {
		p := load(t, game+"h = number(0, 9, end = \" \")\nw = number(0, 9)\ncells = grid(h, w, \".x\")\n"+ask)
		if got := answers(t, p, in); got != want+"\n" {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	const rows = "h = number(0, 9)\nm = matrix(h, 0, 0, 9)\ndef answer(m):\n    return [len(m), sum([len(r) for r in m])]\n"
	for in, want := range map[string]string{"3\n\n\n\n": "3 0\n", "3\n": "3 0\n", "0\n": "0 0\n"} {
		if got := answers(t, load(t, rows), in); got != want {
			t.Errorf("%q: rows without numbers: got %q, want %q", in, got, want)
		}
	}
	const row = "position(strip = row(\".x\"))\ndef moves(strip):\n    for i in range(len(strip) - 1):\n" +
		"        if strip[i] == \".\" and strip[i + 1] == \".\":\n            move(put(strip, \"x\", i, i + 1))\n" +
		"h = number(1, 9)\ncells = grid(h, 1, \".x\")\ndef answer(cells):\n    return nim_value(here(cells))\n"
	if got := answers(t, load(t, row), "3\n.\n.\n.\n"); got != "1\n" {
		t.Errorf("letters of a row: got %q, want 1", got)
	}
	// A game of the catalogue: dominoes in a column.
	const column = "h = number(1, 9)\ncells = grid(h, 1, \".#\")\ndef answer(cells):\n    return nim_value(game(\"cram\")(cells))\n"
	if got := answers(t, load(t, column), "3\n.\n.\n.\n"); got != "1\n" {
		t.Errorf("cram in a column: got %q, want 1", got)
	}
}

// TestManyGames looks at what games keep together: it stays within the memory of a run, and the
// answer stays the same.
func TestManyGames(t *testing.T) {
	t.Parallel()
	const text = `"""Many games: take 1 or k, from heaps of one size."""
n = number(1, 10000)

def answer(n):
    return [nim_value(subtraction[1, k](n)) for k in range(2, 40)]
`
	var outputs [2]strings.Builder
	for i, memory := range []uint64{1 << 18, 1 << 30} {
		p := load(t, text)
		if err := p.Run(t.Context(), strings.NewReader("5000\n"), &outputs[i], Options{MaxMemory: memory}); err != nil {
			t.Fatal(err)
		}
		kept := uint64(0)
		for _, g := range p.all.byKey {
			if line := g.line.Load(); line != nil {
				kept += 8 * uint64(cap(*line))
			}
		}
		if small := memory < 1<<30; kept > memory || small == (kept > 1<<20) {
			t.Errorf("%d bytes are kept, of %d", kept, memory)
		}
	}
	if outputs[0].String() != outputs[1].String() {
		t.Errorf("%s with little memory, %s with much", &outputs[0], &outputs[1])
	}
}
