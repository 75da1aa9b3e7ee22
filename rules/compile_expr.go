package rules

// This file holds the compiler's expressions of one integer, bool or letter.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// An operand is a compiled expression. A scalar has f; a row, list or grid
// writes its cells where it is told to, a grid behind its height and width, and
// has a view where they lie somewhere already.
type operand struct {
	t       valueType
	f       func(m *machine) int64
	isConst bool
	n       int64 // of a constant
	reg     int   // where the scalar is kept, or -1
	of      *variable
	write   func(m *machine, dst []int64) int // how many, or -1 when it stops
	view    func(m *machine) []int64
	table   *tableOf
}

// A tableOf is a constant list of lists: where each begins, and its length.
type tableOf struct {
	lines [][2]int
	tuple bool
}

// scalar returns the code of a scalar.
func (x *operand) scalar() func(m *machine) int64 {
	switch {
	case x.isConst:
		n := x.n
		return func(*machine) int64 { return n }
	case x.reg >= 0:
		at := x.reg
		return func(m *machine) int64 { return m.r[at] }
	}
	return x.f
}

func constant(t typeKind, n int64) operand {
	return operand{t: valueType{kind: t}, isConst: true, n: n, reg: -1}
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func code(t typeKind, f func(m *machine) int64) operand {
	return operand{t: valueType{kind: t}, f: f, reg: -1}
}

// read returns a variable as an operand.
func (c *compiler) read(v *variable, _ syntax.Node) operand {
	at := v.at
	x := operand{t: v.t, of: v, reg: -1}
	switch {
	case v.t.isScalar():
		x.reg = at
	case v.t.isRow():
		x.view = func(m *machine) []int64 { return m.r[at+1 : at+1+int(m.r[at])] }
		x.write = c.copying(x.view)
	default:
		x.view = func(m *machine) []int64 { return m.r[at : at+2+int(m.r[at]*m.r[at+1])] }
		x.write = c.copying(x.view)
	}
	return x
}

// copying writes what a view shows.
func (c *compiler) copying(view func(m *machine) []int64) func(m *machine, dst []int64) int {
	return func(m *machine, dst []int64) int {
		cells := view(m)
		if len(cells) > len(dst) {
			return m.spill()
		}
		if m.steps -= int64(len(cells)); m.steps < 0 && !m.more(nil) {
			return -1
		}
		return copy(dst, cells)
	}
}

func (c *compiler) expr(s *scope, e syntax.Expr) operand {
	if c.refused != nil {
		return operand{reg: -1}
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.expr(s, e.X)
	case *syntax.Literal:
		switch v := e.Value.(type) {
		case int64:
			return constant(intType, v)
		case string:
			return c.text(e, v)
		}
	case *syntax.Ident:
		return c.name(s, e)
	case *syntax.UnaryExpr:
		return c.unary(s, e)
	case *syntax.BinaryExpr:
		return c.binary(s, e)
	case *syntax.CondExpr:
		return c.choice(s, e)
	case *syntax.IndexExpr:
		return c.index(s, e)
	case *syntax.SliceExpr:
		return c.slice(s, e)
	case *syntax.CallExpr:
		return c.callExpr(s, e)
	case *syntax.ListExpr:
		return c.display(s, e, e.List, listType)
	case *syntax.TupleExpr:
		return c.display(s, e, e.List, rowType)
	case *syntax.Comprehension:
		return c.comprehension(s, e)
	case *syntax.DotExpr:
		x := c.expr(s, e.X)
		if c.refused == nil && x.t.kind == gridType && x.view != nil && (e.Name.Name == "height" || e.Name.Name == "width") {
			i := int(boolInt(e.Name.Name == "width"))
			if x.of != nil {
				return operand{t: valueType{kind: intType}, reg: x.of.at + i}
			}
			view := x.view
			return code(intType, func(m *machine) int64 {
				if v := view(m); len(v) > i {
					return v[i]
				}
				return 0
			})
		}
		return c.refuse(e, "%s of a %v", e.Name.Name, x.t)
	case *syntax.LambdaExpr:
		return c.refuse(e, "a function in a function")
	case *syntax.DictExpr:
		return c.refuse(e, "a dict")
	}
	return c.refuse(e, "an expression of this kind")
}

// name compiles a variable or a constant.
func (c *compiler) name(s *scope, id *syntax.Ident) operand {
	if i, ok := c.local(id); ok {
		v := s.vars[i]
		if v == nil || !s.assigned[i] {
			return c.refuse(id, "may be used before it has a value")
		}
		return c.read(v, id)
	}
	if c.refused != nil {
		return operand{reg: -1}
	}
	switch b := id.Binding.(*resolve.Binding); b.Scope {
	case resolve.Global:
		return c.constantOf(id, c.file.globals[b.Index])
	case resolve.Predeclared:
		return c.constantOf(id, c.file.words.universe[id.Name])
	}
	return c.refuse(id, "a name of this kind")
}

// constantOf compiles a value of the top level.
func (c *compiler) constantOf(n syntax.Node, v value) operand {
	switch v.k {
	case integer:
		return constant(intType, v.n)
	case boolean:
		return constant(boolType, v.n)
	case text:
		return c.text(n, v.text())
	case listKind, tupleKind, rowKind:
		return c.constantList(n, v)
	}
	return c.refuse(n, "a %v", v.k)
}

// text compiles a string: a letter, or letters to look through.
func (c *compiler) text(n syntax.Node, s string) operand {
	if len(s) == 1 {
		return constant(letterType, int64(s[0]))
	}
	if len(s) > c.capacity {
		return c.refuse(n, "a string of %d letters", len(s))
	}
	cells := make([]int64, len(s))
	for i := range len(s) {
		cells[i] = int64(s[i])
	}
	x := c.fixed(cells, valueType{kind: rowType, of: letterType})
	x.t.wide = aString
	return x
}

func (t valueType) isText() bool {
	return t.kind == letterType || t.kind == rowType && t.wide == aString
}

// fixed is an operand of constant cells.
func (c *compiler) fixed(cells []int64, t valueType) operand {
	at := c.room(len(cells))
	if c.refused != nil {
		return operand{reg: -1}
	}
	copy(c.init[at:], cells)
	end := at + len(cells)
	x := operand{t: t, reg: -1, view: func(m *machine) []int64 { return m.r[at:end] }}
	x.write = c.copying(x.view)
	return x
}

// constantList compiles a list of the top level.
func (c *compiler) constantList(n syntax.Node, v value) operand {
	if l, ok := v.x.(*list); ok {
		if x, ok := c.tables[l]; ok {
			return *x
		}
		x := c.newConstantList(n, v)
		c.tables[l] = &x
		return x
	}
	return c.newConstantList(n, v)
}

func (c *compiler) newConstantList(n syntax.Node, v value) operand {
	items, _ := v.items()
	t := valueType{kind: listType}
	if v.k != listKind {
		t.kind = rowType
	}
	cells, of, ok := cellsOfConstant(items)
	if ok {
		t.of = of
		if t.wide = int(v.k); v.k == rowKind {
			t.wide = 0
		}
		return c.fixed(cells, t)
	}
	table := &tableOf{tuple: true}
	for _, line := range items {
		inner, isList := line.items()
		cells, of, ok := cellsOfConstant(inner)
		if !isList || !ok || of != intType && of != noType {
			return c.refuse(n, "a list of values that are not all integers or all letters")
		}
		at := c.room(len(cells))
		if c.refused != nil {
			return operand{reg: -1}
		}
		copy(c.init[at:], cells)
		table.lines = append(table.lines, [2]int{at, len(cells)})
		table.tuple = table.tuple && line.k == tupleKind
	}
	return operand{t: valueType{kind: tableType}, reg: -1, table: table}
}

func cellsOfConstant(items []value) (cells []int64, of typeKind, ok bool) {
	for _, e := range items {
		t := noType
		n := e.n
		switch {
		case e.k == integer:
			t = intType
		case e.k == boolean:
			t = boolType
		case e.k == text && len(e.text()) == 1:
			t, n = letterType, int64(e.text()[0])
		}
		if t == noType || of != noType && of != t {
			return nil, noType, false
		}
		of = t
		cells = append(cells, n)
	}
	return cells, of, true
}

func (c *compiler) unary(s *scope, e *syntax.UnaryExpr) operand {
	if e.Op == syntax.NOT {
		cond := c.condition(s, e.X)
		return code(boolType, func(m *machine) int64 { return boolInt(!cond(m)) })
	}
	x := c.expr(s, e.X)
	if c.refused != nil {
		return x
	}
	if x.t.kind != intType {
		return c.refuse(e, "%v of a %v", e.Op, x.t)
	}
	f := x.scalar()
	switch e.Op {
	case syntax.MINUS:
		if v, wrong := sub(0, x.n); x.isConst && wrong == noFault {
			return constant(intType, v)
		}
		return code(intType, func(m *machine) int64 {
			v, wrong := sub(0, f(m))
			if wrong != noFault {
				return m.fail(e, "%v", wrong)
			}
			return v
		})
	case syntax.TILDE:
		return code(intType, func(m *machine) int64 { return ^f(m) })
	}
	return x
}

func (c *compiler) binary(s *scope, e *syntax.BinaryExpr) operand {
	switch e.Op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.IN, syntax.NOT_IN:
		cond := c.condition(s, e)
		return code(boolType, func(m *machine) int64 { return boolInt(cond(m)) })
	case syntax.AND, syntax.OR:
		return c.both(s, e)
	}
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if c.refused != nil {
		return x
	}
	return c.binaryOf(e, e.Op, x, y)
}

