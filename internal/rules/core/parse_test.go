package core

import (
	"strings"
	"testing"
)

// Errors say where, near what, and what would be right.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "1:1: the end of the text: want core",
		"core moving":               "1:6: \"moving\": want what the program does: returns, moves, parts, legal",
		"core moves\nposition\n  n": "3:3: \"n\": indented by 2: want a multiple of 4",
		"core moves\nposition\n    n = integer(3, 2)":                       "numbers of 3 … 2: want the least one first",
		"core moves\nposition\n    n = heap(3, 2)":                          "3:9: \"heap\": want a kind of fields: integer, heaps, row, grid",
		"core moves\nposition\n    r = row(0, 2, most = 99999999)":          "at most 99999999: want 1 … 65536",
		"core moves\nposition\n    r = row(0, 2, most = 9, order = \"up\")": "want \"ascending\" or \"descending\"",
		around + "i = m":                                    "13:9: \"m\": there is no variable of this name",
		around + "i = n +":                                  "13:12: the end of the line: want an expression, such as n - 1",
		around + "i = n + 1 + 2":                            "13:15: \"+\": want the end of the line, or brackets",
		around + "i = n or b and b":                         "want brackets around and, or around or",
		around + "i = moves(n, r)":                          "\"moves\": there is no function above of this name",
		around + "i = abs(1, 2)":                            "abs takes other arguments, before this",
		around + "i = (1, n)":                               "want constants of one type in a constant row",
		around + "i = 99999999999999999999":                 "want a number of 64 bits",
		around + "i = \"abc":                                "want the quote \" behind it",
		around + "i = 'ab'":                                 "want one letter between such quotes",
		around + "i = 1 @ 1:2-3 -  1:2-3":                   "13:19: \"-\": no more of the line has a place",
		around + "i = r[0] @ - cell 1:2-3":                  "want what the row is called: row, list, tuple, string",
		around + "i = build":                                "want build and a type",
		around + "elif n > 0:\n        pass":                "want a statement, such as x = 1",
		around + "if n > 0:\n    pass":                      "14:5: \"pass\": want a statement indented by 8, or pass",
		around + "for (i, j) in r:\n":                       "want table or lines(…)",
		around + "for i in range(n):\n":                     "want range(from, to, step), not 1 number",
		around + "i = 1\ndef g(n: int):\n":                  "14:5: \"g\": this name is taken: write g.3",
		around + "i = 1\ndef len(n: int):\n":                "a built-in function is called so: write len.3",
		around + "i = 1\ndef h(n: real):\n":                 "want a type: nothing, int, bool, letter, row, text, grid",
		around + "i = 1\n        i = 1":                     "14:9: \"i\": indented by 8: want 4",
		strings.Repeat("(", 256<<10):                        "want core",
		around + "i = " + strings.Repeat("(", 256<<10):      "nested more than 1000 deep",
		around + "i = " + strings.Repeat("-", 256<<10):      "want an expression",
		around + "b = " + strings.Repeat("not ", 64<<10):    "nested more than 1000 deep",
		around + "b = b" + strings.Repeat(" and b", 64<<10): "nested more than 1000 deep",
		around + "i = r" + strings.Repeat("[0]", 64<<10):    "nested more than 1000 deep",
		around + "if b:\n        pass\n" + strings.Repeat("    elif b:\n        pass\n", 16<<10): "nested more than 1000 deep",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.200s\nhas the error %v: want %s", text, err, want)
		}
	}
}
