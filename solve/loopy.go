package solve

// Sums in which play need not end are decided here: disjunctive sums in normal play
// by nim-values, conjunctive compounds by remoteness, and all others by retrograde
// analysis of the positions that can be reached.

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/loopy"
)

// isLoopy reports whether play in some component need not end.
func (s *solver) isLoopy() bool {
	return slices.ContainsFunc(s.question.Sum, func(t grundy.Term) bool {
		_, ok := t.Component.PlanLoopy()
		return ok
	})
}

// byLoopyValues settles a sum by Smith's values.
type byLoopyValues struct {
	infinities uint64                  // how many components have infinite nim-values
	sum        grundy.LoopyValue       // of all
	boxes      iter.Seq[compound.Plan] // of winning moves, if there are any
}

// decideByLoopyValues settles a disjunctive sum in normal play by nim-values.
func (s *solver) decideByLoopyValues(d *decision) (*decision, error) {
	d.theorem = loopy.Theorem
	// The finite nim-values, and the infinite term if there is only one.
	var r byLoopyValues
	last := 0
	for i, t := range s.question.Sum {
		if d.views[i].infinite != nil {
			r.infinities, last = grundy.AddCounts(r.infinities, t.Copies), i
		} else if t.Copies%2 == 1 {
			d.value ^= d.views[i].value
		}
	}
	r.sum.Nim = grundy.Value(d.value)
	switch r.infinities {
	case 0:
		theorem, _ := compound.Disjunctive.Theorem(grundy.Normal, s.components, s.active)
		r.boxes = theorem.WinningPlans(d.parts, compound.Options{})
	case 1:
		r.sum = loopy.Sum(r.sum, *d.views[last].infinite)
		r.boxes = slices.Values([]compound.Plan{{{Part: last, Lo: d.value, Hi: d.value}}})
	default:
		r.sum = grundy.LoopyValue{Infinite: true}
	}
	d.way, d.outcome = r, loopy.OutcomeOf(r.sum)
	return d, nil
}

// reserveLoopy plans how to find the nim-value or the remoteness of a component in which play need
// not end, with those of its options, and takes the cost from the budget if it is known.
func (v *view) reserveLoopy(plan grundy.LoopyPlan[grundy.Component]) error {
	s, c := v.solver, v.component
	if v.measure != grundy.ByNimValue {
		v.method = fmt.Sprintf("%v of a component with cycles by retrograde analysis (theory/loopy/retrograde.go)", v.measure)
		v.settle = v.settleRemoteness
		return nil
	}
	if plan.Build == nil {
		plan = s.searchedLoopy(c)
	}
	game := c.Game()
	isPointer := reflect.TypeOf(game).Kind() == reflect.Pointer // its values are computed once for all positions
	if !isPointer || !slices.ContainsFunc(s.question.Sum, func(t grundy.Term) bool {
		of, met := s.views[viewKey{t.Component.Identity(), v.measure}]
		return met && of.component.Game() == game
	}) {
		if err := s.charge(c, plan.Cost); err != nil {
			return err
		}
	}
	v.method = plan.Method
	v.settle = func() error {
		table, err := plan.Build(s.ctx, s.question.Progress)
		if err != nil {
			return err
		}
		if s.loops == nil {
			s.loops = map[grundy.Identity]grundy.LoopyTable[grundy.Component]{}
		}
		s.loops[c.Identity()] = table
		if value := table(c); value.Infinite {
			v.infinite = &value
		} else {
			v.value = uint64(value.Nim)
		}
		return v.keepOptions(func(q grundy.Component) (uint64, bool) {
			value := table(q) // an infinite one is of no use to anybody who wants to win
			return uint64(value.Nim), !value.Infinite
		})
	}
	return nil
}

// keepOptions keeps the options that have a measure.
func (v *view) keepOptions(measure func(grundy.Component) (uint64, bool)) error {
	options := v.component.AppendOptions(nil)
	if err := v.solver.charge(v.component, grundy.Cost{Bytes: heldBytes(v.component, uint64(len(options)))}); err != nil {
		return err
	}
	v.options = []measured{}
	for _, q := range options {
		if m, ok := measure(q); ok {
			v.options = append(v.options, measured{m, q})
		}
	}
	return nil
}

// searchedLoopy is a plan for values by a search of all positions.
func (s *solver) searchedLoopy(c grundy.Component) grundy.LoopyPlan[grundy.Component] {
	return grundy.LoopyPlan[grundy.Component]{
		Method: "nim-values of all positions that can be reached, with cycles, by Smith's labels (C. A. B. Smith 1966; A. S. Fraenkel and Y. Perl 1975; theory/loopy)",
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.LoopyTable[grundy.Component], error) {
			r := s.newRetrograde(compound.Disjunctive)
			graph, err := explore(s.ctx, r, []grundy.Component{c})
			if err != nil {
				return nil, err
			}
			values, err := loopy.Solve(ctx, graph)
			if err != nil {
				return nil, err
			}
			return func(q grundy.Component) grundy.LoopyValue { return values.At(r.at(q)) }, nil
		},
	}
}

func (r byLoopyValues) winningMoves(s *solver, d *decision, a *Answer) error {
	return s.fill(d.views, r.boxes, nil, a)
}

