package solve_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/sprouts"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

func parse(t testing.TB, text string) grundy.Sum {
	t.Helper()
	sum, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func answer(t testing.TB, q solve.Question) *solve.Answer {
	t.Helper()
	a, err := solve.Solve(context.Background(), q)
	if err != nil {
		t.Fatalf("%v: %v", q.Sum, err)
	}
	return a
}

var rules = oracle.Rules(compound.ParseKind)

// check compares an answer with the search of the whole position: outcome,
// every winning move with its component, their number, and the nim-value.
func check(t interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, truth *oracle.Oracle, sum grundy.Sum, kind compound.Kind, convention grundy.Convention,
) {
	a, err := solve.Solve(context.Background(), solve.Question{Sum: sum, Compound: kind, Convention: convention, MaxMoves: 1 << 20})
	if err != nil {
		t.Fatalf("%v %v %v: %v", convention, kind, sum, err)
		return
	}
	components := sum.Components()
	if got, want := a.Outcome == grundy.N, truth.Wins(rules[kind], convention, components); got != want {
		t.Errorf("%v %v %v: N is %v, by search %v", convention, kind, sum, got, want)
		return
	}
	// As a misère N position may have no move at all, moves are compared even so.
	var want, got []string
	for _, next := range truth.WinningMoves(rules[kind], convention, components) {
		want = append(want, oracle.Text(next))
	}
	for _, m := range a.WinningMoves {
		next := slices.Clone(components)
		for _, s := range m {
			if s.From.String() != next[s.Component].String() {
				t.Errorf("%v %v %v: component %d is %v, not %v", convention, kind, sum, s.Component, next[s.Component], s.From)
			}
			next[s.Component] = s.To
		}
		got = append(got, oracle.Text(next))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || a.WinningMoveCount.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Errorf("%v %v %v: winning moves %v (count %v), by search %v", convention, kind, sum, got, a.WinningMoveCount, want)
	}
	if kind == compound.Disjunctive && convention == grundy.Normal {
		total := uint64(0)
		for _, c := range components {
			total ^= truth.Value(c)
		}
		if a.NimValue == nil || *a.NimValue != total {
			t.Errorf("%v: nim-value %v, by definition %d", sum, a.NimValue, total)
		}
	}
	if kind != compound.Disjunctive && convention == grundy.Normal {
		if want := truth.ValueOfWhole(rules[kind], components); a.NimValue == nil || *a.NimValue != want {
			t.Errorf("%v %v: nim-value %v, by definition %d", kind, sum, a.NimValue, want)
		}
	}
	for _, c := range a.Components {
		if c.NimValue != nil && *c.NimValue != truth.Value(c.Position) {
			t.Errorf("%v: nim-value %d, by definition %d", c.Position, *c.NimValue, truth.Value(c.Position))
		}
	}
	if len(a.Methods) == 0 {
		t.Errorf("%v: no method", sum)
	}
}

// small draws a small position of any game.
func small(t *rapid.T, i int) string {
	n := func(lo, hi uint64) uint64 { return rapid.Uint64Range(lo, hi).Draw(t, fmt.Sprintf("number in %d", i)) }
	row := func(length, hi uint64) string {
		text := fmt.Sprint(n(0, hi))
		for range n(0, length-1) {
			text += fmt.Sprint(",", n(0, hi))
		}
		return text
	}
	// Those of the catalogue have positions of many shapes, and tests of their own.
	game := rapid.SampledFrom(slices.DeleteFunc(position.Names(), catalog.Has)).Draw(t, fmt.Sprintf("game %d", i))
	switch game {
	case "roxor":
		return fmt.Sprintf("roxor(%d,%d,%d)", n(0, 1), n(0, 2), n(0, 2))
	case "grundy":
		return rapid.SampledFrom([]string{"grundy", "0.77", "0.07", "4.7", "0.3F", "0.[3]"}).Draw(t, "code") + fmt.Sprintf("(%d)", n(0, 8))
	case "squares", "primes", "powers", "fibonacci":
		return fmt.Sprintf("%s(%d)", game, n(0, 12))
	case "allbut":
		return fmt.Sprintf("allbut[%d,%d](%d)", n(1, 3), n(1, 5), n(0, 9))
	case "partition", "partition-equal", "partition-distinct":
		return fmt.Sprintf("%s[%d,%d](%d)", game, n(2, 4), n(2, 3), n(0, 8))
	case "graph": // needs a file; loopy_test.go has sums with graphs
		return fmt.Sprintf("nim(%d)", n(0, 3))
	case "nim", "staircase", "cake":
		return fmt.Sprintf("%s(%s)", game, row(3, 3))
	case "nondecreasing":
		a, b := n(0, 3), n(0, 3)
		return fmt.Sprintf("nondecreasing(%d,%d,%d)", a, a+b, a+b+n(0, 2))
	case "tree":
		return fmt.Sprintf("tree[%d,%d](%d,%d,%d)", n(1, 1), n(1, 2), n(0, 2), n(0, 2), n(0, 2))
	case "subtraction":
		return fmt.Sprintf("subtraction[%d,%d](%d)", n(1, 3), n(1, 5), n(0, 9))
	case "counter":
		return fmt.Sprintf("counter(%d)", n(1, 20))
	case "wythoff":
		return fmt.Sprintf("wythoff[%d](%d,%d)", n(1, 3), n(0, 3), n(0, 3))
	case "cyclic-nimhoff":
		return fmt.Sprintf("cyclic-nimhoff[%d](%d,%d,%d)", n(1, 4), n(0, 2), n(0, 2), n(0, 2))
	case "euclid":
		return fmt.Sprintf("euclid(%d,%d)", n(1, 12), n(1, 12))
	case "leaper", "rider":
		return fmt.Sprintf("%s[-%d,%d,0,-%d](%d,%d)", game, n(1, 2), n(0, 1), n(1, 2), n(0, 3), n(0, 2))
	case "nimhof":
		return fmt.Sprintf("nimhof[1,0,0,%d,1,0,0,%d,1](%d,%d,%d)", n(0, 1), n(0, 1), n(0, 2), n(0, 2), n(0, 2))
	case "piece":
		return fmt.Sprintf("piece[leaps -1,%d; rides 0,-1; side 5; blocked %d,1](%d,%d)", n(0, 2), n(0, 4), n(0, 4), n(2, 4))
	case "hackenbush":
		return fmt.Sprintf("hackenbush(%d,%d,%d,%d)", n(0, 0), n(0, 1), n(0, 2), n(0, 3))
	case "geography":
		return fmt.Sprintf("geography[0,1,1,2,2,%d,2,3,%d,%d](%d)", n(0, 1), n(0, 3), n(0, 3), n(0, 2))
	case "hackenbush-graph":
		return fmt.Sprintf("hackenbush-graph(%d,%d,%d,%d,%d,%d)", n(0, 1), n(0, 2), n(0, 2), n(0, 2), n(0, 3), n(0, 3))
	case "turning-turtles", "mock-turtles", "ruler":
		return fmt.Sprintf("%s(%d,%d)", game, n(1, 2), n(3, 5))
	case "moebius", "mogul", "moidores":
		return fmt.Sprintf("%s(%d,%d)", game, n(0, 2), n(3, 5))
	case "turning-up-to":
		return fmt.Sprintf("turning-up-to[%d](%d,%d)", n(1, 6), n(0, 2), n(3, 5))
	case "twins":
		return fmt.Sprintf("twins(%d,%d)", n(0, 2), n(3, 5))
	case "turning":
		return fmt.Sprintf("turning[%d,%d](%d,%d)", n(1, 3), n(1, 4), n(0, 3), n(4, 6))
	case "turning-corners", "rugs":
		return fmt.Sprintf("%s(%d,%d,%d,%d)", game, n(1, 2), n(1, 3), n(3, 3), n(1, 2))
	case "tartan":
		return fmt.Sprintf("tartan[%d,%d](%d,%d)", n(1, 4), n(1, 4), n(1, 3), n(1, 2))
	case "sprouts":
		return fmt.Sprintf("sprouts(%d)", n(0, 2))
	case "knight4":
		return fmt.Sprintf("knight4[5](%d,%d)", n(0, 4), n(0, 4))
	default:
		return fmt.Sprintf("%s(%d,%d)", game, n(0, 4), n(0, 4))
	}
}

// drawSum draws a sum from which at most the given number of positions can be reached,
// as the games bound them, so that the oracle can search them.
func drawSum(t *rapid.T, positions uint64) grundy.Sum {
	var sum grundy.Sum
	for i := range rapid.IntRange(1, 4).Draw(t, "terms") {
		drawn, err := position.Parse(small(t, i))
		if err != nil {
			t.Fatal(err)
		}
		term := drawn[0]
		count, ok := term.Component.CountPositions()
		if _, isSprouts := term.Component.Game().(sprouts.Game); isSprouts {
			count, ok = 20, true // for two spots
		}
		if !ok {
			t.Fatalf("%v does not bound its positions", term.Component)
		}
		if len(sum) > 0 && count > positions {
			break
		}
		if positions /= max(count, 1); count <= positions && rapid.Bool().Draw(t, "twice") {
			term.Copies, positions = 2, positions/count
		}
		sum = append(sum, term)
	}
	return sum
}

func TestRandomSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		check(t, &truth, drawSum(t, long.Or[uint64](5_000, 20_000)), compound.Disjunctive, grundy.Normal)
	})
}

func TestRandomMisereSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		check(t, &truth, drawSum(t, long.Or[uint64](2_000, 5_000)), compound.Disjunctive, grundy.Misere)
	})
}

func TestRandomCompounds(t *testing.T) {
	for kind := range rules {
		if kind == compound.Disjunctive {
			continue
		}
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			t.Run(fmt.Sprint(convention, " ", kind), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					var truth oracle.Oracle
					check(t, &truth, drawSum(t, long.Or[uint64](300, 600)), kind, convention)
				})
			})
		}
	}
}

// Sums of games given as graphs, whole answers: every pair of the 16 games of
// birthday at most 3, triples of birthday at most 2, and some or, with
// GRUNDY_LONG=whole, all triples of birthday at most 3.
func TestGraphs(t *testing.T) {
	var truth oracle.Oracle
	all := oracle.AllGames(16)
	ask := func(positions ...int) {
		var components []grundy.Component
		for _, p := range positions {
			components = append(components, grundy.Place(all, p))
		}
		for kind := range rules {
			check(t, &truth, grundy.SumOf(components...), kind, grundy.Normal)
			check(t, &truth, grundy.SumOf(components...), kind, grundy.Misere)
		}
	}
	for a := range 16 {
		ask(a)
		for b := range a + 1 {
			if (a+b)%long.Or(5, 1) == 0 {
				ask(a, b)
			}
			for c := range b + 1 {
				if a < long.Or(2, 4) || (a+2*b+3*c+3)%long.Of(48, 2, 1) == 0 {
					ask(a, b, c)
				}
			}
		}
	}
	for a := range long.Or(3, 4) {
		for b := range a + 1 {
			ask(1, 1, a, b)
			ask(2, 1, a, b)
		}
	}
}

