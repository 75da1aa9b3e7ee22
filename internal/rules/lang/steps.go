package lang

// A step is counted work. Compiled and interpreted rules take the same steps, so that the same
// call ends at the same budget either way:
//
//   - a turn of a loop takes one step for each 8 nodes of the syntax of the loop,
//     and one more; so does a call of a function of the file,
//   - a row, list, tuple or grid takes a step for each cell when it is given to a
//     variable or returned, chosen with if … else, gone over, looked through,
//     compared with one of the same size, or made by an operator, a slice, or a
//     function,
//   - a sort takes as many as it may compare,
//   - a position that is not made of integers alone takes a step for each cell that
//     it has room for.
//
// The code between two steps is no longer than the file, so that steps bound time.
// Strings and dicts, which are never compiled, take a step for each 8 bytes that are
// read or made.

import (
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// opOf returns the operator of a sign between two values, for which isOp holds.
func opOf(sign syntax.Token) core.Op { return ops[sign] }

// isOp reports whether a sign computes with two values, or compares them.
func isOp(sign syntax.Token) bool { return ops[sign] != core.Plus || sign == syntax.PLUS }

var ops = [256]core.Op{
	syntax.PLUS: core.Plus, syntax.MINUS: core.Minus, syntax.STAR: core.Times, syntax.SLASHSLASH: core.Divide, syntax.PERCENT: core.Modulo,
	syntax.AMP: core.BitAnd, syntax.PIPE: core.BitOr, syntax.CIRCUMFLEX: core.BitXor, syntax.LTLT: core.Left, syntax.GTGT: core.Right,
	syntax.EQL: core.Equal, syntax.NEQ: core.Unequal, syntax.LT: core.Less, syntax.LE: core.AtMost, syntax.GT: core.Greater, syntax.GE: core.AtLeast,
}

// nodesOfStep is how many nodes of the syntax run in a step.
const nodesOfStep = 8

// weigh returns the steps of a turn of each loop and comprehension, and of a call of
// each function, without the labels of moves, which are left out of most runs. It looks
// at each node once.
func weigh(statements []syntax.Stmt) map[syntax.Node]int64 {
	type open struct {
		node  syntax.Node
		nodes int64
	}
	weights := map[syntax.Node]int64{}
	labels := map[syntax.Node]bool{}
	stack := []open{{}}
	for _, s := range statements {
		syntax.Walk(s, func(n syntax.Node) bool {
			if n != nil {
				if call, ok := n.(*syntax.CallExpr); ok && labelOf(call) != nil {
					labels[labelOf(call)] = true
				}
				stack = append(stack, open{n, 1})
				return true
			}
			last := len(stack) - 1
			done := stack[last]
			stack = stack[:last]
			if !labels[done.node] {
				stack[last-1].nodes += done.nodes
			}
			switch done.node.(type) {
			case *syntax.ForStmt, *syntax.WhileStmt, *syntax.Comprehension, *syntax.DefStmt, *syntax.LambdaExpr:
				weights[done.node] = done.nodes/nodesOfStep + 1
			}
			return true
		})
	}
	return weights
}
