package pattern

import (
	"io"
	"math/big"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/automata"
)

// TestWeighed compares formulas of weights with what expressions are.
func TestWeighed(t *testing.T) {
	x, y := coordinate(0), coordinate(1)
	feature := func(name string, of *node) *node {
		for _, f := range features {
			if f.name == name {
				return &node{op: opFeature, feature: f, kids: []*node{of}}
			}
		}
		panic(name)
	}
	zeros, digits := feature("zeros", with(opAdd, 1, combine(opOr, x, y))), feature("digits", combine(opXor, x, y))
	for _, e := range []*node{
		zeros, digits, feature("zeros", x), with(opAdd, 2, digits), with(opAdd, -1, feature("digits", with(opAdd, 2, x))),
		combine(opMin, zeros, digits), combine(opMax, with(opAdd, 1, zeros), digits, constant(2)),
		combine(opSelect, combine(opLess, x, y), digits, with(opAdd, 3, feature("digits", y))),
		combine(opMax, with(opMod, 5, x), zeros), combine(opMax, &node{op: opCycle, cycle: &cycle{first: []int64{4}, turn: []int64{1, 0, 2}}, kids: []*node{y}}, zeros),
		combine(opMin, combine(opEqual, x, y), digits),
		{op: opGrid, grid: &grid{first: []int64{1, 0}, turn: []int64{1, 2}, values: []int64{3, 1, 0, 2}}, kids: []*node{x, y}},
	} {
		rule := &Expression{e, NimValues}
		words := rule.Words([]string{"x", "y"})
		f, in, err := weighed(t.Context(), rule, []string{"x", "y"}, "w")
		if err != nil {
			t.Errorf("%s: %v", words, err)
			continue
		}
		a, _, err := (&automata.Theory{System: in}).Automaton(t.Context(), f)
		if err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		for n := 0; n < 20*20*40; n += long.Or(7, 1) {
			at := map[string]int{"x": n % 20, "y": n / 20 % 20, "w": n / 400}
			v, ok := e.at([]int{at["x"], at["y"]})
			var point []*big.Int
			for _, track := range a.Tracks() {
				point = append(point, big.NewInt(int64(at[track])))
			}
			if got, want := a.Accepts(in.Word(point...)), ok && 1<<v == at["w"]; got != want {
				t.Fatalf("%s at %v: %v, want %v of %d", words, at, got, want, v)
			}
		}
	}
	for _, e := range []*node{combine(opAdd, zeros, digits), with(opProduct, 2, zeros), feature("primes", x), feature("odd_part", x), with(opMod, 100, x), constant(63), feature("zeckendorf", x), combine(opMax, zeros, feature("zeckendorf", x))} {
		if _, _, err := weighed(t.Context(), &Expression{e, NimValues}, []string{"x", "y"}, "w"); err == nil {
			t.Errorf("there is a formula of the weights of %s", (&Expression{e, NimValues}).Words([]string{"x", "y"}))
		}
	}
}

// TestWeightsAreProved finds values that grow as logarithms do, proves them, and refuses rules that
// differ a little.
func TestWeightsAreProved(t *testing.T) {
	for _, c := range long.Every(2, []struct{ rules, words string }{
		{"position(x = integer(1), y = integer(1))\ndef moves(x, y):\n    for k in range(1, x):\n        move(k, x - k)\n    for k in range(1, y):\n        move(k, y - k)\n",
			"the number of trailing zeros of (((x - 1) OR (y - 1)) + 1) in binary"},
		{"position(x = integer(), y = integer())\ndef moves(x, y):\n    for k in range(x):\n        move(k, x - k - 1)\n    for k in range(y):\n        move(k, y - k - 1)\n",
			"the number of trailing zeros of ((x OR y) + 1) in binary"},
		{"position(n = integer())\ndef moves(n):\n    if n > 0:\n        for k in range(n // 2 + 1):\n            move(k)\n", "the number of binary digits of n"},
	}) {
		g := loaded(t, c.rules)
		p, _, err := Guess(t.Context(), Question{Game: g, Of: []Kind{NimValues}, Budget: solve.Budget{Steps: 1 << 24}})
		if err != nil || p == nil || p.Words != c.words {
			t.Fatalf("%+v, %v, want %s", p, err, c.words)
		}
		found, err := p.Prove(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !found.Theorem.Claim.Weighed || !strings.Contains(found.Statement, "2 to the power of the nim-value") {
			t.Error(found.Statement)
		}
		made, err := found.Certificate(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := made.Write(&text); err != nil || !strings.Contains(text.String(), `"form": "weights"`) {
			t.Errorf("%v: %s", err, text.String())
		}
		m, err := p.Automaton(t.Context())
		if err != nil || !m.Weighed || !m.Relation {
			t.Errorf("%+v, %v", m, err)
		}
		if strings.Contains(c.words, "digits") {
			continue
		}
		// The same words of other rules.
		q := *p
		q.question.Game = loaded(t, strings.Replace(c.rules, "move(k", "move(k // 2", 1))
		if found, err := q.Prove(t.Context()); err == nil {
			t.Errorf("of other rules: %s", found.Statement)
		}
	}
}

// loaded returns the game of a text of rules.
func loaded(t *testing.T, text string) position.Game {
	t.Helper()
	g, err := position.ParseGameWith(t.Context(), "test.star", 0, position.Files{
		Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
