package definable_test

import (
	"testing"

	. "grundy/theory/automata"
	"grundy/theory/definable"
)

func ostrowski(t testing.TB, a int) *System {
	t.Helper()
	s, err := Ostrowski([]int{1}, []int{a})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTheorems proves theorems of the literature from candidates that tables give.
func TestTheorems(t *testing.T) {
	normal, misere := false, true
	for _, c := range []struct {
		name   string
		game   game
		in     *System
		of     definable.Property
		misere bool
		depth  int
		most   int // the largest number; of P-positions 0
	}{
		{"Wythoff", wythoff(1, 0), Zeckendorf(), definable.POutcome, normal, 4, 0},
		{"misère Wythoff", wythoff(1, 0), Zeckendorf(), definable.POutcome, misere, 4, 0},
		{"Fibonacci Nim", dynamic(2), Zeckendorf(), definable.POutcome, normal, 4, 0},
		{"Nim", nim(3), Base(2), definable.POutcome, normal, 2, 0},
		{"misère Nim", nim(3), Base(2), definable.POutcome, misere, 2, 0},
		{"Mark", mark(), Base(2), definable.NimValue, normal, 4, 2},
		{"subtraction[1,2,5]", subtraction(1, 2, 5), Base(2), definable.NimValue, normal, 4, 2},
		{"subtraction[1,2,5], remoteness", subtraction(1, 2), Base(2), definable.POutcome, misere, 4, 0},
		{"king", leaper(0, false, king...), Base(2), definable.NimValue, normal, 3, 3},
		{"knight", leaper(0, false, knight...), Base(2), definable.POutcome, normal, 4, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := tableOf(c.game, c.of, c.misere)
			claim := definable.Claim{Game: c.name, Of: c.of, Misere: c.misere, Sets: sets(t, c.in, tab, c.depth, c.most)}
			theory := &Theory{System: c.in, Budget: Budget{States: 100000}}
			theorem, err := definable.Prove(t.Context(), theory, c.game.Moves, claim)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s measure %s largest %d time %v", theorem.Statement, theorem.Measure, theorem.Largest, theorem.Time)
			for _, s := range theorem.Steps {
				t.Logf("  %s: %s", s.Says, s.Formula)
			}
		})
	}
}
