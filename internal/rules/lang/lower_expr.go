package lang

// Expressions are lowered here, each with its type.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// expr lowers an expression.
func (l *lowering) expr(s *instance, e syntax.Expr) term {
	if l.refused != nil {
		return term{}
	}
	if !l.grow(e, 1) {
		return term{}
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return l.expr(s, e.X)
	case *syntax.Literal:
		if v, ok := e.Value.(string); ok {
			return l.text(e, v)
		}
		n, _ := e.Value.(int64)
		return number(n)
	case *syntax.Ident:
		return l.name(s, e)
	case *syntax.UnaryExpr:
		return l.unary(s, e)
	case *syntax.BinaryExpr:
		return l.binary(s, e)
	case *syntax.CondExpr:
		return l.choice(s, e)
	case *syntax.IndexExpr:
		return l.index(s, e)
	case *syntax.SliceExpr:
		return l.slice(s, e)
	case *syntax.CallExpr:
		return l.callExpr(s, e)
	case *syntax.ListExpr:
		return l.display(s, e.List, typ{kind: listType})
	case *syntax.TupleExpr:
		return l.display(s, e.List, typ{kind: rowType, origin: aTuple})
	case *syntax.Comprehension:
		return l.comprehension(s, e)
	case *syntax.DotExpr:
		x := l.expr(s, e.X)
		if x.t.kind != gridType || e.Name.Name != "height" && e.Name.Name != "width" {
			return l.refuse(e, "%s of %s", e.Name.Name, article(x.t))
		}
		return termOf(integerType, &core.Side{Grid: x.x, Width: e.Name.Name == "width"})
	case *syntax.LambdaExpr:
		return l.closure(s, e, e.Function)
	case *syntax.DictExpr:
		return l.refuse(e, "a dict")
	}
	return l.refuse(e, "an expression of this kind")
}

func (l *lowering) unary(s *instance, e *syntax.UnaryExpr) term {
	if e.Op == syntax.NOT {
		return termOf(truthType, &core.Not{X: l.condition(s, e.X)})
	}
	x := l.expr(s, e.X)
	if x.t.kind != intType {
		return l.refuse(e, "%v of %s", e.Op, article(x.t))
	}
	switch e.Op {
	case syntax.MINUS:
		if n, ok := constOf(x.x); ok {
			if n, wrong := core.Sub(0, n); wrong == core.NoFault {
				return number(n)
			}
		}
		return termOf(integerType, &core.Negate{X: x.x, At: placeOf(e)})
	case syntax.TILDE:
		return termOf(integerType, &core.Invert{X: x.x})
	}
	return x
}

func (l *lowering) binary(s *instance, e *syntax.BinaryExpr) term {
	switch e.Op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.IN, syntax.NOT_IN:
		return termOf(truthType, l.condition(s, e))
	}
	x, y := l.expr(s, e.X), l.expr(s, e.Y)
	if e.Op != syntax.AND && e.Op != syntax.OR {
		return l.operation(e, e.Op, x, y)
	}
	switch {
	case x.t.kind == y.t.kind && (x.t.kind == intType || x.t.kind == boolType):
		return termOf(x.t, &core.Logic{Or: e.Op == syntax.OR, X: x.x, Y: y.x})
	case x.t.kind == boolType || y.t.kind == boolType:
		return l.refuse(e, "%v of %s and %s", e.Op, article(x.t), article(y.t))
	}
	return l.refuse(e, "%v of values that are not bools", e.Op)
}

