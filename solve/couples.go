package solve

// Sums whose positions are too many to value are decided by couples (theory/search): they ask of parts
// only what the outcome needs. That is for games that fall apart; the search of all positions
// runs beside it for as long as its probe lasts, since it tells more.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// A pruner decides positions of one game by couples.
type pruner interface {
	// isP reports whether positions and a heap are a P-position; nimValue returns the nim-value of their sum.
	isP(ctx context.Context, n uint64, of ...grundy.Component) (bool, error)
	nimValue(ctx context.Context, of ...grundy.Component) (uint64, error)
	// measure returns a measure that follows from the nim-value.
	measure(ctx context.Context, c grundy.Component, m grundy.Measure) (uint64, error)
	// proof visits lemmas that suffice for what isP has said.
	proof(ctx context.Context, visit func(Lemma) error, n uint64, of ...grundy.Component) error
	// decided returns what is known of a position and a heap without search.
	decided(n uint64, c grundy.Component) (p, known bool)
	// known returns the nim-value of a position, if it was found.
	known(c grundy.Component) (uint64, bool)
	// settle lets rules that declare positions to be the same compare them by what was found.
	settle(ctx context.Context) error
	within(o search.Options)
	// bind makes it ask the game of c as c has it: in a run of the present question.
	bind(s *solver, c grundy.Component)
	size(c grundy.Component) uint64
	state() prunerState
	// far says how far the search has come.
	far() meter.Far
	// facts returns what is known as data, or nil where it has no keys that others understand; check
	// looks at it; keep is called now and then while it is added to.
	facts() Facts
	check(ctx context.Context, most int, of grundy.Component) error
	keepBy(keep func() error)
	// unlearn drops what was taken back, and all that rests on it.
	unlearn()
}

// A prunerState says how far couples have come.
type prunerState struct{ couples, positions, gains, steps, bytes, learned uint64 }

// promises reports whether couples that stopped with err gain anything, or have met too few positions for that.
func (p prunerState) promises(err error) bool {
	const enough = 1 << 16
	return p.gains > 0 || err != nil && p.positions < enough
}

// coupled decides by the keys of a game, or those of a book.
type coupled[K search.Key] struct {
	packing[K]
	couples *search.Couples[K]
	bounds  search.Options // of what is asked next
	keep    func() error   // keeps what is found; nil where nobody does
}

func (by *packing[K]) pruner() pruner {
	return &coupled[K]{packing: *by, couples: search.NewCouples(by.game.Lister, search.Options{})}
}

// pruner returns what decides positions of the game of c, or nil.
func (s *solver) pruner(c grundy.Component) pruner {
	key := gameOf(c)
	if key == nil {
		key = c.GameID()
	}
	found, ok := s.pruners[key]
	if ok {
		return found
	}
	if found = s.cache().pruners[key]; found == nil || found.state().bytes > s.question.Budget.Memory/2 {
		if found = newPruner(c); found == nil {
			s.pruners[key] = nil
			return nil
		}
	}
	found.bind(s, c)
	if s.cache().pruners == nil {
		s.cache().pruners = map[any]pruner{}
	}
	s.pruners[key], s.cache().pruners[key] = found, found
	return found
}

func newPruner(c grundy.Component) pruner {
	if by := packerOf(c); by != nil {
		return by.pruner()
	}
	if !c.Splits() {
		return nil
	}
	by := bookOfParts()
	couples := search.NewCouples[string](by.book, search.Options{})
	by.book.memo = couples
	return &coupled[string]{packing: *by, couples: couples}
}

func (k *coupled[K]) bind(s *solver, c grundy.Component) {
	if k.book != nil {
		k.book.bind(s, c)
	} else if game, ok := grundy.Pack[K](c); ok {
		k.game = game
		k.couples.SetRules(game.Lister)
		k.couples.SetMore(func() search.Rules[K] {
			more, _ := grundy.Pack[K](c)
			return more.Lister
		})
	}
}

func (k *coupled[K]) isP(ctx context.Context, n uint64, of ...grundy.Component) (bool, error) {
	keys, err := k.keysOf(of...)
	if err != nil {
		return false, err
	}
	p := false
	err = k.inSlices(func() (err error) {
		p, err = k.couples.IsP(ctx, n, keys...)
		return err
	})
	return p, err
}

func (k *coupled[K]) nimValue(ctx context.Context, of ...grundy.Component) (uint64, error) {
	keys, err := k.keysOf(of...)
	if err != nil {
		return 0, err
	}
	v := uint64(0)
	err = k.inSlices(func() (err error) {
		v, err = k.couples.NimValue(ctx, keys...)
		return err
	})
	return v, err
}

