package lang

// This file holds the compiler's loops: while, and for over numbers, over the cells
// of rows and grids, and over the lines of tables; those of comprehensions too.
// The fastest ones are in compile_line.go.

import (
	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// A loop describes a for, of a statement or a comprehension.
type loop struct {
	vars       syntax.Expr
	counter    syntax.Expr      // the variable of enumerate, or nil
	node       syntax.Node      // what it is about when steps run out
	cost       int              // of a turn, in steps
	body       func() statement // compiles a turn
	statements []syntax.Stmt    // of a turn; nil in a comprehension
}

// leaves reports whether a turn that ended so ends its loop.
func (how flow) leaves() bool { return how == breaking || how == returning }

// afterLoop returns how a loop ends that such a turn ends.
func (how flow) afterLoop() flow {
	if how == breaking {
		return onward
	}
	return returning
}

func (c *compiler) whileStatement(s *registers, st *syntax.WhileStmt) statement {
	cond := c.condition(s, st.Cond)
	body := c.block(s, st.Body)
	cost := int(c.code.weights[st])
	return func(m *Machine) flow {
		for cond(m) {
			if !m.spend(st, cost) {
				return stopping
			}
			if how := body(m); how.leaves() {
				return how.afterLoop()
			}
		}
		return onward
	}
}

// forStatement compiles a loop.
func (c *compiler) forStatement(s *registers, st *syntax.ForStmt) statement {
	run := c.loop(s, st.X, loop{
		vars: st.Vars, node: st, cost: int(c.code.weights[st]), statements: st.Body,
		body: func() statement { return c.block(s, st.Body) },
	})
	return func(m *Machine) flow {
		if how := run(m); how == returning {
			return returning
		}
		return onward
	}
}

// loop compiles a loop over x. The statement that it returns ends with returning
// or onward.
func (c *compiler) loop(s *registers, x syntax.Expr, l loop) statement {
	if name, call := predeclared(x); name == "range" {
		return c.rangeLoop(s, call, l)
	}
	if counter, item, row := enumerated(x, l.vars); counter != nil {
		l.counter, l.vars, x = counter, item, row
	}
	return c.rowLoop(s, x, l)
}

// rangeLoop compiles a loop over range(…).
func (c *compiler) rangeLoop(s *registers, call *syntax.CallExpr, l loop) statement {
	ends := [3]operand{constant(0), {}, constant(1)}
	for i, a := range call.Args {
		at := i
		if len(call.Args) == 1 {
			at = 1
		}
		ends[at] = c.expr(s, a)
	}
	v := c.target(s, l.vars)
	run := l.body()
	n, cost := l.node, l.cost
	at, from, to := v.at, ends[0].scalar(), ends[1].scalar()
	if ends[2].isConst && ends[2].n == 1 {
		plain := func(m *Machine) flow {
			i, end := from(m), to(m)
			for ; i < end; i++ {
				if !m.spend(n, cost) {
					return stopping
				}
				m.r[at] = i
				if how := run(m); how.leaves() {
					return how.afterLoop()
				}
			}
			return onward
		}
		if fast := c.line(s, v, l, from, to, plain); fast != nil {
			return fast
		}
		return plain
	}
	step := ends[2].scalar()
	return func(m *Machine) flow {
		i, end, by := from(m), to(m), step(m)
		if by == 0 {
			m.fail(call, "a range of step 0")
			return stopping
		}
		for count := core.RangeLength(i, end, by); count > 0; count-- {
			if !m.spend(n, cost) {
				return stopping
			}
			m.r[at] = i
			if how := run(m); how.leaves() {
				return how.afterLoop()
			}
			i += by
		}
		return onward
	}
}

// rowLoop compiles a loop over the cells of a row or grid, or the lines of a
// table.
func (c *compiler) rowLoop(s *registers, e syntax.Expr, l loop) statement {
	written := writtenLines(e)
	var x operand
	if written == nil {
		x = c.expr(s, e)
	}
	count := -1
	if l.counter != nil {
		count = c.target(s, l.counter).at
	}
	n, cost := l.node, l.cost
	passes := 1 // over the cells
	if l.counter != nil {
		passes = 2 // that of enumerate too
	}
	turn := func(m *Machine, run statement, i int) flow {
		if !m.spend(n, cost) {
			return stopping
		}
		if count >= 0 {
			m.r[count] = int64(i)
		}
		return run(m)
	}
	if written != nil {
		return c.writtenLoop(s, written, l, passes, turn)
	}
	if x.t.kind == tableType {
		return c.tableLoop(s, x, l, passes, turn)
	}
	first := x.t.header()
	v := c.target(s, l.vars)
	run := l.body()
	if x = asRow(x); x.t.origin == ordinary { // not a constant
		x.view = nil // a copy: the loop goes over what the row was when it began
	}
	view := c.viewed(x)
	return func(m *Machine) flow {
		cells := view(m)[first:]
		if !m.spend(n, passes*len(cells)) {
			return stopping
		}
		for i, cell := range cells {
			m.r[v.at] = cell
			if how := turn(m, run, i); how.leaves() {
				return how.afterLoop()
			}
		}
		return onward
	}
}

// writtenLoop compiles a loop over a list of tuples that is written there.
func (c *compiler) writtenLoop(s *registers, written [][]syntax.Expr, l loop, passes int, turn func(m *Machine, run statement, i int) flow) statement {
	width := len(written[0])
	at := c.room(width * len(written))
	x := operand{reg: -1}
	var cells []func(m *Machine) int64
	for i, line := range written {
		x.lines = append(x.lines, [2]int{at + i*width, width})
		for _, e := range line {
			cell := c.expr(s, e)
			cells = append(cells, cell.scalar())
		}
	}
	run := c.tableLoop(s, x, l, passes, turn)
	return func(m *Machine) flow {
		for i, f := range cells {
			m.r[at+i] = f(m)
		}
		return run(m)
	}
}

// tableLoop compiles a loop over the lines of a table.
func (c *compiler) tableLoop(s *registers, x operand, l loop, passes int, turn func(m *Machine, run statement, i int) flow) statement {
	lines := x.lines
	var at []int
	var line *variable
	if names, ok := unparen(l.vars).(*syntax.TupleExpr); ok {
		for _, e := range names.List {
			at = append(at, c.target(s, e).at)
		}
	} else {
		line = c.target(s, l.vars)
	}
	run := l.body()
	n := l.node
	return func(m *Machine) flow {
		if !m.spend(n, passes*len(lines)) {
			return stopping
		}
		for i, l := range lines {
			if line != nil {
				if !m.spend(n, l[1]) {
					return stopping
				}
				m.r[line.at] = int64(l[1])
				copy(m.r[line.at+1:], m.r[l[0]:l[0]+l[1]])
			} else {
				for j, to := range at {
					m.r[to] = m.r[l[0]+j]
				}
			}
			if how := turn(m, run, i); how.leaves() {
				return how.afterLoop()
			}
		}
		return onward
	}
}
