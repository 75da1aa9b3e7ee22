package lang

// This file holds the checker's statements and loops.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy"
	"grundy/internal/message"
	"grundy/rules/core"
)

// block checks statements, until one is refused.
func (c *checker) block(s *scope, body []syntax.Stmt) {
	for _, st := range body {
		if c.refused != nil {
			return
		}
		c.statement(s, st)
	}
}

func (c *checker) statement(s *scope, st syntax.Stmt) {
	switch st := st.(type) {
	case *syntax.ExprStmt:
		c.exprStatement(s, st)
	case *syntax.AssignStmt:
		c.assignment(s, st)
	case *syntax.IfStmt:
		c.ifStatement(s, st)
	case *syntax.ForStmt:
		c.loop(s, st.X, st.Vars, func() { c.inLoop(s, st.Body) })
	case *syntax.WhileStmt:
		c.condition(s, st.Cond)
		c.inLoop(s, st.Body)
	case *syntax.ReturnStmt:
		c.returnStatement(s, st)
	case *syntax.BranchStmt:
		s.dead = s.dead || st.Token != syntax.PASS
	default:
		c.refuse(st, "a function in a function")
	}
}

func (c *checker) exprStatement(s *scope, st *syntax.ExprStmt) {
	switch x := unparen(st.X).(type) {
	case *syntax.Literal:
		return // a text that explains
	case *syntax.CallExpr:
		if c.callStatement(s, x) {
			return
		}
	}
	if t := c.expr(s, st.X); !t.isScalar() {
		c.refuse(st, "a value that is not used")
	}
}

// callStatement checks a call whose value nobody wants: of move and its kin, of a
// method that changes a list, or of a function. It is false for other calls.
func (c *checker) callStatement(s *scope, n *syntax.CallExpr) bool {
	if d, ok := n.Fn.(*syntax.DotExpr); ok {
		if d.Name.Name == "append" && len(n.Args) == 1 {
			c.appendTo(s, n, d)
			return true
		}
		return false
	}
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return false
	}
	switch id.Binding.(*resolve.Binding).Scope {
	case resolve.Predeclared:
		sum := id.Name == "move_sum"
		if endings[id.Name] != grundy.NoEnding && c.emits == "move" && len(n.Args) == 0 {
			s.emits = true
			return true
		}
		if !sum && id.Name != "move" && id.Name != "part" {
			return false
		}
		if id.Name != c.emits && (!sum || c.emits != "move") {
			c.refuse(n, "%s in a function that runs for something else", id.Name)
			return true
		}
		s.emits = true
		c.emit(s, n, sum)
		return true
	case resolve.Global:
		if fn := c.code.globalFunction(id); fn != nil {
			if sig := c.call(s, n, fn); sig != nil {
				s.emits = s.emits || sig.emits
			}
			return true
		}
	}
	return false
}

// emit checks move(…), part(…) and move_sum(…).
func (c *checker) emit(s *scope, n *syntax.CallExpr, sum bool) {
	if !plainArgs(n) {
		c.refuse(n, "a move with named arguments or *arguments")
		return
	}
	if !sum {
		c.position(s, n, withoutLabel(n))
		return
	}
	for _, a := range withoutLabel(n) {
		number, a := copiesOf(a)
		if number != nil {
			if t := c.expr(s, number); t.kind != intType {
				c.refuse(number, "%s for a number of copies", article(t.typeName()))
			}
		}
		args := []syntax.Expr{a}
		if len(c.code.Shape.Fields) > 1 {
			t, ok := unparen(a).(*syntax.TupleExpr)
			if !ok {
				c.refuse(a, "a part that is not written (…, …)")
				return
			}
			args = t.List
		}
		c.position(s, n, args)
	}
}

// position checks the values of all fields.
func (c *checker) position(s *scope, n *syntax.CallExpr, args []syntax.Expr) {
	fields := c.code.Shape.Fields
	if len(args) != len(fields) {
		c.refuse(n, "%s for %s", message.Count(len(args), "value", "values"), message.Count(len(fields), "field", "fields"))
		return
	}
	for i, a := range args {
		f := &fields[i]
		want := fieldType(f)
		if f.Kind == core.Grid {
			if t := c.gridOf(s, a); t.of != want.of {
				c.refuse(a, "%s of other cells than %s", article(t.typeName()), f.Name)
			}
			continue
		}
		t := c.expr(s, a)
		row, ok := t.asRow()
		if f.Kind == core.Integer && t.kind != intType || f.Kind != core.Integer && (!ok || row.of != noType && row.of != want.of) {
			c.refuse(a, "%s for %s", article(t.typeName()), f.Name)
		}
	}
}

