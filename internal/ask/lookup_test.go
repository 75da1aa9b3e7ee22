package ask_test

// This file tests answers that come from tables on disk.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
)

// tabled are files of rules whose tables are asked, with three numbers each.
var tabled = map[string]string{
	"three.star":    "position(a = integer(), b = integer(), c = integer())\ndef moves(a, b, c):\n    for k in range(a):\n        move(k, b, c)\n    for k in range(b):\n        move(a, k, c)\n    for k in range(c):\n        move(a, b, k)\n    if min(a, b, c):\n        move(a - 1, b - 1, c - 1)\n",
	"across.star":   "position(a = integer(), b = integer(), c = integer())\ndef moves(a, b, c):\n    if a > 1:\n        move(a - 2, b + 1, c)\n    if b > 1:\n        move(a, b - 2, c + 1)\n    if c > 1:\n        move(a + 1, b, c - 2)\n    if a and c:\n        move(a - 1, b, c - 1)\n",
	"near.star":     "position(a = integer(), b = integer(), c = integer())\ndef moves(a, b, c):\n    for k in (1, 2):\n        if a >= k:\n            move(a - k, b, c)\n        if b >= k:\n            move(a, b - k, c)\n        if c >= k:\n            move(a, b, c - k)\n",
	"stranger.star": "position(a = integer())\ndef moves(a):\n    if a:\n        move(a - 1)\n",
}

// fill fills a table of positions below 6 x 5 x 4.
func fill(t *testing.T, game, of string, misere bool) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "table")
	a, err := ask.Values{Game: game, Size: "6x5x4", Of: of, Misere: misere, Table: dir}.Ask(t.Context(), withFiles(tabled))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Store(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// open returns means with a table.
func open(t *testing.T, dir string) ask.Means {
	t.Helper()
	means := withFiles(tabled)
	table, err := ask.OpenTable(t.Context(), dir, means)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	})
	means.Table = table
	return means
}

// answeredBy writes all of an answer but its method.
func answeredBy(t *testing.T, q ask.Solve, means ask.Means) (answer string, byTable bool) {
	t.Helper()
	a, err := q.Ask(t.Context(), means)
	if err != nil {
		t.Fatalf("%s: %v", q.Position, err)
	}
	return textOf(a)
}

// textOf writes all of an answer but its method.
func textOf(a *ask.Solved) (answer string, byTable bool) {
	var moves []string
	for _, m := range a.Answer.WinningMoves {
		moves = append(moves, m[0].To.String())
	}
	slices.Sort(moves)
	value := "?"
	if a.NimValue != nil {
		value = fmt.Sprint(a.NimValue)
	}
	return fmt.Sprintf("%v %s %v %s", a.Outcome, value, a.WinningMoveCount, strings.Join(moves, " ")), strings.Contains(a.Method, "by the table in")
}

// Answers by tables of every measure are those by the moves.
func TestTablesAnswer(t *testing.T) {
	for i, game := range []string{"three.star", "across.star"} {
		for j, of := range []string{"nim-values", "outcomes", "remoteness"} {
			for k, misere := range []bool{false, true} {
				if (i+j+k)%2 > 0 && !long.Asked {
					continue
				}
				means := open(t, fill(t, game, of, misere))
				served := 0
				for at := 0; at < 6*5*4; at += 7 {
					q := ask.Solve{Position: fmt.Sprintf("%s(%d,%d,%d)", game, at%6, at/6%5, at/30), Misere: misere, Moves: 100}
					want, _ := answeredBy(t, q, withFiles(tabled))
					got, byTable := answeredBy(t, q, means)
					if of != "nim-values" || misere { // the nim-value need not be known
						want, got = withoutValue(want), withoutValue(got)
					}
					if got != want {
						t.Errorf("%s of %s, misère %v: %s, want %s", of, q.Position, misere, got, want)
					}
					if byTable {
						served++
					}
				}
				if served < 14 { // of 18: in misère play those that have ended need none
					t.Errorf("%s of %s, misère %v: only %d answers come from the table", of, game, misere, served)
				}
			}
		}
	}
}

