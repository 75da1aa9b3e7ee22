package solve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// Random sums of wild codes and of heaps of Nim, some heaps larger than any play of
// the rest: who wins, and every winning move, against the search of the whole sum.
func TestSumsBesideHeaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(what string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, what) }
		wild := rapid.SampledFrom([]string{"0.77(5)", "0.77(7)", "0.77(5,5)", "0.07(10)", "0.6(12)", "0.123(8)", "0.3F(5)", "4.7(5)", "4.07(7)", "4.07(1,6)", "tree[1,1,2](0,1,1,2)", "0.77(5)+0.77(4)"})
		code := rapid.SampledFrom([]string{"77", "07", "6", "137", "123", "144", "3F", "75"}).Draw(t, "code")
		terms := []string{
			fmt.Sprintf("nim(%d)", n("heap", 4, 16)),
			fmt.Sprintf("0.%s(%d)", code, n("tokens", 0, 5)),
		}
		switch n("shape", 0, 4) {
		case 0:
			terms[0] = fmt.Sprintf("nim(%d,%d)", n("heap", 4, 12), n("second", 0, 5))
		case 1:
			terms = append(terms, fmt.Sprintf("nim(%d)", n("small", 0, 3)), "counter(5)")
		case 2:
			terms[1] = wild.Draw(t, "wild")
		case 3:
			terms[0] = fmt.Sprintf("nim(%d,%d,%d)", n("heap", 4, 9), n("second", 1, 3), n("third", 0, 2))
		case 4:
			terms[0] = fmt.Sprintf("2*nim(%d)", n("heap", 4, 6))
		}
		sum, err := position.Parse(strings.Join(terms, " + "))
		if err != nil {
			t.Fatal(err)
		}
		var truth oracle.Oracle
		check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
	})
}

// The canonical form of 4.07(7) is 2, and has no option with the misère nim-value 4,
// as 4.07(7) has: the heap of 4 is not the only one to move in.
func TestHeapBesideReversibleMoves(t *testing.T) {
	for _, text := range []string{"4.07(7) + nim(4)", "4.07(7) + nim(5) + nim(1)", "4.07(7) + nim(5) + grundy(6)", "0.77(6) + nim(5) + 0.77(4) + 4.07(3)", "4.07(5) + 4.07(7) + nim(4)"} {
		var truth oracle.Oracle
		check(t, &truth, parse(t, text), compound.Disjunctive, grundy.Misere)
	}
}

// The rest decides about a heap of any size: a heap that is lost beside it is the
// only move from all larger ones.
func TestLargeHeaps(t *testing.T) {
	budget := solve.Budget{Memory: 64 << 20, Time: time.Minute}
	for _, c := range []struct{ rest, heaps, to string }{
		{"0.77(5)", "nim(1000000000000)", "nim(1)"},
		{"0.77(20)", "nim(1000000)", "nim(0)"},
		{"0.77(20)", "nim(1,2,9000000000000000000,3,2)", "nim(1,2,3,3,2)"},
		{"3*0.77(7) + 0.07(10)", "nim(9000000000)", ""},
		{"0.77(20)", "nim(100,100000)", "nim(100,101)"},
	} {
		text := c.rest + " + " + c.heaps
		a := answer(t, solve.Question{Sum: parse(t, text), Convention: grundy.Misere, MaxMoves: 2, Budget: budget})
		if a.Outcome != grundy.N || len(a.WinningMoves) != 1 || a.WinningMoveCount.String() != "1" {
			t.Errorf("%s: outcome %v, %v winning moves, want 1", text, a.Outcome, a.WinningMoveCount)
			continue
		}
		to := a.WinningMoves[0][0].To.String()
		if c.to != "" && to != c.to {
			t.Errorf("%s: to %s, want to %s", text, to, c.to)
		}
		left := c.rest + " + " + to
		if a := answer(t, solve.Question{Sum: parse(t, left), Convention: grundy.Misere, MaxMoves: 2, Budget: budget}); a.Outcome != grundy.P {
			t.Errorf("%s: outcome %v, want P", left, a.Outcome)
		}
	}
}
