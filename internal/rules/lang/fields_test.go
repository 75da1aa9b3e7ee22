package lang

// This file checks the bounds of the shapes that files may declare.

import (
	"fmt"
	"strings"
	"testing"
)

func TestFields(t *testing.T) {
	many := func(n int) string {
		var fields []string
		for i := range n {
			fields = append(fields, fmt.Sprintf("f%d = integer()", i))
		}
		return strings.Join(fields, ", ")
	}
	for text, want := range map[string]string{
		many(mostFields):                              "",
		many(mostFields + 1):                          "251 fields, more than the 250",
		`n = integer(3, 3)`:                           "",
		`n = integer(4, 3)`:                           "no number is at least 4 and at most 3",
		`n = integer(1, 2, 3)`:                        "integer takes lo, hi and no more",
		`n = integer(0, lo = 1)`:                      `integer gets its parameter "lo" twice`,
		`n = integer(high = 1)`:                       `integer has no parameter "high"`,
		`n = integer("a")`:                            "want an integer, not",
		`n = integer(), r = row(0, 3, most = 1)`:      "",
		`r = row("ab", most = 0)`:                     "want 1 … 65536",
		`r = row("ab", most = 65535)`:                 "",
		`r = row("ab", most = 65536)`:                 "positions of more than 65536 cells",
		`r = row("ab", most = 65537)`:                 "want 1 … 65536",
		`r = row("a")`:                                "want at least two letters",
		`r = row("aba")`:                              "the letter a stands here twice",
		`r = row("a b")`:                              "want letters, digits and signs of ASCII",
		`r = row("!~")`:                               "",
		`g = grid("ab", height = 1, width = 1)`:       "",
		`g = grid("ab", 2, 3), h = heaps(most = 3)`:   "",
		`g = grid("ab", 2, 3, 4)`:                     "grid takes height, width and no more",
		`g = grid("ab", height = 256, width = 256)`:   "positions of more than 65536 cells",
		`integer()`:                                   "a field has a name",
		``:                                            "want at least one field",
		`n = 3`:                                       "want integer(…), heaps(…), row(…) or grid(…), not 3",
		`n = integer())` + "\nposition(m = integer()": "a second position(…)",
	} {
		code, err := Parse("f.star", strings.NewReader("position("+text+")\n"), Options{}, Vocabulary{})
		if err == nil {
			err = code.RunTop(t.Context())
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
}
