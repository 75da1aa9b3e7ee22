package machine

// This file checks that compiled rules mean what interpreted ones do: the same
// moves in the same order, or the same error at the same place. Programs are
// made at random from the constructs of the language.

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// A writer makes up programs.
type writer struct {
	rng    *rand.Rand
	b      strings.Builder
	ints   []string // variables that have a value here
	rows   []string
	lists  []string
	grids  []string
	indent int
	loops  int
	names  int
	callee bool // the function twist may be called
}

func (w *writer) pick(all ...string) string { return all[w.rng.IntN(len(all))] }
func (w *writer) chance(n int) bool         { return w.rng.IntN(n) == 0 }

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("    ", w.indent))
	fmt.Fprintf(&w.b, format+"\n", args...)
}

// integer makes an expression of an integer.
func (w *writer) integer(depth int) string {
	if depth <= 0 || w.chance(4) {
		switch w.rng.IntN(9) {
		case 0, 1:
			return fmt.Sprint(w.rng.IntN(4))
		case 2:
			return w.pick("-1", "N", "7", "1 << 40", "9223372036854775807", "-9223372036854775807")
		default:
			return w.pick(w.ints...)
		}
	}
	sub := func() string { return w.integer(depth - 1) }
	switch w.rng.IntN(16) {
	case 0, 1, 2, 3:
		return "(" + sub() + " " + w.pick("+", "-") + " " + sub() + ")"
	case 4:
		return "(" + sub() + " " + w.pick("*", "//", "%", "&", "|", "^", "<<", ">>") + " " + sub() + ")"
	case 5:
		return w.pick("-", "~", "abs") + "(" + sub() + ")"
	case 6:
		return w.pick("min", "max") + "(" + sub() + ", " + sub() + ")"
	case 7:
		return w.pick("min", "max", "sum", "len") + "(" + w.row(depth-1) + ")"
	case 8, 9:
		return w.pick(w.rows...) + "[" + sub() + "]"
	case 10:
		return "(" + sub() + " if " + w.cond(depth-1) + " else " + sub() + ")"
	case 11:
		return w.pick("TABLE", "LIST") + "[" + sub() + "]" + ""
	case 12:
		if w.callee {
			return "twist(" + sub() + ", " + sub() + ")"
		}
		return sub()
	case 13:
		return "(" + sub() + w.pick(" and ", " or ") + sub() + ")"
	case 14:
		return w.pick(w.rows...) + w.pick(".count(", ".index(") + sub() + ")"
	default:
		return "len(" + w.pick(w.rows...) + ")"
	}
}

func (w *writer) cond(depth int) string {
	if depth <= 0 {
		return w.integer(0) + " " + w.pick("==", "!=", "<", "<=", ">", ">=") + " " + w.integer(0)
	}
	switch w.rng.IntN(10) {
	case 8:
		return "(" + w.integer(0) + ", " + w.integer(0) + ")" + w.pick(" in ", " not in ") + "PAIRS"
	case 9:
		r := w.rows[0] // cells, in moves
		return w.pick(r+"[1:]", "put("+r+", N, 0)", "fill(1, 2)", r) + " in " + w.pick(r, "("+r+" + "+r+")", "put("+r+", 0, 1)")
	case 0:
		return "not " + w.cond(depth-1)
	case 1:
		return "(" + w.cond(depth-1) + w.pick(" and ", " or ") + w.cond(depth-1) + ")"
	case 2:
		return w.integer(depth-1) + w.pick(" in ", " not in ") + w.row(depth-1)
	case 3:
		return w.row(depth-1) + w.pick(" == ", " != ") + w.row(depth-1)
	case 4:
		return "inside(" + w.pick(w.rows...) + ", " + w.integer(depth-1) + ")"
	case 5:
		return w.pick("any", "all") + "([" + w.cond(0) + " for e in " + w.row(depth-1) + "])"
	default:
		return w.integer(depth-1) + " " + w.pick("==", "!=", "<", "<=", ">", ">=") + " " + w.integer(depth-1)
	}
}

