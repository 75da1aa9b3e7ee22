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
