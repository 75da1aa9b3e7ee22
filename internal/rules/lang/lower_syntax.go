package lang

// The lowering asks these questions about pieces of syntax, and about values of the top level.

import (
	"iter"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

func unparen(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

// nodesOf yields the nodes of trees, each before its parts.
func nodesOf[N syntax.Node](trees ...N) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		more := true
		for _, tree := range trees {
			syntax.Walk(tree, func(n syntax.Node) bool {
				more = more && (n == nil || yield(n))
				return more
			})
		}
	}
}

// nodes yields the nodes of the file.
func (f *Code) nodes() iter.Seq[syntax.Node] { return nodesOf(f.syntax.Stmts...) }

// isPredeclared reports whether a name stands for what every file finds defined.
func isPredeclared(id *syntax.Ident) bool {
	b, ok := id.Binding.(*resolve.Binding)
	return ok && b.Scope == resolve.Predeclared
}

// mentions reports whether a name occurs in an expression.
func mentions(e syntax.Expr, name string) bool {
	for n := range nodesOf(e) {
		if id, ok := n.(*syntax.Ident); ok && id.Name == name {
			return true
		}
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

// predeclared returns the name of the function that every file finds defined which an
// expression calls, or "".
func predeclared(e syntax.Expr) (name string, call *syntax.CallExpr) {
	if call, ok := unparen(e).(*syntax.CallExpr); ok {
		if id, ok := call.Fn.(*syntax.Ident); ok && isPredeclared(id) {
			return id.Name, call
		}
	}
	return "", nil
}

// enumerated returns the names of the counter and of the item in for i, x in
// enumerate(row, first), the row, and first; or nil.
func enumerated(x, vars syntax.Expr) (counter, item, row syntax.Expr, first int64) {
	name, call := predeclared(x)
	names, ok := unparen(vars).(*syntax.TupleExpr)
	if name != "enumerate" || !ok || len(names.List) != 2 || len(call.Args) < 1 || len(call.Args) > 2 || !plainArgs(call) {
		return nil, nil, nil, 0
	}
	if len(call.Args) == 2 {
		n, _ := unparen(call.Args[1]).(*syntax.Literal)
		if first, ok = literal(n); !ok || first > 1<<62 {
			return nil, nil, nil, 0
		}
	}
	return names.List[0], names.List[1], call.Args[0], first
}

// literal returns the integer that is written, if it is one.
func literal(n *syntax.Literal) (value int64, ok bool) {
	if n != nil {
		value, ok = n.Value.(int64)
	}
	return value, ok
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

// copiesOf returns the number and the position of copies(n, position), or nil.
func copiesOf(a syntax.Expr) (n, position syntax.Expr) {
	if name, call := predeclared(a); name == "copies" && len(call.Args) == 2 && plainArgs(call) {
		return call.Args[0], call.Args[1]
	}
	return nil, a
}

// cellsOfConstant returns the values of a constant list as cells, and what they are.
func cellsOfConstant(items []Value) (cells []int64, of typeKind, ok bool) {
	for _, e := range items {
		t := noType
		n := e.N
		switch {
		case e.Kind == IntKind:
			t = intType
		case e.Kind == BoolKind:
			t = boolType
		case e.Kind == TextKind && len(e.Text()) == 1:
			t, n = letterType, int64(e.Text()[0])
		}
		if t == noType || of != noType && of != t {
			return nil, noType, false
		}
		of = t
		cells = append(cells, n)
	}
	return cells, of, true
}

// lineOrigin says what each line of a constant list of lists is: a tuple where all of
// them are.
func lineOrigin(lines []Value) origin {
	if slices.ContainsFunc(lines, func(line Value) bool { return line.Kind != tupleKind }) {
		return aConstant
	}
	return aTuple
}