// row makes an expression of a row or a list.
func (w *writer) row(depth int) string {
	if depth <= 0 || w.chance(3) {
		return w.pick(w.rows...)
	}
	sub := func() string { return w.row(depth - 1) }
	switch w.rng.IntN(12) {
	case 0:
		return "put(" + sub() + ", " + w.integer(depth-1) + ", " + w.pick("", w.integer(0)+", ") + "*" + w.row(depth-1) + ")"
	case 1:
		return "put(" + sub() + ", " + w.integer(depth-1) + ", " + w.integer(0) + ")"
	case 2:
		return w.pick(w.rows...) + w.pick("[1:]", "[:-1]", "[::-1]", "["+w.integer(0)+":"+w.integer(0)+"]", "[-2:]", "[::2]")
	case 3:
		return "(" + sub() + " + " + sub() + ")"
	case 4:
		return "fill(" + w.integer(depth-1) + ", " + w.integer(0) + ")"
	case 5:
		return "[" + w.integer(depth-1) + ", " + w.integer(0) + "]"
	case 6, 7:
		return "[" + w.pick("e", "e + 1", "e - N", "min(e, "+w.pick(w.ints...)+")") + " for e in " + sub() + w.pick("", "", " if e > 1") + "]"
	case 8:
		return "[i + e for i, e in enumerate(" + sub() + ")]"
	case 9:
		return w.pick("sorted", "reversed", "list") + "(" + sub() + ")"
	case 10:
		return "(" + sub() + " if " + w.cond(0) + " else " + sub() + ")"
	default:
		return "(" + sub() + " * " + w.pick("2", "0", w.integer(0)) + ")"
	}
}

func (w *writer) block(depth, n int) {
	ints, rows, lists := len(w.ints), len(w.rows), len(w.lists)
	for range 1 + w.rng.IntN(n) {
		w.statement(depth)
	}
	w.ints, w.rows, w.lists = w.ints[:ints:ints], w.rows[:rows:rows], w.lists[:lists:lists]
}

func (w *writer) name() string { w.names++; return fmt.Sprintf("v%d", w.names) }

func (w *writer) statement(depth int) {
	switch k := w.rng.IntN(16); {
	case k < 5 || depth <= 0:
		switch w.rng.IntN(20) {
		case 4:
			w.line("%s()", w.pick("win", "draw", "lose"))
			if w.chance(2) {
				w.line("return")
			}
		case 0, 1, 2, 3:
			w.line("move_sum((%s, %s), (%s, %s))", w.integer(1), w.row(1), w.integer(0), w.row(0))
		default:
			w.line("move(%s, %s%s)", w.integer(2), w.row(2), w.pick("", "", `, label = "to %d" % n`))
		}
	case k < 7:
		e := w.integer(2)
		name := w.pick(append([]string{w.name()}, w.ints...)...)
		w.line("%s = %s", name, e)
		if !slices.Contains(w.ints, name) {
			w.ints = append(w.ints, name)
		}
	case k < 8:
		w.line("%s %s= %s", w.pick(w.ints...), w.pick("+", "-", "*", "//", "%"), w.integer(1))
	case k < 9:
		e := w.row(2)
		name := w.name()
		w.line("%s = %s", name, e)
		w.rows = append(w.rows, name)
	case k < 10:
		w.line("%s = put(%s, %s, 0)", "cells", "cells", w.integer(1))
	case k < 11:
		name := w.name()
		switch w.rng.IntN(4) {
		case 0: // what it holds shows later, if at all
			w.line("%s = []", name)
			w.line("for %s in %s:", w.name(), w.row(0))
			w.line("    %s.append(%s)", name, w.integer(1))
		case 1:
			w.line("%s = []", name)
			w.line("%s.append(%q if %s else %q)", name, "x", w.cond(0), "y")
			w.line("if %q in %s:", "x", name)
			w.line("    %s = []", name)
			w.line("if len(%s) > %s:", name, w.integer(0))
			w.line("    return")
			return
		default:
			w.line("%s = [%s, %s]", name, w.integer(0), w.integer(1))
		}
		w.line("%s[%s] %s %s", name, w.integer(0), w.pick("=", "=", "+=", "-=", "//="), w.integer(1))
		w.line("%s.append(%s)", name, w.integer(1))
		w.rows = append(w.rows, name)
	case k < 13:
		w.line("if %s:", w.cond(2))
		w.indent++
		w.block(depth-1, 3)
		if w.loops > 0 && w.chance(3) {
			w.line("%s", w.pick("break", "continue"))
		}
		if w.chance(8) {
			w.line("return")
		}
		w.indent--
		if w.chance(2) {
			w.line("else:")
			w.indent++
			w.block(depth-1, 2)
			w.indent--
		}
	case k < 14:
		a, b := w.name(), w.name()
		w.line("%s, %s = %s, %s", a, b, w.integer(1), w.integer(1))
		w.ints = append(w.ints, a, b)
	default:
		name := w.name()
		ints := len(w.ints)
		switch w.rng.IntN(5) {
		case 0:
			w.line("for %s in range(%s, %s):", name, w.integer(1), w.pick("4", "len(cells)", "n"))
		case 1:
			w.line("for %s in %s:", name, w.row(1))
		case 2:
			other := w.name()
			w.line("for %s, %s in enumerate(%s):", other, name, w.row(1))
			w.ints = append(w.ints, other)
		case 3:
			other := w.name()
			w.line("for %s, %s in %s:", other, name, w.pick("PAIRS", "PAIRS", "[("+w.integer(1)+", 1), (2, "+w.integer(1)+")]"))
			w.ints = append(w.ints, other)
		default:
			w.line("for %s in range(3, -1, -%d):", name, 1+w.rng.IntN(2))
		}
		w.ints = append(w.ints, name)
		w.indent++
		w.loops++
		w.block(depth-1, 3)
		w.loops--
		w.indent--
		w.ints = w.ints[:ints:ints]
	}
}

