package rules

// This file holds the compiler's expressions of one integer, bool or letter.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// An operand is a compiled expression. A scalar has f; a row, list or grid
// writes its cells where it is told to, a grid behind its height and width, and
// has a view where they lie somewhere already.
type operand struct {
	t       valueType
	f       func(m *machine) int64
	isConst bool
	n       int64 // of a constant
	reg     int   // where the scalar is kept, or -1
	of      *variable
	write   func(m *machine, dst []int64) int // how many, or -1 when it stops
	view    func(m *machine) []int64
	table   *tableOf
}

// A tableOf is a constant list of lists: where each begins, and its length.
type tableOf struct {
	lines [][2]int
	tuple bool // each line is one
}

func (t *tableOf) lineType() valueType {
	if t.tuple {
		return valueType{kind: rowType, of: intType, origin: aTuple}
	}
	return valueType{kind: listType, of: intType, origin: aConstant}
}

// scalar returns the code of a scalar.
func (x *operand) scalar() func(m *machine) int64 {
	switch {
	case x.isConst:
		n := x.n
		return func(*machine) int64 { return n }
	case x.reg >= 0:
		at := x.reg
		return func(m *machine) int64 { return m.r[at] }
	}
	return x.f
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func code(t typeKind, f func(m *machine) int64) operand {
	return operand{t: valueType{kind: t}, f: f, reg: -1}
}

// reading returns a variable as an operand.
func reading(v *variable) operand {
	at := v.at
	var x operand
	switch {
	case v.t.isScalar():
		x = operand{t: v.t, reg: at}
	case v.t.isRow():
		x = viewing(v.t, func(m *machine) []int64 { return m.r[at+1 : at+1+int(m.r[at])] })
	default:
		x = viewing(v.t, func(m *machine) []int64 { return m.r[at : at+2+int(m.r[at]*m.r[at+1])] })
	}
	x.of = v
	return x
}

// viewing returns the operand whose cells a view shows.
func viewing(t valueType, view func(m *machine) []int64) operand {
	return operand{t: t, reg: -1, view: view, write: func(m *machine, dst []int64) int {
		cells := view(m)
		if len(cells) > len(dst) {
			return m.spill()
		}
		return copy(dst, cells)
	}}
}

func (c *compiler) expr(s *scope, e syntax.Expr) operand {
	if c.refused != nil {
		return operand{reg: -1}
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.expr(s, e.X)
	case *syntax.Literal:
		switch v := e.Value.(type) {
		case int64:
			return constant(intType, v)
		case string:
			return c.text(e, v)
		}
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
		return c.display(s, e, e.List, listType)
	case *syntax.TupleExpr:
		return c.display(s, e, e.List, rowType)
	case *syntax.Comprehension:
		return c.comprehension(s, e)
	case *syntax.DotExpr:
		x := c.expr(s, e.X)
		if c.refused == nil && x.t.kind == gridType && x.view != nil && (e.Name.Name == "height" || e.Name.Name == "width") {
			i := int(boolInt(e.Name.Name == "width"))
			if x.of != nil {
				return operand{t: valueType{kind: intType}, reg: x.of.at + i}
			}
			view := x.view
			return code(intType, func(m *machine) int64 {
				if v := view(m); len(v) > i {
					return v[i]
				}
				return 0
			})
		}
		return c.refuse(e, "%s of %s", e.Name.Name, article(x.t))
	case *syntax.LambdaExpr:
		return c.refuse(e, "a function in a function")
	case *syntax.DictExpr:
		return c.refuse(e, "a dict")
	}
	return c.refuse(e, "an expression of this kind")
}

// name compiles a variable or a constant.
func (c *compiler) name(s *scope, id *syntax.Ident) operand {
	if i, ok := c.local(id); ok {
		v := s.vars[i]
		if v == nil || !s.assigned[i] {
			return c.refuse(id, "may be used before it has a value")
		}
		return reading(v)
	}
	if c.refused != nil {
		return operand{reg: -1}
	}
	switch b := id.Binding.(*resolve.Binding); b.Scope {
	case resolve.Global:
		return c.constantOf(id, c.file.globals[b.Index])
	case resolve.Predeclared:
		return c.constantOf(id, c.file.words.universe[id.Name])
	}
	return c.refuse(id, "a name of this kind")
}

func (c *compiler) unary(s *scope, e *syntax.UnaryExpr) operand {
	if e.Op == syntax.NOT {
		cond := c.condition(s, e.X)
		return code(boolType, func(m *machine) int64 { return boolInt(!cond(m)) })
	}
	x := c.expr(s, e.X)
	if c.refused != nil {
		return x
	}
	if x.t.kind != intType {
		return c.refuse(e, "%v of %s", e.Op, article(x.t))
	}
	f := x.scalar()
	switch e.Op {
	case syntax.MINUS:
		if v, wrong := sub(0, x.n); x.isConst && wrong == noFault {
			return constant(intType, v)
		}
		return code(intType, func(m *machine) int64 {
			v, wrong := sub(0, f(m))
			if wrong != noFault {
				return m.fail(e, "%v", wrong)
			}
			return v
		})
	case syntax.TILDE:
		return code(intType, func(m *machine) int64 { return ^f(m) })
	}
	return x
}

func (c *compiler) binary(s *scope, e *syntax.BinaryExpr) operand {
	switch e.Op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.IN, syntax.NOT_IN:
		cond := c.condition(s, e)
		return code(boolType, func(m *machine) int64 { return boolInt(cond(m)) })
	case syntax.AND, syntax.OR:
		return c.both(s, e)
	}
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if c.refused != nil {
		return x
	}
	return c.binaryOf(e, e.Op, x, y)
}

