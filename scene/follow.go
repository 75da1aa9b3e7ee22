// Package scene lists what a move changes in the picture of a position, and writes
// pictures in letters. It knows scenes (grundy.Scene), and no game.
//
// The two functions that most people need are [MoveOf] and [Text].
//
// [MoveOf] describes a move by the elements that it touches, and [Text] draws a scene
// in a terminal.
package scene

// This file compares scenes.

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/grundy-games/grundy"
)

// A Change says what becomes of one element.
type Change struct {
	// ID is the element's; in a part of a scene, with the part's name and a slash before it.
	ID   string     `json:"id"`
	Kind ChangeKind `json:"change" enum:"goes,comes,moves,changes"`
	// Before and After are the element as it was, unless it comes, and as it will be,
	// unless it goes.
	Before *grundy.Element `json:"before,omitempty"`
	After  *grundy.Element `json:"after,omitempty"`
}

// A ChangeKind is what can become of an element.
type ChangeKind string

const (
	Goes    ChangeKind = "goes"
	Comes   ChangeKind = "comes"
	Moves   ChangeKind = "moves"   // it stands elsewhere
	Changes ChangeKind = "changes" // another number of stones, or another text
)

// A Move is a move as a change of scene.
type Move struct {
	Words   string       `json:"words,omitempty"` // what a player does
	To      string       `json:"to"`              // the position that it leads to
	Changes []Change     `json:"changes"`
	After   grundy.Scene `json:"after"` // with the IDs of the scene before
}

// MoveOf returns the move from c to its option q. The scene of c is before. The error
// comes from the scene of q.
func MoveOf(before grundy.Scene, c, q grundy.Component) (Move, error) {
	m := Move{Words: c.DescribeMove(q), To: q.String(), Changes: []Change{}}
	after, ok, err := q.Scene()
	if err == nil && ok {
		m.After, m.Changes = Follow(before, after)
	}
	return m, err
}

// Follow compares the scenes of a position and of one that it can become. It returns
// the second one with the IDs of the first, and what changes: what goes, and then the
// rest in the order of the second one. Elements are the same if their IDs are. In a
// loose scene, elements that are alike are the same, and then those that are left, in
// order; so a heap that is divided changes, and another heap comes. Where a row gets
// shorter, the cells before and behind what goes are the same.
func Follow(before, after grundy.Scene) (grundy.Scene, []Change) {
	changes := []Change{}
	return follow(before, after, "", &changes), changes
}

func follow(before, after grundy.Scene, path string, changes *[]Change) grundy.Scene {
	after.Elements = slices.Clone(after.Elements)
	loose := before.Loose && after.Loose
	if inOrder := before.Kind == after.Kind && (before.Kind == grundy.SceneRow || before.Kind == grundy.SceneHeaps); inOrder && !loose {
		closeUp(before.Elements, after.Elements)
	}
	was := pair(before.Elements, after.Elements, loose,
		func(e grundy.Element) string { return e.ID },
		func(e *grundy.Element, id string) { e.ID = id })
	stays := make([]bool, len(before.Elements))
	for _, i := range was {
		if i >= 0 {
			stays[i] = true
		}
	}
	for i := range before.Elements {
		if e := &before.Elements[i]; !stays[i] {
			*changes = append(*changes, Change{ID: path + e.ID, Kind: Goes, Before: e})
		}
	}
	for j, i := range was {
		e := &after.Elements[j]
		c := Change{ID: path + e.ID, After: e, Kind: Comes}
		if i >= 0 {
			c.Before, c.Kind = &before.Elements[i], Changes
			if reflect.DeepEqual(c.Before, e) {
				continue
			}
			if !slices.Equal(c.Before.At, e.At) || c.Before.On != e.On {
				c.Kind = Moves
			}
		}
		*changes = append(*changes, c)
	}
	after.Parts = slices.Clone(after.Parts)
	parts := pair(before.Parts, after.Parts, loose,
		func(s grundy.Scene) string { return s.Name },
		func(s *grundy.Scene, name string) { s.Name = name })
	for j, i := range parts {
		part := &after.Parts[j]
		from := grundy.Scene{Kind: part.Kind, Loose: part.Loose}
		if i >= 0 {
			from = before.Parts[i]
		}
		*part = follow(from, *part, path+part.Name+"/", changes)
	}
	for i, part := range before.Parts {
		if !slices.Contains(parts, i) {
			follow(part, grundy.Scene{}, path+part.Name+"/", changes)
		}
	}
	return after
}

// closeUp gives the elements of a row from which some are gone the IDs that they had
// before: those that begin and end the row as before keep theirs.
func closeUp(before, after []grundy.Element) {
	gone := len(before) - len(after)
	if gone <= 0 {
		return
	}
	alike := func(a, b grundy.Element) bool { return a.Role == b.Role && a.Text == b.Text && a.Count == b.Count }
	first, last := 0, len(after)
	for first < last && alike(before[first], after[first]) {
		first++
	}
	for last > first && alike(before[last-1+gone], after[last-1]) {
		last--
	}
	for j := range after {
		if j < last {
			after[j].ID = before[j].ID
		} else {
			after[j].ID = before[j+gone].ID
		}
	}
}

// pair returns which of before each of after was, or -1 for a new one, and gives it the
// ID of that one.
func pair[E any](before, after []E, loose bool, id func(E) string, rename func(*E, string)) []int {
	was, taken := make([]int, len(after)), make([]bool, len(before))
	index := make(map[string]int, len(before))
	for i, e := range before {
		index[id(e)] = i
	}
	take := func(j, i int) {
		was[j], taken[i] = i, true
		rename(&after[j], id(before[i]))
	}
	alike := map[string][]int{} // of before, by what they are without their IDs
	key := func(e E) string {
		rename(&e, "")
		return fmt.Sprintf("%+v", e)
	}
	for j, e := range after {
		was[j] = -1
		if i, ok := index[id(e)]; ok && (!loose || reflect.DeepEqual(before[i], e)) {
			take(j, i)
		}
	}
	if !loose {
		return was
	}
	for i, e := range before {
		if !taken[i] {
			alike[key(e)] = append(alike[key(e)], i)
		}
	}
	for j, e := range after {
		if same := alike[key(e)]; was[j] < 0 && len(same) > 0 {
			take(j, same[0])
			alike[key(e)] = same[1:]
		}
	}
	free, number := 0, len(before)
	for j := range after {
		if was[j] >= 0 {
			continue
		}
		for free < len(before) && taken[free] {
			free++
		}
		if free < len(before) {
			take(j, free)
			continue
		}
		for { // a new one gets an ID that nothing has had
			number++
			name := fmt.Sprint(number)
			if e, ok := any(after[j]).(grundy.Element); ok {
				name = grundy.ElementID(e.Role, uint64(number))
			}
			if _, ok := index[name]; !ok {
				rename(&after[j], name)
				break
			}
		}
	}
	return was
}
