package rules

// This file holds the compiler's calls: of functions of the file, and which other
// functions there are, that compile_builtin.go and compile_move.go compile.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// callStatement compiles a call whose value nobody wants: of move and its kin,
// of a method that changes a list, or of a function.
func (c *compiler) callStatement(s *scope, n *syntax.CallExpr) (statement, bool) {
	if d, ok := n.Fn.(*syntax.DotExpr); ok {
		if d.Name.Name == "append" && len(n.Args) == 1 {
			return c.appendTo(s, n, d), true
		}
		return nil, false
	}
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return nil, false
	}
	switch id.Binding.(*resolve.Binding).Scope {
	case resolve.Predeclared:
		switch id.Name {
		case "move", "part":
			if id.Name != c.emits {
				c.refuse(n, "%s in a function that runs for something else", id.Name)
				return nil, true
			}
			s.fn.emits = true
			return c.emit(s, n), true
		case "move_sum":
			if c.emits != "move" {
				c.refuse(n, "move_sum in a function that runs for something else")
				return nil, true
			}
			s.fn.emits = true
			return c.emitSum(s, n), true
		}
	case resolve.Global:
		if fn := c.globalFunction(id); fn != nil {
			run, done := c.call(s, n, fn)
			if c.refused != nil {
				return nil, true
			}
			s.fn.emits = s.fn.emits || done.emits
			return run, true
		}
	}
	return nil, false
}

// appendTo compiles list.append(x).
func (c *compiler) appendTo(s *scope, n *syntax.CallExpr, d *syntax.DotExpr) statement {
	id, ok := unparen(d.X).(*syntax.Ident)
	if !ok {
		c.refuse(n, "append to what is no variable")
		return nil
	}
	x := c.expr(s, n.Args[0])
	if c.refused != nil {
		return nil
	}
	if i, ok := c.local(id); ok && s.vars[i] != nil && s.vars[i].t.kind == listType && s.vars[i].t.origin == ordinary {
		v := s.vars[i]
		if !c.mayChange(s, n, v) {
			return nil
		}
		if v.t.of == x.t.kind && s.assigned[i] {
			at, value, capacity := v.at, x.scalar(), int64(c.capacity)
			return func(m *machine) flow {
				e := value(m)
				if m.stopped {
					return stopping
				}
				length := m.r[at]
				if length >= capacity {
					m.spill()
					return stopping
				}
				m.r[at+1+int(length)] = e
				m.r[at] = length + 1
				return onward
			}
		}
	}
	c.refuse(n, "append of %s", article(x.t))
	return nil
}

// globalFunction returns the function of the file that a name stands for.
func (c *compiler) globalFunction(id *syntax.Ident) *function {
	b := id.Binding.(*resolve.Binding)
	if b.Scope != resolve.Global {
		return nil
	}
	if v := c.file.globals[b.Index]; v.k == functionKind {
		return v.x.(*function)
	}
	return nil
}

