package rules

// This file holds how the translation of moves computes with lists, tuples, rows, grids and
// texts. All have a fixed length.

import (
	"slices"
	"strings"

	"grundy/rules/core"
	"grundy/rules/lang"
	"grundy/theory/automata"
)

func (x *translation) sequence(of byte, all []symbol) items {
	v := items{of: of, all: all}
	if of == 'l' {
		x.lists++
		v.id = x.lists
	}
	return x.made(v)
}

// index computes r[i] and g[r, c].
func (x *translation) index(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.each(m, e.Kids) {
		switch of := o.all[0].(type) {
		case items:
			x.cell(o.moment, e, of, o.all[1], true, func(m moment, i int) {
				all = append(all, outcome{m, of.all[i]})
			})
		case text:
			x.at(o.moment, e, o.all[1], len(of.s), true, func(m moment, i int) {
				all = append(all, outcome{m, text{of.s[i : i+1]}})
			})
		default:
			x.refuse(e.Kids[0], "no formula looks into this: it is %s", kindOf(of))
		}
	}
	return all
}

// at calls do for each index that a value may be. Elsewhere the rules fail.
func (x *translation) at(m moment, e *lang.Syntax, v symbol, length int, negative bool, do func(moment, int)) {
each:
	for _, o := range x.number(m, e, v) {
		t := o.v.(number).t
		least := 0
		if negative {
			least = -length
		}
		for i := least; i < length; i++ {
			is := isEqual(t, automata.C(int64(i)))
			if m, ok := x.where(o.moment, is); ok {
				do(m, (i+length)%length)
			}
			if always(is) {
				continue each
			}
		}
		x.failing(o.moment, anyOf(isLess(t, automata.C(int64(least))), isAtMost(automata.C(int64(length)), t)))
	}
}

// cell is like at for a cell of items. Those of a grid have a row and a column from 0 on.
func (x *translation) cell(m moment, e *lang.Syntax, of items, v symbol, negative bool, do func(moment, int)) {
	if of.of != 'g' {
		x.at(m, e, v, len(of.all), negative, do)
		return
	}
	pair, ok := v.(items)
	if !ok || len(pair.all) != 2 {
		x.refuse(e, "want row and column")
	}
	x.at(m, e, pair.all[0], of.height, false, func(m moment, r int) {
		x.at(m, e, pair.all[1], of.width, false, func(m moment, c int) { do(m, r*of.width+c) })
	})
}

// slice computes r[i:j].
func (x *translation) slice(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.each(m, e.Kids) {
		of, isItems := o.all[0].(items)
		isItems = isItems && of.of != 'g'
		word, isText := o.all[0].(text)
		if !isItems && !isText {
			x.refuse(e.Kids[0], "no formula cuts this: it is %s", kindOf(o.all[0]))
		}
		length := len(of.all)
		if isText {
			length = len(word.s)
		}
		ends := o.all[1:]
		for i, without := range []int{0, length, 1} {
			if _, left := ends[i].(nothing); left {
				ends[i] = integer(int64(without))
			}
		}
		if n, ok := constant(ends[2]); !ok || n != 1 {
			x.refuse(e, "no formula cuts with steps")
		}
		// The ends are clamped to the row.
		x.clamped(o.moment, e, ends[0], length, func(m moment, from int) {
			x.clamped(m, e, ends[1], length, func(m moment, to int) {
				to = max(to, from)
				x.spend(to - from)
				if isText {
					all = append(all, outcome{m, text{word.s[from:to]}})
				} else {
					all = append(all, outcome{m, x.sequence(of.of, slices.Clone(of.all[from:to]))})
				}
			})
		})
	}
	return all
}

// clamped calls do for each end of a slice that a value may stand for.
func (x *translation) clamped(m moment, e *lang.Syntax, v symbol, length int, do func(moment, int)) {
	for _, o := range x.number(m, e, v) {
		t := o.v.(number).t
		if n, ok := constant(o.v); ok {
			if n < 0 {
				n += int64(length)
			}
			do(o.moment, int(min(max(n, 0), int64(length))))
			continue
		}
		for i := 0; i <= length; i++ {
			ways := []cond{isEqual(t, automata.C(int64(i)))}
			if i > 0 && i < length {
				ways = append(ways, isEqual(t, automata.C(int64(i-length))))
			}
			if i == 0 {
				ways = append(ways, isAtMost(t, automata.C(int64(-length))))
			}
			if i == length {
				ways = append(ways, isAtMost(automata.C(int64(length)), t))
			}
			if m, ok := x.where(o.moment, anyOf(ways...)); ok {
				do(m, i)
			}
		}
	}
}

