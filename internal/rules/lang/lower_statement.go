package lang

// Statements are lowered here.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// block lowers statements, until one is refused.
func (l *lowering) block(s *instance, body []syntax.Stmt) []core.Stmt {
	return s.collect(func() {
		for i, st := range body {
			if !l.grow(st, 1) {
				return
			}
			if s.into != nil && returns(st) {
				l.last(s, st, body[i+1:])
				return
			}
			l.statement(s, st)
		}
	})
}

func (l *lowering) statement(s *instance, st syntax.Stmt) {
	switch st := st.(type) {
	case *syntax.ExprStmt:
		l.exprStatement(s, st)
	case *syntax.AssignStmt:
		l.assignment(s, st)
	case *syntax.IfStmt:
		l.ifStatement(s, st)
	case *syntax.ForStmt:
		l.loop(s, loopOf{x: st.X, vars: st.Vars, node: st, cost: l.code.weights[st], body: func() { l.inLoop(s, st.Body) }})
	case *syntax.WhileStmt:
		cond := l.condition(s, st.Cond)
		s.add(&core.While{Cond: cond, Body: s.collect(func() {
			s.add(&core.Charge{N: l.code.weights[st], At: placeOf(st)})
			l.inLoop(s, st.Body)
		})})
	case *syntax.ReturnStmt:
		l.returnStatement(s, st)
	case *syntax.BranchStmt:
		if st.Token != syntax.PASS {
			s.dead = true
			s.add(&core.Leave{Turn: st.Token == syntax.CONTINUE})
		}
	case *syntax.DefStmt:
		x := l.closure(s, st, st.Function)
		s.charge(x.steps, st)
		l.target(s, st.Name, x.t)
	default:
		l.refuse(st, "a statement of this kind")
	}
}

// charge adds a charge of steps, if there are any.
func (s *instance) charge(steps int64, n syntax.Node) {
	if steps > 0 {
		s.add(&core.Charge{N: steps, At: placeOf(n)})
	}
}

func (l *lowering) exprStatement(s *instance, st *syntax.ExprStmt) {
	switch x := unparen(st.X).(type) {
	case *syntax.Literal:
		return // a text that explains
	case *syntax.CallExpr:
		if l.callStatement(s, x) {
			return
		}
	case *syntax.CondExpr: // move(…) if … else None
		if isDone(x.True) && isDone(x.False) {
			l.ifStatement(s, &syntax.IfStmt{Cond: x.Cond, True: statementOf(x.True), False: statementOf(x.False)})
			return
		}
	}
	s.do(l.expr(s, st.X), st)
}

// isDone reports whether an expression is None, or a call of a function like move, whose value
// is None.
func isDone(e syntax.Expr) bool {
	name, _ := predeclared(e)
	id, ok := unparen(e).(*syntax.Ident)
	return slices.Contains([]string{"move", "move_sum", "part", "win", "draw", "lose", "fail"}, name) || ok && id.Name == "None"
}

func statementOf(e syntax.Expr) []syntax.Stmt { return []syntax.Stmt{&syntax.ExprStmt{X: e}} }

// do computes what nobody wants.
func (s *instance) do(x term, n syntax.Node) {
	s.charge(x.steps, n)
	if x.x != nil {
		s.add(&core.Do{X: x.x})
	}
	for _, part := range x.parts {
		s.do(part, n)
	}
}

// callStatement lowers a call whose value nobody wants: of move and its kin, of a
// method that changes a list, or of a function. It is false for other calls.
func (l *lowering) callStatement(s *instance, n *syntax.CallExpr) bool {
	if d, ok := n.Fn.(*syntax.DotExpr); ok {
		if d.Name.Name == "append" && len(n.Args) == 1 {
			l.appendTo(s, n, d)
			return true
		}
		return false
	}
	if fn := l.callee(s, n.Fn); fn.t.known != nil {
		if call, called := l.call(s, n, fn); l.refused == nil {
			s.States = s.States || called.States
			s.add(&core.Do{X: call})
		}
		return true
	}
	if id, ok := n.Fn.(*syntax.Ident); ok && isPredeclared(id) {
		if id.Name == "fail" {
			s.dead = true
			s.add(&core.Fail{At: placeOf(n)})
			return true
		}
		sum := id.Name == "move_sum"
		if how := endings[id.Name]; how != grundy.NoEnding && l.emits == "move" && len(n.Args) == 0 {
			s.States = true
			s.add(&core.End{How: how})
			return true
		}
		if !sum && id.Name != "move" && id.Name != "part" {
			return false
		}
		if id.Name != l.emits && (!sum || l.emits != "move") {
			l.refuse(n, "%s in a function that runs for something else", id.Name)
			return true
		}
		s.States = true
		l.state(s, n, sum)
		return true
	}
	return false
}

