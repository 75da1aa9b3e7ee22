package rules

// This file holds the compiler's constants: those that stand in an expression, and
// the values of the top level.

import (
	"go.starlark.net/syntax"
)

func constant(t typeKind, n int64) operand {
	return operand{t: valueType{kind: t}, isConst: true, n: n, reg: -1}
}

// constantOf compiles a value of the top level.
func (c *compiler) constantOf(n syntax.Node, v value) operand {
	switch v.k {
	case integer:
		return constant(intType, v.n)
	case boolean:
		return constant(boolType, v.n)
	case text:
		return c.text(n, v.text())
	case listKind, tupleKind, rowKind:
		return c.constantList(n, v)
	}
	return c.refuse(n, "%s", article(v.k))
}

// text compiles a string: a letter, or letters to look through.
func (c *compiler) text(n syntax.Node, s string) operand {
	if len(s) == 1 {
		return constant(letterType, int64(s[0]))
	}
	if len(s) > c.capacity {
		return c.refuse(n, "a string of %d letters", len(s))
	}
	cells := make([]int64, len(s))
	for i := range len(s) {
		cells[i] = int64(s[i])
	}
	x := c.fixed(cells, valueType{kind: rowType, of: letterType})
	x.t.origin = aString
	return x
}

// fixed is an operand of constant cells.
func (c *compiler) fixed(cells []int64, t valueType) operand {
	at := c.room(len(cells))
	if c.refused != nil {
		return operand{reg: -1}
	}
	copy(c.init[at:], cells)
	end := at + len(cells)
	return viewing(t, func(m *machine) []int64 { return m.r[at:end] })
}

// constantList compiles a list of the top level.
func (c *compiler) constantList(n syntax.Node, v value) operand {
	if l, ok := v.x.(*list); ok {
		if x, ok := c.tables[l]; ok {
			return *x
		}
		x := c.newConstantList(n, v)
		c.tables[l] = &x
		return x
	}
	return c.newConstantList(n, v)
}

func (c *compiler) newConstantList(n syntax.Node, v value) operand {
	items, _ := v.items()
	t := valueType{kind: listType}
	if v.k != listKind {
		t.kind = rowType
	}
	cells, of, ok := cellsOfConstant(items)
	if ok {
		t.of = of
		switch v.k {
		case listKind:
			t.origin = aConstant
		case tupleKind:
			t.origin = aTuple
		}
		return c.fixed(cells, t)
	}
	table := &tableOf{tuple: true}
	for _, line := range items {
		inner, isList := line.items()
		cells, of, ok := cellsOfConstant(inner)
		if !isList || !ok || of != intType && of != noType {
			return c.refuse(n, "a list of values that are not all integers or all letters")
		}
		at := c.room(len(cells))
		if c.refused != nil {
			return operand{reg: -1}
		}
		copy(c.init[at:], cells)
		table.lines = append(table.lines, [2]int{at, len(cells)})
		table.tuple = table.tuple && line.k == tupleKind
	}
	return operand{t: valueType{kind: tableType}, reg: -1, table: table}
}

func cellsOfConstant(items []value) (cells []int64, of typeKind, ok bool) {
	for _, e := range items {
		t := noType
		n := e.n
		switch {
		case e.k == integer:
			t = intType
		case e.k == boolean:
			t = boolType
		case e.k == text && len(e.text()) == 1:
			t, n = letterType, int64(e.text()[0])
		}
		if t == noType || of != noType && of != t {
			return nil, noType, false
		}
		of = t
		cells = append(cells, n)
	}
	return cells, of, true
}
