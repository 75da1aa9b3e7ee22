package solve

// An answer is put together here, once it is settled who wins: the one place for all ways.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/entailing"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/misere"
)

// An Answer is the answer to a [Question].
type Answer struct {
	Outcome grundy.Outcome
	// NimValue is the nim-value of the sum, nil where nim-values do not decide
	// (misère play, compounds other than disjunctive), or where the outcome
	// was asked and found without it.
	NimValue *uint64
	// Infinite is the nim-value of the sum where it is infinite, and otherwise nil.
	Infinite *grundy.LoopyValue
	// Remoteness and Suspense are the number of moves that the play lasts, in the
	// question's convention: Remoteness in a conjunctive compound, Suspense in a
	// continued conjunctive one in which play must end. Otherwise they are nil. The
	// remoteness of a draw is [loopy.Infinite].
	Remoteness, Suspense *uint64
	// Length is the number of moves that are left where no player has a
	// choice in any component, in a disjunctive compound; otherwise nil.
	Length     *big.Int
	Components []TermAnswer // one a term
	// WinningMoves lists the first MaxMoves of the WinningMoveCount moves
	// after which the opponent loses. In a disjunctive sum they come by term,
	// and for each term in the order of its game; in other compounds by
	// what they make of the components.
	WinningMoves     []Move
	WinningMoveCount *big.Int
	// Unlisted is not nil where a theorem settles who wins, but finding the moves is
	// over the budget. It wraps [grundy.ErrTooLarge] or [grundy.ErrBudget].
	// WinningMoveCount is then nil.
	Unlisted error
	// Uncounted is not nil where the question wants few moves and WinningMoves has some, but
	// finding all is over the budget. It wraps [grundy.ErrBudget]. WinningMoveCount is then nil.
	Uncounted error
	// Unproved says why there is no proof where the question asked for one; or it is what the prover said.
	Unproved error
	Methods  []string // the theorems and engines used, with their sources
	// Reasons say why in sentences, for this position, if the question asked
	// [Question.Why], and Argument says the same as data. Cut is not nil where the budget
	// ended, or rules failed, before all of it was found; then Argument has the first
	// steps.
	Reasons  []string
	Argument []Argument
	Cut      error
}

// A TermAnswer is the answer about one term of the sum.
type TermAnswer struct {
	Position   grundy.Component
	Copies     uint64
	NimValue   *uint64            // nil where it was not needed and is not cheap, or is infinite
	Infinite   *grundy.LoopyValue // the nim-value where it is infinite
	Remoteness *uint64            // in conjunctive compounds, in their convention; [loopy.Infinite] for a draw
	Suspense   *uint64            // in continued conjunctive compounds, in their convention
	Length     *uint64            // in games in which no player ever has a choice
	// Genus is the genus in misère play of a disjunctive sum, if it was needed.
	Genus misere.Stated
	// CanonicalForm is the canonical form in misère play of a disjunctive sum, as
	// the literature writes it: 3, 2[2]21 (theory/misere/notation.go); "" where it
	// was not needed, and where a play of it may last more than 10 moves, as it is
	// long then.
	CanonicalForm string
}

// A Move is a step in one component, or in several at once.
type Move []Step

// A Step moves one component of a sum.
type Step struct {
	Component int // its index, counting copies one by one, from 0
	From, To  grundy.Component
}

// leaveRuns takes the positions of the answer out of the runs of the question.
func (a *Answer) leaveRuns() {
	for i := range a.Components {
		a.Components[i].Position = a.Components[i].Position.AtRest()
	}
	for _, move := range a.WinningMoves {
		move.leaveRuns()
	}
}

// leaveRuns takes the positions of the move out of the runs of the question.
func (m Move) leaveRuns() {
	for i := range m {
		m[i].From, m[i].To = m[i].From.AtRest(), m[i].To.AtRest()
	}
}

// atRest returns a copy of the move out of the runs of the question.
func (m Move) atRest() Move {
	m = slices.Clone(m)
	m.leaveRuns()
	return m
}