// state lowers move(…), part(…) and move_sum(…).
func (l *lowering) state(s *instance, n *syntax.CallExpr, sum bool) {
	if !plainArgs(n) {
		l.refuse(n, "a move with named arguments or *arguments")
		return
	}
	if !sum {
		st := &core.State{Fields: l.position(s, n, unnamed(n)), At: placeOf(n)}
		st.Reply, st.If = l.reply(s, n)
		s.add(st)
		return
	}
	st := &core.StateSum{At: placeOf(n)}
	for _, a := range unnamed(n) {
		times, a := copiesOf(a)
		part := core.Part{}
		if times != nil {
			x := l.expr(s, times)
			if x.t.kind != intType {
				l.refuse(times, "%s for a number of copies", article(x.t.typeName()))
			}
			part.Times = x.x
		}
		args := []syntax.Expr{a}
		if len(l.code.Shape.Fields) > 1 {
			t, ok := unparen(a).(*syntax.TupleExpr)
			if !ok {
				l.refuse(a, "a part that is not written (…, …)")
				return
			}
			args = t.List
		}
		part.Fields = l.position(s, n, args)
		st.Parts = append(st.Parts, part)
	}
	st.Reply, st.If = l.reply(s, n)
	s.add(st)
}

// reply lowers how the opponent must reply to a move, and the condition.
func (l *lowering) reply(s *instance, n *syntax.CallExpr) (core.Reply, core.Expr) {
	named := replyOf(n)
	if named == nil {
		return core.Anywhere, nil
	}
	x := l.expr(s, named.Y)
	if x.t.kind != boolType {
		l.refuse(named.Y, "%s for True or False", article(x.t.typeName()))
	}
	reply := replies[named.X.(*syntax.Ident).Name]
	if always, ok := x.x.(*core.Const); ok {
		if always.N == 0 {
			reply = core.Anywhere
		}
		return reply, nil
	}
	return reply, x.x
}

// position lowers the values of all fields.
func (l *lowering) position(s *instance, n *syntax.CallExpr, args []syntax.Expr) (values []core.Expr) {
	fields := l.code.Shape.Fields
	if len(args) != len(fields) {
		l.refuse(n, "%s for %s", message.Count(len(args), "value", "values"), message.Count(len(fields), "field", "fields"))
		return nil
	}
	for i, a := range args {
		f := &fields[i]
		want := typeOfField(f)
		if f.Kind == core.Grid {
			x := l.gridOf(s, a)
			if x.t.of != want.of {
				l.refuse(a, "%s of other cells than %s", article(x.t.typeName()), f.Name)
			}
			values = append(values, x.x)
			continue
		}
		x := l.expr(s, a)
		row, ok := x.t.asRow()
		if f.Kind == core.Integer && x.t.kind != intType || f.Kind != core.Integer && (!ok || row.of != noType && row.of != want.of) {
			l.refuse(a, "%s for %s", article(x.t.typeName()), f.Name)
		}
		values = append(values, x.row())
	}
	return values
}

// gridOf lowers the value of a grid: a grid, or a list of rows that a comprehension
// makes.
func (l *lowering) gridOf(s *instance, e syntax.Expr) term {
	outer, clause := rowsOf(e)
	if outer == nil {
		x := l.expr(s, e)
		if x.t.kind != gridType {
			return l.refuse(e, "%s for a grid", article(x.t.typeName()))
		}
		return x
	}
	grid := typ{kind: gridType}
	body := s.collect(func() {
		l.loop(s, loopOf{x: clause.X, vars: clause.Vars, node: clause.X, cost: l.code.weights[outer], body: func() {
			x := l.expr(s, outer.Body)
			row, ok := x.t.asRow()
			if !ok || row.of == noType {
				l.refuse(outer.Body, "%s for a row of a grid", article(row.typeName()))
			}
			grid.of = row.of
			s.add(&core.Yield{X: x.row(), At: placeOf(outer.Body)})
		}})
	})
	return termOf(grid, &core.Build{Type: grid.core(), Body: body})
}

