package ask_test

// This file checks that tables on disk hold what the same question finds without a table.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
)

// storable are games in files whose positions have numbers.
var storable = map[string]string{
	"one.star": `"""Take 1, 3 or 4; with a pass, once."""
position(n = integer(), pass_left = integer(0, 1))
def moves(n, pass_left):
    for k in [1, 3, 4]:
        if k <= n:
            move(n - k, pass_left)
    if pass_left > 0 and n > 0:
        move(n, 0)
`,
	"rides.star": `"""Ride left, down or both."""
position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
    for k in range(1, min(x, y) + 1):
        move(x - k, y - k)
`,
	"three.star": `"""Take one or two from a heap, or one from each."""
position(a = integer(), b = integer(), c = integer())
def moves(a, b, c):
    for k in range(1, min(a, 2) + 1):
        move(a - k, b, c)
    for k in range(1, min(b, 2) + 1):
        move(a, b - k, c)
    for k in range(1, min(c, 2) + 1):
        move(a, b, c - k)
    if min(a, b, c) > 0:
        move(a - 1, b - 1, c - 1)
`,
	"across.star": `"""A knight, with two steps that raise a number."""
position(x = integer(), y = integer())
def moves(x, y):
    for a, b in [(-1, -2), (-2, -1), (1, -2), (-2, 1)]:
        if x + a >= 0 and y + b >= 0:
            move(x + a, y + b)
`,
	"long.star": `"""Take any number, but not all at once."""
position(n = integer())
def moves(n):
    for k in range(1, n):
        move(n - k)
`,
}

// stored returns the text of an answer whose values come from a table on disk. The result is
// false where no table holds the game.
func stored(t *testing.T, q ask.Values, means ask.Means, dir string) (string, bool) {
	t.Helper()
	q.Table = dir
	a, err := q.Ask(t.Context(), means)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	var out bytes.Buffer
	if _, err = a.Store(t.Context()); err == nil {
		err = errors.Join(a.Write(t.Context(), &out), a.Close())
	}
	if wrong, ok := errors.AsType[*ask.FieldError](err); ok && wrong.Field == "table" {
		t.Logf("%s, %s, misère %v: %v", q.Game, q.Of, q.Misere, err)
		return "", false
	}
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return out.String(), true
}

// Games that no table holds are refused as wrong questions, before there is a folder.
func TestTablesRefusedLeaveNothing(t *testing.T) {
	for _, c := range []struct {
		game, size, of string
		misere         bool
	}{
		{"turning-corners", "9x11", "nim-values", true}, {"turning-corners", "9x11", "outcomes", true}, {"turning-corners", "9x11", "remoteness", false},
		{"turning-corners(_,3)", "9", "nim-values", true}, {"rugs", "5x5", "remoteness", true}, {"0.77", "300", "remoteness", false},
		{"ruler", "12", "remoteness", false}, {"cutcake", "6x6", "outcomes", false}, {"hopping-game", "5x5", "nim-values", false}, {"welter(_,_,_)", "4x4x4", "nim-values", false},
		{"0.77(_,_)", "6x6", "nim-values", false},
	} {
		q, dir := question(c.game, c.size), filepath.Join(t.TempDir(), "table")
		q.Of, q.Misere = c.of, c.misere
		if _, ok := stored(t, q, ask.Means{}, dir); ok {
			t.Errorf("%+v: there is a table", c)
		}
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%+v: the folder is there: %v", c, err)
		}
	}
}

func TestStored(t *testing.T) {
	folder := t.TempDir()
	tables, folders := 0, 0
	compared := 0
	compare := func(game, size string, means ask.Means) {
		compared++
		for i, of := range []string{"nim-values", "outcomes", "remoteness"} {
			for _, misere := range []bool{false, true} {
				if isMisere := (compared+i)%2 == 0; !long.Whole && (misere != isMisere || i == compared%3) {
					continue // four of six
				}
				q := question(game, size)
				q.Of, q.Misere = of, misere
				folders++
				got, ok := stored(t, q, means, filepath.Join(folder, fmt.Sprint(folders)))
				if !ok {
					continue
				}
				tables++
				// Engines have 0 where there is no position.
				if want := wrote(t, q, means); got != want && (of != "nim-values" || strings.ReplaceAll(got, "null", "0") != want) {
					t.Errorf("%+v: %s\nwant %s", q, got, want)
				}
			}
		}
	}
	files := withFiles(storable)
	compare("one.star", "40x2", files)
	compare("one.star(_,1)", "50", files)
	compare("rides.star", "30x20", files)
	compare("three.star", "9x10x11", files)
	compare("three.star(_,4,_)", "9x10", files)
	compare("across.star", "15x12", files)
	compare("long.star", "300", files)
	for _, test := range oneIn(long.Of(60, 3, 1), templates) {
		if !strings.HasPrefix(test.template, "rugs") { // its misère play is not known
			compare(test.template, test.size, ask.Means{})
		}
	}
	// The table of the greatest cell does not hold smaller boards; an engine has the rows of kayles.
	for game, size := range map[string]string{"chomp(_,_)": "4x5", "chomp(_,3)": "5", "cram(2,_)": "6", "kayles": "14"} {
		compare(game, size, ask.Means{})
	}
	rows := question("kayles", "41") // its positions would be 2^40
	if got, ok := stored(t, rows, ask.Means{}, filepath.Join(folder, "rows")); !ok || got != wrote(t, rows, ask.Means{}) {
		t.Errorf("kayles in long rows: %s", got)
	}
	if tables < long.Of(20, 43, 7*6+40) {
		t.Errorf("%d tables", tables)
	}
	t.Logf("%d tables", tables)
}
