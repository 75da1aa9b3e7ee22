package solve

// All options of a position with what they lead to. The outcome after a
// move follows from the winning moves of the whole: these lead to P, and where play
// must end all others lead to N.

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/entailing"
	"github.com/grundy-games/grundy/theory/loopy"
	"github.com/grundy-games/grundy/theory/misere"
	"github.com/grundy-games/grundy/theory/search"
)

// An OptionsQuestion asks for the options of a sum. Its MaxMoves bounds those that are
// listed.
type OptionsQuestion struct {
	Question
	InOrder bool // whether they come in the order of the games, and are not sorted
	Shared  bool // whether a list that is cut has moves of each heap, as far as winning ones leave room
	// Further facts about each option: its outcome in the other convention, and the
	// measures of the component after the move.
	Other, Remoteness, Suspense, Genus bool
}

// An OptionList is the answer to an [OptionsQuestion].
type OptionList struct {
	Answer *Answer // about the position itself
	// Count is the number of options, nil where a component has 2^64-1 or more and
	// does not count them.
	Count *big.Int
	// Options are sorted by what they lead to, if InOrder was not set: P, then D, then
	// N, and by nim-value. Where there are more than [MaxWalked], there are
	// some of each heap, in the order of the components, of their heaps and of their sizes.
	Options []Option
	Sorted  bool // whether all were looked at, and are sorted
	// Described says what the options of infinite heaps are. Options then has the winning moves, and those of
	// other heaps and components.
	Described []string
	// Unvalued is not nil where nim-values of options are missing since they take longer than the outcomes,
	// and are over the budget.
	Unvalued error
}

// An Option is what a move leads to. Nil stands for what is not known, or was not asked.
type Option struct {
	Move    Move
	Outcome grundy.Outcome  // of the whole position after the move
	Open    bool            // the outcome was not found out, in a question that wants few moves
	Other   *grundy.Outcome // the same in the other convention
	// Value is the nim-value of the whole after the move, in a disjunctive sum in normal
	// play.
	Value *grundy.LoopyValue
	// Of the component after the move, if a player moves in one.
	To *grundy.LoopyValue // its nim-value
	// Part is the nim-value of what becomes of the part in which the move is made, as the argument
	// compares parts: a heap, or the whole component where that does not fall apart.
	Part                 *grundy.LoopyValue
	Remoteness, Suspense *uint64       // in the question's convention; [loopy.Infinite] for a draw
	Genus                misere.Stated // if it is known
}

// Options answers q. It returns the errors of [Solve]. It costs what Solve does, and
// where options are too many for a table of nim-values their values are left out.
func Options(ctx context.Context, q OptionsQuestion) (list *OptionList, err error) {
	err = inRun(ctx, q.Question, func(s *solver) (err error) {
		list, err = s.optionList(q)
		return err
	})
	if err != nil {
		return nil, err
	}
	list.Answer.leaveRuns()
	for _, o := range list.Options {
		o.Move.leaveRuns()
	}
	return list, nil
}

