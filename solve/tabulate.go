package solve

// Many positions of one game, as a table lists them, valued one after the
// other by a shared memo, or, where play need not end, all together.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/entailing"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/search"
)

// A Fact is what a table says of a position.
type Fact uint8

// The facts. Outcomes are numbers of [grundy.Outcome]. Nim-values in misère play are 1 without
// options, otherwise the mex of those of the options.
const (
	OfNimValue Fact = iota
	OfOutcome
	OfRemoteness
	OfSuspense
	// OfLoopyOutcome is the outcome where the rules say that play need not end, or the play as a whole
	// may end: nobody looks first whether it must end.
	OfLoopyOutcome
	// OfWorth is the nim-value or infinity in disjunctive sums in normal play, as theory/entailing
	// numbers them, where the rules may say who has won, and not by a draw.
	OfWorth
)

// valueSteps is what a value costs that a table asks for, besides what is searched.
const valueSteps = 8

// A Tabulation says something of many sums, one after the other, of games in which play must
// end, except for outcomes. Values that it finds serve for the next sums: a table costs as much as a search of all
// positions that can be reached from some cell, each once. One goroutine at a time may use
// it.
type Tabulation interface {
	// Value returns the fact about a sum. Where the budget of steps is used up, the error is
	// [meter.Steps].
	Value(sum grundy.Sum) (v uint64, err error)
	// Genus returns the genus of a sum in misère play. The
	// question must be about misère play of disjunctive sums.
	Genus(sum grundy.Sum) (genus misere.Stated, err error)
	// Prepare makes the tables of games that keep them, for a sum that is the largest of those
	// that follow.
	Prepare(sum grundy.Sum) error
	// Left returns how many steps of the budget are left, at least 1 if it had some.
	Left() uint64
	// Close gives back the memory.
	Close()
}

type tabulation struct {
	solver  *solver
	fact    Fact
	by      grundy.Measure                     // of a single component
	asked   uint64                             // how many values were asked for
	now     map[grundy.GameID]grundy.Component // in the run of the question
	started []func() error                     // the first errors of the rules of these
	sums    map[grundy.GameID]bool             // games whose moves leave sums
	apart   map[grundy.Identity]bool           // positions whose parts are being valued
	pruned  map[grundy.GameID]bool             // games that couples value
	walks   map[grundy.GameID]*loops           // positions from which play need not end; of sums by the zero
}

