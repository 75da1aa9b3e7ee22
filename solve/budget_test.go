package solve_test

// This file tests what a question may use.

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A dear game has a table of its nim-values and says how many bytes that takes.
type dear struct {
	upTo
	bytes uint64
}

func (g dear) PlanTable(m grundy.Measure, _ int) (grundy.Plan[int], bool) {
	return grundy.Plan[int]{Cost: grundy.Cost{Bytes: g.bytes}, Method: "a dear table", Build: func(ctx context.Context, _ grundy.Progress) (grundy.Table[int], error) {
		if err := meter.Take(ctx, g.bytes); err != nil {
			return nil, err
		}
		return func(n int) uint64 { return uint64(n) % uint64(g.upTo+1) }, nil
	}}, m == grundy.ByNimValue
}

// Steps bound searches and estimates, however fast the machine is.
func TestSteps(t *testing.T) {
	for _, test := range []struct {
		sum        string
		convention grundy.Convention
		compound   compound.Kind
		steps      uint64 // that are too few
	}{
		{"cram(3,5)", grundy.Normal, compound.Disjunctive, 1 << 8},
		{"queen(300,200) + nim(3)", grundy.Normal, compound.Disjunctive, 1 << 8},
		{"0.77(30) + 0.26(20)", grundy.Misere, compound.Disjunctive, 1 << 10},
		{"kayles(6) + nim(3) + nim(4)", grundy.Misere, compound.Moore(2), 1 << 8},
	} {
		q := solve.Question{Sum: parse(t, test.sum), Convention: test.convention, Compound: test.compound}
		for steps, want := range map[uint64]error{test.steps: grundy.ErrTooLarge, 1 << 40: nil} {
			q.Budget.Steps = steps
			if _, err := solve.Solve(t.Context(), q); !errors.Is(err, want) && !errors.Is(err, grundy.ErrBudget) || (err == nil) != (want == nil) {
				t.Errorf("%s in %d steps: %v", test.sum, steps, err)
			}
		}
	}
}

// A table whose steps are used up says so, whichever way counts them.
func TestStepsOfTabulations(t *testing.T) {
	for text, convention := range map[string]grundy.Convention{"cram(3,5)": grundy.Normal, "0.77(30) + 0.26(20)": grundy.Misere} {
		for steps, want := range map[uint64]error{1 << 9: meter.Steps, 1 << 40: nil} {
			q := solve.Question{Convention: convention, Budget: solve.Budget{Steps: steps}}
			table, err := solve.NewTabulation(t.Context(), solve.OfNimValue, q)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := table.Value(parse(t, text)); !errors.Is(err, want) || (err == nil) != (want == nil) {
				t.Errorf("%s in %d steps: %v, want %v", text, steps, err, want)
			}
			table.Close()
		}
	}
}

// The zero budget allows DefaultMemory, of what is planned and of what is taken.
func TestZeroBudget(t *testing.T) {
	for _, test := range []struct {
		bytes, memory uint64
		ok            bool
	}{
		{solve.DefaultMemory / 2, 0, true}, {solve.DefaultMemory + 1, 0, false},
		{solve.DefaultMemory + 1, solve.DefaultMemory * 2, true}, {1 << 60, solve.AnyMemory, true},
		{1 << 20, 1 << 19, false},
	} {
		sum := grundy.SumOf(grundy.Place(dear{2, test.bytes}, 5), grundy.Place(upTo(1), 3))
		_, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Budget: solve.Budget{Memory: test.memory}})
		if (err == nil) != test.ok || err != nil && !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%d bytes of %d: %v", test.bytes, test.memory, err)
		}
	}
	// Terms take memory too.
	var sum grundy.Sum
	for i := range 1000 {
		sum = append(sum, grundy.Term{Copies: 1, Component: grundy.Place(upTo(2), i)})
	}
	for memory, want := range map[uint64]error{64 << 10: grundy.ErrBudget, 64 << 20: nil} {
		if _, err := solve.Solve(t.Context(), solve.Question{Sum: sum, Budget: solve.Budget{Memory: memory}}); !errors.Is(err, want) {
			t.Errorf("1000 terms in %d bytes: %v", memory, err)
		}
	}
}

// Rules that fail are the reason, whatever else ends. A clock that stops the rules is the reason
// itself, except where another budget was used up before.
func TestReasonsWithoutAnAnswer(t *testing.T) {
	failed := errors.New("the rules fail")
	clock := fmt.Errorf("stopped: %w", meter.Time)
	byClock := fmt.Errorf("at queen(3,4): %w", clock)
	memory := fmt.Errorf("too little: %w", meter.Memory)
	for i, test := range []struct{ cause, err, failed, want error }{
		{nil, nil, nil, nil}, {nil, memory, nil, memory}, {nil, nil, failed, failed}, {nil, memory, failed, failed},
		{clock, nil, nil, nil}, {clock, clock, nil, clock}, {clock, memory, nil, memory}, {clock, failed, nil, clock},
		{clock, nil, byClock, clock}, {clock, memory, byClock, memory}, {clock, nil, failed, failed},
		{context.Canceled, failed, nil, failed},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		if test.cause != nil {
			cancel(test.cause)
		}
		if err := solve.NoAnswer(ctx, test.err, test.failed); fmt.Sprint(err) != fmt.Sprint(test.want) {
			t.Errorf("%d: %v, want %v", i, err, test.want)
		}
		cancel(nil)
	}
}

// A binary game has two options of each node of a binary tree to the last one.
type binary struct{ last uint64 }

func (g binary) AppendOptions(dst []uint64, n uint64) []uint64 {
	for q := 2 * n; q <= min(2*n+1, g.last); q++ {
		dst = append(dst, q)
	}
	return dst
}

func (binary) AppendPosition(dst []byte, n uint64) []byte { return strconv.AppendUint(dst, n, 10) }

// A search that has to forget the first component, to go on with the second one, still
// knows the options of the first.
func TestForgottenOptions(t *testing.T) {
	defer solve.SetProbe(1<<20, 1<<14)()
	sum := grundy.SumOf(grundy.Place(binary{6500}, uint64(1)), grundy.Place(binary{1600}, uint64(2)))
	for _, memory := range []uint64{1 << 20, 5 << 18, 3 << 19, 1 << 30} {
		a := answer(t, solve.Question{Sum: sum, MaxMoves: 9, Budget: solve.Budget{Memory: memory}})
		if got := fmt.Sprint(a.Outcome, *a.NimValue, a.WinningMoves); got != "N 3 [1 -> 2]" {
			t.Errorf("%d bytes: %s", memory, got)
		}
	}
}

// A search that takes more steps than are allowed is not said to take time.
func TestStepsAreNotTime(t *testing.T) {
	for _, q := range []solve.Question{
		{Sum: grundy.SumOf(grundy.Place(binary{1 << 20}, uint64(1)))},
		{Sum: grundy.SumOf(grundy.Place(binary{1 << 20}, uint64(1)), grundy.Place(binary{1 << 20}, uint64(3)))},
	} {
		q.Budget = solve.Budget{Steps: 1000, Time: time.Hour}
		var over grundy.BudgetError
		if _, err := solve.Solve(t.Context(), q); !errors.As(err, &over) || over.What != "steps" {
			t.Errorf("%v: %v", q.Sum, err)
		}
	}
}
