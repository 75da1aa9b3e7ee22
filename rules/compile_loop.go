package rules

// This file holds the compiler's loops: while, and for over numbers, over the cells
// of rows and grids, and over the lines of tables; those of comprehensions too.
// The fastest ones are in compile_line.go.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/internal/message"
)

// A loop describes a for, of a statement or a comprehension.
type loop struct {
	vars       syntax.Expr
	counter    syntax.Expr      // the variable of enumerate, or nil
	node       syntax.Node      // what it is about when steps run out
	cost       int64            // of a turn, in steps
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

// inLoop compiles the body of a loop, which may run any number of times.
func (c *compiler) inLoop(s *scope, body []syntax.Stmt) statement {
	before := append([]bool(nil), s.assigned...)
	run := c.block(s, body)
	s.assigned, s.dead = before, false
	return run
}

func (c *compiler) whileStatement(s *scope, st *syntax.WhileStmt) statement {
	cond := c.condition(s, st.Cond)
	if c.refused != nil {
		return nil
	}
	body := c.inLoop(s, st.Body)
	cost := c.file.weights[st]
	return func(m *machine) flow {
		for cond(m) {
			if m.stopped {
				return stopping
			}
			if m.steps -= cost; m.steps < 0 && !m.more(st) {
				return stopping
			}
			if how := body(m); how.leaves() {
				return how.afterLoop()
			}
		}
		if m.stopped {
			return stopping
		}
		return onward
	}
}

// forStatement compiles a loop.
func (c *compiler) forStatement(s *scope, st *syntax.ForStmt) statement {
	run := c.loop(s, st.X, loop{
		vars: st.Vars, node: st, cost: c.file.weights[st], statements: st.Body,
		body: func() statement { return c.inLoop(s, st.Body) },
	})
	if c.refused != nil {
		return nil
	}
	return func(m *machine) flow {
		if how := run(m); how == returning {
			return returning
		}
		return onward
	}
}

// loop compiles a loop over x. The statement that it returns ends with returning
// or onward. The variables have no value for sure behind it.
func (c *compiler) loop(s *scope, x syntax.Expr, l loop) statement {
	before := append([]bool(nil), s.assigned...)
	defer func() { s.assigned = before }()
	if call, ok := unparen(x).(*syntax.CallExpr); ok {
		if id, ok := call.Fn.(*syntax.Ident); ok && id.Binding.(*resolve.Binding).Scope == resolve.Predeclared {
			switch id.Name {
			case "range":
				return c.rangeLoop(s, call, l)
			case "enumerate":
				if names, ok := unparen(l.vars).(*syntax.TupleExpr); ok && len(names.List) == 2 && len(call.Args) == 1 {
					l.counter, l.vars = names.List[0], names.List[1]
					return c.rowLoop(s, call.Args[0], l)
				}
			}
		}
	}
	return c.rowLoop(s, x, l)
}

// rangeLoop compiles a loop over range(…).
func (c *compiler) rangeLoop(s *scope, call *syntax.CallExpr, l loop) statement {
	if !plainArgs(call) || len(call.Args) < 1 || len(call.Args) > 3 {
		c.refuse(call, "range of these arguments")
		return nil
	}
	ends := [3]operand{constant(intType, 0), {}, constant(intType, 1)}
	for i, a := range call.Args {
		at := i
		if len(call.Args) == 1 {
			at = 1
		}
		if ends[at] = c.expr(s, a); c.refused == nil && ends[at].t.kind != intType {
			c.refuse(a, "a range of %s", article(ends[at].t.typeName()))
		}
	}
	if c.refused != nil {
		return nil
	}
	v := c.target(s, l.vars, valueType{kind: intType})
	if c.refused != nil {
		return nil
	}
	run := l.body()
	if c.refused != nil {
		return nil
	}
	n, cost := l.node, l.cost
	at, from, to := v.at, ends[0].scalar(), ends[1].scalar()
	if ends[2].isConst && ends[2].n == 1 {
		plain := func(m *machine) flow {
			i, end := from(m), to(m)
			if m.stopped {
				return stopping
			}
			for ; i < end; i++ {
				if m.steps -= cost; m.steps < 0 && !m.more(n) {
					return stopping
				}
				m.r[at] = i
				if how := run(m); how.leaves() {
					return how.afterLoop()
				}
			}
			return onward
		}
		s.assigned[c.indexOf(l.vars)] = true // as in the body
		if fast := c.line(s, v, l, from, to, plain); fast != nil {
			return fast
		}
		return plain
	}
	step := ends[2].scalar()
	return func(m *machine) flow {
		i, end, by := from(m), to(m), step(m)
		if m.stopped {
			return stopping
		}
		if by == 0 {
			m.fail(call, "a range of step 0")
			return stopping
		}
		for count := rangeLength(i, end, by); count > 0; count-- {
			if m.steps -= cost; m.steps < 0 && !m.more(n) {
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
func (c *compiler) rowLoop(s *scope, e syntax.Expr, l loop) statement {
	x := c.expr(s, e)
	if c.refused != nil {
		return nil
	}
	if x.t.kind == letterType || x.t.origin == aString {
		c.refuse(e, "a loop over a string")
		return nil
	}
	count := -1
	if l.counter != nil {
		v := c.target(s, l.counter, valueType{kind: intType})
		if c.refused != nil {
			return nil
		}
		count = v.at
	}
	n, cost := l.node, l.cost
	passes := 1 // over the cells
	if l.counter != nil {
		passes = 2 // that of enumerate too
	}
	turn := func(m *machine, run statement, i int) flow {
		if m.steps -= cost; m.steps < 0 && !m.more(n) {
			return stopping
		}
		if count >= 0 {
			m.r[count] = int64(i)
		}
		return run(m)
	}
	if x.t.kind == tableType {
		return c.tableLoop(s, x, l, passes, turn)
	}
	first := x.t.header()
	if x.t.kind != gridType && (!x.t.isRow() || x.t.of == noType) {
		c.refuse(e, "a loop over %s", article(x.t.typeName()))
		return nil
	}
	v := c.target(s, l.vars, valueType{kind: x.t.of})
	if c.refused != nil {
		return nil
	}
	walked := len(s.walked)
	if x.of != nil && x.t.kind == listType {
		s.walked = append(s.walked, x.of)
	}
	run := l.body()
	s.walked = s.walked[:walked]
	if c.refused != nil {
		return nil
	}
	// The loop goes over what the row was when it began.
	room := c.room(c.capacity + 2)
	end := room + c.capacity + 2
	write := x.write
	if x.view != nil && x.of == nil && !x.t.isText() && x.t.origin != ordinary {
		view := x.view // a constant
		return func(m *machine) flow {
			cells := view(m)
			if m.stopped || !m.spend(n, passes*len(cells)) {
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
	return func(m *machine) flow {
		length := write(m, m.r[room:end])
		if length < 0 || m.stopped || !m.spend(n, passes*(length-first)) {
			return stopping
		}
		for i := first; i < length; i++ {
			m.r[v.at] = m.r[room+i]
			if how := turn(m, run, i-first); how.leaves() {
				return how.afterLoop()
			}
		}
		return onward
	}
}

// tableLoop compiles a loop over the lines of a table.
func (c *compiler) tableLoop(s *scope, x operand, l loop, passes int, turn func(m *machine, run statement, i int) flow) statement {
	lines := x.table.lines
	var at []int
	var line *variable
	if names, ok := unparen(l.vars).(*syntax.TupleExpr); ok {
		for _, e := range names.List {
			v := c.target(s, e, valueType{kind: intType})
			if c.refused != nil {
				return nil
			}
			at = append(at, v.at)
		}
		for _, line := range lines {
			if line[1] != len(at) {
				c.refuse(l.vars, "%s for the %s of a line", message.Count(len(at), "name", "names"), message.Count(line[1], "value", "values"))
				return nil
			}
		}
	} else {
		for _, line := range lines {
			if line[1] > c.capacity {
				c.refuse(l.vars, "a line of %d values", line[1])
				return nil
			}
		}
		if line = c.target(s, l.vars, x.table.lineType()); c.refused != nil {
			return nil
		}
	}
	run := l.body()
	if c.refused != nil {
		return nil
	}
	n := l.node
	return func(m *machine) flow {
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
