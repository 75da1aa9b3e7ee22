package solve

// Misère play where only one component can move: a table of its
// misère nim-values, or a search for them, decides who wins.

import (
	"errors"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// byItself settles a sum by a measure of the one component that can move: it is 0 where the
// component is P in misère play.
type byItself struct {
	moving int    // the index of its term
	says   string // who wins
	sums   bool   // whether it leaves sums whose measure is not known
}

// decideByOutcome settles a sum in which just one component can move, if that is of a game
// whose outcomes in misère play are proved, and otherwise returns nil.
func (s *solver) decideByOutcome() (*decision, error) {
	moving := slices.IndexFunc(s.question.Sum, func(t grundy.Term) bool { return !HasEnded(t.Component) })
	if moving < 0 || !isProved(s.question.Sum[moving].Component) || !s.onlyOneMoves() {
		return nil, nil
	}
	value, method, ok := s.closedIf(s.question.Sum[moving].Component, grundy.ByMisereOutcome, s.charge)
	if !ok {
		return nil, nil
	}
	d := &decision{way: byItself{moving, "the player who leaves a position that is P in misère play wins", s.leavesSums(s.question.Sum[moving].Component, grundy.ByMisereOutcome)}, outcome: grundy.Outcome(value), reduction: s.reduction(), measure: grundy.ByMisereOutcome}
	for i, t := range s.question.Sum {
		v := &view{solver: s, component: t.Component, measure: grundy.ByMisereOutcome}
		if v.set(1, ""); i == moving {
			v.set(value, method)
		}
		d.views = append(d.views, v)
	}
	return d, nil
}

// decideByItself settles a sum in which just one component can move by its misère
// nim-value, if that has a closed form or a table, or can be searched by keys; otherwise
// it returns nil. The error says what a table over the budget would need.
func (s *solver) decideByItself() (*decision, error) {
	moving := slices.IndexFunc(s.question.Sum, func(t grundy.Term) bool { return !HasEnded(t.Component) })
	if moving < 0 || !s.onlyOneMoves() {
		return nil, nil
	}
	const measure = grundy.ByMisereNimValue
	c := s.question.Sum[moving].Component
	if _, _, ok := c.Measure(measure); ok && s.leavesSums(c, measure) {
		return nil, nil
	} else if !ok {
		if _, ok := c.PlanTable(measure); !ok && !s.staysWhole(c) {
			return nil, nil
		}
	}
	v, err := s.view(c, measure)
	if err == nil {
		err = v.build()
	}
	if errors.Is(err, search.ErrSum) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d := &decision{
		way: byItself{moving, "the player who leaves the misère nim-value 0 wins", false}, outcome: grundy.Outcome(min(v.value, 1)), reduction: s.reduction(), measure: measure,
		theorem: "misère play of one component: P exactly if its misère nim-value is 0 (On Numbers and Games, chapter 12)",
	}
	for i, t := range s.question.Sum {
		of := v
		if i != moving {
			of = &view{solver: s, component: t.Component, measure: measure}
			of.set(1, "") // it has ended
		}
		d.views = append(d.views, of)
	}
	return d, nil
}

// staysWhole reports whether c is searched by keys although its game has positions that
// are sums: a probe has met none. Such is a game of a file without move_sum.
func (s *solver) staysWhole(c grundy.Component) bool {
	if !c.Splits() {
		return false // a search for the outcome is shorter
	}
	define, _ := compound.Define(grundy.ByMisereNimValue)
	_, ok := s.planKeys(c, grundy.ByMisereNimValue, define, s.bounded(rankedProbe))
	return ok
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
