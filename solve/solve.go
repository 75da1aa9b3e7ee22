// Package solve answers questions about any position of any game, alone or in
// a sum: who wins, the nim-value, every winning move, how many there are, and
// by which theorem or engine.
//
// [Solve] is the function that most people need. It picks for each component
// the fastest way that its game offers: a closed form, else a table, else a
// search of all positions that play can reach. Nothing is approximate, and a
// question that needs more memory or time than the [Budget] is refused.
package solve

// A question, and the memory of its solver; ways.go chooses the way.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/search"
)

// A Question asks who wins a sum, and how.
type Question struct {
	Sum grundy.Sum // of at least one term
	// Convention is misère in any case where a game of the sum says that its last move
	// loses ([grundy.Conventional]).
	Convention grundy.Convention
	Compound   compound.Kind
	// MaxMoves bounds the winning moves that are listed, not those that are
	// counted. 0 lists none.
	MaxMoves int
	// FewMoves lets the answer tell some winning moves where it takes much longer to find
	// all than to find out who wins: see [Answer.Uncounted].
	FewMoves bool
	// Why asks for the argument behind the answer, in sentences and as data.
	Why bool
	// Prover takes a proof of the answer that others can check; nil for none. See [Answer.Unproved].
	Prover Prover
	// Keeper keeps what couples find of one game of the sum; nil where nobody does.
	Keeper   Keeper
	Budget   Budget
	Progress grundy.Progress // of the tables that are built
	// Lender knows closed forms of games that have none of their own; it may be nil.
	Lender Lender
	// NoExtras says that nim-values are not looked for which decide nothing.
	NoExtras bool
	// Cache keeps what searches find, for further questions about the same
	// games; nil for no further ones.
	Cache *Cache
}

// Solve answers q. Errors wrap [grundy.ErrTooLarge], [grundy.ErrBudget] or ctx's
// error, or come from rules that fail. An answer that contradicts itself is an error
// too: the player to move wins, but no move does. Rules that declare symmetries which
// they do not have cause it.
//
// Solve costs as much as the engines that Methods names. It also looks at each option
// where a game has no [grundy.Finder], and takes O(1) for each component and each
// listed move. Conjunctive, continued conjunctive and proper selective compounds of k
// components cost O(k) for each remoteness, suspense or nim-value that occurs. Where
// no theorem decides, Solve searches all positions of the whole.
func Solve(ctx context.Context, q Question) (answer *Answer, err error) {
	err = inRun(ctx, q, func(s *solver) error {
		kept, err := s.keeping()
		if err != nil {
			return err
		}
		if answer, err = s.settle(); err == nil && q.Prover != nil {
			answer.Unproved = s.prove(answer)
			if errors.Is(answer.Unproved, search.ErrUnfounded) {
				return answer.Unproved // which the answer shares
			}
			s.admitted = append(s.admitted, answer.Unproved)
		}
		return kept(err)
	})
	if err != nil {
		return nil, err
	}
	answer.WinningMoves = answer.WinningMoves[:min(len(answer.WinningMoves), q.MaxMoves)]
	answer.leaveRuns()
	if len(q.Sum) == 0 {
		answer.Components = nil
	}
	return answer, nil
}

// inRun does the work on the question with its clock, its meter and its cache, in runs
// of the games whose rules may fail.
func inRun(ctx context.Context, q Question, work func(*solver) error) error {
	if len(q.Sum) == 0 {
		q.Sum = ended()
	}
	if q.Sum.PlayedMisere() != nil {
		q.Convention = grundy.Misere
	}
	ctx, end := q.within(ctx)
	defer end()
	if q.Cache == nil {
		q.Cache = &Cache{}
	}
	q.Sum = LendTo(ctx, q.Lender, q.Sum, false)
	for i, t := range q.Sum {
		if q.Lender != nil && q.Budget.Steps == 0 {
			q.Sum[i].Component, _ = q.Lender.LendEngine(ctx, t.Component)
		}
	}
	var failed func() error
	q.Sum, failed = keptIn(q.Cache).runs.Start(q.playing(ctx), q.Sum)
	s, err := newSolver(ctx, q, failed)
	if err == nil {
		defer s.account.Close()
		err = cmp.Or(work(s), s.untold)
		failed = s.failed
	}
	rules := failed()
	if rules != nil {
		*q.Cache = Cache{} // where rules fail or stop, positions seem to have ended
	}
	if s != nil && slices.ContainsFunc(s.admitted, func(why error) bool { return errors.Is(rules, why) }) {
		rules = nil // the answer stands
	}
	return noAnswer(ctx, err, rules)
}

