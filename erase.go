package grundy

// The types of games are erased here. Each package that places positions of a type compiles this
// file for that type: what can be done without knowing the type belongs elsewhere.

import "context"

// A pointer points to a position: it is a *P.
type pointer any

// rules are a game whose type is erased. The results named has say whether it has the capability.
type rules interface {
	appendOptions(dst []Component, c *placed) []Component
	appendPosition(dst []byte, p pointer) []byte
	positionAt(p pointer) any
	countOptions(p pointer) (count uint64, has bool)
	countPositions(p pointer) (count uint64, has bool)
	measure(m Measure, p pointer) (measure uint64, method string, ok bool)
	planLearning(m Measure, p pointer) (plan Learning, ok, has bool)
	findOptions(m Measure, c *placed, lo, hi uint64) (found Found[Component], ok bool)
	planTable(m Measure, c *placed) (plan Plan[Component], ok, has bool)
	planLoopy(c *placed) (plan LoopyPlan[Component], ok, has bool)
	planRanks(c *placed) (ranks Ranks[Component], ok, has bool)
	packInto(c *placed, packed packing) (ok, has bool)
	describeMove(p, q pointer) (words string, has bool)
	scene(p pointer) (s Scene, has bool, err error)
	readValue(p pointer) (r Reading, has bool)
	ending(p pointer) (ending Ending, may, has bool)
	entailed(p pointer) (entailed, may, has bool)
	splits() bool
	parts(c *placed) []Component
	inner(p pointer) (in Component, plays bool)
	around(c *placed, in Component) Component
	isStarter() bool
	// start starts the first of the games that can be started.
	start(ctx context.Context, games ...any) (run *place, failed func() error)
}

// at returns a component, which takes one allocation.
func at[P any](in *place, p P) *placed {
	c := &struct {
		placed   placed
		position P
	}{position: p}
	c.placed = placed{in, &c.position}
	return &c.placed
}

func positionOf[P any](c Component) P { return *c.(*placed).position.(*P) }

// typed are the rules of a game.
type typed[P any] struct {
	game     Game[P]
	notation Notation[P]
}

func (t *typed[P]) appendOptions(dst []Component, c *placed) []Component {
	for _, q := range t.game.AppendOptions(nil, *c.position.(*P)) {
		dst = append(dst, at(c.place, q))
	}
	return dst
}

func (t *typed[P]) appendPosition(dst []byte, p pointer) []byte {
	return t.notation.AppendPosition(dst, *p.(*P))
}

func (t *typed[P]) positionAt(p pointer) any { return *p.(*P) }

func (t *typed[P]) countOptions(p pointer) (count uint64, has bool) {
	if g, ok := t.game.(OptionCounter[P]); ok {
		return g.CountOptions(*p.(*P)), true
	}
	return 0, false
}

func (t *typed[P]) countPositions(p pointer) (count uint64, has bool) {
	if g, ok := t.game.(Bounded[P]); ok {
		return g.CountPositions(*p.(*P)), true
	}
	return 0, false
}

func (t *typed[P]) measure(m Measure, p pointer) (measure uint64, method string, ok bool) {
	if g, ok := t.game.(Measurer[P]); ok {
		return g.Measure(m, *p.(*P))
	}
	return 0, "", false
}

func (t *typed[P]) planLearning(m Measure, p pointer) (plan Learning, ok, has bool) {
	g, has := t.game.(Learner[P])
	if has {
		plan, ok = g.PlanLearning(m, *p.(*P))
	}
	return plan, ok, has
}

func (t *typed[P]) findOptions(m Measure, c *placed, lo, hi uint64) (found Found[Component], ok bool) {
	g, ok := t.game.(Finder[P])
	if !ok {
		return found, false
	}
	typed, ok := g.FindOptions(m, *c.position.(*P), lo, hi)
	return recastFound(erasing[P](c), typed), ok
}