func (k *coupled[K]) measure(ctx context.Context, c grundy.Component, m grundy.Measure) (uint64, error) {
	if m != grundy.ByOutcome {
		return k.nimValue(ctx, c)
	}
	p, err := k.isP(ctx, 0, c)
	if p {
		return uint64(grundy.P), err
	}
	return uint64(grundy.N), err
}

func (k *coupled[K]) decided(n uint64, c grundy.Component) (p, known bool) {
	keys, err := k.keysOf(c)
	if err != nil {
		return false, false
	}
	return k.couples.Decided(n, keys...)
}

func (k *coupled[K]) known(c grundy.Component) (uint64, bool) {
	keys, err := k.keysOf(c)
	if err != nil {
		return 0, false
	}
	return k.couples.Known(keys...)
}

// settleSteps bounds the search for the value of a position that waits to be compared.
const settleSteps = 1 << 12

func (k *coupled[K]) settle(ctx context.Context) error {
	d, ok := k.game.Lister.(doubter[K])
	if !ok {
		return nil
	}
	define, _ := compound.Define(grundy.ByNimValue)
	return d.Settle(ctx, grundy.ByNimValue, func(sum []K) (uint64, error) {
		k.couples.SetOptions(search.Options{Steps: k.couples.Steps() + settleSteps})
		return k.couples.NimValue(ctx, sum...)
	}, define.Of)
}

func (k *coupled[K]) within(o search.Options) {
	if k.book != nil {
		o = k.book.within(k.book.ctx, o, k.couples.Steps()*bookSteps)
	}
	k.bounds = o
	k.couples.SetOptions(o)
}

func (k *coupled[K]) unlearn() {
	if k.couples.Learned() > 0 {
		k.couples = search.NewCouples(k.game.Lister, k.bounds)
	}
}

func (k *coupled[K]) size(c grundy.Component) (size uint64) {
	sizer, ok := k.game.Lister.(search.Sizer[K])
	if !ok {
		return uint64(len(c.AppendText(nil)))
	}
	keys, _ := k.keysOf(c)
	for _, key := range keys {
		size += uint64(sizer.Size(key))
	}
	return size
}

func (k *coupled[K]) state() prunerState {
	c := k.couples
	steps, bytes := k.used(c.Steps(), c.Bytes())
	return prunerState{c.Couples(), c.Positions(), c.Gains() + c.Learned(), steps, bytes, c.Learned()}
}

func (k *coupled[K]) far() meter.Far { return k.couples.Far() }

// byCouples settles a sum by couples.
type byCouples struct {
	// free says that no steps bound the searches, so that several cores may share them. Then more than the
	// outcome and values may depend on chance.
	free     bool
	hides    bool      // the value of the largest term, which need not be known
	largest  int       // the term that was valued no further than its outcome needs
	heap     uint64    // what the others come to
	values   []*uint64 // of the terms, as far as they are known
	searched []pruner  // of each term; nil for terms whose values are known by closed forms
}

// value returns the nim-value of a term.
func (r *byCouples) value(s *solver, i int) (uint64, error) {
	if r.values[i] == nil {
		v, err := r.searched[i].nimValue(s.ctx, s.question.Sum[i].Component)
		if err != nil {
			return 0, err
		}
		r.values[i] = &v
	}
	return *r.values[i], nil
}

// bound bounds what the searches may take from now on: steps says how many; 0 for any number.
func (r *byCouples) bound(s *solver, steps func(prunerState) uint64) {
	r.free = false
	for _, found := range r.searched {
		if found != nil {
			o := search.Options{Memory: s.memoryLeft(0), Steps: steps(found.state())}
			r.free = r.free || o.Steps == 0
			found.within(o)
		}
	}
}

// The slices of work in which both searches take turns begin with this many steps; that by couples
// gets pruneShare times as many.
var firstSlice, pruneShare uint64 = 1 << 16, 3

