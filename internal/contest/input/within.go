package input

// Tighter bounds of fields, for the groups of tests that a problem has.

import (
	"fmt"
	"slices"
)

// A Tighter is tighter bounds of a field: of its numbers, or of the lengths of its words. The field
// may also be "tests", "queries" and the like, for the number of repetitions.
type Tighter struct {
	Field string
	Least *Int // nil leaves what is declared
	Most  Int
}

// Within returns the shape of the inputs of s that obey tighter bounds. Their Data is Data of s. The
// error is an [*Error].
func (s *Shape) Within(bounds []Tighter) (*Shape, error) {
	d := s.declared
	d.Group = d.clone()
	for _, b := range bounds {
		if err := d.tighten(b); err != nil {
			return nil, err
		}
	}
	tight, err := New(d)
	if err != nil {
		return nil, err
	}
	return tight.In(s.context()), nil
}

// clone copies a group, so that its bounds may be changed.
func (g *Group) clone() Group {
	c := Group{Fields: slices.Clone(g.Fields)}
	for i := range c.Fields {
		if item := c.Fields[i].Item; item != nil {
			inner := *item
			c.Fields[i].Item = &inner
		}
	}
	if g.Repeat != nil {
		r := *g.Repeat
		r.Group = g.Repeat.clone()
		c.Repeat = &r
	}
	return c
}

// tighten bounds one field of a declaration.
func (d *Declaration) tighten(b Tighter) error {
	for g := &d.Group; g != nil; {
		for i := range g.Fields {
			f := &g.Fields[i]
			switch {
			case f.Name != b.Field:
				continue
			case f.Kind == KindLists:
				f = f.Item
			case f.Kind != KindNumber && f.Kind != KindNumbers && f.Kind != KindText && f.Kind != KindTexts:
				return &Error{b.Field, "a field of numbers or words; of others, bound the number that counts them"}
			}
			return b.between(&f.Least, &f.Most)
		}
		r := g.Repeat
		if r == nil {
			break
		}
		if plural(r.Name) == b.Field {
			if r.How == Times && !r.Count.Counted && r.Count != (Count{}) {
				return &Error{b.Field, "a number of " + b.Field + " that stands in the input"}
			}
			if r.Count == (Count{}) {
				r.Count = Counted(At(0), b.most())
			}
			return b.between(&r.Count.Least, &r.Count.Most)
		}
		g = &r.Group
	}
	return &Error{b.Field, fmt.Sprintf("a field of the input, not %q", b.Field)}
}

func (b *Tighter) most() Bound { return Bound{Plus: b.Most} }

// between puts the bounds in place of those that are declared.
func (b *Tighter) between(least, most *Bound) error {
	want := func() error {
		return &Error{b.Field, fmt.Sprintf("bounds of %s within %s … %s", b.Field, least, most)}
	}
	switch {
	case most.Field != "":
		return &Error{b.Field, fmt.Sprintf("bounds of %s, by which %s is bounded", most.Field, b.Field)}
	case most.Plus.Less(b.Most):
		return want()
	case b.Least != nil && least.Field != "":
		return &Error{b.Field, fmt.Sprintf("one bound: %s begins at %s", b.Field, least.Field)}
	case b.Least != nil && (b.Least.Less(least.Plus) || b.Most.Less(*b.Least)), b.Least == nil && least.Field == "" && b.Most.Less(least.Plus):
		return want()
	}
	*most = b.most()
	if b.Least != nil {
		*least = Bound{Plus: *b.Least}
	}
	return nil
}

// A Part is a part of the inputs of a shape, those that obey the bounds of another one.
type Part struct {
	Name  string
	Shape *Shape
}

// each calls visit for what is tighter in t than in s: the name of a field, or of a number of
// repetitions, with the bounds in t.
func (s *Shape) each(t *Shape, visit func(name string, least, most Bound, repeats bool)) {
	for depth := range s.levels {
		for i := range s.levels[depth].fields {
			f, g := &s.levels[depth].fields[i], &t.levels[depth].fields[i]
			if f.item != nil {
				f, g = f.item, g.item
			}
			if f.Least != g.Least || f.Most != g.Most {
				visit(s.levels[depth].fields[i].Name, g.Least, g.Most, false)
			}
		}
		if r := s.levels[depth].repeat; r != nil && r.Count != t.levels[depth].repeat.Count {
			c := t.levels[depth].repeat.Count
			visit(r.kind, c.Least, c.Most, true)
		}
	}
}

// tighter returns what is tighter in t than in s, by the names in a validator's table.
func (s *Shape) tighter(t *Shape) table {
	found := table{}
	s.each(t, func(name string, least, most Bound, repeats bool) {
		if repeats {
			found[name] = table{"count": [2]any{least.python(), most.python()}}
		} else {
			found[name] = table{"least": least.python(), "most": most.python()}
		}
	})
	return found
}

// Tighter says in words what is tighter in t than in s, as in "n (1 … 100)".
func (s *Shape) Tighter(t *Shape) (words []string) {
	s.each(t, func(name string, least, most Bound, _ bool) {
		words = append(words, fmt.Sprintf("%s (%s)", name, between(least, most)))
	})
	return words
}
