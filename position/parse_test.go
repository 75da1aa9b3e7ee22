package position_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/position"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"nim(3,5,7)": "nim(3,5,7)",
		"blocked[ 2 ]( nim(3,5);nim(3,4) ; nim(1,5))":   "blocked[2](nim(3,5); nim(1,5); nim(3,4))",
		"blocked[1](pass(nim(3)+nim(1));nim(3)+nim(1))": "blocked[1](pass(nim(3) + nim(1)); (nim(3) + nim(1)))",
		" knight( 5 , 4 )\n+ queen (3,3) ":              "knight(5,4) + queen(3,3)",
		"3 * nim(5)":                                    "3*nim(5)",
		"1*nim(5)":                                      "nim(5)",
		"subtraction[4,1,3,1](11)":                      "subtraction[1,3,4](11)",
		"PASS ( nim(3)+2*nim(5) )":                      "pass(nim(3) + nim(5) + nim(5))",
		"((nim(3)))":                                    "nim(3)",
		"2*(*2+0.77(5))+*":                              "2*(nim(2) + 0.77(5)) + nim(1)",
		"nim(3):(*2 : queen(2,1))":                      "nim(3) : nim(2) : queen(2,1)",
		"(nim(1)+nim(2)) : pass(nim(4))":                "(nim(1) + nim(2)) : pass(nim(4))",
		"nim(007)":                                      "nim(7)",
		"2*nim( ω^2*3 + 1 , w^(w+1),5) + NIM(w)":        "2*nim(w^2*3+1,w^(w+1),5) + nim(w)",
		"nim(-0)":                        "nim(0)",
		"tree[1,1,3,3,4](0,2,2,1,3,2)":   "tree[1,1,3,3,4](0,2,2,1,3,2)",
		"knight4[8](5,4)":                "knight4[8](5,4)",
		"2*0.77(12) + 4!.0(7)":           "2*0.77(12) + 4!.0(7)",
		"0.[3](9,2) + {2+}!.0(9)":        "0.[3](9,2) + {2+}!.0(9)",
		"0.*(5)":                         "0.*(5)",
		"C.0(5) + 0S!.0(9)":              "C.0(5) + S!.0(9)",
		"allbut[3,1](20) + squares(9,1)": "allbut[1,3](20) + squares(9,1)",
		"partition-equal[3](9)":          "partition-equal[3](9)",
		"leaper[-1,-2,-2,-1,-1,-2](5,4)": "leaper[-1,-2,-2,-1](5,4)",
		"rider[-1,0,0,0,-1,0](5,4,3)":    "rider[-1,0,0,0,-1,0](5,4,3)",
		"nimhof[1,0,2,0,0,1](5,4)":       "nimhof[1,0,0,1](5,4)",
		" piece [ rides -1,0 0,-1 ; sides 8 , 0 ; leaps -1 , -2 ; blocked 3,3 ] (5,4) ": "piece[leaps -1,-2; rides -1,0 0,-1; sides 8,0; blocked 3,3](5,4)",
		"piece[side 8](7,7,7)":                            "piece[side 8](7,7,7)",
		"piece[leaps -1,-2,-1; sides 8,8,8](5,4,3)":       "piece[leaps -1,-2,-1; side 8](5,4,3)",
		"2*piece[rides -1,0 0,-1 -1,-1](5,4) + king(0,0)": "2*piece[rides -1,0 0,-1 -1,-1](5,4) + king(0,0)",
	} {
		sum, err := position.Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if sum.String() != want {
			t.Errorf("%q is read as %v, want %s", text, sum, want)
		}
	}
}

