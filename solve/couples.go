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
	"reflect"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// A pruner decides positions of one game by couples.
type pruner interface {
	// isP reports whether positions and a heap are a P-position; nimValue returns the nim-value of their sum.
	isP(ctx context.Context, n uint64, of ...grundy.Component) (bool, error)
	nimValue(ctx context.Context, of ...grundy.Component) (uint64, error)
	// proof visits lemmas that suffice for what isP has said.
	proof(ctx context.Context, visit func(Lemma) error, n uint64, of ...grundy.Component) error
	// decided returns what is known of a position and a heap without search.
	decided(n uint64, c grundy.Component) (p, known bool)
	// settle lets rules that declare positions to be the same compare them by what was found.
	settle(ctx context.Context) error
	within(o search.Options)
	// bind makes it ask the game of c as c has it: in a run of the present question.
	bind(s *solver, c grundy.Component)
	size(c grundy.Component) uint64
	state() prunerState
}

// A prunerState says how far couples have come.
type prunerState struct{ couples, positions, gains, steps, bytes uint64 }

// coupled decides by the keys of a game, or those of a book.
type coupled[K search.Key] struct {
	couples *search.Couples[K]
	game    grundy.PackedComponent[K]
	book    *book
}

func newCoupled[K search.Key](c grundy.Component) pruner {
	game, ok := grundy.Pack[K](c)
	if !ok {
		return nil
	}
	return &coupled[K]{couples: search.NewCouples(game.Lister, search.Options{}), game: game}
}