// appendTo lowers list.append(x).
func (l *lowering) appendTo(s *instance, n *syntax.CallExpr, d *syntax.DotExpr) {
	id, ok := unparen(d.X).(*syntax.Ident)
	if !ok {
		l.refuse(n, "append to something other than a variable")
		return
	}
	x := l.expr(s, n.Args[0])
	i, ok := l.local(id)
	if ok {
		l.mayChange(s, n, i)
	}
	if !ok || !s.isList(i) || s.locals[i].t.of != x.t.kind || !s.assigned[i] {
		l.refuse(n, "append of %s", article(x.t))
		return
	}
	s.add(&core.Append{V: s.locals[i].v, X: x.x, At: placeOf(n)})
}

// isList reports whether a variable is a list that the function made.
func (s *instance) isList(i int) bool {
	return s.locals[i].t.kind == listType && s.locals[i].t.origin == ordinary
}

// mayChange refuses to change a list that a loop goes over.
func (l *lowering) mayChange(s *instance, n syntax.Node, i int) {
	if slices.Contains(s.walked, i) {
		l.refuse(n, "a list that changes while a loop goes over it")
	}
}

func (l *lowering) assignment(s *instance, st *syntax.AssignStmt) {
	if st.Op != syntax.EQ {
		l.augmented(s, st)
		return
	}
	switch to := unparen(st.LHS).(type) {
	case *syntax.TupleExpr:
		l.several(s, to, to.List, st.RHS)
	case *syntax.ListExpr:
		l.several(s, to, to.List, st.RHS)
	case *syntax.IndexExpr:
		x := l.expr(s, st.RHS)
		l.setItem(s, to, x)
	default:
		x := l.direct(s, st.RHS)
		if l.isShared(s, x.t, st.RHS) {
			l.refuse(st, "a list with two names")
			return
		}
		l.set(s, st, st.LHS, x)
	}
}

// set gives a variable a value.
func (l *lowering) set(s *instance, n syntax.Node, to syntax.Expr, x term) {
	v := l.targetOf(s, to, x.t)
	s.charge(x.steps+x.t.unkeptCells(), n)
	if id, ok := unparen(to).(*syntax.Ident); ok && x.t.kind == manyType && l.reads(v, x) {
		l.refuse(to, "%s is made of what it was", id.Name)
	}
	s.keep(v, x, false, n)
}

// unkeptCells returns how many cells a table or a tuple of several types has.
func (t typ) unkeptCells() int64 {
	if t.known == nil {
		return 0
	}
	return int64(len(t.known.lines) + len(t.known.parts))
}

// reads reports whether a value reads a variable that keeps another one.
func (l *lowering) reads(v local, x term) bool {
	vars := map[core.Var]bool{}
	var collect func(v local)
	collect = func(v local) {
		vars[v.v] = v.v != core.NoVar
		for _, part := range v.parts {
			collect(part)
		}
	}
	collect(v)
	var read func(x term) bool
	read = func(x term) bool {
		return x.x != nil && core.Reads(x.x, func(v core.Var) bool { return vars[v] }) || slices.ContainsFunc(x.parts, read)
	}
	return read(x)
}

// keep gives variables a value.
func (s *instance) keep(v local, x term, free bool, n syntax.Node) {
	if v.v != core.NoVar {
		s.add(&core.Set{V: v.v, X: x.x, Free: free, At: placeOf(n)})
	}
	for i := range min(len(v.parts), len(x.parts)) {
		s.keep(v.parts[i], x.parts[i], true, n)
	}
}

// direct lowers a value that a statement computes before anything else.
func (l *lowering) direct(s *instance, e syntax.Expr) term {
	s.direct = unparen(e)
	for {
		x, ok := s.direct.(*syntax.IndexExpr)
		if !ok {
			break
		}
		s.direct = unparen(x.X)
	}
	return l.expr(s, e)
}

// isShared reports whether an expression is a list that another name has too, which may
// change it.
func (l *lowering) isShared(s *instance, t typ, e syntax.Expr) bool {
	if t.kind != listType || t.origin == aConstant && !isChoice(e) {
		return false
	}
	switch e := unparen(e).(type) {
	case *syntax.Ident:
		i, ok := l.local(e)
		return !ok && e.Binding.(*resolve.Binding).Scope == resolve.Free || ok && s.locals[i].t.origin != aConstant
	case *syntax.CondExpr:
		return l.isShared(s, t, e.True) || l.isShared(s, t, e.False)
	}
	return false
}

