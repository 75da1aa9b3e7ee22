package solve

// This file holds the keys by which searches remember positions. Two components have
// the same key only if they may stand for each other.

import (
	"encoding/binary"
	"slices"

	"grundy"
	"grundy/theory/compound"
)

// A keying makes keys, of one search or of several that share what they find. It
// numbers the games that meet in compounds.
type keying struct{ games map[grundy.GameID]uint64 }

// key returns the key of c: its identity, but for the order of heaps that are played
// one by one, for heaps that have ended, and for the order of the components of a
// compound, of any kind.
func (k *keying) key(c grundy.Component) grundy.Identity {
	if components, ok := c.Position().([]grundy.Component); ok {
		if _, ok := c.Game().(compound.Product); ok {
			return keyOfAll(c, components, k.numbered)
		}
	}
	if grundy.Splits(c) {
		return keyOfAll(c, grundy.Split(c), grundy.Component.String)
	}
	return c.Identity()
}

// keyOfAll returns a key of a whole by the texts of its components in any order. Each
// is preceded by its length.
func keyOfAll(whole grundy.Component, components []grundy.Component, textOf func(grundy.Component) string) grundy.Identity {
	texts := make([]string, len(components))
	size := 0
	for i, c := range components {
		texts[i] = textOf(c)
		size += len(texts[i]) + 1
	}
	slices.Sort(texts)
	joined := make([]byte, 0, size)
	for _, text := range texts {
		joined = append(binary.AppendUvarint(joined, uint64(len(text))), text...)
	}
	return grundy.Identity{Game: whole.GameID(), Text: string(joined)}
}

// numbered returns the key of c as one text.
func (k *keying) numbered(c grundy.Component) string {
	key := k.key(c)
	number, ok := k.games[key.Game]
	if !ok {
		if k.games == nil {
			k.games = map[grundy.GameID]uint64{}
		}
		number = uint64(len(k.games))
		k.games[key.Game] = number
	}
	return string(binary.AppendUvarint(nil, number)) + key.Text
}