// Every pair of small positions of all games, in every compound and convention; in compounds
// other than disjunctive every third or, by default, every twenty-fourth of them, of each fifth pair.
func TestPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of questions")
	}
	positions := []string{
		"nim(0)", "nim(1)", "nim(3)", "nim(1,2)", "nim(1,1)",
		"subtraction[1,2](3)", "subtraction[2,3](5)", "subtraction[2](3)",
		"counter(1)", "counter(4)", "counter(6)",
		"grundy(5)", "0.77(4)", "4.7(3)",
		"queen(1,2)", "queen(2,2)", "rook(1,2)", "bishop(2,3)", "king(2,1)", "king(2,2)", "knight(2,4)", "knight(3,3)",
		"knight4[3](2,2)", "knight4[4](3,3)",
		"staircase(0,1,2)", "staircase(1,0,1)", "tree[1,2](0,1,1)", "tree[1,1](1,1,1)",
		"nondecreasing(1,2)", "nondecreasing(2,2)", "cake(2,1)", "cake(2,2)", "cake(1,1,1)", "roxor(1,0)", "roxor(1,1,0)",
	}
	var truth oracle.Oracle
	for i, a := range positions {
		for j, b := range positions[i:] {
			if !long.Asked && (i+j)%5 != 0 {
				continue
			}
			sum := parse(t, a+" + "+b)
			for kind := range rules {
				if kind != compound.Disjunctive && (2*i+j)%long.Of(24, 3, 1) != 0 {
					continue
				}
				check(t, &truth, sum, kind, grundy.Normal)
				check(t, &truth, sum, kind, grundy.Misere)
			}
		}
	}
}

