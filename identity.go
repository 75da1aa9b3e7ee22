package grundy

// Two components are the same if game and text are. The text alone does not, as two games may
// write their positions alike.

import (
	"reflect"
	"slices"
	"strings"
	"unique"
)

// A GameID says which game a component belongs to. It is comparable, and equal for
// two components exactly when their games are the same:
//
//   - games that are [Identified], by their type and what they return;
//   - other games, by == (so pointers are the same where they point to the same
//     value);
//   - games that cannot be compared, such as structs with slices, only where one
//     component was reached from the other.
type GameID struct {
	handle any // a unique.Handle[any], whose methods a package with such a field would compile
}

// An Identity tells components apart: those with the same identity are the same
// position of the same game. It is comparable, and so can be the key of a map.
type Identity struct {
	Game GameID
	Text string // as the game writes the position
}

// Identified is the capability of games whose values are made anew whenever a
// position is read, so that == does not say whether two of them are the same.
type Identified interface {
	// RulesKey returns a comparable value, which is equal for two games of this
	// type exactly when they have the same rules and write positions alike. It
	// may leave out what does not change a position's options, such as tables.
	RulesKey() any
}

// A rulesKey is the identity of an [Identified] game.
type rulesKey struct {
	game reflect.Type
	key  any
}

// A composition is the identity of the first components of a position.
type composition struct {
	before GameID
	next   Identity
}

// gameIDOf returns the identity of a game.
func gameIDOf(game any) GameID {
	if g, ok := game.(Identified); ok {
		return GameID{unique.Make[any](rulesKey{reflect.TypeOf(game), g.RulesKey()})}
	}
	if !reflect.ValueOf(game).Comparable() {
		game = new(int) // which equals nothing else
	}
	return GameID{unique.Make(game)}
}

// Made is the capability of games whose positions are lists of positions of other games, and whose
// values have the identities of these games, so that the text of a position tells it from all others.
type Made interface {
	// MadeOf returns what [IDOf] says of the games.
	MadeOf() GameID
}

// IDOf returns the identity of a game that is made of the games of these components, in this order:
// what a game made of others has in its value, so that == tells it from those made of others.
func IDOf(components ...Component) (id GameID) {
	for _, c := range components {
		id = GameID{unique.Make[any](composition{id, Identity{Game: c.GameID()}})}
	}
	return id
}

// SameGame returns c as a position of the very value that other is a position of, if
// their games are the same, so that what this value learns and remembers serves both;
// and otherwise c. The same holds for positions inside c.
func SameGame(c, other Component) Component {
	if c.GameID() == other.GameID() {
		return c.moveTo(other)
	}
	return c
}

func (c *placed) moveTo(other Component) Component {
	o := other.(*placed)
	moved := &placed{o.place, c.position}
	if parts, ok := c.listed(); ok {
		others, _ := o.listed()
		return moved.each(parts, func(part Component) Component {
			for _, other := range others {
				if part.GameID() == other.GameID() {
					return part.moveTo(other)
				}
			}
			return part
		})
	}
	in, _ := c.inner()
	if to, _ := o.inner(); in != nil && to != nil {
		return moved.around(SameGame(in, to))
	}
	return moved
}

// InTextOrder returns the components ordered by their texts. Those with the same text stay in
// their order.
func InTextOrder(components []Component) []Component {
	texts, order := make([]string, len(components)), make([]int, len(components))
	for i, c := range components {
		texts[i], order[i] = c.String(), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(texts[i], texts[j]) })
	sorted := make([]Component, len(components))
	for i, at := range order {
		sorted[i] = components[at]
	}
	return sorted
}

func (c *placed) GameID() GameID { return c.id }

func (c *placed) Identity() Identity {
	whole := Identity{c.id, c.String()}
	if _, ok := c.game.(Made); ok {
		return whole
	}
	if parts, ok := c.listed(); ok { // whose text may not tell their games apart
		for _, part := range InTextOrder(parts) {
			whole.Game = GameID{unique.Make[any](composition{whole.Game, part.Identity()})}
		}
		return whole
	}
	if in, _ := c.inner(); in != nil {
		whole.Game = GameID{unique.Make[any](composition{whole.Game, in.Identity()})}
	}
	return whole
}
