package rules

// This file holds the compiler's rows, lists and grids. No row is kept that nobody
// asked for: an expression writes its cells where they are wanted, into the
// position after the move as a rule.

import (
	"go.starlark.net/syntax"
)

// viewed returns where the cells of an operand lie, after writing them somewhere
// if need be.
func (c *compiler) viewed(x operand) func(m *machine) []int64 {
	if x.view != nil || c.refused != nil {
		return x.view
	}
	if x.write == nil {
		return nil
	}
	room := c.capacity + 2
	at := c.room(room)
	write := x.write
	return func(m *machine) []int64 {
		n := write(m, m.r[at:at+room])
		if n < 0 || m.stopped {
			return m.r[at : at+2] // of whatever: the machine has stopped
		}
		return m.r[at : at+n]
	}
}

// index compiles row[i], table[i] and grid[r, c].
func (c *compiler) index(s *scope, e *syntax.IndexExpr) operand {
	x := c.expr(s, e.X)
	if c.refused != nil {
		return x
	}
	if x.t.kind == gridType {
		return c.gridCell(s, e, x)
	}
	i := c.expr(s, e.Y)
	switch {
	case c.refused != nil:
		return i
	case i.t.kind != intType:
		return c.refuse(e.Y, "%s in the brackets", article(i.t))
	case x.t.kind == tableType:
		return c.tableLine(x, i)
	case !x.t.isRow() || x.t.of == noType:
		return c.refuse(e, "an item of %s", article(x.t))
	}
	at := i.scalar()
	name := x.t.typeName()
	if x.of != nil {
		base := x.of.at
		return code(x.t.of, func(m *machine) int64 {
			n := m.r[base]
			i := at(m)
			if uint64(i) < uint64(n) {
				return m.r[base+1+int(i)]
			}
			if at, ok := place(i, n); ok {
				return m.r[base+1+int(at)]
			}
			return m.fail(e, "there is no item %d in a %s of length %d", i, name, n)
		})
	}
	view := c.viewed(x)
	if c.refused != nil {
		return x
	}
	return code(x.t.of, func(m *machine) int64 {
		cells := view(m)
		i := at(m)
		if m.stopped {
			return 0
		}
		if uint64(i) < uint64(len(cells)) {
			return cells[i]
		}
		if at, ok := place(i, int64(len(cells))); ok {
			return cells[at]
		}
		return m.fail(e, "there is no item %d in a %s of length %d", i, name, len(cells))
	})
}

// gridCell compiles grid[r, c].
func (c *compiler) gridCell(s *scope, e *syntax.IndexExpr, x operand) operand {
	r, column, ok := c.pair(s, e.Y)
	view := c.viewed(x)
	if !ok || c.refused != nil {
		return c.refuse(e, "a cell of a grid that is not written [r, c]")
	}
	if x.of != nil {
		base := x.of.at
		return code(x.t.of, func(m *machine) int64 {
			i, j := r(m), column(m)
			h, w := m.r[base], m.r[base+1]
			if uint64(i) < uint64(h) && uint64(j) < uint64(w) {
				return m.r[base+2+int(i*w+j)]
			}
			return m.fail(e, "there is no cell (%d, %d) in a grid of %d x %d", i, j, h, w)
		})
	}
	return code(x.t.of, func(m *machine) int64 {
		g := view(m)
		i, j := r(m), column(m)
		if m.stopped {
			return 0
		}
		if uint64(i) < uint64(g[0]) && uint64(j) < uint64(g[1]) {
			return g[2+i*g[1]+j]
		}
		return m.fail(e, "there is no cell (%d, %d) in a grid of %d x %d", i, j, g[0], g[1])
	})
}

// pair compiles (r, c).
func (c *compiler) pair(s *scope, e syntax.Expr) (r, column func(m *machine) int64, ok bool) {
	t, ok := unparen(e).(*syntax.TupleExpr)
	if !ok || len(t.List) != 2 {
		return nil, nil, false
	}
	x, y := c.expr(s, t.List[0]), c.expr(s, t.List[1])
	if c.refused != nil || x.t.kind != intType || y.t.kind != intType {
		return nil, nil, false
	}
	return x.scalar(), y.scalar(), true
}

