package grundy_test

// This file checks that a game around another one keeps how the play ends there.

import (
	"io"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// place returns a position of rules.
func place(t *testing.T, rules, text string) grundy.Component {
	t.Helper()
	sum, err := position.ParseWith(t.Context(), text, position.Files{Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(rules)), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return sum[0].Component
}

// outcome follows the definition.
func outcome(c grundy.Component) grundy.Outcome {
	switch oracle.Ending([]grundy.Component{c}) {
	case grundy.Won:
		return grundy.N
	case grundy.Drawn:
		return grundy.D
	}
	best := grundy.P
	for _, q := range c.AppendOptions(nil) {
		switch outcome(q) {
		case grundy.P:
			return grundy.N
		case grundy.D:
			best = grundy.D
		}
	}
	return best
}

func TestEndingsInside(t *testing.T) {
	const rules = "position(n = integer(0, 50))\ndef moves(n):\n    if n == 5:\n        lose()\n    elif n == 4:\n        draw()\n    elif n < 3:\n        win()\n    else:\n        move(n - 1)\n        move(n - 2)\n"
	for _, text := range []string{"run.star(3)", "run.star(4)", "run.star(5)", "run.star(6)", "run.star(7)", "run.star(8)", "run.star(9)", "run.star(10)", "run.star(6,8)"} {
		c := grundy.Place(Pass{}, Passing{place(t, rules, text), true})
		a, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(c)})
		if err != nil || a.Outcome != outcome(c) {
			t.Errorf("%v: %+v, by definition %v; %v", c, a, outcome(c), err)
		}
	}
}

func TestPlayedMisere(t *testing.T) {
	const rules = "misere = True\nposition(n = integer(0, 50))\ndef moves(n):\n    pass\n"
	last, other := place(t, rules, "last.star(3)"), place(t, strings.Replace(rules, "True", "False", 1), "other.star(3)")
	around := grundy.Place(Pass{}, Passing{last, true})
	for _, c := range []struct {
		sum  grundy.Sum
		want grundy.Component
	}{{grundy.SumOf(other), nil}, {grundy.SumOf(other, last), last}, {grundy.SumOf(other, around), around}} {
		if got := c.sum.PlayedMisere(); got != c.want {
			t.Errorf("%v is played misère because of %v, want %v", c.sum, got, c.want)
		}
	}
}