func isChoice(e syntax.Expr) bool {
	_, ok := unparen(e).(*syntax.CondExpr)
	return ok
}

// several lowers a, b = x, y and a, b = row.
func (l *lowering) several(s *instance, n syntax.Node, to []syntax.Expr, from syntax.Expr) {
	values, ok := listed(from)
	if !ok {
		x := l.direct(s, from)
		if x.t.kind == manyType && len(x.parts) == len(to) {
			for i, e := range to {
				l.set(s, n, e, x.parts[i])
			}
			return
		}
		if !x.t.isRow() {
			l.refuse(n, "several names for %s", article(x.t))
		}
		st := &core.Unpack{X: x.x, At: placeOf(n)}
		for _, e := range to {
			st.V = append(st.V, l.target(s, e, typ{kind: x.t.of}))
		}
		s.add(st)
		return
	}
	if len(values) != len(to) {
		l.refuse(n, "%s", core.NamesFor(len(to), len(values)))
		return
	}
	var all []term
	for _, e := range values {
		x := l.expr(s, e)
		if l.refused == nil && (x.t.kind == noType || l.isShared(s, x.t, e)) {
			l.refuse(e, "several values at once, and one of them is %s", article(x.t))
		}
		if l.refused != nil {
			return
		}
		all = append(all, x)
	}
	// All values are computed before one is given away. Where that shows, they wait.
	waits := false
	for i, e := range to {
		id, isName := unparen(e).(*syntax.Ident)
		waits = waits || !isName || slices.ContainsFunc(values[i+1:], func(v syntax.Expr) bool { return mentions(v, id.Name) })
	}
	for i, x := range all {
		if _, ok := constOf(x.x); waits && !ok {
			v := s.local("wait", x.t)
			s.charge(x.steps, values[i])
			s.keep(v, x, true, values[i])
			all[i] = v.get()
		}
	}
	for i, e := range to {
		if to, ok := unparen(e).(*syntax.IndexExpr); ok {
			l.setItem(s, to, all[i])
		} else {
			l.set(s, values[i], e, all[i])
		}
		if l.refused != nil {
			return
		}
	}
}

// augmented lowers x op= y.
func (l *lowering) augmented(s *instance, st *syntax.AssignStmt) {
	op := st.Op - syntax.PLUS_EQ + syntax.PLUS
	if to, ok := unparen(st.LHS).(*syntax.IndexExpr); ok {
		l.changeItem(s, st, op, to)
		return
	}
	x, y := l.expr(s, st.LHS), l.expr(s, st.RHS)
	if x.t.kind == listType {
		l.refuse(st, "a list that grows")
	}
	z := l.operation(st, op, x, y)
	if l.refused == nil {
		v := l.target(s, st.LHS, z.t)
		s.add(&core.Set{V: v, X: z.x, At: placeOf(st)})
	}
}

// changeItem lowers list[i] += x and its like: the place is found once.
func (l *lowering) changeItem(s *instance, st *syntax.AssignStmt, op syntax.Token, to *syntax.IndexExpr) {
	x := l.expr(s, to)
	y := l.expr(s, st.RHS)
	z := l.operation(st, op, x, y)
	if set := l.item(s, to, z.t); set != nil {
		item := x.x.(*core.Index)
		switch item.I.(type) {
		case *core.Const, *core.Get:
		default: // it may take steps, and is computed once
			i := s.variable("place", integerType)
			s.add(&core.Set{V: i, X: item.I, At: placeOf(to.Y)})
			item.I = &core.Get{V: i}
		}
		set.I, set.X = item.I, z.x
		s.add(set)
	}
}

// setItem lowers list[i] = x.
func (l *lowering) setItem(s *instance, to *syntax.IndexExpr, x term) {
	if set := l.item(s, to, x.t); set != nil {
		set.X = x.x
		s.add(set)
	}
}

// item lowers what list[i] = x changes, or returns nil where it refuses that.
func (l *lowering) item(s *instance, to *syntax.IndexExpr, t typ) *core.SetCell {
	if l.refused != nil {
		return nil
	}
	id, ok := unparen(to.X).(*syntax.Ident)
	if !ok {
		l.refuse(to, "an assignment to an item of something other than a variable")
		return nil
	}
	of, i := l.expr(s, id), l.expr(s, to.Y)
	at, ok := l.local(id)
	switch {
	case l.refused != nil:
		return nil
	case !ok || !s.isList(at) || t.kind != of.t.of || i.t.kind != intType:
		l.refuse(to, "an assignment to an item of %s", article(of.t))
		return nil
	}
	l.mayChange(s, to, at)
	return &core.SetCell{V: s.locals[at].v, I: i.x, At: placeOf(to)}
}

