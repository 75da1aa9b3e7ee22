package certificate

// This file holds how the walk evaluates expressions. An expression may have several
// values, each on its own path: min(x, y) is x where x <= y, and y elsewhere.

import (
	"fmt"
	"slices"

	"grundy/rules/lang"
)

// A receiver takes a value and the path that leads to it.
type receiver func(p *path, v val) error

func (w *walker) eval(p *path, e *lang.Syntax, then receiver) error {
	if err := w.spend(e, 0); err != nil {
		return err
	}
	return w.evalKind(p, e, func(p *path, v val) error {
		if err := w.spend(e, v.weight()); err != nil {
			return err
		}
		return then(p, v)
	})
}

func (w *walker) evalKind(p *path, e *lang.Syntax, then receiver) error {
	switch e.Kind {
	case "none":
		return then(p, none)
	case "int":
		return then(p, number(e.Int))
	case "text":
		return then(p, val{is: 's', text: e.Text})
	case "name":
		v, ok := p.names[e.Name]
		switch {
		case !ok:
			return failAt(e, "%q has no value here", e.Name)
		case v.is == '?':
			return failAt(e, "the verifier does not know the value of %q: %s", e.Name, v.text)
		}
		return then(p, v)
	case "list", "tuple":
		return w.evalAll(p, e.Kids, func(p *path, vs []val) error { return then(p, listOf(vs)) })
	case "unary":
		return w.eval(p, e.Kids[0], func(p *path, v val) error {
			if e.Name == "not" {
				f, err := condition(e, v)
				if err != nil {
					return err
				}
				return then(p, truthOf(not(f)))
			}
			sign := map[string]int64{"-": -1, "+": 1}[e.Name]
			t, ok := constant(0).plus(sign, v.t)
			if v.is != 'i' || sign == 0 || !ok {
				return failAt(e, "the verifier does not read %s here", e.Name)
			}
			return then(p, val{is: 'i', t: t})
		})
	case "binary":
		if e.Name == "and" || e.Name == "or" {
			return w.connect(p, e, then)
		}
		return w.eval(p, e.Kids[0], func(p *path, x val) error {
			return w.eval(p, e.Kids[1], func(p *path, y val) error { return w.operate(p, e, x, y, then) })
		})
	case "choice":
		return w.decide(p, e.Kids[0], func(p *path, holds bool) error {
			if holds {
				return w.eval(p, e.Kids[1], then)
			}
			return w.eval(p, e.Kids[2], then)
		})
	case "index":
		return w.evalAll(p, e.Kids, func(p *path, vs []val) error {
			i, err := w.index(e, vs[0], vs[1])
			if err != nil {
				return err
			}
			return then(p, vs[0].list[i])
		})
	case "slice":
		return w.slice(p, e, then)
	case "comprehension":
		return w.comprehend(p, e, 1, func(p *path, vs []val) error { return then(p, listOf(vs)) })
	case "lambda":
		body := &lang.Syntax{Kind: "block", Kids: []*lang.Syntax{{Kind: "return", Kids: e.Kids[1:], At: e.At}}}
		return then(p, val{is: 'f', text: "lambda", def: &lang.Syntax{Kind: "def", Name: "lambda", Kids: []*lang.Syntax{e.Kids[0], body}, At: e.At}})
	case "call":
		return w.evalCall(p, e, then)
	}
	return failAt(e, "the verifier does not read this (%s)", e.Kind)
}

// evalAll evaluates several expressions in turn.
func (w *walker) evalAll(p *path, es []*lang.Syntax, then func(*path, []val) error) error {
	return w.evalNext(p, es, nil, then)
}

