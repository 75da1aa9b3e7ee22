package position_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/position"
)

// ruleFiles are files of rules, by name.
var ruleFiles = map[string]string{
	"nim.star":        "position(n = integer())\ndef moves(n):\n    for k in range(n):\n        move(k)\n",
	"dir/2-pins.star": "position(r = row(\"X.\"))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] == \"X\":\n            move(put(r, \".\", i))\n",
	"octal.star":      "heap(octal = \"0.77\")\n",
	"hole.star":       "board(rides = [(-1, 0), (0, -1)], blocked = [(0, 0)])\n",
	"bad.star":        "position(n = integer())\n",
}

func openRules(name string) (io.ReadCloser, error) {
	text, ok := ruleFiles[name]
	if !ok {
		return nil, errors.New("no such file")
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

func TestRulesInPositions(t *testing.T) {
	files := position.Files{Open: openRules}
	for text, want := range map[string]string{
		"nim.star(3)":                    "nim.star(3)",
		"2*nim.star( 5 , 3 )+nim(2)":     "2*nim.star(3,5) + nim(2)",
		`dir/2-pins.star("X.")`:          `dir/2-pins.star("X.")`,
		`3*dir/2-pins.star('X.' ; "") `:  `3*dir/2-pins.star("";"X.")`,
		"octal.star(12)":                 "0.77(12)",
		"hole.star(3,4) + nim.star(;)":   "piece[rides -1,0 0,-1; blocked 0,0](3,4) + nim.star(;)",
		"":                               "",
		"nim.star":                       `want "(" and a position, as in nim.star(12)`,
		"nim.star(3":                     "the text ends here",
		"nim.star(-1)":                   `position "nim.star(-1)", column 10: n = -1 is outside`,
		"octal.star(3;4)":                "want one position",
		"octal.star(-3)":                 "column 12: ",
		"hole.star(0,0)":                 "column 11: ",
		"bad.star(1)":                    "column 1: bad.star: want the rules: def moves(n):",
		"none.star(1)":                   "column 1: no such file",
		"(nim.star":                      "column 10: the text ends here; want \"(\" and a position",
		"nim.star(1) + .star(3)":         "no such file",
		"nim.star(99999999999999999999)": "is outside 64 bits",
	} {
		sum, err := position.ParseWith(context.Background(), text, files)
		switch {
		case err == nil && sum.String() != want:
			t.Errorf("%q is %s, not %s", text, sum, want)
		case err != nil && (want == "" && text != "" || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{"nim.star": "nim.star", "octal.star": "0.77", "hole.star": "piece[rides -1,0 0,-1; blocked 0,0]"} {
		game, err := position.ParseGameWith(context.Background(), text, 0, files)
		if err != nil || game.Name != want {
			t.Errorf("%q is %s, %v", text, game.Name, err)
		}
	}
	if _, err := position.ParseGameWith(context.Background(), "dir/2-pins.star", 0, files); err == nil || !strings.Contains(err.Error(), `has no sequence or table of its own, as its positions are not numbers; leave some open, as in dir/2-pins.star("X"*_)`) {
		t.Error(err)
	}
	if _, err := position.Parse("nim.star(3)"); err == nil || !strings.Contains(err.Error(), "files of rules, such as nim.star, are not read here") {
		t.Error(err)
	}
}

// Where the question ends while a file is read, that is the error, and not the file's.
func TestRulesEndWithTheQuestion(t *testing.T) {
	why := errors.New("nobody waits")
	ctx, cancel := context.WithCancelCause(t.Context())
	files := position.Files{Open: func(name string) (io.ReadCloser, error) {
		cancel(why)
		return openRules(name)
	}}
	if _, err := position.ParseWith(ctx, "nim.star(3)", files); err == nil || err.Error() != why.Error() {
		t.Errorf("%v; want %v", err, why)
	}
}