// decideByCouples settles a sum of games that fall apart whose search for all values does not
// end within its probe.
func (s *solver) decideByCouples(d *decision) (*decision, error) {
	r := s.newCouples()
	var odd []int // terms whose values are wanted
	for i, t := range s.question.Sum {
		c := t.Component
		v, _, ok := s.closed(c, grundy.ByNimValue)
		if o, _, stated := s.closed(c, grundy.ByOutcome); stated && !ok {
			switch {
			case grundy.Outcome(o) == grundy.P:
				v, ok = 0, true
			case s.onlyOneMoves():
				return nil, nil // only the moves are missing
			}
		}
		if ok {
			r.values[i] = &v
		} else if t.Copies%2 == 1 {
			odd = append(odd, i)
		}
	}
	if len(odd) == 0 {
		return nil, nil
	}
	for i := range s.question.Sum {
		if r.values[i] == nil && !r.search(s, i) {
			return nil, nil
		}
	}
	r.largest = slices.MaxFunc(odd, func(i, j int) int { return cmp.Compare(r.size(s, i), r.size(s, j)) })
	p, ended, err := r.decide(s, 0)
	if !ended || err != nil {
		return nil, err
	}
	for _, found := range r.searched {
		if found != nil {
			if err := found.settle(s.ctx); err != nil {
				return nil, err
			}
		}
	}
	d.way, d.outcome = r, grundy.N
	if p {
		d.outcome = grundy.P
	}
	state := r.searched[r.largest].state()
	d.theorem = fmt.Sprintf("outcome by a search that prunes: %s couples of a part and a heap, by proof numbers (theory/search)", units.Grouped(state.couples))
	if state.learned > 0 {
		d.theorem += fmt.Sprintf(", with facts that were kept of %s parts", units.Grouped(state.learned))
	}
	d.valueOf = func(c grundy.Component) (uint64, bool) {
		if r.hides && r.largest >= 0 && c.Identity() == s.question.Sum[r.largest].Component.Identity() {
			return 0, false
		}
		return s.prunedValue(c)
	}
	return d, nil
}

// movesByCouples looks for winning moves where closed forms say who wins, and no search for the values
// of all options ends within its probe. The result is false where other ways are better.
func (s *solver) movesByCouples(d *decision, a *Answer) (done bool, err error) {
	if !s.isPrunable() {
		return false, nil
	}
	r := s.newCouples()
	some := false
	for i, v := range d.views {
		if v.plan != nil {
			return false, nil
		}
		r.values[i] = new(uint64)
		if d.measure == grundy.ByNimValue {
			r.values[i] = &v.value
		}
		if s.hasOpenOption(v.component) {
			if !r.search(s, i) {
				return false, nil
			}
			some = true
			if d.measure != grundy.ByNimValue {
				r.largest, r.values[i] = i, nil
			}
		}
	}
	if !some || d.measure != grundy.ByNimValue && r.largest < 0 {
		return false, nil
	}
	_, ended, err := r.decide(s, 2*probe.steps)
	if !ended || err != nil {
		return false, err
	}
	d.valueOf = s.prunedValue
	return true, r.winningMoves(s, d, a)
}

func (s *solver) newCouples() *byCouples {
	terms := len(s.question.Sum)
	return &byCouples{largest: -1, values: make([]*uint64, terms), searched: make([]pruner, terms)}
}

// search lets a term be searched by couples. The result is false where tables know more, or where
// there is no search.
func (r *byCouples) search(s *solver, i int) bool {
	r.searched[i] = s.prunerFor(s.question.Sum[i].Component)
	return r.searched[i] != nil
}

// prunerFor is pruner, but nil where tables know more, or where there is no search.
func (s *solver) prunerFor(c grundy.Component) pruner {
	for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
		if _, ok := c.PlanTable(m); ok {
			return nil
		}
	}
	if _, ranked := s.planRanks(c, grundy.ByNimValue); ranked || tooWide(c) != nil {
		return nil
	}
	return s.pruner(c)
}

// size returns how large a term is that is searched.
func (r *byCouples) size(s *solver, i int) uint64 {
	return r.searched[i].size(s.question.Sum[i].Component)
}

// probed goes on with the search of all positions, and reports whether it ends.
func (r *byCouples) probed(s *solver, steps uint64) bool {
	measure := grundy.ByNimValue
	if s.onlyOneMoves() {
		measure = grundy.ByOutcome
	}
	for i, found := range r.searched {
		if found == nil {
			continue
		}
		if plan := s.planProbed(s.question.Sum[i].Component, measure, steps); !plan.ended && plan.Build != nil {
			return false
		}
	}
	return true
}

// isP goes on with the search by couples.
func (r *byCouples) isP(s *solver) (p bool, err error) {
	r.heap = 0
	for i, t := range s.question.Sum {
		if t.Copies%2 == 1 && i != r.largest {
			v, err := r.value(s, i)
			if err != nil {
				return false, err
			}
			r.heap ^= v
		}
	}
	if r.largest < 0 {
		return r.heap == 0, nil
	}
	return r.searched[r.largest].isP(s.ctx, r.heap, s.question.Sum[r.largest].Component)
}

