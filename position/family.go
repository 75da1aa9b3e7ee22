package position

// A file may state the moves of a game with an engine (package internal/rules/family). To find out
// costs more than a small table, so that whoever asks for a large one, or for a period, says
// so.

import (
	"context"
	"slices"

	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/rules"
)

// ByFamily returns the game with the engines of the family to which the rules of its file
// belong, and that family. It returns the game as it is, and nil, where there is none, where
// the open numbers are not fields, or where an engine is known already.
func (g Game) ByFamily(ctx context.Context) (Game, *family.Family) {
	t := g.Template
	if t == nil || t.open == nil || g.Sequence != nil || g.Table != nil {
		return g, nil
	}
	all := t.file.Fields()
	first, names := make([]uint64, len(t.open)), make([]string, len(t.open))
	for i, field := range t.open {
		first[i], names[i] = uint64(max(all[field].Lo, 0)), all[field].Name
	}
	c, err := t.placer(ctx)(first)
	if err != nil {
		return g, nil // there are no positions
	}
	for _, hold := range []bool{false, true} {
		frame := rules.FrameOf(c, rules.Frame{Hold: hold})
		for _, name := range names {
			delete(frame.Fixed, name)
		}
		if hold && len(frame.Fixed) == 0 {
			break
		}
		found, err := family.Recognise(ctx, t.file, frame)
		if err != nil {
			continue
		}
		if fixed, after, ok := found.Fixed(c, names); ok && (found.Sequence != nil || found.Table != nil) {
			return g.within(found, fixed, after), found
		}
	}
	return g, nil
}

// A table of heaps of several kinds has a sequence for each kind.
type kinds interface {
	Heap() int                         // the number that is the heap
	At(numbers []uint64) heap.Sequence // of the heaps of the kind that the other numbers are
}

// within returns a game by the engine of a family, some of whose numbers are fixed. An open
// number is the number of the engine and after.
func (g Game) within(found *family.Family, fixed []*uint64, after []int64) Game {
	bare := Game{Sequence: found.Sequence, Table: found.Table}
	if memory, ok := found.Table.(kinds); ok && len(after) == 1 && fixed[memory.Heap()] == nil {
		at := make([]uint64, len(fixed))
		for i, n := range fixed {
			if n != nil {
				at[i] = *n
			}
		}
		bare, fixed = Game{Sequence: memory.At(at)}, []*uint64{nil}
	}
	known := g.fixing(bare, fixed)
	known.IsTemplate = g.IsTemplate
	switch moved := slices.ContainsFunc(after, func(n int64) bool { return n != 0 }); {
	case known.Sequence != nil && after[0] < 0:
		known.Sequence = heap.Shifted{Sequence: known.Sequence, By: uint64(-after[0])}
	case known.Sequence != nil && moved:
		known.Sequence = heap.Later{Sequence: known.Sequence, By: uint64(after[0])}
	case known.Table != nil && moved:
		known.Table = view{known.Table, known.Table.String(), make([]*uint64, len(after)), after}
		known.Whole, known.Fixed = nil, nil
	}
	return known
}

// Claims reports whether a file of rules states a theorem.
func (t *Template) Claims() bool { return t.file != nil && t.file.HasTheorem() }

// Least returns the least numbers that the fields of a file allow, if the open numbers are fields.
func (t *Template) Least() []uint64 {
	least := make([]uint64, len(t.Axes))
	for i, field := range t.open {
		least[i] = uint64(max(t.file.Fields()[field].Lo, 0))
	}
	return least
}

// Allows reports whether a file of rules allows that many numbers along each axis, from 0 on.
func (t *Template) Allows(sides []uint64) bool {
	for i, limit := range t.Limits {
		if limit > 0 && sides[i] > limit {
			return false
		}
	}
	return true
}