// operation lowers arithmetic, and sums and multiples of rows.
func (l *lowering) operation(n syntax.Node, op syntax.Token, x, y term) term {
	if l.refused != nil {
		return term{}
	}
	if x.t.kind == intType && y.t.kind == intType {
		if op == syntax.SLASH {
			return l.refuse(n, "%v of integers", op)
		}
		a, okA := constOf(x.x)
		b, okB := constOf(y.x)
		if okA && okB {
			if v, wrong := core.IntegerOp(opOf(op), a, b); wrong == core.NoFault {
				return number(v)
			}
		}
		return termOf(integerType, &core.Arith{Op: opOf(op), X: x.x, Y: y.x, At: placeOf(n)})
	}
	if op == syntax.STAR {
		row, times := x, y
		if x.t.kind == intType {
			row, times = y, x
		}
		if row.t.isRow() && !row.t.isText() && times.t.kind == intType {
			return termOf(row.t.fresh(), &core.Repeat{Row: row.x, N: times.x, At: placeOf(n)})
		}
	}
	a, okA := x.t.asRow()
	b, okB := y.t.asRow()
	if op != syntax.PLUS || !okA || !okB {
		return l.refuse(n, "%v of %s and %s", op, article(x.t.typeName()), article(y.t.typeName()))
	}
	t := typ{kind: rowType, of: a.of}
	if t.of == noType {
		t.of = b.of
	}
	switch {
	case b.of != noType && b.of != t.of:
		return l.refuse(n, "a row of integers and letters")
	case a.isPlainRow() || b.isPlainRow():
	case a.kind == listType && b.kind == listType:
		t.kind = listType
	case a.isTuple() && b.isTuple():
		t.origin = aTuple
	default:
		return l.refuse(n, "%v of %s and %s", op, article(a.typeName()), article(b.typeName()))
	}
	return termOf(t, &core.Join{X: x.row(), Y: y.row(), At: placeOf(n)})
}

func (l *lowering) choice(s *instance, e *syntax.CondExpr) term {
	choose := &core.Choose{Cond: l.condition(s, e.Cond), At: placeOf(e)}
	x, y := l.expr(s, e.True), l.expr(s, e.False)
	choose.X, choose.Y = x.x, y.x
	// A tuple is not a row, as it never equals a list. A list of the top level does not change.
	if x.t.isRow() && x.t.kind == y.t.kind && !x.t.isText() && !y.t.isText() && (x.t.origin == y.t.origin || x.t.kind == listType) {
		t := typ{kind: x.t.kind, of: x.t.of, origin: x.t.origin}
		if x.t.origin != y.t.origin {
			t.origin = aLoan // one of the two does not change
		}
		if t.of == noType {
			t.of = y.t.of
		}
		if y.t.of == noType || y.t.of == t.of {
			return termOf(t, choose)
		}
	}
	if x.t.kind != y.t.kind || !x.t.isScalar() {
		return l.refuse(e, "%s here and %s there", article(x.t), article(y.t))
	}
	return termOf(x.t, choose)
}

// condition lowers what is asked only for its truth.
func (l *lowering) condition(s *instance, e syntax.Expr) core.Expr {
	e = unparen(e)
	if b, ok := e.(*syntax.BinaryExpr); ok {
		switch b.Op {
		case syntax.AND, syntax.OR:
			x := l.condition(s, b.X)
			return &core.Logic{Or: b.Op == syntax.OR, X: x, Y: l.condition(s, b.Y)}
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
			return l.comparison(s, b)
		case syntax.IN, syntax.NOT_IN:
			return l.membership(s, b)
		}
	}
	x := l.expr(s, e)
	if x.t.kind == noneType {
		return truthOf(false)
	}
	if !x.t.isScalar() && !x.t.isRow() {
		l.refuse(e, "the truth of %s", article(x.t))
	}
	return truth(x)
}

// truth returns whether a value is true.
func truth(x term) core.Expr {
	if x.t.kind == boolType {
		return x.x
	}
	if n, ok := constOf(x.x); ok {
		return truthOf(n != 0 || x.t.kind == letterType)
	}
	return &core.Truth{X: x.x}
}

// truthOf is the constant True or False.
func truthOf(yes bool) *core.Const { return &core.Const{Kind: core.BoolType, N: boolValue(yes).N} }