func (w *walker) evalNext(p *path, es []*lang.Syntax, done []val, then func(*path, []val) error) error {
	if len(es) == 0 {
		return then(p, done)
	}
	e, star := es[0], es[0].Kind == "star"
	if star {
		e = e.Kids[0]
	}
	return w.eval(p, e, func(p *path, v val) error {
		if !star {
			return w.evalNext(p, es[1:], append(slices.Clip(done), v), then)
		}
		items, ok := v.items()
		if !ok {
			return failAt(e, "the verifier wants a list of known length")
		}
		return w.evalNext(p, es[1:], append(slices.Clip(done), items...), then)
	})
}

// connect evaluates and, or. The second is evaluated where the first does not decide. If
// that has one value and asks nothing more, both become one formula.
func (w *walker) connect(p *path, e *lang.Syntax, then receiver) error {
	return w.eval(p, e.Kids[0], func(p *path, x val) error {
		f, err := condition(e.Kids[0], x)
		if err != nil {
			return err
		}
		goes := f
		if e.Name == "or" {
			goes = not(f)
		}
		on := p.and(goes)
		if on == nil {
			return then(p, x)
		}
		type result struct {
			p *path
			v val
		}
		var results []result
		err = w.eval(on, e.Kids[1], func(q *path, v val) error {
			results = append(results, result{q, v})
			return nil
		})
		if err != nil {
			return err
		}
		if len(results) == 1 && results[0].p == on && results[0].v.is == 'b' && x.is == 'b' {
			if e.Name == "or" {
				return then(p, truthOf(some(f, results[0].v.f)))
			}
			return then(p, truthOf(all(f, results[0].v.f)))
		}
		if q := p.and(not(goes)); q != nil {
			if x.is == 'b' { // it is known here
				x = truthOf(decided(e.Name == "or"))
			}
			if err := then(q, x); err != nil {
				return err
			}
		}
		for _, r := range results {
			if err := then(r.p, r.v); err != nil {
				return err
			}
		}
		return nil
	})
}

// index returns the place of a list that a known integer means.
func (w *walker) index(e *lang.Syntax, list, i val) (int, error) {
	if list.is != 'l' || i.is != 'i' || !i.t.isConstant() {
		return 0, failAt(e, "the verifier wants a list and a place in it that is known")
	}
	at := i.t.more
	if at < 0 {
		at += int64(len(list.list))
	}
	if at < 0 || at >= int64(len(list.list)) {
		return 0, failAt(e, "there is no place %d among %d", i.t.more, len(list.list))
	}
	return int(at), nil
}

func (w *walker) slice(p *path, e *lang.Syntax, then receiver) error {
	return w.evalAll(p, e.Kids, func(p *path, vs []val) error {
		if vs[0].is != 'l' || vs[3].is != 'n' {
			return failAt(e, "the verifier wants a list, and no step")
		}
		n := len(vs[0].list)
		ends := [2]int{0, n}
		for i, v := range vs[1:3] {
			if v.is == 'n' {
				continue
			}
			if v.is != 'i' || !v.t.isConstant() {
				return failAt(e, "the verifier wants ends that are known")
			}
			at := v.t.more
			if at < 0 {
				at += int64(n)
			}
			ends[i] = int(max(0, min(at, int64(n))))
		}
		return then(p, listOf(slices.Clone(vs[0].list[ends[0]:max(ends[0], ends[1])])))
	})
}

// comprehend makes the list of a comprehension from its i-th part on.
func (w *walker) comprehend(p *path, e *lang.Syntax, i int, then func(*path, []val) error) error {
	if i == len(e.Kids) {
		return w.eval(p, e.Kids[0], func(p *path, v val) error { return then(p, []val{v}) })
	}
	part := e.Kids[i]
	if part.Kind == "if" {
		return w.decide(p, part.Kids[0], func(p *path, holds bool) error {
			if !holds {
				return then(p, nil)
			}
			return w.comprehend(p, e, i+1, then)
		})
	}
	return w.eval(p, part.Kids[1], func(p *path, over val) error {
		items, ok := over.items()
		if !ok || len(items) > mostTurns {
			return failAt(part.Kids[1], "the verifier reads comprehensions over lists of known length")
		}
		before := p.names
		var turn func(p *path, items, done []val) error
		turn = func(p *path, items, done []val) error {
			if len(items) == 0 {
				return then(&path{before, p.guards, p.bound}, done)
			}
			return w.assign(p, part.Kids[0], items[0], func(p *path) error {
				return w.comprehend(p, e, i+1, func(p *path, vs []val) error {
					if err := w.spend(e, listOf(done).size+listOf(vs).size); err != nil {
						return err
					}
					return turn(p, items[1:], append(slices.Clip(done), vs...))
				})
			})
		}
		return turn(p, items, nil)
	})
}