// answer collects all that is known once it is settled who wins.
func (s *solver) answer(d *decision) (*Answer, error) {
	a := &Answer{Outcome: d.outcome, WinningMoveCount: new(big.Int), Methods: d.methods()}
	rules := s.failed()
	search := func() error { return s.winningMoves(d, a) }
	var err error
	if slices.ContainsFunc(d.views, func(v *view) bool { return v.plan != nil }) {
		err = search() // what has settled who wins mostly tells the moves
	} else {
		err = s.inPart(search)
	}
	if over := s.failed(); rules == nil && errors.Is(over, grundy.ErrBudget) && s.ctx.Err() == nil {
		err = over
	}
	switch {
	case err == nil:
	case s.ctx.Err() != nil && !errors.Is(context.Cause(s.ctx), grundy.ErrBudget):
		return nil, s.ctx.Err()
	case s.ctx.Err() != nil: // the question's own clock
		a.unlist(context.Cause(s.ctx))
	case errors.Is(err, grundy.ErrTooLarge), errors.Is(err, grundy.ErrBudget):
		a.unlist(err)
	default:
		return nil, err
	}
	var methods []string                               // of the nim-values
	s.hopeless = a.Unlisted != nil || d.valueOf != nil // nim-values take longer than the moves
	_ = s.inPart(func() error {
		a.Components, methods = s.describeComponents(d)
		return nil
	})
	switch way := d.way.(type) {
	case byLoopyValues:
		if way.sum.Infinite {
			a.Infinite = &way.sum
		} else {
			a.NimValue = (*uint64)(&way.sum.Nim)
		}
	case byWorth:
		if way.entailed >= 0 {
			break // no value says who wins
		}
		if value := entailing.Loopy(way.sum); value.Infinite {
			a.Infinite = &value
		} else {
			a.NimValue = (*uint64)(&value.Nim)
		}
	case byRetrograde: // single components decide nothing
	default:
		s.total(d, a, methods)
	}
	if Endless {
		d.transfinite(a)
	}
	if err := s.contradiction(a); err != nil {
		return nil, err
	}
	s.explain(d, a)
	for _, lacks := range []error{a.Unlisted, a.Cut} {
		if lacks != nil {
			s.admitted = append(s.admitted, lacks)
		}
	}
	return a, nil
}

// total adds what is known of the whole besides who wins.
func (s *solver) total(d *decision, a *Answer, methods []string) {
	if s.kind != compound.Disjunctive {
		s.tellWhole(d, a)
	}
	switch s.kind {
	case compound.Conjunctive:
		a.Remoteness = &d.value
		if d.outcome == grundy.D {
			a.Remoteness = infinite()
		}
	case compound.ContinuedConjunctive:
		a.Suspense = &d.value
	case compound.Disjunctive:
		a.Length = totalLength(a.Components)
		if s.question.Convention == grundy.Normal {
			a.NimValue = totalNimValue(a)
			a.nameMethods(methods)
		}
	}
}

// mayMove reports whether there is a move, if the rules do not say that the play is over.
func (s *solver) mayMove() bool {
	if at := s.question.Sum.Entailed(); at >= 0 {
		return !grundy.HasEnded(s.question.Sum[at].Component)
	}
	return mayMove(s.kind, s.components, s.active)
}

// contradiction returns an error if the player to move is said to win at nim-value 0;
// or by no move, and not for the want of one in misère play. Games from files declare
// what nobody has proved.
func (s *solver) contradiction(a *Answer) error {
	what := ""
	switch {
	case a.Outcome != grundy.N, Stated(s.question.Sum) != grundy.NoEnding:
		return nil
	case a.NimValue != nil && *a.NimValue == 0:
		what = "the nim-value is 0"
	case a.Unlisted != nil || a.Uncounted != nil || a.WinningMoveCount.Sign() > 0:
		return nil
	case s.question.Convention == grundy.Normal || s.mayMove():
		what = "no move wins"
	default:
		return nil
	}
	why := "this is a defect of grundy"
	for _, t := range s.question.Sum {
		if t.Component.IsStarter() {
			why = "what the rules of " + brief(t.Component) + " declare, such as symmetries and parts, cannot be true"
			break
		}
	}
	return fmt.Errorf("%s: the player to move should win, but %s; %s", briefSum(s.question.Sum), what, why)
}

