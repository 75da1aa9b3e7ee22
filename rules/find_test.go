package rules

// These tests compare what def find returns with counted options, and see that false and
// malformed ones are refused.

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
)

const rookRules = `position(x = integer(0, 9223372036854775807), y = integer(0, 9223372036854775807))
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
def value(x, y):
    """Two heaps of Nim"""
    return x ^ y
`

const rookFinds = `def find(x, y, v):
    found = []
    for of in range(2):
        own, other = (x, y) if of == 0 else (y, x)
        to = lambda n: (n, y) if of == 0 else (x, n)
        if v < 0 and own > 1:
            found.append((to(own - 1), to(0), own))
        elif v < 0 and own == 1:
            found.append(to(0))
        elif v >= 0 and other ^ v < own:
            found.append((to(other ^ v), "leave %d" % (other ^ v)))
    return found
`

// far is a position whose moves nobody lists.
const far = "1000000000000000003,1000000000000000000)"

// learned returns a position in a question that has learned its nim-value, and what went wrong.
func learned(t *testing.T, text, position string) (c grundy.Component, failed func() error) {
	t.Helper()
	started, failed := grundy.Start(t.Context(), grundy.SumOf(read(t, load(t, "f.star", text, Options{}), position)))
	c = started[0].Component
	if learning, ok := c.PlanLearning(grundy.ByNimValue); ok {
		if err := learning.Learn(t.Context()); err != nil {
			return c, func() error { return err }
		}
	}
	return c, failed
}

func TestFindFarOut(t *testing.T) {
	long.Only(t)
	c, failed := learned(t, rookRules+rookFinds, far)
	for _, test := range []struct {
		lo, hi uint64
		count  int64
		first  []string
	}{
		{0, 0, 1, []string{"f.star(1000000000000000000,1000000000000000000)"}},
		{3, 3, 0, nil},
		{1, 1, 1, []string{"f.star(1000000000000000001,1000000000000000000)"}},
		{0, math.MaxUint64, 2000000000000000003, []string{"f.star(1000000000000000002,1000000000000000000)", "f.star(1000000000000000001,1000000000000000000)", "f.star(1000000000000000000,1000000000000000000)"}},
		{1, math.MaxUint64, 2000000000000000002, []string{"f.star(1000000000000000002,1000000000000000000)", "f.star(1000000000000000001,1000000000000000000)", "f.star(999999999999999999,1000000000000000000)"}},
	} {
		found, ok := c.FindOptions(grundy.ByNimValue, test.lo, test.hi)
		if !ok || failed() != nil {
			t.Fatalf("%d … %d: no options found: %v", test.lo, test.hi, failed())
		}
		var first []string
		for q := range found.Each {
			if first = append(first, q.String()); len(first) == 3 {
				break
			}
		}
		if found.Count.Cmp(big.NewInt(test.count)) != 0 || !slices.Equal(first, test.first) {
			t.Errorf("%d … %d: %v options, the first %q; want %d, %q", test.lo, test.hi, found.Count, first, test.count, test.first)
		}
	}
	if count, ok := c.CountOptions(); !ok || count != 2000000000000000003 {
		t.Errorf("%d options, %v", count, ok)
	}
	found, _ := c.FindOptions(grundy.ByOutcome, 0, 0)
	for q := range found.Each {
		if got := c.DescribeMove(q); got != "leave 1000000000000000000" {
			t.Errorf("move %q", got)
		}
	}
	if _, ok := c.FindOptions(grundy.ByNimValue, 2, 9); ok {
		t.Error("options of an interval are found, which find does not tell")
	}
}

// Where the formula knows no nim-value, who wins is enough, and find where nobody knows that.
func TestFindWithoutValues(t *testing.T) {
	for _, outcome := range []string{"", "def outcome(x, y):\n    return \"P\" if x == y else \"N\"\n"} {
		text := strings.Replace(rookRules, "return x ^ y", "return x ^ y if x < 9 and y < 9 else -1", 1) + outcome + rookFinds
		f := load(t, "f.star", text, Options{})
		r := f.during(t.Context())
		p := read(t, f, far).Position().(Position)
		for hi, want := range map[uint64]string{0: "1", math.MaxUint64: "2000000000000000002"} {
			found, ok := r.findByTheorem(p, min(hi, 1), hi)
			if !ok || found.Count.String() != want || r.Err() != nil {
				t.Fatalf("%v options, %v, want %s: %v", found.Count, ok, want, r.Err())
			}
			var third string
			count := 0
			for q := range found.Each {
				if count++; count == 3 {
					third = f.String() + string(f.AppendPosition(nil, q))
					break
				}
			}
			if hi > 0 && !strings.Contains(third, "(999999999999999999,1000000000000000000)") {
				t.Errorf("the third option that wins is %q", third)
			}
		}
	}
}

