package position_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
)

func TestParseGame(t *testing.T) {
	for text, want := range map[string]string{
		"queen":                          "queen",
		"\tknight4 [ 8 ] ":               "knight4[8]",
		"0.77":                           "0.77",
		"0.770":                          "0.77",
		"grundy":                         "grundy",
		"nim":                            "nim",
		"subtraction[4,1,3]":             "subtraction[1,3,4]",
		"squares":                        "squares",
		"allbut[3,1]":                    "allbut[1,3]",
		"partition[2]":                   "partition[2]",
		"leaper[-1,-2]":                  "leaper[-1,-2]",
		"piece[rides -1,-2,0; side 8]":   "piece[rides -1,-2,0; side 8]",
		"piece[rides -2,0; blocked 0,0]": "piece[rides -2,0; blocked 0,0]",
		"knight4[1]":                     "knight4[1]",
		"wythoff[ 2 ]":                   "wythoff[2]",
		"cyclic-nimhoff[3]":              "cyclic-nimhoff[3]",
		"euclid":                         "euclid",
		"mock-turtles":                   "mock-turtles",
		"turning[2,1]":                   "turning[1,2]",
		"turning-up-to[4]":               "turning-up-to[4]",
		"turning-corners":                "turning-corners",
		"tartan[1,2]":                    "tartan[1,2]",
	} {
		game, err := position.ParseGame(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if game.Name != want || kinds(game) != 1 || (game.Sequence == nil) == (game.Sides() == nil) {
			t.Errorf("%q is read as %+v, want %s", text, game, want)
		}
	}
	for text, want := range map[string]string{
		"grundy":                    "4!.0",
		"0.77":                      "0.77",
		"allbut[1]":                 "0.0[3]",
		"allbut[1,3]":               "0.030[3]",
		"allbut[2,4]":               "0.3030[3]",
		"partition[2,3]":            "C.0",
		"partition-equal[2,3]":      "C=.0",
		"partition-distinct[2]":     "4!.0",
		"partition-distinct[2,3,4]": "S!.0",
	} {
		game, err := position.ParseGame(text)
		if code, ok := game.Sequence.(sequence.Code); err != nil || !ok || code.String() != want {
			t.Errorf("%q has the code %v, %v; want %s", text, game.Sequence, err, want)
		}
	}
}

// kinds returns how many of the fields that tell a game are set.
func kinds(g position.Game) (n int) {
	for _, set := range []bool{g.Sequence != nil, g.Table != nil} {
		if set {
			n++
		}
	}
	return n
}

// Forms that do not tell their dimension have that which is asked for, others
// their own.
func TestParseGameInDimensions(t *testing.T) {
	for _, c := range []struct {
		text            string
		dimension, want int // 0: refused
	}{
		{"rider[-1,0,0,0,-1,0]", 3, 3},
		{"rider[-1,0,0,0,-1,0]", 2, 0},
		{"leaper[-1,-2,-2,-1]", 0, 2},
		{"leaper[-1,-2,-2,-1]", 4, 4},
		{"leaper[-1,-2,-2,-1]", 3, 0},
		{"nimhof[1,0,0,0,1,0,0,0,1]", 3, 3},
		{"piece[side 8]", 3, 3},
		{"piece[side 8]", 0, 2},
		{"piece[leaps -1,-2,-1]", 0, 3},
		{"piece[leaps -1,-2,-1]", 2, 0},
		{"cyclic-nimhoff[3]", 0, 2},
		{"cyclic-nimhoff[3]", 4, 4},
		{"cyclic-nimhoff[3]", 17, 0},
		{"wythoff[2]", 3, 2},
		{"euclid", 5, 2},
		{"queen", 3, 2},
		{"knight4[1]", 3, 2},
	} {
		game, err := position.ParseGameWith(t.Context(), c.text, c.dimension, position.Files{})
		if got := len(game.Sides()); got != c.want || (err == nil) != (c.want > 0) || err == nil && game.Name != c.text {
			t.Errorf("%q in %d dimensions: %d, named %q, %v; want %d", c.text, c.dimension, got, game.Name, err, c.want)
		}
	}
}

// Where tables begin, and how much of what is asked for there is.
func TestLeastAndWithin(t *testing.T) {
	for _, c := range []struct {
		text          string
		least, within []uint64 // of 100 x 100 cells, or 100 heaps
	}{
		{"queen", []uint64{0, 0}, []uint64{100, 100}},
		{"knight4[8]", []uint64{0, 0}, []uint64{8, 8}},
		{"piece[rides -1,0 0,-1; sides 4,0; blocked 1,1]", []uint64{0, 0}, []uint64{4, 100}},
		{"euclid", []uint64{1, 1}, []uint64{100, 100}},
		{"wythoff[2]", []uint64{0, 0}, []uint64{100, 100}},
		{"rugs", []uint64{1, 1}, []uint64{100, 100}},
		{"tartan[1,2]", []uint64{1, 0}, []uint64{100, 100}},
		{"cutcake", nil, []uint64{100, 100}},
		{"cram", nil, []uint64{13, 13}},
		{"0.77", nil, []uint64{100}},
	} {
		game, err := position.ParseGameWith(t.Context(), c.text, 0, position.Files{})
		if err != nil {
			t.Fatal(err)
		}
		most := []uint64{100, 100}[:len(c.within)]
		var least []uint64
		if game.Table != nil {
			least = game.Table.Least(t.Context())
		}
		if within := game.Within(t.Context(), most...); !slices.Equal(least, c.least) || !slices.Equal(within, c.within) {
			t.Errorf("%s: from %v, %v of %v; want %v and %v", c.text, least, within, most, c.least, c.within)
		}
	}
}

func TestParseGameErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		says   string
	}{
		{"", 1, `want a game, such as "queen" or "0.77"`},
		{"staircase", 1, "staircase has no sequence or table of its own; want a game such as queen"},
		{"queen(3,3)", 6, "want a game without a position, such as queen"},
		{"queen + kign", 9, "unknown game"},
		{"nim(_) + 0.77(3", 16, "want \",\" or \")\""},
		{"nim(3) + nim(4)", 4, "or a number left open"},
		{"queen + nim(_) 3", 16, "want \"+\" and another game, or the end"},
		{"0*nim(_)", 1, "0 copies: want 1"},
		{"queen[8]", 7, "queen takes no number in brackets"},
		{"knight4", 1, "the side of the board"},
		{"knight4[0]", 9, "n = 0"},
		{"quen", 1, `did you mean "queen"`},
		{"2.0", 1, "play would not end"},
		{"subtraction", 1, "at least one"},
		{"subtraction[1,x]", 15, "want an integer"},
		{"allbut[0]", 8, "0 cannot be excluded: want 1 … 65536"},
		{"allbut", 1, "at least one"},
		{"partition[2,1]", 13, "1 parts are none to divide a heap into: want 2 … 63"},
		{"leaper", 1, "0 numbers in brackets"},
		{"leaper[-1,0,0]", 7, "3 numbers in brackets"},
		{"piece[rides 1,0]", 6, "play need not end"},
		{"pass(nim(3))", 1, "pass stands around a position; want numbers left open there, as in pass(nim(_,_)), or a position such as pass(nim(3,5)) where one can stand"},
		{"pass(nim(_)", 12, "the text ends here"},
		{"pass(nmi(_))", 6, `unknown game "nmi"`},
		{"blocked[0](nim(_))", 9, "want how many options may be forbidden"},
		{"blocked[1](nim(_); nim(2))", 18, "no table has it"},
		{"nim(_) : ", 10, "the text ends here"},
		{"nim(_) : nim(2) nim", 17, "want"},
		{"piece", 1, "want rules in brackets, as in piece["},
		{"squares[2]", 9, "squares takes no number in brackets"},
		{"cutcake%", 8, "unexpected '%'; want the end"},
		{"chomp~", 6, "unexpected '~'; want the end"},
	} {
		_, err := position.ParseGame(c.text)
		var syntax *position.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: error %v, want a SyntaxError", c.text, err)
			continue
		}
		if syntax.Column != c.column || !strings.Contains(syntax.Msg, c.says) || !strings.HasPrefix(err.Error(), "game ") {
			t.Errorf("%q: column %d: %v; want column %d and %q", c.text, syntax.Column, err, c.column, c.says)
		}
	}
}