// MadeUp makes up a file.
func madeUp(seed uint64) string {
	w := &writer{rng: rand.New(rand.NewPCG(seed, 1))}
	w.line("position(n = integer(-2, 40), cells = row(0, 12, most = 6))")
	w.line("N = 2")
	w.line("TABLE = [3, 1, 0, 2]")
	w.line("LIST = (5, 4, 1)")
	w.line("PAIRS = [(-1, 2), (1, 0), (3, -2)]")
	w.line("def twist(a, b):")
	w.indent = 1
	w.ints, w.rows = []string{"a", "b"}, []string{"TABLE"}
	w.line("if %s:", w.cond(1))
	w.line("    return %s", w.integer(2))
	w.line("for i in range(3):")
	w.line("    a = a + i")
	w.line("return %s", w.integer(1))
	w.indent = 0
	w.line("def moves(n, cells):")
	w.indent, w.callee = 1, true
	w.ints, w.rows = []string{"n"}, []string{"cells"}
	w.block(3, 5)
	return w.b.String()
}

// grid makes an expression of a grid of letters.
func (w *writer) grid(depth int) string {
	if depth <= 0 || w.chance(3) {
		return w.pick(w.grids...)
	}
	sub := func() string { return w.grid(depth - 1) }
	number := func() string {
		return w.pick("0", "0", "0", "1", "1", "2", "g.width // 2", "g.height - 1", w.integer(1))
	}
	switch w.rng.IntN(8) {
	case 0, 1:
		return "put(" + sub() + ", " + w.letter() + ", (" + number() + ", " + number() + "))"
	case 2:
		return "put(" + sub() + ", " + w.letter() + ", (0, 0), (" + number() + ", " + number() + "))"
	case 3:
		return "fill(" + w.letter() + ", " + w.pick("1", "2", number()) + ", " + w.pick("1", "3", number()) + ")"
	case 4:
		return "turned(" + sub() + ", " + number() + ")"
	default:
		return "cut(" + sub() + ", " + w.pick("0", "0", "1", number()) + ", " + w.pick("0", number()) + ", " + w.pick("1", "0", number()) + ", " + w.pick("1", "2", number()) + ")"
	}
}

// letter makes an expression of a letter.
func (w *writer) letter() string {
	return w.pick("\"a\"", "\"b\"", "\"c\"", "w[0]", "w[-1]", "g[0, 0]", "g[w.count(\"a\") % 2, 0]", "put(g, \"c\", (0, 0))[g.height - 1, g.width - 1]", "(\"a\" if "+w.cell()+" else \"b\")")
}

// cell makes a condition on letters, rows of letters and grids.
func (w *writer) cell() string {
	return w.pick("\"a\" in g", "g[1, 0] == \"b\"", "w[0] not in \"ac\"", "g == h", "inside(g, n, 1)", "w == put(w, \"a\", 0)", "\"c\" in w", "len(g) > 3", "w.count(\"a\") > 1", "w == \"ab\"", "\"ca\" in w", "w[1:] in w", "\"\" != w", "w[:1] == \"a\"", "w.index("+w.pick("\"a\"", "\"b\"")+") > 0", "any([c == \"b\" for c in \"abc\"])", "g.height != g.width", "g.count("+w.pick("\"a\"", "w[0]")+") > n")
}

