package ask

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/theory/compound"
)

// familyFiles state the moves of built-in games.
var familyFiles = map[string]string{
	"queen.star":  "position(x = integer(), y = integer(0, 99))\ndef moves(x, y):\n    for k in range(x):\n        move(k, y)\n    for k in range(1, y + 1):\n        move(x, y - k)\n        if k <= x:\n            move(x - k, y - k)\n",
	"kayles.star": "position(n = integer(0, 1000))\ndef moves(n):\n    for take in (1, 2):\n        if take <= n:\n            for left in range((n - take) // 2 + 1):\n                move_sum(left, n - take - left)\n",
	"last.star":   "position(n = integer(2), m = integer(-1, 3))\ndef moves(n, m):\n    for k in range(1, 5):\n        if n - k >= 2 and k != m + 1:\n            move(n - k, k - 1)\n",
	"first.star":  "position(m = integer(0, 4), n = integer())\ndef start(n):\n    return 2, n\ndef moves(m, n):\n    for k in range(1, 5):\n        if k <= n and k != m:\n            move(k, n - k)\n",
	"letter.star": "L = [\"a\", \"b\", \"c\"]\nposition(m = row(\"abc\", length = 1), n = integer(1))\ndef moves(m, n):\n    for k in range(3):\n        if k + 1 < n and m[0] != L[k]:\n            move([L[k]], n - k - 1)\n",
	"rows.star":   "position(x = integer(3), y = integer(-2))\ndef moves(x, y):\n    for k in range(3, x):\n        move(k, y)\n    for k in range(-2, y):\n        move(x, k)\n",
	"take.star":   "position(n = integer(), k = integer(1))\ndef moves(n, k):\n    for i in range(1, min(n, k) + 1):\n        move(n - i, k)\n",
}

