package certificate

// The reader of formulas, compared with that of theory/automata and with what is refused.

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/automata"
)

// reading returns a reader that knows the names a, b and c.
func reading(t testing.TB) *reader {
	t.Helper()
	return &reader{ctx: t.Context(), account: meter.Open(t.Context()), base: 2, scope: map[string]int{"a": 0, "b": 1, "c": 2}}
}

// A sketch draws formulas as texts.
type sketch struct {
	*rand.Rand
	bound int
}

func (d *sketch) pick(of ...string) string { return of[d.IntN(len(of))] }

// sum draws a sum of names and numbers.
func (d *sketch) sum(names []string, depth int) string {
	one := func() string {
		switch d.IntN(7) {
		case 0:
			return fmt.Sprint(d.IntN(9))
		case 1:
			return fmt.Sprint(d.IntN(4), "*", d.pick(names...))
		case 2:
			if depth > 0 {
				return fmt.Sprintf("(%s) %s %d", d.sum(names, depth-1), d.pick("//", "%"), 1+d.IntN(4))
			}
		}
		return d.pick(names...)
	}
	text := d.pick("", "", "", "-") + one()
	for range d.IntN(3) {
		text += d.pick(" + ", " - ") + one()
	}
	return text
}

func (d *sketch) formula(names []string, depth int) string {
	if depth == 0 {
		sum := func() string { return d.sum(names, 1) }
		switch d.IntN(8) {
		case 0:
			return fmt.Sprintf("power(%s)", sum())
		case 1:
			return fmt.Sprintf("xor(%s, %s, %s)", sum(), sum(), sum())
		case 2:
			return fmt.Sprintf("%s %s %s (mod %d)", sum(), d.pick("=", "!="), sum(), 1+d.IntN(5))
		case 3:
			return fmt.Sprintf("%s <= %s < %s", sum(), sum(), sum())
		}
		return sum() + d.pick(" = ", " != ", " < ", " <= ", " > ", " >= ") + sum()
	}
	f := func() string { return "(" + d.formula(names, depth-1) + ")" }
	switch d.IntN(7) {
	case 0:
		return "~" + f()
	case 1, 2:
		if d.bound < 2 {
			d.bound++
			name := fmt.Sprint("k_", d.bound)
			inner := d.formula(append(slices.Clip(names), name), depth-1)
			d.bound--
			return d.pick("E", "A") + " " + name + ": " + name + " <= 6 " + d.pick("&", "=>") + " (" + inner + ")"
		}
	}
	return f() + " " + d.pick("&", "|", "=>", "<=>") + " " + f() + " " + d.pick("&", "|") + " " + f()
}

// binds counts the numbers that quantifiers bind.
func (f formula) binds() int {
	n := len(f.bound)
	for _, g := range f.formulas {
		n += g.binds()
	}
	return n
}

