package grundy

// Rules may end the play as a whole, and may say that the last move loses. Sums follow both.

// An Ending says that the play as a whole is over, whatever moves there are in other
// components, and what that means for the player to move. Where a move ends the play in
// several ways at once, the greatest ending counts: it is the best for who made the move.
type Ending uint8

const (
	NoEnding Ending = iota // the play goes on as long as there are moves
	Won
	Drawn
	Lost
)

// An Ender is a game some of whose positions end the play as a whole. They have no
// options. If it is [Decisive], package theory/entailing knows its nim-values; otherwise it has none,
// and a sum is decided by its outcome.
type Ender[P any] interface {
	// Ending returns how the play ends at p, and whether it may end so at any position
	// of the game that play reaches.
	Ending(p P) (ending Ending, may bool)
}

func (c placed[P]) Ending() (Ending, bool) {
	if g, ok := c.game.(Ender[P]); ok {
		return g.Ending(c.position)
	}
	if in, _ := c.inner(); in != nil {
		return in.Ending()
	}
	return NoEnding, false
}

// Decisive is the capability of an [Ender] whose rules end each play by a win.
type Decisive interface {
	// IsDecisive reports whether the rules never end a play by a draw.
	IsDecisive() bool
}

// IsDecisive reports whether rules that end the play as a whole, in this component, never end it by
// a draw.
func (c placed[P]) IsDecisive() bool {
	if g, ok := any(c.game).(Decisive); ok {
		return g.IsDecisive()
	}
	in, _ := c.inner()
	return in != nil && in.IsDecisive()
}

// Conventional is the capability of games that say how they are played. Packages solve
// and play follow them.
type Conventional interface {
	// Convention returns [Misere] if the last move loses.
	Convention() Convention
}

// PlayedMisere returns the first component whose game says that the last move loses, or
// nil. Then the last move of the whole sum loses.
func (s Sum) PlayedMisere() Component {
	for _, t := range s {
		c := t.Component
		for in := c; in != nil; in, _ = in.inner() {
			if g, ok := in.Game().(Conventional); ok && g.Convention() == Misere {
				return c
			}
		}
	}
	return nil
}