func (s *solver) optionList(q OptionsQuestion) (*OptionList, error) {
	if Endless && Transfinite(s.question.Sum) != nil {
		return s.described(q)
	}
	list := &OptionList{Count: CountMoves(s.question.Sum, s.kind)}
	all := list.Count != nil && list.Count.Cmp(big.NewInt(MaxWalked)) <= 0
	if all {
		s.question.MaxMoves = int(list.Count.Int64())
	}
	list.Sorted = all && !q.InOrder
	own, err := s.verdicts(s.settle())
	if err != nil {
		return nil, err
	}
	list.Answer = own.answer
	if list.Options, err = s.collect(own, all, q); err != nil {
		return nil, err
	}
	values := s.optionValues()
	values.needed = !slices.ContainsFunc(list.Answer.Components, func(c TermAnswer) bool { return c.NimValue == nil && c.Infinite == nil })
	clip := func() { list.Options = slices.Clip(list.Options[:min(q.MaxMoves, len(list.Options))]) }
	if !list.Sorted && s.kind.OneAtATime() {
		list.Options = spread(list.Options, q.MaxMoves, func(o Option) group { return groupOf(o.Move) }, nil)
	}
	if !list.Sorted {
		clip()
	}
	if list.Unvalued, err = values.fill(list.Options); err != nil {
		return nil, err
	}
	part := s.partValues(list.Answer)
	for i := range list.Options {
		o := &list.Options[i]
		if err := own.fill(o); err != nil {
			return nil, err
		}
		o.Part = part(o)
	}
	if list.Sorted {
		slices.SortStableFunc(list.Options, byWhatTheyLeadTo)
	}
	if q.Shared && list.Sorted && s.kind.OneAtATime() {
		winning := 0
		for winning < len(list.Options) && list.Options[winning].Outcome == grundy.P && !list.Options[winning].Open {
			winning++
		}
		if left := q.MaxMoves - winning; left > 0 {
			rest := spread(list.Options[winning:], left, func(o Option) group { return groupOf(o.Move) }, nil)
			list.Options = append(list.Options[:winning:winning], rest...)
		}
	}
	clip()
	further, err := s.furtherMeasures(q)
	if err != nil {
		return nil, err
	}
	for i := range list.Options {
		if err := further(&list.Options[i]); err != nil {
			return nil, err
		}
	}
	if list.Unvalued != nil {
		s.admitted = append(s.admitted, list.Unvalued)
	}
	return list, s.ctx.Err()
}

// mostParts bounds the parts of a component that are told apart after each move.
const mostParts = 32

// partValues returns what finds [Option.Part], nil where that would take long.
func (s *solver) partValues(a *Answer) func(o *Option) *grundy.LoopyValue {
	type parts struct {
		of    []grundy.Identity
		value map[grundy.Identity]uint64
		sum   uint64
		known bool
	}
	g := &arguer{solver: s, a: a}
	components := map[grundy.Identity]*parts{}
	take := func(c grundy.Component) *parts {
		p := &parts{value: map[grundy.Identity]uint64{}, known: len(c.AppendText(nil)) <= splitText}
		if !p.known {
			return p
		}
		split := c.Split()
		if p.known = len(split) <= mostParts; len(split) < 2 {
			return p
		}
		for _, part := range split[:min(len(split), mostParts)] {
			id := part.Identity()
			v, met := p.value[id]
			if !met && p.known {
				v, p.known = g.valueWithin(part, statedSteps)
				p.value[id] = v
			}
			p.of, p.sum = append(p.of, id), p.sum^v
		}
		return p
	}
	return func(o *Option) *grundy.LoopyValue {
		if len(o.Move) != 1 || o.To == nil {
			return nil
		}
		from, to := o.Move[0].From, o.Move[0].To
		if o.To.Infinite || !from.Splits() {
			return o.To
		}
		p, ok := components[from.Identity()]
		if !ok {
			p = take(from)
			components[from.Identity()] = p
		}
		switch {
		case !p.known:
			return nil
		case len(p.of) == 0:
			return o.To
		}
		stay := map[grundy.Identity]int{}
		for _, part := range to.Split() {
			stay[part.Identity()]++
		}
		value := uint64(o.To.Nim) ^ p.sum
		gone := 0
		for _, id := range p.of {
			if stay[id]--; stay[id] < 0 {
				gone++
				value ^= p.value[id]
			}
		}
		if gone != 1 {
			return nil // parts that are turned into others, so that nobody can say which it was
		}
		return &grundy.LoopyValue{Nim: grundy.Value(value)}
	}
}