// Each line is one clear message that names the offending text and its place.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		says   string
	}{
		{"", 1, "the text ends here"},
		{"queen(-1,2)", 7, "-1"},
		{"(nim(3)", 8, `want "+" and another position, or ")"`},
		{"pass()", 6, "unexpected ')'"},
		{"nim(w+w)", 7, "falling exponents"},
		{"nim(3,w", 8, "the text ends here"},
		{"nim(w,-1)", 7, "unexpected \"-\""},
		{"nim(w^(w^w))", 10, "below w^(w^w)"},
		{"nim(9223372036854775808,w)", 5, "a finite heap"},
		{"pass(nim(w))", 6, "in no game that is made of others"},
		{"nim(2) : nim(w)", 8, "in no game that is made of others"},
		{"nim[1](w)", 8, "want an integer"},
		{"pass", 1, "pass stands around a position, as in pass(nim(3,5))"},
		{"blocked(nim(3))", 1, "blocked stands around a position, as in blocked[1](queen(3,4))"},
		{"blocked[0](nim(3))", 9, "0: want how many options may be forbidden"},
		{"blocked[1,2](nim(3))", 8, "want one number in brackets"},
		{"blocked[1](nim(3); nim(7))", 20, "nim(7) is not an option of nim(3)"},
		{"blocked[1](nim(3); nim(1); nim(2))", 28, "more than 1 are forbidden"},
		{"blocked[2](nim(3); nim(1); nim(1))", 28, "nim(1) is forbidden twice"},
		{"nim(3) : top-entails(3)", 8, "top-entails(3): its rules may end the play as a whole"},
		{"pass(top-entails(3))", 1, "top-entails(3): its moves may say how the opponent must reply"},
		{strings.Repeat("(", 50) + "nim(1)", 42, "more than 40 positions stand in each other"},
		{"nim(1)" + strings.Repeat(":nim(1)", 50), 280, "an ordinal sum of more than 40 positions"},
		{"nim()", 4, "at least one"},
		{"subtraction[0](5)", 13, "0 cannot be removed: want 1 … 9223372036854775807"},
		{"subtraction[](5)", 13, "want a number"},
		{"subtraction(5)", 12, "at least one"},
		{"nim(99999999999999999999)", 5, "99999999999999999999 is not a heap"},
		{"nim(9223372036854775808)", 5, "9223372036854775808 is not a heap"},
		{"nim(3,5", 8, `the text ends here; want "," or ")"`},
		{"nim(3,5))", 9, `unexpected ')'`},
		{"nim 3", 5, `want "("`},
		{"nim(3,,5)", 7, "want an integer"},
		{"nim(3 5)", 7, `want "," or ")"`},
		{"nim(3.5)", 6, `unexpected '.'`},
		{"quen(3,3)", 1, `did you mean "queen"`},
		{"nim(3) + ", 10, "the text ends here"},
		{"nim(3) queen(3,3)", 8, `want "+"`},
		{"0*nim(3)", 1, "0 copies: want 1 … 9223372036854775807"},
		{"-2*nim(3)", 1, "-2 copies"},
		{"3nim(3)", 2, `want "*"`},
		{"queen(1)", 6, ""},
		{"queen(1,2,3)", 6, ""},
		{"queen[3](1,2)", 7, ""},
		{"knight4[8](8,0)", 12, "8"},
		{"knight4(1,1)", 8, ""},
		{"counter(0)", 9, "0"},
		{"counter(18446744073709551616)", 9, "18446744073709551616"},
		{"nondecreasing(3,2)", 17, "2"},
		{"tree[2,1](1,1,1)", 6, ""},
		{"nim(3)\xff", 7, "0xff"},
		{"nim(3) + \n  nimm(4)", 3, `did you mean "nim"`},
		{"0.77", 5, `want "("`},
		{"0.7z(12)", 4, ""},
		{"0.77()", 5, "at least one"},
		{"0.77(-3)", 6, "-3 is not a heap"},
		{"2.0(5)", 1, ""},
		{"C.star(5)", 1, "files of rules"},
		{"leaper[-1,-2,-2](5,4)", 7, "3 numbers in brackets: want 2 for each move"},
		{"leaper[-1,-2,0,0](5,4)", 14, "the move (0,0) leads nowhere"},
		{"leaper[-1,-2,-2,99999999999](5,4)", 17, "99999999999: the numbers of a move are -2147483647 … 2147483647"},
		{"leaper[-1,-2,1,0](5,4)", 7, "play need not end: the move (1,0) can be repeated for ever, each time (1,0) further out"},
		{"leaper(5,4)", 7, "0 numbers in brackets"},
		{"rider[-1,0](5)", 10, "the move (0) leads nowhere: want a number that is not 0; the 2 numbers are read as moves of 1"},
		{"rider[-1,0](5,-4)", 15, "-4: a coordinate is 0 … 9223372036854775807 here"},
		{"nimhof[1,0,0,-1](5,4)", 14, "-1: the numbers of a move are taken from heaps: want 0 or more"},
		{"wythoff[0](5,4)", 9, "a = 0: want 1 … 9223372036854775807"},
		{"euclid(5,0)", 10, "y = 0: a coordinate is 1 … 9223372036854775807"},
		{"euclid(5)", 7, "want 2 numbers"},
		{"cyclic-nimhoff[0](5,4)", 16, "h = 0: want 1 … 9223372036854775807"},
		{"cyclic-nimhoff[3](5,-4)", 21, "-4 is not a heap"},
		{"piece(5,4)", 1, "want rules in brackets"},
		{"piece[](5,4)", 7, "unexpected ']'; want one of leaps, rides, side, sides, blocked"},
		{"piece[leap -1,-2](5,4)", 7, `unknown section "leap": want one of leaps, rides`},
		{"piece[leaps -1,-2 0,0](5,4)", 19, "leads nowhere"},
		{"piece[leaps -1,-2; rides -1](5,4)", 26, "the move (-1) has 1 numbers: want 2"},
		{"piece[leaps -1,-2; leaps -1,0](5,4)", 20, "a second section of leaps"},
		{"piece[leaps -1,-2; side 0](5,4)", 25, "0: want a number to 9223372036854775807 behind side"},
		{"piece[leaps -1,-2; side 4 4](5,4)", 27, "want one number behind side"},
		{"piece[leaps -1,-2; side 15,0](5,4)", 25, "want one number behind side"},
		{"piece[leaps -1,-2; side 4](5,4)", 28, "5: a coordinate is 0 … 3 here"},
		{"piece[leaps -1,-2; blocked 3,3](3,3)", 33, "the cell (3,3) is blocked"},
		{"piece[leaps -1,-2; blocked 3,3](3,3,3)", 28, "want 3 numbers, with a comma between them, behind blocked"},
		{"piece[leaps](5,4)", 12, "unexpected ']'; want an integer"},
		{"piece[leaps -1,-2 side 4](5,4)", 19, `unexpected 's'; want ",", ";" or "]"`},
		{"piece[leaps -1,2 1,-2](5,4)", 6, "play need not end"},
		{"graph", 6, "and a file"},
		{"graph[x](3", 11, `want ")" behind a node`},
		{"graph[x]()", 10, "want a node"},
		{"graph[ ](3)", 8, "want the name of a file"},
		{"graph[x](3)", 7, "files are not read here"},
		{"graph(3)", 6, `want "[" and a file`},
		{"graphs[x](3)", 1, `did you mean "graph"`},
		{"squares(2147483648)", 9, "2147483648 is not a heap"},
		{"primes(67108865)", 8, "67108865 is not a heap of primes: want 0 … 67108864"},
		{"c.01(5)", 1, "a code begins with a capital: C.01"},
		{"squares[2](9)", 9, "squares takes no number in brackets"},
	} {
		_, err := position.Parse(c.text)
		var syntax *position.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: error %v, want a SyntaxError", c.text, err)
			continue
		}
		if syntax.Column != c.column || !strings.Contains(syntax.Msg, c.says) {
			t.Errorf("%q: column %d: %s; want column %d and %q", c.text, syntax.Column, syntax.Msg, c.column, c.says)
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the message has more than one line: %v", c.text, err)
		}
	}
}

