package rules

// This file holds how the translation of moves computes expressions. An expression may
// have several values, each with what holds where it has it.

import (
	"slices"

	"grundy/rules/lang"
	"grundy/theory/automata"
)

// An outcome is a value, and where the rules have come to.
type outcome struct {
	moment
	v symbol
}

// outcomes are the values of several expressions.
type outcomes struct {
	moment
	all []symbol
}

// and returns the values with one more, which is computed behind them.
func (o outcomes) and(v outcome) outcomes {
	return outcomes{v.moment, append(slices.Clip(o.all), v.v)}
}

func one(m moment, v symbol) []outcome { return []outcome{{m, v}} }

// each computes expressions one behind the other.
func (x *translation) each(m moment, list []*lang.Syntax) []outcomes {
	return folded([]outcomes{{moment: m}}, list, func(o outcomes, e *lang.Syntax) (next []outcomes) {
		if e.Kind == "star" {
			for _, v := range x.expr(o.moment, e.Kids[0]) {
				next = append(next, outcomes{v.moment, append(slices.Clip(o.all), x.elements(e, v.v)...)})
			}
			return next
		}
		for _, v := range x.expr(o.moment, e) {
			next = append(next, o.and(v))
		}
		return next
	})
}

// expr computes an expression.
func (x *translation) expr(m moment, e *lang.Syntax) []outcome {
	x.spend(1)
	x.here = e
	switch e.Kind {
	case "int":
		return one(m, integer(e.Int))
	case "text":
		return one(m, text{e.Text})
	case "none":
		return one(m, nothing{})
	case "name":
		return one(m, x.name(m, e))
	case "list", "tuple":
		var all []outcome
		for _, o := range x.each(m, e.Kids) {
			all = append(all, outcome{o.moment, x.sequence(e.Kind[0], o.all)})
		}
		return all
	case "call":
		return x.call(m, e)
	case "index":
		return x.index(m, e)
	case "slice":
		return x.slice(m, e)
	case "dot":
		return x.dot(m, e)
	case "unary":
		return x.unary(m, e)
	case "binary":
		switch e.Name {
		case "and", "or":
			return x.connect(m, e)
		}
		return x.binary(m, e)
	case "choice":
		return x.choice(m, e)
	case "comprehension":
		return x.comprehension(m, e)
	case "lambda":
		params := map[string]bool{}
		var defaults []*lang.Syntax
		for _, p := range e.Kids[0].Kids {
			params[p.Name] = true
			if p.Kind == "named" {
				defaults = append(defaults, p.Kids[0])
			}
		}
		lang.Walk(e.Kids[1], func(t *lang.Syntax) {
			if t.Kind == "name" && !params[t.Name] && x.scope[t.Name] {
				x.refuse(t, "no formula speaks of a function that reads variables around it")
			}
		})
		var all []outcome
		for _, o := range x.each(m, defaults) {
			all = append(all, outcome{o.moment, function{"lambda", e, x.unchangeable(o.all)}})
		}
		return all
	case "dict", "dict-comprehension":
		x.refuse(e, "no formula speaks of a dict")
	}
	x.refuse(e, "no formula speaks of this")
	return nil
}

// name returns the value of a name.
func (x *translation) name(m moment, e *lang.Syntax) symbol {
	if v, ok := m.vars[e.Name]; ok {
		if v, ok := v.(unseen); ok {
			if v.err != nil {
				panic(refusal{v.err})
			}
			x.refuse(e, "%s", v.why)
		}
		return v
	}
	if x.scope[e.Name] {
		x.refuse(e, "may have no value here")
	}
	v, at := x.file.code.Global(e.Name)
	switch {
	case at != nil:
		return x.global(e, v)
	case e.Name == "True" || e.Name == "False":
		return verdict{truthOf(e.Name == "True")}
	case e.Name == "None":
		return nothing{}
	}
	return function{name: e.Name} // which every file finds defined
}

// functionOf returns a function of the top level.
func (x *translation) functionOf(fn *lang.Function) function {
	at, defaults, closed := fn.At()
	f := function{name: fn.Name, def: x.defs[at]}
	if closed || f.def == nil {
		x.refuse(f.def, "no formula speaks of a function that reads variables around it")
	}
	for _, v := range defaults {
		f.defaults = append(f.defaults, x.global(f.def, v))
	}
	return f
}

// unchangeable returns values whose lists may be changed by nobody, as others may know them.
func (x *translation) unchangeable(all []symbol) []symbol {
	if !slices.ContainsFunc(all, func(v symbol) bool { _, ok := v.(items); return ok }) {
		return all
	}
	all = slices.Clone(all)
	for i, v := range all {
		if v, ok := v.(items); ok {
			x.spend(1 + len(v.all)/8)
			v.id, v.all = 0, x.unchangeable(v.all)
			all[i] = v
		}
	}
	return all
}

// global returns a value of the top level.
func (x *translation) global(e *lang.Syntax, v lang.Value) symbol {
	x.spend(1)
	switch v.Kind {
	case lang.IntKind:
		return integer(v.N)
	case lang.BoolKind:
		return verdict{truthOf(v.N != 0)}
	case lang.TextKind:
		return text{v.Text()}
	case lang.FunctionKind:
		if fn, ok := v.Function(); ok {
			return x.functionOf(fn)
		}
	default:
		if list, ok := v.Items(); ok {
			if x.depth++; x.depth > mostCalls {
				x.refuse(e, "lists nest too deep")
			}
			defer func() { x.depth-- }()
			all := make([]symbol, len(list))
			for i, v := range list {
				all[i] = x.global(e, v)
			}
			return x.made(items{of: v.TypeName()[0], all: all}) // list, tuple or row
		}
	}
	x.refuse(e, "no formula speaks of this value of the top level")
	return nil
}

