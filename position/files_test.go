package position_test

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/position"
)

// folder opens files that are texts, and counts how often it did.
type folder struct {
	files  map[string]string
	opened int
}

func (f *folder) open(name string) (io.ReadCloser, error) {
	text, ok := f.files[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	f.opened++
	return io.NopCloser(strings.NewReader(text)), nil
}

func TestGraphPositions(t *testing.T) {
	f := &folder{files: map[string]string{"a b.txt": "1 0\n2 x y\n", "ok.txt": "1 0\n2 1\n", "my [game.json": `{"a b": ["c"]}`}}
	sum, err := position.ParseWith(t.Context(), "2*graph[ok.txt](2) + graph [ my [game.json ] ( a b ) + nim(3) + graph[ok.txt](0)", position.Files{Open: f.open})
	if err != nil {
		t.Fatal(err)
	}
	if want := "2*graph[ok.txt](2) + graph[my [game.json](a b) + nim(3) + graph[ok.txt](0)"; sum.String() != want {
		t.Errorf("read as %v, want %s", sum, want)
	}
	if f.opened != 2 {
		t.Errorf("%d files opened, want 2", f.opened)
	}
	for text, says := range map[string]string{
		"graph[none](1)":    "column 7: file does not exist",
		"graph[a b.txt](1)": `column 7: a b.txt: line 2: "y" after two names`,
		"graph[ok.txt](3)":  `column 15: no node "3" in ok.txt`,
	} {
		_, err := position.ParseWith(t.Context(), text, position.Files{Open: f.open})
		var syntax *position.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
	if _, err := position.ParseWith(t.Context(), "graph[ok.txt](1)", position.Files{Open: f.open, Memory: 10}); !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a graph over the budget: %v", err)
	}
}

// A written position is read again, with any names.
func TestGraphNames(t *testing.T) {
	f := &folder{files: map[string]string{
		`f]"(.json`: `{"(1,2)": [")", "a)(", "f(x", "\"", "\"q\"", " s ", "a\u00a0", "]", "\\", "x + nim(3)", "é"]}`,
	}}
	files := position.Files{Open: f.open}
	sum, err := position.ParseWith(t.Context(), `graph["f]\"(.json"]((1,2))+nim(1)`, files)
	if err != nil {
		t.Fatal(err)
	}
	options := sum[0].Component.AppendOptions(nil)
	if len(sum) != 2 || len(options) != 11 {
		t.Fatalf("%v: options %v", sum, options)
	}
	for _, c := range append(options, sum[0].Component) {
		again, err := position.ParseWith(t.Context(), "2*"+c.String()+" + nim(2)", files)
		if err != nil || len(again) != 2 || again[0].Component.String() != c.String() {
			t.Errorf("%v is read as %v (%v)", c, again, err)
		}
	}
	for text, says := range map[string]string{
		`graph["f](1)`:           "column 7: want the name of a file, or that in quotes",
		`graph[""](1)`:           "column 7: want the name of a file",
		`graph["f" x](1)`:        `column 11: unexpected 'x'; want "]"`,
		`graph["f]\"(.json"](()`: `want ")" behind a node`,
	} {
		_, err := position.ParseWith(t.Context(), text, files)
		var syntax *position.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
}

// Any text is read or refused with a place, and a position that is written is read
// again.
// Names of files that are not plain stand in quotes.
func TestQuotedRules(t *testing.T) {
	const path = "my games/a+b(1) ü.star"
	files := position.Files{Open: func(name string) (io.ReadCloser, error) {
		if name != path && name != "plain.star" && name != "a\u202eb.star" {
			return nil, errors.New("no such file")
		}
		return io.NopCloser(strings.NewReader("position(n = integer())\ndef moves(n):\n    for k in range(n):\n        move(k)\n")), nil
	}}
	for text, want := range map[string]string{
		`"my games/a+b(1) ü.star"(3) + 2*"my games/a+b(1) ü.star"(4)`: `"my games/a+b(1) ü.star"(3) + 2*"my games/a+b(1) ü.star"(4)`,
		`"plain.star"(3) + plain.star(2)`:                             "plain.star(3) + plain.star(2)",
		`"a\u202eb.star"(3)`:                                          `"a\u202eb.star"(3)`,
	} {
		sum, err := position.ParseWith(t.Context(), text, files)
		if err != nil || sum.String() != want {
			t.Errorf("%s is read as %v, %v", text, sum, err)
			continue
		}
		if again, err := position.ParseWith(t.Context(), sum.String(), files); err != nil || again.String() != want {
			t.Errorf("%s is read again as %v, %v", text, again, err)
		}
	}
	for text, says := range map[string]string{
		`my games/a.star(3)`:    "stands in quotes",
		"a\u202eb.star(3)":      "stands in quotes",
		`"my games/a.star(3)`:   `unexpected '"'`,
		`"my games/a.txt"(3)`:   `unexpected '"'`,
		`"other games.star"(3)`: "no such file",
	} {
		if _, err := position.ParseWith(t.Context(), text, files); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
	game, err := position.ParseGameWith(t.Context(), `"my games/a+b(1) ü.star"`, 0, files)
	if err != nil || game.Name != `"my games/a+b(1) ü.star"` {
		t.Errorf("a game: %v, %v", game.Name, err)
	}
}

func FuzzParseWith(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{
		"graph[f](a)", "2*graph [ f ] ( a ) + nim(3)", `graph["f"]("a b")`, `graph[f]((1,2))`, `graph[f]((()`, `graph["f](a)`, `graph["\x00"](")")`, "graph[](a)", "graph[f]()", "graph[f\n](a)",
	} {
		f.Add(text, "a")
	}
	f.Add(`graph["]"]("x)")`, "x)")
	f.Add("graph[f](é )", "é ")
	f.Add("graph["+strings.Repeat("\x8d", 60)+"]x"+strings.Repeat("\x8d", 60), "a") // the error has a part of the line
	f.Fuzz(func(t *testing.T, text, node string) {
		name, _ := json.Marshal(node)
		files := position.Files{Memory: 1 << 20, Open: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(`{"a": ["a b", "(1,2)"], ` + string(name) + `: []}`)), nil
		}}
		sum, err := position.ParseWith(t.Context(), text, files)
		if err != nil {
			var syntax *position.SyntaxError
			if !errors.As(err, &syntax) && !errors.Is(err, grundy.ErrTooLarge) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := position.ParseWith(t.Context(), sum.String(), files)
		if err != nil || again.String() != sum.String() {
			t.Fatalf("%q is written as %q, which is read as %v (%v)", text, sum, again, err)
		}
	})
}