// TestBothReaders draws formulas. What theory/automata reads and writes again must mean here what
// the text meant there: at small positions, and of some formulas, to the automaton.
func TestBothReaders(t *testing.T) {
	rng := chance.New(t, 41)
	there := automata.Base(2)
	s, err := newSystem(t.Context(), "binary")
	if err != nil {
		t.Fatal(err)
	}
	k := &checker{prover: newProver(s)}
	drawn := long.Of(100, 500, 20000)
	for i := range drawn {
		d := &sketch{Rand: rng}
		text := d.formula([]string{"a", "b", "c"}, rng.IntN(3))
		want, err := automata.Parse(text, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, text := range []string{text, want.String()} {
			f, err := reading(t).formula("guard", text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			for range 6 {
				if f.binds() > 2 {
					break // numbers are tried one by one
				}
				at := map[int]int64{0: rng.Int64N(9), 1: rng.Int64N(9), 2: rng.Int64N(9)}
				by := map[string]*big.Int{"a": big.NewInt(at[0]), "b": big.NewInt(at[1]), "c": big.NewInt(at[2])}
				if got, want := f.holds(maps.Clone(at), 45), there.Holds(want, by, 45); got != want {
					t.Fatalf("%s at %v is %v, there %v", text, at, got, want)
				}
			}
			if i%4 > 0 || f.binds() > 6 {
				continue
			}
			mine := k.over(f, 3)
			if k.err != nil {
				t.Fatalf("%s: %v", text, k.err)
			}
			theory := &automata.Theory{System: there}
			other, _, err := theory.Automaton(t.Context(), want)
			if err != nil {
				t.Fatal(err)
			}
			w := automata.NewWork(t.Context(), automata.Budget{})
			tracks, err := w.True(there.Universe(), "a", "b", "c")
			if err == nil {
				other, err = w.And(other, tracks)
			}
			if w.Close(); err != nil {
				t.Fatal(err)
			}
			if !alike(s, mine, other) {
				t.Fatalf("%s is another set there", text)
			}
		}
	}
}

// TestFormulasRefused reads texts that are not formulas, or are too large.
func TestFormulasRefused(t *testing.T) {
	deep := strings.Repeat("(", mostNested+1) + "a = 1" + strings.Repeat(")", mostNested+1)
	for _, test := range []struct{ text, want string }{
		{"", "column 1, at the end: want a number, a name, a formula in brackets, true, false, power or xor"},
		{"a", "column 1, at \"a\": a number says nothing; want a comparison"},
		{"a <= ", "column 6, at the end: want a number"},
		{"a <= b c", `column 8, at "c": want a connective such as & or |, or the end`},
		{"d = 1", `column 1, at "d = 1": this names no number here`},
		{"E k: k = 1 & E k: k = 2", `column 16, at "k: k = 2": k stands for another number already`},
		{"E a: a = 1", `a stands for another number already`},
		{"E 7: a = 1", `column 1, at "E 7: a = 1": this names no number here`},
		{"E k, : a = 1", `want a name of ASCII letters`},
		{"E power: a = 1", `"power": want a name of ASCII letters`},
		{"a*b = 1", `column 1, at "a*b = 1": a number says nothing`},
		{"(a = 1) + 1 = 2", `column 1, at "(a = 1) + 1 = 2": want a number, not a formula`},
		{"a // 0 = 1", `column 6, at "0 = 1": want a number from 1 to 1073741824`},
		{"a = b (mod 0)", "want a number from 1 to 1073741824"},
		{"a // b = 1", "want a number from 1 to 1073741824"},
		{"a = 9223372036854775808", "want a number less than 2^63"},
		{"a + 9223372036854775807 + 9223372036854775807 = b", "gets too large"},
		{"2147483648*a = b", "gets too large"},
		{"1073741824*a + a = b", "gets too large"},
		{"-9223372036854775807 - 1 = a", "gets too large"},
		{"power(a, b)", "power has 1 arguments, not 2"},
		{"xor(a, b)", "xor has 3 arguments, not 2"},
		{"leading(a, b)", "this names no number here"},
		{"a = 1\n& b = 2", `column 6, at "\n& b = 2": this has no meaning in a formula`},
		{"a ≤ b", `column 3, at "\u2264 b": this has no meaning in a formula`},
		{"\x1b[2J", `at "\x1b[2J": this has no meaning in a formula`},
		{deep, "it nests more than 200 deep"},
		{strings.Repeat("~", mostNested+1) + "a = 1", "it nests more than 200 deep"},
		{"a = 1" + strings.Repeat(" <=> b = 2", 40), "a formula has more than 16384 parts"},
		{strings.Repeat("a = 1 | ", mostTokens/4) + "a = 1", "the formulas have more than 131072 words and signs"},
	} {
		_, err := reading(t).formula("guard", test.text)
		if err == nil || !strings.HasPrefix(err.Error(), "guard: ") || !strings.Contains(err.Error(), test.want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%.60q: %v, want %s", test.text, err, test.want)
		}
	}
	if _, err := reading(t).sum("parts", "a // 2"); err == nil || !strings.Contains(err.Error(), "a quotient stands in formulas only") {
		t.Errorf("a // 2 is %v in a part", err)
	}
	many := Moves{Coordinates: slices.Repeat([]Bound{{Name: "a"}}, mostCoordinates+1)}
	if _, err := many.read(t.Context()); err == nil || !strings.Contains(err.Error(), "a position has 13; want 1 to 12") {
		t.Error(err)
	}
}

// FuzzFormula reads any text, and writes what it reads in lines.
func FuzzFormula(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"1 <= k & k <= a", "E q: a = 2*q + 1 | ~(b % 3 = 1) => power(a + 1) <=> xor(a, b, c)", "a = b (mod 4)", "A x, y: x + y != a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := reading(t)
		g, err := r.formula("guard", text)
		switch {
		case err != nil && strings.ContainsAny(err.Error(), "\n\x1b"):
			t.Errorf("not one line: %q", err)
		case err == nil && len(r.scope) != 3:
			t.Errorf("%s: names are left in scope: %v", text, r.scope)
		case err == nil:
			// The parts that are written must together be the formula.
			again, err := reading(t).formula("guard", "("+strings.Join(joined(text), ") & (")+")")
			if err != nil {
				t.Fatalf("%s: %v in the parts %q", text, err, joined(text))
			}
			if g.size > 40 || g.binds() > 3 || again.binds() > 3 {
				return
			}
			for i := range int64(8) {
				at := map[int]int64{0: i, 1: i * i % 7, 2: 7 - i}
				if g.holds(maps.Clone(at), 6) != again.holds(maps.Clone(at), 6) {
					t.Errorf("%s: the parts %q say something else at %v", text, joined(text), at)
				}
			}
		}
	})
}