// where follows the rules to where a condition holds, if that can be.
func (x *translation) where(m moment, c cond) (moment, bool) {
	x.spend(c.Size() * (1 + min(len(m.path.conds), mostKnown)))
	c = m.path.simplify(c)
	if never(c) {
		return m, false
	}
	m = m.with(c)
	return m, !m.path.dead()
}

// truth returns whether a value counts as true.
func (x *translation) truth(e *lang.Syntax, v symbol) cond {
	switch v := v.(type) {
	case verdict:
		return v.c
	case number:
		return isNot(isEqual(v.t, automata.Term{}))
	case remainder:
		return isNot(isMultiple(v.t, v.m))
	case fraction:
		return isNot(x.compare(e, "==", v, integer(0)))
	case text:
		return truthOf(v.s != "")
	case letter, function:
		return holds
	case items:
		return truthOf(len(v.all) > 0 || v.of == 'g')
	case nothing:
		return fails
	case spanOf:
		if v.step > 0 {
			return x.compare(e, "<", v.lo, v.hi)
		}
		return x.compare(e, ">", v.lo, v.hi)
	}
	x.refuse(e, "no formula says whether this is true")
	return fails
}

// test computes an expression as a condition. The rules are in one place behind it.
func (x *translation) test(m moment, e *lang.Syntax) []outcome {
	return x.gathered(m, x.conditions(e, x.expr(m, e)))
}

// conditions turns the values of an expression into bools.
func (x *translation) conditions(e *lang.Syntax, all []outcome) []outcome {
	for i, o := range all {
		if isExtreme(o.v) {
			var each []outcome
			for _, n := range x.number(o.moment, e, o.v) {
				each = append(each, outcome{n.moment, verdict{x.truth(e, n.v)}})
			}
			all[i] = x.gathered(o.moment, each)[0]
			continue
		}
		all[i].v = verdict{o.path.simplify(x.truth(e, o.v))}
	}
	return all
}

// gathered joins bools to one, if there are several.
func (x *translation) gathered(m moment, all []outcome) []outcome {
	if len(all) < 2 {
		return all
	}
	ways := make([]cond, len(all))
	for i, o := range all {
		ways[i] = o.path.since(m.path, o.v.(verdict).c)
		x.spend(ways[i].Size())
	}
	return one(m, verdict{anyOf(ways...)})
}

func allBools(all []outcome) bool {
	return !slices.ContainsFunc(all, func(o outcome) bool { _, ok := o.v.(verdict); return !ok })
}

// connect computes and, or.
func (x *translation) connect(m moment, e *lang.Syntax) (all []outcome) {
	for _, left := range x.expr(m, e.Kids[0]) {
		c := left.path.simplify(x.truth(e.Kids[0], left.v))
		goes := c // where the right operand is computed
		if e.Name == "or" {
			goes = isNot(c)
		}
		m := left.moment
		if never(goes) {
			all = append(all, left)
			continue
		} else if always(goes) {
			all = append(all, x.expr(m, e.Kids[1])...)
			continue
		}
		behind := m.with(goes)
		right := x.expr(behind, e.Kids[1])
		if _, ok := left.v.(verdict); ok && allBools(right) {
			ways := make([]cond, len(right))
			for i, o := range right {
				ways[i] = o.path.since(behind.path, o.v.(verdict).c)
			}
			is := anyOf(ways...)
			if e.Name == "and" {
				is = allOf(c, is)
			} else {
				is = anyOf(c, is)
			}
			x.spend(is.Size())
			all = append(all, outcome{m, verdict{is}})
			continue
		}
		all = append(all, right...)
		if stays, ok := x.where(m, isNot(goes)); ok {
			all = append(all, outcome{stays, left.v})
		}
	}
	return all
}

func (x *translation) choice(m moment, e *lang.Syntax) (all []outcome) {
	for _, t := range x.test(m, e.Kids[0]) {
		c := t.v.(verdict).c
		var ways []outcome
		if m, ok := x.where(t.moment, c); ok {
			ways = append(ways, x.expr(m, e.Kids[1])...)
		}
		if m, ok := x.where(t.moment, isNot(c)); ok {
			ways = append(ways, x.expr(m, e.Kids[2])...)
		}
		switch {
		case len(ways) > 1 && allBools(ways):
			ways = x.gathered(t.moment, ways)
		case len(ways) == 2 && !always(c) && !never(c) && ways[0].v.key() == ways[1].v.key():
			ways = one(t.moment, ways[0].v)
		}
		all = append(all, ways...)
	}
	return all
}

func (x *translation) unary(m moment, e *lang.Syntax) (all []outcome) {
	if e.Name == "not" {
		all = x.test(m, e.Kids[0])
		for i, o := range all {
			all[i].v = verdict{isNot(o.v.(verdict).c)}
		}
		return all
	}
	for _, o := range x.expr(m, e.Kids[0]) {
		for _, o := range x.number(o.moment, e.Kids[0], o.v) {
			t := o.v.(number).t
			switch e.Name {
			case "-":
				t = t.Times(-1)
			case "~":
				t = t.Times(-1).Plus(automata.C(-1))
			}
			all = append(all, outcome{o.moment, number{x.fits(e, t)}})
		}
	}
	return all
}

// binary computes x op y.
func (x *translation) binary(m moment, e *lang.Syntax) (all []outcome) {
	for _, o := range x.each(m, e.Kids) {
		all = append(all, x.operate(o.moment, e, e.Name, o.all[0], o.all[1])...)
	}
	return all
}
