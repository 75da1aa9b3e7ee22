package solve_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A squares is a heap from which a square number is taken, with tables of misère
// nim-values that cost each bytes a heap.
type squares struct{ each uint64 }

func (squares) AppendPosition(dst []byte, n int) []byte { return fmt.Appendf(dst, "squares%d", n) }

func (squares) AppendOptions(dst []int, n int) []int {
	for i := 1; i*i <= n; i++ {
		dst = append(dst, n-i*i)
	}
	return dst
}

func (g squares) PlanTable(m grundy.Measure, n int) (grundy.Plan[int], bool) {
	if m != grundy.ByMisereNimValue {
		return grundy.Plan[int]{}, false
	}
	return grundy.Plan[int]{
		Cost:   grundy.Cost{Bytes: g.each * uint64(n+1)},
		Method: "a table of misère nim-values",
		Build: func(context.Context, grundy.Progress) (grundy.Table[int], error) {
			define, _ := compound.Define(m)
			values := make([]uint64, 0, n+1)
			for i := range n + 1 {
				var options []uint64
				for _, o := range g.AppendOptions(nil, i) {
					options = append(options, values[o])
				}
				values = append(values, define.Of(options))
			}
			return func(n int) uint64 { return values[n] }, nil
		},
	}, true
}

// One component that can move, by a table of its misère nim-values.
func TestMisereByItself(t *testing.T) {
	defer solve.SetMisereWork(1, 1)()
	var truth oracle.Oracle
	g := squares{each: 4}
	for n := 1; n <= 60; n++ {
		sum := grundy.SumOf(parse(t, "nim(0)")[0].Component, grundy.Place(g, n))
		a := answer(t, solve.Question{Sum: sum, Convention: grundy.Misere})
		if !slices.Contains(a.Methods, "a table of misère nim-values") {
			t.Fatalf("%d: methods %q, want the table", n, a.Methods)
		}
		check(t, &truth, sum, compound.Disjunctive, grundy.Misere)
	}
	// Large ones are not searched, and the error says that the budget is too small.
	q := solve.Question{Sum: grundy.SumOf(grundy.Place(squares{each: 1 << 20}, 20000)), Convention: grundy.Misere, Budget: solve.Budget{Memory: 1 << 20}}
	_, err := solve.Solve(t.Context(), q)
	if !errors.Is(err, grundy.ErrTooLarge) || !strings.Contains(err.Error(), "squares20000 needs 20 GiB of memory") {
		t.Errorf("%v, want what would be needed", err)
	}
}

// Pieces on boards by themselves, by the tables of their own.
func TestMiserePieces(t *testing.T) {
	defer solve.SetMisereWork(1, 1)()
	var truth oracle.Oracle
	for _, piece := range []string{"queen", "king", "knight", "bishop", "knight4[9]"} {
		for x := range 9 {
			check(t, &truth, parse(t, fmt.Sprintf("%s(%d,%d)", piece, x, (5*x+3)%9)), compound.Disjunctive, grundy.Misere)
		}
	}
	a := answer(t, solve.Question{Sum: parse(t, "queen(300,300)"), Convention: grundy.Misere, MaxMoves: 9, Budget: solve.Budget{Memory: 16 << 20}})
	if a.Outcome != grundy.N || a.WinningMoveCount.String() != "1" || a.WinningMoves[0][0].To.String() != "queen(2,2)" {
		t.Errorf("queen(300,300): outcome %v, %v", a.Outcome, a.WinningMoves)
	}
}
