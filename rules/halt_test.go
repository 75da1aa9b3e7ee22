package rules

// This file holds that checks end in time and say how far they came, and what the
// parser says of what it does not know.

import (
	"errors"
	"strings"
	"testing"
	"time"

	"grundy"
	"grundy/internal/long"
)

const endlessMoves = "def moves(n):\n    while True:\n        pass\n"

// TestStepsAreExact holds that the budget of steps does not depend on how often
// the machine looks whether to stop.
func TestStepsAreExact(t *testing.T) {
	for _, steps := range []int64{100, sliceOfSteps - 1, sliceOfSteps, sliceOfSteps + 1, 3*sliceOfSteps + 5} {
		f := load(t, "s.star", "position(n = integer(0, 1000000))\ndef moves(n):\n    i = 0\n    while i < n:\n        i += 1\n", Options{Steps: steps})
		for n, want := range map[int64]bool{steps: true, steps + 1: false} {
			err := f.during(t.Context()).movesOf([]int64{n}, &collector{wants: "move"})
			if (err == nil) != want || err != nil && !errors.Is(err, grundy.ErrBudget) {
				t.Errorf("%d turns of %d: %v", n, steps, err)
			}
		}
	}
}

// takes50 are moves that take 50 million turns from numbers above one, half a second.
func takes50(above string) string {
	return "def moves(n):\n    if n > " + above + ":\n        i = 0\n        while i < 50000000:\n            i += 1\n    if n > 0:\n        move(n - 1)\n"
}

func TestCheckEnds(t *testing.T) {
	const failAt3 = "    if n == 3:\n        fail(\"no three\")\n    if n > 0:\n        move(n - 1)\n"
	for name, c := range map[string]struct {
		text      string
		failed    string
		ok        bool
		undecided bool
		stopped   bool
		looked    int // at least
		examples  int
		declared  int
	}{
		"the first failure": {text: oneHeap + endlessMoves, failed: "budget of steps"},
		"failure at three":  {text: oneHeap + "def moves(n):\n" + failAt3, failed: "no three", looked: 3},
		"failure of parts":  {text: oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\ndef parts(n):\n    fail(\"no parts\")\n", failed: "no parts"},
		"parts fail later":  {text: oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\ndef parts(n):\n    if n == 2:\n        fail(\"no two\")\n    part(n)\n", failed: "no two", looked: 2, declared: 1},
		"first example":     {text: oneHeap + "def moves(n):\n" + failAt3 + "example(2, nim_value = 1)\nexample(4, nim_value = 0)\nexample(5, nim_value = 1)\n", failed: "no three", examples: 2},
		"example of plays":  {text: oneHeap + "def moves(n):\n" + failAt3 + "example(3, perft = [1])\nexample(1, nim_value = 1)\n", failed: "no three", examples: 1},
		"no end of play":    {text: "position(n = integer(0, 9223372036854775807))\ndef moves(n):\n    move(n + 1)\n", undecided: true},
		"no time":           {text: oneHeap + takes50("-1"), undecided: true, stopped: true},
		"no time, loopy":    {text: "loopy = True\n" + oneHeap + takes50("-1"), undecided: true, stopped: true},
		"time for some":     {text: oneHeap + takes50("5"), ok: true, undecided: true, stopped: true, looked: 6},
		"some, loopy":       {text: "loopy = True\n" + oneHeap + takes50("5"), ok: true, undecided: true, stopped: true, looked: 6},
		"small ones":        {text: oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\n", ok: true, looked: 24},
		"small, loopy":      {text: "loopy = True\n" + oneHeap + "def moves(n):\n    if n > 0:\n        move(n - 1)\n", ok: true, looked: 24},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "some, loopy" && !long.Asked {
				t.Skip("it takes the second that another one takes; set GRUNDY_LONG=1")
			}
			f := load(t, "c.star", c.text, Options{})
			bounds := CheckBounds{Positions: long.Or[uint64](1000, 10_000), Time: time.Hour}
			switch {
			case c.stopped && c.looked > 0: // time for some, however the machine pauses
				bounds.Time = time.Second
			case c.stopped: // less than one call takes
				bounds.Time = 50 * time.Millisecond
			}
			r, err := f.Check(t.Context(), bounds)
			if err != nil {
				t.Fatal(err)
			}
			if r.OK() != c.ok || (r.Undecided > 0) != c.undecided || r.Stopped != c.stopped || (r.Failed != nil) != (c.failed != "") {
				t.Errorf("%+v", r)
			}
			if c.looked > r.Looked || !c.ok && c.looked != r.Looked || len(r.Examples) != c.examples || len(r.Declared) != c.declared {
				t.Errorf("%+v", r)
			}
			if c.failed != "" && !strings.Contains(r.Failed.Error(), c.failed) {
				t.Error(r.Failed)
			}
		})
	}
}

// TestParserErrors holds that what the parser does not know is named, with what
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
		"print x":                                "2:1: print: nothing is printed",
		"x = 1_000":                              "2:5: 1_000: want a number of digits alone",
		"x = None is None":                       "2:10: is: want == or !=",
		"x = 3 is not 4":                         "2:7: is: want == or !=",
		"x = 1 < 2 < 3":                          "<: comparisons do not follow each other",
		"x++":                                    "2:4: ++: want += 1",
		"x = 3 if 2":                             "if: want else and a value",
		"def f()\n    pass":                      "2:8: want ':', not the end of the line",
		"x = (y := 3)":                           ":=: want = in a line of its own",
		"x = a && b":                             "&&: want and",
		"x = !a":                                 "2:5: !: want not, or !=",
		"for i in range(3):\npass":               "3:1: pass: want an indented block",
		"x = a ? b : c":                          "2:7: ?: want x if condition else y",
		"switch x: pass":                         "2:1: switch: want if, elif and else",
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
		"x = 0xg":                                "2:5: 0xg: want a number of digits alone",
		"x = b\"abc\"":                           "2:5: b\"abc\": there are no strings of bytes",
	} {
		_, err := Load(t.Context(), "p.star", strings.NewReader(oneHeap+text+"\ndef moves(n):\n    pass\n"), Options{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

// TestParserErrorsAtEnd holds that what the end of the file leaves open is told where
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
		_, err := Load(t.Context(), "p.star", strings.NewReader(oneHeap+text), Options{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q\n%v\nwant %s", text, err, want)
		}
	}
}