// playing tells the runs of games if nim-values do not decide the question.
func (q Question) playing(ctx context.Context) context.Context {
	if q.Convention == grundy.Misere || q.Compound != compound.Disjunctive {
		return grundy.NeedSameGames(ctx)
	}
	return ctx
}

// newSolver returns the solver of a question, whose account is to be closed. Failed returns the
// first error of the rules of games.
func newSolver(ctx context.Context, q Question, failed func() error) (*solver, error) {
	s := &solver{ctx: ctx, failed: failed, account: meter.Open(ctx), question: q, allowance: cheap}
	s.forget()
	if q.Why {
		s.question.MaxMoves = max(q.MaxMoves, maxShown) // the argument needs some
	}
	if err := s.prepare(); err != nil {
		s.account.Close()
		return nil, err
	}
	return s, nil
}

// forget drops what was found of positions.
func (s *solver) forget() {
	s.views, s.bound, s.extras = map[viewKey]*view{}, map[memo]bool{}, map[grundy.Identity]extraValue{}
	s.pruners = map[any]pruner{}
}

// prepare counts the components of the sum, and finds what the compound comes to.
func (s *solver) prepare() error {
	if err := CheckReplies(s.question.Sum, s.question.Compound, s.question.Convention); err != nil {
		return err
	}
	if err := s.countComponents(); err != nil {
		return err
	}
	if err := s.chargeTerms(); err != nil {
		return err
	}
	s.shareGames()
	s.kind = s.question.Compound.Reduced(s.question.Convention, s.components, s.active)
	if s.kind.OneAtATime() {
		return nil
	}
	return s.expandCopies()
}

// settle answers the question.
func (s *solver) settle() (*Answer, error) {
	d, err := s.choose()
	if err != nil {
		return nil, err
	}
	return s.answer(d)
}

// reduction says why another kind of compound is looked at than was asked about,
// or "".
func (s *solver) reduction() string {
	if s.kind == s.question.Compound {
		return ""
	}
	return fmt.Sprintf("a %v compound of %d components, %d of which can move, comes to a %v one (theory/compound/kind.go)",
		s.question.Compound, s.components, s.active, s.kind)
}

// MayEnd reports whether some component may end the play as a whole.
func MayEnd(sum grundy.Sum) bool {
	return slices.ContainsFunc(sum, func(t grundy.Term) bool {
		_, may := t.Component.Ending()
		return may
	})
}

// shouldEnd reports whether play should end, and the ways would not find out themselves that it
// does not. The searches for disjunctive sums do.
func (s *solver) shouldEnd() bool {
	if MayEnd(s.question.Sum) {
		return true
	}
	return !s.isLoopy() && s.question.Compound != compound.Disjunctive
}

// checkEnds finds cycles in games whose rules nobody has checked, before ways
// are tried that would not end there.
func (s *solver) checkEnds() error {
	for _, t := range s.question.Sum {
		by := grundy.ByNimValue
		if t.Component.IsDecisive() {
			by = grundy.ByWorth
		}
		if _, meant := t.Component.PlanLoopy(); meant || !t.Component.IsStarter() {
			continue
		}
		if isProved(t.Component) {
			continue
		}
		if err := tooWide(t.Component); err != nil {
			return err
		}
		found := s.byKeys(t.Component, by)
		if found == nil {
			continue
		}
		if err := s.searchAll(found, t.Component, s.further(found, s.question.Budget.Memory, 0)); err != nil {
			return err
		}
	}
	return nil
}

// isProved reports whether it is proved that play of the component's game ends.
func isProved(c grundy.Component) bool {
	g, ok := c.Game().(grundy.Terminating)
	return ok && g.Ends()
}

