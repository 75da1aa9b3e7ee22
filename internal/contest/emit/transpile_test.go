package emit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/position/catalog"
)

// A formulaCase is the value or the outcome of a game of the catalogue.
type formulaCase struct {
	name   string
	fn     *lang.Function
	code   *lang.Code
	params []core.Type
	spans  []span
	place  int // of the function in the program
}

// formulas returns a program with all formulas of the catalogue that can be translated.
func formulas(t *testing.T) (*translation, []formulaCase) {
	quiet := map[string]lang.Builtin{}
	for _, name := range []string{"example", "symmetric", "touching", "equals", "heap", "code", "winning", "forbid", "ring", "line", "board", "moves_like"} {
		quiet[name] = func(*lang.Evaluator, *lang.Call) lang.Value { return lang.None }
	}
	all := newTranslation(t.Context(), &core.Program{})
	var cases []formulaCase
	for _, name := range catalog.Names() {
		f, _ := catalog.Open(name)
		src, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		code, err := lang.Parse(name, bytes.NewReader(src), lang.Options{}, lang.Vocabulary{Functions: quiet})
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		if err := code.RunTop(context.Background()); err != nil || code.Shape == nil {
			continue
		}
		for _, which := range []string{"value", "outcome"} {
			fn, _, _ := code.Defined(which)
			if fn == nil {
				continue
			}
			c := formulaCase{fn: fn, code: code}
			for _, field := range code.Shape.Fields {
				as, s := numberType, span{field.Lo, field.Hi}
				switch {
				case field.Kind == core.Grid:
					as = core.Type{}
				case field.Kind == core.Row && field.Letters != "":
					as, s = textType, noNumber
				case field.Kind != core.Integer:
					as = core.ListOf(numberType)
				}
				c.params, c.spans = append(c.params, as), append(c.spans, s)
			}
			alone := newTranslation(t.Context(), &core.Program{})
			if err := catch(func() {
				if slices.Contains(c.params, core.Type{}) {
					refuse(nowhere, "a grid")
				}
				c.place = alone.rules(name).functions[which]
				c.enter(core.NewTyping(alone.program, false, alone.pose))
			}); err != nil {
				t.Logf("%s: %s: %v", name, which, err)
				continue
			}
			c.name = name
			c.place = all.rename(all.rules(name), which, functionName(name))
			cases = append(cases, c)
			break
		}
	}
	return all, cases
}

// enter finds the types of the function.
func (c *formulaCase) enter(typing *core.Typing) {
	var terms []*core.Term
	for _, t := range c.params {
		terms = append(terms, core.NewTerm(t))
	}
	enter(typing, c.place, terms)
}

// TestFormulas compares the formulas of the catalogue with their translations.
func TestFormulas(t *testing.T) {
	x, cases := formulas(t)
	rnd := chance.New(t, 1)
	typing, spans := core.NewTyping(x.program, false, x.pose), map[int][]span{}
	var first []int
	for _, c := range cases {
		c.enter(typing)
		first, spans[c.place] = append(first, c.place), c.spans
	}
	typing.Finish()
	order := inOrder(x.program, first)
	x.settleNames(order)
	bounds := findSpans(x.program, spans)
	var input, want bytes.Buffer
	clock := lang.NewClock(context.Background())
	for i, c := range cases {
		for range long.Or(30, 100) {
			state := make([]int64, c.code.Shape.Size)
			line := fmt.Sprint(i)
			for _, f := range c.code.Shape.Fields {
				most := min(f.Hi, f.Lo+int64(1)<<rnd.IntN(12))
				if f.Kind == core.Integer {
					state[f.At] = f.Lo + rnd.Int64N(most-f.Lo+1)
					line += fmt.Sprint(" ", state[f.At])
					continue
				}
				n := rnd.IntN(min(f.Most, 8) + 1)
				if f.Exact {
					n = f.Most
				}
				state[f.At] = int64(n)
				line += fmt.Sprint(" ", n)
				word := ""
				for k := range n {
					if f.Letters != "" {
						b := f.Letters[rnd.IntN(len(f.Letters))]
						state[f.At+1+k] = int64(b)
						word += string(b)
						continue
					}
					state[f.At+1+k] = f.Lo + rnd.Int64N(most-f.Lo+1)
					line += fmt.Sprint(" ", state[f.At+1+k])
				}
				line += " " + word
			}
			v, err := c.code.Interpret(&clock, nil, c.fn, state, nil)
			if err != nil {
				continue
			}
			fmt.Fprintln(&input, line)
			if v.Kind == lang.IntKind {
				fmt.Fprintln(&want, v.N)
			} else {
				fmt.Fprintln(&want, v.Text())
			}
		}
	}
	for _, l := range Languages {
		t.Run(string(l), func(t *testing.T) {
			if l == CPP && !long.Asked {
				t.Skip("its compiler takes long")
			}
			code, err := write(x.program, bounds, order, l, []string{"Formulas."}, nil, func(w *printer) { writeFormulaMain(w, cases) })
			if err != nil {
				t.Fatal(err)
			}
			run := build(t, l, code)
			got := run(input.String())
			wantLines, gotLines, inLines := strings.Split(want.String(), "\n"), strings.Split(got, "\n"), strings.Split(input.String(), "\n")
			for i, line := range wantLines {
				if i >= len(gotLines) || gotLines[i] != line {
					var which int
					if _, err := fmt.Sscan(inLines[i], &which); err != nil {
						t.Fatal(err)
					}
					t.Fatalf("%s: %q gives %q, want %q", cases[which].name, inLines[i], gotLines[min(i, len(gotLines)-1)], line)
				}
			}
		})
	}
}

