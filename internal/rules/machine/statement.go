package machine

// Statements, except loops and those that state moves.

import "github.com/grundy-games/grundy/internal/rules/core"

// block compiles statements.
func (c *compiler) block(body []core.Stmt) statement {
	all := make([]statement, len(body))
	for i, st := range body {
		all[i] = c.statement(st)
	}
	switch len(all) {
	case 0:
		return func(*Machine) flow { return onward }
	case 1:
		return all[0]
	}
	return func(m *Machine) flow {
		for _, st := range all {
			if how := st(m); how != onward {
				return how
			}
		}
		return onward
	}
}

func (c *compiler) statement(st core.Stmt) statement {
	switch st := st.(type) {
	case *core.Charge:
		at, steps := &st.At, int(st.N)
		return func(m *Machine) flow {
			if !m.spend(at, steps) {
				return stopping
			}
			return onward
		}
	case *core.Set:
		at := &st.At
		if st.Free {
			at = nil
		}
		return c.store(at, c.vars[st.V], c.expr(st.X), mentions(st.X, st.V))
	case *core.SetCell:
		return c.setCell(st)
	case *core.Append:
		return c.appendTo(st)
	case *core.Unpack:
		return c.unpack(st)
	case *core.If:
		return c.ifStatement(st)
	case *core.While:
		return c.whileLoop(st)
	case *core.For:
		return c.forLoop(st)
	case *core.Each:
		return c.eachLoop(st)
	case *core.Lines:
		return c.linesLoop(st)
	case *core.Leave:
		how := breaking
		if st.Turn {
			how = continuing
		}
		return func(*Machine) flow { return how }
	case *core.Return:
		return c.returnStatement(st)
	case *core.Fail:
		return func(m *Machine) flow {
			m.spill()
			return stopping
		}
	case *core.Do:
		return c.do(st)
	case *core.Yield:
		return c.yield(st)
	case *core.State:
		return c.state(st)
	case *core.StateSum:
		return c.stateSum(st)
	case *core.End:
		how := st.How
		return func(m *Machine) flow {
			m.out.End(how)
			return onward
		}
	}
	panic("a statement that core does not have")
}

// store gives an operand to a variable. It takes a step for each cell at a place; none
// where that is nil. Self says that the operand may read the variable.
func (c *compiler) store(place *core.Place, v variable, x operand, self bool) statement {
	at := v.at
	if v.t.IsScalar() {
		f := x.scalar()
		return func(m *Machine) flow {
			m.r[at] = f(m)
			return onward
		}
	}
	if v.t.Kind == core.TextType {
		place = nil
	}
	write, first, isRow := x.write, header(v.t), v.t.IsRow()
	from := at
	if isRow {
		from++ // behind the length
	}
	to := from + v.room
	if self {
		other := c.room(v.room)
		write = func(m *Machine, dst []int64) int {
			return copy(dst, m.r[other:other+x.write(m, m.r[other:other+len(dst)])])
		}
	}
	return func(m *Machine) flow {
		k := write(m, m.r[from:to])
		if isRow {
			m.r[at] = int64(k)
		}
		if place != nil && !m.spend(place, k-first) {
			return stopping
		}
		return onward
	}
}

func (c *compiler) setCell(st *core.SetCell) statement {
	x, i := c.expr(st.X), c.expr(st.I)
	at, value, index := c.vars[st.V].at, x.scalar(), i.scalar()
	return func(m *Machine) flow {
		v, i := value(m), index(m)
		length := m.r[at]
		place, ok := core.PlaceOf(i, length)
		if !ok {
			m.fail(&st.At, "there is no item %d in a list of length %d", i, length)
			return stopping
		}
		m.r[at+1+int(place)] = v
		return onward
	}
}

func (c *compiler) appendTo(st *core.Append) statement {
	x := c.expr(st.X)
	v, value := c.vars[st.V], x.scalar()
	at, room := v.at, int64(v.room)
	return func(m *Machine) flow {
		e := value(m)
		length := m.r[at]
		if length >= room {
			m.spill()
			return stopping
		}
		m.r[at+1+int(length)] = e
		m.r[at] = length + 1
		return onward
	}
}

func (c *compiler) unpack(st *core.Unpack) statement {
	view := c.viewed(c.expr(st.X))
	var at []int
	for _, v := range st.V {
		at = append(at, c.vars[v].at)
	}
	return func(m *Machine) flow {
		cells := view(m)
		if len(cells) != len(at) {
			m.fail(&st.At, "%s", core.NamesFor(len(at), len(cells)))
			return stopping
		}
		for i, to := range at {
			m.r[to] = cells[i]
		}
		return onward
	}
}

func (c *compiler) ifStatement(st *core.If) statement {
	cond, yes := c.condition(st.Cond), c.block(st.Then)
	if len(st.Else) == 0 {
		return func(m *Machine) flow {
			if cond(m) {
				return yes(m)
			}
			return onward
		}
	}
	no := c.block(st.Else)
	return func(m *Machine) flow {
		if cond(m) {
			return yes(m)
		}
		return no(m)
	}
}

func (c *compiler) returnStatement(st *core.Return) statement {
	if st.X == nil {
		return func(*Machine) flow { return returning }
	}
	store := c.store(&st.At, c.result, c.expr(st.X), false)
	return func(m *Machine) flow {
		store(m)
		return returning
	}
}

func (c *compiler) do(st *core.Do) statement {
	if call, ok := st.X.(*core.Call); ok {
		return c.call(call)
	}
	x := c.expr(st.X)
	if !x.t.IsScalar() {
		view := c.viewed(x)
		return func(m *Machine) flow {
			view(m)
			return onward
		}
	}
	f := x.scalar()
	return func(m *Machine) flow {
		f(m)
		return onward
	}
}

// call compiles a call of a function. Its result is in its register when the statement has
// run.
func (c *compiler) call(n *core.Call) statement {
	f := &c.functions[n.F]
	var takes, gives []statement
	for i, a := range n.Args {
		x, to, at := c.expr(a), f.vars[i], &n.At
		if i >= len(n.Args)-f.free {
			at = nil // it takes no steps
		}
		// An argument waits in a room of its own where those behind may call the same
		// function, or it does itself when some of its cells are there.
		if calls(n.Args[i+1:]...) || !to.t.IsScalar() && calls(a) {
			to = c.variable(to.t)
			gives = append(gives, c.store(nil, f.vars[i], reading(to), false))
		}
		takes = append(takes, c.store(at, to, x, false))
	}
	takes = append(takes, gives...)
	body, cost := f.body, f.cost
	return func(m *Machine) flow {
		for _, st := range takes {
			st(m)
		}
		if !m.spend(&n.At, cost) {
			return stopping
		}
		body(m)
		return onward
	}
}
