package lang

// This file holds the compiler's conditions: comparisons, x in row, and what is
// asked only for its truth.

import (
	"slices"

	"go.starlark.net/syntax"
)

// condition compiles what is asked only for its truth.
func (c *compiler) condition(s *registers, e syntax.Expr) func(m *Machine) bool {
	switch e := unparen(e).(type) {
	case *syntax.UnaryExpr:
		if e.Op == syntax.NOT {
			cond := c.condition(s, e.X)
			return func(m *Machine) bool { return !cond(m) }
		}
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.AND:
			a, b := c.condition(s, e.X), c.condition(s, e.Y)
			return func(m *Machine) bool { return a(m) && b(m) }
		case syntax.OR:
			a, b := c.condition(s, e.X), c.condition(s, e.Y)
			return func(m *Machine) bool { return a(m) || b(m) }
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
			return c.comparison(s, e)
		case syntax.IN, syntax.NOT_IN:
			return c.membership(s, e)
		}
	}
	x := c.expr(s, e)
	switch {
	case x.isConst && x.t.kind != letterType:
		yes := x.n != 0
		return func(*Machine) bool { return yes }
	case x.t.kind == letterType:
		f := x.scalar()
		return func(m *Machine) bool { f(m); return true }
	case x.t.isScalar():
		f := x.scalar()
		return func(m *Machine) bool { return f(m) != 0 }
	}
	view := c.viewed(x)
	return func(m *Machine) bool { return len(view(m)) > 0 }
}

func (c *compiler) comparison(s *registers, e *syntax.BinaryExpr) func(m *Machine) bool {
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if x.t.isScalar() && y.t.isScalar() {
		return c.compareScalars(e.Op, x, y)
	}
	a, b := c.viewed(asRow(x)), c.viewed(asRow(y))
	want, first := e.Op == syntax.EQL, x.t.header()
	return func(m *Machine) bool {
		x, y := a(m), b(m)
		if len(x) != len(y) || !slices.Equal(x[:first], y[:first]) {
			return !want
		}
		return m.spend(e, len(x)-first) && slices.Equal(x, y) == want
	}
}

func (c *compiler) compareScalars(op syntax.Token, x, y operand) func(m *Machine) bool {
	if at, bt := c.register(x), c.register(y); at >= 0 && bt >= 0 {
		switch op {
		case syntax.EQL:
			return func(m *Machine) bool { return m.r[at] == m.r[bt] }
		case syntax.NEQ:
			return func(m *Machine) bool { return m.r[at] != m.r[bt] }
		case syntax.LT:
			return func(m *Machine) bool { return m.r[at] < m.r[bt] }
		case syntax.LE:
			return func(m *Machine) bool { return m.r[at] <= m.r[bt] }
		case syntax.GT:
			return func(m *Machine) bool { return m.r[at] > m.r[bt] }
		default:
			return func(m *Machine) bool { return m.r[at] >= m.r[bt] }
		}
	}
	f, g := x.scalar(), y.scalar()
	switch op {
	case syntax.EQL:
		return func(m *Machine) bool { return f(m) == g(m) }
	case syntax.NEQ:
		return func(m *Machine) bool { return f(m) != g(m) }
	case syntax.LT:
		return func(m *Machine) bool { return f(m) < g(m) }
	case syntax.LE:
		return func(m *Machine) bool { return f(m) <= g(m) }
	case syntax.GT:
		return func(m *Machine) bool { return f(m) > g(m) }
	default:
		return func(m *Machine) bool { return f(m) >= g(m) }
	}
}

// membership compiles x in row.
func (c *compiler) membership(s *registers, e *syntax.BinaryExpr) func(m *Machine) bool {
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if y.t.kind == letterType {
		op := syntax.EQL
		if e.Op == syntax.NOT_IN {
			op = syntax.NEQ
		}
		return c.compareScalars(op, x, y)
	}
	switch {
	case y.t.kind == tableType:
		return c.tableHolds(e, x, y)
	case x.t.isRow():
		return c.rowHolds(e, x, y)
	}
	first, share := y.t.header(), 1
	if y.t.isText() {
		share = 8 // letters that a step looks through
	}
	f, view, want := x.scalar(), c.viewed(y), e.Op == syntax.IN
	return func(m *Machine) bool {
		v := f(m)
		cells := view(m)
		if !m.spend(e, (len(cells)-first)/share) {
			return false
		}
		return slices.Contains(cells[first:], v) == want
	}
}

// rowHolds compiles row in row: whether its cells stand there one behind the other.
func (c *compiler) rowHolds(e *syntax.BinaryExpr, x, y operand) func(m *Machine) bool {
	part, row, want := c.viewed(x), c.viewed(y), e.Op == syntax.IN
	return func(m *Machine) bool {
		part, row := part(m), row(m)
		for at := 0; at+len(part) <= len(row) && m.spend(e, len(part)); at++ {
			if slices.Equal(row[at:at+len(part)], part) {
				return want
			}
		}
		return !want
	}
}

// tableHolds compiles tuple in table.
func (c *compiler) tableHolds(e *syntax.BinaryExpr, x, y operand) func(m *Machine) bool {
	tuple, lines, want := c.viewed(x), y.lines, e.Op == syntax.IN
	return func(m *Machine) bool {
		tuple := tuple(m)
		if !m.spend(e, len(lines)) {
			return false
		}
		for _, l := range lines {
			if l[1] != len(tuple) {
				continue
			}
			if !m.spend(e, l[1]) {
				return false
			}
			if slices.Equal(m.r[l[0]:l[0]+l[1]], tuple) {
				return want
			}
		}
		return !want
	}
}