// Answers by tables of built-in games, which an engine fills or moves that are listed, are those
// without a table; and so are the values of all cells.
func TestTablesOfBuiltInGamesAnswer(t *testing.T) {
	tables := 0
	for _, c := range oneIn(long.Of(6, 2, 1), []struct{ game, size string }{
		{"queen", "9x8"}, {"knight4[10]", "9x7"}, {"leaper[-2,1,1,-2]", "6x7"}, {"wythoff[2]", "8x9"}, {"euclid", "9x9"}, {"cyclic-nimhoff[3]", "5x4x4"},
		{"piece[leaps -1,-2 -2,-1; rides -1,0; blocked 3,3]", "7x6"}, {"queen(_,3)", "9"}, {"queen(_,_)", "7x9"}, {"amazon", "8x6"},
		{"nim(_,_,_)", "4x5x3"}, {"nim(2,_,_)", "4x5"}, {"squares(_,_)", "9x8"}, {"staircase(_,_,_)", "3x3x3"}, {"cake(_,_,_)", "4x4x3"}, {"nondecreasing(_,_)", "6x7"},
		{"0.77", "20"}, {"grundy", "20"}, {"subtraction[1,3,4]", "30"}, {"0.137(_)", "12"},
		{"bitter-chocolate", "5x5x4"}, {"cutcake", "7x6"},
	}) {
		for i, of := range []string{"nim-values", "outcomes", "remoteness"} {
			misere := (len(c.game)+i)%2 == 1
			q := question(c.game, c.size)
			q.Of, q.Misere = of, misere
			dir := filepath.Join(t.TempDir(), "table")
			text, ok := stored(t, q, ask.Means{}, dir)
			if !ok {
				continue
			}
			tables++
			if want := wrote(t, q, ask.Means{}); text != want && (of != "nim-values" || strings.ReplaceAll(text, "null", "0") != want) {
				t.Errorf("%+v: %s\nwant %s", q, text, want)
			}
			// Once more, from what is there.
			if again, ok := stored(t, q, ask.Means{}, dir); !ok || again != text {
				t.Errorf("%+v, once more: %s\nwant %s", q, again, text)
			}
			means := open(t, dir)
			served, asked := 0, 0
			visit := 0
			cells(q, func(numbers []uint64) {
				if visit++; visit%5 != 3 {
					return
				}
				template := c.game
				if !strings.Contains(template, "(") {
					template += "(" + strings.TrimSuffix(strings.Repeat("_,", len(numbers)), ",") + ")"
				}
				q := ask.Solve{Position: at(template, numbers), Misere: misere, Moves: 100}
				if _, err := q.Ask(t.Context(), ask.Means{}); err != nil {
					return // no position
				}
				want, _ := answeredBy(t, q, ask.Means{})
				got, byTable := answeredBy(t, q, means)
				if of != "nim-values" || misere {
					want, got = withoutValue(want), withoutValue(got)
				}
				if asked++; byTable {
					served++
				}
				if got != want {
					t.Errorf("%s of %s, misère %v: %s, want %s", of, q.Position, misere, got, want)
				}
			})
			if asked == 0 || served < asked/2 {
				t.Errorf("%s of %s: %d answers of %d come from the table", of, c.game, served, asked)
			}
		}
	}
	if tables < long.Of(10, 30, 60) {
		t.Errorf("%d tables", tables)
	}
}