// both compiles x and y, x or y, as values.
func (c *compiler) both(s *scope, e *syntax.BinaryExpr) operand {
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if c.refused != nil {
		return x
	}
	if x.t.kind != y.t.kind || x.t.kind != intType && x.t.kind != boolType {
		if x.t.kind == boolType || y.t.kind == boolType {
			return c.refuse(e, "%v of a %v and a %v", e.Op, x.t, y.t)
		}
		return c.refuse(e, "%v of values that are no bools", e.Op)
	}
	f, g, stopAt := x.scalar(), y.scalar(), e.Op == syntax.OR
	return code(x.t.kind, func(m *machine) int64 {
		v := f(m)
		if m.stopped || (v != 0) == stopAt {
			return v
		}
		return g(m)
	})
}

// binaryOf compiles arithmetic, and sums and multiples of rows.
func (c *compiler) binaryOf(n syntax.Node, op syntax.Token, x, y operand) operand {
	if x.t.kind != intType || y.t.kind != intType {
		return c.binaryOfRows(n, op, x, y)
	}
	if x.isConst && y.isConst && op != syntax.SLASH {
		if v, wrong := integerOp(op, x.n, y.n); wrong == noFault {
			return constant(intType, v)
		}
	}
	f, g := x.scalar(), y.scalar()
	switch op {
	case syntax.PLUS:
		switch {
		case x.reg >= 0 && y.isConst:
			at, b := x.reg, y.n
			return code(intType, func(m *machine) int64 {
				a := m.r[at]
				v := a + b
				if (v^a)&(v^b) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		case x.reg >= 0 && y.reg >= 0:
			at, bt := x.reg, y.reg
			return code(intType, func(m *machine) int64 {
				a, b := m.r[at], m.r[bt]
				v := a + b
				if (v^a)&(v^b) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		}
		return code(intType, func(m *machine) int64 {
			a, b := f(m), g(m)
			v := a + b
			if (v^a)&(v^b) < 0 {
				return m.arithmetic(n, overflow, a, op, b)
			}
			return v
		})
	case syntax.MINUS:
		switch {
		case x.reg >= 0 && y.isConst:
			at, b := x.reg, y.n
			return code(intType, func(m *machine) int64 {
				a := m.r[at]
				v := a - b
				if (a^b)&(v^a) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		case x.reg >= 0 && y.reg >= 0:
			at, bt := x.reg, y.reg
			return code(intType, func(m *machine) int64 {
				a, b := m.r[at], m.r[bt]
				v := a - b
				if (a^b)&(v^a) < 0 {
					return m.arithmetic(n, overflow, a, op, b)
				}
				return v
			})
		}
		return code(intType, func(m *machine) int64 {
			a, b := f(m), g(m)
			v := a - b
			if (a^b)&(v^a) < 0 {
				return m.arithmetic(n, overflow, a, op, b)
			}
			return v
		})
	case syntax.STAR:
		return c.checked(n, op, f, g, mul)
	case syntax.SLASHSLASH:
		return c.checked(n, op, f, g, floorDiv)
	case syntax.PERCENT:
		return c.checked(n, op, f, g, floorMod)
	case syntax.LTLT:
		return c.checked(n, op, f, g, shiftLeft)
	case syntax.GTGT:
		return c.checked(n, op, f, g, shiftRight)
	case syntax.AMP:
		return code(intType, func(m *machine) int64 { return f(m) & g(m) })
	case syntax.PIPE:
		return code(intType, func(m *machine) int64 { return f(m) | g(m) })
	case syntax.CIRCUMFLEX:
		return code(intType, func(m *machine) int64 { return f(m) ^ g(m) })
	}
	return c.refuse(n, "%v of integers", op)
}

// checked compiles an operator that may fail.
func (c *compiler) checked(n syntax.Node, op syntax.Token, f, g func(m *machine) int64, do func(a, b int64) (int64, fault)) operand {
	return code(intType, func(m *machine) int64 {
		a, b := f(m), g(m)
		if m.stopped {
			return 0
		}
		v, wrong := do(a, b)
		if wrong != noFault {
			return m.arithmetic(n, wrong, a, op, b)
		}
		return v
	})
}

// condition compiles what is asked only for its truth.
func (c *compiler) condition(s *scope, e syntax.Expr) func(m *machine) bool {
	never := func(*machine) bool { return false }
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.condition(s, e.X)
	case *syntax.UnaryExpr:
		if e.Op == syntax.NOT {
			cond := c.condition(s, e.X)
			return func(m *machine) bool { return !cond(m) }
		}
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.AND:
			a, b := c.condition(s, e.X), c.condition(s, e.Y)
			return func(m *machine) bool { return a(m) && !m.stopped && b(m) }
		case syntax.OR:
			a, b := c.condition(s, e.X), c.condition(s, e.Y)
			return func(m *machine) bool { return a(m) || !m.stopped && b(m) }
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
			return c.comparison(s, e)
		case syntax.IN, syntax.NOT_IN:
			return c.membership(s, e)
		}
	}
	x := c.expr(s, e)
	switch {
	case c.refused != nil:
		return never
	case x.isConst && x.t.kind != letterType:
		yes := x.n != 0
		return func(*machine) bool { return yes }
	case x.t.kind == letterType:
		f := x.scalar()
		return func(m *machine) bool { f(m); return true }
	case x.t.isScalar():
		f := x.scalar()
		return func(m *machine) bool { return f(m) != 0 }
	case x.t.isRow():
		if view := c.viewed(x); view != nil {
			return func(m *machine) bool { return len(view(m)) > 0 }
		}
	}
	c.refuse(e, "the truth of a %v", x.t)
	return never
}

func (c *compiler) comparison(s *scope, e *syntax.BinaryExpr) func(m *machine) bool {
	never := func(*machine) bool { return false }
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if c.refused != nil {
		return never
	}
	if x.t.isScalar() && x.t.kind == y.t.kind {
		return compareScalars(e.Op, x, y)
	}
	same := x.t.isRow() && y.t.isRow() && x.t.kind == y.t.kind && x.t.isText() == y.t.isText() &&
		x.t.wide == 0 && y.t.wide == 0 || x.t.kind == gridType && y.t.kind == gridType
	if !same || e.Op != syntax.EQL && e.Op != syntax.NEQ || x.t.of != y.t.of {
		c.refuse(e, "%v of a %v and a %v", e.Op, x.t, y.t)
		return never
	}
	a, b := c.viewed(x), c.viewed(y)
	if c.refused != nil {
		return never
	}
	want := e.Op == syntax.EQL
	return func(m *machine) bool {
		x, y := a(m), b(m)
		if m.stopped {
			return false
		}
		equal := len(x) == len(y)
		if equal {
			m.spend(e, len(x))
			for i := range x {
				if x[i] != y[i] {
					equal = false
					break
				}
			}
		}
		return equal == want
	}
}

func compareScalars(op syntax.Token, x, y operand) func(m *machine) bool {
	if x.reg >= 0 && y.isConst {
		at, b := x.reg, y.n
		switch op {
		case syntax.EQL:
			return func(m *machine) bool { return m.r[at] == b }
		case syntax.NEQ:
			return func(m *machine) bool { return m.r[at] != b }
		case syntax.LT:
			return func(m *machine) bool { return m.r[at] < b }
		case syntax.LE:
			return func(m *machine) bool { return m.r[at] <= b }
		case syntax.GT:
			return func(m *machine) bool { return m.r[at] > b }
		default:
			return func(m *machine) bool { return m.r[at] >= b }
		}
	}
	if x.reg >= 0 && y.reg >= 0 {
		at, bt := x.reg, y.reg
		switch op {
		case syntax.EQL:
			return func(m *machine) bool { return m.r[at] == m.r[bt] }
		case syntax.NEQ:
			return func(m *machine) bool { return m.r[at] != m.r[bt] }
		case syntax.LT:
			return func(m *machine) bool { return m.r[at] < m.r[bt] }
		case syntax.LE:
			return func(m *machine) bool { return m.r[at] <= m.r[bt] }
		case syntax.GT:
			return func(m *machine) bool { return m.r[at] > m.r[bt] }
		default:
			return func(m *machine) bool { return m.r[at] >= m.r[bt] }
		}
	}
	f, g := x.scalar(), y.scalar()
	if y.isConst {
		b := y.n
		switch op {
		case syntax.EQL:
			return func(m *machine) bool { return f(m) == b }
		case syntax.NEQ:
			return func(m *machine) bool { return f(m) != b }
		}
	}
	switch op {
	case syntax.EQL:
		return func(m *machine) bool { return f(m) == g(m) }
	case syntax.NEQ:
		return func(m *machine) bool { return f(m) != g(m) }
	case syntax.LT:
		return func(m *machine) bool { return f(m) < g(m) }
	case syntax.LE:
		return func(m *machine) bool { return f(m) <= g(m) }
	case syntax.GT:
		return func(m *machine) bool { return f(m) > g(m) }
	default:
		return func(m *machine) bool { return f(m) >= g(m) }
	}
}

// membership compiles x in row.
func (c *compiler) membership(s *scope, e *syntax.BinaryExpr) func(m *machine) bool {
	never := func(*machine) bool { return false }
	x := c.expr(s, e.X)
	y := c.expr(s, e.Y)
	if c.refused != nil {
		return never
	}
	if y.t.kind == letterType && x.t.kind == letterType {
		op := syntax.EQL
		if e.Op == syntax.NOT_IN {
			op = syntax.NEQ
		}
		return compareScalars(op, x, y)
	}
	first := 0
	if y.t.kind == gridType {
		first = 2
	}
	if !x.t.isScalar() || !y.t.isRow() && y.t.kind != gridType || y.t.of != x.t.kind {
		c.refuse(e, "%v of a %v and a %v", e.Op, x.t, y.t)
		return never
	}
	f, view, want := x.scalar(), c.viewed(y), e.Op == syntax.IN
	if c.refused != nil {
		return never
	}
	return func(m *machine) bool {
		v := f(m)
		cells := view(m)
		if m.stopped || !m.spend(e, len(cells)) {
			return false
		}
		for _, cell := range cells[first:] {
			if cell == v {
				return want
			}
		}
		return !want
	}
}

// choice compiles x if cond else y.
func (c *compiler) choice(s *scope, e *syntax.CondExpr) operand {
	cond := c.condition(s, e.Cond)
	x, y := c.expr(s, e.True), c.expr(s, e.False)
	if c.refused != nil {
		return x
	}
	if x.t.isRow() && y.t.isRow() && x.t.kind == y.t.kind && !x.t.isText() && !y.t.isText() {
		if x.t.of == noType {
			x.t.of = y.t.of
		}
		if y.t.of == noType || y.t.of == x.t.of {
			a, b := x.write, y.write
			return operand{t: valueType{kind: x.t.kind, of: x.t.of}, reg: -1, write: func(m *machine, dst []int64) int {
				if cond(m) {
					return a(m, dst)
				}
				return b(m, dst)
			}}
		}
	}
	if x.t.kind != y.t.kind || !x.t.isScalar() {
		return c.refuse(e, "a %v here and a %v there", x.t, y.t)
	}
	f, g := x.scalar(), y.scalar()
	return code(x.t.kind, func(m *machine) int64 {
		if cond(m) {
			return f(m)
		}
		return g(m)
	})
}

// callExpr compiles a call whose value is wanted.
func (c *compiler) callExpr(s *scope, n *syntax.CallExpr) operand {
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return c.methodCall(s, n)
	}
	if fn := c.globalFunction(id); fn != nil {
		run, done := c.call(s, n, fn)
		switch {
		case c.refused != nil:
			return operand{reg: -1}
		case done.emits:
			return c.refuse(n, "a function that states moves inside an expression")
		case done.result.kind == noneType || done.result.kind == noType:
			return c.refuse(n, "the value of a function that has none")
		}
		// The result is taken at once: the next call overwrites it.
		result := c.read(&variable{t: done.result, at: done.at}, n)
		if done.result.isScalar() {
			at := done.at
			return code(done.result.kind, func(m *machine) int64 {
				if run(m) != onward {
					return 0
				}
				return m.r[at]
			})
		}
		write := result.write
		return operand{t: done.result, reg: -1, write: func(m *machine, dst []int64) int {
			if run(m) != onward {
				return -1
			}
			return write(m, dst)
		}}
	}
	if b := id.Binding.(*resolve.Binding); b.Scope != resolve.Predeclared {
		return c.refuse(n.Fn, "a call of what is no function of the file")
	}
	for _, a := range n.Args {
		if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			return c.refuse(a, "%s with a named argument", id.Name)
		}
		if u, ok := a.(*syntax.UnaryExpr); ok && u.Op == syntax.STAR && id.Name != "put" {
			return c.refuse(a, "%s with *arguments", id.Name)
		}
	}
	switch id.Name {
	case "min", "max":
		return c.extreme(s, n, id.Name)
	case "abs":
		if len(n.Args) == 1 {
			x := c.expr(s, n.Args[0])
			if c.refused == nil && x.t.kind == intType {
				f := x.scalar()
				return code(intType, func(m *machine) int64 {
					v := f(m)
					if v < 0 {
						var wrong fault
						if v, wrong = sub(0, v); wrong != noFault {
							return m.fail(n, "%v", wrong)
						}
					}
					return v
				})
			}
		}
	case "len", "sum", "any", "all":
		if len(n.Args) == 1 {
			return c.overRow(s, n, id.Name)
		}
	case "put":
		return c.putExpr(s, n)
	case "fill":
		return c.fillExpr(s, n)
	case "inside":
		return c.insideExpr(s, n)
	case "sorted", "reversed", "list", "tuple":
		return c.rowFrom(s, n, id.Name)
	}
	if c.refused != nil {
		return operand{reg: -1}
	}
	return c.refuse(n, "%s of these arguments", id.Name)
}

// extreme compiles min and max of integers, or of a row of them.
func (c *compiler) extreme(s *scope, n *syntax.CallExpr, name string) operand {
	var all []operand
	for _, a := range n.Args {
		all = append(all, c.expr(s, a))
	}
	if c.refused != nil {
		return operand{reg: -1}
	}
	greatest := name == "max"
	if len(all) == 1 && all[0].t.isRow() && all[0].t.of == intType {
		view := c.viewed(all[0])
		return code(intType, func(m *machine) int64 {
			cells := view(m)
			if m.stopped || !m.spend(n, len(cells)) {
				return 0
			}
			if len(cells) == 0 {
				return m.fail(n, "%s of nothing", name)
			}
			best := cells[0]
			for _, v := range cells[1:] {
				if v > best == greatest {
					best = v
				}
			}
			return best
		})
	}
	if len(all) < 2 {
		return c.refuse(n, "%s of these arguments", name)
	}
	for _, x := range all {
		if x.t.kind != intType {
			return c.refuse(n, "%s of a %v", name, x.t)
		}
	}
	x := all[0]
	for _, y := range all[1:] {
		f, g := x.scalar(), y.scalar()
		if greatest {
			x = code(intType, func(m *machine) int64 { return max(f(m), g(m)) })
		} else {
			x = code(intType, func(m *machine) int64 { return min(f(m), g(m)) })
		}
	}
	return x
}

// overRow compiles len, sum, any and all.
func (c *compiler) overRow(s *scope, n *syntax.CallExpr, name string) operand {
	x := c.expr(s, n.Args[0])
	if c.refused != nil {
		return x
	}
	first := 0
	if x.t.kind == gridType {
		first = 2
	}
	if x.t.kind == tableType && name == "len" {
		return constant(intType, int64(len(x.table.lines)))
	}
	if x.t.kind == letterType && name == "len" {
		return constant(intType, 1)
	}
	if !x.t.isRow() && (x.t.kind != gridType || name != "len") {
		return c.refuse(n, "%s of a %v", name, x.t)
	}
	if name == "len" && x.of != nil && x.t.isRow() {
		return operand{t: valueType{kind: intType}, reg: x.of.at}
	}
	if name != "len" && x.t.isText() {
		return c.refuse(n, "%s of a string", name)
	}
	view := c.viewed(x)
	if c.refused != nil {
		return x
	}
	switch name {
	case "len":
		return code(intType, func(m *machine) int64 { return int64(max(len(view(m))-first, 0)) })
	case "sum":
		if x.t.of != intType && x.t.of != noType {
			return c.refuse(n, "the sum of what are no integers")
		}
		return code(intType, func(m *machine) int64 {
			cells := view(m)
			if m.stopped || !m.spend(n, len(cells)) {
				return 0
			}
			total := int64(0)
			for _, v := range cells {
				var wrong fault
				if total, wrong = add(total, v); wrong != noFault {
					m.spill()
					return 0
				}
			}
			return total
		})
	}
	if x.t.of == letterType {
		return c.refuse(n, "%s of strings", name)
	}
	found := name == "any"
	return code(boolType, func(m *machine) int64 {
		cells := view(m)
		if m.stopped || !m.spend(n, len(cells)) {
			return 0
		}
		for _, v := range cells {
			if (v != 0) == found {
				return boolInt(found)
			}
		}
		return boolInt(!found)
	})
}
