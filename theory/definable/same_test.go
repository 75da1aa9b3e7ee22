package definable_test

import (
	"errors"
	"fmt"
	"testing"

	. "github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// taking returns the moves of one heap from which 1 … most may be taken, spelt by what is left or
// by what is taken.
func taking(most int64, byLeft bool) *definable.Moves {
	n, k := V("n"), V("k")
	kind := definable.Kind{Bound: []string{"k"}, Guard: And(Less(k, n), LessEqual(n.Minus(k), C(most))), Parts: [][]Term{{k}}}
	if !byLeft {
		kind.Guard, kind.Parts = And(LessEqual(C(1), k), LessEqual(k, C(most)), LessEqual(k, n)), [][]Term{{n.Minus(k)}}
	}
	return &definable.Moves{Coordinates: []string{"n"}, Kinds: []definable.Kind{kind}}
}

// same decides whether two games are the same, or says where they differ.
func same(t *testing.T, a, b *definable.Moves) string {
	t.Helper()
	left := uint64(1 << 20)
	err := definable.Same(t.Context(), &Theory{System: Base(2)}, a, b, &left)
	unlike, ok := errors.AsType[*definable.Unlike](err)
	switch {
	case err == nil:
		return "same"
	case !ok:
		t.Fatal(err)
	}
	return fmt.Sprint(unlike.At)
}

func TestSame(t *testing.T) {
	n := V("n")
	split := func(a, b Term) *definable.Moves {
		return &definable.Moves{Coordinates: []string{"n"}, Kinds: []definable.Kind{{
			Bound: []string{"a", "b"}, Guard: And(Equal(n, V("a").Plus(V("b"))), Less(V("a"), V("b")), LessEqual(C(1), V("a"))), Parts: [][]Term{{a}, {b}},
		}}}
	}
	bounded := taking(3, true)
	bounded.Shape = []definable.Bound{{Formula: LessEqual(n, C(9))}}
	for _, c := range []struct {
		a, b *definable.Moves
		want string
	}{
		{taking(3, true), taking(3, false), "same"},
		{taking(300, true), taking(300, false), "same"},
		{taking(300, true), taking(299, false), "[300]"},
		{taking(299, true), taking(300, false), "[300]"},
		{taking(3, true), bounded, "[10]"},
		{split(V("a"), V("b")), split(V("b"), V("a")), "same"},
		{split(V("a"), V("b")), split(V("a"), V("a")), "[3]"},
		{split(V("a"), V("b")), taking(1, true), "[3]"},
	} {
		if got := same(t, c.a, c.b); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
	left := uint64(3)
	if err := definable.Same(t.Context(), &Theory{System: Base(2)}, taking(300, true), taking(300, false), &left); !errors.As(err, new(*BudgetError)) {
		t.Errorf("%v with three nodes", err)
	}
}
