package rules

// This file tests claims that are false or malformed: each is refused, and the first
// position where it is false is named. position/catalog tests the answers by claims that
// are true.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
)

const takeRules = `position(n = integer(0, 1000000000))
def moves(n):
    for k in (1, 2, 4, 5):
        if k <= n:
            move(n - k)
`

const rowRules = kaylesRules + `def start(n):
    return fill("X", n)
`

const runsRules = rowRules + `def runs(pins):
    return [len(run) for run in [pins[i:j] for i in range(len(pins)) for j in range(i + 1, len(pins) + 1)]
            if not "." in run and len(run) == len(pins)]
`

func TestClaimsThatAreMalformed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{takeRules + "equals()\n", `f.star:6:1: equals(): want one of octal = "0.77", code = "0.3[3]"`},
		{takeRules + "equals(code = \"0.77\", take = \"squares\")\n", `want one of octal = "0.77"`},
		{takeRules + "equals(code = \"0.9x\")\n", `f.star:6:8: code = "0.9x": code "0.9x", offset 3: want a digit`},
		{takeRules + "equals(kode = \"0.77\")\n", `equals has no parameter "kode"; did you mean "code"?`},
		{takeRules + "equals(code = \"0.77\", heaps = 3)\n", `want a function that returns the heaps of a position, as in heaps = lambda pins: [len(pins)], not 3`},
		{takeRules + "equals(code = \"0.77\", heaps = lambda m: m)\n", `takes the fields of the position: want def lambda(n), not (m)`},
		{takeRules + "equals(code = \"0.77\", least = 3)\n", `least goes with shift and heaps`},
		{runsRules + "equals(code = \"0.77\", heaps = runs, shift = 0, least = 9999)\n", `9999: want a number of 0 … 1024, from which on`},
		{takeRules + "equals(code = \"0.77\", shift = -1)\n", `-1: want a number of 0 … 1048576, which is added to n`},
		{takeRules + "equals(code = \"0.77\")\nequals(code = \"0.77\")\n", `f.star:7:1: equals(code = "0.77"): a second equals(…)`},
		{takeRules + "equals(code = \"0.77\")\ndef value(n):\n    return 0\n", `equals(…) tells the values already`},
		{takeRules + "def value(m):\n    return 0\n", `value takes the fields of the position: want def value(n), not (m)`},
		{takeRules + "value = 3\n", `want a function, as in def value(…):`},
		{takeRules + "loopy = True\ndef outcome(n):\n    return \"N\"\n", `play need not end where loopy = True`},
		{takeRules + "misere = True\nequals(code = \"0.77\")\n", `theorems are for normal play to the last move`},
		{takeRules + "    if n == 3:\n        win()\ndef value(n):\n    return 0\n", `theorems are for normal play to the last move`},
		{takeRules + "loopy = True\nequals(code = \"0.77\")\n", `that of heaps does`},
		{kaylesRules + "equals(code = \"0.77\")\n", `a position is not one integer: want heaps = f, where f(pins) returns the heaps that it equals`},
		{"position(n = integer(-1, 5))\ndef moves(n):\n    pass\nequals(code = \"0.77\")\n", `heaps are not below 0: want n = integer(0, …)`},
		{"position(a = integer(), b = integer())\ndef moves(a, b):\n    pass\nequals(code = \"0.77\", heaps = lambda a, b: [a, b], shift = 0)\n", `shift is for positions that one number chooses`},
		{"heap(code = \"0.77\")\ndef value(n):\n    return 0\n", `has no rules of its own`},
	} {
		_, err := Load(t.Context(), "f.star", strings.NewReader(c.text), Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

// askedOf returns what a question meets that learns the nim-value or the outcome of a
// position.
func askedOf(t *testing.T, text, position string, m grundy.Measure) (known bool, err error) {
	t.Helper()
	c := read(t, load(t, "f.star", text, Options{}), position)
	started, failed := grundy.Start(t.Context(), grundy.SumOf(c))
	c = started[0].Component
	if _, _, ok := c.Measure(m); ok {
		t.Error("a claim is used that nobody has compared with the moves")
	}
	learning, ok := c.PlanLearning(m)
	if !ok {
		return false, nil
	}
	if err := learning.Learn(t.Context()); err != nil {
		if failed() == nil {
			t.Errorf("%v is not an error of the question", err)
		}
		return false, err
	}
	_, _, known = c.Measure(m)
	return known, failed()
}

func TestClaimsThatAreFalse(t *testing.T) {
	claim := func(name, body string) string { return takeRules + "def " + name + "(n):\n    return " + body + "\n" }
	for _, c := range []struct{ text, position, want string }{
		{claim("value", "n % 4"), "9)", "f.star:6:5: value: f.star(3) has the nim-value 3 by this formula, and 0 by its moves"},
		{claim("value", "n % 3 if n != 700 else 5"), "700)", "f.star(700) has the nim-value 5 by this formula, and 1 by the nim-values of its options"},
		{claim("value", "n % 3 if n != 700 else 0"), "702)", "f.star(702) is P by this formula, and so is its option f.star(700)"},
		{claim("outcome", `"P" if n % 4 == 0 else "N"`), "9)", "f.star:6:5: outcome: f.star(3) is N by this formula, and P by its moves"},
		{claim("outcome", `"P" if n % 3 == 0 and n < 500 else "N"`), "600)", "f.star(600) is N by this formula, and P by what it says of its options"},
		{claim("outcome", `"P" if n % 3 == 0 or n == 700 else "N"`), "702)", "f.star(702) is P by this formula, and so is its option f.star(700)"},
		{takeRules + "equals(subtract = [1, 2, 4])\n", "9)", "f.star(5) is subtraction[1,2,4](5), and its option f.star(0) subtraction[1,2,4](0), which is none of subtraction[1,2,4](5)"},
		{takeRules + "equals(subtract = [1, 2, 3, 4, 5])\n", "9)", "f.star(3) is subtraction[1,2,3,4,5](3), and has no option that is subtraction[1,2,3,4,5](0)"},
		{rowRules + "equals(code = \"0.77\", heaps = lambda pins: pins.count(\"X\"))\n", "3)", `f.star("XXX") is 0.77(3), and`},
		{runsRules + "equals(code = \"0.77\", heaps = runs, shift = 1)\n", "3)", `the number 0 should be 0.77(1), and f.star("") is 0.77(0) by heaps`},
	} {
		_, err := askedOf(t, c.text, c.position, grundy.ByOutcome)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
		if strings.HasPrefix(c.want, "f.star(7") || strings.HasPrefix(c.want, "f.star(6") {
			continue // beyond the positions of a check
		}
		report, err := load(t, "f.star", c.text, Options{}).Check(t.Context(), CheckBounds{Positions: 10_000})
		if err != nil || report.OK() {
			t.Errorf("%s: the check finds nothing: %+v, %v", c.want, report, err)
		}
	}
}

// A formula of the nim-value that no one compared at a position is not believed there, though
// the formula of the outcome was compared. Where one formula tells both, it is compared once.
func TestFormulasAreComparedOneByOne(t *testing.T) {
	ask := func(c grundy.Component, m grundy.Measure) (asked bool, err error) {
		learning, ok := c.PlanLearning(m)
		if !ok {
			return false, nil
		}
		return true, learning.Learn(t.Context())
	}
	start := func(text string) grundy.Component {
		started, _ := grundy.Start(t.Context(), grundy.SumOf(read(t, load(t, "f.star", text, Options{}), "1000000)")))
		return started[0].Component
	}
	c := start(takeRules + "def value(n):\n    return n % 3 if n != 1000000 else 2\ndef outcome(n):\n    return \"N\" if n % 3 else \"P\"\n")
	if _, err := ask(c, grundy.ByOutcome); err != nil {
		t.Errorf("the outcome: %v", err)
	}
	if v, _, ok := c.Measure(grundy.ByOutcome); !ok || v != uint64(grundy.N) {
		t.Errorf("the outcome is %d, %v, want N", v, ok)
	}
	_, err := ask(c, grundy.ByNimValue)
	if _, ok := errors.AsType[ClaimError](err); !ok {
		t.Errorf("a nim-value of 2, where the moves tell 1: %v", err)
	}

	c = start(takeRules + "def value(n):\n    return n % 3\n")
	for i, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		if asked, err := ask(c, m); err != nil || asked != (i == 0) {
			t.Errorf("%v: compared %v, %v", m, asked, err)
		}
	}
}

// Formulas that fail, or that say nothing, are not used.
func TestClaimsThatTellNothing(t *testing.T) {
	for _, c := range []struct {
		body, want string
		known      bool
	}{
		{"-1", "", false},
		{"n % 3 if n < 300 else -1", "", false},
		{"[0, 1, 2][n % 3] if n != 9000 else [1][n]", "there is no item 9000 in a list of length 1, at f.star(9000)", false},
		{"\"N\"", "want value to return a nim-value, or -1 where it does not know it, not \"N\"", false},
		{"-2", "want value to return a nim-value", false},
		{"n % 3", "", true},
	} {
		known, err := askedOf(t, takeRules+"def value(n):\n    return "+c.body+"\n", "9000)", grundy.ByNimValue)
		if known != c.known || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v; want %v, %s", c.body, known, err, c.known, c.want)
		}
	}
}