func (l *lowering) ifStatement(s *instance, st *syntax.IfStmt) {
	made := &core.If{Cond: l.condition(s, st.Cond)}
	if l.refused != nil {
		return
	}
	before := slices.Clone(s.assigned)
	s.dead = false
	made.Then = l.block(s, st.True)
	afterYes, deadYes := s.assigned, s.dead
	s.assigned, s.dead = before, false
	made.Else = l.block(s, st.False)
	switch {
	case deadYes: // as after the other one
	case s.dead:
		s.assigned, s.dead = afterYes, false
	default:
		for i := range s.assigned {
			s.assigned[i] = s.assigned[i] && afterYes[i]
		}
	}
	s.add(made)
}

// inLoop lowers the body of a loop, which may run any number of times.
func (l *lowering) inLoop(s *instance, body []syntax.Stmt) {
	before := slices.Clone(s.assigned)
	s.out = append(s.out, l.block(s, body)...)
	s.assigned, s.dead = before, false
}

func (l *lowering) returnStatement(s *instance, st *syntax.ReturnStmt) {
	s.dead = true
	t, made := nothingType, &core.Return{At: placeOf(st)}
	if host := len(l.running) == 1; host && l.emits == verdictOfLegal && st.Result != nil {
		t, made.X = truthType, l.verdict(s, st.Result)
	} else if st.Result != nil {
		x := l.direct(s, st.Result)
		t, made.X = x.t, x.x
		switch {
		case t.holdsFunction():
			l.refuse(st, "a function that returns a function")
		case t.kind == manyType && !host:
			if s.result.kind == t.kind && s.into != nil && s.result == t {
				s.charge(t.unkeptCells(), st)
				for i, part := range s.parts {
					s.keep(part, x.parts[i], true, st)
				}
				return
			}
		case t.kind == listType && t.origin == aLoan:
			l.refuse(st, "a list with two names")
		case t.kind == manyType || t.kind == tableType || t.holdsUnknown():
			l.refuse(st, "a function that returns %s", article(t))
		}
		if host && l.emits != "" && t.kind != noneType {
			l.refuse(st, "%s", returnsNone(s.def.Name, l.emits))
		}
	}
	if s.result.kind == noType {
		s.result = t
	}
	if s.result != t {
		l.refuse(st, "%s returns %s here and %s elsewhere", s.def.Name, article(t), article(s.result))
	}
	s.add(made)
}

// verdict lowers what legal returns: a bool, or a string that says what is wrong.
func (l *lowering) verdict(s *instance, e syntax.Expr) core.Expr {
	if isText(e) {
		return &core.Reason{At: placeOf(e)}
	}
	switch x := unparen(e).(type) {
	case *syntax.BinaryExpr:
		if x.Op == syntax.OR {
			first := l.verdict(s, x.X)
			return &core.Logic{Or: true, X: first, Y: l.verdict(s, x.Y)}
		}
	case *syntax.CondExpr:
		made := &core.Choose{Cond: l.condition(s, x.Cond), At: placeOf(x)}
		made.X = l.verdict(s, x.True)
		made.Y = l.verdict(s, x.False)
		return made
	}
	x := l.expr(s, e)
	if l.refused == nil && x.t.kind != boolType {
		l.refuse(e, "%s where True or a message is wanted", article(x.t.typeName()))
	}
	return x.x
}

// A loopOf is a loop that is lowered, of a statement or a comprehension.
type loopOf struct {
	x, vars syntax.Expr
	node    syntax.Node // what it is about when steps run out
	cost    int64       // of a turn, in steps
	body    func()      // lowers a turn
}

// turn lowers a turn of a loop.
func (l *lowering) turn(s *instance, loop loopOf) []core.Stmt {
	return s.collect(func() {
		s.add(&core.Charge{N: loop.cost, At: placeOf(loop.node)})
		if l.refused == nil {
			loop.body()
		}
	})
}

