package definable_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	. "grundy/theory/automata"
	"grundy/theory/definable"
)

// TestOptions compares the options of positions, by measure, with those of the programs.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name  string
		game  game
		in    *System
		of    definable.Property
		depth int
		most  int
		edge  int64
	}{
		{"Wythoff", wythoff(1, 0), Zeckendorf(), definable.POutcome, 4, 0, 6},
		{"Wythoff with an end", wythoff(1, 2), Zeckendorf(), definable.POutcome, 4, 0, 5},
		{"Fibonacci Nim", dynamic(2), Zeckendorf(), definable.POutcome, 4, 0, 6},
		{"Mark", mark(), Base(2), definable.NimValue, 4, 2, 40},
		{"king", leaper(0, false, king...), Base(2), definable.NimValue, 3, 3, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := tableOf(c.game, c.of, false)
			theory := &Theory{System: c.in}
			theorem, err := definable.Prove(t.Context(), theory, c.game.Moves, definable.Claim{Of: c.of, Sets: sets(t, c.in, tab, c.depth, c.most)})
			if err != nil {
				t.Fatal(err)
			}
			answers, err := theorem.Answers(t.Context(), theory)
			if err != nil {
				t.Fatal(err)
			}
			for p := range positions(len(c.game.Coordinates), c.edge) {
				checkOptions(t, tab, answers, p)
			}
		})
	}
}

// checkOptions compares the options of p with each measure, and with several.
func checkOptions(t *testing.T, tab *table, answers *definable.Answers, p []int64) {
	t.Helper()
	measure, ok, err := answers.Measure(t.Context(), bigs(p))
	if err != nil || !ok || measure.Int64() != tab.at(p) {
		t.Errorf("%v: measure %v, %v, %v; want %d", p, measure, ok, err, tab.at(p))
	}
	for _, ends := range [][2]int64{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, -1}, {1, -1}} {
		var hi *big.Int
		if ends[1] >= 0 {
			hi = big.NewInt(ends[1])
		}
		found, err := answers.Options(t.Context(), bigs(p), big.NewInt(ends[0]), hi)
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		var got, want []string
		for q := range found.Each {
			got = append(got, fmt.Sprint(q))
		}
		options := tab.options(p)
		slices.SortFunc(options, func(a, b [][]int64) int { return slices.Compare(a[0], b[0]) })
		for _, option := range options {
			if v := tab.at(option[0]); ends[0] <= v && (hi == nil || v <= ends[1]) {
				want = append(want, fmt.Sprint(option[0]))
			}
		}
		want = slices.Compact(want)
		if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Errorf("%v, measure %v: %v options %v; want %v", p, ends, found.Count, got, want)
		}
	}
}