// collect returns the options, all of them or about as many as are wanted.
func (s *solver) collect(own *verdicts, all bool, q OptionsQuestion) (options []Option, err error) {
	wanted := q.MaxMoves
	if all {
		wanted = s.question.MaxMoves
	}
	held := uint64(0)
	for _, t := range s.question.Sum {
		held = max(held, heldBytes(t.Component, 1))
	}
	listed := uint64(0) // at a time
	for _, t := range s.question.Sum {
		if count, ok := t.Component.CountOptions(); ok && count <= maxListed {
			listed = max(listed, count)
		}
	}
	listed = grundy.AddCounts(listed, uint64(wanted))
	if err := s.account.Take(grundy.MulCounts(held, listed)); err != nil {
		return nil, fmt.Errorf("a list of %d options: %w", listed, err)
	}
	keep := func(move Move) bool {
		options = append(options, Option{Move: slices.Clone(move)})
		return len(options) < wanted && s.ctx.Err() == nil
	}
	switch {
	case wanted == 0:
	case !all && s.kind.OneAtATime():
		for _, move := range someMoves(s.ctx, s.question.Sum, own.answer.WinningMoves, wanted) {
			keep(move)
		}
	default:
		EachMove(s.question.Sum, s.kind, keep)
	}
	return options, s.ctx.Err()
}

// byWhatTheyLeadTo orders options by outcome, and then by nim-value.
func byWhatTheyLeadTo(a, b Option) int {
	rank := func(o Option) int {
		if o.Open {
			return 3
		}
		return [...]int{grundy.P: 0, grundy.D: 1, grundy.N: 2}[o.Outcome]
	}
	return cmp.Or(rank(a)-rank(b), compareValues(a.Value, b.Value), compareValues(a.To, b.To))
}

// compareValues orders nim-values: finite ones, infinite ones, and unknown ones.
func compareValues(a, b *grundy.LoopyValue) int {
	class := func(v *grundy.LoopyValue) int {
		switch {
		case v == nil:
			return 2
		case v.Infinite:
			return 1
		}
		return 0
	}
	if class(a) != 0 || class(b) != 0 {
		return class(a) - class(b)
	}
	return cmp.Compare(a.Nim, b.Nim)
}

// verdicts say who wins after each move.
type verdicts struct {
	solver *solver
	answer *Answer
	won    map[string]bool // the winning moves, by their keys
	all    bool            // whether won has all of them
	loopy  bool
	cache  Cache // of questions about single options
}

// verdicts returns those of the question that s has answered.
func (s *solver) verdicts(a *Answer, err error) (*verdicts, error) {
	switch {
	case err != nil:
		return nil, err
	case a.Unlisted != nil:
		return nil, a.Unlisted
	}
	v := &verdicts{solver: s, answer: a, won: map[string]bool{}, loopy: s.isLoopy() || MayEnd(s.question.Sum) && !s.isWorth()}
	for _, move := range a.WinningMoves {
		v.won[keyOfMove(move)] = true
	}
	v.all = a.Uncounted == nil && a.WinningMoveCount.Cmp(big.NewInt(int64(len(a.WinningMoves)))) == 0
	return v, nil
}

// keyOfMove tells the moves of a position apart.
func keyOfMove(m Move) string {
	var key strings.Builder
	for _, step := range m {
		fmt.Fprintf(&key, "%d:%s;", step.Component, step.To)
	}
	return key.String()
}

// fill finds the outcome after a move.
func (v *verdicts) fill(o *Option) (err error) {
	known := v.won[keyOfMove(o.Move)] || o.Value != nil
	if v.answer.Uncounted == nil || known {
		o.Outcome, err = v.of(o)
		return err
	}
	o.Outcome, o.Open = grundy.N, true
	if s := v.solver; len(s.question.Sum) == 1 && s.components == 1 {
		if by := s.pruner(o.Move[0].From); by != nil {
			var p bool
			if p, known = by.decided(0, o.Move[0].To); known {
				o.Open = false
			}
			if p {
				o.Outcome = grundy.P
			}
		}
	}
	return nil
}

// of returns the outcome after a move.
func (v *verdicts) of(o *Option) (grundy.Outcome, error) {
	switch {
	case v.won[keyOfMove(o.Move)]:
		return grundy.P, nil
	case v.all && !v.loopy:
		return grundy.N, nil
	case o.Value != nil && v.solver.question.Convention == grundy.Normal:
		return loopy.OutcomeOf(*o.Value), nil
	}
	q := v.solver.question
	q.Sum, q.MaxMoves, q.Budget.Time, q.Cache, q.Progress = afterMove(q.Sum, o.Move), 0, 0, &v.cache, nil
	a, err := Solve(v.solver.ctx, q)
	if err != nil {
		return 0, err
	}
	return a.Outcome, nil
}

