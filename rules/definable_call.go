package rules

// This file holds the functions that the translation of moves knows.

import (
	"slices"

	"grundy/rules/lang"
	"grundy/theory/automata"
)

// call computes a call: of a function of the file, of one that every file finds defined, or
// of a method.
func (x *translation) call(m moment, e *lang.Syntax) (all []outcome) {
	fn := e.Kids[0]
	if fn.Kind == "dot" {
		return x.method(m, e, fn)
	}
	for _, f := range x.expr(m, fn) {
		callee, ok := f.v.(function)
		if !ok {
			x.refuse(e, "no formula calls %s", kindOf(f.v))
		}
		if callee.def != nil {
			all = append(all, x.invoke(f.moment, e, callee)...)
			continue
		}
		args := e.Kids[1:]
		if statements[callee.name] {
			x.state(f.moment, e, callee.name)
			all = append(all, outcome{f.moment, nothing{}})
			continue
		}
		for _, a := range args {
			if a.Kind == "named" {
				x.refuse(a, "no formula speaks of this")
			}
		}
		for _, o := range x.each(f.moment, args) {
			all = append(all, x.builtIn(o.moment, e, callee.name, o.all)...)
		}
	}
	return all
}

// mostCalls bounds how deep calls, and values of the top level, nest.
const mostCalls = 50

// invoke calls a function of the file: its text takes the place of the call.
func (x *translation) invoke(m moment, e *lang.Syntax, fn function) (all []outcome) {
	if x.depth++; x.depth > mostCalls {
		x.refuse(e, "functions call each other too deep")
	}
	defer func() { x.depth-- }()
	params := fn.def.Kids[0].Kids
	names := make([]string, len(params))
	for i, p := range params {
		if p.Kind == "unary" {
			x.refuse(p, "no formula speaks of a function with any number of parameters")
		}
		names[i] = p.Name
	}
	args := slices.Clone(e.Kids[1:])
	of := make([]int, len(args)) // the parameters that get them
	given := make([]bool, len(names))
	for i, a := range args {
		at := i
		if a.Kind == "named" {
			at, args[i] = slices.Index(names, a.Name), a.Kids[0]
		}
		if a.Kind == "star" {
			x.refuse(a, "no formula speaks of a call with any number of arguments")
		} else if at < 0 || at >= len(names) || given[at] {
			x.refuse(e, "does not fit the parameters of %s", fn.name)
		}
		of[i], given[at] = at, true
	}
	for i, name := range names[:len(names)-len(fn.defaults)] {
		if !given[i] {
			x.refuse(e, "wants a value for %s", name)
		}
	}
	for _, o := range x.each(m, args) {
		inner := moment{path: o.path}
		for i, v := range fn.defaults {
			inner = inner.set(names[len(names)-len(fn.defaults)+i], v)
		}
		for i, v := range x.unchangeable(o.all) { // as the caller has lists, too
			inner = inner.set(names[of[i]], v)
		}
		returned := x.body(inner, fn.def)
		if len(returned) > 1 && allBools(returned) {
			returned = x.gathered(inner, returned)
		}
		for _, r := range returned {
			all = append(all, outcome{moment{o.vars, r.path}, r.v})
		}
	}
	return all
}

// body runs a function and returns what it returns.
func (x *translation) body(m moment, def *lang.Syntax) []outcome {
	outer := x.scope
	defer func() { x.scope = outer }()
	x.scope = lang.Assigned(def.Kids[1])
	for _, p := range def.Kids[0].Kids {
		x.scope[p.Name] = true
	}
	if def.Kind == "lambda" {
		return x.expr(m, def.Kids[1])
	}
	if !x.known[def] {
		x.known[def] = true
		(&reading{behind: x.readBehind}).block(def.Kids[1], map[string]bool{})
	}
	var returned []outcome
	end := x.block(&flow{returned: &returned}, def.Kids[1], []moment{m})
	for _, m := range end {
		returned = append(returned, outcome{m, nothing{}})
	}
	return returned
}

