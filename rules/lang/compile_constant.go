package lang

// This file holds the compiler's constants: those that stand in an expression, and
// the values of the top level.

func constant(n int64) operand { return operand{isConst: true, n: n, reg: -1} }

// constantOf compiles a value of the top level.
func (c *compiler) constantOf(v Value) operand {
	switch v.Kind {
	case IntKind, BoolKind:
		return constant(v.N)
	case TextKind:
		return c.text(v.Text())
	}
	items, _ := v.Items()
	if cells, _, ok := cellsOfConstant(items); ok {
		return c.fixed(cells)
	}
	table := operand{reg: -1}
	for _, line := range items {
		inner, _ := line.Items()
		cells, _, _ := cellsOfConstant(inner)
		table.lines = append(table.lines, [2]int{c.keep(cells), len(cells)})
	}
	return table
}

// text compiles a string: a letter, or letters to look through.
func (c *compiler) text(s string) operand {
	if len(s) == 1 {
		return constant(int64(s[0]))
	}
	cells := make([]int64, len(s))
	for i := range len(s) {
		cells[i] = int64(s[i])
	}
	return c.fixed(cells)
}

// keep puts constant cells into registers.
func (c *compiler) keep(cells []int64) (at int) {
	at = c.room(len(cells))
	copy(c.init[at:], cells)
	return at
}

// fixed is an operand of constant cells.
func (c *compiler) fixed(cells []int64) operand {
	at := c.keep(cells)
	end := at + len(cells)
	return viewing(func(m *Machine) []int64 { return m.r[at:end] })
}

// cellsOfConstant returns the values of a constant list as cells, and what they are.
func cellsOfConstant(items []Value) (cells []int64, of typeKind, ok bool) {
	for _, e := range items {
		t := noType
		n := e.N
		switch {
		case e.Kind == IntKind:
			t = intType
		case e.Kind == BoolKind:
			t = boolType
		case e.Kind == TextKind && len(e.Text()) == 1:
			t, n = letterType, int64(e.Text()[0])
		}
		if t == noType || of != noType && of != t {
			return nil, noType, false
		}
		of = t
		cells = append(cells, n)
	}
	return cells, of, true
}
