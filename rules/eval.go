package rules

// This file holds the interpreter, which walks the syntax tree. It takes steps as
// steps.go describes, and pays for every value that it makes in bytes. Both
// budgets end at the same place each time.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"grundy"
	"grundy/internal/message"
)

// mostCalls bounds how deep calls nest; as functions may not call themselves,
// only long chains of functions reach it.
const mostCalls = 100

// An evaluator runs code of one file. Once err is set, all that it returns is
// worth nothing, and nothing has effects any more.
type evaluator struct {
	code      *code
	clock     clock
	globals   []value
	stepsLeft int64 // before the next look at whether to stop
	reserve   int64 // of steps, behind these
	bytesLeft int64
	err       *Error
	here      syntax.Node        // which is run: errors are about it
	calls     []*function        // that are running
	loading   bool               // the top level is run
	returned  *syntax.ReturnStmt // the last that gave a value
	result    *collector
}

// A frame holds the variables of a call.
type frame struct {
	fn     *function
	locals []value
	free   []*value
}

// fail records the first error.
func (ev *evaluator) fail(n syntax.Node, format string, args ...any) value {
	if ev.err == nil {
		ev.err = ev.code.source.fail(n, format, args...)
	}
	return value{}
}

func (ev *evaluator) failHere(format string, args ...any) value {
	return ev.fail(ev.here, format, args...)
}

// spend takes steps from the budget.
func (ev *evaluator) spend(n int64) bool {
	if ev.stepsLeft -= n; ev.stepsLeft >= 0 {
		return true
	}
	return ev.more()
}

// more takes steps from the reserve, when there are less than none. It fails where
// there are none there, or nobody waits for the evaluator.
func (ev *evaluator) more() bool {
	switch {
	case ev.err != nil:
	case ev.stepsLeft+ev.reserve < 0:
		ev.failHere("%s", outOfSteps)
		ev.err.cause = grundy.ErrBudget
	case ev.clock.hasEnded():
		ev.err = ev.code.source.stopAt(ev.here, &ev.clock)
	default:
		taken := min(ev.reserve, sliceOfSteps-ev.stepsLeft)
		ev.stepsLeft += taken
		ev.reserve -= taken
		return true
	}
	ev.stepsLeft, ev.reserve = 0, 0
	return false
}

// newEvaluator returns an evaluator with the budgets of a call.
func (f *code) newEvaluator(c clock) *evaluator {
	return &evaluator{code: f, clock: c, globals: f.globals, reserve: f.options.steps(), bytesLeft: f.options.memory()}
}

const (
	outOfSteps = "the budget of steps is used up here: does this go on for ever?"
	outOfBytes = "the budget of memory is used up here"
)

// pay takes bytes from the budget, and a step for each 8 of them.
func (ev *evaluator) pay(bytes int64) bool {
	return ev.hold(bytes) && ev.spend(bytes/8)
}

// hold takes bytes from the budget, and no steps: those are charged elsewhere.
func (ev *evaluator) hold(bytes int64) bool {
	if bytes > ev.bytesLeft {
		if ev.err == nil {
			ev.failHere("%s", outOfBytes)
			ev.err.cause = MemoryError{ev.code.options.memory()}
		}
		return false
	}
	ev.bytesLeft -= bytes
	return true
}

// valueBytes is what a value in a list costs.
const valueBytes = 32

// entryBytes is what an entry of a dict costs, in the list of entries and in the
// index, and in those from which both were copied when they grew.
const entryBytes = 12 * valueBytes

// newItems returns room for n values. It takes no steps.
func (ev *evaluator) newItems(n int64) []value {
	if n < 0 || n > 1<<40 || !ev.hold(valueBytes*(n+1)) {
		if ev.err == nil {
			ev.hold(1 << 62)
		}
		return nil
	}
	return make([]value, 0, n)
}

// push adds v to items that nobody else has. What they are copied to when they have
// no room is paid for each time, as what they were copied from may still be there.
func (ev *evaluator) push(items *[]value, v value) bool {
	if length := len(*items); length == cap(*items) {
		room := max(4, 2*length)
		if !ev.hold(valueBytes * int64(room)) {
			return false
		}
		more := make([]value, length, room)
		copy(more, *items)
		*items = more
	}
	*items = append(*items, v)
	return true
}

