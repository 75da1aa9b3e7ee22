package certificate

// Games as certificates have them: moves as formulas, and how the numbers of the attached
// rules become coordinates.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy/internal/meter"
)

// Moves is a game whose positions are tuples of natural numbers. Formulas are texts over the
// names of coordinates, in the notation of docs/certificates.md.
type Moves struct {
	Coordinates []Bound `json:"coordinates"`
	// Shape says which tuples are positions, besides the bounds of coordinates.
	Shape string `json:"shape"`
	Kinds []Kind `json:"kinds"`
	// Play is over, and the player to move has won, has lost, or neither, where these hold. Kinds
	// do not count there.
	Won   string `json:"won"`
	Lost  string `json:"lost"`
	Drawn string `json:"drawn"`
	// Base is the base of the powers in formulas, 0 where there are none.
	Base int `json:"base"`
}

// A Bound is what is said of a coordinate alone.
type Bound struct {
	Name  string `json:"name"`
	Least int64  `json:"least"` // at least 0
	Most  int64  `json:"most"`
	// Dropped says that the theorem holds without Most. Crossed says that some move from
	// a position within all bounds goes beyond Most, where the rules fail; the theorem is
	// then about the game without that bound, which is dropped.
	Dropped bool `json:"dropped"`
	Crossed bool `json:"crossed"`
}

// A Kind of move leads from a position to the options that Parts describes, one for each choice
// of the natural numbers Bound with which Guard holds.
type Kind struct {
	Where string   `json:"where"` // in the rules, for the reader alone
	Bound []string `json:"bound"`
	Guard string   `json:"guard"` // over coordinates and Bound
	// Parts are the positions that the move leaves, each with a sum for each coordinate. None:
	// nothing is left, and play is over.
	Parts [][]string `json:"parts"`
}

// A Frame says how positions of the rules become coordinates.
type Frame struct {
	Length int64            `json:"length"` // of a row or heaps without a fixed length; 0: there is none
	Fixed  map[string]int64 `json:"fixed"`  // numbers that no move changes
	Fields []Field          `json:"fields"` // of a position of the rules, in their order
}

// A Field of a position of the rules has a number or a letter in each cell.
type Field struct {
	Name  string   `json:"name"`
	Cells []string `json:"cells"` // each a coordinate or a fixed number
	// A number of the rules is the coordinate and Plus; fixed numbers stand as they are. With
	// Letters the number of either is the place of the letter among these.
	Plus    int64  `json:"plus"`
	Letters string `json:"letters"`
}

// Bounds of what is read.
const (
	mostCoordinates = 12
	mostKinds       = 1 << 9
	mostBound       = 1 << 5  // numbers that a kind of move binds
	mostTokens      = 1 << 17 // in all formulas together
	mostFormula     = 1 << 14 // atoms and connectives of one formula
	mostNested      = 200     // brackets, quantifiers and negations in each other
	mostNameLength  = 100
	mostTextLength  = 300
)

// A kind is a [Kind] that is read.
type kind struct {
	where string
	bound []int
	names []string // of bound
	guard formula
	parts [][]term // a position each
}

// A game is [Moves] that are read, over the variables 0, 1, … of its coordinates.
type game struct {
	coordinates      []string
	least, most      []int64 // by coordinate
	shape            formula // without the bounds
	kinds            []kind
	won, lost, drawn formula // where play is over, for the player to move
	powers           bool    // formulas speak of powers
}

// read reads the formulas of the game. The error is a [*Refusal] that names the field, or what
// ended ctx or its memory.
func (m *Moves) read(ctx context.Context) (*game, error) {
	if n := len(m.Coordinates); n == 0 || n > mostCoordinates {
		return nil, refuse("coordinates", "a position has %d; want 1 to %d", n, mostCoordinates)
	}
	if len(m.Kinds) > mostKinds {
		return nil, refuse("kinds", "there are %d; want at most %d", len(m.Kinds), mostKinds)
	}
	if m.Base != 0 && (m.Base < 2 || m.Base > 36) {
		return nil, refuse("base", "%d: want 0 or a base 2 … 36", m.Base)
	}
	g := new(game)
	r := &reader{ctx: ctx, base: m.Base, scope: map[string]int{}, account: meter.Open(ctx)}
	defer r.account.Close()
	for i, b := range m.Coordinates {
		field := fmt.Sprintf("coordinates[%d]", i)
		if err := r.bind(b.Name, i); err != nil {
			return nil, refuse(field, "%s", err)
		}
		if b.Least < 0 || b.Most < b.Least {
			return nil, refuse(field, "%s is from %d to %d; want natural numbers, the least first", b.Name, b.Least, b.Most)
		}
		g.coordinates = append(g.coordinates, b.Name)
		g.least, g.most = append(g.least, b.Least), append(g.most, b.Most)
	}
	for _, f := range []struct {
		field, text string
		to          *formula
	}{{"shape", m.Shape, &g.shape}, {"won", m.Won, &g.won}, {"lost", m.Lost, &g.lost}, {"drawn", m.Drawn, &g.drawn}} {
		var err error
		if *f.to, err = r.formula(f.field, f.text); err != nil {
			return nil, err
		}
	}
	for i, k := range m.Kinds {
		read, err := r.kind(fmt.Sprintf("kinds[%d]", i), k, len(g.coordinates))
		if err != nil {
			return nil, err
		}
		g.kinds = append(g.kinds, read)
	}
	g.powers = r.powers
	return g, nil
}

// kind reads a kind of move of a game with n coordinates.
func (r *reader) kind(field string, k Kind, n int) (read kind, err error) {
	if len(k.Bound) > mostBound || len(k.Parts) > mostBound {
		return read, refuse(field, "it binds %d numbers and leaves %d positions; want at most %d of each", len(k.Bound), len(k.Parts), mostBound)
	}
	read = kind{where: k.Where, names: k.Bound}
	for _, name := range k.Bound {
		v := r.variable()
		if err := r.bind(name, v); err != nil {
			return read, refuse(field+".bound", "%s", err)
		}
		defer delete(r.scope, name)
		read.bound = append(read.bound, v)
	}
	if read.guard, err = r.formula(field+".guard", k.Guard); err != nil {
		return read, err
	}
	for i, part := range k.Parts {
		if len(part) != n {
			return read, refuse(fmt.Sprintf("%s.parts[%d]", field, i), "it has %d numbers, and a position has %d", len(part), n)
		}
		var terms []term
		for j, text := range part {
			t, err := r.sum(fmt.Sprintf("%s.parts[%d][%d]", field, i, j), text)
			if err != nil {
				return read, err
			}
			terms = append(terms, t)
		}
		read.parts = append(read.parts, terms)
	}
	return read, nil
}

// check checks that the cells of the rules are the coordinates and the fixed numbers, each once.
func (f *Frame) check(coordinates []string) error {
	seen := map[string]bool{}
	for i, field := range f.Fields {
		for _, name := range field.Cells {
			if _, fixed := f.Fixed[name]; seen[name] || fixed == slices.Contains(coordinates, name) {
				return refuse(fmt.Sprintf("frame.fields[%d]", i), "%q: want coordinates and fixed numbers, each once", name)
			}
			seen[name] = true
		}
	}
	if want := len(coordinates) + len(f.Fixed); len(seen) != want || f.Length < 0 {
		return refuse("frame", "its fields have %d numbers, and coordinates and fixed numbers are %d", len(seen), want)
	}
	return nil
}
