package position

// A file may state the moves of a game with an engine (package rules/family). To find out
// costs more than a small table, so that whoever asks for a large one, or for a period, says
// so.

import (
	"context"

	"grundy/rules"
	"grundy/rules/family"
)

// ByFamily returns the game with the engines of the family to which the rules of its file
// belong, and that family. It returns the game as it is, and nil, where there is none, where
// the open numbers are not fields, or where an engine is known already.
func (g Game) ByFamily(ctx context.Context) (Game, *family.Family) {
	t := g.Template
	if t == nil || t.file == nil || !t.isFields || g.Sequence != nil || g.Table != nil {
		return g, nil
	}
	fields := t.file.Fields()
	if len(fields) != len(t.fixed) {
		return g, nil
	}
	held, open := map[string]int64{}, make([]*uint64, 0, len(fields))
	for i, n := range t.fixed {
		switch {
		case n == nil:
			open = append(open, nil)
		case int64(*n) < fields[i].Lo || int64(*n) > fields[i].Hi:
			return g, nil // there are no positions
		default:
			held[fields[i].Name] = int64(*n)
		}
	}
	fixed := t.fixed
	found, err := family.Recognise(ctx, t.file, rules.Frame{})
	if err != nil && len(held) > 0 {
		found, err = family.Recognise(ctx, t.file, rules.Frame{Fixed: held})
		fixed = open
	}
	if err != nil || found.Shifted() {
		return g, nil
	}
	known := g.fixing(Game{Sequence: found.Sequence, Table: found.Table}, fixed)
	known.IsTemplate = g.IsTemplate
	if known.Sequence == nil && known.Table == nil {
		return g, nil
	}
	return known, found
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
