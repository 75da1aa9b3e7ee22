package certificate

// This file holds how the walk evaluates expressions. An expression may have several
// values, each on its own path: min(x, y) is x where x <= y, and y elsewhere.

import (
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
