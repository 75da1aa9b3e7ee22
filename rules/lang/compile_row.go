package lang

// This file holds the compiler's rows, lists and grids. No row is kept that nobody
// asked for: an expression writes its cells where they are wanted, into the
// position after the move as a rule.

import (
	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// viewed returns where the cells of an operand lie, after writing them somewhere
// if need be.
func (c *compiler) viewed(x operand) func(m *Machine) []int64 {
	if x.view != nil {
		return x.view
	}
	room := c.capacity + 2
	at := c.room(room)
	write := x.write
	return func(m *Machine) []int64 {
		n := write(m, m.r[at:at+room])
		if m.stopped { // a grid without cells, or any row
			n = 2
			clear(m.r[at : at+n])
		}
		return m.r[at : at+n]
	}
}

// index compiles row[i], table[i] and grid[r, c].
func (c *compiler) index(s *registers, e *syntax.IndexExpr) operand {
	x := c.expr(s, e.X)
	if x.t.kind == gridType {
		return c.gridCell(s, e, x)
	}
	i := c.expr(s, e.Y)
	if x.t.kind == tableType {
		return tableLine(x, i)
	}
	at := i.scalar()
	name := x.t.typeName()
	view := c.viewed(x)
	return scalar(func(m *Machine) int64 {
		cells := view(m)
		i := at(m)
		if uint64(i) < uint64(len(cells)) {
			return cells[i]
		}
		if at, ok := core.PlaceOf(i, int64(len(cells))); ok {
			return cells[at]
		}
		return m.fail(e, "there is no item %d in a %s of length %d", i, name, len(cells))
	})
}

// gridCell compiles grid[r, c].
func (c *compiler) gridCell(s *registers, e *syntax.IndexExpr, x operand) operand {
	r, column := c.pair(s, e.Y)
	view := c.viewed(x)
	return scalar(func(m *Machine) int64 {
		g := view(m)
		i, j := r(m), column(m)
		if uint64(i) < uint64(g[0]) && uint64(j) < uint64(g[1]) {
			return g[2+i*g[1]+j]
		}
		return m.fail(e, "there is no cell (%d, %d) in a grid of %d x %d", i, j, g[0], g[1])
	})
}

// pair compiles (r, c).
func (c *compiler) pair(s *registers, e syntax.Expr) (r, column func(m *Machine) int64) {
	t := unparen(e).(*syntax.TupleExpr)
	x, y := c.expr(s, t.List[0]), c.expr(s, t.List[1])
	return x.scalar(), y.scalar()
}

// tableLine compiles table[i].
func tableLine(x, i operand) operand {
	lines, at := x.lines, i.scalar()
	return viewing(func(m *Machine) []int64 {
		i, ok := core.PlaceOf(at(m), int64(len(lines)))
		if !ok { // the interpreter knows what it is an item of
			m.spill()
			return nil
		}
		l := lines[i]
		return m.r[l[0] : l[0]+l[1]]
	})
}

func (c *compiler) slice(s *registers, e *syntax.SliceExpr) operand {
	x := c.expr(s, e.X)
	view := c.viewed(x)
	var ends [3]func(m *Machine) int64
	for i, end := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
		if end != nil {
			x := c.expr(s, end)
			ends[i] = x.scalar()
		}
	}
	// bounds returns which cells are wanted: from lo, count of them.
	bounds := func(m *Machine, length int64) (lo, step, count int64) {
		given := [3]int64{2: 1}
		for i, end := range ends {
			if end != nil {
				given[i] = end(m)
			}
		}
		if given[2] == 0 {
			m.fail(e, "a slice of step 0")
			return 0, 1, 0
		}
		lo, count = core.SliceOf(length, given, ends[0] != nil, ends[1] != nil)
		return lo, given[2], count
	}
	if e.Step == nil {
		return viewing(func(m *Machine) []int64 {
			cells := view(m)
			lo, _, count := bounds(m, int64(len(cells)))
			if !m.spend(e, int(count)) {
				return nil
			}
			return cells[lo : lo+count]
		})
	}
	return writing(func(m *Machine, dst []int64) int {
		cells := view(m)
		lo, step, count := bounds(m, int64(len(cells)))
		switch {
		case count > int64(len(dst)):
			return m.spill()
		case !m.spend(e, int(count)):
			return 0
		}
		core.Strided(dst[:count], cells, lo, step)
		return int(count)
	})
}

// display compiles [a, b, c] and (a, b, c).
func (c *compiler) display(s *registers, list []syntax.Expr) operand {
	var cells []func(m *Machine) int64
	for _, e := range list {
		x := c.expr(s, e)
		cells = append(cells, x.scalar())
	}
	return writing(func(m *Machine, dst []int64) int {
		if len(cells) > len(dst) {
			return m.spill()
		}
		for i, f := range cells {
			dst[i] = f(m)
		}
		return len(cells)
	})
}

// comprehension compiles [x for …], and a grid [[x for …] for …].
func (c *compiler) comprehension(s *registers, e *syntax.Comprehension) operand {
	var body operand
	// The loops are built from the outside; each calls the next one.
	var inner func(m *Machine) flow
	at := c.room(4) // where the cells go, and how many there are
	cost := int(c.code.weights[e])
	var build func(i int) statement
	build = func(i int) statement {
		if i == len(e.Clauses) {
			body = c.expr(s, e.Body)
			return func(m *Machine) flow { return inner(m) }
		}
		switch clause := e.Clauses[i].(type) {
		case *syntax.IfClause:
			cond := c.condition(s, clause.Cond)
			next := build(i + 1)
			return func(m *Machine) flow {
				if !cond(m) {
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
	value := body.scalar()
	// The cells wait in a room of their own, as the expression may read what is
	// written to.
	capacity := c.capacity
	room := c.room(capacity)
	inner = func(m *Machine) flow {
		v := value(m)
		n := m.r[at]
		if n >= int64(capacity) {
			m.spill()
			return stopping
		}
		m.r[room+int(n)] = v
		m.r[at] = n + 1
		return onward
	}
	return viewing(func(m *Machine) []int64 {
		m.r[at] = 0
		run(m)
		return m.r[room : room+int(m.r[at])]
	})
}

// asRow returns an operand that can stand in a row: a row, a list, a letter.
func asRow(x operand) operand {
	if x.t.kind != letterType {
		return x
	}
	f := x.scalar()
	return writing(func(m *Machine, dst []int64) int {
		if len(dst) == 0 {
			return m.spill()
		}
		dst[0] = f(m)
		return 1
	})
}

// binaryOfRows compiles row + row and row * n.
func (c *compiler) binaryOfRows(n syntax.Node, op syntax.Token, x, y operand) operand {
	if op == syntax.STAR {
		if x.t.kind == intType {
			x, y = y, x
		}
		return c.multiple(n, x, y)
	}
	first, second := asRow(x).write, asRow(y).write
	return writing(func(m *Machine, dst []int64) int {
		j := first(m, dst)
		k := second(m, dst[j:])
		if !m.spend(n, j+k) {
			return 0
		}
		return j + k
	})
}

func (c *compiler) multiple(n syntax.Node, x, y operand) operand {
	write, f := x.write, y.scalar()
	return writing(func(m *Machine, dst []int64) int {
		k := write(m, dst)
		times := max(f(m), 0)
		if k == 0 || times == 0 {
			return 0
		}
		if times > int64(len(dst)/k) {
			return m.spill()
		}
		length := k * int(times)
		if !m.spend(n, length) {
			return 0
		}
		core.RepeatCells(dst[:length], dst[:k])
		return length
	})
}