// Where there are few moves, they are listed where find knows nothing.
func TestFindThatKnowsNothing(t *testing.T) {
	c, failed := learned(t, rookRules+"def find(x, y, v):\n    return None\n", "3,2)")
	if count, ok := c.CountOptions(); !ok || count != 5 || failed() != nil {
		t.Errorf("%d options, %v: %v", count, ok, failed())
	}
}

func TestFindsThatAreFalse(t *testing.T) {
	long.Only(t)
	for _, c := range []struct{ text, want string }{
		{strings.Replace(rookFinds, "own > 1", "own > 2", 1), "find has "},
		{strings.Replace(rookFinds, "other ^ v < own", "v == 0 and other < own", 1), "with nim-value 1, and the moves 1"},
		{strings.Replace(rookFinds, "to(0), own", "to(own), 2", 1), "is an option of f.star("},
		{strings.Replace(rookFinds, "(to(other ^ v), ", "(to(other ^ v ^ 1), ", 1), "and the formula"},
		{strings.Replace(rookFinds, "return found", "return 3", 1), "want find to return a list of positions"},
		{strings.Replace(rookFinds, "to(0), own", "to(0), own + 2", 1), "want find to return a list of positions"},
		{strings.Replace(rookFinds, "return found", "return [(1, 2, 3)]", 1), "want find to return a list of positions"},
		{strings.Replace(rookFinds, "return found", "return [(-1, 2)]", 1), "want find to return a list of positions"},
	} {
		p, failed := learned(t, rookRules+c.text, far)
		if _, ok := p.FindOptions(grundy.ByNimValue, 0, 0); ok || failed() == nil || !strings.Contains(failed().Error(), c.want) {
			t.Errorf("found %v, error %v\nwant %s", ok, failed(), c.want)
		}
	}
}

func TestFindsThatAreMalformed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{takeRules + "def find(n, v):\n    return []\n", "find goes with def value, which measures what it finds"},
		{rookRules + "def find(x, y):\n    return []\n", "find takes the fields of the position and a nim-value"},
		{rookRules + "def find(x, y, *v):\n    return []\n", "find takes the fields of the position and a nim-value"},
		{rookRules + "def find(x, y, v):\n    move(x, y)\n", "move may be called only while moves runs"},
		{rowRules + "def value(pins):\n    return 0\ndef find(pins, v):\n    return []\n", "find is for positions of integers, and rows of them"},
		{rowRules + "touching(\"X\")\ndef value(pins):\n    return 0\ndef find(pins, v):\n    return []\n", "find is for positions that stay whole: touching(…) takes them apart"},
		{rookRules + "flat = True\n", "flat = True is for positions that are one row of integers"},
		{rookRules + "flat = 3\n", "want True or False"},
		{"heap(code = \"0.77\")\ndef find(n, v):\n    return []\n", "has no rules of its own"},
	} {
		_, err := Load(t.Context(), "f.star", strings.NewReader(c.text), Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

// Positions that are one row are written and read without brackets.
func TestFlat(t *testing.T) {
	f := load(t, "f.star", "flat = True\nposition(r = row(0, 9, most = 5))\ndef moves(r):\n    for i in range(len(r)):\n        if r[i] > 0:\n            move(put(r, r[i] - 1, i))\n", Options{})
	for text, want := range map[string]string{"3,0,2)": "f.star(3,0,2)", "[3,0,2])": "f.star(3,0,2)", "4)": "f.star(4)", "1,2;3)": "f.star(3;1,2)", "[])": "f.star([])"} {
		c := read(t, f, text)
		if got := c.String(); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
		if again := read(t, f, strings.TrimPrefix(want, "f.star(")); again.String() != want {
			t.Errorf("%s is read again as %v", want, again)
		}
	}
	template, _, err := f.ReadTemplate("_,3,_)")
	if err != nil || !slices.Equal(template.Names, []string{"a", "c"}) || f.Form() != "f.star(a,b,…)" {
		t.Errorf("%+v, %s: %v", template, f.Form(), err)
	}
}