func (t *typed[P]) planTable(m Measure, c *placed) (plan Plan[Component], ok, has bool) {
	g, has := t.game.(Tabler[P])
	if !has {
		return plan, false, false
	}
	typed, ok := g.PlanTable(m, *c.position.(*P))
	return recastPlan(erasing[P](c), typed), ok, true
}

func (t *typed[P]) planLoopy(c *placed) (plan LoopyPlan[Component], ok, has bool) {
	g, has := t.game.(Loopy[P])
	if !has {
		return plan, false, false
	}
	typed, ok := g.PlanLoopy(*c.position.(*P))
	return recastLoopyPlan(erasing[P](c), typed), ok, true
}

func (t *typed[P]) planRanks(c *placed) (ranks Ranks[Component], ok, has bool) {
	g, has := t.game.(Ranker[P])
	if !has {
		return ranks, false, false
	}
	typed, ok := g.PlanRanks(*c.position.(*P))
	if typed.NewMoves == nil {
		typed.NewMoves = func() RankedMoves { return &listedMoves[P]{game: t.game, ranks: typed} }
	}
	return recastRanks(erasing[P](c), typed), ok, true
}

func (t *typed[P]) packInto(c *placed, packed packing) (ok, has bool) {
	switch packed := packed.(type) {
	case *PackedComponent[uint64]:
		return packInto(t, c, packed)
	case *PackedComponent[[2]uint64]:
		return packInto(t, c, packed)
	case *PackedComponent[[4]uint64]:
		return packInto(t, c, packed)
	case *PackedComponent[string]:
		return packInto(t, c, packed)
	}
	return false, false
}

func packInto[P any, K comparable](t *typed[P], c *placed, packed *PackedComponent[K]) (ok, has bool) {
	g, has := t.game.(Packed[P, K])
	if !has {
		return false, false
	}
	packed.Keys, ok = g.AppendKeys(nil, *c.position.(*P))
	packed.Lister = g.NewMoveLister()
	packed.AppendKeys = func(dst []K, q Component) ([]K, bool) { return g.AppendKeys(dst, positionOf[P](q)) }
	packed.Unpack = func(key K) Component { return at(c.place, g.Unpack(key)) }
	return ok, true
}

func (t *typed[P]) describeMove(p, q pointer) (words string, has bool) {
	if g, ok := t.game.(MoveNamer[P]); ok {
		return string(g.AppendMove(nil, *p.(*P), *q.(*P))), true
	}
	return "", false
}

func (t *typed[P]) scene(p pointer) (s Scene, has bool, err error) {
	g, has := t.game.(Scener[P])
	if has {
		s, err = g.Scene(*p.(*P))
	}
	return s, has, err
}

func (t *typed[P]) readValue(p pointer) (r Reading, has bool) {
	g, has := t.game.(ValueReader[P])
	if has {
		r = g.ReadValue(*p.(*P))
	}
	return r, has
}

func (t *typed[P]) ending(p pointer) (ending Ending, may, has bool) {
	g, has := t.game.(Ender[P])
	if has {
		ending, may = g.Ending(*p.(*P))
	}
	return ending, may, has
}

func (t *typed[P]) entailed(p pointer) (entailed, may, has bool) {
	g, has := t.game.(Entailer[P])
	if has {
		entailed, may = g.Entailed(*p.(*P))
	}
	return entailed, may, has
}

func (t *typed[P]) splits() bool {
	_, ok := t.game.(Splitter[P])
	return ok
}

func (t *typed[P]) parts(c *placed) []Component {
	var parts []Component
	for _, p := range t.game.(Splitter[P]).AppendParts(nil, *c.position.(*P)) {
		parts = append(parts, at(c.place, p))
	}
	return parts
}

func (t *typed[P]) inner(p pointer) (in Component, plays bool) {
	if w, ok := t.game.(Wrapper[P]); ok {
		return w.Inner(*p.(*P))
	}
	return nil, false
}