// method computes a call of a method.
func (x *translation) method(m moment, e, fn *lang.Syntax) (all []outcome) {
	alone := e == x.alone
	for _, o := range x.each(m, append([]*lang.Syntax{fn.Kids[0]}, e.Kids[1:]...)) {
		of, ok := o.all[0].(items)
		if !ok {
			x.refuse(e, "no formula knows %s of %s", fn.Name, kindOf(o.all[0]))
		}
		cells := of.all
		word, isText := text{}, false
		if len(o.all) == 2 {
			word, isText = o.all[1].(text)
		}
		switch {
		case fn.Name == "count" && len(o.all) == 2:
			if isText && len(word.s) != 1 && (of.of == 'r' || of.of == 'g') {
				x.refuse(e, "want one letter, as cells have")
			}
			all = append(all, x.count(o.moment, cells, func(v symbol) cond { return x.compare(e, "==", v, o.all[1]) }))
		case fn.Name == "index" && len(o.all) == 2 && of.of != 'g':
			m, ok := o.moment, true
			for i := 0; i < len(cells) && ok; i++ {
				is := x.compare(e, "==", cells[i], o.all[1])
				if there, ok := x.where(m, is); ok {
					all = append(all, outcome{there, integer(int64(i))})
				}
				m, ok = x.where(m, isNot(is))
			}
			if ok {
				x.failing(m, holds)
			}
		case fn.Name == "append" && len(o.all) == 2 && fn.Kids[0].Kind == "name" && alone:
			x.changing1(o.moment, fn.Kids[0], of, o.all[1])
			grown := x.made(items{of: of.of, id: of.id, all: append(slices.Clip(of.all), o.all[1])})
			all = append(all, outcome{o.set(fn.Kids[0].Name, grown), nothing{}})
		default:
			x.refuse(e, "no formula knows %s here", fn.Name)
		}
	}
	return all
}

