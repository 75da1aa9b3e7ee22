package definable_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	. "github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A theorem of a list: a game, what is claimed of it, and how the candidate is learned.
type theorem struct {
	name   string
	game   game
	in     func(t testing.TB) *System
	of     definable.Property
	misere bool
	depth  int
	most   int // the largest number; -1: a relation; -2: one of weights; of P-positions 0
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

// theorems are known from the literature, or plain.
var theorems = []theorem{
	{"Wythoff", wythoff(1, 0), zeckendorf, definable.POutcome, normal, 4, 0, 40},
	{"misère Wythoff", wythoff(1, 0), zeckendorf, definable.POutcome, misere, 4, 0, 40},
	{"Wythoff ending at x + y <= 2", wythoff(1, 2), zeckendorf, definable.POutcome, normal, 4, 0, 40},
	{"2-Wythoff", differ(2), ostrowski(2), definable.POutcome, normal, 3, 0, 40},
	{"Fibonacci Nim", dynamic(2), zeckendorf, definable.POutcome, normal, 4, 0, 40},
	{"dynamic Nim, as much as before", dynamic(1), base(2), definable.POutcome, normal, 3, 0, 40},
	{"Nim", nim(3), base(2), definable.POutcome, normal, 2, 0, 12},
	{"Nim's values", nim(2), base(2), definable.NimValue, normal, 1, -1, 30},
	{"misère Nim", nim(3), base(2), definable.POutcome, misere, 2, 0, 12},
	{"Lasker's Nim", lasker(), base(2), definable.NimValue, normal, 3, -1, 60},
	{"heaps are divided", halves(), base(2), definable.NimValue, normal, 3, 1, 60},
	{"one or all", clearing(), base(2), definable.NimValue, normal, 3, 2, 60},
	{"one or all, misère", clearing(), base(2), definable.NimValue, misere, 3, 2, 60},
	{"one or all, P in misère play", clearing(), base(2), definable.POutcome, misere, 3, 0, 60},
	{"one or all, remoteness", clearing(), base(2), definable.Remoteness, normal, 3, 2, 60},
	{"misère Nim's values", nim(1), base(2), definable.NimValue, misere, 3, -1, 60},
	{"subtraction[1,2], misère remoteness", subtraction(1, 2), base(3), definable.Remoteness, misere, 3, -1, 200},
	{"Mark", mark(), base(2), definable.NimValue, normal, 4, 2, 500},
	{"subtraction[1,2,5]", subtraction(1, 2, 5), base(2), definable.NimValue, normal, 4, 2, 500},
	{"subtraction[1,2,5], misère", subtraction(1, 2, 5), base(2), definable.NimValue, misere, 4, 2, 500},
	{"subtraction[1,2], remoteness", subtraction(1, 2), base(3), definable.Remoteness, normal, 3, -1, 200},
	{"king", leaper(0, false, king...), base(2), definable.NimValue, normal, 3, 3, 30},
	{"knight", leaper(0, false, knight...), base(2), definable.NimValue, normal, 4, 2, 30},
	{"knight on a board with an edge", leaper(8, true, knight4...), base(2), definable.POutcome, normal, 4, 0, 8},
	{"Delete Nim", deleting(), base(2), definable.NimValue, normal, 3, -2, 40},
	{"below the highest digit", below(Base(2), false), base(2), definable.NimValue, normal, 3, -2, 300},
	{"below the highest digit, misère", below(Base(2), false), base(2), definable.NimValue, misere, 3, -2, 300},
	{"below the highest digit in base 3, or nothing", below(Base(3), true), base(3), definable.NimValue, normal, 3, -2, 300},
	{"below the highest digit of Zeckendorf", below(Zeckendorf(), false), zeckendorf, definable.NimValue, normal, 4, -2, 300},
	{"below the highest digit of Zeckendorf, or nothing, misère", below(Zeckendorf(), true), zeckendorf, definable.NimValue, misere, 4, -2, 300},
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
	claim.Weighed = c.most == -2
	claim.Relation = learn(t, s, tracks, c.depth, func(p []int64) bool {
		at := slices.Index(tracks, "v")
		n := tab.at(tab.order(slices.Delete(slices.Clone(p), at, at+1)))
		if claim.Weighed {
			n = s.Weight(int(n)).Int64()
		}
		return n == p[at]
	})
	return claim
}

// TestTheorems proves theorems from candidates that tables give, and compares what they
// say with larger tables.
func TestTheorems(t *testing.T) {
	for _, c := range long.Every(2, theorems) {
		t.Run(c.name, func(t *testing.T) {
			s, tab := c.in(t), tableOf(c.game, c.of, c.misere)
			theory := &Theory{System: s, Budget: Budget{States: 100000}}
			proved, err := definable.Prove(t.Context(), theory, c.game.Moves, c.claim(t, s, tab))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s It holds by induction on %s. Largest automaton %d states, %v.", proved.Statement, proved.Measure, proved.Largest, proved.Time)
			compare(t, c, tab, theory, proved)
		})
	}
}

// compare compares what a theorem says with a table.
func compare(t *testing.T, c theorem, tab *table, theory *Theory, proved *definable.Theorem) {
	t.Helper()
	answers, err := proved.Answers(t.Context(), theory)
	if err != nil {
		t.Fatal(err)
	}
	for p := range positions(len(c.game.Coordinates), long.Or(min(c.edge, 12), c.edge)) {
		if got, ok, err := answers.Measure(t.Context(), bigs(p)); err != nil || !ok || got.Int64() != tab.at(p) {
			t.Fatalf("%v has %d, and the theorem says %v, %v, %v", p, tab.at(p), got, ok, err)
		}
	}
}

// changed returns the automaton with one arrow led to another state, or with the verdict of
// one state changed.
func (c theorem) changed(t *testing.T, a *Automaton, rnd *rand.Rand) *Automaton {
	w := NewWork(t.Context(), Budget{})
	defer w.Close()
	if a.Empty() {
		return a
	}
	arrow, to := -1, rnd.IntN(a.States()+1)-1
	verdict := -1
	arrows := 0
	for state := range a.States() {
		for range a.Arrows(state) {
			arrows++
		}
	}
	if arrow = rnd.IntN(arrows + a.States()); arrow >= arrows {
		verdict = arrow - arrows
	}
	type place struct{ state int }
	b, err := Build(w, a.In(), a.Tracks(), place{a.Start()}, func(at place, letter []int) (place, bool) {
		next := a.Step(at.state, letter)
		n := 0
		for state := range a.States() {
			for l := range a.Arrows(state) {
				if n == arrow && state == at.state && slices.Equal(l, letter) {
					next = to
				}
				n++
			}
		}
		return place{next}, next >= 0
	}, func(at place) bool { return a.Accepting(at.state) != (at.state == verdict) })
	if errors.Is(err, ErrLeadingZeros) {
		return a // no relation of numbers
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWrongClaims changes one arrow or one verdict of the  All are refused, and
// the position that the refusal names shows it.
func TestWrongClaims(t *testing.T) {
	rnd := chance.New(t, 1)
	for _, c := range long.Every(3, theorems) {
		t.Run(c.name, func(t *testing.T) {
			s, tab := c.in(t), tableOf(c.game, c.of, c.misere)
			theory := &Theory{System: s, Budget: Budget{States: 100000}}
			right := c.claim(t, s, tab)
			for range long.Or(2, 200) {
				claim := right
				var old, mutant *Automaton
				if claim.Relation != nil {
					old, mutant = claim.Relation, c.changed(t, claim.Relation, rnd)
					claim.Relation = mutant
				} else {
					i := rnd.IntN(len(claim.Sets))
					old, mutant = claim.Sets[i], c.changed(t, claim.Sets[i], rnd)
					claim.Sets = slices.Clone(claim.Sets)
					claim.Sets[i] = mutant
				}
				if mutant.Equal(old) {
					continue
				}
				proved, err := definable.Prove(t.Context(), theory, c.game.Moves, claim)
				if err == nil && len(proved.Moves.Shape) > 0 {
					compare(t, c, tab, theory, proved) // it is wrong beyond the board only
					continue
				}
				var refused *definable.Refusal
				if !errors.As(err, &refused) {
					t.Fatalf("a wrong automaton: %v", err)
				}
				if c.of == definable.POutcome {
					c.checkRefusal(t, s, tab, mutant, refused)
				}
			}
		})
	}
}

// checkRefusal checks by the program that the claim is wrong where the refusal says so.
func (c theorem) checkRefusal(t *testing.T, s *System, tab *table, claimed *Automaton, r *definable.Refusal) {
	t.Helper()
	isP := func(p []int64) bool {
		q := make([]*big.Int, len(p))
		for i, name := range claimed.Tracks() {
			q[i] = big.NewInt(p[slices.Index(c.game.Coordinates, name)])
		}
		return claimed.Accepts(s.Word(q...))
	}
	var p []int64
	for _, n := range r.Point {
		p = append(p, n.Int64())
	}
	options := tab.options(p)
	shouldBe := !slices.ContainsFunc(options, func(o [][]int64) bool { return len(o) == 0 && !c.misere || len(o) == 1 && isP(o[0]) }) && (!c.misere || len(options) > 0)
	if isP(p) == shouldBe {
		t.Errorf("%s: but the claim is right there", r.Says)
	}
	if r.Option != nil && !slices.ContainsFunc(options, func(o [][]int64) bool { return fmt.Sprint(o) == fmt.Sprint([]any{r.Option}) }) {
		t.Errorf("%s: but this is not an option", r.Says)
	}
}

// TestRefusals has claims that cannot be proved, and what is said of them.
func TestRefusals(t *testing.T) {
	n, k := V("n"), V("k")
	one := []string{"n"}
	for _, c := range []struct {
		name  string
		moves definable.Moves
		of    definable.Property
		want  string
	}{
		{"no measure", definable.Moves{Coordinates: one, Kinds: []definable.Kind{
			kind("3:5", nil, LessEqual(C(1), n), n.Minus(C(1))), kind("4:5", nil, Less(C(5), n), n.Plus(C(1))),
		}}, definable.POutcome, "no measure is found that every move lowers: the move at 4:5 leads from 6 to 7"},
		{"below zero", definable.Moves{Coordinates: one, Kinds: []definable.Kind{kind("3:5", nil, True(), n.Minus(C(2)))}},
			definable.POutcome, "the move at 3:5 leads from 0 to -2, which is not a position"},
		{"out of the shape", definable.Moves{Coordinates: one, Shape: []definable.Bound{{Formula: LessEqual(C(3), n)}},
			Kinds: []definable.Kind{kind("3:5", []string{"k"}, Less(k, n), k)}},
			definable.POutcome, "the move at 3:5 leads from 3 to 0, which is not a position"},
		{"drawn", definable.Moves{Coordinates: one, Drawn: []Formula{Equal(n, C(7))}}, definable.POutcome, "it is not so that no play is drawn: look at 7"},
		{"endings", definable.Moves{Coordinates: one, Won: []Formula{Equal(n, C(7))}}, definable.NimValue, "the rules end the play at 7: nim-value says nothing of such games"},
		{"parts", lasker().Moves, definable.POutcome, "the move at split leaves several positions: that needs all nim-values"},
		{"nothing", subtraction(1).Moves, definable.POutcome, "outcome N is claimed for 0, but no option is claimed to have outcome P"},
	} {
		theory := &Theory{System: Base(2)}
		_, err := definable.Prove(t.Context(), theory, c.moves, definable.Claim{Of: c.of, Sets: []*Automaton{none(t, theory, c.moves.Coordinates)}})
		var refused *definable.Refusal
		if !errors.As(err, &refused) || refused.Says != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// none accepts nothing.
func none(t *testing.T, theory *Theory, names []string) *Automaton {
	w := NewWork(t.Context(), Budget{})
	defer w.Close()
	return w.False(theory.System.Universe(), names...)
}

// TestBounds has bounds from above that the game does not need, and others that it does.
func TestBounds(t *testing.T) {
	theory := &Theory{System: Base(2)}
	n := V("n")
	upper := []definable.Bound{{Formula: Less(n, C(8)), Upper: true}}
	claimed := func(f Formula) definable.Claim {
		a, _, err := theory.Automaton(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		return definable.Claim{Sets: []*Automaton{a}}
	}
	for _, c := range []struct {
		name            string
		moves           definable.Moves
		claim           definable.Claim
		holds, dropping string
	}{
		{"dropped", definable.Moves{Coordinates: []string{"n"}, Shape: upper, Kinds: subtraction(1).Kinds}, claimed(Congruent(n, C(0), 2)), "n >= 0", "[n <= 7]"},
		{"needed", definable.Moves{Coordinates: []string{"n"}, Shape: upper, Kinds: subtraction(1).Kinds}, claimed(And(Congruent(n, C(0), 2), Less(n, C(9)))), "n >= 0, n <= 7", "[]"},
		{"crossed from outside", definable.Moves{Coordinates: []string{"n"}, Shape: upper, Kinds: []definable.Kind{
			kind("down", nil, And(Less(C(0), n), LessEqual(n, C(7))), n.Minus(C(1))), kind("below", nil, LessEqual(C(8), n), n.Minus(C(9))),
		}}, claimed(Congruent(n, C(0), 2)), "n >= 0, n <= 7", "[]"},
		{"crossed from inside", definable.Moves{
			Coordinates: []string{"n", "most"}, Kinds: dynamic(1).Kinds,
			Shape: []definable.Bound{{Formula: LessEqual(n, C(9)), Upper: true}, {Formula: LessEqual(V("most"), C(5)), Upper: true}},
		}, claimed(LessEqual(C(0), n.Plus(V("most")))), "", ""},
	} {
		proved, err := definable.Prove(t.Context(), theory, c.moves, c.claim)
		switch {
		case err != nil:
			if c.holds != "" {
				t.Errorf("%s: %v", c.name, err)
			}
		case proved.Positions != c.holds || fmt.Sprint(proved.Dropped) != c.dropping:
			t.Errorf("%s: it holds for %s without %v; want %s without %s", c.name, proved.Positions, proved.Dropped, c.holds, c.dropping)
		}
	}
}

// BenchmarkProve proves each theorem from its candidate, with a theory that knows nothing.
func BenchmarkProve(b *testing.B) {
	for _, c := range theorems {
		s := c.in(b)
		claim := c.claim(b, s, tableOf(c.game, c.of, c.misere))
		b.Run(c.name, func(b *testing.B) {
			var proved *definable.Theorem
			for b.Loop() {
				var err error
				if proved, err = definable.Prove(b.Context(), &Theory{System: s}, c.game.Moves, claim); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(proved.Candidate[0]), "states/candidate")
			b.ReportMetric(float64(proved.Largest), "states/largest")
		})
	}
}

// blocked is Wythoff's game where who moves also forbids the other player one option: the
// position says which, or names a cell that is none.
func blocked() definable.Moves {
	m := definable.Moves{Coordinates: []string{"x", "y", "bx", "by"}}
	x, y, u, c, d := V("x"), V("y"), V("u"), V("c"), V("d")
	for _, to := range []struct {
		where string
		when  Formula
		x, y  Term
	}{
		{"row", Less(u, x), u, y},
		{"column", Less(u, y), x, u},
		{"diagonal", And(LessEqual(C(1), u), LessEqual(u, x), LessEqual(u, y)), x.Minus(u), y.Minus(u)},
	} {
		allowed := Not(And(Equal(to.x, V("bx")), Equal(to.y, V("by"))))
		m.Kinds = append(m.Kinds, kind(to.where, []string{"u", "c", "d"},
			And(to.when, allowed, LessEqual(c, to.x), LessEqual(d, to.y)), to.x, to.y, c, d))
	}
	return m
}

// TestBlocked proves a theorem of Renard and Rigo (arXiv 2512.11601): where one move may be
// forbidden, an automaton in Zeckendorf's system says from which (x, y) some choice wins. A
// cell is such exactly if one of its options is such at most.
func TestBlocked(t *testing.T) {
	const most = 1000
	var row, column [most]int
	diagonal := map[int]int{}
	safe := make([][most]bool, most)
	for x := range most {
		for y := range most {
			if safe[x][y] = row[x]+column[y]+diagonal[x-y] <= 1; safe[x][y] {
				row[x]++
				column[y]++
				diagonal[x-y]++
			}
		}
	}
	s := Zeckendorf()
	q := learn(t, s, []string{"x", "y"}, 4, func(p []int64) bool { return safe[p[0]][p[1]] })
	theory := &Theory{System: s, Budget: Budget{States: 100000}}
	lost, err := definable.Lift(t.Context(), theory, blocked(), false, q)
	if err != nil {
		t.Fatal(err)
	}
	if q.States() != 73 || lost.States() != 557 {
		t.Errorf("%d and %d states", q.States(), lost.States())
	}
	some, _, err := theory.Automaton(t.Context(), Exists([]string{"bx", "by"}, And(
		Set("P", lost, V("bx"), V("by"), V("x"), V("y")), LessEqual(V("bx"), V("x")), LessEqual(V("by"), V("y")))))
	if err != nil || !some.Equal(q) {
		t.Errorf("some choice wins elsewhere: %v", err)
	}
	if !long.Asked {
		return // the proof takes seconds
	}
	proved, err := definable.Prove(t.Context(), theory, blocked(), definable.Claim{Game: "blocked Wythoff", Sets: []*Automaton{lost}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s Largest automaton %d states, %v.", proved.Statement, proved.Largest, proved.Time)
}
