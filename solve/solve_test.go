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

	"grundy"
	"grundy/games"
	"grundy/internal/oracle"
	"grundy/solve"
	"grundy/theory/compound"
)

func parse(t testing.TB, text string) grundy.Sum {
	t.Helper()
	sum, err := games.Parse(text)
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

var rules = map[compound.Kind]oracle.Rule{
	compound.Disjunctive:     oracle.One,
	compound.Selective:       oracle.AnySet,
	compound.ProperSelective: oracle.AnyProperSet,
	compound.Conjunctive:     oracle.All,
}

// expand returns the components one by one.
func expand(sum grundy.Sum) (components []grundy.Component) {
	for _, t := range sum {
		for range t.Copies {
			components = append(components, t.Component)
		}
	}
	return components
}

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
	components := expand(sum)
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
	for _, c := range a.Components {
		if c.NimValue != nil && *c.NimValue != truth.Value(c.Position) {
			t.Errorf("%v: nim-value %d, by definition %d", c.Position, *c.NimValue, truth.Value(c.Position))
		}
	}
	if len(a.Methods) == 0 || len(a.Reasons) == 0 {
		t.Errorf("%v: no method or no reasons", sum)
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
	game := rapid.SampledFrom(games.Names()).Draw(t, fmt.Sprintf("game %d", i))
	switch game {
	case "roxor":
		return fmt.Sprintf("roxor(%d,%d,%d)", n(0, 1), n(0, 2), n(0, 2))
	case "grundy":
		return rapid.SampledFrom([]string{"grundy", "0.77", "0.07", "4.7", "0.3F", "0.[3]"}).Draw(t, "code") + fmt.Sprintf("(%d)", n(0, 8))
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
	case "knight4":
		return fmt.Sprintf("knight4[5](%d,%d)", n(0, 4), n(0, 4))
	default:
		return fmt.Sprintf("%s(%d,%d)", game, n(0, 4), n(0, 4))
	}
}

// drawSum draws a sum of which at most so many positions can be reached, as the
// games bound them, so that the oracle is not asked for too much.
func drawSum(t *rapid.T, positions uint64) grundy.Sum {
	var sum grundy.Sum
	for i := range rapid.IntRange(1, 4).Draw(t, "terms") {
		drawn, err := games.Parse(small(t, i))
		if err != nil {
			t.Fatal(err)
		}
		term := drawn[0]
		count, ok := term.Component.CountPositions()
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
		check(t, &truth, drawSum(t, 20_000), compound.Disjunctive, grundy.Normal)
	})
}

func TestRandomMisereSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		check(t, &truth, drawSum(t, 5_000), compound.Disjunctive, grundy.Misere)
	})
}

func TestRandomCompounds(t *testing.T) {
	for _, kind := range []compound.Kind{compound.Selective, compound.ProperSelective, compound.Conjunctive} {
		t.Run(kind.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				var truth oracle.Oracle
				check(t, &truth, drawSum(t, 1_000), kind, grundy.Normal)
			})
		})
	}
}

// Every pair of small positions of all games, in every compound and convention.
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
		for _, b := range positions[i:] {
			sum := parse(t, a+" + "+b)
			check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
			for kind := range rules {
				check(t, &truth, sum, kind, grundy.Normal)
			}
		}
	}
}

// The rules of the TopCoder article on its own example: every pair of knights
// on a 5 x 5 board, by all four rules.
func TestKnightsOnABoard(t *testing.T) {
	var truth oracle.Oracle
	for a := range 25 {
		for b := a; b < 25; b++ {
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
	a = answer(t, solve.Question{Sum: parse(t, "nim(1000000000000) + nim(999999999999)"), Compound: compound.Conjunctive, MaxMoves: 2})
	// At least one heap must be emptied.
	if a.WinningMoveCount.String() != "1999999999998" {
		t.Errorf("%v winning moves", a.WinningMoveCount)
	}
}

func TestRefusals(t *testing.T) {
	budget := solve.Budget{Memory: 1 << 30, Time: time.Minute}
	for _, c := range []struct {
		q    solve.Question
		want error
	}{
		{solve.Question{Sum: parse(t, "queen(1000000000,1000000000) + nim(1)"), Budget: budget}, grundy.ErrTooLarge},
		{solve.Question{Sum: parse(t, "queen(100000,100000)"), Convention: grundy.Misere, Budget: budget}, grundy.ErrTooLarge},
		{solve.Question{Sum: parse(t, "knight4[1000000000](999999999,5)"), Budget: budget}, grundy.ErrTooLarge},
		{solve.Question{Sum: parse(t, "nim(1)"), Convention: grundy.Misere, Compound: compound.Selective}, solve.ErrUnsupported},
		{solve.Question{Sum: parse(t, "9000000000000000000*nim(1)"), Compound: compound.Selective, Budget: budget}, grundy.ErrTooLarge},
	} {
		start := time.Now()
		_, err := solve.Solve(context.Background(), c.q)
		if !errors.Is(err, c.want) {
			t.Errorf("%v: error %v, want %v", c.q.Sum, err, c.want)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%v: refused only after %v", c.q.Sum, took)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := solve.Solve(ctx, solve.Question{Sum: parse(t, "staircase(0,9,9,9)"), Convention: grundy.Misere}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question ends with %v", err)
	}
	// A list that is cut short by the context is no answer.
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	endless := parse(t, "cake(9223372036854775807,9223372036854775806,9223372036854775806)")
	if _, err := solve.Solve(ctx, solve.Question{Sum: endless, MaxMoves: 1 << 40}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a list without end ends with %v", err)
	}
}

func ExampleSolve() {
	sum, err := games.Parse("knight(5,4) + queen(3,3)")
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
