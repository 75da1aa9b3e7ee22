package lang

// This file holds the compiler's moves: move, part and move_sum write a position
// straight to where moves are collected.

import (
	"slices"

	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// A placing writes the value of one field into a state that is being collected.
type placing struct {
	field *core.Field
	f     func(m *Machine) int64            // of an integer
	write func(m *Machine, dst []int64) int // of others
}

// emit compiles move(…) and part(…).
func (c *compiler) emit(s *registers, n *syntax.CallExpr) statement {
	put, steps, sum := c.placeAll(n, c.placesOf(s, withoutLabel(n))), int(c.code.Shape.Steps()), c.emits == "part"
	return func(m *Machine) flow {
		if put(m) != onward || !m.spend(n, steps) {
			return stopping
		}
		if sum { // of parts
			return onward
		}
		m.out.Ends = append(m.out.Ends, len(m.out.States))
		return onward
	}
}

// placesOf compiles the values of all fields.
func (c *compiler) placesOf(s *registers, args []syntax.Expr) []placing {
	fields := c.code.Shape.Fields
	var places []placing
	for i, a := range args {
		p := placing{field: &fields[i]}
		switch fields[i].Kind {
		case core.Integer:
			x := c.expr(s, a)
			p.f = x.scalar()
		case core.Grid:
			p.write = c.gridOf(s, a).write
		default:
			p.write = asRow(c.expr(s, a)).write
		}
		places = append(places, p)
	}
	return places
}

// placeAll returns the statement that adds a state of these values.
func (c *compiler) placeAll(n *syntax.CallExpr, places []placing) statement {
	fields, size := c.code.Shape.Fields, c.code.Shape.Size
	return func(m *Machine) flow {
		if len(m.out.States) >= m.words {
			return m.outOfBytes(n)
		}
		to := m.out.room(size)
		for i := range places {
			if !places[i].place(m, to) {
				return stopping
			}
		}
		for i := range fields {
			f := &fields[i]
			if !f.Allows(to) {
				m.spill() // to the interpreter, which says it with all values
				return stopping
			}
			if f.Kind == core.Heaps {
				slices.Sort(f.Items(to))
			}
		}
		return onward
	}
}

// place writes the value of a field. It is false when the machine has stopped.
func (p *placing) place(m *Machine, state []int64) bool {
	f := p.field
	to := state[f.At : f.At+f.Cells]
	switch f.Kind {
	case core.Integer:
		to[0] = p.f(m)
	case core.Grid:
		n := p.write(m, to)
		clear(to[n:]) // what was written on the way
	default:
		n := p.write(m, to[1:])
		to[0] = int64(n)
		clear(to[1+n:])
	}
	return !m.stopped
}

// gridOf compiles the value of a grid: a grid, or a list of rows that a
// comprehension makes.
func (c *compiler) gridOf(s *registers, e syntax.Expr) operand {
	outer, clause := rowsOf(e)
	if outer == nil {
		return c.expr(s, e)
	}
	at := c.room(3) // the height, the width, the number of cells
	capacity := c.capacity
	cells := c.room(capacity)
	row := func() statement {
		write := asRow(c.expr(s, outer.Body)).write
		return func(m *Machine) flow {
			used := int(m.r[at+2])
			n := write(m, m.r[cells+used:cells+capacity])
			if m.r[at] > 0 && m.r[at+1] != int64(n) {
				m.spill() // rows of different lengths
				return stopping
			}
			m.r[at], m.r[at+1], m.r[at+2] = m.r[at]+1, int64(n), int64(used+n)
			return onward
		}
	}
	run := c.loop(s, clause.X, loop{vars: clause.Vars, node: clause.X, cost: int(c.code.weights[outer]), body: row})
	return writing(func(m *Machine, dst []int64) int {
		m.r[at], m.r[at+1], m.r[at+2] = 0, 0, 0
		run(m)
		n := int(m.r[at+2])
		if n+2 > len(dst) {
			return m.spill()
		}
		dst[0], dst[1] = m.r[at], m.r[at+1]
		if n == 0 {
			dst[0], dst[1] = 0, 0
		}
		return 2 + copy(dst[2:], m.r[cells:cells+n])
	})
}

// copiesOf returns the number and the position of copies(n, position), or nil.
func copiesOf(a syntax.Expr) (n, position syntax.Expr) {
	if name, call := predeclared(a); name == "copies" && len(call.Args) == 2 && plainArgs(call) {
		return call.Args[0], call.Args[1]
	}
	return nil, a
}

// emitSum compiles move_sum(…).
func (c *compiler) emitSum(s *registers, n *syntax.CallExpr) statement {
	var parts []statement
	for _, a := range withoutLabel(n) {
		number, a := copiesOf(a)
		times := operand{}
		if number != nil {
			times = c.expr(s, number)
		}
		args := []syntax.Expr{a}
		if len(c.code.Shape.Fields) > 1 {
			args = unparen(a).(*syntax.TupleExpr).List
		}
		// The interpreter evaluates all parts before it checks one, so it reports a
		// part that is wrong.
		part := c.placeAll(n, c.placesOf(s, args))
		if number != nil {
			part = c.copies(n, part, times.scalar())
		} else {
			part = c.single(n, part)
		}
		parts = append(parts, part)
	}
	return func(m *Machine) flow {
		if len(m.out.Ends) >= m.words {
			return m.outOfBytes(n)
		}
		for _, p := range parts {
			if p(m); m.stopped {
				if m.err != nil && m.err.cause == nil { // no budget is used up
					m.spilled = true
				}
				return stopping
			}
		}
		m.out.Ends = append(m.out.Ends, len(m.out.States))
		return onward
	}
}

// single compiles a part of a sum other than copies(…).
func (c *compiler) single(n *syntax.CallExpr, part statement) statement {
	steps := int(c.code.Shape.Steps())
	return func(m *Machine) flow {
		if part(m) != onward || !m.spend(n, steps) {
			return stopping
		}
		return onward
	}
}

// copies compiles copies(n, part). Errors spill to the interpreter, as in all parts of
// a sum.
func (c *compiler) copies(n *syntax.CallExpr, part statement, times func(m *Machine) int64) statement {
	size, steps := c.code.Shape.Size, int(max(c.code.Shape.Steps(), 1))
	return func(m *Machine) flow {
		k := times(m)
		if !m.stopped && (k < 0 || k > mostCopies) {
			m.spill()
		}
		from := len(m.out.States)
		if m.stopped || part(m) != onward || !m.spend(n, int(k)*steps) {
			return stopping
		}
		if k == 0 {
			m.out.States = m.out.States[:from]
			return onward
		}
		if from+int(k)*size > m.words {
			return m.outOfBytes(n)
		}
		m.out.CopyFrom(from, int(k))
		return onward
	}
}
