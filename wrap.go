package grundy

// A game may be made of another one, with a move more, say, or one less. Where such a game plays
// just as the other one, it can do what that one can.

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
func (c *placed) inner() (in Component, plays bool) { return c.rules.inner(c.position) }

// around returns c with another position inside.
func (c *placed) around(in Component) Component { return c.rules.around(c, in) }

// innerOf returns the position inside a position of a [Wrapper].
func innerOf(c Component) Component {
	in, _ := c.inner()
	return in
}

// wrapping makes components of what is inside c.
func (c *placed) wrapping() recast[Component] { return recast[Component]{c.around, innerOf} }

// listed returns the components that the position of c is a list of, as in games that are made of
// several positions of other games. The result is false for other positions.
func (c *placed) listed() (parts []Component, ok bool) {
	list, ok := c.position.(*[]Component)
	if !ok {
		return nil, false
	}
	return *list, true
}

// each returns c, whose position is a list, with what change makes of each component.
func (c *placed) each(parts []Component, change func(Component) Component) Component {
	changed := make([]Component, len(parts))
	for i, part := range parts {
		changed[i] = change(part)
	}
	return &placed{c.place, &changed}
}
