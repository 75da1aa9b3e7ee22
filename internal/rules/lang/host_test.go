package lang

// This file checks what the host asks a file: texts, functions, starts and pictures.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const hosted = `"""A game.

In two lines.
"""
position(n = integer(0, 9), w = row("bad", most = 3))
half = 2
def moves(n, w):
    move(n - 1, w)
def start(k, more):
    if k == 0:
        return k
    if k == 1:
        return k, "bad!"
    return k, "b" * more
def draw(n, w):
    if n > 8:
        return n
    return str(w) + str(n)
def loose(a, b = 1, *c):
    pass
`

func TestHost(t *testing.T) {
	f := load(t, "h.star", hosted, Options{})
	names, at := f.Definitions()
	if !slices.Equal(names, []string{"moves", "start", "draw", "loose"}) || at[1] != (Pos{9, 1}) {
		t.Errorf("definitions %v at %v", names, at)
	}
	if d := f.Docstring(); d != "A game.\n\nIn two lines." {
		t.Errorf("docstring %q", d)
	}
	for text, want := range map[string]string{"\"one\"\n": "one", "x = 1\n": "", "1\n": ""} {
		code, err := Parse("d.star", strings.NewReader(text), Options{}, Vocabulary{})
		if err != nil || code.Docstring() != want {
			t.Errorf("docstring %q, %v", code.Docstring(), err)
		}
	}
	if _, _, err := f.Defined("half"); err == nil || err.Error() != "h.star:6:1: half: want a function, as in def half(…):" {
		t.Error(err)
	}
	w := f.Shape.Fields[1]
	if w.Lo != 'a' || w.Hi != 'd' || w.String() != "a row of at most 3, letters bad" {
		t.Errorf("%v has letters %d … %d", &w, w.Lo, w.Hi)
	}
	for _, c := range []struct{ name, params, takes string }{
		{"moves", "[n w]", ""},
		{"draw", "[n w]", ""},
		{"start", "[k more]", "h.star:9:5: start: start takes the fields of the position: want def start(n, w), not (k, more)"},
		{"loose", "[a b = 1 *c]", "h.star:19:14: b = 1: loose takes the fields of the position and nothing else"},
	} {
		fn, at, err := f.Defined(c.name)
		if err != nil {
			t.Fatal(err)
		}
		err = f.TakesFields(fn, at)
		if params := fmt.Sprint(f.Params(fn)); params != c.params || (err != nil || c.takes != "") && fmt.Sprint(err) != c.takes {
			t.Errorf("%s: %s, %v", c.name, params, err)
		}
		if fixed := c.name != "loose"; fn.IsFixed() != fixed || fn.Arity() != 2 && fixed {
			t.Errorf("%s takes %d parameters, fixed %v", c.name, fn.Arity(), fn.IsFixed())
		}
	}
	start, _, _ := f.Defined("start")
	draw, _, _ := f.Defined("draw")
	for _, c := range []struct {
		numbers       []int64
		text, picture string
	}{
		{[]int64{4, 2}, `h(4,"bb")`, "bb4"},
		{[]int64{2, 1}, `h(2,"b")`, "b2"},
		{[]int64{9, 1}, `h(9,"b")`, `h:15:5: draw: want draw to return a scene, as in scene("heaps", [3, 5]), a string, or a list of these, not an int, at h(9,"b")`},
		{[]int64{0, 1}, "h:9:5: start: want start to return n, w, not 0, at h(0,1)", ""},
		{[]int64{1, 1}, `h:9:5: start: the position (1, "bad!"): w has 4 cells, more than its most = 3, at h(1,1)`, ""},
		{[]int64{3, 4}, `h:9:5: start: the position (3, "bbbb"): w has 4 cells, more than its most = 3, at h(3,4)`, ""},
		{[]int64{12, 1}, `h:9:5: start: the position (12, "b"): n = 12 is outside 0 … 9, at h(12,1)`, ""},
		{[]int64{3}, `h:9:5: start: start wants a value for "more", at h(3)`, ""},
	} {
		f.Source.Name = "h"
		state, err := f.StartState(Clock{}, nil, start, c.numbers)
		if err != nil {
			if err.Error() != c.text {
				t.Errorf("start%v: %v", c.numbers, err)
			}
			continue
		}
		if text := f.PositionText(state); text != c.text {
			t.Errorf("start%v: %s", c.numbers, text)
		}
		drawn, _, err := f.Picture(Clock{}, draw, state)
		picture := drawn.Text
		if err != nil {
			picture = err.Error()
		}
		if picture != c.picture {
			t.Errorf("at %s the picture is %q", c.text, picture)
		}
	}
}

// TestSuggestions checks what is said about a name that is defined nowhere.
func TestSuggestions(t *testing.T) {
	for text, want := range map[string]string{
		"def f(counter):\n    return countr\n":        `did you mean "counter"?`,
		"def f(a):\n    total = a\n    return totl\n": `did you mean "total"?`,
		"x = lenn([])\n": `did you mean "len"?`,
		"def f():\n    inner = 1\ndef g():\n    return inner\n":      "inner: no such name",
		"def f(a, a):\n    pass\n":                                   "duplicate parameter",
		"def f():\n    pass\ndef f():\n    pass\n":                   "a second function of this name",
		"x = " + strings.Repeat("(", 101) + strings.Repeat(")", 101): "nested more than 100 deep",
		"x = " + strings.Repeat("-", 101) + "1\n":                    "nested more than 100 deep",
		"x = 1.5\n":                         "there are no fractions",
		"x = b\"a\"\n":                      "there are no strings of bytes",
		"x = 9223372036854775808\n":         "want an integer of 64 bits",
		"load(\"a\", \"b\")\n":              "a file of rules stands alone",
		"def f(*a, b):\n    pass\n":         "f.star:1:11: b: no parameter may stand behind *",
		"f(**{})\n":                         "**arguments are not in this language",
		"x = \x01\n":                        "f.star:1:5: byte 0x01: the file is not text",
		"x = 1\ny = \"\xff\"\n":             "f.star:2:6: byte 0xff: the file is not text",
		" \n":                               "the file is empty",
		strings.Repeat("a", 201) + " = 1\n": "a name of more than 200 letters",
		"move = 1\n":                        "move: files find this name defined",
	} {
		_, err := Parse("f.star", strings.NewReader(text), Options{}, Vocabulary{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v; want %s", text, err, want)
		}
	}
	for _, text := range []string{
		"x = " + strings.Repeat("-", 100) + "1\n",
		strings.Repeat("a", 200) + " = 1\n", "len = 1\n", "x = \"\\\"(((\" # (((\n",
	} {
		if _, err := Parse("f.star", strings.NewReader(text), Options{}, Vocabulary{}); err != nil {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}
