// Package made has games that are made of positions of any other games: with a pass move, with
// options that the previous player forbids, several positions as one, and ordinal sums.
//
// A position is a list of components; each game says what they stand for. Moves of the components
// are moves of the game, so that it needs to know nothing of them, and loses little of what they can do:
// where a position plays as the only component that it has, it has all its capabilities
// ([grundy.Wrapper]).
//
// [PlacePass] and [PlaceOrdinal] show the way; package position reads such positions.
package made

// All these games share this file.

import (
	"fmt"

	"github.com/grundy-games/grundy"
)

// A position is what a game is made of: see each game.
type position = []grundy.Component

// of are the games of the components that stand for positions.
type of struct{ games grundy.GameID }

func gamesOf(components ...grundy.Component) of { return of{grundy.IDOf(components...)} }

// MadeOf implements [grundy.Made].
func (o of) MadeOf() grundy.GameID { return o.games }

// IsDecisive implements [grundy.Decisive]: what is known of plays that the rules end as a whole is not
// known of games made of these.
func (of) IsDecisive() bool { return false }

// with returns p with another first component.
func with(p position, c grundy.Component) position {
	return append(position{c}, p[1:]...)
}

// inside returns the text of a component between the parentheses of a game, which need none of their own.
func inside(c grundy.Component) string {
	if _, ok := c.Game().(Together); ok {
		return grundy.SumOf(c.Position().(position)...).String()
	}
	return c.String()
}

// count returns the number of options of all components together.
func count(p position) (n uint64) {
	for _, c := range p {
		n = grundy.AddCounts(n, grundy.NumberOfOptions(c))
	}
	return n
}

// refuse returns an error where a game cannot be part of what is made.
func refuse(what string, c grundy.Component) error {
	if _, may := c.Entailed(); may {
		return fmt.Errorf("%v: its moves may say how the opponent must reply, which nothing is said of in %s", c, what)
	}
	return nil
}

// refuseEnds also refuses games whose rules end the play as a whole.
func refuseEnds(what string, c grundy.Component) error {
	if _, may := c.Ending(); may {
		return fmt.Errorf("%v: its rules may end the play as a whole, which nothing is said of in %s", c, what)
	}
	return refuse(what, c)
}

// sceneOf returns the scene of a component as a part with a name.
func sceneOf(name string, c grundy.Component) (grundy.Scene, error) {
	s, ok, err := c.Scene()
	if !ok {
		s = grundy.Scene{Kind: grundy.SceneText, Text: c.String()}
	}
	s.Name = name
	return s, err
}

// scenesOf returns the scenes of components, with their names, side by side.
func scenesOf(p position, nameOf func(i int) string) (grundy.Scene, error) {
	whole := grundy.Scene{Kind: grundy.SceneParts}
	for i, c := range p {
		part, err := sceneOf(nameOf(i), c)
		if err != nil {
			return part, err
		}
		whole.Parts = append(whole.Parts, part)
	}
	return whole, nil
}
