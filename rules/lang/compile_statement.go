package lang

// This file holds the compiler's statements, except loops and calls.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy/rules/core"
)

// block compiles statements.
func (c *compiler) block(s *registers, body []syntax.Stmt) statement {
	var all []statement
	for _, st := range body {
		if b, ok := st.(*syntax.BranchStmt); ok && b.Token == syntax.PASS {
			continue
		}
		if st := c.statement(s, st); st != nil {
			all = append(all, st)
		}
	}
	if len(all) == 1 {
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

func (c *compiler) statement(s *registers, st syntax.Stmt) statement {
	switch st := st.(type) {
	case *syntax.ExprStmt:
		return c.exprStatement(s, st)
	case *syntax.AssignStmt:
		return c.assignment(s, st)
	case *syntax.IfStmt:
		return c.ifStatement(s, st)
	case *syntax.ForStmt:
		return c.forStatement(s, st)
	case *syntax.WhileStmt:
		return c.whileStatement(s, st)
	case *syntax.ReturnStmt:
		return c.returnStatement(s, st)
	}
	how := breaking
	if st.(*syntax.BranchStmt).Token == syntax.CONTINUE {
		how = continuing
	}
	return func(*Machine) flow { return how }
}

func (c *compiler) exprStatement(s *registers, st *syntax.ExprStmt) statement {
	switch x := unparen(st.X).(type) {
	case *syntax.Literal:
		return nil // a text that explains
	case *syntax.CallExpr:
		if run, ok := c.callStatement(s, x); ok {
			return run
		}
	}
	x := c.expr(s, st.X)
	f := x.scalar()
	return func(m *Machine) flow {
		f(m)
		return onward
	}
}

func (c *compiler) assignment(s *registers, st *syntax.AssignStmt) statement {
	if st.Op != syntax.EQ {
		return c.augmented(s, st)
	}
	if to, ok := listed(st.LHS); ok {
		return c.several(s, st.LHS, to, st.RHS)
	}
	x := c.expr(s, st.RHS)
	if to, ok := unparen(st.LHS).(*syntax.IndexExpr); ok {
		return c.setItem(s, to, x)
	}
	v := c.target(s, st.LHS)
	return c.store(st, v, x, mentions(st.RHS, v.name))
}

// target returns the variable that is assigned to.
func (c *compiler) target(s *registers, e syntax.Expr) *variable {
	return s.vars[unparen(e).(*syntax.Ident).Binding.(*resolve.Binding).Index]
}

// store gives an operand to a variable. It takes a step for each cell, at a node; none
// where that is nil. Self says that the operand may read the variable.
func (c *compiler) store(n syntax.Node, v *variable, x operand, self bool) statement {
	at := v.at
	if v.t.isScalar() {
		f := x.scalar()
		return func(m *Machine) flow {
			m.r[at] = f(m)
			return onward
		}
	}
	if v.t.isText() {
		n = nil // strings take steps where they are read
	}
	write, header, isRow := x.write, v.t.header(), v.t.isRow()
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
		if n != nil && !m.spend(n, k-header) {
			return stopping
		}
		return onward
	}
}

// several compiles a, b = x, y.
func (c *compiler) several(s *registers, n syntax.Node, to []syntax.Expr, from syntax.Expr) statement {
	values, ok := listed(from)
	if !ok {
		return c.unpackRow(s, n, to, c.expr(s, from))
	}
	var all []statement
	var rooms []*variable
	for _, e := range values {
		x := c.expr(s, e)
		room := c.variableOf("", x.t)
		all = append(all, c.store(nil, room, x, false))
		rooms = append(rooms, room)
	}
	for i, e := range to {
		all = append(all, c.later(s, e, rooms[i])) // when all values are taken
	}
	return func(m *Machine) flow {
		for _, st := range all {
			st(m)
		}
		return onward
	}
}

// later gives a variable the value of another one.
func (c *compiler) later(s *registers, to syntax.Expr, from *variable) statement {
	if to, ok := unparen(to).(*syntax.IndexExpr); ok {
		return c.setItem(s, to, reading(from))
	}
	return c.store(nil, c.target(s, to), reading(from), false)
}

// unpackRow compiles a, b = row.
func (c *compiler) unpackRow(s *registers, n syntax.Node, to []syntax.Expr, x operand) statement {
	view := c.viewed(x)
	var at []int
	for _, e := range to {
		at = append(at, c.target(s, e).at)
	}
	return func(m *Machine) flow {
		cells := view(m)
		if len(cells) != len(at) {
			m.fail(n, "%s", core.NamesFor(len(at), len(cells)))
			return stopping
		}
		for i, to := range at {
			m.r[to] = cells[i]
		}
		return onward
	}
}

// augmented compiles x op= y.
func (c *compiler) augmented(s *registers, st *syntax.AssignStmt) statement {
	op := st.Op - syntax.PLUS_EQ + syntax.PLUS
	if to, ok := unparen(st.LHS).(*syntax.IndexExpr); ok {
		return c.changeItem(s, st, op, to)
	}
	z := c.binaryOf(st, op, c.expr(s, st.LHS), c.expr(s, st.RHS))
	return c.store(st, c.target(s, st.LHS), z, true)
}

// changeItem compiles list[i] += x and its like: the place is found once.
func (c *compiler) changeItem(s *registers, st *syntax.AssignStmt, op syntax.Token, to *syntax.IndexExpr) statement {
	l, i := c.expr(s, to.X), c.expr(s, to.Y)
	old := operand{t: c.exprs[to], reg: c.room(1)}
	z := c.binaryOf(st, op, old, c.expr(s, st.RHS))
	at, kept, value, index := l.of.at, old.reg, z.scalar(), i.scalar()
	return func(m *Machine) flow {
		item, ok := m.item(to, at, index(m))
		if !ok {
			return stopping
		}
		m.r[kept] = m.r[item]
		m.r[item] = value(m)
		return onward
	}
}

// setItem compiles list[i] = x.
func (c *compiler) setItem(s *registers, to *syntax.IndexExpr, x operand) statement {
	l, i := c.expr(s, to.X), c.expr(s, to.Y)
	at, value, index := l.of.at, x.scalar(), i.scalar()
	return func(m *Machine) flow {
		v := value(m)
		item, ok := m.item(to, at, index(m))
		if !ok {
			return stopping
		}
		m.r[item] = v
		return onward
	}
}

// item returns the register of item i of the list at a register, or fails.
func (m *Machine) item(n syntax.Node, at int, i int64) (item int, ok bool) {
	length := m.r[at]
	place, ok := core.PlaceOf(i, length)
	if !ok {
		m.fail(n, "there is no item %d in a %s of length %d", i, "list", length)
	}
	return at + 1 + int(place), ok
}

func (c *compiler) ifStatement(s *registers, st *syntax.IfStmt) statement {
	cond := c.condition(s, st.Cond)
	yes, no := c.block(s, st.True), c.block(s, st.False)
	if len(st.False) == 0 {
		no = nil
	}
	return func(m *Machine) flow {
		switch {
		case cond(m):
			return yes(m)
		case no != nil:
			return no(m)
		}
		return onward
	}
}

func (c *compiler) returnStatement(s *registers, st *syntax.ReturnStmt) statement {
	if st.Result == nil {
		return func(*Machine) flow { return returning }
	}
	if c.verdicts[st.Result] != 0 {
		at, f := s.fn.at, c.verdictOf(s, st.Result)
		return func(m *Machine) flow {
			m.r[at] = f(m)
			return returning
		}
	}
	x := c.expr(s, st.Result)
	store := c.store(st, &variable{t: x.t, at: s.fn.at, room: c.capacity}, x, true)
	return func(m *Machine) flow {
		store(m)
		return returning
	}
}

// verdictOf compiles what legal returns. The interpreter makes the messages.
func (c *compiler) verdictOf(s *registers, e syntax.Expr) func(m *Machine) int64 {
	switch c.verdicts[e] {
	case isReason:
		return func(m *Machine) int64 { return int64(m.spill()) }
	case isTruth:
		x := c.expr(s, e)
		return x.scalar()
	}
	switch e := unparen(e).(type) {
	case *syntax.BinaryExpr:
		x, y := c.verdictOf(s, e.X), c.verdictOf(s, e.Y)
		return func(m *Machine) int64 {
			if x(m) != 0 {
				return 1
			}
			return y(m)
		}
	case *syntax.CondExpr:
		cond, x, y := c.condition(s, e.Cond), c.verdictOf(s, e.True), c.verdictOf(s, e.False)
		return func(m *Machine) int64 {
			if cond(m) {
				return x(m)
			}
			return y(m)
		}
	}
	return nil
}
