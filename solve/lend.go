package solve

// When games get closed forms from elsewhere: solve knows no
// prover.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// A Lender knows proved closed forms of games that have none of their own. It may be asked by
// several goroutines.
type Lender interface {
	// Lend returns the component as one of a game with closed forms, which plays and is
	// written alike, if it is so far out that tables and searches do not reach it; with all,
	// wherever there may be closed forms. It looks for them when they are asked for.
	Lend(ctx context.Context, c grundy.Component, all bool) (lent grundy.Component, ok bool)
	// LendEngine does so where a file is found to state the moves of a game with engines, unless
	// a search takes little.
	LendEngine(ctx context.Context, c grundy.Component) (lent grundy.Component, ok bool)
	// Learn looks for closed forms of a measure for all components that have none, or returns
	// why they are not known.
	Learn(ctx context.Context, sum grundy.Sum, by grundy.Measure) error
}

// LendTo returns a copy of the sum with what a lender lends. The lender may be nil.
func LendTo(ctx context.Context, lender Lender, sum grundy.Sum, all bool) grundy.Sum {
	sum = slices.Clone(sum)
	for i, t := range sum {
		if lender != nil {
			sum[i].Component, _ = lender.Lend(ctx, t.Component, all)
		}
	}
	return sum
}

// lends reports whether closed forms may help where a question is over the budget: err says so.
// Proofs count no steps, and misère sums do not follow from their components.
func (s *solver) lends(err error) bool {
	q := s.question
	return q.Lender != nil && !s.lent && q.Budget.Steps == 0 && isOverBudget(err) && s.ctx.Err() == nil && (!s.isMisere() || !isSeveral(q.Sum))
}

// learn lets all components have closed forms, in runs of their own: what they play in may have
// stopped. The error says why there are none.
func (s *solver) learn() error {
	by := grundy.ByOutcome
	switch {
	case s.isMisere():
		by = grundy.ByMisereOutcome
	case isSeveral(s.question.Sum):
		by = grundy.ByNimValue
	}
	sum := slices.Clone(s.question.Sum)
	for i, t := range sum {
		sum[i].Component = t.Component.AtRest()
	}
	if why := s.question.Lender.Learn(s.ctx, sum, by); why != nil {
		return why
	}
	if s.failed() != nil {
		*s.cache() = found{} // where rules fail or stop, positions seem to have ended
	}
	s.forget()
	s.lent = true
	s.question.Sum, s.failed = s.cache().runs.Start(s.question.playing(s.ctx), LendTo(s.ctx, s.question.Lender, sum, true))
	return nil
}

// isSeveral reports whether a sum has more than one component.
func isSeveral(sum grundy.Sum) bool { return len(sum) > 1 || len(sum) == 1 && sum[0].Copies > 1 }

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