func (l *lowering) comparison(s *instance, e *syntax.BinaryExpr) core.Expr {
	x, y := l.expr(s, e.X), l.expr(s, e.Y)
	if x.t.isScalar() && x.t.kind == y.t.kind {
		return &core.Compare{Op: opOf(e.Op), X: x.x, Y: y.x}
	}
	a, okA := x.t.asRow()
	b, okB := y.t.asRow()
	rows := okA && okB && (a.isPlainRow() || b.isPlainRow() || a.kind == listType && b.kind == listType || a.isTuple() && b.isTuple())
	if equality := e.Op == syntax.EQL || e.Op == syntax.NEQ; equality && l.refused == nil {
		switch same := x.t.kind == noneType && y.t.kind == noneType; {
		case same:
			return truthOf(e.Op == syntax.EQL)
		case x.t.differs(y.t):
			return always(e.Op == syntax.NEQ, x, y)
		}
	}
	same := x.t.of == y.t.of && x.t.kind == gridType && y.t.kind == gridType || rows && (a.of == b.of || a.of == noType || b.of == noType)
	if !same || e.Op != syntax.EQL && e.Op != syntax.NEQ {
		l.refuse(e, "%v of %s and %s", e.Op, article(x.t.typeName()), article(y.t.typeName()))
	}
	return &core.Same{X: x.row(), Y: y.row(), Not: e.Op == syntax.NEQ, At: placeOf(e)}
}

// always returns True or False, and computes values that may fail or take steps.
func always(yes bool, all ...term) core.Expr {
	var made core.Expr = truthOf(yes)
	for i := len(all) - 1; i >= 0; i-- {
		x := all[i]
		if isPlain(x.x) {
			continue
		}
		if x.t.kind == gridType {
			x = termOf(integerType, &core.Len{X: x.x})
		}
		// True or False, the value behind it comes next.
		made = &core.Logic{X: &core.Logic{Or: true, X: truth(x), Y: truthOf(true)}, Y: made}
	}
	return made
}

// membership lowers x in row.
func (l *lowering) membership(s *instance, e *syntax.BinaryExpr) core.Expr {
	not, at := e.Op == syntax.NOT_IN, placeOf(e)
	if name, call := predeclared(e.Y); name == "range" {
		in := l.inRange(s, e, call)
		if not {
			return &core.Not{X: in}
		}
		return in
	}
	x, y := l.expr(s, e.X), l.expr(s, e.Y)
	part, ok := x.t.asRow()
	switch {
	case y.t.kind == letterType && x.t.kind == letterType:
		op := core.Equal
		if not {
			op = core.Unequal
		}
		return &core.Compare{Op: op, X: x.x, Y: y.x}
	case x.t.isScalar() && (y.t.isRow() || y.t.kind == gridType) && y.t.of == x.t.kind:
		return &core.In{X: x.x, Row: y.x, Not: not, At: at}
	case y.t.isPlainRow() && x.t.kind == rowType && (x.t.origin == ordinary || x.t.isText()) && part.of == y.t.of:
		return &core.InRow{X: x.x, Row: y.x, Not: not, At: at}
	case y.t.kind == tableType && y.t.origin == aTuple && ok && x.t.kind == rowType && x.t.origin == aTuple && x.t.of == intType:
		return &core.InTable{X: x.x, Table: l.table(y.t.known), Not: not, At: at}
	}
	holdsRows := y.t.isPlainRow() && x.t.kind == rowType && !x.t.isTuple()
	if l.refused == nil && (x.t.isScalar() || x.t.isRow()) && (y.t.isRow() && !y.t.isText() || y.t.kind == gridType) && !holdsRows {
		if y.t.of == noType {
			return always(not, x, y)
		}
		// No cell is equal to a value of another kind, and all are looked at.
		looked := &core.In{X: &core.Const{Kind: core.Kind(y.t.of)}, Row: y.x, At: at}
		return always(not, x, termOf(truthType, looked))
	}
	l.refuse(e, "%v of %s and %s", e.Op, article(x.t.typeName()), article(y.t.typeName()))
	return nil
}