func (x *translation) dot(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.expr(m, e.Kids[0]) {
		g, _ := o.v.(items)
		if g.of != 'g' || e.Name != "height" && e.Name != "width" {
			x.refuse(e, "no formula speaks of this")
		}
		n := g.width
		if e.Name == "height" {
			n = g.height
		}
		all = append(all, outcome{o.moment, integer(int64(n))})
	}
	return all
}

// comprehension computes [body for … if …] over what has a fixed length.
func (x *translation) comprehension(m moment, e *lang.Syntax) (all []outcome) {
	hidden := m.vars
	var clauses func(o outcomes, kids []*lang.Syntax) []outcomes
	clauses = func(o outcomes, kids []*lang.Syntax) (next []outcomes) {
		if len(kids) == 0 {
			for _, v := range x.expr(o.moment, e.Kids[0]) {
				x.spend(1 + len(o.all)/8) // which are copied
				next = append(next, o.and(v))
			}
			return next
		}
		clause := kids[0]
		if clause.Kind == "if" {
			for _, t := range x.test(o.moment, clause.Kids[0]) {
				c := t.v.(verdict).c
				if m, ok := x.where(t.moment, c); ok {
					next = append(next, clauses(outcomes{m, o.all}, kids[1:])...)
				}
				if m, ok := x.where(t.moment, isNot(c)); ok {
					next = append(next, outcomes{m, o.all})
				}
			}
			return next
		}
		for _, over := range x.expr(o.moment, clause.Kids[1]) {
			states := []outcomes{{over.moment, o.all}}
			next = append(next, folded(states, x.elements(clause.Kids[1], over.v), func(s outcomes, v symbol) []outcomes {
				return clauses(outcomes{x.bind(s.moment, clause.Kids[0], v), s.all}, kids[1:])
			})...)
		}
		return next
	}
	for _, o := range clauses(outcomes{moment: m}, e.Kids[1:]) {
		o.vars = hidden // variables of a comprehension are its own
		all = append(all, outcome{o.moment, x.sequence('l', o.all)})
	}
	return all
}

// elements returns what a loop with a fixed number of turns goes over.
func (x *translation) elements(e *lang.Syntax, v symbol) []symbol {
	switch v := v.(type) {
	case items:
		return v.all
	case text:
		var all []symbol
		for _, s := range strings.Split(v.s, "") {
			all = append(all, text{s})
		}
		return all
	case spanOf:
		lo, ok := constant(v.lo)
		hi, also := constant(v.hi)
		if !ok || !also {
			x.refuse(e, "a list of as many items as a coordinate says")
		}
		if core.Magnitude(hi-lo)/core.Magnitude(v.step) > 10*mostUnrolled || lo > 1<<40 || lo < -1<<40 || hi > 1<<40 || hi < -1<<40 {
			x.refuse(e, "a list of more than %d items", 10*mostUnrolled)
		}
		var all []symbol
		for i := lo; v.step > 0 && i < hi || v.step < 0 && i > hi; i += v.step {
			x.spend(1)
			all = append(all, integer(i))
		}
		return all
	}
	x.refuse(e, "no formula goes over this: it is %s", kindOf(v))
	return nil
}

// contains returns the condition a in b.
func (x *translation) contains(e *lang.Syntax, a, b symbol) cond {
	var all []symbol
	inRow := false
	switch v := b.(type) {
	case items:
		all, inRow = v.all, v.of == 'r'
	case text:
		w, ok := a.(text)
		if ok {
			return truthOf(strings.Contains(v.s, w.s))
		} else if kindOf(a) != "a string" {
			x.refuse(e, "want a string before \"in\" a string, not %s", kindOf(a))
		}
		all = x.elements(e, v)
	case spanOf:
		if v.step == 1 {
			return allOf(x.compare(e, "<=", v.lo, a), x.compare(e, "<", a, v.hi))
		}
		x.refuse(e, "no formula looks into a range with steps")
	default:
		x.refuse(e, "no formula looks into %s", kindOf(b))
	}
	var ways []cond
	part, isItems := a.(items)
	if w, ok := a.(text); ok && len(w.s) != 1 {
		isItems = true
		part = x.made(items{of: 'r', all: x.elements(e, w)})
	}
	if inRow && isItems && part.of == 'r' { // one behind the other
		for i := 0; i+len(part.all) <= len(all); i++ {
			ways = append(ways, x.compare(e, "==", x.made(items{of: 'r', all: all[i : i+len(part.all)]}), part))
		}
		return anyOf(ways...)
	}
	for _, v := range all {
		ways = append(ways, x.compare(e, "==", v, a))
	}
	return anyOf(ways...)
}

