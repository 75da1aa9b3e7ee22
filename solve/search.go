package solve

// The search of all positions that play can reach: the engine for questions that no closed form
// and no table answers. It follows the definitions, by theory/search. Positions are known by
// the keys of their games (grundy.Packed) and, where they have none, by those of a book: that
// takes fifty times as long, and ten times the memory.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// optionTime is what looking at one option of a position takes. It is too little, as
// the numbers of positions and options that it is multiplied by are too large, and a
// search that runs out of time stops.
const optionTime = 20 * time.Nanosecond

// planSearch returns a plan whose table is made by search.
func (s *solver) planSearch(c grundy.Component, m grundy.Measure) (grundy.Plan[grundy.Component], bool) {
	if m == grundy.ByGenus {
		return s.planGenus(c)
	}
	if _, ok := compound.Define(m); !ok {
		return grundy.Plan[grundy.Component]{}, false
	}
	table, ranked := s.planRanks(c, m)
	probed := probe.steps
	if ranked {
		probed = min(probed, rankedProbe)
	}
	plan := s.planProbed(c, m, probed)
	switch {
	case plan.ended:
	case ranked:
		s.probed = nil // what a table takes is known
		return table(plan.Plan), true
	case s.question.Budget.Steps > 0:
		plan.Cost.Time = math.MaxInt64 // it takes more steps than are allowed
	}
	return plan.Plan, true
}

// A searchPlan is a plan for a search that was probed.
type searchPlan struct {
	grundy.Plan[grundy.Component]
	ended bool // within the probe
}

// planProbed returns a plan whose table is made by a search that is probed: it takes at most the given number
// of steps before its cost is looked at. Searches go by the keys of the game, if it has keys and the measure
// follows from the moves by keys. If some moves leave sums, outcomes follow from nim-values.
func (s *solver) planProbed(c grundy.Component, m grundy.Measure, probed uint64) searchPlan {
	if err := tooWide(c); err != nil {
		return searchPlan{Plan: grundy.Plan[grundy.Component]{Build: func(context.Context, grundy.Progress) (grundy.Table[grundy.Component], error) { return nil, err }}}
	}
	if found := s.byKeys(c, m); found != nil {
		switch plan, sums := s.planBy(found, c, m, probed); {
		case !sums:
			return plan
		case m == grundy.ByOutcome:
			return s.planProbed(c, grundy.ByNimValue, probed).ofOutcomes()
		}
	}
	plan, _ := s.planBy(s.byText(c, m), c, m, probed)
	return plan
}

// ofOutcomes returns a plan for outcomes from one for nim-values.
func (p searchPlan) ofOutcomes() searchPlan {
	build := p.Build
	p.Build = func(ctx context.Context, progress grundy.Progress) (grundy.Table[grundy.Component], error) {
		values, err := build(ctx, progress)
		if err != nil {
			return nil, err
		}
		return func(q grundy.Component) uint64 { return min(values(q), 1) }, nil
	}
	return p
}

// tooWide refuses a search from a position of rules that would list too many options at once.
func tooWide(c grundy.Component) error {
	if count, ok := c.CountOptions(); ok && count > maxListed && c.IsStarter() {
		return grundy.BudgetError{Msg: fmt.Sprintf("%s has %s, too many for a search", brief(c), optionsOf(count))}
	}
	return nil
}

// readsLikeOption returns an error if an option of c is written as c is, although it differs.
func readsLikeOption(c grundy.Component) error {
	if count, ok := c.CountOptions(); c.IsStarter() || ok && count > MaxWalked {
		return nil
	}
	return writtenAlike(c, c.AppendOptions(nil))
}

// searchCost estimates the cost of a search where the game bounds the
// positions: it takes c to have as many options as any of them, on average.
func searchCost(c grundy.Component) grundy.Cost {
	positions, ok := c.CountPositions()
	if !ok {
		return grundy.Cost{}
	}
	options, _ := c.CountOptions()
	return grundy.Cost{
		Bytes: grundy.MulCounts(positions, positionBytes),
		Time:  grundy.Nanoseconds(grundy.MulCounts(positions, grundy.MulCounts(max(options, 1), uint64(optionTime)))),
	}
}

// expect tells whoever waits how many positions a search from c meets at most.
func expect(ctx context.Context, c grundy.Component) {
	positions, _ := c.CountPositions()
	meter.Of(ctx).Expect(positions)
}

// A Cache keeps what searches have found from one question to the next, and the games,
// which may have learned periods. The zero value is ready to use, by one goroutine at a
// time.
type Cache struct{ found kept }

