package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grundy/internal/chance"
	"grundy/internal/long"
	"grundy/theory/definable"
)

// A writer writes random rules in the part of the language that formulas can say.
type ruleWriter struct {
	*rand.Rand
	strings.Builder
	vars  []string // integers that may be read
	named int
	loops int // around the statement
	depth int
}

func (w *ruleWriter) pick(of ...string) string { return of[w.IntN(len(of))] }

func (w *ruleWriter) number() string { return fmt.Sprint(w.IntN(4)) }

// expression writes an integer.
func (w *ruleWriter) expression(depth int) string {
	v := w.vars[w.IntN(len(w.vars))]
	if depth == 0 {
		return w.pick(v, v, w.number())
	}
	a, b := w.expression(depth-1), w.expression(depth-1)
	switch w.IntN(12) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", a, b)
	case 2, 3:
		return fmt.Sprintf("(%s - %s)", a, b)
	case 4:
		return fmt.Sprintf("2 * %s", v)
	case 5:
		return fmt.Sprintf("%s // %d", v, 2+w.IntN(2))
	case 6:
		return fmt.Sprintf("%s %% %d", a, 2+w.IntN(2))
	case 7:
		return fmt.Sprintf("%s(%s, %s)", w.pick("min", "max"), a, b)
	case 8:
		return fmt.Sprintf("abs(%s)", a)
	case 9:
		return fmt.Sprintf("(%s if %s else %s)", a, w.condition(0), b)
	case 10:
		return fmt.Sprintf("[%s, %s, 1][%d]", a, b, w.IntN(3)-1)
	}
	return fmt.Sprintf("helper(%s, %s)", v, w.expression(0))
}

func (w *ruleWriter) condition(depth int) string {
	if depth > 0 {
		switch w.IntN(3) {
		case 0:
			return fmt.Sprintf("(%s %s %s)", w.condition(depth-1), w.pick("and", "or"), w.condition(depth-1))
		case 1:
			return "not " + w.condition(depth-1)
		}
	}
	switch w.IntN(6) {
	case 0:
		return fmt.Sprintf("%s %% %d == %d", w.expression(0), 2+w.IntN(2), w.IntN(2))
	case 1:
		return fmt.Sprintf("test(%s)", w.expression(0))
	case 2:
		return fmt.Sprintf("%s %s (1, 3)", w.expression(0), w.pick("in", "not in"))
	}
	return fmt.Sprintf("%s %s %s", w.expression(1), w.pick("<", "<=", ">", ">=", "==", "!="), w.expression(w.IntN(2)))
}

func (w *ruleWriter) line(format string, args ...any) {
	w.WriteString(strings.Repeat("    ", w.depth+1) + fmt.Sprintf(format, args...) + "\n")
}

// fresh returns a new variable.
func (w *ruleWriter) fresh() string {
	w.named++
	return fmt.Sprintf("v%d", w.named)
}

// block writes statements one level deeper. Variables of it are not read behind it.
func (w *ruleWriter) block(statements int) {
	vars := slices.Clone(w.vars)
	w.depth++
	for range statements {
		w.statement()
	}
	w.line("pass")
	w.depth--
	w.vars = vars
}