// ends lowers the arguments of range.
func (l *lowering) ends(s *instance, call *syntax.CallExpr) (from, to, step core.Expr) {
	if !plainArgs(call) || len(call.Args) < 1 || len(call.Args) > 3 {
		l.refuse(call, "range of these arguments")
	}
	from, step = number(0).x, number(1).x
	ends := []*core.Expr{&from, &to, &step}
	if len(call.Args) == 1 {
		ends = ends[1:]
	}
	for i, a := range call.Args {
		x := l.expr(s, a)
		if l.refused != nil {
			break
		}
		if x.t.kind != intType {
			l.refuse(a, "a range of %s", article(x.t.typeName()))
		}
		*ends[i] = x.x
	}
	return from, to, step
}

// inRange lowers x in range(…). No row is made.
func (l *lowering) inRange(s *instance, e *syntax.BinaryExpr, call *syntax.CallExpr) core.Expr {
	x := l.expr(s, e.X)
	from, to, step := l.ends(s, call)
	by, ok := constOf(step)
	switch {
	case l.refused != nil:
		return nil
	case x.t.kind != intType:
		return always(false, x, termOf(integerType, from), termOf(integerType, to), termOf(integerType, step))
	case !ok || by == 0:
		l.refuse(call, "in a range of steps that are not constant")
		return nil
	}
	// Both ends are computed, the value once more where that shows nowhere.
	first, last := &core.Compare{Op: core.AtLeast, X: x.x, Y: from}, &core.Compare{Op: core.Less, X: x.x, Y: to}
	if by < 0 {
		first.Op, last.Op = core.AtMost, core.Greater
	}
	if by != 1 && by != -1 {
		a, okA := constOf(from)
		b, okB := constOf(to)
		if !okA || core.Magnitude(a) > 1<<61 || (by < 0 || a < 0) && (!okB || core.Magnitude(b) > 1<<61) || !isPlain(to) || !isFree(x.x, 3) {
			l.refuse(call, "in a range of steps whose ends are not constant")
			return nil
		}
		off := &core.Arith{Op: core.Modulo, X: &core.Arith{Op: core.Minus, X: x.x, Y: from, At: placeOf(e)}, Y: step, At: placeOf(e)}
		return &core.Logic{X: &core.Logic{X: first, Y: last}, Y: &core.Compare{Op: core.Equal, X: off, Y: number(0).x}}
	}
	switch {
	case !isFree(x.x, 3):
		l.refuse(e.X, "in a range, of a value that takes steps or long to compute")
	case isPlain(to):
		return &core.Logic{X: first, Y: last}
	case isPlain(from):
		return &core.Logic{X: last, Y: first}
	default:
		l.refuse(call, "in a range whose ends may both fail")
	}
	return nil
}

func (l *lowering) index(s *instance, e *syntax.IndexExpr) term {
	x := l.expr(s, e.X)
	if x.t.kind == gridType {
		r, c, ok := l.pair(s, e.Y)
		if !ok {
			return l.refuse(e, "a cell of a grid that is not written [r, c]")
		}
		return termOf(typ{kind: x.t.of}, &core.Cell{Grid: x.x, R: r, C: c, At: placeOf(e)})
	}
	i := l.expr(s, e.Y)
	switch {
	case i.t.kind != intType:
		return l.refuse(e.Y, "%s in the brackets", article(i.t))
	case x.t.kind == manyType:
		n, ok := constOf(i.x)
		at, inside := core.PlaceOf(n, int64(len(x.parts)))
		for j, part := range x.parts {
			ok = ok && (int64(j) == at || part.isPlain())
		}
		if !ok || !inside {
			return l.refuse(e, "an item of a tuple of several types that is not known")
		}
		return x.parts[at]
	case x.t.kind == tableType:
		return termOf(x.t.line(), &core.Line{Table: l.table(x.t.known), I: i.x, At: placeOf(e)})
	case !x.t.isRow() || x.t.of == noType:
		return l.refuse(e, "an item of %s", article(x.t))
	}
	return termOf(typ{kind: x.t.of}, &core.Index{Row: x.x, I: i.x, Name: x.t.typeName(), At: placeOf(e)})
}