// The rules of the TopCoder article on its own example: every pair of knights
// on a 5 x 5 board, by all four rules.
func TestKnightsOnABoard(t *testing.T) {
	var truth oracle.Oracle
	for a := range 25 {
		for b := a; b < 25; b += long.Or(5, 1) {
			sum := parse(t, fmt.Sprintf("knight4[5](%d,%d) + knight4[5](%d,%d)", a%5, a/5, b%5, b/5))
			for kind := range rules {
				check(t, &truth, sum, kind, grundy.Normal)
			}
		}
	}
}

func TestLarge(t *testing.T) {
	for _, c := range []struct {
		sum     string
		outcome grundy.Outcome
		count   string
	}{
		{"queen(1000000000000000000,618033988749894848)", grundy.P, "0"},
		{"queen(1000000000000000000,1000000000000000000)", grundy.N, ""},
		{"rook(9223372036854775807,9223372036854775806)", grundy.N, "1"},
		{"nim(9223372036854775807,9223372036854775807)", grundy.P, "0"},
		{"counter(18446744073709551615)", grundy.N, "1"},
		{"subtraction[1,3,4](1000000000000000000)", grundy.N, ""},
		{"2*queen(123456789,5) + 4*knight(7,7)", grundy.P, "0"},
		{"1000000000001*nim(5)", grundy.N, "1000000000001"},
		{"cake(9223372036854775807,9223372036854775806,9223372036854775806)", grundy.N, "9223372036854775806"},
		{"bishop(5,9223372036854775807) + nim(4)", grundy.N, ""},
	} {
		a := answer(t, solve.Question{Sum: parse(t, c.sum), MaxMoves: 3})
		if a.Outcome != c.outcome || c.count != "" && a.WinningMoveCount.String() != c.count {
			t.Errorf("%s: outcome %v with %v winning moves, want %v with %s", c.sum, a.Outcome, a.WinningMoveCount, c.outcome, c.count)
		}
		if want := min(a.WinningMoveCount.Uint64(), 3); uint64(len(a.WinningMoves)) != want {
			t.Errorf("%s: %d moves listed, want %d", c.sum, len(a.WinningMoves), want)
		}
	}
}

func TestManyComponents(t *testing.T) {
	sum := parse(t, "50*nim(3,5) + subtraction[1,2](7)")
	a := answer(t, solve.Question{Sum: sum, Compound: compound.Selective, MaxMoves: 2})
	// Each nim(3,5) has the one P option nim(3,3), and the heap of 7 the one 6.
	if a.Outcome != grundy.N || a.WinningMoveCount.Int64() != 1 || len(a.WinningMoves[0]) != 51 {
		t.Errorf("outcome %v, %v winning moves", a.Outcome, a.WinningMoveCount)
	}
	for _, c := range []struct {
		sum        string
		kind       compound.Kind
		convention grundy.Convention
		listed     int
		digits     int // of the number of winning moves
	}{
		{"2000*nim(3,5)", compound.Selective, grundy.Misere, 1, 1},          // to nim(3,3) in all
		{"500*nim(7)", compound.ShortenedSelective, grundy.Normal, 20, 452}, // 8^500 - 7^500
		{"500*queen(7,5)", compound.Conjunctive, grundy.Normal, 20, 350},
		{"500*queen(7,5)", compound.ContinuedConjunctive, grundy.Misere, 20, 540},
		{"900*nim(5) + nim(3)", compound.Moore(2), grundy.Normal, 20, 3}, // nim(3) to nim(0), or to nim(1) and one nim(5) to nim(4): 901
	}[:long.Or(4, 5)] {
		a := answer(t, solve.Question{Sum: parse(t, c.sum), Compound: c.kind, Convention: c.convention, MaxMoves: 20})
		if len(a.WinningMoves) != c.listed || len(a.WinningMoveCount.String()) != c.digits {
			t.Errorf("%v %v %s: %d moves listed, and a count of %d digits", c.convention, c.kind, c.sum, len(a.WinningMoves), len(a.WinningMoveCount.String()))
		}
	}
	a = answer(t, solve.Question{Sum: parse(t, "nim(1000000000000) + nim(999999999999)"), Compound: compound.Conjunctive, MaxMoves: 2})
	// At least one heap must be emptied.
	if a.WinningMoveCount.String() != "1999999999998" {
		t.Errorf("%v winning moves", a.WinningMoveCount)
	}
}

