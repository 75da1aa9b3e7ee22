package pattern

// This file learns automata of sparse sets of P-positions.

import (
	"errors"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/automata"
)

// shortWythoff returns the P-positions of Wythoff's game that ends with l tokens at most: each
// smaller number in turn goes with the least one in a free row, column and diagonal.
func shortWythoff(l, side int) *set {
	s := &set{axes: 2, side: side, has: make(marks, side*side/64+1)}
	line, diagonal := make([]bool, 3*side), make([]bool, 3*side)
	add := func(x, y int) {
		line[x], line[y], diagonal[y-x] = true, true, true
		if y < side {
			s.points = append(s.points, []int{x, y})
			if x != y {
				s.points = append(s.points, []int{y, x})
			}
		}
	}
	for x := range l/2 + 1 {
		for y := x; x+y <= l; y++ {
			add(x, y)
		}
	}
	for x := range side {
		for y := x; !line[x]; y++ {
			if !line[y] && !diagonal[y-x] {
				add(x, y)
			}
		}
	}
	slices.SortFunc(s.points, slices.Compare)
	for _, at := range s.points {
		s.has.add(s.index(at))
	}
	return s
}

// TestLearnSet learns automata, whose sizes another program found from larger squares.
func TestLearnSet(t *testing.T) {
	for _, c := range []struct{ l, side, states int }{{0, 300, 8}, {4, 600, 56}, {6, 1600, 110}, {8, 2600, 143}, {12, 6800, 240}}[:long.Or(3, 5)] {
		s := shortWythoff(c.l, c.side)
		a, err := learnSet(t.Context(), s, &numeration{System: automata.Zeckendorf()}, 1e5)
		if err != nil {
			t.Fatal(err)
		}
		far := shortWythoff(c.l, 3*c.side)
		if a.states()[0] != c.states || !a.describes(s) || !a.describes(far) {
			t.Errorf("%d tokens: %v states, want %d", c.l, a.states(), c.states)
		}
		far.points = far.points[1:]
		if a.describes(far) {
			t.Errorf("%d tokens: a point more is described", c.l)
		}
		if _, err := learnSet(t.Context(), s, &numeration{System: automata.Base(2)}, 1000); err == nil {
			t.Errorf("%d tokens: an automaton over binary digits", c.l)
		}
	}
}

// TestSift compares the P-positions that moves as formulas give with those of a rule, and of a
// table by search.
func TestSift(t *testing.T) {
	const side = 128
	for _, misere := range []bool{false, true} {
		game, err := position.ParseGame("short-wythoff(_,_,5)")
		if err != nil {
			t.Fatal(err)
		}
		source := sourceOf(Question{Game: game, Misere: misere}, Outcomes)
		defer source.Close()
		left, err := source.left(t.Context(), true)
		if err != nil || left == nil {
			t.Fatal(left, err)
		}
		s, err := left.chooser.sift(t.Context(), side)
		if err != nil {
			t.Fatal(err)
		}
		if want := shortWythoff(5, side); !misere && !slices.EqualFunc(s.points, want.points, slices.Equal) {
			t.Errorf("%v, want %v", s.points, want.points)
		}
		table, err := source.table(t.Context(), []int{side / 2, side / 2})
		if err != nil {
			t.Fatal(err)
		}
		for at, v := range table.Cells() {
			if isP := s.has.holds(s.index(at)); isP != (v == 0) {
				t.Errorf("misère %v: %v is %d", misere, at, v)
			}
		}
		plain := NewTable(Outcomes, nil, side, side)
		for i := range plain.Values {
			plain.Values[i] = truth(s.has.holds(i))
		}
		list, other := plain.Listed()
		if l, o := s.listed(); l != list || o != other {
			t.Errorf("lists of %v and %v bits, want %v and %v", l, o, list, other)
		}
	}
}

// TestDense lists no P-positions where they are many, which would take hundreds of megabytes.
func TestDense(t *testing.T) {
	game := gameOf(t, "thirds.star", `position(x = integer(), y = integer())
def moves(x, y):
    if x > 0:
        move(x // 2, y)
    if y > 0:
        move(x, y // 3)
    if x > 0 and y > 0:
        move(x - 1, y - 1)
`)
	source := sourceOf(Question{Game: game}, Outcomes)
	defer source.Close()
	left, err := source.left(t.Context(), true)
	if err != nil || left == nil {
		t.Fatal(left, err)
	}
	if s, err := left.chooser.sift(t.Context(), 512); !errors.Is(err, errDense) {
		t.Errorf("%v, %v", s, err)
	}
}