// pair lowers (r, c).
func (l *lowering) pair(s *instance, e syntax.Expr) (r, c core.Expr, ok bool) {
	t, ok := unparen(e).(*syntax.TupleExpr)
	if !ok || len(t.List) != 2 {
		return nil, nil, false
	}
	x := l.expr(s, t.List[0])
	if x.t.kind != intType {
		return nil, nil, false
	}
	y := l.expr(s, t.List[1])
	return x.x, y.x, y.t.kind == intType
}

func (l *lowering) slice(s *instance, e *syntax.SliceExpr) term {
	x := l.expr(s, e.X)
	if !x.t.isRow() || x.t.isText() || x.t.of == noType {
		return l.refuse(e, "a slice of %s", article(x.t.typeName()))
	}
	cut := &core.Slice{Row: x.x, At: placeOf(e)}
	for _, end := range []struct {
		e  syntax.Expr
		to *core.Expr
	}{{e.Lo, &cut.Lo}, {e.Hi, &cut.Hi}, {e.Step, &cut.Step}} {
		if end.e == nil {
			continue
		}
		i := l.expr(s, end.e)
		if i.t.kind != intType {
			return l.refuse(end.e, "%s in the brackets", article(i.t))
		}
		*end.to = i.x
	}
	return termOf(x.t.fresh(), cut)
}

// display lowers [a, b, c] and (a, b, c).
func (l *lowering) display(s *instance, list []syntax.Expr, t typ) term {
	made := &core.List{}
	var constants []int64
	var all []term
	several := false
	for _, e := range list {
		x := l.expr(s, e)
		all = append(all, x)
		if !x.t.isScalar() || t.of != noType && t.of != x.t.kind {
			if several = true; l.refused != nil || !t.isTuple() || x.t.holdsUnknown() || l.isShared(s, x.t, e) {
				return l.refuse(e, "a list of %s and others", article(x.t.typeName()))
			}
		}
		t.of = x.t.kind
		made.Cells = append(made.Cells, x.x)
		if n, ok := constOf(x.x); ok {
			constants = append(constants, n)
		}
	}
	if several {
		return l.tuple(list[0], all)
	}
	if len(constants) == len(list) {
		return cellsTerm(t, constants)
	}
	made.Of = core.Kind(t.of)
	return termOf(t, made)
}

func (l *lowering) comprehension(s *instance, e *syntax.Comprehension) term {
	if e.Curly {
		return l.refuse(e, "a dict")
	}
	t := typ{kind: listType}
	var clause func(i int)
	clause = func(i int) {
		if l.refused != nil {
			return
		}
		if i == len(e.Clauses) {
			x := l.expr(s, e.Body)
			if !x.t.isScalar() {
				l.refuse(e.Body, "a list of what is %s", article(x.t.typeName()))
			}
			t.of = x.t.kind
			s.add(&core.Yield{X: x.x, At: placeOf(e.Body)})
			return
		}
		switch at := e.Clauses[i].(type) {
		case *syntax.IfClause:
			cond := l.condition(s, at.Cond)
			s.add(&core.If{Cond: cond, Then: s.collect(func() { clause(i + 1) })})
		case *syntax.ForClause:
			l.loop(s, loopOf{x: at.X, vars: at.Vars, node: at.X, cost: l.code.weights[e], body: func() { clause(i + 1) }})
		}
	}
	before := slices.Clone(s.assigned)
	body := s.collect(func() { clause(0) })
	s.assigned = before
	return termOf(t, &core.Build{Type: t.core(), Body: body})
}

