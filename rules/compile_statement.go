package rules

// This file holds the compiler's statements, except loops and calls.

import (
	"slices"

	"go.starlark.net/syntax"
)

// block compiles statements.
func (c *compiler) block(s *scope, body []syntax.Stmt) statement {
	var all []statement
	for _, st := range body {
		if c.refused != nil {
			return nil
		}
		if b, ok := st.(*syntax.BranchStmt); ok && b.Token == syntax.PASS {
			continue
		}
		if st := c.statement(s, st); st != nil {
			all = append(all, st)
		}
	}
	switch len(all) {
	case 0:
		return func(*machine) flow { return onward }
	case 1:
		return all[0]
	case 2:
		a, b := all[0], all[1]
		return func(m *machine) flow {
			if how := a(m); how != onward {
				return how
			}
			return b(m)
		}
	case 3:
		a, b, d := all[0], all[1], all[2]
		return func(m *machine) flow {
			if how := a(m); how != onward {
				return how
			}
			if how := b(m); how != onward {
				return how
			}
			return d(m)
		}
	}
	return func(m *machine) flow {
		for _, st := range all {
			if how := st(m); how != onward {
				return how
			}
		}
		return onward
	}
}

func (c *compiler) statement(s *scope, st syntax.Stmt) statement {
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
	case *syntax.BranchStmt:
		s.dead = true
		how := breaking
		if st.Token == syntax.CONTINUE {
			how = continuing
		}
		return func(*machine) flow { return how }
	}
	c.refuse(st, "a function in a function")
	return nil
}

func (c *compiler) exprStatement(s *scope, st *syntax.ExprStmt) statement {
	switch x := unparen(st.X).(type) {
	case *syntax.Literal:
		return nil // a text that explains
	case *syntax.CallExpr:
		if run, ok := c.callStatement(s, x); ok {
			return run
		}
	}
	x := c.expr(s, st.X)
	if c.refused != nil {
		return nil
	}
	if !x.t.isScalar() {
		c.refuse(st, "a value that is not used")
		return nil
	}
	f := x.scalar()
	return func(m *machine) flow {
		if f(m); m.stopped {
			return stopping
		}
		return onward
	}
}

func (c *compiler) assignment(s *scope, st *syntax.AssignStmt) statement {
	if st.Op != syntax.EQ {
		return c.augmented(s, st)
	}
	switch to := unparen(st.LHS).(type) {
	case *syntax.TupleExpr:
		return c.several(s, to, to.List, st.RHS)
	case *syntax.ListExpr:
		return c.several(s, to, to.List, st.RHS)
	case *syntax.IndexExpr:
		return c.setItem(s, to, st.RHS)
	}
	x := c.expr(s, st.RHS)
	if c.refused != nil {
		return nil
	}
	if c.shares(st.RHS, x) {
		c.refuse(st, "a list with two names")
		return nil
	}
	v := c.target(s, st.LHS, x.t)
	if c.refused != nil {
		return nil
	}
	return c.store(st, v, x, mentions(st.RHS, v.name))
}

// shares reports whether a list would be known by two names.
func (c *compiler) shares(e syntax.Expr, x operand) bool {
	if x.t.kind != listType {
		return false
	}
	switch unparen(e).(type) {
	case *syntax.Ident, *syntax.CondExpr, *syntax.IndexExpr:
		return true
	}
	return false
}

// target returns the variable that is assigned to, and makes it if it is new.
func (c *compiler) target(s *scope, e syntax.Expr, t valueType) *variable {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok {
		c.refuse(e, "an assignment to more than a variable")
		return nil
	}
	i, ok := c.local(id)
	if !ok {
		c.refuse(id, "an assignment to a name of the top level")
		return nil
	}
	v := s.vars[i]
	if v == nil {
		if t.kind == listType && t.of == noType {
			if t.of = intType; c.guess>>c.guessed&1 != 0 {
				t.of = letterType
			}
			c.guessed++
		}
		if t.isRow() && t.of == noType || t.kind == tableType || t.kind == noneType || t.kind == noType {
			c.refuse(e, "a variable for %v of which the cells are not known", t)
			return nil
		}
		v = c.variableOf(id.Name, t)
		s.vars[i] = v
	}
	if v.t.isRow() && t.kind == v.t.kind && t.of == noType {
		t.of = v.t.of
	}
	if v.t != t {
		c.refuse(e, "%s is %s here and %s elsewhere", id.Name, article(t), article(v.t))
		return nil
	}
	s.assigned[i] = true
	return v
}

