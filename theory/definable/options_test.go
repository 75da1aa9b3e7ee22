package definable_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	. "github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// TestOptions compares the options of positions, by measure, with those of the programs.
func TestOptions(t *testing.T) {
	long.Only(t)
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
		{"Delete Nim", deleting(), Base(2), definable.NimValue, 3, -2, 9},
		{"below the highest digit", below(Zeckendorf(), false), Zeckendorf(), definable.NimValue, 4, -2, 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := tableOf(c.game, c.of, false)
			theory := &Theory{System: c.in}
			proved, err := definable.Prove(t.Context(), theory, c.game.Moves, theorem{game: c.game, of: c.of, depth: c.depth, most: c.most}.claim(t, c.in, tab))
			if err != nil {
				t.Fatal(err)
			}
			answers, err := proved.Answers(t.Context(), theory)
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
		want = slices.Compact(want)
		if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Errorf("%v, measure %v: %v options %v; want %v", p, ends, found.Count, got, want)
		}
	}
}

// TestFar asks for the options of positions that are too far out for tables. The counts and
// moves follow from what is known of the games.
func TestFar(t *testing.T) {
	far := new(big.Int).Exp(big.NewInt(10), big.NewInt(long.Or[int64](18, 60)), nil)
	n := func(add int64) *big.Int { return new(big.Int).Add(far, big.NewInt(add)) }
	answersOf := func(c theorem) *definable.Answers {
		s := c.in(t)
		theory := &Theory{System: s}
		proved, err := definable.Prove(t.Context(), theory, c.game.Moves, c.claim(t, s, tableOf(c.game, c.of, c.misere)))
		if err != nil {
			t.Fatal(err)
		}
		answers, err := proved.Answers(t.Context(), theory)
		if err != nil {
			t.Fatal(err)
		}
		return answers
	}
	count := func(a *definable.Answers, p []*big.Int, lo, hi *big.Int) (*big.Int, [][]*big.Int) {
		found, err := a.Options(t.Context(), p, lo, hi)
		if err != nil {
			t.Fatal(err)
		}
		var list [][]*big.Int
		for q := range found.Each {
			if list = append(list, q); len(list) == 3 {
				break
			}
		}
		return found.Count, list
	}
	zero, one := new(big.Int), big.NewInt(1)

	nim := answersOf(theorem{game: nim(3), in: base(2), of: definable.NimValue, depth: 1, most: -1})
	heaps := []*big.Int{n(7), n(12), n(4)}
	v := new(big.Int).Xor(heaps[0], heaps[1])
	v.Xor(v, heaps[2])
	if got, ok, err := nim.Measure(t.Context(), heaps); err != nil || !ok || got.Cmp(v) != 0 {
		t.Errorf("the nim-value of %v is %v, not %v: %v", heaps, v, got, err)
	}
	all, _ := count(nim, heaps, zero, nil)
	sum := new(big.Int).Add(heaps[0], new(big.Int).Add(heaps[1], heaps[2]))
	if all.Cmp(sum) != 0 {
		t.Errorf("%v has %v options, not %v", heaps, sum, all)
	}
	for target := int64(0); target < 3; target++ {
		want := [][]*big.Int{}
		for i, h := range heaps {
			to := new(big.Int).Xor(h, new(big.Int).Xor(v, big.NewInt(target)))
			if to.Cmp(h) < 0 {
				q := slices.Clone(heaps)
				q[i] = to
				want = append(want, q)
			}
		}
		slices.SortFunc(want, func(a, b []*big.Int) int { return slices.CompareFunc(a, b, (*big.Int).Cmp) })
		if got, list := count(nim, heaps, big.NewInt(target), big.NewInt(target)); got.Int64() != int64(len(want)) || fmt.Sprint(list) != fmt.Sprint(want) {
			t.Errorf("options of %v with %d: %v %v, want %v", heaps, target, got, list, want)
		}
	}

	// From (x, y) with x <= y the queen has x + y + x moves. Each P-position (A, B) on her
	// lines is won.
	queen := answersOf(theorem{game: wythoff(1, 0), in: zeckendorf, of: definable.POutcome, depth: 4})
	place := []*big.Int{n(0), n(3)}
	won, list := count(queen, place, zero, zero)
	for _, q := range list {
		if at, ok, err := queen.Measure(t.Context(), q); err != nil || !ok || at.Sign() != 0 {
			t.Errorf("%v: %v %v %v", q, at, ok, err)
		}
	}
	lost, _ := count(queen, place, one, one)
	want := new(big.Int).Add(new(big.Int).Mul(far, big.NewInt(3)), big.NewInt(3))
	if won.Sign() <= 0 || won.Int64() > 3 || lost.Add(lost, won).Cmp(want) != 0 {
		t.Errorf("%v: %v options are won, %v in all", place, won, lost)
	}
	// The moves down the column and along the row and diagonal by (A, B) = (⌊kφ⌋, ⌊kφ²⌋):
	// k = 3 gives (4, 7), which differ by 3 as the place does.
	if list[0][0].Cmp(big.NewInt(4)) != 0 || list[0][1].Cmp(big.NewInt(7)) != 0 {
		t.Errorf("%v: %v, want (4, 7) first", place, list)
	}
}
