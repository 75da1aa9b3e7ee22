package lang

// This file holds the compiler's expressions of one integer, bool or letter.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// An operand is a compiled expression. A scalar has f; a row, list or grid
// writes its cells where it is told to, a grid behind its height and width, and
// has a view where they lie somewhere already.
type operand struct {
	t       valueType
	f       func(m *Machine) int64
	isConst bool
	n       int64 // of a constant
	reg     int   // where the scalar is kept, or -1
	of      *variable
	write   func(m *Machine, dst []int64) int // how many, or -1 when it stops
	view    func(m *Machine) []int64
	lines   [][2]int // of a constant list of lists: where each begins, and its length
}

// scalar returns the code of a scalar.
func (x *operand) scalar() func(m *Machine) int64 {
	switch {
	case x.isConst:
		n := x.n
		return func(*Machine) int64 { return n }
	case x.reg >= 0:
		at := x.reg
		return func(m *Machine) int64 { return m.r[at] }
	}
	return x.f
}

// register returns where a scalar is kept, or -1.
func (c *compiler) register(x operand) int {
	if x.isConst {
		return c.keep([]int64{x.n})
	}
	return x.reg
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// scalar returns the operand of an integer, bool or letter.
func scalar(f func(m *Machine) int64) operand { return operand{f: f, reg: -1} }

// writing returns the operand that writes cells.
func writing(write func(m *Machine, dst []int64) int) operand { return operand{reg: -1, write: write} }

// reading returns a variable as an operand.
func reading(v *variable) operand {
	at := v.at
	var x operand
	switch {
	case v.t.isScalar():
		x = operand{reg: at}
	case v.t.isRow():
		x = viewing(func(m *Machine) []int64 { return m.r[at+1 : at+1+int(m.r[at])] })
	default:
		x = viewing(func(m *Machine) []int64 { return m.r[at : at+2+int(m.r[at]*m.r[at+1])] })
	}
	x.t, x.of = v.t, v
	return x
}

// viewing returns the operand whose cells a view shows.
func viewing(view func(m *Machine) []int64) operand {
	return operand{reg: -1, view: view, write: func(m *Machine, dst []int64) int {
		cells := view(m)
		if len(cells) > len(dst) {
			return m.spill()
		}
		return copy(dst, cells)
	}}
}

func (c *compiler) expr(s *registers, e syntax.Expr) operand {
	e = unparen(e)
	x := c.exprCode(s, e)
	x.t = c.exprs[e]
	return x
}

func (c *compiler) exprCode(s *registers, e syntax.Expr) operand {
	switch e := e.(type) {
	case *syntax.Literal:
		if v, ok := e.Value.(string); ok {
			return c.text(v)
		}
		return constant(e.Value.(int64))
	case *syntax.Ident:
		return c.name(s, e)
	case *syntax.UnaryExpr:
		return c.unary(s, e)
	case *syntax.BinaryExpr:
		return c.binary(s, e)
	case *syntax.CondExpr:
		return c.choice(s, e)
	case *syntax.IndexExpr:
		return c.index(s, e)
	case *syntax.SliceExpr:
		return c.slice(s, e)
	case *syntax.CallExpr:
		return c.callExpr(s, e)
	case *syntax.ListExpr:
		return c.display(s, e.List)
	case *syntax.TupleExpr:
		return c.display(s, e.List)
	case *syntax.Comprehension:
		return c.comprehension(s, e)
	case *syntax.DotExpr:
		return c.side(s, e)
	}
	panic("an expression that the checker refuses")
}

// side compiles grid.height and grid.width.
func (c *compiler) side(s *registers, e *syntax.DotExpr) operand {
	x := c.expr(s, e.X)
	i := int(boolInt(e.Name.Name == "width"))
	if x.of != nil {
		return operand{reg: x.of.at + i}
	}
	view := c.viewed(x)
	return scalar(func(m *Machine) int64 { return view(m)[i] })
}

// name compiles a variable or a constant.
func (c *compiler) name(s *registers, id *syntax.Ident) operand {
	b := id.Binding.(*resolve.Binding)
	switch b.Scope {
	case resolve.Local:
		return reading(s.vars[b.Index])
	case resolve.Global:
		x, ok := c.constants[b.Index]
		if !ok {
			x = c.constantOf(c.code.globals[b.Index])
			c.constants[b.Index] = x
		}
		return x
	}
	return c.constantOf(c.code.words.universe[id.Name])
}

func (c *compiler) unary(s *registers, e *syntax.UnaryExpr) operand {
	if e.Op == syntax.NOT {
		cond := c.condition(s, e.X)
		return scalar(func(m *Machine) int64 { return boolInt(!cond(m)) })
	}
	x := c.expr(s, e.X)
	f := x.scalar()
	switch e.Op {
	case syntax.MINUS:
		if v, wrong := core.Sub(0, x.n); x.isConst && wrong == core.NoFault {
			return constant(v)
		}
		return scalar(func(m *Machine) int64 {
			v, wrong := core.Sub(0, f(m))
			if wrong != core.NoFault {
				return m.fail(e, "%v", wrong)
			}
			return v
		})
	case syntax.TILDE:
		return scalar(func(m *Machine) int64 { return ^f(m) })
	}
	return x
}

func (c *compiler) binary(s *registers, e *syntax.BinaryExpr) operand {
	switch e.Op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.IN, syntax.NOT_IN:
		cond := c.condition(s, e)
		return scalar(func(m *Machine) int64 { return boolInt(cond(m)) })
	case syntax.AND, syntax.OR:
		return c.both(s, e)
	}
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	return c.binaryOf(e, e.Op, x, y)
}

