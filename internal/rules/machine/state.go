package machine

// Statements that state moves and parts. They write a position straight to where moves are
// collected.

import (
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// state compiles a move, or a part.
func (c *compiler) state(st *core.State) statement {
	put, steps, sum := c.place(&st.At, st.Fields), int(c.program.Shape.Steps()), c.program.What == core.Parts
	reply := c.reply(st.Reply, st.If)
	return func(m *Machine) flow {
		if put(m) != onward || reply != nil && reply(m) != onward || !m.spend(&st.At, steps) {
			return stopping
		}
		if sum { // of parts
			return onward
		}
		return m.stated()
	}
}

// reply returns the statement that says how the opponent must reply to the last move; nil for anywhere.
func (c *compiler) reply(reply core.Reply, where core.Expr) statement {
	if reply == core.Anywhere {
		return nil
	}
	holds := func(*Machine) bool { return true }
	if where != nil {
		holds = c.condition(where)
	}
	shape := c.program.Shape
	return func(m *Machine) flow {
		if is := holds(m); m.stopped {
			return stopping
		} else if is {
			m.out.Reply(shape, reply)
		}
		return onward
	}
}

// stated ends a move.
func (m *Machine) stated() flow {
	m.out.Ends = append(m.out.Ends, len(m.out.States))
	if m.out.First {
		m.stopped, m.left = true, m.steps+m.reserve
		return stopping
	}
	return onward
}

// place returns the statement that adds a state of these values.
func (c *compiler) place(at *core.Place, values []core.Expr) statement {
	shape := c.program.Shape
	if shape.Size == len(shape.Fields) {
		return c.placeIntegers(at, values)
	}
	fields, size, replies := shape.Fields, shape.Size, shape.Replies
	var places []func(m *Machine, to []int64) // of the cells of a field
	var checked []*core.Field
	for i, e := range values {
		places = append(places, c.placeField(fields[i].Kind, c.expr(e)))
		if !c.keeps(e, i) {
			checked = append(checked, &fields[i])
		}
	}
	return func(m *Machine) flow {
		to := m.newState(size)
		if to == nil {
			return m.outOfBytes(at)
		}
		for i := range places {
			f := &fields[i]
			if places[i](m, to[f.At:f.At+f.Cells]); m.stopped {
				return stopping
			}
		}
		if replies {
			to[size-1] = int64(core.Anywhere)
		}
		for _, f := range checked {
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

// keeps reports whether an expression is a field of the position at hand with some cells replaced
// by others that the field allows. There is nothing to check then.
func (c *compiler) keeps(e core.Expr, field int) bool {
	if kind := c.program.Shape.Fields[field].Kind; !c.isMain || kind != core.Row && kind != core.Grid {
		return false
	}
	switch e := e.(type) {
	case *core.Get:
		return e.V == core.Var(field) && !slices.Contains(c.sets, e.V)
	case *core.Put:
		return c.keeps(e.Row, field) && c.allowed(e.V, field)
	case *core.PutCells:
		return c.keeps(e.Grid, field) && c.allowed(e.V, field)
	case *core.Build:
		x, ok := c.maskOf(e)
		return ok && c.keeps(&core.Get{V: x.source}, field) && c.allowed(x.value, field)
	}
	return false
}

// allowed reports whether a value is a constant that a field allows, or one of its cells.
func (c *compiler) allowed(e core.Expr, field int) bool {
	switch e := e.(type) {
	case *core.Const:
		f := &c.program.Shape.Fields[field]
		return f.Lo <= e.N && e.N <= f.Hi && (f.Letters == "" || strings.IndexByte(f.Letters, byte(e.N)) >= 0)
	case *core.Cell:
		return c.keeps(e.Grid, field)
	case *core.Index:
		return c.keeps(e.Row, field)
	}
	return false
}

// placeField returns what writes the value of a field.
func (c *compiler) placeField(kind core.FieldKind, x operand) func(m *Machine, to []int64) {
	switch kind {
	case core.Integer:
		f := x.scalar()
		return func(m *Machine, to []int64) { to[0] = f(m) }
	case core.Grid:
		write := x.write
		return func(m *Machine, to []int64) { clear(to[write(m, to):]) }
	}
	write := x.write
	return func(m *Machine, to []int64) {
		n := write(m, to[1:])
		to[0] = int64(n)
		clear(to[1+n:])
	}
}

// placeIntegers is place where all fields are integers.
func (c *compiler) placeIntegers(at *core.Place, values []core.Expr) statement {
	fields := c.program.Shape.Fields
	var numbers []func(m *Machine) int64
	for _, e := range values {
		numbers = append(numbers, c.number(e))
	}
	return func(m *Machine) flow {
		to := m.newState(len(numbers))
		if to == nil {
			return m.outOfBytes(at)
		}
		for i, f := range numbers {
			to[i] = f(m)
		}
		if m.stopped {
			return stopping
		}
		for i, v := range to {
			if v < fields[i].Lo || v > fields[i].Hi {
				m.spill() // to the interpreter, which says it with all values
				return stopping
			}
		}
		return onward
	}
}

// newState returns room for a state behind those that are collected, or nil where these are
// too many. Its cells are not cleared.
func (m *Machine) newState(size int) []int64 {
	n := len(m.out.States)
	if n >= m.words {
		return nil
	}
	m.out.States = slices.Grow(m.out.States, size)[:n+size]
	return m.out.States[n:]
}

// outOfBytes stops the machine when it has collected too much.
func (m *Machine) outOfBytes(at *core.Place) flow {
	return m.stopWith(m.code.OutOfBytes(*at))
}

// stateSum compiles a move that leaves a sum. The interpreter evaluates all parts before it
// checks one, so it reports a part that is wrong.
func (c *compiler) stateSum(st *core.StateSum) statement {
	var parts []statement
	for i := range st.Parts {
		parts = append(parts, c.part(&st.At, &st.Parts[i]))
	}
	reply := c.reply(st.Reply, st.If)
	return func(m *Machine) flow {
		if len(m.out.Ends) >= m.words {
			return m.outOfBytes(&st.At)
		}
		for _, p := range parts {
			if p(m); m.stopped {
				if m.err != nil && !m.isBudget() {
					m.spilled = true
				}
				return stopping
			}
		}
		if reply != nil && reply(m) != onward {
			return stopping
		}
		return m.stated()
	}
}

// part compiles a position of a sum, once or some times.
func (c *compiler) part(at *core.Place, p *core.Part) statement {
	size, steps := c.program.Shape.Size, int(c.program.Shape.Steps())
	times := constant(1)
	if p.Times != nil {
		times, steps = c.expr(p.Times), max(steps, 1)
	}
	number, put := times.scalar(), c.place(at, p.Fields)
	return func(m *Machine) flow {
		k := number(m)
		if !m.stopped && (k < 0 || k > core.MostCopies) {
			m.spill()
		}
		from := len(m.out.States)
		if m.stopped || put(m) != onward || !m.spend(at, int(k)*steps) {
			return stopping
		}
		switch {
		case k == 0:
			m.out.States = m.out.States[:from]
		case k > 1 && from+int(k)*size > m.words:
			return m.outOfBytes(at)
		case k > 1:
			m.out.CopyFrom(from, int(k))
		}
		return onward
	}
}