func TestExamplesParse(t *testing.T) {
	for _, e := range position.All() {
		sum, err := position.ParseWith(t.Context(), e.Example, position.Files{Open: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("start end")), nil
		}})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
		} else if sum.String() != e.Example {
			t.Errorf("%s: the example is written %v", e.Name, sum)
		}
		if e.Rules == "" || e.Known == "" || e.Source == "" || !strings.HasPrefix(e.Form, e.Name) {
			t.Errorf("%s is not described whole", e.Name)
		}
	}
}

// A position that is read is written the same, and read again as the same; any other
// text is refused with one line.
func FuzzParse(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, e := range position.All() {
		f.Add(e.Example)
	}
	f.Add("2*nim(3) + queen(1,2)")
	f.Add("nim(w^(w*2+1)*3+w,5) + nim(ω)")
	f.Add("pass((nim(3) + 0.77(5)) : *2) + blocked[2](queen(1,2); queen(0,0))")
	f.Add(`"a b.star"(3)`)
	f.Add("\xdb.star")
	f.Add("nim(99999999999999999999)")
	f.Add("2*0.77(12) + {2+}!.0(9)")
	f.Add("top-entails(3,answer;4) + nimstring(pass;\"ox\")")
	f.Add("top-entails(pass,answer;answer,pass)")
	f.Fuzz(func(t *testing.T, text string) {
		sum, err := position.Parse(text)
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
		again, err := position.Parse(sum.String())
		if err != nil || again.String() != sum.String() {
			t.Fatalf("%q is written %q, which is read as %v (%v)", text, sum, again, err)
		}
	})
}