// rowsOf returns the clause of a comprehension that makes the rows of a grid, or nil
// where the value of a grid is written otherwise.
func rowsOf(e syntax.Expr) (outer *syntax.Comprehension, clause *syntax.ForClause) {
	outer, ok := unparen(e).(*syntax.Comprehension)
	if !ok || outer.Curly || len(outer.Clauses) != 1 {
		return nil, nil
	}
	return outer, outer.Clauses[0].(*syntax.ForClause)
}

// gridOf checks the value of a grid: a grid, or a list of rows that a comprehension
// makes.
func (c *checker) gridOf(s *scope, e syntax.Expr) valueType {
	outer, clause := rowsOf(e)
	if outer == nil {
		t := c.expr(s, e)
		if t.kind != gridType {
			return c.refuse(e, "%s for a grid", article(t.typeName()))
		}
		return t
	}
	grid := valueType{kind: gridType}
	c.loop(s, clause.X, clause.Vars, func() {
		t := c.expr(s, outer.Body)
		row, ok := t.asRow()
		if !ok || row.of == noType {
			c.refuse(outer.Body, "%s for a row of a grid", article(row.typeName()))
		}
		grid.of = row.of
	})
	return grid
}

// appendTo checks list.append(x).
func (c *checker) appendTo(s *scope, n *syntax.CallExpr, d *syntax.DotExpr) {
	id, ok := unparen(d.X).(*syntax.Ident)
	if !ok {
		c.refuse(n, "append to something other than a variable")
		return
	}
	t := c.expr(s, n.Args[0])
	i, ok := c.local(id)
	if !ok || s.vars[i].kind != listType || s.vars[i].origin != ordinary || s.vars[i].of != t.kind || !s.assigned[i] {
		if ok && slices.Contains(s.walked, i) {
			c.mayChange(s, n, i)
		}
		c.refuse(n, "append of %s", article(t))
		return
	}
	c.mayChange(s, n, i)
}

// mayChange refuses to change a list that a loop goes over.
func (c *checker) mayChange(s *scope, n syntax.Node, i int) {
	if slices.Contains(s.walked, i) {
		c.refuse(n, "a list that changes while a loop goes over it")
	}
}

func (c *checker) assignment(s *scope, st *syntax.AssignStmt) {
	if st.Op != syntax.EQ {
		c.augmented(s, st)
		return
	}
	switch to := unparen(st.LHS).(type) {
	case *syntax.TupleExpr:
		c.several(s, to, to.List, st.RHS)
	case *syntax.ListExpr:
		c.several(s, to, to.List, st.RHS)
	case *syntax.IndexExpr:
		c.setItem(s, to, c.expr(s, st.RHS))
	default:
		t := c.expr(s, st.RHS)
		if t.kind == listType && isKnown(st.RHS) {
			c.refuse(st, "a list with two names")
			return
		}
		if c.refused == nil {
			c.target(s, st.LHS, t)
		}
	}
}

// isKnown reports whether the value of an expression is known by another name too.
func isKnown(e syntax.Expr) bool {
	switch unparen(e).(type) {
	case *syntax.Ident, *syntax.CondExpr, *syntax.IndexExpr:
		return true
	}
	return false
}

// listed returns the values that are written one by one, as in x, y.
func listed(e syntax.Expr) (values []syntax.Expr, ok bool) {
	switch e := unparen(e).(type) {
	case *syntax.TupleExpr:
		return e.List, true
	case *syntax.ListExpr:
		return e.List, true
	}
	return nil, false
}

// several checks a, b = x, y and a, b = row.
func (c *checker) several(s *scope, n syntax.Node, to []syntax.Expr, from syntax.Expr) {
	values, ok := listed(from)
	if !ok {
		t := c.expr(s, from)
		if !t.isRow() {
			c.refuse(n, "several names for %s", article(t))
		}
		for _, e := range to {
			if c.refused == nil {
				c.target(s, e, valueType{kind: t.of})
			}
		}
		return
	}
	if len(values) != len(to) {
		c.refuse(n, "%s", core.NamesFor(len(to), len(values)))
		return
	}
	var types []valueType
	for _, e := range values {
		t := c.expr(s, e)
		if !t.isScalar() {
			c.refuse(e, "several values at once, and one of them is %s", article(t))
			return
		}
		types = append(types, t)
	}
	for i, e := range to {
		switch to := unparen(e).(type) {
		case *syntax.IndexExpr:
			c.setItem(s, to, types[i])
		default:
			c.target(s, e, types[i])
		}
		if c.refused != nil {
			return
		}
	}
}