// both compiles x and y, x or y, as values.
func (c *compiler) both(s *registers, e *syntax.BinaryExpr) operand {
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	f, g, stopAt := x.scalar(), y.scalar(), e.Op == syntax.OR
	return scalar(func(m *Machine) int64 {
		v := f(m)
		if (v != 0) == stopAt {
			return v
		}
		return g(m)
	})
}

// binaryOf compiles arithmetic, and sums and multiples of rows.
func (c *compiler) binaryOf(n syntax.Node, op syntax.Token, x, y operand) operand {
	if x.t.kind != intType || y.t.kind != intType {
		return c.binaryOfRows(n, op, x, y)
	}
	if x.isConst && y.isConst {
		if v, wrong := core.IntegerOp(opOf(op), x.n, y.n); wrong == core.NoFault {
			return constant(v)
		}
	}
	if at, bt := c.register(x), c.register(y); at >= 0 && bt >= 0 && (op == syntax.PLUS || op == syntax.MINUS) {
		return c.sum(n, op, at, bt)
	}
	f, g := x.scalar(), y.scalar()
	switch op {
	case syntax.PLUS:
		return c.checked(n, op, f, g, core.Add)
	case syntax.MINUS:
		return c.checked(n, op, f, g, core.Sub)
	case syntax.STAR:
		return c.checked(n, op, f, g, core.Mul)
	case syntax.SLASHSLASH:
		return c.checked(n, op, f, g, core.FloorDiv)
	case syntax.PERCENT:
		return c.checked(n, op, f, g, core.FloorMod)
	case syntax.LTLT:
		return c.checked(n, op, f, g, core.ShiftLeft)
	case syntax.GTGT:
		return c.checked(n, op, f, g, core.ShiftRight)
	case syntax.AMP:
		return scalar(func(m *Machine) int64 { return f(m) & g(m) })
	case syntax.PIPE:
		return scalar(func(m *Machine) int64 { return f(m) | g(m) })
	default: // ^
		return scalar(func(m *Machine) int64 { return f(m) ^ g(m) })
	}
}

// sum compiles x + y and x - y of registers, which are most of the arithmetic of moves.
func (c *compiler) sum(n syntax.Node, op syntax.Token, at, bt int) operand {
	if op == syntax.PLUS {
		return scalar(func(m *Machine) int64 {
			v, wrong := core.Add(m.r[at], m.r[bt])
			if wrong != core.NoFault {
				return m.arithmetic(n, wrong, m.r[at], op, m.r[bt])
			}
			return v
		})
	}
	return scalar(func(m *Machine) int64 {
		v, wrong := core.Sub(m.r[at], m.r[bt])
		if wrong != core.NoFault {
			return m.arithmetic(n, wrong, m.r[at], op, m.r[bt])
		}
		return v
	})
}

// checked compiles an operator that may fail.
func (c *compiler) checked(n syntax.Node, op syntax.Token, f, g func(m *Machine) int64, do func(a, b int64) (int64, core.Fault)) operand {
	return scalar(func(m *Machine) int64 {
		a, b := f(m), g(m)
		v, wrong := do(a, b)
		if wrong != core.NoFault {
			return m.arithmetic(n, wrong, a, op, b)
		}
		return v
	})
}

// choice compiles x if cond else y.
func (c *compiler) choice(s *registers, e *syntax.CondExpr) operand {
	cond := c.condition(s, e.Cond)
	x, y := c.expr(s, e.True), c.expr(s, e.False)
	if x.t.isRow() {
		return writing(func(m *Machine, dst []int64) int {
			from := y.write
			if cond(m) {
				from = x.write
			}
			n := from(m, dst)
			if !m.spend(e, n) {
				return 0
			}
			return n
		})
	}
	f, g := x.scalar(), y.scalar()
	return scalar(func(m *Machine) int64 {
		if cond(m) {
			return f(m)
		}
		return g(m)
	})
}