// TestLines writes games as the command shows them.
func TestLines(t *testing.T) {
	for text, want := range map[string]string{
		wythoff: `positions (x, y) with x >= 0, y >= 0
(x, y) -> (x - k, y)  for 1 <= k <= x
(x, y) -> (x, y - k)  for 1 <= k <= y
(x, y) -> (x - k, y - k)  for 1 <= k <= x, k <= y`,
		lasker: `positions n with 0 <= n <= 100000
n -> k  for k < n
n -> k + n - k  for 1 <= k, 2*k <= n`,
		"x y if x <= y & (x = 1 | y > 2): (x - 1, y) if 1 <= x; nothing if x = 0 & (E q: y = 2*q & q < 9); won if x = 3 | y = 4; lost if x < y & y <= 3": `positions (x, y) with x >= 0, y >= 0, x <= y, (x = 1 | y > 2)
(x, y) -> (x - 1, y)  for 1 <= x
(x, y) -> nothing  for x = 0, (E q: y = 2*q & q < 9)
play is over, won by the player to move, where x = 3 | y = 4
play is over, lost by the player to move, where x < y <= 3`,
	} {
		m := written(t, text)
		if got := strings.Join(m.Lines(), "\n"); got != want {
			t.Errorf("%s is written\n%s\nwant\n%s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"a & b":                        "a; b",
		"1 <= k & k <= x & k < 2*y":    "1 <= k <= x; k < 2*y",
		"k <= x & j < k & 1 <= j":      "1 <= j < k <= x",
		"x <= y & y <= x":              "x <= y <= x",
		"x <= x & x <= x":              "x <= x; x <= x",
		"a = 1 & E k: k < a & a < 2*k": "a = 1; E k: k < a & a < 2*k",
		"a < 1 & b = 1 | c = 2":        "a < 1 & b = 1 | c = 2",
		"a < 1 & 1 < b = c":            "a < 1; 1 < b = c",
		"~a < b & b < c":               "~a < b; b < c",
	} {
		if got := strings.Join(joined(text), "; "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