// operate evaluates an operator but and, or, not.
func (w *walker) operate(p *path, e *lang.Syntax, x, y val, then receiver) error {
	switch e.Name {
	case "==", "!=":
		f, err := equalValues(e, x, y)
		if err != nil {
			return err
		}
		if e.Name == "!=" {
			f = not(f)
		}
		return then(p, truthOf(f))
	case "in", "not in":
		items, ok := y.items()
		if !ok {
			return failAt(e, "the verifier wants a list of known length")
		}
		f := no
		for _, item := range items {
			g, err := equalValues(e, x, item)
			if err != nil {
				return err
			}
			f = some(f, g)
		}
		if e.Name == "not in" {
			f = not(f)
		}
		return then(p, truthOf(f))
	}
	switch {
	case x.is == 'l' && y.is == 'l' && e.Name == "+":
		return then(p, listOf(slices.Concat(x.list, y.list)))
	case x.is == 'l' && y.is == 'i' && e.Name == "*" && y.t.isConstant() && y.t.more < mostTurns:
		if err := w.spend(e, int(max(y.t.more, 0))*(x.size+1)); err != nil {
			return err
		}
		return then(p, listOf(slices.Repeat(x.list, int(max(y.t.more, 0)))))
	case x.is == 's':
		return then(p, val{is: 's', text: "?"}) // a message
	case x.is != 'i' || y.is != 'i':
		return failAt(e, "the verifier does not read %s of these values", e.Name)
	}
	switch e.Name {
	case "<", "<=", ">", ">=":
		if e.Name[0] == '>' {
			x, y = y, x
		}
		d, ok := y.t.plus(-1, x.t)
		if len(e.Name) == 1 {
			d.more--
		}
		if !ok {
			return failAt(e, "a number is too large")
		}
		return then(p, truthOf(isLeast(d)))
	}
	return w.arithmetic(p, e, e.Name, x, y, then)
}

func equalValues(e *lang.Syntax, x, y val) (formula, error) {
	switch {
	case x.is == 'i' && y.is == 'i':
		d, ok := x.t.plus(-1, y.t)
		if !ok {
			return no, failAt(e, "a number is too large")
		}
		return isZero(d), nil
	case x.is == 'b' && y.is == 'b':
		return some(all(x.f, y.f), all(not(x.f), not(y.f))), nil
	case x.is == 'l' && y.is == 'l':
		if len(x.list) != len(y.list) {
			return no, nil
		}
		f := yes
		for i := range x.list {
			g, err := equalValues(e, x.list[i], y.list[i])
			if err != nil {
				return no, err
			}
			f = all(f, g)
		}
		return f, nil
	case x.is == 'n' || y.is == 'n':
		return decided(x.is == y.is), nil
	}
	return no, failAt(e, "the verifier does not compare these values")
}