// flow says how a statement ended.
type flow uint8

const (
	onward flow = iota
	breaking
	continuing
	returning
)

// run runs statements; the value is that of a return.
func (ev *evaluator) run(f *frame, body []syntax.Stmt) (flow, value) {
	for _, s := range body {
		if how, v := ev.stmt(f, s); how != onward || ev.err != nil {
			return how, v
		}
	}
	return onward, value{}
}

func (ev *evaluator) stmt(f *frame, s syntax.Stmt) (flow, value) {
	ev.here = s
	switch s := s.(type) {
	case *syntax.ExprStmt:
		ev.expr(f, s.X)
	case *syntax.AssignStmt:
		if s.Op == syntax.EQ {
			if v := ev.expr(f, s.RHS); ev.err == nil {
				ev.assign(f, s.LHS, v)
			}
		} else {
			ev.augmented(f, s)
		}
	case *syntax.IfStmt:
		if cond := ev.expr(f, s.Cond); ev.err != nil {
			return returning, value{}
		} else if cond.truth() {
			return ev.run(f, s.True)
		}
		return ev.run(f, s.False)
	case *syntax.ForStmt:
		over := ev.expr(f, s.X)
		how, result := onward, value{}
		ev.each(s.X, over, ev.code.weights[s], func(v value) bool {
			if ev.assign(f, s.Vars, v); ev.err != nil {
				return false
			}
			switch way, v := ev.run(f, s.Body); way {
			case breaking:
				return false
			case returning:
				how, result = returning, v
				return false
			}
			return true
		})
		return how, result
	case *syntax.WhileStmt:
		cost := ev.code.weights[s]
		for {
			cond := ev.expr(f, s.Cond)
			if ev.err != nil || !cond.truth() {
				break
			}
			if ev.here = s; !ev.spend(cost) {
				break
			}
			switch how, v := ev.run(f, s.Body); how {
			case breaking:
				return onward, value{}
			case returning:
				return how, v
			}
		}
	case *syntax.DefStmt:
		fn := ev.function(f, s, s.Function)
		if ev.err == nil {
			ev.set(f, s.Name, fn)
		}
	case *syntax.ReturnStmt:
		if s.Result == nil {
			return returning, noneValue
		}
		v := ev.expr(f, s.Result)
		ev.returned = s
		ev.spend(v.cells())
		return returning, v
	case *syntax.BranchStmt:
		switch s.Token {
		case syntax.BREAK:
			return breaking, value{}
		case syntax.CONTINUE:
			return continuing, value{}
		}
	default:
		ev.fail(s, "no statement of this language")
	}
	return onward, value{}
}

// variable returns where a variable is kept.
func (ev *evaluator) variable(f *frame, id *syntax.Ident) *value {
	b := id.Binding.(*resolve.Binding)
	switch b.Scope {
	case resolve.Local:
		return &f.locals[b.Index]
	case resolve.Cell:
		return f.locals[b.Index].x.(*value)
	case resolve.Free:
		return f.free[b.Index]
	case resolve.Global:
		return &ev.globals[b.Index]
	}
	return nil
}

func (ev *evaluator) set(f *frame, id *syntax.Ident, v value) {
	if at := ev.variable(f, id); at != nil {
		ev.spend(v.cells())
		*at = v
		return
	}
	ev.fail(id, "cannot be set")
}

// assign gives v to a variable, or its parts to several.
func (ev *evaluator) assign(f *frame, to syntax.Expr, v value) {
	switch to := to.(type) {
	case *syntax.Ident:
		ev.set(f, to, v)
	case *syntax.ParenExpr:
		ev.assign(f, to.X, v)
	case *syntax.TupleExpr:
		ev.assignEach(f, to, to.List, v)
	case *syntax.ListExpr:
		ev.assignEach(f, to, to.List, v)
	case *syntax.IndexExpr:
		of := ev.expr(f, to.X)
		at := ev.expr(f, to.Y)
		if ev.err == nil {
			ev.setIndex(to, of, at, v)
		}
	default:
		ev.fail(to, "nothing can be assigned to this")
	}
}

