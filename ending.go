package grundy

// Rules may end the play as a whole, may say how a player must reply, and may say that the last move
// loses. Sums follow all of this.

import "slices"

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
	// Ending returns how the play ends at p, and whether play may reach positions of the
	// game where it ends so, or that are entailed ([Entailer]).
	Ending(p P) (ending Ending, may bool)
}

func (c *placed) Ending() (Ending, bool) {
	if ending, may, has := c.rules.ending(c.position); has {
		return ending, may
	}
	if in, _ := c.inner(); in != nil {
		return in.Ending()
	}
	return NoEnding, false
}

// An Entailer is an [Ender] some of whose positions are entailed: in a sum, the player to move must
// move in such a position, and has lost where it has no move. At most one component of a sum is entailed.
type Entailer[P any] interface {
	// Entailed reports whether p is entailed, and whether positions that play reaches may be.
	Entailed(p P) (entailed, may bool)
}

func (c *placed) Entailed() (entailed, may bool) {
	if entailed, may, has := c.rules.entailed(c.position); has {
		return entailed, may
	}
	if in, _ := c.inner(); in != nil {
		return in.Entailed()
	}
	return false, false
}

// Entailed returns the index of the first term whose component is entailed, or -1.
func (s Sum) Entailed() int {
	return slices.IndexFunc(s, func(t Term) bool {
		entailed, _ := t.Component.Entailed()
		return entailed
	})
}

// Decisive is the capability of an [Ender] whose rules end each play by a win.
type Decisive interface {
	// IsDecisive reports whether the rules never end a play by a draw.
	IsDecisive() bool
}

// IsDecisive reports whether rules that end the play as a whole, in this component, never end it by
// a draw.
func (c *placed) IsDecisive() bool {
	if g, ok := c.game.(Decisive); ok {
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
	return s.some(func(game any) bool {
		g, ok := game.(Conventional)
		return ok && g.Convention() == Misere
	})
}

// A NormalGame is one of which nothing is said in misère play. Packages solve and play refuse it there.
type NormalGame interface{ IsNormalGame() }

// NormalGame returns the first component with a [NormalGame] in it, or nil.
func (s Sum) NormalGame() Component {
	return s.some(func(game any) bool {
		_, is := game.(NormalGame)
		return is
	})
}

// some returns the first component that is of such a game, or is made of a position of one; or nil.
func (s Sum) some(is func(game any) bool) Component {
	for _, t := range s {
		if t.Component.hasGame(is) {
			return t.Component
		}
	}
	return nil
}

func (c *placed) hasGame(is func(game any) bool) bool {
	if is(c.Game()) {
		return true
	}
	if parts, ok := c.listed(); ok {
		return slices.ContainsFunc(parts, func(part Component) bool { return part.hasGame(is) })
	}
	in, _ := c.inner()
	return in != nil && in.hasGame(is)
}
