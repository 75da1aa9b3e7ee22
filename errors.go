package grundy

// This file holds the errors on which a caller may act.

import (
	"errors"
	"fmt"
)

// ErrTooLarge is wrapped by errors that refuse a question before work on it
// starts, because it would need more memory or time than the budget allows.
var ErrTooLarge = errors.New("too large for the budget")

// ErrBudget is wrapped by errors that stop work whose size could not be known
// beforehand when the budget is used up.
var ErrBudget = errors.New("out of budget")

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