// Heaps too large to search, in every kind and convention: closed forms of a
// heap, and the theorems, must do.
func TestLargeCompounds(t *testing.T) {
	for _, c := range []struct {
		sum     string
		kind    compound.Kind
		misere  bool
		outcome grundy.Outcome
		count   string
	}{
		{"nim(1000000000000) + nim(999999999999)", compound.DiminishedDisjunctive, false, grundy.N, "2"},
		{"nim(1000000000000) + nim(999999999999)", compound.DiminishedDisjunctive, true, grundy.N, "1"}, // as heaps one smaller
		{"nim(1000000000000) + nim(1000000000000)", compound.DiminishedDisjunctive, true, grundy.P, "0"},
		{"nim(5) + nim(0)", compound.DiminishedDisjunctive, true, grundy.N, "0"},
		{"3000000000000000001*nim(7)", compound.DiminishedDisjunctive, true, grundy.N, "3000000000000000001"},
		// Leave 1 in one heap, and more than 0 in the other.
		{"nim(1000) + nim(2000)", compound.Conjunctive, true, grundy.N, "2997"},
		// Take both.
		{"nim(1000000000000) + nim(999999999999)", compound.ContinuedConjunctive, false, grundy.N, "1"},
		// Leave 1 and 1, 1 and 0, 0 and 1.
		{"nim(1000000000000) + nim(999999999999)", compound.ContinuedConjunctive, true, grundy.N, "3"},
		{"nim(1000000000000) + nim(999999999999)", compound.Selective, true, grundy.N, "2"},
		// Take one, and leave the other or anything of it; or the other way; both only once.
		{"nim(1000000000000) + nim(999999999999)", compound.ShortenedSelective, false, grundy.N, "2000000000000"},
		{"nim(1000000000000) + nim(999999999999)", compound.ShortenedSelective, true, grundy.N, "1"},
		{"nim(1000000000000) + nim(999999999999) + nim(7)", compound.ProperSelective, true, grundy.N, "1"},
		{"nim(1000000000000) + nim(999999999999)", compound.Moore(1), false, grundy.N, "1"},
		{"nim(7) + nim(7) + nim(7) + nim(1000000000000)", compound.Moore(2), false, grundy.N, "22"},
		{"nim(7) + nim(7) + nim(7) + nim(0)", compound.Moore(2), false, grundy.P, "0"},
		{"rook(1000000000000,999999999999) + rook(5,7) + rook(3,9)", compound.Moore(2), false, grundy.N, ""},
		{"rook(1000000000000,999999999999) + rook(5,7) + bishop(3,1000000000)", compound.Selective, true, grundy.N, "1"},
		{"rook(1000000000000,999999999999) + rook(5,7)", compound.ShortenedSelective, true, grundy.N, "1"},
		{"rook(1000000000000,0) + rook(1000000000000,0)", compound.ShortenedSelective, false, grundy.N, "2000000000001"},
		{"knight(1000000000001,999999999998) + rook(1000000000000,0)", compound.Selective, true, grundy.N, ""},
		{"queen(1000000000000,999999999999) + queen(1,2)", compound.Moore(72057594037927935), false, grundy.N, ""},
	} {
		q := solve.Question{Sum: parse(t, c.sum), Compound: c.kind, MaxMoves: 3, Budget: solve.Budget{Memory: 1 << 30, Time: time.Minute}}
		if c.misere {
			q.Convention = grundy.Misere
		}
		a, err := solve.Solve(t.Context(), q)
		if err != nil {
			t.Errorf("%v %v %s: %v", q.Convention, c.kind, c.sum, err)
			continue
		}
		if a.Outcome != c.outcome || c.count != "" && a.WinningMoveCount.String() != c.count {
			t.Errorf("%v %v %s: outcome %v with %v winning moves, want %v with %s", q.Convention, c.kind, c.sum, a.Outcome, a.WinningMoveCount, c.outcome, c.count)
		}
		if want := min(a.WinningMoveCount.Uint64(), 3); uint64(len(a.WinningMoves)) != want {
			t.Errorf("%v %v %s: %d moves listed, want %d", q.Convention, c.kind, c.sum, len(a.WinningMoves), want)
		}
	}
}

