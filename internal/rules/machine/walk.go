package machine

// Questions of the compiler about parts of a program.

import (
	"slices"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// mentions reports whether an expression reads a variable, or sets it on the way.
func mentions(e core.Expr, v core.Var) bool {
	return core.Reads(e, func(x core.Var) bool { return x == v })
}

// changes reports whether statements may give a new value to a variable that an expression
// reads.
func changes(body []core.Stmt, e core.Expr) bool {
	sets := core.Sets(body)
	return core.Reads(e, func(v core.Var) bool { return slices.Contains(sets, v) })
}

// calls reports whether a function is called in expressions.
func calls(all ...core.Expr) (found bool) {
	for _, e := range all {
		core.Walk([]core.Stmt{&core.Do{X: e}}, nil, func(x core.Expr) bool {
			_, call := x.(*core.Call)
			found = found || call
			return !found
		})
	}
	return found
}
