package pattern_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A ruled game is small enough to be solved without a pattern.
type ruled struct {
	name, text string
	sides      []int64
	sums       bool // whether its nim-values have a pattern
	long       bool
}

var ruledGames = []ruled{
	{"wythoff.star", oracle.Wythoff("integer(0, 10**18)"), []int64{9, 8}, false, false},
	{"fibonacci.star", `position(n = integer(0, 10**18), most = integer(0, 10**18))
def moves(n, most):
    for k in range(1, min(n, most) + 1):
        move(n - k, 2 * k)
`, []int64{14, 9}, false, false},
	{"nim.star", `position(a = integer(0, 10**18), b = integer(0, 10**18))
def moves(a, b):
    for k in range(a):
        move(k, b)
    for k in range(b):
        move(a, k)
`, []int64{6, 7}, true, false},
	{"mark.star", `position(n = integer(0, 10**18))
def moves(n):
    if n > 0:
        move(n - 1)
        if n > 1:
            move(n // 2)
`, []int64{40}, true, false},
	{"king.star", `position(x = integer(0, 10**18), y = integer(0, 10**18))
def moves(x, y):
    if x > 0:
        move(x - 1, y)
    if y > 0:
        move(x, y - 1)
    if x > 0 and y > 0:
        move(x - 1, y - 1)
`, []int64{6, 6}, true, true},
	{"take.star", `position(n = integer(0, 10**18))
def moves(n):
    for k in [1, 3, 4]:
        if k <= n:
            move(n - k)
`, []int64{30}, true, true},
}

// answerOf writes all that an answer says and that both ways must say alike.
func answerOf(a *solve.Answer) string {
	var moves []string
	for _, m := range a.WinningMoves {
		for _, s := range m {
			moves = append(moves, fmt.Sprint(s.Component, s.From, " -> ", s.To))
		}
	}
	slices.Sort(moves)
	return fmt.Sprint(a.Outcome, a.WinningMoveCount, moves)
}

// closer knows what several tests ask of the same games.
var closer pattern.Closer