// Where a theorem settles who wins, but finding the moves is over the budget, the answer
// says so and has no number of moves.
func TestUnlisted(t *testing.T) {
	budget := solve.Budget{Memory: 1 << 30, Time: time.Minute}
	for text, want := range map[string]uint64{
		"0.3F(1000000000000000000)":                499_999_999_999_999_999,
		"partition[3](1000000)":                    499_999,
		"turning-corners(4294967296,4294967297)":   1 << 31, // the square of 2^32, a Fermat power, is 2^32 + 2^31
		"0.3F(1000000000000000000) + nim(1,2,3,4)": 499_999_999_999_999_999 ^ 4,
	} {
		q := solve.Question{Sum: parse(t, text), MaxMoves: 5, Budget: budget, Why: true}
		a, err := solve.Solve(t.Context(), q)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if a.Outcome != grundy.N || a.NimValue == nil || *a.NimValue != want {
			t.Errorf("%s: outcome %v, nim-value %v, want N and %d", text, a.Outcome, a.NimValue, want)
		}
		if !errors.Is(a.Unlisted, grundy.ErrTooLarge) || a.WinningMoveCount != nil || len(a.WinningMoves) > 0 {
			t.Errorf("%s: unlisted is %v, with %v moves", text, a.Unlisted, a.WinningMoveCount)
		}
		if last := a.Reasons[len(a.Reasons)-1]; last != fmt.Sprintf("So the player to move wins. The winning moves are not listed: %v.", a.Unlisted) {
			t.Errorf("%s: %s", text, last)
		}
	}
	// With memory for its options, and without.
	q := solve.Question{Sum: grundy.Sum{{Copies: 1, Component: grundy.Place(walkedHeap{}, uint64(10_000))}}, MaxMoves: 1, Budget: budget}
	if a, err := solve.Solve(t.Context(), q); err != nil || a.Unlisted != nil || a.WinningMoveCount.Sign() == 0 {
		t.Errorf("10,000 options: %v, %+v", err, a)
	}
	q.Budget.Memory = 1 << 16
	if a, err := solve.Solve(t.Context(), q); err != nil || a.Unlisted == nil {
		t.Errorf("10,000 options in 64 KiB: %v, %+v", err, a)
	}
}

// A walkedHeap is a heap of Nim whose options can only be found by a walk over all.
type walkedHeap struct{}

func (walkedHeap) AppendOptions(dst []uint64, n uint64) []uint64 {
	for m := range n {
		dst = append(dst, m)
	}
	return dst
}

func (walkedHeap) AppendPosition(dst []byte, n uint64) []byte {
	return fmt.Appendf(dst, "walked(%d)", n)
}

func (walkedHeap) CountOptions(n uint64) uint64 { return n }

func (walkedHeap) Measure(m grundy.Measure, n uint64) (uint64, string, bool) {
	return n, "Nim", m == grundy.ByNimValue
}