func (ev *evaluator) assignEach(f *frame, to syntax.Node, targets []syntax.Expr, v value) {
	items, ok := v.items()
	if !ok {
		ev.fail(to, "want %s, not %s, %s", message.Count(len(targets), "value", "values"), ev.show(v), article(v.k))
		return
	}
	if len(items) != len(targets) {
		ev.fail(to, "%s", namesFor(len(targets), len(items)))
		return
	}
	for i, t := range targets {
		ev.assign(f, t, items[i])
	}
}

// namesFor says that there are names for another number of values.
func namesFor(names, values int) string {
	return message.Count(names, "name", "names") + " for " + message.Count(values, "value", "values")
}

func (ev *evaluator) setIndex(n *syntax.IndexExpr, of, at, v value) {
	switch of.k {
	case listKind:
		l := of.x.(*list)
		i, ok := ev.index(n, at, len(l.items), "list")
		if ok && ev.mayChange(n, l.frozen, l.walkers) {
			l.items[i] = v
		}
	case dictKind:
		ev.setKey(n, of.x.(*dict), at, v)
	case rowKind, gridKind:
		ev.fail(n, "%s does not change: put(…) makes another one", article(of.k))
	default:
		ev.fail(n, "%s has no items to set", article(of.k))
	}
}

func (ev *evaluator) setKey(n syntax.Node, d *dict, key, v value) {
	k, ok := ev.keyFor(n, key)
	switch {
	case !ok:
	case ev.mayChange(n, d.frozen, 0):
		if _, there := d.get(k); !there {
			if d.walkers > 0 {
				ev.fail(n, "the dict changes while a loop goes over it")
				return
			}
			if !ev.pay(entryBytes + int64(len(k.s))) {
				return
			}
		}
		d.set(k, key, v)
	}
}

// mayChange reports whether a list or dict may be changed.
func (ev *evaluator) mayChange(n syntax.Node, frozen bool, walkers int) bool {
	switch {
	case frozen:
		ev.fail(n, "values made at the top level of the file do not change any more")
	case walkers > 0:
		ev.fail(n, "it changes while a loop goes over it")
	}
	return ev.err == nil
}

// augmented runs x op= y.
func (ev *evaluator) augmented(f *frame, s *syntax.AssignStmt) {
	op := s.Op - syntax.PLUS_EQ + syntax.PLUS
	store := func(value) {}
	var old value
	switch to := s.LHS.(type) {
	case *syntax.Ident:
		old = ev.expr(f, to)
		store = func(v value) { ev.set(f, to, v) }
	case *syntax.IndexExpr:
		of, at := ev.expr(f, to.X), ev.expr(f, to.Y)
		if ev.err == nil {
			old = ev.indexed(to, of, at)
		}
		store = func(v value) { ev.setIndex(to, of, at, v) }
	default:
		ev.fail(s.LHS, "nothing can be assigned to this")
	}
	y := ev.expr(f, s.RHS)
	if ev.err != nil {
		return
	}
	if old.k == listKind && op == syntax.PLUS {
		ev.extend(s, old.x.(*list), y)
		return
	}
	v := ev.binary(s, op, old, y)
	if ev.err == nil {
		store(v)
	}
}

// each calls do with the elements of v until it returns false. To go over a list, a
// row or a grid takes a step for each of its elements at once. Each element takes
// as many as a turn does; those of ranges and dicts at least one.
func (ev *evaluator) each(n syntax.Node, v value, turn int64, do func(value) bool) {
	if ev.err != nil {
		return
	}
	if ev.here = n; !ev.spend(v.cells()) {
		return
	}
	if v.k == rangeKind || v.k == dictKind {
		turn = max(turn, 1)
	}
	step := func(e value) bool {
		ev.here = n
		return ev.spend(turn) && do(e) && ev.err == nil
	}
	switch v.k {
	case rangeKind:
		r := v.x.(*span)
		for i := range r.length {
			if !step(intValue(r.start + i*r.step)) {
				return
			}
		}
	case listKind:
		l := v.x.(*list)
		if !l.frozen { // which others may read at the same time
			l.walkers++
			defer func() { l.walkers-- }()
		}
		for _, e := range l.items {
			if !step(e) {
				return
			}
		}
	case tupleKind, rowKind:
		items, _ := v.items()
		for _, e := range items {
			if !step(e) {
				return
			}
		}
	case gridKind:
		for _, e := range v.x.(*grid).cells {
			if !step(e) {
				return
			}
		}
	case dictKind:
		d := v.x.(*dict)
		if !d.frozen {
			d.walkers++
			defer func() { d.walkers-- }()
		}
		for _, e := range d.entries {
			if e.key.k == unset {
				ev.spend(1)
			} else if !step(e.key) {
				return
			}
		}
	case text:
		ev.fail(n, "a string has no elements to go over; its letters are .elems()")
	default:
		ev.fail(n, "%s has no elements to go over", article(v.k))
	}
}

