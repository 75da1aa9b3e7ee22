package contest

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/oracle"
)

// component makes a component of small numbers.
func component(t testing.TB, make func(rule, args []grundy.Arg) (grundy.Component, error), rule, args []uint64) grundy.Component {
	t.Helper()
	c, err := make(asArgs(rule), asArgs(args))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func asArgs(numbers []uint64) []grundy.Arg {
	var args []grundy.Arg
	for _, v := range numbers {
		args = append(args, grundy.ArgOf(v))
	}
	return args
}

// words writes numbers with spaces between them.
func words(numbers []uint64) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// counterWinner plays the game of the statement.
func counterWinner(n uint64) string {
	turn := 0
	for ; n > 1; turn++ {
		if n&(n-1) == 0 {
			n /= 2
		} else {
			n -= 1 << (bits.Len64(n) - 1)
		}
	}
	return []string{"Richard", "Louise"}[turn%2]
}

func TestLongLongNimOracle(t *testing.T) {
	random := chance.New(t, 68)
	for range 100 {
		var moves []uint64
		for move := uint64(1); move <= 22; move++ {
			if random.IntN(5) == 0 {
				moves = append(moves, move)
			}
		}
		if len(moves) == 0 {
			continue
		}
		maxN := 1 + random.Uint64N(120)
		var o oracle.Oracle
		lost := 0
		for n := uint64(1); n <= maxN; n++ {
			if o.Value(component(t, heap.PlaceSubtraction, moves, []uint64{n})) == 0 {
				lost++
			}
		}
		got := answer(t, "topcoder/LongLongNim", asJSON(t, maxN, moves), Options{})
		if want := fmt.Sprintln(lost); got != want {
			t.Errorf("%d %v: got %s, want %s", maxN, moves, got, want)
		}
	}
}

// TestPowerGameOracle compares the winner and the number of moves with the
// search of the whole position, both heaps at once.
func TestPowerGameOracle(t *testing.T) {
	const most = 24
	squares := []uint64{1, 4, 9, 16}
	at := func(i, j uint64) []grundy.Component {
		return []grundy.Component{
			component(t, heap.PlaceSubtraction, squares, []uint64{i}),
			component(t, heap.PlaceSubtraction, squares, []uint64{j}),
		}
	}
	// length is the number of moves when the winner hurries and the loser
	// stalls, by the rules of the whole game.
	known := map[string]int{}
	var length func(position []grundy.Component) int
	length = func(position []grundy.Component) int {
		key := oracle.Text(position)
		if l, ok := known[key]; ok {
			return l
		}
		var win, lose []int
		for _, next := range oracle.Moves(oracle.All, position) {
			if l := length(next); l%2 == 0 {
				win = append(win, l+1)
			} else {
				lose = append(lose, l+1)
			}
		}
		l := 0
		if len(win) > 0 {
			l = slices.Min(win)
		} else if len(lose) > 0 {
			l = slices.Max(lose)
		}
		known[key] = l
		return l
	}
	var o oracle.Oracle
	var in, want strings.Builder
	for i := uint64(1); i <= most; i++ {
		for j := uint64(1); j <= most; j++ {
			winner := "Bob"
			if o.Wins(oracle.All, grundy.Normal, at(i, j)) {
				winner = "Alan"
			}
			fmt.Fprintln(&in, asJSON(t, i, j))
			fmt.Fprintf(&want, "\"%s will win after %d moves\"\n", winner, length(at(i, j)))
		}
	}
	if got := answer(t, "topcoder/PowerGame", in.String(), Options{}); got != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, want.String())
	}
}

// TestHeapsWithoutPeriod has heaps beyond the first table, of a game that shows no period there.
func TestHeapsWithoutPeriod(t *testing.T) {
	const most, amounts = 70_000, 30
	p := load(t, fmt.Sprintf(`
k = number(1, 100, end = " ")
n = number(1, %d)
a = numbers(k, 1, %[1]d, order = "distinct")

def answer(a, n):
    return [nim_value(subtraction[a](n)), wins(subtraction[a](n)), nim_value(subtraction[a](n - 1))]
`, most))
	random := chance.New(t, 3)
	taken := map[uint64]bool{}
	for len(taken) < amounts {
		taken[1+random.Uint64N(most)] = true
	}
	set := slices.Sorted(maps.Keys(taken))
	values := make([]int, most+1)
	for n := range uint64(most + 1) {
		var seen [amounts + 1]bool
		for _, take := range set {
			if take <= n {
				seen[values[n-take]] = true
			}
		}
		values[n] = slices.Index(seen[:], false)
	}
	for _, n := range []int{most, most - 1, shortLine, shortLine + 1} {
		got := strings.Fields(answers(t, p, fmt.Sprintln(amounts, n)+words(set)+"\n"))
		won := "False"
		if values[n] > 0 {
			won = "True"
		}
		if want := []string{fmt.Sprint(values[n]), won, fmt.Sprint(values[n-1])}; !slices.Equal(got, want) {
			t.Errorf("%d, %v: got %v, want %v", n, set, got, want)
		}
	}
}
