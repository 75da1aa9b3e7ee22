package solve_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// ordinalText writes the ordinal w^w*c + w*b + a for a number with the digits c, b, a in base 16. That keeps order and nim-sums. So
// the winning moves at heaps of such ordinals, which leave such ordinals, are the same as at heaps of the numbers.
func ordinalText(n int) string {
	var terms []string
	for i, power := range []string{"w^w", "w", ""} {
		switch c := n >> (8 - 4*i) & 15; {
		case c == 0:
		case power == "":
			terms = append(terms, fmt.Sprint(c))
		case c == 1:
			terms = append(terms, power)
		default:
			terms = append(terms, fmt.Sprint(power, "*", c))
		}
	}
	if terms == nil {
		return "0"
	}
	return strings.Join(terms, "+")
}

func drawHeap(r *rand.Rand) int { return r.IntN(16)*r.IntN(2)<<8 | r.IntN(16)*r.IntN(2)<<4 | r.IntN(4) }

// TestTransfinite compares sums of infinite heaps and other games with the same sums of finite heaps, in both conventions: outcomes, nim-values,
// and all winning moves.
func TestTransfinite(t *testing.T) {
	r := chance.New(t, 1)
	others := []string{"nim(3,1)", "nim(2)", "nim(1)", "2*nim(1)", "queen(1,2)", "subtraction[1,2](5)"}
	infinite := 0
	for range long.Or(400, 2000) {
		var finite, ordinals []string
		for range 1 + r.IntN(3) {
			var f, o []string
			for range 1 + r.IntN(2) {
				n := drawHeap(r)
				f, o = append(f, fmt.Sprint(n)), append(o, ordinalText(n))
			}
			finite, ordinals = append(finite, "nim("+strings.Join(f, ",")+")"), append(ordinals, "nim("+strings.Join(o, ",")+")")
		}
		if r.IntN(2) == 0 {
			other := others[r.IntN(len(others))]
			finite, ordinals = append(finite, other), append(ordinals, other)
		}
		if strings.Contains(strings.Join(ordinals, ""), "w") {
			infinite++
		}
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			ask := func(texts []string) *solve.Answer {
				sum, err := position.Parse(strings.Join(texts, " + "))
				if err != nil {
					t.Fatal(texts, err)
				}
				a, err := solve.Solve(context.Background(), solve.Question{Sum: sum, Convention: convention, MaxMoves: 1000, Budget: solve.Budget{Memory: 1 << 28}})
				if err != nil {
					t.Fatal(texts, err)
				}
				return a
			}
			want, got := ask(finite), ask(ordinals)
			if got.Outcome != want.Outcome || got.WinningMoveCount.Cmp(want.WinningMoveCount) != 0 {
				t.Fatalf("%v in %v play: %v, want %v", ordinals, convention, got, want)
			}
			if want.NimValue != nil {
				value := fmt.Sprint(got.Infinite)
				if got.NimValue != nil {
					value = fmt.Sprint(*got.NimValue)
				}
				if value != ordinalText(int(*want.NimValue)) {
					t.Fatalf("%v: nim-value %v, want %s", ordinals, value, ordinalText(int(*want.NimValue)))
				}
			}
			var moves, wanted []string
			for _, m := range got.WinningMoves {
				moves = append(moves, fmt.Sprintf("%d %v", m[0].Component, m[0].To))
			}
			for _, m := range want.WinningMoves {
				to := m[0].To.String()
				if heaps, ok := m[0].To.Position().([]uint64); ok && strings.HasPrefix(to, "nim(") {
					texts := make([]string, len(heaps))
					for i, h := range heaps {
						texts[i] = ordinalText(int(h))
					}
					to = "nim(" + strings.Join(texts, ",") + ")"
				}
				wanted = append(wanted, fmt.Sprintf("%d %s", m[0].Component, to))
			}
			slices.Sort(moves)
			slices.Sort(wanted)
			if !slices.Equal(moves, wanted) {
				t.Fatalf("%v in %v play: %v, want %v", ordinals, convention, moves, wanted)
			}
		}
	}
	if infinite < 100 {
		t.Errorf("only %d sums with infinite heaps", infinite)
	}
}

