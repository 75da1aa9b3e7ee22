package lang

// This is the interpreter, which walks the syntax tree. It takes steps as steps.go describes, and
// pays for every value that it makes in bytes. Both budgets end at the same place each time.

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// mostCalls bounds how deep calls nest; as functions may not call themselves,
// only long chains of functions reach it.
const mostCalls = 100

// An Evaluator runs code of one file. Once err is set, all that it returns is
// worth nothing, and nothing has effects any more.
type Evaluator struct {
	code      *Code
	clock     Clock
	globals   []Value
	stepsLeft int64 // before the next look at whether to stop
	reserve   int64 // of steps, behind these
	bytesLeft int64
	Err       *Error
	here      syntax.Node        // which is run: errors are about it
	calls     []*Function        // that are running
	loading   bool               // the top level is run
	inLabel   bool               // the label of a move is computed
	returned  *syntax.ReturnStmt // the last that gave a value
	result    *Collector
	at        func() string // the position at which a function of the file runs; or nil
	host      any           // of a Runner
}

// A frame holds the variables of a call.
type frame struct {
	fn     *Function
	locals []Value
	free   []*Value
}

// Fail records the first error.
func (ev *Evaluator) Fail(n syntax.Node, format string, args ...any) Value {
	if ev.Err == nil {
		ev.Err = ev.code.Source.Fail(n, format, args...)
	}
	return Value{}
}

// FailHere is Fail about the node at hand.
func (ev *Evaluator) FailHere(format string, args ...any) Value {
	return ev.Fail(ev.here, format, args...)
}

// Spend takes steps from the budget.
func (ev *Evaluator) Spend(n int64) bool {
	if ev.stepsLeft -= n; ev.stepsLeft >= 0 {
		return true
	}
	return ev.more()
}

// more takes steps from the reserve, when there are less than none. It fails where
// there are none there, or nobody waits for the evaluator.
func (ev *Evaluator) more() bool {
	switch {
	case ev.Err != nil:
	case ev.stepsLeft+ev.reserve < 0:
		ev.Err = ev.code.OutOfSteps(placeOf(ev.here))
	case ev.clock.HasEnded():
		ev.Err = ev.code.StopAt(placeOf(ev.here), &ev.clock)
	default:
		taken := min(ev.reserve, SliceOfSteps-ev.stepsLeft)
		ev.stepsLeft += taken
		ev.reserve -= taken
		return true
	}
	ev.stepsLeft, ev.reserve = 0, 0
	return false
}

// NewEvaluator returns an evaluator with the budgets of a call.
func (f *Code) NewEvaluator(c Clock) *Evaluator {
	return &Evaluator{code: f, clock: c, globals: f.globals, reserve: c.MostSteps(f.Options), bytesLeft: f.Options.MostMemory()}
}

// pay takes bytes from the budget, and a step for each 8 of them.
func (ev *Evaluator) pay(bytes int64) bool {
	return ev.hold(bytes) && ev.Spend(bytes/8)
}

