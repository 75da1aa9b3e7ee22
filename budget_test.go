package grundy_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/grundy-games/grundy"
)

// Errors of budgets are one family: each is a refusal or an end, and names its bound.
func TestBudgetErrors(t *testing.T) {
	refused := grundy.BudgetError{Msg: "nim(9) needs 2 GiB of memory", What: "memory"}
	ended := fmt.Errorf("values of nim: %w", grundy.Spent("memory"))
	for _, c := range []struct {
		err, target error
		want        bool
	}{
		{refused, grundy.ErrTooLarge, true}, {refused, grundy.ErrBudget, false},
		{refused, grundy.Spent("memory"), false},
		{ended, grundy.ErrBudget, true}, {ended, grundy.ErrTooLarge, false},
		{ended, grundy.Spent("memory"), true}, {ended, grundy.Spent("time"), false},
		{grundy.ErrBudget, grundy.Spent("time"), false},
		{errors.New("out of budget"), grundy.ErrBudget, false},
	} {
		if got := errors.Is(c.err, c.target); got != c.want {
			t.Errorf("%v is %v: %v", c.err, c.target, got)
		}
	}
	if e, ok := errors.AsType[grundy.BudgetError](ended); !ok || e.What != "memory" || !e.Spent {
		t.Errorf("%+v, %v", e, ok)
	}
	if got, want := ended.Error(), "values of nim: out of budget"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
