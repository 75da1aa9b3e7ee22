package lang

// This file holds the compiler's calls: of functions of the file, and which other
// functions there are, that compile_builtin.go and compile_move.go compile.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// callStatement compiles a call whose value nobody wants: of move and its kin,
// of a method that changes a list, or of a function.
func (c *compiler) callStatement(s *registers, n *syntax.CallExpr) (statement, bool) {
	switch fn := n.Fn.(type) {
	case *syntax.DotExpr:
		if fn.Name.Name == "append" {
			return c.appendTo(s, n, fn), true
		}
	case *syntax.Ident:
		switch name, _ := predeclared(n); name {
		case "move", "part":
			return c.emit(s, n), true
		case "move_sum":
			return c.emitSum(s, n), true
		case "win", "draw", "lose":
			how := endings[name]
			return func(m *Machine) flow {
				m.out.End(how)
				return onward
			}, true
		}
		if fn := c.code.globalFunction(fn); fn != nil {
			run, _ := c.call(s, n, fn)
			return run, true
		}
	}
	return nil, false
}

// appendTo compiles list.append(x).
func (c *compiler) appendTo(s *registers, n *syntax.CallExpr, d *syntax.DotExpr) statement {
	x := c.expr(s, n.Args[0])
	at, value, capacity := c.target(s, d.X).at, x.scalar(), int64(c.capacity)
	return func(m *Machine) flow {
		e := value(m)
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

// globalFunction returns the function of the file that a name stands for, or nil.
func (f *Code) globalFunction(id *syntax.Ident) *Function {
	if b := id.Binding.(*resolve.Binding); b.Scope == resolve.Global && f.globals[b.Index].Kind == FunctionKind {
		return f.globals[b.Index].x.(*Function)
	}
	return nil
}

// call compiles a call of a function of the file. Its result is in its register
// when the statement has run.
func (c *compiler) call(s *registers, n *syntax.CallExpr, fn *Function) (statement, *compiled) {
	var args []operand
	for _, a := range n.Args {
		args = append(args, c.expr(s, a))
	}
	done, ok := c.done[fn.def]
	if !ok {
		done = c.function(fn, nil)
	}
	var takes, gives []statement
	for i, x := range args {
		// Arguments wait in rooms of their own: those behind may call the same
		// function.
		room := c.variableOf("", x.t)
		takes = append(takes, c.store(n, room, x, false))
		gives = append(gives, c.store(nil, done.vars[i], reading(room), false))
	}
	body, cost := done.body, int(fn.cost)
	return func(m *Machine) flow {
		for _, st := range takes {
			st(m)
		}
		for _, st := range gives {
			st(m)
		}
		if !m.spend(n, cost) {
			return stopping
		}
		body(m)
		return onward
	}, done
}

// callExpr compiles a call whose value is wanted.
func (c *compiler) callExpr(s *registers, n *syntax.CallExpr) operand {
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return c.methodExpr(s, n)
	}
	if fn := c.code.globalFunction(id); fn != nil {
		run, done := c.call(s, n, fn)
		// The result is taken at once: the next call overwrites it.
		result := reading(&variable{t: done.result, at: done.at})
		if done.result.isScalar() {
			at := done.at
			return scalar(func(m *Machine) int64 {
				run(m)
				return m.r[at]
			})
		}
		write := result.write
		return writing(func(m *Machine, dst []int64) int {
			run(m)
			return write(m, dst)
		})
	}
	if id.Name == "put" {
		return c.putExpr(s, n)
	}
	var args []operand
	for _, a := range n.Args {
		args = append(args, c.expr(s, a))
	}
	switch id.Name {
	case "min", "max":
		return c.extreme(n, id.Name, args)
	case "abs":
		f := args[0].scalar()
		return scalar(func(m *Machine) int64 {
			v, wrong := core.AbsOf(f(m))
			if wrong != core.NoFault {
				return m.fail(n, "%v", wrong)
			}
			return v
		})
	case "len", "sum", "any", "all":
		return c.overRow(n, id.Name, args[0])
	case "fill":
		return c.fillExpr(n, args)
	case "cut":
		return c.cutExpr(n, args)
	case "inside":
		return c.insideExpr(args)
	}
	return c.rowFrom(n, id.Name, args[0])
}