func (t *typed[P]) around(c *placed, in Component) Component {
	return at(c.place, t.game.(Wrapper[P]).With(*c.position.(*P), in))
}

func (t *typed[P]) isStarter() bool {
	_, ok := t.game.(Starter[P])
	return ok
}

func (t *typed[P]) start(ctx context.Context, games ...any) (*place, func() error) {
	for _, g := range games {
		if starter, ok := g.(Starter[P]); ok {
			run := starter.Start(ctx)
			return &place{rules: &typed[P]{run, run}, game: run}, run.Err
		}
	}
	panic("grundy: a component was started whose game is not a grundy.Starter")
}

// A recast makes components of other positions, and these again of the components. So
// what is known of the positions is known of the components.
type recast[P any] struct {
	out func(P) Component
	in  func(Component) P
}

// erasing makes components of positions of the game of c.
func erasing[P any](c *placed) recast[P] {
	return recast[P]{func(p P) Component { return at(c.place, p) }, positionOf[P]}
}

func recastFound[P any](r recast[P], found Found[P]) Found[Component] {
	return Found[Component]{Count: found.Count, Each: func(yield func(Component) bool) {
		found.Each(func(q P) bool { return yield(r.out(q)) })
	}}
}

func recastPlan[P any](r recast[P], plan Plan[P]) Plan[Component] {
	recast := Plan[Component]{
		Cost:   plan.Cost,
		Method: plan.Method,
		Build: func(ctx context.Context, progress Progress) (Table[Component], error) {
			table, err := plan.Build(ctx, progress)
			return func(q Component) uint64 { return table(r.in(q)) }, err
		},
	}
	if plan.Find != nil {
		recast.Find = func(t Table[Component], lo, hi uint64) Found[Component] {
			return recastFound(r, plan.Find(func(q P) uint64 { return t(r.out(q)) }, lo, hi))
		}
	}
	return recast
}

func recastLoopyPlan[P any](r recast[P], plan LoopyPlan[P]) LoopyPlan[Component] {
	recast := LoopyPlan[Component]{Cost: plan.Cost, Method: plan.Method}
	if plan.Build != nil {
		recast.Build = func(ctx context.Context, progress Progress) (LoopyTable[Component], error) {
			table, err := plan.Build(ctx, progress)
			return func(q Component) LoopyValue { return table(r.in(q)) }, err
		}
	}
	return recast
}

func recastRanks[P any](r recast[P], ranks Ranks[P]) Ranks[Component] {
	return Ranks[Component]{
		Sizes:     ranks.Sizes,
		Low:       ranks.Low,
		Loose:     ranks.Loose,
		NewMoves:  ranks.NewMoves,
		FindOrder: ranks.FindOrder, FindBackward: ranks.FindBackward,
		Rank: func(q Component) uint64 { return ranks.Rank(r.in(q)) },
		Unrank: func(rank uint64) (Component, bool) {
			p, ok := ranks.Unrank(rank)
			if !ok {
				return nil, false
			}
			return r.out(p), true
		},
	}
}

// listedMoves are the moves that a game lists, by ranks.
type listedMoves[P any] struct {
	game    Game[P]
	ranks   Ranks[P]
	options []P
}

func (l *listedMoves[P]) AppendOptions(dst []uint64, rank uint64) ([]uint64, error) {
	p, ok := l.ranks.Unrank(rank)
	if !ok {
		l.options = l.options[:0]
		return dst, nil
	}
	l.options = l.game.AppendOptions(l.options[:0], p)
	for _, p := range l.options {
		q := l.ranks.Rank(p)
		if q == NoRank {
			return dst, ErrUnranked
		}
		dst = append(dst, q)
	}
	return dst, nil
}

// Steps implements [RankedSteps]: to turn a position into a rank takes a few.
func (l *listedMoves[P]) Steps() uint64 { return 4 * uint64(len(l.options)) }