// kept hides what a cache is made of. A package that imports a type compiles the methods of all
// generic types that the type is made of.
type kept interface{ bytes() uint64 }

// found is what searches have found.
type found struct {
	games   map[grundy.GameID]grundy.Component // one position of each
	learned uint64                             // bytes that these may hold
	runs    grundy.Runs
	memos   map[memoKey]memo
	pruners map[any]pruner
}

// Bytes returns about how many bytes the cache holds. It takes little time for each game
// that the cache has met.
func (c *Cache) Bytes() uint64 {
	if c.found == nil {
		return 0
	}
	return c.found.bytes()
}

func (c *found) bytes() uint64 {
	const perGame = 4096
	bytes := c.learned + perGame*uint64(len(c.games)+len(c.memos))
	for _, found := range c.memos {
		bytes += found.bytes()
	}
	for _, found := range c.pruners {
		bytes += found.state().bytes
	}
	return bytes
}

// cache returns the question's cache, or one of its own.
func (s *solver) cache() *found { return keptIn(s.question.Cache) }

func keptIn(c *Cache) *found {
	if c.found == nil {
		c.found = &found{}
	}
	return c.found.(*found)
}

// A memo measures positions by their keys, and remembers.
type memo interface {
	// measure returns the measure of c and makes those of its options known.
	measure(ctx context.Context, c grundy.Component, o search.Options) (uint64, error)
	// alone returns the measure of c, and nothing is said of its options.
	alone(ctx context.Context, c grundy.Component, o search.Options) (uint64, error)
	// known returns the measure of a component that was measured, or of an option of it. It fails where
	// rules do, as where they are stopped.
	known(q grundy.Component) (uint64, error)
	// has reports whether the measure of a component is known.
	has(q grundy.Component) bool
	positions() uint64 // that were met
	bytes() uint64     // in use
	steps() uint64     // that were taken
	// bind makes it ask the game of c as c has it: in a run of the present question.
	bind(s *solver, c grundy.Component)
	// fresh returns a search of the same game that has found nothing yet.
	fresh() memo
	// cost estimates the cost of a search from c, and how says how it knows positions.
	cost(c grundy.Component) grundy.Cost
	how() string
}

// memoKey tells searches apart that questions may share: by the game, or the play of a sum.
type memoKey struct {
	of      any
	measure grundy.Measure
}

// planBy returns a plan whose table is made by a search. Sums says that the measure of one does
// not follow from its parts, so that there is none. A search is begun before its cost is looked
// at, as most end before it would be known.
func (s *solver) planBy(found memo, c grundy.Component, m grundy.Measure, probed uint64) (plan searchPlan, sums bool) {
	o := s.further(found, s.probeMemory(found.bytes()), probed)
	cost, ended := grundy.Cost{}, true
	switch _, err := found.measure(s.ctx, c, o); {
	case errors.Is(err, search.ErrSum):
		return plan, true
	case err != nil:
		cost, ended = s.note(found, c), false
	}
	return searchPlan{grundy.Plan[grundy.Component]{
		Cost:   cost,
		Method: fmt.Sprintf("%v by search of all positions that can be reached", m) + found.how(),
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.Table[grundy.Component], error) {
			o := search.Options{Memory: s.memoryLeft(cost.Bytes)}
			expect(ctx, c)
			_, err := found.measure(ctx, c, o)
			if over, ok := errors.AsType[*search.BudgetError](err); ok && over.What == "memory" {
				found = s.afresh(found, c) // without what earlier questions have left
				_, err = found.measure(ctx, c, o)
			}
			if err != nil {
				return nil, s.reached(err, c, found.positions(), found.has)
			}
			return func(q grundy.Component) uint64 {
				v, err := found.known(q)
				s.untold = cmp.Or(s.untold, err)
				return v
			}, nil
		},
	}, ended}, false
}

// note notes how far a search has come within its probe, and returns an estimate of the rest.
func (s *solver) note(found memo, c grundy.Component) grundy.Cost {
	cost := found.cost(c)
	s.probed = &probedSearch{Reached{Positions: found.positions()}, c.Identity(), cost}
	s.probed.Most, _ = c.CountPositions()
	return cost
}

// byKeys returns the search of the game of c by its keys, or nil where it has none.
func (s *solver) byKeys(c grundy.Component, m grundy.Measure) memo {
	return s.remembered(memoKey{gameOf(c), m}, c, func() memo {
		if by := packerOf(c); by != nil {
			return by.memo(m)
		}
		return nil
	})
}

// gameOf returns what tells the game of c from others that share a cache, or nil.
func gameOf(c grundy.Component) any {
	if reflect.TypeOf(c.Game()).Comparable() {
		return c.Game()
	}
	return nil
}