// afterMove returns the sum after a move.
func afterMove(sum grundy.Sum, m Move) grundy.Sum {
	var after grundy.Sum
	first := uint64(0)
	for _, t := range sum {
		next := first + t.Copies
		for len(m) > 0 && uint64(m[0].Component) < next {
			after = append(after, grundy.Term{Copies: 1, Component: m[0].To})
			t.Copies--
			m = m[1:]
		}
		if t.Copies > 0 {
			after = append(after, t)
		}
		first = next
	}
	return after
}

// optionValues find the nim-values of options.
type optionValues struct {
	solver  *solver
	measure map[grundy.Identity]func(grundy.Component) (*grundy.LoopyValue, error)
	// The nim-sum of the finite values of all components, the infinite ones, and how
	// many values are not known. Unless these are wanted, total is false.
	total    bool
	needed   bool // whether the values of the components are known, so that tables are worth it
	sum      grundy.Value
	infinite []grundy.LoopyValue // of more than three copies the first three, so that two are left after a move
	unknown  uint64
	own      []*grundy.LoopyValue // of each term
	first    []int
	// Steps bounds what couples take for one value. Cut is why they have not found one; it is final where
	// more steps do not help.
	steps uint64
	cut   error
	final bool
}

// optionValues prepares the values of options. In normal play of a disjunctive sum it
// may spend what the budget allows, otherwise what extra values may cost.
func (s *solver) optionValues() *optionValues {
	return &optionValues{
		solver: s, measure: map[grundy.Identity]func(grundy.Component) (*grundy.LoopyValue, error){},
		total: s.kind == compound.Disjunctive && s.question.Convention == grundy.Normal,
	}
}