func TestRefusals(t *testing.T) {
	budget := solve.Budget{Memory: 1 << 26, Time: time.Minute}
	for _, c := range []struct {
		q    solve.Question
		want error
	}{
		{solve.Question{Sum: parse(t, "queen(1000000000,1000000000) + nim(1)"), Budget: budget}, grundy.ErrTooLarge},
		{solve.Question{Sum: parse(t, "queen(100000,100000)"), Convention: grundy.Misere, Budget: budget}, grundy.ErrTooLarge},
		{solve.Question{Sum: parse(t, "knight4[1000000000](999999999,5)"), Budget: budget}, grundy.ErrTooLarge},
		{solve.Question{Sum: parse(t, "9000000000000000000*nim(1)"), Compound: compound.Selective, Budget: budget}, grundy.ErrTooLarge},
	} {
		_, err := solve.Solve(context.Background(), c.q)
		if !errors.Is(err, c.want) {
			t.Errorf("%v: error %v, want %v", c.q.Sum, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := solve.Solve(ctx, solve.Question{Sum: parse(t, "staircase(0,9,9,9)"), Convention: grundy.Misere}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question ends with %v", err)
	}
	// A list that the context cuts short is not an answer.
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	endless := parse(t, "cake(9223372036854775807,9223372036854775806,9223372036854775806)")
	if _, err := solve.Solve(ctx, solve.Question{Sum: endless, MaxMoves: 1 << 40, Budget: solve.Budget{Memory: solve.AnyMemory}}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a list without end ends with %v", err)
	}
}

func ExampleSolve() {
	sum, err := position.Parse("knight(5,4) + queen(3,3)")
	if err != nil {
		panic(err)
	}
	a, err := solve.Solve(context.Background(), solve.Question{Sum: sum, MaxMoves: 10})
	if err != nil {
		panic(err)
	}
	fmt.Println(a.Outcome, *a.NimValue)
	for _, move := range a.WinningMoves {
		fmt.Println(move[0].From, "->", move[0].To)
	}
	// Output:
	// N 7
	// queen(3,3) -> queen(2,2)
}

func BenchmarkSolve(b *testing.B) {
	for _, text := range []string{
		"knight(5,4) + queen(3,3)",
		"queen(1000000000000000000,999999999999999999)",
		"subtraction[1,3,4](1000000000000000000) + nim(3,5,7)",
	} {
		sum := parse(b, text)
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				answer(b, solve.Question{Sum: sum, MaxMoves: 20})
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
		})
	}
	sum := parse(b, "queen(60,60)")
	b.Run("search of misère queen(60,60)", func(b *testing.B) {
		for b.Loop() {
			answer(b, solve.Question{Sum: sum, Convention: grundy.Misere})
		}
		b.ReportMetric(float64(b.N)*61*61/b.Elapsed().Seconds(), "positions/s")
	})
}

// A search looks at sums of heaps in one order only: 4.3(7,7) reaches some thousand
// sums, but far more lists of heaps.
func TestSearchOfSums(t *testing.T) {
	for _, c := range []struct {
		kind  compound.Kind
		count string
	}{{compound.Conjunctive, "32"}, {compound.ContinuedConjunctive, ""}, {compound.Selective, ""}} {
		a := answer(t, solve.Question{
			Sum: parse(t, "4.3(7,7) + cyclic-nimhoff[2](2,2) + wythoff[2](1,2)"), Compound: c.kind, Budget: solve.Budget{Memory: 8 << 20},
		})
		if c.count != "" && (a.Outcome != grundy.N || a.WinningMoveCount.String() != c.count) {
			t.Errorf("%v: %v, %v winning moves, want %s", c.kind, a.Outcome, a.WinningMoveCount, c.count)
		}
	}
	// Components are kept apart: 0.77(3) + 0.77(3,1) is not 0.77(3,3) + 0.77(1).
	var truth oracle.Oracle
	for _, text := range []string{"0.77(3) + 0.77(3,1) + 0.77(2)", "0.77(3,3) + 0.77(1) + 0.77(2)", "0.77(3,2) + 0.77(0,3) + 0.77(1,1)"} {
		for _, kind := range []compound.Kind{compound.ProperSelective, compound.Moore(2), compound.Conjunctive} {
			check(t, &truth, parse(t, text), kind, grundy.Misere)
			check(t, &truth, parse(t, text), kind, grundy.Normal)
		}
	}
}
