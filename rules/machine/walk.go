package machine

// Questions of the compiler about parts of a program.

import (
	"slices"

	"grundy/rules/core"
)

// visit calls f with each expression in e, and on the way with the variables that statements
// in it set.
func visit(e core.Expr, f func(core.Expr), set func([]core.Var)) {
	core.Walk([]core.Stmt{&core.Do{X: e}}, func(st core.Stmt) bool {
		set(core.Targets(st))
		return true
	}, func(x core.Expr) bool {
		f(x)
		return true
	})
}

// mentions reports whether an expression reads a variable, or sets it on the way.
func mentions(e core.Expr, v core.Var) (found bool) {
	visit(e, func(x core.Expr) {
		get, ok := x.(*core.Get)
		found = found || ok && get.V == v
	}, func(set []core.Var) {
		found = found || slices.Contains(set, v)
	})
	return found
}

// calls reports whether a function is called in expressions.
func calls(all ...core.Expr) (found bool) {
	for _, e := range all {
		visit(e, func(x core.Expr) {
			_, call := x.(*core.Call)
			found = found || call
		}, func([]core.Var) {})
	}
	return found
}

// changes reports whether statements may give a new value to a variable that an expression
// reads.
func changes(body []core.Stmt, e core.Expr) bool {
	return slices.ContainsFunc(core.Sets(body), func(v core.Var) bool { return mentions(e, v) })
}