// function makes a function of its definition, which stands at a node.
func (ev *evaluator) function(f *frame, at syntax.Node, of any) value {
	def := of.(*resolve.Function)
	fn := &function{def: def, name: def.Name, cost: ev.code.weights[at]}
	for _, p := range def.Params {
		if b, ok := p.(*syntax.BinaryExpr); ok {
			fn.defaults = append(fn.defaults, ev.expr(f, b.Y))
		}
	}
	for _, free := range def.FreeVars { // as the enclosing function knows them
		if free.Scope == resolve.Cell {
			fn.free = append(fn.free, f.locals[free.Index].x.(*value))
		} else {
			fn.free = append(fn.free, f.free[free.Index])
		}
	}
	ev.pay(int64(128 + 32*len(fn.defaults) + 8*len(fn.free)))
	return value{k: functionKind, x: fn}
}

func (ev *evaluator) call(f *frame, n *syntax.CallExpr) value {
	fn := ev.expr(f, n.Fn)
	c := call{node: n}
	for _, a := range n.Args {
		if ev.err != nil {
			return value{}
		}
		if b := namedArgument(a); b != nil {
			c.names = append(c.names, b.X.(*syntax.Ident).Name)
			c.named = append(c.named, ev.expr(f, b.Y))
		} else if all := starredArgument(a); all != nil {
			ev.each(a, ev.expr(f, all), 0, func(v value) bool {
				return ev.push(&c.args, v)
			})
		} else {
			c.args = append(c.args, ev.expr(f, a))
		}
	}
	if ev.err != nil {
		return value{}
	}
	ev.here = n
	switch fn.k {
	case functionKind:
		return ev.enter(fn.x.(*function), &c)
	case builtinKind:
		return fn.x.(*builtin).call(ev, &c)
	case methodKind:
		m := fn.x.(*method)
		return m.call(ev, m.of, &c)
	}
	return ev.fail(n.Fn, "%s is no function", article(fn.k))
}

// enter calls a function of the file from code of the file. The arguments take
// steps, as variables do.
func (ev *evaluator) enter(fn *function, c *call) value {
	for _, v := range c.args {
		ev.spend(v.cells())
	}
	for _, v := range c.named {
		ev.spend(v.cells())
	}
	if !ev.spend(fn.cost) {
		return value{}
	}
	return ev.apply(fn, c)
}

// apply calls a function of the file.
func (ev *evaluator) apply(fn *function, c *call) value {
	where := ev.here
	for _, running := range ev.calls {
		if running.def == fn.def {
			return ev.fail(where, "%s calls itself; functions may not, so write a loop", fn.name)
		}
	}
	if len(ev.calls) >= mostCalls {
		return ev.fail(where, "calls nest more than %d deep", mostCalls)
	}
	def := fn.def
	if !ev.hold(int64(64 + valueBytes*len(def.Locals))) {
		return value{}
	}
	f := frame{fn: fn, locals: make([]value, len(def.Locals)), free: fn.free}
	if !ev.bind(fn, c, f.locals) {
		return value{}
	}
	shareCells(def.Locals, f.locals)
	ev.calls = append(ev.calls, fn)
	_, v := ev.run(&f, def.Body)
	ev.calls = ev.calls[:len(ev.calls)-1]
	if ev.here = where; ev.err != nil {
		return value{}
	}
	if v.k == unset {
		return noneValue
	}
	return v
}

// shareCells gives the variables that nested functions share a place of their own.
func shareCells(bindings []*resolve.Binding, locals []value) {
	for i, b := range bindings {
		if b.Scope == resolve.Cell {
			kept := locals[i]
			locals[i] = value{x: &kept}
		}
	}
}
