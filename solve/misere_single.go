package solve

// Misère play where only one component can move: its outcome by a closed form, or by a table of
// outcomes or of misère nim-values, or by a search, decides who wins.

import (
	"errors"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// byItself settles a sum by a measure of the one component that can move: it is 0 where the
// component is P in misère play.
type byItself struct {
	moving int    // the index of its term
	says   string // who wins
	sums   bool   // whether it leaves sums whose measure is not known
}

// moving returns the index of the one term that can move, or false where there are more or none.
func (s *solver) moving() (term int, ok bool) {
	term = slices.IndexFunc(s.question.Sum, func(t grundy.Term) bool { return !grundy.HasEnded(t.Component) })
	return term, term >= 0 && s.onlyOneMoves()
}

// outcomeOfOne says that the outcome in misère play of the one component that can move decides, if
// it has a closed form, and is of a game whose outcomes in misère play are proved; or if there is
// a table of outcomes by rank.
func (s *solver) outcomeOfOne() (m grundy.Measure, ok bool) {
	m = grundy.ByMisereOutcome
	at, one := s.moving()
	if !one {
		return m, false
	}
	c := s.question.Sum[at].Component
	if isProved(c) {
		_, _, ok = s.closed(c, m)
	}
	if !ok && !s.lent {
		_, ok = s.planRanks(c, m)
	}
	return m, ok
}

// searchedOutcomeOfOne says that the outcome in misère play of the one component that can move
// decides, if a search by the keys of its game finds it: of positions that do not fall apart, so that
// no sums are met. It takes far less than an algebra of all sums of them.
func (s *solver) searchedOutcomeOfOne() (grundy.Measure, bool) {
	const m = grundy.ByMisereOutcome
	at, ok := s.moving()
	if !ok || s.lent {
		return m, false
	}
	c := s.question.Sum[at].Component
	return m, !c.Splits() && s.byKeys(c, m) != nil
}

// decideByOutcome settles a sum by the outcome in misère play of the one component that can move.
func (s *solver) decideByOutcome(d *decision) (*decision, error) {
	at, _ := s.moving()
	d.way = byItself{at, "the player who leaves a position that is P in misère play wins", s.leavesSums(s.question.Sum[at].Component, d.measure)}
	d.outcome = grundy.Outcome(d.views[at].value)
	return d, nil
}

// misereNimValueOfOne says that the misère nim-value of the one component that can move decides,
// if that has a closed form or a table.
func (s *solver) misereNimValueOfOne() (grundy.Measure, bool) {
	const m = grundy.ByMisereNimValue
	at, ok := s.moving()
	if !ok {
		return m, false
	}
	c := s.question.Sum[at].Component
	if _, _, ok := c.Measure(m); ok {
		return m, !s.leavesSums(c, m)
	}
	_, ok = c.PlanTable(m)
	return m, ok
}

// decideByItself settles a sum by the misère nim-value of the one component that can move.
func (s *solver) decideByItself(d *decision) (*decision, error) {
	at, _ := s.moving()
	d.way, d.outcome = byItself{at, "the player who leaves the misère nim-value 0 wins", false}, grundy.Outcome(min(d.views[at].value, 1))
	d.theorem = "misère play of one component: P exactly if its misère nim-value is 0 (On Numbers and Games, chapter 12)"
	return d, nil
}

// leavesSums reports whether an option of c is a sum whose measure is not known, although that
// of c is, as from a table on disk of heaps.
func (s *solver) leavesSums(c grundy.Component, m grundy.Measure) bool {
	if !c.Splits() || c.IsStarter() {
		return false
	}
	if _, ok := c.FindOptions(m, 0, 0); ok {
		return false
	}
	if count, ok := c.CountOptions(); ok && s.allows(c, "", grundy.Cost{Bytes: heldBytes(c, count)}) != nil {
		return true
	}
	return slices.ContainsFunc(c.AppendOptions(nil), func(q grundy.Component) bool {
		if s.ctx.Err() != nil || len(q.Split()) < 2 {
			return false
		}
		_, _, known := s.closedIf(q, m, nil)
		return !known
	})
}

func (r byItself) winningMoves(s *solver, d *decision, a *Answer) error {
	if r.sums { // which are valued as where only they are known
		by, err := s.chooseOf(misereWays())
		if err != nil {
			return err
		}
		return by.way.winningMoves(s, by, a)
	}
	plan := compound.Plan{{Part: r.moving}}
	return s.fill(d.views, slices.Values([]compound.Plan{plan}), nil, a)
}

func (r byItself) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	say("Only one component can move; in misère play %s.", r.says)
}

// isOverBudget reports whether err refuses a question or ends the work on it because
// of the budget.
func isOverBudget(err error) bool {
	return errors.Is(err, grundy.ErrTooLarge) || errors.Is(err, grundy.ErrBudget)
}