// tableLine compiles table[i].
func (c *compiler) tableLine(x, i operand) operand {
	lines := x.table.lines
	at := i.scalar()
	return viewing(x.table.lineType(), func(m *machine) []int64 {
		i, ok := place(at(m), int64(len(lines)))
		if m.stopped {
			return nil
		}
		if !ok { // the interpreter knows what it is an item of
			m.spill()
			return nil
		}
		l := lines[i]
		return m.r[l[0] : l[0]+l[1]]
	})
}

func (c *compiler) slice(s *scope, e *syntax.SliceExpr) operand {
	x := c.expr(s, e.X)
	if c.refused != nil {
		return x
	}
	if !x.t.isRow() || x.t.origin != ordinary || x.t.of == noType {
		return c.refuse(e, "a slice of %s", article(x.t.typeName()))
	}
	var ends [3]operand
	for i, end := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
		if end == nil {
			continue
		}
		if ends[i] = c.expr(s, end); c.refused == nil && ends[i].t.kind != intType {
			return c.refuse(end, "%s in the brackets", article(ends[i].t))
		}
	}
	view := c.viewed(x)
	if c.refused != nil {
		return x
	}
	step := int64(1)
	if e.Step != nil {
		if !ends[2].isConst || ends[2].n == 0 {
			return c.refuse(e.Step, "a step that is no constant")
		}
		step = ends[2].n
	}
	end := func(i int) func(m *machine) int64 {
		if ends[i].t.kind == noType {
			return nil
		}
		return ends[i].scalar()
	}
	from, to := end(0), end(1)
	bounds := func(m *machine, length int64) (lo, hi int64) {
		lo, hi = wholeSlice(length, step)
		if from != nil {
			lo = sliceEnd(from(m), length, step)
		}
		if to != nil {
			hi = sliceEnd(to(m), length, step)
		}
		return lo, hi
	}
	t := valueType{kind: x.t.kind, of: x.t.of}
	if step == 1 {
		return viewing(t, func(m *machine) []int64 {
			cells := view(m)
			lo, hi := bounds(m, int64(len(cells)))
			if m.stopped || !m.spend(e, int(max(hi-lo, 0))) {
				return nil
			}
			return cells[lo:max(lo, hi)]
		})
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		cells := view(m)
		lo, hi := bounds(m, int64(len(cells)))
		if m.stopped {
			return -1
		}
		count := rangeLength(lo, hi, step)
		if count > int64(len(dst)) {
			return m.spill()
		}
		if !m.spend(e, int(count)) {
			return -1
		}
		strided(dst[:count], cells, lo, step)
		return int(count)
	}}
}

// display compiles [a, b, c] and (a, b, c).
func (c *compiler) display(s *scope, n syntax.Node, list []syntax.Expr, kind typeKind) operand {
	t := valueType{kind: kind}
	if kind == rowType {
		t.origin = aTuple
	}
	var cells []func(m *machine) int64
	for _, e := range list {
		x := c.expr(s, e)
		if c.refused != nil {
			return x
		}
		if !x.t.isScalar() || t.of != noType && t.of != x.t.kind {
			return c.refuse(e, "a list of %s and others", article(x.t.typeName()))
		}
		t.of = x.t.kind
		cells = append(cells, x.scalar())
	}
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		if len(cells) > len(dst) {
			return m.spill()
		}
		for i, f := range cells {
			dst[i] = f(m)
		}
		if m.stopped {
			return -1
		}
		return len(cells)
	}}
}

