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
func (s *solver) decideByLoopyValues() (*decision, error) {
	d := &decision{theorem: loopy.Theorem, measure: grundy.ByNimValue, reduction: s.reduction()}
	if err := s.viewLoopy(d); err != nil {
		return nil, err
	}
	// The finite nim-values, and the infinite term if there is only one.
	var r byLoopyValues
	last := 0
	for i, t := range s.question.Sum {
		if d.views[i].infinite != nil {
			r.infinities, last = grundy.AddCounts(r.infinities, t.Copies), i
		} else if t.Copies%2 == 1 {
			d.value ^= d.views[i].value
		}
		d.parts = append(d.parts, compound.Part{Measure: d.views[i].value, Copies: t.Copies})
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

// viewLoopy makes a view of each term by its nim-value, if that is finite.
func (s *solver) viewLoopy(d *decision) error {
	charged := map[any]bool{} // games whose values are computed once for all positions
	plans := make([]*grundy.LoopyPlan[grundy.Component], len(s.question.Sum))
	for i, t := range s.question.Sum {
		plan, ok := t.Component.PlanLoopy()
		if !ok {
			v, err := s.view(t.Component, grundy.ByNimValue)
			if err != nil {
				return err
			}
			d.views = append(d.views, v)
			continue
		}
		if plan.Build == nil {
			plan = s.searchedLoopy(t.Component)
		}
		game := t.Component.Game()
		isPointer := reflect.TypeOf(game).Kind() == reflect.Pointer
		if !isPointer || !charged[game] {
			if err := s.charge(t.Component, plan.Cost); err != nil {
				return err
			}
		}
		if isPointer {
			charged[game] = true
		}
		plans[i] = &plan
		d.views = append(d.views, &view{solver: s, component: t.Component, measure: grundy.ByNimValue, method: plan.Method})
	}
	for i, v := range d.views {
		if plans[i] == nil {
			if err := v.build(); err != nil {
				return err
			}
			continue
		}
		table, err := plans[i].Build(s.ctx, s.question.Progress)
		if err != nil {
			return err
		}
		if s.loops == nil {
			s.loops = map[grundy.Identity]grundy.LoopyTable[grundy.Component]{}
		}
		s.loops[v.component.Identity()] = table
		v.known = true
		if value := table(v.component); value.Infinite {
			v.infinite = &value
		} else {
			v.value = uint64(value.Nim)
		}
		if count, ok := v.component.CountOptions(); ok {
			if err := s.charge(v.component, grundy.Cost{Bytes: heldBytes(v.component, count)}); err != nil {
				return err
			}
		}
		// Options of infinite value are of no use to anybody who wants to win.
		v.options = []measured{}
		for _, q := range v.component.AppendOptions(nil) {
			if value := table(q); !value.Infinite {
				v.options = append(v.options, measured{uint64(value.Nim), q})
			}
		}
	}
	return nil
}

// searchedLoopy is a plan for values by a search of all positions.
func (s *solver) searchedLoopy(c grundy.Component) grundy.LoopyPlan[grundy.Component] {
	return grundy.LoopyPlan[grundy.Component]{
		Method: "nim-values of all positions that can be reached, with cycles, by Smith's labels (C. A. B. Smith 1966; A. S. Fraenkel and Y. Perl 1975; theory/loopy)",
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.LoopyTable[grundy.Component], error) {
			r, graph, err := s.exploreAlone(c)
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

// exploreAlone returns the search of all positions that can be reached in c, and its graph.
func (s *solver) exploreAlone(c grundy.Component) (*retrograde, *loopy.Graph, error) {
	r := s.newRetrograde(compound.Disjunctive)
	graph, err := r.explore([]grundy.Component{c})
	return r, graph, err
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
func (s *solver) decideLoopyConjunctive() (*decision, error) {
	if err := s.viewRemoteness(); err != nil {
		return nil, err
	}
	d, err := s.decideByTheorem()
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(d.views, func(v *view) bool { return !v.drawn }) {
		d.outcome = grundy.D
	}
	return d, nil
}

// viewRemoteness makes a view by remoteness of each component from which play need
// not end. A draw has the greatest remoteness of those with which the player to
// move does not lose: so it is never the least, nor one that a player wants to
// leave.
func (s *solver) viewRemoteness() error {
	measure, drawn := s.byRemoteness(), ^uint64(0)
	if s.question.Convention == grundy.Misere {
		drawn--
	}
	for _, t := range s.question.Sum {
		key := viewKey{t.Component.Identity(), measure}
		if _, ok := t.Component.PlanLoopy(); !ok || s.views[key] != nil {
			continue
		}
		r, graph, err := s.exploreAlone(t.Component)
		if err != nil {
			return err
		}
		_, lengths, err := loopy.Outcomes(s.ctx, graph, s.question.Convention)
		if err != nil {
			return err
		}
		coded := func(number uint32) uint64 {
			if lengths[number] == loopy.Infinite {
				return drawn
			}
			return lengths[number]
		}
		v := &view{
			solver: s, component: t.Component, measure: measure, options: []measured{},
			known: true, value: coded(0), drawn: lengths[0] == loopy.Infinite,
			method: fmt.Sprintf("%v of a component with cycles by retrograde analysis (theory/loopy/retrograde.go)", measure),
		}
		options := t.Component.AppendOptions(nil)
		if err := s.charge(t.Component, grundy.Cost{Bytes: heldBytes(t.Component, uint64(len(options)))}); err != nil {
			return err
		}
		for _, q := range options {
			v.options = append(v.options, measured{coded(r.at(q)), q})
		}
		s.views[key] = v
	}
	return nil
}

// byRetrograde settles a sum by retrograde analysis, with what it finds for all positions.
type byRetrograde struct {
	search   *retrograde
	outcomes []grundy.Outcome
	lengths  []uint64 // the remotenesses
}

// exploreWhole returns the search of all positions that can be reached, and its graph.
func (s *solver) exploreWhole() (*retrograde, *loopy.Graph, error) {
	if err := s.expandCopies(); err != nil {
		return nil, nil, err
	}
	r := s.newRetrograde(s.kind)
	graph, err := r.explore(s.question.Sum.Components())
	return r, graph, err
}

// decideByRetrograde searches all positions that can be reached, and finds out
// who wins them from the ends of play backwards.
func (s *solver) decideByRetrograde() (*decision, error) {
	r, graph, err := s.exploreWhole()
	if err != nil {
		return nil, err
	}
	outcomes, lengths, err := loopy.Outcomes(s.ctx, graph, s.question.Convention)
	if err != nil {
		return nil, err
	}
	convention := "normal"
	if s.question.Convention == grundy.Misere {
		convention = "misère"
	}
	with := "with cycles"
	if MayEnd(s.question.Sum) {
		with = "whose rules say who has won"
	}
	return &decision{
		way: byRetrograde{r, outcomes, lengths}, outcome: outcomes[0], reduction: s.reduction(),
		theorem: fmt.Sprintf("%s play of a %v compound %s by retrograde analysis of all positions that can be reached (theory/loopy/retrograde.go)", convention, s.kind, with),
	}, nil
}

// winningMoves finds the moves to positions that are P.
func (r byRetrograde) winningMoves(s *solver, _ *decision, a *Answer) error {
	isP := func(bags []uint32) (bool, error) {
		return r.outcomes[r.search.of(bags)] == grundy.P, r.search.check(len(bags))
	}
	if s.kind != compound.Disjunctive {
		return tryMoves(s, s.kind, a, r.search.bagOf, isP)
	}
	var bags []uint32
	for _, t := range s.question.Sum {
		bags = append(bags, r.search.bagOf(t.Component))
	}
	whole := r.search.whole(bags)[0]
	found, err := s.winningOptions(func(term int) (func(grundy.Component) (bool, error), error) {
		return func(q grundy.Component) (bool, error) {
			return isP([]uint32{r.search.replaced(whole, r.search.runs[bags[term]], r.search.runs[r.search.bagOf(q)])})
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