// loop lowers a loop. Its variables have no value for sure behind it.
func (l *lowering) loop(s *instance, loop loopOf) {
	before := slices.Clone(s.assigned)
	defer func() { s.assigned = before }()
	if name, call := predeclared(loop.x); name == "range" {
		l.rangeLoop(s, call, loop)
		return
	}
	if name, call := predeclared(loop.x); name == "zip" {
		l.zipLoop(s, call, loop)
		return
	}
	counter, item, row, first := enumerated(loop.x, loop.vars)
	passes := int64(2) // that of enumerate, and that of the loop
	if counter == nil {
		item, row, passes = loop.vars, loop.x, 1
	}
	if written := writtenLines(row); written != nil {
		l.writtenLoop(s, loop, counter, first, item, written, passes)
		return
	}
	x := l.expr(s, row)
	count := l.counter(s, counter, first, &loop)
	switch t := rowOf(x.t); {
	case l.refused != nil:
	case t.kind == tableType:
		l.lines(s, loop, item, count, t, passes)
	case t.kind != gridType && (!t.isRow() || t.of == noType):
		l.refuse(row, "a loop over %s", article(t.typeName()))
	default:
		made := &core.Each{Counter: count, Item: l.target(s, item, typ{kind: t.of}), Over: x.row(), Passes: passes, At: placeOf(loop.node)}
		walked := len(s.walked)
		l.walk(s, row)
		made.Body = l.turn(s, loop)
		s.walked = s.walked[:walked]
		s.add(made)
	}
}

// walk notes the lists of the function that a loop over an expression may go over.
func (l *lowering) walk(s *instance, e syntax.Expr) {
	switch e := unparen(e).(type) {
	case *syntax.Ident:
		if i, ok := l.local(e); ok && s.locals[i].t.kind == listType {
			s.walked = append(s.walked, i)
		}
	case *syntax.CondExpr:
		l.walk(s, e.True)
		l.walk(s, e.False)
	}
}

// counter returns the variable that counts the turns of a loop. Where that does not begin with
// 0, the variable of the file gets its value in each turn.
func (l *lowering) counter(s *instance, e syntax.Expr, first int64, loop *loopOf) core.Var {
	if e == nil || l.refused != nil {
		return core.NoVar
	}
	v := l.target(s, e, integerType)
	if first == 0 {
		return v
	}
	count, body := s.variable("count", integerType), loop.body
	loop.body = func() {
		s.add(&core.Set{V: v, X: &core.Arith{X: &core.Get{V: count}, Y: number(first).x, At: placeOf(e)}, At: placeOf(e)})
		body()
	}
	return count
}

// zipLoop lowers for a, b in zip(x, y).
func (l *lowering) zipLoop(s *instance, call *syntax.CallExpr, loop loopOf) {
	names, ok := unparen(loop.vars).(*syntax.TupleExpr)
	if !ok || len(names.List) != len(call.Args) || !plainArgs(call) {
		l.refuse(call, "zip without a name for each of its arguments")
		return
	}
	var columns []local
	var lengths []term
	for _, a := range call.Args {
		x := l.rangeRow(s, a)
		free := x.x != nil // each number has taken its step
		if !free {
			x = l.expr(s, a)
		}
		if !x.t.isRow() || x.t.isText() || x.t.of == noType {
			l.refuse(a, "zip of %s", article(x.t.typeName()))
			return
		}
		column := s.local("column", x.t)
		s.keep(column, x, free, a)
		columns = append(columns, column)
		lengths = append(lengths, termOf(integerType, &core.Len{X: column.get().x}))
	}
	// The tuples are made, and gone over, before the first turn.
	i, turns := s.variable("i", integerType), s.variable("turns", integerType)
	s.add(&core.Set{V: turns, X: extremeOf(false, lengths), At: placeOf(call)})
	count := func(body []core.Stmt) {
		s.add(&core.For{V: i, From: number(0).x, To: &core.Get{V: turns}, Step: number(1).x, At: placeOf(call), Body: body})
	}
	count([]core.Stmt{&core.Charge{N: int64(len(columns)) + 1, At: placeOf(loop.node)}})
	body := loop.body
	var cells []core.Stmt
	for j, e := range names.List {
		v := l.target(s, e, typ{kind: columns[j].t.of})
		x := &core.Index{Row: columns[j].get().x, I: &core.Get{V: i}, Name: columns[j].t.typeName(), At: placeOf(e)}
		cells = append(cells, &core.Set{V: v, X: x, At: placeOf(e)})
	}
	loop.body = func() {
		s.out = append(s.out, cells...)
		body()
	}
	count(l.turn(s, loop))
}

