package message_test

import (
	"testing"

	"github.com/grundy-games/grundy/internal/message"
)

func TestFill(t *testing.T) {
	of := func(name string) string { return map[string]string{"n": "1", "m": "5"}[name] }
	for template, want := range map[string]string{
		"":                        "",
		"plain":                   "plain",
		"{n} pin|{n} pins":        "1 pin",
		"{m} pin|{m} pins":        "5 pins",
		"{m} of {n}|all {m}, {n}": "all 5, 1",
		"open {n":                 "open ",
		"{none} left":             " left",
	} {
		if got := message.Fill(template, of); got != want {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		list []string
		want string
	}{{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b"}, "a or b"}, {[]string{"a", "b", "c"}, "a, b or c"}} {
		if got := message.Join(c.list, "or"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := message.Few([]string{"1", "2", "3"}, 2); got != "1, 2, …" {
		t.Error(got)
	}
	if got := message.Capital("über") + message.Capital(""); got != "Über" {
		t.Error(got)
	}
}

// Sentences lose the names of files, and keep what stands beside them.
func TestWithoutFiles(t *testing.T) {
	for text, want := range map[string]string{
		"no file": "no file",
		"the bishop is a heap of Nim of size min(x,y) (proved in games/board/bishop.go).":       "the bishop is a heap of Nim of size min(x,y).",
		"the rook is Nim (C. L. Bouton, Ann. of Math. 1901; games/board/rook.go).":              "the rook is Nim (C. L. Bouton, Ann. of Math. 1901).",
		"a table (internal/board/tables/values.go).":                                            "a table.",
		"the mex of all options (games/heap/sequence/engine_equal.go, engine_taking.go).":       "the mex of all options.",
		"Euclid's game; rows are proved in games/board/euclid.go":                               "Euclid's game",
		"Ruler: its number (Winning Ways, chapter 14; proved in games/coin/line.go), and more.": "Ruler: its number (Winning Ways, chapter 14), and more.",
		"by search, by keys (theory/search).":                                                   "by search, by keys.",
		"infinity (Winning Ways, chapter 12; proved in theory/entailing); by search":            "infinity (Winning Ways, chapter 12); by search",
		"theory/mine.star(3): P (games/heap/nim.go), as games/own.star(theory/a.star)":          "theory/mine.star(3): P, as games/own.star(theory/a.star)",
		"the Tartan theorem (games/coin/table.go): row y has":                                   "the Tartan theorem: row y has",
	} {
		if got := message.WithoutFiles(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
