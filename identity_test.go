package grundy_test

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position"
)

// A position that is parsed twice is the same, in all games of the catalogue that have
// a form with numbers in brackets, and in others.
func TestIdentity(t *testing.T) {
	texts := []string{
		"nim(3,5)", "subtraction[1,3](5)", "squares(9)", "0.77(5)", "grundy(5)", "turning[1,3](5)", "tartan[3,3](1,1)", "ruler(5)",
		"tree[1,1](0,1,2)", "hackenbush[0,0,1](1,2,3)", "hackenbush-graph[0,1,1,0](1,2)", "geography[0,1](0)", "geography[0,1](1)", "geography[0,1]()", "queen(3,3)", "knight4[8](5,4)",
		"euclid(3,5)", "wythoff[2](5,4)", "cyclic-nimhoff[3](5,4,2)", "roxor(3,5)", "cake(3,5)", "counter(5)", "moebius(1,5)", "sprouts(5)", `sprouts("1a1a")`,
	}
	seen := map[grundy.Identity]string{}
	for _, text := range texts {
		first, second := parsed(t, text), parsed(t, text)
		if first.Identity() != second.Identity() {
			t.Errorf("%s is not the same when it is read again", text)
		}
		if other, ok := seen[first.Identity()]; ok {
			t.Errorf("%s is the same as %s", text, other)
		}
		seen[first.Identity()] = text
		for _, q := range first.AppendOptions(nil) {
			if q.GameID() != first.GameID() || q.Identity() == first.Identity() {
				t.Errorf("%v, an option of %v: the identities are wrong", q, first)
			}
		}
	}
	for _, pair := range [][2]string{{"subtraction[1,3](5)", "subtraction[1,4](5)"}, {"tree[1,1](0,1,2)", "tree[1,2](0,1,2)"}, {"0.77(5)", "0.07(5)"}} {
		if parsed(t, pair[0]).GameID() == parsed(t, pair[1]).GameID() {
			t.Errorf("%s and %s are of the same game", pair[0], pair[1])
		}
	}
}

// A position moves to another value of its game, and to no other game, even if that has
// positions of the same type.
func TestSameGame(t *testing.T) {
	texts := []string{"0.77(5)", "0.77(7,3)", "0.07(5)", "nim(5)", "cyclic-nimhoff[3](5)", "counter(5)", "cake(5,3)"}
	for i, text := range texts {
		for j, other := range texts {
			c, of := parsed(t, text), parsed(t, other)
			got, want := grundy.SameGame(c, of), c.Game()
			if i == j || i+j == 1 {
				want = of.Game()
			}
			if got.Game() != want || got.Identity() != c.Identity() {
				t.Errorf("%v as a position of the game of %v: %v of %v", c, of, got, got.Game())
			}
		}
	}
}

func parsed(t *testing.T, text string) grundy.Component {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return sum[0].Component
}