// A packer makes searches by the keys of a game.
type packer interface {
	memo(grundy.Measure) memo
	pruner() pruner
	walk(s *solver, c grundy.Component) walk
	parts() partGame
}

// packing is a game by keys of type K: its own or, if it is not nil, those of a book.
type packing[K search.Key] struct {
	game    grundy.PackedComponent[K]
	book    *book
	scratch []K
}

// packerOf returns what packs the game of c, or nil where it has no keys.
func packerOf(c grundy.Component) packer {
	return cmp.Or(pack[uint64](c), pack[[2]uint64](c), pack[[4]uint64](c), pack[string](c))
}

func pack[K search.Key](c grundy.Component) packer {
	if game, ok := grundy.Pack[K](c); ok {
		return &packing[K]{game: game}
	}
	return nil
}

// keysOf returns the keys of positions, until it is called again.
func (by *packing[K]) keysOf(of ...grundy.Component) (keys []K, err error) {
	by.scratch = by.scratch[:0]
	for _, c := range of {
		var ok bool
		by.scratch, ok = by.game.AppendKeys(by.scratch, c)
		switch {
		case ok:
		case by.book != nil:
			return nil, by.book.failed
		default:
			return nil, fmt.Errorf("%s can be reached, but has no key", brief(c))
		}
	}
	return by.scratch, nil
}

// explain writes the positions of a cycle, if err is about one.
func (by *packing[K]) explain(err error) error {
	if by.book != nil {
		return by.book.explain(err)
	}
	return explainCycle(err, func(key K) string { return brief(by.game.Unpack(key)) })
}

// used returns what a search has used, of steps of a search by the keys of a game, and of bytes.
func (by *packing[K]) used(steps, bytes uint64) (uint64, uint64) {
	if by.book != nil {
		return steps * bookSteps, bytes + by.book.bytes
	}
	return steps, bytes
}

// texts is the key of the searches of all games by the texts of their positions.
type texts struct{}

// byText returns the search of the game of c by the texts of its positions.
func (s *solver) byText(c grundy.Component, m grundy.Measure) memo {
	return s.remembered(memoKey{texts{}, m}, c, func() memo {
		b := newBook(compound.Disjunctive)
		b.apart = m == grundy.ByNimValue
		define, _ := compound.Define(m)
		b.closed = func(c grundy.Component) (uint64, bool) {
			v, _, ok := c.Measure(m)
			return v, ok
		}
		return s.bookMemo(b, m, define)
	})
}

// remembered returns the search of a key, which is made if there is none, for the runs of the
// question of c. It forgets first what earlier questions have left, if that is much and does not
// help.
func (s *solver) remembered(key memoKey, c grundy.Component, make func() memo) memo {
	found := s.cache().memos[key]
	if found != nil && s.bound[found] {
		found.bind(s, c) // a book may not have met its games
		return found
	}
	if found == nil {
		if found = make(); found == nil {
			return nil
		}
	}
	found.bind(s, c)
	if limit := s.memoryLeft(0); limit > 0 && found.bytes() > limit/2 && !found.has(c) {
		return s.afresh(found, c)
	}
	return s.keep(key, found)
}

// keep lets all components of the game use a search.
func (s *solver) keep(key memoKey, found memo) memo {
	s.bound[found] = true
	if key.of != nil {
		cache := s.cache()
		if cache.memos == nil {
			cache.memos = map[memoKey]memo{}
		}
		cache.memos[key] = found
	}
	return found
}

// afresh replaces a search by one that has found nothing yet.
func (s *solver) afresh(found memo, c grundy.Component) memo {
	next := found.fresh()
	next.bind(s, c)
	for key, known := range s.cache().memos {
		if known == found {
			return s.keep(key, next)
		}
	}
	return s.keep(memoKey{}, next)
}

// keyed is a search by keys of type K.
type keyed[K search.Key] struct {
	packing[K]
	memo     *search.Memo[K]
	measured grundy.Measure
	define   compound.Definition
	adds     bool           // the measure of a sum is the nim-sum of those of its parts
	account  *meter.Account // of the question in whose runs game is, without a book
}

// bookSteps is what it takes, in steps of a search by the keys of a game, to look at a position
// of a book.
const bookSteps = 2 * textSteps

func (by *packing[K]) memo(m grundy.Measure) memo {
	define, _ := compound.Define(m)
	return (&keyed[K]{packing: *by, measured: m, define: define, adds: m == grundy.ByNimValue}).fresh()
}

