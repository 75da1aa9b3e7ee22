package lang

// This file holds the checker's expressions.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// expr checks an expression.
func (c *checker) expr(s *scope, e syntax.Expr) valueType {
	if c.refused != nil {
		return valueType{}
	}
	t := c.exprType(s, e)
	c.exprs[e] = t
	return t
}

func (c *checker) exprType(s *scope, e syntax.Expr) valueType {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.expr(s, e.X)
	case *syntax.Literal:
		if v, ok := e.Value.(string); ok {
			return c.text(e, v)
		}
		return valueType{kind: intType}
	case *syntax.Ident:
		return c.name(s, e)
	case *syntax.UnaryExpr:
		if e.Op == syntax.NOT {
			c.condition(s, e.X)
			return valueType{kind: boolType}
		}
		t := c.expr(s, e.X)
		if t.kind != intType {
			return c.refuse(e, "%v of %s", e.Op, article(t))
		}
		return t
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
		return c.display(s, e.List, valueType{kind: listType})
	case *syntax.TupleExpr:
		return c.display(s, e.List, valueType{kind: rowType, origin: aTuple})
	case *syntax.Comprehension:
		return c.comprehension(s, e)
	case *syntax.DotExpr:
		t := c.expr(s, e.X)
		if t.kind != gridType || e.Name.Name != "height" && e.Name.Name != "width" {
			return c.refuse(e, "%s of %s", e.Name.Name, article(t))
		}
		return valueType{kind: intType}
	case *syntax.LambdaExpr:
		return c.refuse(e, "a function in a function")
	case *syntax.DictExpr:
		return c.refuse(e, "a dict")
	}
	return c.refuse(e, "an expression of this kind")
}

func (c *checker) binary(s *scope, e *syntax.BinaryExpr) valueType {
	switch e.Op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.IN, syntax.NOT_IN:
		c.condition(s, e)
		return valueType{kind: boolType}
	}
	x, y := c.expr(s, e.X), c.expr(s, e.Y)
	if e.Op != syntax.AND && e.Op != syntax.OR {
		return c.operation(e, e.Op, x, y)
	}
	switch {
	case x.kind == y.kind && (x.kind == intType || x.kind == boolType):
		return x
	case x.kind == boolType || y.kind == boolType:
		return c.refuse(e, "%v of %s and %s", e.Op, article(x), article(y))
	}
	return c.refuse(e, "%v of values that are not bools", e.Op)
}

// operation checks arithmetic, and sums and multiples of rows.
func (c *checker) operation(n syntax.Node, op syntax.Token, x, y valueType) valueType {
	if x.kind == intType && y.kind == intType {
		if op == syntax.SLASH {
			return c.refuse(n, "%v of integers", op)
		}
		return x
	}
	if op == syntax.STAR {
		row, number := x, y
		if x.kind == intType {
			row, number = y, x
		}
		if row.isRow() && row.origin == ordinary && number.kind == intType {
			return row
		}
	}
	a, okA := x.asRow()
	b, okB := y.asRow()
	if op != syntax.PLUS || !okA || !okB {
		return c.refuse(n, "%v of %s and %s", op, article(x.typeName()), article(y.typeName()))
	}
	t := valueType{kind: rowType, of: a.of}
	if t.of == noType {
		t.of = b.of
	}
	switch {
	case b.of != noType && b.of != t.of:
		return c.refuse(n, "a row of integers and letters")
	case a.isPlainRow() || b.isPlainRow():
	case a.kind == listType && b.kind == listType:
		t.kind = listType
	default:
		return c.refuse(n, "%v of %s and %s", op, article(a.typeName()), article(b.typeName()))
	}
	return t
}

func (c *checker) choice(s *scope, e *syntax.CondExpr) valueType {
	c.condition(s, e.Cond)
	x, y := c.expr(s, e.True), c.expr(s, e.False)
	// A tuple is not a row, as it never equals a list. A list of the top level does not change.
	if x.isRow() && x.kind == y.kind && !x.isText() && !y.isText() && (x.origin == y.origin || x.kind == listType) {
		t := valueType{x.kind, x.of, max(x.origin, y.origin)}
		if t.of == noType {
			t.of = y.of
		}
		if y.of == noType || y.of == t.of {
			return t
		}
	}
	if x.kind != y.kind || !x.isScalar() {
		return c.refuse(e, "%s here and %s there", article(x), article(y))
	}
	return x
}

// condition checks what is asked only for its truth.
func (c *checker) condition(s *scope, e syntax.Expr) {
	e = unparen(e)
	if b, ok := e.(*syntax.BinaryExpr); ok {
		switch b.Op {
		case syntax.AND, syntax.OR:
			c.condition(s, b.X)
			c.condition(s, b.Y)
			return
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
			c.comparison(s, b)
			return
		case syntax.IN, syntax.NOT_IN:
			c.membership(s, b)
			return
		}
	}
	if t := c.expr(s, e); !t.isScalar() && !t.isRow() {
		c.refuse(e, "the truth of %s", article(t))
	}
}

