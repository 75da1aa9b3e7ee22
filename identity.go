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

// SameGame returns c as a position of the very value that other is a position of, if
// their games are the same, so that what this value learns and remembers serves both;
// and otherwise c. The same holds for a position inside c.
func SameGame(c, other Component) Component {
	if c.GameID() == other.GameID() {
		return c.moveTo(other)
	}
	return c
}

func (c *placed) moveTo(other Component) Component {
	o := other.(*placed)
	moved := &placed{o.place, c.position}
	in, _ := c.inner()
	if to, _ := o.inner(); in != nil && to != nil {
		return moved.around(SameGame(in, to))
	}
	return moved
}

// InTextOrder returns the components ordered by their texts. Those with the same text stay in
// their order.
func InTextOrder(components []Component) []Component {
	type written struct {
		text      string
		component Component
	}
	all := make([]written, len(components))
	for i, c := range components {
		all[i] = written{c.String(), c}
	}
	slices.SortStableFunc(all, func(a, b written) int { return strings.Compare(a.text, b.text) })
	sorted := make([]Component, len(all))
	for i, w := range all {
		sorted[i] = w.component
	}
	return sorted
}

func (c *placed) GameID() GameID { return c.id }

func (c *placed) Identity() Identity {
	whole := Identity{c.id, c.String()}
	if parts, ok := c.position.(*[]Component); ok { // whose text may not tell their games apart
		for _, part := range InTextOrder(*parts) {
			whole.Game = GameID{unique.Make[any](composition{whole.Game, part.Identity()})}
		}
	}
	if in, _ := c.inner(); in != nil {
		whole.Game = GameID{unique.Make[any](composition{whole.Game, in.Identity()})}
	}
	return whole
}