// decide lets both searches take turns until one has ended: ended says whether that by couples
// has. Most bounds the steps, 0 does not.
func (r *byCouples) decide(s *solver, most uint64) (p, ended bool, err error) {
	ended, err = s.inTurns(most, func(steps uint64) bool { return r.probed(s, steps) }, func(within func(prunerState) uint64) (gains bool, err error) {
		r.bound(s, within)
		p, err = r.isP(s)
		return r.largest < 0 || r.searched[r.largest].state().promises(err), err
	})
	if err != nil {
		err = s.prunedSoFar(err, s.question.Sum[r.largest].Component, r.searched[r.largest])
	}
	return p, ended, err
}

// inTurns lets a search of all positions and one by couples take turns. Pruned says that the latter has
// ended; otherwise the former has, or other ways know more, or refuse. All goes on with a
// number of steps, and reports whether the search has ended. Prune goes on as far as its steps are within
// a bound, and reports whether couples gain anything here. Most bounds the steps, 0 does not.
func (s *solver) inTurns(most uint64, all func(steps uint64) bool, prune func(within func(prunerState) uint64) (gains bool, err error)) (pruned bool, err error) {
	if all(firstSlice) {
		return false, nil
	}
	for slice := firstSlice; ; slice *= 2 {
		last := slice >= s.bounded(max(probe.steps, most))
		gains, err := prune(func(state prunerState) (steps uint64) {
			if last && most == 0 && s.question.Budget.Steps == 0 {
				return 0
			}
			return state.steps + s.bounded(pruneShare*slice)
		})
		if err == nil && gains {
			return true, nil
		}
		switch {
		case err != nil && !outOfSteps(err):
			return false, err
		case last, !gains, all(2 * slice):
			return false, nil
		}
	}
}

// outOfSteps reports whether a search has ended since it took its steps.
func outOfSteps(err error) bool {
	over, ok := errors.AsType[*search.BudgetError](err)
	return ok && over.What == "steps"
}

// hasOpenOption reports whether one of the first options has a nim-value that must be searched.
func (s *solver) hasOpenOption(c grundy.Component) bool {
	const first = 64
	if _, ok := c.FindOptions(grundy.ByNimValue, 0, 0); ok || s.question.MaxMoves == 0 {
		return false
	}
	if count, ok := c.CountOptions(); ok && count > MaxWalked {
		return false
	}
	options := c.AppendOptions(nil)
	return slices.ContainsFunc(options[:min(len(options), first)], func(q grundy.Component) bool {
		_, _, ok := s.closedIf(q, grundy.ByNimValue, nil)
		return !ok
	})
}

// prunedValue returns the nim-value of a position, if couples have found it.
func (s *solver) prunedValue(c grundy.Component) (uint64, bool) {
	found := s.pruner(c)
	if found == nil {
		return 0, false
	}
	return found.known(c)
}

// prunedSoFar adds to an error of a budget how far the search by couples came.
func (s *solver) prunedSoFar(err error, c grundy.Component, found pruner) error {
	if s.ctx.Err() == nil && !isOverBudget(err) {
		return err
	}
	far := found.far()
	err = s.reached(err, c, far.Positions, func(q grundy.Component) bool {
		_, known := found.decided(0, q)
		return known
	})
	if e, ok := errors.AsType[*Reached](err); ok {
		if e.Options == 0 {
			e.Settled, e.Options = far.Refuted, far.Options
		}
		far.Options = 0
		e.Saw = far.String()
	}
	return err
}

// ErrOneMove says why the answer to a question that wants few moves has one: the search for the outcome was
// long. Several cores may find another one each time.
var ErrOneMove error = grundy.BudgetError{Msg: "the search was long, so one winning move was looked for; on several cores it may be another one each time", What: "time"}