// Where a byte of a table is changed, answers from it are right, or the block is named in one line.
func TestDamagedTablesSayNothingWrong(t *testing.T) {
	for _, c := range []struct {
		dir      string
		position string
		means    ask.Means
	}{
		{fill(t, "three.star", "nim-values", false), "three.star(4,3,2)", withFiles(tabled)},
		{fill(t, "cyclic-nimhoff[3]", "nim-values", false), "cyclic-nimhoff[3](4,3,2)", ask.Means{}},
	} {
		q := ask.Solve{Position: c.position, Moves: 100}
		want, _ := answeredBy(t, q, c.means)
		refused := 0
		for _, name := range []string{"values", "index"} {
			file := filepath.Join(c.dir, name)
			whole, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for at := 0; at < len(whole); at += 3 {
				damaged := slices.Clone(whole)
				damaged[at] ^= 1 << (at % 8)
				if err := os.WriteFile(file, damaged, 0o666); err != nil {
					t.Fatal(err)
				}
				table, err := ask.OpenTable(t.Context(), c.dir, c.means)
				if err == nil {
					means := c.means
					means.Table = table
					var got *ask.Solved
					if got, err = q.Ask(t.Context(), means); err == nil {
						if text, _ := textOf(got); text != want {
							t.Fatalf("%s, byte %d: %s, want %s", name, at, text, want)
						}
					}
					if err := table.Close(); err != nil {
						t.Fatal(err)
					}
				}
				if err != nil {
					if refused++; strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "block ") {
						t.Fatalf("%s, byte %d: %v", name, at, err)
					}
				}
			}
			if err := os.WriteFile(file, whole, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if refused == 0 {
			t.Errorf("%s: no damage is found", c.position)
		}
	}
}

// Files whose positions fall apart have tables of whole positions.
func TestTablesOfPositionsThatFallApart(t *testing.T) {
	long.Only(t)
	for _, c := range []struct{ game, size, position string }{
		{"cram", "4x5", `cram("%s/%s/%s")`}, {"peaceful-kings", "4x4", `peaceful-kings("%s/%s/%s")`}, {`kayles("X"*_)`, "13", `kayles("%s%s%s")`},
	} {
		of := []string{"nim-values", "outcomes"}[len(c.game)%2]
		dir := filepath.Join(t.TempDir(), "table")
		q := question(c.game, c.size)
		q.Of, q.Table = of, dir
		a, err := q.Ask(t.Context(), ask.Means{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Store(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		means := open(t, dir)
		for i := range 5 {
			rows := map[string][]string{"cram": {"....", "#..#", ".##.", "..#."}, "peaceful-kings": {"...", "#..", ".#.", "..#"}, `kayles("X"*_)`: {"XXXX", "X..X", ".XX.", "XX.X"}}[c.game]
			q := ask.Solve{Position: fmt.Sprintf(c.position, rows[i%4], rows[i/3], rows[i*5%4]), Moves: 100}
			want, _ := answeredBy(t, q, ask.Means{})
			got, byTable := answeredBy(t, q, means)
			if of == "outcomes" {
				want, got = withoutValue(want), withoutValue(got)
			}
			if got != want || !byTable {
				t.Errorf("%s of %s: %s, want %s; by the table: %v", of, q.Position, got, want, byTable)
			}
		}
	}
}

func withoutValue(answer string) string {
	words := strings.Fields(answer)
	return strings.Join(slices.Delete(words, 1, 2), " ")
}

// Parts of sums come from the table, others as always.
func TestTablesAnswerForSums(t *testing.T) {
	means := open(t, fill(t, "three.star", "nim-values", false))
	for _, sum := range []string{"three.star(5,4,3) + nim(6)", "three.star(5,4,3) + three.star(1,2,3) + stranger.star(3)", "2*three.star(5,1,3) + three.star(0,4,2)"} {
		q := ask.Solve{Position: sum, Moves: 100}
		want, _ := answeredBy(t, q, withFiles(tabled))
		if got, byTable := answeredBy(t, q, means); got != want || !byTable {
			t.Errorf("%s: %s, want %s; by the table: %v", sum, got, want, byTable)
		}
	}
	list, err := ask.Options{Position: "three.star(5,4,3)", Limit: 100}.Ask(t.Context(), means)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ask.Options{Position: "three.star(5,4,3)", Limit: 100}.Ask(t.Context(), withFiles(tabled))
	if err != nil || len(list.List.Options) != len(plain.List.Options) {
		t.Fatalf("%d options, want %d; %v", len(list.List.Options), len(plain.List.Options), err)
	}
	for i, o := range list.List.Options {
		if w := plain.List.Options[i]; fmt.Sprint(o.Move) != fmt.Sprint(w.Move) || o.Outcome != w.Outcome || o.Value.String() != w.Value.String() {
			t.Errorf("option %d: %v %v %v, want %v %v %v", i, o.Move, o.Outcome, o.Value, w.Move, w.Outcome, w.Value)
		}
	}
}

// said are questions about a position that are answered with and without a table, and what an
// answer says that does not depend on its method, in any order.
var said = map[string]func(ctx context.Context, position string, misere bool, m ask.Means) (lines []string, err error){
	"solve": func(ctx context.Context, position string, misere bool, m ask.Means) (lines []string, err error) {
		a, err := ask.Solve{Position: position, Misere: misere, Moves: 1000}.Ask(ctx, m)
		if err != nil {
			return nil, err
		}
		text, _ := textOf(a)
		for _, move := range a.Answer.WinningMoves {
			lines = append(lines, fmt.Sprint(move[0].Component, move[0].To))
		}
		return append(lines, withoutValue(text)), nil
	},
	"options": func(ctx context.Context, position string, misere bool, m ask.Means) (lines []string, err error) {
		a, err := ask.Options{Position: position, Misere: misere, Limit: 1000}.Ask(ctx, m)
		if err != nil {
			return nil, err
		}
		for _, o := range a.List.Options {
			lines = append(lines, fmt.Sprint(o.Move[0].Component, o.Move[0].To, o.Outcome))
		}
		return lines, nil
	},
	"match": func(ctx context.Context, position string, misere bool, m ask.Means) (lines []string, err error) {
		a, err := ask.Match{Play: ask.Play{Position: position, Misere: misere}, Hints: true}.Ask(ctx, m)
		if err != nil {
			return nil, err
		}
		for _, move := range a.Moves {
			lines = append(lines, fmt.Sprint(move.Move, *move.Outcome))
		}
		return append(lines, *a.Outcome), nil
	},
}

// Questions beside a table have the same answers as without it, with every move, and look at no
// more positions: also where an outcome says nothing of sums, in which heaps and coins end, and
// where an engine knows more than the table.
func TestTablesNeverSlow(t *testing.T) {
	for _, c := range long.Every(3, []struct {
		game, size string
		of         string
		misere     bool
		asked      []string
	}{
		{"0.77", "24", "outcomes", false, []string{"0.77(23)", "0.77(22) + nim(3)", "0.77(20) + 0.77(9)", "2*0.77(12) + 0.77(7)"}},
		{"0.77", "24", "nim-values", false, []string{"0.77(23)", "0.77(22) + nim(3)"}},
		{"0.77", "24", "outcomes", true, []string{"0.77(23)", "0.77(22)", "0.77(12) + nim(3)"}},
		{"0.77", "24", "nim-values", true, []string{"0.77(23)", "0.77(22)"}},
		{"grundy", "24", "outcomes", false, []string{"grundy(22)", "grundy(20) + nim(3)"}},
		{"0.137(_)", "18", "outcomes", true, []string{"0.137(17)"}},
		{"turning-corners", "5x5", "outcomes", false, []string{"turning-corners(3,4)", "turning-corners(3,4) + nim(5)"}},
		{"twins", "9", "outcomes", false, []string{"twins(8)"}},
		{"queen", "9x9", "outcomes", false, []string{"queen(8,7)", "queen(8,7) + queen(3,5)"}},
		{"queen", "9x9", "remoteness", true, []string{"queen(8,7)"}},
		{"nim(_,_)", "7x7", "outcomes", true, []string{"nim(6,5)", "nim(6,5) + queen(1,2)"}},
		{"nim(_,_)", "7x7", "remoteness", false, []string{"nim(6,5)"}},
		{"wythoff[2]", "8x8", "outcomes", true, []string{"wythoff[2](7,6)"}},
		{"staircase(_,_)", "5x5", "remoteness", false, []string{"staircase(4,3)", "staircase(4,3) + nim(2)"}},
		{"cake(_,_)", "5x5", "outcomes", true, []string{"cake(4,3)"}},
	}) {
		dir := filepath.Join(t.TempDir(), "table")
		q := question(c.game, c.size)
		q.Of, q.Misere = c.of, c.misere
		if _, ok := stored(t, q, ask.Means{}, dir); !ok {
			t.Fatalf("%+v: no table", q)
		}
		means := open(t, dir)
		for _, position := range c.asked {
			for name, say := range said {
				answer := func(m ask.Means) (string, uint64) {
					ctx := meter.With(t.Context(), 0)
					lines, err := say(ctx, position, c.misere, m)
					if err != nil {
						t.Fatalf("%s of %s, misère %v: %s %s: %v", c.of, c.game, c.misere, name, position, err)
					}
					slices.Sort(lines)
					looked, _ := meter.Of(ctx).Counted()
					return strings.Join(lines, "\n"), looked
				}
				want, most := answer(ask.Means{})
				got, looked := answer(means)
				if got != want || looked > most {
					t.Errorf("%s of %s, misère %v: %s %s looks at %d positions, and at %d without the table: %s\nwant %s", c.of, c.game, c.misere, name, position, looked, most, got, want)
				}
			}
		}
	}
}

// A table of rows by their number serves no questions about positions that are not numbers.
func TestTablesOfRowsRefuse(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "table")
	if _, ok := stored(t, question("kayles", "41"), ask.Means{}, dir); !ok {
		t.Fatal("no table")
	}
	if _, err := ask.OpenTable(t.Context(), dir, ask.Means{}); err == nil || !strings.Contains(err.Error(), "it holds values of kayles by their numbers") {
		t.Error(err)
	}
}

// Questions that a table cannot answer are refused in a line.
func TestTablesRefuse(t *testing.T) {
	dir := fill(t, "three.star", "nim-values", false)
	means := open(t, dir)
	for _, c := range []struct {
		q    ask.Solve
		want string
	}{
		{ask.Solve{Position: "three.star(6,0,0)"}, "three.star(6,0,0) is outside of the table in "},
		{ask.Solve{Position: "stranger.star(6)"}, "holds a table of three.star, and no part of the question is a position of it"},
		{ask.Solve{Position: "nim(6)"}, "holds a table of three.star, and no part of the question is a position of it"},
		{ask.Solve{Position: "three.star(1,1,1)", Misere: true}, "holds a table of normal play, and the question is about misère play"},
	} {
		if _, err := c.q.Ask(t.Context(), means); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.q.Position, err)
		}
	}
	means.Table.Lax = true
	if got, byTable := answeredBy(t, ask.Solve{Position: "nim(6)"}, means); byTable || !strings.HasPrefix(got, "N 6") {
		t.Errorf("nim(6): %s", got)
	}
	changed := withFiles(map[string]string{"three.star": tabled["three.star"] + "\n"})
	if _, err := ask.OpenTable(t.Context(), dir, changed); err == nil || !strings.HasSuffix(err.Error(), "the table is of other rules than three.star has now") {
		t.Errorf("other rules: %v", err)
	}
	if _, err := ask.OpenTable(t.Context(), dir, withFiles(nil)); err == nil {
		t.Error("the file of the rules is missing")
	}
	if _, err := ask.OpenTable(t.Context(), t.TempDir(), means); err == nil || !strings.Contains(err.Error(), "no table is here") {
		t.Errorf("an empty folder: %v", err)
	}
}

// A table has ranks for all positions with small numbers, and values of those alone whose sum
// is not above that of its last position.
func TestTablesEndAtTheirSum(t *testing.T) {
	means := open(t, fill(t, "across.star", "nim-values", false))
	means.Table.Lax = true
	inside := 0
	for at := range 13 * 13 * 13 {
		if at%long.Of(97, 15, 5) > 0 {
			continue
		}
		q := ask.Solve{Position: fmt.Sprintf("across.star(%d,%d,%d)", at%13, at/13%13, at/169), Moves: 100}
		want, _ := answeredBy(t, q, withFiles(tabled))
		got, byTable := answeredBy(t, q, means)
		if got != want {
			t.Errorf("%s: %s, want %s; by the table: %v", q.Position, got, want, byTable)
		}
		if byTable {
			inside++
		}
	}
	if inside < long.Of(2, 15, 50) {
		t.Errorf("only %d answers come from the table", inside)
	}
}

// tiled returns the values of a window, or why there are none.
func tiled(t *testing.T, q ask.Tile, means ask.Means) string {
	t.Helper()
	a, err := q.Ask(t.Context(), means, nil)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	if err := ask.WriteJSON(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Windows have the values of a table, and others where it ends.
func TestTablesFillWindows(t *testing.T) {
	for _, of := range long.Every(2, []string{"nim-values", "outcomes", "remoteness"}) {
		for _, misere := range []bool{false, true} {
			means := open(t, fill(t, "across.star", of, misere))
			means.Table.Lax = true
			for _, q := range []ask.Tile{
				{Game: "across.star(_,_,3)", Width: 6, Height: 5},
				{Game: "across.star(_,_,2)", X: 1, Y: 2, Width: 2, Height: 1, Step: 2},
				{Game: "across.star(4,_,2)", Width: 5},
				{Game: "across.star(_,2,2)", Width: 20}, // the table ends at 8
				{Game: "across.star(_,_,1)", X: 4, Width: 7, Height: 6},
				{Game: "stranger.star(_)", Width: 6},
			} {
				for _, q.Of = range []string{"nim-values", "outcomes", "remoteness"} {
					q.Misere = misere
					if got, want := tiled(t, q, means), tiled(t, q, withFiles(tabled)); got != want {
						t.Errorf("a table of %s, misère %v: %+v:\n%s\nwant\n%s", of, misere, q, got, want)
					}
				}
			}
		}
	}
}

// Values and pictures of a server come from its table, also in part, and are what they are
// without. The rules print a line wherever they are asked for moves.
func TestDownloadsReadTables(t *testing.T) {
	loud := map[string]string{"three.star": tabled["three.star"] + "    print(a, b, c)\n"}
	last := uint64(5)
	picture := ask.Plot{Game: "three.star(_,_,3)", Size: "6x5", Format: "svg"}
	for _, of := range []string{"nim-values", "outcomes", "remoteness"} {
		lines := 0
		means := withFiles(loud)
		means.Print = func(string) { lines++ }
		dir := filepath.Join(t.TempDir(), "table")
		a, err := ask.Values{Game: "three.star", Size: "6x5x4", Of: of, Table: dir}.Ask(t.Context(), means)
		if err == nil {
			_, err = a.Store(t.Context())
		}
		if err == nil {
			err = a.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		table, err := ask.OpenTable(t.Context(), dir, means)
		if err != nil {
			t.Fatal(err)
		}
		table.Lax = true
		for name, c := range map[string]struct {
			q     ask.Values
			whole bool // in the table
		}{
			"csv":     {ask.Values{Game: "three.star(_,_,3)", Size: "6x5", Format: "csv"}, true},
			"json":    {ask.Values{Game: "three.star", Size: "6x5x4", Format: "json"}, true},
			"line":    {ask.Values{Game: "three.star(_,4,3)", From: 2, N: &last, Format: "text"}, true},
			"part":    {ask.Values{Game: "three.star(_,_,3)", Size: "8x5", Format: "csv"}, false},
			"picture": {},
		} {
			written := func() string {
				var out strings.Builder
				var err error
				if c.q.Of = of; name == "picture" {
					picture.Of, c.whole = of, true
					var a *ask.Plotted
					if a, err = picture.Ask(t.Context(), means); err == nil {
						err = a.Write(t.Context(), &out)
					}
				} else {
					var a *ask.Valued
					if a, err = c.q.Ask(t.Context(), means); err == nil {
						err = a.Write(t.Context(), &out)
					}
				}
				if err != nil {
					t.Fatalf("%s, %s: %v", of, name, err)
				}
				return out.String()
			}
			means.Table = nil
			want := written()
			lines = 0
			means.Table = table
			if got := written(); got != want || c.whole && lines > 0 {
				t.Errorf("%s, %s: the rules are asked %d times\n%s\nwant\n%s", of, name, lines, got, want)
			}
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A match at a position in a table looks at few positions: nobody searches for how long play
// lasts, except where it lasts not long. The opponent still wins what is won, and does not
// move so that it loses at once.
func TestMatchesByTables(t *testing.T) {
	for _, c := range []struct {
		start  string
		misere bool
	}{{"near.star(23,22,19)", false}, {"near.star(23,23,23)", true}, {"near.star(23,22,19) + nim(1)", false}, {"three.star(19,18,6)", false}}[long.Of(2, 1, 0):] {
		game, _, _ := strings.Cut(c.start, "(")
		size := "24x24x24"
		if game == "three.star" {
			size = "20x20x20"
		}
		dir := filepath.Join(t.TempDir(), "table")
		a, err := ask.Values{Game: game, Size: size, Misere: c.misere, Table: dir}.Ask(t.Context(), withFiles(tabled))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Store(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		means := open(t, dir)
		q := ask.Match{Play: ask.Play{Position: c.start, Misere: c.misere}, Hints: true, History: true}
		known, most := false, uint64(0)
		at := func() *ask.Played {
			t.Helper()
			ctx := meter.With(t.Context(), 0)
			a, err := q.Ask(ctx, means)
			if err != nil || a.Unknown != "" {
				t.Fatalf("%s, %v: %v %s", c.start, q.Moves, err, a.Unknown)
			}
			looked, _ := meter.Of(ctx).Counted()
			most = max(most, looked)
			return a
		}
		for a := at(); !a.Over; a = at() {
			known = known || a.Remoteness != nil
			if a.Mover == 1 {
				was := *a.Outcome
				var lasting bool // a move after which the next one does not end the match
				for _, m := range a.Moves {
					lasting = lasting || was == "P" && fmt.Sprint(m.Remoteness) != "1"
				}
				q.Reply = true
				a = at()
				q.Reply = false
				if was == "N" && *a.Outcome != "P" {
					t.Fatalf("%s, %v: the reply %s throws the win away", c.start, q.Moves, a.Reply.Move)
				}
				if lasting && fmt.Sprint(a.Remoteness) == "1" {
					t.Errorf("%s, %v: the reply %s loses at once", c.start, q.Moves, a.Reply.Move)
				}
				q.Moves = append(q.Moves, a.Reply.Move)
				continue
			}
			// The player takes much, and errs where the opponent has not won yet.
			move := a.Moves[len(a.Moves)/2]
			q.Moves = append(q.Moves, move.Move)
		}
		if most > 1<<12 {
			t.Errorf("%s: an answer looks at %d positions", c.start, most)
		}
		if !known {
			t.Errorf("%s: nobody said how long play lasts", c.start)
		}
	}
}

// Values of a damaged block are searched for, and the damage is told once.
func TestDamagedTables(t *testing.T) {
	dir := fill(t, "three.star", "nim-values", false)
	name := filepath.Join(dir, "values")
	values, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	values[0] ^= 1
	if err := os.WriteFile(name, values, 0o666); err != nil {
		t.Fatal(err)
	}
	means := open(t, dir)
	q := ask.Solve{Position: "three.star(5,4,3)", Moves: 100}
	if _, err := q.Ask(t.Context(), means); err == nil || !strings.Contains(err.Error(), "block 0") {
		t.Errorf("where only the table is asked: %v", err)
	}
	means = open(t, dir)
	var told []string
	means.Table.Lax, means.Table.Damaged = true, func(err error) { told = append(told, err.Error()) }
	window := ask.Tile{Game: "three.star(_,_,3)", Width: 6, Height: 5}
	if got, want := tiled(t, window, means), tiled(t, window, withFiles(tabled)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(told) != 1 || !strings.Contains(told[0], "block 0") {
		t.Errorf("told: %q", told)
	}
	want, _ := answeredBy(t, q, withFiles(tabled))
	if got, _ := answeredBy(t, q, means); got != want || len(told) != 1 {
		t.Errorf("%s, want %s; told %q", got, want, told)
	}
}

// A question that a table answers.
func BenchmarkLookup(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "table")
	means := withFiles(tabled)
	a, err := ask.Values{Game: "three.star", Size: "60x60x60", Table: dir}.Ask(b.Context(), means)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := a.Store(b.Context()); err != nil {
		b.Fatal(err)
	}
	if means.Table, err = ask.OpenTable(b.Context(), dir, means); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := (ask.Solve{Position: "three.star(50,40,33)", Moves: 20}).Ask(b.Context(), means); err != nil {
			b.Fatal(err)
		}
	}
}