// store gives an operand to a variable. It takes a step for each cell, at a node; none
// where that is nil. Self says that the operand may read the variable.
func (c *compiler) store(n syntax.Node, v *variable, x operand, self bool) statement {
	at := v.at
	switch {
	case v.t.isScalar():
		f := x.scalar()
		if x.isConst {
			n := x.n
			return func(m *machine) flow { m.r[at] = n; return onward }
		}
		return func(m *machine) flow {
			m.r[at] = f(m)
			if m.stopped {
				return stopping
			}
			return onward
		}
	case v.t.isRow():
		capacity := v.room
		write := charged(n, 0, x.write)
		if !self {
			return func(m *machine) flow {
				n := write(m, m.r[at+1:at+1+capacity])
				if m.stopped || n < 0 {
					return stopping
				}
				m.r[at] = int64(n)
				return onward
			}
		}
		other := c.room(c.capacity)
		most := c.capacity
		return func(m *machine) flow {
			n := write(m, m.r[other:other+most])
			if m.stopped || n < 0 {
				return stopping
			}
			if n > capacity {
				m.spill()
				return stopping
			}
			m.r[at] = int64(n)
			copy(m.r[at+1:], m.r[other:other+n])
			return onward
		}
	}
	capacity := v.room
	other := at
	if self {
		other = c.room(capacity)
	}
	write := charged(n, 2, x.write)
	return func(m *machine) flow {
		n := write(m, m.r[other:other+capacity])
		if m.stopped || n < 0 {
			return stopping
		}
		if other != at {
			copy(m.r[at:], m.r[other:other+n])
		}
		return onward
	}
}

// charged takes a step at a node for each cell that is written behind the first
// ones; none where the node is nil.
func charged(n syntax.Node, first int, write func(m *machine, dst []int64) int) func(m *machine, dst []int64) int {
	if n == nil {
		return write
	}
	return func(m *machine, dst []int64) int {
		k := write(m, dst)
		if k < 0 || m.stopped || !m.spend(n, k-first) {
			return -1
		}
		return k
	}
}

// several compiles a, b = x, y.
func (c *compiler) several(s *scope, n syntax.Node, to []syntax.Expr, from syntax.Expr) statement {
	var values []syntax.Expr
	switch from := unparen(from).(type) {
	case *syntax.TupleExpr:
		values = from.List
	case *syntax.ListExpr:
		values = from.List
	default:
		x := c.expr(s, from)
		if c.refused != nil {
			return nil
		}
		return c.unpackRow(s, n, to, x)
	}
	if len(values) != len(to) {
		c.refuse(n, "%s", namesFor(len(to), len(values)))
		return nil
	}
	var takes, gives []statement
	var rooms []*variable
	for _, e := range values {
		x := c.expr(s, e)
		if c.refused != nil {
			return nil
		}
		if !x.t.isScalar() {
			c.refuse(e, "several values at once, of which one is %s", article(x.t))
			return nil
		}
		room := c.variableOf("", x.t)
		takes = append(takes, c.store(nil, room, x, false))
		rooms = append(rooms, room)
	}
	for i, e := range to {
		gives = append(gives, c.later(s, e, rooms[i]))
		if c.refused != nil {
			return nil
		}
	}
	// The values are all taken before any is given.
	return func(m *machine) flow {
		for _, st := range takes {
			if how := st(m); how != onward {
				return how
			}
		}
		for _, st := range gives {
			if how := st(m); how != onward {
				return how
			}
		}
		return onward
	}
}

// later gives a variable the value of another one.
func (c *compiler) later(s *scope, to syntax.Expr, from *variable) statement {
	if to, ok := unparen(to).(*syntax.IndexExpr); ok {
		return c.setItemTo(s, to, reading(from))
	}
	v := c.target(s, to, from.t)
	if c.refused != nil {
		return nil
	}
	return c.store(nil, v, reading(from), false)
}

// unpackRow compiles a, b = row.
func (c *compiler) unpackRow(s *scope, n syntax.Node, to []syntax.Expr, x operand) statement {
	view := c.viewed(x)
	if c.refused != nil || view == nil || !x.t.isRow() {
		c.refuse(n, "several names for %s", article(x.t))
		return nil
	}
	var at []int
	for _, e := range to {
		v := c.target(s, e, valueType{kind: x.t.of})
		if c.refused != nil {
			return nil
		}
		at = append(at, v.at)
	}
	return func(m *machine) flow {
		cells := view(m)
		switch {
		case m.stopped:
			return stopping
		case len(cells) != len(at):
			m.fail(n, "%s", namesFor(len(at), len(cells)))
			return stopping
		}
		for i, to := range at {
			m.r[to] = cells[i]
		}
		return onward
	}
}

