package lang

// Functions as values, and calls of those of the file, are lowered here.

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// get returns the result of a function that was lowered into another one.
func (s *instance) get() term {
	x := term{t: s.result}
	for _, part := range s.parts {
		x.parts = append(x.parts, part.get())
	}
	return x
}

// closure lowers a function in a function, which def or lambda makes.
func (l *lowering) closure(s *instance, at syntax.Node, of any) term {
	def := of.(*resolve.Function)
	k := &known{name: def.Name, def: def, cost: l.code.weights[at], home: s}
	for _, p := range def.Params {
		if b, ok := p.(*syntax.BinaryExpr); ok {
			x := l.expr(s, b.Y)
			if _, ok := constOf(x.x); !ok {
				return l.refuse(b, "a default that is not a constant")
			}
			k.defaults = append(k.defaults, x)
		}
	}
	return term{t: typ{kind: functionType, known: k}, steps: closureBytes(len(k.defaults), len(def.FreeVars)) / 8}
}

// A capture is the value of a variable that a function reads around it.
type capture struct {
	of   *known
	name string
	x    term
}

// captures returns what a function reads around it, and what the functions read that it
// reads there.
func (l *lowering) captures(s *instance, k *known, all []capture, seen map[*known]bool) []capture {
	if k.home == nil || seen[k] {
		return all
	}
	seen[k] = true
	first := len(all)
	for i, b := range k.def.FreeVars {
		var v local
		switch {
		case k.home != s && i < len(s.given[k]):
			v = s.given[k][i]
		case k.home == s && b.Scope == resolve.Free:
			v = s.free[b.Index]
		case k.home == s && s.assigned[b.Index]:
			v = s.locals[b.Index]
		default:
			l.refuse(b.First, "may be used before it has a value")
			return all
		}
		all = append(all, capture{k, b.First.Name, lent(v.get())})
	}
	for _, c := range all[first:] {
		if c.x.t.kind == functionType {
			all = l.captures(s, c.x.t.known, all, seen)
		}
	}
	return all
}

// lent returns a value that another function gets, which must not change it.
func lent(x term) term {
	if x.t.kind == listType && x.t.origin == ordinary {
		x.t.origin = aLoan
	}
	return x
}

// callee returns the function that is called, or nil where it is none of the file.
func (l *lowering) callee(s *instance, fn syntax.Expr) term {
	switch fn := unparen(fn).(type) {
	case *syntax.LambdaExpr:
		return l.closure(s, fn, fn.Function)
	case *syntax.Ident:
		b, _ := fn.Binding.(*resolve.Binding)
		if b.Scope != resolve.Predeclared && (b.Scope != resolve.Global || l.code.globals[b.Index].Kind == FunctionKind) {
			if x := l.name(s, fn); x.t.kind == functionType {
				return x
			}
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
	steps, last, moved := fn.steps, -1, false
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
		steps += x.steps + x.t.unkeptCells()
		free[at] = x.t.kind == manyType // whose parts take no steps
		if x.steps = 0; !x.isPlain() {
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
	seen := map[*known]bool{}
	around := l.captures(s, k, nil, seen)
	for _, x := range args {
		if x.t.kind == functionType {
			around = l.captures(s, x.t.known, around, seen)
		}
	}
	if l.refused != nil {
		return nil, nil
	}
	called := l.function(n, k, args, free, around, steps)
	if s.depth = max(s.depth, called.depth+1); s.depth > mostCalls {
		return refuse(n, "calls nest more than %d deep", mostCalls)
	}
	if called.result.kind == manyType {
		return nil, l.inline(s, n, k, args, free, around, steps, called.result)
	}
	call := &core.Call{F: called.at, At: placeOf(n)}
	var give func(x term)
	give = func(x term) {
		if x.x != nil {
			call.Args = append(call.Args, x.x)
		}
		for _, part := range x.parts {
			give(part)
		}
	}
	for _, late := range []bool{false, true} {
		for i, x := range args {
			if free[i] == late {
				give(x)
			}
		}
	}
	for _, c := range around {
		give(c.x)
	}
	return call, called
}

// inline lowers a function into the one that calls it, as its result is kept in several
// variables.
func (l *lowering) inline(s *instance, n *syntax.CallExpr, k *known, args []term, free []bool, around []capture, steps int64, result typ) *instance {
	def := k.def
	if syntax.Expr(n) != s.direct {
		l.refuse(n, "a tuple of several types that a function returns inside an expression")
		return nil
	}
	in := &instance{def: def, locals: make([]local, len(def.Locals)), assigned: make([]bool, len(def.Locals)), given: map[*known][]local{}, into: s, result: result}
	for i, x := range args {
		in.locals[i] = in.local(def.Locals[i].First.Name, x.t)
		s.keep(in.locals[i], x, free[i], n)
		in.assigned[i] = true
	}
	for _, c := range around {
		v := in.local(c.name, c.x.t)
		s.keep(v, c.x, true, n)
		in.given[c.of] = append(in.given[c.of], v)
	}
	in.free = in.given[k]
	s.charge(k.cost+steps, n)
	in.parts = in.local("result", result).parts
	l.running = append(l.running, in)
	body := l.block(in, def.Body)
	l.running = l.running[:len(l.running)-1]
	s.out = append(s.out, body...)
	s.States = s.States || in.States
	return in
}

// returns reports whether a statement has a return in it.
func returns(st syntax.Node) (found bool) {
	syntax.Walk(st, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.ReturnStmt:
			found = true
		case *syntax.DefStmt, *syntax.LambdaExpr:
			return false
		}
		return !found
	})
	return found
}

// ends reports whether statements surely return.
func ends(body []syntax.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch st := body[len(body)-1].(type) {
	case *syntax.ReturnStmt:
		return true
	case *syntax.IfStmt:
		return ends(st.True) && ends(st.False)
	}
	return false
}

// last lowers a statement that returns, and what stands behind it: behind an if, that is part
// of the way that does not return.
func (l *lowering) last(s *instance, st syntax.Stmt, behind []syntax.Stmt) {
	choice, ok := st.(*syntax.IfStmt)
	if !ok {
		if _, ok := st.(*syntax.ReturnStmt); !ok {
			l.refuse(st, "a tuple of several types that is returned from a loop")
		}
		l.statement(s, st)
		return
	}
	whole := *choice
	switch {
	case ends(choice.True):
		whole.False = slices.Concat(choice.False, behind)
	case ends(choice.False):
		whole.True = slices.Concat(choice.True, behind)
	case len(behind) > 0:
		l.refuse(st, "a tuple of several types that is returned in one of several ways")
		return
	}
	l.ifStatement(s, &whole)
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