// A formula that takes long is stopped.
func TestClaimsAreStopped(t *testing.T) {
	text := takeRules + "def value(n):\n    while n > 40:\n        n -= 0\n    return n % 3\n"
	if long.Asked { // all steps of a claim take seconds
		if known, err := askedOf(t, text, "9000)", grundy.ByNimValue); known || err != nil {
			t.Errorf("%v, %v; want nothing known", known, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	cancel()
	c := read(t, load(t, "f.star", text, Options{}), "9000)")
	started, _ := grundy.Start(ctx, grundy.SumOf(c))
	if learning, ok := started[0].Component.PlanLearning(grundy.ByNimValue); !ok || learning.Learn(ctx) == nil {
		t.Error("claims are compared after the end of the question")
	}
}

// Numbers beyond the shape of a position are heaps, and other errors stay.
func TestHeapsBeyondTheShape(t *testing.T) {
	f := load(t, "f.star", rowRules+"equals(code = \"0.77\", heaps = lambda pins: len(pins), shift = 2)\ntouching(\"X\")\n", Options{})
	if _, _, err := f.Read(t.Context(), "100)"); err == nil {
		t.Error("a false claim makes a position")
	}
	f = load(t, "f.star", rowRules+"touching(\"X\")\nequals(code = \"0.77\", heaps = lambda pins: len(pins), shift = 0)\n", Options{})
	if c := read(t, f, "1000000000000)"); c.String() != "0.77(1000000000000)" {
		t.Errorf("%v", c)
	}
	for _, wrong := range []string{"-1)", "100;3)", "[100])"} {
		if _, _, err := f.Read(t.Context(), wrong); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}

// Options that are found by formulas are those that are found one by one.
func TestFoundOptions(t *testing.T) {
	const nim = `position(n = integer(0, 5000), m = integer(0, 5000))
def moves(n, m):
    for k in range(n + 1):
        if k < n:
            move(k, m)
    for k in range(m):
        move(n, m - 1 - k)
        move(n, k)
def value(n, m):
    return n ^ m
`
	for text, knows := range map[string]bool{
		nim: true,
		strings.ReplaceAll(nim, "def value(n, m):\n    return n ^ m", "def outcome(n, m):\n    return \"N\" if n != m else \"P\""): false,
		strings.ReplaceAll(nim, "return n ^ m", "return n ^ m if n + m != 700 else -1"):                                            false,
		nim + "def parts(n, m):\n    part(n, 0)\n    part(0, m)\n":                                                                 true,
		nim + "def outcome(n, m):\n    return \"P\" if n == m else \"?\"\n":                                                        true,
		strings.ReplaceAll(nim, "move(n, k)", "move_sum((n, 0), (0, k))"):                                                          true,
	} {
		f := load(t, "f.star", text, Options{})
		for _, at := range []string{"300,400)", "400,400)", "1,0)", "300,400;20,7;20,7)", "300,0;0,300)"} {
			started, _ := grundy.Start(t.Context(), grundy.SumOf(read(t, f, at)))
			c := started[0].Component
			for _, m := range []grundy.Measure{grundy.ByOutcome, grundy.ByNimValue} {
				if learning, ok := c.PlanLearning(m); ok {
					if err := learning.Learn(t.Context()); err != nil {
						t.Fatalf("%s%s: %v", text, at, err)
					}
				}
				for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {0, 1}, {1, math.MaxUint64}, {3, 90}, {0, math.MaxUint64}, {0, 0}} {
					found, ok := c.FindOptions(m, interval[0], interval[1])
					if known := at != "1,0)" && (knows || m == grundy.ByOutcome && strings.Contains(text, "\"N\"") && !strings.Contains(at, ";")); known && !ok {
						t.Fatalf("%s%s, %v: options are not found", text, at, m)
					}
					if !ok {
						continue
					}
					var got, want []string
					for q := range found.Each {
						got = append(got, q.String())
					}
					for _, q := range c.AppendOptions(nil) {
						if v, _, known := q.Measure(m); !known {
							t.Fatalf("%s%s, %v: nothing is known of %v", text, at, m, q)
						} else if interval[0] <= v && v <= interval[1] {
							want = append(want, q.String())
						}
					}
					if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
						t.Errorf("%s%s, %v %v: %v %v, want %v", text, at, m, interval, found.Count, got, want)
					}
				}
			}
		}
	}
}

// Where many positions have many options, claims are compared with the moves of some of
// them, be they formulas or heaps.
func TestClaimsOfManyPositions(t *testing.T) {
	long.Only(t)
	const nim = "position(n = integer(0, 5000), m = integer(0, 5000))\ndef moves(n, m):\n    for k in range(n):\n        move(k, m)\n    for k in range(m):\n        move(n, k)\n"
	for _, claim := range []string{"def value(n, m):\n    return n ^ m\n", "equals(code = \"0.[3]\", heaps = lambda n, m: [n, m])\n"} {
		f := load(t, "f.star", nim+claim, Options{})
		ctx, end := meter.WithWork(t.Context(), 2_000_000)
		started, failed := grundy.Start(ctx, grundy.SumOf(read(t, f, "0,0)")))
		const side = 100
		for n := range side {
			for m := range side {
				c := grundy.SameGame(read(t, f, fmt.Sprintf("%d,%d)", n, m)), started[0].Component)
				learning, _ := c.PlanLearning(grundy.ByNimValue)
				if err := learning.Check(ctx); err != nil {
					t.Fatalf("%s(%d,%d): %v", claim, n, m, err)
				}
			}
		}
		if err := errors.Join(failed(), ctx.Err()); err != nil {
			t.Errorf("%s: %v", claim, err)
		}
		end()
	}
}