// letterOf returns a letter, or a string of one, as a term.
func (x *translation) letterOf(v symbol) (automata.Term, bool) {
	switch v := v.(type) {
	case letter:
		return v.t, true
	case text:
		if len(v.s) == 1 {
			at := strings.Index(x.letters, v.s)
			if at < 0 {
				at = len(x.letters) + int(v.s[0])
			}
			return automata.C(int64(at)), true
		}
	}
	return automata.Term{}, false
}

// joinedItems is + of lists, tuples, rows and strings, and * with a constant.
func (x *translation) joinedItems(op string, a, b symbol) (symbol, bool) {
	if kindOf(a) == "a grid" || kindOf(b) == "a grid" {
		return nil, false
	}
	if op == "*" {
		if _, ok := constant(a); ok {
			a, b = b, a
		}
		n, ok := constant(b)
		switch v := a.(type) {
		case items:
			if !ok || n > mostUnrolled {
				return nil, false
			}
			x.spend(int(max(n, 0)) * len(v.all))
			var all []symbol
			for range n {
				all = append(all, v.all...)
			}
			return x.sequence(v.of, all), true
		case text:
			if ok && n <= mostUnrolled {
				x.spend(int(max(n, 0)) * len(v.s))
				return text{strings.Repeat(v.s, int(max(n, 0)))}, true
			}
		}
		return nil, false
	}
	if v, ok := a.(text); ok {
		if w, ok := b.(text); ok {
			x.spend(len(v.s) + len(w.s))
			return text{v.s + w.s}, true
		}
	}
	v, ok := a.(items)
	w, also := b.(items)
	inRow := v.of == 'r' || w.of == 'r'
	if t, is := a.(text); is && inRow {
		v.all, ok = x.elements(nil, t), true
	}
	if t, is := b.(text); is && inRow {
		w.all, also = x.elements(nil, t), true
	}
	if !ok || !also || !inRow && v.of != w.of {
		return nil, false
	}
	x.spend(len(v.all) + len(w.all))
	of := v.of
	if inRow {
		of = 'r'
	}
	return x.sequence(of, append(slices.Clip(v.all), w.all...)), true
}

// changing1 refuses to change a list, so that it holds a value, if it has several names, or a
// loop goes over it.
func (x *translation) changing1(m moment, e *lang.Syntax, of items, to symbol) {
	if of.of != 'l' || of.id == 0 || x.walked[of.id] {
		x.refuse(e, "no formula changes this")
	}
	var holds func(v symbol) bool
	holds = func(v symbol) bool {
		w, ok := v.(items)
		return ok && (w.id == of.id || slices.ContainsFunc(w.all, holds))
	}
	for name, v := range m.vars {
		x.spend(partsOf(v) / 8)
		if name != e.Name && holds(v) || holds(to) {
			x.refuse(e, "no formula changes a list that has several names")
		}
	}
}

// sorted sorts numbers, each order by itself.
func (x *translation) sorted(m moment, e *lang.Syntax, list []symbol) []outcomes {
	return folded([]outcomes{{moment: m}}, list, func(o outcomes, v symbol) (next []outcomes) {
		for _, n := range x.number(o.moment, e, v) {
			m, ok := n.moment, true
			for i := 0; i < len(o.all) && ok; i++ { // before the i-th
				less := x.compare(e, "<", n.v, o.all[i])
				if there, ok := x.where(m, less); ok {
					next = append(next, outcomes{there, slices.Insert(slices.Clone(o.all), i, n.v)})
				}
				m, ok = x.where(m, isNot(less))
			}
			if ok {
				next = append(next, o.and(outcome{m, n.v}))
			}
		}
		return next
	})
}

// put is put(r, value, i, …).
func (x *translation) put(m moment, e *lang.Syntax, args []symbol) []outcome {
	if len(args) < 2 {
		x.refuse(e, "no formula knows this")
	}
	of, ok := args[0].(items)
	if !ok {
		x.refuse(e, "no formula puts into %s", kindOf(args[0]))
	}
	if of.id = 0; of.of != 'g' {
		of.of = 'r'
	}
	return folded(one(m, of), args[2:], func(o outcome, at symbol) (next []outcome) {
		of := o.v.(items)
		x.cell(o.moment, e, of, at, true, func(m moment, i int) {
			next = append(next, outcome{m, x.setting(of, i, args[1])})
		})
		return next
	})
}
