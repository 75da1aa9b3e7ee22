package lang

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// typed lowers a file and finds the types of a function that takes these.
func typed(t *testing.T, text string, letters bool, params ...core.Type) (*core.Program, error) {
	t.Helper()
	p, _, err := Answers("answer.star", []byte(text), true)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var terms []*core.Term
	for _, param := range params {
		terms = append(terms, core.NewTerm(param))
	}
	types := core.NewTyping(p, letters, nil)
	err = types.Enter(len(p.Functions)-1, terms)
	types.Finish()
	return p, err
}

// TestAnswerTypes has programs, and the types of the variables and of the value of the last
// function.
func TestAnswerTypes(t *testing.T) {
	number, word := core.Type{Kind: core.IntType}, core.Type{Kind: core.StringType}
	unsigned := core.Type{Kind: core.UnsignedType}
	for _, c := range []struct {
		text   string
		params []core.Type
		want   string
	}{
		{"def f(n):\n    return n // 2 == 1", []core.Type{number}, "n int; bool"},
		{"def f(n):\n    m = n\n    for i in range(m):\n        m -= i\n    return m", []core.Type{unsigned}, "n unsigned m unsigned i unsigned; unsigned"},
		{"def f(w):\n    for x in w:\n        if x == \"a\":\n            return x\n    return w[0]", []core.Type{word}, "w string x letter; letter"},
		{"def f(w):\n    return [\"\".join([x, \"b\"]) for x in w if x in \"ab\"]", []core.Type{word}, "w string x letter; list(string)"},
		{"def f(a, b):\n    d = {}\n    for i, (x, y) in enumerate(a):\n        d[x] = [y, i]\n    a, b = b, a\n    return [d.get(b[0][0], []) for x, y in a]",
			[]core.Type{core.ListOf(core.TupleOf(number, number))}, "a list(tuple(int int)) b list(tuple(int int)) d dict(int list(int)) i int x int y int x int y int; list(list(int))"},
		{"GRID = [[0] * 3 for _ in range(3)]\ndef g(x):\n    return x[0]\ndef f():\n    rows = []\n    for x, y in zip(GRID, sorted(GRID, reverse = True)):\n        rows.append((g(x), y))\n    return rows",
			nil, "rows list(tuple(int list(int))) x list(int) y list(int); list(tuple(int list(int)))"},
		{"def f(n):\n    \"What it does.\"\n    s = \"%d of %s\" % (n, \"ab\")\n    print_it = s + \"!\"\n    while True:\n        if n > 3 and not s:\n            break\n        n = n << 1 if n else -n\n    return str(n) + print_it[1:]",
			[]core.Type{number}, "n int s string print_it string; string"},
		{"def f(x):\n    x.append(1)", nil, "x list(int); nothing"},
	} {
		p, err := typed(t, c.text, true, c.params...)
		if err != nil {
			t.Errorf("%v in\n%s", err, c.text)
			continue
		}
		got := ""
		for _, v := range p.Main().Vars {
			got += v.Name + " " + said(v.Type) + " "
		}
		if got = strings.TrimSpace(got) + "; " + said(p.Main().Result); got != c.want {
			t.Errorf("%s, want %s, in\n%s", got, c.want, c.text)
		}
	}
}

// said writes a type of the second level.
func said(t core.Type) string {
	var of []string
	for _, part := range t.Parts() {
		of = append(of, said(part))
	}
	name := map[core.Kind]string{core.NoType: "nothing", core.IntType: "int", core.UnsignedType: "unsigned", core.BoolType: "bool",
		core.LetterType: "letter", core.StringType: "string", core.ListType: "list", core.DictType: "dict", core.TupleType: "tuple"}[t.Kind]
	if of == nil {
		return name
	}
	return name + "(" + strings.Join(of, " ") + ")"
}

