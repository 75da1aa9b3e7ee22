package emit

// This file finds where Go and C++ declare each variable: the rule language, like Python,
// declares none, and a variable lives to the end of its function.

import (
	"slices"

	"grundy/rules/lang"
)

// A declaring says which variables each statement declares: by its assignment or loop, or
// before it.
type declaring struct {
	inline map[*lang.Syntax]map[string]bool
	before map[*lang.Syntax][]string
}

func declare(f *function) *declaring {
	d := &declaring{map[*lang.Syntax]map[string]bool{}, map[*lang.Syntax][]string{}}
	params := map[string]bool{}
	for _, v := range f.params {
		params[v] = true
	}
	for _, v := range sortedKeys(f.vars) {
		if !params[v] && shown(v) == v {
			d.place(f.body, v, true)
		}
	}
	return d
}

// place declares a variable in a block. It reports whether the first thing that happens
// to the variable in the block is that it gets a value; if not and the block may not hold
// the declaration, it does nothing.
func (d *declaring) place(b *lang.Syntax, v string, holds bool) bool {
	var uses []*lang.Syntax
	for _, s := range b.Kids {
		if !mentions(s, v) {
			continue
		}
		if isLoops(s, v) {
			lang.Walk(s, func(t *lang.Syntax) {
				if t.Kind == "for" && isTarget(t.Kids[0], v) {
					d.declareAt(t, v)
				}
			})
			continue
		}
		uses = append(uses, s)
	}
	if len(uses) == 0 {
		return true
	}
	first := uses[0]
	switch {
	case first.Kind == "assign" && first.Name == "=" && isTarget(first.Kids[0], v) && !mentions(first.Kids[1], v):
		d.declareAt(first, v)
		return true
	case len(uses) == 1:
		var blocks []*lang.Syntax
		head := false
		for _, k := range first.Kids {
			switch {
			case !mentions(k, v):
			case k.Kind == "block":
				blocks = append(blocks, k)
			default:
				head = true
			}
		}
		if !head && len(blocks) > 0 {
			trial := &declaring{map[*lang.Syntax]map[string]bool{}, map[*lang.Syntax][]string{}}
			fits := true
			for _, k := range blocks {
				fits = trial.place(k, v, first.Kind == "if" && len(blocks) == 1 && holds) && fits
			}
			if fits {
				for _, k := range blocks {
					d.place(k, v, first.Kind == "if" && len(blocks) == 1 && holds)
				}
				return true
			}
		}
	}
	if holds {
		d.before[first] = append(d.before[first], v)
	}
	return holds
}

// isLoops reports whether a statement uses a variable only in loops over it.
func isLoops(s *lang.Syntax, v string) bool {
	switch {
	case s.Kind == "name":
		return s.Name != v
	case s.Kind == "for" && len(s.Kids) == 3 && isTarget(s.Kids[0], v):
		return !mentions(s.Kids[1], v)
	}
	for _, k := range s.Kids {
		if !isLoops(k, v) {
			return false
		}
	}
	return true
}

func (d *declaring) declareAt(s *lang.Syntax, v string) {
	if d.inline[s] == nil {
		d.inline[s] = map[string]bool{}
	}
	d.inline[s][v] = true
}

func isTarget(t *lang.Syntax, v string) bool { return slices.Contains(lang.Targets(t), v) }

func mentions(t *lang.Syntax, v string) (found bool) {
	lang.Walk(t, func(t *lang.Syntax) { found = found || t.Kind == "name" && t.Name == v })
	return found
}

// reads reports whether a value of the variable is ever used.
func reads(t *lang.Syntax, v string) (found bool) {
	var walk func(t *lang.Syntax)
	walk = func(t *lang.Syntax) {
		switch {
		case t.Kind == "name" && t.Name == v:
			found = true
		case t.Kind == "assign" && t.Kids[0].Kind == "name":
			walk(t.Kids[1])
		case (t.Kind == "assign" || t.Kind == "for") && t.Kids[0].Kind == "tuple":
			for _, k := range t.Kids[0].Kids {
				if k.Kind != "name" {
					walk(k)
				}
			}
			for _, k := range t.Kids[1:] {
				walk(k)
			}
		case t.Kind == "for":
			for _, k := range t.Kids[1:] {
				walk(k)
			}
		default:
			for _, k := range t.Kids {
				walk(k)
			}
		}
	}
	walk(t)
	return found
}