// comprehension compiles [x for …], and a grid [[x for …] for …].
func (c *compiler) comprehension(s *scope, e *syntax.Comprehension) operand {
	if e.Curly {
		return c.refuse(e, "a dict")
	}
	before := append([]bool(nil), s.assigned...)
	defer func() { s.assigned = before }()
	var body operand
	// The loops are built from the outside; each calls the next one.
	var inner func(m *machine) flow
	at := c.room(4) // where the cells go, and how many there are
	cost := c.file.weights[e]
	var build func(i int) statement
	build = func(i int) statement {
		if c.refused != nil {
			return nil
		}
		if i == len(e.Clauses) {
			body = c.expr(s, e.Body)
			if c.refused != nil {
				return nil
			}
			if !body.t.isScalar() {
				c.refuse(e.Body, "a list of what is %s", article(body.t.typeName()))
				return nil
			}
			return func(m *machine) flow { return inner(m) }
		}
		switch clause := e.Clauses[i].(type) {
		case *syntax.IfClause:
			cond := c.condition(s, clause.Cond)
			next := build(i + 1)
			return func(m *machine) flow {
				if !cond(m) || m.stopped {
					if m.stopped {
						return stopping
					}
					return onward
				}
				return next(m)
			}
		case *syntax.ForClause:
			return c.loop(s, clause.X, loop{
				vars: clause.Vars, node: clause.X, cost: cost,
				body: func() statement { return build(i + 1) },
			})
		}
		return nil
	}
	run := build(0)
	if c.refused != nil {
		return body
	}
	value := body.scalar()
	// The cells wait in a room of their own, as the expression may read what is
	// written to.
	capacity := c.capacity
	room := c.room(capacity)
	inner = func(m *machine) flow {
		v := value(m)
		if m.stopped {
			return stopping
		}
		n := m.r[at]
		if n >= int64(capacity) {
			m.spill()
			return stopping
		}
		m.r[room+int(n)] = v
		m.r[at] = n + 1
		return onward
	}
	return viewing(valueType{kind: listType, of: body.t.kind}, func(m *machine) []int64 {
		m.r[at] = 0
		if run(m); m.stopped {
			return nil
		}
		return m.r[room : room+int(m.r[at])]
	})
}

// asRow returns an operand that can stand in a row: a row, a list, a letter.
func asRow(x operand) (operand, bool) {
	if x.t.kind == letterType {
		f := x.scalar()
		return operand{t: valueType{kind: rowType, of: letterType, origin: aString}, reg: -1, write: func(m *machine, dst []int64) int {
			if len(dst) == 0 {
				return m.spill()
			}
			dst[0] = f(m)
			return 1
		}}, true
	}
	return x, x.t.isRow()
}

// binaryOfRows compiles row + row and row * n.
func (c *compiler) binaryOfRows(n syntax.Node, op syntax.Token, x, y operand) operand {
	if op == syntax.STAR {
		if x.t.kind == intType {
			x, y = y, x
		}
		if x.t.isRow() && x.t.origin == ordinary && y.t.kind == intType {
			return c.multiple(n, x, y)
		}
	}
	a, okA := asRow(x)
	b, okB := asRow(y)
	if op != syntax.PLUS || !okA || !okB {
		return c.refuse(n, "%v of %s and %s", op, article(x.t.typeName()), article(y.t.typeName()))
	}
	t := valueType{kind: rowType, of: a.t.of}
	if t.of == noType {
		t.of = b.t.of
	}
	plainRow := a.t.kind == rowType && a.t.origin == ordinary || b.t.kind == rowType && b.t.origin == ordinary
	switch {
	case b.t.of != noType && b.t.of != t.of:
		return c.refuse(n, "a row of integers and letters")
	case plainRow:
	case a.t.kind == listType && b.t.kind == listType:
		t.kind = listType
	default:
		return c.refuse(n, "%v of %s and %s", op, article(x.t.typeName()), article(y.t.typeName()))
	}
	first, second, at := a.write, b.write, n
	return operand{t: t, reg: -1, write: func(m *machine, dst []int64) int {
		n := first(m, dst)
		if n < 0 || m.stopped {
			return -1
		}
		k := second(m, dst[n:])
		if k < 0 || m.stopped || !m.spend(at, n+k) {
			return -1
		}
		return n + k
	}}
}

func (c *compiler) multiple(n syntax.Node, x, y operand) operand {
	write, f := x.write, y.scalar()
	return operand{t: x.t, reg: -1, write: func(m *machine, dst []int64) int {
		k := write(m, dst)
		times := max(f(m), 0)
		if k < 0 || m.stopped {
			return -1
		}
		if k == 0 || times == 0 {
			return 0
		}
		if times > int64(len(dst)/k) {
			return m.spill()
		}
		length := k * int(times)
		if !m.spend(n, length) {
			return -1
		}
		repeat(dst[:length], dst[:k])
		return length
	}}
}