// writeFormulaMain writes a main that reads the number of a formula and its fields.
func writeFormulaMain(w *printer, cases []formulaCase) {
	w.need("more", "read_int", "read_word")
	switch w.l {
	case Go:
		w.open("for more()")
		w.open("switch readInt()")
	case CPP:
		w.open("while (more())")
		w.open("switch (read_int())")
	default:
		w.open("for which in data")
		w.line("which = int(which)")
	}
	for i, c := range cases {
		if w.l == Python {
			w.open("if which == %d", i)
		} else {
			w.line("case %d: {", i)
			w.depth++
		}
		var args []string
		for k, f := range c.code.Shape.Fields {
			v := fmt.Sprintf("x%d", k)
			args = append(args, v)
			switch {
			case f.Kind == core.Integer && w.l == Python:
				w.line("%s = int(next(data))", v)
			case f.Letters != "" && w.l == Python:
				w.line("n = int(next(data))")
				w.line("%s = next(data).decode() if n else ''", v)
			case w.l == Python:
				w.line("%s = [int(next(data)) for _ in range(int(next(data)))]", v)
			case f.Kind == core.Integer:
				w.define(v, numberType, map[Language]string{Go: "readInt()", CPP: "read_int()"}[w.l])
			case f.Letters != "" && w.l == Go:
				w.line("%s := \"\"", v)
				w.line("if readInt() > 0 { %s = readWord() }", v)
			case f.Letters != "":
				w.line("string %s;", v)
				w.line("if (read_int() > 0) %s = read_word();", v)
			case w.l == Go:
				w.line("%s := make([]int, readInt())", v)
				w.line("for i := range %s { %s[i] = readInt() }", v, v)
			default:
				w.line("vector<long long> %s(read_int());", v)
				w.line("for (auto& x : %s) x = read_int();", v)
			}
		}
		call := w.l.name(w.Functions[c.place].Name) + "(" + strings.Join(args, ", ") + ")"
		switch w.l {
		case Go:
			w.line("fmt.Fprintln(out, %s)", call)
			w.close()
		case CPP:
			w.line("cout << %s << '\\n';", call)
			w.line("break;")
			w.close()
		default:
			w.line("print(%s)", call)
			w.close()
		}
	}
	w.close()
	if w.l != Python {
		w.close()
	}
}

// build compiles a program, and returns how to run it on an input.
func build(t *testing.T, l Language, code string) func(input string) string {
	dir := t.TempDir()
	file := filepath.Join(dir, map[Language]string{Go: "main.go", CPP: "main.cpp", Python: "main.py"}[l])
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	args := []string{program}
	switch l {
	case Go:
		compile(t, "go", "build", "-trimpath", "-o", program, file)
	case CPP:
		compile(t, "g++", "-std=c++17", "-O1", "-Wall", "-o", program, file)
	default:
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("python3 is not here, so that its programs are not tried")
		}
		args = []string{"python3", file}
	}
	return func(input string) string {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Stdin = strings.NewReader(input)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
		return string(out)
	}
}

func compile(t *testing.T, args ...string) {
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Skipf("%s is not here, so that its programs are not tried", args[0])
	}
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
