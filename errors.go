package grundy

import (
	"errors"
	"fmt"
)

// A BudgetError says that a budget is too small for a question. Every error about a budget is one or
// wraps one, in all packages: ask with errors.AsType[BudgetError], or with errors.Is for [ErrTooLarge],
// [ErrBudget] or a bound such as Spent("memory").
type BudgetError struct {
	Msg string
	// The bound that is too small: "memory" and "time", which users set; "steps", which are
	// counted; an engine's own count, such as "values"; or "" where Msg alone says it.
	What string
	// Spent says that work was stopped. Otherwise it was refused before it began.
	Spent bool
}

// ErrTooLarge is any refusal of work before it begins, because it would need more than the budget has.
var ErrTooLarge error = BudgetError{Msg: "too large for the budget"}

// ErrBudget is any end of work, of a size that could not be known beforehand, because the budget is
// used up.
var ErrBudget error = BudgetError{Msg: "out of budget", Spent: true}

// Spent returns the error that ends work because so much was used of this: it reads as [ErrBudget].
func Spent(what string) error {
	return BudgetError{Msg: ErrBudget.Error(), What: what, Spent: true}
}

func (e BudgetError) Error() string { return e.Msg }

// Is reports whether e is one of the errors that target stands for: both refuse work, or both end it,
// and target names the same bound or none.
func (e BudgetError) Is(target error) bool {
	t, ok := target.(BudgetError)
	return ok && t.Spent == e.Spent && (t.What == "" || t.What == e.What)
}

// A PositionError says why a position is none of a game. Games return it when
// they are asked to make one from numbers.
type PositionError struct {
	// Arg is the index of the offending number: among the arguments, or,
	// where Bracketed is set, among the numbers in brackets that choose the
	// game's rules. It is -1 where their count is wrong.
	Arg       int
	Bracketed bool
	Msg       string // what would be right
}

func (e *PositionError) Error() string { return e.Msg }

// Errorf returns a *PositionError about argument arg.
func Errorf(arg int, format string, args ...any) error {
	return &PositionError{Arg: arg, Msg: fmt.Sprintf(format, args...)}
}

// BracketErrorf returns a *PositionError about the number arg in brackets.
func BracketErrorf(arg int, format string, args ...any) error {
	return &PositionError{Arg: arg, Bracketed: true, Msg: fmt.Sprintf(format, args...)}
}

// ErrUnknown says that an engine has no way to find what is asked for; a search may.
var ErrUnknown = errors.New("not known to this version")