func (c *checker) comparison(s *scope, e *syntax.BinaryExpr) {
	x, y := c.expr(s, e.X), c.expr(s, e.Y)
	if x.isScalar() && x.kind == y.kind {
		return
	}
	a, okA := x.asRow()
	b, okB := y.asRow()
	rows := okA && okB && (a.isPlainRow() || b.isPlainRow() || a.kind == listType && b.kind == listType)
	same := x.of == y.of && x.kind == gridType && y.kind == gridType || rows && (a.of == b.of || a.of == noType || b.of == noType)
	if !same || e.Op != syntax.EQL && e.Op != syntax.NEQ {
		c.refuse(e, "%v of %s and %s", e.Op, article(x.typeName()), article(y.typeName()))
	}
}

// membership checks x in row.
func (c *checker) membership(s *scope, e *syntax.BinaryExpr) {
	x, y := c.expr(s, e.X), c.expr(s, e.Y)
	if y.kind == letterType && x.kind == letterType {
		return
	}
	switch part, ok := x.asRow(); {
	case x.isScalar() && (y.isRow() || y.kind == gridType) && y.of == x.kind:
	case y.isPlainRow() && x.kind == rowType && (x.origin == ordinary || x.isText()) && part.of == y.of:
	case y.kind == tableType && y.origin == aTuple && ok && x.kind == rowType && x.origin == aTuple && x.of == intType:
	default:
		c.refuse(e, "%v of %s and %s", e.Op, article(x.typeName()), article(y.typeName()))
	}
}

func (c *checker) index(s *scope, e *syntax.IndexExpr) valueType {
	x := c.expr(s, e.X)
	if x.kind == gridType {
		if !c.pair(s, e.Y) {
			return c.refuse(e, "a cell of a grid that is not written [r, c]")
		}
		return valueType{kind: x.of}
	}
	i := c.expr(s, e.Y)
	switch {
	case i.kind != intType:
		return c.refuse(e.Y, "%s in the brackets", article(i))
	case x.kind == tableType:
		return x.line()
	case !x.isRow() || x.of == noType:
		return c.refuse(e, "an item of %s", article(x))
	}
	return valueType{kind: x.of}
}

// pair checks (r, c).
func (c *checker) pair(s *scope, e syntax.Expr) bool {
	t, ok := unparen(e).(*syntax.TupleExpr)
	return ok && len(t.List) == 2 && c.expr(s, t.List[0]).kind == intType && c.expr(s, t.List[1]).kind == intType
}

func (c *checker) slice(s *scope, e *syntax.SliceExpr) valueType {
	x := c.expr(s, e.X)
	if !x.isRow() || x.origin != ordinary || x.of == noType {
		return c.refuse(e, "a slice of %s", article(x.typeName()))
	}
	for _, end := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
		if end == nil {
			continue
		}
		if t := c.expr(s, end); t.kind != intType {
			return c.refuse(end, "%s in the brackets", article(t))
		}
	}
	return x
}

// display checks [a, b, c] and (a, b, c).
func (c *checker) display(s *scope, list []syntax.Expr, t valueType) valueType {
	for _, e := range list {
		x := c.expr(s, e)
		if !x.isScalar() || t.of != noType && t.of != x.kind {
			return c.refuse(e, "a list of %s and others", article(x.typeName()))
		}
		t.of = x.kind
	}
	return t
}

func (c *checker) comprehension(s *scope, e *syntax.Comprehension) valueType {
	if e.Curly {
		return c.refuse(e, "a dict")
	}
	t := valueType{kind: listType}
	var clause func(i int)
	clause = func(i int) {
		if c.refused != nil {
			return
		}
		if i == len(e.Clauses) {
			x := c.expr(s, e.Body)
			if !x.isScalar() {
				c.refuse(e.Body, "a list of what is %s", article(x.typeName()))
			}
			t.of = x.kind
			return
		}
		switch at := e.Clauses[i].(type) {
		case *syntax.IfClause:
			c.condition(s, at.Cond)
			clause(i + 1)
		case *syntax.ForClause:
			c.loop(s, at.X, at.Vars, func() { clause(i + 1) })
		}
	}
	before := slices.Clone(s.assigned)
	clause(0)
	s.assigned = before
	return t
}

