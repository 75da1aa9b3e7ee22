package grundy

// A game may be made of another one, with a move more, say, or one less. Where such a game plays
// just as the other one, it can do what that one can.

import "context"

// A Wrapper is a game whose positions contain a position of any other game, and some of
// whose positions play exactly as that one. There it has all capabilities of the inner
// game that it does not have itself.
type Wrapper[P any] interface {
	// Inner returns the position inside p, and whether p plays as it.
	Inner(p P) (c Component, plays bool)
	// With returns p with another position inside, of the same game.
	With(p P, c Component) P
}

// inner returns the position inside c, and whether c plays as it. The position is nil if
// the game is not a [Wrapper].
func (c placed[P]) inner() (in Component, plays bool) {
	if w, ok := c.game.(Wrapper[P]); ok {
		return w.Inner(c.position)
	}
	return nil, false
}

// around returns c with another position inside.
func (c placed[P]) around(in Component) Component {
	return c.at(c.game.(Wrapper[P]).With(c.position, in))
}

// innerOf returns the position inside a position of a [Wrapper].
func innerOf(c Component) Component {
	in, _ := c.inner()
	return in
}

// A recast makes components of other positions, and these again of the components. So
// what is known of the positions is known of the components.
type recast[P any] struct {
	out func(P) Component
	in  func(Component) P
}

// erasing makes components of positions of the game of c.
func (c placed[P]) erasing() recast[P] { return recast[P]{c.at, c.positionOf} }

func (placed[P]) positionOf(q Component) P { return q.(placed[P]).position }

// wrapping makes components of what is inside c.
func (c placed[P]) wrapping() recast[Component] { return recast[Component]{c.around, innerOf} }

func (r recast[P]) found(found Found[P]) Found[Component] {
	return Found[Component]{Count: found.Count, Each: func(yield func(Component) bool) {
		for q := range found.Each {
			if !yield(r.out(q)) {
				return
			}
		}
	}}
}

func (r recast[P]) plan(plan Plan[P]) Plan[Component] {
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
			return r.found(plan.Find(func(q P) uint64 { return t(r.out(q)) }, lo, hi))
		}
	}
	return recast
}

func (r recast[P]) loopyPlan(plan LoopyPlan[P]) LoopyPlan[Component] {
	recast := LoopyPlan[Component]{Cost: plan.Cost, Method: plan.Method}
	if plan.Build != nil {
		recast.Build = func(ctx context.Context, progress Progress) (LoopyTable[Component], error) {
			table, err := plan.Build(ctx, progress)
			return func(q Component) LoopyValue { return table(r.in(q)) }, err
		}
	}
	return recast
}

func (r recast[P]) ranks(ranks Ranks[P]) Ranks[Component] {
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