// winningMoves looks for the options that are P with the other components. Where the question wants few,
// it stops when all would take much longer than the outcome did.
func (r *byCouples) winningMoves(s *solver, _ *decision, a *Answer) error {
	for i, t := range s.question.Sum {
		if r.searched[i] == nil && s.hasOpenOption(t.Component) {
			r.search(s, i)
		}
	}
	few := s.question.FewMoves
	if few && r.free {
		return r.oneMove(s, a)
	}
	r.bound(s, func(state prunerState) uint64 {
		if !few && s.question.Budget.Steps == 0 {
			return 0
		}
		return state.steps + s.bounded(2*state.steps+probe.steps/2)
	})
	all := func() error {
		err := r.moves(s, a, false)
		if err == nil && r.largest >= 0 { // the nim-value is not far
			_, _ = r.searched[r.largest].nimValue(s.ctx, s.question.Sum[r.largest].Component)
		}
		return err
	}
	if !few {
		err := all()
		if err != nil && r.largest >= 0 {
			err = s.prunedSoFar(err, s.question.Sum[r.largest].Component, r.searched[r.largest])
		}
		return err
	}
	first, err := r.firstMove(s)
	if err != nil {
		return err
	}
	if len(first) == 1 && isLost(first[0].To) { // the outcome took next to nothing
		r.bound(s, func(state prunerState) uint64 { return state.steps + s.bounded(2*state.steps+8*firstSlice) })
	}
	if err = all(); err == nil || !isOverBudget(err) && s.ctx.Err() == nil {
		return err
	}
	if first == nil && len(a.WinningMoves) == 0 {
		return err
	}
	if len(a.WinningMoves) == 0 && s.question.MaxMoves > 0 {
		a.WinningMoves = []Move{first}
	}
	a.WinningMoveCount, a.Uncounted = nil, err
	return nil
}

// oneMove finds one winning move. Values that may depend on how many cores have searched are not told.
func (r *byCouples) oneMove(s *solver, a *Answer) error {
	r.hides = true
	move, err := r.firstMove(s)
	switch {
	case err != nil:
		return err
	case move == nil: // it is not among those that were looked at
		if err := r.moves(s, a, true); err != nil {
			return err
		}
	case s.question.MaxMoves > 0:
		a.WinningMoves = []Move{move}
	}
	a.WinningMoveCount, a.Uncounted = nil, ErrOneMove
	return nil
}

// firstMove returns a winning move that is known, or nil: in the largest component, or otherwise in
// one whose value is known by a closed form.
func (r *byCouples) firstMove(s *solver) (Move, error) {
	first := s.firstIndices()
	total := r.heap
	if r.largest >= 0 {
		from, found := s.question.Sum[r.largest].Component, r.searched[r.largest]
		for _, q := range from.AppendOptions(nil) {
			if p, known := found.decided(r.heap, q); known && p {
				return Move{{first[r.largest], from, q}}, nil
			}
		}
		v, known := s.prunedValue(from)
		if !known {
			return nil, s.ctx.Err()
		}
		total ^= v
	}
	for i, t := range s.question.Sum {
		if r.searched[i] != nil {
			continue
		}
		v, err := s.view(t.Component, grundy.ByNimValue)
		if v == nil {
			return nil, err
		}
		box, err := v.find(total^*r.values[i], total^*r.values[i])
		if err != nil {
			return nil, err
		}
		for q := range box.Each {
			return Move{{first[i], t.Component, q}}, nil
		}
	}
	return nil, s.ctx.Err()
}

// moves counts all winning moves, and lists the first of them; or it looks for one.
func (r *byCouples) moves(s *solver, a *Answer, one bool) error {
	values, total := make([]uint64, len(r.searched)), uint64(0)
	if isSeveral(s.question.Sum) { // otherwise nothing needs them
		for i, t := range s.question.Sum {
			var err error
			if values[i], err = r.value(s, i); err != nil {
				return err
			}
			if t.Copies%2 == 1 {
				total ^= values[i]
			}
		}
	}
	first := s.firstIndices()
	for i, t := range s.question.Sum {
		rest := total ^ values[i]
		var options []grundy.Component
		var count *big.Int
		if r.searched[i] == nil {
			v, err := s.view(t.Component, grundy.ByNimValue)
			if err != nil {
				return err
			}
			box, err := v.find(rest, rest)
			if err != nil {
				return err
			}
			count = box.Count
			for q := range box.Each {
				if len(a.WinningMoves)+len(options) >= s.question.MaxMoves {
					break
				}
				options = append(options, q)
			}
		} else {
			for _, q := range t.Component.AppendOptions(nil) {
				p, err := r.searched[i].isP(s.ctx, rest, q)
				if err != nil {
					return err
				}
				if p {
					options = append(options, q)
				}
				if p && one {
					break
				}
			}
			count = big.NewInt(int64(len(options)))
		}
		s.addMoves(a, i, first[i], count, options)
		if one && len(options) > 0 {
			a.WinningMoves = a.WinningMoves[:min(len(a.WinningMoves), 1)]
			break
		}
	}
	return s.ctx.Err()
}

func (*byCouples) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	say("A search asked of each part only whether it has the nim-value that the outcome needs.")
}