// TestAnswerRefusals has what is not said, where it stands, and why.
func TestAnswerRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"return [1, \"ab\"]":                       "2:16: a text here and a number elsewhere",
		"x = 1\n    x = [x]":                       "3:5: x is a list of a number here and a number elsewhere",
		"a = [1]\n    a.append(a)":                 "3:14: a list of a number here and a number elsewhere",
		"a = []\n    a.append(a)":                  "3:14: a list of anything here and anything elsewhere",
		"return wins(nim(n))":                      "2:12: wins is not translated",
		"return mex([n])":                          "2:12: mex is not translated",
		"return {k: k for k in [n]}":               "2:12: dict-comprehension: an expression of this kind is not translated",
		"return (lambda x: x)(n)":                  "2:12: a call of this kind is not translated",
		"for i, j in range(n):\n        pass":      "2:9: a number for 2 variables",
		"for x in enumerate([n]):\n        pass":   "2:14: a loop over enumerate wants two variables",
		"return [x for x in zip([n], [n])]":        "2:24: a loop over zip wants a variable for each list",
		"def g():\n        return 1\n    return g": "2:5: def is not translated",
		"return f(n, n)":                           "2:12: f with 2 arguments of 1 is not translated",
		"return f(n = n)":                          "2:14: f with named arguments is not translated",
		"return n if n else None":                  "2:24: None is not translated",
		"return n.count(1)":                        "2:12: count of a number is not translated",
		"return len(n, n)":                         "2:12: len of 2 arguments is not translated",
		"return sum()":                             "2:12: sum of 0 arguments is not translated",
		"return n in n":                            "2:12: a number looked for in a number",
		"return n < \"ab\"":                        "2:12: a number compared with a text",
		"return unknown":                           "2:12: unknown is not translated",
		"n += [1]":                                 "2:5: a number + a list of a number",
		"a, b = n":                                 "2:5: a number for 2 variables",
		"n = (n, n)":                               "2:5: n is a tuple of a number and a number here and a number elsewhere",
	} {
		_, err := typed(t, "def f(n):\n    "+text+"\n", true, core.Type{Kind: core.IntType})
		var r *core.Refusal
		if !errors.As(err, &r) {
			t.Errorf("%v, want %s, in\n%s", err, want, text)
		} else if got := fmt.Sprintf("%d:%d: %s", r.At.Line, r.At.Col, r.Why); got != want {
			t.Errorf("%s, want %s, in\n%s", got, want, text)
		}
	}
	text := "def f():\n    a0 = (1, 1)\n"
	for i := range 100 {
		text += fmt.Sprintf("    a%d = (a%d, a%d)\n", i+1, i, i)
	}
	if _, err := typed(t, text, true); err == nil || err.Error() != "a type of more than 1000 parts" {
		t.Errorf("100 pairs of pairs: %v", err)
	}
}

// TestAnswersOfFiles lowers all files of the repository: each expression has its place, and
// readers come to all of them.
func TestAnswersOfFiles(t *testing.T) {
	files := 0
	for _, room := range []string{"../../contest/wall", "../../contest/emit/library", "../../../position/catalog"} {
		err := filepath.WalkDir(room, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".star" {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			p, _, err := Answers(path, src, true)
			if err != nil {
				return err
			}
			seen := map[core.Expr]bool{}
			for _, f := range append(p.Functions, p.Constants...) {
				core.Walk(f.Body, nil, func(e core.Expr) bool {
					if seen[e] {
						t.Errorf("%s: %T at %v stands twice", path, e, p.At[e])
					}
					seen[e] = true
					return true
				})
			}
			for e, at := range p.At {
				switch e.(type) {
				case *core.Game, *core.Keyword: // whose parts another node has taken
					continue
				}
				if !seen[e] && !isTop(p, e) {
					t.Errorf("%s: nothing comes to %T at %v", path, e, at)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if files < 100 {
		t.Errorf("%d files", files)
	}
}

// isTop reports whether an expression stands in a call of the top level.
func isTop(p *core.Program, e core.Expr) bool {
	found := false
	for _, top := range p.Top {
		core.Walk([]core.Stmt{&core.Do{X: top}}, nil, func(x core.Expr) bool {
			found = found || x == e
			return !found
		})
	}
	return found
}

// FuzzAnswers lowers texts and finds types: nothing may panic.
func FuzzAnswers(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("C = [1]\ndef f(n, w):\n    a, b = n, [w[0]]\n    for i, x in enumerate(b):\n        a += i\n    return [C[y] for y in range(a) if y in {1: 2}]")
	f.Add("def f(a):\n    g = subtraction[a]\n    return wins(g(a) + sum([nim(x) for x in a]), misere = True) or game(\"0.7\")(1)")
	f.Add("def f(s):\n    while s:\n        s = s[1:][::-1].split(\"x\")[0] % 3\n    return -s.count(\"y\"), ~1, not s, {s: (s,)}.get(s, 1)")
	f.Add("x, y = 1, 2\ndef f(*a, b = x):\n    x.y(**a)\n    pass\n    def g(): return lambda: f")
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := Answers("answer.star", []byte(text), true)
		var wrong *Error
		if err != nil {
			if !errors.As(err, &wrong) {
				t.Fatalf("%v is not an error about a file", err)
			}
			return
		}
		for _, letters := range []bool{true, false} {
			types := core.NewTyping(p, letters, nil)
			for i := range p.Functions {
				var refused *core.Refusal
				if err := types.Enter(i, nil); err != nil && !errors.As(err, &refused) {
					t.Fatal(err)
				}
			}
			types.Finish()
			for _, is := range p.Types {
				is.Words()
			}
		}
	})
}