func (c *checker) augmented(s *scope, st *syntax.AssignStmt) {
	op := st.Op - syntax.PLUS_EQ + syntax.PLUS
	if to, ok := unparen(st.LHS).(*syntax.IndexExpr); ok {
		x := c.expr(s, to)
		if y := c.expr(s, st.RHS); c.refused == nil {
			c.setItem(s, to, c.operation(st, op, x, y))
		}
		return
	}
	x, y := c.expr(s, st.LHS), c.expr(s, st.RHS)
	if x.kind == listType {
		c.refuse(st, "a list that grows")
	}
	if c.refused == nil {
		if z := c.operation(st, op, x, y); c.refused == nil {
			c.target(s, st.LHS, z)
		}
	}
}

// setItem checks list[i] = x.
func (c *checker) setItem(s *scope, to *syntax.IndexExpr, x valueType) {
	if c.refused != nil {
		return
	}
	id, ok := unparen(to.X).(*syntax.Ident)
	if !ok {
		c.refuse(to, "an assignment to an item of something other than a variable")
		return
	}
	l, i := c.expr(s, id), c.expr(s, to.Y)
	index, isLocal := c.local(id)
	switch {
	case c.refused != nil:
	case l.kind != listType || l.origin != ordinary || !isLocal || x.kind != l.of || i.kind != intType:
		c.refuse(to, "an assignment to an item of %s", article(l))
	default:
		c.mayChange(s, to, index)
	}
}

func (c *checker) ifStatement(s *scope, st *syntax.IfStmt) {
	c.condition(s, st.Cond)
	if c.refused != nil {
		return
	}
	before := slices.Clone(s.assigned)
	s.dead = false
	c.block(s, st.True)
	afterYes, deadYes := s.assigned, s.dead
	s.assigned, s.dead = before, false
	c.block(s, st.False)
	switch {
	case deadYes: // as after the other one
	case s.dead:
		s.assigned, s.dead = afterYes, false
	default:
		for i := range s.assigned {
			s.assigned[i] = s.assigned[i] && afterYes[i]
		}
	}
}

// inLoop checks the body of a loop, which may run any number of times.
func (c *checker) inLoop(s *scope, body []syntax.Stmt) {
	before := slices.Clone(s.assigned)
	c.block(s, body)
	s.assigned, s.dead = before, false
}

func (c *checker) returnStatement(s *scope, st *syntax.ReturnStmt) {
	s.dead = true
	t := valueType{kind: noneType}
	if host := len(c.calls) == 1; host && c.emits == verdictOfLegal && st.Result != nil {
		c.verdict(s, st.Result)
		t = valueType{kind: boolType}
	} else if st.Result != nil {
		t = c.expr(s, st.Result)
		if t.kind == noneType || t.kind == tableType || t.isRow() && t.of == noType {
			c.refuse(st, "a function that returns %s", article(t))
		}
		if host && c.emits != "" {
			c.refuse(st, "%s", returnsNone(s.def.Name, c.emits))
		}
	}
	if s.result.kind == noType {
		s.result = t
	}
	if s.result != t {
		c.refuse(st, "%s returns %s here and %s elsewhere", s.def.Name, article(t), article(s.result))
	}
}

// verdict checks what legal returns: a bool, or a string that says what is wrong.
func (c *checker) verdict(s *scope, e syntax.Expr) {
	if isText(e) {
		c.verdicts[e] = isReason
		return
	}
	switch x := unparen(e).(type) {
	case *syntax.BinaryExpr:
		if x.Op == syntax.OR {
			c.verdicts[e] = isEither
			c.verdict(s, x.X)
			c.verdict(s, x.Y)
			return
		}
	case *syntax.CondExpr:
		c.verdicts[e] = isEither
		c.condition(s, x.Cond)
		c.verdict(s, x.True)
		c.verdict(s, x.False)
		return
	}
	c.verdicts[e] = isTruth
	if t := c.expr(s, e); c.refused == nil && t.kind != boolType {
		c.refuse(e, "%s where True or a message is wanted", article(t.typeName()))
	}
}

// isText reports whether an expression is written as a string, or as one that is put
// together.
func isText(e syntax.Expr) bool {
	switch e := unparen(e).(type) {
	case *syntax.Literal:
		_, ok := e.Value.(string)
		return ok
	case *syntax.BinaryExpr:
		return (e.Op == syntax.PERCENT || e.Op == syntax.PLUS) && isText(e.X)
	}
	return false
}

// predeclared returns the name of the function that every file finds defined which an
// expression calls, or "".
func predeclared(e syntax.Expr) (name string, call *syntax.CallExpr) {
	if call, ok := unparen(e).(*syntax.CallExpr); ok {
		if id, ok := call.Fn.(*syntax.Ident); ok && id.Binding.(*resolve.Binding).Scope == resolve.Predeclared {
			return id.Name, call
		}
	}
	return "", nil
}