// The catalogue says how far the coins of a game go.
func TestLimitsOfCoins(t *testing.T) {
	for _, c := range []struct{ fits, beyond, says string }{
		{"ruler(4096)", "ruler(4097)", "first 4096"},
		{"rugs(64,64)", "rugs(64,65)", "at most 4096"},
		{"moebius(95)", "moebius(96)", "the last 95"},
		{"mogul(36)", "mogul(37)", "the last 36"},
		{"moidores(25)", "moidores(26)", "the last 25"},
	} {
		if _, err := position.Parse(c.fits); err != nil {
			t.Error(err)
		}
		if _, err := position.Parse(c.beyond); err == nil {
			t.Errorf("%s is read", c.beyond)
		}
		entry, _ := position.Find(c.fits[:strings.IndexByte(c.fits, '(')])
		if !strings.Contains(entry.Notation, c.says) {
			t.Errorf("%s does not say %q", entry.Name, c.says)
		}
	}
}

// The error about an unknown game says which one may be meant.
func TestUnknownGames(t *testing.T) {
	for text, want := range map[string]string{
		".77(5)":                  `unknown game ".77"; a code begins with the digit before the point: 0.77`,
		".3F(5)":                  `a code begins with the digit before the point: 0.3F`,
		".(3)":                    `unknown game "."`,
		".x(3)":                   `unknown game ".x"`,
		"kayles.sta(3)":           `unknown game "kayles.sta"; a file of rules ends in .star; did you mean "kayles" or "kayles.star"?`,
		"my.satr(3)":              `did you mean "my.star"?`,
		"nіm(3)":                  `unknown game "nіm", some of whose letters only look like Latin ones; did you mean "nim"?`,
		"NΙm(3)":                  `did you mean "nim"?`,
		"квин(3)":                 `unknown game "квин": names have Latin letters only`,
		"né(3)":                   `unknown game "né": names have Latin letters only`,
		"nimm(3)":                 `unknown game "nimm"; did you mean "nim"? Otherwise look for it by words: grundy games WORDS`,
		"chess(3,5)":              `unknown game "chess"; did you mean "chess-training"? Otherwise`,
		"matchsticks(3)":          `unknown game "matchsticks"; did you mean "nim"?`,
		"zzz(3)":                  `unknown game "zzz"; look for it by words: grundy games WORDS`,
		strings.Repeat("ж", 1000): `names have Latin letters only`,
		"\xff(3)":                 `column 1`,
	} {
		if _, err := position.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}

// Names may have capitals, *5 is a heap of Nim, and * is *1. Codes and names of files keep
// their capitals.
func TestOtherSpellings(t *testing.T) {
	for text, want := range map[string]string{
		"Nim(3,5,7)":                     "nim(3,5,7)",
		"KAYLES(3)":                      `kayles("XXX")`,
		"Queen(3,5) + Dawsons-Kayles(7)": "queen(3,5) + 0.07(7)",
		"Subtraction[1,3](7)":            "subtraction[1,3](7)",
		"Piece[rides -1,0](3,0)":         "piece[rides -1,0](3,0)",
		"0.3F(5)":                        "0.3F(5)",
		"*3 + *5":                        "nim(3) + nim(5)",
		"*":                              "nim(1)",
		"* + *2+*":                       "nim(1) + nim(2) + nim(1)",
		"2**3 + 3**":                     "2*nim(3) + 3*nim(1)",
		" * 4 ":                          "nim(4)",
		"*0":                             "nim(0)",
		"wythoff(3,5)":                   "wythoff[1](3,5)",
		"Wythoff[1](3,5)":                "wythoff[1](3,5)",
	} {
		sum, err := position.Parse(text)
		if err != nil || sum.String() != want {
			t.Errorf("%s: %v %v, want %s", text, sum, err, want)
		}
	}
	for text, want := range map[string]string{
		"*x":                   "column 2: unexpected 'x'; want a number, as in *5",
		"*nim(3)":              "column 2: unexpected 'n'",
		"*-3":                  "column 2: unexpected '-'",
		"*3 *4":                "column 4: unexpected '*'",
		"*9223372036854775808": "column 2: 9223372036854775808 is not a heap",
		"2*":                   "the text ends here",
		"Kayles.star(3)":       "files of rules, such as Kayles.star, are not read here",
		"Games/kayles(3)":      "unknown game",
		"wythoff[0](3,5)":      "a = 0",
		"ᏦAYLES(3)":            "unknown game",
		"\u212aayles(3)":       "unknown game",
	} {
		if _, err := position.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{"Wythoff": "wythoff[1]", "Nim": "nim", "Nim(3,_)": "nim(3,_)", "*3 + Nim(_)": "nim(3) + nim(_)"} {
		if game, err := position.ParseGame(text); err != nil || game.Name != want {
			t.Errorf("%s: %s %v, want %s", text, game.Name, err, want)
		}
	}
	if m, err := position.ParseMaker(t.Context(), "Kayles", position.Files{}); err != nil || m.Name != "kayles" {
		t.Errorf("%v %v", m, err)
	}
}