func (w *ruleWriter) statement() {
	if w.depth > 2 || w.IntN(3) == 0 {
		a, b := w.expression(1), w.expression(w.IntN(2))
		if w.IntN(8) == 0 {
			w.line("if %s >= 0 and %s >= 0:", a, b)
			w.line("    move_sum((%s, %s), (y, x))", a, b)
			return
		}
		w.line("if %s >= 0 and %s >= 0:", a, b)
		w.line("    move(%s, %s)", a, b)
		return
	}
	switch w.IntN(9) {
	case 0, 1:
		w.line("if %s:", w.condition(1))
		w.block(1 + w.IntN(2))
		if w.IntN(2) == 0 {
			w.line("else:")
			w.block(1)
		}
	case 2, 3:
		v := w.fresh()
		end := w.pick("x", "y + 1", "min(x, y) + 1", "x // 2 + 1", "y - 1", "max(x, y)")
		if w.loops > 1 {
			w.line("%s = %s", v, w.expression(1))
			w.vars = append(w.vars, v)
			return
		}
		w.loops++
		w.line("for %s in range(%s):", v, w.pick(end, "1, "+end, "1, "+end+", 2", end+", -1, -1", "x, "+end, "y - x, 3"))
		w.vars = append(w.vars, v)
		w.block(1 + w.IntN(2))
		w.vars = w.vars[:len(w.vars)-1]
		w.loops--
	case 4:
		v := w.fresh()
		w.loops++
		w.line("for %s in %s:", v, w.pick("(1, 3)", "[2, 1, 0]", "range(3)", "LIST"))
		w.vars = append(w.vars, v)
		w.block(1 + w.IntN(2))
		w.vars = w.vars[:len(w.vars)-1]
		w.loops--
	case 5:
		v := w.fresh()
		w.line("%s = %s", v, w.expression(1))
		w.vars = append(w.vars, v)
	case 6:
		if w.loops == 0 {
			w.line("if %s:", w.condition(0))
			w.line("    return")
			return
		}
		w.line("if %s:", w.condition(0))
		w.line("    %s", w.pick("break", "continue", "return", "break"))
	case 7:
		if w.loops > 0 {
			w.line("if %s:", w.condition(1))
			w.block(1)
			return
		}
		v, step := w.fresh(), w.pick("= 2 * %[1]s", "+= 2", "+= 1")
		w.line("%s = 1", v)
		w.line("while %s <= %s:", v, w.pick("x", "y // 2", "x + y", "min(x, 3)"))
		w.loops += 2
		w.vars = append(w.vars, v)
		w.depth++
		w.line("if %s <= x:", v)
		w.line("    move(x - %s, y)", v)
		if w.IntN(2) == 0 {
			w.line("if %s:", w.condition(0))
			w.line("    break")
		}
		w.line("%s "+strings.ReplaceAll(step, "%[1]s", v), v)
		w.depth--
		w.loops -= 2
	case 8:
		v := w.vars[len(w.vars)-1]
		if v == "x" || v == "y" || w.loops > 0 {
			v = w.fresh()
			w.line("%s = 1", v)
			w.vars = append(w.vars, v)
		}
		w.line("%s %s %s", v, w.pick("+=", "-="), w.expression(0))
	}
}

// rules writes a file.
func (w *ruleWriter) rules() string {
	w.vars = []string{"x", "y"}
	w.WriteString("position(x = integer(0, 1000), y = integer(0, 1000))\nLIST = [3, 1]\ndef helper(a, b):\n")
	w.vars = []string{"a", "b"}
	w.line("if %s:", "a < b")
	w.line("    return %s", w.pick("a + 1", "b - a", "b // 2"))
	w.line("return %s", w.pick("a", "a - b", "2"))
	w.WriteString("def test(a):\n")
	w.line("for i in %s:", w.pick("range(a)", "LIST", "range(1, a + 1, 2)"))
	w.line("    if %s:", w.pick("2 * i == a", "i + 1 == a // 2", "a - i == 2"))
	w.line("        return True")
	w.line("return %s", w.pick("False", "a > 3"))
	w.WriteString("def moves(x, y):\n")
	w.vars = []string{"x", "y"}
	w.depth = 0
	for range 2 + w.IntN(3) {
		w.statement()
	}
	w.line("pass")
	return w.String()
}

// TestDefineRandom compares formulas and moves of random rules.
func TestDefineRandom(t *testing.T) {
	rng := chance.New(t, 17)
	files := long.Of(150, 2000, 5000)
	defined, compared := 0, 0
	for n := range files {
		text := (&ruleWriter{Rand: rng}).rules()
		f, err := Load(t.Context(), "random", strings.NewReader(text), Options{Steps: 1_000_000})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		d, err := f.Define(t.Context(), Frame{})
		if err != nil {
			if n < 20 {
				t.Log(err)
			}
			continue
		}
		if slices.ContainsFunc(d.Moves.Kinds, func(k definable.Kind) bool { return len(k.Bound) > 3 }) {
			continue // too many to try
		}
		defined++
		compared += newOracle(t, d, 16).agreesAtSmall(rng, 12, 4)
		if t.Failed() {
			t.Fatalf("%d: in\n%s", n, text)
		}
	}
	t.Logf("%d of %d files, %d positions", defined, files, compared)
	if 3*defined < files || compared < 2*defined {
		t.Errorf("%d of %d files were defined, and %d positions compared", defined, files, compared)
	}
}
