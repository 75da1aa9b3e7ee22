package certificate

// This file holds the functions of the language: the shape of a position, moves, and what
// computes with values.

import (
	"fmt"
	"slices"

	"grundy/rules/lang"
)

// position declares the shape.
func (w *walker) position(p *path, e *lang.Syntax, then receiver) error {
	if w.inside != "" || w.fields != nil {
		return failAt(e, "position stands once, at the top")
	}
	for _, a := range e.Kids[1:] {
		if a.Kind != "named" || a.Kids[0].Kind != "call" || a.Kids[0].Kids[0].Kind != "name" {
			return failAt(a, "want a field such as n = integer(0, 100)")
		}
		call := a.Kids[0]
		f := field{name: a.Name, cells: -1, most: 1<<31 - 1}
		args := map[string]*lang.Syntax{}
		kind := call.Kids[0].Name
		order := map[string][]string{"integer": {"lo", "hi"}, "row": {"lo", "hi", "most"}, "heaps": {"lo", "hi", "most"}}[kind]
		if order == nil {
			return failAt(call, "the verifier reads integers, and rows and heaps of a known length; not %s", kind)
		}
		for i, arg := range call.Kids[1:] {
			switch {
			case arg.Kind == "named":
				args[arg.Name] = arg.Kids[0]
			case i < len(order):
				args[order[i]] = arg
			default:
				return failAt(arg, "too many values")
			}
		}
		length := int64(0)
		for name, arg := range args {
			err := w.eval(p, arg, func(_ *path, v val) error {
				target := map[string]*int64{"lo": &f.least, "hi": &f.most, "length": &length, "most": new(int64)}[name]
				switch {
				case target != nil && v.is == 'i' && v.t.isConstant():
					*target = v.t.more
				case name == "order" && v.is == 's' && (v.text == "ascending" || v.text == "descending"):
					f.order = v.text
				case name == "distinct" && v.is == 'b':
					f.distinct = v.f.kind == "true"
				default:
					return failAt(arg, "the verifier does not read this")
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		if f.sorted = kind == "heaps"; f.cells < 0 && kind != "integer" {
			if length == 0 {
				length, w.game.framed = w.frame.Length, true
			}
			if length <= 0 || length > 12 {
				return failAt(call, "the verifier wants a row of 1 to 12 cells: length = n, or a frame that says it")
			}
			f.cells = int(length)
		}
		w.fields = append(w.fields, f)
	}
	return then(p, none)
}

// builtin evaluates a function of the language.
func (w *walker) builtin(p *path, e *lang.Syntax, name string, args []val, named []*lang.Syntax, then receiver) error {
	unread := failAt(e, "the verifier does not read this call of %s", name)
	for _, n := range named {
		if (name != "move" && name != "move_sum") || n.Name != "label" {
			return unread
		}
	}
	integers := func(least, most int) bool {
		return len(args) >= least && len(args) <= most && !slices.ContainsFunc(args, func(v val) bool { return v.is != 'i' })
	}
	first := func() ([]val, bool) {
		if len(args) == 0 {
			return nil, false
		}
		return args[0].items()
	}
	switch name {
	case "move":
		return w.move(p, e, [][]val{args}, then)
	case "move_sum":
		var parts [][]val
		for i := 0; i < len(args); i++ {
			a := args[i]
			switch {
			case a.is == 'c':
				args = slices.Insert(slices.Clone(args), i+1, a.list...)
			case len(w.fields) == 1:
				parts = append(parts, []val{a})
			case a.is == 'l':
				parts = append(parts, a.list)
			default:
				return failAt(e, "want a tuple of %d fields", len(w.fields))
			}
		}
		return w.move(p, e, parts, then)
	case "copies":
		if len(args) == 2 && args[0].is == 'i' && args[0].t.isConstant() && args[0].t.more >= 0 && args[0].t.more <= 64 {
			return then(p, val{is: 'c', list: slices.Repeat([]val{args[1]}, int(args[0].t.more))})
		}
	case "win", "lose":
		if w.quiet == 0 {
			over := exists(p.bound, all(p.guards...))
			if name == "win" {
				w.game.won = some(w.game.won, over)
			} else {
				w.game.lost = some(w.game.lost, over)
			}
		}
		return then(p, none)
	case "range":
		if !integers(1, 3) || len(args) == 3 && (!args[2].t.isConstant() || args[2].t.more == 0 || magnitude(args[2].t.more) > most) {
			return unread
		}
		bounds := []val{number(0), args[0], number(1)}
		if len(args) > 1 {
			copy(bounds, args)
		}
		return then(p, val{is: 'r', list: bounds})
	case "len":
		if items, ok := first(); ok && len(args) == 1 && len(items) <= mostTurns {
			return then(p, number(int64(len(items))))
		}
	case "min", "max":
		list := args
		if len(args) == 1 {
			list, _ = first()
		}
		return w.extreme(p, e, name, list, then)
	case "abs":
		if integers(1, 1) {
			negative, ok := constant(0).plus(-1, args[0].t)
			if !ok {
				return unread
			}
			return w.extreme(p, e, "max", []val{args[0], {is: 'i', t: negative}}, then)
		}
	case "sum":
		if list, ok := first(); ok && len(args) == 1 {
			sum := constant(0)
			for _, v := range list {
				if v.is != 'i' {
					return unread
				}
				if sum, ok = sum.plus(1, v.t); !ok {
					return unread
				}
			}
			return then(p, val{is: 'i', t: sum})
		}
	case "any", "all":
		if list, ok := first(); ok && len(args) == 1 {
			var parts []formula
			for _, v := range list {
				f, err := condition(e, v)
				if err != nil {
					return err
				}
				parts = append(parts, f)
			}
			if name == "any" {
				return then(p, truthOf(some(parts...)))
			}
			return then(p, truthOf(all(parts...)))
		}
	case "list", "tuple":
		if list, ok := first(); ok && len(args) == 1 && len(list) <= mostTurns {
			return then(p, listOf(list))
		}
	case "reversed":
		if list, ok := first(); ok && len(args) == 1 && len(list) <= mostTurns {
			list = slices.Clone(list)
			slices.Reverse(list)
			return then(p, listOf(list))
		}
	case "enumerate":
		if list, ok := first(); ok && len(args) == 1 && len(list) <= mostTurns {
			var pairs []val
			for i, v := range list {
				pairs = append(pairs, listOf([]val{number(int64(i)), v}))
			}
			return then(p, listOf(pairs))
		}
	case "zip":
		var rows []val
		for i := 0; len(args) > 0; i++ {
			var row []val
			for _, a := range args {
				items, ok := a.items()
				if !ok {
					return unread
				}
				if i < len(items) {
					row = append(row, items[i])
				}
			}
			if len(row) < len(args) {
				break
			}
			rows = append(rows, listOf(row))
		}
		return then(p, listOf(rows))
	case "sorted":
		if list, ok := first(); ok && len(args) == 1 && len(list) <= 6 {
			return w.sort(p, e, list, nil, then)
		}
	case "put":
		if len(args) >= 3 && args[0].is == 'l' {
			row := args[0]
			row.list = slices.Clone(row.list)
			for _, i := range args[2:] {
				at, err := w.index(e, row, i)
				if err != nil {
					return err
				}
				row.list[at] = args[1]
			}
			return then(p, row)
		}
	case "fill":
		if len(args) == 2 && args[1].is == 'i' && args[1].t.isConstant() && args[1].t.more >= 0 && args[1].t.more <= mostTurns {
			if err := w.spend(e, int(args[1].t.more)*(args[0].weight()+1)); err != nil {
				return err
			}
			return then(p, listOf(slices.Repeat([]val{args[0]}, int(args[1].t.more))))
		}
	case "inside":
		if len(args) == 2 && args[0].is == 'l' && args[1].is == 'i' && args[1].t.isConstant() {
			return then(p, truthOf(decided(args[1].t.more >= 0 && args[1].t.more < int64(len(args[0].list)))))
		}
	}
	return unread
}

// sort inserts the values of a list one by one into a sorted one, by paths.
func (w *walker) sort(p *path, e *lang.Syntax, rest, sorted []val, then receiver) error {
	if len(rest) == 0 {
		return then(p, listOf(sorted))
	}
	v := rest[0]
	for i := 0; i <= len(sorted); i++ {
		// v stands behind the first i, and is less than what follows.
		place := yes
		for j, u := range sorted {
			if u.is != 'i' || v.is != 'i' {
				return failAt(e, "the verifier sorts integers only")
			}
			d, ok := u.t.plus(-1, v.t)
			if !ok {
				return failAt(e, "a number is too large")
			}
			d.more--
			switch j {
			case i - 1:
				place = all(place, not(isLeast(d)))
			case i:
				place = all(place, isLeast(d))
			}
		}
		if q := p.and(place); q != nil {
			if err := w.sort(q, e, rest[1:], slices.Insert(slices.Clone(sorted), i, v), then); err != nil {
				return err
			}
		}
	}
	return nil
}

// extreme finds the least or greatest value, by paths.
func (w *walker) extreme(p *path, e *lang.Syntax, which string, list []val, then receiver) error {
	if len(list) == 0 || slices.ContainsFunc(list, func(v val) bool { return v.is != 'i' }) {
		return failAt(e, "the verifier wants integers here, at least one")
	}
	if len(list) == 1 {
		return then(p, list[0])
	}
	d, ok := list[1].t.plus(-1, list[0].t) // >= 0: the first is the least
	if !ok {
		return failAt(e, "a number is too large")
	}
	for _, holds := range []bool{true, false} {
		f := isLeast(d)
		if !holds {
			f = not(f)
		}
		q := p.and(f)
		if q == nil {
			continue
		}
		rest := slices.Clone(list[1:])
		if holds == (which == "min") {
			rest[0] = list[0]
		}
		if err := w.extreme(q, e, which, rest, then); err != nil {
			return err
		}
	}
	return nil
}

// move states a move, or several where paths differ in the order of heaps.
func (w *walker) move(p *path, e *lang.Syntax, parts [][]val, then receiver) error {
	if w.inside != "moves" {
		return failAt(e, "moves stand in the function moves")
	}
	if w.quiet == 0 {
		if err := w.inOrder(p, e, parts, 0, 0); err != nil {
			return err
		}
	}
	return then(p, none)
}

// inOrder sorts the heaps of the parts of a move, from a field of a part on.
func (w *walker) inOrder(p *path, e *lang.Syntax, parts [][]val, part, field int) error {
	switch {
	case part == len(parts):
		return w.state(p, e, parts)
	case field == len(w.fields) || field >= len(parts[part]):
		return w.inOrder(p, e, parts, part+1, 0)
	case !w.fields[field].sorted:
		return w.inOrder(p, e, parts, part, field+1)
	}
	items, ok := parts[part][field].items()
	if !ok {
		return failAt(e, "want a list of heaps of known length")
	}
	return w.sort(p, e, items, nil, func(p *path, v val) error {
		parts := slices.Clone(parts)
		parts[part] = slices.Clone(parts[part])
		parts[part][field] = v
		return w.inOrder(p, e, parts, part, field+1)
	})
}

// state notes a move.
func (w *walker) state(p *path, e *lang.Syntax, parts [][]val) error {
	k := kind{at: e.At, bound: slices.Clone(p.bound), guard: all(p.guards...)}
	for _, part := range parts {
		if len(part) != len(w.fields) {
			return failAt(e, "want %d values, one a field", len(w.fields))
		}
		var at []term
		for i, v := range part {
			f := w.fields[i]
			n, isFixed := w.frame.Fixed[f.name]
			switch items, _ := v.items(); {
			case f.cells < 0 && v.is == 'i' && isFixed:
				d, ok := v.t.plus(-1, constant(n))
				if !ok {
					return failAt(e, "a number is too large")
				}
				w.demand(p, e, isZero(d), fmt.Sprintf("a move changes %s, which the frame holds at %d", f.name, n))
			case f.cells < 0 && v.is == 'i':
				at = append(at, v.t)
			case f.cells >= 0 && len(items) == f.cells:
				for _, item := range items {
					if item.is != 'i' {
						return failAt(e, "want integers in the row %s", f.name)
					}
					at = append(at, item.t)
				}
			default:
				return failAt(e, "the verifier does not read the value of %s", f.name)
			}
		}
		k.parts = append(k.parts, at)
	}
	if w.game.kinds = append(w.game.kinds, k); len(w.game.kinds) > mostKinds {
		return failAt(e, "the rules have more than %d kinds of moves", mostKinds)
	}
	return nil
}
