package contest

import (
	"errors"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// TestAnyWinningMove has a problem that wants one of the winning moves.
func TestAnyWinningMove(t *testing.T) {
	t.Parallel()
	p := load(t, "tests(1, 9)\nn = number(1, 100)\na = numbers(n, 0, \"10^9\")\ndef answer(a):\n    m = winning(nim(a), most = 1)\n"+
		"    return [0, 0] if len(m) == 0 else [m[0][0] + 1, m[0][1]]\n")
	if !p.IsAny() {
		t.Fatal("any winning move is right")
	}
	d, err := p.Shape.Parse(strings.NewReader("2\n3\n3 5 7\n2\n4 4\n"), input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	right, err := p.Right(t.Context(), d, Semantics{})
	if err != nil || len(right) != 2 || len(right[0]) != 3 || len(right[1]) != 1 {
		t.Fatalf("%q, %v", right, err)
	}
	for got, ok := range map[string]bool{
		"1 2\n0 0\n": true, "2 4\n0 0": true, "3\n6 0 0": true, "3 5\n0 0\n": false, "1 4\n0 0\n": false, "1 2\n": false, "1 2\n0 0\n1\n": false, "": false,
	} {
		err := p.Accept(t.Context(), d, []byte("1 2\n0 0\n"), []byte(got), Semantics{})
		if (err == nil) != ok || err != nil && !errors.Is(err, ErrDiffer) {
			t.Errorf("%q: %v", got, err)
		}
	}
	// Too many to list: each of 2^15 sets of heaps may be moved in.
	many := load(t, "n = number(1, 100)\ndef answer(n):\n    return \"%s\" % winning(nim([1] * n), compound = \"selective\", most = 1)\n")
	if d, err = many.Shape.Parse(strings.NewReader("40\n"), input.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := many.Right(t.Context(), d, Semantics{}); err != nil && !errors.Is(err, grundy.ErrTooLarge) && !errors.Is(err, grundy.ErrBudget) {
		t.Error(err)
	}
}
