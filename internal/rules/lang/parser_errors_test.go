package lang

// The parser says these lines about files that it refuses.

import (
	"strings"
	"testing"
)

// TestParserErrors checks that what the parser does not know is named, with what
// is right.
func TestParserErrors(t *testing.T) {
	for text, want := range map[string]string{
		"x = 2 ** 3":                             "2:7: **: there are no powers",
		"x **= 2":                                "2:3: **: there are no powers",
		"class X:\n    pass":                     "2:1: class: there are no classes",
		"try:\n    pass":                         "2:1: try: there are no exceptions",
		"raise X":                                "2:1: raise: there are no exceptions",
		"import math":                            "2:1: import: a file of rules stands alone",
		"from m import x":                        "2:1: from: a file of rules stands alone",
		"global x":                               "2:1: global: functions do not change",
		"del x":                                  "2:1: del: there is no del",
		"x = ...":                                "2:5: ...: want pass",
		"assert True":                            "2:1: assert: there is no assert",
		"print x":                                "2:1: print: want brackets, as in print(n)",
		"if x:\n    pass\nelse if y:\n    pass":  "4:1: else if: want elif",
		"x = 3 if y else if z":                   "2:17: if: want a value",
		"x = {1, 2}":                             "2:5: {: there are no sets",
		"x = {1}":                                "2:5: {: there are no sets",
		"x = {i for i in r}":                     "2:5: {: there are no sets",
		"x = [{1: 2, (3)}]":                      "there are no sets",
		"elseif x:\n    pass":                    "2:1: elseif: want elif",
		"function f(n):\n    pass":               "2:1: function: want def",
		"f(n):\n    pass":                        "2:1: f: want def before it",
		"def f(n: int):\n    pass":               `2:8: ":": there are no types`,
		"def f(n) -> int:\n    pass":             "2:10: ->: there are no types: want : here",
		"x: int = 3":                             `2:2: ":": there are no types`,
		"x = 3 <> 4":                             "2:7: <>: want !=",
		"// Kayles":                              "2:1: //: want # before a comment",
		"/* Kayles */":                           "2:1: /*: want # before each line",
		"in = 3":                                 "2:1: in: this word has a meaning of its own: want another name",
		"f(from = 3)":                            "2:3: from: this word has a meaning of its own",
		"x = 3\u00a0+ 4":                         "2:6: U+00A0: this character only looks like a space",
		"x = \u200b3":                            "2:5: U+200B: this character only looks like a space",
		"x = （3）":                                "2:5: （: want (",
		"x = “a”":                                "2:5: “: want \"",
		"x = 4 − 3":                              "2:7: −: want -",
		"x = 4 § 3":                              "2:7: §: no character of this language",
		"x = nіm":                                "2:5: nіm: no such name",
		"lіst = lіst":                            "",
		"x = rаnge(3)":                           "2:5: rаnge: no such name, some of whose letters only look like Latin ones; did you mean \"range\"?",
		"x = null":                               "2:5: null: want None",
		"x = math.gcd(2, 4)":                     "2:5: math: there are no modules",
		"x = f\"a{n}\"":                          "2:5: f\"a{n}\": there are no f-strings",
		"fail(f'{n}')":                           "2:6: f'{n}': there are no f-strings",
		"x = set([1])":                           "2:5: set: there are no sets",
		"x = map(y, z)":                          "2:5: map: there is no map",
		"print(1)":                               "2:1: print: only grundy contest, grundy rules check and grundy options show what is printed",
		"position(r = list(\"X.\"))":             "2:14: list(\"X.\"): list is not a kind of field: want row(\"X.\")",
		"position(n = int())":                    "2:14: int(): int is not a kind of field: want integer(0, 9)",
		"x = 1_000":                              "2:5: 1_000: want a number of digits alone",
		"x = None is None":                       "2:10: is: want == or !=",
		"x = 3 is not 4":                         "2:7: is: want == or !=",
		"x = 1 < 2 < 3":                          "<: comparisons do not follow each other",
		"++":                                     "2:3: ++: want += 1",
		"x++":                                    "2:4: ++: want += 1",
		"x = 3 if 2":                             "if: want else and a value",
		"def f()\n    pass":                      "2:8: want ':', not the end of the line",
		"x = (y := 3)":                           ":=: want = in a line of its own",
		"x = a && b":                             "&&: want and",
		"x = !a":                                 "2:5: !: want not, or !=",
		"for i in range(3):\npass":               "3:1: pass: want an indented block",
		"x = a ? b : c":                          "2:7: ?: want x if condition else y",
		"switch x: pass":                         "2:1: switch: want if, elif … else",
		"if True: pass\n  else: pass":            "3:",
		"if n = 3:\n    pass":                    "2:6: =: want == to compare",
		"x = 3 if n = 2 else 4":                  "2:12: =: want == to compare",
		"x = [1, 2":                              "3:1: def: want ']' before it, for the [ at 2:5",
		"x = f(\"(\", # (\n\"\"\"(\n(\"\"\", [1": "5:1: def: want ']' before it, for the [ at 4:7",
		"x = [1, 2)":                             "2:10: ): want ']' before it, for the [ at 2:5",
		"x = f(1, 2]":                            "2:11: ]: want ')' before it, for the ( at 2:6",
		"x = \"abc":                              "2:5: \"abc: the string does not end: want \" in the same line",
		"x = r'abc":                              "2:5: r'abc: the string does not end: want ' in the same line",
		"x = \"\"\"abc":                          "2:5: \"\"\"abc: the string does not end: want \"\"\"",
		"x = n.":                                 "2:7: want a name, not the end of the line",
		"x = n.if":                               "2:7: if: want a name",
		"def 3():\n    pass":                     "2:5: 3: want a name",
		"move(n - 1))":                           "2:12: ): it closes nothing: want ( before it, or one less",
		"x = 1,":                                 "2:6: ,: want brackets around a tuple",
		"x = \\ 3":                               "2:5: \\: want it at the end of a line",
		"x = f(n+1 = 3)":                         "2:11: =: want a name before it",
		"  x = 3":                                "2:3: this line begins farther in than the one above",
		"x = 08":                                 "2:5: 08: want a number of digits alone",
		"0b2":                                    "2:1: 0b2: want a number of digits alone",
		"0o9 + 1":                                "2:1: 0o9: want a number of digits alone",
		"é = 0b2":                                "2:5: 0b2: want a number of digits alone",
		"x = 0xg":                                "2:5: 0xg: want a number of digits alone",
		"x = b\"abc\"":                           "2:5: b\"abc\": there are no strings of bytes",
	} {
		_, err := Parse("p.star", strings.NewReader(oneHeap+text+"\ndef moves(n):\n    pass\n"), Options{}, Vocabulary{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

// TestParserErrorsAtEnd checks that what the end of the file leaves open is told where
// it begins.
func TestParserErrorsAtEnd(t *testing.T) {
	for text, want := range map[string]string{
		"x = [1, 2\n":                    "2:5: [: want ] before the end of the file",
		"x = [1, 2":                      "2:5: [: want ] before the end of the file",
		"x = f(3,\n  {1: 2}\n\n# c\n":    "2:6: (: want ) before the end of the file",
		"def moves(n):\n    x = [1, 2\n": "3:9: [: want ] before the end of the file",
		"def moves(n):\n    return n.\n": "3:14: want a name, not the end of the line",
		"x = \"abc\n":                    "2:5: \"abc: the string does not end: want \" in the same line",
		"x = \"abc":                      "2:5: \"abc: the string does not end: want \" in the same line",
		"x = 'ab\\":                      "2:5: 'ab\\: the string does not end: want ' in the same line",
	} {
		_, err := Parse("p.star", strings.NewReader(oneHeap+text), Options{}, Vocabulary{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q\n%v\nwant %s", text, err, want)
		}
	}
}