// augmented compiles x op= y.
func (c *compiler) augmented(s *scope, st *syntax.AssignStmt) statement {
	op := st.Op - syntax.PLUS_EQ + syntax.PLUS
	if _, ok := unparen(st.LHS).(*syntax.IndexExpr); ok {
		c.refuse(st, "x[i] %v y: write x[i] = x[i] %v y", st.Op, op)
		return nil
	}
	x := c.expr(s, st.LHS)
	y := c.expr(s, st.RHS)
	if c.refused != nil {
		return nil
	}
	if x.t.kind == listType {
		c.refuse(st, "a list that grows")
		return nil
	}
	z := c.binaryOf(st, op, x, y)
	if c.refused != nil {
		return nil
	}
	v := c.target(s, st.LHS, z.t)
	if c.refused != nil {
		return nil
	}
	return c.store(st, v, z, true)
}

// setItem compiles list[i] = x.
func (c *compiler) setItem(s *scope, to *syntax.IndexExpr, from syntax.Expr) statement {
	x := c.expr(s, from)
	if c.refused != nil {
		return nil
	}
	return c.setItemTo(s, to, x)
}

// mayChange refuses to change a list that a loop goes over.
func (c *compiler) mayChange(s *scope, n syntax.Node, v *variable) bool {
	if slices.Contains(s.walked, v) {
		c.refuse(n, "a list that changes while a loop goes over it")
		return false
	}
	return true
}

// setItemTo compiles list[i] = x, of an operand.
func (c *compiler) setItemTo(s *scope, to *syntax.IndexExpr, x operand) statement {
	id, ok := unparen(to.X).(*syntax.Ident)
	if !ok {
		c.refuse(to, "an assignment to an item of what is no variable")
		return nil
	}
	l := c.expr(s, id)
	i := c.expr(s, to.Y)
	switch {
	case c.refused != nil:
		return nil
	case l.t.kind != listType || l.t.origin != ordinary || l.of == nil || x.t.kind != l.t.of || i.t.kind != intType:
		c.refuse(to, "an assignment to an item of %s", article(l.t))
		return nil
	}
	if !c.mayChange(s, to, l.of) {
		return nil
	}
	at, value, index := l.of.at, x.scalar(), i.scalar()
	return func(m *machine) flow {
		v := value(m)
		i := index(m)
		if m.stopped {
			return stopping
		}
		n := m.r[at]
		place, ok := place(i, n)
		if !ok {
			m.fail(to, "there is no item %d in a %s of length %d", i, "list", n)
			return stopping
		}
		m.r[at+1+int(place)] = v
		return onward
	}
}

func (c *compiler) ifStatement(s *scope, st *syntax.IfStmt) statement {
	cond := c.condition(s, st.Cond)
	if c.refused != nil {
		return nil
	}
	before := append([]bool(nil), s.assigned...)
	s.dead = false
	yes := c.block(s, st.True)
	afterYes, deadYes := s.assigned, s.dead
	s.assigned, s.dead = before, false
	no := c.block(s, st.False)
	deadNo := s.dead
	switch {
	case deadYes && deadNo:
	case deadYes:
		s.dead = false
	case deadNo:
		s.assigned, s.dead = afterYes, false
	default:
		s.dead = false
		for i := range s.assigned {
			s.assigned[i] = s.assigned[i] && afterYes[i]
		}
	}
	if c.refused != nil {
		return nil
	}
	if len(st.False) == 0 {
		return func(m *machine) flow {
			if cond(m) {
				if m.stopped {
					return stopping
				}
				return yes(m)
			}
			if m.stopped {
				return stopping
			}
			return onward
		}
	}
	return func(m *machine) flow {
		on := cond(m)
		switch {
		case m.stopped:
			return stopping
		case on:
			return yes(m)
		}
		return no(m)
	}
}

func (c *compiler) returnStatement(s *scope, st *syntax.ReturnStmt) statement {
	s.dead = true
	fn := s.fn
	want := func(t valueType) bool {
		if fn.result.kind == noType {
			fn.result = t
			if v := c.variableOf("", t); t.kind != noneType {
				fn.at = v.at
			}
		}
		if fn.result != t {
			c.refuse(st, "%s returns %s here and %s elsewhere", s.def.Name, article(t), article(fn.result))
			return false
		}
		return true
	}
	if st.Result == nil {
		if !want(valueType{kind: noneType}) {
			return nil
		}
		return func(*machine) flow { return returning }
	}
	x := c.expr(s, st.Result)
	if c.refused != nil {
		return nil
	}
	if x.t.kind == noneType || x.t.kind == tableType || x.t.isRow() && x.t.of == noType {
		c.refuse(st, "a function that returns %s", article(x.t))
		return nil
	}
	if len(c.calls) == 1 { // the host called it
		c.refuse(st, "%s", returnsNone(s.def.Name, c.emits))
		return nil
	}
	if !want(x.t) {
		return nil
	}
	store := c.store(st, &variable{t: x.t, at: fn.at, room: c.capacity}, x, true)
	return func(m *machine) flow {
		store(m)
		return returning
	}
}
