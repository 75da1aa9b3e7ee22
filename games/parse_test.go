package games_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"grundy/games"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"nim(3,5,7)":                       "nim(3,5,7)",
		" knight( 5 , 4 )\n+ queen (3,3) ": "knight(5,4) + queen(3,3)",
		"3 * nim(5)":                       "3*nim(5)",
		"1*nim(5)":                         "nim(5)",
		"subtraction[4,1,3,1](11)":         "subtraction[1,3,4](11)",
		"nim(007)":                         "nim(7)",
		"nim(-0)":                          "nim(0)",
		"tree[1,1,3,3,4](0,2,2,1,3,2)":     "tree[1,1,3,3,4](0,2,2,1,3,2)",
		"knight4[8](5,4)":                  "knight4[8](5,4)",
		"2*0.77(12) + 4!.0(7)":             "2*0.77(12) + 4!.0(7)",
		"0.[3](9,2) + {2+}!.0(9)":          "0.[3](9,2) + {2+}!.0(9)",
		"0.*(5)":                           "0.*(5)",
	} {
		sum, err := games.Parse(text)
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
		{"nim()", 4, "at least one"},
		{"subtraction[0](5)", 13, "0 cannot be removed: want 1 … 9223372036854775807"},
		{"subtraction[](5)", 13, "want a number"},
		{"subtraction(5)", 12, "at least one"},
		{"nim(99999999999999999999)", 5, "99999999999999999999 is no heap"},
		{"nim(9223372036854775808)", 5, "9223372036854775808 is no heap"},
		{"nim(3,5", 8, `the text ends here; want "," or ")"`},
		{"nim(3,5))", 9, `unexpected ')'`},
		{"nim 3", 5, `want "("`},
		{"nim(3,,5)", 7, "want an integer"},
		{"nim(3 5)", 7, `want "," or ")"`},
		{"nim(3.5)", 6, `unexpected '.'`},
		{"quen(3,3)", 1, `did you mean "queen"`},
		{"Nim(3)", 1, `did you mean "nim"`},
		{"nim(3) + ", 10, "the text ends here"},
		{"nim(3) queen(3,3)", 8, `want "+"`},
		{"0*nim(3)", 1, "0 copies"},
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
		{"0.77(-3)", 6, "-3 is no heap"},
		{"2.0(5)", 1, ""},
	} {
		_, err := games.Parse(c.text)
		var syntax *games.SyntaxError
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
	for _, e := range games.All() {
		sum, err := games.Parse(e.Example)
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

// What is read is written the same, and read again as the same; what is not,
// is refused with one line.
func FuzzParse(f *testing.F) {
	for _, e := range games.All() {
		f.Add(e.Example)
	}
	f.Add("2*nim(3) + queen(1,2)")
	f.Add("nim(99999999999999999999)")
	f.Add("2*0.77(12) + {2+}!.0(9)")
	f.Fuzz(func(t *testing.T, text string) {
		sum, err := games.Parse(text)
		if err != nil {
			var syntax *games.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("%q: %v is no SyntaxError", text, err)
			}
			if strings.Contains(err.Error(), "\n") || !utf8.ValidString(err.Error()) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("%q: bad message %q", text, err)
			}
			return
		}
		again, err := games.Parse(sum.String())
		if err != nil || again.String() != sum.String() {
			t.Fatalf("%q is written %q, which is read as %v (%v)", text, sum, again, err)
		}
	})
}
