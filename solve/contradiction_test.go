package solve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/solve"
)

// A liar is a heap of Nim that says that all positions have nim-value 1, or that all
// have the genus of a heap of 2.
type liar struct{}

func (liar) AppendPosition(dst []byte, n int) []byte { return fmt.Appendf(dst, "liar%d", n) }

func (liar) AppendOptions(dst []int, n int) []int {
	for i := range n {
		dst = append(dst, i)
	}
	return dst
}

func (liar) Measure(m grundy.Measure, _ int) (uint64, string, bool) {
	switch m {
	case grundy.ByNimValue:
		return 1, "a lie", true
	case grundy.ByGenus:
		return 4, "a lie", true
	}
	return 0, "", false
}

// A fallible liar counts as one whose rules come from a file.
type fallibleLiar struct{ liar }

func (fallibleLiar) Err() error                              { return nil }
func (l fallibleLiar) Start(context.Context) grundy.Run[int] { return l }

// An answer that contradicts itself is an error.
func TestContradictions(t *testing.T) {
	for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
		for _, c := range []struct {
			component grundy.Component
			want      string
		}{
			{grundy.Place(liar{}, 3), "liar3: the player to move should win, but no move wins; this is a defect of grundy"},
			{grundy.Place(fallibleLiar{}, 3), "what the rules of liar3 declare, such as symmetries and parts, cannot be true"},
		} {
			a, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(c.component), Convention: convention, MaxMoves: 1})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: %v, %v, want %q", convention, a, err, c.want)
			}
		}
	}
	// Without a move the player to move wins in misère play only.
	if _, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(grundy.Place(liar{}, 0)), Convention: grundy.Misere}); err != nil {
		t.Error(err)
	}
	if _, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(grundy.Place(liar{}, 0))}); err == nil {
		t.Error("a win in normal play without a move")
	}
}
