package pattern

// This file compares what can be left safely with plain searches, and proves it.

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
)

// blocking is a game of two heaps in which each move also blocks an option of the other
// player, or none: it says which option, by its heaps.
const blocking = `
position(x = integer(), y = integer(), bx = integer(), by = integer())
def start(x, y):
    return x, y, x, y
def leave(x, y, u, v, bx, by):
    if u != bx or v != by:
        move(u, v, u, v)
        steps(u, v)
def moves(x, y, bx, by):
`

// blockedGames are games with a free choice, with what is found.
var blockedGames = []struct {
	name, rules string
	misere      bool
	chosen      string
	says        string // in the words of the pattern; "" where none is asked for
	quick       bool   // its table is for the short run
}{
	{"blocked-wythoff", "", false, "way k", "an automaton of 73 states accepts the digits of x, y in zeckendorf", false},
	{"blocked-wythoff", "", true, "way k", "", false},
	{"blocked-nim.star", blocking + `
    for u in range(x):
        leave(x, y, u, y, bx, by)
    for v in range(y):
        leave(x, y, x, v, bx, by)
`, false, "bx by", "min(x, y) = f(x, y), where f(x, y) is 1 larger whenever max(x, y) grows by 1, from 1 on: 0; before that 0", false},
	{"blocked-king.star", blocking + `
    if x > 0:
        leave(x, y, x - 1, y, bx, by)
    if y > 0:
        leave(x, y, x, y - 1, bx, by)
    if x > 0 and y > 0:
        leave(x, y, x - 1, y - 1, bx, by)
`, false, "bx by", "min(x, y) is even", true},
}

// steps state the moves of the second half of a game of blocking: for each option of the new
// heaps, that it is blocked.
func steps(rules string) string {
	body := strings.NewReplacer("leave(x, y, u, y, bx, by)", "move(a, b, u, b)", "leave(x, y, x, v, bx, by)", "move(a, b, a, v)",
		"leave(x, y, x - 1, y, bx, by)", "move(a, b, a - 1, b)", "leave(x, y, x, y - 1, bx, by)", "move(a, b, a, b - 1)",
		"leave(x, y, x - 1, y - 1, bx, by)", "move(a, b, a - 1, b - 1)").Replace(rules[len(blocking):])
	body = strings.NewReplacer("range(x)", "range(a)", "range(y)", "range(b)", "x >", "a >", "y >", "b >").Replace(body)
	return strings.Replace(rules, "def leave", "def steps(a, b):\n"+body+"def leave", 1)
}

func blockedGame(t *testing.T, i int) position.Game {
	t.Helper()
	rules := blockedGames[i].rules
	if rules != "" { // else the name is in the list of games
		rules = steps(rules)
	}
	return gameOf(t, blockedGames[i].name, rules)
}

// gameOf returns the game of a file of rules.
func gameOf(t *testing.T, name, rules string) position.Game {
	t.Helper()
	game, err := position.ParseGameWith(t.Context(), name, 0, position.Files{
		Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(rules)), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// TestSafeTables compares sieves with a plain search of all positions.
func TestSafeTables(t *testing.T) {
	for i, c := range blockedGames {
		if !c.quick && !long.Asked {
			continue
		}
		s := sourceOf(Question{Game: blockedGame(t, i), Misere: c.misere}, Outcomes)
		g, err := s.define(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		left, err := s.chosen(t.Context(), g)
		if err != nil || left == nil || strings.Join(left.chooser.Chosen, " ") != c.chosen {
			t.Fatalf("%s: %v, %v", c.name, left, err)
		}
		const n = 7
		table, err := left.table(t.Context(), []int{n, n})
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{} // whether it is P
		var isP func(c grundy.Component) bool
		isP = func(p grundy.Component) bool {
			is, ok := known[p.String()]
			if ok {
				return is
			}
			options := p.AppendOptions(nil)
			is = len(options) > 0 || !c.misere
			for _, o := range options {
				is = is && !isP(o)
			}
			known[p.String()] = is
			return is
		}
		safe := map[string]bool{}
		for x := range int64(n + 2) {
			for y := range int64(n + 2) {
				var none = []int64{x, y, 0, 0}
				if c.chosen == "bx by" {
					none = []int64{x, y, x, y}
				}
				p, err := g.Place(none)
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range p.AppendOptions(nil) {
					if at, ok := g.At(o); ok && isP(o) {
						safe[fmt.Sprint(at[:2])] = true
					}
				}
			}
		}
		for at, v := range table.Cells() {
			if (v == 0) != safe[fmt.Sprint(at)] {
				t.Errorf("%s: %v is %d", c.name, at, v)
			}
		}
	}
}

// TestSafe finds and proves what can be left safely.
func TestSafe(t *testing.T) {
	long.Only(t)
	for i, c := range blockedGames {
		if c.says == "" || i == 0 && !long.Whole { // the first takes most of the time
			continue
		}
		p, rejected, err := Guess(t.Context(), Question{Game: blockedGame(t, i), Of: []Kind{Outcomes}, Misere: c.misere})
		if err != nil || p == nil {
			t.Errorf("%s: %v, %v, %v", c.name, p, err, rejected)
			continue
		}
		t.Logf("%s: %s", c.name, p.Words)
		if !strings.Contains(p.Words, c.says) || strings.Join(p.Chosen, " ") != c.chosen {
			t.Errorf("%s: %s", c.name, p.Words)
		}
		proof, err := p.Prove(t.Context())
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		t.Logf("%s, largest %d, %v", proof.Statement, proof.Theorem.Largest, proof.Time)
	}
}