// word makes an expression of a row of letters.
func (w *writer) word() string {
	return w.pick("w", "w", "put(w, "+w.letter()+", "+w.pick("0", "-1", w.integer(1))+")", "w[1:] + \"b\"", "w[:1] + w[2:]", "fill(\"a\", "+w.integer(1)+")", "[c for c in g]", "[\"b\" if c == \"a\" else c for c in w]", "(w if "+w.cell()+" else put(w, \"b\", 0))", "\"ab\" + w[:2]", "list(w) + [\"a\"]", "reversed(w)", "w[:2] * "+w.integer(0))
}

// madeUpGrids makes up files of a number, a row of letters and a grid of letters.
func madeUpGrids(seed uint64) string {
	w := &writer{rng: rand.New(rand.NewPCG(seed, 3)), ints: []string{"n"}, rows: []string{"TABLE"}, grids: []string{"g"}}
	w.line("position(n = integer(-2, 9), w = row(\"abc\", most = 9), g = grid(\"abc\", 4, 4))")
	w.line("TABLE = [3, 1, 0, 2]")
	w.line("N = 2")
	w.line("LIST = (5, 4, 1)")
	w.line("PAIRS = [(-1, 2), (1, 0)]")
	w.line("def turned(g, k):")
	w.line("    if k > 2:")
	w.line("        return cut(g, 0, 0, 1, g.width)")
	w.line("    return put(g, \"b\", (0, 0))")
	w.line("def moves(n, w, g):")
	w.indent = 1
	w.line("h = %s", w.grid(1))
	w.grids = append(w.grids, "h")
	for range 1 + w.rng.IntN(2) {
		switch w.rng.IntN(7) {
		case 0:
			w.line("if %s:", w.cell())
		case 1:
			w.line("for c in g:")
		case 2:
			w.line("for n, c in enumerate(w):")
		default:
			w.line("for k in range(%s):", w.integer(1))
		}
		w.indent++
		if w.chance(3) {
			w.line("h = %s", w.grid(2))
		}
		position := func() string { return w.pick("n", "1", w.integer(1)) + ", " + w.word() + ", " + w.grid(2) }
		switch w.rng.IntN(5) {
		case 0:
			w.line("move_sum((%s), (%s))", position(), position())
		case 1:
			w.line("move_sum(copies(%s, (%s)))", w.pick("n", "0", "3", w.integer(1)), position())
		case 2:
			w.line("move_sum((%s), copies(n, (%s)))", position(), position())
		case 3:
			w.line("move(%s, %s, [%s for x in range(%s)])", w.integer(1), w.word(), w.word(), w.pick("1", "2", "n"))
		default:
			w.line("move(%s)", position())
		}
		w.indent--
	}
	return w.b.String()
}

// TestCompiledGrids is TestCompiledMeansInterpreted for letters, rows of them and
// grids.
func TestCompiledGrids(t *testing.T) {
	compiled, failed, programs := 0, 0, long.Of(300, 10_000, 20_000)
	for seed := range uint64(programs) {
		text := madeUpGrids(seed)
		a, b := bothWays(t, text)
		if a.fast != nil {
			compiled++
		}
		var states [][]int64
		for _, position := range [][3]lang.Value{
			{lang.Int(0), lang.Text(""), lang.Text("")}, {lang.Int(2), lang.Text("abc"), lang.Text("ab/bc")},
			{lang.Int(3), lang.Text("bbcaa"), lang.Text("abb/caa/bcc")}, {lang.Int(1), lang.Text("a"), lang.Text("bac")},
		} {
			states = append(states, a.state(t, position[:]...))
		}
		failed += holdSame(t, text, a, b, states)
	}
	t.Logf("%d of %d programs were compiled, %d calls failed", compiled, programs, failed)
	if compiled < programs*3/4 || failed > programs*3 {
		t.Errorf("only %d of %d programs were compiled, %d calls failed", compiled, programs, failed)
	}
}

// bothWays loads a file to be run compiled, if it can be, and interpreted.
func bothWays(t *testing.T, text string) (fast, slow *played) {
	t.Helper()
	fast = load(t, "p.star", text, lang.Options{Steps: 50_000, Memory: 1 << 24})
	return fast, &played{Code: fast.Code, moves: fast.moves}
}