// callExpr checks a call whose value is wanted.
func (c *checker) callExpr(s *scope, n *syntax.CallExpr) valueType {
	id, ok := n.Fn.(*syntax.Ident)
	if !ok {
		return c.methodCall(s, n)
	}
	if fn := c.code.globalFunction(id); fn != nil {
		sig := c.call(s, n, fn)
		switch {
		case sig == nil || c.refused != nil:
			return valueType{}
		case sig.emits:
			return c.refuse(n, "a function that states moves inside an expression")
		case sig.result.kind == noneType:
			return c.refuse(n, "the value of a function that has none")
		}
		return sig.result
	}
	if b := id.Binding.(*resolve.Binding); b.Scope != resolve.Predeclared {
		return c.refuse(n.Fn, "a call of something other than a function of the file")
	}
	for _, a := range n.Args {
		if namedArgument(a) != nil {
			return c.refuse(a, "%s with a named argument", id.Name)
		}
		if starredArgument(a) != nil && id.Name != "put" {
			return c.refuse(a, "%s with *arguments", id.Name)
		}
	}
	switch id.Name {
	case "min", "max", "abs", "len", "sum", "any", "all", "fill", "cut", "inside", "sorted", "reversed", "list", "tuple":
		var args []valueType
		for _, a := range n.Args {
			args = append(args, c.expr(s, a))
		}
		if c.refused != nil {
			return valueType{}
		}
		if t := c.builtin(n, id.Name, args); t.kind != noType {
			return t
		}
		return c.refuse(n, "%s of these arguments", id.Name)
	case "put":
		return c.put(s, n)
	case "range", "enumerate":
		return c.refuse(n, "%s where no loop goes over it", id.Name)
	case "copies":
		return c.refuse(n, "copies outside the arguments of move_sum(…)")
	}
	return c.refuse(n, "%s is not compiled", id.Name)
}

// builtin checks a function that every file finds defined. Without a type, it does not
// take these arguments.
func (c *checker) builtin(n *syntax.CallExpr, name string, args []valueType) valueType {
	integers := func(from int) bool {
		for i, t := range args[from:] {
			if t.kind != intType {
				c.refuse(n.Args[from+i], "%s of %s", name, article(t.typeName()))
				return false
			}
		}
		return true
	}
	number, truth := valueType{kind: intType}, valueType{kind: boolType}
	if len(args) == 0 {
		return valueType{}
	}
	x := args[0]
	switch name {
	case "min", "max":
		if len(args) == 1 && x.isRow() && x.of == intType || len(args) > 1 && integers(0) {
			return number
		}
	case "abs":
		if len(args) == 1 && integers(0) {
			return number
		}
	case "fill":
		if (len(args) == 2 || len(args) == 3) && x.isScalar() && integers(1) {
			return valueType{kind: [...]typeKind{rowType, gridType}[len(args)-2], of: x.kind}
		}
	case "cut":
		if len(args) == 5 && x.kind == gridType && integers(1) {
			return x
		}
	case "inside":
		if integers(1) && (x.kind == gridType && len(args) == 3 || x.isRow() && !x.isText() && len(args) == 2) {
			return truth
		}
	}
	if len(args) != 1 {
		return valueType{}
	}
	switch name {
	case "len":
		if x.isRow() || x.kind == gridType || x.kind == tableType || x.kind == letterType {
			return number
		}
	case "sum":
		if x.isRow() && (x.of == intType || x.of == noType) {
			return number
		}
	case "any", "all":
		if x.isRow() && x.of != letterType {
			return truth
		}
	case "sorted", "reversed", "list":
		if x.isRow() && !x.isText() {
			return valueType{kind: listType, of: x.of}
		}
	case "tuple":
		if x.isRow() && !x.isText() {
			return valueType{rowType, x.of, aTuple}
		}
	}
	return c.refuse(n, "%s of %s", name, article(x.typeName()))
}

// put checks put(row, v, i, …) and put(grid, v, (r, c), …).
func (c *checker) put(s *scope, n *syntax.CallExpr) valueType {
	if len(n.Args) < 2 {
		return c.refuse(n, "put of these arguments")
	}
	x, v := c.expr(s, n.Args[0]), c.expr(s, n.Args[1])
	if v.kind != x.of || !v.isScalar() || !x.isRow() && x.kind != gridType {
		return c.refuse(n, "put of %s into %s", article(v.typeName()), article(x.typeName()))
	}
	for _, a := range n.Args[2:] {
		all := starredArgument(a)
		switch {
		case x.kind == gridType:
			if !c.pair(s, a) {
				return c.refuse(a, "a cell that is not written (r, c)")
			}
		case all != nil:
			if more := c.expr(s, all); !more.isRow() || more.of != intType {
				return c.refuse(a, "put with these *places")
			}
		default:
			if t := c.expr(s, a); t.kind != intType {
				return c.refuse(a, "a place that is %s", article(t.typeName()))
			}
		}
	}
	if x.kind == gridType {
		return x
	}
	return valueType{kind: rowType, of: x.of}
}

// methodCall checks row.count(x), grid.count(x) and row.index(x).
func (c *checker) methodCall(s *scope, n *syntax.CallExpr) valueType {
	d, ok := n.Fn.(*syntax.DotExpr)
	if !ok {
		return c.refuse(n.Fn, "a call of something other than a name")
	}
	name := d.Name.Name
	if name != "count" && name != "index" || len(n.Args) != 1 || !plainArgs(n) {
		return c.refuse(n.Fn, "the method %s", name)
	}
	x, v := c.expr(s, d.X), c.expr(s, n.Args[0])
	if !x.isRow() && (x.kind != gridType || name == "index") || x.isText() || v.kind != x.of {
		return c.refuse(n.Fn, "%s of %s", name, article(v.typeName()))
	}
	return valueType{kind: intType}
}
