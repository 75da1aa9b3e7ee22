package solve

// This file holds what searches remember positions by: keys of single components, and
// whole compounds as lists of numbers of their components.

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// keyOf returns the identity of c, except that it leaves out the order of heaps that
// are played one by one, and heaps that have ended. Components with the same key may
// stand for each other.
func keyOf(c grundy.Component) grundy.Identity {
	if !c.Splits() {
		return c.Identity()
	}
	parts := c.Split()
	texts := make([]string, len(parts))
	size := 0
	for i, part := range parts {
		texts[i] = part.String()
		size += len(texts[i]) + 1
	}
	slices.Sort(texts)
	key := make([]byte, 0, size)
	for _, text := range texts { // each behind its length, so that none can pretend to be two
		key = append(binary.AppendUvarint(key, uint64(len(text))), text...)
	}
	return grundy.Identity{Game: c.GameID(), Text: string(key)}
}

// Unordered writes a position in a way that does not depend on the order of its components.
func Unordered(components []grundy.Component) string {
	texts := make([]string, len(components))
	for i, c := range components {
		texts[i] = c.String()
	}
	slices.Sort(texts)
	return strings.Join(texts, " + ")
}

// wholes is the game whose positions are the positions of a compound, in which the
// order of the components does not matter: numbers of components, in ascending order.
// It is [compound.Product] without texts.
type wholes struct {
	kind       compound.Kind
	numbers    map[grundy.Identity]uint32 // of components, by key
	components []grundy.Component
	options    [][]uint32                         // of each; nil where they have not been asked for
	bytes      uint64                             // that this holds, about
	games      map[grundy.GameID]grundy.Component // positions of the present question's games
}

// number returns the number of c.
func (w *wholes) number(c grundy.Component) uint32 {
	key := keyOf(c)
	number, ok := w.numbers[key]
	if !ok {
		if w.numbers == nil {
			w.numbers = map[grundy.Identity]uint32{}
		}
		number = uint32(len(w.components))
		w.numbers[key] = number
		w.components, w.options = append(w.components, c), append(w.options, nil)
		w.bytes += positionBytes + heldBy(len(key.Text))
	}
	return number
}

// place returns the whole of components with these numbers, which it keeps.
func (w *wholes) place(numbers []uint32) grundy.Component {
	slices.Sort(numbers)
	return grundy.Place(w, numbers)
}

// optionsOf returns the numbers of the options of a component.
func (w *wholes) optionsOf(number uint32) []uint32 {
	if w.options[number] == nil {
		c := w.components[number]
		if now, ok := w.games[c.GameID()]; ok {
			c = grundy.SameGame(c, now) // not of an earlier question's run
		}
		list := c.AppendOptions(nil)
		options := make([]uint32, len(list))
		for i, q := range list {
			options[i] = w.number(q)
		}
		w.options[number] = options
		w.bytes += 4 * uint64(len(options))
	}
	return w.options[number]
}

// AppendOptions implements [grundy.Game].
func (w *wholes) AppendOptions(dst [][]uint32, numbers []uint32) [][]uint32 {
	options := make([][]uint32, len(numbers))
	for i, number := range numbers {
		options[i] = w.optionsOf(number)
	}
	compound.EachMoveUpToOrder(w.kind, numbers, options, func(next []uint32, _ []bool) bool {
		next = slices.Clone(next)
		slices.Sort(next)
		dst = append(dst, next)
		return true
	})
	return dst
}

// AppendPosition implements [grundy.Notation], in four bytes a component.
func (*wholes) AppendPosition(dst []byte, numbers []uint32) []byte {
	for _, number := range numbers {
		dst = binary.BigEndian.AppendUint32(dst, number)
	}
	return dst
}

// CountOptions implements [grundy.OptionCounter].
func (w *wholes) CountOptions(numbers []uint32) uint64 {
	return w.product().CountOptions(w.of(numbers))
}

// CountPositions implements [grundy.Bounded], as [compound.Product] does.
func (w *wholes) CountPositions(numbers []uint32) uint64 {
	return w.product().CountPositions(w.of(numbers))
}

func (w *wholes) product() compound.Product { return compound.Product{Kind: w.kind} }

// of returns the components with these numbers.
func (w *wholes) of(numbers []uint32) []grundy.Component {
	components := make([]grundy.Component, len(numbers))
	for i, number := range numbers {
		components[i] = w.components[number]
	}
	return components
}

// text writes a whole.
func (w *wholes) text(c grundy.Component) string {
	var texts []string
	for _, component := range w.of(c.Position().([]uint32)) {
		texts = append(texts, brief(component))
	}
	return strings.Join(texts, " + ")
}
