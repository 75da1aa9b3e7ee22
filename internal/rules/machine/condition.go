package machine

// Conditions: comparisons, x in row, and what else is true or false.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// condition compiles a truth value.
func (c *compiler) condition(e core.Expr) func(m *Machine) bool {
	switch e := e.(type) {
	case *core.Not:
		cond := c.condition(e.X)
		return func(m *Machine) bool { return !cond(m) }
	case *core.Logic:
		a, b := c.condition(e.X), c.condition(e.Y)
		if e.Or {
			return func(m *Machine) bool { return a(m) || b(m) }
		}
		return func(m *Machine) bool { return a(m) && b(m) }
	case *core.Truth:
		return c.truth(e)
	case *core.Compare:
		return c.compare(e)
	case *core.Reason:
		return func(m *Machine) bool { return m.spill() != 0 }
	case *core.Same:
		return c.same(e)
	case *core.In:
		return c.in(e)
	case *core.InRow:
		return c.inRow(e)
	case *core.InTable:
		return c.inTable(e)
	case *core.Inside:
		return c.inside(e)
	}
	f := c.number(e)
	return func(m *Machine) bool { return f(m) != 0 }
}

func (c *compiler) truth(e *core.Truth) func(m *Machine) bool {
	x := c.expr(e.X)
	switch {
	case x.t.IsRow():
		view := c.viewed(x)
		return func(m *Machine) bool { return len(view(m)) > 0 }
	case x.t.Kind == core.LetterType:
		f := x.scalar()
		return func(m *Machine) bool { f(m); return true }
	}
	return c.condition(e.X)
}

func (c *compiler) compare(e *core.Compare) func(m *Machine) bool {
	x, y := c.expr(e.X), c.expr(e.Y)
	if at, bt := c.register(x), c.register(y); at >= 0 && bt >= 0 {
		switch e.Op {
		case core.Equal:
			return func(m *Machine) bool { return m.r[at] == m.r[bt] }
		case core.Unequal:
			return func(m *Machine) bool { return m.r[at] != m.r[bt] }
		case core.Less:
			return func(m *Machine) bool { return m.r[at] < m.r[bt] }
		case core.AtMost:
			return func(m *Machine) bool { return m.r[at] <= m.r[bt] }
		case core.Greater:
			return func(m *Machine) bool { return m.r[at] > m.r[bt] }
		default:
			return func(m *Machine) bool { return m.r[at] >= m.r[bt] }
		}
	}
	f, g := x.scalar(), y.scalar()
	switch e.Op {
	case core.Equal:
		return func(m *Machine) bool { return f(m) == g(m) }
	case core.Unequal:
		return func(m *Machine) bool { return f(m) != g(m) }
	case core.Less:
		return func(m *Machine) bool { return f(m) < g(m) }
	case core.AtMost:
		return func(m *Machine) bool { return f(m) <= g(m) }
	case core.Greater:
		return func(m *Machine) bool { return f(m) > g(m) }
	default:
		return func(m *Machine) bool { return f(m) >= g(m) }
	}
}

// same compiles whether two rows or two grids have the same cells.
func (c *compiler) same(e *core.Same) func(m *Machine) bool {
	x, y := c.expr(e.X), c.expr(e.Y)
	a, b, first, want := c.viewed(x), c.viewed(y), header(x.t), !e.Not
	return func(m *Machine) bool {
		x, y := a(m), b(m)
		if len(x) != len(y) || !slices.Equal(x[:first], y[:first]) {
			return !want
		}
		return m.spend(&e.At, len(x)-first) && slices.Equal(x, y) == want
	}
}

// lettersOfStep is how many letters of a text a step looks through.
const lettersOfStep = 8

func (c *compiler) in(e *core.In) func(m *Machine) bool {
	f, row := c.number(e.X), c.expr(e.Row)
	view, first, share, want := c.viewed(row), header(row.t), 1, !e.Not
	if row.t.Kind == core.TextType {
		share = lettersOfStep
	}
	return func(m *Machine) bool {
		v := f(m)
		cells := view(m)[first:]
		return m.spend(&e.At, len(cells)/share) && slices.Contains(cells, v) == want
	}
}

func (c *compiler) inRow(e *core.InRow) func(m *Machine) bool {
	part, row, want := c.viewed(c.expr(e.X)), c.viewed(c.expr(e.Row)), !e.Not
	return func(m *Machine) bool {
		part, row := part(m), row(m)
		for at := 0; at+len(part) <= len(row) && m.spend(&e.At, len(part)); at++ {
			if slices.Equal(row[at:at+len(part)], part) {
				return want
			}
		}
		return !want
	}
}

func (c *compiler) inTable(e *core.InTable) func(m *Machine) bool {
	tuple, lines, want := c.viewed(c.expr(e.X)), c.tables[e.Table], !e.Not
	return func(m *Machine) bool {
		tuple := tuple(m)
		if !m.spend(&e.At, len(lines)) {
			return false
		}
		for _, l := range lines {
			if l.length != len(tuple) {
				continue
			}
			if !m.spend(&e.At, l.length) {
				return false
			}
			if slices.Equal(m.r[l.at:l.at+l.length], tuple) {
				return want
			}
		}
		return !want
	}
}

// inside compiles whether there is such a cell.
func (c *compiler) inside(e *core.Inside) func(m *Machine) bool {
	view, i := c.viewed(c.expr(e.X)), c.number(e.I)
	if e.J == nil {
		return func(m *Machine) bool {
			length := len(view(m))
			return uint64(i(m)) < uint64(length)
		}
	}
	j := c.number(e.J)
	return func(m *Machine) bool {
		g := view(m)
		r, column := i(m), j(m)
		return uint64(r) < uint64(g[0]) && uint64(column) < uint64(g[1])
	}
}