// bookMemo returns a search by the keys of a book, with the memory of the question.
func (s *solver) bookMemo(b *book, m grundy.Measure, define compound.Definition) *keyed[string] {
	k := &keyed[string]{packing: packing[string]{book: b}, measured: m, define: define, adds: b.apart}
	return k.fresh().(*keyed[string])
}

func (k *keyed[K]) bind(s *solver, c grundy.Component) {
	if k.book != nil {
		k.book.bind(s, c)
		return
	}
	if k.account == s.account {
		return // another lister of the same rules would hold memory of its own
	}
	if game, ok := grundy.Pack[K](c); ok {
		k.game, k.account = game, s.account
		k.memo.SetRules(game.Lister)
	}
}

func (k *keyed[K]) fresh() memo {
	f := &keyed[K]{packing: packing[K]{game: k.game}, measured: k.measured, define: k.define, adds: k.adds}
	if k.book != nil {
		f.book = k.book.fresh()
		k.book.release()
		f.game = any(f.book.packed()).(grundy.PackedComponent[K])
	}
	if f.adds {
		f.memo = search.NewMemo(f.game.Lister, search.Options{})
	} else {
		f.memo = search.NewMeasure(f.game.Lister, f.define, search.Options{})
	}
	if f.book != nil {
		f.book.memo = any(f.memo).(*search.Memo[string])
	}
	return f
}

func (k *keyed[K]) cost(c grundy.Component) grundy.Cost {
	if k.book != nil {
		return searchCost(c)
	}
	const bytes, option = 24, 4 * time.Nanosecond
	cost := searchCost(c)
	return grundy.Cost{Bytes: cost.Bytes / (positionBytes / bytes), Time: cost.Time / (optionTime / option)}
}

func (k *keyed[K]) how() string {
	if k.book != nil {
		return ""
	}
	return ", by keys (theory/search)"
}

func (k *keyed[K]) bytes() uint64 {
	_, bytes := k.used(0, k.memo.Bytes())
	return bytes
}

func (k *keyed[K]) steps() uint64 {
	steps, _ := k.used(k.memo.Steps(), 0)
	return steps
}

func (k *keyed[K]) positions() uint64 { return k.memo.Positions() }

func (k *keyed[K]) has(q grundy.Component) bool {
	keys, err := k.keysOf(q)
	return err == nil && !slices.ContainsFunc(keys, func(key K) bool {
		_, known := k.memo.Known(key)
		return !known
	})
}

func (k *keyed[K]) alone(ctx context.Context, c grundy.Component, o search.Options) (uint64, error) {
	if k.book != nil {
		o = k.book.within(ctx, o, k.steps())
	}
	k.memo.SetOptions(o)
	v, err := k.value(ctx, c)
	if err != nil {
		return 0, k.explain(err)
	}
	return v, k.settle(ctx)
}

func (k *keyed[K]) measure(ctx context.Context, c grundy.Component, o search.Options) (uint64, error) {
	v, err := k.alone(ctx, c, o)
	if err != nil {
		return 0, err
	}
	// The moves by keys need not lead to the very positions that the game lists,
	// and where one option was enough, others were not looked at.
	for _, q := range c.AppendOptions(nil) {
		if _, err := k.value(ctx, q); err != nil {
			return 0, k.explain(err)
		}
	}
	if err := ctx.Err(); err != nil { // after which there may be options that were not listed
		return 0, err
	}
	return v, k.settle(ctx)
}

// A doubter lists moves by keys that rest on what a file declares to be the same game.
type doubter[K search.Key] interface {
	// Settle compares positions that were met, and that the lister could not compare itself,
	// with the sums of keys that stand for them: value returns the measure m of such a sum, and
	// of makes one of those of the options. The error says where they differ.
	Settle(ctx context.Context, m grundy.Measure, value func(sum []K) (uint64, error), of func(options []uint64) uint64) error
}

// settle lets rules that declare positions to be the same compare them by what was found.
func (k *keyed[K]) settle(ctx context.Context) error {
	if d, ok := k.game.Lister.(doubter[K]); ok {
		return d.Settle(ctx, k.measured, func(sum []K) (uint64, error) { return k.total(ctx, sum) }, k.define.Of)
	}
	return nil
}

func (k *keyed[K]) value(ctx context.Context, c grundy.Component) (uint64, error) {
	keys, err := k.keysOf(c)
	if err != nil {
		return 0, err
	}
	return k.total(ctx, keys)
}