// call compiles a call of a function of the file. Its result is in its register
// when the statement has run.
func (c *compiler) call(s *scope, n *syntax.CallExpr, fn *function) (statement, *compiled) {
	def := fn.def
	for _, running := range c.calls {
		if running == def {
			c.refuse(n, "%s calls itself", fn.name)
			return nil, nil
		}
	}
	if len(n.Args) != len(def.Params) || def.HasVarargs || len(fn.defaults) > 0 {
		c.refuse(n, "a call that does not give each parameter one value, in order")
		return nil, nil
	}
	var args []operand
	for _, a := range n.Args {
		switch {
		case namedArgument(a) != nil:
			c.refuse(a, "a call with names of parameters")
			return nil, nil
		case starredArgument(a) != nil:
			c.refuse(a, "a call with *arguments")
			return nil, nil
		}
		x := c.expr(s, a)
		if c.refused != nil {
			return nil, nil
		}
		if x.t.kind == listType || x.t.kind == tableType || x.t.kind == noneType || x.t.isRow() && x.t.of == noType {
			c.refuse(a, "%s as argument", article(x.t))
			return nil, nil
		}
		args = append(args, x)
	}
	done, ok := c.done[def]
	if !ok {
		var params []*variable
		for i, p := range def.Params {
			id, ok := p.(*syntax.Ident)
			if !ok {
				c.refuse(p, "a parameter that is no name")
				return nil, nil
			}
			params = append(params, c.variableOf(id.Name, args[i].t))
		}
		done = c.function(fn, params)
		if c.refused != nil {
			return nil, nil
		}
	}
	var takes []statement
	var rooms []*variable
	for i, x := range args {
		p := done.params[i]
		if p.t != x.t {
			c.refuse(n.Args[i], "%s is %s here and %s elsewhere", p.name, article(x.t), article(p.t))
			return nil, nil
		}
		// Arguments wait in rooms of their own: those behind may call the same
		// function.
		rooms = append(rooms, c.variableOf("", x.t))
		takes = append(takes, c.store(n, rooms[i], x, false))
	}
	var gives []statement
	for i, p := range done.params {
		gives = append(gives, c.store(nil, p, reading(rooms[i]), false))
	}
	body, cost := done.body, fn.cost
	return func(m *machine) flow {
		for _, st := range takes {
			if st(m) != onward {
				return stopping
			}
		}
		for _, st := range gives {
			st(m)
		}
		if m.steps -= cost; m.steps < 0 && !m.more(n) {
			return stopping
		}
		body(m)
		if m.stopped {
			return stopping
		}
		return onward
	}, done
}

// callExpr compiles a call whose value is wanted.
func (c *compiler) callExpr(s *scope, n *syntax.CallExpr) operand {
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return c.methodCall(s, n)
	}
	if fn := c.globalFunction(id); fn != nil {
		run, done := c.call(s, n, fn)
		switch {
		case c.refused != nil:
			return operand{reg: -1}
		case done.emits:
			return c.refuse(n, "a function that states moves inside an expression")
		case done.result.kind == noneType || done.result.kind == noType:
			return c.refuse(n, "the value of a function that has none")
		}
		// The result is taken at once: the next call overwrites it.
		result := reading(&variable{t: done.result, at: done.at})
		if done.result.isScalar() {
			at := done.at
			return code(done.result.kind, func(m *machine) int64 {
				if run(m) != onward {
					return 0
				}
				return m.r[at]
			})
		}
		write := result.write
		return operand{t: done.result, reg: -1, write: func(m *machine, dst []int64) int {
			if run(m) != onward {
				return -1
			}
			return write(m, dst)
		}}
	}
	if b := id.Binding.(*resolve.Binding); b.Scope != resolve.Predeclared {
		return c.refuse(n.Fn, "a call of what is no function of the file")
	}
	for _, a := range n.Args {
		if namedArgument(a) != nil {
			return c.refuse(a, "%s with a named argument", id.Name)
		}
		if starredArgument(a) != nil && id.Name != "put" {
			return c.refuse(a, "%s with *arguments", id.Name)
		}
	}
	switch id.Name {
	case "min", "max":
		return c.extreme(s, n, id.Name)
	case "abs":
		if len(n.Args) == 1 {
			x := c.expr(s, n.Args[0])
			if c.refused == nil && x.t.kind == intType {
				f := x.scalar()
				return code(intType, func(m *machine) int64 {
					v := f(m)
					if v < 0 {
						var wrong fault
						if v, wrong = sub(0, v); wrong != noFault {
							return m.fail(n, "%v", wrong)
						}
					}
					return v
				})
			}
		}
	case "len", "sum", "any", "all":
		if len(n.Args) == 1 {
			return c.overRow(s, n, id.Name)
		}
	case "put":
		return c.putExpr(s, n)
	case "fill":
		return c.fillExpr(s, n)
	case "cut":
		return c.cutExpr(s, n)
	case "inside":
		return c.insideExpr(s, n)
	case "sorted", "reversed", "list", "tuple":
		return c.rowFrom(s, n, id.Name)
	case "range", "enumerate":
		return c.refuse(n, "%s where no loop goes over it", id.Name)
	case "copies":
		return c.refuse(n, "copies where they are no part of move_sum(…)")
	default:
		return c.refuse(n, "%s is not compiled", id.Name)
	}
	if c.refused != nil {
		return operand{reg: -1}
	}
	return c.refuse(n, "%s of these arguments", id.Name)
}
