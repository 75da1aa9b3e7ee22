package lang

// Which text may state what: moves belong to moves, parts to parts. A label is words alone,
// and is left out of most runs; what it states or changes would be there in some runs only.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// stating are the functions that state something about a position.
var stating = []string{"move", "move_sum", "part", "win", "draw", "lose"}

// checkLabels refuses labels that lead to what states a move or an end of the play, and
// those that change a list or a dict.
func (f *Code) checkLabels() error {
	for n := range f.nodes() {
		call, ok := n.(*syntax.CallExpr)
		if !ok || labelOf(call) == nil {
			continue
		}
		label := labelOf(call).Y
		if at, what := f.leadsTo(label, stating); at != nil {
			return f.Source.Fail(at, "a label is words, and this leads to %s(…): state it outside the label", what)
		} else if at := changed(label); at != nil {
			return f.Source.Fail(at, "a label is words, and changes nothing: do this before the move")
		}
	}
	return nil
}

// StatesOnly refuses a function of that name which leads to what states something, except
// the functions that are allowed.
func (f *Code) StatesOnly(fn *Function, name string, allowed ...string) error {
	for _, s := range fn.def.Body {
		at, what := f.leadsTo(s, slices.DeleteFunc(slices.Clone(stating), func(w string) bool { return slices.Contains(allowed, w) }))
		if at == nil {
			continue
		}
		host := "moves"
		if what == "part" {
			host = "parts"
		}
		if id, ok := at.(*syntax.Ident); ok && id.Name == what {
			return f.Source.Fail(at, "%s may be called only while %s runs", what, host)
		}
		return f.Source.Fail(at, "this leads from %s to %s(…), which may be called only while %s runs", name, what, host)
	}
	return nil
}

// leadsTo returns the first name in a tree that is among those, or is given a value that
// leads to one, and which that is. Parameters may be anything: they lead nowhere.
func (f *Code) leadsTo(n Node, names []string) (at Node, what string) {
	if f.given == nil {
		f.given = given(f.syntax.Stmts)
	}
	type step struct{ node, at Node }
	seen := map[*syntax.Ident]bool{}
	for todo := []step{{node: n}}; len(todo) > 0; todo = todo[1:] {
		next := todo[0]
		for n := range nodesOf(next.node) {
			id, ok := n.(*syntax.Ident)
			if !ok {
				continue
			}
			b, ok := id.Binding.(*resolve.Binding)
			if !ok {
				continue
			}
			from := next.at
			if from == nil {
				from = id
			}
			switch {
			case b.Scope == resolve.Predeclared:
				if slices.Contains(names, id.Name) {
					return from, id.Name
				}
			case b.First != nil && !seen[b.First]:
				seen[b.First] = true
				for _, v := range f.given[b.First] {
					todo = append(todo, step{v, from})
				}
			}
		}
	}
	return nil, ""
}

// given returns what each variable may be given by definitions and assignments, by where the
// variable first stands.
func given(body []syntax.Stmt) map[*syntax.Ident][]Node {
	all := map[*syntax.Ident][]Node{}
	var gives func(to syntax.Expr, v Node)
	gives = func(to syntax.Expr, v Node) {
		switch to := unparen(to).(type) {
		case *syntax.Ident:
			if b, ok := to.Binding.(*resolve.Binding); ok && b.First != nil {
				all[b.First] = append(all[b.First], v)
			}
		case *syntax.TupleExpr, *syntax.ListExpr:
			parts, _ := listed(to)
			for _, part := range parts {
				gives(part, v)
			}
		case *syntax.IndexExpr:
			gives(to.X, v)
		}
	}
	for n := range nodesOf(body...) {
		switch n := n.(type) {
		case *syntax.DefStmt:
			gives(n.Name, n)
		case *syntax.AssignStmt:
			gives(n.LHS, n.RHS)
		case *syntax.ForStmt:
			gives(n.Vars, n.X)
		case *syntax.ForClause:
			gives(n.Vars, n.X)
		}
	}
	return all
}

// changed returns the first call of a method that changes what it is of, or nil.
func changed(n Node) Node {
	for n := range nodesOf(n) {
		if call, ok := n.(*syntax.CallExpr); ok {
			if d, ok := call.Fn.(*syntax.DotExpr); ok && slices.Contains([]string{"append", "extend", "insert", "pop", "remove"}, d.Name.Name) {
				return call
			}
		}
	}
	return nil
}