// fill finds the nim-values of options. By couples it takes those first that take little. Unvalued says why
// some are missing that these have not found within the budget.
func (o *optionValues) fill(options []Option) (unvalued, err error) {
	pass := func() (err error) {
		o.cut, o.own, o.sum, o.infinite, o.unknown = nil, nil, 0, nil, 0
		for i := range options {
			to := &options[i]
			if to.Value != nil || to.To != nil && !o.total {
				continue
			}
			if to.To, to.Value, err = o.of(to.Move); err != nil {
				return err
			}
		}
		return nil
	}
	o.steps = firstSlice
	err = pass()
	if err != nil || o.cut == nil || o.solver.question.FewMoves {
		return nil, err
	}
	s := o.solver
	err = s.inPart(func() error {
		for o.cut != nil && !o.final && o.steps < s.bounded(math.MaxUint64/2) {
			o.steps *= 2
			if err := pass(); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && o.cut == nil {
		return nil, nil
	}
	if err != nil && !isOverBudget(err) {
		return nil, err
	}
	missing := 0
	for _, to := range options {
		if to.Value == nil {
			missing++
		}
	}
	return fmt.Errorf("%d of %s without a nim-value: %w", missing, message.Count(len(options), "option", "options"), cmp.Or(err, o.cut)), nil
}

// of returns the nim-values of the component and of the whole after a move.
func (o *optionValues) of(m Move) (to, whole *grundy.LoopyValue, err error) {
	if !o.solver.kind.OneAtATime() {
		return nil, nil, nil
	}
	if to, err = o.single(m[0].From, m[0].To); err != nil || !o.total {
		return to, nil, err
	}
	if o.own == nil {
		if err := o.addUp(); err != nil {
			return nil, nil, err
		}
	}
	term, ok := slices.BinarySearch(o.first, m[0].Component)
	if !ok {
		term--
	}
	own, unknown := o.own[term], o.unknown
	rest := []grundy.LoopyValue{{Nim: o.sum}}
	switch {
	case own == nil:
		unknown--
	case !own.Infinite:
		rest[0].Nim ^= own.Nim
	}
	for i, v := range o.infinite {
		if own == nil || !own.Infinite || i != slices.IndexFunc(o.infinite, func(w grundy.LoopyValue) bool { return w.Ending == own.Ending && slices.Equal(w.Options, own.Options) }) {
			rest = append(rest, v)
		}
	}
	if to == nil || unknown > 0 {
		return to, nil, nil
	}
	sum := loopy.Sum(append(rest, *to)...)
	return to, &sum, nil
}

// addUp finds the values of all components.
func (o *optionValues) addUp() error {
	o.own = make([]*grundy.LoopyValue, len(o.solver.question.Sum))
	o.first = o.solver.firstIndices()
	for i, t := range o.solver.question.Sum {
		v, err := o.single(t.Component, t.Component)
		if err != nil {
			return err
		}
		switch o.own[i] = v; {
		case v == nil:
			o.unknown = grundy.AddCounts(o.unknown, t.Copies)
		case v.Infinite:
			for range min(t.Copies, 3) {
				o.infinite = append(o.infinite, *v)
			}
		case t.Copies%2 == 1:
			o.sum ^= v.Nim
		}
	}
	return nil
}

// single returns the nim-value of q, which is c or an option of it.
func (o *optionValues) single(c, q grundy.Component) (*grundy.LoopyValue, error) {
	key := c.Identity()
	measure, ok := o.measure[key]
	if !ok {
		var err error
		if measure, err = o.prepare(c); err != nil {
			return nil, err
		}
		o.measure[key] = measure
	}
	return measure(q)
}

func (o *optionValues) prepare(c grundy.Component) (func(grundy.Component) (*grundy.LoopyValue, error), error) {
	s := o.solver
	if _, may := c.Ending(); may && (!c.IsDecisive() || !o.total) {
		return func(grundy.Component) (*grundy.LoopyValue, error) { return nil, nil }, nil
	} else if may {
		worth := s.measureOptions(c, grundy.ByWorth, !o.needed)
		return func(q grundy.Component) (*grundy.LoopyValue, error) {
			if entailed, _ := q.Entailed(); entailed {
				return nil, nil
			}
			w, ok, err := worth(q)
			if !ok || err != nil {
				return nil, err
			}
			v := entailing.Loopy(w)
			return &v, nil
		}, nil
	}
	if plan, ok := c.PlanLoopy(); ok {
		table, err := s.affordLoopy(c, plan)
		if err != nil && !isOverBudget(err) {
			return nil, err
		}
		return func(q grundy.Component) (*grundy.LoopyValue, error) {
			if table == nil {
				return nil, nil
			}
			v := table(q)
			return &v, nil
		}, nil
	}
	measure, looked := s.measureOptions(c, grundy.ByNimValue, !o.total || !o.needed), false
	var by pruner
	return func(q grundy.Component) (_ *grundy.LoopyValue, err error) {
		of := measure
		if _, _, closed := s.closedIf(q, grundy.ByNimValue, nil); !closed && o.total {
			if !looked {
				looked = true
				if by, err = o.couples(c); err != nil {
					return nil, err
				}
			}
			if by != nil {
				of = func(q grundy.Component) (uint64, bool, error) { return o.byCouples(by, q) }
			}
		}
		v, ok, err := of(q)
		if !ok || err != nil {
			return nil, err
		}
		return &grundy.LoopyValue{Nim: grundy.Value(v)}, nil
	}, nil
}

// couples returns what values c and its options by couples, or nil where these are not the better
// way: they were not for the outcome, and a search of all positions ends within its probe.
func (o *optionValues) couples(c grundy.Component) (pruner, error) {
	s := o.solver
	by := s.prunerFor(c)
	switch {
	case by == nil, by.state().gains > 0:
		return by, nil
	case s.question.NoExtras && !o.needed:
		return nil, nil
	}
	if _, ended := s.endedSearch(c, grundy.ByNimValue, probe.steps); ended {
		return nil, nil
	}
	if _, _, err := o.byCouples(by, c); err != nil || by.state().gains == 0 {
		return nil, err
	}
	return by, nil
}

// byCouples returns the nim-value of a position, if couples know it or find it in few steps.
func (o *optionValues) byCouples(by pruner, q grundy.Component) (v uint64, found bool, err error) {
	if v, found = by.known(q); found || o.solver.question.FewMoves || o.final {
		return v, found, nil
	}
	by.within(search.Options{Memory: o.solver.memoryLeft(0), Steps: by.state().steps + o.solver.bounded(o.steps)})
	if v, err = by.nimValue(o.solver.ctx, q); err == nil {
		return v, true, by.settle(o.solver.ctx)
	}
	if o.solver.ctx.Err() == nil && isOverBudget(err) {
		o.cut, o.final = err, !outOfSteps(err)
		err = nil
	}
	return 0, false, err
}

// measureOptions returns what gives the measure m of c and of its options, by closed
// forms or by a table of c. An extra one may cost little. The result is false where
// neither does.
func (s *solver) measureOptions(c grundy.Component, m grundy.Measure, extra bool) func(q grundy.Component) (uint64, bool, error) {
	_, _, _ = s.closedIf(c, m, s.afford) // which may learn the closed form
	var table grundy.Table[grundy.Component]
	planned, hopeless := false, 0
	return func(q grundy.Component) (uint64, bool, error) {
		if v, _, ok := s.closedIf(q, m, nil); ok {
			return v, true, nil
		}
		if !planned {
			planned = true
			var err error
			if table, err = s.tableOf(c, m, extra); err != nil && (s.ctx.Err() != nil || !isOverBudget(err)) {
				return 0, false, err
			}
		}
		if table != nil {
			return table(q), true, nil
		}
		// An option of a far position may be near.
		if count, ok := q.CountOptions(); !ok || count > nearOptions || hopeless == mostHopeless || learnsFirst(q, m) {
			return 0, false, s.ctx.Err()
		}
		plan, ended := s.endedSearch(q, m, nearSteps)
		if !ended {
			hopeless++
			return 0, false, s.ctx.Err()
		}
		near, err := plan.Build(s.ctx, nil)
		if err != nil {
			return 0, false, err
		}
		return near(q), true, nil
	}
}

// learnsFirst reports whether a position of rules is so far out that a closed form was not
// looked for as it is not worth it: then a search is not either.
func learnsFirst(c grundy.Component, m grundy.Measure) bool {
	_, learns := c.PlanLearning(m)
	return learns && c.IsStarter()
}

// Where there is no table of all options of a component, those of at most nearOptions
// options are searched one by one, each in nearSteps, until mostHopeless were too large.
const (
	nearOptions  = 1 << 10
	nearSteps    = 1 << 16
	mostHopeless = 16
)

// endedSearch returns a search that has ended within the given number of steps.
func (s *solver) endedSearch(c grundy.Component, m grundy.Measure, steps uint64) (grundy.Plan[grundy.Component], bool) {
	if _, ok := compound.Define(m); !ok {
		return grundy.Plan[grundy.Component]{}, false
	}
	plan := s.planProbed(c, m, steps)
	return plan.Plan, plan.ended
}

// tableOf returns a table of the measure m of c and of its options, or nil where there
// is none. The error wraps [grundy.ErrTooLarge] where it costs too much.
func (s *solver) tableOf(c grundy.Component, m grundy.Measure, extra bool) (grundy.Table[grundy.Component], error) {
	allow := s.charge
	switch {
	case extra && s.question.NoExtras:
		return nil, nil
	case extra:
		allow = s.afford
	}
	plan, ok := c.PlanTable(m)
	if ok {
		for _, by := range []grundy.Measure{m, grundy.ByOutcome} {
			if v := s.views[viewKey{c.Identity(), by}]; v != nil && v.table != nil && v.measure == m && v.atMost == 0 {
				return v.table, nil
			}
		}
		if err := allow(c, plan.Cost); err != nil {
			return nil, err
		}
		return plan.Build(s.ctx, s.question.Progress)
	}
	if extra && learnsFirst(c, m) {
		return nil, nil
	}
	if plan, ok = s.endedSearch(c, m, probe.steps); !ok && extra {
		return nil, nil
	} else if !ok {
		if plan, ok = s.planSearch(c, m); !ok {
			return nil, nil
		}
	}
	if err := allow(c, plan.Cost); err != nil {
		return nil, err
	}
	return plan.Build(s.ctx, s.question.Progress)
}

// furtherMeasures returns what adds to an option whatever else is asked about it.
func (s *solver) furtherMeasures(q OptionsQuestion) (func(*Option) error, error) {
	var other *verdicts
	if q.Other {
		twin := s.question
		twin.Convention, twin.Why, twin.MaxMoves = grundy.Misere-twin.Convention, q.Why, max(twin.MaxMoves, q.MaxMoves)
		of, err := newSolver(s.ctx, twin, s.failed)
		if err != nil {
			return nil, err
		}
		defer of.account.Close()
		other, err = of.verdicts(of.settle())
		if err != nil {
			return nil, fmt.Errorf("in %v play: %w", twin.Convention, err)
		}
	}
	known := map[viewKey]func(grundy.Component) (uint64, bool, error){}
	measure := func(step Step, m grundy.Measure) (*uint64, error) {
		k := viewKey{step.From.Identity(), m}
		if known[k] == nil {
			var err error
			if known[k], err = s.measureAny(step.From, m); err != nil {
				return nil, err
			}
		}
		v, ok, err := known[k](step.To)
		if !ok || err != nil {
			return nil, err
		}
		return &v, nil
	}
	return func(o *Option) (err error) {
		if other != nil {
			outcome, err := other.of(&Option{Move: o.Move})
			if err != nil {
				return err
			}
			o.Other = &outcome
		}
		if !s.kind.OneAtATime() {
			return nil
		}
		if q.Remoteness {
			if o.Remoteness, err = measure(o.Move[0], s.inConvention(grundy.ByRemoteness)); err != nil {
				return err
			}
		}
		if q.Suspense {
			if o.Suspense, err = measure(o.Move[0], s.inConvention(grundy.BySuspense)); err != nil {
				return err
			}
		}
		if q.Genus {
			o.Genus, err = s.genusOf(o.Move[0].To)
		}
		return err
	}, nil
}

// measureAny is measureOptions with all that the budget allows, also where play need
// not end.
func (s *solver) measureAny(c grundy.Component, m grundy.Measure) (func(grundy.Component) (uint64, bool, error), error) {
	_, mayEnd := c.Ending()
	switch _, isLoopy := c.PlanLoopy(); {
	case mayEnd, isLoopy && m != s.inConvention(grundy.ByRemoteness):
		return func(grundy.Component) (uint64, bool, error) { return 0, false, nil }, nil
	case !isLoopy:
		return s.measureOptions(c, m, false), nil
	}
	lengths, err := s.lengths(c)
	return func(q grundy.Component) (uint64, bool, error) { return lengths(q), true, nil }, err
}

// genusOf returns the genus of c, unless it takes long or there is none.
func (s *solver) genusOf(c grundy.Component) (genus misere.Stated, err error) {
	if _, ok := c.PlanLoopy(); ok {
		return genus, nil
	}
	if _, may := c.Ending(); may {
		return genus, nil
	}
	if v, _, ok := s.closedIf(c, grundy.ByGenus, s.charge); ok {
		return misere.StatedTame(v), nil
	}
	r := s.reducing()
	r.sums.SetWork(r.sums.Work() + tameWork)
	total, err := r.value(c)
	if err == nil {
		if genus, wild := r.sums.Genus(total.Total); wild == nil && r.sums.HasTameAtoms(total.Total) {
			return misere.StatedTame(genus.Measure()), nil // 2^2 rather than 2, as closed forms say
		}
		if genus, err = r.sums.Stated(total.Total); err == nil {
			return genus, nil
		}
	}
	if s.ctx.Err() == nil && isOverBudget(err) {
		err = nil
	}
	return misere.Stated{}, err
}