// callExpr lowers a call whose value is wanted.
func (l *lowering) callExpr(s *instance, n *syntax.CallExpr) term {
	if fn := l.callee(s, n.Fn); fn.t.known != nil {
		call, called := l.call(s, n, fn)
		switch {
		case l.refused != nil:
			return term{}
		case called.States:
			return l.refuse(n, "a function that states moves inside an expression")
		case called.result.kind == noneType:
			return l.refuse(n, "the value of a function that has none")
		case called.into != nil:
			return term{t: called.result, parts: called.get().parts}
		}
		return termOf(called.result, call)
	}
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return l.methodCall(s, n)
	}
	if b := id.Binding.(*resolve.Binding); b.Scope != resolve.Predeclared {
		return l.refuse(n.Fn, "a call of something other than a function of the file")
	}
	for _, a := range n.Args {
		if namedArgument(a) != nil {
			return l.refuse(a, "%s with a named argument", id.Name)
		}
		if starredArgument(a) != nil && id.Name != "put" {
			return l.refuse(a, "%s with *arguments", id.Name)
		}
	}
	switch id.Name {
	case "min", "max", "abs", "len", "list", "tuple", "sum", "any", "all", "fill", "cut", "inside", "sorted", "reversed":
		if x := l.overRange(s, n, id.Name); x.x != nil || l.refused != nil {
			return x
		}
		var args []term
		for _, a := range n.Args {
			args = append(args, l.expr(s, a))
		}
		if l.refused != nil {
			return term{}
		}
		if x := l.builtin(n, id.Name, args); x.x != nil || l.refused != nil {
			return x
		}
		return l.refuse(n, "%s of these arguments", id.Name)
	case "put":
		return l.put(s, n)
	case "bool":
		if len(n.Args) == 1 {
			return termOf(truthType, l.condition(s, n.Args[0]))
		}
	case "int":
		if len(n.Args) != 1 {
			break
		}
		switch x := l.expr(s, n.Args[0]); x.t.kind {
		case intType:
			return x
		case boolType:
			if n, ok := constOf(x.x); ok {
				return number(n)
			}
			return termOf(integerType, &core.Choose{Cond: x.x, X: number(1).x, Y: number(0).x, At: placeOf(n)})
		}
		return l.refuse(n, "int of something other than an int or a bool")
	case "range", "enumerate":
		return l.refuse(n, "%s where no loop goes over it", id.Name)
	case "copies":
		return l.refuse(n, "copies outside the arguments of move_sum(…)")
	}
	return l.refuse(n, "%s is not compiled", id.Name)
}