// arithmetic evaluates an operator on integers.
func (w *walker) arithmetic(p *path, e *lang.Syntax, op string, x, y val, then receiver) error {
	large := failAt(e, "a number is too large")
	give := func(t term, ok bool) error {
		if !ok {
			return large
		}
		return then(p, val{is: 'i', t: t})
	}
	known := x.t.isConstant() && y.t.isConstant()
	switch op {
	case "+":
		return give(x.t.plus(1, y.t))
	case "-":
		return give(x.t.plus(-1, y.t))
	case "*":
		if !x.t.isConstant() {
			x, y = y, x
		}
		if !x.t.isConstant() {
			return failAt(e, "the product of two numbers that are not constant is outside the logic")
		}
		return give(constant(0).plus(x.t.more, y.t))
	case "<<":
		if y.t.isConstant() && y.t.more >= 0 && y.t.more <= 30 {
			return give(constant(0).plus(1<<y.t.more, x.t))
		}
		if known && y.t.more >= 0 && y.t.more <= 62 && x.t.more == 1 {
			return give(constant(1<<y.t.more), true)
		}
	case "&", "|", "^":
		if known {
			a, b := x.t.more, y.t.more
			return give(constant(map[string]int64{"&": a & b, "|": a | b, "^": a ^ b}[op]), true)
		}
	case "//", "%", ">>":
		n := y.t.more
		if op == ">>" && y.t.isConstant() && n >= 0 && n <= 30 {
			n = 1 << n
		}
		if !y.t.isConstant() || n <= 0 || n > most {
			return failAt(e, "the verifier reads %s by positive constants only", op)
		}
		if x.t.isConstant() {
			quotient := x.t.more / n
			if x.t.more%n < 0 {
				quotient--
			}
			if op == "%" {
				return give(constant(x.t.more-n*quotient), true)
			}
			return give(constant(quotient), true)
		}
		// The quotient is q, or -q where x is below 0.
		for _, sign := range []int64{1, -1} {
			where := isLeast(x.t)
			if sign < 0 {
				where = not(where)
			}
			q := w.variable()
			rest, ok1 := x.t.plus(-n*sign, variable(q))
			over, ok2 := constant(n-1).plus(-1, rest)
			quotient, ok3 := constant(0).plus(sign, variable(q))
			if !ok1 || !ok2 || !ok3 {
				return large
			}
			if op == "%" {
				quotient = rest
			}
			r := &path{p.names, p.guards, append(slices.Clip(p.bound), q)}
			if x.t.isNatural() {
				where = yes
			}
			if r = r.and(where, isLeast(rest), isLeast(over)); r != nil {
				if err := then(r, val{is: 'i', t: quotient}); err != nil {
					return err
				}
			}
			if x.t.isNatural() {
				break
			}
		}
		return nil
	}
	return failAt(e, "the verifier does not read %s here", op)
}

// evalCall evaluates a call.
func (w *walker) evalCall(p *path, e *lang.Syntax, then receiver) error {
	if e.Kids[0].Kind == "dot" {
		return w.method(p, e, then)
	}
	return w.eval(p, e.Kids[0], func(p *path, fn val) error {
		if fn.is != 'f' {
			return failAt(e, "this is not a function")
		}
		args := e.Kids[1:]
		var named []*lang.Syntax
		for i, a := range args {
			if a.Kind == "named" {
				args, named = args[:i], args[i:]
				break
			}
		}
		if fn.def != nil {
			if len(named) > 0 {
				return failAt(e, "the verifier reads calls without names of parameters")
			}
			return w.evalAll(p, args, func(p *path, vs []val) error { return w.call(p, e, fn.def, vs, then) })
		}
		switch fn.text {
		case "position":
			return w.position(p, e, then)
		case "symmetric", "touching", "example", "equals":
			return then(p, none) // they say nothing of moves
		case "any", "all":
			if len(args) == 1 && args[0].Kind == "comprehension" && len(args[0].Kids) == 2 {
				return w.quantify(p, e, fn.text, args[0], then)
			}
		}
		return w.evalAll(p, args, func(p *path, vs []val) error { return w.builtin(p, e, fn.text, vs, named, then) })
	})
}