// unlist says why there are no winning moves, and drops those that were found.
func (a *Answer) unlist(why error) {
	a.Unlisted, a.WinningMoves, a.WinningMoveCount = why, nil, nil
}

// infinite returns the remoteness of a draw.
func infinite() *uint64 {
	remoteness := uint64(loopy.Infinite)
	return &remoteness
}

// forcedLength returns the number of moves to the end in a game on one number in which no player ever
// has a choice, as games/heap.Counter; nil in others.
func forcedLength(c grundy.Component) *uint64 {
	g, forced := c.Game().(interface{ Length(n uint64) uint64 })
	n, ok := c.Position().(uint64)
	if !forced || !ok {
		return nil
	}
	length := g.Length(n)
	return &length
}

// describeComponents returns the answer about each term, and the methods that gave the
// nim-values.
func (s *solver) describeComponents(d *decision) (all []TermAnswer, methods []string) {
	for i, t := range s.question.Sum {
		c := TermAnswer{Position: t.Component, Copies: t.Copies, Length: forcedLength(t.Component)}
		switch d.measure {
		case grundy.ByRemoteness, grundy.ByMisereRemoteness:
			c.Remoteness = &d.views[i].value
			if d.views[i].drawn {
				c.Remoteness = infinite()
			}
		case grundy.BySuspense, grundy.ByMisereSuspense:
			c.Suspense = &d.views[i].value
		}
		v := s.nimValue(d, i)
		c.NimValue, c.Infinite = v.finite, v.infinite
		if like, ok := s.likenessOf(t.Component); ok {
			c.Genus, c.CanonicalForm = like.genus, like.form
		} else if d.genera != nil {
			c.Genus = d.genera[i]
		} else if d.measure == grundy.ByGenus {
			c.Genus = misere.StatedTame(d.views[i].value)
		}
		all, methods = append(all, c), append(methods, v.method)
	}
	return all, methods
}

// totalNimValue returns the nim-value of a disjunctive sum in normal play, or
// nil where that of a component is missing and does not cancel.
func totalNimValue(a *Answer) *uint64 {
	total := new(uint64)
	if a.Outcome == grundy.P {
		return total
	}
	for _, c := range a.Components {
		if c.Copies%2 == 0 {
			continue
		}
		if c.NimValue == nil {
			return nil
		}
		*total ^= *c.NimValue
	}
	return total
}

// nameMethods adds the methods of the components' nim-values to those of the
// answer, if its nim-value comes from them and not from the outcome alone.
func (a *Answer) nameMethods(methods []string) {
	if a.NimValue == nil || a.Outcome == grundy.P {
		return
	}
	for i, c := range a.Components {
		if c.Copies%2 == 1 && methods[i] != "" && !slices.Contains(a.Methods, methods[i]) {
			a.Methods = append(a.Methods, methods[i])
		}
	}
}

// totalLength returns the number of moves left where all are forced, or nil.
func totalLength(components []TermAnswer) *big.Int {
	total, length := new(big.Int), new(big.Int)
	for _, c := range components {
		if c.Length == nil {
			return nil
		}
		length.SetUint64(*c.Length)
		total.Add(total, length.Mul(length, new(big.Int).SetUint64(c.Copies)))
	}
	return total
}

// methods returns the theorem and the components' own methods, each once.
func (d *decision) methods() []string {
	var methods []string
	if d.reduction != "" {
		methods = append(methods, d.reduction)
	}
	if d.theorem != "" {
		methods = append(methods, d.theorem)
	}
	for _, v := range d.views {
		if !slices.Contains(methods, v.method) {
			methods = append(methods, v.method)
		}
	}
	return methods
}