// holdSame holds that both ways give the same moves or the same error, in the same
// steps, and returns how many calls failed.
func holdSame(t *testing.T, text string, fast, slow *played, states [][]int64) (failed int) {
	t.Helper()
	if fast.fast == nil {
		return 0
	}
	for _, state := range states {
		a, b := lang.Collector{Wants: "move"}, lang.Collector{Wants: "move"}
		errA, errB := fast.list(state, &a), slow.list(state, &b)
		switch {
		case lang.IsOutOfMemory(errA) || lang.IsOutOfMemory(errB):
			continue // memory is counted in each way's own bytes
		case errors.Is(errA, grundy.ErrBudget) && errors.Is(errB, grundy.ErrBudget):
			continue
		case fmt.Sprint(errA) != fmt.Sprint(errB):
			t.Fatalf("at %v compiled:\n%v\ninterpreted:\n%v\n%s", state, errA, errB, text)
		case errA != nil:
			failed++
		case a.Took != b.Took:
			t.Fatalf("at %v compiled %d steps, interpreted %d\n%s", state, a.Took, b.Took, text)
		case a.Ending != b.Ending || !slices.Equal(a.States, b.States) || !slices.Equal(a.Ends, b.Ends):
			t.Fatalf("at %v compiled:\n%v %v\ninterpreted:\n%v %v\n%s", state, a.States, a.Ends, b.States, b.Ends, text)
		}
	}
	return failed
}

// TestLetterAgainstRow compares a letter with a row of one cell, from either side.
func TestLetterAgainstRow(t *testing.T) {
	text := "position(w = row(\"ab\", most = 3))\ndef moves(w):\n    s = \"ab\"\n    if \"a\" == w:\n        move(\"\")\n    if w != \"b\":\n        move(\"b\")\n    if s == w or w[:1] == \"a\":\n        move(\"ba\")\n"
	fast, slow := bothWays(t, text)
	if fast.fast == nil {
		t.Fatal(fast.slow)
	}
	for _, w := range []string{"", "a", "b", "ab", "aab"} {
		holdSame(t, text, fast, slow, [][]int64{fast.state(t, lang.Text(w))})
	}
}

// TestChosenTuples compares what x if c else y gives with lists and rows: a tuple stays one.
func TestChosenTuples(t *testing.T) {
	for _, body := range []string{
		"    x = (1, 2) if n > 3 else (3, 4)\n    if x == w:\n        move(n, w)\n    move(x[n], w)\n",
		"    if ((1, 2) if n > 3 else (3, 4)) == [1, 2]:\n        move(n, w)\n",
		"    if ((1, 2) if n > 3 else w) == [1, 2]:\n        move(n, w)\n",
		"    x = L if n > 3 else [1, 2]\n    x[0] = n\n    move(x[0], w)\n",
	} {
		text := "position(n = integer(0, 9), w = row(0, 9, length = 2))\nL = [1, 2]\ndef moves(n, w):\n" + body
		fast, slow := bothWays(t, text)
		holdSame(t, text, fast, slow, [][]int64{{0, 2, 1, 2}, {5, 2, 1, 2}, {1, 2, 3, 4}})
	}
}

// TestLinesTakeSteps plays loops of one move each, some of whose values take steps in every
// turn.
func TestLinesTakeSteps(t *testing.T) {
	for _, value := range []string{"m if m in [0, 2] else n", "m if m == 2 else n", "[m, n][0]", "L[m]", "(n if \"a\" == \"b\" else m)", "sum([m])", "max(m, 1)"} {
		text := "position(n = integer(0, 9), m = integer(0, 9))\nL = [1, 2, 3, 4]\ndef moves(n, m):\n    for k in range(1, n + 1):\n        move(n - k, " + value + ")\n"
		fast, slow := bothWays(t, text)
		holdSame(t, text, fast, slow, [][]int64{{5, 2}, {9, 3}, {4, 9}, {0, 0}})
	}
}

// holdEqual holds one program to its meaning, and returns why it was not compiled.
func holdEqual(t *testing.T, text string) (why *lang.Error) {
	t.Helper()
	fast, slow := bothWays(t, text)
	holdSame(t, text, fast, slow, [][]int64{{0, 0, 0, 0, 0, 0, 0, 0}, {3, 3, 2, 1, 4, 0, 0, 0}, {40, 6, 1, 1, 2, 3, 5, 8}, {-2, 1, 12, 0, 0, 0, 0, 0}, {7, 2, 5, 5, 0, 0, 0, 0}})
	return fast.slow
}