// TestTransfiniteOptions checks that options of infinite heaps are described, and those of others listed.
func TestTransfiniteOptions(t *testing.T) {
	sum, err := position.Parse("nim(w^2+1,2) + queen(1,1) + nim(w^2)")
	if err != nil {
		t.Fatal(err)
	}
	list, err := solve.Options(context.Background(), solve.OptionsQuestion{Question: solve.Question{Sum: sum, MaxMoves: 100, Budget: solve.Budget{Memory: 1 << 28}}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"nim(w^2+1,2): the heap of w^2+1 to anything below w^2+1", "nim(w^2): the heap of w^2 to anything below w^2"}; !slices.Equal(list.Described, want) {
		t.Error(list.Described)
	}
	// The nim-sum is w^2+1, 2, 2 and w^2: 1. So only the moves of the first heap and of the others to their nim-sum with 1 win.
	var texts []string
	for _, o := range list.Options {
		texts = append(texts, fmt.Sprintf("%v %v %v", o.Move[0].To, o.Outcome, o.Value))
	}
	want := []string{"nim(w^2,2) P 0", "nim(w^2+1,1) N 2", "nim(w^2+1,0) N 3", "queen(0,1) N 2", "queen(1,0) N 2", "queen(0,0) N 3"}
	slices.Sort(texts[1:])
	slices.Sort(want[1:])
	if list.Count != nil || !slices.Equal(texts, want) {
		t.Errorf("%q, want %q", texts, want)
	}
}

// TestManyTransfinite asks about thousands of heaps, and about as many winning moves as no memory holds.
func TestManyTransfinite(t *testing.T) {
	heaps := make([]string, 5000)
	for i := range heaps {
		heaps[i] = fmt.Sprintf("w^%d", i%100+1)
	}
	a, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, "nim("+strings.Join(heaps, ",")+",w)"), MaxMoves: 3})
	if err != nil || a.WinningMoveCount.Int64() != 51 || len(a.WinningMoves) != 3 {
		t.Errorf("%v winning moves, %d of them listed: %v", a.WinningMoveCount, len(a.WinningMoves), err)
	}
	for _, text := range []string{"1000000001*nim(w)", "1000000001*nim(5)"} {
		a, err := solve.Solve(t.Context(), solve.Question{Sum: parse(t, text), MaxMoves: 1 << 30, Budget: solve.Budget{Memory: 1 << 30}})
		if err != nil || a.Unlisted == nil || len(a.WinningMoves) > 0 {
			t.Errorf("%s: %v, %v", text, a.Unlisted, err)
		}
	}
}

// TestOptionsOfOneValue lists a few moves where hundreds of millions have the same nim-value.
func TestOptionsOfOneValue(t *testing.T) {
	list, err := solve.Options(t.Context(), solve.OptionsQuestion{Question: solve.Question{Sum: parse(t, "0.77(1000000001)"), MaxMoves: 3}})
	if err != nil || len(list.Options) != 3 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestTransfiniteRefused asks what is not known.
func TestTransfiniteRefused(t *testing.T) {
	sum, err := position.Parse("nim(w) + nim(2)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solve.Solve(context.Background(), solve.Question{Sum: sum, Compound: compound.Selective}); err == nil || !strings.Contains(err.Error(), "disjunctive sums") {
		t.Error(err)
	}
	sum, err = position.Parse("nim(w) + kayles(9)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solve.Solve(context.Background(), solve.Question{Sum: sum, Convention: grundy.Misere, Budget: solve.Budget{Memory: 1 << 28}}); !errors.Is(err, grundy.ErrUnknown) {
		t.Error(err)
	}
}
