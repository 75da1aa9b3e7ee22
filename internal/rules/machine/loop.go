package machine

// Loops: while, and those over numbers, over the cells of rows and grids, and over lines. The
// fastest ones are in line.go. The rows that loops make are built here too.

import "github.com/grundy-games/grundy/internal/rules/core"

// A turn is the body of a loop, which begins with what a turn costs.
type turn struct {
	cost int
	at   *core.Place
	run  statement
}

// turn compiles the body of a loop.
func (c *compiler) turn(body []core.Stmt) turn {
	charge := body[0].(*core.Charge)
	return turn{int(charge.N), &charge.At, c.block(body[1:])}
}

func (c *compiler) whileLoop(st *core.While) statement {
	cond, t := c.condition(st.Cond), c.turn(st.Body)
	return func(m *Machine) flow {
		for cond(m) {
			if !m.spend(t.at, t.cost) {
				return stopping
			}
			if how := t.run(m); how.leaves() {
				return how.afterLoop()
			}
		}
		return onward
	}
}

func (c *compiler) forLoop(st *core.For) statement {
	x, y, z := c.expr(st.From), c.expr(st.To), c.expr(st.Step)
	t, at := c.turn(st.Body), c.vars[st.V].at
	from, to, step, run := x.scalar(), y.scalar(), z.scalar(), t.run
	if z.isConst && z.n == 1 {
		plain := func(m *Machine) flow {
			i, end := from(m), to(m)
			for ; i < end; i++ {
				if !m.spend(t.at, t.cost) {
					return stopping
				}
				m.r[at] = i
				if how := run(m); how.leaves() {
					return how.afterLoop()
				}
			}
			return onward
		}
		if fast := c.line(st, from, to, plain); fast != nil {
			return fast
		}
		return plain
	}
	return func(m *Machine) flow {
		i, end, by := from(m), to(m), step(m)
		if by == 0 {
			m.fail(&st.At, "a range of step 0")
			return stopping
		}
		for count := core.RangeLength(i, end, by); count > 0; count-- {
			if !m.spend(t.at, t.cost) {
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

// counter returns the register of a variable that may be missing: then one that nobody
// reads.
func (c *compiler) counter(v core.Var) int {
	if v == core.NoVar {
		return c.room(1)
	}
	return c.vars[v].at
}

func (c *compiler) eachLoop(st *core.Each) statement {
	x, t := c.expr(st.Over), c.turn(st.Body)
	if x.view != nil && changes(st.Body, st.Over) {
		x.view = nil // a copy: the loop goes over what the row was when it began
	}
	view, first, passes := c.viewed(x), header(x.t), int(st.Passes)
	item, counter, run := c.vars[st.Item].at, c.counter(st.Counter), t.run
	return func(m *Machine) flow {
		cells := view(m)[first:]
		if !m.spend(&st.At, passes*len(cells)) {
			return stopping
		}
		for i, cell := range cells {
			if !m.spend(t.at, t.cost) {
				return stopping
			}
			m.r[item] = cell
			m.r[counter] = int64(i)
			if how := run(m); how.leaves() {
				return how.afterLoop()
			}
		}
		return onward
	}
}

func (c *compiler) linesLoop(st *core.Lines) statement {
	var lines []span
	fill := func(*Machine) {}
	if st.Table >= 0 {
		lines = c.tables[st.Table]
	} else {
		lines, fill = c.written(st.Written)
	}
	t := c.turn(st.Body)
	line, items := c.lineTo(st)
	counter, passes, run := c.counter(st.Counter), int(st.Passes), t.run
	return func(m *Machine) flow {
		fill(m)
		if !m.spend(&st.At, passes*len(lines)) {
			return stopping
		}
		for i, l := range lines {
			cells := m.r[l.at : l.at+l.length]
			if line.room > 0 {
				if !m.spend(&st.At, len(cells)) {
					return stopping
				}
				if len(cells) > line.room {
					m.spill()
					return stopping
				}
				m.r[line.at] = int64(copy(m.r[line.at+1:], cells))
			}
			for j, to := range items {
				m.r[to] = cells[j]
			}
			if !m.spend(t.at, t.cost) {
				return stopping
			}
			m.r[counter] = int64(i)
			if how := run(m); how.leaves() {
				return how.afterLoop()
			}
		}
		return onward
	}
}

// lineTo returns where a line goes: to one variable, which has room then, or to items.
func (c *compiler) lineTo(st *core.Lines) (line variable, items []int) {
	if st.Line != core.NoVar {
		return c.vars[st.Line], nil
	}
	for _, v := range st.Items {
		items = append(items, c.vars[v].at)
	}
	return variable{}, items
}

// written compiles lines that are written where a loop goes over them: where they stand, and
// what computes them.
func (c *compiler) written(lines [][]core.Expr) (all []span, fill func(m *Machine)) {
	var cells []func(m *Machine) int64
	for _, line := range lines {
		all = append(all, span{c.room(len(line)), len(line)})
		for _, e := range line {
			x := c.expr(e)
			cells = append(cells, x.scalar())
		}
	}
	return all, func(m *Machine) {
		i := 0
		for _, l := range all {
			for j := range l.length {
				m.r[l.at+j] = cells[i](m)
				i++
			}
		}
	}
}

// cells are where a row or a grid is built, as in a variable.
type cells struct {
	variable
}

// build compiles a row or a grid that loops make. Its cells wait in a room of their own, as
// what makes them may read what is written to.
func (c *compiler) build(n *core.Build) operand {
	around := c.cells
	made := &cells{variable: c.variable(n.Type)}
	c.cells = made
	run := c.block(n.Body)
	c.cells = around
	at := made.at
	view := reading(made.variable).view
	plain := func(view func(m *Machine) []int64) operand {
		x := viewing(view).of(n.Type)
		if mask, ok := c.maskOf(n); ok {
			return c.masked(&mask, x)
		}
		return x
	}
	if n.Type.IsRow() {
		return plain(func(m *Machine) []int64 {
			m.r[at] = 0
			run(m)
			return view(m)
		})
	}
	return plain(func(m *Machine) []int64 {
		m.r[at], m.r[at+1] = 0, 0
		run(m)
		if m.r[at+1] == 0 {
			m.r[at] = 0
		}
		return view(m)
	})
}

func (c *compiler) yield(st *core.Yield) statement {
	made, x := c.cells.variable, c.expr(st.X)
	at, room := made.at, made.room
	if made.t.IsRow() {
		value := x.scalar()
		return func(m *Machine) flow {
			v := value(m)
			n := int(m.r[at])
			if n >= room {
				m.spill()
				return stopping
			}
			m.r[at+1+n] = v
			m.r[at] = int64(n + 1)
			return onward
		}
	}
	write := x.write
	return func(m *Machine) flow {
		used := at + 2 + int(m.r[at]*m.r[at+1])
		n := int64(write(m, m.r[used:at+room]))
		if m.r[at] > 0 && m.r[at+1] != n {
			m.spill() // lines of different lengths
			return stopping
		}
		m.r[at], m.r[at+1] = m.r[at]+1, n
		return onward
	}
}