// pruner returns what decides positions of the game of c, or nil.
func (s *solver) pruner(c grundy.Component) pruner {
	var key any = c.GameID()
	if reflect.TypeOf(c.Game()).Comparable() {
		key = c.Game()
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
	if found := newCoupled[uint64](c); found != nil {
		return found
	}
	if found := newCoupled[[2]uint64](c); found != nil {
		return found
	}
	if found := newCoupled[[4]uint64](c); found != nil {
		return found
	}
	if found := newCoupled[string](c); found != nil {
		return found
	}
	if !c.Splits() {
		return nil
	}
	b := newBook(compound.Disjunctive)
	b.apart = true
	k := &coupled[string]{game: b.packed(), book: b}
	k.couples = search.NewCouples(k.game.Lister, search.Options{})
	b.memo = k.couples
	return k
}

func (k *coupled[K]) bind(s *solver, c grundy.Component) {
	if k.book != nil {
		k.book.bind(s, c)
	} else if game, ok := grundy.Pack[K](c); ok {
		k.game = game
		k.couples.SetRules(game.Lister)
	}
}

// keysOf returns the keys of positions.
func (k *coupled[K]) keysOf(of ...grundy.Component) (keys []K, err error) {
	for _, c := range of {
		var ok bool
		keys, ok = k.game.AppendKeys(keys, c)
		switch {
		case ok:
		case k.book != nil:
			return nil, k.book.failed
		default:
			return nil, fmt.Errorf("%s can be reached, but has no key", brief(c))
		}
	}
	return keys, nil
}

func (k *coupled[K]) isP(ctx context.Context, n uint64, of ...grundy.Component) (bool, error) {
	keys, err := k.keysOf(of...)
	if err != nil {
		return false, err
	}
	p, err := k.couples.IsP(ctx, n, keys...)
	return p, k.explain(err)
}

func (k *coupled[K]) nimValue(ctx context.Context, of ...grundy.Component) (uint64, error) {
	keys, err := k.keysOf(of...)
	if err != nil {
		return 0, err
	}
	v, err := k.couples.NimValue(ctx, keys...)
	return v, k.explain(err)
}

func (k *coupled[K]) decided(n uint64, c grundy.Component) (p, known bool) {
	keys, err := k.keysOf(c)
	if err != nil {
		return false, false
	}
	return k.couples.Decided(n, keys...)
}

func (k *coupled[K]) explain(err error) error {
	if k.book != nil {
		return k.book.explain(err)
	}
	return explainCycle(err, func(key K) string { return brief(k.game.Unpack(key)) })
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
	k.couples.SetOptions(o)
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
	state := prunerState{k.couples.Couples(), k.couples.Positions(), k.couples.Gains(), k.couples.Steps(), k.couples.Bytes()}
	if k.book != nil {
		state.steps *= bookSteps
		state.bytes += k.book.bytes
	}
	return state
}

// byCouples settles a sum by couples.
type byCouples struct {
	largest  int       // the term that was valued no further than its outcome needs
	heap     uint64    // what the others come to
	values   []*uint64 // of the terms, as far as they are known
	searched []pruner  // of each term; nil for terms whose values are known by closed forms
}

// value returns the nim-value of a term.
func (r byCouples) value(s *solver, i int) (uint64, error) {
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
func (r byCouples) bound(s *solver, steps func(prunerState) uint64) {
	for _, found := range r.searched {
		if found != nil {
			found.within(search.Options{Memory: s.memoryLeft(0), Steps: steps(found.state())})
		}
	}
}

// The slices of work in which both searches take turns begin with this many steps; that by couples
// gets pruneShare times as many.
var firstSlice, pruneShare uint64 = 1 << 16, 3

// decideByCouples settles a sum of games that fall apart whose search for all values does not
// end within its probe.
func (s *solver) decideByCouples(d *decision) (*decision, error) {
	way := byCouples{largest: -1, values: make([]*uint64, len(s.question.Sum)), searched: make([]pruner, len(s.question.Sum))}
	var searched, odd []int // terms to search, and those of them whose values are wanted
	stated := false         // that one of them is N
	for i, t := range s.question.Sum {
		c := t.Component
		if v, _, ok := s.closed(c, grundy.ByNimValue); ok {
			if way.values[i] = &v; !s.hasOpenOption(c) {
				continue
			}
		}
		if o, _, ok := s.closed(c, grundy.ByOutcome); ok && grundy.Outcome(o) == grundy.P {
			way.values[i] = new(uint64)
		} else if ok {
			stated = true
		}
		searched = append(searched, i)
		if way.values[i] == nil && t.Copies%2 == 1 {
			odd = append(odd, i)
		}
		for _, m := range []grundy.Measure{grundy.ByNimValue, grundy.ByOutcome} {
			if _, ok := c.PlanTable(m); ok {
				return nil, nil
			}
		}
		if _, ranked := s.planRanks(c, grundy.ByNimValue); ranked || tooWide(c) != nil {
			return nil, nil
		}
	}
	measure, most := grundy.ByNimValue, uint64(0)
	if s.onlyOneMoves() {
		if measure = grundy.ByOutcome; stated { // only the moves are missing
			if !s.question.FewMoves {
				return nil, nil
			}
			most = 2 * probe.steps
		}
	}
	// probed goes on with the search of all positions, and reports whether it ends.
	probed := func(steps uint64) bool {
		define, _ := compound.Define(measure)
		for _, i := range searched {
			plan := s.planProbed(s.question.Sum[i].Component, measure, define, s.bounded(steps))
			if !plan.ended && plan.Build != nil {
				return false
			}
		}
		return true
	}
	if probed(firstSlice) {
		return nil, nil
	}
	var found pruner // of the largest, or of some
	for _, i := range searched {
		if way.searched[i] = s.pruner(s.question.Sum[i].Component); way.searched[i] == nil {
			return nil, nil
		}
		found = way.searched[i]
	}
	size := func(i int) uint64 { return way.searched[i].size(s.question.Sum[i].Component) }
	if len(searched) == 0 {
		return nil, nil
	}
	if len(odd) > 0 {
		way.largest = slices.MaxFunc(odd, func(i, j int) int { return cmp.Compare(size(i), size(j)) })
		found = way.searched[way.largest]
	}
	// decide goes on with the search by couples.
	decide := func() (p bool, err error) {
		way.heap = 0
		for i, t := range s.question.Sum {
			if t.Copies%2 == 1 && i != way.largest {
				v, err := way.value(s, i)
				if err != nil {
					return false, err
				}
				way.heap ^= v
			}
		}
		if way.largest < 0 {
			return way.heap == 0, nil
		}
		return found.isP(s.ctx, way.heap, s.question.Sum[way.largest].Component)
	}
	// turns lets both searches take turns until one has ended: other is true if it is not that by
	// couples.
	p, other := false, false
	turns := func() (err error) {
		for slice := firstSlice; ; slice *= 2 {
			last := slice >= s.bounded(max(probe.steps, most))
			way.bound(s, func(state prunerState) (steps uint64) {
				if last && most == 0 && s.question.Budget.Steps == 0 {
					return 0
				}
				return state.steps + s.bounded(pruneShare*slice)
			})
			if p, err = decide(); err == nil {
				return nil
			}
			over, ok := errors.AsType[*search.BudgetError](err)
			if !ok || over.What != "steps" {
				return err
			}
			if other = last || found.state().gains == 0 || probed(2*slice); other {
				return nil
			}
		}
	}
	var err error
	if most > 0 {
		err = s.inPart(turns)
		other = other || isOverBudget(err) && s.ctx.Err() == nil
	} else {
		err = turns()
	}
	switch {
	case other:
		return nil, nil // other ways know more, or refuse
	case err != nil:
		return nil, s.prunedSoFar(err, s.question.Sum[way.largest].Component, found)
	}
	for _, found := range way.searched {
		if found != nil {
			if err := found.settle(s.ctx); err != nil {
				return nil, err
			}
		}
	}
	d.way, d.outcome = way, grundy.N
	if p {
		d.outcome = grundy.P
	}
	if way.largest < 0 {
		theorem, _ := s.kind.Theorem(grundy.Normal, s.components, s.active)
		d.theorem = theorem.Source
	} else {
		d.theorem = fmt.Sprintf("outcome by a search that prunes: %s couples of a part and a heap, by proof numbers (theory/search)", units.Grouped(found.state().couples))
	}
	d.valueOf = func(c grundy.Component) (uint64, bool) {
		found := s.pruner(c)
		if found == nil {
			return 0, false
		}
		return way.valueOf(found, c)
	}
	return d, nil
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

// valueOf returns the nim-value of a position, if it was found.
func (byCouples) valueOf(found pruner, c grundy.Component) (uint64, bool) {
	const most = 64
	for v := range uint64(most) {
		switch p, known := found.decided(v, c); {
		case !known:
			return 0, false
		case p:
			return v, true
		}
	}
	return 0, false
}

// prunedSoFar adds to an error of a budget how far the search by couples came.
func (s *solver) prunedSoFar(err error, c grundy.Component, found pruner) error {
	if s.ctx.Err() == nil && !isOverBudget(err) {
		return err
	}
	return s.reached(err, c, found.state().positions, func(q grundy.Component) bool {
		_, known := found.decided(0, q)
		return known
	})
}

// winningMoves looks for the options that are P with the other components. Where the question wants few,
// it stops when all would take much longer than the outcome did.
func (r byCouples) winningMoves(s *solver, _ *decision, a *Answer) error {
	few := s.question.FewMoves
	r.bound(s, func(state prunerState) uint64 {
		if !few && s.question.Budget.Steps == 0 {
			return 0
		}
		return state.steps + s.bounded(state.steps+probe.steps)
	})
	all := func() error {
		err := r.allMoves(s, a)
		if err == nil && r.largest >= 0 { // the nim-value is not far
			_, _ = r.searched[r.largest].nimValue(s.ctx, s.question.Sum[r.largest].Component)
		}
		return err
	}
	if !few {
		return all()
	}
	first, err := r.firstMove(s)
	if err != nil {
		return err
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

// firstMove returns a winning move that is known, or nil: in the largest component, or otherwise in
// one whose value is known by a closed form.
func (r byCouples) firstMove(s *solver) (Move, error) {
	first := s.firstIndices()
	total := r.heap
	if r.largest >= 0 {
		from, found := s.question.Sum[r.largest].Component, r.searched[r.largest]
		for _, q := range from.AppendOptions(nil) {
			if p, known := found.decided(r.heap, q); known && p {
				return Move{{first[r.largest], from, q}}, nil
			}
		}
		v, known := r.valueOf(found, from)
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

// allMoves counts all winning moves, and lists the first of them.
func (r byCouples) allMoves(s *solver, a *Answer) error {
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
		count := new(big.Int)
		if r.searched[i] == nil {
			v, err := s.view(t.Component, grundy.ByNimValue)
			if err != nil {
				return err
			}
			box, err := v.find(rest, rest)
			if err != nil {
				return err
			}
			count.Set(box.Count)
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
			}
			count.SetInt64(int64(len(options)))
		}
		a.WinningMoveCount.Add(a.WinningMoveCount, count.Mul(count, new(big.Int).SetUint64(t.Copies)))
		for copied := uint64(0); copied < t.Copies && len(a.WinningMoves) < s.question.MaxMoves; copied++ {
			for _, q := range options[:min(len(options), s.question.MaxMoves-len(a.WinningMoves))] {
				a.WinningMoves = append(a.WinningMoves, Move{{first[i] + int(copied), t.Component, q}})
			}
		}
	}
	return s.ctx.Err()
}

func (byCouples) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	say("A search asked of each part only whether it has the nim-value that the outcome needs.")
}