// familyMeans open them.
func familyMeans() Means {
	return Means{Open: func(name string) (io.ReadCloser, error) {
		text, ok := familyFiles[name]
		if !ok {
			return nil, fmt.Errorf("%s: no such file", name)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// tableOf returns the table of a game, and whether an engine filled it.
func tableOf(t *testing.T, m Means, text, size string, what measured) (table []uint64, byEngine bool) {
	t.Helper()
	game, err := m.game(t.Context(), text, axes(size), nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGrid(game, size, what, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.values(t.Context(), 1, nil, func(values []uint64) error {
		table = append(table, values...)
		return nil
	}); err != nil {
		t.Fatalf("%s, %v: %v", text, what, err)
	}
	return table, g.byEngine()
}

// TestTablesOfFamilies compares tables of files with those of the games whose moves they state.
func TestTablesOfFamilies(t *testing.T) {
	for _, c := range []struct {
		file, game, size string
		what             measured
	}{
		{"queen.star", "queen", "120x80", measured{of: nimValues}},
		{"queen.star", "queen", "120x80", measured{of: outcomes}},
		{"queen.star", "queen", "70x60", measured{of: nimValues, misere: true}},
		{"queen.star(_,9)", "queen(_,9)", "700", measured{of: nimValues}},
		{"kayles.star", "0.77", "600", measured{of: nimValues}},
		{"take.star(_,4)", "subtraction[1,2,3,4]", "500", measured{of: outcomes}},
	} {
		m := familyMeans()
		var tables [2][]uint64
		for i, text := range []string{c.file, c.game} {
			c.what.kind = compound.Disjunctive
			var byEngine bool
			if tables[i], byEngine = tableOf(t, m, text, c.size, c.what); !byEngine {
				t.Errorf("%s: %s has no engine", text, c.size)
			}
		}
		if !slices.Equal(tables[0], tables[1]) {
			t.Errorf("%s: %v of %s differ from those of %s", c.size, c.what, c.file, c.game)
		}
	}
}

// TestTablesOfMemories compares tables of engines with those of rules that are played: with
// counted steps there are no engines.
func TestTablesOfMemories(t *testing.T) {
	for file, size := range map[string]string{
		"last.star": "300x4", "last.star(_,-1)": "600", "first.star": "600", "first.star(_,_)": "5x300", `letter.star("b",_)`: "600", "rows.star": "70x40",
	} {
		for _, what := range []measured{{of: nimValues}, {of: outcomes}, {of: nimValues, misere: true}} {
			var tables [2][]uint64
			for i, steps := range []uint64{0, 1 << 30} {
				m := familyMeans()
				m.Steps, what.kind = steps, compound.Disjunctive
				var byEngine bool
				tables[i], byEngine = tableOf(t, m, file, size, what)
				if byEngine != (i == 0) && (!what.misere || axes(size) > 0) {
					t.Errorf("%s, %v: by an engine: %v", file, what, byEngine)
				}
			}
			if !slices.Equal(tables[0], tables[1]) {
				t.Errorf("%s, %v: tables differ", file, what)
			}
		}
		if axes(size) == 0 {
			if a, err := (Period{Game: file}).Ask(t.Context(), familyMeans()); err != nil || !a.Result.Proved {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// Numbers need not begin at 0.
func TestFamiliesFromElsewhere(t *testing.T) {
	for _, from := range []int{-3, 1} {
		m := Means{Open: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(fmt.Sprintf("position(n = integer(%d, 2000))\ndef moves(n):\n    for k in (1, 2, 3):\n        if n - k >= %[1]d:\n            move(n - k)\n", from))), nil
		}}
		game, err := m.game(t.Context(), "from.star", 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if known, found := game.ByFamily(t.Context()); found == nil {
			t.Errorf("from %d: %v", from, known.Sequence)
		}
		g, err := newLine(game, 0, 600, measured{of: nimValues}, m)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if err := g.values(t.Context(), 1, nil, func(values []uint64) error {
			for _, v := range values {
				want := uint64(nothing)
				if n >= from {
					want = uint64((n - from) % 4)
				}
				if v != want {
					return fmt.Errorf("from %d: %d has %d", from, n, v)
				}
				n++
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}

// Numbers beyond the range of a file are refused, although its family goes on.
func TestFamiliesEnd(t *testing.T) {
	m := familyMeans()
	for text, size := range map[string]string{"queen.star": "120x101", "kayles.star": "1002"} {
		game, err := m.game(t.Context(), text, axes(size), nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := newGrid(game, size, measured{of: nimValues}, m)
		if err == nil {
			g.budget.Steps = 1 << 20
			err = g.values(t.Context(), 1, nil, func([]uint64) error { return nil })
		}
		if err == nil {
			t.Errorf("%s has %s cells", text, size)
		}
	}
}

// TestPeriodsOfFamilies compares periods of files with those of the games whose moves they state.
func TestPeriodsOfFamilies(t *testing.T) {
	row := uint64(3)
	for _, c := range []struct {
		file, game string
		row        *uint64
	}{{"kayles.star", "0.77", nil}, {"queen.star", "queen", &row}, {"queen.star(_,7)", "queen(_,7)", nil}, {"take.star(_,6)", "subtraction[1,2,3,4,5,6]", nil}} {
		got, err := Period{Game: c.file, Row: c.row}.Ask(t.Context(), familyMeans())
		if err != nil {
			t.Fatal(err)
		}
		want, err := Period{Game: c.game, Row: c.row}.Ask(t.Context(), familyMeans())
		if err != nil {
			t.Fatal(err)
		}
		if !got.Result.Proved || got.Family == "" || got.Result.Preperiod != want.Result.Preperiod || got.Result.Period != want.Result.Period || got.Result.Saltus != want.Result.Saltus {
			t.Errorf("%s: %+v, %q; %s: %+v", c.file, got.Result, got.Family, c.game, want.Result)
		}
	}
	if got, err := (Period{Game: "queen.star", Row: ptr(uint64(100))}).Ask(t.Context(), familyMeans()); err == nil {
		t.Errorf("a row beyond the board: %+v", got)
	}
}