func TestCompiledMeansInterpreted(t *testing.T) {
	compiled, programs := 0, long.Of(300, 20_000, 60_000)
	reasons := map[string]int{}
	for seed := range uint64(programs) {
		text := madeUp(seed)
		if why := holdEqual(t, text); why != nil {
			reasons[why.Msg]++
			continue
		}
		compiled++
	}
	t.Logf("%d of %d programs were compiled; the others: %v", compiled, programs, reasons)
	if compiled < programs/3 {
		t.Errorf("only %d of %d programs were compiled: %v", compiled, programs, reasons)
	}
}

func FuzzCompiledMeansInterpreted(t *testing.F) {
	f := fuzz.Seeds(t)
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { _ = holdEqual(t, madeUp(seed)) })
}

// madeUpLines makes up files of integers alone, with loops around single moves,
// some of which run out of the ranges or of 64 bits.
func madeUpLines(seed uint64) string {
	w := &writer{rng: rand.New(rand.NewPCG(seed, 2))}
	fields := []string{"a", "b", "c"}[:1+w.rng.IntN(3)]
	w.ints, w.rows = fields, []string{"L"}
	var shape []string
	for _, f := range fields {
		shape = append(shape, f+" = integer("+w.pick("0", "-3", "0, 9", "-20, 60", "-9223372036854775807, 9223372036854775807")+")")
	}
	for i, s := range shape {
		if strings.HasSuffix(s, "(-3)") {
			shape[i] = strings.Replace(s, "(-3)", "(-3, 2147483647)", 1)
		}
	}
	w.line("position(%s)", strings.Join(shape, ", "))
	w.line("N = 3")
	w.line("L = [1, 2]")
	w.line("def moves(%s):", strings.Join(fields, ", "))
	w.indent = 1
	var argument func(depth int) string
	argument = func(depth int) string {
		if depth == 0 {
			return w.pick("k", "k", w.pick(fields...), "2", "N", "9223372036854775807")
		}
		x, y := argument(depth-1), argument(depth-1)
		return w.pick(x, x+" + "+y, x+" - "+y, x+" - k", "3 * "+x, "("+x+") * "+w.pick("2", "-1", "0", "N"), "min("+x+", "+y+")", "L["+x+"]", x+" // "+y)
	}
	w.line("k = 1")
	for range 1 + w.rng.IntN(4) {
		w.line("for k in range(%s):", w.pick("a", "1, a + 1", "-2, 5", argument(1), "0, "+argument(1)))
		var args []string
		for range fields {
			args = append(args, argument(1+w.rng.IntN(2)))
		}
		w.line("    move(%s)", strings.Join(args, ", "))
	}
	return w.b.String()
}

func TestCompiledLines(t *testing.T) {
	moves, failed := 0, 0
	programs := long.Or(300, 1000)
	for seed := range uint64(programs) {
		text := madeUpLines(seed)
		fast, slow := bothWays(t, text)
		if fast.fast == nil {
			t.Fatalf("%v in\n%s", fast.slow, text)
		}
		var states [][]int64
		for _, state := range [][]int64{{0, 0, 0}, {1, 2, 3}, {7, 0, 5}, {9, 9, 9}} {
			states = append(states, state[:fast.Shape.Size])
		}
		failed += holdSame(t, text, fast, slow, states)
		for _, state := range states {
			all := lang.Collector{Wants: "move"}
			_ = fast.list(state, &all)
			moves += len(all.Ends)
		}
	}
	t.Logf("%d moves, %d failures", moves, failed)
	if moves < 5*programs || failed < programs/2 {
		t.Errorf("only %d moves and %d failures", moves, failed)
	}
}

// madeUpLegal makes up files with a function legal.
func madeUpLegal(seed uint64) string {
	w := &writer{rng: rand.New(rand.NewPCG(seed, 4)), ints: []string{"n"}, rows: []string{"cells"}}
	w.line("position(n = integer(-2, 40), cells = row(0, 12, most = 6))")
	w.line("TABLE = [3, 1, 0, 2]")
	w.line("LIST = (5, 4, 1)")
	w.line("PAIRS = [(-1, 2), (1, 0)]")
	w.line("N = 2")
	w.line("def moves(n, cells):")
	w.line("    return")
	w.line("def legal(n, cells):")
	w.indent = 1
	verdict := func() string {
		return w.pick("True", "False", w.cond(2), "\"no\"", "\"no %%d\" %% "+w.integer(1), w.cond(1)+" or \"too\" + \" much\"",
			"\"wrong\" if "+w.cond(1)+" else "+w.cond(1), "("+w.cond(0)+" or \"a\" if n > 2 else \"b\")")
	}
	for range w.rng.IntN(3) {
		w.line("%s", w.pick("for i, c in enumerate("+w.row(1)+"):", "for c in range("+w.integer(1)+"):", "if "+w.cond(2)+":"))
		w.indent++
		w.line("if %s:", w.cond(1))
		w.line("    return %s", strings.ReplaceAll(verdict(), "%%", "%"))
		w.indent--
	}
	w.line("return %s", strings.ReplaceAll(verdict(), "%%", "%"))
	return w.b.String()
}

