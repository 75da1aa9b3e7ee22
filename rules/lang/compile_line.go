package lang

// This file holds the fastest loops: for k in range(…), step 1, around a single
// move whose integers change by the same amount from one turn to the next, as in
// move(x - k, y). If the first and the last of such moves lie in the position's
// ranges, all do, and nothing more is looked at; else the plain loop runs, and
// fails where it must.

import (
	"slices"

	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// A slope is an integer that grows by the same amount from turn to turn.
type slope struct {
	base func(m *Machine) int64 // nil for 0
	by   int64
}

// line compiles such a loop, or returns nil. Plain is the loop in the usual way, v
// its variable, and from and to are its ends.
func (c *compiler) line(s *registers, v *variable, l loop, from, to func(m *Machine) int64, plain statement) statement {
	fields := c.code.Shape.Fields
	if len(l.statements) != 1 || c.emits != "move" || c.code.Shape.Size != len(fields) || len(fields) > 8 {
		return nil
	}
	st, ok := l.statements[0].(*syntax.ExprStmt)
	if !ok {
		return nil
	}
	name, call := predeclared(st.X)
	if name != "move" {
		return nil
	}
	turning := unparen(l.vars).(*syntax.Ident).Name
	var slopes []slope
	for _, a := range withoutLabel(call) {
		x, ok := c.slope(s, a, turning)
		if !ok {
			return nil
		}
		slopes = append(slopes, x)
	}
	size, cost := len(fields), int64(l.cost)
	los, his := make([]int64, size), make([]int64, size)
	for i := range fields {
		los[i], his[i] = fields[i].Lo, fields[i].Hi
	}
	return func(m *Machine) flow {
		i, end := from(m), to(m)
		if i >= end {
			return onward
		}
		count := end - i
		if uint64(count) > 1<<40 || count*cost > m.steps+m.reserve || count*int64(size) > int64(m.words-len(m.out.States)) {
			return plain(m)
		}
		var at [8]int64
		for j := range slopes {
			x := &slopes[j]
			base := int64(0)
			if x.base != nil {
				base = x.base(m)
			}
			if core.Magnitude(i) > 1<<40 || core.Magnitude(end) > 1<<40 {
				return plain(m)
			}
			first, wrong := core.Add(base, x.by*i)
			last, wrong2 := core.Add(base, x.by*(end-1))
			if wrong != core.NoFault || wrong2 != core.NoFault || min(first, last) < los[j] || max(first, last) > his[j] {
				return plain(m)
			}
			at[j] = first
		}
		m.steps -= count * cost
		m.r[v.at] = end - 1
		out := m.out
		n, e := len(out.States), len(out.Ends)
		out.States = slices.Grow(out.States, size*int(count))[:n+size*int(count)]
		out.Ends = slices.Grow(out.Ends, int(count))[:e+int(count)]
		states, ends := out.States[n:], out.Ends[e:]
		if size == 2 { // pieces on a board: twice as fast in one loop
			x, y, dx, dy := at[0], at[1], slopes[0].by, slopes[1].by
			for j := range ends {
				states[2*j], states[2*j+1] = x, y
				x, y, n = x+dx, y+dy, n+2
				ends[j] = n
			}
			return onward
		}
		for field, x := range at[:size] {
			for j := field; j < len(states); j += size {
				states[j] = x
				x += slopes[field].by
			}
		}
		for j := range ends {
			n += size
			ends[j] = n
		}
		return onward
	}
}

// slope compiles an argument that changes evenly with the variable of the loop:
// what does not mention it, the variable itself or a constant multiple of it, and
// such a multiple added to or taken from what does not mention it. Nothing on the
// way can then leave 64 bits unless the result, or the multiple, does.
func (c *compiler) slope(s *registers, e syntax.Expr, name string) (slope, bool) {
	e = unparen(e)
	if !mentions(e, name) {
		return c.fixedSlope(s, e)
	}
	if by, ok := c.multipleOf(s, e, name); ok {
		return slope{by: by}, true
	}
	b, ok := e.(*syntax.BinaryExpr)
	if !ok || b.Op != syntax.PLUS && b.Op != syntax.MINUS {
		return slope{}, false
	}
	x, y := b.X, b.Y
	if b.Op == syntax.PLUS && mentions(x, name) {
		x, y = y, x
	}
	if mentions(x, name) {
		return slope{}, false
	}
	fixed, ok1 := c.fixedSlope(s, x)
	by, ok2 := c.multipleOf(s, y, name)
	if b.Op == syntax.MINUS {
		by = -by
	}
	return slope{fixed.base, by}, ok1 && ok2
}

// fixedSlope compiles what does not change from turn to turn.
func (c *compiler) fixedSlope(s *registers, e syntax.Expr) (slope, bool) {
	if !isFree(e) {
		return slope{}, false
	}
	x := c.expr(s, e)
	return slope{base: x.scalar()}, true
}

// multipleOf returns k where an expression is k times the variable, or the
// variable.
func (c *compiler) multipleOf(s *registers, e syntax.Expr, name string) (int64, bool) {
	switch e := unparen(e).(type) {
	case *syntax.Ident:
		return 1, e.Name == name
	case *syntax.BinaryExpr:
		x, y := unparen(e.X), unparen(e.Y)
		if mentions(x, name) {
			x, y = y, x
		}
		if id, ok := y.(*syntax.Ident); e.Op == syntax.STAR && ok && id.Name == name && !mentions(x, name) {
			k := c.expr(s, x)
			return k.n, k.isConst && core.Magnitude(k.n) <= 1<<20
		}
	}
	return 0, false
}

// isFree reports whether an expression takes no steps, however often it is computed: it is
// of variables, numbers and cells, by arithmetic.
func isFree(e syntax.Expr) bool {
	free := true
	syntax.Walk(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case nil, *syntax.Ident, *syntax.Literal, *syntax.ParenExpr, *syntax.UnaryExpr, *syntax.TupleExpr, *syntax.DotExpr:
		case *syntax.BinaryExpr:
			free = free && n.Op != syntax.IN && n.Op != syntax.NOT_IN && n.Op != syntax.EQL && n.Op != syntax.NEQ
		case *syntax.IndexExpr:
			_, plain := unparen(n.X).(*syntax.Ident)
			free = free && plain
		default:
			free = false
		}
		return free
	})
	return free
}
