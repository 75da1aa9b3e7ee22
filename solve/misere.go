package solve

// Disjunctive sums in misère play: tame ones by their theorem, and wild ones by an algebra in which
// their positions are added up. Small ones are sums of simpler games (misere_sums.go), whose genera tell
// most. For others there is a misère quotient (misere_quotient.go), and a search that prunes
// (misere_couples.go). Which of these takes less shows only when it ends; so both get the same
// amount of work, then twice as much, and so on. Work is counted in steps, so the choice does not
// depend on how fast the machine is.

import (
	"cmp"
	"context"
	"iter"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// firstWork is the work that algebras get first, in looks at a sum, each of less than
// a microsecond; tameWork is what may be spent to see whether a component is tame, and
// tameWorkOfSums where positions fall apart into sums, since there a quotient may settle
// with less.
var (
	firstWork uint64 = 1 << 16
	tameWork  uint64 = 1 << 19

	tameWorkOfSums uint64 = 1 << 17
)

// An inAlgebra settles a wild sum in an algebra with a bound on its work in all, and goes on where
// it ended when it is given a larger bound. It may return a decision whose winning moves are not
// known, beside the error.
type inAlgebra func(s *solver, work uint64) (*decision, error)

var algebras = []inAlgebra{decideInQuotient, decideInCouples}

func decideInQuotient(s *solver, work uint64) (*decision, error) {
	q, err := s.quotients(quotientElements, nil, quotientHeaps)
	if err != nil {
		return nil, err
	}
	return decideIn(s, q, work)
}

// decideByFewSums settles a sum by genera with the work that algebras get first.
func (s *solver) decideByFewSums(*decision) (*decision, error) {
	d, err := decideIn(s, s.reducing(), s.reducing().sums.Work()+s.bounded(firstWork))
	if err != nil {
		return nil, err
	}
	return d, nil
}

// decideWild settles a sum in the algebra that does so with less work. Where none knows all winning
// moves within the budget, the decision says why. Where none settles it, the error is of the last that refuses
// it, by their order: the first say least of the position.
func (s *solver) decideWild(*decision) (*decision, error) {
	var settled *decision
	var over, refused error // all is over; an algebra refuses the sum
	by := 0                 // which one
	open := slices.Repeat([]bool{true}, len(algebras))
	for work := firstWork; slices.Contains(open, true); work *= 2 {
		if work > s.bounded(work) {
			over = s.overSteps(s.question.Sum[0].Component)
			break
		}
		for i, decide := range algebras {
			if !open[i] {
				continue
			}
			d, err := decide(s, work)
			if err == nil {
				return d, nil
			}
			if d != nil {
				settled = d
			}
			if open[i] = isOutOfWork(err); i >= by {
				refused, by = err, i
			}
			if over = s.ctx.Err(); over != nil {
				clear(open)
				break
			}
		}
	}
	if settled != nil {
		return settled, nil // its winning moves return the error
	}
	return nil, cmp.Or(over, refused)
}

// An algebra adds positions up, so that the element of a sum says who wins it in misère play: as a
// sum of simpler games, or in a quotient. An element is of all games that act alike beside those that
// can be reached.
type algebra[E any] interface {
	// within bounds the work in all, and makes known what elements are made of.
	within(work uint64) error
	element(c grundy.Component) (E, error)
	times(e E, copies uint64) (E, error)
	plus(a, b E) E
	// minus takes b out of a sum that has it. The result is false where elements do not say what
	// is left.
	minus(a, b E) (E, bool)
	isP(e E) (bool, error)
	// settles returns the way of a sum, and completes its decision.
	settles(d *decision, all addedUp[E]) (wildWay, error)
	// wins finds the options that leave P.
	wins(d *decision, all addedUp[E]) (winningOptions, error)
}

// A wildWay has found winning moves in single components.
type wildWay interface {
	way
	found() *winningOptions
}

// decideIn settles a sum in an algebra, with no more than so much work in all.
func decideIn[E any](s *solver, x algebra[E], work uint64) (*decision, error) {
	if err := x.within(work); err != nil {
		return nil, err
	}
	all, err := addUp(s, x)
	if err != nil {
		return nil, err
	}
	isP, err := x.isP(all.whole)
	if err != nil {
		return nil, err
	}
	d := &decision{reduction: s.reduction(), outcome: grundy.P}
	way, err := x.settles(d, all)
	if err != nil {
		return nil, err
	}
	if d.way = way; isP {
		return d, nil
	}
	d.outcome = grundy.N
	found := way.found()
	*found, err = x.wins(d, all)
	found.err = err
	return d, err
}

// addedUp are the elements of the terms of a question's sum, of one copy and of all, and that of the
// whole. The algebra may belong to another question, whose sum leads to this one.
type addedUp[E any] struct {
	in            algebra[E]
	solver        *solver
	terms, copies []E
	whole         E
}

// addUp adds a sum up.
func addUp[E any](s *solver, x algebra[E]) (all addedUp[E], err error) {
	all.in, all.solver = x, s
	for _, t := range s.question.Sum {
		one, err := x.element(t.Component)
		if err != nil {
			return all, err
		}
		copies, err := x.times(one, t.Copies)
		if err != nil {
			return all, err
		}
		all.terms, all.copies, all.whole = append(all.terms, one), append(all.copies, copies), x.plus(all.whole, copies)
	}
	return all, nil
}

// others returns what is beside one copy of each term.
func (all addedUp[E]) others() func(i int) (E, error) {
	if _, ok := all.in.minus(all.whole, all.terms[0]); ok {
		return func(i int) (E, error) {
			rest, _ := all.in.minus(all.whole, all.terms[i])
			return rest, nil
		}
	}
	behind := make([]E, len(all.copies)+1)
	for i, e := range slices.Backward(all.copies) {
		behind[i] = all.in.plus(e, behind[i+1])
	}
	before := make([]E, len(all.copies)+1)
	for i, e := range all.copies {
		before[i+1] = all.in.plus(before[i], e)
	}
	return func(i int) (E, error) {
		rest, err := all.in.times(all.terms[i], all.solver.question.Sum[i].Copies-1)
		return all.in.plus(all.in.plus(before[i], rest), behind[i+1]), err
	}
}

// winning finds the options that leave P.
func (all addedUp[E]) winning() (winningOptions, error) {
	beside := all.others()
	return all.solver.winningOptions(func(i int) (func(grundy.Component) (bool, error), error) {
		others, err := beside(i)
		return func(q grundy.Component) (bool, error) {
			e, err := all.in.element(q)
			if err != nil {
				return false, err
			}
			return all.in.isP(all.in.plus(others, e))
		}, err
	})
}

// planGenus returns a plan for the genus of c and its options, if these show with
// little work and all are tame.
func (s *solver) planGenus(c grundy.Component) (grundy.Plan[grundy.Component], bool) {
	none := grundy.Plan[grundy.Component]{}
	r := s.reducing()
	work := tameWork
	if c.Splits() {
		work = tameWorkOfSums
	}
	r.sums.SetWork(r.sums.Work() + s.bounded(work))
	measure := func(q grundy.Component) (uint64, bool) {
		total, err := r.value(q)
		if err != nil || !r.sums.HasTameAtoms(total.Total) {
			return 0, false
		}
		genus, err := r.sums.Genus(total.Total)
		return genus.Measure(), err == nil
	}
	table := map[grundy.Identity]uint64{}
	own, ok := measure(c)
	if !ok {
		return none, false
	}
	table[c.Identity()] = own
	for _, q := range c.AppendOptions(nil) {
		if table[q.Identity()], ok = measure(q); !ok {
			return none, false
		}
	}
	return grundy.Plan[grundy.Component]{
		Method: "genus by search of all positions that can be reached: the position and its options are tame",
		Build: func(context.Context, grundy.Progress) (grundy.Table[grundy.Component], error) {
			return func(q grundy.Component) uint64 { return table[q.Identity()] }, nil
		},
	}, true
}

// byTame settles sums of tame components.
type byTame struct{}

// decideByTame settles a misère sum by the genus of its components, all of which are tame.
func (s *solver) decideByTame(d *decision) (*decision, error) {
	d.way, d.theorem, d.outcome = byTame{}, misere.Theorem, misere.Outcome(d.parts)
	return d, nil
}

func (byTame) winningMoves(s *solver, d *decision, a *Answer) error {
	return s.fill(d.views, misere.WinningPlans(d.parts), nil, a)
}

// reasons argues by what a move leaves: which nim-sum wins depends on whether something
// firm is left.
func (byTame) reasons(s *solver, d *decision, say func(string, ...any)) {
	sum, firm := misere.SumOf(d.parts)
	large, areHeaps := s.largeHeaps()
	what := "firm component"
	if areHeaps {
		firm, what = large, "heap of 2 or more"
		say("In misère Nim a player wins by leaving the nim-sum 0 with some heap of 2 or more, or an odd number of heaps of 1 with no larger heap.")
	} else {
		say("Each component acts as some heaps of Nim: it is firm if one of these holds 2 or more, and otherwise fickle. In misère play a player wins by leaving the nim-sum 0 with some firm component, or the nim-sum 1 with none.")
	}
	with := func(firm bool) string {
		if firm {
			return "some " + what
		}
		return "no " + what
	}
	say("Here the nim-sum is %d, with %s.", sum, with(firm > 0))
	switch {
	case d.outcome == grundy.P || s.active == 0:
		return
	case firm > 1:
		say("Each move leaves some %s, so the nim-sum 0 must be left.", what)
	case firm == 0 && areHeaps:
		say("No move leaves a larger heap, so an odd number of heaps of 1 must be left.")
	case areHeaps:
		say("Only one heap holds 2 or more. It must become 0 or 1, so that an odd number of heaps of 1 is left.")
	}
	const looked = 1 << 10
	named := map[uint64]bool{}
	for c := range tameChanges(d.parts) {
		if c.part == looked || len(named) == 2 {
			break
		}
		if named[c.left] {
			continue
		}
		if to, ok := d.views[c.part].first(c.genus); ok {
			named[c.left] = true
			say("%s -> %s leaves the nim-sum %d, with %s.", brief(s.question.Sum[c.part].Component), brief(to), c.left, with(c.left == 0))
		}
	}
}

// A tameChange makes the genus of a part another one, so that the player to move loses: at
// the nim-sum 0 with a firm part, and at 1 with none.
type tameChange struct {
	part            int
	genus, to, left uint64
}

// tameChanges yields the changes of tame parts that win, whether or not there are such options.
func tameChanges(parts []compound.Part) iter.Seq[tameChange] {
	return func(yield func(tameChange) bool) {
		sum, _ := misere.SumOf(parts)
		for plan := range misere.WinningPlans(parts) {
			c := plan[0]
			from, _ := misere.Split(parts[c.Part].Measure)
			to, _ := misere.Split(c.Lo)
			if !yield(tameChange{c.Part, c.Lo, uint64(to), uint64(sum ^ from ^ to)}) {
				return
			}
		}
	}
}

// first returns the first option of a measure, if there is one.
func (v *view) first(measure uint64) (first grundy.Component, ok bool) {
	found, err := v.find(measure, measure)
	if err != nil {
		return first, false
	}
	for q := range found.Each {
		return q, true
	}
	return first, false
}

// phases says how a tame sum is played, before and after the last firm part is gone, and which of
// the two the next move begins or goes on with.
func (s *solver) phases(firm uint64) (phases []string, now int) {
	large, areHeaps := s.largeHeaps()
	if areHeaps {
		firm = large
		phases = []string{
			"As long as your move leaves a heap of 2 or more: leave the nim-sum 0, as in Nim.",
			"When your move leaves only heaps of 1: leave an odd number of them.",
		}
	} else {
		phases = []string{
			"As long as your move leaves a firm part: leave the nim-sum 0, as in normal play.",
			"When your move leaves no firm part: leave the nim-sum 1.",
		}
	}
	if firm == 0 || firm == 1 && areHeaps {
		now = 1
	}
	return phases, now
}

// largeHeaps counts the heaps of 2 or more, up to 2, if all components are heaps of Nim.
func (s *solver) largeHeaps() (large uint64, areHeaps bool) {
	text := 0
	for _, t := range s.question.Sum {
		if text += len(t.Component.AppendText(nil)); text > splitText {
			return 0, false
		}
		for _, part := range t.Component.Split() {
			size, isHeap := heapSize(part)
			if !isHeap {
				return 0, false
			}
			if size > 1 {
				large = min(large+min(t.Copies, 2), 2)
			}
		}
	}
	return large, true
}

// winners are the options of a component that win: how many there are, and the first
// of them.
type winners struct {
	count int64
	first []grundy.Component
}

func (w *winners) add(q grundy.Component, most int) {
	if w.count++; len(w.first) < most {
		w.first = append(w.first, q)
	}
}

// winningOptions are the winning moves in one copy of each term, or say why they are
// not known.
type winningOptions struct {
	terms []winners
	err   error
}

func (w *winningOptions) found() *winningOptions { return w }

// winningOptions looks at each option of each term. For each term, once if
// it occurs several times, winsIn returns a function that says which options win.
func (s *solver) winningOptions(winsIn func(term int) (func(grundy.Component) (bool, error), error)) (found winningOptions, err error) {
	known, entailed := map[grundy.Identity]winners{}, s.question.Sum.Entailed()
	for i, t := range s.question.Sum {
		if entailed >= 0 && i != entailed {
			found.terms = append(found.terms, winners{})
			continue
		}
		id := t.Component.Identity()
		w, ok := known[id]
		if !ok {
			wins, err := winsIn(i)
			if err != nil {
				return found, err
			}
			if w, err = s.winners(t.Component, wins); err != nil {
				return found, err
			}
			known[id] = w
		}
		found.terms = append(found.terms, w)
	}
	return found, nil
}

// winners returns the options of c that win.
func (s *solver) winners(c grundy.Component, wins func(grundy.Component) (bool, error)) (w winners, err error) {
	if count, ok := c.CountOptions(); ok { // they are listed, but not kept
		if err := s.allows(c, " for "+optionsOf(count), grundy.Cost{Bytes: heldBytes(c, count)}); err != nil {
			return w, err
		}
	}
	for _, q := range c.AppendOptions(nil) {
		if err := s.ctx.Err(); err != nil {
			return w, err
		}
		isWon, err := wins(q)
		if err != nil {
			return w, err
		}
		if isWon {
			w.add(q, s.question.MaxMoves)
		}
	}
	return w, nil
}

// winningMoves counts the winning moves in all copies, and lists the first of them.
func (w winningOptions) winningMoves(s *solver, _ *decision, a *Answer) error {
	if w.err != nil {
		return w.err
	}
	first := s.firstIndices()
	for i := range s.question.Sum {
		s.addMoves(a, i, first[i], big.NewInt(w.terms[i].count), w.terms[i].first)
	}
	return nil
}

// addMoves adds the winning moves in all copies of a term: how many each has, and the first of them.
func (s *solver) addMoves(a *Answer, term, first int, count *big.Int, options []grundy.Component) {
	t := s.question.Sum[term]
	a.WinningMoveCount.Add(a.WinningMoveCount, new(big.Int).Mul(count, new(big.Int).SetUint64(t.Copies)))
	for copied := uint64(0); copied < t.Copies && len(options) > 0 && len(a.WinningMoves) < s.question.MaxMoves; copied++ {
		for _, q := range options[:min(len(options), s.question.MaxMoves-len(a.WinningMoves))] {
			a.WinningMoves = append(a.WinningMoves, Move{{first + int(copied), t.Component, q}})
		}
	}
}