type solver struct {
	ctx      context.Context
	account  *meter.Account // of the memory that searches use
	question Question
	failed   func() error // the first error of the rules of games
	untold   error        // the first of a table that could not tell a measure
	lent     bool         // closed forms are lent to all components, and nothing else is tried
	admitted []error      // for which the answer says that it lacks something
	// How many components there are, how many of them can move, and the kind
	// that the compound comes to with these.
	components, active uint64
	kind               compound.Kind
	spent              grundy.Cost
	share              uint64 // work may take the time of the question divided by it; 0 for all
	views              map[viewKey]*view
	// Nim-values that decide nothing are told where that is cheap: extras by
	// position, empty where it is not, and what may still be spent on them.
	extras    map[grundy.Identity]extraValue
	allowance grundy.Cost
	hopeless  bool                                                    // to search for them
	loops     map[grundy.Identity]grundy.LoopyTable[grundy.Component] // of positions and their options
	reducer   *reducer                                                // once positions are taken for sums in misère play
	sums      *sumSearch                                              // once they are decided by couples
	quotient  *quotientSearch                                         // once a misère quotient is looked for
	lack      string                                                  // what no theorem gave
	bound     map[memo]bool                                           // searches that ask the runs of this question
	pruners   map[any]pruner                                          // by game, nil where there is none
	probed    *probedSearch                                           // the last search that was longer than its probe
}

// countComponents counts components, and refuses sums of more than can be
// numbered.
func (s *solver) countComponents() error {
	for _, t := range s.question.Sum {
		if s.components = grundy.AddCounts(s.components, t.Copies); s.components > math.MaxInt {
			return fmt.Errorf("a sum of more than %d components: %w", uint64(math.MaxInt), grundy.ErrTooLarge)
		}
		if t.Component.IsStarter() {
			s.closed(t.Component, grundy.ByOutcome) // which tells whether it has ended
		}
		if !grundy.HasEnded(t.Component) {
			s.active += t.Copies
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// shareGames lets all components of the same game use one value of it, and so what
// that has learned, also for an earlier question.
func (s *solver) shareGames() {
	first := s.cache().games
	if first == nil {
		first = map[grundy.GameID]grundy.Component{}
		s.cache().games = first
	}
	sum := slices.Clone(s.question.Sum)
	for i, t := range sum {
		if t.Component.IsStarter() {
			continue // its run began with the question, for all components
		}
		if of, ok := first[t.Component.GameID()]; ok {
			sum[i].Component = grundy.SameGame(t.Component, of)
		} else {
			first[t.Component.GameID()] = t.Component
		}
	}
	s.question.Sum = sum
}

// isOver reports whether the play has ended because a component has.
func (s *solver) isOver() bool { return s.kind.EndsEarly() && s.active < s.components }

// A decision says who wins a sum, and what that rests on.
type decision struct {
	way       way
	outcome   grundy.Outcome
	theorem   string // "" where the components' own methods say all
	reduction string // why another kind of compound is looked at, or ""
	// Where the way rests on one measure of each component: a view and a part for
	// each term, and what decides of the whole.
	measure grundy.Measure
	views   []*view
	parts   []compound.Part
	value   uint64
	// nimValues holds the nim-value of each term where the way knows it without a
	// view, and genera the genus where no canonical form gives it; or nil.
	nimValues []uint64
	genera    []misere.Stated
	// valueOf returns the nim-value of a component that the way has found beside the outcome; or nil.
	valueOf func(grundy.Component) (uint64, bool)
}

// A way to settle a sum is a theory, with what it has found out about the sum.
type way interface {
	// winningMoves counts the winning moves and lists the first of them. It is asked
	// where the player to move wins, and the play is not over.
	winningMoves(s *solver, d *decision, a *Answer) error
	// reasons says in sentences why the outcome is what it is.
	reasons(s *solver, d *decision, say func(format string, args ...any))
}

// measure gives a decision the measures of all components. The result is false where nothing gives
// that of one.
func (s *solver) measure(d *decision, m grundy.Measure) (measured bool, err error) {
	d.measure = m
	for _, t := range s.question.Sum {
		v, err := s.view(t.Component, measureOf(t.Component, m))
		if v == nil {
			return false, err
		}
		d.views = append(d.views, v)
	}
	for i, v := range d.views {
		if err := v.build(); errors.Is(err, search.ErrSum) {
			return false, nil
		} else if err != nil {
			return false, err
		}
		t := s.question.Sum[i]
		d.parts = append(d.parts, compound.Part{Measure: v.value, Copies: t.Copies, Ended: grundy.HasEnded(t.Component)})
	}
	return true, nil
}