// NewTabulation returns a tabulation of a fact, in the convention, the compound and the
// budget of a question, whose sum is left out. It ends with ctx. Call Close at its end.
func NewTabulation(ctx context.Context, fact Fact, q Question) (Tabulation, error) {
	q.Cache = &Cache{}
	s, err := newSolver(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	t := &tabulation{solver: s, fact: fact, now: map[grundy.GameID]grundy.Component{}, sums: map[grundy.GameID]bool{}, apart: map[grundy.Identity]bool{}, pruned: map[grundy.GameID]bool{}, walks: map[grundy.GameID]*loops{}}
	t.solver.failed = func() error {
		for _, failed := range t.started {
			if rules := failed(); rules != nil {
				return rules
			}
		}
		return nil
	}
	by, ok := map[Fact]grundy.Measure{
		OfOutcome: grundy.ByOutcome, OfRemoteness: grundy.ByRemoteness, OfSuspense: grundy.BySuspense,
	}[fact]
	if !ok {
		by = grundy.ByNimValue
	}
	t.by = s.inConvention(by)
	return t, nil
}

func (t *tabulation) Close() { t.solver.account.Close() }

func (t *tabulation) Left() uint64 { return t.solver.question.Budget.Steps }

func (t *tabulation) Value(sum grundy.Sum) (v uint64, err error) {
	err = t.about(sum, func(sum grundy.Sum) (err error) {
		v, err = t.value(sum)
		if t.fact == OfOutcome && !t.needsLoops(sum) {
			v = min(v, 1)
		}
		return err
	})
	return v, err
}

func (t *tabulation) Genus(sum grundy.Sum) (genus misere.Stated, err error) {
	err = t.about(sum, func(sum grundy.Sum) error {
		total, err := t.total(sum)
		if err == nil {
			genus, err = t.solver.reducer.sums.Stated(total)
		}
		return err
	})
	return genus, err
}

// share returns a sum whose components use one value of each game, and so what that has
// learned, in the run of the question.
func (t *tabulation) share(sum grundy.Sum) grundy.Sum {
	sum = LendTo(t.solver.ctx, t.solver.question.Lender, sum, t.solver.lent)
	for i, term := range sum {
		now, ok := t.now[term.Component.GameID()]
		if !ok {
			ctx := t.solver.question.playing(t.solver.ctx)
			if t.fact == OfRemoteness || t.fact == OfSuspense {
				ctx = grundy.NeedSameGames(ctx)
			}
			started, failed := grundy.Start(ctx, sum[i:i+1])
			now = started[0].Component
			t.now[term.Component.GameID()], t.started = now, append(t.started, failed)
		}
		sum[i].Component = grundy.SameGame(term.Component, now)
	}
	t.solver.question.Sum = sum // for messages
	return sum
}

// about works on a sum. If that is over the budget, this sum and all that follow get closed forms.
func (t *tabulation) about(sum grundy.Sum, work func(sum grundy.Sum) error) error {
	if t.solver.lent {
		return t.attempt(sum, work)
	}
	by := t.by
	if isSeveral(sum) {
		by = grundy.ByNimValue
	}
	err := t.attempt(sum, work)
	if !t.solver.lends(err) {
		return err
	}
	if why := t.solver.question.Lender.Learn(t.solver.ctx, sum, by); why != nil {
		return lacking(err, why)
	}
	t.solver.lent, t.started = true, nil
	clear(t.now)
	if t.attempt(sum, work) == nil {
		return nil
	}
	return err // which says what is over the budget
}

// attempt works on a sum in the runs of the question.
func (t *tabulation) attempt(sum grundy.Sum, work func(sum grundy.Sum) error) error {
	sum = t.share(sum)
	t.asked++
	t.solver.spend(valueSteps)
	err := work(sum)
	if rules := t.solver.failed(); rules != nil {
		return noAnswer(t.solver.ctx, err, rules)
	}
	if over, ok := errors.AsType[grundy.BudgetError](err); isOutOfWork(err) || ok && over.What == "steps" {
		err = meter.Steps
	}
	return noAnswer(t.solver.ctx, err, nil)
}

// value returns the fact about a sum, or the nim-value that it follows from.
func (t *tabulation) value(sum grundy.Sum) (uint64, error) {
	switch isOne := len(sum) == 1 && sum[0].Copies == 1; {
	case t.fact == OfWorth:
		return t.worth(sum)
	case t.needsLoops(sum):
		return t.looped(sum)
	case t.solver.question.Compound != compound.Disjunctive:
		if t.fact == OfNimValue {
			return t.wholeValue(sum)
		}
	case isOne:
		return t.measured(sum[0].Component, t.by)
	case t.by == grundy.ByMisereNimValue, t.by == grundy.ByMisereOutcome:
		return t.misereNimValue(sum)
	case t.fact == OfNimValue || t.fact == OfOutcome:
		var odd []grundy.Component // equal ones cancel
		for _, term := range sum {
			if term.Copies%2 == 1 {
				odd = append(odd, term.Component)
			}
		}
		return t.sumOfParts(grundy.ByNimValue, odd)
	}
	q := t.solver.question
	q.Lender = nil // who is asked about the whole table
	s, err := newSolver(t.solver.ctx, q, t.solver.failed)
	if err != nil {
		return 0, err
	}
	defer s.account.Close()
	if t.fact != OfOutcome {
		return s.length(t.by)
	}
	d, err := s.choose()
	if err != nil {
		return 0, err
	}
	return uint64(d.outcome), nil
}

// needsLoops reports whether the outcome is asked for, and play of a sum need not end, or may end
// otherwise than by the last move.
func (t *tabulation) needsLoops(sum grundy.Sum) bool {
	return t.fact == OfLoopyOutcome || t.fact == OfOutcome && (MayEnd(sum) || t.solver.isLoopy())
}

// looped returns that outcome.
func (t *tabulation) looped(sum grundy.Sum) (uint64, error) {
	components, ok := sum.ComponentsUpTo(maxComponents)
	if !ok {
		return 0, fmt.Errorf("a sum of more than %d components in which play need not end: %w", maxComponents, grundy.ErrTooLarge)
	}
	of := grundy.GameID{} // of none, for sums
	if len(components) == 1 && t.solver.question.Compound == compound.Disjunctive && packerOf(components[0]) != nil {
		of = components[0].GameID()
	}
	outcome, err := t.walked(of, components)
	if errors.Is(err, search.ErrSum) {
		t.walks[of] = &loops{walk: t.solver.newRetrograde(compound.Disjunctive)}
		outcome, err = t.walked(of, components)
	}
	return uint64(outcome), err
}

// walked returns the outcome of components, by the walk through the positions of a game.
func (t *tabulation) walked(of grundy.GameID, components []grundy.Component) (grundy.Outcome, error) {
	l := t.walks[of]
	if l == nil {
		l = &loops{}
		if of == (grundy.GameID{}) {
			l.walk = t.solver.newRetrograde(t.solver.question.Compound)
		} else {
			l.walk = packerOf(components[0]).walk(t.solver, components[0])
		}
		t.walks[of] = l
	}
	outcome, err := l.outcome(t.solver.ctx, components, t.solver.question.Convention)
	if err != nil {
		delete(t.walks, of) // it has numbers for positions without outcomes
	}
	return outcome, err
}

// worth returns the value of a sum whose rules may say who has won.
func (t *tabulation) worth(sum grundy.Sum) (uint64, error) {
	if at := sum.Entailed(); at >= 0 {
		return 0, fmt.Errorf("%s: the player to move must move there, so that it has no nim-value", brief(sum[at].Component))
	}
	total, plus := entailing.Nim(0), new(entailing.Values).Plus // of positions that are not entailed
	for _, term := range sum {
		m := measureOf(term.Component, grundy.ByWorth)
		v, err := t.measured(term.Component, m)
		if err != nil {
			return 0, err
		}
		if m == grundy.ByNimValue {
			v = entailing.Nim(v)
		}
		if total = plus(total, v); term.Copies%2 == 0 {
			total = plus(total, v) // which is its own inverse, if it has one
		}
	}
	return total, nil
}

// measured returns a measure of a component: by a closed form, otherwise by search.
func (t *tabulation) measured(c grundy.Component, m grundy.Measure) (uint64, error) {
	if v, ok := t.known(c, m); ok {
		return v, nil
	}
	if v, ok, err := t.byTable(c, m, 0); ok || err != nil {
		return v, err
	}
	misere := m == grundy.ByMisereNimValue || m == grundy.ByMisereOutcome
	if c.Splits() {
		parts := c.Split()
		switch {
		case len(parts) != 1 && misere:
			return t.misereNimValue(grundy.SumOf(c))
		case len(parts) != 1 && m.FollowsFromNimValue() && !t.apart[c.Identity()]: // else it is a part of itself
			t.apart[c.Identity()] = true
			defer delete(t.apart, c.Identity())
			return t.sumOfParts(m, parts)
		}
	}
	if err := tooWide(c); err != nil {
		return 0, err
	}
	if found := t.solver.byKeys(c, m); found != nil && !t.sums[c.GameID()] {
		v, err := t.searched(found, c, m)
		switch {
		case !errors.Is(err, search.ErrSum):
			return v, err
		case m.FollowsFromNimValue(): // moves leave sums
			v, err := t.measured(c, grundy.ByNimValue)
			measure, _ := m.OfNimValue(v)
			return measure, err
		}
		t.sums[c.GameID()] = misere
	}
	if misere && c.Splits() {
		return t.misereNimValue(grundy.SumOf(c))
	}
	return t.searched(t.solver.byText(c, m), c, m)
}

// searched returns the measure of a component by a search: of all positions, or by couples where these
// end first. Then they serve for the next positions of the game.
func (t *tabulation) searched(found memo, c grundy.Component, m grundy.Measure) (v uint64, err error) {
	if _, mayEnd := c.Ending(); mayEnd || !m.FollowsFromNimValue() || t.solver.lent {
		return t.search(found, c, 0)
	}
	all := func(steps uint64) (ended bool) {
		v, err = t.search(found, c, steps)
		return t.solver.ctx.Err() != nil || !isOverBudget(err)
	}
	prune := func(within func(prunerState) uint64) (gains bool, err error) {
		by := t.solver.prunerFor(c)
		if by == nil {
			return false, nil
		}
		before := by.state().steps
		by.within(search.Options{Memory: t.solver.memoryLeft(0), Steps: within(by.state())})
		if v, err = by.measure(t.solver.ctx, c, m); err == nil {
			err = by.settle(t.solver.ctx)
		}
		t.solver.spend(by.state().steps - before)
		return by.state().promises(err), err
	}
	if t.pruned[c.GameID()] {
		_, err := prune(func(state prunerState) uint64 {
			if left := t.solver.question.Budget.Steps; left > 0 {
				return state.steps + left
			}
			return 0
		})
		return v, err
	}
	if pruned, failed := t.solver.inTurns(0, all, prune); pruned || failed != nil {
		if pruned {
			t.pruned[c.GameID()] = true
			t.solver.afresh(found, c)
		}
		return v, failed
	}
	if isOverBudget(err) {
		return t.search(found, c, 0)
	}
	return v, err
}

// search goes on with the search of all positions for a number of steps, 0 for what the budget allows.
func (t *tabulation) search(found memo, c grundy.Component, steps uint64) (uint64, error) {
	memory, before := t.solver.memoryLeft(0), found.steps()
	if steps > 0 {
		memory = t.solver.probeMemory(found.bytes())
	}
	v, err := found.alone(t.solver.ctx, c, t.solver.further(found, memory, steps))
	t.solver.spend(found.steps() - before)
	return v, err
}

// known returns a measure by a closed form, which is learned first. Claims of rules, which
// are compared with the moves, are learned at the first, second, fourth, eighth … sum, as
// they serve for all others, and are compared at those too where that takes little.
func (t *tabulation) known(c grundy.Component, m grundy.Measure) (measure uint64, ok bool) {
	allow := t.solver.charge
	defer func() { t.solver.spent = grundy.Cost{} }() // as what is learned serves for all sums
	if t.asked&(t.asked-1) != 0 {
		if learned, ok := c.PlanLearning(m); ok && learned.Check != nil {
			_ = learned.Check(t.solver.ctx) // an error ends the run of the rules
			allow = nil
		}
	}
	measure, _, ok = t.solver.closedIf(c, m, allow)
	if finer, follows := finer(m); !ok && follows {
		measure, _, ok = t.solver.closedIf(c, finer, allow)
		measure = min(measure, 1)
	}
	return measure, ok
}

// finer returns the measure from which an outcome follows: it is P where that is 0.
func finer(outcome grundy.Measure) (m grundy.Measure, follows bool) {
	switch outcome {
	case grundy.ByOutcome:
		return grundy.ByNimValue, true
	case grundy.ByMisereOutcome:
		return grundy.ByMisereNimValue, true
	}
	return outcome, false
}

func (t *tabulation) Prepare(sum grundy.Sum) error {
	sum = t.share(sum)
	if t.solver.question.Compound != compound.Disjunctive {
		return nil
	}
	for _, term := range sum {
		most := time.Duration(math.MaxInt64)
		if _, ok := t.known(term.Component, t.by); ok { // but perhaps not of smaller positions
			most = time.Second
		}
		if _, _, err := t.byTable(term.Component, t.by, most); err != nil {
			return err
		}
	}
	return nil
}

// byTable returns a measure by a table of the game. One that is not there yet is made if it
// takes no longer than most, by the estimate, and within the budget.
func (t *tabulation) byTable(c grundy.Component, m grundy.Measure, most time.Duration) (measure uint64, ok bool, err error) {
	plan, ok := c.PlanTable(m)
	isKept := ok && plan.Cost.Bytes == 0
	if finer, follows := finer(m); !ok && follows {
		measure, ok, err = t.byTable(c, finer, most)
		return min(measure, 1), ok, err
	}
	if !ok || !isKept && (most == 0 || plan.Cost.Time > most || t.solver.allows(c, "", plan.Cost) != nil) {
		return 0, false, nil
	}
	table, err := plan.Build(t.solver.ctx, nil)
	if err != nil {
		return 0, false, err
	}
	return table(c), true, nil
}

// sumOfParts returns a measure that follows from the nim-value, by those of the parts.
func (t *tabulation) sumOfParts(m grundy.Measure, parts []grundy.Component) (uint64, error) {
	sum := uint64(0)
	for _, part := range parts {
		v, err := t.measured(part, grundy.ByNimValue)
		if err != nil {
			return 0, err
		}
		sum ^= v
	}
	measure, _ := m.OfNimValue(sum)
	return measure, nil
}

// misereNimValue returns the misère nim-value of a sum, or of a position that falls apart,
// by the genus.
func (t *tabulation) misereNimValue(sum grundy.Sum) (uint64, error) {
	total, err := t.total(sum)
	if err != nil {
		return 0, err
	}
	genus, err := t.solver.reducer.sums.Genus(total)
	return uint64(genus.At(0)), err
}

// total returns what a sum comes to in misère play.
func (t *tabulation) total(sum grundy.Sum) (total misere.Total, err error) {
	r := t.solver.reducing()
	before := r.sums.Work()
	defer func() { t.solver.spend(r.sums.Work() - before) }()
	if left := t.solver.question.Budget.Steps; left > 0 {
		r.sums.SetWork(before + left)
	}
	for _, term := range sum {
		if term.Copies > maxComponents {
			return total, fmt.Errorf("%d copies in misère play: %w", term.Copies, grundy.ErrTooLarge)
		}
		one, err := r.value(term.Component)
		if err != nil {
			return total, err
		}
		for range term.Copies {
			total = total.Plus(one.Total)
		}
	}
	return total, nil
}

// Loops are sums of games in which play need not end, valued together.
type Loops struct {
	of    []uint32 // the node of each
	graph *loopy.Graph
	ctx   context.Context
	by    grundy.Convention
	close func()
}

// NewLoops searches all positions that can be reached from the sums given, until ctx ends
// and within the budget of a question, whose sum is left out; they are played as it says.
// Call Close at the end.
func NewLoops(ctx context.Context, sums []grundy.Sum, q Question) (*Loops, error) {
	var all []grundy.Component
	each := make([][]grundy.Component, len(sums))
	for i, sum := range sums {
		components, ok := sum.ComponentsUpTo(maxComponents)
		if !ok {
			return nil, fmt.Errorf("a sum of more than %d components in which play need not end: %w", maxComponents, grundy.ErrTooLarge)
		}
		all, each[i] = append(all, components...), components
	}
	started, failed := grundy.Start(q.playing(ctx), grundy.SumOf(all...))
	kind := q.Compound
	q.Sum, q.Compound, q.Cache = started, compound.Disjunctive, &Cache{}
	s, err := newSolver(ctx, q, failed)
	if err != nil {
		return nil, err
	}
	l := &Loops{ctx: s.ctx, by: q.Convention, close: s.account.Close}
	for _, components := range each {
		for i := range components {
			components[i], started = started[0].Component, started[1:]
		}
	}
	r := s.newRetrograde(kind)
	l.graph, err = explore(s.ctx, r, each...)
	if err = noAnswer(ctx, err, failed()); err != nil {
		l.Close()
		return nil, err
	}
	for _, components := range each {
		l.of = append(l.of, r.at(components...))
	}
	return l, nil
}

// Close gives back the memory.
func (l *Loops) Close() { l.close() }

// NimValues returns the nim-value of the position at an index, by Smith's labels.
func (l *Loops) NimValues() (func(i int) grundy.LoopyValue, error) {
	values, err := loopy.Solve(l.ctx, l.graph)
	return func(i int) grundy.LoopyValue { return values.At(l.of[i]) }, err
}

// Outcomes returns the outcome of the position at an index, and its remoteness, which is
// [loopy.Infinite] for a draw.
func (l *Loops) Outcomes() (outcome func(i int) grundy.Outcome, remoteness func(i int) uint64, err error) {
	outcomes, lengths, err := loopy.Outcomes(l.ctx, l.graph, l.by)
	return func(i int) grundy.Outcome { return outcomes[l.of[i]] }, func(i int) uint64 { return lengths[l.of[i]] }, err
}