// builtin lowers a call of a function that every file finds defined. It returns no term where
// that does not take these arguments.
func (l *lowering) builtin(n *syntax.CallExpr, name string, args []term) term {
	integers := func(from int) bool {
		for i, x := range args[from:] {
			if x.t.kind != intType {
				l.refuse(n.Args[from+i], "%s of %s", name, article(x.t.typeName()))
				return false
			}
		}
		return true
	}
	if len(args) == 0 {
		return term{}
	}
	x, at := args[0], placeOf(n)
	switch name {
	case "min", "max":
		if len(args) == 1 && x.t.isRow() && x.t.of == intType {
			how := core.Least
			if name == "max" {
				how = core.Greatest
			}
			return termOf(integerType, &core.Over{How: how, X: x.x, At: at})
		}
		if len(args) > 1 && integers(0) {
			return termOf(integerType, extremeOf(name == "max", args))
		}
	case "abs":
		if len(args) == 1 && integers(0) {
			return termOf(integerType, &core.Abs{X: x.x, At: at})
		}
	case "fill":
		if (len(args) == 2 || len(args) == 3) && x.t.isScalar() && integers(1) {
			fill := &core.Fill{V: x.x, N: args[1].x, At: at, Ats: [2]core.Place{placeOf(n.Args[1])}}
			if len(args) == 2 {
				return termOf(typ{kind: rowType, of: x.t.kind}, fill)
			}
			fill.M, fill.Ats[1] = args[2].x, placeOf(n.Args[2])
			return termOf(typ{kind: gridType, of: x.t.kind}, fill)
		}
	case "cut":
		if len(args) == 5 && x.t.kind == gridType && integers(1) {
			cut := &core.Cut{Grid: x.x, R: args[1].x, C: args[2].x, H: args[3].x, W: args[4].x, At: at}
			for i := range cut.Ats {
				cut.Ats[i] = placeOf(n.Args[1+i])
			}
			return termOf(x.t, cut)
		}
	case "inside":
		if integers(1) {
			switch {
			case x.t.kind == gridType && len(args) == 3:
				return termOf(truthType, &core.Inside{X: x.x, I: args[1].x, J: args[2].x})
			case x.t.isRow() && !x.t.isText() && len(args) == 2:
				return termOf(truthType, &core.Inside{X: x.x, I: args[1].x})
			}
		}
	}
	if len(args) != 1 {
		return term{}
	}
	switch name {
	case "len":
		switch {
		case x.t.kind == tableType:
			return number(int64(len(x.t.known.lines)))
		case x.t.kind == manyType && x.isPlain():
			return number(int64(len(x.parts)))
		case x.t.isRow() || x.t.kind == gridType || x.t.kind == letterType:
			if cells, ok := x.row().(*core.Cells); ok {
				return number(int64(len(cells.N)))
			}
			return termOf(integerType, &core.Len{X: x.row()})
		}
	case "sum":
		if x.t.isRow() && (x.t.of == intType || x.t.of == noType) {
			return termOf(integerType, &core.Over{How: core.Sum, X: x.x, At: at})
		}
	case "any", "all":
		if x.t.isRow() && x.t.of != letterType {
			how := core.Any
			if name == "all" {
				how = core.All
			}
			return termOf(truthType, &core.Over{How: how, X: x.x, At: at})
		}
	case "sorted", "reversed", "list", "tuple":
		if x.t.isRow() && !x.t.isText() {
			t := typ{kind: listType, of: x.t.of}
			if name == "tuple" {
				t = typ{kind: rowType, of: x.t.of, origin: aTuple}
			}
			how := map[string]core.Arrangement{"sorted": core.Sorted, "reversed": core.Reversed}[name]
			return termOf(t, &core.Rearrange{How: how, X: x.x, At: at})
		}
	}
	return l.refuse(n, "%s of %s", name, article(x.t.typeName()))
}

// extremeOf returns the greatest of integers, or the least. It nests no deeper than it must.
func extremeOf(greatest bool, all []term) core.Expr {
	if len(all) == 1 {
		return all[0].x
	}
	half := len(all) / 2
	return &core.Extreme{Greatest: greatest, X: extremeOf(greatest, all[:half]), Y: extremeOf(greatest, all[half:])}
}

// overRange lowers len, list, tuple and reversed of range(…). It returns no term for other
// calls.
func (l *lowering) overRange(s *instance, n *syntax.CallExpr, name string) term {
	if len(n.Args) != 1 || !slices.Contains([]string{"len", "list", "tuple", "reversed"}, name) {
		return term{}
	}
	if name != "len" && name != "reversed" {
		x := l.rangeRow(s, n.Args[0])
		if name == "tuple" {
			x.t.kind, x.t.origin = rowType, aTuple
		}
		return x
	}
	inner, call := predeclared(n.Args[0])
	if inner != "range" {
		return term{}
	}
	from, to, step := l.ends(s, call)
	a, okA := constOf(from)
	by, okB := constOf(step)
	switch {
	case l.refused != nil:
		return term{}
	case !okA || !okB || a < -1<<62 || by != 1 || name == "len" && a != 0:
		return l.refuse(n, "%s of a range that does not begin at a constant", name)
	case name == "len":
		return termOf(integerType, &core.Extreme{Greatest: true, X: to, Y: from})
	}
	last := &core.Arith{Op: core.Minus, X: &core.Extreme{Greatest: true, X: to, Y: from}, Y: number(1).x, At: placeOf(call)}
	return l.numbers(s, n.Args[0], &core.For{From: last, To: number(a - 1).x, Step: number(-1).x, At: placeOf(call)})
}