// total returns the measure of a sum of positions with these keys.
func (k *keyed[K]) total(ctx context.Context, keys []K) (uint64, error) {
	plus := k.define.Plus
	switch {
	case k.adds:
		plus = func(a, b uint64) uint64 { return a ^ b }
	case len(keys) == 0 && plus != nil:
		return k.define.Of(nil), nil
	case len(keys) != 1 && plus == nil:
		return 0, search.ErrSum
	}
	sum := uint64(0)
	for i, key := range keys {
		v, err := k.memo.Value(ctx, key)
		if err != nil {
			return 0, err
		}
		if i > 0 {
			v = plus(sum, v)
		}
		sum = v
	}
	return sum, nil
}

func (k *keyed[K]) known(q grundy.Component) (uint64, error) { return k.value(context.Background(), q) }

// explainCycle adds the positions of a cycle, if err is about one, to what it says.
func explainCycle[K search.Key](err error, text func(K) string) error {
	cycle, ok := errors.AsType[*search.CycleError[K]](err)
	if !ok {
		return err
	}
	return fmt.Errorf("%w: %s%s", err, message.Cycle(len(cycle.Positions), func(i int) string { return text(cycle.Positions[i]) }), ifMeant)
}

// playOf is what a search of a whole position measures.
type playOf struct {
	kind       compound.Kind
	convention grundy.Convention
}

// bySearch settles a position by the definitions, for the kind of compound that is
// asked about, whatever it comes to.
type bySearch struct{ found *keyed[string] }

// decideBySearch settles a compound by searching the whole position.
func (s *solver) decideBySearch(*decision) (*decision, error) {
	n, found, err := s.searchWhole(grundy.ByOutcome, compound.OutcomeIn(s.question.Convention))
	if err != nil {
		return nil, err
	}
	d := &decision{way: bySearch{found}, theorem: s.searchMethod(s.lack), outcome: grundy.P}
	if n == 1 {
		d.outcome = grundy.N
	}
	return d, nil
}

// searchWhole measures the whole position: by outcome, or how long the play lasts.
func (s *solver) searchWhole(m grundy.Measure, define compound.Definition) (measure uint64, found *keyed[string], err error) {
	if err := s.expandCopies(); err != nil {
		return 0, nil, err
	}
	whole, found, err := s.wholeMemo(m, define)
	if err != nil {
		return 0, nil, err
	}
	o := s.further(found, s.probeMemory(found.bytes()), wholeSteps)
	if measure, err = found.alone(s.ctx, whole, o); err == nil {
		return measure, found, nil
	}
	if s.question.Budget.Steps > 0 {
		return 0, nil, s.overSteps(whole)
	}
	cost := s.note(found, whole)
	if err := s.charge(whole, cost); err != nil {
		return 0, nil, err
	}
	expect(s.ctx, whole)
	measure, err = found.alone(s.ctx, whole, search.Options{Memory: s.memoryLeft(cost.Bytes)})
	return measure, found, s.reached(err, whole, found.positions(), found.has)
}

// wholeMemo returns the whole position as one of one game, and the search of such positions for a measure.
func (s *solver) wholeMemo(m grundy.Measure, define compound.Definition) (whole grundy.Component, found *keyed[string], err error) {
	components, ok := s.question.Sum.ComponentsUpTo(maxComponents)
	if !ok {
		return nil, nil, s.tooManyCopies()
	}
	for _, t := range s.question.Sum {
		if err := tooWide(t.Component); err != nil {
			return nil, nil, err
		}
		if err := readsLikeOption(t.Component); err != nil {
			return nil, nil, err
		}
	}
	whole = grundy.Place(compound.Product{Kind: s.question.Compound}, components)
	return whole, s.remembered(memoKey{playOf{s.question.Compound, s.question.Convention}, m}, whole, func() memo {
		b := newBook(s.question.Compound)
		b.wholes = true
		return s.bookMemo(b, m, define)
	}).(*keyed[string]), nil
}

func (s *solver) searchMethod(lack string) string {
	const method = " by search of all positions that can be reached"
	what := fmt.Sprintf("%v compound", s.question.Compound)
	if s.question.Convention == grundy.Misere {
		what = "misère play of the " + what
	}
	if lack != "" {
		return what + method + ": " + lack
	}
	return what + method
}

// winningMoves finds the moves after which the search says P.
func (r bySearch) winningMoves(s *solver, _ *decision, a *Answer) error {
	b := r.found.book
	return tryMoves(s, s.question.Compound, a, b.bagOf, func(bags []uint32) (bool, error) {
		n, err := r.found.memo.Value(s.ctx, b.keyOf(bags))
		return n == 0, err
	})
}

func (bySearch) reasons(_ *solver, _ *decision, say func(string, ...any)) {
	say("No theorem settles this compound, so all positions that can be reached were searched.")
}
