package definable_test

import (
	"slices"
	"testing"

	"grundy/internal/long"
	. "grundy/theory/automata"
	"grundy/theory/definable"
)

// A theorem of a list: a game, what is claimed of it, and how the candidate is learned.
type theorem struct {
	name   string
	game   game
	in     func(t testing.TB) *System
	of     definable.Property
	misere bool
	depth  int
	most   int // the largest number; negative: a relation; of P-positions 0
	edge   int64
}

func base(b int) func(testing.TB) *System { return func(testing.TB) *System { return Base(b) } }
func zeckendorf(testing.TB) *System       { return Zeckendorf() }
func ostrowski(a int) func(testing.TB) *System {
	return func(t testing.TB) *System {
		t.Helper()
		s, err := Ostrowski([]int{1}, []int{a})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

const (
	normal = false
	misere = true
)

// theorems are those of the literature, and the plainest of others.
var theorems = []theorem{
	{"Wythoff", wythoff(1, 0), zeckendorf, definable.POutcome, normal, 4, 0, 40},
	{"misère Wythoff", wythoff(1, 0), zeckendorf, definable.POutcome, misere, 4, 0, 40},
	{"Wythoff ending at x + y <= 2", wythoff(1, 2), zeckendorf, definable.POutcome, normal, 4, 0, 40},
	{"2-Wythoff", wythoff(2, 0), ostrowski(2), definable.POutcome, normal, 3, 0, 40},
	{"Fibonacci Nim", dynamic(2), zeckendorf, definable.POutcome, normal, 4, 0, 40},
	{"dynamic Nim, as much as before", dynamic(1), base(2), definable.POutcome, normal, 3, 0, 40},
	{"Nim", nim(3), base(2), definable.POutcome, normal, 2, 0, 12},
	{"Nim's values", nim(2), base(2), definable.NimValue, normal, 1, -1, 30},
	{"misère Nim", nim(3), base(2), definable.POutcome, misere, 2, 0, 12},
	{"Lasker's Nim", lasker(), base(2), definable.NimValue, normal, 3, -1, 60},
	{"Mark", mark(), base(2), definable.NimValue, normal, 4, 2, 500},
	{"subtraction[1,2,5]", subtraction(1, 2, 5), base(2), definable.NimValue, normal, 4, 2, 500},
	{"subtraction[1,2,5], misère", subtraction(1, 2, 5), base(2), definable.NimValue, misere, 4, 2, 500},
	{"subtraction[1,2], remoteness", subtraction(1, 2), base(3), definable.Remoteness, normal, 3, -1, 200},
	{"king", leaper(0, false, king...), base(2), definable.NimValue, normal, 3, 3, 30},
	{"knight", leaper(0, false, knight...), base(2), definable.NimValue, normal, 4, 3, 30},
	{"knight on a board with an edge", leaper(8, true, knight4...), base(2), definable.POutcome, normal, 4, 0, 8},
	{"staircase", staircase(3), base(2), definable.POutcome, normal, 2, 0, 9},
}

func (c theorem) claim(t testing.TB, s *System, tab *table) definable.Claim {
	claim := definable.Claim{Game: c.name, Of: c.of, Misere: c.misere}
	if c.most >= 0 {
		claim.Sets = sets(t, s, tab, c.depth, c.most)
		return claim
	}
	claim.Value = "v"
	tracks := sorted(append(slices.Clone(c.game.Coordinates), "v"))
	claim.Relation = learn(t, s, tracks, c.depth, func(p []int64) bool {
		at := slices.Index(tracks, "v")
		return tab.at(tab.order(slices.Delete(slices.Clone(p), at, at+1))) == p[at]
	})
	return claim
}

// TestTheorems proves theorems from candidates that tables give, and compares what they
// say with larger tables.
func TestTheorems(t *testing.T) {
	for _, c := range theorems {
		t.Run(c.name, func(t *testing.T) {
			s, tab := c.in(t), tableOf(c.game, c.of, c.misere)
			theory := &Theory{System: s, Budget: Budget{States: 100000}}
			proved, err := definable.Prove(t.Context(), theory, c.game.Moves, c.claim(t, s, tab))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s It holds by induction on %s. Largest automaton %d states, %v.", proved.Statement, proved.Measure, proved.Largest, proved.Time)
			answers, err := proved.Answers(t.Context(), theory)
			if err != nil {
				t.Fatal(err)
			}
			for p := range positions(len(c.game.Coordinates), long.Or(c.edge/2, c.edge)) {
				if got, ok, err := answers.Measure(t.Context(), bigs(p)); err != nil || !ok || got.Int64() != tab.at(p) {
					t.Fatalf("%v has %d, and the theorem says %v, %v, %v", p, tab.at(p), got, ok, err)
				}
			}
		})
	}
}