// rowOf returns the type of what a loop goes over: a letter is a row of itself.
func rowOf(t typ) typ {
	row, _ := t.asRow()
	return row
}

// writtenLoop lowers a loop over a list of tuples that is written there.
func (l *lowering) writtenLoop(s *instance, loop loopOf, counter syntax.Expr, first int64, vars syntax.Expr, lines [][]syntax.Expr, passes int64) {
	names, ok := unparen(vars).(*syntax.TupleExpr)
	if !ok {
		l.writtenRows(s, loop, counter, first, vars, lines, passes)
		return
	}
	made := &core.Lines{Counter: core.NoVar, Line: core.NoVar, Table: -1, Passes: passes, At: placeOf(loop.node)}
	types := make([]typ, len(names.List))
	for _, line := range lines {
		if len(line) != len(types) {
			l.refuse(vars, "%s", core.NamesFor(len(types), len(line)))
			return
		}
		var cells []core.Expr
		for i, e := range line {
			x := l.expr(s, e)
			if !x.t.isScalar() || types[i].kind != noType && types[i] != x.t {
				l.refuse(e, "a list of %s and others", article(x.t.typeName()))
				return
			}
			types[i], cells = x.t, append(cells, x.x)
		}
		made.Written = append(made.Written, cells)
	}
	made.Counter = l.counter(s, counter, first, &loop)
	for i, e := range names.List {
		made.Items = append(made.Items, l.target(s, e, types[i]))
	}
	made.Body = l.turn(s, loop)
	s.add(made)
}

// writtenRows is the same where each line has one name.
func (l *lowering) writtenRows(s *instance, loop loopOf, counter syntax.Expr, first int64, vars syntax.Expr, lines [][]syntax.Expr, passes int64) {
	made := &core.Lines{Counter: core.NoVar, Line: core.NoVar, Table: -1, Passes: passes, At: placeOf(loop.node)}
	row := loop.x
	if counter != nil {
		_, _, row, _ = enumerated(loop.x, loop.vars)
	}
	all, _ := listed(row)
	var t typ
	for i, line := range lines {
		here := typ{kind: listType}
		if _, ok := unparen(all[i]).(*syntax.TupleExpr); ok {
			here = typ{kind: rowType, origin: aTuple}
		}
		x := l.display(s, line, here)
		if i > 0 && x.t != t || !x.t.isRow() || x.t.of == noType {
			l.refuse(vars, "one name for lines of several types")
		}
		if l.refused != nil {
			return
		}
		t = x.t
		var cells []core.Expr
		switch x := x.x.(type) {
		case *core.List:
			cells = x.Cells
		case *core.Cells:
			for _, n := range x.N {
				cells = append(cells, &core.Const{Kind: core.Kind(t.of), N: n})
			}
		}
		made.Written = append(made.Written, cells)
	}
	made.Counter = l.counter(s, counter, first, &loop)
	made.Line = l.target(s, vars, t)
	made.Body = l.turn(s, loop)
	s.add(made)
}

func (l *lowering) rangeLoop(s *instance, call *syntax.CallExpr, loop loopOf) {
	made := &core.For{At: placeOf(call)}
	made.From, made.To, made.Step = l.ends(s, call)
	made.V = l.target(s, loop.vars, integerType)
	made.Body = l.turn(s, loop)
	s.add(made)
}

// lines lowers a loop over a table.
func (l *lowering) lines(s *instance, loop loopOf, vars syntax.Expr, counter core.Var, t typ, passes int64) {
	made := &core.Lines{Counter: counter, Line: core.NoVar, Table: l.table(t.known), Passes: passes, At: placeOf(loop.node)}
	names, unpacks := unparen(vars).(*syntax.TupleExpr)
	for _, line := range t.known.lines {
		switch {
		case unpacks && len(line) != len(names.List):
			l.refuse(vars, "%s for the %s of a line", message.Count(len(names.List), "name", "names"), message.Count(len(line), "value", "values"))
		case !unpacks && len(line) > l.capacity:
			l.refuse(vars, "a line of %d values", len(line))
		}
	}
	if !unpacks {
		made.Line = l.target(s, vars, t.line())
	} else {
		for _, e := range names.List {
			made.Items = append(made.Items, l.target(s, e, integerType))
		}
	}
	made.Body = l.turn(s, loop)
	s.add(made)
}