// call walks through a function of the file.
func (w *walker) call(p *path, at, def *lang.Syntax, args []val, then receiver) error {
	params := def.Kids[0].Kids
	if len(params) != len(args) {
		return failAt(at, "%s wants %d values", def.Name, len(params))
	}
	if w.depth++; w.depth > 50 {
		return failAt(at, "functions call each other too deep")
	}
	inner := &path{w.top, p.guards, p.bound}
	for i, param := range params {
		if param.Kind != "name" {
			return failAt(param, "the verifier reads parameters without defaults")
		}
		inner = inner.let(param.Name, args[i])
	}
	ends, err := w.block(inner, def.Kids[1].Kids)
	w.depth--
	if err != nil {
		return err
	}
	for _, o := range ends {
		v := none
		switch o.how {
		case returned:
			v = o.v
		case breaks, goesOn:
			return failAt(def, "break and continue stand in loops")
		}
		if err := then(&path{p.names, o.path.guards, o.path.bound}, v); err != nil {
			return err
		}
	}
	return nil
}

// quantify evaluates any and all over a range of unknown length, or over a list.
func (w *walker) quantify(p *path, e *lang.Syntax, which string, c *lang.Syntax, then receiver) error {
	return w.eval(p, c.Kids[1].Kids[1], func(p *path, over val) error {
		name := c.Kids[1].Kids[0]
		// value is the formula of the body with a path of its own.
		body := func(q *path) (formula, error) {
			var ways []formula
			err := w.eval(q, c.Kids[0], func(r *path, v val) error {
				f, err := condition(c.Kids[0], v)
				ways = append(ways, all(r.since(q), f))
				return err
			})
			return some(ways...), err
		}
		if items, ok := over.items(); ok {
			var parts []formula
			for _, item := range items {
				err := w.assign(p, name, item, func(q *path) error {
					f, err := body(q)
					parts = append(parts, f)
					return err
				})
				if err != nil {
					return err
				}
			}
			if which == "any" {
				return then(p, truthOf(some(parts...)))
			}
			return then(p, truthOf(all(parts...)))
		}
		if over.is != 'r' || name.Kind != "name" {
			return failAt(e, "the verifier reads this over ranges and lists only")
		}
		from := over.list[0].t
		w.demand(p, c, isLeast(from), "a range goes below 0")
		v := w.variable()
		in, err := w.between(e, from, over.list[1].t, over.list[2].t.more, v)
		if err != nil {
			return err
		}
		if over.list[2].t.more < 0 {
			return failAt(e, "the verifier wants a rising range here")
		}
		inner := p.let(name.Name, val{is: 'i', t: variable(v)})
		if inner = inner.and(in); inner == nil {
			return then(p, truthOf(decided(which == "all")))
		}
		f, err := body(inner)
		if err != nil {
			return err
		}
		if which == "all" {
			return then(p, truthOf(not(exists([]int{v}, all(in, not(f))))))
		}
		return then(p, truthOf(exists([]int{v}, all(in, f))))
	})
}

// method evaluates the methods of lists that change nothing.
func (w *walker) method(p *path, e *lang.Syntax, then receiver) error {
	return w.eval(p, e.Kids[0].Kids[0], func(p *path, list val) error {
		return w.evalAll(p, e.Kids[1:], func(p *path, vs []val) error {
			if e.Kids[0].Name != "count" || len(vs) != 1 || list.is != 'l' {
				return failAt(e, "the verifier does not read the method %s", e.Kids[0].Name)
			}
			return w.count(p, e, list.list, vs[0], 0, then)
		})
	})
}

// count counts the equal ones, by paths.
func (w *walker) count(p *path, e *lang.Syntax, list []val, v val, found int64, then receiver) error {
	if len(list) == 0 {
		return then(p, number(found))
	}
	f, err := equalValues(e, list[0], v)
	if err != nil {
		return err
	}
	if q := p.and(f); q != nil {
		if err := w.count(q, e, list[1:], v, found+1, then); err != nil {
			return err
		}
	}
	if q := p.and(not(f)); q != nil {
		return w.count(q, e, list[1:], v, found, then)
	}
	return nil
}

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
