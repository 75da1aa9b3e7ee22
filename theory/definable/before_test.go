package definable

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/theory/automata"
)

// stepped is a game of two numbers: take some from the first, or the same from both.
func stepped(guard automata.Formula) Moves {
	x, y, k := automata.V("x"), automata.V("y"), automata.V("k")
	taken := automata.And(automata.Less(automata.C(0), k), automata.LessEqual(k, x), guard)
	return Moves{
		Coordinates: []string{"x", "y"},
		Kinds: []Kind{
			{Where: "a", Bound: []string{"k"}, Guard: taken, Parts: [][]automata.Term{{x.Minus(k), y}}},
			{Where: "b", Bound: []string{"k"}, Guard: automata.And(taken, automata.LessEqual(k, y)), Parts: [][]automata.Term{{x.Minus(k), y.Minus(k)}}},
			{Where: "c", Bound: []string{"k"}, Guard: automata.And(automata.Less(x, k), automata.Less(k, x)), Parts: [][]automata.Term{{x, y}}},
		},
	}
}

func TestBackward(t *testing.T) {
	m := stepped(automata.Not(automata.Equal(automata.V("k"), automata.C(2))))
	b, err := m.Backward([]int64{4, 5})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := b.Each([]int64{1, 2}, func(x []int64) error {
		got = append(got, fmt.Sprint(x))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if want := []string{"[2 2]", "[2 3]", "[4 2]", "[4 5]"}; !slices.Equal(got, want) {
		t.Errorf("to (1, 2) from %v, want %v", got, want)
	}
	if len(b.kinds) != 2 {
		t.Errorf("%d kinds of moves are possible, want 2", len(b.kinds))
	}
}

func TestNotBackward(t *testing.T) {
	x, k := automata.V("x"), automata.V("k")
	for want, of := range map[string]func(*Moves){
		"several parts":  func(m *Moves) { m.Kinds[0].Parts = append(m.Kinds[0].Parts, m.Kinds[0].Parts[0]) },
		"not linear":     func(m *Moves) { m.Kinds[1].Guard = automata.Congruent(x, k, 3) },
		"no bound":       func(m *Moves) { m.Kinds[1].Bound = []string{"k", "free"} },
		"large number":   func(m *Moves) { m.Kinds[0].Parts[0][0] = x.Minus(automata.C(1 << 41)) },
		"not read":       func(m *Moves) { m.Kinds[0].Parts[0][0] = x.Times(1 << 20) },
		"rules end":      func(m *Moves) { m.Won = []automata.Formula{automata.True()} },
		"the move at a:": func(m *Moves) { m.Kinds[0].Parts = nil },
	} {
		m := stepped(automata.True())
		of(&m)
		if _, err := m.Backward([]int64{4, 5}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