// TestCompiledLegal checks that legal says the same both ways, in the same steps.
func TestCompiledLegal(t *testing.T) {
	said, compiled, programs := map[string]int{}, 0, long.Of(300, 10_000, 20_000)
	for seed := range uint64(programs) {
		text := madeUpLegal(seed)
		f := load(t, "p.star", text, lang.Options{Steps: 50_000, Memory: 1 << 24})
		legal, _, err := f.Defined("legal")
		if err != nil {
			t.Fatal(err)
		}
		fast, refused := fastOf(t, f.Code, legal, core.Legal)
		if refused != nil {
			continue
		}
		compiled++
		for _, state := range [][]int64{{0, 0, 0, 0, 0, 0, 0, 0}, {3, 3, 2, 1, 4, 0, 0, 0}, {40, 6, 1, 1, 2, 3, 5, 8}, {7, 2, 5, 5, 0, 0, 0, 0}} {
			a, errA := Legal(f.Code, new(lang.Clock), nil, fast, legal, state)
			b, errB := Legal(f.Code, new(lang.Clock), nil, nil, legal, state)
			if errors.Is(errA, grundy.ErrBudget) && errors.Is(errB, grundy.ErrBudget) {
				continue
			}
			if a != b || fmt.Sprint(errA) != fmt.Sprint(errB) {
				t.Fatalf("at %v compiled %q, %v; interpreted %q, %v\n%s", state, a, errA, b, errB, text)
			}
			kind := "error"
			if errA == nil {
				kind, _, _ = strings.Cut(cmp.Or(a, "it is"), " ")
			}
			said[kind]++
			first, second := lang.Collector{}, lang.Collector{}
			done, _ := fast.onMachine(new(lang.Clock), state, &first)
			_, _ = f.Interpret(new(lang.Clock), nil, legal, state, &second)
			if done && first.Took != second.Took {
				t.Fatalf("at %v compiled %d steps, interpreted %d\n%s", state, first.Took, second.Took, text)
			}
		}
	}
	t.Log(compiled, said)
	if compiled < programs/2 || said["error"] > 2*programs || said["it"] < programs/5 || said["the"] < programs/5 {
		t.Error(compiled, said)
	}
}

// TestEmptyLists checks that a list that begins empty does not keep rules from
// being compiled, and that the reason is reported otherwise.
func TestEmptyLists(t *testing.T) {
	const both = `position(w = row("abc", most = 8))
def moves(w):
    seen = []
    at = []
    for i, c in enumerate(w):
        if c not in seen:
            seen.append(c)
            at.append(i)
    for i in at:
        move(put(w, "a", i))
`
	if f := load(t, "f.star", both, lang.Options{}); f.fast == nil {
		t.Error(f.slow)
	}
	f := load(t, "f.star", both+"    d = {}\n", lang.Options{})
	if f.slow == nil || f.slow.Msg != "a dict" {
		t.Error(f.slow)
	}
}

// holdDone holds that a compiled body means the same interpreted, and that it is not
// handed to the interpreter where it does not fail.
func holdDone(t *testing.T, body string, f *played) {
	t.Helper()
	slow := &played{Code: f.Code, moves: f.moves}
	state := f.state(t, lang.Int(2), lang.Text("aab"), lang.List([]lang.Value{lang.Int(1), lang.Int(2), lang.Int(3)}), lang.Text("ab/ba"))
	failed := holdSame(t, body, f, slow, [][]int64{state})
	if done, _ := f.fast.Run(f.fast.NewMachine(), new(lang.Clock), state, &lang.Collector{Wants: "move"}); !done && failed == 0 {
		t.Errorf("%s: handed to the interpreter", body)
	}
}