// enumerated returns the names of the counter and of the item in for i, x in
// enumerate(row), and the row; or nil.
func enumerated(x, vars syntax.Expr) (counter, item, row syntax.Expr) {
	name, call := predeclared(x)
	names, ok := unparen(vars).(*syntax.TupleExpr)
	if name != "enumerate" || !ok || len(names.List) != 2 || len(call.Args) != 1 {
		return nil, nil, nil
	}
	return names.List[0], names.List[1], call.Args[0]
}

// loop checks a loop over x, of a statement or a comprehension. Its variables have no
// value for sure behind it.
func (c *checker) loop(s *scope, x, vars syntax.Expr, body func()) {
	before := slices.Clone(s.assigned)
	defer func() { s.assigned = before }()
	if name, call := predeclared(x); name == "range" {
		c.rangeLoop(s, call, vars, body)
		return
	}
	counter, item, row := enumerated(x, vars)
	if counter == nil {
		item, row = vars, x
	}
	if written := writtenLines(row); written != nil {
		if c.writtenLoop(s, counter, item, written); c.refused == nil {
			body()
		}
		return
	}
	t := c.expr(s, row)
	if letters, ok := t.asRow(); ok {
		t = letters
	}
	if counter != nil && c.refused == nil {
		c.target(s, counter, valueType{kind: intType})
	}
	walked := len(s.walked)
	switch {
	case c.refused != nil:
		return
	case t.kind == tableType:
		c.lines(s, row, item, t)
	case t.kind != gridType && (!t.isRow() || t.of == noType):
		c.refuse(row, "a loop over %s", article(t.typeName()))
	default:
		c.target(s, item, valueType{kind: t.of})
		if id, ok := unparen(row).(*syntax.Ident); ok && t.kind == listType {
			if i, ok := c.local(id); ok {
				s.walked = append(s.walked, i)
			}
		}
	}
	if c.refused == nil {
		body()
	}
	s.walked = s.walked[:walked]
}

// writtenLines returns the lines of a list of tuples that is written where a loop goes
// over it, or nil.
func writtenLines(e syntax.Expr) (lines [][]syntax.Expr) {
	all, _ := listed(e)
	for _, e := range all {
		line, ok := listed(e)
		if !ok {
			return nil
		}
		lines = append(lines, line)
	}
	return lines
}

// writtenLoop checks the variables of a loop over a list of tuples that is written there.
func (c *checker) writtenLoop(s *scope, counter, vars syntax.Expr, lines [][]syntax.Expr) {
	names, ok := unparen(vars).(*syntax.TupleExpr)
	if !ok {
		c.refuse(vars, "one name for lines of several values")
		return
	}
	types := make([]valueType, len(names.List))
	for _, line := range lines {
		if len(line) != len(types) {
			c.refuse(vars, "%s", core.NamesFor(len(types), len(line)))
			return
		}
		for i, e := range line {
			t := c.expr(s, e)
			if !t.isScalar() || types[i].kind != noType && types[i] != t {
				c.refuse(e, "a list of %s and others", article(t.typeName()))
				return
			}
			types[i] = t
		}
	}
	if counter != nil {
		c.target(s, counter, valueType{kind: intType})
	}
	for i, e := range names.List {
		if c.refused == nil {
			c.target(s, e, types[i])
		}
	}
}

func (c *checker) rangeLoop(s *scope, call *syntax.CallExpr, vars syntax.Expr, body func()) {
	if !plainArgs(call) || len(call.Args) < 1 || len(call.Args) > 3 {
		c.refuse(call, "range of these arguments")
		return
	}
	for _, a := range call.Args {
		if t := c.expr(s, a); t.kind != intType {
			c.refuse(a, "a range of %s", article(t.typeName()))
		}
	}
	if c.refused == nil {
		c.target(s, vars, valueType{kind: intType})
	}
	if c.refused == nil {
		body()
	}
}

// lines checks the variables of a loop over a table.
func (c *checker) lines(s *scope, table, vars syntax.Expr, t valueType) {
	names, unpacks := unparen(vars).(*syntax.TupleExpr)
	for _, line := range c.tableOf(table) {
		inner, _ := line.Items()
		switch {
		case unpacks && len(inner) != len(names.List):
			c.refuse(vars, "%s for the %s of a line", message.Count(len(names.List), "name", "names"), message.Count(len(inner), "value", "values"))
		case !unpacks && len(inner) > c.capacity:
			c.refuse(vars, "a line of %d values", len(inner))
		}
	}
	if !unpacks {
		c.target(s, vars, t.line())
		return
	}
	for _, e := range names.List {
		if c.refused == nil {
			c.target(s, e, valueType{kind: intType})
		}
	}
}

// tableOf returns the lines of a constant list of lists.
func (c *checker) tableOf(e syntax.Expr) []Value {
	lines, _ := c.code.globals[unparen(e).(*syntax.Ident).Binding.(*resolve.Binding).Index].Items()
	return lines
}
