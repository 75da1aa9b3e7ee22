package solve

// This file holds the way in which games get closed forms from elsewhere: solve knows no
// prover.

import (
	"context"
	"slices"

	"grundy"
	"grundy/internal/message"
)

// A Lender knows proved closed forms of games that have none of their own. It may be asked by
// several goroutines.
type Lender interface {
	// Lend returns the component as one of a game with closed forms, which plays and is
	// written alike, if it is so far out that tables and searches do not reach it; with all,
	// wherever there may be closed forms. It looks for them when they are asked for.
	Lend(ctx context.Context, c grundy.Component, all bool) (lent grundy.Component, ok bool)
	// Learn looks for closed forms of a measure for all components that have none, or returns
	// why they are not known.
	Learn(ctx context.Context, sum grundy.Sum, by grundy.Measure) error
}

// LendTo returns the sum with what a lender lends; it may be nil.
func LendTo(ctx context.Context, lender Lender, sum grundy.Sum, all bool) grundy.Sum {
	if lender == nil {
		return sum
	}
	with := slices.Clone(sum)
	for i, t := range sum {
		with[i].Component, _ = lender.Lend(ctx, t.Component, all)
	}
	return with
}

// A lackingError adds to what is over the budget why no closed form is known.
type lackingError struct{ over, why error }

func lacking(over, why error) error {
	if message.Line(why) == "" {
		return over
	}
	return &lackingError{over, why}
}

func (e *lackingError) Error() string { return e.over.Error() + "; " + message.Line(e.why) }

// Unwrap returns what is over the budget.
func (e *lackingError) Unwrap() error { return e.over }