// rangeRow lowers range(…) as a row, whose numbers take a step each. It returns no term for
// other expressions.
func (l *lowering) rangeRow(s *instance, e syntax.Expr) term {
	name, call := predeclared(e)
	if name != "range" {
		return term{}
	}
	loop := &core.For{At: placeOf(call)}
	loop.From, loop.To, loop.Step = l.ends(s, call)
	return l.numbers(s, e, loop)
}

// numbers is the list of the numbers that a loop goes over.
func (l *lowering) numbers(s *instance, e syntax.Expr, loop *core.For) term {
	t := typ{kind: listType, of: intType}
	loop.V = s.variable("i", integerType)
	loop.Body = []core.Stmt{&core.Charge{N: 1, At: placeOf(e)}, &core.Yield{X: &core.Get{V: loop.V}, At: placeOf(e)}}
	return termOf(t, &core.Build{Type: t.core(), Body: []core.Stmt{loop}})
}

// put lowers put(row, v, i, …) and put(grid, v, (r, c), …).
func (l *lowering) put(s *instance, n *syntax.CallExpr) term {
	if len(n.Args) < 2 {
		return l.refuse(n, "put of these arguments")
	}
	x, v := l.expr(s, n.Args[0]), l.expr(s, n.Args[1])
	if v.t.kind != x.t.of || !v.t.isScalar() || !x.t.isRow() && x.t.kind != gridType {
		return l.refuse(n, "put of %s into %s", article(v.t.typeName()), article(x.t.typeName()))
	}
	if x.t.kind == gridType {
		put := &core.PutCells{Grid: x.x, V: v.x, At: placeOf(n)}
		for _, a := range n.Args[2:] {
			r, c, ok := l.pair(s, a)
			if !ok {
				return l.refuse(a, "a cell that is not written (r, c)")
			}
			put.R, put.C, put.Ats = append(put.R, r), append(put.C, c), append(put.Ats, placeOf(a))
		}
		return termOf(x.t, put)
	}
	put := &core.Put{Row: x.x, V: v.x, At: placeOf(n)}
	for _, a := range n.Args[2:] {
		if all := starredArgument(a); all != nil {
			more := l.expr(s, all)
			if !more.t.isRow() || more.t.of != intType {
				return l.refuse(a, "put with these *places")
			}
			put.Rest = more.x
			continue
		}
		i := l.expr(s, a)
		if i.t.kind != intType {
			return l.refuse(a, "a place that is %s", article(i.t.typeName()))
		}
		put.Places, put.Ats = append(put.Places, i.x), append(put.Ats, placeOf(a))
	}
	return termOf(typ{kind: rowType, of: x.t.of}, put)
}

// methodCall lowers row.count(x), grid.count(x) and row.index(x).
func (l *lowering) methodCall(s *instance, n *syntax.CallExpr) term {
	d, ok := n.Fn.(*syntax.DotExpr)
	if !ok {
		return l.refuse(n.Fn, "a call of something other than a name")
	}
	name := d.Name.Name
	if name != "count" && name != "index" || len(n.Args) != 1 || !plainArgs(n) {
		return l.refuse(n.Fn, "the method %s", name)
	}
	x, v := l.expr(s, d.X), l.expr(s, n.Args[0])
	if !x.t.isRow() && (x.t.kind != gridType || name == "index") || x.t.isText() || v.t.kind != x.t.of {
		return l.refuse(n.Fn, "%s of %s", name, article(v.t.typeName()))
	}
	if name == "index" {
		return termOf(integerType, &core.Find{X: x.x, V: v.x, At: placeOf(n)})
	}
	return termOf(integerType, &core.Count{X: x.x, V: v.x, At: placeOf(n)})
}