func (r byLoopyValues) reasons(s *solver, d *decision, say func(string, ...any)) {
	switch {
	case r.infinities == 1 && s.components == 1 && d.outcome == grundy.N:
		say("An infinite nim-value lists the finite ones of the options. 0 is among them, so that there is a move to 0.")
	case r.infinities == 1 && s.components == 1:
		say("An infinite nim-value lists the finite ones of the options. 0 is not among them, so that no move wins, and nobody need ever make a move that loses.")
	case r.infinities > 1:
		say("%d components have infinite nim-values: each player can go on for ever in one of them whatever the other does.", r.infinities)
	case r.infinities == 1 && d.outcome == grundy.N:
		say("The nim-sum of the others is %d, and the component of infinite nim-value has an option of that nim-value; after that move the nim-sum is 0.", d.value)
	case r.infinities == 1:
		say("The nim-sum of the others is %d, and the component of infinite nim-value has no option of that nim-value: no move leaves the nim-sum 0.", d.value)
	default:
		say("All nim-values are finite, and their nim-sum is %d; who leaves 0 wins. A move to a larger nim-value, or to an infinite one, can be taken back.", d.value)
	}
}

// decideLoopyConjunctive settles a conjunctive compound by the
// remotenesses of its components. The remoteness of a draw is infinite. The theorem
// for games that end (theory/compound) applies; theory/loopy proves it for all games.
func (s *solver) decideLoopyConjunctive(d *decision) (*decision, error) {
	d, err := s.decideByTheorem(d)
	if err == nil && !slices.ContainsFunc(d.views, func(v *view) bool { return !v.drawn }) {
		d.outcome = grundy.D
	}
	return d, err
}

// settleRemoteness finds the remoteness of a component from which play need not end, and those of
// its options. A draw has the greatest remoteness of those with which the player to move does not
// lose: so it is never the least, nor one that a player wants to leave.
func (v *view) settleRemoteness() error {
	s, drawn := v.solver, ^uint64(0)
	if s.isMisere() {
		drawn--
	}
	lengths, err := s.lengths(v.component)
	if err != nil {
		return err
	}
	coded := func(q grundy.Component) (uint64, bool) {
		if length := lengths(q); length != loopy.Infinite {
			return length, true
		}
		return drawn, true
	}
	v.value, _ = coded(v.component)
	v.drawn = lengths(v.component) == loopy.Infinite
	return v.keepOptions(coded)
}

// lengths returns what gives the remoteness of the positions that can be reached in c.
func (s *solver) lengths(c grundy.Component) (func(grundy.Component) uint64, error) {
	r, err := s.retrogradeOf(compound.Disjunctive, c)
	return func(q grundy.Component) uint64 { return r.lengths[r.search.at(q)] }, err
}

// byRetrograde settles a sum by retrograde analysis, with what it finds for all positions.
type byRetrograde struct {
	search   retrograde
	outcomes []grundy.Outcome
	lengths  []uint64 // the remotenesses
}

// retrogradeOf searches all positions that can be reached from components, and finds out who wins
// them from the ends of play backwards. The components are the first position.
func (s *solver) retrogradeOf(kind compound.Kind, components ...grundy.Component) (byRetrograde, error) {
	r := s.newRetrograde(kind)
	graph, err := explore(s.ctx, r, components)
	if err != nil {
		return byRetrograde{}, err
	}
	outcomes, lengths, err := loopy.Outcomes(s.ctx, graph, s.question.Convention)
	return byRetrograde{r, outcomes, lengths}, err
}

// retrogradeOfWhole is retrogradeOf for the sum of the question.
func (s *solver) retrogradeOfWhole() (r byRetrograde, err error) {
	if err = s.expandCopies(); err == nil {
		r, err = s.retrogradeOf(s.kind, s.question.Sum.Components()...)
	}
	return r, err
}

// decideByRetrograde settles a sum by retrograde analysis.
func (s *solver) decideByRetrograde(d *decision) (*decision, error) {
	r, err := s.retrogradeOfWhole()
	if err != nil {
		return nil, err
	}
	convention, with := "normal", "with cycles"
	if s.isMisere() {
		convention = "misère"
	}
	if MayEnd(s.question.Sum) {
		with = "whose rules say who has won"
	}
	d.way, d.outcome = r, r.outcomes[0]
	d.theorem = fmt.Sprintf("%v play of a %v compound %s by retrograde analysis of all positions that can be reached (theory/loopy/retrograde.go)", convention, s.kind, with)
	return d, nil
}

// winningMoves finds the moves to positions that are P.
func (r byRetrograde) winningMoves(s *solver, _ *decision, a *Answer) error {
	isP := func(bags []uint32) (bool, error) {
		return r.outcomes[r.search.of(bags)] == grundy.P, r.search.book.check(len(bags))
	}
	if s.kind != compound.Disjunctive {
		return tryMoves(s, s.kind, a, r.search.book.bagOf, isP)
	}
	var bags []uint32
	for _, t := range s.question.Sum {
		bags = append(bags, r.search.book.bagOf(t.Component))
	}
	b, whole := r.search.book, r.search.book.whole(bags)[0]
	found, err := s.winningOptions(func(term int) (func(grundy.Component) (bool, error), error) {
		return func(q grundy.Component) (bool, error) {
			after := b.bagOf(q)
			return isP([]uint32{b.replaced(whole, b.runs[bags[term]], b.runs[after])})
		}, nil
	})
	if err != nil {
		return err
	}
	return found.winningMoves(s, nil, a)
}

func (r byRetrograde) reasons(s *solver, _ *decision, say func(string, ...any)) {
	switch {
	case Stated(s.question.Sum) != grundy.NoEnding:
		return
	case MayEnd(s.question.Sum):
		say("The rules may end the play as a whole, whatever moves are left, so that nim-values do not decide. All positions that can be reached were searched; there are %d, apart from the order of heaps and of components.", len(r.outcomes))
		return
	}
	say("Play need not end, and no theorem on single components decides here, so all positions that can be reached were searched; there are %d, apart from the order of heaps and of components.", len(r.outcomes))
}
