package grundy

// This file holds games made of another game: with a move more, say, or one less. Where
// such a game plays just as the other one, it can do what that one can.

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

// inner returns the position inside c, whether c plays as it, and what makes it a
// position of the wrapper again. The result is nil if the game is not a [Wrapper].
func (c placed[P]) inner() (in Component, plays bool, out func(Component) Component) {
	w, ok := c.game.(Wrapper[P])
	if !ok {
		return nil, false, nil
	}
	in, plays = w.Inner(c.position)
	return in, plays, func(q Component) Component { return c.at(w.With(c.position, q)) }
}

// innerOf returns the position inside a position of a [Wrapper].
func innerOf(c Component) Component {
	in, _, _ := c.(interface {
		inner() (Component, bool, func(Component) Component)
	}).inner()
	return in
}

// outerFound returns what was found inside as positions of the wrapper.
func outerFound(found Found[Component], out func(Component) Component) Found[Component] {
	return Found[Component]{Count: found.Count, Each: func(yield func(Component) bool) {
		for q := range found.Each {
			if !yield(out(q)) {
				return
			}
		}
	}}
}

// outerPlan returns a plan of the inner game as one of the wrapper.
func outerPlan(plan Plan[Component], out func(Component) Component) Plan[Component] {
	outer := Plan[Component]{Cost: plan.Cost, Method: plan.Method}
	var table Table[Component] // of the inner game, once it is built
	outer.Build = func(ctx context.Context, progress Progress) (Table[Component], error) {
		var err error
		if table, err = plan.Build(ctx, progress); err != nil {
			return nil, err
		}
		return func(q Component) uint64 { return table(innerOf(q)) }, nil
	}
	if plan.Find != nil {
		outer.Find = func(_ Table[Component], lo, hi uint64) Found[Component] {
			return outerFound(plan.Find(table, lo, hi), out)
		}
	}
	return outer
}

// outerLoopy is outerPlan where play need not end. A position that does not play as the
// inner one has no table.
func outerLoopy(plan LoopyPlan[Component], plays bool) LoopyPlan[Component] {
	if !plays {
		return LoopyPlan[Component]{}
	}
	build := plan.Build
	plan.Build = func(ctx context.Context, progress Progress) (LoopyTable[Component], error) {
		table, err := build(ctx, progress)
		if err != nil {
			return nil, err
		}
		return func(q Component) LoopyValue { return table(innerOf(q)) }, nil
	}
	return plan
}

// innerRanks returns the ranks of what can be reached inside.
func (c placed[P]) innerRanks() (Ranks[Component], bool) {
	in, plays, out := c.inner()
	if !plays {
		return Ranks[Component]{}, false
	}
	r, ok := RanksOf(in)
	rank, unrank := r.Rank, r.Unrank
	r.Rank = func(q Component) uint64 { return rank(innerOf(q)) }
	r.Unrank = func(n uint64) (Component, bool) {
		q, ok := unrank(n)
		if !ok {
			return nil, false
		}
		return out(q), true
	}
	return r, ok
}