// builtIn computes functions that every file finds defined.
func (x *translation) builtIn(m moment, e *lang.Syntax, name string, args []symbol) []outcome {
	want := func(least, most int) {
		if len(args) < least || len(args) > most {
			x.refuse(e, "no formula knows %s of %d arguments", name, len(args))
		}
	}
	sequenceOf := func(i int) []symbol { return x.elements(e.Kids[min(i+1, len(e.Kids)-1)], args[i]) }
	switch name {
	case "len":
		want(1, 1)
		return one(m, integer(int64(len(sequenceOf(0)))))
	case "min", "max":
		if len(args) == 1 {
			args = sequenceOf(0)
		}
		if len(args) == 0 {
			x.failing(m, holds)
			return nil
		}
		return x.extremes(m, e, name == "max", args)
	case "abs":
		want(1, 1)
		var all []outcome
		for _, o := range x.number(m, e, args[0]) {
			t := o.v.(number).t
			if m, ok := x.where(o.moment, isAtMost(automata.Term{}, t)); ok {
				all = append(all, outcome{m, number{t}})
			}
			if m, ok := x.where(o.moment, isNot(isAtMost(automata.Term{}, t))); ok {
				all = append(all, outcome{m, number{x.fits(e, t.Times(-1))}})
			}
		}
		return all
	case "sum":
		want(1, 1)
		return folded(one(m, integer(0)), sequenceOf(0), func(s outcome, v symbol) []outcome { return x.operate(s.moment, e, "+", s.v, v) })
	case "any", "all":
		want(1, 1)
		var each []cond
		for _, v := range sequenceOf(0) {
			each = append(each, x.truth(e, v))
		}
		if name == "any" {
			return one(m, verdict{m.path.simplify(anyOf(each...))})
		}
		return one(m, verdict{m.path.simplify(allOf(each...))})
	case "bool":
		want(1, 1)
		return one(m, verdict{x.truth(e, args[0])})
	case "int":
		want(1, 1)
		if v, ok := args[0].(verdict); ok {
			m, t := x.indicator(m, v.c)
			return one(m, number{t})
		}
		return x.number(m, e, args[0])
	case "list", "tuple":
		want(0, 1)
		var all []symbol
		if len(args) == 1 {
			all = slices.Clone(sequenceOf(0))
		}
		return one(m, x.sequence(name[0], all))
	case "reversed":
		want(1, 1)
		all := slices.Clone(sequenceOf(0))
		slices.Reverse(all)
		return one(m, x.sequence('l', all))
	case "enumerate":
		want(1, 2)
		first, ok := int64(0), true
		if len(args) == 2 {
			first, ok = constant(args[1])
		}
		if !ok || first > 1<<40 {
			x.refuse(e, "no formula counts from there")
		}
		var all []symbol
		for i, v := range sequenceOf(0) {
			all = append(all, x.made(items{of: 't', all: []symbol{integer(first + int64(i)), v}}))
		}
		return one(m, x.sequence('l', all))
	case "zip":
		var all []symbol
		for i := 0; len(args) > 0; i++ {
			var line []symbol
			for j := range args {
				if column := sequenceOf(j); i < len(column) {
					line = append(line, column[i])
				}
			}
			if len(line) < len(args) {
				break
			}
			all = append(all, x.made(items{of: 't', all: line}))
		}
		return one(m, x.sequence('l', all))
	case "sorted":
		want(1, 1)
		var all []outcome
		for _, o := range x.sorted(m, e, sequenceOf(0)) {
			all = append(all, outcome{o.moment, x.sequence('l', o.all)})
		}
		return all
	case "range":
		want(1, 3)
		return x.spans(m, e, args)
	case "fill":
		want(2, 3)
		sides := []int{1, 1}
		for i, v := range args[1:] {
			n, ok := constant(v)
			if !ok || n < 0 || n > mostUnrolled {
				x.refuse(e, "a row of as many cells as a coordinate says")
			}
			sides[len(sides)-len(args)+1+i] = int(n)
		}
		x.spend(sides[0] * sides[1])
		cells := slices.Repeat([]symbol{args[0]}, sides[0]*sides[1])
		if len(args) == 3 {
			return one(m, x.grid(sides[0], sides[1], cells))
		}
		return one(m, x.made(items{of: 'r', all: cells}))
	case "put":
		return x.put(m, e, args)
	case "cut":
		want(5, 5)
		g, ok := args[0].(items)
		ok = ok && g.of == 'g'
		var at [4]int
		for i := range at {
			n, is := constant(args[i+1])
			ok = ok && is && -mostUnrolled < n && n < mostUnrolled
			at[i] = int(n)
		}
		if !ok {
			x.refuse(e, "no formula cuts this")
		}
		if at[0] < 0 || at[1] < 0 || at[2] < 0 || at[3] < 0 || at[0]+at[2] > g.height || at[1]+at[3] > g.width {
			x.failing(m, holds)
			return nil
		}
		var cells []symbol
		for r := range at[2] {
			cells = append(cells, g.all[(at[0]+r)*g.width+at[1]:][:at[3]]...)
		}
		return one(m, x.grid(at[2], at[3], cells))
	case "inside":
		want(2, 3)
		if _, ok := args[0].(items); !ok {
			x.refuse(e, "want a row or a grid, not %s", kindOf(args[0]))
		}
		bounds := []int{len(sequenceOf(0))}
		if g, ok := args[0].(items); ok && g.of == 'g' {
			bounds = []int{g.height, g.width}
		}
		want(len(bounds)+1, len(bounds)+1)
		var in []cond
		for i, most := range bounds {
			in = append(in, x.compare(e, "<=", integer(0), args[i+1]), x.compare(e, "<", args[i+1], integer(int64(most))))
		}
		return one(m, verdict{m.path.simplify(allOf(in...))})
	case "copies":
		want(2, 2)
		n, ok := constant(args[0])
		if _, again := args[1].(several); !ok || again || n < 0 {
			x.refuse(e, "leaves as many components as a coordinate says, or none at all")
		}
		return one(m, several{n, args[1]})
	case "fail":
		x.failing(m, holds)
		return nil
	case "print":
		return one(m, nothing{})
	}
	x.refuse(e.Kids[0], "no formula knows this function")
	return nil
}

// spans is range(…).
func (x *translation) spans(m moment, e *lang.Syntax, args []symbol) (all []outcome) {
	lo, hi, step := integer(0), args[0], int64(1)
	if len(args) > 1 {
		lo, hi = args[0], args[1]
	}
	if len(args) > 2 {
		n, ok := constant(args[2])
		if !ok {
			x.refuse(e, "no formula goes by steps that vary")
		}
		if n == 0 {
			x.failing(m, holds)
			return nil
		}
		step = n
	}
	now := []outcome{{m, lo}}
	if v, ok := lo.(extreme); !ok || step != 1 || !v.greatest {
		now = x.number(m, e, lo)
	}
	for _, from := range now {
		to := []outcome{{from.moment, hi}}
		if !isOpen(hi) {
			to = x.number(from.moment, e, hi)
		}
		for _, to := range to {
			all = append(all, outcome{to.moment, spanOf{from.v, to.v, step}})
		}
	}
	return all
}
