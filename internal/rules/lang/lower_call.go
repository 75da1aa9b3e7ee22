package lang

// Calls of functions of the file are lowered here.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// lent returns a value that another function gets, which must not change it.
func lent(x term) term {
	if x.t.kind == listType && x.t.origin == ordinary {
		x.t.origin = aLoan
	}
	return x
}

// callee returns the function that is called, or nil where it is none of the file.
func (l *lowering) callee(s *instance, fn syntax.Expr) term {
	id, ok := unparen(fn).(*syntax.Ident)
	if !ok {
		return term{}
	}
	b, _ := id.Binding.(*resolve.Binding)
	if b.Scope != resolve.Predeclared && (b.Scope != resolve.Global || l.code.globals[b.Index].Kind == FunctionKind) {
		if x := l.name(s, id); x.t.kind == functionType {
			return x
		}
	}
	return term{}
}

// call lowers a call of a function of the file.
func (l *lowering) call(s *instance, n *syntax.CallExpr, fn term) (*core.Call, *instance) {
	k := fn.t.known
	def := k.def
	refuse := func(n syntax.Node, format string, args ...any) (*core.Call, *instance) {
		l.refuse(n, format, args...)
		return nil, nil
	}
	switch {
	case l.refused != nil:
		return nil, nil
	case slices.ContainsFunc(l.running, func(s *instance) bool { return s.def == def }):
		return refuse(n, "%s calls itself", k.name)
	case def.HasVarargs:
		return refuse(n, "a call of a function of any number of arguments")
	}
	args, free := make([]term, len(def.Params)), make([]bool, len(def.Params))
	steps, last, moved := int64(0), -1, false
	for i, a := range n.Args {
		at := i
		if named := namedArgument(a); named != nil {
			name := named.X.(*syntax.Ident).Name
			at = slices.IndexFunc(def.Locals[:len(args)], func(b *resolve.Binding) bool { return b.First.Name == name })
			if a = named.Y; at < 0 {
				return refuse(named, "%s has no parameter %q", k.name, name)
			}
		}
		switch {
		case starredArgument(a) != nil:
			return refuse(a, "a call with *arguments")
		case at >= len(args):
			return refuse(n, "%s takes %s, not %d", k.name, arguments(len(args)), len(n.Args))
		case args[at].t.kind != noType:
			return refuse(n, "%s gets its parameter %q twice", k.name, def.Locals[at].First.Name)
		}
		x := lent(l.expr(s, a))
		if x.t.holdsUnknown() || x.t.kind == noType {
			return refuse(a, "%s as argument", article(x.t))
		}
		steps += x.t.unkeptCells()
		if !isPlain(x.x) {
			moved = moved || at < last
			last = max(at, last)
		}
		args[at] = x
	}
	if moved {
		return refuse(n, "arguments in another order than that of the parameters")
	}
	for i := range args {
		if args[i].t.kind == noType {
			from := len(args) - len(k.defaults)
			if i < from {
				return refuse(n, "%s wants a value for %q", k.name, def.Locals[i].First.Name)
			}
			args[i], free[i] = k.defaults[i-from], true
		}
	}
	if l.refused != nil {
		return nil, nil
	}
	called := l.function(n, k, args, free, steps)
	if s.depth = max(s.depth, called.depth+1); s.depth > mostCalls {
		return refuse(n, "calls nest more than %d deep", mostCalls)
	}
	call := &core.Call{F: called.at, At: placeOf(n)}
	for _, late := range []bool{false, true} {
		for i, x := range args {
			if free[i] == late && x.x != nil {
				call.Args = append(call.Args, x.x)
			}
		}
	}
	return call, called
}

// isPlain reports whether an expression neither fails nor takes steps: it may be computed at
// any time, and twice.
func isPlain(x core.Expr) bool {
	switch x := x.(type) {
	case nil, *core.Const, *core.Get, *core.Cells:
		return true
	case *core.Len:
		return isPlain(x.X)
	case *core.Side:
		return isPlain(x.Grid)
	}
	return false
}

// isFree reports whether an expression takes no steps, and is so short that it may be computed
// twice.
func isFree(x core.Expr, depth int) bool {
	free := depth > 0 && core.IsFree(x)
	if free {
		core.Operands(x, func(y *core.Expr) { free = free && isFree(*y, depth-1) })
	}
	return free || isPlain(x)
}