// Every game that stands alone by its entry does, with the
// numbers of its example, and is the game of the example.
func TestExamplesAlone(t *testing.T) {
	for _, e := range long.Every(4, position.All()) {
		text := e.Example[:strings.LastIndexByte(e.Example, '(')]
		game, err := position.ParseGame(text)
		axes := 0 // of the table
		if err == nil {
			axes = len(game.Template.Axes)
		}
		if engine := game.Sequence != nil || game.Table != nil; engine && e.Alone == 0 || e.Alone > 0 && e.Alone != axes {
			t.Errorf("%s: %v, engine %v, %d axes", e.Name, err, engine, axes)
		} else if err == nil && game.Name != text {
			t.Errorf("%s is called %s", text, game.Name)
		}
	}
}

func FuzzParseGame(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, e := range long.Every(4, position.All()) {
		f.Add(e.Example[:strings.LastIndexByte(e.Example, '(')])
	}
	f.Add("0.[3]")
	f.Add("queen(1,2)")
	f.Add("cutcake%")
	for _, template := range []string{"nim(3,_,_)", "0.77(_,2)", "queen(_,3)", `kayles("X"*_+".")`, "end-nim([2,_]*2)", `cram(["."*_]*_)`, "euclid(_,_)", "welter(_,_;_,3)", "nim(_) + 0.77(_)", "3*queen + nim(2) + nim(_)", `2*kayles("X"*_)+nim(_)`, "pass(nim(_,_))", "blocked[2](queen(_,3))+nim(_)", "(nim(_)+nim)::0.77(_)", "nim(_) : (pass(nim) : mark(_))"} {
		f.Add(template)
	}
	f.Fuzz(func(t *testing.T, text string) {
		game, err := position.ParseGame(text)
		if err != nil {
			var syntax *position.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("%q: %v is not a SyntaxError", text, err)
			}
			if strings.Contains(err.Error(), "\n") || !utf8.ValidString(err.Error()) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("%q: bad message %q", text, err)
			}
			return
		}
		again, err := position.ParseGame(game.Name)
		if err != nil || again.Name != game.Name {
			t.Fatalf("%q is called %q, which is read as %q (%v)", text, game.Name, again.Name, err)
		}
		for n := range uint64(3) {
			numbers := slices.Repeat([]uint64{n}, len(game.Template.Axes))
			c, err := game.Template.Placer(t.Context())(numbers)
			written := string(game.Template.AppendText(nil, numbers))
			sum, wrong := position.Parse(written)
			if (err == nil) != (wrong == nil) || err == nil && sum.String() != c.String() {
				t.Fatalf("%q with %d: %v, %v; %q is %v, %v", text, n, c, err, written, sum, wrong)
			}
		}
	})
}
