package rules

// This file makes the coordinates of a position symbols, says in conditions which numbers are
// positions, and finds the frame of a position.

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"strings"

	"grundy/rules/core"
	"grundy/rules/lang"
	"grundy/theory/automata"
)

// A bound is a condition on positions.
type bound struct {
	is    cond
	upper bool // it could be dropped
}

type bounds []bound

func (b bounds) all() (conds []cond) {
	for _, b := range b {
		conds = append(conds, b.is)
	}
	return conds
}

// position makes the values of the fields of the coordinates, and says which numbers are positions.
func (x *translation) position(def *lang.Syntax) (m moment, shape bounds) {
	var err error
	if x.layout, err = x.file.layout(x.frame, x.spend); err != nil {
		panic(refusal{err})
	}
	x.cells, x.letters = x.layout.cells, x.layout.letters
	for i, at := range x.cells {
		c := &x.cells[i]
		switch field := c.field; {
		case c.index < 0:
			c.term = automata.C(c.held)
		case c.isLetter:
			c.term = automata.V(c.name)
			var ways []cond
			for _, l := range field.Letters {
				ways = append(ways, isEqual(c.term, automata.C(int64(strings.IndexRune(x.letters, l)))))
			}
			shape = append(shape, bound{anyOf(ways...), false})
		default:
			c.term = automata.V(c.name).Plus(automata.C(at.less))
			shape = append(shape, bound{isAtMost(automata.C(field.Lo), c.term), false})
			if field.Hi != math.MaxInt32 && field.Hi != math.MaxInt64 { // which are the machine's bounds, and not the game's
				shape = append(shape, bound{isAtMost(c.term, automata.C(field.Hi)), true})
			}
		}
	}
	rest := x.cells
	for i := range x.file.code.Shape.Fields {
		field := &x.file.code.Shape.Fields[i]
		var values []symbol
		for ; len(rest) > 0 && rest[0].field == field; rest = rest[1:] {
			if rest[0].isLetter {
				values = append(values, letter{rest[0].term})
			} else {
				values = append(values, number{rest[0].term})
			}
		}
		var v symbol
		switch field.Kind {
		case core.Integer:
			v = values[0]
		case core.Row, core.Heaps:
			for j := 1; j < len(values); j++ {
				a, b := values[j-1], values[j]
				switch {
				case field.Order == core.Ascending || field.Kind == core.Heaps && x.ascending:
					shape = append(shape, bound{x.compare(def, "<=", a, b), false})
				case field.Order == core.Descending:
					shape = append(shape, bound{x.compare(def, "<=", b, a), false})
				}
				for _, a := range values[:j] {
					if field.Distinct {
						shape = append(shape, bound{isNot(x.compare(def, "==", a, b)), false})
					}
				}
			}
			v = x.made(items{of: 'r', all: values})
		case core.Grid:
			v = x.grid(field.Height, field.Width, values)
		}
		m = m.set(def.Kids[0].Kids[i].Name, v)
	}
	shape = slices.DeleteFunc(shape, func(b bound) bool { return always(b.is) })
	return m, shape
}

// symmetric reports whether the events are the same, whichever order the heaps of a field
// have.
func (x *translation) symmetric(from path) bool {
	var heaps [][]string
	for i := 0; i < len(x.cells); i++ {
		field := x.cells[i].field
		if field.Kind != core.Heaps {
			continue
		}
		var names []string
		for ; i < len(x.cells) && x.cells[i].field == field; i++ {
			if x.cells[i].index >= 0 {
				names = append(names, x.cells[i].name)
			}
		}
		i--
		heaps = append(heaps, names)
	}
	all := x.heapKeys(from, nil)
	for _, names := range heaps {
		for i := 1; i < len(names); i++ {
			a, b := names[i-1], names[i]
			if x.spend(len(all)); !slices.Equal(all, x.heapKeys(from, map[string]automata.Term{a: automata.V(b), b: automata.V(a)})) {
				return false
			}
		}
	}
	return true
}

// heapKeys describes all events where coordinates are replaced, in ascending order.
func (x *translation) heapKeys(from path, by map[string]automata.Term) (keys []string) {
	for _, e := range x.events {
		by := maps.Clone(by)
		if by == nil {
			by = map[string]automata.Term{}
		}
		for i, v := range e.path.bound {
			by[v] = automata.V(fmt.Sprintf("?%d", i))
		}
		var conds []string
		for _, c := range e.path.conds[len(from.conds):] {
			k := c.Substitute(by).Key()
			conds = append(conds, string(k[:]))
		}
		slices.Sort(conds)
		var parts []string
		for _, p := range e.parts {
			cells := map[*Field][]string{}
			i := 0
			var part []string
			for _, c := range x.cells {
				if c.index < 0 {
					continue
				}
				t := p[i].Substitute(by).String()
				i++
				if c.field.Kind == core.Heaps {
					cells[c.field] = append(cells[c.field], t)
				} else {
					part = append(part, t)
				}
			}
			for i := range x.file.code.Shape.Fields {
				heaps := cells[&x.file.code.Shape.Fields[i]]
				slices.Sort(heaps)
				part = append(part, strings.Join(heaps, "+"))
			}
			parts = append(parts, strings.Join(part, ","))
		}
		slices.Sort(parts)
		keys = append(keys, e.what+strings.Join(conds, "&")+"->"+strings.Join(parts, ";"))
	}
	slices.Sort(keys)
	return keys
}

// passedOn returns the fields that each move passes on as they are, by the text of moves.
func (f *File) passedOn() map[string]bool {
	fields := f.code.Shape.Names()
	passed := map[string]bool{}
	for _, name := range fields {
		passed[name] = len(fields) > 1
	}
	is := func(t *lang.Syntax, i int) {
		passed[fields[i]] = passed[fields[i]] && t.Kind == "name" && t.Name == fields[i]
	}
	for _, s := range f.code.Plain() {
		if s.Kind != "def" || s.Name == "start" || s.Name == "parts" {
			continue
		}
		if s.Name == "moves" {
			for name := range assigned(s.Kids[1]) {
				passed[name] = false
			}
		}
		lang.Walk(s, func(t *lang.Syntax) {
			if t.Kind != "call" || t.Kids[0].Kind != "name" || t.Kids[0].Name != "move" && t.Kids[0].Name != "move_sum" {
				return
			}
			for i, a := range t.Kids[1:] {
				switch {
				case a.Kind == "named":
				case a.Kind == "call" && len(a.Kids) == 3 && a.Kids[0].Name == "copies":
					a = a.Kids[2]
					fallthrough
				case t.Kids[0].Name == "move_sum":
					for j := range fields {
						if a.Kind == "tuple" && len(a.Kids) == len(fields) && s.Name == "moves" {
							is(a.Kids[j], j)
						} else {
							passed[fields[j]] = false
						}
					}
				case i < len(fields) && s.Name == "moves":
					is(a, i)
				default: // in a function, whose parameters have names of their own
					clear(passed)
				}
			}
		})
	}
	return passed
}