// TestClosed compares whole answers with proved patterns with those without, at all small
// positions of several games: alone, in misère play, and in sums.
func TestClosed(t *testing.T) {
	for i, g := range ruledGames {
		t.Run(g.name, func(t *testing.T) {
			if (g.long || i < 2) && !long.Asked {
				t.Skip("takes long")
			}
			d := definitionOf(t, g)
			compare := func(sum grundy.Sum, convention grundy.Convention, kind compound.Kind) (measured bool) {
				t.Helper()
				closed := solve.LendTo(t.Context(), &closer, sum, true)
				if closed[0].Component.GameID() == sum[0].Component.GameID() {
					t.Fatalf("%s is not closed", sum)
				}
				q := solve.Question{Sum: sum, Convention: convention, Compound: kind, MaxMoves: 1000, Why: true}
				want, err := solve.Solve(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				q.Sum = closed
				got, err := solve.Solve(t.Context(), q)
				if err != nil {
					t.Fatalf("%s: %v", sum, err)
				}
				if answerOf(got) != answerOf(want) {
					t.Errorf("%s, %v: %s, without the pattern %s", sum, convention, answerOf(got), answerOf(want))
				}
				if got.NimValue != nil && want.NimValue != nil && *got.NimValue != *want.NimValue {
					t.Errorf("%s: nim-value %d, without the pattern %d", sum, *got.NimValue, *want.NimValue)
				}
				return strings.Contains(strings.Join(got.Methods, " "), "automat")
			}
			step := long.Of(101, 2, 1)
			if g.sums {
				step = long.Or(3, 1) // these take less
			}
			at := make([]int64, len(g.sides))
			by := 0
			for i := 0; ; i++ {
				rest := int64(i)
				for c := range at {
					at[c], rest = rest%g.sides[c], rest/g.sides[c]
				}
				if rest > 0 {
					break
				}
				if i%step > 0 {
					continue
				}
				c, err := d.Place(at)
				if err != nil {
					t.Fatal(err)
				}
				if compare(grundy.SumOf(c), grundy.Normal, compound.Disjunctive) {
					by++
				}
				compare(grundy.SumOf(c), grundy.Misere, compound.Disjunctive)
				if other, err := d.Place(make([]int64, len(at))); g.sums && err == nil && i%5 == 0 {
					compare(grundy.SumOf(c, other, c, c), grundy.Normal, compound.Disjunctive)
				}
			}
			if by == 0 {
				t.Error("no answer is by the pattern")
			}
		})
	}
}

// TestFar compares positions that are far out with the closed form of the built-in game.
func TestFar(t *testing.T) {
	long.Only(t)
	g := ruledGames[0]
	d := definitionOf(t, g)
	var closer pattern.Closer
	answer := func(sum grundy.Sum) string {
		t.Helper()
		a, err := solve.Solve(t.Context(), solve.Question{Sum: sum, MaxMoves: 10, Lender: &closer})
		if err != nil {
			t.Fatal(err)
		}
		return answerOf(a)
	}
	const far = 1_000_000_000_000_000_000
	for _, c := range [][2]int64{{far, 5}, {far, far - 1}, {far, far}, {3, far}, {381_966_011_250_105_151, 618_033_988_749_894_848}, {381_966_011_250_105_152, 618_033_988_749_894_849}} {
		sum := grundy.SumOf(mustPlace(t, d, c[0], c[1]))
		queen, err := position.Parse(fmt.Sprintf("queen(%d,%d)", c[0], c[1]))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := answer(sum), strings.ReplaceAll(answer(queen), "queen", g.name); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if near, ok := closer.Lend(t.Context(), mustPlace(t, d, 5, 3), false); ok {
		t.Errorf("%s is closed", near)
	}
}

// TestDrawn compares random positions, answered by patterns, with searches.
func TestDrawn(t *testing.T) {
	for i, most := range []int64{0: 30, 1: 40, 2: 30, 3: 400} {
		if i != 2 && !long.Asked {
			continue // TestClosed asks about the patterns of this one too
		}
		d, random := definitionOf(t, ruledGames[i]), chance.New(t, uint64(i))
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			var cache, closed solve.Cache
			for range long.Of(5, 10, 25) {
				c := drawn(t, d, random, most)
				q := solve.Question{Sum: grundy.SumOf(c), Convention: convention, MaxMoves: 1000, Cache: &cache}
				want, err := solve.Solve(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				q.Sum, q.Cache = solve.LendTo(t.Context(), &closer, q.Sum, true), &closed
				got, err := solve.Solve(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				if answerOf(got) != answerOf(want) {
					t.Errorf("%s, %v: %s, want %s", c, convention, answerOf(got), answerOf(want))
				}
			}
		}
	}
}

// TestFarMoves follows positions that are far out, by lists of options, tables and answers: an
// N-position has an option that is P, and a P-position has none.
func TestFarMoves(t *testing.T) {
	long.Only(t)
	for i := range 3 {
		d, random := definitionOf(t, ruledGames[i]), chance.New(t, uint64(i))
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			question := solve.Question{Convention: convention, MaxMoves: 3, Lender: &closer}
			table, err := solve.NewTabulation(t.Context(), solve.OfOutcome, question)
			if err != nil {
				t.Fatal(err)
			}
			defer table.Close()
			c := drawn(t, d, random, 1_000_000_000_000_000_000)
			for range 4 {
				question.Sum = grundy.SumOf(c)
				list, err := solve.Options(t.Context(), solve.OptionsQuestion{Question: question})
				if err != nil {
					t.Fatal(err)
				}
				of := c
				c = drawn(t, d, random, 1_000_000_000_000_000_000)
				if v, err := table.Value(grundy.SumOf(of)); err != nil || grundy.Outcome(v) != list.Answer.Outcome {
					t.Errorf("%s, %v: a table has %d, %v", of, convention, v, err)
				}
				if len(list.Options) == 0 {
					continue // it has ended
				}
				// A list that is cut is in the order of heaps and sizes, and has a winning move.
				wins := slices.IndexFunc(list.Options, func(o solve.Option) bool { return o.Outcome == grundy.P })
				if (list.Answer.Outcome == grundy.N) != (wins >= 0) || list.Count.Cmp(list.Answer.WinningMoveCount) < 0 {
					t.Errorf("%s, %v: %v, of %d options the winning one is %d", of, convention, list.Answer.Outcome, list.Count, wins)
				}
				for _, o := range list.Options {
					from, to := o.Move[0].From, o.Move[0].To
					question.Sum = grundy.SumOf(to)
					a, err := solve.Solve(t.Context(), question)
					if err != nil || a.Outcome != o.Outcome {
						t.Errorf("%s, %v: %s is %v, %v", of, convention, to, a, err)
					}
					tester := from.Game().(interface {
						HasOption(p, q grundy.Component) (is, known bool)
					})
					p := from.Position().(grundy.Component)
					if is, known := tester.HasOption(p, to.Position().(grundy.Component)); from.Identity() != to.Identity() && (!known || !is) {
						t.Errorf("%s is not an option of %s", to, of)
					}
					if is, known := tester.HasOption(p, p); !known || is {
						t.Errorf("%s is an option of itself", of)
					}
				}
				if list.Answer.Outcome == grundy.N { // then its P-position
					if c, err = d.Place(numbersOf(list.Options[wins].Move[0].To.String())); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// TestLender asks several times, also where what is known is forgotten, where nothing is, and
// where nobody waits for it any more.
func TestLender(t *testing.T) {
	c := mustPlace(t, definitionOf(t, ruledGames[0]), 1_000_000_000_000_000_000, 5)
	for kept, asked := range []int{2, 1}[:long.Or(0, 2)] { // 0 for a usual amount, and too little
		closer := pattern.Closer{Kept: uint64(kept)}
		for range asked {
			a, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(c), Lender: &closer})
			if err != nil || a.Outcome != grundy.N {
				t.Errorf("%v, %v", a, err)
			}
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := solve.Solve(stopped, solve.Question{Sum: grundy.SumOf(c), Lender: &pattern.Closer{}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if !long.Asked {
		return
	}
	var closer pattern.Closer
	const want = "wythoff.star(1000000000000000000,5) has 1000000000000000010 options, too many for a search; no pattern of wythoff.star is proved: "
	for range 2 { // it is known then
		if _, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(c, c, c), Lender: &closer}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestCloserSharedRace asks about far positions of one game at the same time, where what is proved
// is forgotten again.
func TestCloserSharedRace(t *testing.T) {
	d := definitionOf(t, ruledGames[2])
	closer := pattern.Closer{Kept: 1}
	var all sync.WaitGroup
	for i := range long.Or[int64](2, 3) {
		all.Go(func() {
			c, err := d.Place([]int64{1_000_000_000_000_000_000 - i, 5})
			if err != nil {
				t.Error(err)
				return
			}
			if a, err := solve.Solve(t.Context(), solve.Question{Sum: grundy.SumOf(c), Lender: &closer}); err != nil || a.Outcome != grundy.N {
				t.Errorf("%v: %v, %v", c, a, err)
			}
		})
	}
	all.Wait()
}

// definitionOf reads a game.
func definitionOf(t *testing.T, g ruled) *rules.Definition {
	t.Helper()
	f, err := rules.Load(t.Context(), g.name, strings.NewReader(strings.ReplaceAll(g.text, "10**18", "1000000000000000000")), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.Define(t.Context(), rules.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// drawn returns a position with random numbers.
func drawn(t *testing.T, d *rules.Definition, random *rand.Rand, most int64) grundy.Component {
	t.Helper()
	at := make([]int64, len(d.Moves.Coordinates))
	for i := range at {
		at[i] = random.Int64N(most + 1)
	}
	return mustPlace(t, d, at...)
}

// numbersOf returns the numbers of a position.
func numbersOf(text string) (numbers []int64) {
	_, text, _ = strings.Cut(strings.TrimSuffix(text, ")"), "(")
	for n := range strings.SplitSeq(text, ",") {
		v, _ := strconv.ParseInt(n, 10, 64)
		numbers = append(numbers, v)
	}
	return numbers
}

func mustPlace(t *testing.T, d *rules.Definition, at ...int64) grundy.Component {
	t.Helper()
	c, err := d.Place(at)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