// hold takes bytes from the budget, and no steps: those are charged elsewhere.
func (ev *Evaluator) hold(bytes int64) bool {
	if bytes > ev.bytesLeft {
		if ev.Err == nil {
			ev.Err = ev.code.OutOfBytes(placeOf(ev.here))
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
func (ev *Evaluator) newItems(n int64) []Value {
	if n < 0 || n > 1<<40 || !ev.hold(valueBytes*(n+1)) {
		if ev.Err == nil {
			ev.hold(1 << 62)
		}
		return nil
	}
	return make([]Value, 0, n)
}

// push appends v to items that nobody else holds. Growing copies them and pays for
// the new memory each time, since the old memory may still be in use.
func (ev *Evaluator) push(items *[]Value, v Value) bool {
	if length := len(*items); length == cap(*items) {
		room := max(4, 2*length)
		if !ev.hold(valueBytes * int64(room)) {
			return false
		}
		more := make([]Value, length, room)
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

// run runs statements, and returns the value of a return statement.
func (ev *Evaluator) run(f *frame, body []syntax.Stmt) (flow, Value) {
	for _, s := range body {
		if how, v := ev.stmt(f, s); how != onward || ev.Err != nil {
			return how, v
		}
	}
	return onward, Value{}
}

func (ev *Evaluator) stmt(f *frame, s syntax.Stmt) (flow, Value) {
	ev.here = s
	switch s := s.(type) {
	case *syntax.ExprStmt:
		ev.expr(f, s.X)
	case *syntax.AssignStmt:
		if s.Op == syntax.EQ {
			if v := ev.expr(f, s.RHS); ev.Err == nil {
				ev.assign(f, s.LHS, v)
			}
		} else {
			ev.augmented(f, s)
		}
	case *syntax.IfStmt:
		if cond := ev.expr(f, s.Cond); ev.Err != nil {
			return returning, Value{}
		} else if cond.Truth() {
			return ev.run(f, s.True)
		}
		return ev.run(f, s.False)
	case *syntax.ForStmt:
		over := ev.expr(f, s.X)
		how, result := onward, Value{}
		ev.each(s.X, over, ev.code.weights[s], func(v Value) bool {
			if ev.assign(f, s.Vars, v); ev.Err != nil {
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
			if ev.Err != nil || !cond.Truth() {
				break
			}
			if ev.here = s; !ev.Spend(cost) {
				break
			}
			switch how, v := ev.run(f, s.Body); how {
			case breaking:
				return onward, Value{}
			case returning:
				return how, v
			}
		}
	case *syntax.DefStmt:
		fn := ev.function(f, s, s.Function)
		if ev.Err == nil {
			ev.set(f, s.Name, fn)
		}
	case *syntax.ReturnStmt:
		if s.Result == nil {
			return returning, None
		}
		v := ev.expr(f, s.Result)
		ev.returned = s
		ev.Spend(v.cells())
		return returning, v
	case *syntax.BranchStmt:
		switch s.Token {
		case syntax.BREAK:
			return breaking, Value{}
		case syntax.CONTINUE:
			return continuing, Value{}
		}
	default:
		ev.Fail(s, "no statement of this language")
	}
	return onward, Value{}
}

// variable returns where a variable is kept.
func (ev *Evaluator) variable(f *frame, id *syntax.Ident) *Value {
	b := id.Binding.(*resolve.Binding)
	switch b.Scope {
	case resolve.Local:
		return &f.locals[b.Index]
	case resolve.Cell:
		return f.locals[b.Index].x.(*Value)
	case resolve.Free:
		return f.free[b.Index]
	case resolve.Global:
		return &ev.globals[b.Index]
	}
	return nil
}

func (ev *Evaluator) set(f *frame, id *syntax.Ident, v Value) {
	if at := ev.variable(f, id); at != nil {
		ev.Spend(v.cells())
		*at = v
		return
	}
	ev.Fail(id, "cannot be set")
}

// assign gives v to a variable, or its parts to several.
func (ev *Evaluator) assign(f *frame, to syntax.Expr, v Value) {
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
		if ev.Err == nil {
			ev.setIndex(to, of, at, v)
		}
	default:
		ev.Fail(to, "nothing can be assigned to this")
	}
}

func (ev *Evaluator) assignEach(f *frame, to syntax.Node, targets []syntax.Expr, v Value) {
	v = ev.boxed(v)
	items, ok := v.Items()
	if !ok {
		ev.Fail(to, "want %s, not %s, %s", message.Count(len(targets), "value", "values"), ev.Show(v), article(v))
		return
	}
	if len(items) != len(targets) {
		ev.Fail(to, "%s", core.NamesFor(len(targets), len(items)))
		return
	}
	for i, t := range targets {
		ev.assign(f, t, items[i])
	}
}

func (ev *Evaluator) setIndex(n *syntax.IndexExpr, of, at, v Value) {
	switch of.Kind {
	case listKind:
		l := of.x.(*list)
		i, ok := ev.index(n, at, len(l.items), "list")
		if ok && ev.mayChange(n, l.frozen, l.walkers) {
			l.items[i] = v
		}
	case dictKind:
		ev.setKey(n, of.x.(*dict), at, v)
	case RowKind, gridKind:
		ev.Fail(n, "%s does not change: put(…) makes another one", article(of))
	default:
		ev.Fail(n, "%s has no items to set", article(of))
	}
}

func (ev *Evaluator) setKey(n syntax.Node, d *dict, key, v Value) {
	k, ok := ev.keyFor(n, key)
	switch {
	case !ok:
	case ev.mayChange(n, d.frozen, 0):
		if _, there := d.get(k); !there {
			if d.walkers > 0 {
				ev.Fail(n, "the dict changes while a loop goes over it")
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
func (ev *Evaluator) mayChange(n syntax.Node, frozen bool, walkers int) bool {
	switch {
	case frozen:
		ev.Fail(n, "functions do not change values of the top level: make a new one")
	case walkers > 0:
		ev.Fail(n, "it changes while a loop goes over it")
	}
	return ev.Err == nil
}

// augmented runs x op= y.
func (ev *Evaluator) augmented(f *frame, s *syntax.AssignStmt) {
	op := s.Op - syntax.PLUS_EQ + syntax.PLUS
	store := func(Value) {}
	var old Value
	switch to := s.LHS.(type) {
	case *syntax.Ident:
		old = ev.expr(f, to)
		store = func(v Value) { ev.set(f, to, v) }
	case *syntax.IndexExpr:
		of, at := ev.expr(f, to.X), ev.expr(f, to.Y)
		if ev.Err == nil {
			old = ev.indexed(to, of, at)
		}
		store = func(v Value) { ev.setIndex(to, of, at, v) }
	default:
		ev.Fail(s.LHS, "nothing can be assigned to this")
	}
	y := ev.expr(f, s.RHS)
	if ev.Err != nil {
		return
	}
	if old.Kind == listKind && op == syntax.PLUS {
		ev.extend(s, old.x.(*list), y)
		return
	}
	v := ev.binary(s, op, old, y)
	if ev.Err == nil {
		store(v)
	}
}

// each calls do with the elements of v until it returns false. To go over a list, a
// row, a grid or the letters of a string takes a step for each of its elements at once. Each element takes
// as many as a turn does; those of ranges and dicts at least one.
func (ev *Evaluator) each(n syntax.Node, v Value, turn int64, do func(Value) bool) {
	if ev.Err != nil {
		return
	}
	if ev.here = n; !ev.Spend(v.cells()) {
		return
	}
	if v.Kind == rangeKind || v.Kind == dictKind {
		turn = max(turn, 1)
	}
	step := func(e Value) bool {
		ev.here = n
		return ev.Spend(turn) && do(e) && ev.Err == nil
	}
	items, _ := v.Items()
	switch x := v.x.(type) {
	case *span:
		for i := range x.length {
			if !step(Int(x.start + i*x.step)) {
				return
			}
		}
	case *dict:
		if !x.frozen { // which others may read at the same time
			x.walkers++
			defer func() { x.walkers-- }()
		}
		for _, e := range x.entries {
			if e.key.Kind == UnsetKind {
				ev.Spend(1)
			} else if !step(e.key) {
				return
			}
		}
	case *list:
		if !x.frozen {
			x.walkers++
			defer func() { x.walkers-- }()
		}
	case *grid:
		items = x.cells
	case []Value, *row:
	case Listed:
		for i := range x.Len() {
			if !step(x.At(i)) {
				return
			}
		}
		return
	case string:
		if !ev.Spend(int64(len(x))) {
			return
		}
		items = ev.letters(x)
	default:
		ev.Fail(n, "%s has no elements to go over", article(v))
	}
	for _, e := range items {
		if !step(e) {
			return
		}
	}
}

// function makes a function of its definition, which stands at a node.
func (ev *Evaluator) function(f *frame, at syntax.Node, of any) Value {
	def := of.(*resolve.Function)
	fn := &Function{def: def, Name: def.Name, cost: ev.code.weights[at]}
	for _, p := range def.Params {
		if b, ok := p.(*syntax.BinaryExpr); ok {
			fn.defaults = append(fn.defaults, ev.expr(f, b.Y))
		}
	}
	for _, free := range def.FreeVars { // as the enclosing function knows them
		if free.Scope == resolve.Cell {
			fn.free = append(fn.free, f.locals[free.Index].x.(*Value))
		} else {
			fn.free = append(fn.free, f.free[free.Index])
		}
	}
	ev.pay(closureBytes(len(fn.defaults), len(fn.free)))
	return Value{Kind: FunctionKind, x: fn}
}

// closureBytes is what a function costs with its defaults and the variables around it.
func closureBytes(defaults, free int) int64 { return int64(128 + 32*defaults + 8*free) }

func (ev *Evaluator) call(f *frame, n *syntax.CallExpr) Value {
	fn := ev.expr(f, n.Fn)
	c := Call{Node: n}
	if len(n.Args) > 0 {
		c.Args = make([]Value, 0, len(n.Args))
	}
	for _, a := range n.Args {
		if ev.Err != nil {
			return Value{}
		}
		if b := namedArgument(a); b != nil {
			inLabel := b == labelOf(n)
			if inLabel && !ev.labelled() {
				continue
			}
			outer := ev.inLabel
			ev.inLabel = outer || inLabel
			c.Names = append(c.Names, b.X.(*syntax.Ident).Name)
			c.Named = append(c.Named, ev.expr(f, b.Y))
			ev.inLabel = outer
		} else if all := starredArgument(a); all != nil {
			ev.each(a, ev.expr(f, all), 0, func(v Value) bool {
				return ev.push(&c.Args, v)
			})
		} else {
			c.Args = append(c.Args, ev.expr(f, a))
		}
	}
	if ev.Err != nil {
		return Value{}
	}
	ev.here = n
	switch fn.Kind {
	case FunctionKind:
		return ev.enter(fn.x.(*Function), &c)
	case builtinKind:
		if !fn.x.(*builtin).raw {
			ev.box(&c)
		}
		return fn.x.(*builtin).call(ev, &c)
	case HostedKind:
		if callee, ok := fn.x.(Callee); ok {
			return callee.Call(ev, &c)
		}
	case methodKind:
		ev.box(&c)
		m := fn.x.(*method)
		c.of = m.of
		return m.call(ev, &c)
	}
	if name, ok := n.Fn.(*syntax.Ident); ok {
		if hidden := ev.code.words.universe[name.Name]; hidden.Kind == builtinKind || hidden.Hosted() != nil {
			return ev.Fail(n.Fn, "%s is not a function, and hides the one of that name, which every file finds: give this one another name, such as %s_", article(fn), name.Name)
		}
	}
	return ev.Fail(n.Fn, "%s is not a function", article(fn))
}

// labelled reports whether the labels of moves are asked for.
func (ev *Evaluator) labelled() bool { return ev.result != nil && ev.result.Labelled }

// enter calls a function of the file from code of the file. The arguments take
// steps, as variables do.
func (ev *Evaluator) enter(fn *Function, c *Call) Value {
	for _, v := range c.Args {
		ev.Spend(v.cells())
	}
	for _, v := range c.Named {
		ev.Spend(v.cells())
	}
	if !ev.Spend(fn.cost) {
		return Value{}
	}
	return ev.apply(fn, c)
}

// apply calls a function of the file.
func (ev *Evaluator) apply(fn *Function, c *Call) Value {
	where := ev.here
	for _, running := range ev.calls {
		if running.def == fn.def {
			return ev.Fail(where, "%s calls itself; functions may not, so write a loop", fn.Name)
		}
	}
	if len(ev.calls) >= mostCalls {
		return ev.Fail(where, "calls nest more than %d deep", mostCalls)
	}
	def := fn.def
	if !ev.hold(int64(64 + valueBytes*len(def.Locals))) {
		return Value{}
	}
	f := frame{fn: fn, locals: make([]Value, len(def.Locals)), free: fn.free}
	if !ev.bind(fn, c, f.locals) {
		return Value{}
	}
	shareCells(def.Locals, f.locals)
	ev.calls = append(ev.calls, fn)
	_, v := ev.run(&f, def.Body)
	ev.calls = ev.calls[:len(ev.calls)-1]
	if ev.here = where; ev.Err != nil {
		return Value{}
	}
	if v.Kind == UnsetKind {
		return None
	}
	return v
}

// shareCells gives the variables that nested functions share a place of their own.
func shareCells(bindings []*resolve.Binding, locals []Value) {
	for i, b := range bindings {
		if b.Scope == resolve.Cell {
			kept := locals[i]
			locals[i] = Value{x: &kept}
		}
	}
}