// both compiles x and y, x or y, as values.
func (c *compiler) both(s *scope, e *syntax.BinaryExpr) operand {
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if c.refused != nil {
		return x
	}
	if x.t.kind != y.t.kind || x.t.kind != intType && x.t.kind != boolType {
		if x.t.kind == boolType || y.t.kind == boolType {
			return c.refuse(e, "%v of %s and %s", e.Op, article(x.t), article(y.t))
		}
		return c.refuse(e, "%v of values that are no bools", e.Op)
	}
	f, g, stopAt := x.scalar(), y.scalar(), e.Op == syntax.OR
	return code(x.t.kind, func(m *machine) int64 {
		v := f(m)
		if m.stopped || (v != 0) == stopAt {
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
	if x.isConst && y.isConst && op != syntax.SLASH {
		if v, wrong := integerOp(op, x.n, y.n); wrong == noFault {
			return constant(intType, v)
		}
	}
	f, g := x.scalar(), y.scalar()
	switch op {
	case syntax.PLUS:
		switch {
		case x.reg >= 0 && y.isConst:
			at, b := x.reg, y.n
			return code(intType, func(m *machine) int64 {
				a := m.r[at]
				v := a + b
				if (v^a)&(v^b) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		case x.reg >= 0 && y.reg >= 0:
			at, bt := x.reg, y.reg
			return code(intType, func(m *machine) int64 {
				a, b := m.r[at], m.r[bt]
				v := a + b
				if (v^a)&(v^b) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		}
		return code(intType, func(m *machine) int64 {
			a, b := f(m), g(m)
			v := a + b
			if (v^a)&(v^b) < 0 {
				return m.arithmetic(n, overflow, a, op, b)
			}
			return v
		})
	case syntax.MINUS:
		switch {
		case x.reg >= 0 && y.isConst:
			at, b := x.reg, y.n
			return code(intType, func(m *machine) int64 {
				a := m.r[at]
				v := a - b
				if (a^b)&(v^a) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		case x.reg >= 0 && y.reg >= 0:
			at, bt := x.reg, y.reg
			return code(intType, func(m *machine) int64 {
				a, b := m.r[at], m.r[bt]
				v := a - b
				if (a^b)&(v^a) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		}
		return code(intType, func(m *machine) int64 {
			a, b := f(m), g(m)
			v := a - b
			if (a^b)&(v^a) < 0 {
				return m.arithmetic(n, overflow, a, op, b)
			}
			return v
		})
	case syntax.STAR:
		return c.checked(n, op, f, g, mul)
	case syntax.SLASHSLASH:
		return c.checked(n, op, f, g, floorDiv)
	case syntax.PERCENT:
		return c.checked(n, op, f, g, floorMod)
	case syntax.LTLT:
		return c.checked(n, op, f, g, shiftLeft)
	case syntax.GTGT:
		return c.checked(n, op, f, g, shiftRight)
	case syntax.AMP:
		return code(intType, func(m *machine) int64 { return f(m) & g(m) })
	case syntax.PIPE:
		return code(intType, func(m *machine) int64 { return f(m) | g(m) })
	case syntax.CIRCUMFLEX:
		return code(intType, func(m *machine) int64 { return f(m) ^ g(m) })
	}
	return c.refuse(n, "%v of integers", op)
}

// checked compiles an operator that may fail.
func (c *compiler) checked(n syntax.Node, op syntax.Token, f, g func(m *machine) int64, do func(a, b int64) (int64, fault)) operand {
	return code(intType, func(m *machine) int64 {
		a, b := f(m), g(m)
		if m.stopped {
			return 0
		}
		v, wrong := do(a, b)
		if wrong != noFault {
			return m.arithmetic(n, wrong, a, op, b)
		}
		return v
	})
}

// choice compiles x if cond else y.
func (c *compiler) choice(s *scope, e *syntax.CondExpr) operand {
	cond := c.condition(s, e.Cond)
	x, y := c.expr(s, e.True), c.expr(s, e.False)
	if c.refused != nil {
		return x
	}
	if x.t.isRow() && y.t.isRow() && x.t.kind == y.t.kind && !x.t.isText() && !y.t.isText() {
		if x.t.of == noType {
			x.t.of = y.t.of
		}
		if y.t.of == noType || y.t.of == x.t.of {
			a, b := x.write, y.write
			return operand{t: valueType{kind: x.t.kind, of: x.t.of}, reg: -1, write: func(m *machine, dst []int64) int {
				from := b
				if cond(m) {
					from = a
				}
				n := from(m, dst)
				if n < 0 || m.stopped || !m.spend(e, n) {
					return -1
				}
				return n
			}}
		}
	}
	if x.t.kind != y.t.kind || !x.t.isScalar() {
		return c.refuse(e, "%s here and %s there", article(x.t), article(y.t))
	}
	f, g := x.scalar(), y.scalar()
	return code(x.t.kind, func(m *machine) int64 {
		if cond(m) {
			return f(m)
		}
		return g(m)
	})
}
